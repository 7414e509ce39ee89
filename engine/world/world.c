#include "engine/world/acting.h"

#include <string.h>

#define SLIP_STEPS 20    /* what a failure of the controller takes */
#define HUNGER_STEPS 600 /* one food less */
#define HEAL_STEPS 200   /* one health more when well fed, one less when starved */
#define WELL_FED 10
#define BESET 3 /* one of so many acts beside a hostile being is attacked */

world *world_new(const recipes *r, guint64 seed, int limit, int fail)
{
    world *w = g_new0(world, 1);
    w->seed = seed;
    w->limit = limit < 0 ? r->limit : limit;
    w->fail = fail < 0 ? r->fail : fail;
    w->recipes = r;
    w->health = w->food = WORLD_FULL;
    w->y = RECIPES_Y_GROUND;
    w->here.near = g_array_new(FALSE, TRUE, sizeof(struct world_thing));
    w->above.near = g_array_new(FALSE, TRUE, sizeof(struct world_thing));
    w->last.text = g_strdup("");
    world_spot_fill(w);
    return w;
}

void world_free(world *w)
{
    if (!w)
        return;
    g_array_unref(w->here.near);
    g_array_unref(w->above.near);
    g_free(w->last.text);
    g_free(w);
}

/* ---- the body ---- */

bool acting_fails(struct acting *a, enum world_cause cause, const char *what, int missing)
{
    a->result.cause = cause;
    a->result.missing = missing;
    g_autofree char *words = g_utf8_make_valid(what, -1); /* an act may have any bytes, the state is JSON */
    while (strlen(words) >= sizeof a->result.what)
        *g_utf8_find_prev_char(words, words + strlen(words)) = '\0';
    g_strlcpy(a->result.what, words, sizeof a->result.what);
    return false;
}

static bool has_died(struct acting *a)
{
    world *w = a->w;
    if (w->health > 0)
        return false;
    w->deaths++;
    w->stock.n = 0;
    w->held = NULL;
    memset(w->worn, 0, sizeof w->worn);
    w->health = w->food = WORLD_FULL;
    w->y = RECIPES_Y_GROUND;
    w->here.x = w->begin_x;
    w->here.z = w->begin_z;
    world_spot_clear(&w->above);
    world_spot_fill(w);
    a->dead = true;
    acting_fails(a, CAUSE_DIED, "", 0);
    return true;
}

/* Time passes. False: the body died of it. */
bool acting_spend(struct acting *a, int steps)
{
    world *w = a->w;
    int before = w->step;
    w->step += steps;
    w->food = MAX(0, w->food - (w->step / HUNGER_STEPS - before / HUNGER_STEPS));
    int beats = w->step / HEAL_STEPS - before / HEAL_STEPS;
    w->health += w->food > WELL_FED ? beats : w->food == 0 ? -beats : 0;
    w->health = MIN(w->health, WORLD_FULL);
    return !has_died(a);
}

bool acting_hurt(struct acting *a, int harm)
{
    for (int i = 0; i < WORLD_WORN; i++)
        harm -= a->w->worn[i] ? 1 : 0;
    a->w->health -= MAX(harm, 1);
    return !has_died(a);
}

/* What could be done does not succeed, as with a controller of arms and legs. */
bool acting_slips(struct acting *a)
{
    if (world_draw(a->w, 100) >= a->w->fail)
        return false;
    if (acting_spend(a, SLIP_STEPS))
        acting_fails(a, CAUSE_CONTROLLER, "", 0);
    return true;
}

/* ---- arguments ---- */

const char *acting_arg(const struct acting *a, const char *name)
{
    for (int i = 0; i < a->n; i++)
        if (g_str_equal(a->args[i].name, name))
            return a->args[i].value;
    return NULL;
}

bool acting_int(struct acting *a, const char *name, int fallback, int *ret)
{
    const char *value = acting_arg(a, name);
    gint64 n = fallback;
    if (value && !g_ascii_string_to_signed(value, 10, G_MININT32, G_MAXINT32, &n, NULL))
        return acting_fails(a, CAUSE_MALFORMED, name, 0);
    *ret = (int)n;
    return true;
}

bool acting_count(struct acting *a, int *ret)
{
    return acting_int(a, "count", 1, ret) &&
           ((*ret >= 1 && *ret <= FORESEE_COUNT_MAX) || acting_fails(a, CAUSE_COUNT_WRONG, "", 0));
}

/* An item by name; NULL without a failure: it is not given, and need not be. */
bool acting_item(struct acting *a, const char *name, bool needed, const recipe_item **ret)
{
    const char *value = acting_arg(a, name);
    *ret = value ? recipes_item(a->w->recipes, value) : NULL;
    if (!value)
        return !needed || acting_fails(a, CAUSE_MALFORMED, name, 0);
    return *ret || acting_fails(a, CAUSE_UNKNOWN, value, 0);
}

