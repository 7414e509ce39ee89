#include "engine/picture/volatile_areas.h"

#include <string.h>

#define MEMORY_US (10 * G_USEC_PER_SEC)
#define APART_US (400 * 1000) /* changes closer than this are one */
#define CHANGES 3
#define PICTURES 8 /* known pictures of a cell */

/* Times, newest first, at least APART_US apart; 0 = none. */
struct times {
    gint64 at_us[CHANGES];
};

struct cell {
    struct times changed, new;  /* changes to any picture; to a new one */
    guint64 pictures[PICTURES]; /* hashes; 0 = none */
    guint known;                /* changes since the last new picture */
    guint next;                 /* counts the stored pictures; the next one replaces the oldest */
};

struct volatile_areas {
    int width, height; /* of the pictures */
    int columns, rows;
    struct cell *cells; /* owned */
};

volatile_areas *volatile_areas_new(void)
{
    return g_new0(volatile_areas, 1);
}

void volatile_areas_free(volatile_areas *r)
{
    if (!r)
        return;
    g_free(r->cells);
    g_free(r);
}

void volatile_areas_forget(volatile_areas *r)
{
    g_clear_pointer(&r->cells, g_free);
    r->width = r->height = r->columns = r->rows = 0;
}

static void resize(volatile_areas *r, const frame *f)
{
    if (r->width == f->width && r->height == f->height)
        return;
    r->width = f->width;
    r->height = f->height;
    r->columns = (f->width + SCREEN_MATCH_CELL - 1) / SCREEN_MATCH_CELL;
    r->rows = (f->height + SCREEN_MATCH_CELL - 1) / SCREEN_MATCH_CELL;
    g_free(r->cells);
    r->cells = g_new0(struct cell, (gsize)r->columns * (gsize)r->rows);
}

/* ---- cells ---- */

static void note_time(struct times *t, gint64 now_us)
{
    if (t->at_us[0] != 0 && now_us - t->at_us[0] < APART_US)
        return;
    memmove(t->at_us + 1, t->at_us, (CHANGES - 1) * sizeof t->at_us[0]);
    t->at_us[0] = now_us;
}

static bool often(const struct times *t, gint64 now_us)
{
    gint64 oldest = t->at_us[CHANGES - 1];
    return oldest > 0 && now_us - oldest <= MEMORY_US;
}

/* A collision, by chance or by an attacker, makes two pictures one: then less is left out. */
static guint64 hash(const frame *f, struct area a)
{
    guint64 h = 1;
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x += 2) {
            const guint32 *p = &f->pixels[(gsize)y * (gsize)f->width + (gsize)x];
            guint64 two = (guint64)p[0] << 32 | (x + 1 < a.x + a.width ? p[1] : 0);
            h = (h ^ two) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
            h ^= h >> 29;
        }
    return h ? h : 1;
}

/* Stores a picture. False: it was known. */
static bool learn(struct cell *c, guint64 picture)
{
    for (int i = 0; i < PICTURES; i++)
        if (c->pictures[i] == picture)
            return false;
    c->pictures[c->next++ % PICTURES] = picture;
    return true;
}

static void note_cell(volatile_areas *r, const frame *before, const frame *after, struct area at, gint64 now_us)
{
    struct cell *c = &r->cells[at.y / SCREEN_MATCH_CELL * r->columns + at.x / SCREEN_MATCH_CELL];
    if (c->next == 0)
        learn(c, hash(before, at));
    note_time(&c->changed, now_us);
    c->known++;
    if (learn(c, hash(after, at))) {
        note_time(&c->new, now_us);
        c->known = 0;
    }
}

static void note_row(const volatile_areas *r, const frame *before, const frame *after, int y, guint8 *changed)
{
    gsize start = (gsize)y * (gsize)r->width;
    if (frame_row_same(before, after, y))
        return;
    for (int column = 0; column < r->columns; column++) {
        int x = column * SCREEN_MATCH_CELL, width = MIN(SCREEN_MATCH_CELL, r->width - x);
        if (!changed[column])
            changed[column] = memcmp(before->pixels + start + x, after->pixels + start + x, (gsize)width * sizeof(guint32)) != 0;
    }
}

void volatile_areas_note(volatile_areas *r, const frame *before, const frame *after, gint64 now_us)
{
    resize(r, after);
    if (before->width != after->width || before->height != after->height)
        return;
    const struct area screen = {0, 0, r->width, r->height};
    g_autofree guint8 *changed = g_malloc((gsize)r->columns);
    for (int top = 0; top < r->height; top += SCREEN_MATCH_CELL) {
        memset(changed, 0, (gsize)r->columns);
        for (int y = top; y < MIN(top + SCREEN_MATCH_CELL, r->height); y++)
            note_row(r, before, after, y, changed);
        for (int column = 0; column < r->columns; column++)
            if (changed[column])
                note_cell(r, before, after,
                          area_cut((struct area){column * SCREEN_MATCH_CELL, top, SCREEN_MATCH_CELL, SCREEN_MATCH_CELL}, screen),
                          now_us);
    }
}

/* ---- areas to leave out ---- */

enum { STILL, BLINKING, MOVING };

