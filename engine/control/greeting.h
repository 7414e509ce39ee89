#ifndef ENGINE_CONTROL_GREETING_H
#define ENGINE_CONTROL_GREETING_H

/* The first events for a client. Inside engine/ only. */

struct run;

/* Sends the events hello, boards and mode. */
void greeting_hello(struct run *run);
/* Sends a console that attaches later the state of the run: settings, step, last frame, held keys. */
void greeting_tell(struct run *run);

#endif
