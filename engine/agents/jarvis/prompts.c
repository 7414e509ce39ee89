/* What the prompts are told. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/modules/prompt.h"
#include "engine/eye/eye.h"
#include "engine/modules/counts.h"
#include "engine/modules/display_state.h"
#include "engine/modules/situation.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"

static bool some(const char *text)
{
    return text && *text;
}

static const char *option(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

const char *const jarvis_names[] = {"conditions", "place", "known",  "inventory", "depth",       "memory",   "seen",
                                    "done",       "plan",  "flaw",   "goal",      "explanation", "feedback", "acted",
                                    "count",      "pool",  "worked", "failed",    NULL};

void jarvis_read_state(const struct run *run, struct display_state *ret_state)
{
    const screen *s = run->look->observation ? run->look->observation->screen : NULL;
    display_state_read(s ? s->state : NULL, ret_state);
}

static char *quoted(const char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    if (!some(text))
        return NULL;
    g_ptr_array_add(one, (gpointer)text);
    return prompt_quoted(one);
}

/* "I can see a cow in the forest.", of all that the display tells (3.2: sentences made of keywords, of which the picture
 * chooses). */
static char *conditions(const struct display_state *state)
{
    g_autoptr(GPtrArray) sentences = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; state->near && i < state->near->len; i++)
        g_ptr_array_add(sentences, g_strdup_printf("I can see %s%s%s.", (const char *)state->near->pdata[i],
                                                   some(state->biome) ? " in the " : "", some(state->biome) ? state->biome : ""));
    return sentences->len ? prompt_quoted(sentences) : NULL;
}

static char *joined(const GPtrArray *texts)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++)
        g_string_append_printf(out, "%s%s", i ? "\n" : "", (const char *)texts->pdata[i]);
    return g_string_free(out, FALSE);
}

char *jarvis_pool(const struct run *run)
{
    g_auto(GStrv) tasks = g_strsplit_set(run->options->task ? run->options->task : "", ",\n", -1);
    GString *out = g_string_new(NULL);
    for (char **t = tasks; *t; t++)
        if (*g_strstrip(*t))
            g_string_append_printf(out, "%s%s", out->len ? "\n" : "", *t);
    return g_string_free(out, FALSE);
}

/* Goals of memory may be in anybody's words. */
static char *known_text(const struct jarvis *m)
{
    g_auto(GStrv) lines = g_strsplit(m->known ? m->known : "", "\n", -1);
    g_autoptr(GPtrArray) goals = g_ptr_array_new();
    for (char **line = lines; *line; line++)
        g_ptr_array_add(goals, *line);
    return prompt_quoted(goals);
}

void jarvis_values(const struct run *run, const void *mind, struct prompt_values *v)
{
    const struct jarvis *m = mind;
    g_auto(display_state) state = {0};
    const struct jarvis_goal *goal = jarvis_find(m, m->at), *next = goal ? goal : jarvis_next(m);
    jarvis_read_state(run, &state);
    bool told = g_str_equal(jarvis_setting(run, "feedback"), "on");
    prompt_put(v, "conditions", conditions(&state));
    prompt_put(v, "place", quoted(state.place));
    prompt_put(v, "known", known_text(m));
    g_autofree char *inventory = counts_text(m->inventory);
    prompt_put(v, "inventory", m->told || *inventory ? g_strdup(*inventory ? inventory : "empty") : NULL);
    prompt_put(v, "depth", g_strdup(option(run, "depth")));
    prompt_put(v, "memory", jarvis_recalled_text(m));
    prompt_put(v, "seen", quoted(m->seen));
    prompt_put(v, "done", joined(m->did));
    prompt_put(v, "plan", jarvis_plan_text(m));
    prompt_put(v, "flaw", quoted(m->flaw));
    prompt_put(v, "goal", next ? jarvis_goal_text(next) : NULL);
    prompt_put(v, "explanation", g_strdup(m->explanation));
    prompt_put(v, "feedback", some(m->failure) ? (told ? quoted(m->failure) : NULL) : quoted(m->acts.feedback));
    prompt_put(v, "acted", plan_acts_did(&m->acts));
    prompt_put(v, "count", g_strdup(option(run, "propose")));
    bool proposes = option_int(option(run, "propose")) > 0;
    prompt_put(v, "pool", proposes ? jarvis_pool(run) : NULL);
    prompt_put(v, "worked", proposes ? g_strdup(m->known) : NULL);
    prompt_put(v, "failed", proposes ? g_strdup(m->flaw) : NULL);
}
