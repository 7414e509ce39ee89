/* A part of a picture in a rectangle of the screen, with what is marked in it: where an action is aimed, where a loop may go. */

#include "skills/timeline/loop.h"
#include "tui/console/state.h"

#include <math.h>

#define SPARED 14        /* pixels of the display above and below the place that is aimed at: its label */
#define SPARED_BESIDE 72 /* the same at its left and right */

static void mark(const struct thumbnail *t, int y, int x, int row, int column, gunichar c)
{
    if (column >= 0 && column < t->columns && row >= 0 && row < t->rows)
        paint_mark(y + row, x + column, &t->cells[row * t->columns + column], c);
}

/* The crossing itself, with the arms for which there is room. */
static void cross(const struct thumbnail *t, int y, int x, int row, int column, const struct rect *label)
{
    static const gunichar middles[2][2][2][2] = /* up, down, left, right: at an edge there is no arm */
        {{{{0x253c, 0x2500}, {0x2500, 0x2500}}, {{0x2502, 0x250c}, {0x2510, 0x252c}}},
         {{{0x2502, 0x2514}, {0x2518, 0x2534}}, {{0x2502, 0x251c}, {0x2524, 0x253c}}}};
    bool up = row > 0, down = row + 1 < t->rows, left = column > 0, right = column + 1 < t->columns;
    if (label->width > 0 && label->y == row) { /* what is written there stays to be read */
        mark(t, y, x, row, label->x - 1, 0x2500);
        mark(t, y, x, row, label->x + label->width, 0x2500);
    } else {
        mark(t, y, x, row, column, middles[up][down][left][right]);
        mark(t, y, x, row, column - 1, 0x2500);
        mark(t, y, x, row, column + 1, 0x2500);
    }
    mark(t, y, x, row - 1, column, 0x2502);
    mark(t, y, x, row + 1, column, 0x2502);
}

/* On all of a picture, and where a place is being chosen, the crossing; on a part of it the middle stays free, so that what is
 * aimed at can be seen; where the part is shown so large that a label takes rows, the arms stand around it. */
static void crosshair(const struct thumbnail *t, int y, int x, int row, int column, const struct shown *s,
                      const struct rect *label)
{
    const struct pixel_rect *part = &s->part;
    bool all = part->width >= part->of_width && part->height >= part->of_height;
    int gap = part->height > 0 ? (int)ceil((double)SPARED * t->rows / part->height) : 0;
    if (all || s->choosing || t->rows < 5) {
        cross(t, y, x, row, column, s->choosing ? &(struct rect){0} : label);
        return;
    }
    bool beside_it = label->width > 0 && label->y == row; /* what is written there stays to be read */
    int left = beside_it ? label->x - 1 : column, right = beside_it ? label->x + label->width : column;
    if (gap <= 2) {
        for (int i = 0; i < 2; i++) {
            mark(t, y, x, row, MIN(column - 3, left) - i, 0x2500);
            mark(t, y, x, row, MAX(column + 3, right) + i, 0x2500);
        }
        gap = 2;
    } else {
        int beside = (int)ceil((double)SPARED_BESIDE * t->columns / part->width);
        if (column > beside / 3)
            mark(t, y, x, row, MIN(MAX(0, column - beside), left), 0x2500);
        if (t->columns - 1 - column > beside / 3)
            mark(t, y, x, row, MAX(MIN(t->columns - 1, column + beside), right), 0x2500);
    }
    mark(t, y, x, row - gap, column, 0x2502);
    mark(t, y, x, row + gap, column, 0x2502);
}

/* The corners of the area, on a picture of the whole screen. */
static void corners(const struct thumbnail *t, int y, int x, const struct pixel_rect *whole, const timeline_loop *l)
{
    const int columns[] = {l->x * t->columns / whole->width, (l->x + l->width - 1) * t->columns / whole->width},
              rows[] = {l->y * t->rows / whole->height, (l->y + l->height - 1) * t->rows / whole->height};
    static const gunichar marks[2][2] = {{0x250c, 0x2510}, {0x2514, 0x2518}};
    for (int i = 0; i < 4; i++)
        mark(t, y, x, rows[i / 2], columns[i % 2], marks[i / 2][i % 2]);
}

