#include "engine/run/options.h"

#include "config/rules.h"
#include "config/profile.h"
#include "config/task_file.h"
#include "engine/agents/agent.h"
#include "engine/display/target.h"
#include "engine/gate/rules.h"
#include "memory/memory.h"

#include <math.h>
#include <string.h>

#define SANDBOX_MIN 200
#define SANDBOX_MAX 8192
#define NO_COST (-G_MAXDOUBLE) /* --max-cost, or --max-minutes, was not given */

static const char *const modes[] = {"step", "risk", "watch", "dry", NULL};

/* "Reasoning loop: cradle (gather, …), direct (…)"; static. */
static const char *about_agents(void)
{
    g_autoptr(GString) text = g_string_new("Reasoning loop: ");
    for (const struct agent *const *a = agents; *a; a++)
        g_string_append_printf(text, "%s%s%s%s%s", a == agents ? "" : ", ", (*a)->name, (*a)->about ? " (" : "",
                               (*a)->about ? (*a)->about : "", (*a)->about ? ")" : "");
    return g_intern_string(text->str);
}

static bool one_of(const char *what, const char *value, const char *const *allowed, GError **error)
{
    if (g_strv_contains(allowed, value))
        return true;
    g_autofree char *list = g_strjoinv(", ", (char **)allowed);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "no %s '%s' (there is: %s)", what, value, list);
    return false;
}

#define SANDBOX_VNC "vnc:"
#define SANDBOX_XEPHYR "xephyr:"

static bool parse_size(const char *text, run_options *o, GError **error)
{
    char *end = NULL;
    o->vnc = g_str_has_prefix(text, SANDBOX_VNC);
    o->xephyr = g_str_has_prefix(text, SANDBOX_XEPHYR);
    const gsize kind = o->vnc ? strlen(SANDBOX_VNC) : o->xephyr ? strlen(SANDBOX_XEPHYR) : 0;
    gint64 width = g_ascii_strtoll(text + kind, &end, 10);
    gint64 height = *end == 'x' ? g_ascii_strtoll(end + 1, &end, 10) : 0;
    if (*end || width < SANDBOX_MIN || height < SANDBOX_MIN || width > SANDBOX_MAX || height > SANDBOX_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "--sandbox '%s' is not a size (WxH, vnc:WxH or xephyr:WxH in pixels, %d to %d, e.g. 1280x720)", text,
                    SANDBOX_MIN, SANDBOX_MAX);
        return false;
    }
    o->width = (int)width;
    o->height = (int)height;
    return true;
}

GPtrArray *run_options_rules(const run_options *o, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
    for (guint i = 0; o->rules && o->rules[i]; i++) {
        g_autofree char *name = g_strdup_printf("session-%u", i + 1);
        struct rule *r = rule_from_words(name, o->rules[i], error);
        if (!r)
            return NULL;
        g_ptr_array_add(list, r);
    }
    if (list->len <= RULES_MAX)
        return g_steal_pointer(&list);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "more than %d --rule", RULES_MAX);
    return NULL;
}

/* Also the key names, which only the gate knows. */
static bool check_rules(const run_options *o, GError **error)
{
    g_autoptr(GPtrArray) list = run_options_rules(o, error);
    g_autoptr(rules) compiled = list ? rules_new(NULL, NULL, list, error) : NULL;
    return compiled != NULL;
}

