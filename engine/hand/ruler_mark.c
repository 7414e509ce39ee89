#include "engine/hand/ruler_mark.h"

#include "engine/hand/widget.h"

#define LONG 32   /* px: of a mark, at most */
#define THIN 8    /* px */
#define LEAST 6   /* px that differ: less is chance */
#define GAP 2     /* px between parts of one mark; breadth of a tick */
#define APART 24  /* px from the pointer: what it lights up is nearer */
#define BEYOND 16 /* px: no tick reaches so far, and what bounds the ruler does */
#define MARKS 64  /* so much that is small is no mark */
#define SLACK 8   /* px: the pointer has left the sheet between two of its steps */
#define SNAP 4    /* px: it stands on the next line of a grid, not where the pointer is */

struct search {
    const frame *expected, *live;
    struct area window;
    GArray *marks; /* struct area, owned */
    guint8 *seen;  /* owned: of each pixel of the screen */
};

static bool differs(const struct search *s, int x, int y)
{
    return frame_pixel(s->expected, x, y) != frame_pixel(s->live, x, y);
}

/* All that differs and is joined to it. */
static void take(struct search *s, GArray *queue, int x, int y)
{
    struct area all = {0};
    int at = y * s->live->width + x;
    g_array_set_size(queue, 0);
    g_array_append_val(queue, at);
    s->seen[at] = 1;
    for (guint k = 0; k < queue->len; k++) {
        int i = g_array_index(queue, int, k) % s->live->width, j = g_array_index(queue, int, k) / s->live->width;
        all = area_joined(all, (struct area){i, j, 1, 1});
        for (int v = j - GAP; v <= j + GAP; v++)
            for (int u = i - GAP; u <= i + GAP; u++) {
                at = v * s->live->width + u;
                if (!area_has(s->window, u, v) || s->seen[at] || !differs(s, u, v))
                    continue;
                s->seen[at] = 1;
                g_array_append_val(queue, at);
            }
    }
    if (queue->len >= LEAST && MIN(all.width, all.height) <= THIN && MAX(all.width, all.height) <= LONG)
        g_array_append_val(s->marks, all);
}

static void find_marks(struct search *s)
{
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(int));
    for (int y = s->window.y; y < s->window.y + s->window.height; y++)
        for (int x = s->window.x; x < s->window.x + s->window.width; x++)
            if (!s->seen[y * s->live->width + x] && differs(s, x, y))
                take(s, queue, x, y);
}

/* Most of what came to the one was at the other, by so much further along, and has gone from there; over ticks, most of it. */
static bool has_moved(const struct search *s, struct area to, int dx, int dy)
{
    int n = 0, along = 0;
    for (int y = to.y; y < to.y + to.height; y++)
        for (int x = to.x; x < to.x + to.width; x++) {
            bool both = differs(s, x, y) && area_has(s->window, x + dx, y + dy) && differs(s, x + dx, y + dy);
            n += differs(s, x, y);
            along += both && frame_pixel(s->live, x, y) == frame_pixel(s->expected, x + dx, y + dy);
        }
    return 4 * along > 3 * n;
}

static bool is_between(int at, int from, int to)
{
    return at >= MIN(from, to) - SLACK && at <= MAX(from, to) + SLACK;
}

/* The colour before it, along the ruler. */
static guint32 ground_of(const struct search *s, struct area mark, bool flat)
{
    const int before = GAP + 1;
    return frame_pixel(s->expected, MAX(0, mark.x - (flat ? before : 0)), MAX(0, mark.y - (flat ? 0 : before)));
}

/* It stands on ground, and is no hole in something. */
static bool has_come(const struct search *s, struct area mark, bool flat)
{
    const guint32 ground = ground_of(s, mark, flat);
    int n = 0, come = 0;
    for (int y = mark.y; y < mark.y + mark.height; y++)
        for (int x = mark.x; x < mark.x + mark.width; x++) {
            n += differs(s, x, y);
            come += differs(s, x, y) && widget_ground(frame_pixel(s->expected, x, y), ground) &&
                    !widget_ground(frame_pixel(s->live, x, y), ground);
        }
    return 4 * come > 3 * n;
}

static bool has_ground(const struct search *s, struct area in, guint32 ground)
{
    in = area_cut(in, s->window);
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (widget_ground(frame_pixel(s->expected, x, y), ground))
                return true;
    return false;
}

/* From the mark on, as far as there is ground in each line across, but for ticks. */
static struct area strip_of(const struct search *s, struct area mark, bool flat)
{
    const guint32 ground = ground_of(s, mark, flat);
    struct area strip = mark;
    for (int step = -1; step <= 1; step += 2) {
        struct area across = flat ? (struct area){step < 0 ? mark.x : mark.x + mark.width - 1, mark.y, 1, mark.height}
                                  : (struct area){mark.x, step < 0 ? mark.y : mark.y + mark.height - 1, mark.width, 1};
        for (int tick = 0; tick <= GAP;) {
            *(flat ? &across.x : &across.y) += step;
            struct area beyond = across;
            *(flat ? &beyond.y : &beyond.x) -= BEYOND;
            *(flat ? &beyond.height : &beyond.width) += 2 * BEYOND;
            if (!area_has(s->window, across.x, across.y) || !has_ground(s, beyond, ground))
                break;
            bool here = has_ground(s, across, ground);
            tick = here ? 0 : tick + 1;
            strip = here ? area_joined(strip, across) : strip;
        }
    }
    return strip;
}

