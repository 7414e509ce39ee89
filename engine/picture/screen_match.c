#include "engine/picture/screen_match.h"

#include "engine/picture/caret.h"
#include "engine/picture/scroll_bar.h"

#include <stdlib.h>
#include <string.h>

#define SUB 4          /* px: squares of 8×8 overlap by half their side */
#define BLOCK 32       /* px: an unchanged block is skipped; a multiple of SUB */
#define CELL_CHANGED 2 /* pixels that change a cell */
#define WORST 32       /* changed pixels of an 8×8 that give the match 0 */
#define NEAR 2         /* subs: a message joins changes this close */

enum {
    PIXEL_DIFFERS = 1, /* by more than the tolerance */
    PIXEL_STROKE = 2,  /* by SCREEN_MATCH_STROKE or more */
    PIXEL_AREA = 4,    /* by SCREEN_MATCH_AREA or more */
    PIXEL_CHANGED = 8, /* it counts */
    PIXEL_CLOSE = 16,  /* of `close` */
    PIXEL_PROGRAM = 32,
    PIXEL_LEFT_OUT = 64,
};
#define PIXEL_STRICT (PIXEL_CLOSE | PIXEL_PROGRAM)

/* One comparison: a mark for each pixel of the screen. */
struct comparison {
    const frame *expected, *live;
    const struct screen_match_rules *rules;
    guint8 *marks;
    guint8 *dirty;   /* for each block: it has changed or left-out pixels */
    int columns;     /* of blocks */
    GArray *changed; /* struct area: blocks with differing pixels of `close` or `program` */
    guint8 *subs;    /* the last count of pixels in each 4×4 */
    int sub_columns, sub_rows;
};

struct area area_cut(struct area a, struct area b)
{
    int left = MAX(a.x, b.x), top = MAX(a.y, b.y);
    int right = MIN(a.x + a.width, b.x + b.width), bottom = MIN(a.y + a.height, b.y + b.height);
    if (left >= right || top >= bottom)
        return (struct area){0};
    return (struct area){left, top, right - left, bottom - top};
}

struct area area_joined(struct area a, struct area b)
{
    if (a.width == 0 || b.width == 0)
        return a.width ? a : b;
    int left = MIN(a.x, b.x), top = MIN(a.y, b.y);
    int right = MAX(a.x + a.width, b.x + b.width), bottom = MAX(a.y + a.height, b.y + b.height);
    return (struct area){left, top, right - left, bottom - top};
}

bool area_overlaps(struct area a, struct area b)
{
    return area_cut(a, b).width > 0;
}

bool area_has(struct area a, int x, int y)
{
    return x >= a.x && y >= a.y && x < a.x + a.width && y < a.y + a.height;
}

bool area_contains(struct area a, struct area b)
{
    const struct area cut = area_cut(a, b);
    return cut.width == b.width && cut.height == b.height;
}

static struct area screen_of(const struct comparison *c)
{
    return (struct area){0, 0, c->expected->width, c->expected->height};
}

static gsize at(const struct comparison *c, int x, int y)
{
    return (gsize)y * (gsize)c->expected->width + (gsize)x;
}

/* ---- which pixels ---- */

static void mark_area(struct comparison *c, struct area area, guint8 mark)
{
    struct area a = area_cut(area, screen_of(c));
    for (int y = a.y; y < a.y + a.height; y++) {
        guint8 *row = c->marks + at(c, a.x, y);
        for (int x = 0; x < a.width; x++)
            row[x] |= mark;
    }
}

static void mark_areas(struct comparison *c, const GArray *areas, guint8 mark)
{
    for (guint i = 0; areas && i < areas->len; i++)
        mark_area(c, g_array_index(areas, struct area, i), mark);
}

static void leave_out(struct comparison *c, struct area area)
{
    struct area a = area_cut(area, screen_of(c));
    for (int y = a.y / BLOCK; a.width && y <= (a.y + a.height - 1) / BLOCK; y++)
        memset(c->dirty + y * c->columns + a.x / BLOCK, 1, (gsize)((a.x + a.width - 1) / BLOCK - a.x / BLOCK + 1));
    mark_area(c, a, PIXEL_LEFT_OUT);
}

