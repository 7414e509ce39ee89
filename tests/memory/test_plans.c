/* Every statement that memory/ runs is backed by an index, and stays quick in a store of 100,000 steps. */

#include "tests/memory/common.h"

#include "memory/docs.h"
#include "memory/knowledge.h"
#include "memory/learnings.h"
#include "memory/notes.h"
#include "memory/pages.h"
#include "memory/pictures.h"
#include "memory/plans.h"
#include "memory/recalls.h"
#include "memory/skills.h"
#include "memory/sqlite/store.h"

#include <time.h>

/* Statements that look at all rows because that is what they are for. */
static const char *const whole[] = {
    "FROM runs ORDER BY id DESC LIMIT ?",                /* the list of runs */
    "journal_hash, status = 'ended' FROM runs",          /* verify */
    "FROM frames WHERE gone_us = 0 GROUP BY hash",       /* verify */
    "SELECT DISTINCT run FROM frames WHERE gone_us = ?", /* forgetting: which runs lost a picture */
    "FROM skill_journal",                                /* verify */
    "SELECT id FROM skill_versions v WHERE NOT EXISTS",  /* verify */
    "SELECT id FROM skill_stages s WHERE NOT EXISTS",
    "pragma_foreign_key_check",                                      /* verify */
    "max(id) FROM texts WHERE run = runs.id) FROM runs ORDER BY id", /* where the texts of each run stand */
    "ended_us < ? ORDER BY id",                                      /* prune */
    "FROM docs INDEXED BY docs_by_element",                          /* all documents, of one program or all */
    "FROM knowledge INDEXED BY knowledge_by_subject",                /* all of it */
    "SELECT count(*) FROM plans WHERE newest",                       /* an episode's end: how many are remembered */
    "FROM plans INDEXED BY plans_by_goal",                           /* all plans, of one program or all */
};

static bool may_scan(const char *sql)
{
    for (guint i = 0; i < G_N_ELEMENTS(whole); i++) {
        if (strstr(sql, whole[i]))
            return true;
    }
    return false;
}

static int check_plan(sqlite3 *db, const char *sql)
{
    g_autofree char *explain = g_strconcat("EXPLAIN QUERY PLAN ", sql, NULL);
    sqlite3_stmt *plan = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, explain, -1, &plan, NULL), SQLITE_OK);
    int rows = 0;
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        rows++;
        bool scan = g_str_has_prefix(detail, "SCAN ") && !strstr(detail, "VIRTUAL TABLE") && !strstr(detail, "CONSTANT ROW");
        bool sort = strstr(detail, "USE TEMP B-TREE") && !strstr(sql, "MATCH"); /* search sorts what it found by rank */
        if ((scan && !may_scan(sql)) || sort)
            fail_msg("%s\n   in %s", detail, sql);
    }
    sqlite3_finalize(plan);
    return rows;
}

