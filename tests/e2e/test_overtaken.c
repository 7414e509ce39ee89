/* What comes at an odd moment: a command that overtakes another, a death between two commits, a window between approval and
 * firing. The safe reading holds, and what a person said is not lost. */
#include "engine/picture/frame.h"
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

#define TASK "compute 12 × 34"
#define DEMO WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "demo", TASK)

static int count(const char *text, const char *word)
{
    int n = 0;
    while ((text = strstr(text, word))) {
        n++;
        text += strlen(word);
    }
    return n;
}

static char *output_of(const char *const *words)
{
    char *out = NULL;
    assert_int_equal(reins_run(NULL, words, &out, NULL), 0);
    return out;
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
}

static void say__while_a_proposal_waits__reaches_the_next_plan(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    const event *first = driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"say\",\"text\":\"mind the gap\"}");
    driver_await_where(d, EVENT_NOTICE, "info");
    driver_approve(d, first);
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *before = output_of(WORDS("memory", "show", d->run, "2", "--json"));
    assert_true(count(before, "mind the gap") > 0);
    const event *second = d->heard->pdata[d->seen - 1];
    driver_approve(d, second);
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *after = output_of(WORDS("memory", "show", d->run, "3", "--json"));
    assert_int_equal(count(after, "mind the gap"), 0);
    stop(d);
    driver_free(d);
}

static void edit__then_approve_of_the_old__fires_nothing(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *both =
        g_strdup_printf("{\"command\":\"edit\",\"id\":%d,\"action\":{\"skill\":\"press_key\",\"args\":{\"key\":\"7\"}}}\n"
                        "{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}",
                        p->id, p->id, p->fire.digest);
    driver_send(d, both);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "edited"));
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "edited");
    const event *edited = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(edited->fire.edited_from, p->id);
    stop(d);
    driver_free(d);
}

static void approve__overtaken_by_pause_or_stop__is_voided(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    const char *const after[] = {"pause", "stop"};
    for (gsize i = 0; i < G_N_ELEMENTS(after); i++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        g_autofree char *both = g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}\n{\"command\":\"%s\"}",
                                                p->id, p->fire.digest, after[i]);
        int id = p->id;
        driver_send(d, both);
        const event *decision = driver_await(d, EVENT_DECISION);
        assert_int_equal(decision->id, id);
        assert_string_equal(decision->decided.verdict, "voided");
        if (i == 0)
            driver_send(d, "{\"command\":\"resume\"}");
    }
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    for (guint i = 0; i < d->heard->len; i++)
        assert_true(((event *)d->heard->pdata[i])->kind != EVENT_FIRED);
    driver_free(d);
}

static driver *killed_and_resumed(driver *d)
{
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    return d;
}

static void engine__killed_before_the_effect_was_seen__is_uncertain_and_told(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_STATE, "observing"); /* the look after the action: fired is committed, its effect is not */
    d = killed_and_resumed(d);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "warning")->text, "uncertain"));
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *out = run_shown(d->run);
    assert_true(count(out, "\"stage\":\"uncertain\"") > 0);
    assert_true(count(out, "reins ended right after this was fired") > 0);
    stop(d);
    driver_free(d);
}

static void pause__is_stored_before_it_is_told(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    g_autofree char *display = g_strdup(d->display), *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    /* the next start of reins sweeps: a paused run's sandbox stays */
    reins_run(NULL, WORDS("do", "--display", ":7999", "--yes", "wait_seconds", "seconds=0"), NULL, NULL);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    assert_string_equal(driver_await(d, EVENT_HELLO)->about.display, display);
    driver_await(d, EVENT_PROPOSAL);
    stop(d);
    driver_free(d);
}

static void resume__of_an_ended_run__changes_nothing(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    driver_await(d, EVENT_PROPOSAL);
    stop(d);
    g_autofree char *before = output_of(WORDS("memory", "runs", "--json")), *said = NULL;
    assert_int_equal(reins_run(NULL, WORDS("resume", d->run, "--headless"), &said, NULL), 2);
    assert_null(strstr(said, "notice"));
    g_autofree char *after = output_of(WORDS("memory", "runs", "--json"));
    assert_string_equal(before, after);
    driver_free(d);
}

