/* An archive into the store: verified as it is, then its rows with new numbers, its frames, its chain, its texts, in one
 * transaction. */

#include "memory/archive_chain.h"
#include "memory/archive_frames.h"
#include "memory/archive_open.h"
#include "memory/bound.h"
#include "memory/gists.h"
#include "memory/journal.h"
#include "memory/search_sources.h"
#include "memory/skill_chain.h"

#include <string.h>

static const char doing[] = "import the run";

struct import {
    memory *m;         /* borrowed: the store */
    struct staging in; /* the file */
    struct numbers numbers;
    struct incoming_frames frames;
    gint64 run; /* its number here, 0 = not yet */
    gint64 lessons;
    bool trusted;
    const struct memory_watch *watch;
};

static void import_clear(struct import *i)
{
    incoming_frames_clear(&i->frames);
    staging_clear(&i->in);
    numbers_clear(&i->numbers);
}

/* ---- rows ---- */

static gint64 column(sqlite3_stmt *read, const char *name)
{
    int at = row_copy_column(read, name);
    return at < 0 ? 0 : sqlite3_column_int64(read, at);
}

/* How a skill came out elsewhere has no say in its stage here: it was before that began. */
static bool outcome_time(const struct import *i, sqlite3_stmt *read, gint64 *at_us, GError **error)
{
    gint64 stage_us = 0;
    g_autofree char *skill = g_strdup((const char *)sqlite3_column_text(read, row_copy_column(read, "skill")));
    g_autofree char *sha256 = g_strdup((const char *)sqlite3_column_text(read, row_copy_column(read, "sha256")));
    if (!store_integer(
            i->m, doing, 0, &stage_us, error,
            "SELECT s.at_us FROM skill_stages s JOIN skill_versions v ON v.id = s.version WHERE v.name = ? AND v.sha256 = ?"
            " ORDER BY s.id DESC LIMIT 1",
            "tt", skill, sha256))
        return false;
    if (stage_us)
        *at_us = MIN(*at_us, stage_us - 1);
    return true;
}

/* Columns that hold a number of another row, and those that mean something else here than where the run comes from. */
static const struct moved {
    const char *table, *column;
    enum { ANOTHER_ROW, NO_ROW, LEFT_OUT } becomes;
    const char *of; /* the table of that row */
} moved[] = {
    {"runs", "sandbox", LEFT_OUT, NULL},
    {"runs", "parent", NO_ROW, NULL},
    {"runs", "origin", LEFT_OUT, NULL},
    {"summaries", "parent", ANOTHER_ROW, "summaries"},
    {"lessons", "edited_from", ANOTHER_ROW, "lessons"},
    {"recalls", "lesson", ANOTHER_ROW, "lessons"},
    {"skill_versions", "file", LEFT_OUT, NULL},
    {"skill_versions", "same", NO_ROW, NULL},
};

static const struct moved *moved_find(const char *table, const char *column)
{
    for (guint k = 0; k < G_N_ELEMENTS(moved); k++)
        if (g_str_equal(moved[k].table, table) && g_str_equal(moved[k].column, column))
            return &moved[k];
    return NULL;
}

static bool change_value(struct row_copy *copy, const char *name, sqlite3_stmt *read, int at, sqlite3_stmt *write, int into,
                         bool *ret_bound, GError **error)
{
    const struct import *i = copy->user;
    const char *table = copy->table->name;
    const struct moved *m = moved_find(table, name);
    bool withdrawn = !i->trusted && g_str_equal(table, "lessons") && !column(read, "withdrawn_us");
    gint64 value = sqlite3_column_int64(read, at);
    int rc;
    if (!g_str_equal(table, "runs") && (g_str_equal(name, "run") || g_str_equal(name, "source_run"))) {
        rc = sqlite3_bind_int64(write, into, value == copy->run ? i->run : 0); /* of another run nothing is known here */
    } else if (withdrawn && g_str_equal(name, "withdrawn_us")) {
        rc = sqlite3_bind_int64(write, into, g_get_real_time());
    } else if (withdrawn && g_str_equal(name, "reason")) {
        rc = sqlite3_bind_text(write, into, "imported", -1, SQLITE_STATIC);
    } else if (g_str_equal(table, "skill_versions") && g_str_equal(name, "author")) {
        rc = sqlite3_bind_text(write, into, "import", -1, SQLITE_STATIC);
    } else if (g_str_equal(table, "outcomes") && g_str_equal(name, "at_us")) {
        if (!outcome_time(i, read, &value, error))
            return false;
        rc = sqlite3_bind_int64(write, into, value);
    } else if (m && m->becomes == LEFT_OUT) {
        rc = sqlite3_bind_null(write, into);
    } else if (m) {
        rc = sqlite3_bind_int64(write, into, m->becomes == NO_ROW ? 0 : numbers_find(&i->numbers, m->of, value));
    } else {
        return true;
    }
    *ret_bound = rc == SQLITE_OK;
    if (rc != SQLITE_OK)
        store_set_error(copy->to, rc, doing, error);
    return rc == SQLITE_OK;
}