static bool is_known(const GArray *areas, struct area mark)
{
    for (guint i = 0; areas && i < areas->len; i++)
        if (area_overlaps(g_array_index(areas, struct area, i), mark))
            return true;
    return false;
}

/* Whether another one has become this one, along the ruler. */
static bool came_along(const struct search *s, struct area to, bool flat)
{
    for (guint i = 0; i < s->marks->len; i++) {
        const struct area from = g_array_index(s->marks, struct area, i);
        int first = flat ? from.x - to.x : from.y - to.y;
        int last = flat ? first + from.width - to.width : first + from.height - to.height;
        bool in_line = flat ? from.y < to.y + to.height && to.y < from.y + from.height
                            : from.x < to.x + to.width && to.x < from.x + from.width;
        if (first != 0 && in_line &&
            (has_moved(s, to, flat ? first : 0, flat ? 0 : first) || has_moved(s, to, flat ? last : 0, flat ? 0 : last)))
            return true;
    }
    return false;
}

/* The pointer is in its column, or row. Its old place may have been beyond the ruler's end. */
static bool is_with_pointer(struct area mark, const struct arrival *a, bool flat)
{
    return ABS(flat ? mark.x + mark.width / 2 - a->to_x : mark.y + mark.height / 2 - a->to_y) <= THIN;
}

static bool is_mark(const struct search *s, struct area m, const struct arrival *a, bool flat, bool alone)
{
    bool thin = flat ? m.height <= THIN && is_between(m.x + m.width / 2, a->from_x, a->to_x)
                     : m.width <= THIN && is_between(m.y + m.height / 2, a->from_y, a->to_y);
    return thin && has_come(s, m, flat) && (alone ? is_with_pointer(m, a, flat) : came_along(s, m, flat));
}

/* ---- beside the pointer's two places ---- */

/* So many of the pixels that differ are in `other`, too, by dx, dy further, and in each of the two only once. */
static int count_along(const struct ruler_step *s, struct area in, int dx, int dy)
{
    const struct area screen = {0, 0, s->live->width, s->live->height};
    int along = 0;
    for (int j = in.y; j < in.y + in.height; j++)
        for (int i = in.x; i < in.x + in.width; i++)
            along += frame_pixel(s->expected, i, j) != frame_pixel(s->live, i, j) && area_has(screen, i + dx, j + dy) &&
                     frame_pixel(s->shown, i, j) == frame_pixel(s->other, i + dx, j + dy) &&
                     frame_pixel(s->shown, i, j) != frame_pixel(s->other, i, j) &&
                     frame_pixel(s->shown, i + dx, j + dy) != frame_pixel(s->other, i + dx, j + dy);
    return along;
}

bool ruler_mark_is(const struct ruler_step *s, struct area box)
{
    const int middle_x = box.x + box.width / 2, middle_y = box.y + box.height / 2;
    const bool flat = box.width <= LONG && box.height <= THIN && ABS(middle_x - s->x) <= THIN;
    const bool upright = box.height <= LONG && box.width <= THIN && ABS(middle_y - s->y) <= THIN;
    int n = 0, along = 0;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            n += frame_pixel(s->expected, x, y) != frame_pixel(s->live, x, y);
    for (int snap = -SNAP; (flat || upright) && snap <= SNAP; snap++)
        along = MAX(along, count_along(s, box, flat ? s->dx + snap : 0, flat ? 0 : s->dy + snap));
    return 2 * along > n;
}

/* ---- where it has been left ---- */

GArray *ruler_mark_strips(const frame *expected, const frame *live, const struct arrival *a, const GArray *ignored)
{
    GArray *strips = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct area near = {a->to_x - APART, a->to_y - APART, 2 * APART + 1, 2 * APART + 1};
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autofree guint8 *seen = g_malloc0((gsize)live->width * (gsize)live->height);
    struct search s = {expected, live, area_cut(a->window, (struct area){0, 0, live->width, live->height}), marks, seen};
    find_marks(&s);
    for (guint k = 0; marks->len <= MARKS && k < 2 * marks->len; k++) {
        const struct area m = g_array_index(marks, struct area, k % marks->len);
        const bool alone = k >= marks->len; /* only beside one that has moved */
        const bool flat = is_mark(&s, m, a, true, alone);
        if ((alone && strips->len == 0) || (!flat && !is_mark(&s, m, a, false, alone)) || area_overlaps(near, m) ||
            is_known(ignored, m) || is_known(strips, m))
            continue;
        struct area strip = strip_of(&s, m, flat);
        if (!area_has(strip, a->to_x, a->to_y))
            g_array_append_val(strips, strip);
    }
    return strips;
}
