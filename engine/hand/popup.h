#ifndef ENGINE_HAND_POPUP_H
#define ENGINE_HAND_POPUP_H

/* Popup: open menus and lists, their submenus, the status bars that describe their entries, and tooltips that have gone. Pure. */

#include "engine/hand/hand.h"
#include "engine/picture/frame.h"

#define POPUP_EDGE 2    /* px: width of the border, which has no highlight */
#define POPUP_OVERLAP 4 /* px of its parent's side that a submenu covers */
#define POPUP_STATUS 40 /* px: greatest height of a status bar at the bottom of a window */

/* The inside of the target's window if it is a popup of the same process as `main` (an XID); otherwise width 0. */
struct area popup_inside(const struct hand_guard *h, gint64 main);
/* Possible status bars, struct area: the bottom of each window of the target's process that is not a popup, if no other window
 * covers it. `dialogs`: of dialogs, too. Caller unrefs. */
GArray *popup_status_bars(const struct hand_guard *h, bool dialogs);
/* Where the press goes to. */
struct popup_target {
    int x, y;
    struct area spared; /* what may change least; width 0 = nothing */
    struct area widget; /* that is pressed (widget.h); width 0 = not known */
    const frame *now;   /* the screen, borrowed */
};
/* Appends the places of tooltips of process `owner` that have gone, without parts that overlap the widget. What they covered may
 * be anything, because nobody has seen it. So the spared part is appended only where `now` shows plain ground there, or lines all
 * through it, outside of `areas`, and the tooltip did not cover the point. */
void popup_add_gone(const struct hand_guard *h, const GPtrArray *live, gint64 owner, const struct popup_target *target,
                    GArray *areas);
/* If the target's window is a popup, appends the places of the popups beside it, of process `owner`, that have come or gone: a
 * menu opens the submenu of the entry under the pointer, and closes that of the last one. They cover none of the menu that is
 * pressed, but for POPUP_OVERLAP px. What they cover is left out, as at the first event (guard.h). Nothing at tier 3. */
void popup_add_submenus(const struct hand_guard *h, const GPtrArray *live, gint64 owner, GArray *areas);

#endif
