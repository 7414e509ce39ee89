#include "engine/picture/text_places.h"

#define STROKE 32  /* levels of a channel: a fainter step is no stroke */
#define UPRIGHT 22 /* px: a higher stroke is the side of a field or a frame */
#define GAP 10     /* px within a row: more begins another place */
#define ROWS 2     /* px: a dot may be so far above its letter */
#define LOW 6
#define HIGH 40
#define NARROW 10
#define INK 60         /* levels of a channel */
#define BULLETS 3      /* so many at least … */
#define BULLET_LEAST 3 /* px: … each so wide; dots are smaller */
#define BULLET_MOST 16
#define EDGE 3 /* px: round corners of a field */

/* Strokes of the area: where a row's colour changes. */
static guint8 *strokes(const frame *f, struct area in)
{
    guint8 *mask = g_malloc0((gsize)in.width * (gsize)in.height);
    for (int y = 0; y < in.height; y++)
        for (int x = 0; x + 1 < in.width; x++)
            mask[(gsize)y * (gsize)in.width + (gsize)x] =
                frame_step(frame_pixel(f, in.x + x, in.y + y), frame_pixel(f, in.x + x + 1, in.y + y)) >= STROKE;
    for (int x = 0; x < in.width; x++)
        for (int y = 0, run = 0; y <= in.height; y++) {
            if (y < in.height && mask[(gsize)y * (gsize)in.width + (gsize)x]) {
                run++;
                continue;
            }
            for (int back = 1; run > UPRIGHT && back <= run; back++)
                mask[(gsize)(y - back) * (gsize)in.width + (gsize)x] = 0;
            run = 0;
        }
    return mask;
}

/* The run of strokes in a row that begins at *x or behind it; false: there is none. */
static bool next_run(const guint8 *row, int width, int *x, int *ret_end)
{
    while (*x < width && !row[*x])
        ++*x;
    int end = *x;
    for (int at = *x; at < width && at - end <= GAP; at++)
        end = row[at] ? at : end;
    *ret_end = end + 1;
    return *x < width;
}

/* Adds a row's run to the place that it touches, joining several; else it begins one. `open`: places that may still grow. */
static void add_run(GArray *open, struct area run)
{
    for (guint i = 0; i < open->len;) {
        struct area p = g_array_index(open, struct area, i);
        bool touches = run.y <= p.y + p.height + ROWS && run.x <= p.x + p.width && p.x <= run.x + run.width;
        if (!touches) {
            i++;
            continue;
        }
        run = area_joined(run, p);
        g_array_remove_index(open, i);
    }
    g_array_append_val(open, run);
}

/* Moves what a row further down cannot touch any more. */
static void close_places(GArray *open, int y, struct area in, int high, GArray *places)
{
    for (guint i = 0; i < open->len;) {
        struct area p = g_array_index(open, struct area, i);
        if (y <= p.y + p.height + ROWS) {
            i++;
            continue;
        }
        g_array_remove_index(open, i);
        p.x += in.x;
        p.y += in.y;
        if (p.height >= LOW && p.height <= high && p.width >= NARROW)
            g_array_append_val(places, p);
    }
}

static GArray *find_places(const frame *f, struct area in, int high)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(struct area));
    in = area_cut(in, (struct area){0, 0, f->width, f->height});
    if (in.width <= 0 || in.height <= 0)
        return places;
    g_autofree guint8 *mask = strokes(f, in);
    for (int y = 0; y < in.height; y++) {
        const guint8 *row = mask + (gsize)y * (gsize)in.width;
        for (int x = 0, end = 0; next_run(row, in.width, &x, &end); x = end)
            add_run(open, (struct area){x, y, end - x, 1});
        close_places(open, y, in, high, places);
    }
    close_places(open, in.height + HIGH, in, high, places);
    return places;
}

GArray *text_places(const frame *f, struct area in)
{
    return find_places(f, in, HIGH);
}

GArray *text_places_blocks(const frame *f, struct area in)
{
    return find_places(f, in, FRAME_MAX_SIDE);
}

/* ---- bullets ---- */

guint32 text_places_ground(const frame *f, struct area in)
{
    guint counts[256] = {0}, best = 0;
    guint32 ground = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++) {
            guint32 p = frame_pixel(f, x, y);
            guint n = ++counts[(p >> 8) & 0xff]; /* green tells colours of text and ground apart */
            if (n > best) {
                best = n;
                ground = p;
            }
        }
    return ground;
}

/* The rows of ink in a column; height 0 = none. */
static struct area ink_of(const frame *f, struct area in, int x, guint32 ground)
{
    struct area a = {0};
    for (int y = in.y; y < in.y + in.height; y++)
        if (frame_step(frame_pixel(f, x, y), ground) >= INK)
            a = area_joined(a, (struct area){x, y, 1, 1});
    return a;
}

static bool alike(struct area a, struct area b)
{
    return ABS(a.width - b.width) <= 1 && ABS(a.height - b.height) <= 1 && ABS(a.y - b.y) <= 1;
}

static bool is_round(struct area a)
{
    return a.width >= BULLET_LEAST && a.width <= BULLET_MOST && ABS(a.width - a.height) <= 2;
}

bool text_places_bullets(const frame *f, struct area in)
{
    struct area first = {0}, last = {0}, now = {0};
    int n = 0, pitch = 0;
    in = area_cut((struct area){in.x + EDGE, in.y + EDGE, in.width - 2 * EDGE, in.height - 2 * EDGE},
                  (struct area){0, 0, f->width, f->height});
    const guint32 ground = in.width > 0 ? text_places_ground(f, in) : 0;
    for (int x = in.x; in.width > 0 && x <= in.x + in.width; x++) {
        struct area column = x < in.x + in.width ? ink_of(f, in, x, ground) : (struct area){0};
        if (column.height > 0) {
            now = area_joined(now, column);
            continue;
        }
        const struct area sign = now;
        now = (struct area){0};
        if (sign.width <= 2) /* a text cursor */
            continue;
        const int step = sign.x - last.x;
        bool apart = last.width > 0 && step > 3 * last.width; /* an icon beside them */
        bool again = is_round(sign) && !apart && n > 0 && alike(sign, first) && (n == 1 || ABS(step - pitch) <= 1);
        if (last.width > 0 && !again && (!apart || n >= BULLETS))
            return apart;
        n = again ? n + 1 : is_round(sign);
        first = n == 1 ? sign : first;
        pitch = step;
        last = sign;
    }
    return n >= BULLETS;
}
