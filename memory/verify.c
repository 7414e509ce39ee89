/* Verification: SQLite's own checks, every run's hash chain with the rows that it binds, every frame's file.
 * All of it looks at one snapshot (a read transaction), which stops no writer. A finding is a sentence; what cannot be read
 * because the file is damaged is a finding, too. */

#include "memory/bound.h"
#include "memory/findings.h"
#include "memory/index_check.h"
#include "memory/search_sources.h"
#include "memory/skill_chain.h"
#include "memory/totals.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char doing[] = "verify memory";

struct check {
    memory *m;           /* borrowed */
    GPtrArray *findings; /* char * */
    gint64 run;
    char *end_data;     /* owned: data of the last "ended" row, NULL = none or reopened since */
    char *display_data; /* owned: data of the last "display" row, NULL = there is none */
    GHashTable *steps;  /* number (gint64 *) → data of its last "step" row */
    GHashTable *stones; /* of this run: number of a step that was forgotten (0 = all) → the journal rows emptied for it */
    gint64 everywhere;  /* the first step that was forgotten with what later ones were told, -1 = none */
    gint64 proposed;    /* the step of the last proposal */
    gint64 states_from; /* working memory from this step on went with a forgotten one, -1 = all is there */
    GHashTable *known;  /* "STAGE ROW" of the rows that have a number: set */
    GHashTable *newest; /* "STAGE STEP ROW" → the newest entry (struct memory_entry *) of a row that is written more than once */
};

/* Its words went on purpose: what is there need not fit any more. */
static bool is_forgotten(const struct check *check, gint64 step)
{
    const gint64 whole = 0;
    return g_hash_table_contains(check->stones, &step) || g_hash_table_contains(check->stones, &whole);
}

/* A step after one that was forgotten with all that later ones were told. */
static bool is_after(const struct check *check, gint64 step)
{
    return check->everywhere >= 0 && step > check->everywhere;
}

static bool was_emptied(const struct check *check, const struct memory_entry *entry)
{
    GHashTableIter iter;
    gpointer rows;
    g_autofree char *seq = g_strdup_printf(",%" G_GINT64_FORMAT ",", entry->seq);
    g_hash_table_iter_init(&iter, check->stones);
    while (!entry->data && g_hash_table_iter_next(&iter, NULL, &rows))
        if (strstr(rows, seq))
            return true;
    return false;
}

