/* reins manual FILE: a manual page of tui/man, with the tables of commands, options, keys and settings put in. A page cannot
 * describe what the program does not have, or miss what it has. In the text, a line
 *     %TABLE [NAME]   stands for a table (see tables[] below)
 *     %also ITEM      directly behind a table: the lines that follow are added to that item of it
 *     %end            ends these
 * and @VERSION@ is the program's version. An item that the table does not have is an error. */

#include "tui/cli/manual.h"

#include "config/config.h"
#include "config/files.h"
#include "config/options.h"
#include "config/rules.h"
#include "config/task_file.h"
#include "skills/library/library.h"
#include "skills/library/primitive.h"
#include "tui/cli/cli.h"
#include "tui/cli/commands.h"
#include "tui/cli/profile.h"
#include "tui/console/keys.h"
#include "tui/memory/past_screen.h"
#include "tui/skills/skills_screen.h"

#include <stdio.h>
#include <string.h>

#define PROFILE_PAGE "reins-profile.5"

struct manual_page {
    const char *name;
    const char *group; /* of a profile: this one alone; NULL = all */
    char **lines;
    guint at;         /* of the table that is written */
    GHashTable *also; /* item → text, what is left of it */
    GString *out;
    char *wrong; /* NULL = nothing so far */
};

static void page_clear(struct manual_page *p)
{
    g_strfreev(p->lines);
    g_clear_pointer(&p->also, g_hash_table_unref);
    g_string_free(p->out, TRUE);
    g_free(p->wrong);
}

static void page_wrong(struct manual_page *p, const char *what, const char *name)
{
    if (!p->wrong)
        p->wrong = g_strdup_printf("%s:%u: %s \"%s\"", p->name, p->at + 1, what, name);
}

