#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/nearest.h"
#include "engine/brain/brain.h"
#include "engine/display/display.h"
#include "engine/picture/frame.h"
#include "engine/hand/hand.h"
#include "memory/memory.h"
#include "skills/timeline/action.h"
#include "skills/timeline/visible.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct cli_command cli_commands[] = {
    {"demo", cli_demo, "", "a sandbox display, a real program, a scripted brain: the console at work", true},
    {"run", cli_run, "[OPTIONS] \"task\"", "supervise a run on a display or in a sandbox", true},
    {"resume", cli_resume, "RUN", "go on with a run from its last step", true},
    {"attach", cli_attach, "[RUN]", "open the console of a run that goes on without one", true},
    {"do", cli_do, "[--yes] SKILL [name=value …] [-- SKILL …]", "fire skills, primitives or a timeline, through the same gate",
     false},
    {"see", cli_see, "[--out F.png] [--marks]", "one look at a display: frame, marks", false},
    {"ask", cli_ask, "[--brain NAME] \"prompt\"", "one question to a brain", false},
    {"skills", cli_skills, "VERB …", "the skill library: list, show, try, edit, accept, diff, export … (--help lists the verbs)",
     false},
    {"memory", cli_memory, "runs|steps|show|search|note|forget|export|prune|…", "what earlier runs saw, thought and did", false},
    {"profile", cli_profile, "new|list|show|check|keys",
     "profiles of programs: a new one from one start, their keys, what is wrong", false},
    {"config", cli_config, "show|path|check", "what is set, where, and whether it is right", false},
    {"doctor", cli_doctor, "", "what the display, the terminal or the configuration lacks, with the fix", false},
};
const gsize n_cli_commands = G_N_ELEMENTS(cli_commands);

const struct cli_command *cli_command(const char *name)
{
    for (gsize i = 0; i < n_cli_commands; i++)
        if (strcmp(name, cli_commands[i].name) == 0)
            return &cli_commands[i];
    return NULL;
}

char *cli_help(void)
{
    GString *out = g_string_new("reins: the supervisor console for agents that see a screen and press its keys\n\nUsage:\n");
    for (gsize i = 0; i < n_cli_commands; i++)
        g_string_append_printf(out, "  reins %s%s%s\n      %s\n", cli_commands[i].name, *cli_commands[i].arguments ? " " : "",
                               cli_commands[i].arguments, cli_commands[i].help);
    g_string_append(
        out, "\nreins COMMAND --help says more. Start with: reins demo\n"
             "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the environment lacks something, 4 stopped or out of budget.\n");
    return g_string_free(out, FALSE);
}

int cli_unknown(const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (gsize i = 0; i < n_cli_commands; i++)
        g_ptr_array_add(names, (char *)cli_commands[i].name);
    g_ptr_array_add(names, NULL);
    g_autofree char *hint = nearest_hint(name, (const char *const *)names->pdata);
    return cli_usage("no command \"%s\"%s (reins --help says what each does)", name, hint);
}

/* ---- errors ---- */

static void print_error(const char *message)
{
    /* Messages quote files, titles and replies: nothing of that reaches the terminal as a control sequence. */
    g_autofree char *clean = visible_text(message);
    fflush(stdout);
    fprintf(stderr, "reins: %s\n", clean);
}

int cli_exit_code(const GError *error)
{
    const struct {
        GQuark domain;
        int code;
        int exit; /* every other code of a domain is EXIT_FAILED */
    } codes[] = {
        {CONFIG_ERROR, CONFIG_ERROR_USAGE, EXIT_USAGE},     {CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, EXIT_ENVIRONMENT},
        {SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, EXIT_USAGE},   {SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, EXIT_USAGE},
        {MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, EXIT_USAGE}, {MEMORY_ERROR, MEMORY_ERROR_FULL, EXIT_ENVIRONMENT},
        {MEMORY_ERROR, MEMORY_ERROR_STOPPED, EXIT_STOPPED}, {EYE_ERROR, EYE_ERROR_DISPLAY, EXIT_ENVIRONMENT},
        {EYE_ERROR, EYE_ERROR_STORE, EXIT_ENVIRONMENT},     {DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT, EXIT_ENVIRONMENT},
        {HAND_ERROR, HAND_ERROR_DISPLAY, EXIT_ENVIRONMENT}, {BRAIN_ERROR, BRAIN_ERROR_CONFIG, EXIT_ENVIRONMENT},
    };
    if (error && error->domain == G_OPTION_ERROR)
        return EXIT_USAGE;
    for (gsize i = 0; error && i < G_N_ELEMENTS(codes); i++)
        if (error->domain == codes[i].domain && error->code == codes[i].code)
            return codes[i].exit;
    return EXIT_FAILED;
}

