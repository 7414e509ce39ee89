#ifndef ENGINE_HAND_SAVED_SELECTION_H
#define ENGINE_HAND_SAVED_SELECTION_H

/* Saved selection: what a selection held before we took it, in all the forms that its owner offers. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

#define SAVED_SELECTION_BYTES_MAX (16 * 1024 * 1024) /* in all; more is not saved, and nothing is pasted then */
#define SAVED_SELECTION_WAIT_MS 1000                 /* for each answer, and for each part of a long one */
#define SAVED_SELECTION_ALL_MS 5000                  /* for everything */
#define SAVED_SELECTION_FORMS_MAX 256                /* office programs offer about 40 */

struct saved_selection_part {
    Atom target, type;
    int format;          /* 8, 16, 32 */
    unsigned long n;     /* items */
    unsigned char *data; /* owned, as Xlib has it: an item of format 32 is a long */
};

/* Asks the owner for everything and waits for it. struct saved_selection_part*; empty = the selection has no owner. NULL with a
 * sentence
 * (*ret_why, caller frees): it cannot be saved. `own`: a window of ours that has PropertyChangeMask. */
GPtrArray *saved_selection_save(Display *dpy, Window own, Atom selection, char **ret_why);
gsize saved_selection_item_bytes(int format);

#endif
