#ifndef ENGINE_HAND_APPROACH_H
#define ENGINE_HAND_APPROACH_H

/* Approach: the target, compared again before each step of the pointer on its way there, and right before the press, with the
 * X server held from that look to the press. The guard compares before the first event; a way of 120 ms and more lies between
 * that and the press.
 *
 * What the pointer itself does to the picture is no change: programs light up what it is over. So
 * - while the pointer is outside the window (the root's child) at the target point, the guard's patch is compared as the guard
 *   does it, as far as it is in that window. Also inside it, where a window in that one is the target (the buttons of Xaw, Motif
 *   and Tk are windows; GTK, Qt and browsers draw them), until the pointer comes there; not where the pointer has the focus: then
 *   to come into the program is to focus it.
 * - then, or once the focus is another than at the start, nothing more is compared until the pointer is at the target, what it
 *   passed over has been left again, and the program has had the time to draw all that (hover_settle.h): then, right before the
 * press, the whole picture as the guard does it, but for what the pointer explains:
 *   - the patch by its strokes (edge_compare.h), always: what lights up has other colours, and not another label;
 *   - what lights up under the pointer, or had where it came from (arrival.h): its colours, wherever its words are as they were;
 *   - the icon of a button that GTK 3 highlights (lit_icons.h); the frame of a flat button, and a brush (hover_shapes.h);
 *   - the pointer that the program draws itself, and what goes along with it (arrival.h). Tooltips of the same program that have
 * come and do not lie over the target point, or were shown and have gone: what they had covered, but for what is within 24 px of
 * the target, in the thing under it, or, at tier 3, in the patch. And scrollbars that show themselves;
 *   - elsewhere, what is tried: the pointer goes back to where it came from, all must be again as it was, and it comes again;
 *     what is then the very same as the first time is the pointer's doing, but for arrival_elsewhere(): words that follow the
 *     pointer may be coordinates, or another name. In the patch, and in the thing under the pointer, that excuses colours only,
 * and words that are 24 px or more from the target and about as near to where the pointer was (a game's own tooltip that goes).
 * In an open menu or list (popup.h) rows may be highlighted, or no more, if all words in it are as they were: also before the
 * pointer comes to it. The icon beside such a row's label may be on another ground, if it is the same icon (popup_icons.h). What
 * a status bar says of its entries is no change either, if it was as expected until the pointer came to the popup, and is at
 * rest; not at tier 3. Where the focus has come to the window with the pointer, or by the hand, all of it may have other colours:
 * then it is compared by its strokes. What differs outside may be the pointer's doing even so (eyes that look at it). So the
 * pointer goes back to where it came from: what is then again as it was, is no change (a cursor that blinks comes back, too), and
 * the way begins anew, without a look before the press. There the pointer stays where it is meanwhile (colours that fade in: a
 * picture that still moves is waited for, for two seconds at most). What does not come back within SCREEN_MATCH_PATIENCE_MS has
 * changed, and nothing is pressed; but at the target the pointer is left where it is: what it does to the picture is part of what
 * is shown next, so that this cannot go on for ever. From there on a pixel within two levels of the expected one is the same: the
 * last levels of a fade, also of what the pointer has left, may come after the picture was taken.
 *
 * The window (the root's child) at the target point must stay where it is, and as large, all that time: else nothing is pressed,
 * whatever the patch looks like, and it is not waited for.
 *
 * Whatever came back with the pointer follows it: then the sentence says so, and how a profile leaves it out.
 *
 * Where the hand itself has given the focus to the target (who has it looks different), it is by its strokes from the start. */

#include "engine/hand/guard.h"

struct hand_ports;

typedef struct approach approach;

/* After the guard held. Borrows all. `refocused`: the hand has moved the focus to the target. NULL: there is nothing to compare
 * (no picture, no press, relative motion: then what is seen changes by the motion). */
approach *approach_new(const struct hand_ports *at, guard *g, const struct hand_fire *fire, bool refocused);
void approach_free(approach *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(approach, approach_free)

enum approach_says {
    APPROACH_GO,
    APPROACH_AGAIN,     /* it was the pointer's doing: the pointer is where it came from, begin anew */
    APPROACH_WAIT,      /* it differs, and may come back: ask again */
    APPROACH_STOP,      /* *ret_changed: a sentence, caller frees */
    APPROACH_STOP_THERE /* the same, and the pointer has come to the target's window, to be left there */
};
/* Before each step of the pointer, and before the first press (`press`); moves the pointer back to where it was where that tells
 * more. */
enum approach_says approach_look(approach *a, bool press, gint64 now_us, char **ret_changed);
/* Whether there is a way to watch in such an action. */
bool approach_wanted(const struct hand_fire *fire);
/* Meanwhile, where the pointer cannot have changed it: whether the target's strokes are others now. Decides nothing. */
bool approach_glance(approach *a, gint64 now_us);
/* After APPROACH_WAIT: whether what was decided on is another thing, not only something that the pointer may have done. */
bool approach_changed(const approach *a);
/* What follows the pointer, of the screen, where nothing was pressed for its sake; width 0 = nothing. */
struct area approach_follows(const approach *a);
/* Whether the focus has moved since the start: then it must be where keys may go, too. */
bool approach_refocused(const approach *a);

#endif