static void leave_out_all(struct comparison *c, const GArray *areas)
{
    for (guint i = 0; areas && i < areas->len; i++)
        leave_out(c, g_array_index(areas, struct area, i));
}

struct area screen_match_caret_shown(const struct screen_match_caret *c, const frame *live, int left, int top)
{
    struct area a = {c->at.x - left, c->at.y - top, c->at.width, c->at.height};
    if (a.width == 0 || area_cut(a, (struct area){0, 0, live->width, live->height}).width != a.width || a.y < 0 ||
        a.y + a.height > live->height)
        return (struct area){0};
    for (int y = 0; y < a.height; y++)
        if (memcmp(live->pixels + (gsize)(a.y + y) * (gsize)live->width + a.x, c->pixels + y * a.width,
                   (gsize)a.width * sizeof(guint32)) != 0)
            return (struct area){0};
    return c->at;
}

static void mark_all(struct comparison *c)
{
    const struct screen_match_rules *r = c->rules;
    mark_area(c, r->close, PIXEL_CLOSE);
    if (r->program)
        mark_areas(c, r->program, PIXEL_PROGRAM);
    else
        mark_area(c, r->window, PIXEL_PROGRAM);
    leave_out_all(c, r->ignored);
    leave_out_all(c, r->restless);
    leave_out(c, screen_match_caret_shown(&r->caret, c->live, 0, 0));
    leave_out(c, screen_match_caret_shown(&r->second, c->live, 0, 0));
}

/* ---- pixels ---- */

static bool block_same(const struct comparison *c, struct area block)
{
    for (int y = block.y; y < block.y + block.height; y++)
        if (memcmp(c->expected->pixels + at(c, block.x, y), c->live->pixels + at(c, block.x, y),
                   (gsize)block.width * sizeof(guint32)) != 0)
            return false;
    return true;
}

/* All blocks between two rows at once: most of a screen is as it was. */
static bool rows_same(const struct comparison *c, int top, int bottom)
{
    bool same = true;
    for (int y = top; same && y < MIN(bottom, c->expected->height); y++)
        same = frame_row_same(c->expected, c->live, y);
    return same;
}

static void compare_block(struct comparison *c, struct area block)
{
    if (block_same(c, block))
        return;
    bool evidence = false;
    c->dirty[block.y / BLOCK * c->columns + block.x / BLOCK] = 1;
    for (int y = block.y; y < block.y + block.height; y++)
        for (gsize i = at(c, block.x, y), end = i + (gsize)block.width; i < end; i++) {
            guint32 e = c->expected->pixels[i], l = c->live->pixels[i];
            if (e == l || c->marks[i] & PIXEL_LEFT_OUT)
                continue;
            int d = frame_step(e, l);
            guint8 fine = (guint8)((d >= SCREEN_MATCH_STROKE ? PIXEL_STROKE : 0) | (d >= SCREEN_MATCH_AREA ? PIXEL_AREA : 0));
            c->marks[i] |= d > c->rules->tolerance ? PIXEL_DIFFERS | PIXEL_CHANGED : 0;
            c->marks[i] |= c->marks[i] & PIXEL_STRICT ? fine : 0;
            evidence = evidence || c->marks[i] & PIXEL_STRICT;
        }
    if (evidence)
        g_array_append_val(c->changed, block);
}

/* ---- 8×8 ---- */

static int sub_at(const struct comparison *c, int column, int row)
{
    bool there = column >= 0 && row >= 0 && column < c->sub_columns && row < c->sub_rows;
    return there ? c->subs[row * c->sub_columns + column] : 0;
}

/* The count of the 8×8 with this upper left 4×4. */
static int window_at(const struct comparison *c, int column, int row)
{
    return sub_at(c, column, row) + sub_at(c, column + 1, row) + sub_at(c, column, row + 1) + sub_at(c, column + 1, row + 1);
}

