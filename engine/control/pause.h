#ifndef ENGINE_CONTROL_PAUSE_H
#define ENGINE_CONTROL_PAUSE_H

/* What happens to a run: states, pause, stop. Inside engine/ only. */

struct run;

/* Says the state to the client, once per change. */
void run_set_state(struct run *run, const char *state);
/* Releases everything, voids what waits, pauses. Safe anywhere, also inside a wait. */
void run_pause(struct run *run, const char *by, const char *reason);
void run_go_on(struct run *run);
void run_stop(struct run *run, const char *by, const char *reason);

#endif
