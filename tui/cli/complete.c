/* reins complete WORD… LAST: what may stand in place of LAST, a candidate a line (what it means behind a tab), for the completion
 * functions of the shells (tui/install). ":file" alone: a file's name. Options, verbs and their words come from the tables that
 * the commands themselves parse with; runs, skills, profiles and brains are looked up. It starts nothing. */

#include "tui/cli/cli.h"
#include "tui/cli/commands.h"

#include "config/config.h"
#include "config/options.h"
#include "config/profile.h"
#include "memory/memory.h"
#include "skills/library/library_places.h"
#include "skills/library/primitive.h"
#include "skills/library/skill_doc.h"
#include "skills/library/skill_text.h"
#include "skills/timeline/visible.h"

#include <stdio.h>
#include <string.h>

#define RUNS_MAX 100
#define HELP_MAX 70 /* characters of what a candidate means */

struct completing {
    const char *last;   /* as far as it is typed; of --name=value the value */
    const char *before; /* stands before each candidate: "--name=" */
    GHashTable *said;
};

/* Cut between two words. NULL = there is none. Caller frees. */
static char *short_help(const char *help)
{
    g_autofree char *text = help ? visible_text(help) : NULL;
    if (!text || g_utf8_strlen(text, -1) <= HELP_MAX)
        return g_steal_pointer(&text);
    g_autofree char *head = g_utf8_substring(text, 0, HELP_MAX - 1);
    char *space = strrchr(head, ' ');
    if (space)
        *space = 0;
    return g_strconcat(head, "…", NULL);
}

static void offer(struct completing *c, const char *word, const char *help)
{
    if (!g_str_has_prefix(word, c->last) || g_hash_table_contains(c->said, word))
        return;
    g_hash_table_add(c->said, g_strdup(word));
    g_autofree char *means = short_help(help);
    printf("%s%s%s%s\n", c->before, word, means ? "\t" : "", means ? means : "");
}

static void offer_all(struct completing *c, char **words)
{
    for (char **word = words; word && *word; word++)
        offer(c, *word, NULL);
}

/* ---- what is looked up ---- */

static void offer_runs(struct completing *c)
{
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = dir ? memory_open(dir, false, NULL) : NULL;
    g_autoptr(GPtrArray) runs = m ? memory_runs(m, NULL, RUNS_MAX, NULL) : NULL;
    for (guint i = 0; runs && i < runs->len; i++) {
        const struct memory_run *run = runs->pdata[i];
        g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run->id);
        g_autofree char *help = g_strdup_printf("%s: %s", run->outcome ? run->outcome : run->status, run->task);
        offer(c, id, help);
    }
}

static void offer_runs_and_last(struct completing *c)
{
    offer_runs(c);
    offer(c, "last", "the newest run, not of reins do");
}

/* The names of "function NAME(" at the beginning of a line: nothing is loaded. */
static void offer_skills(struct completing *c)
{
    static const char *const all[] = {"*", NULL};
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) files = skill_places(all, problems);
    g_autoptr(GRegex) function = g_regex_new("^function ([A-Za-z_][A-Za-z0-9_]*) *\\(", G_REGEX_MULTILINE, 0, NULL);
    for (guint i = 0; i < files->len; i++) {
        const struct skill_file *file = files->pdata[i];
        g_autofree char *text = skill_text_read(file->path, NULL);
        g_autoptr(GMatchInfo) match = NULL;
        for (bool more = text && g_regex_match(function, text, 0, &match); more; more = g_match_info_next(match, NULL)) {
            g_autofree char *name = g_match_info_fetch(match, 1);
            offer(c, name, NULL);
        }
    }
}

/* `name=` of each argument of a primitive, or of a skill as its text shows it. */
static void offer_arguments(struct completing *c, const char *name)
{
    static const char *const all[] = {"*", NULL};
    const skill *s = primitive_find(name);
    g_autoptr(skill) sketch = NULL;
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) files = s ? NULL : skill_places(all, problems);
    for (guint i = 0; files && i < files->len && !sketch; i++) {
        g_autofree char *text = skill_text_read(((struct skill_file *)files->pdata[i])->path, NULL);
        sketch = text ? skill_text_sketch(text, name) : NULL;
    }
    s = s ? s : sketch;
    for (guint i = 0; s && i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_autofree char *word = g_strconcat(p->name, "=", NULL);
        offer(c, word, p->meaning);
        for (char **value = p->allowed; value && *value; value++) {
            g_autofree char *whole = g_strconcat(word, *value, NULL);
            offer(c, whole, NULL);
        }
    }
}

