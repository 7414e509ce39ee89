#ifndef ENGINE_STEP_ASK_TELL_H
#define ENGINE_STEP_ASK_TELL_H

/* What the client hears of modules that are asked. Inside this folder. */

#include "engine/step/step.h"

struct brain_reply;
struct module;

const struct module *ask_module(const struct run *run, guint m);
const char *ask_module_name(const struct run *run, guint m);
/* The field of its actions; NULL = it proposes none. */
const char *ask_actions(const struct run *run, guint m);
/* Sends the event of a module; text, output and reply may be NULL. */
void ask_tell(struct run *run, guint m, const char *status, const char *text, const form_output *output,
              const struct brain_reply *reply);
/* Same, with what the model wrote, which a person may edit. */
void ask_tell_wrote(struct run *run, guint m, const char *status, const char *text, const form_output *output,
                    const struct brain_reply *reply, const char *wrote);
/* What a stream has brought since the last time; 10 times a second are enough to read along. */
void ask_tell_partial(struct run *run, struct ask *a);
/* Why its brain has not answered, and when it is asked again; once for each attempt. */
void ask_tell_retry(struct run *run, struct ask *a);
/* The form that a person fills in. */
void ask_tell_form(struct run *run, const struct ask *a);
/* What the last phase's module said, which can be corrected meanwhile; nothing where that is not so. (phase.c) */
void ask_tell_phase(struct run *run);
/* What the pane says of an answer: what was bent comes first, so that it is seen. Caller frees. */
char *ask_answer_text(const form_output *output, const char *instead, const struct brain_reply *reply, const char *points);

#endif
