#ifndef TESTS_MEMORY_COMMON_H
#define TESTS_MEMORY_COMMON_H

/* What the tests of memory/ share: a store in a folder of its own, a small run to put into it, a second hand on the file. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first */
#include <cmocka.h>

#include "memory/memory.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#define assert_no_error(error)                                                                                                   \
    do {                                                                                                                         \
        if (error)                                                                                                               \
            fail_msg("unexpected error: %s", (error)->message);                                                                  \
    } while (0)

#define assert_error(error, number)                                                                                              \
    do {                                                                                                                         \
        assert_non_null(error);                                                                                                  \
        if (!g_error_matches(error, MEMORY_ERROR, number))                                                                       \
            fail_msg("another error than expected: %s", (error)->message);                                                       \
    } while (0)

static inline char *new_dir(void)
{
    g_autofree char *pattern = g_build_filename(g_get_tmp_dir(), "memory-XXXXXX", NULL);
    assert_non_null(g_mkdtemp(pattern));
    return g_build_filename(pattern, "store", NULL);
}

static inline memory *open_store(const char *dir)
{
    g_autoptr(GError) error = NULL;
    memory *m = memory_open(dir, true, &error);
    assert_no_error(error);
    assert_non_null(m);
    return m;
}

static inline gint64 add_run(memory *m, const char *task)
{
    g_autoptr(GError) error = NULL;
    const struct memory_run run = {
        .task = (char *)task,
        .agent = (char *)"cradle",
        .brain = (char *)"demo",
        .profile = (char *)"xcalc",
        .app = (char *)"xcalc",
        .display = (char *)":99",
        .mode = (char *)"step",
        .options = (char *)"{\"max_steps\":50}",
    };
    gint64 id = 0;
    bool added = memory_run_add(m, &run, &id, &error);
    assert_no_error(error);
    assert_true(added);
    assert_true(id > 0);
    return id;
}

static inline void add_proposal(memory *m, gint64 run, gint64 step, gint64 id, const char *action, gint64 edited_from)
{
    g_autoptr(GError) error = NULL;
    const struct memory_proposal p = {
        .run = run,
        .step = step,
        .id = id,
        .action = (char *)action,
        .timeline = (char *)"{\"events\":[]}",
        .digest = (char *)"aa",
        .rule = (char *)"default",
        .target = (char *)"{\"x\":412,\"y\":388}",
        .tier = 1,
        .edited_from = edited_from,
        .by = (char *)(edited_from ? "human" : "model"),
    };
    assert_true(memory_proposal_add(m, &p, &error));
    assert_no_error(error);
}

static inline void add_decision(memory *m, gint64 run, gint64 proposal, const char *verdict, const char *reason)
{
    g_autoptr(GError) error = NULL;
    assert_true(memory_decision_add(m, run, proposal, verdict, "human", reason, &error));
    assert_no_error(error);
}

static inline void add_entry(memory *m, gint64 run, gint64 step, gint64 proposal, const char *stage)
{
    g_autoptr(GError) error = NULL;
    assert_true(memory_journal_add(m, run, step, proposal, stage, "engine", "aa", "{\"n\":1}", &error));
    assert_no_error(error);
}

/* Writes a frame's file and names it. The bytes need not be a picture. Returns its path. */
static inline char *add_frame(memory *m, gint64 run, gint64 step, const char *bytes)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, bytes, -1);
    char *path = memory_frame_path(m, hash);
    assert_true(g_file_set_contents(path, bytes, -1, NULL));
    const struct memory_frame f = {.run = run, .step = step, .hash = hash, .role = (char *)"after", .width = 1280, .height = 720};
    assert_true(memory_frame_add(m, &f, &error));
    assert_no_error(error);
    return path;
}

/* A run with two steps, an edit, a rejection, frames, calls, a summary and a journal: something of everything. */
static inline gint64 add_story(memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "compute 12 × 34");
    assert_true(memory_run_set_status(m, run, "running", &error));
    for (gint64 step = 1; step <= 2; step++) {
        assert_true(memory_step_begin(m, run, step, &error));
        g_autofree char *bytes = g_strdup_printf("picture %d of run %d", (int)step, (int)run);
        g_free(add_frame(m, run, step, bytes));
        struct memory_call call = {
            .run = run,
            .step = step,
            .module = (char *)"plan",
            .brain = (char *)"demo",
            .prompt = (char *)"{\"system\":\"You play\",\"user\":\"press\\na key\"}",
            .reply = (char *)"{\"reasoning\":\"the d\\u00efsplay\\nshows twelve\"}",
            .output = (char *)"{\"reasoning\":\"the dïsplay\\nshows twelve\"}",
            .ms = 12,
            .tokens_in = 100,
            .tokens_out = 10,
            .tokens_cached = 60,
            .pictures = 2,
            .cost = 0.25,
        };
        assert_true(memory_call_begin(m, &call, &call.id, &error));
        assert_true(memory_call_end(m, &call, &error));
    }
    add_proposal(m, run, 1, 1, "{\"skill\":\"click_at_position\",\"args\":{\"x\":1},\"reason\":\"the seven\"}", 0);
    add_decision(m, run, 1, "edited", "wrong place");
    add_proposal(m, run, 1, 2, "{\"skill\":\"click_at_position\",\"args\":{\"x\":2},\"reason\":\"the eight\"}", 1);
    add_decision(m, run, 2, "approved", NULL);
    add_entry(m, run, 1, 2, "prepared");
    add_entry(m, run, 1, 2, "granted");
    add_entry(m, run, 1, 2, "fired");
    assert_true(memory_fired_add(m, run, 2, "[{\"index\":0,\"at_ms\":0,\"late_us\":12}]", &error));
    add_entry(m, run, 1, 2, "verified");
    add_proposal(m, run, 2, 3, "{\"skill\":\"type_text\",\"args\":{\"text\":\"rm\"},\"reason\":\"why not\"}", 0);
    add_decision(m, run, 3, "rejected", "do not type a command");
    assert_true(memory_step_end(m, run, 1, "press eight", "{\"skill\":\"click_at_position\",\"args\":{\"x\":2}}", "approved",
                                "changed", &error));
    assert_true(memory_summary_add(m, run, 2, "pressed one digit so far", &error));
    assert_true(memory_run_end(m, run, "stopped", "the person pressed q", &error));
    assert_no_error(error);
    return run;
}

/* Somebody else's hand on the file. */
static inline void tamper(const char *dir, const char *sql)
{
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static inline GPtrArray *verify(memory *m)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *findings = memory_verify(m, &error);
    assert_no_error(error);
    assert_non_null(findings);
    return findings;
}

static inline void assert_clean(memory *m)
{
    g_autoptr(GPtrArray) findings = verify(m);
    if (findings->len)
        fail_msg("%u findings, the first: %s", findings->len, (char *)findings->pdata[0]);
}

/* At least one of the findings holds `part`. */
static inline void assert_finding(memory *m, const char *part)
{
    g_autoptr(GPtrArray) findings = verify(m);
    GString *all = g_string_new(NULL);
    int found = 0;
    for (guint i = 0; i < findings->len; i++) {
        found += strstr(findings->pdata[i], part) != NULL;
        g_string_append_printf(all, "\n  %s", (char *)findings->pdata[i]);
    }
    if (found == 0)
        fail_msg("no finding with \"%s\" among %u:%s", part, findings->len, all->str);
    g_string_free(all, TRUE);
}

#endif
