/* reins docs: what the elements of a program do, as agents and people have written it down. */

#include "config/config.h"
#include "engine/curation/docs_folder.h"
#include "engine/curation/text_diff.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"
#include "tui/cli/docs_json.h"
#include "tui/cli/editor.h"
#include "tui/cli/memory_asked.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/table.h"
#include "tui/cli/verbs.h"

#include <stdio.h>
#include <string.h>

enum {
    TAKES_APP = 1,
    TAKES_FILTER = 2, /* --author, --element, --contradicted, --all */
    TAKES_REASON = 4,
    TAKES_NAME = 8,
    MAKES_STORE = 16,
    NAMES_DOC = 32, /* its first word is a document's number */
};

/* Parsed arguments; owned but for the words. */
struct docs_asked {
    const char *verb;
    char **words; /* without DOC */
    gint64 doc;
    char *app, *author, *element, *reason, *name;
    gboolean json, all, contradicted;
};

/* ---- as text ---- */

static char *text_list(const GPtrArray *docs, bool all)
{
    struct table t;
    if (docs->len == 0)
        return g_strdup(all ? "no document is kept\n" : "no document matches\n");
    table_begin(&t, "rlwlllrrrl", "DOC", "APP", "ELEMENT", "KIND", "AUTHOR", "AT", "USES", "KEPT", "BROKEN", "TEXT");
    for (guint i = 0; i < docs->len; i++) {
        const struct memory_doc *d = docs->pdata[i];
        g_autofree char *text =
            g_strconcat(d->withdrawn ? "(withdrawn) " : "", d->contradiction ? "(contradicted) " : "",
                        memory_doc_doubtful(d) ? "(doubtful) " : "", memory_doc_shared(d) ? "(shared) " : "", d->text, NULL);
        table_format(&t, "%" G_GINT64_FORMAT, d->doc);
        table_text(&t, d->app);
        table_text(&t, d->name ? d->name : d->element);
        table_text(&t, doc_kind_name(d->kind));
        table_text(&t, doc_author_name(d->author));
        table_time(&t, d->at_us);
        table_format(&t, "%" G_GINT64_FORMAT, d->uses);
        table_format(&t, "%" G_GINT64_FORMAT, d->kept);
        table_format(&t, "%" G_GINT64_FORMAT, d->broken);
        table_text(&t, text);
    }
    return table_end(&t, memory_terminal_width());
}

static void put_line(GString *out, const char *what, const char *value)
{
    if (value)
        g_string_append_printf(out, "%-14s%s\n", what, value);
}

