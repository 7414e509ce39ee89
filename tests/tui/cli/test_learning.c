/* Which episode of a learning is next. */

#include "tui/cli/learning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct learning l;

static int setup(void **state)
{
    (void)state;
    l = (struct learning){.practice = true, .seed = 1, .seeds = 7, .round = 1};
    l.pool = g_ptr_array_new_with_free_func((GDestroyNotify)learn_task_free);
    l.episodes = g_ptr_array_new_with_free_func((GDestroyNotify)memory_episode_free);
    l.left = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (int i = 0; i < 2; i++) {
        struct learn_task *task = g_new0(struct learn_task, 1);
        *task = (struct learn_task){.path = g_strdup(i ? "b" : "a"), .goal = g_strdup("stick"), .group = g_strdup("")};
        g_ptr_array_add(l.pool, task);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_ptr_array_unref(l.pool);
    g_ptr_array_unref(l.episodes);
    g_hash_table_unref(l.left);
    return 0;
}

static struct memory_episode *begin(const char *path, gint64 seed)
{
    struct memory_episode *e = g_new0(struct memory_episode, 1);
    e->id = e->run = l.episodes->len + 1;
    e->round = l.round;
    e->seed = seed;
    e->task = g_strdup(path);
    g_ptr_array_add(l.episodes, e);
    return e;
}

static void assert_next(const char *path, gint64 seed)
{
    struct learn_next next = learning_next(&l);
    assert_non_null(next.task);
    assert_string_equal(next.task->path, path);
    assert_int_equal(next.seed, seed);
}

static void practice__five_at_most_are_wanted(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 5; seed++) {
        assert_next("a", seed);
        begin("a", seed);
    }
    assert_next("b", 1); /* the five may succeed */
    ((struct memory_episode *)l.episodes->pdata[2])->outcome = g_strdup("failed");
    assert_next("a", 6);
    begin("a", 6)->outcome = g_strdup("failed");
    begin("a", 7)->outcome = g_strdup("failed");
    assert_next("b", 1); /* no seed is left */
    assert_int_equal(learning_count(&l, "a").tries, 3);
    assert_int_equal(learning_count(&l, "a").open, 4);
}

static void evaluation__each_with_each(void **state)
{
    (void)state;
    l.practice = false;
    l.seeds = 2;
    for (int i = 0; i < 4; i++) {
        const char *path = i < 2 ? "a" : "b";
        assert_next(path, 1 + i % 2);
        assert_false(learning_is_done(&l));
        begin(path, 1 + i % 2)->outcome = g_strdup("success");
    }
    assert_null(learning_next(&l).task);
    assert_true(learning_is_done(&l));
}

static void dropped__comes_first__once_in_a_process(void **state)
{
    (void)state;
    begin("a", 1);
    struct memory_episode *again = begin("b", 4);
    again->run = 0;
    assert_next("b", 4);
    assert_ptr_equal(learning_next(&l).again, again);
    g_hash_table_add(l.left, g_memdup2(&again->id, sizeof again->id));
    assert_next("a", 2);
    g_ptr_array_set_size(l.pool, 1); /* the pool has that task no more */
    g_hash_table_remove_all(l.left);
    assert_next("a", 2);
    assert_false(learning_is_done(&l));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(practice__five_at_most_are_wanted, setup, teardown),
        cmocka_unit_test_setup_teardown(evaluation__each_with_each, setup, teardown),
        cmocka_unit_test_setup_teardown(dropped__comes_first__once_in_a_process, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
