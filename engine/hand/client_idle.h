#ifndef ENGINE_HAND_CLIENT_IDLE_H
#define ENGINE_HAND_CLIENT_IDLE_H

/* Client idle: tells from outside whether a program that answers no ping has handled its input.
 *
 * It makes a round trip to the X server and sees the server asleep: then each event of ours is in the program's socket, and the
 * program's requests are answered. Now the socket must be empty (unix_diag shows it), and all threads of the process must sleep
 * and have used no processor time since the look before. So at one moment the program did not run, had nothing to read, and
 * expected nothing from the server: a program that reads everything before it sleeps has handled its input. This also holds for a
 * program that polls now and then and sleeps in between. Not visible is a program that sleeps on something else (a timer, another
 * process) with keys in its own queue; therefore the rest must last from look to look.
 *
 * An input method (input_method.h) and the program pass keys to each other. All their processes must sleep from one look to the
 * next, so that at one moment none of them had the key. Until then the program counts as behind, because a method may need 10 ms
 * for each key.
 *
 * A program with unread input is behind, also while it is stopped. A connection that it has never been seen to read does not
 * count, because some programs open a second one and never read it.
 *
 * Not visible are the queue of another user's process and the processes of an input method on another machine. Nothing is visible
 * of a client on another machine, or behind ssh. */

#include "engine/hand/turn.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct client_idle client_idle;

/* Borrows the display. */
client_idle *client_idle_new(Display *dpy);
void client_idle_free(client_idle *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(client_idle, client_idle_free)
/* Aims at the program that made this window; None = at none. */
void client_idle_aim(client_idle *r, Window window);
/* Its process; 0 = not visible. */
gint64 client_idle_program(const client_idle *r);
/* What the program is doing. unread: the number of last events that it may not have read. The first look after client_idle_aim()
 * finds it working. One round trip. */
enum client_idle_doing client_idle_look(client_idle *r, guint unread);
/* Whether the program gets its turns (turn.h), with its other processes and the X server, which carries out what it draws.
 * *ret_times: since the first look after client_idle_aim(). One round trip. */
enum turn_says client_idle_turn(client_idle *r, guint unread, struct turn_times *ret_times);

#endif
