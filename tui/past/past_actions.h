#ifndef TUI_PAST_PAST_ACTIONS_H
#define TUI_PAST_PAST_ACTIONS_H

/* Actions: what a step did or was to do, one entry for each action of its plan. An action and its edits are one entry. Pure. */

#include "memory/memory.h"

/* The last proposal of each action of the step, in order. One that became stale, voided or expired is left out when the step went
 * on to another one; the last one of a plan that was given up after others were done stays. proposals: as memory_proposals_page()
 * returns them, of this step or of more. Caller unrefs; the rows are borrowed. */
GPtrArray *past_actions(const GPtrArray *proposals, const struct memory_step *step);
/* The action as text, with what it was before each edit: "click(x = 1) ▸ click(x = 2)". Caller frees. */
char *past_actions_text(const GPtrArray *proposals, const struct memory_proposal *last);
/* How it was decided: "edited" when an edit of it was approved; NULL = not decided. Borrowed. */
const char *past_actions_verdict(const struct memory_proposal *p);
/* The verdict of a step as text: "given up" when it ended before anything was proposed; NULL = none. Borrowed. */
const char *past_actions_ending(const struct memory_step *step);
/* Whether a person planned the action or edited it. calls: struct memory_call*, of its step. */
bool past_actions_by_person(const struct memory_proposal *p, const GPtrArray *calls);
/* What came of it: changed | no_effect | unexpected | aborted | unknown; NULL = nothing was fired. */
const char *past_actions_effect(const struct memory_proposal *p);

#endif
