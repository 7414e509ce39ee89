/* reins skills: the skill library from the shell. The table of its verbs; what they do is in skills_*.c. */

#include "tui/cli/skills.h"

#include "tui/cli/cli.h"
#include "tui/cli/verbs.h"

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

static const struct skills_verb {
    struct verb verb;
    int (*function)(const struct skills_asked *asked);
} rows[] = {
    {{"list", 0, G_MAXINT, TAKES_FILTER, "[WORD…]",
      "The skills that are loaded and hold every word: stage, call, how often proposed/fired/verified/no effect, what it does."},
     skills_list},
    {{"show", 1, 1, 0, "NAME[@SHA]", "One skill, whole: stage, where it came from, outcomes, what it uses, its text."},
     skills_show},
    {{"search", 1, G_MAXINT, TAKES_LIMIT | TAKES_PROFILE | TAKES_ALL, "TEXT",
      "The skills that fit a text, as a prompt gets them: yours and those of the libraries that any profile names."},
     skills_search},
    {{"check", 1, G_MAXINT, 0, "FILE|NAME[@SHA]…",
      "Findings as FILE:LINE: what, and exit code 1. A file needs no display, no store, no configuration; a name is one of the "
      "library or a draft, checked as accepting it would."},
     skills_check},
    {{"preview", 1, G_MAXINT, TAKES_FRAME | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
      "What would be fired, on the picture of the step that the version came from (else a blank 1280x720 screen), or on a stored "
      "frame; nothing is."},
     skills_preview},
    {{"try", 1, G_MAXINT, TAKES_DISPLAY | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
      "One call through the gate, as reins do makes it: in a sandbox with the profile's program, or on a display. Drafts, too."},
     skills_try},
    {{"add", 1, 1, TAKES_LIBRARY | TAKES_DRAFT, "FILE", "A skill of yours, from a file (- = stdin), on trial; or as a draft."},
     skills_add},
    {{"edit", 1, 1, 0, "NAME[@SHA]",
      "In $VISUAL or $EDITOR; opens again with what the check found. Of a draft or an old version a new draft is made, of a "
      "skill "
      "that ships a copy of yours."},
     skills_edit},
    {{"rm", 1, 1, TAKES_YES | TAKES_REASON, "NAME", "Takes it out of its file; its history stays."}, skills_rm},
    {{"new", 0, 1, TAKES_LIBRARY, "[NAME]",
      "A new skill of yours, in $VISUAL or $EDITOR; opens again with what the check found. It is on trial."},
     skills_new},
    {{"log", 1, 1, 0, "NAME", "Its versions, newest first: stages, by whom and when, outcomes."}, skills_log},
    {{"outcomes", 1, 1, TAKES_LIMIT, "NAME[@SHA]",
      "How each use of a version turned out, newest first: when, in which run and step."},
     skills_outcomes},
    {{"diff", 1, 3, 0, "NAME [A] [B]",
      "What changed: the version before and the loaded one; the loaded one and a draft; any two (SHA)."},
     skills_diff},
    {{"rollback", 1, 2, 0, "NAME [SHA]", "Back to an earlier version, the one before unless said."}, skills_roll_back},
    {{"rename", 2, 2, 0, "OLD NEW", "Everywhere in your files, where other skills use it, too."}, skills_rename},
    {{"accept", 1, 2, TAKES_LIBRARY, "NAME [SHA]", "A draft (or a refused, retired or imported version) goes on trial."},
     skills_accept},
    {{"refuse", 1, 2, TAKES_REASON, "NAME [SHA] --reason WHY", "A draft that is not wanted; the model is told why."},
     skills_refuse},
    {{"trust", 1, 1, TAKES_REASON, "NAME", "No longer asked about at each use."}, skills_trust},
    {{"untrust", 1, 1, TAKES_REASON, "NAME", "On trial again: asked about at each use."}, skills_trust},
    {{"undo", 0, 0, 0, "", "Takes back the newest change of a skill file that was not taken back."}, skills_undo},
    {{"export", 0, G_MAXINT, TAKES_LIBRARY | TAKES_OUT, "[NAME…]",
      "Your skills as one JSON file with versions, stages and outcomes; all of them unless some are named."},
     skills_export},
    {{"import", 1, 1, 0, "FILE",
      "From such a file, or from a library of the Cradle release (skill_lib.json): all of it as drafts."},
     skills_import},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "skills",
    .about = "The skill library. Files are the library; the store has its versions and outcomes.\n"
             "Without a verb, on a terminal: the console's skills screen (F3), without a run.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .screen = cli_skills_screen,
    .run = run_verb,
};

static bool parse(const struct verb *v, struct skills_asked *a, int *argc, char ***argv, int *ret_code)
{
    const struct verb_option all[] = {
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
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
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
    int code;
    if (!parse(v, &asked, &argc, &argv, &code))
        return code;
    asked.words = argv + 1;
    return ((const struct skills_verb *)(const void *)v)->function(&asked);
}

int cli_skills(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
