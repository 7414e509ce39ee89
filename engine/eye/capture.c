#include "engine/eye/capture.h"
#include "engine/display/display.h"
#include "engine/display/opening.h"
#include "engine/display/target.h"
#include "engine/display/windows.h"

#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xdamage.h>
#include <X11/extensions/Xrandr.h>
#include <errno.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#define GRAB_TRIES 5 /* a resolution that changes while we look gives BadMatch */

struct capture {
    Display *dpy;
    Window root;
    int width, height;
    bool shm_wanted, shm_attached;
    XShmSegmentInfo shm;
    XImage *image; /* the segment's, while attached */
    bool damage;
    int damage_event, randr_event; /* first event codes */
    Damage damage_id;
    bool dirty;
    bool borrowed;            /* the connection is somebody else's */
    frame *expected, *looked; /* capture_expect(): two copies, the second with what differed at the last look */
    guint8 *differed;         /* its rows that did */
};

/* ---- the shared segment ---- */
static void segment_drop(capture *c)
{
    if (c->shm_attached) {
        XShmDetach(c->dpy, &c->shm);
        XSync(c->dpy, False);
    }
    if (c->image) {
        c->image->data = NULL;
        XDestroyImage(c->image);
        c->image = NULL;
    }
    if (c->shm.shmaddr)
        shmdt(c->shm.shmaddr);
    c->shm = (XShmSegmentInfo){.shmid = -1};
    c->shm_attached = false;
}

/* Over TCP or from another IPC namespace all of this succeeds until the server answers the attach with BadAccess. */
static bool segment_make(capture *c)
{
    XVisualInfo want = {.screen = DefaultScreen(c->dpy)};
    Visual *visual = DefaultVisual(c->dpy, want.screen);
    c->shm = (XShmSegmentInfo){.shmid = -1};
    c->image = XShmCreateImage(c->dpy, visual, (unsigned)DefaultDepth(c->dpy, want.screen), ZPixmap, NULL, &c->shm,
                               (unsigned)c->width, (unsigned)c->height);
    if (!c->image)
        return false;
    gsize size = (gsize)c->image->bytes_per_line * (gsize)c->image->height;
    c->shm.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    void *address = c->shm.shmid >= 0 ? shmat(c->shm.shmid, NULL, 0) : (void *)-1;
    if (address == (void *)-1) {
        if (c->shm.shmid >= 0)
            shmctl(c->shm.shmid, IPC_RMID, NULL);
        segment_drop(c);
        return false;
    }
    c->shm.shmaddr = c->image->data = address;
    memset(address, 0, size); /* its page faults now, not in the first look */
    windows_error(c->dpy);
    bool attached = XShmAttach(c->dpy, &c->shm) != 0 && windows_error(c->dpy) == 0;
    shmctl(c->shm.shmid, IPC_RMID, NULL); /* gone with the last of us two, however we end */
    c->shm_attached = attached;
    if (!attached)
        segment_drop(c);
    return attached;
}

static void segment_remake(capture *c)
{
    g_autofree char *too_large = frame_too_large(c->width, c->height);
    segment_drop(c);
    if (c->shm_wanted && !too_large && !segment_make(c))
        c->shm_wanted = false;
}

/* ---- opening ---- */
static bool visual_fits(Display *dpy)
{
    Visual *v = DefaultVisual(dpy, DefaultScreen(dpy));
    int depth = DefaultDepth(dpy, DefaultScreen(dpy)), n = 0, bits = 0;
    XPixmapFormatValues *formats = XListPixmapFormats(dpy, &n);
    for (int i = 0; i < n; i++)
        if (formats[i].depth == depth)
            bits = formats[i].bits_per_pixel;
    if (formats)
        XFree(formats);
    return (depth == 24 || depth == 32) && bits == 32 && v->red_mask == 0xff0000 && v->green_mask == 0xff00 &&
           v->blue_mask == 0xff;
}

static void watch_changes(capture *c)
{
    int opcode, code, major = 1, minor = 1;
    XSelectInput(c->dpy, c->root, StructureNotifyMask);
    if (XDamageQueryExtension(c->dpy, &c->damage_event, &code) && XDamageQueryVersion(c->dpy, &major, &minor)) {
        c->damage_id = XDamageCreate(c->dpy, c->root, XDamageReportNonEmpty);
        c->damage = windows_error(c->dpy) == 0;
    }
    major = 1, minor = 2;
    if (XQueryExtension(c->dpy, "RANDR", &opcode, &c->randr_event, &code) && XRRQueryVersion(c->dpy, &major, &minor))
        XRRSelectInput(c->dpy, c->root, RRScreenChangeNotifyMask);
    else
        c->randr_event = 0;
    windows_error(c->dpy);
}

