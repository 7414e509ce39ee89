/* reins memory: looking back, and what a person adds to it or takes out. The table of its verbs; what they do is in memory_*.c.
 */

#include "tui/cli/memory.h"

#include "config/config.h"
#include "tui/cli/cli.h"
#include "tui/cli/verbs.h"

enum {
    TAKES_JSON = 1,
    TAKES_LIMIT = 2,
    TAKES_OUT = 4,
    TAKES_PRUNE = 8,   /* --older-than, --thin, --dry-run */
    TAKES_FILTER = 16, /* --app, --skill, --outcome, --tag, --since, --until, --containing */
    TAKES_MARKED = 32,
    TAKES_FORGET = 64, /* --reason, --everywhere, --dry-run */
    TAKES_APP = 128,
    TAKES_ALL = 256,
    TAKES_REASON = 512,
    NAMES_RUN = 1024,    /* its first word is RUN or RUN:STEP … */
    NAMES_STEP = 2048,   /* … and its second may be STEP */
    MAKES_STORE = 4096,  /* a store that is not there is made */
    TAKES_FORMAT = 8192, /* --format, --redact, --redact-box, --redact-file, --png */
    TAKES_LIKE = 16384,
    TAKES_TRUST = 32768,
    TAKES_REPAIR = 65536,
    TAKES_MORE = 131072,  /* --limit, of what a prompt would not have */
    PLAYS = 262144,       /* --speed, --from; takes the terminal, with the store closed */
    TAKES_STATS = 524288, /* --format */
    TAKES_JOURNAL = 1048576,
};