static bool read_stones(struct check *check, GError **error)
{
    GError *local = NULL;
    g_autoptr(store_query) query = store_prepare(
        check->m, doing, error,
        "SELECT step, group_concat(emptied), max(everywhere) FROM forgotten WHERE run = ? GROUP BY step ORDER BY step DESC", "i",
        check->run);
    g_hash_table_remove_all(check->stones);
    check->everywhere = check->states_from = -1;
    while (query && store_next(check->m, query, doing, &local)) {
        gint64 step = sqlite3_column_int64(query, 0);
        g_hash_table_insert(check->stones, g_memdup2(&step, sizeof step), store_text(query, 1));
        check->states_from = step; /* the least comes last */
        if (sqlite3_column_int(query, 2))
            check->everywhere = step;
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

static void check_begin(struct check *check, gint64 run)
{
    check->run = run;
    check->proposed = 0;
    g_hash_table_remove_all(check->steps);
    g_hash_table_remove_all(check->newest);
    g_hash_table_remove_all(check->known);
    g_clear_pointer(&check->end_data, g_free);
    g_clear_pointer(&check->display_data, g_free);
}

/* Rows of text from a check that SQLite does itself; "ok" is none. */
static bool check_sqlite(struct check *check, const char *sql, const char *what, GError **error)
{
    g_autoptr(store_query) query = store_prepare(check->m, doing, error, sql, "");
    if (!query)
        return false;
    GError *local = NULL;
    while (store_next(check->m, query, doing, &local)) {
        g_autofree char *text = store_text(query, 0);
        if (g_strcmp0(text, "ok") != 0)
            findings_add(check->findings, "%s: %s", what, text);
    }
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

static void replace_text(char **text, const char *with)
{
    g_free(*text);
    *text = g_strdup(with);
}

/* Rows that bind what is written more than once: the newest counts, compared when all are read. */
static void remember_bound(struct check *check, const struct memory_entry *entry)
{
    if (g_str_equal(entry->stage, "ended") || g_str_equal(entry->stage, "reopened"))
        replace_text(&check->end_data, g_str_equal(entry->stage, "ended") ? entry->data : NULL);
    if (g_str_equal(entry->stage, "step"))
        g_hash_table_insert(check->steps, g_memdup2(&entry->step, sizeof entry->step), g_strdup(entry->data));
    if (g_str_equal(entry->stage, "display"))
        replace_text(&check->display_data, entry->data);
}

static bool words_went(const struct check *check, const struct memory_entry *entry)
{
    bool later = g_str_equal(entry->stage, "call") || g_str_equal(entry->stage, "summary");
    return !g_str_equal(entry->stage, "forgotten") &&
           (is_forgotten(check, entry->step) || (later && is_after(check, entry->step)));
}

/* A journal row that binds another row: is that one still what it was? */
static bool compare_bound(struct check *check, const struct bound_kind *kind, const struct memory_entry *entry, GError **error)
{
    GError *local = NULL;
    g_autofree char *now = kind->now(check->m, entry, &local);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    bool state = g_str_equal(entry->stage, "state") && check->states_from >= 0 && entry->step >= check->states_from;
    if (g_strcmp0(now, entry->data) == 0 || (now && words_went(check, entry)) || (!now && state))
        return true;
    gint64 of = entry->proposal ? entry->proposal : entry->step; /* 0: of the whole run */
    g_autofree char *number = of ? g_strdup_printf(" %" G_GINT64_FORMAT, of) : g_strdup("");
    findings_add(check->findings, "run %" G_GINT64_FORMAT ": %s%s%s %s (journal row %" G_GINT64_FORMAT " holds its hash)",
                 check->run, kind->what, of && !entry->proposal && !g_str_has_suffix(kind->what, "step") ? " of step" : "",
                 number, now ? "was changed" : "is missing", entry->seq);
    return true;
}

static bool check_bound(struct check *check, const struct memory_entry *entry, GError **error)
{
    const struct bound_kind *kind = bound_find(entry->stage);
    if (g_str_equal(entry->stage, "proposed")) {
        if (entry->step < check->proposed)
            findings_add(check->findings,
                         "run %" G_GINT64_FORMAT ": it went back from step %" G_GINT64_FORMAT " to step %" G_GINT64_FORMAT
                         ", whose rows were written over",
                         check->run, check->proposed, entry->step);
        check->proposed = entry->step;
    }
    if (!kind)
        remember_bound(check, entry);
    else if (bound_row(entry->data))
        g_hash_table_add(check->known, g_strdup_printf("%s %" G_GINT64_FORMAT, entry->stage, bound_row(entry->data)));
    if (!kind || !kind->newest)
        return !kind || compare_bound(check, kind, entry, error);
    struct memory_entry *copy = g_new0(struct memory_entry, 1); /* the newest of its row stays */
    *copy = *entry;
    char **const texts[] = {&copy->stage, &copy->by, &copy->digest, &copy->data, &copy->hash};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = g_strdup(*texts[i]);
    g_hash_table_replace(
        check->newest,
        g_strdup_printf("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, entry->stage, entry->step, bound_row(entry->data)), copy);
    return true;
}

static bool check_newest(struct check *check, GError **error)
{
    GHashTableIter iter;
    gpointer entry;
    g_hash_table_iter_init(&iter, check->newest);
    while (g_hash_table_iter_next(&iter, NULL, &entry))
        if (!compare_bound(check, bound_find(((struct memory_entry *)entry)->stage), entry, error))
            return false;
    return true;
}

/* Rows with a number that the chain should know and does not. */
static bool check_known(struct check *check, GError **error)
{
    static const struct {
        const char *stage, *sql;
    } table[] = {
        {"call", "SELECT id, step FROM calls WHERE run = ? AND status <> 'started' ORDER BY run, step, id"},
        {"frame", "SELECT id, step FROM frames WHERE run = ? ORDER BY run, step, id"},
        {"summary", "SELECT id, step FROM summaries WHERE run = ? ORDER BY run, step, id"},
        {"question", "SELECT row, step FROM questions WHERE run = ? ORDER BY id"},
        {"outcome", "SELECT id, step FROM outcomes WHERE run = ? AND run > 0 ORDER BY id"},
        {"frames_gone", "SELECT gone_us, step FROM frames WHERE run = ? AND gone_us <> 0 ORDER BY run, step, id"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autoptr(store_query) query = store_prepare(check->m, doing, error, table[i].sql, "i", check->run);
        GError *local = NULL;
        if (!query)
            return false;
        while (store_next(check->m, query, doing, &local)) {
            g_autofree char *key =
                g_strdup_printf("%s %" G_GINT64_FORMAT, table[i].stage, (gint64)sqlite3_column_int64(query, 0));
            if (!g_hash_table_contains(check->known, key))
                findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal does not know %s of step %" G_GINT64_FORMAT,
                             check->run, bound_find(table[i].stage)->what, (gint64)sqlite3_column_int64(query, 1));
        }
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
    }
    return true;
}

static void borrow_entry(store_query *query, struct memory_entry *entry)
{
    *entry = (struct memory_entry){
        .run = sqlite3_column_int64(query, 0),
        .seq = sqlite3_column_int64(query, 1),
        .step = sqlite3_column_int64(query, 2),
        .proposal = sqlite3_column_int64(query, 3),
        .at_us = sqlite3_column_int64(query, 4),
        .stage = (char *)sqlite3_column_text(query, 5),
        .by = (char *)sqlite3_column_text(query, 6),
        .digest = (char *)sqlite3_column_text(query, 7),
        .data = (char *)sqlite3_column_text(query, 8),
        .hash = (char *)sqlite3_column_text(query, 9),
    };
}

/* The rows of one run in order. After a row that does not fit it goes on from that row's own hash, to name each culprit. */
static bool check_chain(struct check *check, gint64 end_seq, const char *end_hash, GError **error)
{
    g_autoptr(store_query) query = store_prepare(check->m, doing, error,
                                                 "SELECT run, seq, step, proposal, at_us, stage, author, digest, data, hash"
                                                 " FROM journal WHERE run = ? AND seq > 0 ORDER BY seq",
                                                 "i", check->run);
    if (!query)
        return false;
    g_autofree char *previous = g_strdup(JOURNAL_ZERO);
    gint64 seq = 0;
    GError *local = NULL;
    while (!local && store_next(check->m, query, doing, &local)) {
        struct memory_entry entry;
        borrow_entry(query, &entry);
        g_autofree char *hash = journal_entry_hash(previous, &entry);
        if (entry.seq != seq + 1)
            findings_add(check->findings, "run %" G_GINT64_FORMAT ": journal row %" G_GINT64_FORMAT " is missing", check->run,
                         seq + 1);
        else if (!g_str_equal(hash, entry.hash) && !was_emptied(check, &entry))
            findings_add(check->findings,
                         "run %" G_GINT64_FORMAT ": journal row %" G_GINT64_FORMAT
                         " (%s) does not fit its hash: it, or the one before it, was changed",
                         check->run, entry.seq, entry.stage);
        g_free(previous);
        previous = g_strdup(entry.hash);
        seq = entry.seq;
        check_bound(check, &entry, &local);
    }
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    if (seq != end_seq)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": the journal should end with row %" G_GINT64_FORMAT
                     ", its last one is %" G_GINT64_FORMAT,
                     check->run, end_seq, seq);
    else if (!g_str_equal(previous, end_hash))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal's end does not fit the hash kept in the run's row",
                     check->run);
    return true;
}

/* Rows that the chain should know and does not: put in from elsewhere, or left when journal rows were taken away. */
static bool check_unbound(struct check *check, GError **error)
{
    static const struct {
        const char *what, *sql;
    } table[] = {
        {"the fork from run", "SELECT parent FROM runs r WHERE id = ? AND parent > 0 AND NOT EXISTS (SELECT 1 FROM journal j"
                              " WHERE j.run = r.id AND j.stage = 'forked')"},
        {"proposal", "SELECT id FROM proposals p WHERE run = ? AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.run = p.run AND"
                     " j.proposal = p.id AND j.stage = 'proposed')"},
        {"a decision on proposal",
         "SELECT proposal FROM decisions d WHERE run = ? AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.run = d.run"
         " AND j.proposal = d.proposal AND j.stage = 'decided' AND instr(j.data, '\"row\":' || d.row || '}'))"},
        {"fired events of proposal",
         "SELECT proposal FROM fired f WHERE run = ? AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.run = f.run"
         " AND j.proposal = f.proposal AND j.stage = 'events' AND instr(j.data, '\"row\":' || f.row || '}'))"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autoptr(store_query) query = store_prepare(check->m, doing, error, table[i].sql, "i", check->run);
        GError *local = NULL;
        if (!query)
            return false;
        while (store_next(check->m, query, doing, &local))
            findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal does not know %s %" G_GINT64_FORMAT, check->run,
                         table[i].what, (gint64)sqlite3_column_int64(query, 0));
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
    }
    return true;
}

/* A run's outcome is bound by the last "ended" row. */
static void check_end(struct check *check, const char *status, const char *outcome, const char *reason, gint64 ended_us)
{
    g_autofree char *hash = journal_end_hash(check->run, outcome, reason, ended_us);
    g_autofree char *now = bound_data(hash, 0);
    bool ended = g_strcmp0(status, "ended") == 0;
    bool fits = ended && check->end_data && (g_str_equal(now, check->end_data) || is_forgotten(check, 0));
    if (ended != (check->end_data != NULL) || (ended && !fits))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": its outcome was changed: it does not fit the journal",
                     check->run);
}

/* The steps as they are, against the last that the chain says of each. */
static bool check_steps(struct check *check, GError **error)
{
    g_autoptr(GPtrArray) steps = step_rows(check->m, check->run, doing, error);
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *step = g_ptr_array_index(steps, i);
        const char *data = g_hash_table_lookup(check->steps, &step->step);
        g_autofree char *hash = journal_step_hash(step), *now = bound_data(hash, 0);
        if (!data)
            findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal does not know step %" G_GINT64_FORMAT,
                         check->run, step->step);
        else if (!g_str_equal(now, data) && !is_forgotten(check, step->step))
            findings_add(check->findings,
                         "run %" G_GINT64_FORMAT ": step %" G_GINT64_FORMAT " was changed: it does not fit the journal",
                         check->run, step->step);
        g_hash_table_remove(check->steps, &step->step);
    }
    GHashTableIter iter;
    gpointer number;
    g_hash_table_iter_init(&iter, check->steps);
    while (steps && g_hash_table_iter_next(&iter, &number, NULL))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": step %" G_GINT64_FORMAT " is missing", check->run,
                     *(gint64 *)number);
    return steps != NULL;
}

