/* A person who has taken a sandbox over drives it by commands: each is one whole action, checked as those of `reins do`, done in
 * their order, and the person's in what is remembered. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define DRIVE(skill, ...) "{\"command\":\"drive\",\"action\":{\"skill\":\"" skill "\",\"args\":{" __VA_ARGS__ "}}}"
#define TYPE(text) DRIVE("key.type", "\"text\":\"" text "\"")
#define PRESS(key) DRIVE("key.press", "\"key\":\"" key "\"")
#define IN_BURST(burst, skill, name, value)                                                                                      \
    "{\"command\":\"drive\",\"burst\":" burst ",\"action\":{\"skill\":\"" skill "\",\"args\":{\"" name "\":\"" value "\"}}}"
#define TYPE_IN(burst, text) IN_BURST(burst, "key.type", "text", text)
#define PRESS_IN(burst, key) IN_BURST(burst, "key.press", "key", key)

static char *typed; /* path of what the program has read */

/* What it has read is what a test waits for. */
static bool has_read(void *data)
{
    g_autofree char *text = NULL;
    return g_file_get_contents(typed, &text, NULL, NULL) && strstr(text, data);
}

static bool nothing_is_down(void *display)
{
    return observer_keys(display) == 0;
}

static char *all_read(void)
{
    char *text = NULL;
    assert_true(g_file_get_contents(typed, &text, NULL, NULL));
    return text;
}

/* A run in a sandbox of this program; its first proposal waits. */
static driver *start_with(const char *app, const char *rule)
{
    driver_configure("typist", "[eye]\nsettle_ms=100\nsettle_timeout_ms=500\n");
    g_unlink(typed);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", app, "--brain", "typist", "--rule", rule, "type"));
    driver_await(d, EVENT_PROPOSAL);
    return d;
}

/* Its terminal writes down every byte that it reads. */
static driver *start(const char *rule)
{
    g_autofree char *app =
        g_strdup_printf("xterm -geometry 40x10+0+0 -e sh -c 'stty raw -echo; printf \"\\033[?1000h\"; exec cat >%s'", typed);
    return start_with(app, rule);
}

static void take_over(driver *d)
{
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
}

static void end(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

static void drive__outside_of_a_takeover__is_refused(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    driver_send(d, TYPE("early"));
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "nobody has taken over"));
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, TYPE("paused"));
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "nobody has taken over"));
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_send(d, DRIVE("key.hold", "\"key\":\"w\""));
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "not a complete action"));
    driver_send(d, TYPE("now"));
    assert_true(helper_await(has_read, (char *)"now", DRIVER_TIMEOUT_MS));
    driver_send(d, "{\"command\":\"handback\",\"note\":\"\"}");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, TYPE("late"));
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "nobody has taken over"));
    g_autofree char *text = all_read();
    assert_string_equal(text, "now");
    end(d);
}

/* In their order, with hand-back behind them; the mouse, too. */
static void drive__keys_and_mouse__come_to_the_program(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    take_over(d);
    driver_send(d, TYPE("ab") "\n" TYPE("c") "\n" PRESS("enter") "\n" DRIVE("key.combo", "\"keys\":\"ctrl+g\"") "\n" DRIVE(
                       "mouse.click", "\"x\":20,\"y\":20") "\n" TYPE("z") "\n{\"command\":\"handback\",\"note\":\"done\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    while (!g_str_equal(p->fire.action->skill, "type_text")) {
        if (g_str_equal(p->fire.action->skill, "mouse.click"))
            assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "human");
        p = driver_await(d, EVENT_PROPOSAL);
    }
    g_autofree char *text = all_read();
    assert_true(g_str_has_prefix(text, "abc\r\a\033[M"));
    assert_true(g_str_has_suffix(text, "z"));
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        assert_false(e->kind == EVENT_STATE && i > 0 && g_str_equal(e->state, "firing"));
    }
    assert_int_equal(observer_keys(d->display), 0);
    g_autofree char *shown = run_shown(d->run);
    assert_non_null(strstr(shown, "having taken over"));
    end(d);
    assert_verified();
}