static const struct memory_verb {
    struct verb verb; /* RUN and STEP are words, too */
    int (*function)(const struct memory_asked *asked, memory *m, const char *dir);
} rows[] = {
    {{"runs", 0, 0, TAKES_JSON | TAKES_LIMIT | TAKES_FILTER | TAKES_ALL, "",
      "Lists runs, newest first, all or those that fit; without those of `reins do` and trials."},
     memory_do_runs},
    {{"steps", 1, 2, TAKES_JSON | TAKES_MARKED | NAMES_RUN | NAMES_STEP, "RUN [STEP]",
      "Lists the steps of a run, a row for each action: proposed ▸ edited, verdict, effect."},
     memory_do_steps},
    {{"show", 1, 2, TAKES_JSON | TAKES_JOURNAL | NAMES_RUN | NAMES_STEP, "RUN [STEP]",
      "Prints a whole run, or one step with prompts and replies."},
     memory_do_show},
    {{"frames", 1, 2, TAKES_JSON | NAMES_RUN | NAMES_STEP, "RUN [STEP]", "Lists the frames of a run or a step."},
     memory_do_frames},
    {{"search", 0, G_MAXINT, TAKES_JSON | TAKES_LIMIT | TAKES_LIKE, "WORD… | --like FRAME",
      "Searches all texts: all words must occur; \"a phrase\"; begin*. Or finds pictures that look like one."},
     memory_do_search},
    {{"recall", 1, G_MAXINT, TAKES_JSON | TAKES_MORE | TAKES_APP | TAKES_LIKE, "TEXT…",
      "Prints what would be recalled for a plan: past steps and lessons, with scores and reasons."},
     memory_do_recall},
    {{"notes", 1, 1, TAKES_JSON | NAMES_RUN, "RUN[:STEP]", "Lists notes, pins and tags."}, memory_do_notes},
    {{"note", 2, G_MAXINT, TAKES_JSON | NAMES_RUN, "RUN[:STEP] TEXT", "Adds a note to a run or a step."}, memory_do_note},
    {{"pin", 1, 1, TAKES_JSON | NAMES_RUN, "RUN[:STEP]", "Pins a run or a step: prune --thin keeps its frames."}, memory_do_note},
    {{"tag", 2, 2, TAKES_JSON | NAMES_RUN, "RUN[:STEP] TAG", "Adds a tag to find it by."}, memory_do_note},
    {{"unpin", 1, 1, TAKES_JSON | NAMES_RUN, "RUN[:STEP]", "Removes the pin."}, memory_do_unnote},
    {{"untag", 2, 2, TAKES_JSON | NAMES_RUN, "RUN[:STEP] TAG", "Removes the tag."}, memory_do_unnote},
    {{"unnote", 2, 2, TAKES_JSON | NAMES_RUN, "RUN[:STEP] NOTE", "Withdraws a note (its number: reins memory notes)."},
     memory_do_unnote},
    {{"lessons", 0, 0, TAKES_JSON | TAKES_APP | TAKES_ALL, "", "Lists the lessons from failures, which later plans get."},
     memory_do_lessons},
    {{"lesson", 2, G_MAXINT, TAKES_JSON | TAKES_APP | TAKES_REASON | MAKES_STORE,
      "add TEXT | edit ID TEXT | withdraw ID | forget ID",
      "Adds a lesson by hand, changes its text, withdraws it, or erases its text for good."},
     memory_do_lesson},
    {{"forget", 1, 1, TAKES_JSON | TAKES_FORGET | NAMES_RUN, "RUN[:STEP] --reason WHY",
      "Erases texts and pictures of a run or a step for good; a tombstone stays."},
     memory_do_forget},
    {{"export", 1, 1, TAKES_JSON | TAKES_OUT | TAKES_FORMAT | NAMES_RUN, "RUN [--format FORMAT]",
      "Exports a run: json (one document, the default), run (one file that import reads elsewhere), html (a page with "
      "its "
      "frames that needs nothing else), pairs (chosen and rejected replies as JSON lines, for preference tuning), screenagent (a "
      "session folder in the layout of the ScreenAgent dataset)."},
     memory_do_export},
    {{"stats", 1, G_MAXINT, TAKES_JSON | TAKES_STATS, "DIR|RUN… --format screenagent",
      "Counts themes, categories, actions and the length of replies in sessions, as Figures 4 and 5 of the ScreenAgent paper "
      "do."},
     memory_do_stats},
    {{"import", 1, 1, TAKES_JSON | TAKES_TRUST | MAKES_STORE, "FILE|DIR",
      "Imports a run that was exported with --format run, or a session folder (or a folder of them) in the ScreenAgent layout."},
     memory_do_import},
    {{"compare", 2, 2, TAKES_JSON | NAMES_RUN, "RUN RUN",
      "Compares two runs step by step: where a replay, a fork or a second try differs. Exit code 1: they differ."},
     memory_do_compare},
    {{"replay", 1, 1, PLAYS | NAMES_RUN, "RUN [--from STEP]",
      "Plays a run in the console as recorded, without a model or a display; nothing can be decided or fired."},
     NULL},
    {{"verify", 0, 1, TAKES_JSON | TAKES_REPAIR, "[FILE]",
      "Verifies hash chains, frames and the file itself: of the store, or of a FILE that export --format run wrote."},
     memory_do_verify},
    {{"prune", 0, 0, TAKES_JSON | TAKES_PRUNE, "--older-than DAYS | --thin DAYS",
      "Removes runs that ended long ago, or only those of their frames that are not needed."},
     memory_do_prune},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "memory",
    .about = "Looks at earlier runs. Without a verb, on a terminal: the memory screen (F4). RUN is a number, or last; RUN:STEP "
             "one step of it.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .screen = cli_memory_screen,
    .run = run_verb,
};

