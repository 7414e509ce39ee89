#ifndef ENGINE_EYE_AWAITING_H
#define ENGINE_EYE_AWAITING_H

/* Waits for a window (await_window in eye.h): the program's main window, or a dialog that it shows before it has one. All zeros
 * = not waiting. */

#include "engine/display/display_port.h"
#include "engine/eye/eye.h"
#include "engine/eye/live.h"
#include "engine/eye/readiness.h"

struct awaiting {
    bool active;
    int seq;
    char *pattern;
    gint64 until, nameless_until; /* a splash may have no class; monotonic µs */
    gint64 begun_us;
    bool untold; /* the display tells no windows: the wait is for what is drawn */
    bool dialogs;
    bool among_others;           /* the display has windows of others; they are not what is waited for */
    gint64 dialog, dialog_since; /* the topmost window when it is a dialog, and since when */
    gint64 small, small_since;   /* the window that fits, which may be a splash, and since when */
    gint64 ready_us;             /* so long a program that works is waited for, from a window that fits on */
    gint64 shown, shown_since;   /* that window, and since when */
};

/* Takes the request's pattern. */
void awaiting_begin(struct awaiting *a, struct eye_request *r, gint64 now);
/* Looks once; `ready`: the program has done what it was at. True: the wait is over, and `ret_found` is set to a window of
 * `windows`, or to NULL when none fits and either the time is up or a dialog has been on top for two seconds without a change of
 * window. Splashes are waited out while there is time; with `dialogs` also a small window in the middle of the screen, for two
 * seconds. A program that still works may show a window yet, or another one, or more in this one: it is waited for, for the
 * request's ready_ms from each new window or the end of the time on. Without a pattern it is the topmost window that is no
 * dialog, if there is one; on a display of others, of those of the request's program. Where no windows are told, the wait is over
 * when something was drawn, or nothing for three seconds, and picture and program rest. Error, also with true: the pattern. */
bool awaiting_look(struct awaiting *a, const live *l, const GPtrArray *windows, bool ready, gint64 now,
                   const struct eye_window **ret_found, GError **error);
void awaiting_end(struct awaiting *a);

#endif