/* The warning that has the text; others may come before it (a busy machine is told, too). */
static const event *await_warning(driver *d, const char *text)
{
    const event *told = driver_await_where(d, EVENT_NOTICE, "warning");
    while (!strstr(told->text, text)) {
        print_message("before it: %s\n", told->text);
        told = driver_await_where(d, EVENT_NOTICE, "warning");
    }
    return told;
}

static void drive__what_a_rule_denies__is_told_and_ends_what_follows(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    take_over(d);
    driver_send(d, TYPE("a") "\n" PRESS("F5") "\n" TYPE("b"));
    const event *told = await_warning(d, "F5");
    assert_non_null(strstr(told->text, "not done"));
    driver_send(d, TYPE("c"));
    assert_true(helper_await(has_read, (char *)"c", DRIVER_TIMEOUT_MS));
    g_autofree char *text = all_read();
    assert_string_equal(text, "ac");
    assert_int_equal(driver_notices(d, "not done"), 1); /* and nothing else was refused */
    end(d);
}

/* The program shows for a while what each key did, as tool bars and cells do: that is what the person sees happen, and no reason
 * to lose the next key. */
static void drive__echo_of_the_key_before__loses_nothing(void **state)
{
    (void)state;
    g_autofree char *app = g_strdup_printf("xterm -geometry 40x10+0+0 -e sh -c '"
                                           "stty raw -echo; while c=$(dd bs=1 count=1 2>/dev/null); do printf %%s \"$c\" >>%s; "
                                           "for i in 1 2 3 4 5 6 7 8; do printf \"\\033[$i;$((i*3))H%%s\" \"$c$(date +%%N)\"; "
                                           "sleep .05; done & done'",
                                           typed);
    driver *d = start_with(app, "deny key=F5");
    take_over(d);
    const char *keys[] = {PRESS("h"), PRESS("e"), PRESS("l"), PRESS("o"), TYPE("wor"), PRESS("l"), TYPE("d")};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        driver_send(d, keys[i]);
    assert_true(helper_await(has_read,
                             (char *)"helo"
                                     "world",
                             DRIVER_TIMEOUT_MS));
    assert_int_equal(driver_notices(d, "not done"), 0);
    end(d);
}

struct focus_moves {
    const char *display;
    gint64 from;
};

static bool focus_has_moved(void *data)
{
    const struct focus_moves *f = data;
    gint64 now = observer_focus(f->display);
    return now > 1 && now != f->from;
}

/* Another window takes the focus, and the person has not seen it yet: a password would be typed into it. */
static void drive__focus_that_nobody_saw_move__is_refused(void **state)
{
    (void)state;
    g_autofree char *other = g_strconcat(typed, "_other", NULL);
    g_autofree char *app = g_strdup_printf("xterm -geometry 30x8+0+0 -e sh -c '"
                                           "stty raw -echo; dd bs=1 count=1 of=%s 2>/dev/null; (sleep 2; exec xterm -geometry "
                                           "30x8+300+200 -e sh -c \"stty raw -echo; exec cat >%s\") & "
                                           "exec cat >>%s'",
                                           typed, other, typed);
    driver *d = start_with(app, "deny key=F5");
    take_over(d);
    driver_send(d, TYPE("n"));
    struct focus_moves f = {d->display, observer_focus(d->display)};
    assert_true(helper_await(focus_has_moved, &f, DRIVER_TIMEOUT_MS));
    driver_send(d, TYPE("sec") "\n" PRESS("r") "\n" TYPE("et"));
    await_warning(d, "not done: the focus has moved to another window");
    driver_send(d, TYPE("seen"));
    char *mine = typed;
    typed = other;
    assert_true(helper_await(has_read, (char *)"seen", DRIVER_TIMEOUT_MS));
    g_autofree char *text = all_read();
    assert_string_equal(text, "seen");
    typed = mine;
    g_autofree char *first = all_read();
    assert_string_equal(first, "n");
    end(d);
}

