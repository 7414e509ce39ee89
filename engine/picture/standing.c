#include "engine/picture/standing.h"

#include "engine/picture/packed.h"
#include "engine/picture/screen_match.h"

#include <math.h>
#include <string.h>

#define TILE PACKED_TILE
#define WORDS (TILE * TILE / 64)
#define STEP 40                        /* of brightness: a stroke */
#define NEWS 12                        /* strokes */
#define LEVEL 48                       /* of the mean colour */
#define STATES 4                       /* known states of a tile */
#define RESTS 3                        /* so many rests within … */
#define RESTS_US (10 * G_USEC_PER_SEC) /* … and the tile is restless */
#define STILL_US (STANDING_STILL_MS * 1000)
#define SLOW_US (500 * 1000)   /* longest rest that is asked for */
#define MOVING_US (800 * 1000) /* motion without a rest: it is no transition */
#define LOOK_US (70 * 1000)    /* looks in motion count when they are so far apart */
#define STOOD_LOOKS 5          /* strokes that stand so long in motion may be news: */
#define STOOD_STROKES 24       /* so many beyond chance */
#define STOOD_SHARE 0.95       /* of those at the look before */
#define CHANCE 1.25            /* strokes beside each other are not independent */
#define CHARACTER_WIDTH 16     /* px: smaller news are none */
#define CHARACTER_HEIGHT 32
#define KEPT 2        /* so many kept pictures with news near a tile within RESTS_US, and only words are news there: */
#define LINE_WIDTH 80 /* px: a line of words, or … */
#define WORD_WIDTH 32 /* … a word, more than twice as wide as high */
#define NEAR 3        /* tiles */

struct state {
    guint64 strokes[WORDS];
    guint8 level[3];
};

struct tile {
    struct state now, known[STATES];
    guint64 rested[2][WORDS]; /* the strokes when it came to rest, and the time before */
    guint8 n_known, next;
    bool resting; /* it came to rest since it changed */
    bool news;
    guint64 fresh[WORDS];          /* the strokes of its news */
    guint64 runs[3][WORDS];        /* while it changes: see count_looks() */
    gint64 changed_us, counted_us; /* the last change, and the last look that counted in `runs`; 0 = never */
    gint64 moving_us;              /* changes since then without a rest */
    gint64 rested_us[RESTS];       /* newest first; 0 = none */
    gint64 kept_us[KEPT];          /* pictures that were kept for news near it; likewise */
};

/* A known picture is read tile by tile, when one changes: most never do. */
enum unread {
    READ,
    UNREAD,      /* the tile is all zeros: at rest, its state known, and to be read from the picture before the change */
    UNREAD_NEAR, /* the same, but for kept_us */
};

struct standing {
    double share;
    int width, height, columns, rows;
    struct tile *tiles; /* owned */
    guint8 *unread;     /* of each tile, enum unread */
    struct state *next; /* scratch, as the following */
    guint8 *seen;
    bool dirty; /* news came or went since the last count */
    bool worth; /* the news are worth a picture */
    gint64 looked_us, stirred_us, due_us;
    gint64 worth_us; /* since when */
};

standing *standing_new(double share)
{
    standing *s = g_new0(standing, 1);
    s->share = share;
    s->due_us = G_MAXINT64;
    return s;
}

void standing_free(standing *s)
{
    if (!s)
        return;
    g_free(s->tiles);
    g_free(s->unread);
    g_free(s->next);
    g_free(s->seen);
    g_free(s);
}

/* ---- the state of a tile ---- */

static int brightness(guint32 pixel)
{
    return (int)((2 * (pixel >> 16 & 0xff) + 5 * (pixel >> 8 & 0xff) + (pixel & 0xff)) >> 3);
}

