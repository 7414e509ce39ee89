#ifndef ENGINE_EYE_AWAITING_H
#define ENGINE_EYE_AWAITING_H

/* A window that is waited for (await_window in eye.h): the program's main window, or the dialog that it asks something in before
 * there is one. Zeroed = nothing is waited for. */

#include "engine/display/display_port.h"
#include "engine/eye/eye.h"

struct awaiting {
    bool active;
    int seq;
    char *pattern;
    gint64 until, nameless_until; /* a splash may have no class; monotonic µs */
    bool dialogs;
    gint64 dialog, dialog_since; /* the topmost window, which is a dialog, and since when */
};

/* Takes the request's pattern. */
void awaiting_begin(struct awaiting *a, struct eye_request *r, gint64 now);
/* Looks once. True: it is over, and `ret_found` is set: to a window of `windows`, or to NULL: none fits, and either the time is
 * up or a dialog has been on top, without a change of window, for two seconds. Error, also with true: the pattern. */
bool awaiting_look(struct awaiting *a, const struct display_port *d, const GPtrArray *windows, gint64 now,
                   const struct eye_window **ret_found, GError **error);
void awaiting_end(struct awaiting *a);

#endif
