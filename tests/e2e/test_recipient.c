/* Whose window a click is for, from the eye's list to the press: another program's window over the target that lets clicks
 * through, and another program's window inside it. Each window in a process of its own: this one is above reins, and its windows
 * would pass for the terminal that reins is shown in. */
#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/shape.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define CLICK "mouse.click", "x=250", "y=200"
#define SAYS "the window \"promise\" (Overlay) covers the target and takes no input there: the press goes to \"shop\""

static struct xvfb x;
static Display *dpy;
static sink *shop;

static void set_class(sink *s, const char *name)
{
    XClassHint hint = {.res_name = (char *)name, .res_class = (char *)name};
    XSetClassHint(dpy, (Window)sink_window(s), &hint);
    XSync(dpy, False);
}

static int setup(void **state)
{
    (void)state;
    shop = sink_start(x.display, "shop", 100, 100, 300, 200, 0xd8d8d8);
    sink_text(shop, 130, 104, 0, "Delete");
    set_class(shop, "Shop");
    sink_focus(shop);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sink_stop(shop);
    return 0;
}

/* Over the shop's button, as a popup; clicks go through it. */
static sink *overlay(void)
{
    sink *s = sink_start(x.display, "promise", 200, 180, 100, 40, 0xd8d8d8);
    XSetWindowAttributes popup = {.override_redirect = True};
    XChangeWindowAttributes(dpy, (Window)sink_window(s), CWOverrideRedirect, &popup);
    XShapeCombineRectangles(dpy, (Window)sink_window(s), ShapeInput, 0, 0, NULL, 0, ShapeSet, Unsorted);
    set_class(s, "Overlay");
    sink_text(s, 35, 24, 0, "Keep");
    return s;
}

static int presses(sink *s)
{
    struct sink_event e;
    int n = 0;
    while (sink_next(s, &e, 0)) /* the sink tells of all that the server has for it */
        n += e.kind == SINK_BUTTON_PRESS || e.kind == SINK_KEY_PRESS;
    return n;
}

static void expect_in(const char *json, const char *name, const char *expected)
{
    g_autoptr(cJSON) root = strict_json_parse(json, strlen(json), 1 << 20, NULL);
    const cJSON *item = root ? cJSON_GetObjectItemCaseSensitive(root, name) : NULL;
    g_autofree char *value = !item ? NULL : cJSON_IsString(item) ? g_strdup(item->valuestring) : strict_json_print(item);
    if (!value || !strstr(value, expected))
        fail_msg("%s is %s, not %s: %s", name, value, expected, json);
}

static void click_through__do__names_both_and_presses_nothing(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *err = NULL;
    sink *over = overlay();
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "--json", CLICK), &out, &err), 1);
    expect_in(out, "target", "\"window\":\"shop\"");
    expect_in(out, "tier", "3");
    expect_in(out, "rule", "covered");
    expect_in(out, "evidence", SAYS);
    expect_in(out, "status", "denied");
    assert_int_equal(presses(shop), 0);
    assert_int_equal(presses(over), 0);
    sink_stop(over);
}

static void click_through__deny_of_the_one_below__holds(void **state)
{
    (void)state;
    g_autofree char *out = NULL, *err = NULL;
    sink *over = overlay();
    driver_configure("insister", "[rule shop]\nverdict=deny\nclass=Shop");
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "--json", CLICK), &out, &err), 1);
    expect_in(out, "status", "denied");
    expect_in(out, "reason", "shop");
    assert_int_equal(presses(shop), 0);
    sink_stop(over);
}

static void click_through__card__is_of_the_window_below(void **state)
{
    (void)state;
    sink *over = overlay();
    driver_configure("insister", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "insister", "x"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    while (!g_str_equal(p->fire.action->skill, "click_at_position")) {
        driver_reject(d, p, "not this one");
        p = driver_await(d, EVENT_PROPOSAL);
    }
    assert_string_equal(p->fire.target->window, "shop");
    assert_int_equal(p->judged.tier, 3);
    assert_string_equal(p->judged.word, "covered");
    assert_string_equal(p->judged.rule, "covered");
    assert_string_equal(p->judged.evidence, SAYS);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    sink_stop(over);
}

static void expect_refused_inside(void)
{
    const char *const *const ways[] = {WORDS("do", "--yes", CLICK), WORDS("do", "--yes", "key.type", "text=abc")};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *out = NULL, *err = NULL;
        int code = reins_run(x.display, ways[i], &out, &err);
        if (code == 0 || !strstr(err, "inside \"shop\""))
            fail_msg("exit %d: %s%s", code, out, err);
    }
}

static void inside__click_and_keys__refused_and_named(void **state)
{
    (void)state;
    sink *thief = sink_start(x.display, "thief", 0, 0, 40, 40, 0xd8d8d8);
    XReparentWindow(dpy, (Window)sink_window(thief), (Window)sink_window(shop), 130, 80);
    XWarpPointer(dpy, None, (Window)sink_window(thief), 0, 0, 0, 0, 20, 20);
    XSync(dpy, False);
    expect_refused_inside();
    assert_int_equal(presses(thief), 0);
    assert_int_equal(presses(shop), 0);
    sink_stop(thief);
}

/* A popup of another program over the window that was named: no window manager has a say in it. */
static void window__popup_of_another_over_it__nothing_is_pressed(void **state)
{
    (void)state;
    sink *over = sink_start(x.display, "promise", 200, 180, 100, 40, 0xd8d8d8);
    XSetWindowAttributes popup = {.override_redirect = True};
    XChangeWindowAttributes(dpy, (Window)sink_window(over), CWOverrideRedirect, &popup);
    XSync(dpy, False);
    g_autofree char *out = NULL, *err = NULL;
    assert_int_equal(reins_run(x.display, WORDS("do", "--yes", "--json", "--window", "^shop$", CLICK), &out, &err), 1);
    expect_in(out, "status", "denied");
    assert_int_equal(presses(shop) + presses(over), 0);
    sink_stop(over);
}

/* It shows another label where the shop's is, and lets all input through. */
static void inside__click_through__refused_and_named(void **state)
{
    (void)state;
    sink *thief = sink_start(x.display, "thief", 0, 0, 100, 40, 0xd8d8d8);
    sink_text(thief, 35, 24, 0, "Keep");
    XReparentWindow(dpy, (Window)sink_window(thief), (Window)sink_window(shop), 100, 80);
    XShapeCombineRectangles(dpy, (Window)sink_window(thief), ShapeInput, 0, 0, NULL, 0, ShapeSet, Unsorted);
    XSync(dpy, False);
    expect_refused_inside();
    assert_int_equal(presses(shop), 0);
    sink_stop(thief);
}

static int begin(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    dpy = XOpenDisplay(x.display);
    return dpy == NULL;
}

static int end(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(click_through__do__names_both_and_presses_nothing), TEST(click_through__deny_of_the_one_below__holds),
        TEST(click_through__card__is_of_the_window_below),       TEST(inside__click_and_keys__refused_and_named),
        TEST(inside__click_through__refused_and_named),          TEST(window__popup_of_another_over_it__nothing_is_pressed),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
