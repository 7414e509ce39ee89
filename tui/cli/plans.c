/* reins plans: what agents did for their goals, and what came of it. */

#include "config/config.h"
#include "engine/curation/plans_file.h"
#include "engine/picture/print.h"
#include "engine/recall/plan_finder.h"
#include "engine/recall/prints.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"
#include "tui/cli/editor.h"
#include "tui/cli/memory_asked.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/memory_wait.h"
#include "tui/cli/plans_json.h"
#include "tui/cli/table.h"
#include "tui/cli/verbs.h"

#include <stdio.h>
#include <string.h>

#define LIKE_MIN 0.2 /* least likeness of a goal, of one that does not have the words */
#define LIKE_MOST 20

enum {
    TAKES_APP = 1,
    TAKES_FILTER = 2, /* --goal, --outcome, --reference, --withdrawn, --all */
    TAKES_REASON = 4,
    MAKES_STORE = 8,
    NAMES_PLAN = 16, /* its first word is a plan's number */
    TAKES_LIKE = 32,
};

/* Parsed arguments; owned but for the words. */
struct plans_asked {
    const char *verb;
    char **words; /* without PLAN */
    gint64 plan;
    char *app, *goal, *outcome, *reason, *like;
    gboolean json, all, withdrawn, reference;
};

/* ---- as text ---- */

/* "(imported) (edited) worked": what a person is to know before they believe it. */
static char *marks_of(const struct memory_plan *p)
{
    return g_strconcat(p->withdrawn ? "(withdrawn) " : "", p->folded ? "(summarised) " : "", p->origin ? "(imported) " : "",
                       p->touched ? "(edited) " : "", p->reference ? "reference" : plan_outcome_name(p->outcome), NULL);
}

/* likeness: a double for each, how like its goal is to what was asked; 1 = it has the words; NULL = nothing was asked. */
static char *text_list(const GPtrArray *plans, const GArray *likeness, bool all)
{
    struct table t;
    if (plans->len == 0)
        return g_strdup(all ? "no plan is kept\n" : "no plan matches\n");
    if (likeness)
        table_begin(&t, "rrlwwlrrrl", "LIKE", "PLAN", "APP", "GOAL", "WHAT", "AT", "STEPS", "WORKED", "FAILED", "TEXT");
    else
        table_begin(&t, "rlwwlrrrl", "PLAN", "APP", "GOAL", "WHAT", "AT", "STEPS", "WORKED", "FAILED", "TEXT");
    for (guint i = 0; i < plans->len; i++) {
        const struct memory_plan *p = plans->pdata[i];
        g_autofree char *marks = marks_of(p), *text = memory_plan_line(p->cause ? p->cause : p->text);
        if (likeness)
            table_format(&t, "%.2f", g_array_index(likeness, double, i));
        table_format(&t, "%" G_GINT64_FORMAT, p->plan);
        table_text(&t, p->app);
        table_text(&t, p->goal);
        table_text(&t, marks);
        table_time(&t, p->at_us);
        table_format(&t, "%" G_GINT64_FORMAT, p->steps);
        table_format(&t, "%" G_GINT64_FORMAT, memory_plan_times(p, true));
        table_format(&t, "%" G_GINT64_FORMAT, memory_plan_times(p, false));
        table_text(&t, text);
    }
    return table_end(&t, memory_terminal_width());
}

static void put_line(GString *out, const char *what, const char *value)
{
    if (value)
        g_string_append_printf(out, "%-12s%s\n", what, value);
}

