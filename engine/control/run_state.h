#ifndef ENGINE_CONTROL_RUN_STATE_H
#define ENGINE_CONTROL_RUN_STATE_H

/* State, pause and stop of a run. Inside engine/ only. */

struct run;

/* Sends the state to the client, once per change. */
void run_set_state(struct run *run, const char *state);
/* The same with a reason, for people: what is waited for; NULL = none. Also sent where the reason alone is another. */
void run_set_state_for(struct run *run, const char *state, const char *why);
/* Releases all keys and buttons, voids the waiting proposal, and pauses. Safe anywhere, also inside a wait. */
void run_pause(struct run *run, const char *by, const char *reason);
/* Another reason of the pause that there is; nothing where there is none. */
void run_pause_because(struct run *run, const char *reason);
void run_go_on(struct run *run);
void run_stop(struct run *run, const char *by, const char *reason);

#endif