static bool parse(const struct verb *v, struct memory_asked *a, int *argc, char ***argv, int *ret_code)
{
    const struct verb_option all[] = {
        {TAKES_JSON, {"json", 0, 0, G_OPTION_ARG_NONE, &a->json, "print one JSON document", NULL}},
        {TAKES_JOURNAL,
         {"journal", 0, 0, G_OPTION_ARG_NONE, &a->journal,
          "with the rows of the journal and their hashes (in JSON they always are)", NULL}},
        {TAKES_TRUST,
         {"trust", 0, 0, G_OPTION_ARG_NONE, &a->trust, "let later plans use its steps and lessons: the run is your own", NULL}},
        {TAKES_REPAIR,
         {"repair-index", 0, 0, G_OPTION_ARG_NONE, &a->repair, "first rebuild the full-text index and the totals from their rows",
          NULL}},
        {TAKES_LIMIT, {"limit", 0, 0, G_OPTION_ARG_INT64, &a->limit, "at most N (search: 20)", "N"}},
        {TAKES_MORE,
         {"limit", 0, 0, G_OPTION_ARG_INT64, &a->limit,
          "besides those that a prompt may have, at most N more steps and N more lessons (5; 200 at most)", "N"}},
        {TAKES_OUT,
         {"out", 'o', 0, G_OPTION_ARG_FILENAME, &a->out,
          "write to this file (json: instead of standard output; pairs: DIR/ keeps pictures beside the lines, a file contains "
          "them; screenagent: the folder for the session's folder)",
          "FILE|DIR"}},
        {TAKES_STATS, {"format", 0, 0, G_OPTION_ARG_STRING, &a->format, "screenagent: there is no other yet", "FORMAT"}},
        {TAKES_FORMAT, {"format", 0, 0, G_OPTION_ARG_STRING, &a->format, "json, run, html, pairs or screenagent", "FORMAT"}},
        {TAKES_FORMAT,
         {"redact", 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->redact,
          "remove this word, or what fits this expression, from all texts (may be repeated; pictures: --redact-box)",
          "WORD|/RE/"}},
        {TAKES_FORMAT,
         {"redact-box", 0, 0, G_OPTION_ARG_STRING_ARRAY, &a->redact_box,
          "paint over this part of the screen, or all of it, in every picture, or only in those @before, @after an action or in "
          "a @prompt (may be repeated)",
          "X,Y,W,H|all[@ROLE]"}},
        {TAKES_FORMAT,
         {"redact-file", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &a->redact_file,
          "a file with one of these per line: WORD, /RE/, box X,Y,W,H[@ROLE]", "FILE"}},
        {TAKES_FORMAT,
         {"png", 0, 0, G_OPTION_ARG_NONE, &a->png, "screenagent: exact pictures as PNG, not the layout's JPEG", NULL}},
        {TAKES_FILTER | TAKES_APP, {"app", 0, 0, G_OPTION_ARG_STRING, &a->app, "of this program or profile", "NAME"}},
        {TAKES_FILTER, {"skill", 0, 0, G_OPTION_ARG_STRING, &a->skill, "that used this skill", "NAME"}},
        {TAKES_FILTER,
         {"outcome", 0, 0, G_OPTION_ARG_STRING, &a->outcome, "success, failed, stopped, budget, error or running", "O"}},
        {TAKES_FILTER, {"tag", 0, 0, G_OPTION_ARG_STRING, &a->tag, "with this tag", "TAG"}},
        {TAKES_FILTER, {"since", 0, 0, G_OPTION_ARG_STRING, &a->since, "begun on this day or later", "YYYY-MM-DD"}},
        {TAKES_FILTER, {"until", 0, 0, G_OPTION_ARG_STRING, &a->until, "begun on this day or before", "YYYY-MM-DD"}},
        {TAKES_FILTER, {"containing", 0, 0, G_OPTION_ARG_STRING, &a->containing, "with these words in some text", "WORDS"}},
        {TAKES_MARKED,
         {"marked", 0, 0, G_OPTION_ARG_STRING, &a->marked,
          "only steps that were edited, rejected, stale, expired, voided, no_effect, unexpected, failed, error, corrected, "
          "human, "
          "note, pin, tag or forgotten",
          "WHAT"}},
        {TAKES_FORGET | TAKES_REASON, {"reason", 0, 0, G_OPTION_ARG_STRING, &a->reason, "why", "WHY"}},
        {TAKES_FORGET,
         {"everywhere", 0, 0, G_OPTION_ARG_NONE, &a->everywhere,
          "also the same pictures of other steps, and quotes in later prompts and summaries", NULL}},
        {TAKES_PRUNE | TAKES_FORGET, {"dry-run", 0, 0, G_OPTION_ARG_NONE, &a->dry_run, "only print what would be removed", NULL}},
        {TAKES_PRUNE, {"older-than", 0, 0, G_OPTION_ARG_INT, &a->older_than, "runs that ended more than DAYS days ago", "DAYS"}},
        {TAKES_PRUNE,
         {"thin", 0, 0, G_OPTION_ARG_INT, &a->thin,
          "remove only frames of such runs; those before and after an action, keyframes, and all of steps that a person changed "
          "stay",
          "DAYS"}},
        {TAKES_LIKE,
         {"like", 0, 0, G_OPTION_ARG_FILENAME, &a->like, "a picture: a PNG file, or a frame's hash (reins memory frames)",
          "FRAME"}},
        {PLAYS,
         {"speed", 0, 0, G_OPTION_ARG_DOUBLE, &a->speed, "play at this multiple of the recorded speed (0.125 to 64; 1)", "X"}},
        {PLAYS, {"from", 0, 0, G_OPTION_ARG_INT64, &a->step, "begin with this step", "STEP"}},
        {TAKES_ALL,
         {"all", 0, 0, G_OPTION_ARG_NONE, &a->all, "runs: also `reins do` and trials; lessons: also withdrawn ones", NULL}},
    };
    return verb_parse(&verbs, v, all, G_N_ELEMENTS(all), argc, argv, ret_code);
}

