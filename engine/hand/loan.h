#ifndef ENGINE_HAND_LOAN_H
#define ENGINE_HAND_LOAN_H

/* Loan: keycodes that stand for one action in the place of keys that the keyboard map does not have. A Russian or Greek layout
 * alone has no c, so that a Ctrl+C could not be pressed at all, nor a clipboard's chord. Only keys that type a character are
 * lent: a program takes them by their keysym. As with a text (text.h, which is the machine of this), a client reads the map when
 * it gets to a key: the first key comes when it has noted the loan, and the keycodes go back when it has worked off the last.
 * Noted in the ledger; whatever kills the hand, the next one gives them back. */

#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

typedef struct loan loan;

/* Can this key, by its canonical name, be lent? */
bool loan_fits(const char *key);
/* Lends to all of `keys` (canonical names, each once), in the program that has the focus now. Borrows all but the keys. NULL:
 * there are not so many spare keycodes. The map must have been loaded. */
loan *loan_new(const struct hand_ports *at, ledger *book, const GPtrArray *keys, gint64 now_us, GError **error);
/* Gives back what is lent, at once. */
void loan_free(loan *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(loan, loan_free)
/* Does what is due. False with a sentence: loan_free() is next. */
bool loan_step(loan *l, gint64 now_us, GError **error);
/* When to step again; 0 = at once. */
gint64 loan_deadline(const loan *l);
/* The program has noted it: the keys may be pressed. */
bool loan_ready(const loan *l);
/* They will not be pressed any more, and are up. Then it steps until it is over. */
void loan_return(loan *l, gint64 now_us);
bool loan_over(const loan *l);
/* NULL: nothing is lent. */
bool loan_find(const loan *l, const char *key, struct stroke *ret_stroke);
/* Does the function say yes to one of the lent keycodes? */
bool loan_any(const loan *l, bool (*function)(int code, void *data), void *data);

#endif