/* The same for pixels. */
static struct paint_marks marks_of(const struct shown *s, const int *point, const timeline_loop *area)
{
    const struct pixel_rect *part = &s->part;
    struct paint_marks m = {.crosshair = point != NULL, .on = s->choosing, .corners = area != NULL};
    if (point) {
        m.x = (point[0] - part->x + 0.5) / part->width;
        m.y = (point[1] - part->y + 0.5) / part->height;
        m.gap = (double)SPARED / part->height;
        m.beside = (double)SPARED_BESIDE / part->width;
    }
    if (area) {
        m.left = (double)area->x / part->width;
        m.top = (double)area->y / part->height;
        m.right = (double)(area->x + area->width) / part->width;
        m.bottom = (double)(area->y + area->height) / part->height;
    }
    return m;
}

static bool inside(const struct pixel_rect *r, const int *point)
{
    return point[0] >= r->x && point[1] >= r->y && point[0] < r->x + r->width && point[1] < r->y + r->height;
}

int shown_draw(console *c, const struct rect *r, const struct shown *s)
{
    g_autoptr(GError) error = NULL;
    const struct pixel_rect *part = &s->part;
    bool sized = part->width > 0 && part->height > 0, all = part->width == part->of_width && part->height == part->of_height;
    if (!s->path || !c->options.pictures) {
        paint_text(r->y, r->x, r->width, s->path ? SHOWN_OFF : "no picture yet", STYLE_DIM);
        return 1;
    }
    const struct thumbnail *t =
        thumbnails_get(c->thumbnails, s->id, s->path, sized && !all ? part : NULL, r->width, r->height, &error);
    if (!t) {
        paint_format(r->y, r->x, r->width, STYLE_WARN, "no picture: %s", error->message);
        return 1;
    }
    int x = r->x + (s->left ? 0 : (r->width - t->columns) / 2);
    if (sized && c->drawn.n_pictures < G_N_ELEMENTS(c->drawn.pictures)) {
        c->drawn.pictures[c->drawn.n_pictures].at = (struct rect){x, r->y, t->columns, t->rows};
        c->drawn.pictures[c->drawn.n_pictures++].part = *part;
    }
    const int *point = sized && s->point && inside(part, s->point) ? s->point : NULL;
    const timeline_loop *area = sized && all ? s->area : NULL;
    struct paint_marks marks = marks_of(s, point, area);
    marks.numbers = overlay_numbers(c, s);
    if (paint_picture(r->y, x, t, &marks))
        return t->rows;
    overlay_want(c, s);
    const struct rect label = overlay_draw(c, s, t, r->y, x);
    overlay_masked(c, s, t, r->y, x);
    if (area)
        corners(t, r->y, x, part, area);
    if (point) {
        int row = (point[1] - part->y) * t->rows / part->height;
        bool near = label.width > 0 && !s->choosing && ABS(label.y - row) == 1; /* the point is between two rows */
        crosshair(t, r->y, x, near ? label.y : row, (point[0] - part->x) * t->columns / part->width, s, &label);
    }
    return t->rows;
}

int shown_with_lens(console *c, const struct rect *r, const struct shown *s)
{
    struct shown near = *s;
    const int *middle = s->point ? s->point : s->middle;
    struct lens_view view = {.width = s->part.of_width,
                             .height = s->part.of_height,
                             .x = middle ? middle[0] : -1,
                             .y = middle ? middle[1] : -1,
                             .columns = r->width,
                             .rows = r->height};
    thumbnails_density(c->thumbnails, &view.pixels, &view.shape);
    near.part = lens_part(&c->lens, &view);
    return shown_draw(c, r, &near);
}