/* Decides for one place whether all of it moves or none. open: scratch space. */
static void settle_place(const volatile_areas *r, guint8 *kinds, guint8 *seen, int first, gint64 now_us, GArray *open)
{
    guint moving = 0;
    g_array_set_size(open, 0);
    g_array_append_val(open, first);
    seen[first] = 1;
    for (guint i = 0; i < open->len; i++) {
        int at = g_array_index(open, int, i), row = at / r->columns, column = at % r->columns;
        moving += often(&r->cells[at].new, now_us) && r->cells[at].known <= PICTURES;
        for (int j = MAX(0, row - 1); j <= MIN(r->rows - 1, row + 1); j++)
            for (int i_near = MAX(0, column - 1); i_near <= MIN(r->columns - 1, column + 1); i_near++) {
                int near = j * r->columns + i_near;
                if (kinds[near] == STILL || seen[near])
                    continue;
                seen[near] = 1;
                g_array_append_val(open, near);
            }
    }
    for (guint i = 0; 2 * moving >= open->len && i < open->len; i++)
        kinds[g_array_index(open, int, i)] = MOVING;
}

static struct area cell_area(const volatile_areas *r, int at)
{
    return (struct area){at % r->columns * SCREEN_MATCH_CELL, at / r->columns * SCREEN_MATCH_CELL, SCREEN_MATCH_CELL,
                         SCREEN_MATCH_CELL};
}

/* Compares the moving cells of `close` if a press goes there or if they are more than half of it. */
static void spare_close(const volatile_areas *r, const struct screen_match_rules *rules, guint8 *kinds)
{
    gint64 moving = 0, all = (gint64)rules->close.width * rules->close.height;
    for (int i = 0; i < r->rows * r->columns; i++) {
        struct area in = area_cut(cell_area(r, i), rules->close);
        moving += kinds[i] == MOVING ? (gint64)in.width * in.height : 0;
    }
    for (int i = 0; (rules->core.width || 2 * moving > all) && i < r->rows * r->columns; i++)
        if (kinds[i] == MOVING && area_overlaps(cell_area(r, i), rules->close))
            kinds[i] = BLINKING;
}

/* Adds the neighbours: the tens beside a clock's seconds change too seldom to count as moving. */
static void take_beside(const volatile_areas *r, guint8 *kinds)
{
    for (int row = 0; row < r->rows; row++) {
        guint8 *k = kinds + row * r->columns;
        for (int column = 0, before = STILL; column < r->columns; column++) {
            bool beside = before == MOVING || (column + 1 < r->columns && k[column + 1] == MOVING);
            before = k[column];
            k[column] = beside ? MOVING : k[column];
        }
    }
}

/* The cells of a kind in an area, joined to rows; width 0 = everywhere. */
static GArray *join_rows(const volatile_areas *r, const guint8 *kinds, guint8 kind, struct area in)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (int row = 0; row < r->rows; row++)
        for (int column = 0; column < r->columns && areas->len < SCREEN_MATCH_AREAS_MAX; column++) {
            int first = column;
            while (column < r->columns && kinds[row * r->columns + column] == kind)
                column++;
            struct area a = {first * SCREEN_MATCH_CELL, row * SCREEN_MATCH_CELL, (column - first) * SCREEN_MATCH_CELL,
                             SCREEN_MATCH_CELL};
            if (column > first && (in.width == 0 || area_overlaps(a, in)))
                g_array_append_val(areas, a);
        }
    return areas;
}

GArray *volatile_areas_areas(const volatile_areas *r, const struct screen_match_rules *rules, gint64 now_us,
                             GArray **ret_unsettled)
{
    int cells = r->rows * r->columns;
    g_autofree guint8 *kinds = g_malloc0((gsize)cells + 1), *seen = g_malloc0((gsize)cells + 1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < cells; i++)
        if (often(&r->cells[i].changed, now_us))
            kinds[i] = rules->animated ? MOVING : BLINKING;
    for (int i = 0; i < cells && !rules->animated; i++)
        if (kinds[i] == BLINKING && !seen[i])
            settle_place(r, kinds, seen, i, now_us, open);
    take_beside(r, kinds);
    if (!rules->animated)
        spare_close(r, rules, kinds);
    const struct area close = rules->close.width ? rules->close : (struct area){-1, -1, 1, 1};
    *ret_unsettled = join_rows(r, kinds, BLINKING, close);
    return join_rows(r, kinds, MOVING, (struct area){0});
}

/* ---- other differences ---- */

static bool is_in(const GArray *areas, int x, int y)
{
    for (guint i = 0; areas && i < areas->len; i++)
        if (area_has(g_array_index(areas, struct area, i), x, y))
            return true;
    return false;
}

static struct area row_beyond(const volatile_areas *r, const guint32 *before, const guint32 *after, int y, int width,
                              const GArray *ignored, gint64 now_us)
{
    struct area all = {0};
    for (int x = 0; x < width; x++) {
        int cell = y / SCREEN_MATCH_CELL * r->columns + x / SCREEN_MATCH_CELL;
        if (before[x] != after[x] && (!r->cells || !often(&r->cells[cell].changed, now_us)) && !is_in(ignored, x, y))
            all = area_joined(all, (struct area){x, y, 1, 1});
    }
    return all;
}

struct area volatile_areas_beyond(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                                  gint64 now_us)
{
    struct area all = {0};
    for (int y = 0; y < before->height; y++) {
        const guint32 *one = before->pixels + (gsize)y * (gsize)before->width,
                      *other = after->pixels + (gsize)y * (gsize)before->width;
        if (frame_row_same(before, after, y))
            continue;
        struct area a = row_beyond(r, one, other, y, before->width, ignored, now_us);
        if (a.width)
            all = area_joined(all, a);
    }
    return all;
}
