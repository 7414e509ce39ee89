#ifndef ENGINE_HAND_GUARD_H
#define ENGINE_HAND_GUARD_H

/* Guard: compares the display with what the person saw at the decision (struct hand_guard), right before the first event. The X
 * server is grabbed from the look to that event, so that no other client acts in between.
 *
 * - The picture: target, its window and the screen, by screen_match.h, against the stored frame. A picture may return (a blinking
 *   cursor), so the caller looks again for SCREEN_MATCH_PATIENCE_MS. If the hand must move the focus, it compares before that,
 *   and afterwards the target again by edges (redraw_check.h), because a focused window has other colours. It may also be raised,
 *   so then the order of windows does not count, nor a window that has gone (a terminal that hides).
 * - The windows: the same in the same order and places, made by the same process. An XID alone does not identify a window,
 *   because the server gives it again; the server tells the process (windows.c), and the class must match. Titles do not count:
 *   the picture shows them, and pages rename their windows often. Tooltips and notifications may come and go anywhere, other
 *   popups if they do not touch the target's window. What a popup covers does not count in the match of window and screen, but
 *   does in the target's, except below tier 3 the target's own tooltips beside the point that the resting pointer has called
 *   (eye_window_tips()). A new window of the target's process may come where no pixels are compared, if it does not take the
 *   focus; what it covers counts in the screen's match.
 * - The window under the target point and the window that gets the keys, with the windows inside them (recipient.h). If the
 *   timeline starts from the pointer, the pointer must be where it was. The point follows from the pointer's present place. */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"
#include "engine/hand/hand.h"

typedef struct guard guard;

/* Borrows both. On a display without 24-bit colour every picture counts as changed. */
guard *guard_new(const struct display_port *display, const struct eye_port *eye);
void guard_free(guard *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(guard, guard_free)

/* Grabs or releases the server, from a look to the press after it; never longer than one turn of the hand's loop. */
void guard_grab(guard *g, bool grab);
/* Opens the picture for a coming fire in advance (frame_open()). */
void guard_prepare(guard *g, const char *path, const char *shared);
/* Error: the picture is unreadable, or the target is not in it. Needs no display. */
bool guard_ready(guard *g, const struct hand_guard *h, GError **error);

struct guard_look {
    bool scene;      /* in: compare picture and windows */
    bool recipients; /* in: compare the window under the point, focus, pointer */
    bool refocused;  /* in: the hand has moved the focus; without `scene`: after comparing the scene */
    double match;    /* out: match of the target, -1 = not compared */
    bool may_return; /* out: only the picture differs */
    bool bar;        /* out: the picture differs only in a bar that may be a text cursor */
};
/* True when the target is in a popup (an open menu or list); its area at the decision. */
bool guard_popup(const struct hand_guard *h, struct area *ret_popup);
/* The windows at the last look; borrowed. */
GPtrArray *guard_windows(const guard *g);
/* The eye port; borrowed. */
const struct eye_port *guard_eye(const guard *g);
/* The picture of the decision; borrowed until another one is prepared. NULL = none. */
const struct frame *guard_expected(const guard *g);
/* The screen now, borrowed until the next look; rows *ret_first to *ret_last differ. NULL: every pixel equals the picture of the
 * decision, or *ret_wrong (caller frees) says why it cannot be compared. */
const struct frame *guard_live(guard *g, int *ret_first, int *ret_last, char **ret_wrong);
/* Compares `now` instead of the screen by the rules of guard_changed(), with the windows of the last look. */
char *guard_picture(guard *g, const struct hand_fire *fire, const struct frame *now, int first, int last,
                    struct guard_look *look);
/* Screen, pointer and target window now. */
struct timeline_place guard_place(const struct display_port *display, gint64 target_window);
/* `what`, that it follows the pointer, and how a profile leaves out `a`, with the target window as it is now. Caller frees. */
char *guard_follows(const struct display_port *display, gint64 target_window, struct area a, const char *what);
/* The rules for a target that has got the focus: windows above it may be below, and window frames differ. Caller clears. */
struct screen_match_rules guard_refocused_rules(const struct hand_guard *h);
/* Looks and compares. NULL = as approved; otherwise a sentence, which for restless areas says how a profile leaves them out.
 * Caller frees. */
char *guard_changed(guard *g, const struct hand_fire *fire, struct guard_look *look);

#endif
