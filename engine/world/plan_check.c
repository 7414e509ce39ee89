#include "engine/world/plan_check.h"

#include <string.h>

#define MENDS_MAX 2000 /* of a plan */

static const char *const kinds[PLAN_KIND_COUNT] = {"mine", "attack", "apply", "craft", "smelt", "equip", "do"};

const char *plan_kind_name(enum plan_kind kind)
{
    return (guint)kind < PLAN_KIND_COUNT ? kinds[kind] : NULL;
}

bool plan_kind_parse(const char *name, enum plan_kind *ret_kind)
{
    for (guint i = 0; i < PLAN_KIND_COUNT; i++)
        if (g_strcmp0(name, kinds[i]) == 0) {
            *ret_kind = (enum plan_kind)i;
            return true;
        }
    return false;
}

struct walk {
    const recipes *r;
    const struct plan_goal *goals;
    guint n, at;
    stock stock;
    const GPtrArray *stations; /* recipe_item *; NULL = none */
    GPtrArray *broken;         /* recipe_item *, borrowed: tools that broke on the way */
    struct plan_check check;
};

/* ---- who gets what a goal lacks ---- */

/* What is looked for: an item or group by name, or a tool. */
struct lack {
    const char *name; /* NULL = a tool of this kind and level */
    const char *kind;
    int level;
    bool fuel;
};

static bool gives(const recipe_item *item, const struct lack *l)
{
    if (l->fuel)
        return item->fuel > 0;
    if (l->name)
        return g_str_equal(item->name, l->name) || recipe_item_in(item, l->name);
    return recipe_tool_fits(item, l->kind, l->level);
}

/* The index of the nearest goal before the present one, or of the first after it, that gets it; -1 = none. */
static int getter(const struct walk *w, const struct lack *l, bool later)
{
    int found = -1;
    for (guint i = later ? w->at + 1 : 0; i < (later ? w->n : w->at); i++) {
        const recipe_item *item = w->goals[i].kind < PLAN_EQUIP ? recipes_item(w->r, w->goals[i].item) : NULL;
        if (!item || !gives(item, l) || (later && found >= 0))
            continue;
        found = (int)i;
    }
    return found;
}

static bool has_broken(const struct walk *w, const struct lack *l)
{
    for (guint i = 0; i < w->broken->len; i++)
        if (gives(w->broken->pdata[i], l))
            return true;
    return false;
}

static bool faults(struct walk *w, enum plan_fault fault, int by, const char *what, int missing)
{
    w->check = (struct plan_check){.fault = fault, .goal = w->at, .by = by, .missing = missing};
    g_strlcpy(w->check.what, what, sizeof w->check.what);
    return false;
}

/* early: the fault where a goal before gets it; none: where no goal does; -1 = no such fault. */
static bool lacks(struct walk *w, const struct lack *l, int early, enum plan_fault none, const char *what, int missing)
{
    int before = early < 0 ? -1 : getter(w, l, false), after = getter(w, l, true);
    if (before >= 0)
        return faults(w, (enum plan_fault)early, before, what, missing);
    if (after >= 0)
        return faults(w, PLAN_FAULT_ORDER, after, what, missing);
    return faults(w, none, -1, what, missing);
}

/* ---- one goal ---- */

static bool make(struct walk *w, const recipe_item *item, int count, bool smelts)
{
    struct foresee_result made = foresee_make(w->r, &w->stock, item, count, smelts, w->stations);
    const struct lack named = {.name = made.what}, fuel = {.fuel = true};
    if (made.cause == CAUSE_NONE)
        return true;
    if (made.cause == CAUSE_NO_MATERIAL)
        return lacks(w, &named, PLAN_FAULT_COUNT, PLAN_FAULT_MISSING, made.what, made.missing);
    if (made.cause == CAUSE_NO_STATION)
        return lacks(w, &named, -1, PLAN_FAULT_STATION, made.what, 1);
    if (made.cause == CAUSE_NO_FUEL)
        return lacks(w, &fuel, PLAN_FAULT_FUEL, PLAN_FAULT_FUEL, "fuel", 1);
    return faults(w, made.cause == CAUSE_NO_ROOM ? PLAN_FAULT_ROOM : PLAN_FAULT_WAY, -1, item->name, 0);
}

