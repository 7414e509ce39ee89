/* Surfaces: neighbours whose colours differ hardly, found by runs of each row (union-find). A surface whose outline is a
 * rectangle, also with round corners, or a disc is a box. Lines and small surfaces are ink; ink close together is an icon. */
#include "engine/picture/shapes.h"

#include <string.h>

#define ALIKE 3    /* of a channel: gradients go on */
#define SIDE 9     /* px: a box, at least */
#define CHECK 26   /* px: a check box, at most */
#define LOW_BOX 60 /* px: higher ones that contain boxes are panels */
#define INK 64     /* px: ink and icons, at most */
#define CELL 3     /* px: ink as close as this belongs together */
#define FAINT 32   /* levels: ink that differs less from what is around it is faint */
#define PAD 6      /* px: of a button without edges around its icon */
#define BESIDE 5   /* px: a frame around a box, one box still */
#define THIN 1     /* px: such a part of a row is a line or noise, and of no surface */

struct run {
    int left, right, y; /* right: one past */
    guint surface;      /* index of a run that stands for the surface; points at itself */
};

struct surface {
    struct area box;
    gint64 pixels, spanned; /* spanned: from its first to its last pixel of each row */
    int row, row_left, row_right;
    int at_left, at_right; /* rows that reach the side */
    int at_top, at_bottom; /* pixels of the best row close to it */
    int row_pixels;
    int ink_left, ink_right; /* columns of its holes; right: one past; 0,0 = none */
    bool boxed;
};

static const char *const kind_names[SHAPE_KINDS] = {"button", "field", "check", "radio", "icon"};

const char *shape_kind_name(enum shape_kind kind)
{
    return kind_names[kind];
}

static bool alike(guint32 a, guint32 b)
{
    return a == b || frame_step(a, b) <= ALIKE;
}

/* ---- surfaces ---- */

struct cells {
    int columns, rows;
    guint8 *ink; /* 1 = ink, 2 = counted */
};

static void mark_ink(struct cells *c, const struct run *r)
{
    guint8 *row = c->ink + (gsize)(r->y / CELL) * (gsize)c->columns;
    memset(row + r->left / CELL, 1, (gsize)((r->right - 1) / CELL - r->left / CELL + 1));
}

static guint root(struct run *runs, guint i)
{
    while (runs[i].surface != i)
        i = runs[i].surface = runs[runs[i].surface].surface;
    return i;
}

static void join(struct run *runs, guint a, guint b)
{
    a = root(runs, a);
    b = root(runs, b);
    runs[MAX(a, b)].surface = MIN(a, b);
}

static void cut_row(const frame *f, int y, GArray *runs, struct cells *c)
{
    const guint32 *row = f->pixels + (gsize)y * (gsize)f->width;
    for (int x = 0; x < f->width;) {
        struct run r = {.left = x, .y = y, .surface = runs->len};
        for (x++; x < f->width && alike(row[x - 1], row[x]);)
            x++;
        r.right = x;
        if (r.right - r.left > THIN)
            g_array_append_val(runs, r);
        else
            mark_ink(c, &r);
    }
}

static bool touch(const frame *f, const struct run *above, const struct run *below)
{
    const guint32 *row = f->pixels + (gsize)below->y * (gsize)f->width;
    int right = MIN(above->right, below->right);
    for (int x = MAX(above->left, below->left); x < right; x++)
        if (alike(row[x], row[x - f->width]))
            return true;
    return false;
}

static GArray *find_runs(const frame *f, struct cells *c)
{
    GArray *runs = g_array_new(FALSE, FALSE, sizeof(struct run));
    guint above = 0;
    for (int y = 0; y < f->height; y++) {
        guint here = runs->len;
        cut_row(f, y, runs, c);
        struct run *all = (struct run *)(gpointer)runs->data;
        bool next = here > above && all[above].y == y - 1;
        for (guint a = above, b = here; next && a < here && b < runs->len;) {
            if (touch(f, &all[a], &all[b]))
                join(all, a, b);
            if (all[a].right < all[b].right)
                a++;
            else
                b++;
        }
        above = here;
    }
    return runs;
}

