#ifndef ENGINE_STEP_WATCH_H
#define ENGINE_STEP_WATCH_H

/* Watch: a person teaches, and each thing that they do on the program is a step with the pictures before and after it. The hand
 * tells what they do (engine/hand/witness.h), from the first step_watch() on until the run is paused or ends. The skills are
 * those of skills/lib/base.lua and elements.lua.
 *
 * A text is kept only where the program said, while the person typed, that the focus is in a field that is none for a password,
 * and says so again afterwards. Of any other text only the number of keys is kept (untold_text): neither the text nor its keys
 * are written to the store, sent to a client or given to a model. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct action action;

#define WATCH_UNTOLD "untold_text" /* the skill that stands for a text that is not kept */

struct watched {
    action *did;  /* NULL = they have answered instead. Owned */
    char *answer; /* owned */
    gint64 call;  /* of `did`: id in memory of the reply that it stands in */
};
void watched_clear(struct watched *w);

/* Asks the person a question within the step, which it does not end; *ret_answer (caller frees). kept: question and answer are
 * stored as those of step_question(). */
bool step_ask_person(struct run *run, const char *question, const GPtrArray *choices, bool kept, char **ret_answer,
                     GError **error);
/* Waits for what the person does next, or for their answer to a question. What they did is recorded: as the reply of `module`,
 * whose field with SAYS_ACTIONS gets it, and as a decided and fired proposal; the step is remembered. Their answer ends nothing.
 * pause: the key, as in a chord, by which they pause the run from the program's window. Call it after step_observe(). */
bool step_watch(struct run *run, guint module, const char *question, const GPtrArray *choices, const char *pause,
                struct watched *ret, GError **error);
/* Puts other actions (action*) in the place of those that a call's output has: a step is left out, or a text is told. */
bool step_watch_correct(struct run *run, guint module, gint64 call, const GPtrArray *actions, GError **error);
/* What a person called by a mark's number, by its element's name where it has one: the number is another one the next time.
 * Caller frees. */
action *step_watch_named(const struct run *run, const action *did);
/* Stores that the person has ended the demonstration, as the module's last reply: no action, and that outcome in the field with
 * SAYS_OUTCOME. */
bool step_watch_end(struct run *run, guint module, const char *outcome, GError **error);

#endif
