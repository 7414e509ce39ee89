#ifndef ENGINE_HAND_HELD_H
#define ENGINE_HAND_HELD_H

/* Held input: the keys and buttons that the hand holds down, and until when. Pure: time is an argument; results are the codes to
 * press or release. A name identifies a hold. Two holds may need the same code (the Shift of "A" and "B"): the code goes down
 * with the first and up with the last, in any order of releases. */

#include <glib.h>
#include <stdbool.h>

enum held_kind { HELD_KEY, HELD_BUTTON, HELD_KIND_COUNT };

#define HELD_CODES_MAX 5 /* codes of a hold: up to four modifiers and the key */
#define HELD_CODE_LIMIT 256

struct held_code {
    enum held_kind kind;
    int code; /* X keycode or button */
};

typedef struct held held;

held *held_new(void);
void held_free(held *h);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(held, held_free)

/* Adds a hold until `until_us`. codes: in the order of pressing, modifiers first. ret_down (struct held_code) gets the codes to
 * press now. False: it was held already; the later end counts, and there is nothing to press. */
bool held_add(held *h, enum held_kind kind, const char *name, const int *codes, int n_codes, gint64 until_us, GArray *ret_down);
/* The end of a hold; 0 = not held. */
gint64 held_end(const held *h, enum held_kind kind, const char *name);
/* Ends a hold; ret_up gets the codes to release now, in order. False: it was not held. */
bool held_remove(held *h, enum held_kind kind, const char *name, GArray *ret_up);
/* End the holds whose time has come, earliest first, or all holds, last added first. True: the set changed. */
bool held_expire(held *h, gint64 now_us, GArray *ret_up);
bool held_clear(held *h, GArray *ret_up);
/* The end of the next hold; G_MAXINT64 = none. */
gint64 held_deadline(const held *h);
/* True when the hand holds this code down. */
bool held_down(const held *h, enum held_kind kind, int code);
guint held_count(const held *h, enum held_kind kind);
/* Names in the order of pressing, NULL-terminated. Caller frees with g_strfreev(). */
char **held_names(const held *h, enum held_kind kind);
/* The remaining time of each of these names, ms rounded up, gint64. Caller unrefs. */
GArray *held_left(const held *h, enum held_kind kind, gint64 now_us);
/* The end of a hold that starts at now_us: hold_ms 0 = as long as allowed; never longer than max_hold_ms. */
gint64 held_until(gint64 now_us, gint64 hold_ms, gint64 max_hold_ms);

#endif
