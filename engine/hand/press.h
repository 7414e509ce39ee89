#ifndef ENGINE_HAND_PRESS_H
#define ENGINE_HAND_PRESS_H

/* Press: the one place where something goes down or up. It joins what is held (held.h), the ledger (ledger.h, written first) and
 * the hand port (XTEST); and it is the keyboard that text.h types on. */

#include "engine/hand/hand_port.h"
#include "engine/hand/held.h"
#include "engine/hand/ledger.h"
#include "engine/hand/temp_keycodes.h"
#include "engine/hand/text.h"

#include <glib.h>
#include <stdbool.h>

typedef struct press press;

/* Why nothing was pressed. */
#define PRESS_SPARED "it is reins' own terminal: nothing is pressed into it (window= in the profile names the one to work in)"

/* Borrows both. Nothing goes down while terminals of ours have the focus (keys) or are under the pointer (buttons). The display
 * is held still between that look and the press, so that no window manager can move the focus in between. */
press *press_new(const struct hand_ports *at, ledger *l);
/* Why the last thing that failed did: a sentence for a terminal of ours in the way; NULL = something else. Static. */
const char *press_spared(const press *p);
/* Frees the memory; press_release_all() first. */
void press_free(press *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(press, press_free)

/* Holds a key by canonical name, or a button, until then (CLOCK_MONOTONIC µs). What is held already is not pressed again. False:
 * the key is not on the map, or the ledger could not be written; a sentence says which. */
bool press_key_down(press *p, const char *name, gint64 until_us, GError **error);
bool press_button_down(press *p, int button, gint64 until_us, GError **error);
/* Lets go; nothing happens when it is not held. */
void press_key_up(press *p, const char *name);
void press_button_up(press *p, int button);
/* Relative motion. With a button down not into a terminal of ours, where what is dragged could be dropped: then the pointer is
 * back where it was, and it is an error. */
bool press_move_by(press *p, int dx, int dy, GError **error);
/* One click of a wheel. */
bool press_click(press *p, int button, GError **error);
void press_expire(press *p, gint64 now_us);
void press_release_all(press *p);
/* Waits until the server has done what was let go of, and only then forgets it: of a client that is killed a server throws away
 * what it has not read yet, releases and all. A round trip if there is something, else nothing.
 * Before the hand says what is held, and before it sleeps. */
void press_confirm(press *p);
gint64 press_deadline(const press *p);
const held *press_held(const press *p);
/* True once after the held set changed. */
bool press_changed(press *p);
/* A key or button (1 to 5) that is down and that we do not hold: "the key a", "the left button"; NULL = none. Caller frees. */
char *press_foreign_down(press *p);

/* The keyboard for text_check(). */
struct text_port press_text_port(press *p);
/* A text on it, for which text_check() has been true; with the keycodes that nobody uses now. The map must have been loaded. */
text *press_type(press *p, const char *utf8, gint64 duration_us, gint64 now_us);
/* Whether key_down of this canonical name can work. */
bool press_knows_key(const press *p, const char *name);
/* Keycodes for these keys, which the map does not have: from now on, once it is temp_keycodes_ready(), they can be pressed. NULL:
 * see temp_keycodes_new(). It is the press's own until press_unlend(), which gives the keycodes back at once if that is still to
 * be done. */
temp_keycodes *press_lend(press *p, const GPtrArray *keys, gint64 now_us, GError **error);
void press_unlend(press *p);
/* A key of the loan is down. */
bool press_holds_lent(press *p);

#endif