static capture *capture_new(Display *dpy, bool use_shm, GError **error)
{
    g_autofree char *unfit = display_unfit(dpy);
    if (unfit) {
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, unfit);
        return NULL;
    }
    capture *c = g_new0(capture, 1);
    c->dpy = dpy;
    c->root = DefaultRootWindow(dpy);
    c->width = DisplayWidth(dpy, DefaultScreen(dpy));
    c->height = DisplayHeight(dpy, DefaultScreen(dpy));
    c->shm.shmid = -1;
    c->dirty = true;
    if (!visual_fits(dpy)) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "display %s does not have 24-bit colour in 32-bit pixels (start it with 24, or run in a --sandbox)",
                    DisplayString(dpy));
        g_free(c);
        return NULL;
    }
    c->shm_wanted = use_shm && XShmQueryExtension(dpy);
    segment_remake(c);
    return c;
}

capture *capture_borrow(Display *dpy, GError **error)
{
    capture *c = capture_new(dpy, true, error);
    if (c)
        c->borrowed = true;
    return c;
}

capture *capture_open(const char *display, bool use_shm, GError **error)
{
    struct display_probe probe;
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
    display_probe(target.name, &probe); /* it knows why a display does not open */
    if (!probe.opened) {
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, probe.problem ? probe.problem : "the display cannot be opened");
        display_probe_clear(&probe);
        return NULL;
    }
    display_probe_clear(&probe);
    Display *dpy = display_open(target.name);
    if (!dpy) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "display %s went away", target.name);
        return NULL;
    }
    windows_trap_errors();
    capture *c = capture_new(dpy, use_shm, error);
    if (!c) {
        XCloseDisplay(dpy);
        return NULL;
    }
    watch_changes(c);
    return c;
}

void capture_close(capture *c)
{
    if (!c)
        return;
    segment_drop(c);
    frame_free(c->expected);
    frame_free(c->looked);
    g_free(c->differed);
    if (!c->borrowed)
        XCloseDisplay(c->dpy);
    g_free(c);
}

Display *capture_display(const capture *c)
{
    return c->dpy;
}

void capture_size(const capture *c, int *ret_width, int *ret_height)
{
    *ret_width = c->width;
    *ret_height = c->height;
}

bool capture_uses_shm(const capture *c)
{
    return c->shm_attached;
}

bool capture_has_damage(const capture *c)
{
    return c->damage;
}

/* ---- events ---- */
static void resize(capture *c)
{
    Window root;
    int x, y;
    unsigned width = 0, height = 0, border, depth;
    if (!XGetGeometry(c->dpy, c->root, &root, &x, &y, &width, &height, &border, &depth))
        return;
    c->dirty = true;
    if ((int)width == c->width && (int)height == c->height)
        return;
    c->width = (int)width;
    c->height = (int)height;
    segment_remake(c);
}

/* Takes what is queued; true when the size has changed. */
static bool take_events(capture *c)
{
    bool resized = false;
    while (XPending(c->dpy)) {
        XEvent e;
        XNextEvent(c->dpy, &e);
        if (c->damage && e.type == c->damage_event + XDamageNotify) {
            c->dirty = true;
        } else if (c->randr_event && e.type == c->randr_event + RRScreenChangeNotify) {
            XRRUpdateConfiguration(&e);
            resized = true;
        } else if (e.type == ConfigureNotify && e.xconfigure.window == c->root) {
            XRRUpdateConfiguration(&e);
            resized = true;
        }
    }
    return resized;
}

bool capture_events(capture *c)
{
    while (take_events(c))
        resize(c); /* asks the server: what comes in with its answers wakes nobody */
    return c->dirty || !c->damage;
}

/* ---- pixels ---- */
static void black_out(XImage *image, const struct area *masks, gsize n_masks)
{
    for (gsize i = 0; i < n_masks; i++) {
        gint64 left = MAX(masks[i].x, 0), top = MAX(masks[i].y, 0);
        gint64 right = MIN((gint64)masks[i].x + masks[i].width, image->width);
        gint64 bottom = MIN((gint64)masks[i].y + masks[i].height, image->height);
        for (gint64 y = top; left < right && y < bottom; y++)
            memset(image->data + y * image->bytes_per_line + left * 4, 0, (gsize)(right - left) * 4);
    }
}

/* Another machine's byte order; the padding byte means nothing and is cleared. */
static void normalize_row(XImage *image, int y)
{
    bool swap = image->byte_order != (G_BYTE_ORDER == G_LITTLE_ENDIAN ? LSBFirst : MSBFirst);
    guint32 *row = (guint32 *)(void *)(image->data + (gsize)y * (gsize)image->bytes_per_line);
    int width = image->width;
    if (swap)
        for (int x = 0; x < width; x++)
            row[x] = GUINT32_SWAP_LE_BE(row[x]);
    for (int x = 0; x < width; x++)
        row[x] &= 0xffffff;
}

static const guint32 *image_row(const XImage *image, int y)
{
    return (const guint32 *)(const void *)(image->data + (gsize)y * (gsize)image->bytes_per_line);
}

