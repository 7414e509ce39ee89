#ifndef ENGINE_DEVICES_RECORDED_H
#define ENGINE_DEVICES_RECORDED_H

/* Recorded display (--display cassette:FILE): `reins recorded eye|hand FILE FRAMES`, a process in the place of an eye or a hand,
 * which needs no display. It answers as those of the run answered that was recorded with --record FILE. FRAMES is the folder of
 * the store's pictures.
 *
 * The eye gives each observation once, in the recorded order; what was seen between two firings, the second time between two
 * firings again, and the last of them as often as it is asked. The hand presses nothing. To the timeline that was fired at that
 * place it answers as the recorded hand did, and it refuses any other one. What a person drove (engine/commands/drive.h) is not
 * on the cassette: what was seen after it follows what was seen before. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct eye_observation eye_observation;
typedef struct hand_answer hand_answer;

/* The main function of the process. Returns its exit code. */
int recorded_main(int argc, char **argv);

/* The recorded run of such a display; 0 with BRAIN_ERROR_CONFIG: the cassette cannot be read, or has no display on it. */
gint64 recorded_run(const char *file, GError **error);

/* Each adds to the cassette that the run records, if it records one. */
/* again: the eye had been asked whether the screen is as it was, and it was not. */
void recorded_note_observation(struct run *run, const eye_observation *o, bool again);
/* finished NULL: the hand gave no answer. */
void recorded_note_firing(struct run *run, const char *digest, const hand_answer *finished);
/* Marks of the eye, or what the hand holds, as it said it. */
void recorded_note_words(struct run *run, const char *line);
void recorded_note_held(struct run *run, const char *line);
/* What no device said: departure.h. json: one object. */
void recorded_note_line(struct run *run, const char *kind, const char *json);

#endif
