#include "engine/gate/grants.h"

#include <string.h>

G_DEFINE_QUARK(reins - grants - error, grants_error)

static const char *const untils[] = {[GRANT_COUNT] = "count",
                                     [GRANT_SECONDS] = "seconds",
                                     [GRANT_WINDOW] = "window",
                                     [GRANT_LIST] = "list",
                                     [GRANT_LOOP] = "loop"};

void grants_drop(struct grants *g)
{
    g_clear_pointer(&g->list, g_array_unref);
    g_clear_pointer(&g->actions, g_array_unref);
    g_clear_pointer(&g->loop, timeline_loop_free);
}

const char *grant_kind_name(enum grant_until until)
{
    return untils[until];
}

char *grant_by(const struct grant *one)
{
    return g_strdup_printf("grant:%d", one->id);
}

gint64 grant_rest(const struct grant *one, gint64 now_us)
{
    switch (one->until) {
    case GRANT_COUNT:
    case GRANT_LIST:
    case GRANT_LOOP:
        return MAX(0, one->value - one->used);
    case GRANT_SECONDS:
        return MAX(0, (one->ends_us - now_us + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC);
    case GRANT_WINDOW:
        return 0;
    }
    g_assert_not_reached();
}

static guint length(const struct grants *g)
{
    return g->list ? g->list->len : 0;
}

static struct grant *at(const struct grants *g, guint i)
{
    return &g_array_index(g->list, struct grant, i);
}

static bool misfit(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool misfit(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, GRANTS_ERROR, GRANTS_ERROR_VALUE, what);
    return false;
}

static bool check(const struct grants *g, const char *until, gint64 value, int tier, gint64 window, struct grant *one,
                  GError **error)
{
    gsize kind = 0;
    while (kind < G_N_ELEMENTS(untils) && g_strcmp0(until, untils[kind]) != 0)
        kind++;
    if (kind == G_N_ELEMENTS(untils) || kind == GRANT_LIST || kind == GRANT_LOOP)
        return misfit(error, "until must be count, seconds or window");
    one->until = (enum grant_until)kind;
    one->tier = tier == -1 ? GRANT_TIER_DEFAULT : tier;
    if (one->tier < 0 || one->tier > 2)
        return misfit(error, "tier must be 0, 1 or 2: no grant covers tier 3, which asks each time");
    gint64 most = one->until == GRANT_COUNT ? GRANT_COUNT_MAX : GRANT_SECONDS_MAX;
    if (one->until != GRANT_WINDOW && (value < 1 || value > most))
        return misfit(error, "value must be from 1 to %" G_GINT64_FORMAT " for until %s", most, until);
    if (value < 0)
        return misfit(error, "value cannot be less than 0");
    if (one->until == GRANT_WINDOW && window == 0)
        return misfit(error, "until window needs a known target window (use until count or seconds)");
    if (length(g) >= GRANTS_MAX)
        return misfit(error, "there are %d grants already (revoke one)", GRANTS_MAX);
    return true;
}

const struct grant *grants_add(struct grants *g, const char *until, gint64 value, int tier, gint64 window, gint64 focus,
                               gint64 now_us, GError **error)
{
    struct grant one = {0};
    if (!check(g, until, value, tier, window, &one, error))
        return NULL;
    if (!g->list)
        g->list = g_array_new(FALSE, TRUE, sizeof(struct grant));
    one.id = ++g->last_id;
    one.value = one.until == GRANT_WINDOW ? 0 : value;
    one.ends_us = one.until == GRANT_SECONDS ? now_us + value * G_USEC_PER_SEC : 0;
    one.window = one.until == GRANT_WINDOW ? window : 0;
    one.focus = one.until == GRANT_WINDOW ? focus : 0;
    g_array_append_val(g->list, one);
    return at(g, g->list->len - 1);
}

const struct grant *grants_list(const struct grants *g)
{
    for (guint i = 0; i < length(g); i++)
        if (at(g, i)->until == GRANT_LIST)
            return at(g, i);
    return NULL;
}

const struct grant *grants_add_list(struct grants *g, const GArray *actions, GError **error)
{
    struct grant one = {.until = GRANT_LIST, .value = actions->len};
    if (actions->len == 0 || actions->len > GRANT_COUNT_MAX)
        misfit(error, "a list has from 1 to %d actions", GRANT_COUNT_MAX);
    else if (grants_list(g))
        misfit(error, "a list is granted already (revoke it)");
    else if (length(g) >= GRANTS_MAX)
        misfit(error, "there are %d grants already (revoke one)", GRANTS_MAX);
    else
        one.id = g->last_id + 1;
    for (guint i = 0; one.id && i < actions->len; i++) {
        int tier = g_array_index(actions, struct grant_action, i).tier;
        one.tier = MAX(one.tier, tier);
        if (tier < 0 || tier > 2) {
            misfit(error, "action %u of the list is of tier %d: no grant covers tier 3, which asks each time", i + 1, tier);
            return NULL;
        }
    }
    if (!one.id)
        return NULL;
    g->last_id = one.id;
    g->actions = g_array_copy((GArray *)actions);
    g->list = g->list ? g->list : g_array_new(FALSE, TRUE, sizeof(struct grant));
    g_array_append_val(g->list, one);
    return at(g, g->list->len - 1);
}

const struct grant *grants_add_loop(struct grants *g, const timeline_loop *budget, gint64 runs, int tier, gint64 window,
                                    gint64 now_us, GError **error)
{
    struct grant one = {.until = GRANT_LOOP,
                        .value = runs,
                        .tier = tier,
                        .ends_us = now_us + (gint64)GRANT_LOOP_SECONDS * G_USEC_PER_SEC,
                        .window = window};
    bool fits = runs >= 1 && runs <= GRANT_COUNT_MAX
                    ? *budget->skill || misfit(error, "the loop is of no skill that could be run again")
                    : misfit(error, "value must be from 1 to %d runs of the loop", GRANT_COUNT_MAX);
    fits = fits && ((tier >= 0 && tier <= 2) || misfit(error, "the loop is of tier %d: no grant covers tier 3", tier)) &&
           (window || misfit(error, "a loop is granted in a window, and it is not known which one gets its input")) &&
           (!g->loop || misfit(error, "a loop is granted already (revoke it)")) &&
           (length(g) < GRANTS_MAX || misfit(error, "there are %d grants already (revoke one)", GRANTS_MAX));
    if (!fits)
        return NULL;
    one.id = ++g->last_id;
    g->loop = timeline_loop_copy(budget);
    g->list = g->list ? g->list : g_array_new(FALSE, TRUE, sizeof(struct grant));
    g_array_append_val(g->list, one);
    return at(g, g->list->len - 1);
}

const timeline_loop *grants_loop_of(const timeline *t)
{
    const timeline_loop *l = timeline_loop_of(t);
    for (guint i = 0; l && i + 1 < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        bool inside = e->type == TIMELINE_MOVE && e->origin == ORIGIN_ABSOLUTE && e->x >= l->x && e->y >= l->y &&
                      e->x < l->x + l->width && e->y < l->y + l->height;
        if (e->type != TIMELINE_WAIT && !inside)
            return NULL;
    }
    return l;
}

const struct grant *grants_cover_loop(const struct grants *g, const timeline *t, int tier, gint64 window, gint64 now_us)
{
    const timeline_loop *l = grants_loop_of(t);
    for (guint i = 0; g->loop && l && i < length(g); i++) {
        const struct grant *one = at(g, i);
        if (one->until == GRANT_LOOP && tier >= 0 && tier <= one->tier && window != 0 && window == one->window &&
            one->used < one->value && now_us < one->ends_us && timeline_loop_within(l, g->loop))
            return one;
    }
    return NULL;
}

const struct grant *grants_cover_next(const struct grants *g, const struct grant_action *a)
{
    const struct grant *one = grants_list(g);
    const struct grant_action *next =
        one && (guint)one->used < g->actions->len ? &g_array_index(g->actions, struct grant_action, one->used) : NULL;
    bool same = next && strcmp(a->digest, next->digest) == 0 && a->window == next->window && a->x == next->x && a->y == next->y;
    return same && a->tier >= 0 && a->tier <= next->tier ? one : NULL;
}

static bool covers(const struct grant *one, int tier, gint64 window, gint64 now_us)
{
    if (one->until == GRANT_LIST || one->until == GRANT_LOOP || tier > one->tier || tier >= 3 || tier < 0)
        return false;
    if (one->until == GRANT_WINDOW)
        return window != 0 && window == one->window;
    return one->until == GRANT_COUNT ? one->used < one->value : now_us < one->ends_us;
}

const struct grant *grants_cover(const struct grants *g, int tier, gint64 window, gint64 now_us)
{
    const struct grant *best = NULL;
    for (guint i = 0; i < length(g); i++) {
        const struct grant *one = at(g, i);
        /* prefers a grant that no use consumes */
        if (covers(one, tier, window, now_us) && (!best || (best->until == GRANT_COUNT && one->until != GRANT_COUNT)))
            best = one;
    }
    return best;
}

static void take_out(struct grants *g, guint i, struct grant *ret_ended)
{
    *ret_ended = *at(g, i);
    if (ret_ended->until == GRANT_LIST)
        g_clear_pointer(&g->actions, g_array_unref);
    if (ret_ended->until == GRANT_LOOP)
        g_clear_pointer(&g->loop, timeline_loop_free);
    g_array_remove_index(g->list, i);
}

bool grants_use(struct grants *g, int id, struct grant *ret_now)
{
    for (guint i = 0; i < length(g); i++) {
        struct grant *one = at(g, i);
        if (one->id != id)
            continue;
        one->used++;
        *ret_now = *one;
        if (one->until == GRANT_SECONDS || one->until == GRANT_WINDOW || one->used < one->value)
            return false;
        take_out(g, i, ret_now);
        return true;
    }
    return false;
}

bool grants_expire(struct grants *g, gint64 now_us, struct grant *ret_ended)
{
    for (guint i = 0; i < length(g); i++)
        if (at(g, i)->ends_us && now_us >= at(g, i)->ends_us) {
            take_out(g, i, ret_ended);
            return true;
        }
    return false;
}

void grants_mark(struct grants *g, int id, guint64 mark)
{
    for (guint i = 0; i < length(g); i++)
        if (at(g, i)->id == id)
            at(g, i)->mark = mark;
}

bool grants_leave(struct grants *g, bool (*there)(const struct grant *one, void *data), void *data, gint64 focus,
                  struct grant *ret_ended)
{
    for (guint i = 0; i < length(g); i++) {
        const struct grant *one = at(g, i);
        bool third = focus != 0 && one->focus != 0 && focus != one->focus && focus != one->window;
        if ((one->until == GRANT_WINDOW && (third || !there(one, data))) || (one->until == GRANT_LOOP && !there(one, data))) {
            take_out(g, i, ret_ended);
            return true;
        }
    }
    return false;
}

bool grants_depart(struct grants *g, gint64 window, struct grant *ret_ended)
{
    for (guint i = 0; i < length(g); i++)
        if (at(g, i)->until == GRANT_WINDOW && at(g, i)->window != window) {
            take_out(g, i, ret_ended);
            return true;
        }
    return false;
}

bool grants_end_list(struct grants *g, struct grant *ret_ended)
{
    const struct grant *one = grants_list(g);
    return one && grants_withdraw(g, one->id, ret_ended, NULL);
}

bool grants_withdraw(struct grants *g, int id, struct grant *ret_ended, GError **error)
{
    for (guint i = 0; i < length(g); i++)
        if (id == 0 || at(g, i)->id == id) {
            take_out(g, i, ret_ended);
            return true;
        }
    if (id == 0)
        g_set_error_literal(error, GRANTS_ERROR, GRANTS_ERROR_UNKNOWN, "there is no grant");
    else
        g_set_error(error, GRANTS_ERROR, GRANTS_ERROR_UNKNOWN, "there is no grant %d%s", id,
                    length(g) ? "" : " (there is none at all)");
    return false;
}

gint64 grants_due(const struct grants *g)
{
    gint64 due = 0;
    for (guint i = 0; i < length(g); i++)
        if (at(g, i)->ends_us && (due == 0 || at(g, i)->ends_us < due))
            due = at(g, i)->ends_us;
    return due;
}
