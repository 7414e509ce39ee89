#ifndef ENGINE_HAND_APPROACH_H
#define ENGINE_HAND_APPROACH_H

/* Approach: compares the target again before each step of the pointer on its way there, and right before the press with the X
 * server held until the press. The guard compares before the first event; at least 120 ms lie between that and the press.
 *
 * Programs highlight what the pointer is over, so what the pointer does to the picture is not a change:
 * - While the pointer is outside the window (the root's child) at the target point, approach compares the guard's patch like the
 *   guard, as far as it is in that window. It also does so inside that window, if the target is a window within it (Xaw, Motif
 *   and Tk buttons; GTK, Qt and browsers draw theirs), until the pointer enters the inner one. It does not if the focus follows
 *   the pointer, because entering the program then focuses it.
 * - After that, or when the focus changes, it compares nothing until the pointer is at the target and the program has had its
 *   turn to draw (hover_settle.h); without it nothing is pressed. Then, right before the press, it compares the whole picture
 *   like the guard, with these exceptions:
 *   - It compares the patch by edges (edge_compare.h), because a highlight changes colours, not labels.
 *   - The highlighted widget under the pointer, and the one that it left (arrival.h), may change colours if all words stay.
 *   - The icon of a button that GTK 3 highlights may change as lit_icons.h says. So may the frame of a flat button, and a brush
 *     (hover_shapes.h).
 *   - The pointer that a program draws itself, what moves along with it, and scrollbars that appear (arrival.h) are ignored; in
 *     an open menu or list the scrollbars alone.
 *   - New tooltips of the program are ignored, unless they cover the target point. Tooltips that have gone: what they covered is
 *     ignored, but not in the widget under the target. Within 24 px of it, at tier 3 in the patch, it must be plain ground.
 *   - In an open menu or list (popup.h) highlights of rows may come and go, even before the pointer enters it, if all its words
 *     stay. The icon of such a row may have another ground (popup_icons.h). A status bar may describe its entries, if it was as
 *     expected until the pointer entered the popup, and is at rest; not at tier 3. Before that step the program must have had
 *     its turn (hover_settle.h), because a change from before that it shows late would look like its description.
 *   - If the focus came to the window, by pointer or hand, the whole window is compared by edges, because its colours change.
 *   - Other differences are tested: the pointer goes back to its start, where all must be as before, except tooltips of the
 *     program, which it may bring there too, shadows that it has left behind, and a status line that says another place; and it
 * comes again. What is the same both times is the pointer's doing, except arrival_elsewhere(), unless that is too pale for words
 * (less than EDGE_COMPARE_CLEAR): words that follow the pointer may be coordinates or another name. Words of a status line
 * (status_line.h) are excused; at tier 3 only new ones. In the patch and in the widget under the pointer, the test excuses only
 * colours, and words at least 24 px from the target and about as near to the pointer's start (a game's own tooltip that
 * disappears). From then on, pixels within two levels of the expected ones are equal: the last levels of a fade may come after
 * the picture.
 *
 * Where the display does not tell where the pointer came from, and the picture differs at the target, that place is searched for
 * in the approved picture (pointer_search.h). If it is not found, the message says that it may be only the pointer.
 *
 * A difference before the target may also be the pointer's doing (eyes that look at it). So the pointer goes back to its start;
 * if the picture then returns, which a blinking cursor does as well, the way begins again without a comparison before the target.
 * At the target the pointer stays while colours fade; it waits at most two seconds for a moving picture. What does not return
 * within SCREEN_MATCH_PATIENCE_MS has changed, and nothing is pressed. At the target the pointer then stays, because the next
 * proposal shows what it does to the picture; otherwise this could repeat for ever.
 *
 * The window (the root's child) at the target point must keep its place and size. Otherwise nothing is pressed, without a wait.
 *
 * What came back with the pointer follows it: the message says so, and how a profile leaves it out. The same is said of a ruler
 * whose mark did not come back (ruler_mark.h), if nothing else has changed. Nothing is pressed by it; a person decides.
 *
 * If the hand itself gave the focus to the target, which changes its look, it is compared by edges from the start. */

#include "engine/hand/guard.h"

struct hand_ports;

typedef struct approach approach;

/* Call after the guard has accepted the screen. Borrows all. refocused: the hand has moved the focus to the target. NULL: nothing
 * to compare (no picture, no press, or relative motion, which itself changes the view). */
approach *approach_new(const struct hand_ports *at, guard *g, const struct hand_fire *fire, bool refocused);
void approach_free(approach *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(approach, approach_free)

enum approach_says {
    APPROACH_GO,
    APPROACH_AGAIN,     /* it was the pointer's doing: the pointer is at its start, begin the way again */
    APPROACH_WAIT,      /* it differs and may return: ask again; *ret_changed as with APPROACH_STOP */
    APPROACH_STOP,      /* nothing may be pressed; *ret_changed: why, caller frees */
    APPROACH_STOP_THERE /* same, and the pointer has entered the target's window: leave it there */
};
/* Looks before each step of the pointer, and before the first press (press true). It may move the pointer back to its start. */
enum approach_says approach_look(approach *a, bool press, gint64 now_us, char **ret_changed);
/* True when a step to x, y leads into an open menu whose status bars may change from then on: before it the program must have had
 * its turn, or what it shows too late counts as the pointer's doing. */
bool approach_enters(const approach *a, int x, int y);
/* True when the action has a way to watch. */
bool approach_wanted(const struct hand_fire *fire);
/* How the target's edges have changed where the pointer cannot be the cause, caller frees; NULL = they have not. Decides nothing.
 */
char *approach_glance(approach *a, gint64 now_us);
/* After APPROACH_WAIT: true when the target itself has changed, not only something that the pointer may do. */
bool approach_changed(const approach *a);
/* The area of the screen that follows the pointer and prevented the press; width 0 = none. */
struct area approach_follows(const approach *a);
/* True when the focus has moved since the start: then it must be where keys may go. */
bool approach_refocused(const approach *a);

#endif
