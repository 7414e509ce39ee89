/* What all commands share. */

#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/nearest.h"
#include "engine/brain/brain.h"
#include "engine/brain/secret.h"
#include "engine/display/connection_vnc.h"
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

bool cli_unlock(const struct display_target *t, GError **error)
{
    g_autoptr(config) cfg = t->kind == DISPLAY_VNC ? config_load(error) : NULL;
    return t->kind != DISPLAY_VNC ||
           (cfg && secret_keep(config_string(cfg, "run", "vnc_password"), CONNECTION_VNC_PASSWORD, "vnc_password=", error));
}
