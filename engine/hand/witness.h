#ifndef ENGINE_HAND_WITNESS_H
#define ENGINE_HAND_WITNESS_H

/* Witness: what a person does on an X display while they teach (`reins teach`), as gestures. It sees nothing unless it was asked
 * to watch; the engine asks after the person's consent only. It takes in what goes to the windows of the given programs, and
 * never what goes to a terminal of reins. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

struct display_port;
struct gesture;
typedef struct foreign_input foreign_input;
typedef struct keymap keymap;
typedef struct own_windows own_windows;
typedef struct witness witness;

/* Borrows all of them. */
witness *witness_new(Display *dpy, const keymap *map, own_windows *own, foreign_input *input, const struct display_port *display);
void witness_free(witness *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(witness, witness_free)
/* pids: gint64, the programs whose windows it watches; empty = all windows. NULL: it stops and forgets what it has. */
void witness_watch(witness *w, const GArray *pids);
/* Same as gesture_reader_take(), at that time. */
bool witness_next(witness *w, gint64 now_us, struct gesture *ret);
gint64 witness_deadline(const witness *w);

#endif