static bool check_display(struct check *check, GError **error)
{
    struct memory_run *run = memory_run_get(check->m, check->run, error);
    if (!run)
        return false;
    g_autofree char *hash = journal_display_hash(run->id, run->display, run->sandbox), *now = bound_data(hash, 0);
    memory_run_free(run);
    if (g_strcmp0(now, check->display_data) != 0 && !is_forgotten(check, 0))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": its display was changed: it does not fit the journal",
                     check->run);
    return true;
}

#define REPAIR "(reins memory verify --repair-index makes it right)"

/* An archive brings none along: import makes them. */
static bool check_totals(struct check *check, GError **error)
{
    bool fit;
    if (check->m->pictures)
        return true;
    if (!totals_check(check->m, check->run, doing, &fit, error))
        return false;
    if (!fit)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": its totals (steps, calls, tokens, time, cost) are not those of its rows " REPAIR,
                     check->run);
    return true;
}

/* Each text of a run's rows is to be found, and no other one. An archive has no index. */
static bool check_texts(struct check *check, GError **error)
{
    gint64 wrong = 0, left = 0;
    if (check->m->pictures)
        return true;
    if (!search_compare(check->m, check->run, &wrong, &left, error))
        return false;
    if (wrong)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT
                     " texts are missing where search looks, or say something else there "
                     "than their rows " REPAIR,
                     check->run, wrong);
    if (left)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": search still finds %" G_GINT64_FORMAT
                     " texts that are in no row (forgotten, or put in "
                     "from elsewhere) " REPAIR,
                     check->run, left);
    return true;
}

