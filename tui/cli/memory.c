/* reins memory: looking back. Only prune writes. */

#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/nearest.h"
#include "tui/cli/memory_out.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define SEARCH_LIMIT 20

/* What the command line says. */
struct asked {
    gboolean json, dry_run;
    char *out;        /* owned: --out, NULL = stdout */
    gint64 limit;     /* --limit, 0 = not given */
    int older_than;   /* --older-than, days; -1 = not given */
    gint64 run, step; /* 0 = not given */
    char *words;      /* owned: of search */
};

enum { TAKES_JSON = 1, TAKES_LIMIT = 2, TAKES_OUT = 4, TAKES_PRUNE = 8 };

struct subcommand {
    const char *name;
    int least, most; /* words after the name */
    unsigned takes;
    int (*function)(const struct asked *asked, memory *m, const char *dir);
};

/* ---- printing ---- */

static int terminal_width(void)
{
    struct winsize size = {0};
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* A full disk behind stdout is an error like any other. */
static int print(const char *text, bool newline)
{
    if (fputs(text, stdout) >= 0 && (!newline || putchar('\n') != EOF) && fflush(stdout) == 0)
        return EXIT_DONE;
    g_autoptr(GError) error = g_error_new(G_FILE_ERROR, g_file_error_from_errno(errno),
                                          "cannot write to standard output: %s (where does it go to?)", g_strerror(errno));
    return cli_fail(error);
}

/* JSON or text of a part; memory that is not there yet has no runs. */
static int print_part(const struct asked *asked, memory *m, enum memory_part part)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = asked->json
                                ? memory_json_part(m, part, asked->run, asked->step, asked->limit, &error)
                                : memory_text_part(m, part, asked->run, asked->step, asked->limit, terminal_width(), &error);
    return text ? print(text, asked->json) : cli_fail(error);
}

/* ---- which run, which step ---- */

static bool parse_number(const char *word, gint64 *ret_value)
{
    return g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, ret_value, NULL);
}

/* The newest run, or one that is there. */
static bool find_run(const struct asked *asked, memory *m, gint64 *ret_run, GError **error)
{
    if (!m) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "nothing was recorded yet, so there is no run to look at (start one with: reins run \"task\")");
        return false;
    }
    if (asked->run) {
        struct memory_run *row = memory_run_get(m, asked->run, error);
        bool found = row != NULL;
        memory_run_free(row);
        *ret_run = asked->run;
        return found;
    }
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, 1, error);
    if (!runs)
        return false;
    if (runs->len == 0) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "no run was recorded yet (start one with: reins run \"task\")");
        return false;
    }
    *ret_run = ((const struct memory_run *)runs->pdata[0])->id;
    return true;
}

static bool has_step(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_steps(m, run, error);
    for (guint i = 0; steps && i < steps->len; i++)
        if (((const struct memory_step *)steps->pdata[i])->step == step)
            return true;
    if (steps)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " (reins memory steps %" G_GINT64_FORMAT
                    " lists them)",
                    run, step, run);
    return false;
}

/* A command about one run. */
static int of_run(const struct asked *given, memory *m, enum memory_part part)
{
    g_autoptr(GError) error = NULL;
    struct asked asked = *given;
    if (!find_run(given, m, &asked.run, &error) || (asked.step && !has_step(m, asked.run, asked.step, &error)))
        return cli_fail(error);
    return print_part(&asked, m, part);
}

/* ---- the subcommands ---- */

static int do_runs(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    if (!m)
        return print(asked->json ? "[]\n" : "no run was recorded yet (start one with: reins run \"task\")\n", false);
    return print_part(asked, m, MEMORY_RUNS);
}

static int do_steps(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    return of_run(asked, m, MEMORY_STEPS);
}

static int do_show(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    return of_run(asked, m, MEMORY_SHOW);
}

static int do_frames(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    return of_run(asked, m, MEMORY_FRAMES);
}

static int do_search(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) hits =
        m ? memory_search(m, asked->words, asked->limit ? asked->limit : SEARCH_LIMIT, &error) : g_ptr_array_new();
    if (!hits)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_hits(hits) : memory_text_hits(hits, terminal_width());
    return print(text, asked->json);
}