/* Counts the pixels with all marks of `all` and none of `none` in the changed blocks. */
static void count_subs(struct comparison *c, guint8 all, guint8 none)
{
    for (guint i = 0; i < c->changed->len; i++) {
        struct area b = g_array_index(c->changed, struct area, i);
        for (int row = b.y / SUB; row * SUB < b.y + b.height; row++)
            memset(c->subs + row * c->sub_columns + b.x / SUB, 0, (gsize)((b.width + SUB - 1) / SUB));
        for (int y = b.y; y < b.y + b.height; y++)
            for (int x = b.x; x < b.x + b.width; x++) {
                guint8 mark = c->marks[at(c, x, y)];
                c->subs[y / SUB * c->sub_columns + x / SUB] += (mark & all) == all && !(mark & none);
            }
    }
}

typedef void (*window_found)(struct comparison *c, int column, int row, void *data);

/* Calls back for each 8×8 that touches a changed block. */
static void for_windows(struct comparison *c, window_found found, void *data)
{
    for (guint i = 0; i < c->changed->len; i++) {
        struct area b = g_array_index(c->changed, struct area, i);
        for (int row = b.y / SUB - 1; row * SUB < b.y + b.height; row++)
            for (int column = b.x / SUB - 1; column * SUB < b.x + b.width; column++)
                found(c, column, row, data);
    }
}

static void take_area(struct comparison *c, int column, int row, void *data)
{
    (void)data;
    if (window_at(c, column, row) < SCREEN_MATCH_AREA_PIXELS)
        return;
    struct area window = area_cut((struct area){column * SUB, row * SUB, 2 * SUB, 2 * SUB}, screen_of(c));
    for (int y = window.y; y < window.y + window.height; y++)
        for (int x = window.x; x < window.x + window.width; x++)
            c->marks[at(c, x, y)] |= c->marks[at(c, x, y)] & PIXEL_AREA ? PIXEL_CHANGED : 0;
}

static bool has_neighbour(const struct comparison *c, int x, int y)
{
    for (int j = MAX(0, y - 1); j <= MIN(c->expected->height - 1, y + 1); j++)
        for (int i = MAX(0, x - 1); i <= MIN(c->expected->width - 1, x + 1); i++)
            if ((i != x || j != y) && c->marks[at(c, i, j)] & PIXEL_STROKE)
                return true;
    return false;
}

static void take_strokes(struct comparison *c)
{
    for (guint n = 0; n < c->changed->len; n++) {
        struct area b = g_array_index(c->changed, struct area, n);
        for (int y = b.y; y < b.y + b.height; y++)
            for (int x = b.x; x < b.x + b.width; x++) {
                guint8 mark = c->marks[at(c, x, y)];
                if (mark & PIXEL_STROKE && !(mark & PIXEL_CHANGED) && has_neighbour(c, x, y))
                    c->marks[at(c, x, y)] |= PIXEL_CHANGED;
            }
    }
}

/* ---- measures ---- */

struct worst {
    int n, column, row;
};

static void take_worst(struct comparison *c, int column, int row, void *data)
{
    struct worst *w = data;
    int n = window_at(c, column, row);
    if (n > w->n)
        *w = (struct worst){n, column, row};
}

static int count_in(const struct comparison *c, int left, int top, int right, int bottom)
{
    int n = 0;
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++)
            n += sub_at(c, column, row);
    return n;
}

/* The box of all changes around the worst 8×8 with gaps of up to NEAR. */
static struct area around(const struct comparison *c, const struct worst *w, int *ret_pixels)
{
    int left = w->column, top = w->row, right = left + 1, bottom = top + 1;
    for (bool more = true; more;) {
        more = count_in(c, left - NEAR, top, left - 1, bottom) || count_in(c, right + 1, top, right + NEAR, bottom);
        left -= count_in(c, left - NEAR, top, left - 1, bottom) ? NEAR : 0;
        right += count_in(c, right + 1, top, right + NEAR, bottom) ? NEAR : 0;
        bool above = count_in(c, left, top - NEAR, right, top - 1), below = count_in(c, left, bottom + 1, right, bottom + NEAR);
        top -= above ? NEAR : 0;
        bottom += below ? NEAR : 0;
        more = more || above || below;
    }
    *ret_pixels = count_in(c, left, top, right, bottom);
    return area_cut((struct area){left * SUB, top * SUB, (right - left + 1) * SUB, (bottom - top + 1) * SUB}, screen_of(c));
}

