#ifndef ENGINE_HAND_GUARD_H
#define ENGINE_HAND_GUARD_H

/* Guard: whether the display is still what the person saw when they decided (struct hand_guard). Compared right before the first
 * event, with the X server grabbed from the look to that event, so that nobody comes in between.
 *
 * - The picture: target, its window and the screen, by screen_match.h, against the stored frame that was decided on. It may come
 * back (a cursor blinks): whoever compares looks again for SCREEN_MATCH_PATIENCE_MS. Where the focus must be moved first, it is
 * compared before that, and once it has arrived the target again, by its strokes (redraw_check.h): a window that gets the focus
 * has other colours, and may be raised; then the order of the windows does not count, and who is gone (a terminal that hides).
 * - The windows: those of the decision, in the same order, at the same places, made by the same process. An XID alone is no
 *   identity, the server gives it again to the next client; the process is the server's own word (windows.c), with the class
 *   beside it. A title is none either way: what it shows is in the picture, and pages rename their windows all the time.
 *   Popups come and go: a tooltip or a notification anywhere, any other popup that does not touch the target's window. What a
 *   popup covers is left out of the shares of window and screen, never out of the target. The exception, not at tier 3, is the
 *   target's own tooltips beside the point that the resting pointer has called (eye_window_tips()). Another new window of the target's own
 *   process may come where nothing is compared to the pixel, if it leaves the focus; what it covers counts in the screen's share.
 * - The window under the target point and the window that gets the keys, each with what is in it there (recipient.h); and, where
 *   the timeline starts from the pointer, that the pointer is where it was. The point is computed from the pointer's place of
 *   now. */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"
#include "engine/hand/hand.h"

typedef struct guard guard;

/* Borrows both. A display without 24-bit colour cannot be compared: each picture is then a change. */
guard *guard_new(const struct display_port *display, const struct eye_port *eye);
void guard_free(guard *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(guard, guard_free)

/* From a look to the press that follows it nobody else's request is served; never longer than one turn of the hand's loop. */
void guard_grab(guard *g, bool grab);
/* Reads the picture that a coming fire will be compared with, while there is time (8 ms for 1280×720). */
void guard_prepare(guard *g, const char *path);
/* False with a sentence: the picture cannot be read, or the target is not in it. Needs no display. */
bool guard_ready(guard *g, const struct hand_guard *h, GError **error);

struct guard_look {
    bool scene;      /* in: compare picture and windows */
    bool recipients; /* in: compare the window under the point, focus, pointer */
    bool refocused;  /* in: the hand has moved the focus; without `scene`: after it had compared the scene */
    double match;    /* out: likeness of the target, -1 = not compared */
    bool may_return; /* out: only the picture differs */
    bool bar;        /* out: all that differs of it is a bar that a text cursor may be */
};
/* The target is in a popup (an open menu or list), and where that was when it was decided on. */
bool guard_popup(const struct hand_guard *h, struct area *ret_popup);
/* The windows at the last look; borrowed. */
GPtrArray *guard_windows(const guard *g);
/* What it looks at; borrowed. */
const struct eye_port *guard_eye(const guard *g);
/* The picture that was decided on; borrowed, until another one is prepared. NULL = none. */
const struct frame *guard_expected(const guard *g);
/* The screen as it is, borrowed until the next look. NULL: it is the same in every pixel as the picture that was decided on, or
 * *ret_wrong (caller frees) says why it cannot be compared. What differs lies in rows *ret_first to *ret_last. */
const struct frame *guard_live(guard *g, int *ret_first, int *ret_last, char **ret_wrong);
/* The picture, by the rules of guard_changed(), with `now` in the place of the screen; windows as at the last look. */
char *guard_picture(guard *g, const struct hand_fire *fire, const struct frame *now, int first, int last,
                    struct guard_look *look);
/* Screen, pointer and target window as they are now. */
struct timeline_place guard_place(const struct display_port *display, gint64 target_window);
/* leave_out_group() with the target window as it is now. Caller frees. */
char *guard_ignore(const struct display_port *display, gint64 target_window, struct area a);
/* The rules for a target that has been given the focus: what lay over it may lie below, frames of windows are others. Caller
 * clears. */
struct screen_match_rules guard_refocused_rules(const struct hand_guard *h);
/* NULL = as it was; else a sentence, caller frees. Of what is restless by itself it says how a profile leaves it out. */
char *guard_changed(guard *g, const struct hand_fire *fire, struct guard_look *look);

#endif