static struct state state_of(const frame *f, int column, int row)
{
    struct state s = {0};
    int left = column * TILE, top = row * TILE, width = MIN(TILE, f->width - left), height = MIN(TILE, f->height - top);
    guint32 sum[3] = {0};
    int above[TILE + 1] = {0}, line[TILE + 1];
    for (int y = 0; y < height; y++) {
        const guint32 *p = f->pixels + (gsize)(top + y) * (gsize)f->width + left;
        for (int x = 0; x < width; x++) {
            line[x] = brightness(p[x]);
            sum[0] += p[x] >> 16 & 0xff;
            sum[1] += p[x] >> 8 & 0xff;
            sum[2] += p[x] & 0xff;
        }
        line[width] = line[width - 1];
        for (int x = 0; x < width; x++) {
            bool stroke = ABS(line[x + 1] - line[x]) > STEP || (y > 0 && ABS(line[x] - above[x]) > STEP);
            s.strokes[y * TILE / 64] |= (guint64)stroke << ((y * TILE + x) % 64);
        }
        memcpy(above, line, sizeof above);
    }
    for (int i = 0; i < 3; i++)
        s.level[i] = (guint8)(sum[i] / (guint32)(width * height));
    return s;
}

static guint count(const guint64 *strokes)
{
    guint n = 0;
    for (int i = 0; i < WORDS; i++)
        n += (guint)__builtin_popcountll(strokes[i]);
    return n;
}

static bool other_level(const struct state *a, const struct state *b)
{
    return ABS(a->level[0] - b->level[0]) > LEVEL || ABS(a->level[1] - b->level[1]) > LEVEL ||
           ABS(a->level[2] - b->level[2]) > LEVEL;
}

static bool other_state(const struct state *a, const struct state *b)
{
    guint64 differ[WORDS];
    for (int i = 0; i < WORDS; i++)
        differ[i] = a->strokes[i] ^ b->strokes[i];
    return count(differ) >= NEWS || other_level(a, b);
}

static void learn(struct tile *t, const struct state *s)
{
    t->known[t->next] = *s;
    t->next = (guint8)((t->next + 1) % STATES);
    t->n_known = (guint8)MIN(t->n_known + 1, STATES);
    t->news = false;
}

static bool is_known(const struct tile *t, const struct state *s)
{
    for (int i = 0; i < t->n_known; i++)
        if (!other_state(s, &t->known[i]))
            return true;
    return false;
}

/* The state that it was last known in; NULL = none. */
static const struct state *last_known(const struct tile *t)
{
    return t->n_known ? &t->known[(t->next + STATES - 1) % STATES] : NULL;
}

static guint rests(const struct tile *t, gint64 now_us)
{
    guint n = 0;
    for (int i = 0; i < RESTS; i++)
        n += t->rested_us[i] > 0 && now_us - t->rested_us[i] < RESTS_US;
    return n;
}

static gint64 rest_needed(const struct tile *t, gint64 now_us)
{
    return MIN(STILL_US * (1 + (gint64)rests(t, now_us)), SLOW_US);
}

/* ---- news ---- */

/* What it shows is known. */
static void rest_known(struct tile *t)
{
    t->resting = true;
    memcpy(t->rested[0], t->now.strokes, sizeof t->rested[0]);
    learn(t, &t->now);
}

static void read_tile(standing *s, const frame *f, int at)
{
    if (s->unread[at] == READ)
        return;
    s->unread[at] = READ;
    s->tiles[at].now = state_of(f, at % s->columns, at / s->columns);
    rest_known(&s->tiles[at]);
}

static void unread_tile(standing *s, int at)
{
    if (s->unread[at] != UNREAD)
        s->tiles[at] = (struct tile){0};
    s->unread[at] = UNREAD;
}

