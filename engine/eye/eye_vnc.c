#include "engine/eye/eye_vnc.h"

#include "engine/display/display_vnc.h"

#define POINTER_MAX 64 /* px: a larger image is not searched for */
#define OPAQUE_MIN 12  /* px: fewer could be any speck */

struct eye_vnc {
    connection_vnc *connection; /* owned, unless borrowed */
    bool borrowed;
    guint seen;               /* its changes, as the last grab had them */
    frame *expected, *looked; /* owned */
    struct area pointer;      /* where the expected picture shows it; width 0 = not where it is */
    int hot_x, hot_y;         /* its place in that */
    guint32 *image;           /* owned: what it looks like there */
    bool drawn;               /* the server drew it for this connection as well, and its place has not been found */
    struct display_port display;
    struct eye_port eye;
};

static void port_size(void *data, int *ret_width, int *ret_height)
{
    connection_vnc_pixels(((eye_vnc *)data)->connection, ret_width, ret_height);
}

/* A part that is on the screen. */
static frame *part_of(const connection_vnc *c, struct area in)
{
    int width, height;
    const guint32 *pixels = connection_vnc_pixels(c, &width, &height);
    if (in.width <= 0 || in.height <= 0 || in.x < 0 || in.y < 0 || in.x + in.width > width || in.y + in.height > height)
        return NULL;
    frame *f = frame_new_raw(in.width, in.height);
    for (int y = 0; y < in.height; y++) {
        const guint32 *from = pixels + (gsize)(in.y + y) * (gsize)width + (gsize)in.x;
        guint32 *to = f->pixels + (gsize)y * (gsize)in.width;
        for (int x = 0; x < in.width; x++)
            to[x] = from[x] & 0xffffff;
    }
    f->at_us = g_get_monotonic_time();
    return f;
}

static frame *whole_of(const connection_vnc *c)
{
    struct area whole = {0};
    connection_vnc_pixels(c, &whole.width, &whole.height);
    return part_of(c, whole);
}

static frame *port_grab(void *data, const struct area *masks, gsize n_masks, const frame *before, GError **error)
{
    eye_vnc *v = data;
    if (!connection_vnc_pump(v->connection, error))
        return NULL;
    v->seen = connection_vnc_changes(v->connection);
    g_autoptr(frame) f = whole_of(v->connection);
    for (gsize i = 0; i < n_masks; i++)
        frame_fill(f, masks[i].x, masks[i].y, masks[i].width, masks[i].height, 0);
    return before && frame_same(f, before) ? NULL : g_steal_pointer(&f);
}

static bool port_tells_changes(const void *data)
{
    (void)data;
    return true;
}

/* A connection that is lost is a change: the next grab says why. */
static bool port_changed(void *data)
{
    eye_vnc *v = data;
    return !connection_vnc_pump(v->connection, NULL) || connection_vnc_changes(v->connection) != v->seen;
}

static int port_fd(const void *data)
{
    return connection_vnc_fd(((const eye_vnc *)data)->connection);
}

static bool port_pending(void *data)
{
    return connection_vnc_pending(((eye_vnc *)data)->connection);
}

static guint port_stirs(const void *data)
{
    (void)data; /* no window is known */
    return 0;
}

static void port_follow(void *data, const GPtrArray *windows)
{
    (void)data, (void)windows;
}

/* ---- the pointer in the expected picture ---- */

/* The pixel of the picture under a pixel of the pointer; NULL = off the picture. */
static guint32 *pixel_under(const eye_vnc *v, const frame *f, struct area in, int x, int y)
{
    int px = v->pointer.x + x - in.x, py = v->pointer.y + y - in.y;
    bool inside = px >= 0 && py >= 0 && px < f->width && py < f->height;
    return inside ? &f->pixels[(gsize)py * (gsize)f->width + (gsize)px] : NULL;
}

static guint32 alpha(guint32 argb)
{
    return argb >> 24;
}

/* It counts only if every opaque pixel of it is there: then nobody has seen what is under these. */
static void note_pointer(eye_vnc *v)
{
    const struct connection_vnc_cursor *c = connection_vnc_cursor(v->connection);
    int left, top, seen = 0;
    bool all = c && connection_vnc_pointer(v->connection, &left, &top);
    g_clear_pointer(&v->image, g_free);
    v->pointer = (struct area){0};
    v->drawn = !c || c->width == 0 || c->height == 0; /* what TigerVNC tells while it draws it */
    if (!all)
        return;
    v->pointer = (struct area){left - c->hot_x, top - c->hot_y, c->width, c->height};
    v->hot_x = c->hot_x;
    v->hot_y = c->hot_y;
    v->image = g_memdup2(c->argb, (gsize)c->width * (gsize)c->height * sizeof(guint32));
    for (int y = 0; all && y < c->height; y++)
        for (int x = 0; all && x < c->width; x++) {
            const guint32 *pixel = pixel_under(v, v->expected, (struct area){0}, x, y), is = v->image[y * c->width + x];
            bool opaque = pixel && alpha(is) == 0xff;
            all = !opaque || ((*pixel ^ is) & 0xffffff) == 0;
            seen += opaque;
        }
    if (!all || seen == 0)
        v->pointer = (struct area){0};
}

/* As the server draws it. */
static guint32 blended(guint32 under, guint32 over)
{
    guint32 all = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        guint32 one = (over >> shift & 0xff) + (under >> shift & 0xff) * (0xff - alpha(over)) / 0xff;
        all |= MIN(one, 0xff) << shift;
    }
    return all;
}