static char *text_version(memory *m, const struct memory_plan *p)
{
    GString *out = g_string_new(NULL);
    g_autofree char *at = memory_iso_time(p->at_us), *marks = marks_of(p);
    g_autofree char *picture = p->picture ? memory_frame_path(m, p->picture) : NULL;
    g_autofree char *place = p->run ? g_strdup_printf("run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, p->run, p->step) : NULL;
    g_string_append_printf(out, "plan %" G_GINT64_FORMAT ", version %" G_GINT64_FORMAT ": %s\n", p->plan, p->version, marks);
    put_line(out, "program", p->app);
    put_line(out, "goal", p->goal);
    put_line(out, "task", p->task);
    put_line(out, "situation", p->situation);
    put_line(out, "state", p->state);
    put_line(out, "picture", picture);
    put_line(out, "cause", p->cause);
    put_line(out, "learnt in", place);
    put_line(out, "imported", p->origin);
    g_string_append_printf(out, "%-12s%s, %s\n", "by", p->by, at ? at : "");
    g_string_append_printf(
        out, "%-12s%" G_GINT64_FORMAT " %s%s; worked %" G_GINT64_FORMAT ", failed %" G_GINT64_FORMAT " times here\n", "took",
        p->steps, p->of_goals ? "goals" : "actions", p->version > 1 ? " before it was edited" : "", memory_plan_times(p, true),
        memory_plan_times(p, false));
    put_line(out, "reason", p->reason);
    g_string_append_printf(out, "\n%s\n", p->text);
    return g_string_free(out, FALSE);
}

/* others: equal plans to which the same was done. */
static int done(const struct plans_asked *asked, const char *what, gint64 others)
{
    g_autofree char *equal = memory_plan_others_text(others);
    g_autofree char *text = asked->json ? plans_json_done(asked->verb, asked->plan, others)
                                        : g_strdup_printf("plan %" G_GINT64_FORMAT " %s%s", asked->plan, what, equal);
    return memory_print(text, true);
}

/* ---- looking ---- */

static bool is_asked(const struct plans_asked *asked, const struct memory_plan *p)
{
    return (!asked->outcome || g_str_equal(asked->outcome, plan_outcome_name(p->outcome))) &&
           (!asked->reference || p->reference) && (!asked->withdrawn || p->withdrawn);
}

/* NULL with an error. */
static GPtrArray *read_plans(const struct plans_asked *asked, memory *m, GError **error)
{
    const struct memory_plans_asked of = {.app = asked->app, .goal = asked->goal, .all = asked->all || asked->withdrawn};
    enum plan_outcome outcome;
    if (asked->outcome && !plan_outcome_parse(asked->outcome, &outcome)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "plans %s: --outcome is worked, failed or untried", asked->verb);
        return NULL;
    }
    GPtrArray *plans = m ? memory_plans(m, &of, error) : g_ptr_array_new();
    for (guint i = plans ? plans->len : 0; i-- > 0;)
        if (!is_asked(asked, plans->pdata[i]))
            g_ptr_array_remove_index(plans, i);
    return plans;
}

static int do_list(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) plans = read_plans(asked, m, &error);
    if (!plans)
        return cli_fail(error);
    bool all = !asked->app && !asked->goal && !asked->outcome && !asked->reference && !asked->withdrawn;
    if (!asked->json && !asked->all)
        memory_plans_join(plans);
    g_autofree char *text = asked->json ? plans_json_list(plans) : text_list(plans, NULL, all);
    return memory_print(text, asked->json);
}

/* Number of the plan → how like its goal is to the question, double*. NULL with an error. */
static GHashTable *like_goals(const struct plans_asked *asked, memory *m, GError **error)
{
    g_autofree char *question = g_strjoinv(" ", asked->words);
    const struct plan_query query = {.app = asked->app, .task = question, .each = true, .threshold = LIKE_MIN, .most = LIKE_MOST};
    g_autoptr(config) cfg = config_load(error);
    g_autoptr(brain_pool) pool = cfg ? brain_pool_new(cfg) : NULL;
    g_autoptr(plan_finder) finder = pool ? plan_finder_new(cfg, pool, m) : NULL;
    g_autoptr(GArray) found = finder ? plan_finder_search(finder, &query, error) : NULL;
    GHashTable *likeness = found ? g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free) : NULL;
    for (guint i = 0; found && i < found->len; i++) {
        const struct plan_found *one = &g_array_index(found, struct plan_found, i);
        g_hash_table_insert(likeness, g_memdup2(&one->plan->plan, sizeof one->plan->plan),
                            g_memdup2(&one->text, sizeof one->text));
    }
    return likeness;
}

struct like {
    struct memory_plan *plan; /* borrowed */
    double likeness;
    guint place; /* in the list of plans, which is in the order of a prompt */
};

static int most_like_first(const void *a, const void *b)
{
    const struct like *one = a, *other = b;
    int by_likeness = (one->likeness < other->likeness) - (one->likeness > other->likeness);
    return by_likeness ? by_likeness : (one->place > other->place) - (one->place < other->place);
}

#define PRINT_BITS 64

/* What says how like a plan is to what is looked for. */
struct search {
    const struct plans_asked *asked;
    GHashTable *goals; /* like_goals() */
    guint64 print;     /* of the picture, with --like */
};

/* False: it is not found. With --like, the likeness is that of the pictures. */
static bool is_found(const struct search *s, const struct memory_plan *p, double *ret_likeness)
{
    const double *like = g_hash_table_lookup(s->goals, &p->plan);
    bool words = memory_plan_has_words(p, (const char *const *)s->asked->words);
    *ret_likeness = words ? 1 : like ? *like : 0;
    if (!s->asked->like)
        return words || like;
    *ret_likeness = 1 - (double)print_distance(s->print, (guint64)p->print) / PRINT_BITS;
    return p->print && (words || like);
}