static void end_row(struct surface *s)
{
    if (s->row < 0)
        return;
    int bottom = s->box.y + s->box.height;
    s->spanned += s->row_right - s->row_left;
    s->at_left += s->row_left <= s->box.x + 1;
    s->at_right += s->row_right >= s->box.x + s->box.width - 1;
    if (s->row <= s->box.y + 1)
        s->at_top = MAX(s->at_top, s->row_pixels);
    if (s->row >= bottom - 2)
        s->at_bottom = MAX(s->at_bottom, s->row_pixels);
}

static void measure(struct surface *s, const struct run *r)
{
    if (r->y != s->row) {
        end_row(s);
        s->row = r->y;
        s->row_left = r->left;
        s->row_pixels = 0;
    } else {
        s->ink_left = s->ink_right ? MIN(s->ink_left, s->row_right) : s->row_right;
        s->ink_right = MAX(s->ink_right, r->left);
    }
    s->row_right = r->right;
    s->row_pixels += r->right - r->left;
}

/* Sets each run's surface to an index of the result. */
static GArray *find_surfaces(GArray *runs)
{
    GArray *surfaces = g_array_new(FALSE, TRUE, sizeof(struct surface));
    struct run *all = (struct run *)(gpointer)runs->data;
    g_autofree guint *of = g_new(guint, runs->len);
    for (guint i = 0; i < runs->len; i++) {
        const struct run *r = &all[i];
        guint first = root(all, i);
        if (first == i) {
            const struct surface s = {.box = {r->left, r->y, 0, 0}, .row = -1};
            of[i] = surfaces->len;
            g_array_append_val(surfaces, s);
        }
        of[i] = of[first];
        struct surface *s = &g_array_index(surfaces, struct surface, of[i]);
        int right = MAX(s->box.x + s->box.width, r->right);
        s->box.x = MIN(s->box.x, r->left);
        s->box.width = right - s->box.x;
        s->box.height = r->y + 1 - s->box.y;
        s->pixels += r->right - r->left;
    }
    for (guint i = 0; i < runs->len; i++) {
        all[i].surface = of[i];
        measure(&g_array_index(surfaces, struct surface, of[i]), &all[i]);
    }
    for (guint i = 0; i < surfaces->len; i++)
        end_row(&g_array_index(surfaces, struct surface, i));
    return surfaces;
}

/* ---- boxes ---- */

static bool is_box(const struct surface *s, const frame *f)
{
    int w = s->box.width, h = s->box.height, low = MIN(w, h);
    gint64 whole = (gint64)w * h, corners = (gint64)MIN(low, 40) * MIN(low, 40) / 4;
    int round = MIN(low, 40) * 3 / 4; /* what corners may take of a side */
    return w >= SIDE && h >= SIDE && whole < (gint64)f->width * f->height / 4 && 2 * s->pixels >= whole &&
           s->spanned >= whole - corners && s->at_left >= h - round && s->at_right >= h - round && s->at_top >= (w - round) / 2 &&
           s->at_bottom >= (w - round) / 2;
}

/* What is inside tells a button, with something in its middle, from a field, which is filled from its left. */
static enum shape_kind kind_of(const struct surface *s)
{
    int w = s->box.width, h = s->box.height, middle = s->ink_left + s->ink_right - 2 * s->box.x;
    if (MAX(w, h) <= CHECK && ABS(w - h) <= 2)
        return 100 * s->spanned >= 93 * (gint64)w * h ? SHAPE_CHECK : SHAPE_RADIO;
    return s->ink_right && ABS(middle - w) <= MAX(12, w / 8) ? SHAPE_BUTTON : SHAPE_FIELD;
}

static bool inside(struct area a, struct area b, int more)
{
    return a.x >= b.x - more && a.y >= b.y - more && a.x + a.width <= b.x + b.width + more &&
           a.y + a.height <= b.y + b.height + more;
}

static bool is_frame_of(struct area outer, struct area a)
{
    return inside(a, outer, 0) && outer.width - a.width <= 2 * BESIDE && outer.height - a.height <= 2 * BESIDE;
}