static bool check(run_options *o, const config *cfg, const char *sandbox, GError **error)
{
    const char *size = sandbox ? sandbox : config_string(cfg, "run", "sandbox");
    if (sandbox && o->display) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--display and --sandbox exclude each other (give one)");
        return false;
    }
    if (o->wm && o->display) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--wm needs a sandbox: display %s has its own", o->display);
        return false;
    }
    if (o->json && !o->tasks) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--json needs --tasks (--headless speaks JSON)");
        return false;
    }
    if (o->tasks && (o->task_file || o->report || o->detach || o->episode)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--tasks excludes --task, --report, --detach and --episode");
        return false;
    }
    if (o->report && !g_str_has_prefix(o->brain, "replay:")) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--report needs --brain replay:RUN");
        return false;
    }
    if (o->max_steps < 1 || o->max_steps > G_MAXINT || !isfinite(o->max_cost) || o->max_cost < 0 || !isfinite(o->max_minutes) ||
        o->max_minutes < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "--max-steps must be at least 1, --max-cost and --max-minutes numbers that are at least 0");
        return false;
    }
    g_autofree const char **names = agent_names();
    if (!parse_size(size, o, error) || !one_of("mode", o->mode, modes, error) || !one_of("agent", o->agent, names, error) ||
        !run_options_set(o, NULL, error) || !check_rules(o, error))
        return false;
    g_autoptr(brain_profile) brain = config_brain(cfg, o->brain, error);
    return brain != NULL;
}

/* The display that is named, or $DISPLAY where `outer` says that this counts, too. */
static bool choose_display(run_options *o, bool outer, GError **error)
{
    g_auto(display_target) target = {0};
    if (!o->display && !outer)
        return true;
    if (!display_target_read(o->display, &target, error))
        return false;
    const bool of_task = o->task_file && g_strcmp0(o->app, o->task_file->app) == 0;
    const char *app = of_task ? "app= of the task file" : "--app";
    if (o->app && target.acts) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s does not start a program in a world (leave it out)", app);
        return false;
    }
    if (o->app && target.touch) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "%s does not start a program on a phone (leave it out: what is in front there is meant)", app);
        return false;
    }
    if (o->app && target.kind == DISPLAY_VNC) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "%s does not start a program on a VNC screen (start it there yourself and leave it out, or use a sandbox)",
                    app);
        return false;
    }
    if (target.name) {
        g_free(o->display);
        o->display = g_steal_pointer(&target.name);
    }
    return true;
}

static bool check_fork(const run_options *o, GError **error)
{
    const struct fork_options *f = &o->fork;
    const char *wrong = NULL;
    if (f->from == 0 && f->before == 0)
        wrong =
            f->anew || f->replay || o->display || o->brain ? "needs --from STEP or --before STEP, which make a new run" : NULL;
    else if (f->from && f->before)
        wrong = "--from and --before exclude each other: --from continues after the step, --before decides it again";
    else if (f->from < 0 || f->before < 0)
        wrong = "a step is a number from 1 on (reins memory steps RUN lists them)";
    else if (f->anew && !f->before)
        wrong = "--anew needs --before: after a step the model is asked in any case";
    else if (!f->replay == !o->display)
        wrong = "say how the display gets there: --display :N (you have prepared it) or --replay (the recorded actions are fired "
                "again in a sandbox)";
    if (!wrong)
        return true;
    bool which = f->from == 0 && f->before == 0;
    const char *option = f->anew ? "--anew " : f->replay ? "--replay " : o->display ? "--display " : "--brain ";
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s%s", which ? option : "", wrong);
    return false;
}

/* A number, or last. */
static bool read_run(const char *word, gint64 *ret_run, GError **error)
{
    g_autofree char *dir = g_str_equal(word, "last") ? config_data_dir(error) : NULL;
    g_autoptr(memory) store = dir ? memory_open(dir, false, error) : NULL;
    return !(error && *error) && memory_run_named(store, word, ret_run, error);
}

/* "replay:last" names the run by its number from here on. */
static bool take_replayed(run_options *o, GError **error)
{
    gint64 run;
    if (g_strcmp0(o->brain, "replay:last") != 0)
        return true;
    if (!read_run("last", &run, error))
        return false;
    g_free(o->brain);
    o->brain = g_strdup_printf("replay:%" G_GINT64_FORMAT, run);
    return true;
}

static char *or_copy(char *given, const char *otherwise)
{
    return given ? given : g_strdup(otherwise);
}

