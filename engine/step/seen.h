#ifndef ENGINE_STEP_SEEN_H
#define ENGINE_STEP_SEEN_H

/* Seen: the picture that a person had in front of them while they planned. A form may stay open for minutes, while the program
 * redraws an icon or a tooltip goes: the plan is of what the console showed when it was sent, not of the picture that the module
 * was asked with. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct run_look;
struct ask;

#define SEEN_US 1000000 /* so long a picture must have been shown: what came later the person may have missed */

/* True when the console had had its last picture for SEEN_US at that time (monotonic). */
bool seen_long(const struct run_look *look, gint64 at_us);
/* After the modules have answered. Where a person has answered the one that plans: looks again, and if the screen is the picture
 * that the console had shown for SEEN_US, the plan counts as made on it. If it is another one, the plan's first action is
 * compared with what it was asked with, as a model's is. Without a console the person has no live picture, and nothing is done.
 * False: the wait was ended. */
bool seen_take(struct run *run, const struct ask *asks, gsize n, GError **error);

#endif
