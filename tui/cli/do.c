/* reins do: one skill through the same gate. */

#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/profile.h"
#include "engine/engine.h"
#include "skills/library.h"
#include "skills/visible.h"
#include "tui/cli/arguments.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define ASK_SLICE_MS 200

/* Ctrl-C is blocked for the engine's signalfd; while the terminal is asked it is looked for here. */
static bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP);
}

static bool read_answer(int tty, char *answer, gsize size)
{
    struct pollfd p = {.fd = tty, .events = POLLIN};
    for (;;) {
        int n = poll(&p, 1, ASK_SLICE_MS);
        if (interrupted() || (n < 0 && errno != EINTR))
            return false;
        if (n != 1)
            continue;
        gssize got = read(tty, answer, size - 1);
        if (got <= 0)
            return false;
        answer[got] = '\0';
        g_strstrip(answer);
        return true;
    }
}

static bool ask_on_terminal(const action *a, const timeline *t, int tier, const char *rule, const char *word, const char *window,
                            void *data)
{
    int tty = *(int *)data;
    char answer[256];
    g_autofree char *call = action_describe(a), *shown = visible_text(call), *title = visible_text(window);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s\n  window \"%s\", tier %d (%s)\n", shown, title, tier, rule);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *line = timeline_event_describe(e), *clean = visible_text(line);
        g_string_append_printf(text, "  %6" G_GINT64_FORMAT " ms  %s\n", e->at_ms, clean);
    }
    g_string_append_printf(text, "Type %s to fire, anything else not to: ", tier >= 3 ? word : "y");
    bool yes = write(tty, text->str, text->len) == (gssize)text->len && tcflush(tty, TCIFLUSH) == 0 &&
               read_answer(tty, answer, sizeof answer) && g_ascii_strcasecmp(answer, tier >= 3 ? word : "y") == 0;
    g_string_free(text, TRUE);
    return yes;
}

static action *build_action(const char *profile_name, char **words, GError **error)
{
    g_autoptr(profile) p = profile_load(profile_name, error);
    g_autoptr(skill_library) lib = p ? skill_library_load((const char *const *)p->skills, NULL, error) : NULL;
    if (!lib)
        return NULL;
    const skill *s = skill_library_find(lib, words[0]);
    if (!s) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                    "no skill \"%s\" (reins skills list shows them; --profile NAME adds a program's)", words[0]);
        return NULL;
    }
    g_autoptr(action) a = action_new(words[0]);
    for (char **w = words + 1; *w; w++)
        if (!cli_take_argument(a, s, *w, error))
            return NULL;
    return skill_library_check(lib, a, error) ? g_steal_pointer(&a) : NULL;
}

int cli_do(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *display = NULL, *profile_name = NULL;
    gboolean yes = FALSE;
    int code = EXIT_DONE;
    const GOptionEntry entries[] = {
        {"display", 0, 0, G_OPTION_ARG_STRING, &display, "On this X display (default: $DISPLAY)", ":N"},
        {"yes", 0, 0, G_OPTION_ARG_NONE, &yes, "Approve without asking, whatever the tier", NULL},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &profile_name, "With this profile's skills and thresholds", "NAME"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    if (!cli_options(&argc, &argv, entries, "SKILL [name=value …]",
                     "Fires one skill through the gate, and returns when nothing is held any more.\n\nExample: reins do "
                     "--display :1 type_text text=\"hello\"",
                     &code))
        return code;
    if (argc < 2)
        return cli_usage("do: which skill? (reins skills list shows them)");
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(action) a = cfg ? build_action(profile_name ? profile_name : "default", argv + 1, &error) : NULL;
    if (!a)
        return cli_fail(error);
    const char *where = display ? display : g_getenv("DISPLAY");
    if (!where || !*where) {
        fprintf(stderr, "reins: no display: $DISPLAY is not set (give --display :N)\n");
        return EXIT_ENVIRONMENT;
    }
    int tty = yes ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (!yes && (tty < 0 || !isatty(STDIN_FILENO))) {
        if (tty >= 0)
            close(tty);
        return cli_usage("do: there is no terminal to ask on (--yes fires without asking)");
    }
    struct engine_do what = {
        .display = where, .profile = profile_name, .action = a, .yes = yes, .ask = ask_on_terminal, .data = &tty};
    code = engine_do(cfg, &what, &error);
    if (tty >= 0)
        close(tty);
    if (error)
        cli_fail(error);
    return code;
}
