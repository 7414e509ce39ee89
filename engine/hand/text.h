#ifndef ENGINE_HAND_TEXT_H
#define ENGINE_HAND_TEXT_H

/* Typing a text, as a machine on the player's clock: it never waits, so that an abort acts at once. Pure: what it does to the
 * keyboard goes through a port.
 *
 * Characters that the keyboard map has are typed by their keys. Others are put on spare keycodes, as many at a time as there are
 * spare ones: change the map once, let clients take note (TEXT_SETTLE_US), type, let them work off what is queued, change it
 * again; at the end the spare ones are empty again. Clients read the map when they get to a key, not when it is pressed: the map
 * may only change when nothing is queued. Emoji are drawn so slowly by some toolkits that each of them adds to that wait
 * (measurements.md A4). */

#include "engine/hand/keymap.h"

#include <glib.h>
#include <stdbool.h>

#define TEXT_SETTLE_US 50000
#define TEXT_SLOW_US 25000 /* more, for each character beyond the BMP */
#define TEXT_GAP_US 1000   /* between characters at the least */

struct text_port {
    /* The keyboard's own way to a character; false = not on the map. */
    bool (*find)(void *data, gunichar c, struct stroke *ret_stroke);
    /* Presses and lets go. Each of these may fail: nothing more is typed then. */
    bool (*tap)(void *data, const struct stroke *stroke);
    /* Puts characters on spare keycodes; 0 = empties one. */
    bool (*assign)(void *data, const int *codes, const gunichar *chars, int n);
    /* Before the first and after the last act: locks out of the way, and back. */
    bool (*begin)(void *data);
    void (*end)(void *data);
    void *data;
};

typedef struct text text;

/* False with a sentence: a control character, or characters that are not on the map where no keycode is spare. */
bool text_check(const char *utf8, const struct text_port *port, int n_spare, GError **error);
/* The text must have passed text_check(). `spare` is copied. Typing begins at now_us and takes duration_us or longer. */
text *text_new(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 duration_us, gint64 now_us);
/* Puts map and locks back if that is still to be done. */
void text_free(text *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(text, text_free)
/* Does what is due. False: the port failed. */
bool text_step(text *t, gint64 now_us);
bool text_done(const text *t);
/* When to call text_step() again; G_MAXINT64 = done. */
gint64 text_deadline(const text *t);
/* Characters typed, and in all. */
guint text_typed(const text *t);
guint text_length(const text *t);

#endif