/* Where in a world the task is done. */
static bool take_world(run_options *o, const struct task_world *w, GError **error)
{
    g_autofree char *named = w->name ? g_strconcat("world:", w->name, NULL) : NULL;
    const char *text = o->display ? o->display : named;
    if (!display_target_world(text)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "the task is done in a world, and %s%s is none (give --display world:NAME)", text ? "--display " : "$DISPLAY",
                    text ? text : "");
        return false;
    }
    char *display = display_target_world_with(text, -1, w->limit, w->biome, w->inventory);
    g_free(o->display);
    o->display = display;
    return true;
}

/* What the command line says comes before the file. */
static bool take_task_file(run_options *o, const char *path, char **sandbox, GError **error)
{
    o->task_file = task_file_load(path, error);
    const task_file *t = o->task_file;
    if (!t)
        return false;
    o->task = g_strdup(t->instruction);
    o->app = or_copy(o->app, t->app);
    o->profile = or_copy(o->profile, t->profile);
    *sandbox = or_copy(*sandbox, o->display ? NULL : t->sandbox);
    if (!o->max_steps_given && t->max_steps)
        o->max_steps = t->max_steps;
    if (!o->max_cost_given && t->max_cost > 0)
        o->max_cost = t->max_cost;
    if (!o->max_minutes_given)
        o->max_minutes = t->max_minutes;
    return !t->world.given || take_world(o, &t->world, error);
}

static bool take_words(run_options *o, char **rest, bool resume, GError **error)
{
    guint n = rest ? g_strv_length(rest) : 0;
    const char *file = o->tasks ? "--tasks" : o->task_file ? "--task" : NULL;
    if (file && n == 0)
        return true;
    if (file) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s has the instruction: leave the task '%s' out", file, rest[0]);
        return false;
    }
    if (n != 1) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    resume ? "give one run to resume (reins memory runs lists them)"
                           : "give one task, in quotes: reins run … \"compute 12 × 34\" (or --task FILE)");
        return false;
    }
    if (!resume) {
        if (!*g_strstrip(rest[0]) || !g_utf8_validate(rest[0], -1, NULL) || strlen(rest[0]) > 10000) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the task must be some UTF-8 text of at most 10000 bytes");
            return false;
        }
        o->task = g_strdup(rest[0]);
        return true;
    }
    return read_run(rest[0], &o->resume, error);
}

/* What GOption fills in: it has gboolean, and words that are looked at before they are kept. */
struct given {
    run_options *o;
    char *sandbox, *task, **rest;
    gboolean headless, detach, explain, anew, replays, trust, json;
};

static void given_clear(struct given *g)
{
    g_free(g->sandbox);
    g_free(g->task);
    g_strfreev(g->rest);
}

