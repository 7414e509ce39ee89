#ifndef ENGINE_HAND_PING_H
#define ENGINE_HAND_PING_H

/* Ping: asks the focused program to answer when it has read its input (_NET_WM_PING, with which window managers detect a hanging
 * program). The program reads the ping from the same queue as its keys, so an answer means that it has read each earlier key with
 * the keyboard map of that time. GTK, Qt, SDL and Chromium answer; xterm, Tk and bare Xlib programs do not, and client_idle.h
 * looks at these. Answers go to the root window: while a ping is aimed, the connection listens there. */

#include "engine/hand/client_idle.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct ping ping;

ping *ping_new(Display *dpy);
void ping_free(ping *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ping, ping_free)
/* Aims at the focused window, or its nearest ancestor that supports pings; under PointerRoot from the window under the pointer.
 * False: there is none. */
bool ping_aim(ping *p);
/* Aims from this window; None = the one under the pointer. */
bool ping_aim_at(ping *p, Window window);
/* Aims at nothing, and stops listening to the root window. */
void ping_rest(ping *p);
/* The focused process as of ping_aim(), even if it does not answer; 0 = unknown, or on another machine. */
gint64 ping_program(const ping *p);
/* Sends a ping. Returns its number, 0 = aimed at nothing, or the window is gone. */
guint32 ping_send(ping *p);
/* True when this ping or a later one is answered, or the window is gone. */
bool ping_answered(const ping *p, guint32 question);
/* What the focused program is doing. Unread pings do not count as work. */
enum client_idle_doing ping_look(ping *p);
/* Whether the program that was aimed at last gets its turns, as client_idle_turn(). */
enum turn_says ping_turn(ping *p, struct turn_times *ret_times);
/* Takes an event of the display, for foreign_input_others(); data: the ping. */
void ping_take_event(const XEvent *event, void *data);

/* ping_key_sent(): a key has gone down. ping_keys_taken(): all keys until now have had their effect. ping_key_us(): time of the
 * last key that is not known to have had its effect (monotonic µs, 0 = none). */
void ping_key_sent(ping *p);
void ping_keys_taken(ping *p);
gint64 ping_key_us(const ping *p);

#endif
