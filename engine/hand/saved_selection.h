#ifndef ENGINE_HAND_SAVED_SELECTION_H
#define ENGINE_HAND_SAVED_SELECTION_H

/* Saved selection: copies the content of a selection in all forms that its owner offers. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

#define SAVED_SELECTION_BYTES_MAX (16 * 1024 * 1024) /* more is not saved, and nothing is pasted then */
#define SAVED_SELECTION_WAIT_MS 1000                 /* wait for each answer, and for each part of a long one */
#define SAVED_SELECTION_ALL_MS 5000                  /* wait for everything */
#define SAVED_SELECTION_FORMS_MAX 256                /* office programs offer about 40 */

struct saved_selection_part {
    Atom target, type;
    int format;          /* 8, 16, 32 */
    unsigned long n;     /* items */
    unsigned char *data; /* owned, in Xlib's form: an item of format 32 is a long */
};

/* Asks the owner for everything and waits for it. Returns struct saved_selection_part*; empty = the selection has no owner. NULL:
 * it cannot be saved; *ret_why (caller frees) says why. own: a window of ours with PropertyChangeMask. */
GPtrArray *saved_selection_save(Display *dpy, Window own, Atom selection, char **ret_why);
gsize saved_selection_item_bytes(int format);

#endif