static void offer_brains(struct completing *c)
{
    if (g_str_has_prefix(c->last, "replay:")) {
        g_autofree char *before = g_strconcat(c->before, "replay:", NULL);
        struct completing runs = {.last = c->last + strlen("replay:"), .before = before, .said = c->said};
        offer_runs(&runs);
        return;
    }
    g_autoptr(config) cfg = config_load(NULL);
    g_auto(GStrv) names = cfg ? config_brain_names(cfg) : NULL;
    offer_all(c, names);
    offer(c, "replay:", "answers as a recorded run did");
    offer(c, "cassette:", "plays recorded calls");
}

static void offer_profiles(struct completing *c)
{
    g_auto(GStrv) names = profile_names();
    offer_all(c, names);
}

static void offer_displays(struct completing *c)
{
    g_autoptr(GDir) dir = g_dir_open("/tmp/.X11-unix", 0, NULL);
    offer(c, "cassette:", "a recorded display");
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (*name == 'X') {
            g_autofree char *word = g_strconcat(":", name + 1, NULL);
            offer(c, word, NULL);
        }
}

static void offer_agents(struct completing *c)
{
    g_auto(GStrv) names = g_strsplit(option_known("run", "agent")->allowed, "|", -1);
    offer_all(c, names);
}

/* `KEY=` of every agent's options, and the values of a choice. */
static void offer_settings(struct completing *c)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    for (gsize i = 0; i < n; i++) {
        if (!g_str_has_prefix(rows[i].group, "agent "))
            continue;
        g_autofree char *word = g_strconcat(rows[i].key, "=", NULL);
        offer(c, word, rows[i].help);
        g_auto(GStrv) values = g_strsplit(rows[i].allowed ? rows[i].allowed : "", "|", -1);
        for (char **value = values; *value; value++) {
            g_autofree char *whole = g_strconcat(word, *value, NULL);
            offer(c, whole, NULL);
        }
    }
}

/* ---- the value of an option ---- */

static bool is_word(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz_") == strlen(text);
}

/* A help that lists words ("draft, trial or refused", "Gate: step (every action asks), risk, dry") says what there is. */
static void offer_listed(struct completing *c, const char *help)
{
    g_autoptr(GRegex) aside = g_regex_new(" *\\([^)]*\\)", 0, 0, NULL), comma = g_regex_new(", *| or ", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace_literal(aside, help, -1, 0, "", 0, NULL);
    g_auto(GStrv) words = g_regex_split(comma, plain, 0);
    const char *space = strrchr(words[0], ' ');
    if (space) {
        char *first = g_strdup(space + 1);
        g_free(words[0]);
        words[0] = first;
    }
    bool list = g_strv_length(words) > 2;
    for (char **word = words; *word; word++)
        list = list && is_word(*word);
    if (list)
        offer_all(c, words);
}

static void offer_value(struct completing *c, const GOptionEntry *option)
{
    static const struct {
        const char *option;
        void (*offer)(struct completing *c);
    } known[] = {{"agent", offer_agents},      {"brain", offer_brains}, {"display", offer_displays}, {"profile", offer_profiles},
                 {"run", offer_runs_and_last}, {"set", offer_settings}, {"skill", offer_skills}};
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_str_equal(option->long_name, known[i].option)) {
            known[i].offer(c);
            return;
        }
    if (option->arg == G_OPTION_ARG_FILENAME || option->arg == G_OPTION_ARG_FILENAME_ARRAY)
        puts(":file");
    else
        offer_listed(c, option->description);
}

/* ---- a word ---- */

/* What the usage calls the word of that number: "RUN" of "RUN[:STEP] [STEP]"; its last one when it goes on ("FILE…"). */
static char *usage_word(const char *usage, int number)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_auto(GStrv) parts = g_strsplit_set(usage, " []", -1);
    for (char **part = parts; *part; part++)
        if (**part && **part != '-' && **part != ':' && **part != '@')
            g_ptr_array_add(words, *part);
    if (words->len == 0)
        return g_strdup("");
    if ((guint)number >= words->len && !strstr(usage, "…"))
        return g_strdup("");
    return g_strdup(words->pdata[MIN((guint)number, words->len - 1)]);
}

static void offer_word(struct completing *c, const char *command, const char *usage, int number, const char *first)
{
    if (g_str_equal(command, "do")) {
        if (number > 0)
            offer_arguments(c, first);
        for (guint i = 0; number == 0 && i < primitive_all()->len; i++) {
            const skill *s = g_ptr_array_index(primitive_all(), i);
            offer(c, s->name, s->doc);
        }
        if (number == 0)
            offer_skills(c);
        return;
    }
    g_autofree char *word = usage_word(usage, number);
    g_auto(GStrv) kinds = g_strsplit(word, "|", -1);
    bool files = false;
    for (char **kind = kinds; *kind; kind++) {
        if (is_word(*kind))
            offer(c, *kind, NULL);
        else if (g_str_has_prefix(*kind, "RUN"))
            offer_runs_and_last(c);
        else if (g_str_has_prefix(*kind, "NAME") || g_str_has_prefix(*kind, "OLD"))
            g_str_equal(command, "profile") ? offer_profiles(c) : offer_skills(c);
        files = files || g_str_has_prefix(*kind, "FILE") || g_str_has_prefix(*kind, "DIR");
    }
    if (files && g_hash_table_size(c->said) == 0)
        puts(":file");
}

