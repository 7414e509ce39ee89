/* reins knowledge: paragraphs about a program or world, with their sources. */

#include "config/config.h"
#include "engine/curation/knowledge_source.h"
#include "engine/recall/knowledge.h"
#include "engine/world/recipes.h"
#include "tui/cli/cli.h"
#include "tui/cli/editor.h"
#include "tui/cli/knowledge_derive.h"
#include "tui/cli/knowledge_game.h"
#include "tui/cli/knowledge_json.h"
#include "tui/cli/knowledge_world.h"
#include "tui/cli/memory_asked.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/table.h"
#include "tui/cli/verbs.h"

#include <stdio.h>
#include <string.h>

#define WORLD "world:"
#define FOUND 10
#define BUILT                                                                                                                    \
    "%" G_GINT64_FORMAT " paragraphs are added, %" G_GINT64_FORMAT " stay, %" G_GINT64_FORMAT " are gone from the source"

enum {
    TAKES_APP = 1,
    TAKES_ALL = 2,
    TAKES_REASON = 4,
    TAKES_FROM = 8,
    TAKES_SUBJECT = 16,
    TAKES_LIMIT = 32,
    MAKES_STORE = 64,
    NAMES_PARAGRAPH = 128, /* its first word is a paragraph's number */
    TAKES_TASKS = 256,
};

/* Parsed arguments; owned but for the words. */
struct knowledge_asked {
    const char *verb;
    char **words; /* without PARAGRAPH */
    gint64 paragraph, limit, least;
    char *app, *from, *subject, *reason, *tasks, *brain;
    char **merge;
    gboolean json, all, drafts;
};

/* ---- as text ---- */

static char *text_list(const GPtrArray *paragraphs)
{
    struct table t;
    if (paragraphs->len == 0)
        return g_strdup("no knowledge is kept (reins knowledge build --from world:small)\n");
    table_begin(&t, "rlwwll", "PARAGRAPH", "APP", "SUBJECT", "SOURCE", "BY", "TEXT");
    for (guint i = 0; i < paragraphs->len; i++) {
        const struct memory_paragraph *p = paragraphs->pdata[i];
        g_autofree char *text = g_strconcat(p->withdrawn ? "(withdrawn) " : "", p->text, NULL);
        table_format(&t, "%" G_GINT64_FORMAT, p->paragraph);
        table_text(&t, p->app);
        table_text(&t, p->subject);
        table_text(&t, p->source);
        table_text(&t, p->by);
        table_text(&t, text);
    }
    return table_end(&t, memory_terminal_width());
}

static char *text_hits(const GArray *hits)
{
    struct table t;
    if (hits->len == 0)
        return g_strdup("no paragraph is like that\n");
    table_begin(&t, "rrlwl", "SCORE", "PARAGRAPH", "NAMED", "SUBJECT", "TEXT");
    for (guint i = 0; i < hits->len; i++) {
        const struct knowledge_hit *hit = &g_array_index(hits, struct knowledge_hit, i);
        table_format(&t, "%.2f", hit->score);
        table_format(&t, "%" G_GINT64_FORMAT, hit->paragraph->paragraph);
        table_text(&t, hit->named ? "yes" : "");
        table_text(&t, hit->paragraph->subject);
        table_text(&t, hit->paragraph->text);
    }
    return table_end(&t, memory_terminal_width());
}

static char *text_version(const struct memory_paragraph *p)
{
    g_autofree char *at = memory_iso_time(p->at_us);
    return g_strdup_printf("paragraph %" G_GINT64_FORMAT ", version %" G_GINT64_FORMAT "%s\nprogram     %s\nsubject     %s\n"
                           "source      %s\nby          %s, %s\n%s%s%s\n%s\n",
                           p->paragraph, p->version, p->withdrawn ? ", withdrawn" : "", p->app, p->subject,
                           p->source ? p->source : "a person", p->by, at ? at : "", p->reason ? "reason      " : "",
                           p->reason ? p->reason : "", p->reason ? "\n" : "", p->text);
}

