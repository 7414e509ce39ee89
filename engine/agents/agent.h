#ifndef ENGINE_AGENTS_AGENT_H
#define ENGINE_AGENTS_AGENT_H

/* An agent: the modules that it asks, what it keeps in mind, which lists of that a person sees and changes beside the modules'
 * outputs, its options, and one function: the reasoning of a step, straight-line over the calls of step.h. All but the functions
 * is tables, and everything else (schema, check, the person's forms, `reins config check`, working memory, panes, options,
 * exports, recall, replay) reads them: no other file names an agent or a module.
 *
 * engine/agents/NAME/NAME.c defines `const struct agent agent_NAME`; make lists them (build/gen/agents.c). Its prompts
 * are config/prompts/NAME/MODULE.md. Nothing else is edited for a new agent. */

#include "config/options.h"
#include "engine/agents/board.h"
#include "engine/modules/mind.h"
#include "engine/modules/module.h"

#include <glib.h>
#include <stdbool.h>

struct run;

enum agent_end { AGENT_GOES_ON, AGENT_SUCCESS, AGENT_FAILED };

struct agent {
    const char *name, *paper;         /* "direct"; "Tan et al. 2024" for --help, NULL = of no paper */
    const char *about;                /* one line for --help */
    bool standard;                    /* [run] agent where nothing else is said: one of them is */
    const struct module *modules;     /* ends with form.name NULL */
    const struct mind_table *mind;    /* NULL = it keeps nothing */
    const struct board *boards;       /* ends with name NULL; NULL = none */
    const struct option_row *options; /* of the group [agent NAME], `--set KEY=VALUE`; ends with key NULL; NULL = none */
    const char *const *libraries;     /* beside the profile's; ends with NULL; NULL = none */
    const char *const *names;         /* {{names}} of its prompts beside those of values.c, {{MODULE}} and {{MODULE.FIELD}} */

    /* Puts what `names` stand for now (and may replace others); what it does not put is "". NULL = it has none. */
    void (*values)(const struct run *run, const void *mind, struct prompt_values *values);
    /* One step. `mind` is a copy of that of the last remembered step; step_remember() keeps it as it is then. Errors end the run,
     * but for RUN_ERROR_INTERRUPTED and _REDO, after which it is called again, from the kept mind. *ret_reason: caller frees. */
    bool (*step)(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error);
    /* The request that the module at that place makes, before it is asked: what only this agent has for it. NULL = nothing. */
    void (*request)(const struct run *run, void *mind, guint module, brain_request *request);
    /* What came of a proposal, or of a question (past->action is NULL), before it is remembered, by this engine or by the one
     * that finds it in the store. What a person did themselves meanwhile is told, too. NULL = run->working->past is enough. */
    void (*came)(const struct run *run, void *mind, const struct situation_past *past);
    /* A step was decided on, and its engine died before it was remembered: what its modules had said (by their places, NULL =
     * nothing) is taken into the mind. NULL = it leaves no trace there. */
    void (*catch_up)(struct run *run, void *mind, const form_output *const *said);
};

/* All, by name; ends with NULL (build/gen/agents.c). */
extern const struct agent *const agents[];
/* NULL = no such agent. */
const struct agent *agent_find(const char *name);
/* Their names, ends with NULL; caller frees the array only. */
const char **agent_names(void);
/* The modules of an agent by its name; NULL = no such agent. */
const struct module *agent_modules(const char *name);
/* What the console is told: [{"name","rank","says":{"screen":"description"}}] and [{"name","title","verbs":["go"]}]; agent NULL:
 * []. persons: a bit for each module that a person fills in ("person": true). Caller frees. (agent_json.c) */
char *agent_modules_json(const struct agent *agent, guint persons);
char *agent_boards_json(const struct agent *agent);
/* The rows of each of its boards by their places (GPtrArray of struct board_row *), as a stored state of a run has them in its
 * member "mind"; state NULL: as a run begins. Empty for NULL or an agent without boards. Error: it is no state of this agent.
 * Caller unrefs. (agent_json.c) */
GPtrArray *agent_boards_of_state(const struct agent *agent, const char *state, GError **error);
/* The options of all agents ([modules], [agent NAME], [run] agent) are made known to config_load(): called once by whoever puts
 * the parts together. */
void agents_register_options(void);

#endif
