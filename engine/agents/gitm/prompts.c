/* What the prompts of GITM are told. */

#include "engine/agents/gitm/gitm.h"

#include "engine/modules/prompt.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/modules/situation.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"

const char *const gitm_names[] = {"target",    "tree",  "defect", "knowledge", "goal",      "info",    "material", "tool",
                                  "inventory", "place", "done",   "feedback",  "reference", "sources", "folded",   NULL};

void gitm_state(const struct run *run, struct display_state *ret_state)
{
    const screen *s = run->look->observation ? run->look->observation->screen : NULL;
    display_state_read(s ? s->state : NULL, ret_state);
}

static char *quoted(const char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    if (!text || !*text)
        return NULL;
    g_ptr_array_add(one, (gpointer)text);
    return prompt_quoted(one);
}

static void goal_values(const struct gitm *m, const struct goal *goal, struct prompt_values *v)
{
    const struct goal_way *way = goals_way(&m->goals, goal->object);
    g_autoptr(GHashTable) material = goals_material(&m->goals, goal);
    /* what is kept for other goals is there, too */
    gint64 total = MAX(goal->count, goals_have(&m->goals, m->inventory, goal->object) + goal->get);
    prompt_put(v, "goal", g_strdup_printf("%s, %" G_GINT64_FORMAT " in the inventory at the end", goal->object, total));
    prompt_put(v, "info", way ? g_strdup(way->info) : NULL);
    g_autofree char *uses = counts_text(material);
    prompt_put(v, "material",
               goals_burns(&m->goals, goal)
                   ? g_strdup_printf("%s; and fuel for %" G_GINT64_FORMAT, uses, goals_burns(&m->goals, goal))
                   : g_steal_pointer(&uses));
    prompt_put(v, "tool", g_strdup(goals_tool(&m->goals, goal)));
}

/* The goals above the one that is asked about: what it is for. */
static char *tree_told(const struct gitm *m)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    GString *out = g_string_new(NULL);
    goals_rows(&m->goals, rows);
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = rows->pdata[i];
        g_string_append_printf(out, "%s%*s%s: %s", i ? "\n" : "", 2 * row->depth, "", row->text, board_state_name(row->state));
    }
    return g_string_free(out, FALSE);
}

void gitm_values(const struct run *run, const void *mind, struct prompt_values *v)
{
    const struct gitm *m = mind;
    g_auto(display_state) state = {0};
    const struct goal *goal = m->at ? goals_row(&m->goals, m->at) : NULL, *asked = goals_unknown(&m->goals);
    gitm_state(run, &state);
    if (goal)
        goal_values(m, goal, v);
    prompt_put(v, "target",
               m->read && asked ? g_strdup_printf("%s, %" G_GINT64_FORMAT, asked->object, MAX(1, asked->get)) : NULL);
    prompt_put(v, "tree", m->read ? tree_told(m) : NULL);
    prompt_put(v, "defect", g_strdup(m->defect));
    prompt_put(v, "knowledge", g_strdup(m->knowledge));
    prompt_put(v, "inventory", m->told || g_hash_table_size(m->inventory) ? counts_text(m->inventory) : NULL);
    prompt_put(v, "place", quoted(state.place));
    prompt_put(v, "done", plan_acts_did(&m->acts));
    prompt_put(v, "feedback", gitm_is_on(run, "feedback") ? quoted(m->acts.feedback) : NULL);
    prompt_put(v, "reference", g_strdup(m->reference_text));
    prompt_put(v, "sources", g_strdup(m->sources));
    prompt_put(v, "folded", g_strdup(m->fold));
}

bool gitm_is_on(const struct run *run, const char *key)
{
    return g_str_equal(run_option(run->options, run->cfg, key), "on");
}
