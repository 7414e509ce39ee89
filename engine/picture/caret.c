#include "engine/picture/caret.h"

#include <string.h>

#define SPOTS 32 /* differing spots at one time: more are not a blinking cursor */
#define BARS 8   /* remembered bars */
#define GAP 2    /* px: pixels this close are one spot */
#define SOFT 3   /* levels: tolerance for a colour between two colours */

struct bar {
    struct screen_match_caret is, was; /* `was`: in the state that the expected picture shows */
    bool returned;
};

struct caret {
    struct bar bars[BARS];
    guint8 seen[BARS][BARS]; /* of each two, the earlier one first: a bit for each pair of states, 1 << (first + 2 * second) */
    int n;
    bool crowded; /* there were more bars */
    bool only;    /* nothing but bars differs now */
};

#define EACH_PAIR 15

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

static struct screen_match_caret take(const frame *f, struct area a)
{
    struct screen_match_caret t = {.at = a};
    for (int y = 0; y < a.height; y++)
        memcpy(t.pixels + y * a.width, &f->pixels[(gsize)(a.y + y) * (gsize)f->width + (gsize)a.x],
               (gsize)a.width * sizeof(guint32));
    return t;
}

static bool shows(const frame *f, const struct screen_match_caret *state)
{
    return screen_match_caret_shown(state, f, 0, 0).width > 0;
}

static void remember(caret *c, const frame *expected, const frame *live, struct area a)
{
    struct bar b = {.is = take(live, a), .was = take(expected, a)};
    for (int i = 0; i < c->n; i++)
        if (memcmp(&c->bars[i].is, &b.is, sizeof b.is) == 0)
            return;
    c->crowded = c->crowded || c->n == BARS;
    if (c->n < BARS)
        c->bars[c->n++] = b;
}

static void note_pairs(caret *c, const frame *live)
{
    for (int i = 0; i < c->n; i++)
        for (int j = i + 1; j < c->n; j++) {
            bool i_other = shows(live, &c->bars[i].is), j_other = shows(live, &c->bars[j].is);
            if ((i_other || shows(live, &c->bars[i].was)) && (j_other || shows(live, &c->bars[j].was)))
                c->seen[i][j] |= (guint8)(1 << (i_other + 2 * j_other));
        }
}

void caret_note(caret *c, const frame *expected, const frame *live)
{
    struct spots s = {0};
    if (expected->width != live->width || expected->height != live->height) {
        caret_begin(c);
        return;
    }
    for (int i = 0; i < c->n; i++)
        c->bars[i].returned = c->bars[i].returned || shows(live, &c->bars[i].was);
    c->only = find_spots(expected, live, &s);
    for (int i = 0; c->only && i < s.n; i++)
        if (caret_may_be(expected, live, s.all[i]))
            remember(c, expected, live, s.all[i]);
    for (int i = 0; c->only && i < s.n; i++)
        c->only = caret_may_be(expected, live, s.all[i]);
    note_pairs(c, live);
}

/* The pairs that were seen, where one of the two shows its other state from now on. */
static guint8 turned(guint8 pairs, bool first, bool second)
{
    if (first)
        pairs = (guint8)((pairs & 5) << 1 | (pairs & 10) >> 1);
    return second ? (guint8)((pairs & 3) << 2 | pairs >> 2) : pairs;
}

void caret_go_on(caret *c, const frame *expected)
{
    caret kept = {.crowded = c->crowded};
    int from[BARS];
    bool other[BARS];
    for (int i = 0; i < c->n; i++) {
        struct bar b = c->bars[i];
        bool is = shows(expected, &b.is);
        if (is ? !b.returned : !shows(expected, &b.was)) /* it may have come to stay */
            continue;
        if (is)
            b = (struct bar){.is = b.was, .was = b.is};
        b.returned = true;
        from[kept.n] = i;
        other[kept.n] = is;
        kept.bars[kept.n++] = b;
    }
    for (int i = 0; i < kept.n; i++)
        for (int j = i + 1; j < kept.n; j++)
            kept.seen[i][j] = turned(c->seen[from[i]][from[j]], other[i], other[j]);
    *c = kept;
}

bool caret_moved(const caret *c, const frame *expected, const frame *live)
{
    struct spots s = {0};
    bool moved = false;
    if (c->n == 0 || c->crowded || expected->width != live->width || expected->height != live->height ||
        !find_spots(expected, live, &s))
        return false;
    for (int i = 0; i < s.n; i++) {
        if (!caret_may_be(expected, live, s.all[i]))
            return false;
        bool known = false;
        for (int k = 0; k < c->n; k++)
            known = known || area_overlaps(c->bars[k].is.at, s.all[i]);
        moved = moved || !known;
    }
    return moved;
}

bool caret_only(const caret *c)
{
    return c->only;
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

/* Each of the two blinks by itself, and no press goes there. */
static bool are_two(const caret *c, int i, int j, const struct screen_match_rules *rules)
{
    bool pressed =
        rules->core.width && (area_overlaps(c->bars[i].is.at, rules->close) || area_overlaps(c->bars[j].is.at, rules->close));
    return !pressed && c->seen[i][j] == EACH_PAIR;
}

bool caret_find(const caret *c, const struct screen_match_rules *rules, struct screen_match_caret *ret_caret,
                struct screen_match_caret *ret_second)
{
    int found = 0, at[BARS];
    for (int i = 0; i < c->n; i++)
        if (counts(&c->bars[i], rules))
            at[found++] = i;
    bool two = found == 2 && are_two(c, at[0], at[1], rules), is = !c->crowded && (found == 1 || two);
    *ret_caret = is ? c->bars[at[0]].is : (struct screen_match_caret){0};
    *ret_second = is && two ? c->bars[at[1]].is : (struct screen_match_caret){0};
    return is;
}
