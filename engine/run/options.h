#ifndef ENGINE_RUN_OPTIONS_H
#define ENGINE_RUN_OPTIONS_H

/* The options of a run, checked. They are stored with the run's row, so that resume uses the same ones. */

#include "config/config.h"

#include <glib.h>
#include <stdbool.h>

struct module;

typedef struct run_options {
    char *task;
    char *display; /* ":N"; NULL = a sandbox */
    char *app;     /* command line, NULL = the profile's */
    char *profile; /* name, NULL = by the command */
    char *brain, *agent, *mode;
    char *wm;          /* window manager of a sandbox: a command line, "none"; NULL = the profile's, else openbox */
    int width, height; /* of the sandbox */
    bool vnc;          /* it is a VNC screen */
    bool xephyr;       /* it is a window on the person's display */
    bool headless, detach;
    bool explain; /* one notice per proposal: its rule and evidence */
    char *report; /* file for the final report of a run with --brain replay:RUN, as JSON; NULL = none. Not stored */
    char
        *tasks; /* a list of task files that are run one after the other; the rest is for each of them. NULL = none. Not stored */
    bool json;  /* with `tasks`: how they ended, as JSON. Not stored */
    char *record; /* cassette to which every attempt of a model call is added; NULL = none. Not stored */
    char **rules; /* --rule, as given; NULL = none */
    char **set;   /* --set: "KEY=VALUE" for options of the agent, each key once; NULL = none */
    gint64 max_steps;
    double max_cost;
    double max_minutes;          /* of one engine, from start or resume; 0 = no limit */
    struct task_file *task_file; /* config/task_file.h; NULL = none */
    gint64 episode;              /* of a learning, that the new run does (memory/learnings.h); 0 = none. Not stored */
    gint64 resume;               /* id of the run to resume, 0 = a new run; not stored */
    struct fork_options {
        gint64 from, before; /* of `resume`: fork after step `from`, or before step `before`; 0 = not a fork. Not stored */
        gint64 parent;       /* the run that it was forked from */
        gint64 step;         /* the parent's last step that it remembers */
        bool anew;   /* with `before`: the model is asked again; else its recorded answer is used and only the person decides */
        bool replay; /* the parent's actions are fired again in a sandbox; else a person prepares the display */
    } fork;
    bool max_steps_given, max_cost_given,
        max_minutes_given; /* given on the command line: they replace the run's own, or the task file's */
    bool trust;            /* resume: also a run that came from elsewhere; not stored */
    bool mode_given;       /* same; otherwise resume uses mode step, or dry */
} run_options;

/* Parses the words after `reins run` (argv[0] is the command's name). Defaults come from cfg. On --help *ret_help receives the
 * text (caller frees) and the options are unusable. Caller frees. Error (CONFIG_ERROR_USAGE): names the word and its fault. */
run_options *run_options_parse(const config *cfg, int argc, char **argv, bool resume, char **ret_help,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* GOptionEntry of each option, for descriptions only; ends with an empty one. Caller unrefs. */
GArray *run_options_entries(bool resume);
void run_options_free(run_options *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(run_options, run_options_free)

/* The rules of --rule (struct rule*), named session-1, session-2 …. Caller unrefs. The error names the rule and its fault. */
GPtrArray *run_options_rules(const run_options *o, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Merges "KEY=VALUE" texts (NULL = none) into o->set and checks all of them against the options of o->agent. Error
 * (CONFIG_ERROR_USAGE): lists the options, or says what the value must be. (options_set.c) */
bool run_options_set(run_options *o, char *const *settings, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The effective value of an option of the run's agent: --set, else [agent NAME] of reins.ini, else its default. NULL = no such
 * option. Borrowed; read it with option_int() and the like. */
const char *run_option(const run_options *o, const config *cfg, const char *key);

/* How many actions of that module a step takes: the agent's own limit, else [run] max_actions; all of its form where each is a
 * step. */
int run_option_actions(const run_options *o, const config *cfg, const struct module *module);

/* (options_json.c) */
char *run_options_to_json(const run_options *o);
run_options *run_options_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
