/* Whole runs on a phone: Debian's adb, and a phone of ours whose screen is an X display (tests/helper/phone.h). */
#include "tests/e2e/driver.h"

#include "engine/picture/frame.h"
#include "tests/helper/phone.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* As large as xcalc, which fills it. */
#define WIDTH 228
#define HEIGHT 396
#define CALCULATOR "Window{12ab u0 org.example.calculator/Calculator}"

static struct xvfb x;
static struct phone_peer phone_peer;
static pid_t calculator;

static int start(void **state)
{
    (void)state;
    xvfb_start(&x, WIDTH, HEIGHT, NULL);
    phone_start(&phone_peer, x.display);
    phone_set(&phone_peer, "focus", CALCULATOR);
    calculator = xcalc_start(x.display);
    driver_configure("walker", "");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    helper_end(calculator);
    phone_stop(&phone_peer);
    xvfb_stop(&x);
    return 0;
}

static driver *start_demo(void)
{
    return driver_start(NULL, WORDS("run", "--headless", "--display", phone_peer.name, "--profile", "xcalc", "--brain", "demo",
                                    "compute 12 × 34"));
}

static void has(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text ? text : "nothing");
}

/* ---- reins run ---- */

static void phone__demo__ends_in_408_by_taps(void **state)
{
    (void)state;
    driver *d = start_demo();
    int taps = 0;
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_int_equal(driver_notices(d, "takes over by o"), 1);
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind != EVENT_PROPOSAL || !g_str_equal(e->fire.action->skill, "press_button"))
            continue;
        const struct timeline_event *first = &g_array_index(e->fire.timeline->events, struct timeline_event, 0);
        assert_int_equal(first->type, TIMELINE_GESTURE);
        assert_int_equal(e->fire.timeline->events->len, 1);
        assert_true(e->judged.tier >= 2);
        assert_string_equal(e->fire.target->window, "org.example.calculator/Calculator");
        taps++;
    }
    assert_true(taps >= 6);
    assert_verified();
    driver_free(d);
}

static void phone__another_activity__fires_nothing(void **state)
{
    (void)state;
    driver *d = start_demo();
    const event *proposal = driver_await(d, EVENT_PROPOSAL);
    g_free(phone_log(&phone_peer));
    phone_set(&phone_peer, "focus", "Window{77 u0 org.example.bank/.Pay}");
    driver_approve(d, proposal);
    const event *decided = driver_await_where(d, EVENT_DECISION, "stale");
    has(decided->reason, "another window is at");
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "");
    phone_set(&phone_peer, "focus", CALCULATOR);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void phone__turned__fires_nothing(void **state)
{
    (void)state;
    driver *d = start_demo();
    const event *proposal = driver_await(d, EVENT_PROPOSAL);
    g_autoptr(frame) wide = frame_new_raw(HEIGHT, WIDTH);
    memset(wide->pixels, 0, (gsize)WIDTH * HEIGHT * sizeof *wide->pixels);
    g_autoptr(GBytes) png = frame_to_png(wide, NULL);
    g_autofree char *path = g_build_filename(phone_peer.folder, "device", "screen.png", NULL);
    g_free(phone_log(&phone_peer));
    assert_true(g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL));
    driver_approve(d, proposal);
    has(driver_await_where(d, EVENT_DECISION, "stale")->reason, "size");
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "");
    phone_set(&phone_peer, "screen.png", NULL);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void phone__off_or_unplugged__pauses_and_resume_goes_on(void **state)
{
    (void)state;
    driver *d = start_demo();
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_FIRED);
    driver_await(d, EVENT_PROPOSAL);
    phone_set(&phone_peer, "awake", "Asleep");
    driver_await_where(d, EVENT_STATE, "paused");
    has(driver_await_where(d, EVENT_NOTICE, "error")->text, "display lost: the phone's screen is off");
    phone_set(&phone_peer, "awake", NULL);
    driver_send(d, "{\"command\":\"resume\"}");
    driver_await(d, EVENT_PROPOSAL);
    phone_unplug(&phone_peer);
    driver_await_where(d, EVENT_STATE, "paused");
    const event *notice = driver_await_where(d, EVENT_NOTICE, "error");
    phone_plug_in(&phone_peer); /* for the other tests, too */
    has(notice->text, "is not there");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
    driver_free(d);
}

/* ---- reins do ---- */

static int done(const char *const *words, char **ret_out, char **ret_err)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    static const char *const first[] = {"do", "--display"};
    for (gsize i = 0; i < G_N_ELEMENTS(first); i++)
        g_ptr_array_add(all, (char *)first[i]);
    g_ptr_array_add(all, phone_peer.name);
    for (; *words; words++)
        g_ptr_array_add(all, (char *)*words);
    g_ptr_array_add(all, NULL);
    return reins_run(NULL, (const char *const *)all->pdata, ret_out, ret_err);
}