static void resume__without_its_display__may_be_tried_again(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--app", "xcalc", "--brain", "demo", TASK));
    driver_await(d, EVENT_PROPOSAL);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    xvfb_stop(&x);
    assert_int_equal(reins_run(NULL, WORDS("resume", d->run, "--headless"), NULL, NULL), 3);
    g_autofree char *row = run_shown(d->run);
    assert_non_null(strstr(row, "\"status\":\"paused\"")); /* of this run: show prints no other */
    driver_free(d);
}

/* A look at such a screen takes all of settle_timeout_ms; the last one does not: compared with the first, on the same machine. */
static void sigterm__on_a_screen_that_never_rests__ends_in_time(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app",
                                         "xterm -e sh -c 'while :; do date +%N; sleep 0.02; done'", "--brain", "human", "x"));
    driver_await_where(d, EVENT_STATE, "observing");
    gint64 first = g_get_monotonic_time();
    driver_await_where(d, EVENT_MODULE, "started");
    gint64 begun = g_get_monotonic_time();
    kill(d->pid, SIGTERM);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    assert_true(g_get_monotonic_time() - begun < begun - first);
    driver_free(d);
}

static void pause__while_the_eye_looks__and_resume_at_once(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, DEMO);
    driver_await_where(d, EVENT_STATE, "observing");
    driver_send(d, "{\"command\":\"pause\"}\n{\"command\":\"resume\"}");
    driver_await(d, EVENT_PROPOSAL);
    stop(d);
    driver_free(d);
}

/* Both pictures are files, whole, and not the same. */
static void shows_before_and_after(const event *decision)
{
    assert_non_null(decision->decided.before);
    assert_non_null(decision->decided.after);
    assert_string_not_equal(decision->decided.before, decision->decided.after);
    g_autoptr(frame) before = frame_read(decision->decided.before, NULL), after = frame_read(decision->decided.after, NULL);
    assert_non_null(before);
    assert_non_null(after);
}

static void target__covered_while_it_waits__stale_with_both_pictures(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--app", "xcalc", "--brain", "demo", TASK));
    driver_await(d, EVENT_PROPOSAL);
    sink *s = sink_start(x.display, "over it", 0, 0, 300, 420, 0x00ff00);
    const event *decision = driver_await_where(d, EVENT_DECISION, "stale");
    assert_string_equal(decision->decided.by, "eye");
    shows_before_and_after(decision);
    sink_stop(s);
    const event *again = driver_await(d, EVENT_PROPOSAL); /* on what is there now */
    assert_non_null(again->reason);
    stop(d);
    driver_free(d);
    xvfb_stop(&x);
}

static void grant__is_bound_to_the_windows(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--app", "xcalc", "--brain", "demo", TASK));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    pid_t hand = child_named(d->pid, "hand");
    kill(hand, SIGSTOP);
    driver_approve(d, p);
    driver_await_where(d, EVENT_STATE, "firing");
    sink *s = sink_start(x.display, "elsewhere", 500, 400, 60, 40, 0x00ff00);
    kill(hand, SIGCONT);
    const event *decision = driver_await_where(d, EVENT_DECISION, "stale");
    assert_string_equal(decision->decided.by, "hand");
    assert_non_null(strstr(decision->reason, "\"elsewhere\" has come"));
    shows_before_and_after(decision);
    stop(d);
    sink_stop(s);
    driver_free(d);
    xvfb_stop(&x);
}

static void hand__that_cannot_start__one_sentence(void **state)
{
    (void)state;
    g_autofree char *dir = g_build_filename(g_get_user_data_dir(), "reins", NULL), *held = g_build_filename(dir, "held", NULL),
                    *aside = g_build_filename(dir, "held-aside", NULL);
    g_autofree char *err = NULL;
    g_mkdir_with_parents(dir, 0700);
    rename(held, aside);
    assert_true(g_file_set_contents(held, "", 0, NULL));
    assert_int_equal(reins_run(NULL, DEMO, NULL, &err), 3);
    assert_int_equal(count(err, "\n"), 1);
    assert_non_null(strstr(err, "hand"));
    assert_int_equal(remove(held), 0);
    rename(aside, held);
}