int cli_fail(const GError *error)
{
    print_error(error ? error->message : "failed, and did not say why (this is a defect of reins)");
    return cli_exit_code(error);
}

int cli_usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    print_error(message);
    return EXIT_USAGE;
}

/* ---- input ---- */

char *cli_read_stdin(gsize max, gsize *ret_length, GError **error)
{
    g_autoptr(GString) all = g_string_new(NULL);
    char part[16384];
    gssize n;
    while (all->len <= max && (n = read(STDIN_FILENO, part, MIN(sizeof part, max + 1 - all->len))) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "stdin cannot be read: %s", g_strerror(errno));
            return NULL;
        }
        g_string_append_len(all, part, n);
    }
    *ret_length = all->len;
    return g_string_free(g_steal_pointer(&all), FALSE);
}

/* ---- options ---- */

/* GOption's sentence, and the option that was meant. */
static int unknown_option(const char *command, const GOptionEntry *entries, const char *message)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (const GOptionEntry *e = entries; e && e->long_name; e++)
        g_ptr_array_add(names, (char *)e->long_name);
    g_ptr_array_add(names, NULL);
    const char *given = strstr(message, "--");
    g_autofree char *name = given ? g_strndup(given + 2, strcspn(given + 2, "= ")) : g_strdup("");
    const char *near = *name ? nearest_name(name, (const char *const *)names->pdata) : NULL;
    g_autofree char *lower = g_strdup(message);
    lower[0] = g_ascii_tolower(lower[0]);
    if (near && strcmp(near, name) != 0)
        return cli_usage("%s: %s: did you mean --%s? (reins %s --help lists them)", command, lower, near, command);
    return cli_usage("%s: %s (reins %s --help lists the options)", command, lower, command);
}

/* A "--" that only ended the options is not a word of the command's. */
static void drop_double_dash(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") != 0)
            continue;
        memmove(argv + i, argv + i + 1, (gsize)(*argc - i) * sizeof *argv);
        (*argc)--;
        return;
    }
}

static struct cli_described *described; /* NULL = nobody wants to know */

void cli_ask_command(const struct cli_command *command, int argc, char **argv, struct cli_described *ret_described)
{
    ret_described->options = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    ret_described->verbs = g_ptr_array_new_with_free_func(g_free);
    ret_described->arguments = "";
    described = ret_described;
    command->function(argc, argv);
    described = NULL;
}

bool cli_describe(const GOptionEntry *entries, const char *arguments)
{
    if (!described)
        return false;
    for (const GOptionEntry *e = entries; e && e->long_name; e++)
        if (*e->long_name) /* G_OPTION_REMAINING has none */
            g_array_append_val(described->options, *e);
    described->arguments = arguments;
    return true;
}

void cli_describe_verb(const char *name, const char *help)
{
    if (described)
        g_ptr_array_add(described->verbs, g_strconcat(name, "\t", help, NULL));
}

bool cli_options(int *argc, char ***argv, const GOptionEntry *entries, const char *arguments, const char *about, int *ret_code)
{
    *ret_code = EXIT_DONE;
    if (cli_describe(entries, arguments))
        return false;
    gboolean help = FALSE;
    const GOptionEntry own[] = {{"help", 'h', 0, G_OPTION_ARG_NONE, &help, "this text", NULL}, G_OPTION_ENTRY_NULL};
    const char *command = *argc > 0 ? (*argv)[0] : "";
    g_autofree char *name = g_strdup(command);
    g_autofree char *before = g_strdup(g_get_prgname());
    g_autofree char *program = g_strdup_printf("reins %s", name);
    g_autoptr(GOptionContext) context = g_option_context_new(arguments);
    g_autoptr(GError) error = NULL;
    /* GOption's own --help would exit the process. */
    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, about);
    if (entries)
        g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_main_entries(context, own, NULL);
    bool parsed = g_option_context_parse(context, argc, argv, &error);
    if (!parsed) {
        *ret_code = unknown_option(name, entries, error->message);
    } else if (help) {
        g_set_prgname(program);
        g_autofree char *text = g_option_context_get_help(context, TRUE, NULL);
        g_set_prgname(before ? before : "reins");
        fputs(text, stdout);
        *ret_code = EXIT_DONE;
    } else {
        drop_double_dash(argc, *argv);
    }
    return parsed && !help;
}