/* ---- the line ---- */

static const GOptionEntry *option_of(const struct cli_described *d, const char *word)
{
    gsize length = strcspn(word, "=");
    for (guint i = 0; i < d->options->len; i++) {
        const GOptionEntry *e = &g_array_index(d->options, GOptionEntry, i);
        if (strlen(e->long_name) + 2 == length && strncmp(word, "--", 2) == 0 && strncmp(word + 2, e->long_name, length - 2) == 0)
            return e;
        if (length == 2 && *word == '-' && e->short_name && word[1] == e->short_name)
            return e;
    }
    return NULL;
}

static void offer_options(struct completing *c, const struct cli_described *d)
{
    for (guint i = 0; i < d->options->len; i++) {
        const GOptionEntry *e = &g_array_index(d->options, GOptionEntry, i);
        g_autofree char *word = g_strconcat("--", e->long_name, NULL);
        offer(c, word, e->description);
    }
    offer(c, "--help", "what it takes");
}

static void complete_command(struct completing *c, const struct cli_command *command, const struct cli_described *d, char **words,
                             int n)
{
    const GOptionEntry *open = NULL; /* the option whose value comes next */
    const char *first = NULL;
    int number = 0;
    bool only_words = false;
    for (int i = 0; i < n; i++) {
        const GOptionEntry *option = only_words || open ? NULL : option_of(d, words[i]);
        bool value = open;
        open = option && option->arg != G_OPTION_ARG_NONE && !strchr(words[i], '=') ? option : NULL;
        if (value || option)
            continue;
        if (g_str_equal(words[i], "--")) {
            only_words = !g_str_equal(command->name, "do"); /* there, the next action */
            number = 0;
            continue;
        }
        first = number == 0 ? words[i] : first;
        number++;
    }
    const GOptionEntry *own = !only_words && strchr(c->last, '=') ? option_of(d, c->last) : NULL;
    if (open) {
        offer_value(c, open);
    } else if (own) {
        g_autofree char *before = g_strndup(c->last, (gsize)(strchr(c->last, '=') + 1 - c->last));
        struct completing value = {.last = c->last + strlen(before), .before = before, .said = c->said};
        offer_value(&value, own);
    } else if (*c->last == '-' && !only_words) {
        offer_options(c, d);
    } else {
        offer_word(c, command->name, d->arguments, number, first);
    }
}

static void offer_verbs(struct completing *c, const struct cli_described *d)
{
    for (guint i = 0; i < d->verbs->len; i++) {
        g_auto(GStrv) parts = g_strsplit(d->verbs->pdata[i], "\t", 2);
        offer(c, parts[0], parts[1]);
    }
}

static bool is_verb(const struct cli_described *d, const char *word)
{
    for (guint i = 0; i < d->verbs->len; i++) {
        const char *verb = d->verbs->pdata[i];
        if (strcspn(verb, "\t") == strlen(word) && g_str_has_prefix(verb, word))
            return true;
    }
    return false;
}

static void complete(struct completing *c, char **words, int n)
{
    const struct cli_command *command = n > 0 ? commands_find(words[0]) : NULL;
    for (gsize i = 0; n == 0 && i < n_commands; i++)
        offer(c, commands[i].name, commands[i].help);
    if (!command)
        return;
    /* --help is among the words so that a command with verbs, called without one, says what there is. */
    char *asked[] = {words[0], (char *)"--help", NULL, NULL};
    struct cli_described d;
    int taken = 1;
    cli_ask_command(command, 2, asked, &d);
    if (d.verbs->len && n > 1 && is_verb(&d, words[1])) {
        g_array_unref(d.options);
        g_ptr_array_unref(d.verbs);
        asked[1] = words[1];
        taken = 2;
        cli_ask_command(command, 2, asked, &d);
    }
    if (d.verbs->len && taken == 1 && *c->last != '-' && n == 1)
        offer_verbs(c, &d);
    else
        complete_command(c, command, &d, words + taken, n - taken);
    g_array_unref(d.options);
    g_ptr_array_unref(d.verbs);
}

int cli_complete(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!g_utf8_validate(argv[i], -1, NULL))
            return EXIT_DONE; /* nothing begins so */
    g_autoptr(GHashTable) said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct completing c = {.last = argc > 1 ? argv[argc - 1] : "", .before = "", .said = said};
    complete(&c, argv + 1, MAX(argc - 2, 0));
    return EXIT_DONE;
}
