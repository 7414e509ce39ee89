/* The table of the commands. It knows all of them; of them only the manual knows it. */

#include "tui/cli/commands.h"

#include "config/nearest.h"

#include <string.h>

const struct cli_command commands[] = {
    {"demo", cli_demo, "", "show the console at work: a sandbox, a real program, a scripted brain", true},
    {"run", cli_run, "[OPTIONS] \"task\"", "supervise a run on a display or in a sandbox", true},
    {"resume", cli_resume, "RUN", "continue a run after its last step", true},
    {"attach", cli_attach, "[RUN]", "open a console for a run that has none", true},
    {"teach", cli_teach, "--app CMD [--name NAME] \"task\"", "show how a task is done: a recorded run, and the draft of a skill",
     true},
    {"do", cli_do, "[--yes] SKILL [name=value …] [-- SKILL …]", "fire skills, key presses or mouse events through the gate",
     false},
    {"see", cli_see, "[--run RUN] [--out F.png] [--marks]", "take a picture of a display; list its words and marks", false},
    {"ask", cli_ask, "[--brain NAME] \"prompt\"", "ask a brain, or several at once, one question", false},
    {"skills", cli_skills, "VERB …",
     "the skill library: list, show, try, edit, accept, diff, export and more (--help lists the verbs)", false},
    {"memory", cli_memory, "runs|steps|show|search|note|forget|export|prune|…",
     "look at earlier runs: their steps, prompts and decisions", false},
    {"docs", cli_docs, "VERB …",
     "documents of what a program's elements do: list, show, edit, diff, export and more (--help lists the verbs)", false},
    {"plans", cli_plans, "VERB …",
     "plans that agents remember: list, show, edit, withdraw, export and more (--help lists the verbs)", false},
    {"knowledge", cli_knowledge, "VERB …",
     "paragraphs about a program or world: build, search, show, edit and more (--help lists the verbs)", false},
    {"learn", cli_learn, "--agent NAME --practice|--evaluate|--curriculum … --pool DIR",
     "have an agent do the tasks of a pool in a fast world, side by side", false},
    {"score", cli_score, "LABELS|RUN [PREDICTIONS|RUN …]",
     "score sessions of the ScreenAgent layout by the CC-Score of its paper", false},
    {"profile", cli_profile, "new|list|show|check|keys", "profiles of programs: create, print and check them", false},
    {"config", cli_config, "show|path|check|brain new", "print and check the settings; set up a brain of your own", false},
    {"doctor", cli_doctor, "", "check display, terminal and configuration; name the fix", false},
};
const gsize n_commands = G_N_ELEMENTS(commands);

const struct cli_command *commands_find(const char *name)
{
    for (gsize i = 0; i < n_commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

char *commands_help(void)
{
    GString *out = g_string_new("reins: the supervisor console for agents that see a screen and press its keys\n\nUsage:\n");
    for (gsize i = 0; i < n_commands; i++)
        g_string_append_printf(out, "  reins %s%s%s\n      %s\n", commands[i].name, *commands[i].arguments ? " " : "",
                               commands[i].arguments, commands[i].help);
    g_string_append(
        out, "\nreins COMMAND --help says more. Start with: reins demo\n"
             "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the environment lacks something, 4 stopped or out of budget.\n");
    return g_string_free(out, FALSE);
}

int commands_unknown(const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (gsize i = 0; i < n_commands; i++)
        g_ptr_array_add(names, (char *)commands[i].name);
    g_ptr_array_add(names, NULL);
    g_autofree char *hint = nearest_hint(name, (const char *const *)names->pdata);
    return cli_usage("no command \"%s\"%s (reins --help says what each does)", name, hint);
}
