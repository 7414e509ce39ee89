#ifndef ENGINE_DISPLAY_WINDOWS_H
#define ENGINE_DISPLAY_WINDOWS_H

/* Windows: windows, focus and stacking order of an X display, behind display_x11.h. Needs Xlib. Windows may close at any time: X
 * errors are trapped, and a closed window is left out. */

#include "engine/picture/window.h"

#include <X11/Xlib.h>

/* Installs an error handler that does not end the process. windows_error() returns and clears the last error code (0 = none). */
void windows_trap_errors(void);
int windows_error(Display *dpy);

/* Mapped top-level client windows, top first (struct eye_window*), without those smaller than 2×2. Caller unrefs. */
GPtrArray *windows_list(Display *dpy);
/* Same as above without titles, in a third of the time. */
GPtrArray *windows_list_untitled(Display *dpy);
/* windows_focus() on a present list. */
gint64 windows_list_focus(Display *dpy, const GPtrArray *windows, bool *ret_pointer_root);
/* Where the accessibility bus leaves its address. */
#define ACCESSIBILITY_BUS "AT_SPI_BUS"
/* A text that a client has left on the root window; NULL = there is none. Caller frees. */
char *windows_root_text(Display *dpy, const char *property);
/* The window that gets keys (see eye_observation.focus). */
gint64 windows_focus(Display *dpy, bool *ret_pointer_root);
/* The process that made a window, by the server's own information; 0 = on another machine, or a server without X-Resource 1.2. */
gint64 windows_owner(Display *dpy, gint64 window);
/* True when the window declares itself a splash, which closes when its program has started. */
bool windows_is_splash(Display *dpy, gint64 window);
/* True when one X client made both, by the server's own information (X-Resource 1.2); false if it is unknown. */
bool windows_same_client(Display *dpy, gint64 one, gint64 other);
/* False: this server tells no owners (no X-Resource 1.2). */
bool windows_owners_told(Display *dpy);
/* The client window that gets a click at a point; 0 = none (the root, or an unlisted window). */
gint64 windows_at(Display *dpy, int x, int y);
/* The child of this window under the pointer, as input goes: shapes and input-only windows count. None = no child. */
Window windows_pointed(Display *dpy, Window inside);
/* None: it is the root, or does not exist. */
Window windows_parent(Display *dpy, Window w);
/* The listed window that this child of the root is or frames; borrowed, NULL = none (an input-only window, an overlay). */
const struct eye_window *windows_listed(Display *dpy, const GPtrArray *list, Window top);
/* A window's inside on the screen, as in windows_list(). False: it does not exist or is not mapped. Any pointer may be NULL. */
bool windows_rectangle(Display *dpy, gint64 window, int *ret_x, int *ret_y, int *ret_width, int *ret_height);
/* Requests the focus for a window from its window manager (_NET_ACTIVE_WINDOW, as a pager), or by ICCCM (the server's focus,
 * WM_TAKE_FOCUS) if no window manager supports that. Does not wait. */
void windows_set_focus(Display *dpy, gint64 window);
/* Requests each window that supports it (ICCCM, WM_DELETE_WINDOW) to close, as its close button does. Does not wait. Returns
 * their number. */
int windows_close_all(Display *dpy);
/* True when that property of the window, a list of atoms, has that one ("_NET_WM_STATE", "_NET_WM_STATE_MODAL"). */
bool windows_lists_atom(Display *dpy, gint64 window, const char *list, const char *name);
/* Requests from the window manager what its configuration cannot say:
 * - A dialog larger than the screen becomes no larger and lies on it: Qt declares its sizes as the person's, which openbox
 *   otherwise keeps.
 * - A window that says that it is a normal one and is transient for another (a floating toolbox) is not maximized: it gets its
 *   own size, with a title bar, in the middle of the screen.
 * - Another normal window that is not maximized any more, as GIMP's, which takes that back, is maximized again.
 * told: gint64, the windows for which something was requested, which is appended: each is once, a toolbox to be moved once
 * more. Does not wait. False: there is none. */
bool windows_fit(Display *dpy, const GPtrArray *windows, GArray *told);

#endif
