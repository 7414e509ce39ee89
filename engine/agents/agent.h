#ifndef ENGINE_AGENTS_AGENT_H
#define ENGINE_AGENTS_AGENT_H

/* An agent: its modules, its mind, its boards (lists that a person sees and changes), its options, and one function: the
 * reasoning of a step, straight-line over the calls of step.h. All but the functions are tables. Everything else (schema,
 * check, the person's forms, `reins config check`, working memory, panes, options, exports, recall, replay) reads the tables:
 * no other file names an agent or a module.
 *
 * engine/agents/NAME/NAME.c defines `const struct agent agent_NAME`; make lists the agents (build/gen/agents.c). Prompts are
 * config/prompts/NAME/MODULE.md; those of another value of an option `language` are in config/prompts/NAME/VALUE/. A new agent
 * needs no other edit. */

#include "config/options.h"
#include "engine/agents/board.h"
#include "engine/modules/mind.h"
#include "engine/modules/module.h"

#include <glib.h>
#include <stdbool.h>

struct run;

enum agent_end { AGENT_GOES_ON, AGENT_SUCCESS, AGENT_FAILED };

struct agent {
    const char *name, *paper;      /* "direct"; "Tan et al. 2024" for --help, NULL = no paper */
    const char *about;             /* one line for --help */
    bool standard;                 /* the default of [run] agent; exactly one agent has it */
    bool watches;                  /* it watches a person, whom only an X display tells: it works on that of a VNC sandbox, too */
    const struct module *modules;  /* ends with form.name NULL */
    const struct mind_table *mind; /* NULL = no mind */
    const struct board *boards;    /* ends with name NULL; NULL = none */
    const struct option_row *options; /* of group [agent NAME] and `--set KEY=VALUE`; ends with key NULL; NULL = none */
    const char *const *libraries;     /* in addition to the profile's; ends with NULL; NULL = none */
    const char *const
        *names; /* additional {{names}} of its prompts, besides those of values.c, {{MODULE}} and {{MODULE.FIELD}} */

    /* What its forms say, in that language of its prompts. NULL = English. A NULL function: in all of them. */
    const struct wording *(*words)(const char *language);
    bool phases; /* a step is a phase: a person may go back to the last one, where it fired nothing (engine/run/phase.h) */
    /* What is drawn on the screen that its modules are sent, where the profiles of program and brain leave it open (bits of
     * engine/picture/overlays.h). It is called with NULL for mind before the first step. NULL = nothing but what they say. */
    guint (*overlays)(const struct run *run, const void *mind);
    /* True: the skill of that name may be offered to its next plan. NULL = all that fit the task. */
    bool (*offers)(const struct run *run, const void *mind, const char *skill_name);
    /* True: it works by the elements of the screen. The target's programs are then asked for them, unless the profile says
     * otherwise. NULL = it does not. */
    bool (*by_elements)(const struct run *run);
    /* Sets the present values of `names` (and may override others); a name that is not set is "". NULL = no names. */
    void (*values)(const struct run *run, const void *mind, struct prompt_values *values);
    /* Runs one step. `mind` is a copy of the mind after the last remembered step; step_remember() stores it as it then is. An
     * error ends the run, except RUN_ERROR_INTERRUPTED and _REDO, after which the function is called again with the stored
     * mind. *ret_reason: caller frees. */
    bool (*step)(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error);
    /* Prepares the request of the module at that index before it is asked: what only this agent has for it. NULL = nothing. */
    void (*request)(const struct run *run, void *mind, guint module, brain_request *request);
    /* Reports the outcome of a proposal, or of a question (past->action is NULL), before it is remembered, by this engine or by
     * the one that finds it in the store. Reports also what a person did meanwhile. NULL = run->working->past is enough. */
    void (*came)(const struct run *run, void *mind, const struct situation_past *past);
    /* Reports how the run has ended: success, failed, stopped, budget or error. NULL = nobody is told. */
    void (*ended)(struct run *run, const char *outcome, const char *reason);
    /* Updates the mind for a step that was decided, but not remembered because the engine died. said: outputs of the modules by
     * index, NULL = none. NULL = nothing to update. */
    void (*catch_up)(struct run *run, void *mind, const form_output *const *said);
    /* Takes in what the module of a phase said, as the step will do: the boards show it before. NULL = they show it after. */
    void (*takes)(const struct run *run, void *mind, guint module, const form_output *said);
    /* The index of the module whose last answer a board shows, and in *ret_output that answer as the mind now has it (JSON,
     * caller frees): what a person changes on the board corrects the answer. -1 = no module's. NULL: no board is one. */
    int (*board_said)(const void *mind, const struct board *board, char **ret_output);
    /* The agent's own call of what a person did in a take-over (`done`: an action of drive.h), for the record of a reply; NULL =
     * it has none. Caller frees. A NULL function: its replies are not recorded so. */
    action *(*by_hand)(const action *done);
};

/* All agents, by name; ends with NULL (build/gen/agents.c). */
extern const struct agent *const agents[];
/* NULL = no such agent. */
const struct agent *agent_find(const char *name);
/* Names of all agents, ends with NULL. Caller frees the array only. */
const char **agent_names(void);
/* "prompts/AGENT/MODULE.md" of that module, or "prompts/AGENT/LANGUAGE/MODULE.md" where `language` is given and not the default
 * of the agent's option of that name. Caller frees. */
char *agent_prompt_path(const struct agent *agent, const struct module *module, const char *language);
/* What its modules' forms say in that language: of a situation. NULL = English. */
const struct wording *agent_words(const struct agent *agent, const char *language);
/* The other languages of its prompts, by its option `language`; ends with NULL. Caller frees with g_strfreev(). */
char **agent_languages(const struct agent *agent);
/* The modules of an agent by its name; NULL = no such agent. */
const struct module *agent_modules(const char *name);
/* For the console: [{"name","rank","says":{"screen":"description"}}] and [{"name","title","verbs":["go"]}]; agent NULL: [].
 * persons: a bit for each module that a person fills in ("person": true). "by_hand": true where what a person did may be recorded
 * as its actions. Caller frees. (agent_json.c) */
char *agent_modules_json(const struct agent *agent, guint persons);
char *agent_boards_json(const struct agent *agent);
/* The rows of each board, by index (GPtrArray of struct board_row *), from the member "mind" of a stored state of a run; state
 * NULL: as a run begins. Empty for NULL or an agent without boards. Error: not a state of this agent. Caller unrefs.
 * (agent_json.c) */
GPtrArray *agent_boards_of_state(const struct agent *agent, const char *state, GError **error);
/* Registers the options of all agents ([modules], [agent NAME], [run] agent) for config_load(). main() calls it once. */
void agents_register_options(void);

#endif
