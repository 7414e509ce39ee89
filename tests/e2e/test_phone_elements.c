/* AppAgent on a phone: Debian's adb, and a phone of ours that shows a GTK program and tells its elements
 * (tests/sinks/explore_gtk.py). */
#include "tests/e2e/driver.h"
#include "tests/helper/phone.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define WIDTH 560
#define HEIGHT 480
#define WAIT_MS 30000
#define OTHER "Window{34cd u0 org.other/org.other.Main}"
#define ICONS "Window{12ab u0 org.example.icons/org.example.icons.Main}"

static struct xvfb x;
static struct phone_peer phone_peer;
static pid_t program;

static void has(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("\"%s\" is not in: %s", part, text ? text : "nothing");
}

static bool tells_elements(void *data)
{
    return g_file_test(data, G_FILE_TEST_EXISTS);
}

/* A store of its own and the program anew for each test. */
static int start(void **state)
{
    static int stores;
    g_autofree char *data = g_strdup_printf("%s/data-%d", g_get_home_dir(), ++stores);
    (void)state;
    g_setenv("XDG_DATA_HOME", data, TRUE);
    xvfb_start(&x, WIDTH, HEIGHT, NULL);
    phone_start(&phone_peer, x.display);
    phone_set(&phone_peer, "focus", ICONS);
    g_autofree char *folder = g_build_filename(phone_peer.folder, "device", NULL), *where = g_strconcat("phone=", folder, NULL),
                    *script = g_build_filename(g_getenv("REINS_SOURCE"), "tests/sinks/explore_gtk.py", NULL),
                    *xml = g_build_filename(folder, "window.xml", NULL);
    g_setenv("NO_AT_BRIDGE", "1", TRUE);
    program = helper_spawn(x.display, (const char *const[]){"/usr/bin/python3", "-BEs", script, where, "other=" OTHER, NULL});
    g_unsetenv("NO_AT_BRIDGE");
    assert_true(helper_await(tells_elements, xml, WAIT_MS));
    driver_configure("explorer", "[eye]\nsettle_ms=100\n");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    helper_end(program);
    phone_stop(&phone_peer);
    xvfb_stop(&x);
    return 0;
}

/* record: a cassette; NULL = none. */
static driver *run_agent_on(const char *display, const char *brain, const char *phase, const char *task, const char *record)
{
    g_autofree char *p = g_strdup_printf("phase=%s", phase);
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "appagent", "--display", display, "--brain", brain, "--set",
                                    p, task, record ? "--record" : NULL, record));
}

static driver *run_agent(const char *phase, const char *task)
{
    return run_agent_on(phone_peer.name, "explorer", phase, task, NULL);
}

/* Every proposal is approved. What `memory show` says of it; caller frees. */
static char *run_to_end(driver *d)
{
    driver_await(d, EVENT_HELLO);
    g_autofree char *run = g_strdup(d->run);
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    driver_exit(d);
    driver_free(d);
    return run_shown(run);
}

static char *documents(void)
{
    char *out = NULL;
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json"), &out, NULL), 0);
    return out;
}

static void explored__is_documented_by_package__and_used(void **state)
{
    (void)state;
    g_autofree char *shown = run_to_end(run_agent("explore", "explore A B D - swipe F text C")), *log = phone_log(&phone_peer),
                    *docs = documents();
    has(shown, "no pixel changed");
    has(log, "[\"key\", \"KEYCODE_BACK\"]");
    has(log, "[\"text\", \"hi\"]");
    has(log, "[\"swipe\", 280, 99, 280, 0, "); /* a finger's, though the profile says that a swipe is the wheel */
    has(docs, "\"app\":\"org.example.icons\"");
    has(docs, "push button \\\"B\\\"");
    has(docs, "\"text\":\"turns a lamp on or off\"");
    has(docs, "text \\\"F\\\"");
    has(docs, "\"text\":\"takes a text\"");
    assert_null(strstr(docs, "\\\"A\\\""));
    g_autofree char *used = run_to_end(run_agent("deploy", "do: opens the drawer"));
    has(used, "> opens the drawer");
    assert_verified();
}

/* A tap has opened another program: what would go there asks, whatever a rule allows. */
static void exploring__another_program__asks(void **state)
{
    (void)state;
    driver_configure("explorer", "[eye]\nsettle_ms=100\n[rule all]\nverdict=allow\nskill=appagent_t*\ntier=3\n");
    driver *d = run_agent("explore", "explore E text");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "auto");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_reject(d, p, "another program");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "rejected");
    driver_free(d);
}

