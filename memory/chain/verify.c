/* Verification: the database's own checks, every run's hash chain with the rows that it binds, every frame's file.
 * All of it looks at one snapshot, which stops no writer. A finding is a sentence; what cannot be read because the file is
 * damaged is a finding, too. */

#include "memory/chain/bound.h"
#include "memory/chain/findings.h"
#include "memory/chain/skill_chain.h"
#include "memory/port/rows.h"
#include "memory/port/upkeep.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char doing[] = "verify memory";

struct check {
    memory *m;           /* borrowed */
    GPtrArray *findings; /* char * */
    gint64 run;
    char *previous;     /* owned: hash of the journal row before; its number: */
    gint64 seq;         /* 0 = none yet */
    bool ended;         /* the last "ended" row was not followed by "reopened" */
    GHashTable *stones; /* of this run: number of a step that was forgotten (0 = all) → the journal rows emptied for it */
    gint64 everywhere;  /* the first step that was forgotten with what later ones were told, -1 = none */
    gint64 proposed;    /* the step of the last proposal */
    gint64 states_from; /* working memory from this step on went with a forgotten one, -1 = all is there */
    GHashTable *known;  /* "STAGE NUMBER" of the rows that the journal binds: set */
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

static void take_stone(void *data, gint64 step, const char *emptied, bool everywhere)
{
    struct check *check = data;
    g_hash_table_insert(check->stones, g_memdup2(&step, sizeof step), g_strdup(emptied));
    check->states_from = step; /* the least comes last */
    if (everywhere)
        check->everywhere = step;
}

static void check_begin(struct check *check, gint64 run)
{
    GHashTable *const tables[] = {check->stones, check->known, check->newest};
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
        g_hash_table_remove_all(tables[i]);
    check->run = run;
    check->proposed = check->seq = 0;
    check->ended = false;
    check->everywhere = check->states_from = -1;
    g_free(check->previous);
    check->previous = g_strdup(JOURNAL_ZERO);
}

/* ---- a row of the journal, and the row that it binds ---- */

static bool words_went(const struct check *check, const struct memory_entry *entry)
{
    bool later = g_str_equal(entry->stage, "call") || g_str_equal(entry->stage, "summary");
    return !g_str_equal(entry->stage, "forgotten") &&
           (is_forgotten(check, entry->step) || (later && is_after(check, entry->step)));
}

/* Is the row that it binds still what it was? */
static bool compare_bound(struct check *check, const struct bound_kind *kind, const struct memory_entry *entry, GError **error)
{
    GError *local = NULL;
    g_autofree char *now = bound_now(check->m, entry, &local);
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

static struct memory_entry *entry_copy(const struct memory_entry *entry)
{
    struct memory_entry *copy = g_memdup2(entry, sizeof *entry);
    char **const texts[] = {&copy->stage, &copy->by, &copy->digest, &copy->data, &copy->hash};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = g_strdup(*texts[i]);
    return copy;
}

/* By what rows_to_bind() numbers it. */
static void remember_known(struct check *check, const struct bound_kind *kind, const struct memory_entry *entry)
{
    gint64 number = kind->by == BOUND_PROPOSAL ? entry->proposal
                    : kind->by == BOUND_STEP   ? entry->step
                    : kind->by == BOUND_ROW    ? bound_row(entry->data)
                                               : 0;
    g_hash_table_add(check->known, g_strdup_printf("%s %" G_GINT64_FORMAT, entry->stage, number));
}

static bool check_bound(struct check *check, const struct memory_entry *entry, GError **error)
{
    const struct bound_kind *kind = bound_find(entry->stage);
    if (g_str_equal(entry->stage, "ended") || g_str_equal(entry->stage, "reopened"))
        check->ended = g_str_equal(entry->stage, "ended");
    if (g_str_equal(entry->stage, "proposed")) {
        if (entry->step < check->proposed)
            findings_add(check->findings,
                         "run %" G_GINT64_FORMAT ": it went back from step %" G_GINT64_FORMAT " to step %" G_GINT64_FORMAT
                         ", whose rows were written over",
                         check->run, check->proposed, entry->step);
        check->proposed = entry->step;
    }
    if (!kind)
        return true;
    remember_known(check, kind, entry);
    if (!kind->newest)
        return compare_bound(check, kind, entry, error);
    g_hash_table_replace(
        check->newest,
        g_strdup_printf("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, entry->stage, entry->step, bound_row(entry->data)),
        entry_copy(entry)); /* the newest of its row stays */
    return true;
}

/* After a row that does not fit it goes on from that row's own hash, to name each culprit. */
static bool check_entry(void *data, const struct memory_entry *entry, GError **error)
{
    struct check *check = data;
    g_autofree char *hash = journal_entry_hash(check->previous, entry);
    if (entry->seq != check->seq + 1)
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": journal row %" G_GINT64_FORMAT " is missing", check->run,
                     check->seq + 1);
    else if (!g_str_equal(hash, entry->hash) && !was_emptied(check, entry))
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": journal row %" G_GINT64_FORMAT
                     " (%s) does not fit its hash: it, or the one before it, was changed",
                     check->run, entry->seq, entry->stage);
    g_free(check->previous);
    check->previous = g_strdup(entry->hash);
    check->seq = entry->seq;
    return check_bound(check, entry, error);
}

/* ---- a run ---- */

static void check_journal_end(struct check *check, const struct upkeep_run *run)
{
    if (check->seq != run->journal_seq)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": the journal should end with row %" G_GINT64_FORMAT
                     ", its last one is %" G_GINT64_FORMAT,
                     check->run, run->journal_seq, check->seq);
    else if (!g_str_equal(check->previous, run->journal_hash))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal's end does not fit the hash kept in the run's row",
                     check->run);
    if (run->ended != check->ended)
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": its outcome was changed: it does not fit the journal",
                     check->run);
    if (!g_hash_table_contains(check->known, "display 0"))
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal does not know its display", check->run);
}

