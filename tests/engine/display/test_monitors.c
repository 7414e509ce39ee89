/* Monitors as RandR has them: the display's own one, two that a person has set, a display without RandR. */

#include "engine/display/monitors.h"

#include "tests/helper/xvfb.h"

#include <X11/extensions/Xrandr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static char *monitors_of(Display *dpy)
{
    g_autoptr(screen) s = screen_new(1600, 600);
    GString *out = g_string_new(NULL);
    monitors_add(dpy, s);
    for (guint i = 0; i < s->monitors->len; i++) {
        const struct screen_monitor *m = &g_array_index(s->monitors, struct screen_monitor, i);
        g_string_append_printf(out, "%s%s %d,%d %dx%d%s", i ? "; " : "", m->name, m->x, m->y, m->width, m->height,
                               m->primary ? " primary" : "");
    }
    return g_string_free(out, FALSE);
}

static void set_monitor(Display *dpy, const char *name, int x, int y, int width, int height, bool primary, bool with_output)
{
    Window root = DefaultRootWindow(dpy);
    XRRScreenResources *r = XRRGetScreenResources(dpy, root);
    assert_true(r && r->noutput > 0);
    XRRMonitorInfo *m = XRRAllocateMonitor(dpy, with_output);
    m->name = XInternAtom(dpy, name, False);
    m->primary = primary;
    m->x = x;
    m->y = y;
    m->width = width;
    m->height = height;
    m->mwidth = m->mheight = 100;
    if (with_output)
        m->outputs[0] = r->outputs[0];
    XRRSetMonitor(dpy, root, m);
    XSync(dpy, False);
    XRRFreeMonitors(m);
    XRRFreeScreenResources(r);
}

static void monitors__one_then_two__the_primary_first(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 1600, 600, NULL);
    Display *dpy = XOpenDisplay(x.display);
    assert_non_null(dpy);
    g_autofree char *own = monitors_of(dpy);
    assert_string_equal(own, "screen 0,0 1600x600 primary");
    set_monitor(dpy, "LEFT", 0, 0, 800, 600, false, true);
    set_monitor(dpy, "RIGHT", 800, 0, 800, 400, true, false);
    g_autofree char *two = monitors_of(dpy);
    assert_string_equal(two, "RIGHT 800,0 800x400 primary; LEFT 0,0 800x600");
    XCloseDisplay(dpy);
    xvfb_stop(&x);
}

static void monitors__no_randr__the_whole_screen(void **state)
{
    (void)state;
    static const char *const extra[] = {"-extension", "RANDR", NULL};
    struct xvfb x;
    xvfb_start(&x, 1600, 600, extra);
    Display *dpy = XOpenDisplay(x.display);
    assert_non_null(dpy);
    g_autofree char *got = monitors_of(dpy);
    assert_string_equal(got, "screen 0,0 1600x600 primary");
    XCloseDisplay(dpy);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monitors__one_then_two__the_primary_first),
        cmocka_unit_test(monitors__no_randr__the_whole_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
