#include "engine/eye/eye.h"
#include "engine/display/windows.h"
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/shape.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <unistd.h>

#include <cmocka.h>

static gint64 id_at(const GPtrArray *list, int x, int y)
{
    const struct eye_window *w = eye_window_at(list, x, y);
    return w ? w->id : 0;
}

static struct xvfb x;
static Display *dpy;

static int start(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    return 0;
}

static int end(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

static const struct eye_window *nth(const GPtrArray *list, guint i)
{
    assert_true(i < list->len);
    return g_ptr_array_index(list, i);
}

static void list__two_windows__top_first_and_after_a_raise(void **state)
{
    (void)state;
    sink *a = sink_start(x.display, "a", 10, 20, 100, 80, 1), *b = sink_start(x.display, "b – ü", 50, 50, 100, 80, 2);
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_int_equal(list->len, 2);
    assert_int_equal(nth(list, 0)->id, sink_window(b));
    assert_int_equal(nth(list, 1)->x, 10);
    assert_int_equal(nth(list, 1)->y, 20);
    assert_int_equal(nth(list, 1)->width, 100);
    g_autofree char *before = eye_window_stack_hash(list);
    sink_raise(a);
    g_autoptr(GPtrArray) raised = windows_list(dpy);
    g_autofree char *after = eye_window_stack_hash(raised);
    assert_int_equal(nth(raised, 0)->id, sink_window(a));
    assert_string_not_equal(before, after);
    sink_raise(b);
    g_autoptr(GPtrArray) back = windows_list(dpy);
    g_autofree char *again = eye_window_stack_hash(back);
    assert_string_equal(before, again);
    sink_move(b, 51, 50, 100, 80);
    g_autoptr(GPtrArray) moved = windows_list(dpy);
    g_autofree char *other = eye_window_stack_hash(moved);
    assert_string_not_equal(before, other);
    sink_stop(a);
    sink_stop(b);
}

static void list__unmapped_tiny_and_off_screen__left_out(void **state)
{
    (void)state;
    sink *gone = sink_start(x.display, "gone", 0, 0, 50, 50, 1), *far = sink_start(x.display, "far", 5000, 0, 50, 50, 1);
    sink *tiny = sink_start(x.display, "tiny", 0, 0, 1, 1, 1);
    sink_unmap(gone);
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_int_equal(list->len, 0);
    sink_stop(gone);
    sink_stop(far);
    sink_stop(tiny);
}

static void list__title_with_nonsense__is_utf8_and_short(void **state)
{
    (void)state;
    Window w = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 50, 50, 0, 0, 0);
    g_autofree char *longest = g_strnfill(5000, 'x');
    XChangeProperty(dpy, w, XInternAtom(dpy, "_NET_WM_NAME", False), XInternAtom(dpy, "UTF8_STRING", False), 8, PropModeReplace,
                    (const guchar *)"a\xff\xfe"
                                    "b",
                    4);
    XMapWindow(dpy, w);
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_true(g_utf8_validate(nth(list, 0)->title, -1, NULL));
    XChangeProperty(dpy, w, XInternAtom(dpy, "_NET_WM_NAME", False), XInternAtom(dpy, "UTF8_STRING", False), 8, PropModeReplace,
                    (const guchar *)longest, 5000);
    g_autoptr(GPtrArray) again = windows_list(dpy);
    assert_true(strlen(nth(again, 0)->title) <= 256);
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
}

static void focus__pointer_root__window_under_the_pointer(void **state)
{
    (void)state;
    sink *a = sink_start(x.display, "a", 0, 0, 100, 100, 1);
    XSetInputFocus(dpy, PointerRoot, RevertToPointerRoot, CurrentTime);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, 50, 50);
    bool root = false;
    assert_int_equal(windows_focus(dpy, &root), sink_window(a));
    assert_true(root);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, 300, 300);
    assert_int_equal(windows_focus(dpy, &root), 0);
    XSetInputFocus(dpy, None, RevertToNone, CurrentTime);
    assert_int_equal(windows_focus(dpy, &root), 0);
    assert_false(root);
    XSetInputFocus(dpy, DefaultRootWindow(dpy), RevertToPointerRoot, CurrentTime);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, 50, 50);
    assert_int_equal(windows_focus(dpy, &root), sink_window(a));
    assert_true(root);
    sink_stop(a);
}

