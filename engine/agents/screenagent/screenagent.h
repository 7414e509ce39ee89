#ifndef ENGINE_AGENTS_SCREENAGENT_SCREENAGENT_H
#define ENGINE_AGENTS_SCREENAGENT_SCREENAGENT_H

/* Inside the agent screenagent: reading the published form of its answers. */

#include "engine/modules/module.h"

/* Reads an answer as the released models give it: prose and fences of JSON actions (reference 1.4, Table 1 of the paper). The
 * planner's PlanActions become "subtasks", the actor's actions become calls of skills/lib/screenagent.lua, the last
 * EvaluateSubTaskAction becomes "situation" and "advice". The rest of the text is the reasoning. What does not fit is dropped and
 * told in form_output_bent(). The error: there is no action that this module gives. For module.read. (reply_json.c) */
form_output *screenagent_read(const struct form *form, const char *reply, gsize length, GError **error);
/* The planner's output with those subtasks (char *), as JSON. Caller frees. (reply_json.c) */
char *screenagent_plan_json(const GPtrArray *subtasks);
/* For agent.words: English ("en") or Chinese ("zh"). (chinese.c) */
const struct wording *screenagent_words(const char *language);

#endif
