#ifndef ENGINE_SESSION_PARTS_H
#define ENGINE_SESSION_PARTS_H

/* Creates the parts of a run. Inside engine/ only. */

struct run;
struct agent;

/* Creates empty parts for an agent (NULL = none). run_clear() frees them and what they own. */
void run_init(struct run *run, const struct agent *agent);
void run_clear(struct run *run);

#endif