static void phone__do__taps_swipes_types_and_strikes(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *err = NULL;
    g_free(phone_log(&phone_peer));
    int code = done(WORDS("--yes", "--json", "mouse.click", "x=40", "y=30", "--", "mouse.drag", "from_x=20", "from_y=60",
                          "to_x=20", "to_y=20", "duration=0.2", "--", "key.type", "text=1 %s\n", "--", "mouse.hold", "x=40",
                          "y=30", "button=left", "duration=1", "wait=true", "--", "key.press", "key=XF86Back"),
                    &out, &err);
    if (code != 0)
        fail_msg("%s%s", out, err);
    has(out, "\"tier\":2");
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "[\"tap\", 40, 30]\n[\"swipe\", 20, 60, 20, 20, 400]\n[\"text\", \"1 %\"]\n[\"text\", \"s\"]\n"
                             "[\"key\", \"KEYCODE_ENTER\"]\n[\"swipe\", 40, 30, 40, 30, 1000]\n[\"key\", \"KEYCODE_BACK\"]\n");
}

static void phone__do__refuses_what_a_finger_cannot(void **state)
{
    (void)state;
    static const struct {
        const char *words[6], *why;
    } rows[] = {
        {{"--yes", "key.combo", "keys=ctrl+c"}, "keys are struck one by one"},
        {{"--yes", "mouse.click", "x=10", "y=10", "button=right"}, "a finger is the left button"},
        {{"--yes", "key.type", "text=caf\xc3\xa9"}, "types ASCII only"},
        {{"--dry-run", "mouse.double_click", "x=10", "y=10"}, "a double tap cannot be done"},
    };
    g_free(phone_log(&phone_peer));
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *err = NULL;
        assert_int_equal(done(rows[i].words, NULL, &err), 1);
        has(err, rows[i].why);
    }
    g_autofree char *log = phone_log(&phone_peer), *why = NULL, *there = NULL;
    assert_string_equal(log, "");
    assert_int_equal(
        reins_run(NULL, WORDS("run", "--display", phone_peer.name, "--app", "xcalc", "--headless", "a task"), NULL, &why), 2);
    has(why, "does not start a program on a phone");
    assert_int_equal(reins_run(NULL, WORDS("do", "--display", "adb:nobody", "--yes", "wait", "seconds=0"), NULL, &there), 3);
    has(there, "the phone nobody is not there");
}

/* A skill of a person's own that wants a second finger: in a run and from the shell. */
static void phone__two_fingers__are_refused_by_name(void **state)
{
    (void)state;
    static const char why[] = "two fingers at a time (a pinch, a turn) cannot be done over adb";
    static const char plan[] =
        "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"screen\":\"s\",\"reasoning\":\"r\","
        "\"actions\":[{\"skill\":\"pinch\",\"args\":{},\"expectation\":\"\",\"reason\":\"\"}],"
        "\"outcome\":\"continue\"}}";
    g_autofree char *skills = g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL),
                    *file = g_build_filename(skills, "fingers.lua", NULL), *err = NULL,
                    *sentence = g_strconcat("pinch() cannot be done: ", why, NULL);
    assert_int_equal(g_mkdir_with_parents(skills, 0700), 0);
    assert_true(g_file_set_contents(file,
                                    "--- Bring two fingers together.\n-- @expect it is smaller\nfunction pinch()\n"
                                    "    mouse.hold(40, 30, \"left\", {duration = 1, wait = false})\n"
                                    "    mouse.hold(80, 90, \"left\", {duration = 1})\nend\n",
                                    -1, NULL));
    g_free(phone_log(&phone_peer));
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--agent", "direct", "--display", phone_peer.name, "--brain", "human", "zoom out"));
    driver_await_where(d, EVENT_MODULE, "plan");
    driver_send(d, plan);
    while (driver_notices(d, sentence) == 0)
        driver_await(d, EVENT_NOTICE);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_int_equal(done(WORDS("--yes", "pinch"), NULL, &err), 1);
    has(err, why);
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "");
    assert_int_equal(g_unlink(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phone__demo__ends_in_408_by_taps),
        cmocka_unit_test(phone__another_activity__fires_nothing),
        cmocka_unit_test(phone__turned__fires_nothing),
        cmocka_unit_test(phone__off_or_unplugged__pauses_and_resume_goes_on),
        cmocka_unit_test(phone__do__taps_swipes_types_and_strikes),
        cmocka_unit_test(phone__do__refuses_what_a_finger_cannot),
        cmocka_unit_test(phone__two_fingers__are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