/* Of what outlives runs the store's own stays. */
static bool is_here(struct row_copy *copy, sqlite3_stmt *read, bool *ret_here, GError **error)
{
    const struct import *i = copy->user;
    bool picture = g_str_equal(copy->table->name, "pictures");
    gint64 here = 0;
    if (!picture && !g_str_equal(copy->table->name, "skill_versions"))
        return true;
    int hash = row_copy_column(read, picture ? "hash" : "sha256"), name = row_copy_column(read, picture ? "hash" : "name");
    g_autofree char *sha256 = g_strdup((const char *)sqlite3_column_text(read, hash));
    g_autofree char *called = g_strdup((const char *)sqlite3_column_text(read, name));
    bool ok = picture ? store_integer(i->m, doing, 0, &here, error, "SELECT 1 FROM pictures WHERE hash = ?", "t", sha256)
                      : store_integer(i->m, doing, 0, &here, error, "SELECT 1 FROM skill_versions WHERE sha256 = ? AND name = ?",
                                      "tt", sha256, called);
    *ret_here = here != 0;
    return ok;
}

static bool keep_number(struct row_copy *copy, gint64 before, gint64 now, GError **error)
{
    struct import *i = copy->user;
    const char *table = copy->table->name;
    if (g_str_equal(table, "runs"))
        i->run = now;
    if (g_str_equal(table, "lessons") && !i->trusted)
        i->lessons++;
    if (copy->table->key)
        numbers_add(&i->numbers, table, before, now);
    /* known by its hash, and nothing else: the store has no word of a person about it */
    return !g_str_equal(table, "skill_versions") ||
           (skill_chain_add(i->m, "version", now, error) &&
            store_run(i->m, doing, error,
                      "INSERT INTO skill_stages(version, at_us, stage, author, reason) VALUES (?, ?, 'imported', 'import', "
                      "'with a run')",
                      "ii", now, g_get_real_time()) &&
            skill_chain_add(i->m, "stage", sqlite3_last_insert_rowid(i->m->db), error));
}

static bool copy_rows(struct import *i, GError **error)
{
    gint64 done = 0;
    for (const struct archive_table *t = archive_tables; t->name; t++) {
        if (g_str_equal(t->name, "journal"))
            continue;
        if (g_str_equal(t->name, "step_marks") && /* those that triggers have made are among them */
            !store_run(i->m, doing, error, "DELETE FROM step_marks WHERE run = ?", "i", i->run))
            return false;
        struct row_copy copy = {.from = i->in.m->db,
                                .to = i->m->db,
                                .table = t,
                                .doing = doing,
                                .run = i->in.run,
                                .anew = t->key != NULL,
                                .change = change_value,
                                .skip = is_here,
                                .written = keep_number,
                                .user = i,
                                .watch = i->watch,
                                .done = &done,
                                .total = i->in.rows};
        if (!row_copy_all(&copy, error))
            return false;
        if (t == archive_tables &&
            !store_run(i->m, doing, error, "UPDATE runs SET journal_seq = 0, journal_hash = ? WHERE id = ?", "ti", JOURNAL_ZERO,
                       i->run))
            return false;
    }
    return true;
}

/* ---- what the run is here ---- */

/* A process of another machine cannot drive it here, and its sandbox's numbers mean others. */
static bool settle(struct import *i, GError **error)
{
    gint64 now = g_get_real_time(), ended = 0;
    struct memory_run *row = memory_run_get(i->m, i->run, error);
    if (!row)
        return false;
    g_autofree char *display = g_steal_pointer(&row->display);
    ended = g_strcmp0(row->status, "ended") == 0;
    memory_run_free(row);
    g_autofree char *shown = journal_display_hash(i->run, display, NULL);
    if (!journal_bind(i->m, i->run, 0, 0, "display", "import", NULL, shown, 0, now, error))
        return false;
    if (ended)
        return true;
    static const char reason[] = "it had not ended when it was exported";
    g_autofree char *end = journal_end_hash(i->run, "stopped", reason, now);
    return store_run(i->m, doing, error,
                     "UPDATE runs SET status = 'ended', outcome = 'stopped', reason = ?, ended_us = ? WHERE id = ?", "tii",
                     reason, now, i->run) &&
           journal_bind(i->m, i->run, 0, 0, "ended", "import", NULL, end, 0, now, error);
}

