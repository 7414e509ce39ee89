/* Past steps by what they were about: made with the step, found by words and by picture, gone with what is forgotten. */

#include "tests/memory/common.h"

#include "memory/forget.h"
#include "memory/gists.h"
#include "memory/sqlite/store.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A step that looked at a picture of its own, was described and ended. */
static void add_step(memory *m, gint64 run, gint64 step, const char *subtask, const char *saw, const char *action)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *picture = g_strdup_printf("picture %d of run %d", (int)step, (int)run),
                    *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, picture, -1),
                    *output = g_strdup_printf("{\"description\":\"%s\"}", saw);
    const struct memory_frame frame = {
        .run = run, .step = step, .hash = hash, .role = (char *)"observation", .width = 1, .height = 1};
    struct memory_call call = {
        .run = run, .step = step, .module = (char *)"gather", .says = (char *)"{\"screen\":\"description\"}", .output = output};
    assert_true(memory_step_begin(m, run, step, &error));
    assert_true(memory_frame_add(m, &frame, &error));
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    assert_true(memory_call_end(m, &call, &error));
    add_proposal(m, run, step, step, action, 0);
    assert_true(memory_step_end(m, run, step, subtask, action, "approved", "changed", &error));
    assert_no_error(error);
}

static GPtrArray *worded(memory *m, const char *of, const char *const *words)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *rows = memory_gists_worded(m, words, of, 10, &error);
    assert_no_error(error);
    return rows;
}

static void assert_place(const GPtrArray *rows, guint i, gint64 run, gint64 step)
{
    assert_true(i < rows->len);
    const struct memory_gist *g = rows->pdata[i];
    assert_int_equal(g->run, run);
    assert_int_equal(g->step, step);
}

static void gists__ended_step__says_what_it_was_about(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "send a\nletter");
    add_step(m, run, 1, "open the editor", "a desk\\nwith a letter", "{\"skill\":\"press_key\",\"args\":{\"key\":\"F3\"}}");
    g_autoptr(GPtrArray) rows = worded(m, NULL, WORDS("desk"));
    assert_int_equal(rows->len, 1);
    const struct memory_gist *g = rows->pdata[0];
    assert_string_equal(g->text, "send a letter\nopen the editor\na desk with a letter\npress_key F3\nxcalc xcalc");
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "picture 1 of run 1", -1);
    assert_string_equal(g->frame, hash);
    g_autoptr(GPtrArray) same = memory_gists_of_frame(m, hash, 3, NULL);
    assert_place(same, 0, run, 1);
    assert_int_equal(same->len, 1);
}

/* The picture after the action of the step before is what the next one looks at. */
static void gists__step_that_took_no_picture__looked_at_the_last_one(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    add_step(m, run, 1, "one", "x", "{\"skill\":\"a\"}");
    assert_true(memory_step_begin(m, run, 2, &error));
    add_proposal(m, run, 2, 2, "{\"skill\":\"b\"}", 0);
    assert_true(memory_step_end(m, run, 2, "two", "{\"skill\":\"b\"}", "approved", "changed", &error));
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, "picture 1 of run 1", -1);
    g_autoptr(GPtrArray) same = memory_gists_of_frame(m, hash, 3, &error);
    assert_int_equal(same->len, 2);
    assert_place(same, 0, run, 2);
}

static void gists__step_without_an_action__has_none(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "unusual");
    assert_true(memory_step_begin(m, run, 1, &error));
    assert_true(memory_step_end(m, run, 1, "thinking", NULL, "none", NULL, &error));
    g_autoptr(GPtrArray) rows = worded(m, NULL, WORDS("unusual", "thinking"));
    assert_int_equal(rows->len, 0);
}

static void gists__words__rare_ones_and_many_of_them_first(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    add_step(m, run, 1, "press the button", "dialog with zebra", "{\"skill\":\"a\"}");
    for (gint64 step = 2; step <= 100; step++)
        add_step(m, run, step, "press the button", "dialog", "{\"skill\":\"a\"}");
    g_autoptr(GPtrArray) rows = worded(m, NULL, WORDS("press", "button", "zebra"));
    assert_place(rows, 0, run, 1); /* though 99 newer ones have the common words */
    assert_place(rows, 1, run, 100);
    assert_true(((struct memory_gist *)rows->pdata[0])->rarity > ((struct memory_gist *)rows->pdata[1])->rarity);
    g_autoptr(GPtrArray) of = worded(m, "xcalc", WORDS("zebra")), of_other = worded(m, "xterm", WORDS("zebra"));
    assert_int_equal(of->len, 1);
    assert_int_equal(of_other->len, 0);
}

