#ifndef ENGINE_COMMANDS_BY_HAND_H
#define ENGINE_COMMANDS_BY_HAND_H

/* By hand: what a person drove in a take-over as the actions of the reply that it took the place of, once they agreed. It is a
 * correction of that call and fires nothing: the next step asks the model anew. */

struct run;
typedef struct action action;

/* A take-over begins: the reply of this step is remembered, and what an earlier one had done forgotten. */
void by_hand_begin(struct run *run);
/* This one was done. */
void by_hand_add(struct run *run, const action *done);
/* Records it as the person has said on handing back (control->keep), and forgets it in any case. */
void by_hand_end(struct run *run);

#endif
