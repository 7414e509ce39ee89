#include "engine/picture/overlays.h"

#include "engine/picture/mark_paint.h"
#include "engine/picture/small_text.h"

#include <math.h>

#define COLUMNS 5
#define ROWS 3
#define GAP 4          /* px between a line and what is written beside it */
#define TICK 6         /* px */
#define TICKS_APART 64 /* px, at least */
#define BAND 40        /* a side's band is the width divided by this */
#define LEFT_BAND 0x2060ff
#define RIGHT_BAND 0xffd000
#define AROUND 4 /* px of ground around a number */

/* ---- places ---- */

/* Where a place of the screen is on the picture. */
static int across(const frame *f, const struct overlays_scene *s, int x)
{
    return (int)floor((double)(x - s->shown.x) * f->width / s->shown.width);
}

static int down(const frame *f, const struct overlays_scene *s, int y)
{
    return (int)floor((double)(y - s->shown.y) * f->height / s->shown.height);
}

/* ---- lines ---- */

/* Black beside white: one of them can be seen on any ground. */
static void line(frame *f, int x, int y, int width, int height)
{
    bool level = width > height;
    frame_fill(f, x, y, width, height, 0x000000);
    frame_fill(f, x + !level, y + level, width, height, 0xffffff);
}

/* Half and half, so that what is there stays to be seen. */
static void mix(frame *f, struct area a, guint32 colour)
{
    if (f->rows)
        memset(f->rows, 0, (gsize)f->height * sizeof *f->rows);
    for (int i = MAX(a.x, 0); i < MIN(a.x + a.width, f->width); i++)
        for (int k = MAX(a.y, 0); k < MIN(a.y + a.height, f->height); k++) {
            guint32 *p = &f->pixels[(gsize)k * (gsize)f->width + (gsize)i];
            *p = (*p >> 1 & 0x7f7f7f) + (colour >> 1 & 0x7f7f7f);
        }
}

static bool is_dark(const frame *f, struct area a)
{
    gint64 sum = 0, pixels = 0;
    for (int i = MAX(a.x, 0); i < MIN(a.x + a.width, f->width); i++)
        for (int k = MAX(a.y, 0); k < MIN(a.y + a.height, f->height); k++, pixels++) {
            guint32 p = frame_pixel(f, i, k);
            sum += (gint64)(p >> 16 & 0xff) + (gint64)(p >> 8 & 0xff) + (gint64)(p & 0xff);
        }
    return sum < pixels * 3 * 128;
}

/* ---- the overlays ---- */

static void paint_bands(frame *f, G_GNUC_UNUSED const struct overlays_scene *s)
{
    int width = MAX(f->width / BAND, 1);
    mix(f, (struct area){0, 0, width, f->height}, LEFT_BAND);
    mix(f, (struct area){f->width - width, 0, width, f->height}, RIGHT_BAND);
}

static void paint_grid(frame *f, G_GNUC_UNUSED const struct overlays_scene *s)
{
    for (int i = 1; i < COLUMNS; i++)
        line(f, f->width * i / COLUMNS, 0, 1, f->height);
    for (int k = 1; k < ROWS; k++)
        line(f, 0, f->height * k / ROWS, f->width, 1);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        g_autofree char *label = g_strdup_printf("%d,%d", i % COLUMNS + 1, i / COLUMNS + 1);
        int right = f->width * (i % COLUMNS + 1) / COLUMNS, foot = f->height * (i / COLUMNS + 1) / ROWS;
        small_text_halo(f, right - GAP - small_text_width(label), foot - GAP - SMALL_TEXT_HEIGHT, label);
    }
}

static int side_of(int size)
{
    for (int side = 120; side <= 180; side++)
        if (size % side == 0)
            return side;
    return 120;
}

struct overlays_cells overlays_cells(int screen_width, int screen_height)
{
    struct overlays_cells c = {.width = side_of(screen_width), .height = side_of(screen_height)};
    c.columns = screen_width / c.width;
    c.rows = screen_height / c.height;
    return c;
}