static bool check_newest(struct check *check, GError **error)
{
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, check->newest);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct memory_entry *entry = value;
        bool reopened = g_str_equal(entry->stage, "ended") && !check->ended;
        if (!reopened && !compare_bound(check, bound_find(entry->stage), entry, error))
            return false;
    }
    return true;
}

/* Rows that the chain should know and does not: put in from elsewhere, or left when journal rows were taken away. */
static bool check_known(struct check *check, GError **error)
{
    static const struct {
        const char *stage, *what; /* NULL: as bound_find() calls it */
        bool run;                 /* one a run: "the fork from run 3" */
    } table[] = {
        {"forked", "the fork from run", true},
        {"proposed", "proposal", false},
        {"decided", "a decision on proposal", false},
        {"events", "fired events of proposal", false},
        {"step", "step", false},
        {"call", "a module's call of step", false},
        {"frame", "a frame's row of step", false},
        {"summary", "a summary of step", false},
        {"question", "a question of step", false},
        {"outcome", "a skill's outcome of step", false},
        {"frames_gone", "the removal of pictures of step", false},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        const char *stage = table[i].stage;
        g_autoptr(GArray) rows = rows_to_bind(check->m, stage, check->run, doing, error);
        for (guint k = 0; rows && k < rows->len; k += 2) {
            gint64 number = g_array_index(rows, gint64, k);
            g_autofree char *key = g_strdup_printf("%s %" G_GINT64_FORMAT, stage, table[i].run ? 0 : number);
            bool own = table[i].run || g_str_equal(stage, "proposed"); /* called by its own number */
            if (!g_hash_table_contains(check->known, key))
                findings_add(check->findings, "run %" G_GINT64_FORMAT ": the journal does not know %s %" G_GINT64_FORMAT,
                             check->run, table[i].what, own ? number : g_array_index(rows, gint64, k + 1));
        }
        if (!rows)
            return false;
    }
    return true;
}

#define REPAIR "(reins memory verify --repair-index repairs it)"

/* Each text of a run's rows is to be found, and no other one; its totals are those of its rows. */
static bool check_made(struct check *check, GError **error)
{
    gint64 wrong = 0, left = 0;
    bool fit = true;
    if (!upkeep_totals_check(check->m, check->run, &fit, doing, error) ||
        !upkeep_texts_check(check->m, check->run, &wrong, &left, error))
        return false;
    if (!fit)
        findings_add(check->findings,
                     "run %" G_GINT64_FORMAT ": its totals (steps, calls, tokens, time, cost) are not those of its rows " REPAIR,
                     check->run);
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

/* An archive has neither index nor totals: import makes them. */
static bool check_run(void *data, const struct upkeep_run *run, GError **error)
{
    struct check *check = data;
    check_begin(check, run->id);
    if (!upkeep_stones_each(check->m, run->id, take_stone, check, doing, error) ||
        !rows_journal_each(check->m, run->id, check_entry, check, doing, error))
        return false;
    check_journal_end(check, run);
    return check_newest(check, error) && check_known(check, error) && (store_is_archive(check->m) || check_made(check, error));
}

/* ---- the store ---- */

static bool check_indexes(struct check *check, GError **error)
{
    for (const struct upkeep_index *of = upkeep_indexes; of->name; of++) {
        gint64 wrong = 0, left = 0;
        if (!upkeep_index_check(check->m, of, &wrong, &left, doing, error))
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

static void check_frame(void *data, const char *hash, gint64 run)
{
    struct check *check = data;
    bool archive = store_is_archive(check->m);
    g_autofree char *path = memory_frame_path(check->m, hash);
    g_autofree char *fault = !path ? NULL : archive ? upkeep_picture_fault(check->m, hash) : file_fault(path, hash);
    if (!path)
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": a frame's name is not a SHA-256", run);
    else if (fault)
        findings_add(check->findings, "run %" G_GINT64_FORMAT ": frame %s %s", run, archive ? hash : path, fault);
}

static bool check_store(struct check *check, GError **error)
{
    g_autoptr(GPtrArray) own = upkeep_check(check->m, doing, error);
    for (guint i = 0; own && i < own->len; i++)
        findings_add(check->findings, "%s", (char *)own->pdata[i]);
    return own && upkeep_runs_each(check->m, check_run, check, doing, error) &&
           /* an archive has versions that its run used, without their history */
           (store_is_archive(check->m) ||
            (skill_chain_verify(check->m, check->findings, error) && check_indexes(check, error))) &&
           upkeep_frames_each(check->m, check_frame, check, doing, error);
}

GPtrArray *memory_verify(memory *m, GError **error)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) newest = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)memory_entry_free);
    g_autoptr(GHashTable) stones = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    struct check check = {.m = m, .findings = findings, .stones = stones, .newest = newest, .known = known};
    GError *local = NULL;
    if (!store_read_begin(m, doing, error))
        return NULL;
    bool ok = check_store(&check, &local);
    store_read_end(m, doing);
    g_free(check.previous);
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
