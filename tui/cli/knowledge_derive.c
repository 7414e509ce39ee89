/* reins knowledge derive: the actions that goals need, out of a brain's plans. */

#include "tui/cli/knowledge_derive.h"

#include "config/config.h"
#include "config/files.h"
#include "engine/curation/draft.h"
#include "engine/modules/module.h"
#include "engine/modules/prompt.h"
#include "tui/cli/ask.h"
#include "tui/cli/cli.h"
#include "tui/cli/knowledge_json.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/skills.h"
#include "skills/timeline/visible.h"
#include "tui/cli/table.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define GOALS_MAX 1000
#define GOAL_MAX 400 /* bytes */
#define NAMES_SHOWN 4

static const struct field leaf_fields[] = {
    {"step", FIELD_STRING, NULL, true, 400, "a step of the plan", NULL, false},
    {"actions", FIELD_STRINGS, NULL, true, 16, "the basic actions that carry it out, a line each", NULL, false},
};
static const struct form leaf_form = MODULE_FORM("step", leaf_fields);
static const struct field tree_fields[] = {
    {"steps", FIELD_ROWS, NULL, true, 16, "the steps in order, with the basic actions of each", &leaf_form, false},
};
static const struct field tuple_fields[] = {
    {"verb", FIELD_STRING, NULL, true, 60, "what is done, one word in its basic form", NULL, false},
    {"object", FIELD_STRING, NULL, false, 100, "what it is done to", NULL, false},
    {"tools", FIELD_STRINGS, NULL, false, 8, "the tools that it needs", NULL, false},
    {"materials", FIELD_STRINGS, NULL, false, 16, "the materials that it uses up", NULL, false},
};
static const struct form tuple_form = MODULE_FORM("tuple", tuple_fields);
static const struct field tuples_fields[] = {
    {"actions", FIELD_ROWS, NULL, true, 128, "the actions of all sentences", &tuple_form, false},
};
static const struct module tree_module = {.form = MODULE_FORM("tree", tree_fields)};
static const struct module tuples_module = {.form = MODULE_FORM("tuples", tuples_fields)};

struct deriving {
    const struct derive_asked *asked;
    config *cfg;
    brain_pool *pool;
    guint call;
    struct derived d;
};

/* ---- the goals ---- */

static GPtrArray *read_goals(const char *path, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autoptr(GBytes) bytes = config_read(path, &problem);
    g_autoptr(GPtrArray) goals = g_ptr_array_new_with_free_func(g_free);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    g_autofree char *copy = g_strndup(text ? text : "", length);
    g_auto(GStrv) lines = g_strsplit(copy, "\n", -1);
    for (guint i = 0; lines[i]; i++)
        if (*g_strstrip(lines[i]) && *lines[i] != '#')
            g_ptr_array_add(goals, g_strndup(lines[i], GOAL_MAX));
    if (problem)
        g_propagate_error(error, g_steal_pointer(&problem));
    else if (!g_utf8_validate(copy, -1, NULL) || goals->len == 0 || goals->len > GOALS_MAX)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    bytes ? "%s: a goal a line is wanted, in UTF-8, 1 to %d of them" : "there is no file %s", path, GOALS_MAX);
    else
        return g_steal_pointer(&goals);
    return NULL;
}

/* ---- asking ---- */

static bool answered(void *data)
{
    struct deriving *of = data;
    return brain_pool_reply(of->pool, of->call) != NULL;
}

