#include "engine/hand/xtest.h"

#include <X11/Xatom.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XTest.h>

static void (*listener)(const struct xtest_sent *sent, void *data);
static void *listener_data;

void xtest_listen(void (*function)(const struct xtest_sent *sent, void *data), void *data)
{
    listener = function;
    listener_data = data;
}

static void tell(Display *dpy, struct xtest_sent sent)
{
    sent.serial = NextRequest(dpy) - 1;
    if (listener)
        listener(&sent, listener_data);
}

bool xtest_init(Display *dpy)
{
    int event, error, major, minor;
    if (!XTestQueryExtension(dpy, &event, &error, &major, &minor))
        return false;
    XTestGrabControl(dpy, True);
    return true;
}

void xtest_key(Display *dpy, int keycode, bool down)
{
    XTestFakeKeyEvent(dpy, (unsigned)keycode, down, CurrentTime);
    tell(dpy, (struct xtest_sent){.kind = XTEST_KEY, .down = down, .detail = keycode});
}

void xtest_button(Display *dpy, int button, bool down)
{
    XTestFakeButtonEvent(dpy, (unsigned)button, down, CurrentTime);
    tell(dpy, (struct xtest_sent){.kind = XTEST_BUTTON, .down = down, .detail = button});
}

void xtest_move_to(Display *dpy, int x, int y)
{
    XTestFakeMotionEvent(dpy, DefaultScreen(dpy), x, y, CurrentTime);
    tell(dpy, (struct xtest_sent){.kind = XTEST_MOTION, .x = x, .y = y});
}

void xtest_move_by(Display *dpy, int dx, int dy)
{
    XTestFakeRelativeMotionEvent(dpy, dx, dy, CurrentTime);
    tell(dpy, (struct xtest_sent){.kind = XTEST_MOTION, .x = dx, .y = dy});
}

void xtest_keys_down(Display *dpy, guint8 ret_keys[32])
{
    char keys[32] = {0};
    XQueryKeymap(dpy, keys);
    for (int i = 0; i < 32; i++)
        ret_keys[i] = (guint8)keys[i];
}

int xtest_button_count(Display *dpy)
{
    unsigned char map[256];
    return XGetPointerMapping(dpy, map, (int)sizeof map);
}

bool xtest_is_device(Display *dpy, int id)
{
    Atom type = None, mark = XInternAtom(dpy, "XTEST Device", False);
    int format = 0;
    unsigned long n = 0, left = 0;
    unsigned char *data = NULL;
    bool marked = XIGetProperty(dpy, id, mark, 0, 1, False, AnyPropertyType, &type, &format, &n, &left, &data) == Success &&
                  data && format == 8 && n == 1 && *data == 1;
    if (data)
        XFree(data);
    return marked;
}

static bool read_server_id(Display *dpy, Atom property, guint64 *ret_id)
{
    Atom type;
    int format;
    unsigned long count, rest;
    unsigned char *data = NULL;
    bool found = XGetWindowProperty(dpy, DefaultRootWindow(dpy), property, 0, 2, False, XA_CARDINAL, &type, &format, &count,
                                    &rest, &data) == Success &&
                 type == XA_CARDINAL && format == 32 && count == 2;
    if (found) {
        const unsigned long *words = (const unsigned long *)(const void *)data;
        *ret_id = (guint64)(words[0] & 0xffffffffu) << 32 | (words[1] & 0xffffffffu);
    }
    if (data)
        XFree(data);
    return found;
}

guint64 xtest_server_id(Display *dpy)
{
    Atom property = XInternAtom(dpy, "_REINS_SERVER", False);
    guint64 id = 0;
    XGrabServer(dpy); /* two hands that come at the same time must agree */
    if (!read_server_id(dpy, property, &id)) {
        id = (guint64)g_random_int() << 32 | g_random_int();
        unsigned long words[2] = {(unsigned long)(id >> 32), (unsigned long)(id & 0xffffffffu)};
        XChangeProperty(dpy, DefaultRootWindow(dpy), property, XA_CARDINAL, 32, PropModeReplace, (unsigned char *)words, 2);
    }
    XUngrabServer(dpy);
    XSync(dpy, False);
    return id;
}