static int done(const struct knowledge_asked *asked, gint64 paragraph, const char *what)
{
    g_autofree char *text = asked->json ? knowledge_json_done(asked->verb, paragraph)
                                        : g_strdup_printf("paragraph %" G_GINT64_FORMAT " %s", paragraph, what);
    return memory_print(text, true);
}

/* ---- building ---- */

static void add(GPtrArray *all, const char *subject, char *text_take)
{
    struct memory_paragraph *p = g_new0(struct memory_paragraph, 1);
    *p = (struct memory_paragraph){.by = g_strdup("import"), .subject = g_strdup(subject), .text = text_take};
    g_ptr_array_add(all, p);
}

/* "planks is any of oak_planks, birch_planks". */
static void add_to(GHashTable *groups, const char *group, const char *name)
{
    const char *before = g_hash_table_lookup(groups, group);
    g_hash_table_insert(groups, g_strdup(group),
                        before ? g_strconcat(before, ", ", name, NULL) : g_strdup_printf("%s is any of %s", group, name));
}

static void add_item(const recipes *r, const recipe_item *item, GPtrArray *all, GHashTable *groups)
{
    g_autoptr(GPtrArray) facts = recipes_facts(r, item);
    for (guint i = 0; i < facts->len; i++)
        add(all, item->name, g_strdup(facts->pdata[i]));
    for (char **group = item->groups; group && *group; group++)
        add_to(groups, *group, item->name);
    g_autofree char *levelled = item->tool ? g_strdup_printf("%s of level %d", item->name, item->level) : NULL;
    if (levelled)
        add_to(groups, item->tool, levelled);
}

/* Every item's sentences, and what groups and kinds of tools there are. */
static bool build_world(memory *m, const char *app, const char *name, struct memory_built *built, GError **error)
{
    g_autoptr(recipes) r = recipes_load(name, error);
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)memory_paragraph_free);
    g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *source = g_strdup_printf("%s.ini", name);
    GHashTableIter iter;
    gpointer group, text;
    for (guint i = 0; r && i < r->items->len; i++)
        add_item(r, r->items->pdata[i], all, groups);
    g_hash_table_iter_init(&iter, groups);
    while (g_hash_table_iter_next(&iter, &group, &text))
        add(all, group, g_strconcat(text, ".", NULL));
    g_autoptr(GPtrArray) unreached = r ? recipes_out_of_reach(r, NULL) : NULL;
    g_autofree char *out = unreached ? knowledge_world_out(r, unreached) : NULL;
    if (out)
        fprintf(stderr, "reins: %s: %s\n", source, out);
    return r && memory_knowledge_build(m, app, source, all, built, error);
}

/* A game's data become a world, and its paragraphs. */
static int build_game(const struct knowledge_asked *asked, memory *m, enum knowledge_game game)
{
    g_autoptr(GError) error = NULL;
    struct memory_built built = {0};
    g_autofree char *path = NULL, *usual = g_strconcat(WORLD, knowledge_game_name(game), NULL);
    const char *app = asked->app ? asked->app : usual, *name = app + strlen(WORLD);
    if (!g_str_has_prefix(app, WORLD) || !recipes_is_name(name))
        return cli_usage("knowledge build: a game's data become a world: --app world:NAME, of a to z, 0 to 9 and _");
    g_autoptr(game_world) world = knowledge_game_read(game, asked->from, &error);
    if (!world || !knowledge_game_write(world, name, &path, &error) || !build_world(m, app, name, &built, &error))
        return cli_fail(error);
    g_autofree char *left = knowledge_game_left(world);
    g_autofree char *text =
        asked->json ? knowledge_json_game(&built, world, path)
                    : g_strdup_printf("%s: %u items, %u recipes, %u things to find (--display %s)\n%s" BUILT, path, world->items,
                                      world->recipes, world->sources, app, left, built.added, built.kept, built.gone);
    return memory_print(text, true);
}

