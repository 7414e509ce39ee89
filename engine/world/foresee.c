#include "engine/world/foresee.h"

#include <string.h>

static const char *const names[CAUSE_KINDS] = {
    [CAUSE_NONE] = "",
    [CAUSE_UNKNOWN] = "unknown",
    [CAUSE_NO_RECIPE] = "no_recipe",
    [CAUSE_NO_MATERIAL] = "no_material",
    [CAUSE_NO_STATION] = "no_station",
    [CAUSE_NO_TOOL] = "no_tool",
    [CAUSE_NO_FUEL] = "no_fuel",
    [CAUSE_NO_ROOM] = "no_room",
    [CAUSE_COUNT_WRONG] = "count_wrong",
    [CAUSE_NOT_FOUND] = "not_found",
    [CAUSE_NOT_VISIBLE] = "not_visible",
    [CAUSE_NOT_REACHED] = "not_reached",
    [CAUSE_WRONG_PLACE] = "wrong_place",
    [CAUSE_CONTROLLER] = "controller",
    [CAUSE_DIED] = "died",
    [CAUSE_TIME_OVER] = "time_over",
    [CAUSE_MALFORMED] = "malformed",
};
/* What the reader is told; %s: what, %d: how many. */
static const char *const sentences[CAUSE_KINDS] = {
    [CAUSE_NONE] = "",
    [CAUSE_UNKNOWN] = "there is no such thing here",
    [CAUSE_NO_RECIPE] = "nothing makes it, or gives it in this way",
    [CAUSE_NO_MATERIAL] = "material is missing",
    [CAUSE_NO_STATION] = "what it is made with is not at hand",
    [CAUSE_NO_TOOL] = "no tool that would do",
    [CAUSE_NO_FUEL] = "no fuel",
    [CAUSE_NO_ROOM] = "the inventory is full",
    [CAUSE_COUNT_WRONG] = "the count is below 1 or too large",
    [CAUSE_NOT_FOUND] = "it was not found on the way",
    [CAUSE_NOT_VISIBLE] = "it is not visible: explore for it",
    [CAUSE_NOT_REACHED] = "it is not within reach: approach it",
    [CAUSE_WRONG_PLACE] = "it cannot be done at this depth",
    [CAUSE_CONTROLLER] = "the body did not do it, although it could be done",
    [CAUSE_DIED] = "died, and lost the inventory",
    [CAUSE_TIME_OVER] = "no steps are left",
    [CAUSE_MALFORMED] = "no such act, or its arguments do not fit",
};

const char *world_cause_name(enum world_cause cause)
{
    return (guint)cause < CAUSE_KINDS ? names[cause] : NULL;
}

char *foresee_text(const struct foresee_result *r)
{
    GString *text = g_string_new(sentences[r->cause]);
    if (r->cause != CAUSE_NONE && *r->what && r->missing > 0)
        g_string_append_printf(text, " (%d %s)", r->missing, r->what);
    else if (r->cause != CAUSE_NONE && *r->what)
        g_string_append_printf(text, " (%s)", r->what);
    return g_string_free(text, FALSE);
}

static void say(struct foresee_result *r, enum world_cause cause, const char *what, int missing)
{
    r->cause = cause;
    r->missing = missing;
    g_strlcpy(r->what, what, sizeof r->what);
}

/* ---- making ---- */

static bool at_hand(const stock *s, const GPtrArray *stations, const recipe_item *item)
{
    return stock_count(s, item) > 0 || (stations && g_ptr_array_find((GPtrArray *)stations, item, NULL));
}

/* Each part is taken from a copy, so that two parts that fit the same items do not count them twice. */
static bool take_needs(stock *s, const recipe *one, struct foresee_result *ret)
{
    for (guint i = 0; i < one->needs->len; i++) {
        const struct recipe_part *part = &g_array_index(one->needs, struct recipe_part, i);
        int there = stock_count_part(s, part);
        if (there < part->count) {
            say(ret, CAUSE_NO_MATERIAL, recipe_part_name(part), part->count - there);
            return false;
        }
        stock_take_part(s, part, part->count);
    }
    return true;
}

/* Burns what burns longest first: coal, of which a plan has no other use. What is left of a piece is lost at the end of the act.
 */
static bool take_fuel(stock *s, int *left, struct foresee_result *ret)
{
    const recipe_item *best = NULL;
    if (*left > 0) {
        (*left)--;
        return true;
    }
    for (int i = 0; i < s->n; i++)
        if (s->slots[i].item->fuel > 0 && (!best || s->slots[i].item->fuel > best->fuel))
            best = s->slots[i].item;
    if (!best) {
        say(ret, CAUSE_NO_FUEL, "", 0);
        return false;
    }
    stock_take(s, best, 1);
    *left = best->fuel - 1;
    return true;
}