/* The smallest and largest value of each channel. */
struct range {
    guint32 low, high;
};

static void range_take(struct range *r, guint32 p)
{
    for (guint32 channel = 0xff; channel <= 0xff0000; channel <<= 8) {
        r->low = (r->low & ~channel) | MIN(r->low & channel, p & channel);
        r->high = (r->high & ~channel) | MAX(r->high & channel, p & channel);
    }
}

#define SAMPLES 128 /* per side: a message about a large area need not be exact */

static struct screen_match_change describe(const struct comparison *c, const struct worst *w)
{
    struct screen_match_change change = {.x = (w->column + 1) * SUB, .y = (w->row + 1) * SUB};
    struct area a = change.all = around(c, w, &change.pixels);
    struct range before = {0xffffff, 0}, after = before;
    struct area exact = {0};
    for (int y = a.y; y < a.y + a.height; y += 1 + a.height / SAMPLES)
        for (int x = a.x; x < a.x + a.width; x += 1 + a.width / SAMPLES) {
            guint32 e = c->expected->pixels[at(c, x, y)], l = c->live->pixels[at(c, x, y)];
            range_take(&before, e);
            range_take(&after, l);
            if (c->marks[at(c, x, y)] & PIXEL_CHANGED) {
                change.levels = MAX(change.levels, frame_step(e, l));
                exact = area_joined(exact, (struct area){x, y, 1, 1});
            }
        }
    if (a.width < SAMPLES && a.height < SAMPLES && exact.width)
        change.all = exact;
    bool was = frame_step(before.low, before.high) >= SCREEN_MATCH_STROKE,
         is = frame_step(after.low, after.high) >= SCREEN_MATCH_STROKE;
    bool most = 2 * change.pixels > a.width * a.height && a.width * a.height > 8 * SUB * SUB;
    change.kind = was == is ? (most || !was ? SCREEN_MATCH_SHADE : SCREEN_MATCH_OTHER)
                  : was     ? SCREEN_MATCH_WENT
                            : SCREEN_MATCH_CAME;
    return change;
}

/* The match of the worst 8×8, counting the pixels with all marks of `all` and none of `none`. */
static double measure_worst(struct comparison *c, guint8 all, guint8 none, struct screen_match_change *ret_change)
{
    struct worst w = {0};
    count_subs(c, all | PIXEL_CHANGED, none | PIXEL_LEFT_OUT);
    for_windows(c, take_worst, &w);
    if (w.n)
        *ret_change = describe(c, &w);
    return MAX(0, 1 - (double)w.n / WORST);
}

/* A cell is smaller than a block, so its corners are in all the blocks that it touches. */
static bool in_clean_blocks(const struct comparison *c, struct area cell)
{
    int right = cell.x + cell.width - 1, bottom = cell.y + cell.height - 1;
    const guint8 *upper = c->dirty + cell.y / BLOCK * c->columns, *lower = c->dirty + bottom / BLOCK * c->columns;
    return !upper[cell.x / BLOCK] && !upper[right / BLOCK] && !lower[cell.x / BLOCK] && !lower[right / BLOCK];
}

/* The share of unchanged cells of the screen. Pixels of `close` and `program` count as unchanged. */
static double measure_cells(const struct comparison *c)
{
    int cells = 0, changed = 0;
    for (int top = 0; top < c->expected->height; top += SCREEN_MATCH_CELL)
        for (int left = 0; left < c->expected->width; left += SCREEN_MATCH_CELL) {
            struct area cell = area_cut((struct area){left, top, SCREEN_MATCH_CELL, SCREEN_MATCH_CELL}, screen_of(c));
            int compared = 0, differ = 0;
            if (in_clean_blocks(c, cell)) {
                cells++;
                continue;
            }
            for (int y = cell.y; y < cell.y + cell.height; y++)
                for (int x = cell.x; x < cell.x + cell.width; x++) {
                    guint8 mark = c->marks[at(c, x, y)];
                    compared += !(mark & PIXEL_LEFT_OUT);
                    differ += (mark & (PIXEL_DIFFERS | PIXEL_STRICT)) == PIXEL_DIFFERS;
                }
            cells += compared > 0;
            changed += differ >= CELL_CHANGED;
        }
    return cells ? 1 - (double)changed / cells : -1;
}

