#ifndef ENGINE_EYE_RECORDER_H
#define ENGINE_EYE_RECORDER_H

/* The short video since an action began (Cradle paper, B.1): only frames that differ, bounded in number and bytes. Pure: no
 * clock, no display.
 *
 * A keyframe is a frame that differs from the keyframe before it by more than a share of its pixels and stood still for one tick.
 */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

#define RECORDER_FRAMES_MAX 240
#define RECORDER_BYTES_MAX (256 * 1024 * 1024)
#define RECORDER_KEYFRAMES_MAX 16
#define RECORDER_SAMPLES_MAX 8

/* A picture with several owners; `stored` is filled when it is first written. */
typedef struct shot {
    frame *picture;
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

recorder *recorder_new(double keyframe_change);
void recorder_free(recorder *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(recorder, recorder_free)

/* Clears the clip; the new one starts with this shot as "before". */
void recorder_begin(recorder *r, shot *before, gint64 now_us);
/* One tick: the screen shows this now (the same shot again = unchanged). */
void recorder_tick(recorder *r, shot *s, gint64 now_us);
/* The last look at the end of the clip; it belongs to the clip whether it stood still or not. */
void recorder_finish(recorder *r, shot *s, gint64 now_us);
/* Keyframes that were not returned before, in time order, with `last` at the end unless it was returned last. Owns a reference
 * each; at most RECORDER_KEYFRAMES_MAX. Caller unrefs. */
GPtrArray *recorder_take_keyframes(recorder *r, shot *last);
/* The screen at evenly spaced moments from the clip's start to now, without repetitions; at most RECORDER_SAMPLES_MAX. Caller
 * unrefs. */
GPtrArray *recorder_samples(const recorder *r, gint64 now_us);
/* Number of shots held now. */
guint recorder_length(const recorder *r);

#endif
