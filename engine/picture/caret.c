#include "engine/picture/caret.h"

#include <string.h>

#define SPOTS 32 /* differing spots at one time: more are not a blinking cursor */
#define BARS 8   /* remembered bars */
#define GAP 2    /* px: pixels this close are one spot */
#define SOFT 3   /* levels: tolerance for a colour between two colours */

struct bar {
    struct screen_match_caret is;
    bool returned;
};

struct caret {
    struct bar bars[BARS];
    int n;
    bool crowded; /* there were more bars */
};

caret *caret_new(void)
{
    return g_new0(caret, 1);
}

void caret_free(caret *c)
{
    g_free(c);
}

void caret_begin(caret *c)
{
    *c = (caret){0};
}

/* ---- differing spots ---- */

struct spots {
    struct area all[SPOTS];
    int n;
};

static struct area widened(struct area a)
{
    return (struct area){a.x - GAP, a.y - GAP, a.width + 2 * GAP, a.height + 2 * GAP};
}

/* False: there are too many spots. */
static bool add_pixel(struct spots *s, int x, int y)
{
    const struct area one = {x, y, 1, 1};
    for (int i = s->n - 1; i >= 0; i--)
        if (area_has(widened(s->all[i]), x, y)) {
            s->all[i] = area_joined(s->all[i], one);
            return true;
        }
    if (s->n == SPOTS)
        return false;
    s->all[s->n++] = one;
    return true;
}

/* Joins spots that have grown together. */
static void join(struct spots *s)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            if (i != j && area_overlaps(widened(s->all[i]), s->all[j])) {
                s->all[i] = area_joined(s->all[i], s->all[j]);
                s->all[j] = s->all[--s->n];
                i = j = -1;
                break;
            }
}

/* False: too much differs. */
static bool find_spots(const frame *expected, const frame *live, struct spots *s)
{
    for (int y = 0; y < live->height; y++) {
        gsize start = (gsize)y * (gsize)live->width;
        if (frame_row_same(expected, live, y))
            continue;
        for (int x = 0; x < live->width; x++)
            if (expected->pixels[start + (gsize)x] != live->pixels[start + (gsize)x] && !add_pixel(s, x, y))
                return false;
    }
    join(s);
    return true;
}

/* ---- bars ---- */

static bool one_colour(const frame *f, struct area a)
{
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            if (frame_pixel(f, x, y) != frame_pixel(f, a.x, a.y))
                return false;
    return true;
}

static int level(guint32 p, int bit)
{
    return (int)(p >> bit & 0xff);
}

/* How much of its way to the opposite colour a pixel has gone, in 255, by the channel in which that way is longest; -1 = it has
 * gone another way. */
static int way_gone(guint32 from, guint32 to)
{
    int most = 0, share = -1;
    for (int bit = 0; bit <= 16; bit += 8) {
        int way = 255 - 2 * level(from, bit);
        if (ABS(way) > ABS(most)) {
            most = way;
            share = (level(to, bit) - level(from, bit)) * 255 / way;
        }
    }
    for (int bit = 0; bit <= 16; bit += 8) {
        int there = level(from, bit) + (255 - 2 * level(from, bit)) * share / 255;
        share = share > 255 || ABS(there - level(to, bit)) > SOFT ? -1 : share;
    }
    return share;
}

/* Each column goes the same share of its way to the opposite colours in all of its rows, one of them all of it; the first row and
 * the last may go less. So a bar looks that is drawn between pixels. */
static bool opposite(const frame *from, const frame *to, struct area a)
{
    int most = 0;
    for (int x = a.x; x < a.x + a.width; x++) {
        int share = way_gone(frame_pixel(from, x, a.y + a.height / 2), frame_pixel(to, x, a.y + a.height / 2));
        for (int y = a.y; y < a.y + a.height; y++) {
            int gone = way_gone(frame_pixel(from, x, y), frame_pixel(to, x, y));
            bool end = y == a.y || y == a.y + a.height - 1;
            if (gone < 0 || gone > share + SOFT || (!end && gone < share - SOFT))
                return false;
        }
        most = MAX(most, share);
    }
    return most >= 255 - SOFT;
}

bool caret_may_be(const frame *expected, const frame *live, struct area a)
{
    if (a.width > SCREEN_MATCH_CARET_WIDTH || a.height < CARET_LEAST || a.height > SCREEN_MATCH_CARET_HEIGHT)
        return false;
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            if (frame_pixel(expected, x, y) == frame_pixel(live, x, y))
                return false;
    return one_colour(expected, a) || one_colour(live, a) || opposite(expected, live, a) || opposite(live, expected, a);
}

static void remember(caret *c, const frame *live, struct area a)
{
    struct bar b = {.is = {.at = a}};
    for (int y = 0; y < a.height; y++)
        memcpy(b.is.pixels + y * a.width, &live->pixels[(gsize)(a.y + y) * (gsize)live->width + (gsize)a.x],
               (gsize)a.width * sizeof(guint32));
    for (int i = 0; i < c->n; i++)
        if (memcmp(&c->bars[i].is, &b.is, sizeof b.is) == 0)
            return;
    c->crowded = c->crowded || c->n == BARS;
    if (c->n < BARS)
        c->bars[c->n++] = b;
}

static bool same_there(const frame *expected, const frame *live, struct area a)
{
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            if (frame_pixel(expected, x, y) != frame_pixel(live, x, y))
                return false;
    return true;
}

void caret_note(caret *c, const frame *expected, const frame *live)
{
    struct spots s = {0};
    if (expected->width != live->width || expected->height != live->height) {
        caret_begin(c);
        return;
    }
    for (int i = 0; i < c->n; i++)
        c->bars[i].returned = c->bars[i].returned || same_there(expected, live, c->bars[i].is.at);
    if (!find_spots(expected, live, &s))
        return;
    for (int i = 0; i < s.n; i++)
        if (caret_may_be(expected, live, s.all[i]))
            remember(c, live, s.all[i]);
}

static bool counts(const struct bar *b, const struct screen_match_rules *rules)
{
    bool in = area_overlaps(b->is.at, rules->close) || (!rules->program && area_overlaps(b->is.at, rules->window));
    for (guint i = 0; rules->program && i < rules->program->len; i++)
        in = in || area_overlaps(b->is.at, g_array_index(rules->program, struct area, i));
    for (guint i = 0; rules->ignored && i < rules->ignored->len; i++)
        in = in && !area_overlaps(b->is.at, g_array_index(rules->ignored, struct area, i));
    return b->returned && in;
}

bool caret_find(const caret *c, const struct screen_match_rules *rules, struct screen_match_caret *ret_caret)
{
    int found = 0;
    for (int i = 0; i < c->n; i++)
        if (counts(&c->bars[i], rules)) {
            *ret_caret = c->bars[i].is;
            found++;
        }
    if (found == 1 && !c->crowded)
        return true;
    *ret_caret = (struct screen_match_caret){0};
    return false;
}