void standing_begin(standing *s, const frame *f, bool known, gint64 now_us)
{
    gsize n = packed_tiles(f);
    if (s->width != f->width || s->height != f->height) {
        g_free(s->tiles);
        g_free(s->unread);
        g_free(s->next);
        g_free(s->seen);
        s->tiles = g_new0(struct tile, n);
        s->unread = g_malloc(n);
        memset(s->unread, UNREAD, n);
        s->next = g_new(struct state, n);
        s->seen = g_new(guint8, n);
        s->width = f->width;
        s->height = f->height;
        s->columns = (f->width + TILE - 1) / TILE;
        s->rows = (f->height + TILE - 1) / TILE;
    }
    for (int i = 0; i < s->columns * s->rows; i++) {
        unread_tile(s, i);
        if (known)
            continue;
        s->unread[i] = READ;
        s->tiles[i] =
            (struct tile){.now = state_of(f, i % s->columns, i / s->columns), .changed_us = now_us, .moving_us = now_us};
    }
    s->dirty = s->worth = false;
    s->looked_us = s->stirred_us = now_us;
    s->due_us = known ? G_MAXINT64 : now_us + STILL_US;
}

/* The tiles that have stood until then come to rest. */
static void settle(standing *s, gint64 until_us)
{
    s->due_us = G_MAXINT64;
    for (int i = 0; i < s->columns * s->rows; i++) {
        struct tile *t = &s->tiles[i];
        if (s->unread[i] || t->resting)
            continue;
        gint64 rest_us = t->changed_us + rest_needed(t, until_us);
        if (rest_us > until_us) {
            s->due_us = MIN(s->due_us, rest_us);
            continue;
        }
        t->resting = true;
        memmove(t->rested_us + 1, t->rested_us, (RESTS - 1) * sizeof *t->rested_us);
        t->rested_us[0] = until_us;
        memcpy(t->rested[1], t->rested[0], sizeof t->rested[0]);
        memcpy(t->rested[0], t->now.strokes, sizeof t->rested[0]);
        bool news = !is_known(t, &t->now);
        s->dirty |= news || t->news;
        t->news = news;
        memcpy(t->fresh, t->now.strokes, sizeof t->fresh);
    }
}

/* The pixels of the strokes of a tile that are in one of two. */
static struct area box_of(const standing *s, int at, const guint64 *one, const guint64 *two)
{
    struct area all = {0};
    int left = at % s->columns * TILE, top = at / s->columns * TILE;
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
            if ((one[y * TILE / 64] ^ two[y * TILE / 64]) >> ((y * TILE + x) % 64) & 1)
                all = area_joined(all, (struct area){left + x, top + y, 1, 1});
    return all;
}

/* What is new in a tile, or has changed in it just now, too. */
static struct area box_of_tile(const standing *s, int at)
{
    const struct tile *t = &s->tiles[at];
    const struct state *old = last_known(t);
    if (!t->news)
        return box_of(s, at, t->rested[0], t->rested[1]);
    struct area all = old ? box_of(s, at, t->fresh, old->strokes) : (struct area){0};
    return all.width ? all : (struct area){at % s->columns * TILE, at / s->columns * TILE, TILE, TILE};
}

static bool is_recent(const struct tile *t, gint64 now_us)
{
    return t->news || (t->resting && t->rested_us[0] > 0 && now_us - t->rested_us[0] < STANDING_LATEST_MS * 1000);
}

/* Tiles of one place are judged together. */
static gint64 judge_group(standing *s, int first, gint64 now_us, GArray *open)
{
    struct area all = {0};
    guint often = 0;
    g_array_set_size(open, 0);
    g_array_append_val(open, first);
    s->seen[first] = 1;
    for (guint i = 0; i < open->len; i++) {
        int at = g_array_index(open, int, i), row = at / s->columns, column = at % s->columns;
        all = area_joined(all, box_of_tile(s, at));
        gint64 kept_us = s->tiles[at].kept_us[KEPT - 1];
        often += kept_us > 0 && now_us - kept_us < RESTS_US;
        for (int j = MAX(0, row - 1); j <= MIN(s->rows - 1, row + 1); j++)
            for (int k = MAX(0, column - 2); k <= MIN(s->columns - 1, column + 2); k++) {
                int near = j * s->columns + k;
                if (s->seen[near] || !is_recent(&s->tiles[near], now_us))
                    continue;
                s->seen[near] = 1;
                g_array_append_val(open, near);
            }
    }
    bool character = all.width <= CHARACTER_WIDTH && all.height <= CHARACTER_HEIGHT;
    bool bar = all.width <= SCREEN_MATCH_CARET_WIDTH + 1 && all.height <= SCREEN_MATCH_CARET_HEIGHT + 1;
    bool words = all.width >= LINE_WIDTH || (all.width >= WORD_WIDTH && 2 * all.width > 5 * all.height);
    return character || bar || (2 * often >= open->len && !words) ? 0 : open->len;
}