static bool same_pixels(const XImage *image, const frame *before)
{
    if (image->width != before->width || image->height != before->height)
        return false;
    for (int y = 0; y < image->height; y++)
        if (memcmp(image_row(image, y), before->pixels + (gsize)y * (gsize)before->width, (gsize)before->width * 4) != 0)
            return false;
    return true;
}

/* One picture as the server has it now; NULL when it could not give one (the resolution has just changed). */
static XImage *fetch(capture *c)
{
    windows_error(c->dpy);
    if (c->shm_attached) {
        if (XShmGetImage(c->dpy, c->root, c->image, 0, 0, AllPlanes) && windows_error(c->dpy) == 0)
            return c->image;
        return NULL;
    }
    XImage *image = XGetImage(c->dpy, c->root, 0, 0, (unsigned)c->width, (unsigned)c->height, AllPlanes, ZPixmap);
    if (windows_error(c->dpy) == 0 && image && image->bits_per_pixel == 32)
        return image;
    if (image)
        XDestroyImage(image);
    return NULL;
}

static XImage *fetch_patiently(capture *c)
{
    for (int i = 0; i < GRAB_TRIES; i++) {
        if (c->damage) {
            XDamageSubtract(c->dpy, c->damage_id, None, None); /* before the look: what changes during it is reported again */
            c->dirty = false;
        }
        if (c->borrowed)
            resize(c); /* nobody tells us */
        g_autofree char *too_large = frame_too_large(c->width, c->height);
        XImage *image = too_large ? NULL : fetch(c);
        if (image)
            return image;
        if (!c->borrowed)
            capture_events(c);
        resize(c);
        if (i == GRAB_TRIES - 2) { /* a segment that the server has lost */
            c->shm_wanted = false;
            segment_drop(c);
        }
    }
    return NULL;
}

static XImage *fetch_or_say(capture *c, GError **error)
{
    XImage *image = fetch_patiently(c);
    g_autofree char *too_large = frame_too_large(c->width, c->height);
    if (!image && too_large)
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, too_large);
    else if (!image)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "display %s gives no picture of its screen (is it locked or Xwayland?)",
                    DisplayString(c->dpy));
    return image;
}

frame *capture_grab(capture *c, const struct area *masks, gsize n_masks, const frame *before, GError **error)
{
    XImage *image = fetch_or_say(c, error);
    if (!image)
        return NULL;
    for (int y = 0; y < image->height; y++)
        normalize_row(image, y);
    black_out(image, masks, n_masks);
    frame *f = NULL;
    if (!before || !same_pixels(image, before)) {
        f = frame_new(image->width, image->height);
        f->at_us = g_get_monotonic_time();
        for (int y = 0; y < f->height; y++)
            memcpy(f->pixels + (gsize)y * (gsize)f->width, image_row(image, y), (gsize)f->width * 4);
    }
    if (image != c->image)
        XDestroyImage(image);
    return f;
}

/* ---- quick looks ---- */
void capture_expect(capture *c, const frame *expected)
{
    frame_free(c->expected);
    frame_free(c->looked);
    g_free(c->differed);
    c->expected = frame_copy(expected);
    c->looked = frame_copy(expected);
    c->differed = g_malloc0((gsize)expected->height);
}

/* Most rows are the same to the byte: only others are worked on. True: it differs. */
static bool look_at_row(capture *c, XImage *image, int y)
{
    gsize at = (gsize)y * (gsize)image->width, bytes = (gsize)image->width * 4;
    const guint32 *expected = c->expected->pixels + at;
    bool same = memcmp(image_row(image, y), expected, bytes) == 0;
    if (!same) {
        normalize_row(image, y);
        same = memcmp(image_row(image, y), expected, bytes) == 0;
    }
    if (!same || c->differed[y])
        memcpy(c->looked->pixels + at, same ? expected : image_row(image, y), bytes);
    c->differed[y] = !same;
    return !same;
}

const frame *capture_look(capture *c, int *ret_first, int *ret_last, GError **error)
{
    *ret_first = *ret_last = -1;
    XImage *image = fetch_or_say(c, error);
    if (!image)
        return NULL;
    bool resized = image->width != c->expected->width || image->height != c->expected->height;
    if (resized) { /* nothing is alike: its size is enough */
        frame_free(c->looked);
        c->looked = frame_new(image->width, image->height);
    } else if (c->looked->width != c->expected->width || c->looked->height != c->expected->height) {
        frame_free(c->looked);
        c->looked = frame_copy(c->expected);
    }
    for (int y = 0; !resized && y < image->height; y++)
        if (look_at_row(c, image, y)) {
            *ret_first = *ret_first < 0 ? y : *ret_first;
            *ret_last = y;
        }
    if (image != c->image)
        XDestroyImage(image);
    return resized || *ret_first >= 0 ? c->looked : NULL;
}
