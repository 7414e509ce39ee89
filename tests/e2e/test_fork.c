/* A run forked from an earlier step: "what if I had rejected this?" The display is brought there by firing again what was fired,
 * or by a person; the parent stays as it was. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "memory/memory.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static char *parent, *parent_before; /* its number; all that memory has of it */
static GPtrArray *proposed;          /* what it proposed: action_describe() of each step */

static int setup(void **state)
{
    (void)state;
    const char *words[] = {"run",   "--headless", "--sandbox", "640x480",         "--app",
                           "xcalc", "--brain",    "demo",      "compute 12 × 34", NULL};
    driver *d = driver_start(NULL, words);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    driver_exit(d);
    parent = g_strdup(d->run);
    proposed = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = d->heard->pdata[i];
        if (e->kind == EVENT_PROPOSAL)
            g_ptr_array_add(proposed, action_describe(e->fire.action));
    }
    driver_free(d);
    parent_before = run_shown(parent);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(parent);
    g_free(parent_before);
    g_ptr_array_unref(proposed);
    return 0;
}

static const char *label_of(const event *proposal)
{
    const struct value *label = action_get(proposal->fire.action, "label");
    return label ? label->string : "?";
}

static void assert_label(const event *proposal, const char *label)
{
    assert_string_equal(label_of(proposal), label);
}

static void fork__before__replayed__the_same_proposal_rejected(void **state)
{
    (void)state;
    const char *words[] = {"resume", parent, "--before", "3", "--replay", "--headless", NULL};
    driver *d = driver_start(NULL, words);
    for (int i = 0; i < 2; i++) { /* what was fired is fired again, through the gate */
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_int_equal(p->step, i + 1);
        assert_label(p, i ? "2" : "1");
        driver_approve(d, p);
        driver_await_where(d, EVENT_FIRED, "done");
    }
    const event *p = driver_await(d, EVENT_PROPOSAL); /* without a question: the screen is as the parent's was */
    assert_int_equal(p->step, 3);
    g_autofree char *same = action_describe(p->fire.action);
    assert_string_equal(same, proposed->pdata[2]);
    g_autofree char *run = g_strdup(d->run);
    driver_reject(d, p, "use the keyboard instead");
    p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *other = action_describe(p->fire.action);
    assert_string_not_equal(same, other);
    driver_approve(d, p);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    g_autofree char *out = NULL, *runs = NULL;
    const char *compare[] = {"memory", "compare", parent, run, NULL}, *list[] = {"memory", "runs", "--json", NULL};
    assert_int_equal(reins_run(NULL, compare, &out, NULL), 1);
    g_autofree char *at = g_strdup_printf("run %s departs from run %s at step 3", run, parent);
    if (!strstr(out, at))
        fail_msg("compare:\n%s", out);
    assert_int_equal(reins_run(NULL, list, &runs, NULL), 0);
    g_autofree char *link = g_strdup_printf("\"parent\":%s,\"parent_step\":2", parent);
    assert_non_null(strstr(runs, link));
    g_autofree char *file = g_build_filename(g_get_home_dir(), "fork.run", NULL);
    const char *out_words[] = {"memory", "export", run, "--format", "run", "--out", file, NULL};
    const char *in_words[] = {"memory", "import", file, NULL};
    assert_int_equal(reins_run(NULL, out_words, NULL, NULL), 0); /* a fork goes out and comes in, too */
    assert_int_equal(reins_run(NULL, in_words, NULL, NULL), 0);
    assert_verified();
}