/* In roff a leading dot or quote, a backslash and a minus are more than they look like. Caller frees. */
static char *roff(const char *text)
{
    g_autoptr(GString) out = g_string_new(text);
    g_string_replace(out, "\\", "\\e", 0);
    g_string_replace(out, "-", "\\-", 0);
    if (*text == '.' || *text == '\'')
        g_string_prepend(out, "\\&");
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* What the page adds to an item of the table. */
static void add_also(struct manual_page *p, const char *item)
{
    const char *text = g_hash_table_lookup(p->also, item);
    if (!text)
        return;
    g_string_append(p->out, text);
    g_hash_table_remove(p->also, item);
}

/* A heading in roff, then what it means: a sentence that ends with a full stop. */
static void add_item(struct manual_page *p, const char *item, const char *head, const char *help)
{
    g_autofree char *text = roff(help);
    gsize length = strlen(text);
    bool ends = length == 0 || strchr(".:?!", text[length - 1]) || g_str_has_suffix(text, "…");
    g_string_append_printf(p->out, ".TP\n%s\n%s%s\n", head, text, ends ? "" : ".");
    add_also(p, item);
}

/* ---- commands and their options ---- */

static void described_clear(struct cli_described *d)
{
    g_clear_pointer(&d->options, g_array_unref);
    g_clear_pointer(&d->verbs, g_ptr_array_unref);
}

/* What a command takes, or (verb given) one of its verbs. */
static bool ask(struct manual_page *p, const char *name, const char *verb, struct cli_described *ret_described)
{
    const struct cli_command *command = commands_find(name);
    char *words[] = {(char *)name, (char *)(verb ? verb : "--help"), NULL};
    *ret_described = (struct cli_described){0};
    if (command)
        cli_ask_command(command, 2, words, ret_described);
    else
        page_wrong(p, "no command", name);
    return command != NULL;
}

static void add_option(struct manual_page *p, const char *item, const GOptionEntry *e)
{
    g_autofree char *name = roff(e->long_name), *value = roff(e->arg_description ? e->arg_description : "");
    g_autofree char *brief = e->short_name ? g_strdup_printf("\\fB\\-%c\\fR, ", e->short_name) : g_strdup("");
    g_autofree char *head = *value ? g_strdup_printf("%s\\fB\\-\\-%s\\fR=\\fI%s\\fR", brief, name, value)
                                   : g_strdup_printf("%s\\fB\\-\\-%s\\fR", brief, name);
    add_item(p, item, head, e->description);
}

static void table_commands(struct manual_page *p, const char *argument)
{
    (void)argument;
    for (gsize i = 0; i < n_commands; i++) {
        const struct cli_command *c = &commands[i];
        g_autofree char *words = roff(c->arguments), *head = g_strdup_printf("\\fBreins %s\\fR %s", c->name, words);
        add_item(p, c->name, g_strchomp(head), c->help);
    }
}

/* Of "COMMAND", or "COMMAND VERB". */
static void table_options(struct manual_page *p, const char *command)
{
    __attribute__((cleanup(described_clear))) struct cli_described d;
    g_auto(GStrv) words = g_strsplit(command, " ", 2);
    if (!ask(p, words[0], words[1], &d))
        return;
    for (guint i = 0; i < d.options->len; i++) {
        const GOptionEntry *e = &g_array_index(d.options, GOptionEntry, i);
        add_option(p, e->long_name, e);
    }
}

/* A section a verb. That all of them take --json the page says once. */
static void add_verb(struct manual_page *p, const char *command, const char *verb, const char *help)
{
    __attribute__((cleanup(described_clear))) struct cli_described d;
    if (!ask(p, command, verb, &d))
        return;
    g_autofree char *words = roff(d.arguments), *text = roff(help), *name = roff(verb);
    bool json = false;
    g_string_append_printf(p->out, ".SS %s\n\\fBreins %s %s\\fR [\\fIoptions\\fR] %s\n.PP\n%s\n", name, command, name, words,
                           text);
    for (guint i = 0; i < d.options->len; i++)
        json |= g_str_equal(g_array_index(d.options, GOptionEntry, i).long_name, "json");
    if (!json)
        g_string_append(p->out, "It does not take \\fB\\-\\-json\\fR.\n");
    add_also(p, verb);
    for (guint i = 0; i < d.options->len; i++) {
        const GOptionEntry *e = &g_array_index(d.options, GOptionEntry, i);
        g_autofree char *item = g_strdup_printf("%s --%s", verb, e->long_name);
        if (!g_str_equal(e->long_name, "json"))
            add_option(p, item, e);
    }
}

static void table_verbs(struct manual_page *p, const char *command)
{
    __attribute__((cleanup(described_clear))) struct cli_described d;
    if (!ask(p, command, NULL, &d))
        return;
    for (guint i = 0; i < d.verbs->len; i++) {
        g_auto(GStrv) parts = g_strsplit(d.verbs->pdata[i], "\t", 2);
        add_verb(p, command, parts[0], parts[1]);
    }
}

/* ---- keys ---- */

static void add_key(struct manual_page *p, const char *head, const char *help)
{
    const char *typed = strstr(head, " :");
    g_autofree char *item = typed ? g_strchomp(g_strndup(head, (gsize)(typed - head))) : g_strdup(head);
    g_autofree char *keys = roff(item), *command = roff(typed ? typed + 1 : "");
    g_autofree char *both =
        typed ? g_strdup_printf("\\fB%s\\fR, \\fB%s\\fR", keys, command) : g_strdup_printf("\\fB%s\\fR", keys);
    add_item(p, item, both, help);
}

/* The lines of the help screen (keys.h). */
static void add_keys(struct manual_page *p, char **lines)
{
    static const char blank[] = "                      ";
    G_STATIC_ASSERT(sizeof blank - 1 == KEYS_HELP_COLUMN);
    for (char **line = lines; *line; line++) {
        if (**line != ' ' && **line) {
            g_autofree char *heading = roff(*line);
            g_string_append_printf(p->out, ".SS %s\n", heading);
        }
        if (**line != ' ' || strlen(*line) <= KEYS_HELP_COLUMN)
            continue;
        g_autofree char *head = g_strstrip(g_strndup(*line, KEYS_HELP_COLUMN));
        g_autoptr(GString) help = g_string_new(*line + KEYS_HELP_COLUMN);
        for (; line[1] && g_str_has_prefix(line[1], blank); line++)
            g_string_append_printf(help, " %s", line[1] + KEYS_HELP_COLUMN);
        add_key(p, head, help->str);
    }
}

static void table_keys(struct manual_page *p, const char *screen)
{
    static const struct {
        const char *screen;
        void (*help)(GString *text);
    } screens[] = {
        {"run", keys_run_help}, {"skills", skills_keys_help}, {"memory", past_keys_help}, {"replay", replay_keys_help}};
    for (gsize i = 0; i < G_N_ELEMENTS(screens); i++) {
        if (!g_str_equal(screens[i].screen, screen))
            continue;
        g_autoptr(GString) text = g_string_new(NULL);
        screens[i].help(text);
        g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
        add_keys(p, lines);
        return;
    }
    page_wrong(p, "no screen", screen);
}

static void add_word(const char *name, const char *words, const char *help, gpointer data)
{
    g_autofree char *more = roff(words ? words : ""), *head = g_strdup_printf("\\fB:%s\\fR %s", name, more);
    add_item(data, name, g_strchomp(head), help);
}

static void table_words(struct manual_page *p, const char *argument)
{
    (void)argument;
    command_words_tell(add_word, p);
}

/* ---- primitives ---- */

static void table_primitives(struct manual_page *p, const char *argument)
{
    (void)argument;
    for (guint i = 0; i < primitive_all()->len; i++) {
        const skill *s = g_ptr_array_index(primitive_all(), i);
        g_autoptr(GString) head = g_string_new(NULL);
        g_string_append_printf(head, "\\fB%s\\fR", s->name);
        for (guint k = 0; k < s->params->len; k++) {
            const struct param *q = &g_array_index(s->params, struct param, k);
            g_string_append_printf(head, q->optional ? " [\\fI%s\\fR]" : " \\fI%s\\fR", q->name);
        }
        add_item(p, s->name, head->str, s->doc);
    }
}

/* What the arguments of all primitives mean: a name once for each meaning that it has. */
static void table_arguments(struct manual_page *p, const char *argument)
{
    (void)argument;
    g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < primitive_all()->len; i++) {
        const skill *s = g_ptr_array_index(primitive_all(), i);
        for (guint k = 0; k < s->params->len; k++) {
            const struct param *q = &g_array_index(s->params, struct param, k);
            g_autofree char *values = q->allowed ? g_strjoinv(", ", q->allowed) : NULL;
            g_autofree char *help = g_strconcat(q->meaning, values ? "; one of " : NULL, values, NULL);
            g_autofree char *key = g_strconcat(q->name, "=", help, NULL), *head = g_strdup_printf("\\fI%s\\fR", q->name);
            if (g_hash_table_add(said, g_steal_pointer(&key)))
                add_item(p, q->name, head, help);
        }
    }
}