static bool is_shown(const GArray *boxes, guint index)
{
    const struct shape *s = &g_array_index(boxes, struct shape, index);
    guint within = 0;
    for (guint i = 0; i < boxes->len; i++) {
        const struct shape *o = &g_array_index(boxes, struct shape, i);
        if (i == index)
            continue;
        if (is_frame_of(o->box, s->box) && (!is_frame_of(s->box, o->box) || i < index))
            return false;
        within += inside(o->box, s->box, 0) && !is_frame_of(s->box, o->box);
    }
    return within == 0 || (within <= 2 && s->box.height <= LOW_BOX);
}

static GArray *find_boxes(const frame *f, GArray *surfaces)
{
    g_autoptr(GArray) boxes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    GArray *shown = g_array_new(FALSE, TRUE, sizeof(struct shape));
    for (guint i = 0; i < surfaces->len && boxes->len < SHAPES_MAX; i++) {
        struct surface *s = &g_array_index(surfaces, struct surface, i);
        const struct shape shape = {.kind = kind_of(s), .box = s->box};
        if ((s->boxed = is_box(s, f)))
            g_array_append_val(boxes, shape);
    }
    for (guint i = 0; i < boxes->len; i++)
        if (is_shown(boxes, i))
            g_array_append_val(shown, g_array_index(boxes, struct shape, i));
    return shown;
}

/* ---- icons ---- */

/* The cells that hang together with this one. */
static struct area spread(struct cells *c, int start, GArray *stack)
{
    int left = c->columns, right = 0, top = c->rows, bottom = 0;
    g_array_set_size(stack, 0);
    g_array_append_val(stack, start);
    c->ink[start] = 2;
    while (stack->len) {
        int at = g_array_index(stack, int, stack->len - 1), x = at % c->columns, y = at / c->columns;
        g_array_set_size(stack, stack->len - 1);
        left = MIN(left, x), right = MAX(right, x + 1), top = MIN(top, y), bottom = MAX(bottom, y + 1);
        for (int v = MAX(y - 1, 0); v <= MIN(y + 1, c->rows - 1); v++)
            for (int u = MAX(x - 1, 0); u <= MIN(x + 1, c->columns - 1); u++) {
                int next = v * c->columns + u;
                if (c->ink[next] == 1) {
                    c->ink[next] = 2;
                    g_array_append_val(stack, next);
                }
            }
    }
    return (struct area){left * CELL, top * CELL, (right - left) * CELL, (bottom - top) * CELL};
}

static bool has_size(struct area a, int least)
{
    return MIN(a.width, a.height) >= least && MAX(a.width, a.height) <= INK && a.width <= 2 * a.height && a.height <= 2 * a.width;
}

/* The level below which so many percent of the counted pixels are. */
static int level_of(const int counts[256], int percent)
{
    int all = 0, below = 0, level = 0;
    for (int i = 0; i < 256; i++)
        all += counts[i];
    while (level < 255 && 100 * (below += counts[level]) < all * percent)
        level++;
    return level;
}

/* Wood, cloth, a photograph: it is faint, and what is around it is as restless. A greyed icon stands on a plain ground. */
static bool is_grain(const frame *f, struct area a)
{
    int within[256] = {0}, around[256] = {0};
    const struct area ring = {a.x - BESIDE, a.y - BESIDE, a.width + 2 * BESIDE, a.height + 2 * BESIDE};
    const struct area seen = area_cut(ring, (struct area){0, 0, f->width, f->height});
    for (int y = seen.y; y < seen.y + seen.height; y++)
        for (int x = seen.x; x < seen.x + seen.width; x++)
            (area_has(a, x, y) ? within : around)[frame_pixel(f, x, y) >> 8 & 0xff]++; /* green is nearly the brightness */
    const int contrast = level_of(within, 95) - level_of(within, 5);
    return contrast < FAINT && 4 * (level_of(around, 75) - level_of(around, 25)) > contrast;
}

/* Ink in a box is what the box shows, ink around it is its frame; a box in ink is a part of a drawing, and goes. */
static void add_icon(GArray *shapes, guint n_boxes, struct area a)
{
    for (guint i = 0; i < n_boxes; i++)
        if (inside(a, g_array_index(shapes, struct shape, i).box, BESIDE))
            return;
    for (guint i = 0; i < n_boxes; i++) {
        struct shape *s = &g_array_index(shapes, struct shape, i);
        if (inside(s->box, a, 0))
            s->box.width = 0;
    }
    const struct shape icon = {.kind = SHAPE_ICON, .box = a};
    g_array_append_val(shapes, icon);
}

