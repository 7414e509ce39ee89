/* Bad input and a bad world: each gives one clear sentence and the right exit code, and loses nothing that was recorded. */
#include "config/config.h"
#include "memory/memory.h"
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void write_file(const char *base, const char *name, const char *text)
{
    g_autofree char *file = g_build_filename(base, "reins", name, NULL), *dir = g_path_get_dirname(file);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

/* How long a bad reply waits for a person: long enough to answer, or not at all. */
static void use_odd_brain(int repair_wait_s)
{
    g_autofree char *ini = g_strdup_printf("[run]\nrepair_wait_s=%d", repair_wait_s);
    driver_configure("odd", ini);
    write_file(g_get_user_data_dir(), "skills/hostile.lua",
               "--- Never ends.\nfunction spin_for_ever() while true do end end\n\n"
               "--- Takes all there is.\nfunction eat_memory() local t = {} while true do t[#t + 1] = string.rep(\"x\", 100000) "
               ".. #t end end\n\n"
               "--- Quits.\n-- @needs manager its Alt+F4\nfunction quit_by_key() key.combo(\"alt+f4\") end\n");
}

/* One line on stderr, "reins: …", that has each of the words. */
static void assert_says(const char *err, const char *what, const char *const *words)
{
    if (!g_str_has_prefix(err, "reins: ") || strchr(err, '\n') != err + strlen(err) - 1)
        fail_msg("%s: not one sentence: %s", what, err);
    for (; *words; words++)
        if (!strstr(err, *words))
            fail_msg("%s: \"%s\" is not in: %s", what, *words, err);
}

static void assert_fails(const char *what, const char *const *words, int code, const char *const *says)
{
    g_autofree char *err = NULL;
    int got = reins_run(NULL, words, NULL, &err);
    if (got != code)
        fail_msg("%s: exit %d, not %d: %s", what, got, code, err);
    assert_says(err, what, says);
}

static void trouble__world__sentence_and_exit_code(void **state)
{
    (void)state;
    assert_fails("no display", WORDS("do", "--yes", "wait_seconds", "seconds=0"), 3, WORDS("display"));
    assert_fails("dead display", WORDS("do", "--display", ":7999", "--yes", "wait_seconds", "seconds=0"), 3, WORDS(":7999"));
    assert_fails("run on a dead display", WORDS("run", "--headless", "--display", ":7999", "x"), 3, WORDS(":7999"));
    assert_fails("see without display", WORDS("see"), 3, WORDS("display"));
    assert_fails("no such app", WORDS("run", "--headless", "--sandbox", "640x480", "--app", "no-such-program-x", "x"), 1,
                 WORDS("no-such-program-x"));
    assert_fails("an app that ends", WORDS("run", "--headless", "--sandbox", "640x480", "--app", "false", "x"), 1,
                 WORDS("false"));
    assert_fails("an app that ends a little later",
                 WORDS("run", "--headless", "--sandbox", "640x480", "--app", "sh -c 'sleep 0.4; exit 7'", "x"), 1,
                 WORDS("sleep 0.4", "status 7"));
    assert_fails("no terminal", WORDS("do", "--display", ":7999", "wait_seconds", "seconds=0"), 2, WORDS("terminal", "--yes"));
    assert_fails("no console", WORDS("run", "--sandbox", "640x480", "x"), 2, WORDS("terminal"));
    assert_fails("two tasks", WORDS("run", "--headless", "a", "b"), 2, WORDS("task"));
    assert_fails("no such brain", WORDS("run", "--headless", "--brain", "nobody", "x"), 2, WORDS("nobody"));
    assert_fails("no such agent", WORDS("run", "--headless", "--agent", "bond", "x"), 2, WORDS("bond", "cradle"));
    assert_fails("bad size", WORDS("run", "--headless", "--sandbox", "big", "x"), 2, WORDS("big"));
    assert_fails("no such run", WORDS("resume", "99", "--headless"), 2, WORDS("99"));
    assert_fails("nothing to attach to", WORDS("attach"), 1, WORDS("run"));
    assert_fails("attach: no such run", WORDS("attach", "99"), 2, WORDS("run"));
    assert_fails("memory: no such run", WORDS("memory", "steps", "99"), 2, WORDS("run"));
    assert_fails("unknown skill", WORDS("do", "--yes", "launch", "x=1"), 2, WORDS("launch"));
    assert_fails("unknown argument", WORDS("do", "--yes", "click_at_position", "z=1"), 2, WORDS("z"));
    assert_fails("missing argument", WORDS("do", "--yes", "click_at_position", "x=1"), 2, WORDS("y"));
    assert_fails("wrong type", WORDS("do", "--yes", "click_at_position", "x=one", "y=2"), 2, WORDS("x"));
    assert_fails("unknown command", WORDS("fly"), 2, WORDS("fly"));
}

static void trouble__no_xtest__says_so(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, WORDS("-extension", "XTEST"));
    assert_fails("no XTEST", WORDS("do", "--display", x.display, "--yes", "wait_seconds", "seconds=0"), 3, WORDS("XTEST"));
    assert_fails("run without XTEST", WORDS("run", "--headless", "--display", x.display, "x"), 3, WORDS("XTEST"));
    xvfb_stop(&x);
}