static int do_build(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_built built = {0};
    enum knowledge_game game = asked->from ? knowledge_game_in(asked->from) : GAME_NONE;
    if (game != GAME_NONE)
        return build_game(asked, m, game);
    bool world = asked->from && g_str_has_prefix(asked->from, WORLD);
    const char *app = asked->app ? asked->app : world ? asked->from : NULL;
    if (!asked->from || !app || !*app || strlen(app) > PARAGRAPH_SUBJECT_MAX)
        return cli_usage("knowledge build: --from world:NAME, or --from PATH and --app APP");
    if (!(world ? build_world(m, app, asked->from + strlen(WORLD), &built, &error)
                : knowledge_source_build(m, app, asked->from, &built, &error)))
        return cli_fail(error);
    g_autofree char *text =
        asked->json ? knowledge_json_built(&built) : g_strdup_printf(BUILT, built.added, built.kept, built.gone);
    return memory_print(text, true);
}

static int do_dump(const struct knowledge_asked *asked, G_GNUC_UNUSED memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = NULL;
    if (!knowledge_game_dump(asked->words[0], &path, &error))
        return cli_fail(error);
    g_autofree char *text = asked->json
                                ? knowledge_json_dumped(path)
                                : g_strdup_printf("%s is written (reins knowledge build --from %s)", path, asked->words[0]);
    return memory_print(text, true);
}

static int do_derive(const struct knowledge_asked *asked, G_GNUC_UNUSED memory *m)
{
    if (!asked->tasks || !asked->brain || !*asked->brain || asked->least < 0)
        return cli_usage("knowledge derive: --tasks FILE, with a goal a line, and --brain NAME");
    return knowledge_derive(
        &(struct derive_asked){asked->tasks, asked->brain, asked->merge, asked->least, asked->drafts, asked->json});
}

static int do_world(const struct knowledge_asked *asked, G_GNUC_UNUSED memory *m)
{
    g_autoptr(GError) error = NULL;
    const char *word = asked->words[0], *name = word && g_str_has_prefix(word, WORLD) ? word + strlen(WORLD) : word;
    g_autoptr(GPtrArray) all = name ? NULL : knowledge_worlds();
    g_autofree char *path = NULL, *text = NULL;
    g_autoptr(GBytes) file = name ? recipes_file(name, &path, &error) : NULL;
    if (error)
        return cli_fail(error);
    if (all)
        text = asked->json ? knowledge_json_worlds(all) : knowledge_world_table(all);
    else if (asked->json)
        text = knowledge_json_world(name, path, file);
    else
        text = g_strndup(g_bytes_get_data(file, NULL), g_bytes_get_size(file));
    return memory_print(text, asked->json);
}

/* ---- looking ---- */

static int do_list(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = m ? memory_knowledge(m, asked->app, asked->all, &error) : g_ptr_array_new();
    if (!rows)
        return cli_fail(error);
    g_autofree char *text = asked->json ? knowledge_json_list(rows) : text_list(rows);
    return memory_print(text, asked->json);
}

static int do_search(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *question = g_strjoinv(" ", asked->words), *notice = NULL;
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(brain_pool) pool = cfg ? brain_pool_new(cfg) : NULL;
    g_autoptr(knowledge_finder) f = cfg && m ? knowledge_finder_new(cfg, pool, m) : NULL;
    if (error || (f && !knowledge_finder_begin(f, asked->app, question, &error)))
        return cli_fail(error);
    if (f)
        knowledge_finder_wait(f);
    g_autoptr(GArray) hits = f ? knowledge_finder_result(f, asked->limit ? (guint)asked->limit : FOUND, &notice)
                               : g_array_new(FALSE, FALSE, sizeof(struct knowledge_hit));
    if (notice)
        fprintf(stderr, "reins: %s\n", notice);
    g_autofree char *text = asked->json ? knowledge_json_hits(hits) : text_hits(hits);
    return memory_print(text, asked->json);
}