/* What pages.h and its neighbours ask. */
static void look_back(memory *m, gint64 run)
{
    static const char *const kinds[] = {"rejected", "stale", NULL};
    const struct memory_note note = {.run = run, .step = 1, .kind = (char *)"pin", .by = (char *)"ann", .text = (char *)""};
    gint64 id = 0;
    guint64 print;
    g_ptr_array_unref(memory_runs_page(m, NULL, 7, 20, NULL));
    g_ptr_array_unref(memory_steps_page(m, run, 3, 20, NULL));
    g_ptr_array_unref(memory_proposals_page(m, run, 3, 20, NULL));
    g_ptr_array_unref(memory_marks(m, run, 3, 20, NULL));
    memory_last_step(m, run, NULL);
    g_array_unref(memory_frame_steps(m, run, 1, 20, true, NULL));
    g_array_unref(memory_frame_steps(m, run, 9, 20, false, NULL));
    g_ptr_array_unref(memory_runs_page_up(m, NULL, 7, 20, NULL));
    memory_mark_next(m, run, 1, kinds, true, NULL);
    memory_mark_next(m, run, 5, kinds, false, NULL);
    assert_true(memory_note_add(m, &note, &id, NULL));
    g_ptr_array_unref(memory_notes(m, run, 1, NULL));
    g_ptr_array_unref(memory_notes(m, run, -1, NULL));
    assert_true(memory_note_withdraw(m, id, "ann", NULL));
    const struct memory_doc doc = {
        .by = (char *)"ann", .app = (char *)"xcalc", .element = (char *)"00ff", .text = (char *)"clears"};
    const struct memory_doc version = {.by = (char *)"ann", .text = (char *)"clears all", .uses = 1};
    assert_true(memory_doc_add(m, &doc, &id, NULL) && memory_doc_change(m, id, &version, NULL));
    assert_true(memory_doc_count(m, id, &version, NULL) && memory_doc_withdraw(m, id, "wrong", NULL));
    g_ptr_array_unref(memory_doc_versions(m, id, NULL));
    g_ptr_array_unref(memory_docs(m, "xcalc", "00ff", false, NULL));
    struct memory_plan plan = {
        .run = run, .step = 1, .by = (char *)"model", .app = (char *)"world", .goal = (char *)"stick", .text = (char *)"craft"};
    const struct memory_plans_asked of_one = {.app = "world", .goal = "stick"}, of_app = {.app = "world"};
    gint64 reference = 0;
    assert_true(memory_plan_add(m, &plan, &id, NULL) && memory_plan_change(m, id, &plan, NULL));
    assert_true(memory_plan_count(m, id, true, NULL) && memory_plan_fold(m, &plan, &id, 1, &reference, NULL));
    g_ptr_array_unref(memory_plan_versions(m, id, NULL));
    g_ptr_array_unref(memory_plan_sources(m, reference, NULL));
    g_ptr_array_unref(memory_plans(m, &of_one, NULL));
    g_ptr_array_unref(memory_plans(m, &of_app, NULL));
    assert_true(memory_plan_withdraw(m, reference, "wrong", NULL));
    struct memory_paragraph paragraph = {
        .by = (char *)"ann", .app = (char *)"world", .subject = (char *)"stick", .text = (char *)"of planks"};
    struct memory_built built;
    g_autoptr(GPtrArray) said = g_ptr_array_new();
    g_ptr_array_add(said, &paragraph);
    assert_true(memory_knowledge_build(m, "world", "file", said, &built, NULL));
    assert_true(memory_paragraph_add(m, &paragraph, &id, NULL) && memory_paragraph_change(m, id, &paragraph, NULL));
    assert_true(memory_paragraph_withdraw(m, id, "wrong", NULL));
    g_ptr_array_unref(memory_paragraph_versions(m, id, NULL));
    g_ptr_array_unref(memory_knowledge(m, "world", false, NULL));
    g_ptr_array_unref(memory_knowledge(m, NULL, true, NULL));
    const struct memory_learning learning = {.agent = (char *)"gitm", .words = (char *)"learn"};
    struct memory_episode episode = {.round = 1, .task = (char *)"a", .goal = (char *)"stick"};
    struct memory_run episodes_run = {.task = (char *)"stick"};
    assert_true(memory_learning_add(m, &learning, &episode.learning, NULL) && memory_episode_add(m, &episode, &id, NULL));
    episodes_run.episode = id;
    assert_true(memory_run_add(m, &episodes_run, &episodes_run.id, NULL) && memory_episode_drop(m, id, NULL));
    assert_true(memory_episode_done(m, id, NULL, NULL) && memory_learning_end(m, episode.learning, true, NULL));
    assert_true(memory_episode_leave(m, id, "left out", "why", NULL));
    memory_learning_free(memory_learning_get(m, 0, NULL));
    g_ptr_array_unref(memory_episodes(m, episode.learning, NULL));
    g_ptr_array_unref(memory_recalls(m, run, 1, NULL));
    g_ptr_array_unref(memory_recalled_by(m, run, 1, NULL));
    memory_picture_get(m, "ab", &print, NULL);
}

