#ifndef ENGINE_CONTROL_GREETING_H
#define ENGINE_CONTROL_GREETING_H

/* What a client is told first. Inside engine/ only. */

struct run;

/* The event hello, boards and mode. */
void greeting_hello(struct run *run);
/* What a console that comes later must know: who, where, the last frame, what is held. */
void greeting_tell(struct run *run);

#endif
