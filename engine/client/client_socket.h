#ifndef ENGINE_CLIENT_CLIENT_SOCKET_H
#define ENGINE_CLIENT_CLIENT_SOCKET_H

/* UNIX sockets of a run: a path that only the owner of the run can open. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

/* Listens on a new socket of mode 0600. Replaces a socket that nobody serves. Returns a descriptor that does not block, or -1
 * with RUN_ERROR_ENVIRONMENT: the path is too long, something else is there, or it cannot be made. */
int client_socket_listen(const char *path, GError **error);
/* Connects. Returns a descriptor, or -1: nobody serves it. Errors: the path is too long (RUN_ERROR_ENVIRONMENT). */
int client_socket_connect(const char *path, GError **error);

#endif
