#include "engine/hand/status_line.h"

#include "engine/hand/popup.h"
#include "engine/hand/thing.h"

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
        const bool step = !thing_ground(frame_pixel(s->before, s->bar.x + i - 1, y), here);
        if (step && (!s->upright[i - 1] || !s->upright[i]))
            return false;
        run = step ? 1 : run + 1;
        if (run == STATUS_LINE_THIN + 1 && known && !thing_ground(here, ground))
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
                bool ink = !thing_ground(frame_pixel(pictures[i], x, y), frame_pixel(pictures[i], x, line.y - 1));
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
                !thing_ground(frame_pixel(s->before, x, y), frame_pixel(s->before, x, line.y - 1)))
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

frame *status_line_excused(const struct hand_guard *h, const frame *expected, const frame *live, const struct arrival *a)
{
    frame *now = frame_copy(live);
    g_autoptr(GArray) bars = popup_status_bars(h, false), lines = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; i < bars->len; i++) {
        const struct area bar = g_array_index(bars, struct area, i), whole = {0, 0, live->width, live->height};
        const struct area shown = area_cut(bar, whole);
        g_autofree bool *upright = g_new0(bool, (gsize)shown.width + 1);
        struct sheet s = {expected, live, shown, upright};
        const struct area line = s.bar.width && s.bar.y == bar.y ? line_in(&s) : (struct area){0};
        const struct area near = {line.x - STATUS_LINE_AWAY, line.y - STATUS_LINE_AWAY, line.width + 2 * STATUS_LINE_AWAY,
                                  line.height + 2 * STATUS_LINE_AWAY};
        if (line.width && (h->tips || has_come(&s, line)) && !area_has(near, a->to_x, a->to_y))
            g_array_append_val(lines, line);
    }
    arrival_excuse(now, expected, lines);
    return now;
}