/* Everything once, so that the cache holds every statement. */
static void use_everything(memory *m, gint64 run)
{
    struct memory_run *one = memory_run_get(m, run, NULL);
    memory_run_free(one);
    for (gint64 step = 0; step < 2; step++) {
        g_ptr_array_unref(memory_frames(m, run, step, NULL));
        g_ptr_array_unref(memory_calls(m, run, step, NULL));
        g_ptr_array_unref(memory_proposals(m, run, step, NULL));
        g_ptr_array_unref(memory_summaries(m, run, step, NULL));
    }
    g_ptr_array_unref(memory_runs(m, NULL, 20, NULL));
    look_back(m, run);
    g_ptr_array_unref(memory_runs(m, "paused", 20, NULL));
    g_ptr_array_unref(memory_runs_left(m, NULL));
    g_ptr_array_unref(memory_steps(m, run, NULL));
    g_ptr_array_unref(memory_journal(m, run, NULL));
    g_ptr_array_unref(memory_search(m, "word", 20, NULL));
    g_ptr_array_unref(memory_verify(m, NULL));
    g_free(memory_state_at(m, run, G_MAXINT64, NULL, NULL));
    g_free(memory_fired(m, run, 1, NULL));
    struct memory_pruned pruned;
    assert_true(memory_state_set(m, run, 1, "{}", NULL));
    assert_true(memory_outcome_add(m, "s", NULL, "fired", run, 1, NULL));
    assert_true(memory_prune(m, 1, true, &pruned, NULL));
}

static void plans__every_statement__uses_an_index(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    use_everything(m, run);
    int statements = 0;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (sqlite3_stmt *s = sqlite3_next_stmt(m->db, NULL); s; s = sqlite3_next_stmt(m->db, s))
        g_ptr_array_add(texts, g_strdup(sqlite3_sql(s)));
    for (guint i = 0; i < texts->len; i++) {
        const char *sql = texts->pdata[i];
        if (g_str_has_prefix(sql, "SELECT") || g_str_has_prefix(sql, "UPDATE") || g_str_has_prefix(sql, "DELETE"))
            statements += check_plan(m->db, sql) > 0;
    }
    assert_true(statements > 25);
}

/* Processor time: what a query costs does not depend on what else the machine does. */
static double spent_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void plans__hundred_thousand_steps__stay_quick(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    tamper(dir, "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 501)"
                " INSERT INTO runs(id, status, started_us, journal_hash, task) SELECT i, 'ended', i, '0', 'task ' || i FROM n;"
                "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)"
                " INSERT INTO steps(run, step, started_us, task, action) SELECT 2 + i / 200, 1 + i % 200, i, 'subtask', "
                "'{\"skill\":\"x\"}' FROM n;"
                "INSERT INTO proposals(run, id, step, at_us, tier, edited_from, action) SELECT run, step, step, 1, 1, 0, action "
                "FROM steps WHERE run > 1;"
                "INSERT INTO texts(kind, part, ref, run, step, text) SELECT 'proposal', 'action', id + 1000, run, step,"
                " 'press the button number ' || id || ' of the calculator' FROM steps WHERE run > 1;"
                "INSERT INTO calls(run, step, module, status, attempt, started_us, cost, prompt)"
                " SELECT run, step, 'plan', 'done', 1, 1, 0.01, printf('%.2000c', 'p') FROM steps WHERE run > 1;");
    g_autoptr(GError) error = NULL;
    double start = spent_s();
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 0, &error);
    double runs_s = spent_s() - start;
    assert_int_equal(runs->len, 501);
    assert_int_equal(((struct memory_run *)runs->pdata[0])->steps, 200);
    start = spent_s();
    g_autoptr(GPtrArray) steps = memory_steps(m, 250, &error);
    double steps_s = spent_s() - start;
    assert_int_equal(steps->len, 200);
    start = spent_s();
    g_autoptr(GPtrArray) hits = memory_search(m, "button 4711", 20, &error);
    double search_s = spent_s() - start;
    assert_int_equal(hits->len, 1);
    start = spent_s();
    add_entry(m, run, 2, 3, "note");
    double append_s = spent_s() - start;
    print_message("100,000 steps: runs %.1f ms, steps of a run %.2f ms, search %.2f ms, append %.2f ms\n", runs_s * 1e3,
                  steps_s * 1e3, search_s * 1e3, append_s * 1e3);
    /* an order above what a slow machine needs, far below what reading every row would take */
    assert_true(runs_s < 1.0 && steps_s < 0.2 && search_s < 0.5 && append_s < 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans__every_statement__uses_an_index),
        cmocka_unit_test(plans__hundred_thousand_steps__stay_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