static char *text_version(const struct memory_doc *d)
{
    GString *out = g_string_new(NULL);
    g_autofree char *at = memory_iso_time(d->at_us);
    g_autofree char *place = d->run ? g_strdup_printf("run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, d->run, d->step) : NULL;
    g_string_append_printf(out, "document %" G_GINT64_FORMAT ", version %" G_GINT64_FORMAT "%s\n", d->doc, d->version,
                           d->withdrawn ? ", withdrawn" : "");
    put_line(out, "program", d->app);
    put_line(out, "element", d->element);
    put_line(out, "shared", memory_doc_shared(d) ? "with elements alike: only its place tells this one from them" : NULL);
    put_line(out, "name", d->name);
    put_line(out, "kind", doc_kind_name(d->kind));
    put_line(out, "author", doc_author_name(d->author));
    g_string_append_printf(out, "%-14s%s, %s\n", "by", d->by, at ? at : "");
    put_line(out, "learnt in", place);
    put_line(out, "before", d->before);
    put_line(out, "after", d->after);
    g_string_append_printf(out, "%-14s%" G_GINT64_FORMAT ", kept %" G_GINT64_FORMAT ", broken %" G_GINT64_FORMAT "\n", "uses",
                           d->uses, d->kept, d->broken);
    put_line(out, "reason", d->reason);
    put_line(out, "contradiction", d->contradiction);
    g_string_append_printf(out, "\n%s\n", d->text);
    return g_string_free(out, FALSE);
}

static int done(const struct docs_asked *asked, gint64 doc, const char *what)
{
    g_autofree char *text =
        asked->json ? docs_json_done(asked->verb, doc) : g_strdup_printf("document %" G_GINT64_FORMAT " %s", doc, what);
    return memory_print(text, true);
}

static char *joined(char **words, GError **error)
{
    return editor_joined(words, DOC_TEXT_MAX, error);
}

/* ---- looking ---- */

static bool is_asked(const struct docs_asked *asked, const struct memory_doc *d)
{
    return (!asked->author || g_str_equal(asked->author, doc_author_name(d->author))) &&
           (!asked->contradicted || d->contradiction) &&
           (!g_str_equal(asked->verb, "search") || memory_doc_has_words(d, (const char *const *)asked->words));
}

static int do_list(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    enum doc_author author;
    if (asked->author && !doc_author_parse(asked->author, &author))
        return cli_usage("docs %s: --author is explored, watched or written", asked->verb);
    g_autoptr(GPtrArray) docs = m ? memory_docs(m, asked->app, asked->element, asked->all, &error) : g_ptr_array_new();
    if (!docs)
        return cli_fail(error);
    for (guint i = docs->len; i-- > 0;)
        if (!is_asked(asked, docs->pdata[i]))
            g_ptr_array_remove_index(docs, i);
    bool all = !asked->app && !asked->element && !asked->author && !asked->contradicted && !g_str_equal(asked->verb, "search");
    g_autofree char *text = asked->json ? docs_json_list(docs) : text_list(docs, all);
    return memory_print(text, asked->json);
}

static int do_show(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_doc *d = memory_doc_get(m, asked->doc, &error);
    if (!d)
        return cli_fail(error);
    g_autofree char *text = asked->json ? docs_json(d) : text_version(d);
    memory_doc_free(d);
    if (asked->json)
        return memory_print(text, true);
    memory_print_visible(text);
    return EXIT_DONE;
}

static GPtrArray *versions_of(const struct docs_asked *asked, memory *m, GError **error)
{
    struct memory_doc *d = memory_doc_get(m, asked->doc, error);
    GPtrArray *versions = d ? memory_doc_versions(m, asked->doc, error) : NULL;
    memory_doc_free(d);
    return versions;
}

static int do_log(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) versions = versions_of(asked, m, &error);
    if (!versions)
        return cli_fail(error);
    if (asked->json) {
        g_autofree char *json = docs_json_list(versions);
        return memory_print(json, true);
    }
    for (guint i = 0; i < versions->len; i++) {
        g_autofree char *text = text_version(versions->pdata[i]);
        memory_print_visible(text);
    }
    return EXIT_DONE;
}

/* The version that a word names, or the one at that place of the list; NULL with an error: there is none. */
static const struct memory_doc *version_named(const GPtrArray *versions, const char *word, guint place, GError **error)
{
    gint64 number = 0;
    if (!word && place < versions->len)
        return versions->pdata[place];
    bool is_number = word && g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, &number, NULL);
    for (guint i = 0; is_number && i < versions->len; i++)
        if (((const struct memory_doc *)versions->pdata[i])->version == number)
            return versions->pdata[i];
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                word ? "there is no version %s (reins docs log)" : "there is no version before%s", word ? word : "");
    return NULL;
}

static int do_diff(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) versions = versions_of(asked, m, &error);
    const struct memory_doc *from = versions ? version_named(versions, asked->words[0], 1, &error) : NULL;
    const struct memory_doc *to = from ? version_named(versions, asked->words[0] ? asked->words[1] : NULL, 0, &error) : NULL;
    if (!to)
        return cli_fail(error);
    g_autoptr(text_diff) diff = text_diff_new(from->text, to->text);
    g_autofree char *old = g_strdup_printf("%" G_GINT64_FORMAT "@%" G_GINT64_FORMAT, from->doc, from->version);
    g_autofree char *new = g_strdup_printf("%" G_GINT64_FORMAT "@%" G_GINT64_FORMAT, to->doc, to->version);
    g_autofree char *text = text_diff_unified(diff, old, new);
    if (asked->json) {
        g_autofree char *json = docs_json_diff(asked->doc, from->version, to->version, text);
        return memory_print(json, true);
    }
    memory_print_visible(text);
    return EXIT_DONE;
}

/* ---- changing ---- */

/* Nobody keeps the elements of a program: what no document names may still be one of them. */
static void warn_of_unknown(memory *m, const char *app, const char *element)
{
    g_autoptr(GPtrArray) of = memory_docs(m, app, element, true, NULL);
    g_autofree char *shown = of && !of->len ? visible_text(element) : NULL;
    if (shown)
        fprintf(stderr, "reins: warning: no document has named the element %s before: is it its id? (reins see --marks)\n",
                shown);
}