/* What was typed before the loss could be seen is lost with it, however late it comes. */
static void drive__behind_what_was_lost__nothing_of_the_same_burst_is_done(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    take_over(d);
    driver_send(d, TYPE_IN("1", "a") "\n" PRESS_IN("1", "F5") "\n" TYPE_IN("1", "bc") "\n" PRESS_IN("1", "d"));
    const event *told = await_warning(d, "; 3 more keys were dropped");
    assert_int_equal(told->burst, 1);
    driver_send(d, TYPE_IN("1", "late"));
    await_warning(d, "4 more keys were dropped");
    driver_send(d, TYPE_IN("2", "z"));
    assert_true(helper_await(has_read, (char *)"z", DRIVER_TIMEOUT_MS));
    g_autofree char *text = all_read();
    assert_string_equal(text, "az");
    end(d);
}

/* A new take-over in the middle: what has not been done is told, too. */
static void drive__broken_off__tells_what_was_dropped(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    take_over(d);
    driver_send(d, DRIVE("key.press", "\"key\":\"w\",\"duration\":20") "\n" TYPE("abc"));
    driver_await(d, EVENT_HELD);
    driver_send(d, "{\"command\":\"takeover\"}");
    const event *told = driver_await_where(d, EVENT_NOTICE, "warning");
    while (!strstr(told->text, "3 keys were dropped"))
        told = driver_await_where(d, EVENT_NOTICE, "warning");
    end(d);
}

/* A person who types two lines has not done the agent's steps. */
static void drive__is_not_of_the_budget(void **state)
{
    (void)state;
    driver_configure("typist", "[eye]\nsettle_ms=100\nsettle_timeout_ms=500\n");
    g_unlink(typed);
    g_autofree char *app = g_strdup_printf("xterm -geometry 40x10+0+0 -e sh -c 'stty raw -echo; exec cat >%s'", typed);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", app, "--brain", "typist", "--max-steps", "2", "type"));
    driver_await(d, EVENT_PROPOSAL);
    take_over(d);
    driver_send(d, PRESS("a") "\n" PRESS("b") "\n" PRESS("c"));
    assert_true(helper_await(has_read, (char *)"abc", DRIVER_TIMEOUT_MS));
    driver_send(d, "{\"command\":\"handback\",\"note\":\"\"}");
    const event *e = driver_await_where(d, EVENT_STATE, "waiting");
    assert_int_equal(e->step, 5);
    assert_int_equal(e->last_step, 6); /* of its two steps none is done */
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless")); /* the last one that was remembered is one of the person's */
    e = driver_await_where(d, EVENT_STATE, "waiting");
    assert_int_equal(e->last_step, e->step + 1);
    end(d);
}

static void assert_store_lacks(const char *text)
{
    static const char *const files[] = {"memory.sqlite", "memory.sqlite-wal"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", files[i], NULL), *bytes = NULL;
        gsize length = 0;
        assert_true(g_file_get_contents(path, &bytes, &length, NULL) || i > 0);
        assert_null(length ? memmem(bytes, length, text, strlen(text)) : NULL);
    }
}

/* What a person types may be a password: it comes to the program, and no word of it into the store, from which prompts and
 * exports are made. A replay cannot type it again, and says so. */
static void drive__what_is_typed__is_not_kept(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    take_over(d);
    driver_send(d, TYPE("hunter-two") "\n{\"command\":\"handback\",\"note\":\"\"}");
    while (!g_str_equal(driver_await(d, EVENT_PROPOSAL)->fire.action->skill, "type_text"))
        ; /* the person's goes before */
    assert_true(helper_await(has_read, (char *)"hunter-two", DRIVER_TIMEOUT_MS));
    g_autofree char *run = g_strdup(d->run);
    end(d);
    g_autofree char *shown = run_shown(run);
    assert_non_null(strstr(shown, "having taken over"));
    assert_non_null(strstr(shown, "typed by the person, and not kept"));
    assert_store_lacks("hunter-two");
    assert_verified();
    d = driver_start(NULL, WORDS("resume", run, "--from", "2", "--replay", "--headless"));
    const char *reason = driver_await_where(d, EVENT_STATE, "paused")->reason;
    if (!strstr(reason, "stopped at step 2") || !strstr(reason, "was not kept"))
        fail_msg("%s", reason);
    end(d);
}

