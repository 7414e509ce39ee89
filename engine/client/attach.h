#ifndef ENGINE_CLIENT_ATTACH_H
#define ENGINE_CLIENT_ATTACH_H

/* The way from a console to a run that an engine drives. (client.c) */

#include <glib.h>

/* The socket on which the engine of a run takes consoles (RUNTIME/run-ID.sock); caller frees. */
char *engine_socket_path(gint64 run, GError **error);
/* A connected stream to it. Error: nobody drives the run (what to do), or another console has it (its pid). Returns the fd, -1.
 */
int engine_attach(gint64 run, GError **error);

#endif