/* Ten megabytes and more: the marks are those of the picture, which is said once; less is read. */
static void xml__of_ten_megabytes__read_or_said(void **state)
{
    (void)state;
    for (int mb = 9; mb <= 11; mb += 2) {
        g_autoptr(GString) xml =
            g_string_new("<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">"
                         "<node package=\"org.example.icons\" class=\"android.widget.Button\" clickable=\"true\" "
                         "text=\"B\" bounds=\"[120,0][220,60]\"/>");
        while (xml->len < (gsize)mb << 20)
            g_string_append(xml, "<node package=\"org.example.icons\" class=\"android.view.View\" bounds=\"[0,0][9,9]\"/>");
        g_string_append(xml, "</hierarchy>");
        phone_set(&phone_peer, "window.xml", xml->str);
        driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "appagent", "--display", phone_peer.name, "--brain",
                                             "explorer", "--set", "phase=deploy", "press B"));
        assert_string_equal(driver_approve_all(d)->end.outcome, "success");
        assert_int_equal(driver_notices(d, "elements: none, the phone"), mb > 10);
        driver_exit(d);
        driver_free(d);
    }
}

/* Without a phone, from its cassette: what was fired then is gestures, and so is what is proposed now. */
static void recorded__plays_to_the_same_decisions(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_home_dir(), "phone.cassette", NULL),
                    *display = g_strconcat("cassette:", file, NULL), *out = NULL;
    g_free(run_to_end(run_agent_on(phone_peer.name, "explorer", "deploy", "press B", file)));
    g_free(phone_log(&phone_peer));
    phone_unplug(&phone_peer);
    g_free(run_to_end(run_agent_on(display, "replay:1", "deploy", "press B", NULL)));
    reins_run(NULL, WORDS("memory", "compare", "1", "2"), &out, NULL);
    has(out, "did the same");
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "");
}

/* The screen does not rest: the marks are those of its picture, which is said once. */
static void restless__marks_of_the_picture__said_once(void **state)
{
    (void)state;
    phone_set(&phone_peer, "restless", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "appagent", "--display", phone_peer.name, "--brain",
                                         "human", "--set", "phase=deploy", "press C"));
    for (int looks = 0; looks < 2; looks++) {
        driver_await_where(d, EVENT_MODULE, "actor");
        driver_send(d, "{\"command\":\"module_edit\",\"module\":\"actor\",\"output\":{\"observation\":\"o\",\"thought\":\"t\","
                       "\"summary\":\"s\",\"outcome\":\"grid\",\"actions\":[]}}");
    }
    driver_await_where(d, EVENT_MODULE, "actor");
    assert_int_equal(driver_notices(d, "could not get idle state (the marks are those of the picture)"), 1);
    assert_int_equal(driver_notices(d, "elements: "), 1);
    driver_free(d);
}

/* No word on the screen says that the field is for a password; the phone does. */
static void password_field__of_the_phone__is_tier_3(void **state)
{
    (void)state;
    driver *d = run_agent("explore", "explore P text");
    for (int i = 0; i < 2; i++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_string_equal(p->fire.action->skill, i ? "appagent_text" : "appagent_tap_element");
        assert_int_equal(p->judged.tier, 3);
        has(p->judged.evidence, "one for a password");
        driver_approve(d, p);
        driver_await_where(d, EVENT_FIRED, "done");
    }
    driver_free(d);
}

static void do__home_and_back__are_skills_there(void **state)
{
    (void)state;
    g_autofree char *err = NULL, *elsewhere = NULL, *shown = NULL;
    reins_run(NULL, WORDS("do", "--display", phone_peer.name, "--dry-run", "phone_home", "--", "phone_apps"), &shown, NULL);
    has(shown, "0 ms  the phone's key HOME down\n");
    has(shown, "ms  the phone's key APP_SWITCH up\n");
    if (reins_run(NULL, WORDS("do", "--display", phone_peer.name, "--yes", "phone_home", "--", "phone_back", "--", "phone_apps"),
                  NULL, &err) != 0)
        fail_msg("%s", err);
    g_autofree char *log = phone_log(&phone_peer);
    assert_string_equal(log, "[\"key\", \"KEYCODE_HOME\"]\n[\"key\", \"KEYCODE_BACK\"]\n[\"key\", \"KEYCODE_APP_SWITCH\"]\n");
    assert_int_not_equal(reins_run(NULL, WORDS("do", "--display", x.display, "--yes", "phone_home"), NULL, &elsewhere), 0);
    has(elsewhere, "phone_home");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(explored__is_documented_by_package__and_used, start, stop),
        cmocka_unit_test_setup_teardown(exploring__another_program__asks, start, stop),
        cmocka_unit_test_setup_teardown(xml__of_ten_megabytes__read_or_said, start, stop),
        cmocka_unit_test_setup_teardown(recorded__plays_to_the_same_decisions, start, stop),
        cmocka_unit_test_setup_teardown(restless__marks_of_the_picture__said_once, start, stop),
        cmocka_unit_test_setup_teardown(password_field__of_the_phone__is_tier_3, start, stop),
        cmocka_unit_test_setup_teardown(do__home_and_back__are_skills_there, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