/* The person starts the calculator and enters 12 by hand; the fork says how like that is, and waits for the yes. */
static void fork__from__brought_by_a_person__goes_on_after_the_yes(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    pid_t pid = xcalc_start(x.display);
    const char *words[] = {"resume", parent, "--from", "2", "--display", x.display, "--headless", NULL};
    driver *d = driver_start(NULL, words);
    assert_non_null(strstr(driver_await_where(d, EVENT_STATE, "paused")->reason, "after step 2"));
    const event *e = driver_await(d, EVENT_EXPECT);
    assert_string_equal(e->expect.run, parent);
    assert_int_equal(e->step, 2);
    assert_true(e->match > 0.9 && e->match < 1);
    assert_true(g_file_test(e->expect.path, G_FILE_TEST_EXISTS));
    g_autofree char *before = g_strdup(e->reason);
    const char *type[] = {"xdotool", "mousemove", "100", "200", "key", "--delay", "50", "1", "2", NULL};
    assert_int_equal(helper_run(x.display, type, NULL), 0);
    do /* it looks again and again while it waits */
        e = driver_await(d, EVENT_EXPECT);
    while (g_str_equal(e->reason, before));
    assert_non_null(strstr(e->reason, "pixels differ, within"));
    driver_send(d, "{\"command\":\"resume\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 3);
    driver_approve(d, p);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    helper_end(pid);
    xvfb_stop(&x);
    assert_verified();
}

/* Killed while the step that is decided anew waits for its yes: resume proposes it again, once a person has said go on. */
static void killed_and_resumed(void (*meanwhile)(void))
{
    const char *words[] = {"resume", parent, "--before", "1", "--replay", "--headless", NULL};
    driver *d = driver_start(NULL, words);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *label = g_strdup(label_of(p)), *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    meanwhile();
    const char *again[] = {"resume", run, "--headless", NULL};
    d = driver_start(NULL, again);
    driver_await_where(d, EVENT_STATE, "paused"); /* nothing was decided yet: is the display there? */
    driver_send(d, "{\"command\":\"resume\"}");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_label(p, label);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
}

static void nothing(void)
{
}

static void prune_all(void)
{
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    struct memory_pruned pruned;
    assert_true(memory_prune(m, G_MAXINT64, false, &pruned, NULL));
    assert_true(pruned.runs > 0);
    assert_null(memory_run_get(m, g_ascii_strtoll(parent, NULL, 10), NULL));
}

static void fork__killed__resumed(void **state)
{
    (void)state;
    killed_and_resumed(nothing);
}

/* Prune takes ended runs, whoever was forked from them: what a fork needs is its own. */
static void fork__killed_and_its_parent_pruned__resumed(void **state)
{
    (void)state;
    killed_and_resumed(prune_all);
}

/* "*" changed nothing that one sees when the parent fired it: that it changes nothing again is no departure. */
static void fork__from__replayed__goes_on_after_all_of_it(void **state)
{
    (void)state;
    const char *words[] = {"resume", parent, "--from", "4", "--replay", "--headless", NULL};
    driver *d = driver_start(NULL, words);
    for (int i = 0; i < 4; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 5);
    driver_approve(d, p);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_verified();
}

/* One of the steps that are fired again is rejected: the replay stops and says where. */
static void fork__replay_departs__says_where_and_waits(void **state)
{
    (void)state;
    const char *words[] = {"resume", parent, "--from", "4", "--replay", "--headless", NULL};
    driver *d = driver_start(NULL, words);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    const char *reason = driver_await_where(d, EVENT_STATE, "paused")->reason;
    if (!strstr(reason, "stopped at step 2") || !strstr(reason, "rejected"))
        fail_msg("%s", reason);
    driver_await(d, EVENT_EXPECT);
    driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    assert_verified();
}

/* In the sandbox of a replay that has departed the person takes over and drives the display there; handed back, it goes on once
 * that is done, with the step that was to come as the parent had it. */
static void fork__replay_departs__driven_there_by_a_person(void **state)
{
    (void)state;
    const char *words[] = {"resume", parent, "--before", "3", "--replay", "--headless", NULL};
    driver *d = driver_start(NULL, words);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "not this one");
    driver_await_where(d, EVENT_STATE, "paused");
    const event *e = driver_await(d, EVENT_EXPECT);
    g_autofree char *before = g_strdup(e->reason);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"mouse.move\",\"args\":{\"x\":100,\"y\":200}}}");
    driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"key.type\",\"args\":{\"text\":\"12\"}}}");
    do /* it says how like the screen is after that */
        e = driver_await(d, EVENT_EXPECT);
    while (g_str_equal(e->reason, before));
    driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"mouse.move\",\"args\":{\"x\":100,\"y\":210}}}\n"
                   "{\"command\":\"handback\",\"note\":\"it is there\"}"); /* what was asked for before it goes before it */
    const event *p = driver_await(d, EVENT_PROPOSAL);
    while (strchr(p->fire.action->skill, '.')) /* those are the person's */
        p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 6);
    g_autofree char *same = action_describe(p->fire.action);
    assert_string_equal(same, proposed->pdata[2]);
    driver_approve(d, p);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_verified();
}