static void paint_cells(frame *f, const struct overlays_scene *s)
{
    const struct overlays_cells c = overlays_cells(s->screen_width, s->screen_height);
    int right = across(f, s, c.columns * c.width), foot = down(f, s, c.rows * c.height);
    for (int i = 0; i <= c.columns; i++)
        line(f, across(f, s, i * c.width), 0, 1, foot);
    for (int k = 0; k <= c.rows; k++)
        line(f, 0, down(f, s, k * c.height), right, 1);
    for (int i = 0; i < c.columns * c.rows; i++) {
        g_autofree char *label = g_strdup_printf("%d", i + 1);
        small_text_halo(f, across(f, s, i % c.columns * c.width) + GAP, down(f, s, i / c.columns * c.height) + GAP, label);
    }
}

/* 1, 2 or 5 times a power of ten: the least that is so many pixels or more. */
static double tick_of(double unit, int side)
{
    double least = unit * TICKS_APART / side, ten = pow(10, floor(log10(least)));
    const double steps[] = {1, 2, 5, 10};
    gsize i = 0;
    while (i < G_N_ELEMENTS(steps) - 1 && steps[i] * ten < least - 1e-9)
        i++;
    return steps[i] * ten;
}

static void paint_axis(frame *f, bool level, double unit)
{
    int side = level ? f->width : f->height;
    double step = tick_of(unit, side);
    for (int i = 1; i * step < unit; i++) {
        g_autofree char *label = g_strdup_printf("%g", i * step);
        int at = (int)(i * step * side / unit), half = (level ? small_text_width(label) : SMALL_TEXT_HEIGHT) / 2;
        line(f, level ? at : 0, level ? 0 : at, level ? 1 : TICK, level ? TICK : 1);
        small_text_halo(f, level ? at - half : TICK + GAP, level ? TICK + GAP : at - half, label);
    }
}

static void paint_axes(frame *f, const struct overlays_scene *s)
{
    if (s->unit_x > 0 && s->unit_y > 0) {
        paint_axis(f, true, s->unit_x);
        paint_axis(f, false, s->unit_y);
    }
}

/* White on dark ground on a light page, black on light ground on a dark one. */
static void paint_number(frame *f, struct area box, const struct overlays_mark *m)
{
    static const guint32 grounds[2][2] = {{0x700000, 0x000080}, {0xff9090, 0x90a8ff}}, inks[2] = {0xffffff, 0x000000};
    g_autofree char *text = g_strdup_printf("%d", m->number);
    int width = small_text_width(text) + 2 * AROUND, height = SMALL_TEXT_HEIGHT + 2 * AROUND;
    struct area at = {CLAMP(box.x + (box.width - width) / 2, 0, MAX(0, f->width - width)),
                      CLAMP(box.y + (box.height - height) / 2, 0, MAX(0, f->height - height)), width, height};
    bool dark = is_dark(f, at);
    mix(f, at, grounds[dark][m->field]);
    small_text_write(f, at.x + AROUND, at.y + AROUND, text, inks[dark]);
}

/* Where the mark is in the picture; width 0: not in the part that is shown. */
static struct area box_of(const frame *f, const struct overlays_scene *s, const struct overlays_mark *m)
{
    const int x = across(f, s, m->box.x), y = down(f, s, m->box.y);
    const struct area box = {x, y, MAX(across(f, s, m->box.x + m->box.width) - x, 1),
                             MAX(down(f, s, m->box.y + m->box.height) - y, 1)};
    return area_overlaps(m->box, s->shown) ? box : (struct area){0};
}

