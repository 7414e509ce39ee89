#include "engine/eye/eye_x11.h"

#include "engine/display/display_x11.h"
#include "engine/display/windows.h"
#include "engine/eye/capture.h"

#include <X11/Xutil.h>

struct eye_x11 {
    Display *dpy;     /* the capture's, or borrowed */
    capture *capture; /* owned; NULL until there is something to expect on a borrowed display */
    struct display_port display;
    struct eye_port eye;
};

static void port_size(void *data, int *ret_width, int *ret_height)
{
    capture_size(((eye_x11 *)data)->capture, ret_width, ret_height);
}

static frame *port_grab(void *data, const struct area *masks, gsize n_masks, const frame *before, GError **error)
{
    return capture_grab(((eye_x11 *)data)->capture, masks, n_masks, before, error);
}

static bool port_tells_changes(const void *data)
{
    return capture_has_damage(((const eye_x11 *)data)->capture);
}

static bool port_changed(void *data)
{
    return capture_events(((eye_x11 *)data)->capture);
}

static int port_fd(const void *data)
{
    return ConnectionNumber(((const eye_x11 *)data)->dpy);
}

static bool port_pending(void *data)
{
    return XPending(((eye_x11 *)data)->dpy) > 0;
}

static guint port_stirs(const void *data)
{
    return capture_stirs(((const eye_x11 *)data)->capture);
}

static void port_follow(void *data, const GPtrArray *windows)
{
    capture_follow(((eye_x11 *)data)->capture, windows);
}

static bool port_expect(void *data, const frame *expected, GError **error)
{
    eye_x11 *x = data;
    if (!x->capture)
        x->capture = capture_borrow(x->dpy, error);
    if (x->capture)
        capture_expect(x->capture, expected);
    return x->capture != NULL;
}

static const frame *port_look(void *data, int *ret_first, int *ret_last, GError **error)
{
    return capture_look(((eye_x11 *)data)->capture, ret_first, ret_last, error);
}

static frame *port_part(void *data, struct area in)
{
    Display *dpy = ((eye_x11 *)data)->dpy;
    XImage *image =
        XGetImage(dpy, DefaultRootWindow(dpy), in.x, in.y, (unsigned)in.width, (unsigned)in.height, AllPlanes, ZPixmap);
    if (windows_error(dpy) != 0 || !image) { /* the resolution has just changed */
        if (image)
            XDestroyImage(image);
        return NULL;
    }
    frame *f = frame_new(in.width, in.height);
    for (int y = 0; y < in.height; y++)
        for (int x = 0; x < in.width; x++)
            f->pixels[(gsize)y * (gsize)in.width + (gsize)x] = (guint32)XGetPixel(image, x, y) & 0xffffff;
    XDestroyImage(image);
    return f;
}

static const struct eye_port eye_port = {.size = port_size,
                                         .grab = port_grab,
                                         .tells_changes = port_tells_changes,
                                         .changed = port_changed,
                                         .fd = port_fd,
                                         .pending = port_pending,
                                         .stirs = port_stirs,
                                         .follow = port_follow,
                                         .expect = port_expect,
                                         .look = port_look,
                                         .part = port_part};

static eye_x11 *eye_x11_new(Display *dpy, capture *capture_take)
{
    eye_x11 *x = g_new0(eye_x11, 1);
    *x = (eye_x11){dpy, capture_take, display_x11(dpy), eye_port};
    x->eye.data = x;
    return x;
}

eye_x11 *eye_x11_open(const char *display, bool use_shm, GError **error)
{
    capture *c = capture_open(display, use_shm, error);
    return c ? eye_x11_new(capture_display(c), c) : NULL;
}

eye_x11 *eye_x11_connect(const char *display, GError **error)
{
    capture *c = capture_connect(display, true, error);
    return c ? eye_x11_new(capture_display(c), c) : NULL;
}

eye_x11 *eye_x11_borrow(struct _XDisplay *dpy)
{
    return eye_x11_new(dpy, NULL);
}

void eye_x11_free(eye_x11 *x)
{
    if (x)
        capture_close(x->capture);
    g_free(x);
}

const struct display_port *eye_x11_display(const eye_x11 *x)
{
    return &x->display;
}

const struct eye_port *eye_x11_eye(const eye_x11 *x)
{
    return &x->eye;
}

static void (*tell_lost)(const char *name); /* Xlib's handler gets no pointer of ours */

static int display_lost(Display *dpy)
{
    tell_lost(DisplayString(dpy));
    return 0;
}

void eye_x11_watch(void (*lost)(const char *name))
{
    tell_lost = lost;
    XSetIOErrorHandler(display_lost);
}