static void trouble__window_never_appears(void **state)
{
    (void)state;
    write_file(g_get_user_config_dir(), "apps/late.ini", "[profile]\nwindow=^NoSuchWindow$\nwindow_timeout_ms=1000\n");
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--profile", "late", "--app", "sleep 1000", "x"));
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, "error");
    assert_non_null(strstr(ended->reason, "sleep 1000"));
    assert_non_null(strstr(ended->reason, "window"));
    assert_int_equal(driver_exit(d), 1);
    driver_free(d);
}

/* A program that asks something first (a recovery, a tip) goes on only when it is answered. */
static void trouble__another_window_comes_first(void **state)
{
    (void)state;
    write_file(g_get_user_config_dir(), "apps/late.ini", "[profile]\nwindow=^NoSuchWindow$\nwindow_timeout_ms=1000\n");
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--profile", "late", "--app", "xcalc", "x"));
    driver_await_where(d, EVENT_STATE, "thinking");
    assert_int_equal(driver_notices(d, "begins with what is there: \"Calculator\" (XCalc)"), 1);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void trouble__app_dies_while_a_proposal_waits(void **state)
{
    (void)state;
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "demo", "compute 12 × 34"));
    driver_await(d, EVENT_PROPOSAL);
    kill(child_named(d->pid, "xcalc"), SIGKILL);
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "stale");
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, "error");
    assert_non_null(strstr(ended->reason, "xcalc: the program has ended by signal 9"));
    assert_int_equal(driver_exit(d), 1);
    driver_free(d);
}

/* An action that ends the program is the agent's business, also as the first one. */
static void trouble__app_is_ended_by_an_action__the_agent_goes_on(void **state)
{
    (void)state;
    driver_configure("gate", "");
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "gate", "cctrl+c"));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const event *ended = driver_await(d, EVENT_ENDED);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    assert_int_equal(driver_notices(d, "the program has ended with status 0"), 1);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* What had arrived in a program that died of it is not known, whatever else is on the screen now. */
static void trouble__app_dies_of_an_action__what_came_of_it_is_not_known(void **state)
{
    (void)state;
    driver_configure("gate", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app",
                                         "xterm -e sh -c 'stty raw -echo; dd bs=1 count=1 of=/dev/null 2>/dev/null; "
                                         "kill -SEGV $PPID; sleep 9'",
                                         "--brain", "gate", "cctrl+a"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    const event *fired = driver_await(d, EVENT_FIRED);
    assert_string_equal(fired->status, "done");
    assert_string_equal(fired->effect, "unknown");
    assert_non_null(strstr(fired->reason, "the program has ended by signal 11"));
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    gint64 run = g_ascii_strtoll(d->run, NULL, 10);
    driver_free(d);
    g_autofree char *data = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(data, false, NULL);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, NULL);
    assert_string_equal(((const struct memory_step *)steps->pdata[0])->effect, "unknown");
}

/* What a person is told of a bad reply is what the run ends with: the same words. */
static void assert_told(const driver *d, const char *reason)
{
    static const char says[] = "the reply cannot be used: ";
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        const char *why = e->kind == EVENT_NOTICE ? strstr(e->text, says) : NULL;
        if (!why)
            continue;
        g_auto(GStrv) defect = g_strsplit(why + strlen(says), " (edit the module's output", 2);
        if (!strstr(reason, defect[0]))
            fail_msg("told: %s; ended: %s", defect[0], reason);
    }
}