/* An archive holds versions that its run used, without their history. */
static bool check_skills(struct check *check, GError **error)
{
    return check->m->pictures || skill_chain_verify(check->m, check->findings, error);
}

static bool check_indexes(struct check *check, GError **error)
{
    for (const struct indexed *of = indexed_tables; of->index && !check->m->pictures; of++) {
        gint64 wrong = 0, left = 0;
        if (!index_check(check->m, of, &wrong, &left, error))
            return false;
        if (wrong < 0)
            findings_add(check->findings, "the full-text index of %s cannot be read " REPAIR, of->what);
        if (wrong > 0)
            findings_add(check->findings, "the full-text index has other words than %" G_GINT64_FORMAT " %s " REPAIR, wrong,
                         of->what);
        if (left)
            findings_add(check->findings, "the full-text index still has words of %" G_GINT64_FORMAT " %s that are gone " REPAIR,
                         left, of->what);
    }
    return true;
}

static bool check_runs(struct check *check, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(check->m, doing, error,
                      "SELECT id, journal_seq, journal_hash, status, outcome, reason, ended_us FROM runs ORDER BY id", "");
    GError *local = NULL;
    if (!query)
        return false;
    while (!local && store_next(check->m, query, doing, &local)) {
        check_begin(check, sqlite3_column_int64(query, 0));
        if (read_stones(check, &local) &&
            check_chain(check, sqlite3_column_int64(query, 1), (const char *)sqlite3_column_text(query, 2), &local) &&
            check_newest(check, &local) && check_known(check, &local) && check_unbound(check, &local) &&
            check_steps(check, &local) && check_totals(check, &local) && check_display(check, &local) &&
            check_texts(check, &local))
            check_end(check, (const char *)sqlite3_column_text(query, 3), (const char *)sqlite3_column_text(query, 4),
                      (const char *)sqlite3_column_text(query, 5), sqlite3_column_int64(query, 6));
    }
    check_begin(check, 0);
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

/* Hex SHA-256 of a file; NULL with errno set. */
static char *file_hash(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK); /* a fifo in its place must not hang it */
    if (fd < 0)
        return NULL;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree guchar *buffer = g_malloc(65536);
    ssize_t got;
    while ((got = read(fd, buffer, 65536)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0)
            g_checksum_update(sum, buffer, got);
    }
    int code = errno;
    close(fd);
    errno = code;
    return got < 0 ? NULL : g_strdup(g_checksum_get_string(sum));
}

