#include "engine/hand/status_line.h"

#include "engine/hand/popup.h"
#include "engine/hand/widget.h"

struct sheet {
    const frame *before, *now;
    struct area bar;
    bool *upright; /* owned: of each column of the bar, whether it has one colour beside the line, the same in both pictures */
};

static bool differs(const struct sheet *s, int y)
{
    for (int x = s->bar.x; x < s->bar.x + s->bar.width; x++)
        if (frame_pixel(s->before, x, y) != frame_pixel(s->now, x, y))
            return true;
    return false;
}

static bool is_upright(const struct sheet *s, int x, int first, int last)
{
    bool is = true;
    for (int y = first; is && y <= last; y++)
        is = frame_pixel(s->before, x, y) == frame_pixel(s->before, x, first) &&
             frame_pixel(s->now, x, y) == frame_pixel(s->before, x, first);
    return is;
}

/* Rules between the fields of the bar, and the sides of their frames: higher than any letter. */
static void find_upright(struct sheet *s, int top, int bottom)
{
    const int middle = (top + bottom) / 2, end = s->bar.y + s->bar.height - 1;
    const int first = MAX(s->bar.y, MIN(top - STATUS_LINE_BLANK, middle - STATUS_LINE_RULE / 2));
    const int last = MIN(end, MAX(bottom + STATUS_LINE_BLANK, first + STATUS_LINE_RULE - 1));
    for (int i = 0; i < s->bar.width; i++)
        s->upright[i] = last - first + 1 >= STATUS_LINE_RULE && is_upright(s, s->bar.x + i, first, last);
}

/* One ground from side to side, but for such rules. */
static bool is_blank(const struct sheet *s, int y)
{
    guint32 ground = frame_pixel(s->before, s->bar.x, y);
    bool known = false; /* of a field, and not of a rule */
    for (int i = 1, run = 1; i < s->bar.width; i++) {
        const guint32 here = frame_pixel(s->before, s->bar.x + i, y);
        const bool step = !widget_ground(frame_pixel(s->before, s->bar.x + i - 1, y), here);
        if (step && (!s->upright[i - 1] || !s->upright[i]))
            return false;
        run = step ? 1 : run + 1;
        if (run == STATUS_LINE_THIN + 1 && known && !widget_ground(here, ground))
            return false;
        if (run == STATUS_LINE_THIN + 1) {
            ground = here;
            known = true;
        }
    }
    return !differs(s, y);
}

/* How many such rows there are from y on. */
static int blank_rows(const struct sheet *s, int y, int step)
{
    int n = 0;
    while (n < STATUS_LINE_BLANK && y >= s->bar.y && y < s->bar.y + s->bar.height && is_blank(s, y)) {
        n++;
        y += step;
    }
    return n;
}

/* On the ground that the row above it has, what differs is thin in both pictures. */
static bool is_written(const struct sheet *s, struct area line)
{
    const frame *const pictures[] = {s->before, s->now};
    for (gsize i = 0; i < G_N_ELEMENTS(pictures); i++)
        for (int y = line.y; y < line.y + line.height; y++)
            for (int x = line.x, run = 0, differs = 0; x < line.x + line.width; x++) {
                bool ink = !widget_ground(frame_pixel(pictures[i], x, y), frame_pixel(pictures[i], x, line.y - 1));
                run = ink ? run + 1 : 0;
                differs = ink ? differs + (frame_pixel(s->before, x, y) != frame_pixel(s->now, x, y)) : 0;
                if (run > STATUS_LINE_STROKE && differs)
                    return false;
            }
    return true;
}

/* Nothing was written where there is something now. */
static bool has_come(const struct sheet *s, struct area line)
{
    for (int y = line.y; y < line.y + line.height; y++)
        for (int x = line.x; x < line.x + line.width; x++)
            if (frame_pixel(s->before, x, y) != frame_pixel(s->now, x, y) &&
                !widget_ground(frame_pixel(s->before, x, y), frame_pixel(s->before, x, line.y - 1)))
                return false;
    return true;
}

/* Around what differs in the bar; width 0 = it is no such line. */
static struct area line_in(struct sheet *s)
{
    const int end = s->bar.y + s->bar.height;
    int top = s->bar.y, bottom = end - 1;
    while (top < end && !differs(s, top))
        top++;
    while (bottom > top && !differs(s, bottom))
        bottom--;
    find_upright(s, top, bottom);
    while (top > s->bar.y && blank_rows(s, top - 1, -1) < STATUS_LINE_BLANK)
        top--;
    while (bottom + 1 < end && blank_rows(s, bottom + 1, 1) < MIN(STATUS_LINE_BLANK, end - bottom - 1))
        bottom++;
    const struct area line = {s->bar.x, top, s->bar.width, bottom - top + 1};
    bool is = top > s->bar.y && line.height <= STATUS_LINE_HEIGHT && is_written(s, line);
    return is ? line : (struct area){0};
}

