#ifndef ENGINE_CLIENT_ATTACH_H
#define ENGINE_CLIENT_ATTACH_H

/* Connects a console to a run that an engine drives. (client.c) */

#include <glib.h>

/* Connects to it. Returns a descriptor, or -1 with an error: no engine drives the run (with advice), or another console has it
 * (with its pid). */
int client_attach(gint64 run, GError **error);

#endif