static void focus__inner_window__its_top_level(void **state)
{
    (void)state;
    Window top = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 80, 80, 0, 0, 0);
    Window middle = XCreateSimpleWindow(dpy, top, 0, 0, 60, 60, 0, 0, 0),
           inner = XCreateSimpleWindow(dpy, middle, 0, 0, 40, 40, 0, 0, 0);
    XMapWindow(dpy, inner);
    XMapWindow(dpy, middle);
    XMapWindow(dpy, top);
    XSync(dpy, False);
    XSetInputFocus(dpy, inner, RevertToPointerRoot, CurrentTime);
    bool root = true;
    assert_int_equal(windows_focus(dpy, &root), top);
    assert_false(root);
    XDestroyWindow(dpy, top);
    XSync(dpy, False);
}

static void set_focus__no_manager__focused_and_not_raised(void **state)
{
    (void)state;
    sink *a = sink_start(x.display, "a", 0, 0, 100, 100, 1), *b = sink_start(x.display, "b", 50, 50, 100, 100, 2);
    windows_set_focus(dpy, sink_window(a));
    assert_int_equal(observer_focus(x.display), sink_window(a));
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_int_equal(nth(list, 0)->id, sink_window(b));
    windows_set_focus(dpy, 0x123456); /* no such window: nothing happens */
    assert_int_equal(observer_focus(x.display), sink_window(a));
    assert_int_equal(windows_error(dpy), 0);
    sink_stop(a);
    sink_stop(b);
}

static void at__overlapping__the_upper_one(void **state)
{
    (void)state;
    sink *a = sink_start(x.display, "a", 0, 0, 100, 100, 1), *b = sink_start(x.display, "b", 50, 50, 100, 100, 2);
    assert_int_equal(windows_at(dpy, 75, 75), sink_window(b));
    assert_int_equal(windows_at(dpy, 49, 49), sink_window(a));
    assert_int_equal(windows_at(dpy, 150, 150), 0);
    sink_stop(a);
    sink_stop(b);
}

/* ---- shapes ---- */

static Window cover(int left, int top, int width, int height)
{
    XSetWindowAttributes direct = {.override_redirect = True};
    Window w = XCreateWindow(dpy, DefaultRootWindow(dpy), left, top, (unsigned)width, (unsigned)height, 0, CopyFromParent,
                             InputOutput, CopyFromParent, CWOverrideRedirect, &direct);
    XMapRaised(dpy, w);
    XSync(dpy, False);
    return w;
}

static void shape(Window w, int kind, int n, XRectangle *parts)
{
    XShapeCombineRectangles(dpy, w, kind, 0, 0, parts, n, ShapeSet, Unsorted);
    XSync(dpy, False);
}

/* As an answer of the eye brings it to the engine. */
static GPtrArray *told(GPtrArray *list)
{
    g_autoptr(GError) error = NULL;
    const eye_answer a = {.kind = EYE_MATCH, .windows = list, .stack_hash = (char *)"0"};
    g_autofree char *json = eye_answer_to_json(&a);
    g_autoptr(eye_answer) back = eye_answer_from_json(json, strlen(json), &error);
    if (!back)
        fail_msg("%s: %s", error->message, json);
    return g_steal_pointer(&back->windows);
}

static void shape__takes_no_input__clicks_are_for_what_lies_below(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "shop", 100, 100, 200, 100, 1);
    Window w = cover(120, 110, 60, 40);
    assert_int_equal(windows_at(dpy, 130, 120), w);
    shape(w, ShapeInput, 0, NULL);
    g_autoptr(GPtrArray) list = windows_list(dpy), read = told(list);
    assert_int_equal(nth(read, 0)->id, w);
    for (int i = 0; i < 2; i++) {
        const GPtrArray *windows = i ? read : list;
        assert_int_equal(id_at(windows, 130, 120), sink_window(s));
        assert_true(eye_window_hides(nth(windows, 0), (struct area){100, 100, 50, 50}));
        assert_false(eye_window_hides(nth(windows, 0), (struct area){180, 110, 50, 50}));
        assert_false(eye_window_hides(nth(windows, 1), (struct area){100, 100, 50, 50}));
    }
    assert_int_equal(windows_at(dpy, 130, 120), sink_window(s));
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, 130, 120);
    XSetInputFocus(dpy, PointerRoot, RevertToPointerRoot, CurrentTime);
    assert_int_equal(windows_focus(dpy, NULL), sink_window(s));
    XDestroyWindow(dpy, w);
    sink_stop(s);
}

