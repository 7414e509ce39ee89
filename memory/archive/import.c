/* An archive into the store: verified as it is, then its rows with new numbers, its frames, its chain, its texts, in one
 * transaction. */

#include "memory/archive/frames.h"
#include "memory/archive/renumber.h"
#include "memory/archive/verify.h"
#include "memory/chain/bound.h"
#include "memory/chain/skill_chain.h"
#include "memory/pictures.h"
#include "memory/port/rows.h"
#include "memory/port/upkeep.h"

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
    archive_staging_clear(&i->in);
    renumber_clear(&i->numbers);
}

/* ---- rows ---- */

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

/* How a skill came out elsewhere has no say in its stage here: it was before that began. */
static bool outcome_time(const struct import *i, const copy_row *row, struct copy_value *ret_value, GError **error)
{
    gint64 stage_us = 0, at_us = copy_integer(row, "at_us");
    g_autofree char *skill = copy_text(row, "skill"), *sha256 = copy_text(row, "sha256");
    if (!rows_skill_stage_time(i->m, skill, sha256, &stage_us, doing, error))
        return false;
    *ret_value = (struct copy_value){COPY_INTEGER, stage_us ? MIN(at_us, stage_us - 1) : at_us, NULL};
    return true;
}

static bool change_value(void *user, const char *table, const char *column, const copy_row *row, struct copy_value *ret_value,
                         GError **error)
{
    const struct import *i = user;
    const struct moved *m = moved_find(table, column);
    bool withdrawn = !i->trusted && g_str_equal(table, "lessons") && !copy_integer(row, "withdrawn_us");
    gint64 value = copy_integer(row, column);
    if (!g_str_equal(table, "runs") && (g_str_equal(column, "run") || g_str_equal(column, "source_run")))
        *ret_value =
            (struct copy_value){COPY_INTEGER, value == i->in.run ? i->run : 0, NULL}; /* another run means nothing here */
    else if (withdrawn && g_str_equal(column, "withdrawn_us"))
        *ret_value = (struct copy_value){COPY_INTEGER, g_get_real_time(), NULL};
    else if (withdrawn && g_str_equal(column, "reason"))
        *ret_value = (struct copy_value){COPY_TEXT, 0, "imported"};
    else if (g_str_equal(table, "skill_versions") && g_str_equal(column, "author"))
        *ret_value = (struct copy_value){COPY_TEXT, 0, "import"};
    else if (g_str_equal(table, "outcomes") && g_str_equal(column, "at_us"))
        return outcome_time(i, row, ret_value, error);
    else if (m && m->becomes == LEFT_OUT)
        *ret_value = (struct copy_value){COPY_NULL, 0, NULL};
    else if (m)
        *ret_value = (struct copy_value){COPY_INTEGER, m->becomes == NO_ROW ? 0 : renumber_find(&i->numbers, m->of, value), NULL};
    return true;
}