/* ---- settings ---- */

static void add_setting(const char *heading, const char *about, bool first, const struct option_row *row, gpointer data)
{
    struct manual_page *p = data;
    g_autofree char *item = g_strdup_printf("%s.%s", row->group, row->key), *takes = option_takes(row), *key = roff(row->key);
    g_autofree char *head = g_strdup_printf("\\fB%s\\fR", key), *title = roff(heading);
    g_autofree char *help = g_strdup_printf("%s (%s%s%s).", row->help, takes,
                                            !row->fallback   ? "; must be given"
                                            : *row->fallback ? "; default "
                                                             : "",
                                            row->fallback ? row->fallback : "");
    if (first) {
        g_string_append_printf(p->out, ".SS %s\n%s%s", title, about, *about ? "\n" : "");
        add_also(p, row->group);
    }
    add_item(p, item, head, help);
}

/* reins.ini's. */
static void table_settings(struct manual_page *p, const char *argument)
{
    (void)argument;
    gsize n;
    const struct option_row *rows = option_rows(&n);
    for (gsize i = 0; i < n; i++) {
        bool first = i == 0 || !g_str_equal(rows[i - 1].group, rows[i].group);
        g_autofree char *heading = g_strdup_printf("[%s%s]", rows[i].group, g_str_equal(rows[i].group, "brain") ? " NAME" : "");
        add_setting(heading, "", first, &rows[i], p);
    }
}

