/* reins learn: an agent does the tasks of a pool, again and again, in a fast world, and remembers. */

#include "tui/cli/learn.h"

#include "config/config.h"
#include "config/task_file.h"
#include "engine/agents/agent.h"
#include "engine/display/target.h"
#include "engine/modules/module.h"
#include "engine/run/options.h"
#include "engine/world/recipes.h"
#include "engine/world/world.h"
#include "memory/plans.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_STEPS 2000 /* of a run, where nothing says it */
#define SEEDS 20
#define EPOCHS 4
#define BATCH 4
#define NOT_GIVEN G_MININT64
#define DEMO "brains/demo.lua" /* what [brain demo] ships with */

static const char about[] =
    "An agent does the tasks of a pool in a fast world (reins-world(7)), and remembers plans for its goals. A pool is a folder "
    "of\n"
    "task files, or a file that lists them (reins-task(5)); the group [world] of a task says what is there at the beginning.\n"
    "Runs go side by side and share one store. What was done is in the store: a learning that was ended in any way goes on with\n"
    "--resume. You grant the acts of all its runs when you begin it.\n\n"
    "  reins learn --agent gitm --practice --pool DIR --seeds 20 --jobs 2   each goal until five successes\n"
    "  reins learn --agent gitm --evaluate --pool DIR --seeds 40            measures, and remembers nothing\n"
    "  reins learn --agent jarvis --curriculum proposed --pool DIR --jobs 4 --epochs 4\n"
    "                                                                       rounds of tasks that it proposes itself\n"
    "  reins learn --resume                                                 goes on with the newest\n"
    "  reins learn --table 3                                                what has come of learning 3";

static void asked_clear(struct learn_asked *a)
{
    g_free(a->agent);
    g_free(a->pool);
    g_free(a->display);
    g_free(a->brain);
    g_free(a->curriculum);
    g_strfreev(a->set);
}

/* ---- the pool ---- */

static struct learn_task *read_task(const struct learn_asked *a, const char *path, GError **error)
{
    g_autoptr(task_file) t = task_file_load(path, error);
    if (!t)
        return NULL;
    g_autofree char *named = t->world.name ? g_strconcat("world:", t->world.name, NULL) : NULL;
    const char *display = a->display ? a->display : named;
    if (!display_target_world(display)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "%s: a learning works in a world alone, where nobody is asked for each act, and %s%s is none (give --display "
                    "world:NAME, or name= in [world] of the task)",
                    path, display ? "--display " : "the task's display", display ? display : "");
        return NULL;
    }
    struct learn_task *task = g_new0(struct learn_task, 1);
    *task = (struct learn_task){.path = g_strdup(path),
                                .goal = g_strdup(t->instruction),
                                .group = g_strdup(t->group ? t->group : ""),
                                .display = g_strdup(display),
                                .ground = g_strdup(t->ground)};
    return task;
}

static enum learn_way way_of(const struct learn_asked *a)
{
    return a->practice                                 ? LEARN_PRACTICE
           : a->evaluate                               ? LEARN_EVALUATE
           : g_strcmp0(a->curriculum, "proposed") == 0 ? LEARN_PROPOSE
           : g_strcmp0(a->curriculum, "random") == 0   ? LEARN_RANDOM
                                                       : LEARN_LISTED;
}

/* Its tasks (with a curriculum of a file: those of that), each with its world. Error: a file is wrong, or a task is not done in a
 * world. Caller unrefs. */
static GPtrArray *read_pool(const struct learn_asked *a, GError **error)
{
    g_autoptr(GPtrArray) pool = g_ptr_array_new_with_free_func((GDestroyNotify)learn_task_free);
    g_autoptr(GPtrArray) paths = task_file_list(way_of(a) == LEARN_LISTED ? a->curriculum : a->pool, error);
    for (guint i = 0; paths && i < paths->len; i++) {
        struct learn_task *task = read_task(a, paths->pdata[i], error);
        if (!task)
            return NULL;
        g_ptr_array_add(pool, task);
    }
    return paths ? g_steal_pointer(&pool) : NULL;
}

static void add(GPtrArray *words, const char *option, const char *value)
{
    if (value)
        g_ptr_array_add(words, g_strdup_printf("--%s=%s", option, value));
}

