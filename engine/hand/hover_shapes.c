#include "engine/hand/hover_shapes.h"

#include "engine/hand/widget.h"
#include "engine/picture/edge_compare.h"

#include <math.h>
#include <string.h>

#define FRAME_WIDTH 640 /* px, at most */
#define FRAME_HEIGHT 64
#define TAB_WIDTH 1920 /* two tabs may share a wide window */
#define OFF_MIDDLE 3   /* px: twice as far may a brush's middle be from the pointer */

/* A shape is in the one picture, and not in the other. */
struct sheet {
    const frame *with, *without;
    struct area window; /* in which it must lie */
    const GArray *over; /* struct area: tooltips that lie there in one of them; NULL = none */
};

static struct area grown(struct area a, int by)
{
    return (struct area){a.x - by, a.y - by, a.width + 2 * by, a.height + 2 * by};
}

static bool is_over(const struct sheet *s, int x, int y)
{
    bool is = !area_has(s->window, x, y);
    for (guint i = 0; !is && s->over && i < s->over->len; i++)
        is = area_has(g_array_index(s->over, struct area, i), x, y);
    return is;
}

/* ---- a frame ---- */

/* The two are of one ground, or nobody sees both. */
static bool is_ground(const struct sheet *s, const frame *f, int x, int y, int dx, int dy)
{
    return widget_ground(frame_pixel(f, x - dx, y - dy), frame_pixel(f, x, y)) || is_over(s, x, y) || is_over(s, x - dx, y - dy);
}

/* Neither of its neighbours differs. */
static bool is_plain(const struct sheet *s, const frame *f, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if ((x > in.x && !is_ground(s, f, x, y, 1, 0)) || (y > in.y && !is_ground(s, f, x, y, 0, 1)))
                return false;
    return true;
}

/* Along the side, in each of its lines. */
static bool is_plain_along(const struct sheet *s, const frame *f, struct area in, bool upright)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (upright ? y > in.y && !is_ground(s, f, x, y, 0, 1) : x > in.x && !is_ground(s, f, x, y, 1, 0))
                return false;
    return true;
}

/* A line goes through there that the other picture has not: another colour than before, and than what is inside of it, dx, dy
 * from there. Outside of it another frame may begin. */
static bool is_line(const struct sheet *s, int x, int y, int dx, int dy)
{
    guint32 here = frame_pixel(s->with, x, y);
    return (frame_step(here, frame_pixel(s->without, x, y)) >= EDGE_COMPARE_CLEAR &&
            frame_step(here, frame_pixel(s->with, x + dx, y + dy)) >= EDGE_COMPARE_CLEAR) ||
           is_over(s, x, y) || is_over(s, x + dx, y + dy);
}

/* How far the upper line goes on from x, y. */
static int upper_end(const struct sheet *s, int x, int y, int step)
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
    return is_plain_along(s, s->with, side, dx != 0) && is_plain(s, s->without, side);
}

/* Its sides between the corners, with their rims, and its corners. */
static void frame_parts(struct area f, struct area parts[8])
{
    const int c = HOVER_SHAPES_CORNER, rim = HOVER_SHAPES_RIM;
    const int right = f.x + f.width, bottom = f.y + f.height, wide = f.width - 2 * c, high = f.height - 2 * c;
    const struct area all[] = {{f.x + c, f.y, wide, rim}, {f.x + c, bottom - rim, wide, rim},
                               {f.x, f.y + c, rim, high}, {right - rim, f.y + c, rim, high},
                               {f.x, f.y, c, c},          {right - c, f.y, c, c},
                               {f.x, bottom - c, c, c},   {right - c, bottom - c, c, c}};
    memcpy(parts, all, sizeof all);
}

static bool is_frame(const struct sheet *s, struct area f, int least)
{
    struct area parts[8];
    if (f.width < least || f.width > FRAME_WIDTH || f.height < HOVER_SHAPES_HEIGHT || f.height > FRAME_HEIGHT ||
        !area_contains(s->window, grown(f, 1)))
        return false;
    frame_parts(f, parts);
    bool is = true;
    for (int i = 0; is && i < 4; i++) {
        struct area line = parts[i];
        line.x += i == 3 ? line.width - 1 : 0;
        line.y += i == 1 ? line.height - 1 : 0;
        *(i < 2 ? &line.height : &line.width) = 1;
        is = is_side(s, line, parts[i], (i == 2) - (i == 3), (i == 0) - (i == 1)) && is_plain(s, s->without, parts[4 + i]);
    }
    return is;
}

