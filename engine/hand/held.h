#ifndef ENGINE_HAND_HELD_H
#define ENGINE_HAND_HELD_H

/* Held input: which keys and buttons are down because of us, and until when. Pure: it is told the time and says which codes are
 * to be pressed or let go of. Holds are known by name; two of them may need the same code (a Shift that both "A" and "B" need): a
 * code goes down with its first user and up with its last, whatever the order of the releases. */

#include <glib.h>
#include <stdbool.h>

enum held_kind { HELD_KEY, HELD_BUTTON, HELD_KIND_COUNT };

#define HELD_CODES_MAX 5 /* of one hold: up to four modifiers and the key */
#define HELD_CODE_LIMIT 256

struct held_code {
    enum held_kind kind;
    int code; /* X keycode or button */
};

typedef struct held held;

held *held_new(void);
void held_free(held *h);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(held, held_free)

/* Adds a hold until `until_us`. `codes` in the order of pressing, modifiers first. ret_down (of struct held_code) gets those that
 * must go down now. False: it was held already; the later of the two ends counts, and nothing is to be pressed. */
bool held_add(held *h, enum held_kind kind, const char *name, const int *codes, int n_codes, gint64 until_us, GArray *ret_down);
/* When that hold ends; 0 = it is not held. */
gint64 held_end(const held *h, enum held_kind kind, const char *name);
/* Ends one hold; ret_up gets what must go up now, in order. False: it was not held. */
bool held_remove(held *h, enum held_kind kind, const char *name, GArray *ret_up);
/* Ends the holds whose time has come, the earliest first; or all of them, the latest added first. True: the set changed. */
bool held_expire(held *h, gint64 now_us, GArray *ret_up);
bool held_clear(held *h, GArray *ret_up);
/* When the next hold ends; G_MAXINT64 = none. */
gint64 held_deadline(const held *h);
/* Whether a code is down because of us. */
bool held_down(const held *h, enum held_kind kind, int code);
guint held_count(const held *h, enum held_kind kind);
/* Names in the order they were pressed, NULL-terminated; caller frees with g_strfreev. */
char **held_names(const held *h, enum held_kind kind);
/* How long each of those names has left at now_us, ms rounded up, in the same order; gint64s, caller frees. */
GArray *held_left(const held *h, enum held_kind kind, gint64 now_us);
/* When a hold asked for at now_us ends: hold_ms 0 = as long as may be; never longer than max_hold_ms. */
gint64 held_until(gint64 now_us, gint64 hold_ms, gint64 max_hold_ms);

#endif