static void fork__what_does_not_fit__is_a_sentence_and_2(void **state)
{
    (void)state;
    const struct {
        const char *words[8];
        const char *said;
    } cases[] = {
        {{"resume", parent, "--headless", NULL}, "has ended"},
        {{"resume", parent, "--headless", "--from", "2", NULL}, "say how the display gets there"},
        {{"resume", parent, "--headless", "--replay", NULL}, "needs --from STEP or --before STEP"},
        {{"resume", parent, "--headless", "--from", "99", "--replay", NULL}, "has no step 99"},
        {{"resume", parent, "--headless", "--from", "0", "--replay", NULL}, "needs --from STEP"},
        {{"resume", "99", "--headless", "--from", "2", "--replay", NULL}, "no run 99"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *err = NULL, *out = NULL;
        int code = reins_run(NULL, cases[i].words, &out, &err);
        if (code != 2 || !strstr(err, cases[i].said))
            fail_msg("case %u: %d: %s", i, code, err);
    }
}

/* The parent fired by itself after a fuse: what comes after a replay asks all the same. */
static void fork__of_a_lax_run__asks_after_the_replay(void **state)
{
    (void)state;
    const char *lax[] = {"run",     "--headless", "--sandbox", "640x480", "--app",           "xcalc",
                         "--brain", "demo",       "--mode",    "watch",   "compute 12 × 34", NULL};
    driver *d = driver_start(NULL, lax);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    driver_exit(d);
    g_autofree char *run = g_strdup(d->run);
    driver_free(d);
    const char *words[] = {"resume", run, "--from", "2", "--replay", "--headless", NULL};
    d = driver_start(NULL, words);
    for (int step = 1; step <= 3; step++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_int_equal(p->judged.fuse_ms, 0);
        if (step < 3)
            driver_approve(d, p);
    }
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
}

static void assert_resume(const char *const *words, const char *said)
{
    g_autofree char *err = NULL;
    int code = reins_run(NULL, words, NULL, &err);
    if (code != 2 || !strstr(err, said))
        fail_msg("%d: %s", code, err);
}

/* What is told an agent is looked at once it is known whose run it is. */
static void fork__with_an_option__that_the_agent_does_not_take(void **state)
{
    (void)state;
    const char *fork[] = {"resume", parent, "--from", "2", "--replay", "--headless", "--set", "nothing=1", NULL};
    const char *form[] = {"resume", parent, "--from", "2", "--replay", "--headless", "--set", "nothing", NULL};
    assert_resume(fork, "--set nothing: agent cradle has no such option");
    assert_resume(form, "--set 'nothing' is not KEY=VALUE");
}

/* What an import brought is somebody else's word for what to start. */
static void fork__of_an_imported_run__only_when_told_to_trust_it(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_home_dir(), "parent.run", NULL), *there = g_strdup(g_getenv("XDG_DATA_HOME"));
    g_autofree char *elsewhere = g_build_filename(g_get_home_dir(), "elsewhere", NULL);
    const char *out_words[] = {"memory", "export", parent, "--format", "run", "--out", file, NULL};
    const char *in_words[] = {"memory", "import", file, NULL};
    const char *fork[] = {"resume", "1", "--from", "2", "--replay", "--headless", NULL};
    const char *resume[] = {"resume", "1", "--headless", NULL}, *trusted[] = {"resume", "1", "--headless", "--trust", NULL};
    assert_int_equal(reins_run(NULL, out_words, NULL, NULL), 0);
    g_setenv("XDG_DATA_HOME", elsewhere, TRUE);
    assert_int_equal(reins_run(NULL, in_words, NULL, NULL), 0);
    assert_resume(fork, "was imported");
    assert_resume(resume, "the program that it names (xcalc)");
    assert_resume(trusted, "has ended");
    g_setenv("XDG_DATA_HOME", there, TRUE);
}

/* The last of the tests. */
static void fork__whatever_was_forked__the_parent_is_as_it_was(void **state)
{
    (void)state;
    g_autofree char *now = run_shown(parent);
    assert_string_equal(now, parent_before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fork__before__replayed__the_same_proposal_rejected),
        cmocka_unit_test(fork__from__brought_by_a_person__goes_on_after_the_yes),
        cmocka_unit_test(fork__killed__resumed),
        cmocka_unit_test(fork__from__replayed__goes_on_after_all_of_it),
        cmocka_unit_test(fork__replay_departs__says_where_and_waits),
        cmocka_unit_test(fork__replay_departs__driven_there_by_a_person),
        cmocka_unit_test(fork__what_does_not_fit__is_a_sentence_and_2),
        cmocka_unit_test(fork__of_a_lax_run__asks_after_the_replay),
        cmocka_unit_test(fork__with_an_option__that_the_agent_does_not_take),
        cmocka_unit_test(fork__of_an_imported_run__only_when_told_to_trust_it),
        cmocka_unit_test(fork__whatever_was_forked__the_parent_is_as_it_was),
        cmocka_unit_test(fork__killed_and_its_parent_pruned__resumed), /* the parent is gone: nothing after it */
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