static void mark_small(struct cells *c, const GArray *runs, const GArray *surfaces)
{
    for (guint i = 0; i < runs->len; i++) {
        const struct run *r = &g_array_index(runs, struct run, i);
        const struct surface *s = &g_array_index(surfaces, struct surface, r->surface);
        if (!s->boxed && MAX(s->box.width, s->box.height) <= INK)
            mark_ink(c, r);
    }
}

static void add_icons(const frame *f, struct cells *c, const GArray *runs, const GArray *surfaces, GArray *shapes)
{
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(int));
    guint n_boxes = shapes->len;
    mark_small(c, runs, surfaces);
    for (int i = 0; i < c->columns * c->rows && shapes->len < SHAPES_MAX; i++) {
        struct area a = c->ink[i] == 1 ? spread(c, i, stack) : (struct area){0};
        if (a.width && has_size(a, SHAPES_ICON) && !is_grain(f, a))
            add_icon(shapes, n_boxes, a);
    }
    for (guint i = n_boxes; i > 0; i--)
        if (!g_array_index(shapes, struct shape, i - 1).box.width)
            g_array_remove_index(shapes, i - 1);
}

static struct cells no_ink(const frame *f)
{
    struct cells c = {.columns = (f->width + CELL - 1) / CELL, .rows = (f->height + CELL - 1) / CELL};
    c.ink = g_malloc0((gsize)c.columns * (gsize)c.rows);
    return c;
}

GArray *shapes_find(const frame *f)
{
    struct cells c = no_ink(f);
    g_autoptr(GArray) runs = find_runs(f, &c), surfaces = find_surfaces(runs);
    GArray *shapes = find_boxes(f, surfaces);
    add_icons(f, &c, runs, surfaces, shapes);
    g_free(c.ink);
    return shapes;
}

/* ---- the drawing at a point ---- */

static bool is_smaller(struct area a, struct area b)
{
    return b.width == 0 || a.width * a.height < b.width * b.height;
}

/* The smallest box at the point that is no wider and no higher than a button with an icon. */
static const struct surface *small_box_at(const frame *f, GArray *surfaces, int x, int y)
{
    const struct surface *found = NULL;
    for (guint i = 0; i < surfaces->len; i++) {
        struct surface *s = &g_array_index(surfaces, struct surface, i);
        s->boxed = is_box(s, f);
        if (s->boxed && area_has(s->box, x, y) && has_size(s->box, SIDE) && (!found || is_smaller(s->box, found->box)))
            found = s;
    }
    return found;
}

static struct area ink_at(const frame *f, struct cells *c, int x, int y)
{
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(int));
    struct area found = {0};
    for (int i = 0; i < c->columns * c->rows; i++) {
        struct area a = c->ink[i] == 1 ? spread(c, i, stack) : (struct area){0};
        const struct area around = {a.x - PAD, a.y - PAD, a.width + 2 * PAD, a.height + 2 * PAD};
        if (a.width && has_size(a, SIDE) && area_has(around, x, y) && is_smaller(a, found) && !is_grain(f, a))
            found = a;
    }
    return found;
}

struct shape shapes_drawing_at(const frame *f, int x, int y)
{
    struct shape found = {.kind = SHAPE_ICON};
    const int left = MAX(x - 2 * INK, 0), top = MAX(y - 2 * INK, 0);
    g_autoptr(frame) part = frame_crop(f, left, top, x + 2 * INK - left, y + 2 * INK - top);
    if (!part)
        return found;
    struct cells c = no_ink(part);
    g_autoptr(GArray) runs = find_runs(part, &c), surfaces = find_surfaces(runs);
    const struct surface *box = small_box_at(part, surfaces, x - left, y - top);
    mark_small(&c, runs, surfaces);
    if (!box)
        found.box = ink_at(part, &c, x - left, y - top);
    else if (box->ink_right)
        found = (struct shape){SHAPE_BUTTON, box->box};
    g_free(c.ink);
    found.box.x += left;
    found.box.y += top;
    return found;
}