/* The run ends with an error that says what; its row and its steps are there. */
static void assert_ends(const char *task, const char *says)
{
    const char *words[] = {"run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "odd", task, NULL};
    driver *d = driver_start(NULL, words);
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "error") || !strstr(ended->reason, says))
        fail_msg("%s: %s: %s", task, ended->end.outcome, ended->reason);
    assert_told(d, ended->reason);
    assert_int_equal(driver_exit(d), 1);
    g_autofree char *out = run_shown(d->run);
    assert_non_null(strstr(out, "\"plan\""));
    driver_free(d);
}

static void trouble__models__one_sentence_each(void **state)
{
    (void)state;
    use_odd_brain(0);
    assert_ends("prose", "plan");
    assert_ends("half", "plan");
    assert_ends("nonsense", "plan");
    assert_ends("unknown skill", "launch_rocket");
    assert_ends("manager's key", "needs a window manager"); /* a sandbox's has no keys */
    assert_ends("wrong arguments", "click_at_position");
    assert_ends("one argument more", "no argument \"double\"");
    assert_ends("off the screen", "99999");
    assert_ends("endless skill", "instructions");
    assert_ends("greedy skill", "memory");
    assert_ends("no action", "no action");
    assert_ends("forever", "plan");
}

/* A person took the skill away that the model goes on to plan: nobody is there to mend the plan, so the next one is told. */
static void trouble__plan_of_a_skill_that_is_gone__is_told_to_the_next_plan(void **state)
{
    (void)state;
    use_odd_brain(0);
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "odd", "gone skill"));
    const event *ended = driver_await(d, EVENT_ENDED);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

static void trouble__plan_of_more_actions_than_a_step_takes__is_told(void **state)
{
    (void)state;
    use_odd_brain(0);
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "odd", "two actions"));
    driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(driver_notices(d, "the plan has 2 actions; of these a step takes 1 ([run] max_actions)"), 1);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

/* What means one thing is taken as that; the pane and the log say what was bent. */
static void trouble__reply_in_another_form__is_taken_and_told(void **state)
{
    (void)state;
    use_odd_brain(0);
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "odd", "loosely"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "click_at_position");
    assert_int_equal(action_get(p->fire.action, "x")->integer, 40);
    const event *told = NULL, *noticed = NULL;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind == EVENT_MODULE && g_str_equal(e->module.name, "plan") && g_str_equal(e->status, "done"))
            told = e;
        if (e->kind == EVENT_NOTICE && g_str_has_prefix(e->text, "plan: not as asked for: "))
            noticed = e;
    }
    if (!told || !noticed) {
        fail_msg("%s", told ? "no notice" : "the pane was not told");
        return;
    }
    assert_true(g_str_has_prefix(told->text, "not as asked for: "));
    static const char *const bent[] = {"\"confidence\" is dropped", "outcome: \"Continue\"", "actions[0]: \"foo\" is dropped",
                                       "actions[0].x: 40 is taken"};
    for (gsize i = 0; i < G_N_ELEMENTS(bent); i++)
        if (!strstr(told->text, bent[i]) || !strstr(noticed->text, bent[i]))
            fail_msg("%s: %s", bent[i], told->text);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

static void trouble__model_reply__the_person_may_mend_it(void **state)
{
    (void)state;
    use_odd_brain(60);
    const char *words[] = {"run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "odd", "prose", NULL};
    driver *d = driver_start(NULL, words);
    assert_string_equal(driver_await_where(d, EVENT_MODULE, "failed")->module.name, "plan");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"mine\",\"outcome\":\"continue\","
                   "\"actions\":"
                   "[{\"skill\":\"press_button\",\"args\":{\"label\":\"7\"},\"expectation\":\"the display shows "
                   "7\",\"reason\":\"mine\"}]}}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "press_button");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

/* What no model can be asked with is told before a display is there: no server is found on the way, and none is started. */
static void trouble__brain_that_cannot_be_asked__is_told_before_anything_starts(void **state)
{
    (void)state;
    static const struct {
        const char *what, *settings, *agent, *said;
    } rows[] = {
        {"no key", "kind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\nkey=env:NO_SUCH_KEY\n", "cradle", "NO_SUCH_KEY"},
        {"no tool", "kind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\n", "computer", "has no computer tool"},
        {"no tool of that model", "kind=anthropic\nurl=http://127.0.0.1:1/v1\nmodel=claude-3-haiku\n", "computer",
         "has no computer tool"},
    };
    g_autofree char *path = g_strdup(g_getenv("PATH"));
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *ini = g_strdup_printf("[brain served]\n%sprice_in=0\nprice_out=0\n", rows[i].settings);
        driver_configure("gate", ini);
        g_setenv("PATH", "/nowhere", TRUE);
        assert_fails(rows[i].what,
                     WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--agent", rows[i].agent, "--brain",
                           "served", "press 7"),
                     3, WORDS(rows[i].said));
        g_setenv("PATH", path, TRUE);
    }
}