/* One call, to its end; *ret_text: caller frees. Not EXIT_DONE: with an error, but for a stop. */
static int call(struct deriving *of, const brain_request *request, char **ret_text, GError **error)
{
    struct brain_reply about;
    *ret_text = NULL;
    of->call = brain_pool_ask(of->pool, of->asked->brain, request, error);
    if (!of->call)
        return cli_exit_code(*error);
    brain_pool_about(of->pool, of->call, &about);
    if (brain_pool_wants_person(of->pool, of->call)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "brain %s is a person: nothing to ask (name another one)",
                    of->asked->brain);
        return EXIT_USAGE;
    }
    int code = ask_within_day(of->cfg, about.cost, error) ? ask_await(of->pool, answered, of, -1) : EXIT_STOPPED;
    const struct brain_reply *reply = code == EXIT_DONE ? brain_pool_reply(of->pool, of->call) : NULL;
    if (reply) {
        ask_spent_add(&of->d.spent, reply);
        ask_spent_keep(of->asked->brain, reply);
        *ret_text = g_strdup(reply->text);
        if (reply->error)
            g_propagate_error(error, g_error_copy(reply->error));
        code = reply->error ? cli_exit_code(reply->error) : EXIT_DONE;
    }
    brain_pool_forget(of->pool, of->call);
    return code;
}

static brain_request *request_for(const struct module *module, const char *goal, const GPtrArray *sentences, GError **error)
{
    g_autofree char *path = g_strdup_printf("prompts/knowledge/%s.md", module->form.name);
    g_autoptr(GBytes) bytes = config_file(path, NULL, error);
    g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GString) listed = g_string_new(NULL);
    gsize length = 0;
    const char *text = bytes ? g_bytes_get_data(bytes, &length) : NULL;
    if (!bytes)
        return NULL;
    for (guint i = 0; sentences && i < sentences->len; i++)
        g_string_append_printf(listed, "> %u. %s\n", i + 1, (char *)sentences->pdata[i]);
    g_hash_table_insert(values, g_strdup("goal"), g_strdup(goal));
    g_hash_table_insert(values, g_strdup("sentences"), g_strdup(listed->str));
    g_hash_table_insert(values, g_strdup("fields"), prompt_fields(&module->form, NULL));
    g_autofree char *template = g_strndup(text ? text : "", length);
    g_autoptr(brain_request) request = brain_request_new(module->form.name);
    request->vars = knowledge_json_goal(goal, sentences);
    request->schema = form_schema(&module->form, NULL);
    return prompt_render(template, values, &request->system, &request->user, error) ? g_steal_pointer(&request) : NULL;
}

/* As a module is asked: once more with the exact defect. */
static int ask(struct deriving *of, const struct module *module, const char *goal, const GPtrArray *sentences,
               form_output **ret_output, GError **error)
{
    g_autoptr(brain_request) request = request_for(module, goal, sentences, error);
    g_autofree char *text = NULL, *second = NULL;
    g_autoptr(GError) defect = NULL;
    int code = request ? call(of, request, &text, error) : EXIT_FAILED;
    *ret_output = NULL;
    if (code != EXIT_DONE)
        return code;
    *ret_output = module_parse(module, text, strlen(text), &defect);
    if (*ret_output)
        return EXIT_DONE;
    g_autoptr(brain_request) again = module_reask(request, text, defect->message);
    code = call(of, again, &second, error);
    *ret_output = code == EXIT_DONE ? module_parse(module, second, strlen(second), error) : NULL;
    return code == EXIT_DONE && !*ret_output ? EXIT_FAILED : code;
}

/* ---- deriving ---- */

static GPtrArray *leaves_of(const form_output *tree)
{
    const GPtrArray *steps = form_output_rows(tree, "steps");
    GPtrArray *leaves = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < steps->len; i++) {
        const GPtrArray *actions = form_output_strings(steps->pdata[i], "actions");
        for (guint k = 0; k < actions->len; k++)
            g_ptr_array_add(leaves, g_strdelimit(g_strdup(actions->pdata[k]), "\r\n", ' '));
    }
    return leaves;
}

