#ifndef ENGINE_HAND_TEMP_KEYCODES_H
#define ENGINE_HAND_TEMP_KEYCODES_H

/* Temp keycodes: keycodes that stand for one action in the place of keys that the keyboard map does not have. A Russian or Greek
 * layout alone has no c, so that a Ctrl+C could not be pressed at all, nor a clipboard's chord. Only keys that type a character
 * are lent: a program takes them by their keysym. As with a text (text.h, which is the machine of this), a client reads the map
 * when it gets to a key: the first key comes when it has noted the loan, and the keycodes go back when it has worked off the
 * last. Noted in the ledger; whatever kills the hand, the next one gives them back. */

#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

typedef struct temp_keycodes temp_keycodes;

/* Can this key, by its canonical name, be lent? */
bool temp_keycodes_fits(const char *key);
/* Lends to all of `keys` (canonical names, each once), in the program that has the focus now. Borrows all but the keys. NULL:
 * there are not so many spare keycodes. The map must have been loaded. */
temp_keycodes *temp_keycodes_new(const struct hand_ports *at, ledger *book, const GPtrArray *keys, gint64 now_us, GError **error);
/* Gives back what is lent, at once. */
void temp_keycodes_free(temp_keycodes *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(temp_keycodes, temp_keycodes_free)
/* Does what is due. False with a sentence: temp_keycodes_free() is next. */
bool temp_keycodes_step(temp_keycodes *l, gint64 now_us, GError **error);
/* When to step again; 0 = at once. */
gint64 temp_keycodes_deadline(const temp_keycodes *l);
/* The program has noted it: the keys may be pressed. */
bool temp_keycodes_ready(const temp_keycodes *l);
/* They will not be pressed any more, and are up. Then it steps until it is over. */
void temp_keycodes_return(temp_keycodes *l, gint64 now_us);
bool temp_keycodes_over(const temp_keycodes *l);
/* NULL: nothing is lent. */
bool temp_keycodes_find(const temp_keycodes *l, const char *key, struct stroke *ret_stroke);
/* Does the function say yes to one of the lent keycodes? */
bool temp_keycodes_any(const temp_keycodes *l, bool (*function)(int code, void *data), void *data);

#endif