/* ---- RUN and STEP ---- */

static int read_step(const struct verb *v, const char *word, gint64 *ret_step)
{
    return g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, ret_step, NULL)
               ? 0
               : cli_usage("memory %s: \"%s\" is not a step: a number from `reins memory steps`", v->name, word);
}

/* RUN, RUN:STEP, or RUN and STEP: what is left stands in asked->words. 0, or an exit code. */
static int read_place(const struct verb *v, int words, struct memory_asked *asked)
{
    if (!(v->takes & NAMES_RUN) || words < 1)
        return 0;
    g_auto(GStrv) parts = g_strsplit(asked->words[0], ":", 2);
    if (!memory_parse_run(parts[0], &asked->run))
        return cli_usage("memory %s: \"%s\" is not a run: a number from `reins memory runs`, or last", v->name, parts[0]);
    asked->words++;
    int code = parts[1] ? read_step(v, parts[1], &asked->step) : 0;
    if (code == 0 && v->takes & NAMES_STEP && words > 1) {
        code = parts[1] ? cli_usage("memory %s: the step is given twice", v->name) : read_step(v, asked->words[0], &asked->step);
        asked->words++;
    }
    return code;
}

static int call_verb(const struct memory_verb *row, const struct memory_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, row->verb.takes & MAKES_STORE, &error) : NULL;
    if (error)
        return cli_fail(error);
    memory_warn_open(dir);
    if (!(row->verb.takes & PLAYS))
        return row->function(asked, m, dir);
    gint64 run;
    bool found = memory_find_run(asked, m, &run, &error);
    g_clear_pointer(&m, memory_close); /* the console's children must not have it open */
    return found ? cli_memory_replay(run, asked->step, asked->speed) : cli_fail(error);
}

static void asked_clear(struct memory_asked *a)
{
    char *owned[] = {a->out,   a->format, a->app,        a->skill,  a->outcome, a->tag,
                     a->since, a->until,  a->containing, a->marked, a->reason,  a->like};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(a->redact);
    g_strfreev(a->redact_box);
    g_strfreev(a->redact_file);
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    __attribute__((cleanup(asked_clear))) struct memory_asked asked = {.verb = v->name, .older_than = -1, .thin = -1, .speed = 1};
    int code;
    if (!parse(v, &asked, &argc, &argv, &code))
        return code;
    asked.words = argv + 1;
    code = read_place(v, argc - 1, &asked);
    return code ? code : call_verb((const struct memory_verb *)(const void *)v, &asked);
}

int cli_memory(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