static void fill_in(driver *d, const char *module, const char *output)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"module_edit\",\"module\":\"%s\",\"output\":%s}", module, output);
    driver_send(d, line);
}

/* The start may have given more than one keyframe: gather is asked for each of them. */
/* The person plans, and is asked for nothing else. */
static void await_plan(driver *d)
{
    const event *asked = driver_await_where(d, EVENT_MODULE, "started");
    while (!asked->module.form)
        asked = driver_await_where(d, EVENT_MODULE, "started");
    assert_string_equal(asked->module.name, "plan");
}

static void module_edit__of_the_plan__leaves_what_comes_before_it(void **state)
{
    (void)state;
    static const char *const keys[] = {"5", "6"};
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "human", "x"));
    await_plan(d);
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        guint before = d->heard->len;
        g_autofree char *plan =
            g_strdup_printf("{\"reasoning\":\"r\",\"outcome\":\"continue\",\"actions\":[{\"skill\":\"press_key\","
                            "\"args\":{\"key\":\"%s\"},\"expectation\":\"\",\"reason\":\"\"}]}",
                            keys[i]);
        fill_in(d, "plan", plan);
        assert_string_equal(action_get(driver_await(d, EVENT_PROPOSAL)->fire.action, "key")->string, keys[i]);
        for (guint k = before; k < d->heard->len; k++) /* nobody is asked again */
            assert_false(g_strcmp0(((event *)d->heard->pdata[k])->status, "started") == 0);
    }
    stop(d);
    driver_free(d);
}

static const event *notice_with(driver *d, const char *level, const char *words)
{
    const event *n = driver_await_where(d, EVENT_NOTICE, level);
    while (!strstr(n->text, words))
        n = driver_await_where(d, EVENT_NOTICE, level);
    return n;
}

/* The profile of xcalc names only its own library; a person may choose from all. */
static void chosen__by_a_person__a_skill_of_another_library_is_loaded(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "human", "x"));
    await_plan(d);
    fill_in(d, "plan",
            "{\"reasoning\":\"r\",\"outcome\":\"continue\",\"actions\":[{\"skill\":\"go_to_line_end\","
            "\"args\":{},\"expectation\":\"\",\"reason\":\"\"}]}");
    notice_with(d, "info", "library text is loaded");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "go_to_line_end");
    g_autoptr(action) other = action_new("open_menu_bar");
    driver_edit(d, p, other);
    notice_with(d, "info", "library windows is loaded");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "open_menu_bar");
    g_autoptr(action) by_key = action_new("switch_window"); /* the sandbox's window manager has one key, another */
    driver_edit(d, p, by_key);
    notice_with(d, "error", "needs a window manager with keys");
    g_autoptr(action) none = action_new("no_such_skill");
    driver_edit(d, p, none);
    notice_with(d, "error", "there is no skill \"no_such_skill\"");
    g_autoptr(action) again = action_new("go_to_line_start"); /* loaded already */
    driver_edit(d, p, again);
    assert_string_equal(driver_await(d, EVENT_PROPOSAL)->fire.action->skill, "go_to_line_start");
    stop(d);
    driver_free(d);
}

/* What a name has brought is loaded, and is not offered as the program's own: the next plan's list is as it was. */
static void chosen__by_a_person__is_not_the_program_s_own(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--profile", "default",
                                         "--brain", "human", "x"));
    await_plan(d);
    fill_in(d, "plan",
            "{\"reasoning\":\"r\",\"outcome\":\"continue\",\"actions\":[{\"skill\":\"close_tab\","
            "\"args\":{},\"expectation\":\"\",\"reason\":\"\"}]}");
    notice_with(d, "info", "library browser is loaded");
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "no");
    guint before = d->heard->len, plans = 0;
    await_plan(d);
    for (guint i = before; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind != EVENT_MODULE || !e->module.skills || !*e->module.skills)
            continue;
        plans++;
        assert_non_null(strstr(e->module.skills, "\"click_at_position\""));
        assert_null(strstr(e->module.skills, "\"why\":\"set\""));
    }
    assert_true(plans > 0);
    stop(d);
    driver_free(d);
}

