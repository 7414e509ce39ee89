#include "engine/hand/lit_icons.h"

#include "engine/hand/icon_edges.h"

#include <math.h>

#define BUTTON_WIDTH 640 /* px, at most */
#define BUTTON_HEIGHT 64
#define PLAIN 8  /* levels: more is no ground; it may be shaded */
#define JOINED 2 /* px: parts of an icon */
#define AROUND 2 /* px: its shadow, too faint to be told from a ground */
#define DODGE 0.1
#define SATURATION 1.2

/* A button without the highlight, and with it. */
struct sheet {
    const frame *dim, *lit;
    struct area in;                 /* the button, of the screen */
    guint32 dim_ground, lit_ground; /* that most of it has */
    guint8 *ink;                    /* owned: which of its pixels are of no ground, and of no part yet */
};

static struct area grown(struct area a, int by)
{
    return (struct area){a.x - by, a.y - by, a.width + 2 * by, a.height + 2 * by};
}

static double level(guint32 colour, int bit)
{
    return (double)(colour >> bit & 0xff) / 255;
}

/* ---- a pixel ---- */

/* What the channel is highlighted; below 0: it cannot be of such an opacity. */
static double highlighted(double dim, double dim_ground, double lit_ground, double opacity)
{
    double slack = (LIT_ICONS_ROUNDING - 0.5) / 255, c = dim - (1 - opacity) * dim_ground; /* times its opacity */
    if (c < -slack || c > opacity + slack)
        return -1;
    c = CLAMP(c, 0, opacity);
    double dodged = opacity > 0 ? MIN(1, c / opacity / (1 - DODGE)) : 0, through = 1 - opacity;
    return through * (DODGE * opacity + c) + opacity * opacity * dodged + through * through * lit_ground;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) * 255 < LIT_ICONS_ROUNDING + 0.5;
}

/* As GTK 2 does it: the icon's own colour is farther from its grey. */
static bool is_saturated(guint32 dim, guint32 lit, guint32 dim_ground, guint32 lit_ground)
{
    static const double parts[] = {0.11, 0.59, 0.3}; /* of blue, green and red in the grey */
    for (int a = 0; a <= 255; a++) {
        double opacity = (double)a / 255, slack = (LIT_ICONS_ROUNDING - 0.5) / 255, c[3], grey = 0;
        bool same = true;
        for (int i = 0; i < 3 && same; i++) { /* times its opacity */
            c[i] = level(dim, 8 * i) - (1 - opacity) * level(dim_ground, 8 * i);
            same = c[i] >= -slack && c[i] <= opacity + slack;
            c[i] = CLAMP(c[i], 0, opacity);
            grey += parts[i] * c[i];
        }
        for (int i = 0; i < 3 && same; i++)
            same =
                is_near(CLAMP(SATURATION * c[i] + (1 - SATURATION) * grey, 0, opacity) + (1 - opacity) * level(lit_ground, 8 * i),
                        level(lit, 8 * i));
        if (same)
            return true;
    }
    return false;
}

static bool is_dodged(guint32 dim, guint32 lit, guint32 dim_ground, guint32 lit_ground)
{
    for (int a = 0; a <= 255; a++) { /* most of them are ground */
        bool same = true;
        for (int bit = 0; bit <= 16 && same; bit += 8) {
            double now = highlighted(level(dim, bit), level(dim_ground, bit), level(lit_ground, bit), (double)a / 255);
            same = now >= 0 && is_near(now, level(lit, bit));
        }
        if (same)
            return true;
    }
    return false;
}

/* ---- an icon ---- */

static bool is_ground(const struct sheet *s, int x, int y)
{
    return frame_step(frame_pixel(s->dim, x, y), s->dim_ground) <= PLAIN &&
           frame_step(frame_pixel(s->lit, x, y), s->lit_ground) <= PLAIN;
}

typedef bool (*highlight)(guint32 dim, guint32 lit, guint32 dim_ground, guint32 lit_ground);

/* On both sides of it is ground, of one colour: that of its rows. */
static bool is_same_icon(const struct sheet *s, struct area icon, highlight by)
{
    int left = icon.x - 1, right = icon.x + icon.width;
    if (left < 0 || icon.y < 0 || right >= s->dim->width || icon.y + icon.height > s->dim->height)
        return false;
    for (int y = icon.y; y < icon.y + icon.height; y++) {
        guint32 dim = frame_pixel(s->dim, left, y), lit = frame_pixel(s->lit, left, y);
        if (!is_ground(s, left, y) || frame_step(dim, frame_pixel(s->dim, right, y)) > LIT_ICONS_ROUNDING ||
            frame_step(lit, frame_pixel(s->lit, right, y)) > LIT_ICONS_ROUNDING)
            return false;
        for (int x = icon.x; x < right; x++)
            if (!by(frame_pixel(s->dim, x, y), frame_pixel(s->lit, x, y), dim, lit))
                return false;
    }
    return icon_edges_stand(s->dim, s->lit, (struct area){left, icon.y, icon.width + 2, icon.height});
}

