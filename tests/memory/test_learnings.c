/* Learnings: an episode has one run, its outcome is taken once, and what ended halfway counts for nothing. */

#include "tests/memory/common.h"

#include "memory/learnings.h"

static gint64 learning(memory *m)
{
    const struct memory_learning l = {.agent = (char *)"gitm", .words = (char *)"learn --practice"};
    gint64 id = 0;
    assert_true(memory_learning_add(m, &l, &id, NULL));
    return id;
}

static gint64 add(memory *m, gint64 of, const char *task, gint64 seed)
{
    const struct memory_episode e = {
        .learning = of, .round = 1, .seed = seed, .task = (char *)task, .goal = (char *)"stick", .group = (char *)"wood"};
    gint64 id = 0;
    assert_true(memory_episode_add(m, &e, &id, NULL));
    return id;
}

static gint64 begin(memory *m, gint64 episode, GError **error)
{
    const struct memory_run run = {.task = (char *)"stick", .agent = (char *)"gitm", .episode = episode};
    gint64 id = 0;
    return memory_run_add(m, &run, &id, error) ? id : 0;
}

/* The only episode of a learning. Caller frees. */
static struct memory_episode *only(memory *m, gint64 of)
{
    g_autoptr(GPtrArray) all = memory_episodes(m, of, NULL);
    assert_int_equal(all->len, 1);
    return g_ptr_array_steal_index(all, 0);
}

static void episode__has_one_run__and_one_outcome(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 of = learning(m), id = add(m, of, "/pool/a.ini", 1), run = begin(m, id, NULL);
    assert_int_equal(add(m, of, "/pool/a.ini", 1), id); /* the same one */
    assert_true(run > 0);
    assert_int_equal(begin(m, id, &error), 0);
    assert_non_null(strstr(error->message, "has a run already"));
    assert_true(memory_episode_done(m, id, NULL, NULL)); /* its run goes on: nothing */
    struct memory_episode *e = only(m, of);
    assert_int_equal(e->run, run);
    assert_null(e->outcome);
    memory_episode_free(e);
    assert_true(memory_run_end(m, run, "success", "all goals", NULL));
    assert_true(memory_episode_done(m, id, NULL, NULL) && memory_episode_drop(m, id, NULL) &&
                memory_episode_done(m, id, NULL, NULL));
    e = only(m, of);
    assert_string_equal(e->outcome, "success");
    assert_string_equal(e->group, "wood");
    assert_int_equal(e->run, run);
    assert_int_equal(e->dropped, 0);
    memory_episode_free(e);
    assert_int_equal(begin(m, id, NULL), 0);
}

static void episode__dropped__is_run_again(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 of = learning(m), id = add(m, of, "/pool/a.ini", 1), first = begin(m, id, NULL);
    assert_true(memory_episode_drop(m, id, NULL) && memory_episode_drop(m, id, NULL)); /* there is one run to drop */
    gint64 second = begin(m, id, NULL);
    assert_true(second > first);
    struct memory_episode *e = only(m, of);
    assert_int_equal(e->run, second);
    assert_int_equal(e->dropped, 1);
    memory_episode_free(e);
    assert_true(memory_run_end(m, second, "stopped", "by its client", NULL));
    assert_true(memory_episode_done(m, id, "it was stuck", NULL));
    e = only(m, of);
    assert_string_equal(e->outcome, "failed");
    assert_string_equal(e->reason, "it was stuck");
    memory_episode_free(e);
}

static void learning__newest__and_its_lock(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    assert_null(memory_learning_get(m, 0, &error));
    assert_string_equal(error->message, "there is no learning yet");
    g_clear_error(&error);
    learning(m);
    gint64 of = learning(m);
    assert_true(memory_learning_end(m, of, true, NULL));
    struct memory_learning *newest = memory_learning_get(m, 0, NULL);
    assert_int_equal(newest->id, of);
    assert_true(newest->ended_us > 0);
    memory_learning_free(newest);
    int lock = memory_learning_lock(m, of, NULL);
    assert_true(lock >= 0);
    assert_int_equal(memory_learning_lock(m, of, &error), -1);
    assert_int_equal(error->code, MEMORY_ERROR_BUSY);
    close(lock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(episode__has_one_run__and_one_outcome),
        cmocka_unit_test(episode__dropped__is_run_again),
        cmocka_unit_test(learning__newest__and_its_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