static void add_number(GPtrArray *words, const char *option, gint64 value)
{
    g_ptr_array_add(words, g_strdup_printf("--%s=%" G_GINT64_FORMAT, option, value));
}

static bool sets(const struct learn_asked *a, const char *key)
{
    for (guint i = 0; a->set && a->set[i]; i++)
        if (g_str_has_prefix(a->set[i], key))
            return true;
    return false;
}

/* What is the same for all its runs. */
static void add_run(GPtrArray *words, const struct learn_asked *a)
{
    add(words, "agent", a->agent);
    add(words, "brain", a->brain);
    for (guint i = 0; a->set && a->set[i]; i++)
        add(words, "set", a->set[i]);
    if (a->max_cost >= 0)
        g_ptr_array_add(words, g_strdup_printf("--max-cost=%g", a->max_cost));
}

static bool has_option(const char *agent, const char *key, const char *value)
{
    const struct agent *one = agent_find(agent);
    for (const struct option_row *row = one ? one->options : NULL; row && row->key; row++)
        if (g_str_equal(row->key, key) && (!value || (row->allowed && strstr(row->allowed, value))))
            return true;
    return false;
}

char **learn_words(const struct learn_asked *a, const struct learn_next *next, gint64 known_us, gint64 episode)
{
    const struct learn_task *task = next->task;
    GPtrArray *words = g_ptr_array_new();
    bool proposal = g_str_equal(task->path, LEARN_PROPOSAL);
    g_autoptr(task_file) t = proposal ? NULL : task_file_load(task->path, NULL);
    g_autofree char *display = display_target_world_with(task->display, next->seed, -1, NULL, NULL);
    g_ptr_array_add(words, g_strdup("run"));
    g_ptr_array_add(words, g_strdup("--headless"));
    g_ptr_array_add(words, g_strdup("--detach")); /* a console may take it over */
    g_ptr_array_add(words, g_strdup("--mode=step"));
    add(words, "task", proposal ? NULL : task->path);
    add(words, "display", display);
    add_run(words, a);
    if (a->evaluate && !sets(a, "memory="))
        add(words, "set", "memory=read");
    if (known_us && !sets(a, "until=") && has_option(a->agent, "until", NULL))
        g_ptr_array_add(words, g_strdup_printf("--set=until=%" G_GINT64_FORMAT, known_us));
    if (a->max_steps || !t || !t->max_steps)
        add_number(words, "max-steps", a->max_steps ? a->max_steps : MAX_STEPS);
    add_number(words, "episode", episode);
    if (proposal)
        g_ptr_array_add(words, g_strdup_printf("--set=propose=%" G_GINT64_FORMAT, a->batch));
    if (proposal)
        g_ptr_array_add(words, g_strdup(task->goal));
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

/* ---- the words ---- */

static GArray *entries_of(struct learn_asked *a)
{
    const GOptionEntry all[] = {
        {"agent", 0, 0, G_OPTION_ARG_STRING, &a->agent, "the agent that learns", "NAME"},
        {"practice", 0, 0, G_OPTION_ARG_NONE, &a->practice,
         "each task until it has succeeded five times, so that a reference plan is made of it", NULL},
        {"evaluate", 0, 0, G_OPTION_ARG_NONE, &a->evaluate, "each task with each seed; no plan is remembered", NULL},
        {"curriculum", 0, 0, G_OPTION_ARG_FILENAME, &a->curriculum,
         "rounds of tasks: those that the agent proposes out of the pool (proposed), by chance (random), or in the order of FILE",
         "proposed|random|FILE"},
        {"epochs", 0, 0, G_OPTION_ARG_INT64, &a->epochs, "rounds go on for so many times the pool; default 4", "N"},
        {"batch", 0, 0, G_OPTION_ARG_INT64, &a->batch, "tasks of a round; default 4", "N"},
        {"memory-max", 0, 0, G_OPTION_ARG_INT64, &a->memory_max,
         "plans of its own runs that stay at most: those beyond are withdrawn, first what failed or was used least", "M"},
        {"pool", 0, 0, G_OPTION_ARG_FILENAME, &a->pool, "task files: a folder, or a file that lists them", "DIR"},
        {"seeds", 0, 0, G_OPTION_ARG_INT64, &a->seeds, "a task is tried with so many seeds at most; default 20", "N"},
        {"seed", 0, 0, G_OPTION_ARG_INT64, &a->seed, "the first seed; default 1", "S"},
        {"jobs", 0, 0, G_OPTION_ARG_INT64, &a->jobs, "runs side by side; default 1", "J"},
        {"display", 0, 0, G_OPTION_ARG_STRING, &a->display, "the world, where the tasks name none: world:NAME", "DISPLAY"},
        {"brain", 0, 0, G_OPTION_ARG_STRING, &a->brain, "as for reins run; needed where reins.ini has the demo's alone", "NAME"},
        {"set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->set, "an option of the agent, as for reins run", "KEY=VALUE"},
        {"max-steps", 0, 0, G_OPTION_ARG_INT64, &a->max_steps, "steps of a run; default: the task's, else 2000", "N"},
        {"max-cost", 0, 0, G_OPTION_ARG_DOUBLE, &a->max_cost, "cost of a run, as for reins run", "USD"},
        {"resume", 0, 0, G_OPTION_ARG_NONE, &a->resume, "go on with LEARNING, or the newest; --jobs may be another", NULL},
        {"table", 0, 0, G_OPTION_ARG_NONE, &a->table, "only print what has come of LEARNING, or the newest", NULL},
        {"yes", 0, 0, G_OPTION_ARG_NONE, &a->yes, "grant the acts of all runs without being asked", NULL},
        {"plain", 0, 0, G_OPTION_ARG_NONE, &a->plain, "print lines, also on a terminal", NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document at the end", NULL},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GArray *entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    g_array_append_vals(entries, all, G_N_ELEMENTS(all));
    return entries;
}

/* What makes it this learning: all but what may be another when it goes on. */
static char *words_of(const struct learn_asked *a)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) line = g_string_new("learn");
    g_autofree char *pool = a->pool ? g_canonicalize_filename(a->pool, NULL) : NULL;
    g_autofree char *list = way_of(a) == LEARN_LISTED ? g_canonicalize_filename(a->curriculum, NULL) : g_strdup(a->curriculum);
    add_run(words, a);
    add(words, "pool", pool);
    add(words, "display", a->display);
    add(words, "curriculum", list);
    if (!list)
        g_ptr_array_add(words, g_strdup(a->practice ? "--practice" : "--evaluate"));
    add_number(words, "epochs", a->epochs);
    add_number(words, "batch", a->batch);
    add_number(words, "memory-max", a->memory_max);
    add_number(words, "seeds", a->seeds);
    add_number(words, "seed", a->seed);
    add_number(words, "jobs", a->jobs);
    if (a->max_steps)
        add_number(words, "max-steps", a->max_steps);
    for (guint i = 0; i < words->len; i++) {
        g_autofree char *quoted = g_shell_quote(words->pdata[i]);
        g_string_append_printf(line, " %s", quoted);
    }
    return g_strdup(line->str);
}

static bool read_words(const char *line, struct learn_asked *a, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autoptr(GArray) entries = entries_of(a);
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_add_main_entries(context, (const GOptionEntry *)(void *)entries->data, NULL);
    return g_shell_parse_argv(line, NULL, &argv, error) && g_option_context_parse_strv(context, &argv, error);
}

/* The fault of what is asked for; NULL = none. Caller frees. */
static char *fault(const struct learn_asked *a)
{
    if (!a->agent)
        return g_strdup("give --agent, one that remembers plans");
    if (!agent_find(a->agent))
        return g_strdup_printf("no agent %s (reins run --help lists them)", a->agent);
    if ((a->practice != 0) + (a->evaluate != 0) + (a->curriculum != NULL) != 1)
        return g_strdup("give --practice, or --evaluate, or --curriculum");
    if (way_of(a) == LEARN_PROPOSE && !has_option(a->agent, "propose", NULL))
        return g_strdup_printf("the agent %s proposes no tasks (--curriculum random, or a file)", a->agent);
    if (way_of(a) == LEARN_LISTED && !g_file_test(a->curriculum, G_FILE_TEST_EXISTS))
        return g_strdup_printf("--curriculum is proposed, random, or a file that lists tasks: there is no file %s",
                               a->curriculum);
    if (a->epochs < 1 || a->epochs > LEARN_EPOCHS_MAX)
        return g_strdup_printf("--epochs is 1 to %d", LEARN_EPOCHS_MAX);
    if (a->batch < 1 || a->batch > LEARN_BATCH_MAX)
        return g_strdup_printf("--batch is 1 to %d", LEARN_BATCH_MAX);
    if (a->memory_max < 0)
        return g_strdup("--memory-max is a number from 0");
    if (!a->pool && way_of(a) != LEARN_LISTED)
        return g_strdup("give --pool, a folder of task files (reins-task(5))");
    if (a->evaluate && !has_option(a->agent, "memory", "read"))
        return g_strdup_printf("the agent %s cannot be evaluated: it has no option memory=read", a->agent);
    if (a->display && (strstr(a->display, "seed=") || strstr(a->display, "file=")))
        return g_strdup("leave seed= and file= out of --display: each run has its own (--seed, --seeds)");
    if (a->seeds < 1 || a->seeds > LEARN_SEEDS_MAX || a->seed < 0 || a->seed + a->seeds > G_MAXUINT32)
        return g_strdup_printf("--seeds is 1 to %d, --seed a number from 0", LEARN_SEEDS_MAX);
    if (a->jobs < 1 || a->jobs > LEARN_JOBS_MAX)
        return g_strdup_printf("--jobs is 1 to %d", LEARN_JOBS_MAX);
    return a->max_steps < 0 ? g_strdup("--max-steps is a number from 1") : NULL;
}

/* ---- the store ---- */

static memory *open_store(bool make, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    memory *m = dir ? memory_open(dir, make, error) : NULL;
    if (!m && error && !*error)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no learning yet");
    return m;
}

/* The pool as a task of its own. */
static struct learn_task *proposal_of(const GPtrArray *pool)
{
    g_autoptr(GString) goals = g_string_new(NULL);
    for (guint i = 0; i < pool->len; i++)
        g_string_append_printf(goals, "%s%s", i ? ", " : "", ((const struct learn_task *)pool->pdata[i])->goal);
    struct learn_task *task = g_new0(struct learn_task, 1);
    *task = (struct learn_task){.path = g_strdup(LEARN_PROPOSAL),
                                .goal = g_strdup(goals->str),
                                .group = g_strdup(""),
                                .display = g_strdup(((const struct learn_task *)pool->pdata[0])->display)};
    return task;
}

static bool read_learning(struct learn_run *r, const struct learn_asked *a, GError **error)
{
    r->asked = a;
    r->l.way = way_of(a);
    r->l.seed = a->seed;
    r->l.seeds = a->seeds;
    r->l.epochs = a->epochs;
    r->l.batch = a->batch;
    r->l.left = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    r->l.pool = read_pool(a, error);
    r->l.propose = r->l.pool && r->l.way == LEARN_PROPOSE ? proposal_of(r->l.pool) : NULL;
    r->l.episodes = r->l.pool ? memory_episodes(r->m, r->id, error) : NULL;
    return r->l.episodes != NULL;
}

/* Some module has no brain of its own in reins.ini. */
static bool asks_run_brain(const config *cfg, const struct module *modules)
{
    bool asks = false;
    for (guint m = 0; m < module_count(modules); m++) {
        const char *own = config_find(cfg, "modules", modules[m].form.name);
        asks = asks || !own || !*own;
    }
    return asks;
}

/* The brain is there; the one that reins.ini has where nobody chose plays the demo alone. */
static bool has_brain(const struct learn_asked *a, const config *cfg, GError **error)
{
    const char *name = a->brain ? a->brain : config_string(cfg, "run", "brain");
    if (!a->brain && !asks_run_brain(cfg, agent_find(a->agent)->modules))
        return true;
    g_autoptr(brain_profile) brain = config_brain(cfg, name, error);
    if (brain && !a->brain && g_str_equal(brain->kind, "lua") && g_strcmp0(brain->script, DEMO) == 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "give --brain, or brain= in [run] of reins.ini: the brain %s plays the demo alone, and cannot answer %s",
                    name, a->agent);
        return false;
    }
    return brain != NULL;
}

/* The task's world is there, and has what it is to begin with. *made: that of the task before, or NULL. */
static bool has_world(const struct learn_task *task, recipes **made, GError **error)
{
    g_auto(display_target) target = {0};
    g_autoptr(task_file) t = g_str_equal(task->path, LEARN_PROPOSAL) ? NULL : task_file_load(task->path, NULL);
    const char *biome = t ? t->world.biome : NULL, *inventory = t ? t->world.inventory : NULL;
    g_autofree char *display = display_target_world_with(task->display, -1, -1, biome, inventory);
    if (!display_target_read(display, &target, error))
        return false;
    if (!*made || !g_str_equal((*made)->name, target.host)) {
        g_clear_pointer(made, recipes_free);
        *made = recipes_load(target.host, error);
    }
    return *made && world_check_begin(*made, target.world.give, target.world.biome, error);
}

/* As reins run does. */
static bool takes_settings(const struct learn_asked *a, GError **error)
{
    g_autoptr(run_options) o = g_new0(run_options, 1);
    o->agent = g_strdup(a->agent);
    return run_options_set(o, a->set, error);
}

/* The options fit the agent, the brain is there, and the world of each task: what its runs would find out one by one. */
static bool can_begin(const struct learn_run *r, GError **error)
{
    g_autoptr(config) cfg = config_load(error);
    g_autoptr(recipes) made = NULL;
    bool ok = cfg && takes_settings(r->asked, error) && has_brain(r->asked, cfg, error);
    for (guint i = 0; ok && i < r->l.pool->len; i++) {
        const struct learn_task *task = r->l.pool->pdata[i];
        ok = has_world(task, &made, error);
        if (!ok)
            g_prefix_error(error, "%s: ", task->path);
    }
    return ok;
}

static void run_clear(struct learn_run *r)
{
    g_clear_pointer(&r->l.pool, g_ptr_array_unref);
    g_clear_pointer(&r->l.propose, learn_task_free);
    g_clear_pointer(&r->l.episodes, g_ptr_array_unref);
    g_clear_pointer(&r->l.left, g_hash_table_unref);
}

/* A person says once what no card asks. */
static bool agrees(const struct learn_run *r)
{
    char answer[16] = "";
    if (r->asked->yes)
        return true;
    fprintf(stderr,
            "Up to %" G_GINT64_FORMAT " runs will act in a world of reins' own, without asking for each act, also while you are "
            "away.\nNothing else is fired. ",
            (gint64)r->l.pool->len * (learning_rounds(&r->l) ? r->l.epochs : r->l.seeds));
    if (r->asked->memory_max)
        fprintf(stderr,
                "Of the plans that they remember in a world, those beyond %" G_GINT64_FORMAT
                " are withdrawn (--memory-max); other "
                "plans stay.\n",
                r->asked->memory_max);
    fputs("Begin? [y/N] ", stderr);
    return fgets(answer, sizeof answer, stdin) && g_ascii_tolower(*answer) == 'y';
}

static int print(struct learn_run *r, GError **error)
{
    g_autofree char *without = learn_without_reference(&r->l, r->m, error);
    struct memory_learning *now = without ? memory_learning_get(r->m, r->id, error) : NULL;
    if (!now)
        return EXIT_FAILED;
    g_autofree char *text = r->asked->json ? learn_json(now, &r->l, without) : learn_text_tables(&r->l, memory_terminal_width());
    if (!r->asked->json)
        printf("\nlearning %" G_GINT64_FORMAT ": %s%s%s%s\n", r->id,
               now->ended_us ? "all is done" : "not all is done (reins learn --resume goes on)",
               *without ? "; memory has no reference plan of: " : "", without,
               *without ? " (what worked: reins plans list)" : "");
    int code = memory_print(text, r->asked->json);
    memory_learning_free(now);
    return code;
}

/* Each goal of a practice has its successes. */
static bool is_learnt(const struct learning *l)
{
    bool all = true;
    for (guint i = 0; i < l->pool->len && all && l->way == LEARN_PRACTICE; i++) {
        const struct learn_task *task = l->pool->pdata[i];
        all = learn_is_practised(l, task);
    }
    return all;
}

static int work(struct learn_run *r)
{
    g_autoptr(GError) error = NULL;
    int lock = memory_learning_lock(r->m, r->id, &error);
    r->screen = !r->asked->json && !r->asked->plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool ok = lock >= 0 && learn_run(r, &error);
    int code = ok ? print(r, &error) : EXIT_FAILED;
    if (lock >= 0)
        close(lock);
    if (error)
        return cli_fail(error);
    return code ? code : !learning_is_done(&r->l) ? EXIT_STOPPED : is_learnt(&r->l) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- the command ---- */

static int begin_new(struct learn_run *r, struct learn_asked *a)
{
    g_autoptr(GError) error = NULL;
    if (!a->yes && !isatty(STDIN_FILENO))
        return cli_usage("learn: without a terminal to ask on it needs --yes, which grants the acts of all its runs");
    r->m = open_store(true, &error);
    if (!r->m || !read_learning(r, a, &error) || !can_begin(r, &error))
        return cli_fail(error);
    if (!agrees(r))
        return EXIT_STOPPED;
    g_autofree char *words = words_of(a);
    r->l.begun_us = g_get_real_time();
    const struct memory_learning learning = {.at_us = r->l.begun_us, .agent = a->agent, .words = words};
    return memory_learning_add(r->m, &learning, &r->id, &error) ? work(r) : cli_fail(error);
}

static int take_up(struct learn_run *r, struct learn_asked *a, const char *word)
{
    g_autoptr(GError) error = NULL;
    gint64 id = 0;
    if (word && !g_str_equal(word, "last") && !g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, &id, NULL))
        return cli_usage("learn: \"%s\" is not a learning (a number, or last)", word);
    r->m = open_store(false, &error);
    struct memory_learning *before = r->m ? memory_learning_get(r->m, id, &error) : NULL;
    if (!before)
        return cli_fail(error);
    const struct learn_asked now = *a;
    r->id = before->id;
    r->l.begun_us = before->at_us;
    bool ok = read_words(before->words, a, &error);
    a->jobs = now.jobs == NOT_GIVEN ? a->jobs : now.jobs;
    memory_learning_free(before);
    g_autofree char *wrong = ok ? fault(a) : NULL;
    if (wrong)
        return cli_usage("learn: %s", wrong);
    if (!ok || !read_learning(r, a, &error) || (!a->table && !can_begin(r, &error)))
        return cli_fail(error);
    if (!a->table && !a->yes && !isatty(STDIN_FILENO))
        return cli_usage("learn: without a terminal to ask on it needs --yes, which grants the acts of all its runs");
    if (!a->table)
        return agrees(r) ? work(r) : EXIT_STOPPED;
    int code = print(r, &error);
    return error ? cli_fail(error) : code;
}

int cli_learn(int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct learn_asked a = {
        .seed = 1, .seeds = NOT_GIVEN, .jobs = NOT_GIVEN, .epochs = NOT_GIVEN, .batch = NOT_GIVEN, .max_cost = -1};
    __attribute__((cleanup(run_clear))) struct learn_run r = {0};
    g_autoptr(GArray) entries = entries_of(&a);
    int code = EXIT_DONE;
    if (!cli_options(&argc, &argv, (const GOptionEntry *)(void *)entries->data, "[LEARNING]", about, &code))
        return code;
    if (a.resume || a.table) {
        if (a.agent || a.pool || a.practice || a.evaluate || a.curriculum || a.seeds != NOT_GIVEN)
            return cli_usage("learn: --resume and --table take a learning as it was begun (leave its other options out)");
        if (argc > 2)
            return cli_usage("learn: --resume and --table take one learning");
        code = take_up(&r, &a, argv[1]);
    } else {
        a.seeds = a.seeds == NOT_GIVEN ? SEEDS : a.seeds;
        a.jobs = a.jobs == NOT_GIVEN ? 1 : a.jobs;
        a.epochs = a.epochs == NOT_GIVEN ? EPOCHS : a.epochs;
        a.batch = a.batch == NOT_GIVEN ? BATCH : a.batch;
        g_autofree char *wrong = argc > 1 ? g_strdup("takes no word but with --resume and --table") : fault(&a);
        code = wrong ? cli_usage("learn: %s", wrong) : begin_new(&r, &a);
    }
    g_clear_pointer(&r.m, memory_close);
    return code;
}