static void shape__in_parts__each_point_as_the_server_has_it(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "shop", 100, 100, 200, 100, 1);
    Window w = cover(100, 100, 200, 100);
    XRectangle shown[] = {{0, 0, 50, 100}, {100, 0, 100, 100}}, taken[] = {{0, 0, 50, 40}, {120, 20, 10, 10}};
    shape(w, ShapeBounding, 2, shown);
    shape(w, ShapeInput, 2, taken);
    g_autoptr(GPtrArray) list = windows_list(dpy), read = told(list);
    for (int py = 95; py < 210; py += 5)
        for (int px = 95; px < 310; px += 5)
            if (id_at(read, px, py) != windows_at(dpy, px, py))
                fail_msg("%d,%d", px, py);
    assert_false(eye_window_hides(nth(read, 0), (struct area){100, 100, 50, 40}));
    assert_false(eye_window_hides(nth(read, 0), (struct area){150, 100, 50, 100}));
    assert_true(eye_window_hides(nth(read, 0), (struct area){100, 100, 100, 41}));
    g_autoptr(GArray) covered = g_array_new(FALSE, FALSE, sizeof(struct area));
    eye_window_add_covered(nth(read, 0), (struct area){120, 100, 100, 50}, covered);
    assert_int_equal(covered->len, 2);
    assert_int_equal(g_array_index(covered, struct area, 0).width, 30);
    assert_int_equal(g_array_index(covered, struct area, 1).x, 200);
    XDestroyWindow(dpy, w);
    sink_stop(s);
}

/* More parts than are listed: it counts as whole, and hides nothing from the comparison. */
static void shape__of_many_parts__ragged(void **state)
{
    (void)state;
    Window w = cover(0, 0, 400, 400);
    XRectangle many[100];
    for (int i = 0; i < 100; i++)
        many[i] = (XRectangle){(short)(2 * (i % 2)), (short)(4 * i), 2, 2};
    shape(w, ShapeBounding, 100, many);
    g_autoptr(GPtrArray) list = windows_list(dpy), read = told(list);
    g_autoptr(GArray) covered = g_array_new(FALSE, FALSE, sizeof(struct area));
    assert_true(nth(read, 0)->ragged);
    assert_int_equal(id_at(read, 200, 200), w);
    eye_window_add_covered(nth(read, 0), (struct area){0, 0, 100, 100}, covered);
    assert_int_equal(covered->len, 0);
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
}

/* ---- a window manager, as far as one is seen from outside ---- */
struct manager {
    Display *dpy;
    Window frame, check;
};

static void manage(struct manager *m, Window client)
{
    m->dpy = XOpenDisplay(x.display);
    Window root = DefaultRootWindow(m->dpy);
    XSelectInput(m->dpy, root, SubstructureRedirectMask | SubstructureNotifyMask);
    m->frame = XCreateSimpleWindow(m->dpy, root, 90, 70, 120, 130, 0, 0, 0x888888);
    XReparentWindow(m->dpy, client, m->frame, 10, 20);
    const long normal[] = {NormalState, None};
    Atom wm_state = XInternAtom(m->dpy, "WM_STATE", False);
    XChangeProperty(m->dpy, client, wm_state, wm_state, 32, PropModeReplace, (const guchar *)normal, 2);
    XMapWindow(m->dpy, m->frame);
    XMapWindow(m->dpy, client);
    m->check = XCreateSimpleWindow(m->dpy, root, -10, -10, 1, 1, 0, 0, 0);
    Atom check = XInternAtom(m->dpy, "_NET_SUPPORTING_WM_CHECK", False),
         active = XInternAtom(m->dpy, "_NET_ACTIVE_WINDOW", False);
    XChangeProperty(m->dpy, root, check, XA_WINDOW, 32, PropModeReplace, (const guchar *)&m->check, 1);
    XChangeProperty(m->dpy, root, XInternAtom(m->dpy, "_NET_SUPPORTED", False), XA_ATOM, 32, PropModeReplace,
                    (const guchar *)&active, 1);
    XSync(m->dpy, False);
}

static void managed__framed_client__listed_as_itself_and_activated(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "framed", 0, 0, 100, 100, 0xff);
    struct manager m;
    manage(&m, (Window)sink_window(s));
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_int_equal(list->len, 1);
    assert_int_equal(nth(list, 0)->id, sink_window(s));
    assert_string_equal(nth(list, 0)->title, "framed");
    assert_int_equal(nth(list, 0)->x, 100);
    assert_int_equal(nth(list, 0)->y, 90);
    assert_int_equal(id_at(list, 95, 75), sink_window(s)); /* on its frame */
    assert_int_equal(windows_at(dpy, 95, 75), sink_window(s));
    XSetInputFocus(dpy, m.frame, RevertToPointerRoot, CurrentTime);
    assert_int_equal(windows_focus(dpy, NULL), sink_window(s));
    windows_set_focus(dpy, sink_window(s));
    XSync(m.dpy, False);
    XEvent e;
    bool asked = false;
    while (XPending(m.dpy)) {
        XNextEvent(m.dpy, &e);
        if (e.type == ClientMessage && e.xclient.window == (Window)sink_window(s) &&
            e.xclient.message_type == XInternAtom(m.dpy, "_NET_ACTIVE_WINDOW", False))
            asked = true;
    }
    assert_true(asked);
    assert_int_equal(observer_focus(x.display), m.frame); /* left to the window manager */
    XDestroyWindow(m.dpy, m.check);
    XSync(m.dpy, False);
    windows_set_focus(dpy, sink_window(s)); /* it left its property behind and is gone */
    assert_int_equal(observer_focus(x.display), sink_window(s));
    sink_stop(s);
    XCloseDisplay(m.dpy);
}

