#ifndef ENGINE_EYE_LIVE_H
#define ENGINE_EYE_LIVE_H

/* The present screen: one shot that is replaced when pixels change, with the profile's masks over it. Shared by the eye process
 * and the single look. */

#include "engine/display/display_port.h"
#include "engine/eye/eye.h"
#include "engine/eye/eye_port.h"
#include "engine/eye/recorder.h"

typedef struct live live;

/* p may be NULL (no masks); borrowed. Caller frees. Error: a pattern in the profile. */
live *live_new(const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sets the display to look at, before any other call. Borrows both. */
void live_connect(live *l, const struct display_port *display, const struct eye_port *eye);
void live_free(live *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(live, live_free)

const struct display_port *live_display(const live *l);
const struct eye_port *live_eye(const live *l);
/* Borrowed; NULL before the first refresh. */
shot *live_shot(const live *l);
/* A descriptor for poll(), which wakes when the display sends a message. */
int live_fd(const live *l);
/* display_port.fit() for the present windows, if live_fit_due_us() has come. True: something was requested. */
bool live_fit(live *l, gint64 now_us);
/* Soon after it requested something or the display told of a change; G_MAXINT64 = until then not. */
gint64 live_fit_due_us(const live *l);
/* False: the display does not report changes; each look must compare. */
bool live_tells_changes(const live *l);
/* Handles the display's messages; true when the shot may be out of date. */
bool live_dirty(live *l);
/* Looks again if something may have changed (or `force`); *ret_changed (optional): the shot is a new one. */
bool live_refresh(live *l, bool force, bool *ret_changed, GError **error);
/* Time of the last look, monotonic µs. */
gint64 live_looked_us(const live *l);

/* Windows (top first), focus and pointer as they were not longer ago than a second, and since the display has told of a change.
 */
struct live_stack {
    GPtrArray *windows; /* struct eye_window; owned */
    char *hash;
    gint64 focus;
    bool follows; /* the focus follows the pointer */
    int x, y;     /* the pointer */
    guint stirs;
    gint64 at_us;
};
/* Asks the display only for what may have changed. Borrowed until the next call. */
const struct live_stack *live_stack(live *l);
/* The display has told of a change since live_stack(). */
bool live_stirred(const live *l);
/* The process that has the target window, or else the window with the focus; 0 = unknown. */
gint64 live_program(live *l);
/* What the profile says is recorded of the screen; NULL = all of it. Nothing of it may be on the screen. */
const struct area *live_recorded(live *l, struct area *area);
/* The present windows, top first; the caller unrefs. */
GPtrArray *live_windows(const live *l);
/* The present windows, focus, pointer, stack hash, target, and an empty screen for the words. Fields of frames stay empty. Caller
 * frees. */
eye_observation *live_surroundings(live *l);
/* Only its windows and target: asks for nothing else, and walks no /proc. Caller frees. */
eye_observation *live_target(live *l);

/* The window that the profile's regions are of: the target's, or where none is told the profile's place, else the whole
 * screen. Borrowed until the next call; NULL = there is none. */
const struct eye_window *live_read_window(live *l, const eye_observation *o);

/* ---- the target where the profile has no pattern: the awaited window, else another one of its program ---- */

/* A program was started: its first process, 0 = unknown. There has been no target yet. */
void live_expect(live *l, gint64 program);
/* The topmost window, a dialog only if there is nothing else, a popup last; borrowed, NULL = none. */
const struct eye_window *live_windows_main(const live *l, const GPtrArray *windows);
/* The topmost window of all that it has started, a dialog only if there is nothing else; borrowed, NULL = none. */
const struct eye_window *live_program_window(const live *l, const GPtrArray *windows);
/* That window is the target from now on, 0 = none. */
void live_await(live *l, gint64 window);
/* What an eye before this one had for a target, and the process that made it; both 0 = nothing, EYE_TARGET_GONE = a window that
 * has gone. program: as above. */
void live_take_up(live *l, gint64 target, gint64 maker, gint64 program);
/* Ignores the profile's pattern from now on: the target is only the awaited window. */
void live_retarget(live *l);
/* The window with that id ("0x1400003"), or the topmost whose title or class matches (a popup only if no other does); NULL
 * pattern: the topmost one. Borrowed; NULL = none. Error: the pattern. */
const struct eye_window *live_windows_match(const GPtrArray *windows, const char *pattern, GError **error);
/* The topmost window that is not a popup; borrowed, NULL = none. */
struct eye_window *live_windows_first(const GPtrArray *windows);
/* Encodes the shot's picture (once), for live_shot_store(). */
bool live_shot_encode(shot *s, GError **error);
/* Stores the shot's picture (once) and copies its description. */
/* Whether both show the same; NULL is like nothing but NULL. */
bool live_same(const shot *a, const shot *b);
bool live_shot_store(shot *s, const char *dir, struct eye_frame *ret_frame, GError **error);
/* Same for many; a new array of struct eye_frame, NULL with an error. Caller unrefs. */
GArray *live_shots_store(const GPtrArray *shots, const char *dir, GError **error);

#endif
