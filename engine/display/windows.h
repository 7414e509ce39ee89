#ifndef ENGINE_DISPLAY_WINDOWS_H
#define ENGINE_DISPLAY_WINDOWS_H

/* Windows, focus and stack as eye and hand both see them, behind display_x11.h. Needs Xlib. Races with windows that go
 * away are normal: X errors are trapped and such a window is left out. */

#include "engine/picture/window.h"

#include <X11/Xlib.h>

/* Installs an error handler that does not end the process; windows_error() gives and clears the last error code (0 = none). */
void windows_trap_errors(void);
int windows_error(Display *dpy);

/* Mapped top-level client windows, top first; owns its struct eye_window*. Windows smaller than 2×2 are left out. */
GPtrArray *windows_list(Display *dpy);
/* The same without titles, in a third of the time. */
GPtrArray *windows_list_untitled(Display *dpy);
/* The same on a list that is there already. */
gint64 windows_list_at(const GPtrArray *windows, int x, int y);
gint64 windows_list_focus(Display *dpy, const GPtrArray *windows, bool *ret_pointer_root);
/* The window that gets keys (see eye_observation.focus). */
gint64 windows_focus(Display *dpy, bool *ret_pointer_root);
/* The process that made a window, by the server's own word; 0 = another machine's, or a server without X-Resource 1.2. */
gint64 windows_owner(Display *dpy, gint64 window);
/* Whether it says that it is a splash, which goes when its program has started. */
bool windows_is_splash(Display *dpy, gint64 window);
/* Whether one X client made both, by the server's own word (X-Resource 1.2); false where it cannot say. */
bool windows_same_client(Display *dpy, gint64 one, gint64 other);
/* False: this server tells that of no window (no X-Resource 1.2). */
bool windows_owners_told(Display *dpy);
/* The client window that a click at a point is for; 0 = none (the root, or one that no list shows). */
gint64 windows_at(Display *dpy, int x, int y);
/* The child of this window that the pointer is in, as input goes: shapes and windows that only take input count. None = it is in
 * none. */
Window windows_pointed(Display *dpy, Window inside);
/* None: it is the root, or gone. */
Window windows_parent(Display *dpy, Window w);
/* The listed window that this child of the root is, or is the frame of; NULL = none (one that only takes input, an overlay). */
const struct eye_window *windows_listed(Display *dpy, const GPtrArray *list, Window top);
/* Its inside on the screen, as windows_list() has it. False: it is gone, or not mapped. Any pointer may be NULL. */
bool windows_rectangle(Display *dpy, gint64 window, int *ret_x, int *ret_y, int *ret_width, int *ret_height);
/* Focuses a window the way its window manager expects (_NET_ACTIVE_WINDOW, as a pager asks), or as
 * ICCCM says (the server's focus, WM_TAKE_FOCUS) where there is none that knows it. Does not
 * wait. */
void windows_set_focus(Display *dpy, gint64 window);
/* Asks each window that can be asked (ICCCM, WM_DELETE_WINDOW) to close, as its close button does. Does not wait. Returns how
 * many. */
int windows_close_all(Display *dpy);
/* Asks the window manager to make the topmost dialog that is larger than the screen no larger and to put all of it there: Qt says
 * that its sizes are the person's, which openbox then keeps. *told is the last one that was asked for: each is, once. Does not
 * wait. False: there is none. */
bool windows_fit(Display *dpy, const GPtrArray *windows, gint64 *told);

#endif