/* Around all that counts. */
static struct area changed_box(const struct comparison *c)
{
    struct area all = {0};
    for (guint i = 0; i < c->changed->len; i++) {
        struct area b = g_array_index(c->changed, struct area, i);
        for (int y = b.y; y < b.y + b.height; y++)
            for (int x = b.x; x < b.x + b.width; x++) {
                guint8 mark = c->marks[at(c, x, y)];
                if (mark & PIXEL_CHANGED && mark & PIXEL_STRICT && !(mark & PIXEL_LEFT_OUT))
                    all = area_joined(all, (struct area){x, y, 1, 1});
            }
    }
    return all;
}

/* Nothing but a scroll bar that fades has changed, and it is not where something is pressed. */
static void leave_out_scroll_bar(struct comparison *c)
{
    const struct screen_match_rules *r = c->rules;
    const struct area all = r->window.width ? changed_box(c) : (struct area){0};
    if (all.width && !(r->core.width && area_overlaps(all, r->close)) && scroll_bar_fades(c->expected, c->live, all, r->window))
        leave_out(c, all);
}

static bool has_program(const struct screen_match_rules *r, struct area screen)
{
    bool any = !r->program && area_overlaps(r->window, screen);
    for (guint i = 0; r->program && i < r->program->len; i++)
        any = any || area_overlaps(g_array_index(r->program, struct area, i), screen);
    return any;
}

#define NOTHING                                                                                                                  \
    {                                                                                                                            \
        .x = -1, .y = -1                                                                                                         \
    }

struct screen_match screen_match_measure_rows(const frame *expected, const frame *live, const struct screen_match_rules *rules,
                                              int first, int last)
{
    struct screen_match l = {.target = -1, .program = -1, .x = -1, .y = -1, .in_target = NOTHING, .in_program = NOTHING};
    if (expected->width != live->width || expected->height != live->height)
        return (struct screen_match){.x = -1, .y = -1, .in_target = NOTHING, .in_program = NOTHING};
    struct comparison c = {.expected = expected, .live = live, .rules = rules};
    struct area screen = screen_of(&c);
    g_autofree guint8 *marks G_GNUC_UNUSED = c.marks = g_malloc0((gsize)screen.width * (gsize)screen.height);
    c.columns = (screen.width + BLOCK - 1) / BLOCK;
    g_autofree guint8 *dirty G_GNUC_UNUSED = c.dirty = g_malloc0((gsize)c.columns * (gsize)((screen.height + BLOCK - 1) / BLOCK));
    c.sub_columns = (screen.width + SUB - 1) / SUB;
    c.sub_rows = (screen.height + SUB - 1) / SUB;
    g_autofree guint8 *subs G_GNUC_UNUSED = c.subs = g_malloc0((gsize)c.sub_columns * (gsize)c.sub_rows);
    g_autoptr(GArray) changed G_GNUC_UNUSED = c.changed = g_array_new(FALSE, FALSE, sizeof(struct area));
    mark_all(&c);
    for (int y = first / BLOCK * BLOCK; y <= MIN(last, screen.height - 1); y += BLOCK)
        for (int x = rows_same(&c, y, y + BLOCK) ? screen.width : 0; x < screen.width; x += BLOCK)
            compare_block(&c, area_cut((struct area){x, y, BLOCK, BLOCK}, screen));
    count_subs(&c, PIXEL_AREA, 0);
    for_windows(&c, take_area, NULL);
    take_strokes(&c);
    leave_out_scroll_bar(&c);
    if (area_overlaps(rules->close, screen))
        l.target = measure_worst(&c, PIXEL_CLOSE, 0, &l.in_target);
    if (has_program(rules, screen))
        l.program = measure_worst(&c, PIXEL_PROGRAM, PIXEL_CLOSE, &l.in_program);
    l.x = l.in_target.x;
    l.y = l.in_target.y;
    l.bar = caret_may_be(c.expected, c.live, changed_box(&c));
    l.frame = measure_cells(&c);
    return l;
}

