#include "engine/eye/eye_x11.h"

#include "engine/display/windows.h"
#include "engine/eye/capture.h"

#include <X11/Xutil.h>

static bool port_expect(void *data, const frame *expected, GError **error)
{
    struct eye_x11 *at = data;
    if (!at->capture)
        at->capture = capture_borrow(at->dpy, error);
    if (at->capture)
        capture_expect(at->capture, expected);
    return at->capture != NULL;
}

static const frame *port_look(void *data, int *ret_first, int *ret_last, GError **error)
{
    return capture_look(((struct eye_x11 *)data)->capture, ret_first, ret_last, error);
}

static frame *port_part(void *data, struct area in)
{
    Display *dpy = ((struct eye_x11 *)data)->dpy;
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

struct eye_port eye_x11(struct eye_x11 *at)
{
    return (struct eye_port){.expect = port_expect, .look = port_look, .part = port_part, .data = at};
}

void eye_x11_close(struct eye_x11 *at)
{
    g_clear_pointer(&at->capture, capture_close);
}
