#ifndef ENGINE_HAND_XTEST_H
#define ENGINE_HAND_XTEST_H

/* XTEST: sends the events, and asks the server what is down. It stores nothing but the listener, and flushes nothing. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

/* Every sent event goes to the one listener, which tells it from the input of others. serial: Xlib's number of the request. */
enum xtest_kind { XTEST_KEY, XTEST_BUTTON, XTEST_MOTION };
struct xtest_sent {
    enum xtest_kind kind;
    bool down;
    int detail; /* keycode or button */
    int x, y;   /* place or distance */
    guint64 serial;
};
void xtest_listen(void (*function)(const struct xtest_sent *sent, void *data), void *data);

/* False: no XTEST extension. Also makes our requests work while another client has grabbed the server, so that releases arrive.
 */
bool xtest_init(Display *dpy);
void xtest_key(Display *dpy, int keycode, bool down);
void xtest_button(Display *dpy, int button, bool down);
void xtest_move_to(Display *dpy, int x, int y);
void xtest_move_by(Display *dpy, int dx, int dy);
/* All keys that are down, by anyone: a bit for each keycode. */
void xtest_keys_down(Display *dpy, guint8 ret_keys[32]);
/* The number of the pointer's buttons. */
int xtest_button_count(Display *dpy);
/* True when XTEST's events come from this XInput 2 device. */
bool xtest_is_device(Display *dpy, int id);
/* A number that identifies this run of the server (property _REINS_SERVER of the root window). */
guint64 xtest_server_id(Display *dpy);

#endif