/* Those that have every word, then those of like goals. */
static int do_search(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) plans = read_plans(asked, m, &error), shown = g_ptr_array_new();
    g_autoptr(GHashTable) goals = plans && m ? like_goals(asked, m, &error) : NULL;
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct like)), likeness = g_array_new(FALSE, FALSE, sizeof(double));
    struct search s = {asked, goals, 0};
    if (!error && !asked->like && !*asked->words)
        return cli_usage("plans search: a word, or --like FRAME, says what is looked for");
    if (error || (asked->like && !prints_of(m, asked->like, &s.print, &error)))
        return cli_fail(error);
    for (guint i = 0; i < plans->len; i++) {
        struct like one = {plans->pdata[i], 0, i};
        if (is_found(&s, one.plan, &one.likeness))
            g_array_append_val(all, one);
    }
    g_array_sort(all, most_like_first);
    for (guint i = 0; i < all->len; i++) {
        const struct like *one = &g_array_index(all, struct like, i);
        g_ptr_array_add(shown, one->plan);
        g_array_append_val(likeness, one->likeness);
    }
    g_autofree char *text = asked->json ? plans_json_found(shown, likeness) : text_list(shown, likeness, false);
    return memory_print(text, asked->json);
}

static int do_show(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_plan *p = memory_plan_get(m, asked->plan, &error);
    g_autoptr(GPtrArray) sources = p ? memory_plan_sources(m, asked->plan, &error) : NULL;
    int code = EXIT_DONE;
    if (!sources) {
        code = cli_fail(error);
    } else if (asked->json) {
        g_autofree char *json = plans_json_show(p, sources);
        code = memory_print(json, true);
    } else {
        g_autofree char *text = text_version(m, p), *made_of = sources->len ? text_list(sources, NULL, false) : NULL;
        memory_print_visible(text);
        if (made_of)
            puts("\nmade of:");
        code = made_of ? memory_print(made_of, false) : code;
    }
    memory_plan_free(p);
    return code;
}

static int do_log(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_plan *p = memory_plan_get(m, asked->plan, &error);
    g_autoptr(GPtrArray) versions = p ? memory_plan_versions(m, asked->plan, &error) : NULL;
    memory_plan_free(p);
    if (!versions)
        return cli_fail(error);
    if (asked->json) {
        g_autofree char *json = plans_json_list(versions);
        return memory_print(json, true);
    }
    for (guint i = 0; i < versions->len; i++) {
        g_autofree char *text = text_version(m, versions->pdata[i]);
        memory_print_visible(text);
    }
    return EXIT_DONE;
}

/* ---- changing ---- */

static int do_edit(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_plan *p = memory_plan_get(m, asked->plan, &error);
    g_autofree char *text = p ? editor_text(asked->words, p->text, PLAN_TEXT_MAX, &error) : NULL;
    const struct memory_plan version = {.by = (char *)memory_author(), .text = text, .reason = asked->reason};
    gint64 others = 0;
    memory_plan_free(p);
    if (!text)
        return error ? cli_fail(error) : done(asked, "stays as it was", 0);
    return memory_plans_change_equal(m, asked->plan, &version, &others, &error) ? done(asked, "is changed", others)
                                                                                : cli_fail(error);
}

static int do_withdraw(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 others = 0;
    return memory_plans_withdraw_equal(m, asked->plan, asked->reason, &others, &error) ? done(asked, "is withdrawn", others)
                                                                                       : cli_fail(error);
}

static int do_restore(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 others = 0;
    return memory_plans_restore_equal(m, asked->plan, asked->reason, &others, &error) ? done(asked, "is restored", others)
                                                                                      : cli_fail(error);
}

static int do_file(const struct plans_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_auto(plans_told) told = {0};
    bool out = g_str_equal(asked->verb, "export");
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, out ? "writing the plans" : "adding the plans");
    bool ok = out ? plans_file_export(m, asked->app, asked->words[0], &told, &error)
                  : plans_file_import(m, asked->app, asked->words[0], memory_author(), &watch, &told, &error);
    wait_end(&waiting);
    if (!ok)
        return cli_fail(error);
    for (guint i = 0; !asked->json && i < told.refused->len; i++) {
        g_autofree char *shown = visible_text(told.refused->pdata[i]);
        fprintf(stderr, "reins: %s\n", shown);
    }
    g_autofree char *known = told.known ? g_strdup_printf(", %" G_GINT64_FORMAT " were here already", told.known) : g_strdup("");
    g_autofree char *twice =
        told.twice ? g_strdup_printf(", %" G_GINT64_FORMAT " say the same as another line", told.twice) : NULL;
    g_autofree char *text = asked->json ? plans_json_told(asked->verb, &told)
                                        : g_strdup_printf("%" G_GINT64_FORMAT " plans are %s%s%s", told.plans,
                                                          out ? "written" : "added", known, twice ? twice : "");
    int code = memory_print(text, true);
    return code == EXIT_DONE && told.refused->len ? EXIT_FAILED : code;
}

/* ---- the verbs ---- */