/* A line of light may go along it inside, as on Adwaita's buttons: the line above that is the frame's. */
static struct area with_upper_line(const struct sheet *s, struct area f, int least)
{
    for (int i = 1; i <= HOVER_SHAPES_RIM; i++) {
        const struct area higher = {f.x, f.y - i, f.width, f.height + i};
        if (is_frame(s, higher, least))
            return higher;
    }
    return f;
}

/* Its outermost line above, below, left and right of x, y may be any of the lines there: the nearest four that make a frame. */
static struct area frame_at(const struct sheet *s, int x, int y, int least)
{
    const struct area room = grown(s->window, -1);
    for (int top = y - 1; top > y - FRAME_HEIGHT && area_has(room, x, top); top--) {
        if (!is_line(s, x, top, 0, 1))
            continue;
        int from = upper_end(s, x, top, -1), to = upper_end(s, x, top, 1);
        for (int bottom = y + 1; bottom < top + FRAME_HEIGHT && area_has(room, x, bottom); bottom++)
            for (int left = from; is_line(s, x, bottom, 0, -1) && left > from - HOVER_SHAPES_CORNER; left--)
                for (int right = to; right < to + HOVER_SHAPES_CORNER; right++) {
                    struct area f = {left, top, right - left + 1, bottom - top + 1};
                    if (is_frame(s, f, least))
                        return with_upper_line(s, f, least);
                }
    }
    return (struct area){0};
}

static bool has_one_colour(const frame *f, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (frame_pixel(f, x, y) != frame_pixel(f, in.x, in.y))
                return false;
    return in.width > 0;
}

/* Below a frame, where there was one ground: something pale has come that fades downwards, without an edge in its rows. */
static bool is_shadow(const struct sheet *s, struct area in)
{
    bool is = area_contains(s->window, in) && has_one_colour(s->without, in);
    int most = 0;
    for (int y = in.y; is && y < in.y + in.height; y++)
        for (int x = in.x; is && x < in.x + in.width; x++) {
            const guint32 ground = frame_pixel(s->without, in.x, in.y), here = frame_pixel(s->with, x, y);
            const int pale = frame_step(here, ground);
            is = pale <= HOVER_SHAPES_SHADOW && (y == in.y || pale <= frame_step(frame_pixel(s->with, x, y - 1), ground)) &&
                 (x == in.x || frame_step(here, frame_pixel(s->with, x - 1, y)) <= EDGE_COMPARE_CLEAR);
            most = MAX(most, pale);
        }
    return is && most > 0;
}

/* No pixel of it differs by as much as an edge does. */
static bool is_pale(const struct sheet *s, struct area in)
{
    bool is = area_contains(s->window, in);
    for (int y = in.y; is && y < in.y + in.height; y++)
        for (int x = in.x; is && x < in.x + in.width; x++)
            is = frame_step(frame_pixel(s->with, x, y), frame_pixel(s->without, x, y)) < EDGE_COMPARE_CLEAR || is_over(s, x, y);
    return is;
}

/* The frame of the other part of a button with an arrow: as high, beside it, with one line between both. */
static struct area frame_beside(const struct sheet *s, struct area f, bool right)
{
    const int line = right ? f.x + f.width - 1 : f.x;
    for (int between = -1; between <= 1; between++)
        for (int width = HOVER_SHAPES_PART; width <= FRAME_HEIGHT; width++) {
            const struct area other = {right ? line + between : line + between - width + 1, f.y, width, f.height};
            if (is_frame(s, other, HOVER_SHAPES_PART))
                return other;
        }
    return (struct area){0};
}

