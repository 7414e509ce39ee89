#ifndef ENGINE_CLIENT_PROGRAM_H
#define ENGINE_CLIENT_PROGRAM_H

/* A program that asks the agent of a run for something over a socket of its own, one line a request and one line an answer. It is
 * no client: nothing that comes here is a command of the protocol. What a request may say is the agent's. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct line_stream line_stream;

struct run_program {
    int listener;        /* unix socket, mode 0600; -1 = none */
    char *path;          /* of the socket; NULL = none. Owned */
    line_stream *stream; /* NULL = no program is connected */
    char *line;          /* a request that has come and was not taken; NULL = none. Owned */
    gsize length;        /* its bytes */
    bool open;           /* a request was taken and not answered: no other one is heard until then */
    gint64 step;         /* the agent's: the step that does the open request; 0 = none */
    char *did;           /* the agent's: what came of it, as JSON; NULL = nothing yet. Owned */
    char *denied;        /* the agent's: which check of the task does not hold yet; NULL = none is known. Owned */
};
struct run_program *run_program_new(void);
void run_program_free(struct run_program *p);

/* Listens; does nothing when it listens already. path: "" = RUNTIME/run-ID.program.sock, where RUNTIME is the folder of the
 * consoles' sockets. A socket at that path that nobody serves is replaced; anything else that is there stays, and is an error
 * (RUN_ERROR_ENVIRONMENT). */
bool program_listen(struct run *run, const char *path, GError **error);
/* Appends the GPollFDs that program_serve() waits for. */
void program_prepare(const struct run_program *p, GArray *fds);
/* Takes a program that comes (a second one is refused by a line), reads requests and writes answers. False: the program has gone
 * while its request was open, or while keys or buttons are down: the run must pause. Its open request is closed then, and what it
 * was to be told is dropped; one that was not taken stays. */
bool program_serve(struct run *run);
/* True: a request waits to be taken. For wait_until(); data is not used. */
bool program_asks(struct run *run, void *data);
/* Opens the request that waits and gives its line, which the caller frees; NULL = none waits. */
char *program_take(struct run_program *p, gsize *ret_length);
/* Sends the answer to the open request and closes it. Nobody may be there any more. */
void program_answer(struct run_program *p, const char *line);
/* {"error":TEXT}: the answer to what was no request. Caller frees. (program_json.c) */
char *program_error_json(const char *text);
/* Stops listening and removes the socket; then sends a last line (NULL = none) to a program that is there, and waits at most a
 * second until it is written: who has read it finds nobody at the path. */
void program_close(struct run_program *p, const char *line);

#endif
