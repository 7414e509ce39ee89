#ifndef ENGINE_HAND_XTEST_H
#define ENGINE_HAND_XTEST_H

/* XTEST: the events themselves, and what the server says is down. Nothing here remembers anything but who listens; nothing is
 * flushed unless said. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

/* What is sent, for whoever must tell it from the input of others (one listener, as there is one display). `serial`: the number
 * of its request, as Xlib counts them. */
enum xtest_kind { XTEST_KEY, XTEST_BUTTON, XTEST_MOTION };
struct xtest_sent {
    enum xtest_kind kind;
    bool down;
    int detail; /* keycode or button */
    int x, y;   /* where to, or how far */
    guint64 serial;
};
void xtest_listen(void (*function)(const struct xtest_sent *sent, void *data), void *data);

/* False: no XTEST extension. Also makes us work while another client has grabbed the server: a release must get through. */
bool xtest_init(Display *dpy);
void xtest_key(Display *dpy, int keycode, bool down);
void xtest_button(Display *dpy, int button, bool down);
void xtest_move_to(Display *dpy, int x, int y);
void xtest_move_by(Display *dpy, int dx, int dy);
/* What is down, whoever pressed it: a bit for each keycode. */
void xtest_keys_down(Display *dpy, guint8 ret_keys[32]);
/* How many buttons the pointer has. */
int xtest_button_count(Display *dpy);
/* Whether an XInput 2 device is one that XTEST's events come from. */
bool xtest_is_device(Display *dpy, int id);
/* A number that this life of the server keeps and the next one will not have (property _REINS_SERVER of the root window). */
guint64 xtest_server_id(Display *dpy);

#endif
