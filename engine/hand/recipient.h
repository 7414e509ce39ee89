#ifndef ENGINE_HAND_RECIPIENT_H
#define ENGINE_HAND_RECIPIENT_H

/* Recipient: which X windows a press passes on its way, by the X server's own word. It goes to the deepest window, and from there
 * outwards to the first that wants it: for a button, of the windows under the point; for a key, of those under the pointer while
 * it is in the window that has the focus, else to that window itself. Shapes and windows that only take input count.
 *
 * Any client may put a window of its own inside a program's window: with the same pixels, or with none. So all of them from the
 * listed window inwards must be of that window's own program: made by the same client, by the same process, or by a process of
 * the same program (process_idle.h; a browser draws in windows of another process). Not in that way: what is in the window
 * manager's frame and not in the listed window, a title bar, must be the window manager's own. Nor may another program's window
 * that lets the input through lie inside there, at the point, for keys anywhere: what it shows is not what gets it. Where the
 * server does not tell who has made a window (X-Resource 1.2), nothing is asked. */

#include "engine/display/display_port.h"

#include <stdbool.h>

#define RECIPIENT_DEPTH 32 /* windows inside windows: what lies deeper is inside a stranger's, if a stranger is in it at all */

struct recipient {
    gint64 focus; /* of keys: what has the focus; 0 for a button */
    gint64 way[RECIPIENT_DEPTH];
    int n;    /* way: from the root's child, or the focused window, to the deepest */
    int x, y; /* of a button */
};

struct recipient recipient_of_button(const struct display_port *d, int x, int y);
/* Where keys follow the pointer (the root has the focus): as for a button there. */
struct recipient recipient_of_keys(const struct display_port *d);
bool recipient_same(const struct recipient *a, const struct recipient *b);
/* The listed window that a button is for; NULL = none: the root, or one that no list shows. */
const struct eye_window *recipient_window(const struct display_port *d, const struct recipient *r, const GPtrArray *list);
/* NULL: the listed window's own program gets it; else "a window of PROGRAM (PID) inside "TITLE"", caller frees. */
char *recipient_stranger(const struct display_port *d, const struct recipient *r, const struct eye_window *w);

#endif