/* Counts the news again. */
static void judge(standing *s, gint64 now_us)
{
    if (!s->dirty)
        return;
    gint64 n = 0;
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int));
    int all = s->columns * s->rows;
    memset(s->seen, 0, (gsize)all);
    for (int i = 0; i < all; i++)
        if (!s->unread[i] && s->tiles[i].news && !s->seen[i])
            n += judge_group(s, i, now_us, open);
    bool worth = n > 0 && (double)n >= s->share * all;
    if (worth && !s->worth)
        s->worth_us = now_us;
    s->worth = worth;
    s->dirty = false;
}

static void note_kept(standing *s, int kept, gint64 now_us)
{
    int row = kept / s->columns, column = kept % s->columns;
    for (int j = MAX(0, row - NEAR); j <= MIN(s->rows - 1, row + NEAR); j++)
        for (int k = MAX(0, column - NEAR); k <= MIN(s->columns - 1, column + NEAR); k++) {
            int at = j * s->columns + k;
            gint64 *kept_us = s->tiles[at].kept_us;
            s->unread[at] = s->unread[at] ? UNREAD_NEAR : READ;
            if (kept_us[0] != now_us) {
                memmove(kept_us + 1, kept_us, (KEPT - 1) * sizeof *kept_us);
                kept_us[0] = now_us;
            }
        }
}

/* The picture is kept: its news are known. */
static bool keep(standing *s, gint64 now_us)
{
    for (int i = 0; i < s->columns * s->rows; i++) {
        struct tile *t = &s->tiles[i];
        if (s->unread[i] || !t->news)
            continue;
        note_kept(s, i, now_us);
        struct state told = t->now;
        memcpy(told.strokes, t->fresh, sizeof told.strokes);
        learn(t, &told);
    }
    s->worth = false;
    return true;
}

bool standing_same(standing *s, gint64 now_us)
{
    settle(s, now_us);
    judge(s, now_us);
    s->looked_us = now_us;
    if (!s->worth)
        return false;
    gint64 at_us = MIN(s->stirred_us + STILL_US, s->worth_us + STANDING_LATEST_MS * 1000);
    if (now_us >= at_us)
        return keep(s, now_us);
    s->due_us = MIN(s->due_us, at_us);
    return false;
}

/* Counts for each stroke the looks since it stands, up to 7; `runs` are the digits of that number. *ret_stood: those that had
 * four before. */
static void count_looks(struct tile *t, guint64 ret_stood[WORDS])
{
    for (int i = 0; i < WORDS; i++) {
        guint64 now = t->now.strokes[i], *one = &t->runs[0][i], *two = &t->runs[1][i], *four = &t->runs[2][i];
        guint64 add = now & ~(*one & *two & *four), carry = *one & add, over = *two & carry;
        ret_stood[i] = *four;
        *one = (*one ^ add) & now;
        *two = (*two ^ carry) & now;
        *four = (*four ^ over) & now;
    }
}

/* In motion, strokes are news that have stood for some looks, while others in the tile came and went: more than by chance, and
 * hardly fewer than at the look before. */
