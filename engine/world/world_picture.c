#include "engine/world/world_picture.h"

#include "engine/picture/small_text.h"

#define VIEW 96 /* px: the height of the side view */
#define HORIZON 64
#define THING 28 /* px: a side of a thing */
#define GAP 12
#define MARGIN 8
#define LINE (SMALL_TEXT_HEIGHT + 6)
#define COLUMNS ((WORLD_WIDTH - 2 * MARGIN) / (4 * SMALL_TEXT_SCALE))

#define INK 0x202020
#define PAPER 0xf4f1e8
#define DAY 0x8fc1ea
#define NIGHT 0x1a2140
#define EARTH 0x7a5c3a
#define GRASS 0x5d9b45
#define SKIN 0xd8a47f
#define FAILED 0xb02020

/* A colour of its own for each name. */
static guint32 colour_of(const char *name)
{
    guint hash = g_str_hash(name) * 2654435761u;
    return 0x404040 + (hash & 0x7f7f7f);
}

/* Deeper is darker. */
static guint32 rock(int y)
{
    guint shade = (guint)CLAMP(0x40 + (y - RECIPES_Y_MIN) / 2, 0x40, 0x80);
    return shade << 16 | shade << 8 | shade;
}

static void draw_place(frame *f, const world *w)
{
    bool under = world_underground(w);
    frame_fill(f, 0, 0, WORLD_WIDTH, VIEW, under ? rock(w->y) : world_night(w) ? NIGHT : DAY);
    frame_fill(f, 0, HORIZON, WORLD_WIDTH, VIEW - HORIZON, under ? rock(w->y - 32) : EARTH);
    if (!under)
        frame_fill(f, 0, HORIZON, WORLD_WIDTH, 4, GRASS);
    if (w->here.shelter)
        frame_fill(f, MARGIN, HORIZON - 44, 44, 4, INK);
    frame_fill(f, 24, HORIZON - 34, 12, 10, SKIN);
    frame_fill(f, 22, HORIZON - 24, 16, 24, w->held ? colour_of(w->held->name) : 0x3050a0);
}

/* What is within reach stands on the ground, what is only in sight higher up and smaller. */
static void draw_things(frame *f, const world *w)
{
    int x = 72;
    for (guint i = 0; i < w->here.near->len && x + THING < WORLD_WIDTH; i++, x += THING + GAP) {
        const struct world_thing *thing = &g_array_index(w->here.near, struct world_thing, i);
        int side = thing->reached ? THING : THING / 2, y = thing->reached ? HORIZON - side : HORIZON - side - 20;
        g_autofree char *count = g_strdup_printf("%d", thing->count);
        frame_fill(f, x, y, side, side, INK);
        frame_fill(f, x + 2, y + 2, side - 4, side - 4, colour_of(thing->name));
        small_text_halo(f, x, HORIZON + 12, count);
    }
}

/* Writes words from `*y` on, broken at spaces into lines of COLUMNS. */
static void put_words(frame *f, int *y, const char *text, guint32 ink)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    g_autoptr(GString) line = g_string_new(NULL);
    for (guint i = 0;; i++) {
        bool full = words[i] && line->len + strlen(words[i]) + 1 > COLUMNS;
        if ((full || !words[i]) && line->len) {
            small_text_write(f, MARGIN, *y, line->str, ink);
            *y += LINE;
            g_string_truncate(line, 0);
        }
        if (!words[i])
            return;
        g_string_append_printf(line, "%s%s", line->len ? " " : "", words[i]);
    }
}

static char *near_text(const world *w)
{
    GString *text = g_string_new("near:");
    for (guint i = 0; i < w->here.near->len; i++) {
        const struct world_thing *thing = &g_array_index(w->here.near, struct world_thing, i);
        g_string_append_printf(text, " %s=%d%s", thing->name, thing->count, thing->reached ? "" : "-far");
    }
    return g_string_free(text, FALSE);
}

static void draw_words(frame *f, const world *w)
{
    int y = VIEW + MARGIN;
    g_autofree char *place = g_strdup_printf("step %d / %d  %s  y %d  %s  %s  health %d  food %d  deaths %d", w->step, w->limit,
                                             world_biome(w), w->y, world_underground(w) ? "underground" : "ground",
                                             world_night(w) ? "night" : "day", w->health, w->food, w->deaths);
    g_autofree char *near = near_text(w), *has = stock_text(&w->stock), *why = foresee_text(&w->last.result);
    g_autofree char *owns = g_strdup_printf("inventory: %s", has);
    g_autofree char *hand = g_strdup_printf("in hand: %s", w->held ? w->held->name : "nothing");
    g_autofree char *did = g_strdup_printf("last: %s", w->last.text);
    bool failed = w->last.result.cause != CAUSE_NONE;
    g_autofree char *went = g_strdup_printf("%s%s", failed ? "failed: " : *w->last.text ? "done" : "", why);
    const char *const lines[] = {place, near, owns, hand, did};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
        put_words(f, &y, lines[i], INK);
    put_words(f, &y, went, failed ? FAILED : INK);
}

frame *world_picture(const world *w)
{
    frame *f = frame_new(WORLD_WIDTH, WORLD_HEIGHT);
    frame_fill(f, 0, 0, WORLD_WIDTH, WORLD_HEIGHT, PAPER);
    draw_place(f, w);
    draw_things(f, w);
    draw_words(f, w);
    return f;
}
