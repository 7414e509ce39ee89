#ifndef ENGINE_CLIENT_CLIENT_H
#define ENGINE_CLIENT_CLIENT_H

/* The client of a run: a console on a socket that comes and goes, or a program on stdin and stdout. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct run;
struct command;
typedef struct event event;
typedef struct line_stream line_stream;

struct run_client {
    line_stream *stream; /* NULL = nobody is there */
    bool ended;          /* end-of-file on stdin: nothing more comes from it */
    bool console;        /* it is a console (gets previews; may go and come back) */
    int listener;        /* unix socket for consoles, -1 = none */
    char *socket_path;
    line_stream *newcomer; /* a second console that is being told that it cannot have the run */
    int signals;           /* signalfd: INT, TERM, HUP */
    char *title;           /* what the console has called its terminal; NULL = it has not said */
    char **env;            /* what its environment says of it; NULL = it has not said */
};
struct run_client *run_client_new(void);
void run_client_free(struct run_client *c);

void client_send(struct run *run, const event *e);
void client_notice(struct run *run, const char *level, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The event mode. */
void client_tell_mode(struct run *run);
bool client_listen(struct run *run, GError **error);
/* True: a console has come, and is to be told where the run stands. */
bool client_accept(struct run *run);
/* Reads commands, each of which `obey` is given. False: the client has gone just now (client->ended: it may still read). */
bool client_pump(struct run *run, void (*obey)(struct run *run, struct command *c));
void client_close(struct run *run);
/* The process in whose terminal the run is shown: the console's, or our own when headless; 0 = nobody is there. */
pid_t client_terminal(const struct run *run);

#endif