static int do_add(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    enum doc_kind kind;
    gint64 number;
    if (!asked->app || !*asked->words[0] || strlen(asked->words[0]) > DOC_ELEMENT_MAX || !doc_kind_parse(asked->words[1], &kind))
        return cli_usage("docs add: --app, the element's id, one of tap, text, v_swipe, h_swipe, long_press, and the text");
    g_autofree char *text = joined(asked->words + 2, &error);
    const struct memory_doc doc = {.kind = kind,
                                   .author = DOC_WRITTEN,
                                   .by = (char *)memory_author(),
                                   .app = asked->app,
                                   .element = asked->words[0],
                                   .name = asked->name,
                                   .text = text};
    if (text)
        warn_of_unknown(m, asked->app, asked->words[0]);
    return text && memory_doc_add(m, &doc, &number, &error) ? done(asked, number, "is written") : cli_fail(error);
}

static int do_edit(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    struct memory_doc *d = memory_doc_get(m, asked->doc, &error);
    g_autofree char *text = d ? editor_text(asked->words, d->text, DOC_TEXT_MAX, &error) : NULL;
    const struct memory_doc version = {.by = (char *)memory_author(), .text = text, .reason = asked->reason};
    memory_doc_free(d);
    if (!text)
        return error ? cli_fail(error) : done(asked, asked->doc, "stays as it was");
    return memory_doc_change(m, asked->doc, &version, &error) ? done(asked, asked->doc, "is changed") : cli_fail(error);
}

static int do_rollback(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) versions = versions_of(asked, m, &error);
    const struct memory_doc *old = versions ? version_named(versions, asked->words[0], 1, &error) : NULL;
    if (!old)
        return cli_fail(error);
    g_autofree char *reason = g_strdup_printf("back to version %" G_GINT64_FORMAT, old->version);
    const struct memory_doc version = {
        .by = (char *)memory_author(), .text = old->text, .reason = reason, .before = old->before, .after = old->after};
    return memory_doc_change(m, asked->doc, &version, &error) ? done(asked, asked->doc, reason) : cli_fail(error);
}

static int do_merge(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 from;
    if (!g_ascii_string_to_signed(asked->words[0], 10, 1, G_MAXINT64, &from, NULL))
        return cli_usage("docs merge: \"%s\" is not a document: a number from `reins docs list`", asked->words[0]);
    struct memory_doc *a = memory_doc_get(m, asked->doc, &error), *b = a ? memory_doc_get(m, from, &error) : NULL;
    char *both[] = {b ? a->text : NULL, b ? b->text : NULL, NULL};
    g_autofree char *text = b ? joined(asked->words[1] ? asked->words + 1 : both, &error) : NULL;
    memory_doc_free(a);
    memory_doc_free(b);
    return text && memory_doc_merge(m, asked->doc, from, text, memory_author(), &error)
               ? done(asked, asked->doc, "has what both said")
               : cli_fail(error);
}

static int do_rm(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    return memory_doc_withdraw(m, asked->doc, asked->reason, &error) ? done(asked, asked->doc, "is withdrawn") : cli_fail(error);
}

static int do_folder(const struct docs_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_auto(docs_told) told = {0};
    bool out = g_str_equal(asked->verb, "export");
    if (!(out ? docs_folder_export(m, asked->app, asked->words[0], &told, &error)
              : docs_folder_import(m, asked->words[0], asked->app, "import", &told, &error)))
        return cli_fail(error);
    for (guint i = 0; !asked->json && i < told.problems->len; i++) {
        g_autofree char *shown = visible_text(told.problems->pdata[i]);
        fprintf(stderr, "reins: %s\n", shown);
    }
    g_autofree char *text =
        asked->json ? docs_json_told(asked->verb, &told)
                    : g_strdup_printf("%" G_GINT64_FORMAT " documents in %" G_GINT64_FORMAT " files", told.docs, told.files);
    return memory_print(text, true);
}

/* ---- the verbs ---- */