static void trouble__store__newer_version_and_held_runs(void **state)
{
    (void)state;
    const char *words[] = {"run",   "--headless", "--sandbox", "640x480",         "--app",
                           "xcalc", "--brain",    "demo",      "compute 12 × 34", NULL};
    driver *d = driver_start(NULL, words);
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *pid = g_strdup_printf("%d", (int)d->pid);
    assert_fails("resume of a held run", WORDS("resume", d->run, "--headless"), 1, WORDS(pid));
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    assert_fails("resume of an ended run", WORDS("resume", d->run, "--headless"), 2, WORDS("ended"));
    assert_fails("attach to an ended run", WORDS("attach", d->run), 2, WORDS("ended"));
    assert_fails("attach: no such run, others there", WORDS("attach", "99"), 2, WORDS("99", "memory runs"));
    assert_fails("memory: no such run, others there", WORDS("memory", "show", "99"), 2, WORDS("99", "memory runs"));
    driver_free(d);
    g_autofree char *store = g_build_filename(g_get_user_data_dir(), "reins", "memory.sqlite", NULL);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    assert_true(g_file_get_contents(store, &bytes, &length, NULL));
    static const struct {
        const char *of, *word;
        char version;
    } others[] = {{"a newer store", "newer", 127}, {"an earlier store", "earlier", 11}};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        bytes[63] = others[i].version; /* user_version, big-endian at 60 (SQLite file format) */
        bytes[60] = bytes[61] = bytes[62] = 0;
        assert_true(g_file_set_contents(store, bytes, (gssize)length, NULL));
        assert_fails(others[i].of, WORDS("run", "--headless", "--sandbox", "640x480", "x"), 3,
                     WORDS(others[i].word, "XDG_DATA_HOME"));
    }
    assert_true(remove(store) == 0);
}

/* RLIMIT_FSIZE stands for the full disk: each write beyond it fails, as ENOSPC would. */
static void trouble__full_disk__ends_with_one_sentence(void **state)
{
    (void)state;
    g_autofree char *script = g_build_filename(g_get_home_dir(), "full.sh", NULL);
    g_autofree char *reins = g_strdup(g_getenv("REINS_BIN"));
    g_autofree char *text = g_strdup_printf("#!/bin/sh\ntrap '' XFSZ\nulimit -f 240\nexec '%s' \"$@\"\n", reins);
    assert_true(g_file_set_contents_full(script, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
    g_setenv("REINS_BIN", script, TRUE);
    const char *words[] = {"run",   "--headless", "--sandbox", "640x480",         "--app",
                           "xcalc", "--brain",    "demo",      "compute 12 × 34", NULL};
    driver *d = driver_start(NULL, words);
    g_setenv("REINS_BIN", reins, TRUE);
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "error") || !(strstr(ended->reason, "full") || strstr(ended->reason, "space")))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    assert_int_not_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trouble__world__sentence_and_exit_code),
        cmocka_unit_test(trouble__no_xtest__says_so),
        cmocka_unit_test(trouble__window_never_appears),
        cmocka_unit_test(trouble__another_window_comes_first),
        cmocka_unit_test(trouble__app_dies_while_a_proposal_waits),
        cmocka_unit_test(trouble__app_is_ended_by_an_action__the_agent_goes_on),
        cmocka_unit_test(trouble__app_dies_of_an_action__what_came_of_it_is_not_known),
        cmocka_unit_test(trouble__models__one_sentence_each),
        cmocka_unit_test(trouble__plan_of_a_skill_that_is_gone__is_told_to_the_next_plan),
        cmocka_unit_test(trouble__plan_of_more_actions_than_a_step_takes__is_told),
        cmocka_unit_test(trouble__reply_in_another_form__is_taken_and_told),
        cmocka_unit_test(trouble__model_reply__the_person_may_mend_it),
        cmocka_unit_test(trouble__full_disk__ends_with_one_sentence),
        cmocka_unit_test(trouble__brain_that_cannot_be_asked__is_told_before_anything_starts),
        cmocka_unit_test(trouble__store__newer_version_and_held_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
