#ifndef ENGINE_BRAIN_REENCODE_H
#define ENGINE_BRAIN_REENCODE_H

/* Pictures that a service refuses: they are sent once more as JPEG, as PNG, or smaller, as its error says.
 * Inside this folder only. */

#include "engine/brain/http_call.h"

/* Stores for the brain how its pictures are sent from now on, and for the reply what was changed. False: the error is not about a
 * picture, or nothing changes. A picture does not become smaller where the model answers in its pixels. */
bool reencode(struct http_call *h, const struct wire_problem *problem);
/* The longest side that the error allows, px; 0 = it is about something else. */
int reencode_side(const struct http_call *h, const struct wire_problem *problem);

#endif