static bool write_origin(struct import *i, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(i->in.m, doing, error, "SELECT journal_seq, journal_hash, origin FROM runs WHERE id = ?", "i", i->in.run);
    if (!query || !store_next(i->in.m, query, doing, error))
        return false;
    gint64 now = g_get_real_time();
    const char *hash = (const char *)sqlite3_column_text(query, 1), *before = (const char *)sqlite3_column_text(query, 2);
    if (!store_run(i->m, doing, error,
                   "UPDATE runs SET origin = json_object('kind', 'run', 'identity', ?1, 'run', ?2, 'rows', ?3, 'end', ?4,"
                   " 'imported_us', ?5, 'trusted', json(iif(?8, 'true', 'false')), 'before', CASE WHEN json_valid(?6) THEN"
                   " json(?6) END) WHERE id = ?7",
                   "tiititii", i->in.identity, i->in.run, (gint64)sqlite3_column_int64(query, 0), hash, now, before, i->run,
                   (gint64)i->trusted))
        return false;
    /* its sha256 stands first: forgetting the run leaves such rows of the chain */
    g_autofree char *data = bound_origin(i->m, i->run, error);
    const struct memory_entry entry = {
        .run = i->run, .at_us = now, .stage = (char *)"imported", .by = (char *)"import", .data = data};
    return data && journal_append(i->m, &entry, error);
}

static bool count_totals(struct import *i, GError **error)
{
    return store_run(
        i->m, doing, error,
        "UPDATE run_totals SET touched = (SELECT count(*) FROM step_marks WHERE run = ?1 AND what = 'human') WHERE run = ?1", "i",
        i->run);
}

/* Triggers have made gists of its steps before the rows were there that they tell of. */
static bool make_gists(struct import *i, GError **error)
{
    return i->trusted ? memory_gists_make(i->m, i->run, error) : memory_gists_drop(i->m, i->run, error);
}

/* ---- is it here ---- */

/* By its first journal row where it was begun, or by what it was known as when it came here. */
static bool find_known(struct import *i, memory_archived *told, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(i->m, doing, error,
                      "SELECT r.id, coalesce(json_extract(r.origin, '$.rows'), r.journal_seq) FROM runs r"
                      " LEFT JOIN journal j ON j.run = r.id AND j.seq = 1 WHERE " STORE_RUN_IDENTITY " = ? ORDER BY r.id LIMIT 1",
                      "t", i->in.identity);
    GError *local = NULL;
    if (query && store_next(i->m, query, doing, &local)) {
        told->known = true;
        told->run = sqlite3_column_int64(query, 0);
        told->longer = told->journal_rows > sqlite3_column_int64(query, 1);
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

static bool write_all(struct import *i, memory_archived *told, GError **error)
{
    if (!store_begin_sure(i->m, doing, error))
        return false;
    /* asked again: another process may have been here */
    bool ok = find_known(i, told, error) &&
              (told->known ||
               (copy_rows(i, error) && chain_write(i->in.m, i->in.run, i->m, i->run, &i->numbers, i->watch, error) &&
                settle(i, error) && write_origin(i, error) && count_totals(i, error) && search_fill(i->m, i->run, error) &&
                make_gists(i, error) && incoming_frames_place(&i->frames, i->m, error)));
    if (store_end(i->m, ok && !told->known, doing, error))
        return true;
    memory_frames_take_back(i->m, i->frames.placed);
    return ok && told->known;
}

static bool refuse_findings(struct import *i, const char *file, GError **error)
{
    g_autoptr(GPtrArray) findings = staging_verify(&i->in, error);
    if (findings && findings->len)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED, "%s is not taken: %s%s (reins memory verify %s says it all)", file,
                    (char *)findings->pdata[0], findings->len > 1 ? " and more" : "", file);
    return findings && !findings->len;
}

bool memory_archive_import(memory *m, const char *file, bool trusted, const struct memory_watch *watch,
                           memory_archived *ret_archived, GError **error)
{
    __attribute__((cleanup(import_clear))) struct import i = {.m = m, .in = {.lock = -1}, .trusted = trusted, .watch = watch};
    *ret_archived = (memory_archived){0};
    numbers_init(&i.numbers);
    incoming_frames_init(&i.frames);
    if (!staging_open(&i.in, m->dir, file, watch, error) || !staging_tell(&i.in, ret_archived, error) ||
        !find_known(&i, ret_archived, error))
        return false;
    if (ret_archived->known)
        return true;
    if (!refuse_findings(&i, file, error) || !incoming_frames_write(&i.frames, &i.in, watch, error) ||
        !write_all(&i, ret_archived, error))
        return false;
    if (!ret_archived->known) {
        ret_archived->run = i.run;
        ret_archived->lessons = i.lessons;
        ret_archived->bytes = i.frames.bytes;
    }
    return true;
}
