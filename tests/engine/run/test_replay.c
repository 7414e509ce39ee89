/* Which of a recorded run's replies answers a question: that of the same module in the same step, of a fork's past its parent's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants those first */
#include <cmocka.h>

#include "engine/run/replay.h"

#include <glib.h>
#include <string.h>

static memory *store;

static int setup(void **state)
{
    (void)state;
    g_autofree char *pattern = g_build_filename(g_get_tmp_dir(), "replay-XXXXXX", NULL);
    assert_non_null(g_mkdtemp(pattern));
    store = memory_open(pattern, true, NULL);
    assert_non_null(store);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    memory_close(store);
    return 0;
}

static gint64 add_run(gint64 parent, gint64 parent_step)
{
    const struct memory_run row = {.task = (char *)"count", .parent = parent, .parent_step = parent_step};
    gint64 run = 0;
    assert_true(memory_run_add(store, &row, &run, NULL));
    return run;
}

static void add_reply(gint64 run, gint64 step, const char *module, const char *reply)
{
    struct memory_call call = {.run = run, .step = step, .attempt = 1, .module = (char *)module, .status = (char *)"started"};
    assert_true(memory_call_begin(store, &call, &call.id, NULL));
    call.status = (char *)"done";
    call.reply = (char *)reply;
    assert_true(memory_call_end(store, &call, NULL));
}

static void begin_step(gint64 run, gint64 step)
{
    assert_true(memory_step_begin(store, run, step, NULL));
}

/* reply NULL: it has none, and says so in words that have `said`. */
static void assert_reply(replay *r, gint64 run, gint64 step, bool acts, const char *reply, const char *said)
{
    g_autoptr(brain_request) request = brain_request_new(acts ? "act" : "look");
    g_autoptr(GError) error = NULL;
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, run);
    request->step = step;
    request->acts = acts;
    g_autofree char *is = replay_answer(r, name, request, &error);
    if (g_strcmp0(is, reply))
        fail_msg("run %d, step %d: \"%s\" (%s), not \"%s\"", (int)run, (int)step, is, error ? error->message : "", reply);
    if (!reply && !strstr(error->message, said))
        fail_msg("said: %s", error->message);
}

/* Steps 1 and 2 of the parent, forked after 1: what is the parent's is answered by the parent. */
static void fork__past_of_it__is_answered_by_its_parent(void **state)
{
    (void)state;
    g_autoptr(replay) r = replay_new(store);
    gint64 parent = add_run(0, 0);
    for (gint64 step = 1; step <= 2; step++)
        begin_step(parent, step);
    add_reply(parent, 1, "look", "one seen");
    add_reply(parent, 1, "act", "one");
    add_reply(parent, 2, "look", "not two seen");
    add_reply(parent, 2, "act", "not two");
    gint64 fork = add_run(parent, 1);
    for (gint64 step = 2; step <= 3; step++)
        begin_step(fork, step);
    add_reply(fork, 2, "act", "two");
    gint64 grandchild = add_run(fork, 2);
    begin_step(grandchild, 3);
    add_reply(grandchild, 3, "act", "three");

    assert_reply(r, grandchild, 1, true, "one", NULL);
    assert_reply(r, grandchild, 2, true, "two", NULL);
    assert_reply(r, grandchild, 3, true, "three", NULL);
    assert_reply(r, fork, 1, true, "one", NULL);
    assert_reply(r, fork, 3, true, NULL, "has no reply of act in step 3");
    assert_reply(r, parent, 2, true, "not two", NULL);
    /* what was skipped in the fork was said in its past, and not where the parent went another way */
    assert_reply(r, grandchild, 3, false, "one seen", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fork__past_of_it__is_answered_by_its_parent, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