/* Of what outlives runs the store's own stays. */
static bool is_here(void *user, const char *table, const copy_row *row, bool *ret_here, GError **error)
{
    const struct import *i = user;
    GError *local = NULL;
    guint64 print;
    gint64 id = 0;
    if (g_str_equal(table, "pictures")) {
        g_autofree char *hash = copy_text(row, "hash");
        *ret_here = memory_picture_get(i->m, hash, &print, &local);
    } else if (g_str_equal(table, "skill_versions")) {
        g_autofree char *name = copy_text(row, "name"), *sha256 = copy_text(row, "sha256");
        *ret_here = rows_skill_find(i->m, name, sha256, &id, doing, &local) && id;
    }
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

static bool keep_number(void *user, const char *table, gint64 before, gint64 now, GError **error)
{
    struct import *i = user;
    gint64 stage = 0;
    if (g_str_equal(table, "runs"))
        i->run = now;
    if (g_str_equal(table, "lessons") && !i->trusted)
        i->lessons++;
    renumber_add(&i->numbers, table, before, now);
    /* known by its hash, and nothing else: the store has no word of a person about it */
    return !g_str_equal(table, "skill_versions") ||
           (skill_chain_add(i->m, "version", now, error) &&
            rows_skill_stage_add(i->m, now, "imported", "import", "with a run", &stage, doing, error) &&
            skill_chain_add(i->m, "stage", stage, error));
}

static const struct copy_hooks hooks = {change_value, is_here, keep_number};

/* ---- what the run is here ---- */

static bool bind(const struct import *i, const char *stage, gint64 at_us, GError **error)
{
    const struct memory_entry entry = {.run = i->run, .at_us = at_us, .stage = (char *)stage, .by = (char *)"import"};
    return bound_append(i->m, &entry, 0, error);
}

/* A process of another machine cannot drive it here, and its sandbox's numbers mean others. */
static bool settle(const struct import *i, GError **error)
{
    static const char reason[] = "it had not ended when it was exported";
    gint64 now = g_get_real_time();
    g_autofree char *status = rows_run_status(i->m, i->run, doing, error);
    return status && bind(i, "display", now, error) &&
           (g_str_equal(status, "ended") ||
            (rows_run_set_end(i->m, i->run, "stopped", reason, now, doing, error) && bind(i, "ended", now, error)));
}

static bool write_origin(struct import *i, GError **error)
{
    gint64 now = g_get_real_time();
    return copy_set_origin(&i->in, i->m, i->run, now, i->trusted, error) && bind(i, "imported", now, error);
}

/* Triggers have made gists of its steps before the rows were there that they tell of. */
static bool make_gists(struct import *i, GError **error)
{
    return i->trusted ? memory_gists_make(i->m, i->run, error) : memory_gists_drop(i->m, i->run, error);
}

static bool find_known(struct import *i, memory_archived *told, GError **error)
{
    gint64 run = 0, rows = 0;
    if (!copy_find(i->m, i->in.identity, &run, &rows, error))
        return false;
    if (run) {
        told->known = true;
        told->run = run;
        told->longer = told->journal_rows > rows;
    }
    return true;
}

static bool write_all(struct import *i, memory_archived *told, GError **error)
{
    if (!store_begin_sure(i->m, doing, error))
        return false;
    /* asked again: another process may have been here */
    bool ok = find_known(i, told, error) &&
              (told->known || (copy_run(&i->in, i->m, JOURNAL_ZERO, &hooks, i, i->watch, error) &&
                               renumber_write_chain(i->in.m, i->in.run, i->m, i->run, &i->numbers, i->watch, error) &&
                               settle(i, error) && write_origin(i, error) && upkeep_texts_make(i->m, i->run, error) &&
                               make_gists(i, error) && incoming_frames_place(&i->frames, i->m, error)));
    if (store_end(i->m, ok && !told->known, doing, error))
        return true;
    memory_frames_take_back(i->m, i->frames.placed);
    return ok && told->known;
}

static bool refuse_findings(struct import *i, const char *file, GError **error)
{
    g_autoptr(GPtrArray) findings = archive_verify(&i->in, error);
    if (findings && findings->len)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "%s was not imported: %s%s (reins memory verify %s lists all findings)", file, (char *)findings->pdata[0],
                    findings->len > 1 ? " and more" : "", file);
    return findings && !findings->len;
}

bool memory_archive_import(memory *m, const char *file, bool trusted, const struct memory_watch *watch,
                           memory_archived *ret_archived, GError **error)
{
    __attribute__((cleanup(import_clear))) struct import i = {.m = m, .in = {.lock = -1}, .trusted = trusted, .watch = watch};
    *ret_archived = (memory_archived){0};
    renumber_init(&i.numbers);
    incoming_frames_init(&i.frames);
    if (!archive_staging_open(&i.in, store_dir(m), file, watch, error) || !archive_staging_tell(&i.in, ret_archived, error) ||
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