static int do_show(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_paragraph *newest = memory_paragraph_get(m, asked->paragraph, &error);
    g_autoptr(GPtrArray) versions = newest ? memory_paragraph_versions(m, asked->paragraph, &error) : NULL;
    g_autofree char *json = versions && asked->json ? knowledge_json(newest) : NULL;
    memory_paragraph_free(newest);
    if (!versions)
        return cli_fail(error);
    if (json)
        return memory_print(json, true);
    for (guint i = 0; i < versions->len; i++) {
        g_autofree char *text = text_version(versions->pdata[i]);
        memory_print_visible(text);
    }
    return EXIT_DONE;
}

/* ---- changing ---- */

static int do_add(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 number;
    if (!asked->app || !asked->subject || !*asked->app || !*asked->subject || strlen(asked->app) > PARAGRAPH_SUBJECT_MAX ||
        strlen(asked->subject) > PARAGRAPH_SUBJECT_MAX)
        return cli_usage("knowledge add: --app, --subject (what it is about), and the text");
    g_autofree char *text = editor_joined(asked->words, PARAGRAPH_TEXT_MAX, &error);
    const struct memory_paragraph p = {.by = (char *)memory_author(), .app = asked->app, .subject = asked->subject, .text = text};
    return text && memory_paragraph_add(m, &p, &number, &error) ? done(asked, number, "is written") : cli_fail(error);
}

static int do_edit(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_paragraph *p = memory_paragraph_get(m, asked->paragraph, &error);
    g_autofree char *text = p ? editor_text(asked->words, p->text, PARAGRAPH_TEXT_MAX, &error) : NULL;
    const struct memory_paragraph version = {.by = (char *)memory_author(), .text = text, .reason = asked->reason};
    memory_paragraph_free(p);
    if (!text)
        return error ? cli_fail(error) : done(asked, asked->paragraph, "stays as it was");
    return memory_paragraph_change(m, asked->paragraph, &version, &error) ? done(asked, asked->paragraph, "is changed")
                                                                          : cli_fail(error);
}

static int do_rm(const struct knowledge_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    return memory_paragraph_withdraw(m, asked->paragraph, asked->reason, &error) ? done(asked, asked->paragraph, "is withdrawn")
                                                                                 : cli_fail(error);
}

/* ---- the verbs ---- */

static const struct knowledge_verb {
    struct verb verb;
    int (*function)(const struct knowledge_asked *asked, memory *m);
} rows[] = {
    {{"build", 0, 0, TAKES_APP | TAKES_FROM | MAKES_STORE, "",
      "Reads the paragraphs of a world, of files of text, or of a game's data, of which it makes a world, too. Done again it "
      "follows its source; what a person changed stays."},
     do_build},
    {{"dump", 1, 1, 0, "DIR",
      "Writes what Minetest Game has (items, recipes, ores) into DIR/minetest.json, for build. Runs Debian's minetestserver "
      "once, "
      "with a mod of reins."},
     do_dump},
    {{"derive", 0, 0, TAKES_TASKS, "",
      "Asks a brain for plans of goals, two levels deep, and for their steps as tuples (verb, object, tools, materials). "
      "Counted and merged they are the draft of an action set."},
     do_derive},
    {{"world", 0, 1, 0, "[NAME]",
      "Prints the file of a world, as a beginning of one's own (reins-world(7)). Without NAME: lists the worlds, and how many of "
      "their items cannot be had by one who begins with nothing."},
     do_world},
    {{"list", 0, 0, TAKES_APP | TAKES_ALL, "", "Lists the paragraphs by program and subject, with their sources."}, do_list},
    {{"search", 1, G_MAXINT, TAKES_APP | TAKES_LIMIT, "WORD…",
      "Lists what an agent would be told of these words, with the scores: the cosine, and 1 where the subject is named."},
     do_search},
    {{"show", 1, 1, NAMES_PARAGRAPH, "PARAGRAPH", "Prints a paragraph in all its versions, newest first."}, do_show},
    {{"add", 1, G_MAXINT, TAKES_APP | TAKES_SUBJECT | MAKES_STORE, "TEXT", "Writes a paragraph."}, do_add},
    {{"edit", 1, G_MAXINT, NAMES_PARAGRAPH | TAKES_REASON, "PARAGRAPH [TEXT]",
      "Gives a paragraph another text, in $VISUAL or $EDITOR where none is given."},
     do_edit},
    {{"rm", 1, 1, NAMES_PARAGRAPH | TAKES_REASON, "PARAGRAPH",
      "Withdraws a paragraph: no prompt has it again, and no build brings it back. Its versions stay."},
     do_rm},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "knowledge",
    .about = "Knowledge: paragraphs about a program or world: items, recipes, tools, places, each with its source and author.\n"
             "The agent gitm is told those of its goal. What a paragraph says informs a model, and orders nothing.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .run = run_verb,
};