static void managed__menu_listed_overlay_not(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "framed", 0, 0, 100, 100, 0xff);
    struct manager m;
    manage(&m, (Window)sink_window(s));
    Window menu = cover(110, 110, 50, 90), root = DefaultRootWindow(dpy);
    void *composite = dlopen("libXcomposite.so.1", RTLD_NOW); /* GTK has it with it */
    assert_non_null(composite);
    Window (*get)(Display *, Window) = NULL;
    void (*give_back)(Display *, Window) = NULL;
    *(void **)&get = dlsym(composite, "XCompositeGetOverlayWindow");
    *(void **)&give_back = dlsym(composite, "XCompositeReleaseOverlayWindow");
    Window overlay = get(dpy, root);
    shape(overlay, ShapeInput, 0, NULL);
    g_autoptr(GPtrArray) list = windows_list(dpy);
    assert_int_equal(list->len, 2);
    assert_int_equal(nth(list, 0)->id, menu);
    assert_int_equal(nth(list, 1)->id, sink_window(s));
    assert_int_equal(windows_at(dpy, 120, 120), menu);
    assert_true(nth(list, 0)->popup);
    assert_false(nth(list, 0)->tooltip || nth(list, 1)->popup);
    assert_int_equal(nth(list, 0)->pid, getpid());
    Atom tooltip = XInternAtom(dpy, "_NET_WM_WINDOW_TYPE_TOOLTIP", False);
    XChangeProperty(dpy, menu, XInternAtom(dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                    (unsigned char *)&tooltip, 1);
    g_autoptr(GPtrArray) typed = windows_list(dpy);
    assert_true(nth(typed, 0)->tooltip);
    give_back(dpy, root);
    Window forged = cover(0, 0, 640, 480); /* looks like one, and is somebody's */
    shape(forged, ShapeInput, 0, NULL);
    g_autoptr(GPtrArray) with_it = windows_list(dpy);
    assert_int_equal(nth(with_it, 0)->id, forged);
    assert_int_equal(windows_at(dpy, 120, 120), menu);
    XDestroyWindow(dpy, forged);
    XDestroyWindow(dpy, menu);
    XSync(dpy, False);
    sink_stop(s);
    XCloseDisplay(m.dpy);
}

/* What makes a check by XID alone worth nothing: the next client gets the same one. */
static void list__window_replaced_by_one_of_the_same_id__another_owner(void **state)
{
    (void)state;
    sink *first = sink_start(x.display, "mail", 10, 20, 100, 80, 1);
    gint64 id = sink_window(first);
    g_autoptr(GPtrArray) before = windows_list(dpy);
    gint64 pid = nth(before, 0)->pid;
    assert_true(pid > 0 && pid != getpid());
    sink_stop(first);
    sink *second = sink_start(x.display, "mail", 10, 20, 100, 80, 1);
    assert_int_equal(sink_window(second), id);
    g_autoptr(GPtrArray) after = windows_list(dpy);
    assert_int_equal(nth(after, 0)->id, id);
    assert_int_not_equal(nth(after, 0)->pid, pid);
    sink_stop(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list__two_windows__top_first_and_after_a_raise),
        cmocka_unit_test(list__unmapped_tiny_and_off_screen__left_out),
        cmocka_unit_test(list__title_with_nonsense__is_utf8_and_short),
        cmocka_unit_test(focus__pointer_root__window_under_the_pointer),
        cmocka_unit_test(focus__inner_window__its_top_level),
        cmocka_unit_test(set_focus__no_manager__focused_and_not_raised),
        cmocka_unit_test(at__overlapping__the_upper_one),
        cmocka_unit_test(shape__takes_no_input__clicks_are_for_what_lies_below),
        cmocka_unit_test(shape__in_parts__each_point_as_the_server_has_it),
        cmocka_unit_test(shape__of_many_parts__ragged),
        cmocka_unit_test(managed__framed_client__listed_as_itself_and_activated),
        cmocka_unit_test(managed__menu_listed_overlay_not),
        cmocka_unit_test(list__window_replaced_by_one_of_the_same_id__another_owner),
    };
    return cmocka_run_group_tests(tests, start, end);
}
