#ifndef ENGINE_CONTROL_GREETING_H
#define ENGINE_CONTROL_GREETING_H

/* The first events for a client. Inside engine/ only. */

#include <stdbool.h>

struct run;
struct eye_frame;

/* Sends the events hello, boards and mode. */
void greeting_hello(struct run *run);
/* Sends the event frame, with what is masked in it where it is the last observation's. key: it is a keyframe. */
void greeting_frame(struct run *run, const struct eye_frame *f, bool key);
/* Sends a console that attaches later the state of the run: settings, step, last frame, held keys. */
void greeting_tell(struct run *run);

#endif
