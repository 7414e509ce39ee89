/* A goal taken apart: what its way burns, by what is known of fuel. */

#include "engine/agents/gitm/goals.h"

#include "engine/modules/counts.h"

/* In the words of `reins knowledge build` (engine/world/recipes.c). */
enum { SMELTED, BURNS, GOT, FORMS };
static const char *const forms[FORMS] = {
    [SMELTED] = "^[0-9]+ (\\S+) is smelted from (.*) and fuel",
    [BURNS] = "(?:^|; )(\\S+) is fuel for ([0-9]+)",
    [GOT] = "^(\\S+) is got by \\w+ \\S+( with a )?",
};

/* NULL = the text says something else. */
static GMatchInfo *match(int form, const char *text)
{
    static GRegex *compiled[FORMS]; /* a world has thousands of texts */
    GMatchInfo *found = NULL;
    if (!compiled[form])
        compiled[form] = g_regex_new(forms[form], 0, 0, NULL);
    if (g_regex_match(compiled[form], text, 0, &found))
        return found;
    g_match_info_free(found);
    return NULL;
}

/* The material of its recipe, where the object is smelted in this way; NULL = in another. Caller frees. */
static char *smelted_from(const struct goal_way *way, const GPtrArray *texts)
{
    g_autoptr(GPtrArray) names = counts_names(way->material);
    for (guint i = 0; i < texts->len; i++) {
        g_autoptr(GMatchInfo) found = match(SMELTED, texts->pdata[i]);
        g_autofree char *object = found ? g_match_info_fetch(found, 1) : NULL,
                        *from = found ? g_match_info_fetch(found, 2) : NULL;
        for (guint k = 0; object && g_str_equal(object, way->object) && k < names->len; k++)
            if (g_strrstr(from, names->pdata[k]))
                return g_steal_pointer(&from);
    }
    return NULL;
}

/* How long each fuel burns; and the one that is easiest to get: found without a tool before found, then what burns longest. */
static void learn_fuels(struct goals *g, const GPtrArray *texts)
{
    g_autoptr(GHashTable) ease = counts_new(); /* 1: found; 2: without a tool */
    gint64 best = 0;
    for (guint i = 0; i < texts->len; i++) {
        g_autoptr(GMatchInfo) burns = match(BURNS, texts->pdata[i]), got = match(GOT, texts->pdata[i]);
        g_autofree char *fuel = burns ? g_match_info_fetch(burns, 1) : NULL, *n = burns ? g_match_info_fetch(burns, 2) : NULL;
        g_autofree char *found = got ? g_match_info_fetch(got, 1) : NULL, *with = got ? g_match_info_fetch(got, 2) : NULL;
        if (fuel && goal_is_name(fuel))
            counts_set(g->fuels, fuel, CLAMP(g_ascii_strtoll(n, NULL, 10), 1, GOALS_COUNT_MAX));
        if (found)
            counts_set(ease, found, MAX(counts_get(ease, found), with && *with ? 1 : 2));
    }
    g_autoptr(GPtrArray) names = counts_names(g->fuels);
    for (guint i = 0; i < names->len; i++) {
        gint64 worth = counts_get(ease, names->pdata[i]) * 2 * GOALS_COUNT_MAX + counts_get(g->fuels, names->pdata[i]);
        if (worth > best) {
            best = worth;
            mind_set_string(&g->fuel, names->pdata[i]);
        }
    }
}

void goals_know_fuel(struct goals *g, struct goal_way *way, const GPtrArray *texts)
{
    g_autofree char *from = smelted_from(way, texts);
    if (!from)
        return;
    learn_fuels(g, texts);
    g_hash_table_remove(way->material, "fuel"); /* that is no thing */
    g_autoptr(GPtrArray) names = counts_names(way->material);
    way->burns = true;
    for (guint i = 0; i < names->len; i++)
        if (counts_get(g->fuels, names->pdata[i]) > 0 && !g_strrstr(from, names->pdata[i]))
            way->burns = false; /* the decomposer has counted it as material */
}

void goals_take_fuel(struct goals *g, struct goal_way *way, const struct goals *from)
{
    const struct goal_way *same = goals_way(from, way->object);
    g_hash_table_unref(g->fuels);
    g->fuels = counts_copy(from->fuels);
    mind_set_string(&g->fuel, from->fuel);
    way->burns = same && same->burns;
    if (way->burns)
        g_hash_table_remove(way->material, "fuel"); /* as goals_know_fuel() does */
}