/* What is asked for comes from a screen: nothing in it is syntax. */
static void gists__hostile_words__are_words(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    add_step(m, add_run(m, "t"), 1, "AND near col", "x", "{\"skill\":\"a\"}");
    g_auto(GStrv) words = memory_gist_words("\" AND NEAR(col:* ^x) \xff\xfe - ' ; DROP TABLE gists; -- NOT OR");
    g_autoptr(GPtrArray) rows = worded(m, "\" OR x:", (const char *const *)words);
    assert_int_equal(rows->len, 0);
    g_autoptr(GPtrArray) all = worded(m, NULL, (const char *const *)words);
    assert_int_equal(all->len, 1);
    g_auto(GStrv) none = memory_gist_words(NULL);
    g_autoptr(GPtrArray) nothing = worded(m, NULL, (const char *const *)none);
    assert_int_equal(nothing->len, 0);
}

static void gists__forgotten_and_pruned__are_not_found(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_run(m, "t"), other = add_run(m, "t");
    for (gint64 step = 1; step <= 2; step++)
        add_step(m, run, step, "zebra", "x", "{\"skill\":\"a\"}");
    add_step(m, other, 1, "zebra", "x", "{\"skill\":\"a\"}");
    assert_true(memory_run_end(m, run, "stopped", "x", &error) && memory_run_end(m, other, "stopped", "x", &error));
    assert_true(memory_forget(m, run, 1, "ann", "private", false, false, &f, &error));
    g_autoptr(GPtrArray) left = worded(m, NULL, WORDS("zebra"));
    assert_int_equal(left->len, 2);
    assert_place(left, 1, run, 2);
    struct memory_pruned pruned;
    assert_true(memory_prune(m, g_get_real_time() + 1, false, &pruned, &error));
    g_autoptr(GPtrArray) none = worded(m, NULL, WORDS("zebra"));
    assert_int_equal(none->len, 0);
    assert_no_error(error);
    gint64 rows = 1;
    assert_true(store_integer(m, "count", 0, &rows, &error, "SELECT count(*) FROM gists", ""));
    assert_int_equal(rows, 0);
    assert_true(store_run(m, "check", &error, "INSERT INTO gist_search(gist_search, rank) VALUES ('integrity-check', 1)", ""));
}

/* As an import does: rows by INSERT, the step before what it was about. */
static void gists__made_for_a_run__from_what_is_there(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    tamper(dir,
           "INSERT INTO steps(run, step, started_us, ended_us, task, action) VALUES (1, 1, 1, 2, 'zebra', '{\"skill\":\"a\"}');"
           "INSERT INTO calls(run, step, module, says, status, attempt, started_us, output) VALUES (1, 1, 'gather',"
           " '{\"screen\":\"description\"}', 'done', 1, 1,"
           " '{\"description\":\"a lion\"}')");
    g_autoptr(GPtrArray) before = worded(m, NULL, WORDS("zebra")), without = worded(m, NULL, WORDS("lion"));
    assert_place(before, 0, run, 1);
    assert_int_equal(without->len, 0);
    assert_true(memory_gists_make(m, run, &error));
    g_autoptr(GPtrArray) after = worded(m, NULL, WORDS("lion"));
    assert_place(after, 0, run, 1);
}

/* A store that is damaged there says so, and nothing else happens. */
static void gists__index_lost__is_an_error(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    add_run(m, "t");
    tamper(dir, "DROP TABLE gist_search");
    assert_null(memory_gists_worded(m, WORDS("zebra", "lion"), NULL, 10, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gists__ended_step__says_what_it_was_about),
        cmocka_unit_test(gists__step_that_took_no_picture__looked_at_the_last_one),
        cmocka_unit_test(gists__step_without_an_action__has_none),
        cmocka_unit_test(gists__words__rare_ones_and_many_of_them_first),
        cmocka_unit_test(gists__hostile_words__are_words),
        cmocka_unit_test(gists__forgotten_and_pruned__are_not_found),
        cmocka_unit_test(gists__made_for_a_run__from_what_is_there),
        cmocka_unit_test(gists__index_lost__is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