static void chosen__by_a_person__the_profile_s_lists_and_skills_hold(void **state)
{
    (void)state;
    static const struct {
        const char *skill, *why;
    } rows[] = {{"open_door", "would replace this run's"}, {"go_to_line_end", "may not be used here"}};
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *path = g_build_filename(dir, "narrow.ini", NULL);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, "[profile]\napp=xcalc\nwindow=^XCalc$\nskills=games\ndeny=go_to_line_end\nwm=none\n",
                                    -1, NULL));
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--profile", "narrow", "--brain", "human", "x"));
    await_plan(d);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *plan = g_strdup_printf("{\"reasoning\":\"r\",\"outcome\":\"continue\",\"actions\":[{\"skill\":\"%s\","
                                                "\"args\":{},\"expectation\":\"\",\"reason\":\"\"}]}",
                                                rows[i].skill);
        fill_in(d, "plan", plan);
        notice_with(d, "error", rows[i].why);
    }
    stop(d);
    driver_free(d);
}

static bool a_is_down(void *display)
{
    return observer_key(display, "a");
}

static bool nothing_is_down(void *display)
{
    return observer_keys(display) == 0;
}

static void do__ended_while_a_key_is_down__releases_and_says_how(void **state)
{
    (void)state;
    static const struct {
        int signal;
        const char *child; /* NULL = the command itself */
        int code;
    } ends[] = {{SIGINT, NULL, 4}, {SIGTERM, NULL, 4}, {SIGKILL, "hand", 1}};
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    sink *s = sink_start(x.display, "field", 0, 0, 640, 480, 0x00ff00);
    sink_focus(s);
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        driver *d = driver_start(NULL, WORDS("do", "--display", x.display, "--yes", "press_key", "key=a", "duration=30"));
        assert_true(helper_await(a_is_down, x.display, 10000));
        kill(ends[i].child ? child_named(d->pid, ends[i].child) : d->pid, ends[i].signal);
        assert_int_equal(driver_exit(d), ends[i].code);
        assert_true(helper_await(nothing_is_down, x.display, 1000));
        driver_free(d);
    }
    sink_stop(s);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(say__while_a_proposal_waits__reaches_the_next_plan),
        cmocka_unit_test(module_edit__of_the_plan__leaves_what_comes_before_it),
        cmocka_unit_test(chosen__by_a_person__a_skill_of_another_library_is_loaded),
        cmocka_unit_test(chosen__by_a_person__is_not_the_program_s_own),
        cmocka_unit_test(chosen__by_a_person__the_profile_s_lists_and_skills_hold),
        cmocka_unit_test(edit__then_approve_of_the_old__fires_nothing),
        cmocka_unit_test(approve__overtaken_by_pause_or_stop__is_voided),
        cmocka_unit_test(engine__killed_before_the_effect_was_seen__is_uncertain_and_told),
        cmocka_unit_test(pause__is_stored_before_it_is_told),
        cmocka_unit_test(resume__of_an_ended_run__changes_nothing),
        cmocka_unit_test(resume__without_its_display__may_be_tried_again),
        cmocka_unit_test(sigterm__on_a_screen_that_never_rests__ends_in_time),
        cmocka_unit_test(pause__while_the_eye_looks__and_resume_at_once),
        cmocka_unit_test(grant__is_bound_to_the_windows),
        cmocka_unit_test(target__covered_while_it_waits__stale_with_both_pictures),
        cmocka_unit_test(do__ended_while_a_key_is_down__releases_and_says_how),
        cmocka_unit_test(hand__that_cannot_start__one_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
