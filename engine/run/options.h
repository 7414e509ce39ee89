#ifndef ENGINE_RUN_OPTIONS_H
#define ENGINE_RUN_OPTIONS_H

/* What a run is started with: the options of `reins run`, checked. Kept with the run's row, so that resume starts from the same.
 */

#include "config/config.h"

#include <glib.h>
#include <stdbool.h>

typedef struct run_options {
    char *task;
    char *display; /* ":N"; NULL = a sandbox */
    char *app;     /* command line, NULL = the profile's */
    char *profile; /* name, NULL = by the command */
    char *brain, *agent, *mode;
    char *wm;          /* of a sandbox: a command line, "none"; NULL = the profile's, else openbox */
    int width, height; /* of the sandbox */
    bool headless, detach;
    bool explain; /* a notice a proposal: which rule, which evidence */
    char *report; /* the last words of a run with --brain replay:RUN, as JSON, go there; NULL = nowhere. Not kept */
    char **rules; /* --rule, as given; NULL = none */
    char **set;   /* --set: "KEY=VALUE" of the agent's options, each key once; NULL = none */
    gint64 max_steps;
    double max_cost;
    gint64 resume; /* a run's id, 0 = a new run; not kept */
    struct fork_options {
        gint64 from,
            before;    /* of `resume`: a new run that goes on after that step, or decides it anew; 0 = not a fork. Not kept */
        gint64 parent; /* …of which run, once it is one */
        gint64 step;   /* the last step of the parent that it remembers */
        bool anew;     /* before: the model thinks anew as well; else it says what it said then, and the person decides */
        bool replay;   /* the parent's actions are fired again in a sandbox; else the display is brought there by a person */
    } fork;
    bool max_steps_given, max_cost_given; /* on the command line of resume: they replace the run's own */
    bool trust;                           /* resume: also a run that came from elsewhere; not kept */
    bool mode_given;                      /* the same: else resume goes on in step, or in dry */
} run_options;

/* Takes the words after `reins run` (argv[0] is the command's name). Defaults come from cfg. On --help *ret_help
 * gets the text (caller frees) and the options are of no use. Error (CONFIG_ERROR_USAGE): says what is wrong with which word. */
run_options *run_options_parse(const config *cfg, int argc, char **argv, bool resume, char **ret_help,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* GOptionEntry of each option, to be looked at only; ends with an empty one. Caller unrefs. */
GArray *run_options_entries(bool resume);
void run_options_free(run_options *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(run_options, run_options_free)

/* The rules of --rule (struct rule*), named session-1, session-2 …; caller unrefs. Error: what is wrong with which. */
GPtrArray *run_options_rules(const run_options *o, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Puts "KEY=VALUE" texts (NULL = none) over o->set, and checks all that are there by what o->agent takes. Error
 * (CONFIG_ERROR_USAGE): names the options that there are, or what the value must be. (options_set.c) */
bool run_options_set(run_options *o, char *const *settings, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The value that counts of an option of the run's agent: --set, else [agent NAME] of reins.ini, else its default. NULL = the
 * agent has no such option. Borrowed; option_int() and the like read it. */
const char *run_option(const run_options *o, const config *cfg, const char *key);

/* (options_json.c) */
char *run_options_to_json(const run_options *o);
run_options *run_options_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