static void paint_marks(frame *f, const struct overlays_scene *s)
{
    g_autoptr(GArray) shown = g_array_new(FALSE, FALSE, sizeof(struct mark_paint));
    for (guint i = 0; s->marks && i < s->marks->len; i++) {
        const struct overlays_mark *m = &g_array_index(s->marks, struct overlays_mark, i);
        const struct mark_paint one = {box_of(f, s, m), m->number};
        if (one.box.width)
            g_array_append_val(shown, one);
    }
    mark_paint_all(f, shown);
}

static void paint_numbers(frame *f, const struct overlays_scene *s)
{
    for (guint i = 0; s->marks && i < s->marks->len; i++) {
        const struct overlays_mark *m = &g_array_index(s->marks, struct overlays_mark, i);
        const struct area box = box_of(f, s, m);
        if (box.width)
            paint_number(f, box, m);
    }
}

/* An arrow: white with a black edge; its tip is the middle of the pointer's pixel. */
static void paint_pointer(frame *f, const struct overlays_scene *s)
{
    const int rows = 18;
    int x = across(f, s, s->pointer_x), y = down(f, s, s->pointer_y);
    if (!area_has(s->shown, s->pointer_x, s->pointer_y))
        return;
    for (int i = 0; i < rows; i++) {
        int width = i < 13 ? i + 1 : 6, from = i < 13 ? 0 : 3 + (i - 13) / 2;
        frame_fill(f, x + from, y + i, width, 1, 0x000000);
        if (i > 1 && i < rows - 1)
            frame_fill(f, x + from + 1, y + i, (i == 12 ? 4 : width - 2), 1, 0xffffff);
    }
}

/* ---- the table: what is drawn later lies over what is drawn before ---- */

static const struct {
    const char *name, *told;
    void (*paint)(frame *f, const struct overlays_scene *scene);
} table[] = {
    {"bands", "a blue band at the left side and a yellow one at the right side", paint_bands},
    {"grid", "a grid of 5 columns and 3 rows, whose cells are labelled column,row", paint_grid},
    {"axes", "axes", paint_axes},
    {"marks", "numbered marks", paint_marks},
    {"pointer", "the pointer", paint_pointer},
    {"cells", "numbered cells", paint_cells},
    {"numbers", "numbers, red on what can be clicked, blue on what takes keys", paint_numbers},
};

guint overlays_named(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(table); i++)
        if (g_strcmp0(name, table[i].name) == 0)
            return 1u << i;
    return 0;
}

char *overlays_tell(guint what)
{
    GString *told = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(table); i++)
        if (what >> i & 1)
            g_string_append_printf(told, "%s%s", told->len ? ", " : "", table[i].told);
    return g_string_free(told, FALSE);
}

void overlays_paint(frame *f, guint what, const struct overlays_scene *scene)
{
    for (guint i = 0; i < G_N_ELEMENTS(table); i++)
        if (what >> i & 1)
            table[i].paint(f, scene);
}

/* ---- the picture ---- */

/* Each pixel that many times in both directions. */
static frame *enlarged(const frame *f, int times)
{
    frame *large = frame_new_raw(f->width * times, f->height * times);
    for (int y = 0; y < large->height; y++)
        for (int x = 0; x < large->width; x++)
            large->pixels[(gsize)y * (gsize)large->width + (gsize)x] = frame_pixel(f, x / times, y / times);
    return large;
}

frame *overlays_picture(const frame *screen, int width, int height, guint what, const struct overlays_scene *scene)
{
    const struct area a = scene->shown;
    g_autoptr(frame) part = frame_crop(screen, a.x, a.y, a.width, a.height);
    if (!part || part->width != a.width || part->height != a.height)
        return NULL;
    int times = MAX((width + a.width - 1) / a.width, (height + a.height - 1) / a.height);
    g_autoptr(frame) large = times > 1 ? enlarged(part, times) : NULL;
    const frame *from = large ? large : part;
    frame *picture = from->width == width && from->height == height ? frame_copy(from) : frame_resize(from, width, height);
    overlays_paint(picture, what, scene);
    return picture;
}