static int do_verify(const struct asked *asked, memory *m, const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    g_autoptr(GPtrArray) findings = m ? memory_verify(m, &error) : g_ptr_array_new();
    if (!findings)
        return cli_fail(error);
    g_autoptr(GString) out = g_string_new(NULL);
    if (asked->json) {
        g_autofree char *json = memory_json_verify(m ? file : NULL, findings);
        g_string_append_printf(out, "%s\n", json);
    } else if (!m) {
        g_string_append_printf(out, "there is no memory store yet (%s): nothing to verify\n", file);
    } else if (findings->len == 0) {
        g_string_append_printf(out, "%s: every hash chain and every frame is as it was written\n", file);
    }
    for (guint i = 0; !asked->json && i < findings->len; i++)
        g_string_append_printf(out, "%s\n", (const char *)findings->pdata[i]);
    int code = print(out->str, false);
    return findings->len ? EXIT_FAILED : code;
}

static int do_export(const struct asked *given, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    struct asked asked = *given;
    if (!find_run(given, m, &asked.run, &error))
        return cli_fail(error);
    g_autofree char *json = memory_json_part(m, MEMORY_SHOW, asked.run, 0, 0, &error);
    if (!json)
        return cli_fail(error);
    if (!asked.out || strcmp(asked.out, "-") == 0)
        return print(json, true);
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    /* whole or not at all, and for its owner only: prompts and replies are in it */
    if (g_file_set_contents_full(asked.out, line, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
        return EXIT_DONE;
    g_prefix_error(&error, "cannot export to %s: ", asked.out);
    return cli_fail(error);
}

static int do_prune(const struct asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    if (asked->older_than < 0)
        return cli_usage("memory prune: how old? (reins memory prune [--dry-run] --older-than DAYS)");
    g_autoptr(GError) error = NULL;
    struct memory_pruned pruned = {0};
    gint64 before = g_get_real_time() - (gint64)asked->older_than * 24 * 3600 * G_USEC_PER_SEC;
    if (m && !memory_prune(m, before, asked->dry_run, &pruned, &error))
        return cli_fail(error);
    g_autofree char *text = asked->json
                                ? memory_json_pruned(&pruned, asked->dry_run)
                                : g_strdup_printf("%s %" G_GINT64_FORMAT " runs and %" G_GINT64_FORMAT " frames (%.1f MiB)",
                                                  asked->dry_run ? "would forget" : "forgot", pruned.runs, pruned.frames,
                                                  (double)pruned.bytes / 1048576);
    return print(text, true);
}

static const struct subcommand subcommands[] = {
    {"runs", 0, 0, TAKES_JSON | TAKES_LIMIT, do_runs},
    {"steps", 1, 2, TAKES_JSON, do_steps},
    {"show", 1, 2, TAKES_JSON, do_show},
    {"frames", 1, 2, TAKES_JSON, do_frames},
    {"search", 1, 1000, TAKES_JSON | TAKES_LIMIT, do_search},
    {"export", 1, 1, TAKES_JSON | TAKES_OUT, do_export},
    {"verify", 0, 0, TAKES_JSON, do_verify},
    {"prune", 0, 0, TAKES_JSON | TAKES_PRUNE, do_prune},
};

static const struct subcommand *find_subcommand(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(subcommands); i++)
        if (strcmp(name, subcommands[i].name) == 0)
            return &subcommands[i];
    return NULL;
}

/* ---- the command line ---- */

static int unknown_subcommand(const char *name)
{
    const char *names[G_N_ELEMENTS(subcommands) + 1] = {NULL};
    for (guint i = 0; i < G_N_ELEMENTS(subcommands); i++)
        names[i] = subcommands[i].name;
    g_autofree char *hint = nearest_hint(name, names);
    return cli_usage("memory: no command \"%s\"%s (reins memory --help lists them)", name, hint);
}

/* RUN and STEP, or the words to search for. 0, or an exit code. */
static int read_words(const struct subcommand *command, struct asked *asked, int words, char **word)
{
    if (words < command->least)
        return cli_usage("memory %s: %s is missing (reins memory --help)", command->name,
                         command->function == do_search ? "what to look for" : "RUN");
    if (words > command->most)
        return cli_usage("memory %s: \"%s\" is one word too many (reins memory --help)", command->name, word[command->most]);
    if (command->function == do_search) {
        g_autofree char **copy = g_new0(char *, (gsize)words + 1);
        memcpy(copy, word, (gsize)words * sizeof *word);
        asked->words = g_strjoinv(" ", copy);
        return 0;
    }
    if (words > 0 && strcmp(word[0], "last") != 0 && !parse_number(word[0], &asked->run))
        return cli_usage("memory %s: \"%s\" is no run: a number from `reins memory runs`, or last", command->name, word[0]);
    if (words > 1 && !parse_number(word[1], &asked->step))
        return cli_usage("memory %s: \"%s\" is no step: a number from `reins memory steps`", command->name, word[1]);
    return 0;
}

/* Options that the subcommand has no use for are a mistake, not to be passed over. 0, or an exit code. */
static int check_options(const struct subcommand *command, const struct asked *asked)
{
    const struct {
        bool given;
        unsigned flag;
        const char *name;
    } options[] = {
        {asked->json, TAKES_JSON, "--json"},
        {asked->limit != 0, TAKES_LIMIT, "--limit"},
        {asked->out != NULL, TAKES_OUT, "--out"},
        {asked->dry_run, TAKES_PRUNE, "--dry-run"},
        {asked->older_than >= 0, TAKES_PRUNE, "--older-than"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(options); i++)
        if (options[i].given && !(command->takes & options[i].flag))
            return cli_usage("memory %s has no %s (reins memory --help)", command->name, options[i].name);
    if (asked->limit < 0)
        return cli_usage("memory %s: --limit must be 1 or more", command->name);
    return 0;
}

static int run_subcommand(const struct subcommand *command, const struct asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, &error) : NULL;
    if (error)
        return cli_fail(error);
    return command->function(asked, m, dir);
}

int cli_memory(int argc, char **argv)
{
    struct asked asked = {.older_than = -1};
    const GOptionEntry entries[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &asked.json, "one JSON document", NULL},
        {"limit", 0, 0, G_OPTION_ARG_INT64, &asked.limit, "at most N runs or hits (search: 20)", "N"},
        {"out", 0, 0, G_OPTION_ARG_FILENAME, &asked.out, "export into FILE instead of standard output", "FILE"},
        {"dry-run", 0, 0, G_OPTION_ARG_NONE, &asked.dry_run, "prune: only say what would be forgotten", NULL},
        {"older-than", 0, 0, G_OPTION_ARG_INT, &asked.older_than, "prune: runs that ended more than DAYS days ago", "DAYS"},
        G_OPTION_ENTRY_NULL,
    };
    static const char about[] = "What earlier runs saw, thought and did. RUN is a number, or last.\n\n"
                                "  reins memory runs                     all runs, the newest first\n"
                                "  reins memory steps RUN [STEP]         its steps: action proposed ▸ edited, verdict, effect\n"
                                "  reins memory show RUN [STEP]          the whole story; of one step with prompts and replies\n"
                                "  reins memory frames RUN [STEP]        the pictures\n"
                                "  reins memory search WORD…             all words; \"a phrase\"; begin*\n"
                                "  reins memory export RUN [--out FILE]  the run as one JSON document\n"
                                "  reins memory verify                   hash chains, frames, the file itself\n"
                                "  reins memory prune --older-than DAYS  forget runs that ended long ago";
    int code = 0;
    if (!cli_options(&argc, &argv, entries, "COMMAND [RUN [STEP]]", about, &code))
        goto out;
    const struct subcommand *command = argc > 1 ? find_subcommand(argv[1]) : NULL;
    if (argc < 2)
        code = cli_usage("memory: which of runs, steps, show, frames, search, export, verify, prune? (reins memory --help)");
    else if (!command)
        code = unknown_subcommand(argv[1]);
    else if ((code = check_options(command, &asked)) == 0 && (code = read_words(command, &asked, argc - 2, argv + 2)) == 0)
        code = run_subcommand(command, &asked);
out:
    g_free(asked.out);
    g_free(asked.words);
    return code;
}
