/* Which episode of a learning is next. */

#include "tui/cli/learning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct learning l;
static gint64 now_round; /* of what is begun */

static int setup(void **state)
{
    (void)state;
    now_round = 1;
    l = (struct learning){.way = LEARN_PRACTICE, .seed = 1, .seeds = 7};
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
    e->round = now_round;
    e->seed = seed;
    e->task = g_strdup(path);
    e->group = g_strdup("");
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

/* Whichever run of a round ends first, the others know no more than at its beginning. */
static void rounds__know_the_rounds_before(void **state)
{
    (void)state;
    l.way = LEARN_LISTED;
    l.batch = 2;
    l.epochs = 2;
    l.begun_us = 100;
    assert_int_equal(learning_known_us(&l, 1), 100);
    struct memory_episode *e = begin("a", 1);
    e->outcome = g_strdup("success");
    e->at_us = 150;
    assert_int_equal(learning_known_us(&l, 1), 100);
    assert_int_equal(learning_known_us(&l, 2), 150);
    l.way = LEARN_PRACTICE; /* each try knows those before */
    assert_int_equal(learning_known_us(&l, 1), 0);
}

/* What is beyond --memory-max goes between two rounds. */
static void round__is_closed_by_its_last_episode(void **state)
{
    (void)state;
    struct memory_episode *a = begin("a", 1);
    assert_true(learning_closes(&l, a)); /* there are no rounds */
    l.way = LEARN_LISTED;
    l.batch = 2;
    l.epochs = 2;
    assert_false(learning_closes(&l, a)); /* b was not begun */
    struct memory_episode *b = begin("b", 1);
    assert_false(learning_closes(&l, b));
    a->outcome = g_strdup("failed");
    assert_true(learning_closes(&l, b));
    now_round = 2;
    assert_false(learning_closes(&l, begin("a", 2)));
}

static void tasks_with_the_same_goal__are_told_apart_by_their_files(void **state)
{
    (void)state;
    g_autofree char *twice = learning_name(&l, "pool/a.ini", "stick"), *once = learning_name(&l, "pool/c.ini", "plank");
    assert_string_equal(twice, "stick (a.ini)");
    assert_string_equal(once, "plank");
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
    assert_int_equal(learning_count(&l, (struct learn_which){.path = "a"}).tries, 3);
    assert_int_equal(learning_count(&l, (struct learn_which){.path = "a"}).open, 4);
}

static void evaluation__each_with_each(void **state)
{
    (void)state;
    l.way = LEARN_EVALUATE;
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

static void done(struct memory_episode *e, const char *outcome, const char *reason)
{
    e->outcome = g_strdup(outcome);
    e->reason = g_strdup(reason);
}

static void rounds__in_order__each_when_the_one_before_is_done(void **state)
{
    (void)state;
    l.way = LEARN_LISTED;
    l.epochs = 2;
    l.batch = 1;
    for (now_round = 1; now_round <= 4; now_round++) {
        const char *path = now_round % 2 ? "a" : "b";
        assert_next(path, now_round); /* another world each */
        struct memory_episode *e = begin(path, now_round);
        assert_null(learning_next(&l).task);
        assert_false(learning_is_done(&l));
        done(e, "failed", NULL);
    }
    assert_true(learning_is_done(&l));
    assert_int_equal(learning_count(&l, (struct learn_which){.first_round = 3, .last_round = 4}).tries, 2);
}

static void random__is_the_same_for_a_seed(void **state)
{
    (void)state;
    bool other = false;
    l.way = LEARN_RANDOM;
    l.batch = 1;
    g_autoptr(GPtrArray) first = learning_batch(&l, 1);
    for (gint64 i = 1; i < 40; i++) {
        g_autoptr(GPtrArray) again = learning_batch(&l, 1), later = learning_batch(&l, i);
        assert_ptr_equal(again->pdata[0], first->pdata[0]);
        other = other || later->pdata[0] != first->pdata[0];
    }
    assert_true(other);
    l.batch = 9;
    g_autoptr(GPtrArray) all = learning_batch(&l, 1);
    assert_int_equal(all->len, 2);
    assert_ptr_not_equal(all->pdata[0], all->pdata[1]);
}

static void proposed__what_the_pool_has__else_by_chance(void **state)
{
    (void)state;
    struct learn_task propose = {.path = (char *)LEARN_PROPOSAL, .goal = (char *)"stick, bed"};
    l.way = LEARN_PROPOSE;
    l.epochs = 1;
    l.batch = 1;
    l.propose = &propose;
    struct learn_task *bed = l.pool->pdata[1];
    g_free(bed->goal);
    bed->goal = g_strdup("bed");
    assert_next(LEARN_PROPOSAL, 1);
    struct memory_episode *proposal = begin(LEARN_PROPOSAL, 1);
    assert_null(learning_next(&l).task);
    done(proposal, "success", "proposed: moon; bed; stick; its task has no check");
    assert_next("b", 1);
    done(begin("b", 1), "success", NULL);
    now_round = 2;
    done(begin(LEARN_PROPOSAL, 2), "failed", "no task of the pool was proposed");
    assert_non_null(learning_next(&l).task);
    assert_int_equal(learning_next(&l).round, 2);
    assert_int_equal(learning_count(&l, (struct learn_which){0}).tries, 1); /* a proposal is no task */
}

static void ground__that_failed__leaves_out_what_stands_on_it(void **state)
{
    (void)state;
    l.way = LEARN_LISTED;
    l.epochs = 2;
    l.batch = 2;
    struct learn_task *b = l.pool->pdata[1];
    b->ground = g_strdup("a");
    struct memory_episode *ground = begin("a", 1);
    assert_null(learning_left_out(&l, b, 1)); /* on trust */
    done(ground, "failed", NULL);
    g_autofree char *why = learning_left_out(&l, b, 1);
    assert_string_equal(why, "its ground, stick, has failed");
    done(begin("b", 1), LEARN_LEFT_OUT, why);
    assert_int_equal(learning_count(&l, (struct learn_which){0}).tries, 1);
    now_round = 2;
    ground = begin("a", 2);
    assert_null(learning_left_out(&l, b, 2));
    done(ground, "success", NULL);
    assert_null(learning_left_out(&l, b, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rounds__know_the_rounds_before, setup, teardown),
        cmocka_unit_test_setup_teardown(round__is_closed_by_its_last_episode, setup, teardown),
        cmocka_unit_test_setup_teardown(tasks_with_the_same_goal__are_told_apart_by_their_files, setup, teardown),
        cmocka_unit_test_setup_teardown(practice__five_at_most_are_wanted, setup, teardown),
        cmocka_unit_test_setup_teardown(evaluation__each_with_each, setup, teardown),
        cmocka_unit_test_setup_teardown(rounds__in_order__each_when_the_one_before_is_done, setup, teardown),
        cmocka_unit_test_setup_teardown(random__is_the_same_for_a_seed, setup, teardown),
        cmocka_unit_test_setup_teardown(proposed__what_the_pool_has__else_by_chance, setup, teardown),
        cmocka_unit_test_setup_teardown(ground__that_failed__leaves_out_what_stands_on_it, setup, teardown),
        cmocka_unit_test_setup_teardown(dropped__comes_first__once_in_a_process, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
