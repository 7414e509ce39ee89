/* The program: history DIR STEPS FRAMES SEED [JSON-LINES]. */

#include "tests/bench/history/history.h"

#include "memory/notes.h"
#include "memory/sqlite/store.h"

#include <stdio.h>

#define BATCH 2000 /* steps in one transaction */

static gint64 clock_us = 1672531200 * (gint64)G_USEC_PER_SEC; /* 2023-01-01 */

/* In place of GLib's: the store tells years, and the same ones every time. */
gint64 g_get_real_time(void)
{
    return clock_us += 137;
}

void history_wait_us(gint64 us)
{
    clock_us += us;
}

/* ---- many calls in one transaction ---- */

static gboolean execute(memory *m, const char *sql, GError **error)
{
    int rc = sqlite3_exec(m->db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        store_set_error(m->db, rc, sql, error);
    return rc == SQLITE_OK;
}

/* What memory/'s calls begin and end with does nothing here: one commit holds BATCH steps, and nobody waits for the disk. */
static gboolean batch(memory *m, GError **error)
{
    static const char *const both[] = {"BEGIN IMMEDIATE", "COMMIT"};
    for (gsize i = 0; i < G_N_ELEMENTS(both); i++) {
        sqlite3_stmt *nothing = NULL;
        int rc = sqlite3_prepare_v3(m->db, "SELECT 1", -1, SQLITE_PREPARE_PERSISTENT, &nothing, NULL);
        if (rc != SQLITE_OK) {
            store_set_error(m->db, rc, "prepare", error);
            return FALSE;
        }
        g_hash_table_insert(m->statements, (gpointer)both[i], nothing);
    }
    return execute(m, "PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN IMMEDIATE", error);
}

static gboolean next_batch(struct history *h, GError **error)
{
    if (h->made % (20 * BATCH) == 0)
        fprintf(stderr, "%" G_GINT64_FORMAT " steps\n", h->made);
    return execute(h->m, "COMMIT", error) && execute(h->m, "BEGIN IMMEDIATE", error);
}

/* ---- runs ---- */

static const char *const apps[] = {"chromium", "xterm", "mousepad", "libreoffice", "xcalc", "thunar", "gimp", "doom"};
static const char *const tags[] = {"nightly", "regression", "to-teach", "odd"};

static gboolean end(struct history *h, gint64 run, GError **error)
{
    static const struct {
        const char *outcome;
        guint permille;
    } ends[] = {{"success", 600}, {"failed", 160}, {"stopped", 110}, {"budget", 50}, {"error", 60}};
    guint at = dice_below(&h->dice, 1000);
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (at < ends[i].permille)
            return memory_run_end(h->m, run, ends[i].outcome, NULL, error);
        at -= ends[i].permille;
    }
    return memory_run_set_status(h->m, run, "paused", error);
}

gboolean history_run(struct history *h, gint64 length, GError **error)
{
    const char *app = apps[dice_below(&h->dice, dice_below(&h->dice, G_N_ELEMENTS(apps)) + 1)];
    g_autoptr(GString) task = g_string_new(NULL);
    words_append(h->words, &h->dice, task, 8);
    const struct memory_run row = {.task = task->str,
                                   .agent = (char *)"cradle",
                                   .brain = (char *)"claude",
                                   .profile = (char *)app,
                                   .app = (char *)app,
                                   .display = (char *)":99",
                                   .mode = (char *)"step",
                                   .options = (char *)"{}",
                                   .status = (char *)"running"};
    gint64 run = 0;
    gboolean ok = memory_run_add(h->m, &row, &run, error);
    for (gint64 step = 1; ok && step <= length; step++) {
        ok = history_step(h, run, step, app, error);
        if (ok && ++h->made % BATCH == 0)
            ok = next_batch(h, error);
    }
    if (ok && dice_permille(&h->dice, 30)) {
        const struct memory_note tag = {.run = run,
                                        .kind = (char *)"tag",
                                        .by = (char *)"ann",
                                        .text = (char *)tags[dice_below(&h->dice, G_N_ELEMENTS(tags))]};
        ok = memory_note_add(h->m, &tag, NULL, error);
    }
    history_wait_us((gint64)dice_below(&h->dice, 3600) * G_USEC_PER_SEC);
    return ok && end(h, run, error);
}

/* Most are short; one in the middle has a tenth of all steps. */
static gboolean all_runs(struct history *h, GError **error)
{
    gboolean ok = TRUE, great = FALSE;
    while (ok && h->made < h->steps) {
        gint64 length = 3 + dice_below(&h->dice, 20 + dice_below(&h->dice, 700));
        if (!great && h->made > h->steps * 2 / 5) {
            length = h->steps / 10;
            great = TRUE;
        }
        ok = history_run(h, MIN(length, h->steps - h->made), error);
    }
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "history DIR STEPS FRAMES SEED [JSON-LINES]: makes a store of so many steps in DIR\n");
        return 1;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = memory_open(argv[1], true, &error);
    struct history h = {.m = m, .words = words_new(), .dice = {g_ascii_strtoull(argv[4], NULL, 10)}};
    h.steps = g_ascii_strtoll(argv[2], NULL, 10);
    h.frames = g_ascii_strtoll(argv[3], NULL, 10);
    h.lines = argc > 5 ? fopen(argv[5], "w") : NULL;
    gboolean ok = m && batch(m, &error) && all_runs(&h, &error) && execute(m, "COMMIT", &error);
    if (!ok)
        fprintf(stderr, "%s\n", error ? error->message : "?");
    if (h.lines && fclose(h.lines) != 0)
        ok = FALSE;
    words_free(h.words);
    return ok ? 0 : 1;
}
