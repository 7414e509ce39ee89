#include "engine/eye/capture.h"
#include "config/fast.h"
#include "engine/display/display.h"
#include "engine/display/opening.h"
#include "engine/display/target.h"
#include "engine/display/windows.h"

#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xdamage.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <errno.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
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
    XserverRegion region; /* scratch: where the damage is; None = that is not told */
    bool dirty;
    int stale_top, stale_bottom; /* rows that may have changed since the last grab; none: the last row is above the first */
    int top, bottom;             /* rows of the next fetch */
    guint64 last_row;            /* number of the first row of the last frame that was grabbed; 0 = none */
    GArray *masks;               /* struct area: of the last grab; owned */
    guint stirs;                 /* capture_stirs() */
    GArray *followed;            /* gint64: windows whose focus and properties are told; owned */
    bool borrowed;               /* the connection is somebody else's */
    const frame *expected;       /* capture_expect(): borrowed */
    frame *looked;               /* a copy of it with what differed at the last look; NULL = nothing has yet */
    guint8 *differed;            /* its rows that did */
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
    if (madvise(address, size, MADV_POPULATE_WRITE) != 0) /* its page faults now and at once, not in the first look */
        memset(address, 0, size);
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
    XSelectInput(c->dpy, c->root, StructureNotifyMask | SubstructureNotifyMask | PropertyChangeMask);
    if (XDamageQueryExtension(c->dpy, &c->damage_event, &code) && XDamageQueryVersion(c->dpy, &major, &minor)) {
        c->damage_id = XDamageCreate(c->dpy, c->root, XDamageReportNonEmpty);
        c->damage = windows_error(c->dpy) == 0;
    }
    if (c->damage && XFixesQueryExtension(c->dpy, &opcode, &code) && XFixesQueryVersion(c->dpy, &major, &minor)) {
        c->region = XFixesCreateRegion(c->dpy, NULL, 0);
        if (windows_error(c->dpy) != 0)
            c->region = None;
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
    c->stale_bottom = c->height;
    c->masks = g_array_new(FALSE, FALSE, sizeof(struct area));
    c->followed = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (!visual_fits(dpy)) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "display %s does not have 24-bit colour in 32-bit pixels (start it with 24, or run in a --sandbox)",
                    DisplayString(dpy));
        g_array_unref(c->masks);
        g_array_unref(c->followed);
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

/* A server that hangs is noticed, and why one does not open. */
static bool probe(const char *name, GError **error)
{
    struct display_probe found;
    display_probe(name, &found);
    bool opened = found.opened;
    if (!opened)
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, found.problem ? found.problem : "the display cannot be opened");
    display_probe_clear(&found);
    return opened;
}

capture *capture_open(const char *display, bool use_shm, GError **error)
{
    g_auto(display_target) target = {0};
    return display_target_read(display, &target, error) && probe(target.name, error) ? capture_connect(display, use_shm, error)
                                                                                     : NULL;
}

capture *capture_connect(const char *display, bool use_shm, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
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
    frame_free(c->looked);
    g_free(c->differed);
    g_array_unref(c->masks);
    g_array_unref(c->followed);
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
    c->last_row = 0;
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
        } else {
            c->stirs++;
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

guint capture_stirs(const capture *c)
{
    return c->stirs;
}

static bool is_followed(const capture *c, gint64 id)
{
    for (guint i = 0; i < c->followed->len; i++)
        if (g_array_index(c->followed, gint64, i) == id)
            return true;
    return false;
}

void capture_follow(capture *c, const GPtrArray *windows)
{
    bool new = false;
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (!is_followed(c, w->id)) {
            XSelectInput(c->dpy, (Window)w->id, FocusChangeMask | PropertyChangeMask);
            new = true;
        }
    }
    g_array_set_size(c->followed, 0);
    for (guint i = 0; i < windows->len; i++)
        g_array_append_val(c->followed, ((const struct eye_window *)g_ptr_array_index(windows, i))->id);
    if (new)
        windows_error(c->dpy); /* one that has gone meanwhile */
}

/* ---- pixels ---- */
/* top: the image's first row on the screen. */
static void black_out(XImage *image, int top, const struct area *masks, gsize n_masks)
{
    const struct area rows = {0, top, image->width, image->height};
    for (gsize i = 0; i < n_masks; i++) {
        struct area in = area_cut(masks[i], rows);
        for (int y = in.y - top; in.width > 0 && y < in.y - top + in.height; y++)
            memset(image->data + (gsize)y * (gsize)image->bytes_per_line + (gsize)in.x * 4, 0, (gsize)in.width * 4);
    }
}

/* Another machine's byte order; the padding byte means nothing and is cleared. */
FAST static void normalize_row(XImage *image, int y)
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

/* The rows `top` to before `bottom` as the server has them now; NULL when it could not give them (the resolution has just
 * changed). */
static XImage *fetch(capture *c)
{
    int rows = c->bottom - c->top;
    windows_error(c->dpy);
    if (c->shm_attached) {
        c->image->height = rows; /* so many are written, from the segment's start */
        if (XShmGetImage(c->dpy, c->root, c->image, 0, c->top, AllPlanes) && windows_error(c->dpy) == 0)
            return c->image;
        return NULL;
    }
    XImage *image = XGetImage(c->dpy, c->root, 0, c->top, (unsigned)c->width, (unsigned)rows, AllPlanes, ZPixmap);
    if (windows_error(c->dpy) == 0 && image && image->bits_per_pixel == 32)
        return image;
    if (image)
        XDestroyImage(image);
    return NULL;
}