/* What drops at times, as often as its percentage says. */
struct share {
    const recipe_item *item;
    int percent;
};

static bool by_share(void *data, const struct recipe_drop *drop)
{
    struct share *s = data;
    if (drop->item != s->item)
        return false;
    s->percent += drop->percent;
    bool comes = s->percent >= 100;
    s->percent -= comes ? 100 : 0;
    return comes;
}

static struct foresee_result get_from(struct walk *w, const recipe_source *source, const recipe_item *item, int count,
                                      const recipe_item *tool)
{
    struct foresee_result got = {.cause = CAUSE_NONE};
    struct share share = {item, 0};
    for (int i = 0; stock_count(&w->stock, item) < count && got.cause == CAUSE_NONE && i < 100 * FORESEE_COUNT_MAX; i++) {
        got = foresee_get(&w->stock, source, 1, tool, by_share, &share);
        if (*got.broke)
            g_ptr_array_add(w->broken, (gpointer)recipes_item(w->r, got.broke));
    }
    return got;
}

static bool lacks_tool(struct walk *w, const recipe_source *source, const recipe_item *tool, const char *what)
{
    const struct lack named = {.name = tool ? tool->name : NULL, .kind = source->tool, .level = source->level};
    if (tool && stock_slot_of(&w->stock, tool)) /* it is there, and too weak */
        return faults(w, PLAN_FAULT_TOOL, -1, what, 1);
    if (has_broken(w, &named))
        return lacks(w, &named, PLAN_FAULT_WEAR, PLAN_FAULT_WEAR, what, 1);
    return lacks(w, &named, -1, PLAN_FAULT_TOOL, what, 1);
}

static bool get(struct walk *w, const struct plan_goal *goal, const recipe_item *item)
{
    const GPtrArray *sources = recipes_sources_of(w->r, item);
    const recipe_item *tool = goal->tool && *goal->tool ? recipes_item(w->r, goal->tool) : NULL;
    const recipe_source *nearest = NULL;
    struct foresee_result got = {.cause = CAUSE_NO_RECIPE};
    if (goal->tool && *goal->tool && !tool)
        return faults(w, PLAN_FAULT_UNKNOWN, -1, goal->tool, 0);
    for (guint i = 0; sources && i < sources->len && got.cause != CAUSE_NONE; i++) {
        const recipe_source *source = sources->pdata[i];
        if ((guint)source->way != (guint)goal->kind)
            continue;
        stock before = w->stock;
        struct foresee_result own = get_from(w, source, item, goal->count, tool);
        if (own.cause != CAUSE_NONE)
            w->stock = before;
        if (!nearest || own.cause == CAUSE_NONE) {
            nearest = source;
            got = own;
        }
    }
    if (got.cause == CAUSE_NONE)
        return true;
    if (!nearest)
        return faults(w, PLAN_FAULT_WAY, -1, item->name, 0);
    if (got.cause == CAUSE_NO_ROOM)
        return faults(w, PLAN_FAULT_ROOM, -1, "", 0);
    return lacks_tool(w, nearest, tool, got.what);
}

static bool walk_goal(struct walk *w)
{
    const struct plan_goal *goal = &w->goals[w->at];
    const recipe_item *item = goal->item ? recipes_item(w->r, goal->item) : NULL;
    int have = item ? stock_count(&w->stock, item) : 0;
    if (goal->kind == PLAN_DO)
        return true;
    if (!item)
        return faults(w, PLAN_FAULT_UNKNOWN, -1, goal->item ? goal->item : "", 0);
    if (goal->kind == PLAN_EQUIP) {
        const struct lack named = {.name = item->name};
        if (!item->equips)
            return faults(w, PLAN_FAULT_WAY, -1, item->name, 0);
        return have > 0 || lacks(w, &named, -1, PLAN_FAULT_MISSING, item->name, 1);
    }
    if (have >= goal->count)
        return true;
    if (goal->kind == PLAN_CRAFT || goal->kind == PLAN_SMELT)
        return make(w, item, goal->count - have, goal->kind == PLAN_SMELT);
    return get(w, goal, item);
}

