#ifndef ENGINE_CLIENT_CLIENT_H
#define ENGINE_CLIENT_CLIENT_H

/* The client of a run: a console on a socket that comes and goes, or a program on stdin and stdout. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct run;
struct command;
typedef struct event event;
typedef struct screen screen;
typedef struct line_stream line_stream;

struct run_client {
    line_stream *stream; /* NULL = no client */
    bool ended;          /* end-of-file on stdin: no more commands */
    bool console;        /* it is a console (gets previews, may disconnect and return) */
    int listener;        /* unix socket for consoles, -1 = none */
    char *socket_path;
    line_stream *newcomer; /* a second console that is being refused */
    int signals;           /* signalfd: INT, TERM, HUP */
    char *title;           /* title that the console gave its terminal; NULL = unknown */
    char **env;            /* environment of the console's terminal; NULL = unknown */
};
struct run_client *run_client_new(void);
void run_client_free(struct run_client *c);

/* A console has the run, or may still come and have it: not `reins do`, nor a run whose client stays on its stdin. */
bool client_may_be_console(const struct run *run);
void client_send(struct run *run, const event *e);
void client_notice(struct run *run, const char *level, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Tells that driven input (drive.h) was not done, and of which burst; 0 = of none. */
void client_undriven(struct run *run, const char *level, int burst, const char *text);
/* Sends the event mode, by which a console stops its fuse; why: the engine has stopped it, NULL = as the mode or the person says.
 */
void client_tell_mode(struct run *run, const char *why);
/* Tells a console what is written on the frame of that hash, and its numbers as they are drawn for the model: while the agent
 * draws cells, theirs in place of the marks'. */
void client_tell_marks(struct run *run, const char *hash, const screen *seen);
bool client_listen(struct run *run, GError **error);
/* True: a console has connected and must be told the state of the run. */
bool client_accept(struct run *run);
/* Reads commands and calls `obey` for each. False: the client has just gone (client->ended: it may still read). */
bool client_pump(struct run *run, void (*obey)(struct run *run, struct command *c));
void client_close(struct run *run);
/* The process in whose terminal the run is shown: the console's, or our own when headless; 0 = none. */
pid_t client_terminal(const struct run *run);

#endif
