#ifndef ENGINE_HAND_RECIPIENT_H
#define ENGINE_HAND_RECIPIENT_H

/* Recipient: finds the windows that may get a press, as the X server tells. A press goes to the deepest window and from there
 * outwards to the first that selects it: for a button among the windows under the point; for a key among those under the pointer
 * if it is in the focused window, otherwise to the focused window. Shapes and input-only windows count.
 *
 * Any client can put its own window inside a program's window, with the same pixels or with none. So all windows from the listed
 * window inwards must belong to its program: made by the same client, the same process, or a process of the same program
 * (process_idle.h; a browser draws in windows of another process). A window in the frame but not in the listed window (a title
 * bar) must be the window manager's. No window of another program that lets input through may lie inside at the point (for keys
 * anywhere), because it shows something else than what gets the press. If the server does not tell who made a window (no
 * X-Resource 1.2), nothing is checked. */

#include "engine/display/display_port.h"

#include <stdbool.h>

#define RECIPIENT_DEPTH 32 /* nesting of windows; a stranger's deeper window would lie inside another one of the stranger's */

struct recipient {
    gint64 focus;                /* for keys: the focused window; for a button 0 */
    gint64 way[RECIPIENT_DEPTH]; /* windows from the root's child, or the focused window, to the deepest */
    int n;                       /* length of `way` */
    int x, y;                    /* for a button */
};

struct recipient recipient_of_button(const struct display_port *d, int x, int y);
/* If the root has the focus, keys follow the pointer like a button. */
struct recipient recipient_of_keys(const struct display_port *d);
bool recipient_same(const struct recipient *a, const struct recipient *b);
/* The listed window that a button is for; borrowed, NULL = the root, or an unlisted window. */
const struct eye_window *recipient_window(const struct display_port *d, const struct recipient *r, const GPtrArray *list);
/* NULL: the listed window's program gets it; otherwise "a window of PROGRAM (PID) inside "TITLE"", caller frees. */
char *recipient_stranger(const struct display_port *d, const struct recipient *r, const struct eye_window *w);

#endif