struct screen_match screen_match_measure(const frame *expected, const frame *live, const struct screen_match_rules *rules)
{
    return screen_match_measure_rows(expected, live, rules, 0, expected->height - 1);
}

static void change_shift(struct screen_match_change *c, int left, int top)
{
    c->x += c->x < 0 ? 0 : left;
    c->y += c->y < 0 ? 0 : top;
    c->all.x += left;
    c->all.y += top;
}

void screen_match_shift(struct screen_match *l, int left, int top)
{
    change_shift(&l->in_target, left, top);
    change_shift(&l->in_program, left, top);
    l->x = l->in_target.x;
    l->y = l->in_target.y;
}

static char *changed_sentence(const struct screen_match_change *c, const char *where, const struct screen_match_rules *rules)
{
    static const char *const what[] = {[SCREEN_MATCH_CAME] = "something has come",
                                       [SCREEN_MATCH_WENT] = "something has gone",
                                       [SCREEN_MATCH_SHADE] = "an area has another colour",
                                       [SCREEN_MATCH_OTHER] = "text or a drawing is another"};
    bool unsettled = false;
    for (guint i = 0; rules->unsettled && i < rules->unsettled->len; i++)
        unsettled = unsettled || area_overlaps(g_array_index(rules->unsettled, struct area, i), c->all);
    return g_strdup_printf("%s has changed at %d,%d, %d×%d px: %s (%d pixels, by up to %d of 255 levels)%s", where, c->all.x,
                           c->all.y, c->all.width, c->all.height, what[c->kind], c->pixels, c->levels,
                           unsettled ? "; it changes by itself: A on the card leaves such places out" : "");
}

char *screen_match_changed(const struct screen_match *l, const struct screen_match_rules *rules)
{
    bool target = l->target >= 0 && l->target < rules->min_target, window = l->program >= 0 && l->program < rules->min_target;
    if ((target && l->x < 0) || (window && l->in_program.x < 0))
        return g_strdup("the screen has another size than the picture that was decided on");
    if (target)
        return changed_sentence(&l->in_target, "the target", rules);
    if (window && area_has(rules->window, l->in_program.x, l->in_program.y))
        return changed_sentence(&l->in_program, "the target's window", rules);
    if (window)
        return changed_sentence(&l->in_program, "another window of the target's program", rules);
    if (l->frame >= 0 && l->frame < rules->min_frame)
        return g_strdup_printf("the screen has changed: %.3f of it is as it was, least %.3f", l->frame, rules->min_frame);
    return NULL;
}

bool screen_match_only_bar(const struct screen_match *l, const struct screen_match_rules *rules)
{
    return l->bar && (l->frame < 0 || l->frame >= rules->min_frame);
}

static GArray *areas_copy(const GArray *areas)
{
    if (!areas)
        return NULL;
    GArray *copy = g_array_sized_new(FALSE, FALSE, sizeof(struct area), areas->len);
    g_array_append_vals(copy, areas->data, areas->len);
    return copy;
}

struct screen_match_rules screen_match_rules_copy(const struct screen_match_rules *rules)
{
    struct screen_match_rules copy = *rules;
    copy.program = areas_copy(rules->program);
    copy.ignored = areas_copy(rules->ignored);
    copy.restless = areas_copy(rules->restless);
    copy.unsettled = areas_copy(rules->unsettled);
    return copy;
}

void screen_match_rules_clear(struct screen_match_rules *rules)
{
    g_clear_pointer(&rules->program, g_array_unref);
    g_clear_pointer(&rules->ignored, g_array_unref);
    g_clear_pointer(&rules->restless, g_array_unref);
    g_clear_pointer(&rules->unsettled, g_array_unref);
}