/* The part that the pixel is of; none of its pixels is marked any more. */
static struct area take_part(struct sheet *s, int first, GArray *queue)
{
    struct area all = {0};
    g_array_set_size(queue, 0);
    g_array_append_val(queue, first);
    s->ink[first] = 0;
    for (guint k = 0; k < queue->len; k++) {
        int at = g_array_index(queue, int, k), x = at % s->in.width, y = at / s->in.width;
        all = area_joined(all, (struct area){s->in.x + x, s->in.y + y, 1, 1});
        for (int j = MAX(0, y - JOINED); j <= MIN(s->in.height - 1, y + JOINED); j++)
            for (int i = MAX(0, x - JOINED); i <= MIN(s->in.width - 1, x + JOINED); i++) {
                int next = j * s->in.width + i;
                if (s->ink[next])
                    g_array_append_val(queue, next);
                s->ink[next] = 0;
            }
    }
    return all;
}

/* ---- a button ---- */

/* The pair of colours that most of its pixels have, in the two pictures. */
static void find_grounds(struct sheet *s)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    guint most = 0;
    for (int y = s->in.y; y < s->in.y + s->in.height; y++)
        for (int x = s->in.x; x < s->in.x + s->in.width; x++) {
            guint32 dim = frame_pixel(s->dim, x, y), lit = frame_pixel(s->lit, x, y);
            gint64 pair = (gint64)dim << 24 | lit;
            guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, &pair)) + 1;
            g_hash_table_replace(counts, g_memdup2(&pair, sizeof pair), GUINT_TO_POINTER(n));
            if (n <= most)
                continue;
            most = n;
            s->dim_ground = dim;
            s->lit_ground = lit;
        }
}

static void add_icons(GArray *areas, struct sheet *s)
{
    g_autofree guint8 *ink = s->ink = g_malloc0((gsize)s->in.width * (gsize)s->in.height);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(int));
    find_grounds(s);
    if (frame_step(s->dim_ground, s->lit_ground) > LIT_ICONS_GROUND)
        return;
    for (int i = 0; i < s->in.width * s->in.height; i++)
        ink[i] = !is_ground(s, s->in.x + i % s->in.width, s->in.y + i / s->in.width);
    for (int i = 0; i < s->in.width * s->in.height; i++) {
        struct area part = ink[i] ? take_part(s, i, queue) : (struct area){0}, icon = grown(part, AROUND);
        if (MIN(part.width, part.height) >= LIT_ICONS_LEAST && MAX(part.width, part.height) <= LIT_ICONS_MOST &&
            MAX(part.width, part.height) <= 2 * MIN(part.width, part.height) &&
            (is_same_icon(s, icon, is_dodged) || is_same_icon(s, icon, is_saturated)))
            g_array_append_val(areas, icon);
    }
}

/* The button under the pointer: what differs there. A pixel more on each side: its icon may be all that does. */
static struct area button_at(const frame *expected, const frame *live, const struct arrival *a, int x, int y, int first, int last)
{
    const struct arrival there = {x, y, x, y, a->window};
    g_autoptr(GArray) lit = arrival_lit(expected, live, &there, first, last);
    struct area all = {0};
    for (guint i = 0; i < lit->len; i++)
        all = area_joined(all, g_array_index(lit, struct area, i));
    if (all.width == 0 || all.width > BUTTON_WIDTH || all.height > BUTTON_HEIGHT)
        return (struct area){0};
    return area_cut(grown(all, 1), a->window);
}

GArray *lit_icons(const frame *expected, const frame *live, const struct arrival *a, const GArray *over, int first, int last)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct area screen = {0, 0, live->width, live->height};
    g_autoptr(frame) now = frame_copy(live);
    arrival_excuse(now, expected, over);
    struct sheet to = {.dim = expected, .lit = now}, from = {.dim = now, .lit = expected};
    to.in = area_cut(button_at(expected, now, a, a->to_x, a->to_y, first, last), screen);
    from.in = area_cut(button_at(expected, now, a, a->from_x, a->from_y, first, last), screen);
    if (to.in.width)
        add_icons(areas, &to);
    if (from.in.width)
        add_icons(areas, &from);
    return areas;
}
