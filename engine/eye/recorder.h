#ifndef ENGINE_EYE_RECORDER_H
#define ENGINE_EYE_RECORDER_H

/* The short video since an action began (Cradle paper, B.1): only frames that differ, of each only what is new
 * (engine/picture/packed.h), bounded in number and bytes. Pure: no clock, no display.
 *
 * Keyframes are the frames with new text or a new layout that stood still, however short (engine/picture/standing.h). */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

#define RECORDER_FRAMES_MAX 240
#define RECORDER_BYTES_MAX (48 * 1024 * 1024) /* packed; beside them only the first and the last picture of the clip */
#define RECORDER_KEYFRAMES_MAX 16
#define RECORDER_SAMPLES_MAX 8

/* A picture with several owners; `stored` is filled when it is first written. */
typedef struct shot {
    frame *picture;          /* NULL: it is stored, and not needed any more */
    gint64 at_us;            /* monotonic */
    gint64 real_us;          /* since 1970 */
    GArray *hidden;          /* struct area: blacked-out areas, for its print; owned, NULL = none */
    GBytes *png;             /* encoded and not yet stored; owned, NULL = not so */
    struct eye_frame stored; /* hash NULL = not yet */
} shot;
/* Takes the picture. */
shot *recorder_shot_new(frame *picture, gint64 at_us, gint64 real_us);
shot *recorder_shot_ref(shot *s);
void recorder_shot_unref(shot *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(shot, recorder_shot_unref)

typedef struct recorder recorder;

/* keyframe_share: least part of the screen that must be new in a keyframe, 0..1. */
recorder *recorder_new(double keyframe_share);
void recorder_free(recorder *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recorder, recorder_free)

/* Clears the clip; the new one starts with this shot as "before". */
void recorder_begin(recorder *r, shot *before, gint64 now_us);
/* The clip shows a part of the screen: this is the whole that was given out last. */
void recorder_given(recorder *r, shot *whole);
/* One tick: the screen shows this now (the same shot again = unchanged). */
void recorder_tick(recorder *r, shot *s, gint64 now_us);
/* The last look at the end of the clip; it belongs to the clip whether it stood still or not. */
void recorder_finish(recorder *r, shot *s, gint64 now_us);
/* When recorder_tick() should be called with the same shot even if nothing changes; G_MAXINT64 = never. */
gint64 recorder_due_us(const recorder *r);
/* Keyframes that were not returned before, in time order, with `last` (the whole screen at the end of the clip) at the end unless
 * it was returned last. Owns a reference
 * each; at most RECORDER_KEYFRAMES_MAX. Caller unrefs. */
GPtrArray *recorder_take_keyframes(recorder *r, shot *last);
/* The screen at evenly spaced moments from the clip's start to now, without repetitions (a caret that blinks is one); at most
 * RECORDER_SAMPLES_MAX. The first and the last have their pictures. Caller unrefs. */
GPtrArray *recorder_samples(recorder *r, gint64 now_us);
/* Shots that were returned are stored: their pictures are not kept. */
void recorder_stored(recorder *r);
/* Number of frames in the clip, and their bytes when packed. */
guint recorder_length(const recorder *r);
gsize recorder_bytes(const recorder *r);

#endif