/* Whatever ends the engine in the middle: nothing stays down, and the run is resumed paused by nobody's keys. */
static void drive__engine_killed__leaves_nothing_down(void **state)
{
    (void)state;
    driver *d = start("deny key=F5");
    g_autofree char *display = g_strdup(d->display), *run = g_strdup(d->run);
    take_over(d);
    driver_send(d, DRIVE("key.press", "\"key\":\"w\",\"duration\":20"));
    driver_await(d, EVENT_HELD);
    assert_int_not_equal(observer_keys(display), 0);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    assert_true(helper_await(nothing_is_down, display, DRIVER_TIMEOUT_MS));
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, TYPE("late"));
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "nobody has taken over"));
    end(d);
}

/* What comes after a hand-back that waits for the last action holds. */
static void drive__paused_after_hand_back__stays_paused(void **state)
{
    (void)state;
    static const char *const after[] = {"pause", "takeover"};
    for (gsize i = 0; i < G_N_ELEMENTS(after); i++) {
        driver *d = start("deny key=F5");
        take_over(d);
        g_autofree char *all =
            g_strdup_printf("%s\n{\"command\":\"handback\",\"note\":\"\"}", DRIVE("key.press", "\"key\":\"w\",\"duration\":20"));
        g_autofree char *then = g_strdup_printf("{\"command\":\"%s\"}", after[i]);
        driver_send(d, all);
        driver_await(d, EVENT_PROPOSAL);
        driver_await(d, EVENT_HELD);
        driver_send(d, then);
        driver_await_where(d, EVENT_FIRED, "aborted");
        guint heard = d->heard->len;
        driver_send(d, "{\"command\":\"say\",\"text\":\"hello\"}");
        driver_await_where(d, EVENT_NOTICE, "info");
        for (guint k = heard; k < d->heard->len; k++)
            assert_true(((event *)d->heard->pdata[k])->kind != EVENT_STATE);
        driver_send(d, "{\"command\":\"resume\"}");
        driver_await(d, EVENT_PROPOSAL);
        end(d);
    }
}

static void drive__a_display_that_is_no_sandbox__is_refused(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver_configure("typist", "[eye]\nsettle_ms=100\nsettle_timeout_ms=500\n");
    pid_t calc = xcalc_start(x.display);
    for (int starts = 0; starts < 2; starts++) { /* also where the run has started a program there */
        driver *d = driver_start(
            x.display, starts ? WORDS("run", "--headless", "--display", x.display, "--app", "xcalc", "--brain", "typist", "type")
                              : WORDS("run", "--headless", "--brain", "typist", "type"));
        assert_false(driver_await(d, EVENT_HELLO)->about.sandbox);
        driver_await(d, EVENT_PROPOSAL);
        take_over(d);
        driver_send(d, TYPE("x"));
        assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "only a sandbox"));
        end(d);
    }
    helper_end(calc);
    xvfb_stop(&x);
}

static int setup(void **state)
{
    (void)state;
    typed = g_build_filename(g_get_home_dir(), "typed", NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(typed);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive__outside_of_a_takeover__is_refused),
        cmocka_unit_test(drive__keys_and_mouse__come_to_the_program),
        cmocka_unit_test(drive__what_a_rule_denies__is_told_and_ends_what_follows),
        cmocka_unit_test(drive__echo_of_the_key_before__loses_nothing),
        cmocka_unit_test(drive__focus_that_nobody_saw_move__is_refused),
        cmocka_unit_test(drive__behind_what_was_lost__nothing_of_the_same_burst_is_done),
        cmocka_unit_test(drive__broken_off__tells_what_was_dropped),
        cmocka_unit_test(drive__is_not_of_the_budget),
        cmocka_unit_test(drive__what_is_typed__is_not_kept),
        cmocka_unit_test(drive__engine_killed__leaves_nothing_down),
        cmocka_unit_test(drive__paused_after_hand_back__stays_paused),
        cmocka_unit_test(drive__a_display_that_is_no_sandbox__is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
