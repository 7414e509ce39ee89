#ifndef ENGINE_DEVICES_DEPARTURE_H
#define ENGINE_DEVICES_DEPARTURE_H

/* Departure: where a run with the brain or the display "cassette:FILE" decides otherwise than the recorded run did. Each is told;
 * the first one is kept. */

#include <glib.h>
#include <stdbool.h>

struct run;

/* What was decided of the action of a proposal; nothing while a person drives. It goes onto the cassette that the run records,
 * and is compared with the one that the run plays. fires: the decision lets it fire. */
void departure_note_decision(struct run *run, const char *action, const char *verdict, const char *by, const char *reason,
                             bool fires);
/* How the run ends; onto the cassette that it records. */
void departure_note_end(struct run *run, const char *outcome, const char *reason);

/* The end of a run that plays a cassette. Where it has departed, it has failed if it had no answer for a question, or was on a
 * recorded display, where nothing else than then can happen: the departure comes first in its reason. Where it came to the end of
 * the recording of a run that was stopped, it is stopped, too. *inout_reason is owned. */
void departure_judge(struct run *run, const char **inout_outcome, char **inout_reason, int *inout_code);

#endif
