#ifndef ENGINE_HAND_CLIENT_IDLE_H
#define ENGINE_HAND_CLIENT_IDLE_H

/* Client idle: whether a program that answers no ping has worked off its input, seen from outside.
 *
 * A round trip to the X server, and the server is seen asleep: now each event of ours is in the program's socket, and what it has
 * asked the server is answered.
 * Then the socket must be empty (unix_diag tells it), and all threads of the process must be asleep and have used no processor
 * time since the look before. So there was a moment at which nothing of it ran, nothing was left to read, and the server owed it
 * nothing: a program that reads all it has before it sleeps is through. This also holds for one that looks for events now and
 * then and sleeps in between. Not seen: a program that sleeps on something else (a timer, another process) while it has keys of
 * its own queue before it; so a rest has to last from look to look.
 *
 * An input method (input_method.h) has the key meanwhile, and program and method hand it to and fro: all their processes must
 * have been asleep from one look to the next, so that there was a moment at which none of them had it, nor the server. Until then
 * it is behind: a method may need 10 ms for each key, and has nothing else to do.
 *
 * A program that has not read all is behind, and does not read on for any time that passes while it is stopped. Of a connection
 * that it has never been seen to read that is not said: some open a second one and never look at it again.
 *
 * Where less can be seen, less is said: no queue of another user's process, nor the processes of an input method on another
 * machine; nothing of a client on another machine, nor of ssh, which only passes on. */

#include "engine/hand/hand_port.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

typedef struct client_idle client_idle;

/* Borrows the display. */
client_idle *client_idle_new(Display *dpy);
void client_idle_free(client_idle *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(client_idle, client_idle_free)
/* At the program that made this window; None = at nothing. */
void client_idle_aim(client_idle *r, Window window);
/* Its process; 0 = nothing can be seen. */
gint64 client_idle_program(const client_idle *r);
/* What it is doing; so many of the last events that it was sent may be unread. The first look after client_idle_aim() finds it
 * working. Asks the server (a round trip). */
enum client_idle_doing client_idle_look(client_idle *r, guint unread);

#endif