bool acting_unknown(struct acting *a, const char *name)
{
    const recipe_item *item = recipes_item(a->w->recipes, name);
    const GPtrArray *from = item ? recipes_sources_of(a->w->recipes, item) : NULL;
    g_autofree char *made = item && recipes_of(a->w->recipes, item) ? g_strdup_printf("%s is made, not found", name) : NULL;
    g_autofree char *comes =
        from ? g_strdup_printf("%s comes from %s", name, ((const recipe_source *)from->pdata[0])->name) : NULL;
    return acting_fails(a, CAUSE_UNKNOWN, comes ? comes : made ? made : name, 0);
}

/* A source, or what somebody has put there. */
static bool may_lie_about(const recipes *r, const char *name)
{
    const recipe_item *item = recipes_item(r, name);
    return recipes_sources_named(r, name) || (item && item->places && !recipes_sources_of(r, item));
}

/* The thing at this place that an act is for. */
bool acting_thing(struct acting *a, bool reached, struct world_thing **ret)
{
    const char *name = acting_arg(a, "object");
    if (!name)
        return acting_fails(a, CAUSE_MALFORMED, "object", 0);
    *ret = (struct world_thing *)world_near(a->w, name);
    if (!*ret)
        return may_lie_about(a->w->recipes, name) ? acting_fails(a, CAUSE_NOT_VISIBLE, name, 0) : acting_unknown(a, name);
    return !reached || (*ret)->reached || acting_fails(a, CAUSE_NOT_REACHED, name, 0);
}

/* ---- the table ---- */

static const struct {
    const char *name;
    bool (*act)(struct acting *a);
    const char *args[5];
} acts[] = {
    {"explore", acting_does_explore, {"object", "strategy"}},
    {"approach", acting_does_approach, {"object"}},
    {"mine", acting_does_mine, {"object", "count", "tool"}},
    {"attack", acting_does_attack, {"object", "count", "tool"}},
    {"apply", acting_does_apply, {"object", "count", "tool"}},
    {"dig_down", acting_does_dig_down, {"y", "tool"}},
    {"go_up", acting_does_go_up, {NULL}},
    {"craft", acting_does_craft, {"object", "count"}},
    {"smelt", acting_does_smelt, {"object", "count"}},
    {"equip", acting_does_equip, {"object"}},
    {"place", acting_does_place, {"object"}},
    {"build", acting_does_build, {"blueprint"}},
};

static bool read_args(struct acting *a, char **words, const char *const *known)
{
    for (int i = 0; words[i]; i++) {
        char *value = strchr(words[i], '=');
        if (!value || a->n == ACTING_ARGS_MAX)
            return acting_fails(a, CAUSE_MALFORMED, words[i], 0);
        *value = '\0';
        if (!g_strv_contains(known, words[i]) || acting_arg(a, words[i]) || !value[1])
            return acting_fails(a, CAUSE_MALFORMED, words[i], 0);
        a->args[a->n].name = words[i];
        a->args[a->n++].value = value + 1;
    }
    return true;
}

/* Who is at the same place, and neither light nor walls are between: at times it attacks while something else is done. */
static void beset(struct acting *a)
{
    world *w = a->w;
    for (guint i = 0; !w->here.light && !w->here.shelter && i < w->here.near->len; i++) {
        const recipe_source *s = world_source(w, g_array_index(w->here.near, struct world_thing, i).name, RECIPE_ATTACK);
        if (s && s->hostile && world_draw(w, BESET) == 0 && !acting_hurt(a, s->hit))
            return;
    }
}

static void do_one(struct acting *a, bool (*act)(struct acting *a))
{
    int before = a->w->step, deaths = a->w->deaths;
    act(a);
    if (a->w->step > before && a->w->deaths == deaths)
        beset(a);
}

static void do_act(struct acting *a, char **words)
{
    for (gsize i = 0; i < G_N_ELEMENTS(acts); i++) {
        if (!words[0] || !g_str_equal(words[0], acts[i].name))
            continue;
        if (!read_args(a, words + 1, acts[i].args))
            return;
        if (a->w->limit && a->w->step >= a->w->limit)
            acting_fails(a, CAUSE_TIME_OVER, "", 0);
        else
            do_one(a, acts[i].act);
        return;
    }
    acting_fails(a, CAUSE_MALFORMED, words[0] ? words[0] : "", 0);
}

struct foresee_result world_act(world *w, const char *act)
{
    struct acting a = {.w = w};
    g_auto(GStrv) words = g_strsplit(strlen(act) <= WORLD_ACT_MAX ? act : "", " ", -1);
    do_act(&a, words);
    if (w->held && !stock_slot_of(&w->stock, w->held))
        w->held = NULL;
    char *text = g_strdup(act);
    if (strlen(text) > WORLD_ACT_MAX)
        text[WORLD_ACT_MAX] = '\0';
    g_free(w->last.text);
    w->last.text = text;
    w->last.result = a.result;
    return a.result;
}
