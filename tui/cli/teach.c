/* reins teach: a run of the agent that watches a person, who shows how it is done. */

#include "tui/cli/cli.h"

#include "engine/agents/agent.h"

#include <stdlib.h>
#include <string.h>

#define SIZE "1280x720"

static const char about[] = "You show how a task is done in a program, and reins records it: each press, swipe, text and key "
                            "with the picture before and after "
                            "it, after you have agreed, until you answer \"done\" in the console. It is a run: memory show, "
                            "replay and export have it. With "
                            "--name it becomes the draft of a skill, which waits in F3 as any draft. Where two demonstrations "
                            "have the same name, the texts in "
                            "which they differ are its parameters; with one, you name them.\n\n"
                            "The program runs in a window of its own (Xephyr) on your display; with --sandbox vnc:WxH in a VNC "
                            "viewer; with --display on your "
                            "own display. A text is kept only from a field that its program calls none for a password.\n\n"
                            "Examples:\n"
                            "  reins teach --app mousepad --name write_note \"write a note and save it\"\n"
                            "  reins teach --calls --app mousepad \"write a note\"   by calls in the console";

static const char *watching(void)
{
    const struct agent *const *a = agents;
    while (*a && !(*a)->watches)
        a++;
    return *a ? (*a)->name : NULL;
}

/* NAME in Lua is a function's. */
static bool is_name(const char *name)
{
    bool fits = *name && !g_ascii_isdigit(*name);
    for (const char *p = name; *p && fits; p++)
        fits = g_ascii_isalnum(*p) || *p == '_';
    return fits;
}

static void add(GPtrArray *words, const char *option, const char *value)
{
    if (!value)
        return;
    g_ptr_array_add(words, g_strdup(option));
    g_ptr_array_add(words, g_strdup(value));
}

int cli_teach(int argc, char **argv)
{
    g_autofree char *app = NULL, *name = NULL, *display = NULL, *sandbox = NULL, *profile = NULL, *mode = NULL;
    gboolean calls = FALSE, headless = FALSE;
    int code = EXIT_DONE;
    const GOptionEntry entries[] = {
        {"app", 0, 0, G_OPTION_ARG_STRING, &app, "Start this program", "CMD"},
        {"name", 0, 0, G_OPTION_ARG_STRING, &name, "Name of the skill that it becomes", "NAME"},
        {"calls", 0, 0, G_OPTION_ARG_NONE, &calls, "Work by calls and by hand in the console, not on the program itself", NULL},
        {"display", 0, 0, G_OPTION_ARG_STRING, &display, "Work on this X display, such as your own", ":N"},
        {"sandbox", 0, 0, G_OPTION_ARG_STRING, &sandbox,
         "Work in a sandbox: a window (xephyr:), a VNC screen (vnc:), or with --calls one that only the console shows",
         "[xephyr:|vnc:]WxH"},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &profile, "Application profile (default: the one named like the program)", "NAME"},
        {"mode", 0, 0, G_OPTION_ARG_STRING, &mode, "With --calls: the gate's mode, as for reins run", "MODE"},
        {"headless", 0, 0, G_OPTION_ARG_NONE, &headless, "No console: speak the protocol on stdin and stdout", NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    if (!cli_options(&argc, &argv, entries, "\"TASK\"", about, &code))
        return code;
    if (argc != 2)
        return cli_usage("teach takes one task, in quotes (reins teach --app CMD --name NAME \"task\")");
    if (name && !is_name(name))
        return cli_usage("teach: --name %s cannot be the name of a skill (letters, digits and _, no digit first)", name);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, g_strdup("run"));
    add(words, "--agent", watching());
    add(words, "--brain", "human");
    add(words, "--app", app);
    add(words, "--profile", profile);
    add(words, "--mode", mode);
    add(words, "--display", display);
    if (!display)
        add(words, "--sandbox", sandbox ? sandbox : calls ? SIZE : "xephyr:" SIZE);
    g_autofree char *named = name ? g_strconcat("name=", name, NULL) : NULL;
    add(words, "--set", named);
    add(words, "--set", calls ? "by=console" : "by=program");
    if (headless)
        g_ptr_array_add(words, g_strdup("--headless"));
    g_ptr_array_add(words, g_strdup(argv[1]));
    g_ptr_array_add(words, NULL);
    return cli_run((int)words->len - 1, (char **)words->pdata);
}