static void look_in_motion(standing *s, struct tile *t, gint64 now_us)
{
    const struct state *old = last_known(t);
    struct state held = t->now;
    guint64 stood[WORDS], added[WORDS];
    if (now_us - t->counted_us < LOOK_US) { /* too soon after the last one: it only ends what does not stand */
        for (int i = 0; i < 3 * WORDS; i++)
            t->runs[i / WORDS][i % WORDS] &= t->now.strokes[i % WORDS];
        return;
    }
    t->counted_us = now_us;
    count_looks(t, stood);
    if (now_us - t->moving_us < MOVING_US)
        return;
    guint before = count(stood);
    double chance = CHANCE * TILE * TILE * pow((double)count(t->now.strokes) / (TILE * TILE), STOOD_LOOKS);
    for (int i = 0; i < WORDS; i++) {
        held.strokes[i] &= stood[i];
        added[i] = held.strokes[i] & ~(old ? old->strokes[i] : 0);
    }
    guint n = count(held.strokes);
    if (n >= STOOD_STROKES + chance && n >= STOOD_SHARE * before && count(added) >= NEWS && !is_known(t, &held)) {
        t->news = s->dirty = true;
        memcpy(t->fresh, held.strokes, sizeof t->fresh);
    }
}

/* The news of the tile are not in its next state any more. */
static bool is_gone(const struct tile *t, const struct state *next)
{
    guint64 gone[WORDS];
    for (int i = 0; i < WORDS; i++)
        gone[i] = t->fresh[i] & ~next->strokes[i];
    return 2 * count(gone) > count(t->fresh) || (t->resting && other_level(&t->now, next));
}

static void change_tile(standing *s, struct tile *t, const struct state *next, gint64 now_us)
{
    if (t->resting) {
        t->moving_us = now_us;
        memset(t->runs, 0, sizeof t->runs);
    }
    if (t->news && is_gone(t, next)) {
        t->news = false;
        s->dirty = true;
    }
    t->resting = false;
    t->changed_us = now_us;
    t->now = *next;
    if (now_us - t->moving_us < MOVING_US)
        s->stirred_us = now_us;
    look_in_motion(s, t, now_us);
    s->due_us = MIN(s->due_us, now_us + rest_needed(t, now_us));
}

/* It has stood until now, less the time in which a change may not have been seen yet. */
static void look_back(standing *s, gint64 now_us)
{
    settle(s, MAX(s->looked_us, now_us - STANDING_GAP_MS * 1000));
    judge(s, now_us);
    s->looked_us = now_us;
}

bool standing_end(standing *s, gint64 now_us)
{
    look_back(s, now_us);
    return s->worth && keep(s, now_us);
}

bool standing_change(standing *s, const frame *before, const frame *f, const guint8 *changed, gint64 now_us)
{
    look_back(s, now_us);
    int all = s->columns * s->rows;
    bool lost = s->worth && now_us - s->worth_us >= STANDING_LATEST_MS * 1000;
    for (int i = 0; i < all; i++) {
        if (!changed[i])
            continue;
        read_tile(s, before, i);
        s->next[i] = state_of(f, i % s->columns, i / s->columns);
        lost |= s->worth && s->tiles[i].news && is_gone(&s->tiles[i], &s->next[i]);
    }
    bool kept = lost && keep(s, now_us);
    for (int i = 0; i < all; i++)
        if (changed[i])
            change_tile(s, &s->tiles[i], &s->next[i], now_us);
    return kept;
}

void standing_known(standing *s)
{
    for (int i = 0; i < s->columns * s->rows; i++) {
        struct tile *t = &s->tiles[i];
        if (s->unread[i]) {
            unread_tile(s, i);
            continue;
        }
        *t = (struct tile){.now = t->now};
        rest_known(t);
    }
    s->dirty = s->worth = false;
    s->due_us = G_MAXINT64;
}

gint64 standing_due_us(const standing *s)
{
    return s->due_us;
}