/* A profile's; of reins.ini its rules are the same. */
static void table_profile(struct manual_page *p, const char *group)
{
    profile_tell_keys(*group ? group : p->group, add_setting, p);
}

/* A task file's. */
static void table_task(struct manual_page *p, const char *argument)
{
    (void)argument;
    for (gsize i = 0; i < n_task_rows; i++) {
        const struct option_row *row = &task_rows[i];
        bool first = i == 0 || !g_str_equal(task_rows[i - 1].group, row->group);
        g_autofree char *heading = g_strdup_printf("[%s%s]", row->group, g_str_equal(row->group, "task") ? "" : " NAME");
        add_setting(heading, "", first, row, p);
    }
}

/* ---- the page ---- */

static const struct table {
    const char *name;
    void (*write)(struct manual_page *p, const char *argument);
} tables[] = {
    {"%commands", table_commands},   {"%options", table_options},   {"%verbs", table_verbs},
    {"%keys", table_keys},           {"%words", table_words},       {"%primitives", table_primitives},
    {"%arguments", table_arguments}, {"%settings", table_settings}, {"%profile", table_profile},
    {"%task", table_task},
};

/* The "%also" behind a table; returns the last line of them. */
static guint read_also(struct manual_page *p)
{
    guint i = p->at;
    g_hash_table_remove_all(p->also);
    while (p->lines[i + 1] && g_str_has_prefix(p->lines[i + 1], "%also ")) {
        const char *item = p->lines[++i] + strlen("%also ");
        g_autoptr(GString) text = g_string_new(NULL);
        for (; p->lines[i + 1] && *p->lines[i + 1] != '%'; i++)
            g_string_append_printf(text, "%s\n", p->lines[i + 1]);
        g_hash_table_insert(p->also, g_strdup(item), g_string_free(g_steal_pointer(&text), FALSE));
    }
    if (i > p->at && g_strcmp0(p->lines[i + 1], "%end") != 0)
        page_wrong(p, "no %end behind the texts of", p->lines[p->at]);
    return i > p->at ? i + 1 : i;
}

static void write_table(struct manual_page *p)
{
    g_auto(GStrv) words = g_strsplit(p->lines[p->at], " ", 2);
    const struct table *table = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(tables) && !table; i++)
        table = g_str_equal(tables[i].name, words[0]) ? &tables[i] : NULL;
    if (!table) {
        page_wrong(p, "no table", p->lines[p->at]);
        return;
    }
    guint last = read_also(p);
    GHashTableIter left;
    gpointer item;
    table->write(p, words[1] ? words[1] : "");
    g_hash_table_iter_init(&left, p->also);
    if (!p->group && g_hash_table_iter_next(&left, &item, NULL))
        page_wrong(p, "this table has no", item);
    p->at = last;
}

/* Prints the page; returns the exit code. */
static int print_page(const char *name, const char *group, const char *text)
{
    __attribute__((cleanup(page_clear))) struct manual_page p = {
        .name = name,
        .group = group,
        .lines = g_strsplit(text, "\n", -1),
        .also = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .out = g_string_new(NULL),
    };
    for (; !p.wrong && p.lines[p.at]; p.at++) {
        if (*p.lines[p.at] == '%')
            write_table(&p);
        else if (*p.lines[p.at] || p.lines[p.at + 1]) /* behind the last newline comes nothing */
            g_string_append_printf(p.out, "%s\n", p.lines[p.at]);
    }
    if (p.wrong)
        return cli_usage("manual: %s", p.wrong);
    g_string_replace(p.out, "@VERSION@", CLI_VERSION, 0);
    fputs(p.out->str, stdout);
    return EXIT_DONE;
}

int manual_print_profile(const char *group)
{
    g_autoptr(GBytes) page = config_shipped("tui/man/" PROFILE_PAGE);
    g_autofree char *text = g_strndup(g_bytes_get_data(page, NULL), g_bytes_get_size(page));
    return print_page(PROFILE_PAGE, group, text);
}

int cli_manual(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    if (argc != 2)
        return cli_usage("manual: which page? (a file of tui/man)");
    if (!g_file_get_contents(argv[1], &text, NULL, &error))
        return cli_fail(error);
    return print_page(argv[1], NULL, text);
}