struct plan_check plan_check(const recipes *r, const stock *begin, const GPtrArray *stations, const struct plan_goal *goals,
                             guint n, stock *ret_after)
{
    g_autoptr(GPtrArray) broken = g_ptr_array_new();
    struct walk w = {
        .r = r, .goals = goals, .n = n, .stock = *begin, .stations = stations, .broken = broken, .check = {.by = -1}};
    for (; w.at < n; w.at++) {
        bool ok = walk_goal(&w);
        if (ret_after)
            ret_after[w.at] = w.stock;
        if (!ok)
            break;
    }
    return w.check;
}

guint plan_check_mend(const recipes *r, const stock *begin, const GPtrArray *stations, struct plan_goal *goals, guint n,
                      struct plan_check *ret_check)
{
    g_autofree struct plan_goal *kept = g_memdup2(goals, n * sizeof *goals);
    guint mends = 0;
    *ret_check = plan_check(r, begin, stations, goals, n, NULL);
    const struct plan_check first = *ret_check;
    while (ret_check->fault != PLAN_FAULT_NONE && ret_check->fault != PLAN_FAULT_ORDER && ret_check->by >= 0) {
        struct plan_goal *by = &goals[ret_check->by];
        by->count += MAX(1, ret_check->missing);
        if (++mends > MENDS_MAX || by->count > FORESEE_COUNT_MAX)
            break;
        *ret_check = plan_check(r, begin, stations, goals, n, NULL);
    }
    if (ret_check->fault == PLAN_FAULT_NONE)
        return mends;
    if (n)
        memcpy(goals, kept, n * sizeof *goals);
    *ret_check = first;
    return 0;
}

char *plan_check_text(const struct plan_check *c, const struct plan_goal *goals, gint64 number, gint64 by)
{
    const struct plan_goal *goal = c->fault == PLAN_FAULT_NONE ? NULL : &goals[c->goal];
    GString *out = g_string_new(NULL);
    if (!goal)
        return g_string_free(out, FALSE);
    g_string_append_printf(out, "goal %" G_GINT64_FORMAT ", %s %d %s: ", number, plan_kind_name(goal->kind), goal->count,
                           goal->item ? goal->item : "");
    if (c->fault == PLAN_FAULT_UNKNOWN)
        g_string_append_printf(out, "there is no %s here", c->what);
    else if (c->fault == PLAN_FAULT_WAY)
        g_string_append_printf(out, "%s is not got in that way", c->what);
    else if (c->fault == PLAN_FAULT_MISSING)
        g_string_append_printf(out, "%d %s missing, and no goal gets any", c->missing, c->what);
    else if (c->fault == PLAN_FAULT_COUNT)
        g_string_append_printf(out, "%d %s too few (goal %" G_GINT64_FORMAT " gets them)", c->missing, c->what, by);
    else if (c->fault == PLAN_FAULT_STATION)
        g_string_append_printf(out, "it is made with a %s, and no goal gets one", c->what);
    else if (c->fault == PLAN_FAULT_TOOL)
        g_string_append_printf(out, "it takes a %s", c->what);
    else if (c->fault == PLAN_FAULT_ORDER)
        g_string_append_printf(out, "it needs %s, which goal %" G_GINT64_FORMAT " gets too late", c->what, by);
    else if (c->fault == PLAN_FAULT_WEAR)
        g_string_append_printf(out, "its tool breaks before it is done, and another %s is needed", c->what);
    else
        g_string_append(out, c->fault == PLAN_FAULT_FUEL ? "there is too little fuel" : "the inventory is full");
    return g_string_free(out, FALSE);
}
