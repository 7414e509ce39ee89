#include "engine/hand/input_attribution.h"

#include <math.h>

#define COMPACT_AT 256

struct expected {
    struct input_attribution_event event;
    gint64 at_us;
};

/* How far a device has come of late. */
struct travel {
    gint64 since_us, last_us;
    double x, y; /* pixels, net: shaking comes to nothing */
    bool placed; /* absolute: there was a place before */
    double place_x, place_y;
};

struct input_attribution {
    GArray *expected;    /* struct expected, in the order of sending */
    guint first;         /* those before it are done with */
    GHashTable *travels; /* device → struct travel */
};

input_attribution *input_attribution_new(void)
{
    input_attribution *p = g_new0(input_attribution, 1);
    p->expected = g_array_new(FALSE, FALSE, sizeof(struct expected));
    p->travels = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return p;
}

void input_attribution_free(input_attribution *p)
{
    if (!p)
        return;
    g_array_unref(p->expected);
    g_hash_table_unref(p->travels);
    g_free(p);
}

static struct expected *at(const input_attribution *p, guint i)
{
    return &g_array_index(p->expected, struct expected, i);
}

/* What is too old to come any more: presses of what was down already make no event. */
static void forget(input_attribution *p, gint64 now_us)
{
    while (p->first < p->expected->len && now_us - at(p, p->first)->at_us > INPUT_ATTRIBUTION_LATE_US)
        p->first++;
    if (p->first == p->expected->len) {
        g_array_set_size(p->expected, 0);
        p->first = 0;
    } else if (p->first >= COMPACT_AT && p->first * 2 >= p->expected->len) {
        g_array_remove_range(p->expected, 0, p->first);
        p->first = 0;
    }
}

void input_attribution_expect(input_attribution *p, const struct input_attribution_event *sent, gint64 now_us)
{
    struct expected e = {*sent, now_us};
    forget(p, now_us);
    g_array_append_val(p->expected, e);
}

static bool alike(const struct input_attribution_event *a, const struct input_attribution_event *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind != INPUT_ATTRIBUTION_MOTION)
        return a->detail == b->detail;
    return fabs(a->x - b->x) < 0.5 && fabs(a->y - b->y) < 0.5;
}

/* The first that explains it is taken away. Those of before it stay for a while: they may only be late. */
static bool explained(input_attribution *p, const struct input_attribution_event *seen)
{
    for (guint i = p->first; i < p->expected->len && at(p, i)->event.serial <= seen->serial; i++) {
        if (!alike(&at(p, i)->event, seen))
            continue;
        if (i == p->first)
            p->first++;
        else
            g_array_remove_index(p->expected, i);
        return true;
    }
    return false;
}

static bool travelled(input_attribution *p, const struct input_attribution_event *e, gint64 now_us)
{
    struct travel *t = g_hash_table_lookup(p->travels, GINT_TO_POINTER(e->device));
    if (!t) {
        t = g_new0(struct travel, 1);
        t->last_us = t->since_us = now_us;
        g_hash_table_insert(p->travels, GINT_TO_POINTER(e->device), t);
    }
    if (now_us - t->last_us > INPUT_ATTRIBUTION_JIGGLE_US || now_us - t->since_us > INPUT_ATTRIBUTION_JIGGLE_US) {
        t->since_us = now_us;
        t->x = t->y = 0;
    }
    t->last_us = now_us;
    bool known = !e->absolute || t->placed;
    t->x += !known ? 0 : (e->absolute ? e->x - t->place_x : e->x) * e->scale_x;
    t->y += !known ? 0 : (e->absolute ? e->y - t->place_y : e->y) * e->scale_y;
    t->placed = e->absolute;
    t->place_x = e->x;
    t->place_y = e->y;
    if (fabs(t->x) < INPUT_ATTRIBUTION_JIGGLE_PX && fabs(t->y) < INPUT_ATTRIBUTION_JIGGLE_PX)
        return false;
    t->x = t->y = 0;
    return true;
}

enum input_attribution_who input_attribution_match(input_attribution *p, const struct input_attribution_event *seen,
                                                   gint64 now_us)
{
    forget(p, now_us);
    if (seen->xtest)
        return explained(p, seen) ? INPUT_ATTRIBUTION_OURS : INPUT_ATTRIBUTION_FOREIGN;
    if (seen->kind == INPUT_ATTRIBUTION_MOTION && !travelled(p, seen, now_us))
        return INPUT_ATTRIBUTION_NOISE;
    return INPUT_ATTRIBUTION_PERSON;
}

bool input_attribution_strays(input_attribution *p, const struct input_attribution_event *seen, int x, int y, gint64 now_us)
{
    const struct input_attribution_event way = {.x = x, .y = y, .scale_x = 1, .scale_y = 1, .device = seen->device};
    return travelled(p, &way, now_us);
}