/* Takes what was damaged, before the look: what changes during it is reported again. */
static void take_damage(capture *c)
{
    int n = 0;
    XRectangle bounds = {0, 0, (unsigned short)c->width, (unsigned short)c->height};
    XDamageSubtract(c->dpy, c->damage_id, None, c->region);
    c->dirty = false;
    XRectangle *each = c->region ? XFixesFetchRegionAndBounds(c->dpy, c->region, &n, &bounds) : NULL;
    if (each)
        XFree(each);
    bool none = c->stale_top >= c->stale_bottom;
    if (!c->region || n > 0) {
        c->stale_top = none ? bounds.y : MIN(c->stale_top, bounds.y);
        c->stale_bottom = none ? bounds.y + bounds.height : MAX(c->stale_bottom, bounds.y + bounds.height);
    }
}

/* part: only the rows that were damaged are needed, if any. */
static XImage *fetch_patiently(capture *c, bool part)
{
    for (int i = 0; i < GRAB_TRIES; i++) {
        if (c->damage)
            take_damage(c);
        if (c->borrowed)
            resize(c); /* nobody tells us */
        c->top = part && c->last_row ? CLAMP(c->stale_top, 0, c->height) : 0;
        c->bottom = part && c->last_row ? CLAMP(c->stale_bottom, 0, c->height) : c->height;
        if (c->top >= c->bottom || 5 * (c->bottom - c->top) > 4 * c->height) {
            c->top = 0;
            c->bottom = c->height;
        }
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

static XImage *fetch_or_say(capture *c, bool part, GError **error)
{
    XImage *image = fetch_patiently(c, part);
    g_autofree char *too_large = frame_too_large(c->width, c->height);
    if (!image && too_large)
        g_set_error_literal(error, EYE_ERROR, EYE_ERROR_DISPLAY, too_large);
    else if (!image)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "display %s gives no picture of its screen (is it locked or Xwayland?)",
                    DisplayString(c->dpy));
    return image;
}

/* Rows outside of the damage are as in `before`, if that is the last picture and had the same masks. */
static bool is_last(const capture *c, const frame *before, const struct area *masks, gsize n_masks)
{
    return c->damage && c->region && before && before->rows && before->rows[0] && before->rows[0] == c->last_row &&
           n_masks == c->masks->len && (n_masks == 0 || memcmp(masks, c->masks->data, n_masks * sizeof *masks) == 0);
}

static guint64 next_row;

/* A row of the image is to be one of a new frame. */
static void take_row(frame *f, int y, XImage *image, int image_y)
{
    memcpy(f->pixels + (gsize)y * (gsize)f->width, image_row(image, image_y), (gsize)f->width * 4);
    f->rows[y] = ++next_row;
}

/* The frame after `before`, of which these rows were fetched; NULL: all of them are the same. */
static frame *frame_after(capture *c, XImage *image, const frame *before)
{
    frame *f = NULL;
    gsize bytes = (gsize)image->width * 4;
    for (int i = 0; i < image->height; i++) {
        int y = c->top + i;
        const guint32 *old = before->pixels + (gsize)y * (gsize)before->width;
        if (memcmp(image_row(image, i), old, bytes) == 0)
            continue;
        normalize_row(image, i);
        if (memcmp(image_row(image, i), old, bytes) == 0)
            continue;
        if (!f) {
            f = frame_copy(before);
            f->rows =
                before->rows ? g_memdup2(before->rows, (gsize)f->height * sizeof *f->rows) : g_new0(guint64, (gsize)f->height);
        }
        take_row(f, y, image, i);
    }
    return f;
}

static frame *frame_first(XImage *image)
{
    frame *f = frame_new_raw(image->width, image->height);
    f->rows = g_new(guint64, (gsize)image->height);
    for (int y = 0; y < image->height; y++) {
        normalize_row(image, y);
        take_row(f, y, image, y);
    }
    return f;
}

frame *capture_grab(capture *c, const struct area *masks, gsize n_masks, const frame *before, GError **error)
{
    XImage *image = fetch_or_say(c, is_last(c, before, masks, n_masks), error);
    if (!image)
        return NULL;
    black_out(image, c->top, masks, n_masks);
    bool follows = before && before->width == image->width && before->height == c->height;
    frame *f = follows ? frame_after(c, image, before) : frame_first(image);
    if (f) { /* its first row tells it from others */
        f->at_us = g_get_monotonic_time();
        c->last_row = f->rows[0] = ++next_row;
    }
    c->stale_top = c->stale_bottom = 0;
    g_array_set_size(c->masks, 0);
    g_array_append_vals(c->masks, masks, (guint)n_masks);
    if (image != c->image)
        XDestroyImage(image);
    return f;
}

/* ---- quick looks ---- */
void capture_expect(capture *c, const frame *expected)
{
    g_clear_pointer(&c->looked, frame_free);
    g_free(c->differed);
    c->expected = expected;
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
    if (!same && !c->looked)
        c->looked = frame_copy(c->expected);
    if (!same || c->differed[y])
        memcpy(c->looked->pixels + at, same ? expected : image_row(image, y), bytes);
    c->differed[y] = !same;
    return !same;
}

const frame *capture_look(capture *c, int *ret_first, int *ret_last, GError **error)
{
    *ret_first = *ret_last = -1;
    XImage *image = fetch_or_say(c, false, error);
    if (!image)
        return NULL;
    bool resized = image->width != c->expected->width || image->height != c->expected->height;
    if (resized) { /* nothing is alike: its size is enough */
        frame_free(c->looked);
        c->looked = frame_new(image->width, image->height);
    } else if (c->looked && (c->looked->width != c->expected->width || c->looked->height != c->expected->height)) {
        g_clear_pointer(&c->looked, frame_free);
        memset(c->differed, 0, (gsize)c->expected->height);
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
