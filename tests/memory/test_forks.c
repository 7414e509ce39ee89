/* Forks in the store: whose rows tell of a step, what was remembered then, and that nobody changes whose child a run is. */

#include "tests/memory/common.h"

#include "memory/pages.h"

static void fork__past__is_its_parents(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m), fork = 0, of = 0;
    const struct memory_run row = {.task = (char *)"again", .parent = run, .parent_step = 1};
    assert_true(memory_state_set(m, run, 1, "{\"stack\":[1]}", NULL));
    assert_true(memory_run_add(m, &row, &fork, NULL));
    assert_int_equal(memory_run_of_step(m, fork, 1, NULL), run);
    assert_int_equal(memory_run_of_step(m, fork, 2, NULL), fork);
    g_autofree char *then = memory_state_at(m, fork, 1, &of, NULL);
    assert_string_equal(then, "{\"stack\":[1]}");
    assert_int_equal(of, 1);
    assert_int_equal(memory_newest_fork(m, run, NULL), fork);
    assert_int_equal(memory_newest_fork(m, fork, NULL), 0);
}

static void fork__parent_changed__is_found(void **state)
{
    (void)state;
    static const char *const tampered[] = {"UPDATE runs SET parent_step = 2 WHERE id = 2",
                                           "UPDATE runs SET parent = 0 WHERE id = 2"};
    for (guint i = 0; i < G_N_ELEMENTS(tampered); i++) {
        g_autofree char *dir = new_dir();
        g_autoptr(memory) m = open_store(dir);
        gint64 fork = 0;
        const struct memory_run row = {.task = (char *)"again", .parent = add_story(m), .parent_step = 1};
        assert_true(memory_run_add(m, &row, &fork, NULL));
        assert_clean(m);
        tamper(dir, tampered[i]);
        assert_finding(m, "run 2: the run that it was forked from was changed");
    }
}

/* The journal of one step, found without reading all of it, is what the whole has of it. */
static void journal__one_step__is_what_the_whole_has(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "many steps");
    for (gint64 step = 1; step <= 40; step++) {
        assert_true(memory_step_begin(m, run, step, NULL));
        if (step > 1)
            assert_true(memory_step_set_success(m, run, step - 1, "yes", NULL)); /* said of a step in the next one */
        for (gint64 i = 0; i < step % 4; i++)
            assert_true(memory_journal_add(m, run, step, 0, "note", "test", NULL, NULL, NULL));
        assert_true(memory_step_end(m, run, step, "x", NULL, "none", NULL, NULL));
    }
    g_autoptr(GPtrArray) all = memory_journal(m, run, NULL);
    for (gint64 step = 1; step <= 40; step++) {
        g_autoptr(GPtrArray) rows = memory_journal_step(m, run, step, NULL);
        guint at = 0;
        for (guint i = 0; i < all->len; i++) {
            const struct memory_entry *e = all->pdata[i];
            if (e->step != step)
                continue;
            assert_true(at < rows->len);
            assert_int_equal(((const struct memory_entry *)rows->pdata[at++])->seq, e->seq);
        }
        assert_int_equal(at, rows->len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fork__past__is_its_parents),
        cmocka_unit_test(fork__parent_changed__is_found),
        cmocka_unit_test(journal__one_step__is_what_the_whole_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
