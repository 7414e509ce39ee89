#ifndef ENGINE_MODULES_MODULE_H
#define ENGINE_MODULES_MODULE_H

/* The reasoning modules of the paper (4.2): each is a form, a prompt file and a choice of images. Pure: no display, no clock, no
 * store. */

#include "engine/brain/brain.h"
#include "engine/modules/form.h"
#include "engine/modules/situation.h"

enum module { MODULE_GATHER, MODULE_REFLECT, MODULE_INFER, MODULE_CURATE, MODULE_PLAN, MODULE_SUMMARIZE, MODULE_COUNT };

const char *module_name(enum module m);
/* False: no such module. */
bool module_parse(const char *name, enum module *ret_module);
const struct form *module_form(enum module m);

/* The whole request for one call: prompt rendered from `template` (prompts/AGENT/MODULE.md), images, schema, variables.
 * Error: the template uses a {{name}} that does not exist (named, with those there are). */
brain_request *module_request(enum module m, const char *template, const situation *s, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same request with the defect of its first reply appended, for the one re-ask. */
brain_request *module_reask(const brain_request *request, const char *reply, const char *defect);
/* SHA-256 of what the call depends on: equal to last time's = the module may be skipped. Caller frees. */
char *module_inputs_digest(const brain_request *request);

/* Prompt files: Markdown with {{name}}; a paragraph (between blank lines) with a name whose value is empty is dropped whole; the
 * part above a line "---" is the system message. `values`: char* name → char* text. */
bool prompt_render(const char *template, GHashTable *values, char **ret_system, char **ret_user, GError **error);

/* Outputs (fields by module; see module.c):
 *   gather     text (FIELD_STRINGS: read on the screen), description, target, guidance (instructions seen, "" = none),
 * screen_class reflect    success: yes|no|unknown, reasoning, cause, task_done: boolean, hold: keep|release|none infer subtask,
 * horizon: long|short, subtask_done: boolean, reasoning curate     skills (drafts as Lua), reasoning plan       reasoning,
 * actions (FIELD_ACTIONS, 0..max), outcome: continue|success|failed summarize  summary (tasks, entities and behaviours in order
 * of time, few sentences) */

#endif