/* Whether the expected picture shows all of the pointer with its corner there. */
static bool shown_at(const eye_vnc *v, const struct connection_vnc_cursor *c, int left, int top)
{
    const frame *f = v->expected;
    if (left < 0 || top < 0 || left + c->width > f->width || top + c->height > f->height)
        return false;
    for (int y = 0; y < c->height; y++) {
        const guint32 *row = f->pixels + (gsize)(top + y) * (gsize)f->width + (gsize)left, *image = c->argb + y * c->width;
        for (int x = 0; x < c->width; x++)
            if (alpha(image[x]) == 0xff && ((row[x] ^ image[x]) & 0xffffff))
                return false;
    }
    return true;
}

/* What lies between its pixels may be another: it lights up what it is over. That is compared like all else. */
static bool has_gone_from(const eye_vnc *v, const struct connection_vnc_cursor *c, int left, int top)
{
    int width, height;
    const guint32 *pixels = connection_vnc_pixels(v->connection, &width, &height);
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            gsize at = (gsize)(top + y) * (gsize)width + (gsize)(left + x);
            if (alpha(c->argb[y * c->width + x]) == 0xff && (pixels[at] & 0xffffff) != v->expected->pixels[at])
                return true;
        }
    return false;
}

/* The server tells the image once this connection has moved the pointer, and then draws it no more. Where it was before, the
 * expected picture alone shows: in exactly one place, or nobody knows which of them was the pointer. */
static void find_pointer(eye_vnc *v)
{
    const struct connection_vnc_cursor *c = v->drawn ? connection_vnc_cursor(v->connection) : NULL;
    int width, height, places = 0, opaque = 0, left = 0, top = 0;
    connection_vnc_pixels(v->connection, &width, &height);
    if (!c || c->width > POINTER_MAX || c->height > POINTER_MAX || v->expected->width != width || v->expected->height != height)
        return;
    for (int i = 0; i < c->width * c->height; i++)
        opaque += alpha(c->argb[i]) == 0xff;
    if (opaque < OPAQUE_MIN)
        return;
    for (int y = 0; y + c->height <= height && places < 2; y++)
        for (int x = 0; x + c->width <= width && places < 2; x++)
            if (shown_at(v, c, x, y)) {
                places++;
                left = x;
                top = y;
            }
    v->drawn = places < 2;
    if (places != 1 || !has_gone_from(v, c, left, top))
        return;
    v->drawn = false;
    v->pointer = (struct area){left, top, c->width, c->height};
    v->hot_x = c->hot_x;
    v->hot_y = c->hot_y;
    g_free(v->image);
    v->image = g_memdup2(c->argb, (gsize)c->width * (gsize)c->height * sizeof(guint32));
}

/* The server does not draw the pointer for the client that has moved it. */
static void draw_pointer(const eye_vnc *v, frame *f, struct area in)
{
    for (int y = 0; y < v->pointer.height; y++)
        for (int x = 0; x < v->pointer.width; x++) {
            guint32 *pixel = pixel_under(v, f, in, x, y), over = v->image[y * v->pointer.width + x];
            if (pixel && alpha(over))
                *pixel = blended(*pixel, over);
        }
}

static bool port_expect(void *data, const frame *expected, GError **error)
{
    eye_vnc *v = data;
    (void)error;
    frame_free(v->expected);
    v->expected = frame_copy(expected);
    note_pointer(v);
    return true;
}

static const frame *port_look(void *data, int *ret_first, int *ret_last, GError **error)
{
    eye_vnc *v = data;
    if (!connection_vnc_renew(v->connection, error))
        return NULL;
    find_pointer(v);
    frame_free(v->looked);
    v->looked = whole_of(v->connection);
    draw_pointer(v, v->looked, (struct area){0});
    return frame_rows_differ(v->looked, v->expected, ret_first, ret_last) ? v->looked : NULL;
}

static frame *port_part(void *data, struct area in)
{
    eye_vnc *v = data;
    if (!connection_vnc_pump(v->connection, NULL))
        return NULL;
    find_pointer(v);
    frame *f = part_of(v->connection, in);
    if (f)
        draw_pointer(v, f, in);
    return f;
}

static bool port_pointed(void *data, int *ret_x, int *ret_y)
{
    const eye_vnc *v = data;
    *ret_x = v->pointer.x + v->hot_x;
    *ret_y = v->pointer.y + v->hot_y;
    return v->pointer.width > 0;
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
                                         .part = port_part,
                                         .pointed = port_pointed};

eye_vnc *eye_vnc_open(const display_target *t, GError **error)
{
    connection_vnc *c = connection_vnc_open(t, error);
    if (!c)
        return NULL;
    eye_vnc *v = eye_vnc_borrow(c);
    v->borrowed = false;
    return v;
}

eye_vnc *eye_vnc_borrow(connection_vnc *c)
{
    eye_vnc *v = g_new0(eye_vnc, 1);
    *v = (eye_vnc){.connection = c, .borrowed = true, .display = display_vnc(c), .eye = eye_port};
    v->eye.data = v;
    return v;
}

void eye_vnc_free(eye_vnc *v)
{
    if (!v)
        return;
    if (!v->borrowed)
        connection_vnc_close(v->connection);
    frame_free(v->expected);
    frame_free(v->looked);
    g_free(v->image);
    g_free(v);
}

const struct display_port *eye_vnc_display(const eye_vnc *v)
{
    return &v->display;
}

const struct eye_port *eye_vnc_eye(const eye_vnc *v)
{
    return &v->eye;
}
