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
    {{"list", 0, G_MAXINT, TAKES_FILTER | TAKES_PROFILE | TAKES_ALL, "[WORD…]",
      "Lists the loaded skills that contain every word: stage, call, how often proposed/fired/verified/no effect, library, what "
      "it "
      "does. "
      "Yours and those of the libraries that any profile names; with --profile those of a run with it; --json has all."},
     skills_list},
    {{"show", 1, 1, 0, "NAME[@SHA]", "Prints a whole skill: stage, origin, outcomes, the skills that it uses, its text."},
     skills_show},
    {{"search", 1, G_MAXINT, TAKES_LIMIT | TAKES_PROFILE | TAKES_ALL, "TEXT",
      "Ranks the skills for a text as for a prompt: yours and those of the libraries that any profile names."},
     skills_search},
    {{"check", 1, G_MAXINT, 0, "FILE|NAME[@SHA]…",
      "Checks skills; prints faults as FILE:LINE: what, with exit code 1. A file needs no display, no store, no configuration; a "
      "name is a loaded skill or a draft, checked as for accepting it."},
     skills_check},
    {{"preview", 1, G_MAXINT, TAKES_FRAME | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
      "Prints what would be fired, on the picture of the step that the version came from (else a blank 1280x720 screen), or on a "
      "stored frame. Nothing is fired."},
     skills_preview},
    {{"try", 1, G_MAXINT, TAKES_DISPLAY | TAKES_PROFILE, "NAME[@SHA] [name=value …]",
      "Fires one call through the gate, as reins do: in a sandbox with the profile's program, or on a display. Also drafts."},
     skills_try},
    {{"add", 1, 1, TAKES_LIBRARY | TAKES_DRAFT, "FILE", "Adds a skill of yours from a file (- = stdin), on trial or as a draft."},
     skills_add},
    {{"edit", 1, 1, 0, "NAME[@SHA]",
      "Edits a skill in $VISUAL or $EDITOR; the editor opens again with what the check found. A draft or an old version becomes "
      "a new draft, a shipped skill a copy of yours."},
     skills_edit},
    {{"rm", 1, 1, TAKES_YES | TAKES_REASON, "NAME", "Removes a skill from its file; its history stays."}, skills_rm},
    {{"new", 0, 1, TAKES_LIBRARY, "[NAME]",
      "Makes a new skill, on trial, in $VISUAL or $EDITOR; the editor opens again with what the check found."},
     skills_new},
    {{"log", 1, 1, 0, "NAME", "Lists the versions of a skill, newest first: stages, by whom and when, outcomes."}, skills_log},
    {{"outcomes", 1, 1, TAKES_LIMIT, "NAME[@SHA]",
      "Lists the outcome of each use of a version, newest first: when, in which run and step."},
     skills_outcomes},
    {{"diff", 1, 3, 0, "NAME [A] [B]",
      "Prints the differences between the loaded version and the one before, a draft, or any two (SHA)."},
     skills_diff},
    {{"rollback", 1, 2, 0, "NAME [SHA]", "Goes back to an earlier version (default: the one before)."}, skills_roll_back},
    {{"rename", 2, 2, 0, "OLD NEW", "Renames a skill in your files, also where other skills use it."}, skills_rename},
    {{"accept", 1, 2, TAKES_LIBRARY, "NAME [SHA]", "Puts a draft (or a refused, retired or imported version) on trial."},
     skills_accept},
    {{"refuse", 1, 2, TAKES_REASON, "NAME [SHA] --reason WHY", "Refuses a draft; the model is told why."}, skills_refuse},
    {{"trust", 1, 1, TAKES_REASON, "NAME", "Trusts a skill: uses no longer always ask."}, skills_trust},
    {{"untrust", 1, 1, TAKES_REASON, "NAME", "Puts a skill on trial again: each use asks."}, skills_trust},
    {{"undo", 0, 0, 0, "", "Undoes the newest change of a skill file."}, skills_undo},
    {{"export", 0, G_MAXINT, TAKES_LIBRARY | TAKES_OUT, "[NAME…]",
      "Exports your skills (all, or those named) as one JSON file with versions, stages and outcomes."},
     skills_export},
    {{"import", 1, 1, 0, "FILE",
      "Imports such a file, or a library of the Cradle release (skill_lib.json): everything as drafts."},
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
        {TAKES_FILTER, {"drafts", 0, 0, G_OPTION_ARG_NONE, &a->drafts, "only drafts that wait for a person", NULL}},
        {TAKES_FILTER,
         {"sort", 0, 0, G_OPTION_ARG_STRING, &a->sort, "sort by name (default), stage, used, success or newest", "S"}},
        {TAKES_FILTER | TAKES_LIBRARY, {"library", 0, 0, G_OPTION_ARG_STRING, &a->library, "use this library (a folder)", "L"}},
        {TAKES_DRAFT, {"draft", 0, 0, G_OPTION_ARG_NONE, &a->draft, "as a draft: not loaded", NULL}},
        {TAKES_YES | TAKES_DISPLAY, {"yes", 0, 0, G_OPTION_ARG_NONE, &a->yes, "do not ask", NULL}},
        {TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
        {TAKES_OUT, {"out", 'o', 0, G_OPTION_ARG_FILENAME, &a->out, "write to this file (- = stdout)", "FILE"}},
        {TAKES_DISPLAY, {"display", 0, 0, G_OPTION_ARG_STRING, &a->display, "use this X display (default: $DISPLAY)", ":N"}},
        {TAKES_DISPLAY, {"sandbox", 0, 0, G_OPTION_ARG_NONE, &a->sandbox, "in a sandbox with the profile's program", NULL}},
        {TAKES_DISPLAY, {"app", 0, 0, G_OPTION_ARG_STRING, &a->app, "in a sandbox with this program, and its profile", "CMD"}},
        {TAKES_DISPLAY,
         {"size", 0, 0, G_OPTION_ARG_STRING, &a->size, "size of the sandbox (default: the configuration's)", "WxH"}},
        {TAKES_FRAME, {"frame", 0, 0, G_OPTION_ARG_FILENAME, &a->frame, "on this frame: a PNG, or a hash of the store's", "F"}},
        {TAKES_PROFILE, {"profile", 0, 0, G_OPTION_ARG_STRING, &a->profile, "with this profile", "NAME"}},
        {TAKES_ALL, {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "all libraries, including the action sets of other tools", NULL}},
        {TAKES_LIMIT, {"limit", 0, 0, G_OPTION_ARG_INT64, &a->limit, "at most this many", "N"}},
    };
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
}

static void asked_clear(struct skills_asked *a)
{
    char *owned[] = {a->stage, a->library, a->reason, a->out, a->display, a->frame, a->profile, a->size, a->sort, a->app};
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
