#ifndef ENGINE_CONTROL_DEVICE_CONTROL_H
#define ENGINE_CONTROL_DEVICE_CONTROL_H

/* Eye, hand and other children of a run: their messages, requests to them, and their deaths. Inside engine/ only. */

#include "skills/timeline/timeline.h"

struct eye_request;
struct hand_fire;
struct run;

bool device_control_start(struct run *run, GError **error);
void device_control_pump(struct run *run);
/* Ends both. A hand that cannot connect yet stays: once its display answers, it releases what an earlier hand left down, and
 * ends. */
void device_control_stop(struct run *run);
bool device_ask_eye(struct run *run, struct eye_request *request, int timeout_ms, GError **error);
/* A person at a console is to decide or to choose: its eye reads all words of the last observation, which the console is told
 * later, as the event `marks`. Nothing waits for them. Without a console nothing is read. While a person has taken over, these
 * are the words of the present picture, again each time that it has changed and rests. */
void device_survey(struct run *run);
/* The same while nothing is shown that is compared, as under a form: then those of the present picture, too, each time that it is
 * another one and rests, until the next survey. */
void device_survey_waiting(struct run *run);
/* The same at once, for a model, also without a console: the marks with their words are kept for the run's
 * observation (look_take_marks()). */
void device_survey_now(struct run *run);
/* The proposal is open now: applies what the eye reported about its target before that. */
void device_heed_early(struct run *run);

/* ---- venue.c ---- */
/* Starts the display (sandbox or other), window manager and program, and waits for its window. again: after the display was
 * lost. */
bool venue_open(struct run *run, bool again, GError **error);
/* Restarts a sandbox's window manager that has ended, with a notice. False: the store failed. */
bool venue_mend(struct run *run, GError **error);
/* Keeps which window is the observation's target, and the process that made it, for an eye or an engine after this one. False:
 * the store failed. */
bool venue_note_target(struct run *run, GError **error);
/* True for a sandbox whose window manager has no keys, menus and title bars: skills that need them are not offered. */
bool venue_is_bare(const struct run *run);

/* ---- clipboard_lease.c: the clipboard while text is pasted ---- */
/* Fills fire->clipboard and paste_keys. If the clipboard is not available, the text is typed instead, with a notice. False only
 * when the wait was ended. */
bool clipboard_lease_texts(struct run *run, const timeline *t, struct hand_fire *fire, GError **error);
/* Ends the lease; the former content is restored automatically. */
void clipboard_lease_end(struct run *run);
void clipboard_lease_pump(struct run *run);

#endif
