/* The oracle over every item of a world, from nothing: how many it obtains within the world's limit (12,000 steps: GITM's ten
 * minutes), with the first seed and with any of SEEDS, and why not the others. BENCH_WORLDS="small /home/me/.config/reins/worlds/
 * minetest.ini": shipped ones by name, others by path; BENCH_SHOW=1 names each item. The paper obtains 262 items of Minecraft's
 * Overworld. */

#include "tests/e2e/driver_oracle.h"

#include <stdio.h>
#include <string.h>

#define SEEDS 10

static void count(GHashTable *reasons, const char *reason, const char *item)
{
    const char *before = g_hash_table_lookup(reasons, reason);
    g_hash_table_insert(reasons, g_strdup(reason), before ? g_strconcat(before, " ", item, NULL) : g_strdup(item));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The reasons that hold for several; the others are one line. */
static void say(GHashTable *reasons)
{
    g_autoptr(GList) names = g_list_sort(g_hash_table_get_keys(reasons), by_name);
    guint alone = 0;
    for (GList *at = names; at; at = at->next) {
        g_auto(GStrv) items = g_strsplit(g_hash_table_lookup(reasons, at->data), " ", -1);
        if (items[1])
            printf("    %4u  %s: %s …\n", g_strv_length(items), (char *)at->data, items[0]);
        else
            alone++;
    }
    printf("    %4u  each for a reason of its own (BENCH_SHOW=1)\n", alone);
}

static recipes *load(const char *name, GError **error)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!strchr(name, '/'))
        return recipes_load(name, error);
    return g_file_get_contents(name, &text, &length, error) ? recipes_parse(text, length, name, error) : NULL;
}

static void measure(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(recipes) r = load(name, &error);
    g_autoptr(GHashTable) reasons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    guint possible = 0, first = 0, any = 0, made = 0, later = 0;
    gint64 begun = g_get_monotonic_time();
    if (!r) {
        printf("  skipped: %s\n", error->message);
        return;
    }
    g_autoptr(oracle) o = oracle_new(r);
    for (guint i = 0; i < r->items->len; i++) {
        const recipe_item *item = r->items->pdata[i];
        g_autofree char *why = oracle_impossible(o, item);
        enum world_cause cause = CAUSE_NONE;
        bool got = false;
        for (guint64 seed = 1; !why && !got && seed <= SEEDS; seed++) {
            g_autoptr(world) w = world_new(r, seed, -1, -1);
            got = oracle_play(o, w, item, NULL, &cause);
            first += got && seed == 1;
        }
        g_autoptr(world) endless = world_new(r, 1, 0, -1);
        enum world_cause other = CAUSE_NONE;
        later += !why && !got && oracle_play(o, endless, item, NULL, &other);
        possible += !why;
        any += got;
        made += recipes_of(r, item) != NULL;
        if (!got)
            count(reasons, why ? why : world_cause_name(cause), item->name);
        if (!got && g_getenv("BENCH_SHOW"))
            printf("    %s: %s\n", item->name, why ? why : world_cause_name(cause));
    }
    printf("  %s: %u of %u items (%.1f %%) from nothing in %d steps, of %u that anything gives (%.1f %%); %u with seed 1; "
           "%u more without that limit; %u have a recipe; %.1f s\n",
           name, any, r->items->len, 100.0 * any / r->items->len, r->limit, possible, 100.0 * any / MAX(possible, 1), first,
           later, made, (double)(g_get_monotonic_time() - begun) / 1e6);
    say(reasons);
}

int main(void)
{
    const char *asked = g_getenv("BENCH_WORLDS");
    g_auto(GStrv) names = g_strsplit(asked ? asked : "small", " ", -1);
    for (guint i = 0; names[i]; i++)
        measure(names[i]);
    printf("  the paper (GITM, with its model, in Minecraft): 262 items of the Overworld\n");
    return 0;
}
