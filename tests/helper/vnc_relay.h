#ifndef TESTS_HELPER_VNC_RELAY_H
#define TESTS_HELPER_VNC_RELAY_H

/* A process between a VNC server and its clients that passes on what they send, until it stops in the middle of a message. Dies
 * with the test program. */

#include <sys/types.h>

/* at: the UNIX socket that it listens on; server: the server's. Ends the test program when it cannot listen. */
pid_t vnc_relay_start(const char *at, const char *server);
/* From now on each client, also one that comes later, gets ten bytes of what the server sends next, and then nothing. */
void vnc_relay_stall(pid_t relay);

#endif
