#include "engine/hand/hover_shapes.h"

#include "engine/hand/thing.h"
#include "engine/picture/edge_compare.h"

#include <string.h>

#define FRAME_WIDTH 640 /* px, at most */
#define FRAME_HEIGHT 64
#define OFF_MIDDLE 3 /* px: twice as far may a brush's middle be from the pointer */

/* A shape is in the one picture, and not in the other. */
struct sheet {
    const frame *with, *without;
    struct area window; /* in which it must lie */
};

static struct area grown(struct area a, int by)
{
    return (struct area){a.x - by, a.y - by, a.width + 2 * by, a.height + 2 * by};
}

static bool lies_in(struct area a, struct area in)
{
    struct area cut = area_cut(a, in);
    return cut.width == a.width && cut.height == a.height;
}

/* ---- a frame ---- */

/* Neither of its neighbours differs. */
static bool is_plain(const frame *f, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if ((x > in.x && !thing_ground(frame_pixel(f, x - 1, y), frame_pixel(f, x, y))) ||
                (y > in.y && !thing_ground(frame_pixel(f, x, y - 1), frame_pixel(f, x, y))))
                return false;
    return true;
}

/* Along the side, in each of its lines. */
static bool is_plain_along(const frame *f, struct area in, bool upright)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (upright ? y > in.y && !thing_ground(frame_pixel(f, x, y - 1), frame_pixel(f, x, y))
                        : x > in.x && !thing_ground(frame_pixel(f, x - 1, y), frame_pixel(f, x, y)))
                return false;
    return true;
}

/* A line goes through there that the other picture has not: another colour than before, and than what is inside of it, dx, dy
 * from there. Outside of it another frame may begin. */
static bool is_line(const struct sheet *s, int x, int y, int dx, int dy)
{
    guint32 here = frame_pixel(s->with, x, y);
    return frame_step(here, frame_pixel(s->without, x, y)) >= EDGE_COMPARE_CLEAR &&
           frame_step(here, frame_pixel(s->with, x + dx, y + dy)) >= EDGE_COMPARE_CLEAR;
}

/* How far the upper line goes on from x, y. */
static int line_end(const struct sheet *s, int x, int y, int step)
{
    const struct area room = grown(s->window, -1);
    while (area_has(room, x + step, y) && is_line(s, x + step, y, 0, 1))
        x += step;
    return x;
}

/* A line all along, and plain with what is beside it. */
static bool is_side(const struct sheet *s, struct area line, struct area side, int dx, int dy)
{
    for (int y = line.y; y < line.y + line.height; y++)
        for (int x = line.x; x < line.x + line.width; x++)
            if (!is_line(s, x, y, dx, dy))
                return false;
    return is_plain_along(s->with, side, dx != 0) && is_plain(s->without, side);
}

/* Its sides between the corners, with their rims, and its corners. */
static void frame_parts(struct area f, struct area parts[8])
{
    const int c = HOVER_SHAPES_CORNER, rim = HOVER_SHAPES_RIM + 1;
    const int right = f.x + f.width, bottom = f.y + f.height, wide = f.width - 2 * c, high = f.height - 2 * c;
    const struct area all[] = {{f.x + c, f.y, wide, rim}, {f.x + c, bottom - rim, wide, rim},
                               {f.x, f.y + c, rim, high}, {right - rim, f.y + c, rim, high},
                               {f.x, f.y, c, c},          {right - c, f.y, c, c},
                               {f.x, bottom - c, c, c},   {right - c, bottom - c, c, c}};
    memcpy(parts, all, sizeof all);
}

static bool is_frame(const struct sheet *s, struct area f)
{
    struct area parts[8];
    if (f.width < HOVER_SHAPES_WIDTH || f.width > FRAME_WIDTH || f.height < HOVER_SHAPES_HEIGHT || f.height > FRAME_HEIGHT ||
        !lies_in(grown(f, 1), s->window))
        return false;
    frame_parts(f, parts);
    bool is = true;
    for (int i = 0; is && i < 4; i++) {
        struct area line = parts[i];
        line.x += i == 3 ? line.width - 1 : 0;
        line.y += i == 1 ? line.height - 1 : 0;
        *(i < 2 ? &line.height : &line.width) = 1;
        is = is_side(s, line, parts[i], (i == 2) - (i == 3), (i == 0) - (i == 1)) && is_plain(s->without, parts[4 + i]);
    }
    return is;
}

