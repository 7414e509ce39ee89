#ifndef ENGINE_HAND_PING_H
#define ENGINE_HAND_PING_H

/* Ping: asks the program that has the focus to say when it has worked off its input up to here (_NET_WM_PING, the question with
 * which window managers find out who hangs). It answers from the same queue in which its keys are, in order: an answer means
 * that each key before the question has been read with the keyboard map as it was. GTK, Qt, SDL and Chromium answer; xterm, Tk
 * and bare Xlib programs do not; they can be looked at while they work (client_idle.h). The answer goes to the root window: while
 * a ping is aimed, our connection listens there. */

#include "engine/hand/client_idle.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct ping ping;

ping *ping_new(Display *dpy);
void ping_free(ping *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ping, ping_free)
/* At the focused window, or the nearest above it that says it answers (under PointerRoot: from the window under the pointer).
 * False: there is none. */
bool ping_aim(ping *p);
/* The same from the window under the pointer. */
bool ping_aim_pointed(ping *p);
/* Aimed at nothing any more, and the root window is not listened to. */
void ping_rest(ping *p);
/* The process that has the focus, on this machine, as of ping_aim(), whether it answers or not; 0 = not known. */
gint64 ping_program(const ping *p);
/* Asks; returns the question's number, 0 = aimed at nothing, or the window is gone. */
guint32 ping_send(ping *p);
/* Whether this question has been answered (or a later one), or the window is gone. */
bool ping_answered(const ping *p, guint32 question);
/* What the focused program is doing; questions that it has not read are not counted as work. */
enum client_idle_doing ping_look(ping *p);
/* An event of the display, for foreign_input_others(); `data`: the ping. */
void ping_take_event(const XEvent *event, void *data);

/* A key has gone down; what was pressed until now has had its effect; when the last went down of which that is not
 * known (monotonic µs, 0 = none). */
void ping_key_sent(ping *p);
void ping_keys_taken(ping *p);
gint64 ping_key_us(const ping *p);

#endif
