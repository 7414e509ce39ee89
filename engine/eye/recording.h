#ifndef ENGINE_EYE_RECORDING_H
#define ENGINE_EYE_RECORDING_H

/* Recording: when the eye looks for its video, and what part of the screen that shows. Where the display reports changes, it
 * looks soon after each one and never else; where it does not, at the set rate. Uses no display. */

#include "engine/eye/recorder.h"
#include "engine/picture/screen_match.h"

typedef struct recording recording;

/* fps: looks a second; a display that reports changes is looked at up to ten times a second even if that is less. Caller frees.
 */
recording *recording_new(double fps, double keyframe_share, gint64 now_us);
void recording_free(recording *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recording, recording_free)
recorder *recording_clip(const recording *r);

/* When to look. live: the shot of the last look. dirty: the display has changed since then; tells: it says so. */
gint64 recording_next_us(const recording *r, const shot *live, bool dirty, bool tells);

/* In the following, `part` is what is recorded of the screen: NULL = all of it; nothing of it on the screen = nothing. */

/* A new clip begins: the screen shows this before an action. */
void recording_begin(recording *r, shot *live, const struct area *part, gint64 now_us);
/* The screen shows this now. False, once: what was recorded is not there any more. */
bool recording_look(recording *r, shot *live, const struct area *part, gint64 now_us);
/* The screen at the end of the clip. */
void recording_finish(recording *r, shot *live, const struct area *part, gint64 now_us);
/* Compares first and last sample, and where the pointer is with where it was (NULL = unknown): fills in what has changed. */
void recording_compare(const recording *r, const GPtrArray *samples, const screen *before, eye_observation *o);

#endif
