#ifndef ENGINE_CONTROL_DEVICE_CONTROL_H
#define ENGINE_CONTROL_DEVICE_CONTROL_H

/* Eye, hand and what else a run starts: what they say, what they are asked, what their deaths do. Inside engine/ only. */

#include "skills/timeline/timeline.h"

struct eye_request;
struct hand_fire;
struct run;

bool device_control_start(struct run *run, GError **error);
void device_control_pump(struct run *run);
/* Ends both. A hand that cannot connect yet is not ended: it lets go of what an earlier one left down, and ends, once its display
 * answers. */
void device_control_stop(struct run *run);
bool eye_ask(struct run *run, struct eye_request *request, int timeout_ms, GError **error);
/* The proposal is open: what the eye has said of its target before that counts, too. */
void eye_heed_early(struct run *run);

/* ---- venue.c ---- */
/* Starts the display (sandbox or other), window manager, program, and waits for its window. `again`: after the display was lost.
 */
bool venue_open(struct run *run, bool again, GError **error);
/* Starts a sandbox's window manager again that has ended, and says so. False: the store failed. */
bool venue_mend(struct run *run, GError **error);
/* A sandbox whose window manager, ours or none, has no keys, menus and title bars: skills that need them are not offered. */
bool venue_is_bare(const struct run *run);

/* ---- clipboard_lease.c: the clipboard, for what is pasted ---- */
/* Fills fire->clipboard and paste_keys; typed instead (and said) where it cannot be had. False only when the wait was ended. */
bool clipboard_lease_texts(struct run *run, const timeline *t, struct hand_fire *fire, GError **error);
/* It gives back by itself. */
void clipboard_lease_end(struct run *run);
void clipboard_lease_pump(struct run *run);

#endif
