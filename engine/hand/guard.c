#include "engine/hand/guard.h"

#include "engine/display/windows.h"
#include "engine/eye/frame.h"
#include "engine/hand/xtest.h"

#include <X11/Xutil.h>
#include <string.h>

#define GUARD_TOLERANCE 8
#define GUARD_PATCH_SIDE 4096
#define BYTES_PER_PIXEL 3

bool guard_valid(const struct hand_guard *g, GError **error)
{
    if (g->width == 0 && g->height == 0)
        return true;
    gsize length = g->patch ? strlen(g->patch) : 0;
    gsize pixels = (gsize)MAX(g->width, 0) * (gsize)MAX(g->height, 0);
    bool sides = g->width > 0 && g->height > 0 && g->width <= GUARD_PATCH_SIDE && g->height <= GUARD_PATCH_SIDE;
    /* GLib's decoder skips what is not base64, so the length of its result alone proves nothing */
    bool whole = length == (pixels * BYTES_PER_PIXEL + 2) / 3 * 4 &&
                 strspn(g->patch ? g->patch : "", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") == length;
    if (sides && whole)
        return true;
    g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "the target patch of the request is not %d×%d pixels of base64", g->width,
                g->height);
    return false;
}

static frame *expected_patch(const struct hand_guard *g)
{
    gsize length = 0;
    g_autofree guchar *bytes = g_base64_decode(g->patch, &length);
    frame *f = frame_new(g->width, g->height);
    gsize pixels = (gsize)g->width * (gsize)g->height;
    for (gsize i = 0; i < pixels && (i + 1) * BYTES_PER_PIXEL <= length; i++)
        f->pixels[i] = (guint32)bytes[3 * i] << 16 | (guint32)bytes[3 * i + 1] << 8 | bytes[3 * i + 2];
    return f;
}

/* One channel of a pixel, whatever the visual, as 8 bits. */
static guint32 channel(unsigned long pixel, unsigned long mask)
{
    if (mask == 0)
        return 0;
    int shift = __builtin_ctzl(mask);
    unsigned long top = mask >> shift;
    return (guint32)((pixel & mask) >> shift) * 255 / (guint32)top;
}

static frame *live_patch(Display *dpy, const struct hand_guard *g)
{
    int width, height;
    xtest_screen_size(dpy, &width, &height);
    if (g->x < 0 || g->y < 0 || g->x + g->width > width || g->y + g->height > height)
        return NULL;
    XImage *image =
        XGetImage(dpy, DefaultRootWindow(dpy), g->x, g->y, (unsigned)g->width, (unsigned)g->height, AllPlanes, ZPixmap);
    if (!image)
        return NULL;
    const Visual *visual = DefaultVisual(dpy, DefaultScreen(dpy));
    unsigned long red = visual->red_mask, green = visual->green_mask, blue = visual->blue_mask;
    frame *f = frame_new(g->width, g->height);
    for (int y = 0; y < g->height; y++) {
        for (int x = 0; x < g->width; x++) {
            unsigned long pixel = XGetPixel(image, x, y);
            f->pixels[(gsize)y * (gsize)g->width + (gsize)x] =
                channel(pixel, red) << 16 | channel(pixel, green) << 8 | channel(pixel, blue);
        }
    }
    XDestroyImage(image);
    return f;
}

char *guard_stack_changed(Display *dpy, const struct hand_guard *g)
{
    if (!g->stack_hash)
        return NULL;
    g_autoptr(GPtrArray) windows = windows_list(dpy);
    g_autofree char *now = windows_stack_hash(windows);
    return g_str_equal(now, g->stack_hash) ? NULL
                                           : g_strdup("the windows have changed: one has come, gone, moved or been raised");
}

static char *patch_changed(Display *dpy, const struct hand_guard *g, double *ret_match)
{
    if (g->width == 0)
        return NULL;
    g_autoptr(frame) before = expected_patch(g);
    g_autoptr(frame) now = live_patch(dpy, g);
    if (!now)
        return g_strdup_printf("the target at %d,%d is not on the screen any more", g->x, g->y);
    *ret_match = frame_similarity(before, now, GUARD_TOLERANCE);
    if (*ret_match >= g->min_match)
        return NULL;
    return g_strdup_printf("the target has changed: %.3f of its pixels are as they were, %.3f are asked", *ret_match,
                           g->min_match);
}

static char *window_changed(Display *dpy, const struct hand_guard *g, const timeline *t, gint64 target_window)
{
    int x, y;
    struct timeline_place place = {0};
    xtest_screen_size(dpy, &place.width, &place.height);
    xtest_buttons_down(dpy, &place.pointer_x, &place.pointer_y);
    if (target_window)
        windows_rectangle(dpy, target_window, &place.window_x, &place.window_y, &place.window_width, &place.window_height);
    if (!g->window || !timeline_target(t, &place, &x, &y))
        return NULL;
    gint64 window = windows_at(dpy, x, y);
    if (window == g->window)
        return NULL;
    return g_strdup_printf("another window is at %d,%d: 0x%" G_GINT64_MODIFIER "x, where 0x%" G_GINT64_MODIFIER "x was", x, y,
                           window, g->window);
}

static char *focus_changed(Display *dpy, const struct hand_guard *g)
{
    gint64 wanted = g->focus_window ? g->focus_window : g->focus;
    if (!wanted)
        return NULL;
    bool pointer_root;
    gint64 focus = windows_focus(dpy, &pointer_root);
    if (focus == wanted)
        return NULL;
    return g_strdup_printf("the focus has moved: 0x%" G_GINT64_MODIFIER "x gets the keys, not 0x%" G_GINT64_MODIFIER "x", focus,
                           wanted);
}

char *guard_changed(Display *dpy, const struct hand_fire *fire, double *ret_match)
{
    const struct hand_guard *g = &fire->guard;
    *ret_match = -1;
    char *what = patch_changed(dpy, g, ret_match);
    if (!what)
        what = window_changed(dpy, g, fire->timeline, fire->target_window);
    if (!what)
        what = focus_changed(dpy, g);
    return what;
}