/* What is wrong with a frame's file; NULL: nothing. Caller frees. */
static char *file_fault(const char *path, const char *hash)
{
    g_autofree char *now = file_hash(path);
    if (!now && errno != ENOENT)
        return g_strdup_printf("cannot be read: %s", g_strerror(errno));
    return !now ? g_strdup("is missing") : g_str_equal(now, hash) ? NULL : g_strdup("has other bytes than its name says");
}

/* The same of a picture in an archive. */
static char *blob_fault(sqlite3 *db, const char *hash)
{
    sqlite3_stmt *query = NULL;
    char *fault = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT png FROM frame_files WHERE hash = ?", -1, &query, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(query, 1, hash, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(query);
    if (rc == SQLITE_ROW) {
        bool picture = sqlite3_column_type(query, 0) == SQLITE_BLOB;
        g_autofree char *now =
            g_compute_checksum_for_data(G_CHECKSUM_SHA256, sqlite3_column_blob(query, 0), (gsize)sqlite3_column_bytes(query, 0));
        fault = picture && g_str_equal(now, hash) ? NULL : g_strdup("has other bytes than its name says");
    } else {
        fault = rc == SQLITE_DONE ? g_strdup("is missing") : g_strdup_printf("cannot be read: %s", sqlite3_errmsg(db));
    }
    sqlite3_finalize(query);
    return fault;
}

static bool check_frames(struct check *check, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        check->m, doing, error, "SELECT hash, min(run) FROM frames WHERE gone_us = 0 GROUP BY hash ORDER BY hash", "");
    GError *local = NULL;
    if (!query)
        return false;
    while (store_next(check->m, query, doing, &local)) {
        const char *hash = (const char *)sqlite3_column_text(query, 0);
        gint64 run = sqlite3_column_int64(query, 1);
        sqlite3 *archive = check->m->pictures;
        g_autofree char *path = memory_frame_path(check->m, hash);
        g_autofree char *fault = !path ? NULL : archive ? blob_fault(archive, hash) : file_fault(path, hash);
        if (!path)
            findings_add(check->findings, "run %" G_GINT64_FORMAT ": a frame's name is not a SHA-256", run);
        else if (fault)
            findings_add(check->findings, "run %" G_GINT64_FORMAT ": frame %s %s", run, archive ? hash : path, fault);
    }
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

GPtrArray *memory_verify(memory *m, GError **error)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) steps = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) newest = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)memory_entry_free);
    g_autoptr(GHashTable) stones = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    struct check check = {.m = m, .findings = findings, .steps = steps, .stones = stones, .newest = newest, .known = known};
    GError *local = NULL;
    if (!store_run(m, doing, error, "BEGIN", ""))
        return NULL;
    bool ok =
        check_sqlite(&check, "PRAGMA integrity_check(100)", "SQLite's integrity check", &local) &&
        check_sqlite(&check,
                     "SELECT \"table\" || ' row ' || rowid || ' refers to nothing in ' || parent FROM pragma_foreign_key_check",
                     "broken reference", &local) &&
        check_runs(&check, &local) && check_skills(&check, &local) && check_indexes(&check, &local) &&
        check_frames(&check, &local);
    if (!store_run(m, doing, NULL, "ROLLBACK", ""))
        g_debug("verify: the read transaction was gone already");
    if (ok)
        return g_steal_pointer(&findings);
    if (!g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_DAMAGED)) {
        g_propagate_error(error, local);
        return NULL;
    }
    findings_add(findings, "the store cannot be read to its end: %s", local->message);
    g_error_free(local);
    return g_steal_pointer(&findings);
}