static GArray *entries_of(struct given *g, bool resume)
{
    run_options *o = g->o;
    const GOptionEntry all[] = {
        {"headless", 0, 0, G_OPTION_ARG_NONE, &g->headless,
         "No console: events on stdout, commands on stdin, one JSON object a line", NULL},
        {"detach", 0, 0, G_OPTION_ARG_NONE, &g->detach, "With --headless: at end-of-file pause and wait for reins attach", NULL},
        {"mode", 0, 0, G_OPTION_ARG_STRING, &o->mode,
         resume ? "Gate: step, risk, watch, dry (default: step, or dry if the run was dry)"
                : "Gate: step (every action asks), risk (from a tier on), watch (only tier 3), dry (nothing is fired)",
         "MODE"},
        {"max-steps", 0, 0, G_OPTION_ARG_INT64, &o->max_steps, "Stop after N steps (exit 4)", "N"},
        {"max-cost", 0, 0, G_OPTION_ARG_DOUBLE, &o->max_cost,
         "Pause (headless: stop, exit 4) when the model has cost this much; 0 = no limit", "USD"},
        {"max-minutes", 0, 0, G_OPTION_ARG_DOUBLE, &o->max_minutes,
         "Stop so long after the start or the resume (exit 4); 0 = no limit", "N"},
        {"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->set,
         "Set an option of the agent, over [agent NAME] of reins.ini (may be repeated)", "KEY=VALUE"},
        {"record", 0, 0, G_OPTION_ARG_FILENAME, &o->record,
         "Record each answer of a model that comes over the network, and what display and hand said, in a cassette; --brain and "
         "--display cassette:FILE play it",
         "FILE"},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &g->rest, NULL, NULL},
    };
    const GOptionEntry fresh[] = {
        {"task", 0, 0, G_OPTION_ARG_FILENAME, &g->task,
         "Take the task from this file: instruction, program, start state, limits, success check (reins-task(5))", "FILE"},
        {"tasks", 0, 0, G_OPTION_ARG_FILENAME, &o->tasks,
         "Run the task files of this folder, or of this file with one a line, one after the other; then say how each ended",
         "FILE|FOLDER"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &g->json, "With --tasks: say it as JSON", NULL},
        {"display", 0, 0, G_OPTION_ARG_STRING, &o->display,
         "Work on this display: X (:N), VNC (vnc:HOST:N), a phone (adb:SERIAL), a world (world:NAME), or a recorded one "
         "(cassette:FILE)",
         "DISPLAY"},
        {"sandbox", 0, 0, G_OPTION_ARG_STRING, &g->sandbox,
         "Work in a sandbox of this size: an Xvfb display, with vnc: a VNC screen, with xephyr: a window on your display",
         "[vnc:|xephyr:]WxH"},
        {"app", 0, 0, G_OPTION_ARG_STRING, &o->app, "Start this program on the display", "CMD"},
        {"wm", 0, 0, G_OPTION_ARG_STRING, &o->wm, "Window manager of the sandbox (default: the profile's, else openbox)",
         "NAME|none"},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &o->profile, "Application profile (default: the one named like the program)",
         "NAME"},
        {"brain", 0, 0, G_OPTION_ARG_STRING, &o->brain,
         "Use this brain: a [brain NAME] of reins.ini, or a recording: replay:RUN, cassette:FILE[,as=NAME]", "NAME"},
        {"report", 0, 0, G_OPTION_ARG_FILENAME, &o->report,
         "With --brain replay:RUN: write where this run departs from that one, step by step, as JSON", "FILE"},
        {"agent", 0, 0, G_OPTION_ARG_STRING, &o->agent, about_agents(), "NAME"},
        {"rule", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->rules,
         "Add a rule for this run that denies or asks, as 'deny key=ctrl+w' (may be repeated)", "RULE"},
        {"episode", 0, 0, G_OPTION_ARG_INT64, &o->episode, "Do this episode of a learning (reins learn gives it)", "N"},
        {"explain", 0, 0, G_OPTION_ARG_NONE, &g->explain, "Print for each proposal the rule and the evidence that set its tier",
         NULL},
    };
    const GOptionEntry fork[] = {
        {"from", 0, 0, G_OPTION_ARG_INT64, &o->fork.from,
         "Make a new run that remembers RUN up to and including this step, and continues after it", "STEP"},
        {"before", 0, 0, G_OPTION_ARG_INT64, &o->fork.before,
         "Make a new run that decides this step again: the same proposal comes to the gate again", "STEP"},
        {"anew", 0, 0, G_OPTION_ARG_NONE, &g->anew, "With --before: ask the model again in that step, too", NULL},
        {"display", 0, 0, G_OPTION_ARG_STRING, &o->display, "For a new run: use this display, which you have prepared", ":N"},
        {"replay", 0, 0, G_OPTION_ARG_NONE, &g->replays,
         "For a new run: use a sandbox, where the recorded actions of RUN are fired again, through the gate", NULL},
        {"brain", 0, 0, G_OPTION_ARG_STRING, &o->brain, "For a new run: use another brain", "NAME"},
        {"trust", 0, 0, G_OPTION_ARG_NONE, &g->trust,
         "Resume also an imported run, whose program, rules and working memory come from someone else", NULL},
    };
    GArray *entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    g_array_append_vals(entries, all, G_N_ELEMENTS(all));
    g_array_append_vals(entries, resume ? fork : fresh, resume ? G_N_ELEMENTS(fork) : G_N_ELEMENTS(fresh));
    return entries;
}