static bool parse(const struct verb *v, struct knowledge_asked *a, int *argc, char ***argv, int *ret_code)
{
    const struct verb_option all[] = {
        {~0U, {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document", NULL}},
        {TAKES_APP, {"app", 0, 0, G_OPTION_ARG_STRING, &a->app, "of this program or world", "APP"}},
        {TAKES_FROM,
         {"from", 0, 0, G_OPTION_ARG_STRING, &a->from, "world:NAME, a file of text, or a folder: .txt and .md, or a game's data",
          "PATH"}},
        {TAKES_SUBJECT, {"subject", 0, 0, G_OPTION_ARG_STRING, &a->subject, "what it is about", "NAME"}},
        {TAKES_LIMIT, {"limit", 0, 0, G_OPTION_ARG_INT64, &a->limit, "at most so many (10)", "N"}},
        {TAKES_TASKS, {"tasks", 0, 0, G_OPTION_ARG_FILENAME, &a->tasks, "a goal a line; # begins a comment", "FILE"}},
        {TAKES_TASKS, {"brain", 0, 0, G_OPTION_ARG_STRING, &a->brain, "the brain that is asked, twice a goal", "NAME"}},
        {TAKES_TASKS,
         {"merge", 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->merge, "count a verb as another; may be repeated", "VERB=VERB"}},
        {TAKES_TASKS, {"least", 0, 0, G_OPTION_ARG_INT64, &a->least, "leave out verbs that come up less often (1)", "N"}},
        {TAKES_TASKS,
         {"drafts", 0, 0, G_OPTION_ARG_NONE, &a->drafts, "store a skill's draft of each verb (reins skills list --drafts)",
          NULL}},
        {TAKES_ALL, {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "also withdrawn ones", NULL}},
        {TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
    };
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
}

static int call_verb(const struct knowledge_verb *row, const struct knowledge_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, row->verb.takes & MAKES_STORE, &error) : NULL;
    if (!m && !error && row->verb.takes & NAMES_PARAGRAPH)
        g_set_error(&error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no paragraph yet");
    if (error)
        return cli_fail(error);
    memory_warn_open(dir);
    return row->function(asked, m);
}

static void asked_clear(struct knowledge_asked *a)
{
    char *owned[] = {a->app, a->from, a->subject, a->reason, a->tasks, a->brain};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(a->merge);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct knowledge_asked asked = {.verb = v->name};
    int code;
    if (!parse(v, &asked, &argc, &argv, &code))
        return code;
    asked.words = argv + 1;
    if (v->takes & NAMES_PARAGRAPH) {
        if (!g_ascii_string_to_signed(asked.words[0], 10, 1, G_MAXINT64, &asked.paragraph, NULL))
            return cli_usage("knowledge %s: \"%s\" is not a paragraph: a number from `reins knowledge list`", v->name,
                             asked.words[0]);
        asked.words++;
    }
    return call_verb((const struct knowledge_verb *)(const void *)v, &asked);
}

int cli_knowledge(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
