/* The options, and what the baselines of the paper make of them. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/world/plan_check.h"

#include <string.h>

#define WORLD "world:"

const struct option_row jarvis_options[] = {
    {NULL, "baseline", OPTION_CHOICE, "jarvis", 0, 0, "jarvis|deps|inner_monologue|react|gpt",
     "what `auto` means below: gpt plans once; react plans before each goal; inner_monologue is told what failed, too; deps "
     "explains "
     "failures and plans anew after them alone; jarvis has memory and check, too"},
    {NULL, "retrieval", OPTION_CHOICE, "auto", 0, 0, "auto|picture+query|text+query|text|off",
     "how plans are found in memory: by the task's text, also by goals thought backward from it, ordered by picture and state"},
    {NULL, "check", OPTION_CHOICE, "auto", 0, 0, "auto|model|exact|both|off",
     "who checks a plan before it is carried out: the model, the recipes of the world, both"},
    {NULL, "explain", OPTION_CHOICE, "auto", 0, 0, "auto|on|off", "on: a failure is explained before the next plan"},
    {NULL, "feedback", OPTION_CHOICE, "auto", 0, 0, "auto|on|off", "off: a plan is not told what failed"},
    {NULL, "reason", OPTION_CHOICE, "auto", 0, 0, "auto|plan|goal", "goal: the plan is made anew before each goal"},
    {NULL, "replans", OPTION_INT, "10", 0, 1000, NULL, "plans after a failure, before the run fails; gpt has none"},
    {NULL, "stall", OPTION_INT, "3", 1, 1000, NULL,
     "how often in a row a goal may fail, or a plan be flawed, for the same reason with the same inventory before you are asked; "
     "without a console the run fails then"},
    {NULL, "tries", OPTION_INT, "6", 1, 1000, NULL, "times that calls are chosen for a goal before it fails"},
    {NULL, "depth", OPTION_INT, "3", 1, 10, NULL, "levels of goals that are thought backward from the task"},
    {NULL, "k", OPTION_INT, "5", 1, 50, NULL, "plans of memory that a plan is told"},
    {NULL, "threshold", OPTION_REAL, "0.1", 0, 1, NULL, "least likeness of a remembered goal to what is asked for"},
    {NULL, "memory", OPTION_CHOICE, "on", 0, 0, "on|read|off",
     "read: plans are told, and none is remembered; off: nor are any told (reins plans)"},
    {NULL, "until", OPTION_INT, "0", 0, 4e18, NULL,
     "plans are told that were remembered up to that time, in microseconds since 1970; 0 = all. reins learn sets it for a round"},
    {NULL, "recipes", OPTION_WORLD, "", 0, 0, NULL, "the world whose recipes check=exact and both go by; empty = the display's"},
    {NULL, "game_steps", OPTION_INT, "12000", 1, 10000000, NULL,
     "steps of the game, where it tells them and no limit of its own, before the run fails"},
    {NULL, "propose", OPTION_INT, "0", 0, JARVIS_PROPOSED_MAX, NULL,
     "so many tasks are chosen out of the task's list (TASK, TASK, …), and the run ends with them as its reason; 0 = a task is "
     "done"},
    {0},
};
static const char *option(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

const char *jarvis_setting(const struct run *run, const char *key)
{
    static const struct {
        const char *key, *values[5];
    } rows[] = {{"retrieval", {"picture+query", "off", "off", "off", "off"}},
                {"check", {"model", "off", "off", "off", "off"}},
                {"explain", {"on", "on", "off", "off", "off"}},
                {"feedback", {"on", "on", "on", "off", "off"}},
                {"reason", {"plan", "plan", "goal", "goal", "plan"}}};
    static const char *const baselines[] = {"jarvis", "deps", "inner_monologue", "react", "gpt"};
    const char *value = option(run, key), *baseline = option(run, "baseline");
    for (gsize i = 0; i < G_N_ELEMENTS(rows) && g_str_equal(value, "auto"); i++)
        for (gsize k = 0; g_str_equal(rows[i].key, key) && k < G_N_ELEMENTS(baselines); k++)
            value = g_str_equal(baselines[k], baseline) ? rows[i].values[k] : value;
    return value;
}

const recipes *jarvis_world(const struct run *run)
{
    static recipes *kept;
    static char *kept_name;
    const char *display = run->options->display, *named = option(run, "recipes");
    bool world = display && g_str_has_prefix(display, WORLD);
    g_autofree char *name = *named  ? g_strdup(named)
                            : world ? g_strndup(display + strlen(WORLD), strcspn(display + strlen(WORLD), "?"))
                                    : g_strdup("");
    if (!*name)
        return NULL;
    if (g_strcmp0(name, kept_name) != 0) {
        g_clear_pointer(&kept, recipes_free);
        kept = recipes_load(name, NULL);
        g_free(kept_name);
        kept_name = g_strdup(name);
    }
    return kept;
}

const recipes *jarvis_recipes(const struct run *run)
{
    const char *check = jarvis_setting(run, "check");
    return g_str_equal(check, "exact") || g_str_equal(check, "both") ? jarvis_world(run) : NULL;
}
