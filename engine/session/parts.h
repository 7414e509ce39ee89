#ifndef ENGINE_SESSION_PARTS_H
#define ENGINE_SESSION_PARTS_H

/* Creates the parts of a run. Inside engine/ only. */

struct run;
struct agent;

/* Creates empty parts for an agent (NULL = none). parts_clear() frees them and what they own. */
void parts_init(struct run *run, const struct agent *agent);
void parts_clear(struct run *run);

#endif
