/* reins skills: the skill library from the shell. The table of its verbs; what they do is in skills_*.c. */

#include "tui/cli/skills.h"

#include "config/nearest.h"
#include "tui/cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    TAKES_FILTER = 1,   /* --stage, --library, --drafts, --sort */
    TAKES_LIBRARY = 2,  /* --library */
    TAKES_DRAFT = 4,    /* --draft */
    TAKES_YES = 8,      /* --yes */
    TAKES_REASON = 16,  /* --reason */
    TAKES_OUT = 32,     /* --out */
    TAKES_DISPLAY = 64, /* --display, --sandbox, --size, --yes */
    TAKES_FRAME = 128,  /* --frame */
    TAKES_PROFILE = 256,
    TAKES_LIMIT = 512, /* --limit */
    TAKES_ALL = 1024,  /* --all */
};

static const struct verb {
    const char *name;
    int (*function)(const struct skills_asked *asked);
    int least, most; /* words after the verb */
    unsigned takes;
    const char *usage; /* after the verb */
    const char *help;
} verbs[] = {
    {"list", skills_list, 0, G_MAXINT, TAKES_FILTER, "[WORD…]",
     "The skills that are loaded and hold every word: stage, call, how often proposed/fired/verified/no effect, what it does."},
    {"show", skills_show, 1, 1, 0, "NAME[@SHA]",
     "One skill, whole: stage, where it came from, outcomes, what it uses, its text."},
    {"search", skills_search, 1, G_MAXINT, TAKES_LIMIT | TAKES_PROFILE | TAKES_ALL, "TEXT",
     "The skills that fit a text, as a prompt gets them: yours and those of the libraries that any profile names."},
    {"check", skills_check, 1, G_MAXINT, 0, "FILE|NAME[@SHA]…",
     "Findings as FILE:LINE: what, and exit code 1. A file needs no display, no store, no configuration; a name is one of the "
     "library or a draft, checked as accepting it would."},
    {"preview", skills_preview, 1, G_MAXINT, TAKES_FRAME | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
     "What would be fired, on the picture of the step that the version came from (else a blank 1280x720 screen), or on a stored "
     "frame; nothing is."},
    {"try", skills_try, 1, G_MAXINT, TAKES_DISPLAY | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
     "One call through the gate, as reins do makes it: in a sandbox with the profile's program, or on a display. Drafts, too."},
    {"add", skills_add, 1, 1, TAKES_LIBRARY | TAKES_DRAFT, "FILE",
     "A skill of yours, from a file (- = stdin), on trial; or as a draft."},
    {"edit", skills_edit, 1, 1, 0, "NAME[@SHA]",
     "In $VISUAL or $EDITOR; opens again with what the check found. Of a draft or an old version a new draft is made, of a skill "
     "that ships a copy of yours."},
    {"rm", skills_rm, 1, 1, TAKES_YES | TAKES_REASON, "NAME", "Takes it out of its file; its history stays."},
    {"new", skills_new, 0, 1, TAKES_LIBRARY, "[NAME]",
     "A new skill of yours, in $VISUAL or $EDITOR; opens again with what the check found. It is on trial."},
    {"log", skills_log, 1, 1, 0, "NAME", "Its versions, newest first: stages, by whom and when, outcomes."},
    {"outcomes", skills_outcomes, 1, 1, TAKES_LIMIT, "NAME[@SHA]",
     "How each use of a version turned out, newest first: when, in which run and step."},
    {"diff", skills_diff, 1, 3, 0, "NAME [A] [B]",
     "What changed: the version before and the loaded one; the loaded one and a draft; any two (SHA)."},
    {"rollback", skills_roll_back, 1, 2, 0, "NAME [SHA]", "Back to an earlier version, the one before unless said."},
    {"rename", skills_rename, 2, 2, 0, "OLD NEW", "Everywhere in your files, where other skills use it, too."},
    {"accept", skills_accept, 1, 2, TAKES_LIBRARY, "NAME [SHA]",
     "A draft (or a refused, retired or imported version) goes on trial."},
    {"refuse", skills_refuse, 1, 2, TAKES_REASON, "NAME [SHA] --reason WHY",
     "A draft that is not wanted; the model is told why."},
    {"trust", skills_trust, 1, 1, TAKES_REASON, "NAME", "No longer asked about at each use."},
    {"untrust", skills_trust, 1, 1, TAKES_REASON, "NAME", "On trial again: asked about at each use."},
    {"undo", skills_undo, 0, 0, 0, "", "Takes back the newest change of a skill file that was not taken back."},
    {"export", skills_export, 0, G_MAXINT, TAKES_LIBRARY | TAKES_OUT, "[NAME…]",
     "Your skills as one JSON file with versions, stages and outcomes; all of them unless some are named."},
    {"import", skills_import, 1, 1, 0, "FILE",
     "From such a file, or from a library of the Cradle release (skill_lib.json): all of it as drafts."},
};