static const struct plans_verb {
    struct verb verb;
    int (*function)(const struct plans_asked *asked, memory *m);
} rows[] = {
    {{"list", 0, 0, TAKES_APP | TAKES_FILTER, "",
      "Lists the plans by program and goal; of one goal in the order in which an agent is told of them."},
     do_list},
    {{"show", 1, 1, NAMES_PLAN, "PLAN", "Prints the newest version of a plan, and what a reference plan was made of."}, do_show},
    {{"search", 0, G_MAXINT, TAKES_APP | TAKES_FILTER | TAKES_LIKE, "[WORD…]",
      "Lists the plans that have every word in program, goal, task, situation, cause or text, then those of like goals, each "
      "with its likeness: 1 = it has the words. With --like those that began with a like picture come first."},
     do_search},
    {{"edit", 1, G_MAXINT, NAMES_PLAN | TAKES_REASON, "PLAN [TEXT]",
      "Gives a plan, and all that are equal to it, another text, in $VISUAL or $EDITOR where none is given. They are marked as "
      "edited."},
     do_edit},
    {{"log", 1, 1, NAMES_PLAN, "PLAN", "Prints all versions of a plan, newest first."}, do_log},
    {{"withdraw", 1, 1, NAMES_PLAN | TAKES_REASON, "PLAN",
      "Takes back a plan and all that are equal to it: no prompt has them again. Their versions stay."},
     do_withdraw},
    {{"restore", 1, 1, NAMES_PLAN | TAKES_REASON, "PLAN",
      "Brings back a withdrawn plan and all withdrawn ones that are equal to it: prompts may have them again."},
     do_restore},
    {{"export", 1, 1, TAKES_APP | MAKES_STORE, "FILE",
      "Writes the plans into FILE, a JSON object a line, in place of what is there."},
     do_file},
    {{"import", 1, 1, TAKES_APP | MAKES_STORE, "FILE",
      "Adds the plans of such a file, or of the memory that JARVIS-1 released (--app says for which program). They are marked, "
      "and count as worked only after a run here has reached its goal with "
      "them. What is no plan is named and left out; the exit code is 1 then."},
     do_file},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "plans",
    .about =
        "Plans: what an agent did for a goal, and what came of it. The agents gitm and jarvis write them and are told those\n"
        "of their goal. Of five that worked gitm makes one reference plan. What a plan says informs a model, and orders\n"
        "nothing.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .run = run_verb,
};

static bool parse(const struct verb *v, struct plans_asked *a, int *argc, char ***argv, int *ret_code)
{
    const struct verb_option all[] = {
        {~0U, {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document", NULL}},
        {TAKES_APP, {"app", 0, 0, G_OPTION_ARG_STRING, &a->app, "of this program or world", "APP"}},
        {TAKES_FILTER, {"goal", 0, 0, G_OPTION_ARG_STRING, &a->goal, "for this goal", "GOAL"}},
        {TAKES_FILTER, {"outcome", 0, 0, G_OPTION_ARG_STRING, &a->outcome, "worked, failed or untried", "O"}},
        {TAKES_FILTER, {"reference", 0, 0, G_OPTION_ARG_NONE, &a->reference, "only reference plans", NULL}},
        {TAKES_FILTER, {"withdrawn", 0, 0, G_OPTION_ARG_NONE, &a->withdrawn, "only withdrawn plans", NULL}},
        {TAKES_FILTER,
         {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "also withdrawn ones, and those of which a reference was made", NULL}},
        {TAKES_LIKE,
         {"like", 0, 0, G_OPTION_ARG_FILENAME, &a->like, "by likeness to this picture: a PNG file, or a stored frame", "FRAME"}},
        {TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
    };
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
}

static int call_verb(const struct plans_verb *row, const struct plans_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, row->verb.takes & MAKES_STORE, &error) : NULL;
    if (!m && !error && row->verb.takes & NAMES_PLAN)
        g_set_error(&error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no plan yet");
    if (error)
        return cli_fail(error);
    memory_warn_open(dir);
    return row->function(asked, m);
}

static void asked_clear(struct plans_asked *a)
{
    char *owned[] = {a->app, a->goal, a->outcome, a->reason, a->like};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct plans_asked asked = {.verb = v->name};
    int code;
    if (!parse(v, &asked, &argc, &argv, &code))
        return code;
    asked.words = argv + 1;
    if (v->takes & NAMES_PLAN) {
        if (!g_ascii_string_to_signed(asked.words[0], 10, 1, G_MAXINT64, &asked.plan, NULL))
            return cli_usage("plans %s: \"%s\" is not a plan: a number from `reins plans list`", v->name, asked.words[0]);
        asked.words++;
    }
    return call_verb((const struct plans_verb *)(const void *)v, &asked);
}

int cli_plans(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