/* Its outermost line above, below, left and right of x, y may be any of the lines there: the nearest four that make a frame. */
static struct area frame_at(const struct sheet *s, int x, int y)
{
    const struct area room = grown(s->window, -1);
    for (int top = y - 1; top > y - FRAME_HEIGHT && area_has(room, x, top); top--) {
        if (!is_line(s, x, top, 0, 1))
            continue;
        int from = line_end(s, x, top, -1), to = line_end(s, x, top, 1);
        for (int bottom = y + 1; bottom < top + FRAME_HEIGHT && area_has(room, x, bottom); bottom++)
            for (int left = from; is_line(s, x, bottom, 0, -1) && left > from - HOVER_SHAPES_CORNER; left--)
                for (int right = to; right < to + HOVER_SHAPES_CORNER; right++) {
                    struct area f = {left, top, right - left + 1, bottom - top + 1};
                    if (is_frame(s, f))
                        return f;
                }
    }
    return (struct area){0};
}

static void add_frame(GArray *areas, const struct sheet *s, int x, int y)
{
    const struct area f = frame_at(s, x, y);
    struct area parts[8];
    if (f.width == 0)
        return;
    frame_parts(f, parts);
    g_array_append_vals(areas, parts, G_N_ELEMENTS(parts));
}

/* ---- a brush ---- */

static bool has_one_colour(const frame *f, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (frame_pixel(f, x, y) != frame_pixel(f, in.x, in.y))
                return false;
    return in.width > 0;
}

/* In each of its rows, or columns, what has come is of one colour and without a gap; at least half of it all. */
static bool is_spot(const struct sheet *s, struct area in, bool upright)
{
    const int rows = upright ? in.width : in.height, length = upright ? in.height : in.width;
    const guint32 ground = frame_pixel(s->without, in.x, in.y),
                  ink = frame_pixel(s->with, in.x + in.width / 2, in.y + in.height / 2);
    int n = 0;
    for (int j = 0; j < rows; j++)
        for (int i = 0, runs = 0; i < length; i++) {
            guint32 here = upright ? frame_pixel(s->with, in.x + j, in.y + i) : frame_pixel(s->with, in.x + i, in.y + j);
            guint32 before = i == 0    ? ground
                             : upright ? frame_pixel(s->with, in.x + j, in.y + i - 1)
                                       : frame_pixel(s->with, in.x + i - 1, in.y + j);
            runs += here == ink && before != ink;
            n += here == ink;
            if ((here != ink && here != ground) || runs > 1)
                return false;
        }
    return ink != ground && 2 * n >= in.width * in.height;
}

static bool is_hollow(const struct sheet *s, struct area in)
{
    const guint32 ink = frame_pixel(s->with, in.x, in.y);
    const struct area sides[] = {{in.x, in.y, in.width, 1},
                                 {in.x, in.y + in.height - 1, in.width, 1},
                                 {in.x, in.y, 1, in.height},
                                 {in.x + in.width - 1, in.y, 1, in.height}};
    bool is = has_one_colour(s->with, grown(in, -1));
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++)
        is = is && has_one_colour(s->with, sides[i]) && frame_pixel(s->with, sides[i].x, sides[i].y) == ink;
    return is;
}

static void add_brush(GArray *areas, const struct sheet *s, int x, int y)
{
    const int reach = HOVER_SHAPES_BRUSH_MOST / 2 + HOVER_SHAPES_AROUND;
    struct area near = {x - reach, y - reach, 2 * reach + 1, 2 * reach + 1}, all = {0};
    if (!lies_in(near, s->window))
        return;
    for (int j = near.y; j < near.y + near.height; j++)
        for (int i = near.x; i < near.x + near.width; i++)
            if (frame_pixel(s->with, i, j) != frame_pixel(s->without, i, j))
                all = area_joined(all, (struct area){i, j, 1, 1});
    const int least = MIN(all.width, all.height), most = MAX(all.width, all.height);
    if (least >= HOVER_SHAPES_BRUSH && most <= MIN(HOVER_SHAPES_BRUSH_MOST, least + 1) &&
        ABS(2 * all.x + all.width - 1 - 2 * x) <= OFF_MIDDLE && ABS(2 * all.y + all.height - 1 - 2 * y) <= OFF_MIDDLE &&
        has_one_colour(s->without, grown(all, HOVER_SHAPES_AROUND)) &&
        (is_hollow(s, all) || (is_spot(s, all, false) && is_spot(s, all, true))))
        g_array_append_val(areas, all);
}

/* ---- both ---- */

void hover_shapes_add(GArray *areas, const frame *expected, const frame *live, const struct arrival *a)
{
    const struct area window = area_cut(a->window, (struct area){0, 0, live->width, live->height});
    const struct sheet came = {live, expected, window}, went = {expected, live, window};
    const struct sheet *const sheets[] = {&came, &went};
    for (gsize i = 0; i < G_N_ELEMENTS(sheets); i++) {
        int x = i ? a->from_x : a->to_x, y = i ? a->from_y : a->to_y;
        if (!area_has(window, x, y))
            continue;
        add_frame(areas, sheets[i], x, y);
        add_brush(areas, sheets[i], x, y);
    }
}