static const struct verb *find_verb(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
        if (g_str_equal(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}

static char *all_verbs(void)
{
    GString *out = g_string_new("The skill library. Files are the library; the store has its versions and outcomes.\n"
                                "Without a verb, on a terminal: the console's skills screen (F3), without a run.\n\n");
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
        g_string_append_printf(out, "  %s%s%s\n      %s\n", verbs[i].name, *verbs[i].usage ? " " : "", verbs[i].usage,
                               verbs[i].help);
    g_string_append(out, "\n--json prints one JSON document; reins skills VERB --help says what else a verb takes.");
    return g_string_free(out, FALSE);
}

static int no_verb(const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++)
        g_ptr_array_add(names, (char *)verbs[i].name);
    g_ptr_array_add(names, NULL);
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    if (!name)
        return cli_usage("skills: a verb is missing (%s)", all);
    g_autofree char *hint = nearest_hint(name, (const char *const *)names->pdata);
    return cli_usage("skills: there is no verb \"%s\"%s (there are %s)", name, strstr(hint, "did you mean") ? hint : "", all);
}

/* The options that this verb takes. */
static GArray *entries_of(const struct verb *v, struct skills_asked *a)
{
    const struct {
        unsigned of;
        GOptionEntry entry;
    } all[] = {
        {~0U, {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document", NULL}},
        {TAKES_FILTER,
         {"stage", 0, 0, G_OPTION_ARG_STRING, &a->stage, "draft, trial, trusted, demoted, refused or retired", "S"}},
        {TAKES_FILTER, {"drafts", 0, 0, G_OPTION_ARG_NONE, &a->drafts, "the drafts that wait for a person", NULL}},
        {TAKES_FILTER, {"sort", 0, 0, G_OPTION_ARG_STRING, &a->sort, "by name (usual), stage, used, success or newest", "S"}},
        {TAKES_FILTER | TAKES_LIBRARY, {"library", 0, 0, G_OPTION_ARG_STRING, &a->library, "of this library (a folder)", "L"}},
        {TAKES_DRAFT, {"draft", 0, 0, G_OPTION_ARG_NONE, &a->draft, "only as a draft: not loaded", NULL}},
        {TAKES_YES | TAKES_DISPLAY, {"yes", 0, 0, G_OPTION_ARG_NONE, &a->yes, "do not ask", NULL}},
        {TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
        {TAKES_OUT, {"out", 'o', 0, G_OPTION_ARG_FILENAME, &a->out, "into this file (- = stdout)", "FILE"}},
        {TAKES_DISPLAY, {"display", 0, 0, G_OPTION_ARG_STRING, &a->display, "on this X display (default: $DISPLAY)", ":N"}},
        {TAKES_DISPLAY, {"sandbox", 0, 0, G_OPTION_ARG_NONE, &a->sandbox, "in a sandbox with the profile's program", NULL}},
        {TAKES_DISPLAY, {"size", 0, 0, G_OPTION_ARG_STRING, &a->size, "of the sandbox (default: the configuration's)", "WxH"}},
        {TAKES_FRAME, {"frame", 0, 0, G_OPTION_ARG_FILENAME, &a->frame, "on this frame: a PNG, or a hash of the store's", "F"}},
        {TAKES_PROFILE, {"profile", 0, 0, G_OPTION_ARG_STRING, &a->profile, "with this profile", "NAME"}},
        {TAKES_ALL,
         {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "of all libraries, the action sets of other tools among them", NULL}},
        {TAKES_LIMIT, {"limit", 0, 0, G_OPTION_ARG_INT64, &a->limit, "at most so many", "N"}},
    };
    GArray *entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i].of & v->takes || all[i].of == ~0U)
            g_array_append_val(entries, all[i].entry);
    return entries;
}

static void asked_clear(struct skills_asked *a)
{
    char *owned[] = {a->stage, a->library, a->reason, a->out, a->display, a->frame, a->profile, a->size, a->sort};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct skills_asked asked = {.verb = v->name};
    g_autoptr(GArray) entries = entries_of(v, &asked);
    g_autofree char *command = g_strdup_printf("skills %s", v->name);
    int code;
    argv[0] = command;
    if (!cli_options(&argc, &argv, (const GOptionEntry *)(void *)entries->data, v->usage, v->help, &code))
        return code;
    argv[argc] = NULL;
    if (argc - 1 < v->least || argc - 1 > v->most)
        return cli_usage("skills %s: wrong number of words (reins skills %s%s%s)", v->name, v->name, *v->usage ? " " : "",
                         v->usage);
    if (asked.limit < 0)
        return cli_usage("skills %s: --limit must be 1 or more", v->name);
    asked.words = argv + 1;
    return v->function(&asked);
}

int cli_skills(int argc, char **argv)
{
    int at = 1, code;
    while (at < argc && *argv[at] == '-')
        at++;
    if (argc < 2 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return cli_skills_screen();
    if (at >= argc) {
        gboolean json = FALSE;
        const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "print one JSON document", NULL},
                                        G_OPTION_ENTRY_NULL};
        g_autofree char *about = all_verbs();
        return cli_options(&argc, &argv, entries, "VERB …", about, &code) ? no_verb(NULL) : code;
    }
    const struct verb *v = find_verb(argv[at]);
    if (!v)
        return no_verb(argv[at]);
    /* the verb's own words: what stands before it, as in `reins skills --json list`, comes behind it */
    g_autofree char **words = g_new0(char *, (gsize)argc + 1);
    int n = 1;
    for (int i = 1; i < argc; i++)
        if (i != at)
            words[n++] = argv[i];
    return run_verb(v, n, words);
}
