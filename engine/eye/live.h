#ifndef ENGINE_EYE_LIVE_H
#define ENGINE_EYE_LIVE_H

/* The screen as it is now: one shot that is replaced when pixels change, with the profile's masks over it. What the eye process
 * and the single look share. */

#include "engine/display/display_port.h"
#include "engine/eye/eye.h"
#include "engine/eye/eye_port.h"
#include "engine/eye/recorder.h"

typedef struct live live;

/* `p` may be NULL (no masks); borrowed. Error: a pattern in the profile. */
live *live_new(const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* At what it looks; before anything else is asked of it. Borrows both. */
void live_connect(live *l, const struct display_port *display, const struct eye_port *eye);
void live_free(live *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(live, live_free)

const struct display_port *live_display(const live *l);
const struct eye_port *live_eye(const live *l);
/* Borrowed; NULL before the first refresh. */
shot *live_shot(const live *l);
/* For poll(): it wakes when the display says something. */
int live_fd(const live *l);
/* display_port.fit(). */
bool live_fit(live *l, const GPtrArray *windows, gint64 *told);
/* False: the display does not say when it changes; each look must compare. */
bool live_tells_changes(const live *l);
/* Takes what the display has said; true when the shot may be out of date. */
bool live_dirty(live *l);
/* Looks again if something may have changed (or `force`); *ret_changed (optional) tells whether the shot is a new one. */
bool live_refresh(live *l, bool force, bool *ret_changed, GError **error);
/* When the screen was last looked at, monotonic µs. */
gint64 live_looked_us(const live *l);

/* The windows of this moment, top first; the caller unrefs. */
GPtrArray *live_windows(const live *l);
/* Windows, focus, pointer, stack hash, target, and an empty screen for the words, of this moment. `awaited`: the window that
 * is the target where the profile has no pattern, 0 = none. Fields of frames are left empty. */
eye_observation *live_surroundings(live *l, gint64 awaited);
/* The profile's pattern counts no more: the target is the awaited window alone. */
void live_retarget(live *l);
/* The window of that id ("0x1400003"), or the topmost whose title or class matches (a popup only where no other does); NULL
 * pattern: the topmost one. Borrowed; NULL = none. Error: the pattern. */
const struct eye_window *windows_match(const GPtrArray *windows, const char *pattern, GError **error);
/* The topmost that is no popup; borrowed, NULL = none. */
struct eye_window *windows_first(const GPtrArray *windows);
/* Stores the shot's picture (once) and copies what describes it. */
bool shot_store(shot *s, const char *dir, struct eye_frame *ret_frame, GError **error);
/* The same for many; a new array of struct eye_frame, NULL on error. */
GArray *shots_store(const GPtrArray *shots, const char *dir, GError **error);

#endif