static void add_frame_of(GArray *areas, const struct sheet *s, struct area f)
{
    const struct area below = {f.x, f.y + f.height, f.width, HOVER_SHAPES_RIM + 1};
    struct area parts[8];
    frame_parts(f, parts);
    g_array_append_vals(areas, parts, G_N_ELEMENTS(parts));
    if (is_shadow(s, below))
        g_array_append_val(areas, below);
    const int top = f.y + HOVER_SHAPES_CORNER, high = f.height - 2 * HOVER_SHAPES_CORNER;
    const struct area pale[] = {
        {f.x - HOVER_SHAPES_RIM, top, HOVER_SHAPES_RIM, high},
        {f.x + f.width, top, HOVER_SHAPES_RIM, high},
        {f.x + HOVER_SHAPES_RIM, top, f.width - 2 * HOVER_SHAPES_RIM, high},
        {f.x + HOVER_SHAPES_CORNER, f.y + HOVER_SHAPES_RIM, f.width - 2 * HOVER_SHAPES_CORNER, f.height - 2 * HOVER_SHAPES_RIM}};
    for (gsize i = 0; i < G_N_ELEMENTS(pale); i++)
        if (is_pale(s, pale[i]))
            g_array_append_val(areas, pale[i]);
}

static void add_frame(GArray *areas, const struct sheet *s, int x, int y)
{
    struct area f = frame_at(s, x, y, HOVER_SHAPES_WIDTH);
    const bool whole = f.width > 0;
    f = whole ? f : frame_at(s, x, y, HOVER_SHAPES_PART);
    const struct area left = f.width ? frame_beside(s, f, false) : f, right = f.width ? frame_beside(s, f, true) : f;
    const struct area *const all[] = {&f, &left, &right};
    if (!whole && MAX(left.width, right.width) < HOVER_SHAPES_WIDTH)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i]->width > 0)
            add_frame_of(areas, s, *all[i]);
}

/* ---- a brush ---- */

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
    if (!area_contains(s->window, near))
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

/* ---- a lit box, as of a tab ---- */

/* The screen seen from the pointer towards one of the tab's sides: `along` the side, `out` to it. */
struct view {
    const struct sheet *s;
    int x, y, out_x, out_y; /* the pointer; one step to the side */
    int deep, least, most;  /* px: from side to side, and the length of one, at most */
};

static guint32 pixel(const struct view *v, const frame *f, int along, int out)
{
    return frame_pixel(f, v->x + along * ABS(v->out_y) + out * v->out_x, v->y + along * ABS(v->out_x) + out * v->out_y);
}

static bool in_window(const struct view *v, int along, int out)
{
    return area_has(v->s->window, v->x + along * ABS(v->out_y) + out * v->out_x, v->y + along * ABS(v->out_x) + out * v->out_y);
}

/* From first to last, in that line, one colour has become another one. */
static bool recoloured(const struct view *v, int first, int last, int out, guint32 with, guint32 without)
{
    bool is = true;
    for (int i = first; is && i <= last; i++)
        is = pixel(v, v->s->with, i, out) == with && pixel(v, v->s->without, i, out) == without;
    return is;
}

static bool same(const struct view *v, int first, int last, int out)
{
    bool is = in_window(v, first, out) && in_window(v, last, out);
    for (int i = first; is && i <= last; i++)
        is = pixel(v, v->s->with, i, out) == pixel(v, v->s->without, i, out);
    return is;
}

/* How far the line goes on to one end. */
static int line_end(const struct view *v, int out, int step, guint32 with, guint32 without)
{
    int end = 0;
    while (ABS(end) < v->most && in_window(v, end + step, out) && recoloured(v, end + step, end + step, out, with, without))
        end += step;
    return end;
}

/* In that line the ground is lit as far as the strip goes, and no further. */
static bool is_lit_line(const struct view *v, int first, int last, int out, guint32 lit, guint32 unlit)
{
    return recoloured(v, first, first, out, lit, unlit) && recoloured(v, last, last, out, lit, unlit) &&
           same(v, first - 1, first - 1, out) && same(v, last + 1, last + 1, out);
}

/* The tab's last line on the side away from the strip; G_MAXINT = it is no tab. The lines at its ends have one colour: no words.
 */
static int far_side(const struct view *v, int first, int last, int near)
{
    const guint32 lit = pixel(v, v->s->with, first, near), unlit = pixel(v, v->s->without, first, near);
    int far = near;
    while (near - far < v->deep && in_window(v, first - 1, far - 1) && in_window(v, last + 1, far - 1) &&
           is_lit_line(v, first, last, far - 1, lit, unlit))
        far--;
    bool is = lit != unlit && far <= 0 && near - far + 1 >= (v->out_x ? HOVER_SHAPES_WIDTH : HOVER_SHAPES_HEIGHT) &&
              recoloured(v, first, last, near, lit, unlit) && is_lit_line(v, first, last, near, lit, unlit) &&
              recoloured(v, first, last, far, lit, unlit) && same(v, first, last, far - 1);
    return is ? far : G_MAXINT;
}