static void count_tuples(struct deriving *of, guint goal, const form_output *tuples)
{
    const GPtrArray *rows = form_output_rows(tuples, "actions");
    for (guint i = 0; i < rows->len; i++) {
        const form_output *row = rows->pdata[i];
        const struct action_tuple tuple = {form_output_string(row, "verb"), form_output_string(row, "object"),
                                           form_output_strings(row, "tools"), form_output_strings(row, "materials")};
        if (verb_set_add(of->d.set, goal, &tuple))
            of->d.tuples++;
        else
            of->d.unusable++;
    }
}

static int derive_goal(struct deriving *of, guint number, GError **error)
{
    const char *goal = of->d.goals->pdata[number];
    g_autoptr(form_output) tree = NULL, tuples = NULL;
    int code = ask(of, &tree_module, goal, NULL, &tree, error);
    g_autoptr(GPtrArray) leaves = tree ? leaves_of(tree) : NULL;
    if (leaves && leaves->len == 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "its plan has no actions");
        return EXIT_FAILED;
    }
    if (leaves)
        code = ask(of, &tuples_module, goal, leaves, &tuples, error);
    if (tuples)
        count_tuples(of, number, tuples);
    return code;
}

static void show_progress(const struct deriving *of, guint goal)
{
    if (!isatty(STDERR_FILENO))
        return;
    g_autofree char *line = g_strdup_printf("asking %s: goal %u of %u: %s", of->asked->brain, goal + 1, of->d.goals->len,
                                            (char *)of->d.goals->pdata[goal]);
    g_autofree char *visible = visible_text(line), *shown = text_fit(visible, 78);
    fprintf(stderr, "\r\033[K%s", shown);
}

/* An answer that cannot be used costs that goal alone; what is wrong with the brain ends it all. */
static int derive_all(struct deriving *of)
{
    for (guint i = 0; i < of->d.goals->len; i++) {
        g_autoptr(GError) error = NULL;
        show_progress(of, i);
        int code = derive_goal(of, i, &error);
        if (isatty(STDERR_FILENO))
            fputs("\r\033[K", stderr);
        if (code == EXIT_STOPPED && !error)
            return code;
        if (error && error->domain == BRAIN_ERROR && error->code != BRAIN_ERROR_REFUSED && error->code != BRAIN_ERROR_TRUNCATED)
            return cli_fail(error);
        if (error && (code == EXIT_USAGE || code == EXIT_STOPPED))
            return cli_fail(error);
        if (error)
            g_ptr_array_add(of->d.failed, g_strdup_printf("%s: %s", (char *)of->d.goals->pdata[i], error->message));
    }
    return EXIT_DONE;
}

/* ---- drafts ---- */

static void draft_clear(gpointer data)
{
    struct derive_draft *draft = data;
    g_free(draft->sha256);
    g_free(draft->why);
}

static bool store_draft(const skills_shelf *shelf, const struct action_row *row, const char *brain, struct derive_draft *ret,
                        GError **error)
{
    g_autofree char *code = action_row_draft(row),
                    *note = g_strdup_printf("derived from %u steps for %u goals", row->count, row->goals);
    g_autoptr(draft_check) check = draft_check_text(shelf->m, shelf->library, row->verb, row->verb, code, NULL, error);
    const struct draft_origin origin = {.author = "model", .by = brain, .note = note};
    if (!check)
        return false;
    if (!draft_check_passes(check))
        ret->why = g_strdup(check->errors->pdata[0]);
    else if (draft_add(shelf->m, check, &origin, NULL, error))
        ret->sha256 = g_strdup(check->sha256);
    return ret->why || ret->sha256;
}

static bool store_drafts(const struct deriving *of, const GPtrArray *rows, GArray *drafts, GError **error)
{
    g_auto(skills_shelf) shelf = {0};
    if (!skills_shelf_open(&shelf, true, NULL, NULL, error) || !skills_shelf_restrict(&shelf, "world", error))
        return false;
    for (guint i = 0; i < rows->len; i++)
        if (!store_draft(&shelf, rows->pdata[i], of->asked->brain, &g_array_index(drafts, struct derive_draft, i), error))
            return false;
    return true;
}