/* Between this row and the one above it the ground changes all along, in both pictures. */
static bool is_edge(const struct sheet *s, int y, int from, int to)
{
    bool is = true;
    for (int x = from; is && x <= to; x++)
        is = !widget_ground(frame_pixel(s->before, x, y - 1), frame_pixel(s->before, x, y)) &&
             !widget_ground(frame_pixel(s->now, x, y - 1), frame_pixel(s->now, x, y));
    return is;
}

/* The columns around these, of one ground in that row. */
static struct area ground_around(const struct sheet *s, int y, int left, int right)
{
    const int end = s->bar.x + s->bar.width;
    int from = left, to = left;
    while (from > s->bar.x && widget_ground(frame_pixel(s->now, from - 1, y), frame_pixel(s->now, from, y)))
        from--;
    while (to + 1 < end && widget_ground(frame_pixel(s->now, to + 1, y), frame_pixel(s->now, to, y)))
        to++;
    return to >= right ? (struct area){from, s->bar.y, to - from + 1, s->bar.height} : (struct area){0};
}

/* The bar's part from what stands beside the line to the window's side, by the plain row above what differs; width 0 = none. */
static struct area part_beside(const struct sheet *s)
{
    const int end = s->bar.x + s->bar.width, bottom = s->bar.y + s->bar.height;
    int left = end, right = s->bar.x - 1, top = bottom;
    for (int y = bottom - 1; y >= s->bar.y; y--)
        for (int x = s->bar.x; x < end; x++)
            if (frame_pixel(s->before, x, y) != frame_pixel(s->now, x, y)) {
                left = MIN(left, x);
                right = MAX(right, x);
                top = y;
            }
    struct area part = {0};
    for (int y = top - 1; right >= left && y >= MAX(s->bar.y, top - STATUS_LINE_ASCENT); y--) {
        const struct area all = ground_around(s, y, left, right);
        part = all.width > part.width ? all : part;
    }
    const bool at_side = part.width && (part.x == s->bar.x || part.x + part.width == end);
    for (int y = top - 1; at_side && 2 * part.width >= s->bar.width && y > MAX(s->bar.y, top - 2 * STATUS_LINE_ASCENT); y--)
        if (is_edge(s, y, part.x + STATUS_LINE_THIN, part.x + part.width - 1 - STATUS_LINE_THIN))
            return part;
    return (struct area){0};
}

/* The line of the whole bar, or of its part beside something else that reaches down so far. */
static struct area find_line(struct sheet *s)
{
    struct area line = line_in(s);
    if (line.width == 0 && (s->bar = part_beside(s)).width)
        line = line_in(s);
    return line;
}

/* Such lines that differ; struct area, caller unrefs. */
static GArray *find_lines(const struct hand_guard *h, const frame *expected, const frame *live, const struct arrival *a)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GArray) bars = popup_status_bars(h, false);
    for (guint i = 0; i < bars->len; i++) {
        const struct area bar = g_array_index(bars, struct area, i), whole = {0, 0, live->width, live->height};
        const struct area shown = area_cut(bar, whole);
        g_autofree bool *upright = g_new0(bool, (gsize)shown.width + 1);
        struct sheet s = {expected, live, shown, upright};
        const struct area line = s.bar.width && s.bar.y == bar.y ? find_line(&s) : (struct area){0};
        const struct area near = {line.x - STATUS_LINE_AWAY, line.y - STATUS_LINE_AWAY, line.width + 2 * STATUS_LINE_AWAY,
                                  line.height + 2 * STATUS_LINE_AWAY};
        if (line.width && (h->tips || has_come(&s, line)) && !area_has(near, a->to_x, a->to_y))
            g_array_append_val(lines, line);
    }
    return lines;
}

frame *status_line_excused(const struct hand_guard *h, const frame *expected, const frame *live, const struct arrival *a)
{
    frame *now = frame_copy(live);
    g_autoptr(GArray) lines = find_lines(h, expected, live, a);
    arrival_excuse(now, expected, lines);
    return now;
}

static bool same_in(const frame *a, const frame *b, struct area in)
{
    bool same = true;
    for (int y = in.y; same && y < in.y + in.height; y++)
        for (int x = in.x; same && x < in.x + in.width; x++)
            same = frame_pixel(a, x, y) == frame_pixel(b, x, y);
    return same;
}

frame *status_line_returned(const struct hand_guard *h, const frame *expected, const frame *live, const frame *seen,
                            const struct arrival *a)
{
    frame *now = frame_copy(live);
    g_autoptr(GArray) lines = h->tips ? find_lines(h, expected, live, a) : g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = lines->len; i-- > 0;)
        if (same_in(live, seen, g_array_index(lines, struct area, i)))
            g_array_remove_index(lines, i);
    arrival_excuse(now, expected, lines);
    return now;
}