/* From corner to corner. */
static void add_part(GArray *areas, const struct view *v, int along, int out, int to_along, int to_out)
{
    struct area a = {0};
    for (int i = 0; i < 2; i++) {
        int k = i ? to_along : along, j = i ? to_out : out;
        a = area_joined(a, (struct area){v->x + k * ABS(v->out_y) + j * v->out_x, v->y + k * ABS(v->out_x) + j * v->out_y, 1, 1});
    }
    g_array_append_val(areas, a);
}

/* A box whose side begins in the line `side`: with a strip, or without one. */
static bool add_box(GArray *areas, GArray *boxes, const struct view *v, int side)
{
    const guint32 with = pixel(v, v->s->with, 0, side), without = pixel(v, v->s->without, 0, side);
    const bool strip = with != without;
    const int line = strip ? side : side - 1; /* all of it has one colour */
    const guint32 lit = pixel(v, v->s->with, 0, line), unlit = pixel(v, v->s->without, 0, line);
    if (lit == unlit || (strip && (pixel(v, v->s->with, 0, side - 1) == with || pixel(v, v->s->without, 0, side - 1) != without)))
        return false;
    const int first = line_end(v, line, -1, lit, unlit), last = line_end(v, line, 1, lit, unlit), length = last - first + 1;
    int beyond = side;
    while (strip && beyond - side <= HOVER_SHAPES_STRIP && recoloured(v, first, last, beyond, with, without))
        beyond++;
    if (length < v->least || length > v->most || beyond - side > HOVER_SHAPES_STRIP || !same(v, first, last, beyond))
        return false;
    const int far = far_side(v, first, last, side - 1);
    if (far == G_MAXINT)
        return false;
    add_part(areas, v, first, side - 1, last, beyond); /* each with the steps on both of its sides */
    add_part(areas, v, first - 1, far - 1, first, beyond);
    add_part(areas, v, last, far - 1, last + 1, beyond);
    add_part(areas, v, first, far - 1, last, far);
    if (strip)
        add_part(boxes, v, first, far, last, beyond);
    return true;
}