/* ---- printing ---- */

static char *names_text(const GPtrArray *counts)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < MIN(counts->len, NAMES_SHOWN); i++) {
        const struct action_count *count = counts->pdata[i];
        g_string_append_printf(text, "%s%s %u", i ? ", " : "", count->name, count->n);
    }
    return g_string_free(g_string_append(text, counts->len > NAMES_SHOWN ? ", …" : ""), FALSE);
}

static char *text_rows(const struct deriving *of, const GPtrArray *rows, const GArray *drafts)
{
    struct table t;
    table_begin(&t, "lrrllll", "VERB", "COUNT", "GOALS", "OBJECTS", "TOOLS", "MATERIALS", "DRAFT");
    for (guint i = 0; i < rows->len; i++) {
        const struct action_row *row = rows->pdata[i];
        const struct derive_draft *draft = &g_array_index(drafts, struct derive_draft, i);
        g_autofree char *objects = names_text(row->objects), *tools = names_text(row->tools),
                        *materials = names_text(row->materials);
        table_text(&t, row->verb);
        table_format(&t, "%u", row->count);
        table_format(&t, "%u", row->goals);
        table_text(&t, objects);
        table_text(&t, tools);
        table_text(&t, materials);
        table_text(&t, draft->sha256 ? "stored" : draft->why ? draft->why : "");
    }
    g_autofree char *table = table_end(&t, memory_terminal_width());
    GString *text = g_string_new(table);
    g_string_append_printf(text, "%u actions of %u goals", of->d.tuples, of->d.goals->len - of->d.failed->len);
    if (of->d.unusable)
        g_string_append_printf(text, "; %u without a verb are left out", of->d.unusable);
    g_string_append_c(text, '\n');
    for (guint i = 0; i < of->d.failed->len; i++)
        g_string_append_printf(text, "nothing came of %s\n", (char *)of->d.failed->pdata[i]);
    return g_string_free(text, FALSE);
}

static int tell(const struct deriving *of)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = verb_set_rows(of->d.set, of->asked->least ? (guint)of->asked->least : 1);
    g_autoptr(GArray) drafts = g_array_new(FALSE, TRUE, sizeof(struct derive_draft));
    g_array_set_clear_func(drafts, draft_clear);
    g_array_set_size(drafts, rows->len);
    if (of->asked->drafts && !store_drafts(of, rows, drafts, &error))
        return cli_fail(error);
    g_autofree char *text = of->asked->json ? knowledge_json_derived(&of->d, rows, drafts) : text_rows(of, rows, drafts);
    int code = memory_print(text, of->asked->json);
    return code == EXIT_DONE && of->d.failed->len == of->d.goals->len ? EXIT_FAILED : code;
}

static bool merge(verb_set *set, char **words, GError **error)
{
    for (guint i = 0; words && words[i]; i++) {
        g_auto(GStrv) parts = g_strsplit(words[i], "=", 2);
        if (!parts[0] || !parts[1] || !verb_set_merge(set, parts[0], parts[1])) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--merge %s: wants VERB=VERB, as in gather=mine", words[i]);
            return false;
        }
    }
    return true;
}

int knowledge_derive(const struct derive_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(verb_set) set = verb_set_new();
    g_autoptr(GPtrArray) goals = read_goals(asked->tasks, &error), failed = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(config) cfg = goals && merge(set, asked->merge, &error) ? config_load(&error) : NULL;
    g_autoptr(brain_pool) pool = cfg ? brain_pool_new(cfg) : NULL;
    struct deriving of = {asked, cfg, pool, 0, {goals, set, failed, 0, 0, {0}}};
    if (!pool)
        return cli_fail(error);
    int code = derive_all(&of);
    if (code != EXIT_DONE && of.d.tuples == 0)
        return code;
    int told = tell(&of); /* also what came before it was stopped: it is paid */
    return code == EXIT_DONE ? told : code;
}
