#ifndef ENGINE_HAND_TEMP_KEYCODES_H
#define ENGINE_HAND_TEMP_KEYCODES_H

/* Temp keycodes: lends spare keycodes, for one action, to keys that the keyboard map does not have. A Russian or Greek layout
 * alone has no c, so that Ctrl+C could not be pressed. Only keys that type a character are lent, because programs recognize these
 * by their keysym. A client reads the map when it reads a key, so the first key waits until the client knows the new map, and the
 * keycodes return after it has handled the last key (text.h does this). The ledger records the loan, so that the next hand can
 * return it. */

#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

typedef struct temp_keycodes temp_keycodes;

/* True when this key (canonical name) can be lent. */
bool temp_keycodes_fits(const char *key);
/* Lends to all `keys` (canonical names, each once) in the program that has the focus now. Borrows all but the keys. NULL: too few
 * spare keycodes. The map must be loaded. */
temp_keycodes *temp_keycodes_new(const struct hand_ports *at, ledger *book, const GPtrArray *keys, gint64 now_us, GError **error);
/* Returns the keycodes at once if needed. */
void temp_keycodes_free(temp_keycodes *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(temp_keycodes, temp_keycodes_free)
/* Does what is due. Error: call temp_keycodes_free() next. */
bool temp_keycodes_step(temp_keycodes *l, gint64 now_us, GError **error);
/* The time of the next step; 0 = at once. */
gint64 temp_keycodes_deadline(const temp_keycodes *l);
/* True when the program knows the new map: the keys may be pressed. */
bool temp_keycodes_ready(const temp_keycodes *l);
/* Begins to return the keycodes; the keys must be up. Step until temp_keycodes_over(). */
void temp_keycodes_return(temp_keycodes *l, gint64 now_us);
bool temp_keycodes_over(const temp_keycodes *l);
/* The stroke of a lent key. False: it is not lent; `l` may be NULL. */
bool temp_keycodes_find(const temp_keycodes *l, const char *key, struct stroke *ret_stroke);
/* True when the function returns true for one of the lent keycodes. */
bool temp_keycodes_any(const temp_keycodes *l, bool (*function)(int code, void *data), void *data);

#endif
