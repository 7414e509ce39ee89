#ifndef ENGINE_HAND_PRESS_H
#define ENGINE_HAND_PRESS_H

/* Press: the one place where a key or button goes down or up. It joins the holds (held.h), the ledger (ledger.h, written first)
 * and the hand port (XTEST). It is also the keyboard of text.h. */

#include "engine/hand/hand_port.h"
#include "engine/hand/held.h"
#include "engine/hand/ledger.h"
#include "engine/hand/temp_keycodes.h"
#include "engine/hand/text.h"

#include <glib.h>
#include <stdbool.h>

typedef struct press press;

#define PRESS_SPARED "it is reins' own terminal: nothing is pressed into it (window= in the profile names the one to work in)"

/* Borrows both. Nothing goes down while a terminal of reins has the focus (keys) or is under the pointer (buttons). The display
 * is held between that check and the press, so that no window manager moves the focus in between. */
press *press_new(const struct hand_ports *at, ledger *l);
/* PRESS_SPARED if a terminal of reins made the last operation fail; otherwise NULL. Static. */
const char *press_spared(const press *p);
/* Frees the memory; call press_release_all() before. */
void press_free(press *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(press, press_free)

/* Hold a key (canonical name) or a button until a time (CLOCK_MONOTONIC µs). A held one is only extended. Error: the key is not
 * on the map, or the ledger cannot be written. */
bool press_key_down(press *p, const char *name, gint64 until_us, GError **error);
bool press_button_down(press *p, int button, gint64 until_us, GError **error);
/* Release; do nothing when it is not held. */
void press_key_up(press *p, const char *name);
void press_button_up(press *p, int button);
/* Moves the pointer. Error: with a button down it would enter a terminal of reins, into which a drag could drop; the pointer is
 * back where it was. */
bool press_move_by(press *p, int dx, int dy, GError **error);
/* One click of a wheel. */
bool press_click(press *p, int button, GError **error);
/* Ends the holds whose time has come. */
void press_expire(press *p, gint64 now_us);
void press_release_all(press *p);
/* Waits until the server has carried out the releases, and then removes them from the ledger: a server discards unread requests
 * of a killed client, including releases. One round trip, or none if nothing was released. Call it before reporting what is held
 * and before sleeping. */
void press_confirm(press *p);
gint64 press_deadline(const press *p);
const held *press_held(const press *p);
/* True once after the held set changed. */
bool press_changed(press *p);
/* A key or button (1 to 5) that someone else holds down: "the key a", "the left button"; NULL = none. Caller frees. */
char *press_foreign_down(press *p);

/* The keyboard for text_check(). */
struct text_port press_text_port(press *p);
/* Types a text that has passed text_check(), with keycodes that are not in use now. The map must be loaded. */
text *press_type(press *p, const char *utf8, gint64 duration_us, gint64 now_us);
/* True when press_key_down() can press this canonical name. */
bool press_knows_key(const press *p, const char *name);
/* Lends keycodes to these keys, which the map does not have; they can be pressed after temp_keycodes_ready(). NULL: see
 * temp_keycodes_new(). The press owns the result until press_unlend(), which returns the keycodes at once if necessary. */
temp_keycodes *press_lend(press *p, const GPtrArray *keys, gint64 now_us, GError **error);
void press_unlend(press *p);
/* True when a key with a lent keycode is down. */
bool press_holds_lent(press *p);

#endif
