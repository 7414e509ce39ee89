/* Coordinates through the whole program: a skill's point on a monitor, in the target window, in degrees, from eye over dry run
 * and gate to what the pointer does. */

#include "tests/helper/xvfb.h"

#include <X11/extensions/Xrandr.h>
#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char skills[] = "--- Click in the window.\n-- @param x integer px\n-- @param y integer px\n"
                             "function click_in_window(x, y)\n    mouse.click(x, y, 'left', {origin = 'window'})\nend\n\n"
                             "--- Move on a monitor.\n-- @param name string which\n"
                             "function to_monitor(name)\n    mouse.move(30, 40, {monitor = name})\nend\n\n"
                             "--- Turn.\n-- @param degrees number to the right\n-- @param mode string? which\n"
                             "function turn_right(degrees, mode)\n    mouse.turn(degrees, 2, mode)\nend\n";

static const char profile[] = "[profile]\nwindow=^target$\n[turn walking]\nx=2.5\ny=10\n[turn aiming]\nx=-1\ny=1\n";

static struct xvfb x;

static void write_file(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* What is set with an output takes the place of the display's own. */
static void set_monitor(Display *dpy, const char *name, int left, int width, int height, bool first)
{
    XRRScreenResources *r = XRRGetScreenResources(dpy, DefaultRootWindow(dpy));
    XRRMonitorInfo *m = XRRAllocateMonitor(dpy, first);
    m->name = XInternAtom(dpy, name, False);
    m->primary = first;
    m->x = left;
    m->width = width;
    m->height = height;
    m->mwidth = m->mheight = 100;
    if (first)
        m->outputs[0] = r->outputs[0];
    XRRSetMonitor(dpy, DefaultRootWindow(dpy), m);
    XSync(dpy, False);
    XRRFreeMonitors(m);
    XRRFreeScreenResources(r);
}

static int start(void **state)
{
    (void)state;
    g_autofree char *own = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *apps = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    write_file(own, "own.lua", skills);
    write_file(apps, "place.ini", profile);
    xvfb_start(&x, 1000, 600, NULL);
    Display *dpy = XOpenDisplay(x.display);
    assert_non_null(dpy);
    set_monitor(dpy, "LEFT", 0, 600, 600, true);
    set_monitor(dpy, "RIGHT", 600, 400, 600, false);
    XCloseDisplay(dpy);
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

/* `reins do --yes …` on the display; its exit code, and what it said. */
static int reins_do(const char *arguments, char **ret_output)
{
    g_autofree char *command =
        g_strdup_printf("exec %s do --display %s --yes %s 2>&1 </dev/null", g_getenv("REINS_BIN"), x.display, arguments);
    const char *argv[] = {"sh", "-c", command, NULL};
    return helper_run(x.display, argv, ret_output);
}

static void expect_pointer(int expected_x, int expected_y)
{
    int at_x, at_y;
    observer_buttons(x.display, &at_x, &at_y);
    assert_int_equal(at_x, expected_x);
    assert_int_equal(at_y, expected_y);
}

/* With a profile the window that it names; without one the window that has the keys. */
static void window__of_the_profile_or_with_the_focus__is_counted_from(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 0, 0, 100, 100, 0x445566);
    sink *target = sink_start(x.display, "target", 200, 150, 300, 200, 0x336699);
    g_autofree char *said = NULL;
    sink_focus(other);
    assert_int_equal(reins_do("--profile place click_in_window x=20 y=30", &said), 0);
    expect_pointer(220, 180);
    sink_move(target, 300, 250, 300, 200);
    assert_int_equal(reins_do("--profile place click_in_window x=20 y=30", NULL), 0);
    expect_pointer(320, 280);
    sink_focus(other);
    assert_int_equal(reins_do("click_in_window x=20 y=30", NULL), 0);
    expect_pointer(20, 30);
    sink_stop(target);
    g_autofree char *none = NULL;
    assert_int_equal(reins_do("--profile place click_in_window x=20 y=30", &none), 1);
    assert_non_null(strstr(none, "there is no target window"));
    sink_stop(other);
}

static void monitor__by_name__is_counted_from(void **state)
{
    (void)state;
    g_autofree char *said = NULL;
    assert_int_equal(reins_do("to_monitor name=RIGHT", NULL), 0);
    expect_pointer(630, 40);
    assert_int_equal(reins_do("to_monitor name=MIDDLE", &said), 1);
    assert_non_null(strstr(said, "a monitor of this screen: 1 \"LEFT\", 2 \"RIGHT\" fits"));
}

static void turn__degrees__by_the_profile(void **state)
{
    (void)state;
    g_autofree char *said = NULL;
    assert_int_equal(reins_do("to_monitor name=LEFT", NULL), 0);
    assert_int_equal(reins_do("--profile place turn_right degrees=40", NULL), 0);
    expect_pointer(130, 60);
    assert_int_equal(reins_do("--profile place turn_right degrees=30 mode=aiming", NULL), 0);
    expect_pointer(100, 62);
    assert_int_equal(reins_do("--profile place turn_right degrees=30 mode=flying", &said), 1);
    assert_non_null(strstr(said, "mode is \"flying\" (walking, aiming fits)"));
}

static void expect_press(sink *target, int button, int at_x, int at_y)
{
    struct sink_event e;
    do {
        if (!sink_next(target, &e, 10000))
            fail_msg("button %d was not pressed", button);
    } while (e.kind != SINK_BUTTON_PRESS);
    assert_int_equal(e.detail, button);
    assert_int_equal(e.x, at_x);
    assert_int_equal(e.y, at_y);
}

/* games.lua, which no one program uses whole: where each of its mouse skills leads, and what it presses there. */
static void games__turn_look_shoot_select__lead_where_they_say(void **state)
{
    (void)state;
    g_autofree char *apps = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    write_file(apps, "game.ini", "[profile]\nwindow=^target$\nskills=games\n[turn walking]\nx=2\ny=2\n[turn aiming]\nx=1\ny=1\n");
    sink *target = sink_start(x.display, "target", 200, 150, 300, 200, 0x336699);
    sink_focus(target);
    assert_int_equal(reins_do("--profile game mouse.move x=350 y=250", NULL), 0); /* its middle */
    assert_int_equal(reins_do("--profile game look_up theta=10", NULL), 0);
    expect_pointer(350, 230);
    assert_int_equal(reins_do("--profile game turn theta=-10", NULL), 0);
    expect_pointer(330, 230);
    assert_int_equal(reins_do("--profile game shoot x=500 y=250", NULL), 0); /* the edge of 90 degrees: 45 to the right */
    expect_press(target, 3, 330, 230);
    expect_press(target, 1, 375, 230);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
    assert_int_equal(reins_do("--profile game select_item_at x=260 y=200", NULL), 0);
    expect_press(target, 1, 260, 200);
    sink_stop(target);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window__of_the_profile_or_with_the_focus__is_counted_from),
        cmocka_unit_test(monitor__by_name__is_counted_from),
        cmocka_unit_test(turn__degrees__by_the_profile),
        cmocka_unit_test(games__turn_look_shoot_select__lead_where_they_say),
    };
    return cmocka_run_group_tests(tests, start, end);
}