static const struct docs_verb {
    struct verb verb;
    int (*function)(const struct docs_asked *asked, memory *m);
} rows[] = {
    {{"list", 0, 0, TAKES_APP | TAKES_FILTER, "",
      "Lists the documents: of which element, by whom, how often used, and whether it came as they say."},
     do_list},
    {{"show", 1, 1, NAMES_DOC, "DOC", "Prints the newest version of a document, with the pictures that it was learnt from."},
     do_show},
    {{"search", 1, G_MAXINT, TAKES_APP | TAKES_FILTER, "WORD…",
      "Lists the documents that have every word in program, element or text."},
     do_list},
    {{"add", 3, G_MAXINT, TAKES_APP | TAKES_NAME | MAKES_STORE, "ELEMENT KIND TEXT",
      "Writes a document of an element (its id: reins see --marks) and tap, text, v_swipe, h_swipe or long_press."},
     do_add},
    {{"edit", 1, G_MAXINT, NAMES_DOC | TAKES_REASON, "DOC [TEXT]",
      "Gives a document another text, in $VISUAL or $EDITOR where none is given. A contradiction is then settled."},
     do_edit},
    {{"log", 1, 1, NAMES_DOC, "DOC", "Prints all versions of a document, newest first."}, do_log},
    {{"diff", 1, 3, NAMES_DOC, "DOC [A] [B]",
      "Prints the differences between two versions: the last two, or version A and the newest, or A and B."},
     do_diff},
    {{"rollback", 1, 2, NAMES_DOC, "DOC [A]", "Gives a document the text of an earlier version: the one before, or version A."},
     do_rollback},
    {{"merge", 2, G_MAXINT, NAMES_DOC, "DOC OTHER [TEXT]",
      "Makes one of two documents of the same element and kind: TEXT, or both texts. OTHER is withdrawn."},
     do_merge},
    {{"rm", 1, 1, NAMES_DOC | TAKES_REASON, "DOC", "Withdraws a document: no prompt has it again. Its versions stay."}, do_rm},
    {{"export", 1, 1, TAKES_APP | MAKES_STORE, "DIR",
      "Writes the documents as folders of the AppAgent release: DIR/apps/APP/auto_docs/ELEMENT.txt."},
     do_folder},
    {{"import", 1, 1, TAKES_APP | MAKES_STORE, "DIR",
      "Reads such folders. What says something else than a document here is left out, and named."},
     do_folder},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "docs",
    .about =
        "Documents: what an element of a program does when it is tapped, swiped or typed into. The agent appagent writes\n"
        "them while it explores, and is told those of the elements that it sees. What one says informs it, and orders nothing.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .run = run_verb,
};

static bool parse(const struct verb *v, struct docs_asked *a, int *argc, char ***argv, int *ret_code)
{
    const struct verb_option all[] = {
        {~0U, {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document", NULL}},
        {TAKES_APP, {"app", 0, 0, G_OPTION_ARG_STRING, &a->app, "of this program (import: instead of the folder's name)", "APP"}},
        {TAKES_FILTER, {"author", 0, 0, G_OPTION_ARG_STRING, &a->author, "explored, watched or written", "A"}},
        {TAKES_FILTER, {"element", 0, 0, G_OPTION_ARG_STRING, &a->element, "of the element with this id", "ID"}},
        {TAKES_FILTER,
         {"contradicted", 0, 0, G_OPTION_ARG_NONE, &a->contradicted, "only those that something contradicts", NULL}},
        {TAKES_FILTER, {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "also withdrawn ones", NULL}},
        {TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
        {TAKES_NAME, {"name", 0, 0, G_OPTION_ARG_STRING, &a->name, "what the element is called", "NAME"}},
    };
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
}

static int call_verb(const struct docs_verb *row, const struct docs_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, row->verb.takes & MAKES_STORE, &error) : NULL;
    if (!m && !error && row->verb.takes & NAMES_DOC)
        g_set_error(&error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "there is no document yet");
    if (error)
        return cli_fail(error);
    memory_warn_open(dir);
    return row->function(asked, m);
}

static void asked_clear(struct docs_asked *a)
{
    char *owned[] = {a->app, a->author, a->element, a->reason, a->name};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct docs_asked asked = {.verb = v->name};
    int code;
    if (!parse(v, &asked, &argc, &argv, &code))
        return code;
    asked.words = argv + 1;
    if (v->takes & NAMES_DOC) {
        if (!g_ascii_string_to_signed(asked.words[0], 10, 1, G_MAXINT64, &asked.doc, NULL))
            return cli_usage("docs %s: \"%s\" is not a document: a number from `reins docs list`", v->name, asked.words[0]);
        asked.words++;
    }
    return call_verb((const struct docs_verb *)(const void *)v, &asked);
}

int cli_docs(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