static void add_lit_box(GArray *areas, GArray *boxes, const struct sheet *s, int x, int y)
{
    static const int sides[][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    bool found = false;
    for (gsize i = 0; !found && i < G_N_ELEMENTS(sides); i++) {
        const bool flat = sides[i][1];
        const struct view v = {.s = s,
                               .x = x,
                               .y = y,
                               .out_x = sides[i][0],
                               .out_y = sides[i][1],
                               .deep = flat ? FRAME_HEIGHT : FRAME_WIDTH,
                               .least = flat ? HOVER_SHAPES_WIDTH : HOVER_SHAPES_HEIGHT,
                               .most = flat ? TAB_WIDTH : FRAME_HEIGHT};
        for (int side = 2; !found && side < v.deep && in_window(&v, 0, side + HOVER_SHAPES_STRIP); side++)
            found = add_box(areas, boxes, &v, side);
    }
}

/* ---- what a shadow has left behind ---- */

static int faint(const struct sheet *s, int x, int y)
{
    const int step = area_has(s->window, x, y) ? frame_step(frame_pixel(s->with, x, y), frame_pixel(s->without, x, y)) : 0;
    return step && !is_over(s, x, y) ? step : 0;
}

/* Two rows of it; under a tooltip it ends anywhere. */
static bool is_even(const struct sheet *s, int x, int y)
{
    return ABS(faint(s, x, y) - faint(s, x, y - 1)) <= EDGE_COMPARE_WEAK || is_over(s, x, y) || is_over(s, x, y - 1);
}

/* From its strongest pixel the row fades to one side, or to both where the shadows of two buttons meet. */
static bool fades(const struct sheet *s, struct area in, int y)
{
    int peak = in.x;
    for (int x = in.x; x < in.x + in.width; x++)
        peak = faint(s, x, y) > faint(s, peak, y) ? x : peak;
    const int before = peak - in.x, from = in.x + in.width - peak;
    bool is = in.width > HOVER_SHAPES_TRAIL ? before <= HOVER_SHAPES_TRAIL && from <= HOVER_SHAPES_TRAIL
                                            : before == 0 || from == 1 || faint(s, peak, y) <= EDGE_COMPARE_WEAK;
    for (int x = in.x + 1; is && x < in.x + in.width; x++)
        is = x <= peak ? faint(s, x, y) >= faint(s, x - 1, y) : faint(s, x, y) <= faint(s, x - 1, y);
    return is;
}

static bool is_trail(const struct sheet *s, struct area in)
{
    bool is = in.width <= 2 * HOVER_SHAPES_TRAIL && in.height >= EDGE_COMPARE_LINE && in.height <= FRAME_HEIGHT;
    for (int y = in.y - 1; is && y <= in.y + in.height; y++) {
        const bool row = y >= in.y && y < in.y + in.height;
        for (int x = in.x - 1; is && x <= in.x + in.width; x++) {
            const bool inside = row && x >= in.x && x < in.x + in.width;
            is = faint(s, x, y) <= (inside ? HOVER_SHAPES_SHADOW : 0) && is_even(s, x, y);
        }
        is = is && (!row || fades(s, in, y));
    }
    return is;
}

/* What differs from there downwards without a gap, in the columns around x. */
static struct area trail_at(const struct sheet *s, int x, int y)
{
    struct area all = {0};
    bool more = true;
    for (int row = y; more && row - y <= FRAME_HEIGHT; row++) {
        more = false;
        for (int i = x - 2 * HOVER_SHAPES_TRAIL; i <= x + 2 * HOVER_SHAPES_TRAIL; i++)
            if (faint(s, i, row)) {
                all = area_joined(all, (struct area){i, row, 1, 1});
                more = true;
            }
    }
    return all;
}

/* How far the middle is from the pointer's straight way. */
static double apart_from(const struct arrival *a, struct area box)
{
    const double across = a->to_x - a->from_x, down = a->to_y - a->from_y, length = across * across + down * down,
                 x = box.x + box.width / 2 - a->from_x, y = box.y + box.height / 2 - a->from_y,
                 part = length > 0 ? CLAMP((x * across + y * down) / length, 0, 1) : 0;
    return hypot(x - part * across, y - part * down);
}

static void add_trails(GArray *areas, const struct sheet *s, const struct arrival *a)
{
    const int reach = HOVER_SHAPES_PASSED;
    const struct area way = {MIN(a->from_x, a->to_x) - reach, MIN(a->from_y, a->to_y) - reach,
                             ABS(a->to_x - a->from_x) + 2 * reach, ABS(a->to_y - a->from_y) + 2 * reach},
                      in = area_cut(way, s->window);
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++) {
            if (!faint(s, x, y) || faint(s, x - 1, y) || faint(s, x, y - 1)) /* no upper corner */
                continue;
            const struct area trail = trail_at(s, x, y);
            if (is_trail(s, trail) && apart_from(a, trail) <= reach)
                g_array_append_val(areas, trail);
        }
}

/* ---- all ---- */

void hover_shapes_add(GArray *areas, GArray *boxes, const frame *expected, const frame *live, const struct arrival *a,
                      const GArray *over)
{
    const struct area window = area_cut(a->window, (struct area){0, 0, live->width, live->height});
    const struct sheet came = {live, expected, window, over}, went = {expected, live, window, over};
    const struct sheet *const sheets[] = {&came, &went};
    for (gsize i = 0; i < G_N_ELEMENTS(sheets); i++) {
        int x = i ? a->from_x : a->to_x, y = i ? a->from_y : a->to_y;
        if (!area_has(window, x, y))
            continue;
        add_frame(areas, sheets[i], x, y);
        add_brush(areas, sheets[i], x, y);
        add_lit_box(areas, boxes, sheets[i], x, y);
    }
    add_trails(areas, &came, a);
}

void hover_shapes_add_trails(GArray *areas, const frame *expected, const frame *live, const struct arrival *a, const GArray *over)
{
    const struct area window = area_cut(a->window, (struct area){0, 0, live->width, live->height});
    const struct sheet s = {live, expected, window, over};
    add_trails(areas, &s, a);
}

void hover_shapes_add_outside(GArray *areas, const GArray *sprite, const GArray *boxes)
{
    bool in = false;
    for (guint i = 0; i < sprite->len; i++)
        for (guint k = 0; k < boxes->len; k++)
            in = in || area_overlaps(g_array_index(sprite, struct area, i), g_array_index(boxes, struct area, k));
    if (!in)
        g_array_append_vals(areas, sprite->data, sprite->len);
}