GArray *run_options_entries(bool resume)
{
    run_options none = {0};
    struct given g = {.o = &none};
    return entries_of(&g, resume);
}

run_options *run_options_parse(const config *cfg, int argc, char **argv, bool resume, char **ret_help, GError **error)
{
    g_autoptr(run_options) o = g_new0(run_options, 1);
    __attribute__((cleanup(given_clear))) struct given g = {.o = o};
    g_autoptr(GArray) entries = entries_of(&g, resume);
    o->max_steps = -1;
    o->max_cost = NO_COST;
    o->max_minutes = NO_COST;
    g_autoptr(GOptionContext) context = g_option_context_new(resume ? "RUN" : "\"TASK\"");
    g_option_context_set_summary(context, resume
                                              ? "Continues a run from its last committed step. With --from or --before: a new "
                                                "run (a fork) that remembers it up to there; RUN itself is not changed."
                                              : "Runs an agent on a display; a person approves, edits or rejects each action.");
    g_option_context_set_description(context, "Exit codes: 0 success, 1 failed or error, 2 wrong usage, 3 the environment lacks "
                                              "something, 4 stopped or out of budget.");
    g_option_context_add_main_entries(context, (const GOptionEntry *)(void *)entries->data, NULL);
    g_option_context_set_help_enabled(context, FALSE);
    for (int i = 1; i < argc; i++) {
        if (!g_str_equal(argv[i], "--help") && !g_str_equal(argv[i], "-h"))
            continue;
        *ret_help = g_option_context_get_help(context, TRUE, NULL);
        return g_steal_pointer(&o);
    }
    g_autoptr(GError) wrong = NULL;
    g_auto(GStrv) words = g_strdupv(argv);
    if (!g_option_context_parse_strv(context, &words, &wrong)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s (see reins %s --help)", wrong->message,
                    resume ? "resume" : "run");
        return NULL;
    }
    o->max_steps_given = o->max_steps != -1;
    o->max_cost_given = o->max_cost != NO_COST;
    o->max_minutes_given = o->max_minutes != NO_COST;
    if (!o->max_steps_given)
        o->max_steps = config_int(cfg, "run", "max_steps");
    if (!o->max_cost_given)
        o->max_cost = config_real(cfg, "run", "max_cost");
    if (!o->max_minutes_given)
        o->max_minutes = 0;
    o->headless = g.headless;
    o->detach = g.detach;
    o->explain = g.explain;
    o->json = g.json;
    o->fork.anew = g.anew;
    o->fork.replay = g.replays;
    o->trust = g.trust;
    if (g.detach && !g.headless) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--detach needs --headless (a console detaches by itself)");
        return NULL;
    }
    if ((g.task && !take_task_file(o, g.task, &g.sandbox, error)) || !take_words(o, g.rest, resume, error))
        return NULL;
    if (!o->display && !resume && !g.sandbox && !o->app && !o->tasks)
        o->display = profile_display(o->profile, NULL);
    /* of a new run: a sandbox where a size, a program or a task file is given, else $DISPLAY */
    if (!choose_display(o, !resume && !g.sandbox && !o->app && !g.task && !o->tasks, error))
        return NULL;
    if (resume)
        return (!o->mode || one_of("mode", o->mode, modes, error)) && check_fork(o, error) ? g_steal_pointer(&o) : NULL;
    if (!o->brain)
        o->brain = g_strdup(config_string(cfg, "run", "brain"));
    if (!o->agent)
        o->agent = g_strdup(config_string(cfg, "run", "agent"));
    if (!o->mode)
        o->mode = g_strdup(config_string(cfg, "run", "mode"));
    return take_replayed(o, error) && check(o, cfg, g.sandbox, error) ? g_steal_pointer(&o) : NULL;
}

void run_options_free(run_options *o)
{
    if (!o)
        return;
    char *owned[] = {o->report, o->tasks, o->record, o->task, o->display, o->app, o->profile, o->brain, o->agent, o->mode, o->wm};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(o->rules);
    g_strfreev(o->set);
    task_file_free(o->task_file);
    g_free(o);
}
