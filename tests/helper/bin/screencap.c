/* screencap -p of the phone of tests (phone.py): what $DISPLAY shows, as PNG on stdout. The phone is asked for a picture at each
 * look, for which Python takes too long to start. */
#include "engine/picture/frame.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    Display *dpy = argc == 2 && strcmp(argv[1], "-p") == 0 ? XOpenDisplay(NULL) : NULL;
    if (!dpy)
        return 1;
    int width = DisplayWidth(dpy, 0), height = DisplayHeight(dpy, 0);
    XImage *image = XGetImage(dpy, DefaultRootWindow(dpy), 0, 0, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    if (!image || image->bits_per_pixel != 32)
        return 1;
    g_autoptr(frame) f = frame_new_raw(width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            f->pixels[(gsize)y * (gsize)width + (gsize)x] = (guint32)XGetPixel(image, x, y) & 0xffffff;
    XDestroyImage(image);
    XCloseDisplay(dpy);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    gsize length = 0;
    const void *bytes = png ? g_bytes_get_data(png, &length) : NULL;
    return length && fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0 ? 0 : 1;
}