static bool make_once(stock *s, const recipe *one, const GPtrArray *stations, int *fuel, struct foresee_result *ret)
{
    stock after = *s;
    int burnt = *fuel;
    if (one->station && !at_hand(s, stations, one->station)) {
        say(ret, CAUSE_NO_STATION, one->station->name, 1);
        return false;
    }
    if (!take_needs(&after, one, ret) || (one->smelts && !take_fuel(&after, &burnt, ret)))
        return false;
    if (stock_room(&after, one->gives) < one->count) {
        say(ret, CAUSE_NO_ROOM, "", 0);
        return false;
    }
    stock_add(&after, one->gives, one->count);
    *s = after;
    *fuel = burnt;
    return true;
}

/* What the person or model is told where no recipe works: what the one that came nearest lacks. */
static bool nearer(const struct foresee_result *one, const struct foresee_result *best)
{
    static const int order[CAUSE_KINDS] = {
        [CAUSE_NO_ROOM] = 4, [CAUSE_NO_FUEL] = 3, [CAUSE_NO_MATERIAL] = 2, [CAUSE_NO_STATION] = 1};
    return order[one->cause] > order[best->cause] ||
           (one->cause == CAUSE_NO_MATERIAL && best->cause == CAUSE_NO_MATERIAL && one->missing < best->missing);
}

static bool make_by_any(const GPtrArray *all, stock *s, bool smelts, const GPtrArray *stations, int *fuel, int *ret_count,
                        struct foresee_result *ret)
{
    struct foresee_result why = {.cause = CAUSE_NO_RECIPE};
    for (guint i = 0; all && i < all->len; i++) {
        const recipe *one = g_ptr_array_index(all, i);
        struct foresee_result own = {.cause = CAUSE_NONE};
        if (one->smelts != smelts)
            continue;
        if (make_once(s, one, stations, fuel, &own)) {
            *ret_count = one->count;
            return true;
        }
        if (nearer(&own, &why))
            why = own;
    }
    say(ret, why.cause, why.what, why.missing);
    return false;
}

struct foresee_result foresee_make(const recipes *r, stock *s, const recipe_item *item, int count, bool smelts,
                                   const GPtrArray *stations)
{
    struct foresee_result result = {.cause = CAUSE_NONE};
    int fuel = 0, more = 0;
    if (count < 1 || count > FORESEE_COUNT_MAX) {
        say(&result, CAUSE_COUNT_WRONG, "", 0);
        return result;
    }
    while (result.made < count && make_by_any(recipes_of(r, item), s, smelts, stations, &fuel, &more, &result))
        result.made += more;
    return result;
}

/* ---- getting ---- */

static bool find_tool(stock *s, const recipe_source *source, const recipe_item *tool, struct stock_slot **ret_slot,
                      struct foresee_result *ret)
{
    *ret_slot = tool ? stock_slot_of(s, tool) : stock_tool(s, source->tool, source->level);
    if (tool && !*ret_slot) {
        say(ret, CAUSE_NO_TOOL, tool->name, 1);
        return false;
    }
    if (source->tool && (!*ret_slot || !recipe_tool_fits((*ret_slot)->item, source->tool, source->level))) {
        g_autofree char *what = g_strdup_printf("%s of level %d", source->tool, source->level);
        say(ret, CAUSE_NO_TOOL, what, 0);
        return false;
    }
    return true;
}

static bool room_for(const stock *s, const recipe_source *source)
{
    stock after = *s;
    bool room = true;
    for (guint i = 0; i < source->drops->len; i++) {
        const struct recipe_drop *drop = &g_array_index(source->drops, struct recipe_drop, i);
        room = room && stock_add(&after, drop->item, drop->count) == drop->count;
    }
    return room;
}

static bool get_once(stock *s, const recipe_source *source, const recipe_item *tool,
                     bool (*lucky)(void *data, const struct recipe_drop *drop), void *data, struct foresee_result *ret)
{
    struct stock_slot *slot = NULL;
    if (!find_tool(s, source, tool, &slot, ret))
        return false;
    if (!source->takes_tool && !room_for(s, source)) {
        say(ret, CAUSE_NO_ROOM, "", 0);
        return false;
    }
    const recipe_item *used = slot ? slot->item : NULL;
    if (slot && source->takes_tool)
        stock_take(s, used, 1);
    else if (slot && stock_wear(s, slot, 1))
        g_strlcpy(ret->broke, used->name, sizeof ret->broke);
    for (guint i = 0; i < source->drops->len; i++) {
        const struct recipe_drop *drop = &g_array_index(source->drops, struct recipe_drop, i);
        if (drop->percent == 100 || (lucky && lucky(data, drop)))
            stock_add(s, drop->item, drop->count);
    }
    return true;
}

struct foresee_result foresee_get(stock *s, const recipe_source *source, int count, const recipe_item *tool,
                                  bool (*lucky)(void *data, const struct recipe_drop *drop), void *data)
{
    struct foresee_result result = {.cause = CAUSE_NONE};
    if (count < 1 || count > FORESEE_COUNT_MAX) {
        say(&result, CAUSE_COUNT_WRONG, "", 0);
        return result;
    }
    while (result.made < count && get_once(s, source, tool, lucky, data, &result))
        result.made++;
    return result;
}
