#ifndef SKILLS_WORKER_WORKER_H
#define SKILLS_WORKER_WORKER_H

/* Worker: a short-lived child (`reins worker KIND`) for what may hang or burst. No X, no network, RLIMIT_AS, RLIMIT_CPU,
 * no writable file; a deadline, then SIGKILL. One JSON text in by pipe, one out. Used by skills (dry run, check, scripts)
 * and by the eye (OCR). */

#include <glib.h>
#include <stdbool.h>

struct worker_limits {
    gsize memory_bytes; /* RLIMIT_AS above the process's own size at start */
    int cpu_s;
    int deadline_ms;   /* wall time until SIGKILL, counted by worker_poll() */
    gsize reply_bytes; /* longest reply taken */
};

/* The child's side: request in, reply out. False = error: its message goes back and becomes the parent's GError. */
typedef bool (*worker_function)(const char *request, gsize length, GString *reply, GError **error);

struct worker_kind {
    const char *name;
    worker_function function;
    bool session; /* it goes on talking after its request: worker_hear() and worker_say() in the child */
};

typedef struct worker worker;

/* Starts /proc/self/exe (or $REINS_BIN in tests) as `worker KIND` and queues the request. Called in a worker, it is an error. */
worker *worker_start(const char *kind, const char *request, gsize length, const struct worker_limits *limits, GError **error);
/* The same for a kind that is a session.
 * Its deadline runs while an answer is awaited: from here on, and from each worker_tell(). */
worker *worker_start_session(const char *kind, const char *request, gsize length, const struct worker_limits *limits,
                             GError **error);
/* Queues a message for it, to be answered within so long. */
void worker_tell(worker *w, const char *message, gsize length, int deadline_ms);
/* The next message that it has said; caller frees, NULL = none yet. Nothing is awaited after that until worker_tell(). */
char *worker_said(worker *w, gsize *ret_length);
/* Adds the worker's descriptors to a poll set of GPollFD. */
void worker_prepare(worker *w, GArray *pollfds);
/* µs (g_get_monotonic_time) at which worker_poll() must be called at the latest. */
gint64 worker_deadline(const worker *w);
/* Moves bytes, enforces the deadline; never blocks. True once finished. */
bool worker_poll(worker *w);
/* Blocks until worker_poll() says true. */
void worker_wait(worker *w);
/* Whoever has other things to do while a worker works (the engine: stop and pause act at once everywhere) waits in place of
 * worker_wait() until it is finished; false = it is not wanted any more, and is killed. NULL = nobody. */
typedef bool (*worker_waiter)(worker *w, void *data);
void worker_set_waiter(worker_waiter waiter, void *data);
/* After worker_poll() said true: the reply (caller frees, NUL-terminated), or the child's error, or how it died. */
char *worker_finish(worker *w, gsize *ret_length, GError **error);
/* Kills what still runs and reaps it. NULL is fine. */
void worker_free(worker *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(worker, worker_free)

/* Blocks until finished: for command line tools and tests. */
char *worker_run(const char *kind, const char *request, gsize length, const struct worker_limits *limits, gsize *ret_length,
                 GError **error);

/* The child's main: sets the limits, reads, calls, writes. Returns the exit code. The limits come by argv from worker_start(). */
int worker_main(int argc, char **argv, const struct worker_kind *kinds, gsize n_kinds);

/* ---- inside the child ---- */

/* Of a session: the parent's next message, waited for; caller frees. The process ends when there will be none. */
char *worker_hear(gsize *ret_length);
/* …and one for it. */
void worker_say(const char *message, gsize length);
/* Sends an error in place of the answer and ends the process at once: nothing that the request brought runs on. */
void worker_give_up(const GError *error) G_GNUC_NORETURN;
/* The same with an answer. */
void worker_answer_now(const char *reply, gsize length) G_GNUC_NORETURN;
/* From now on the process may use `ms` of processor time; then the answer given here is sent and it ends, even in the middle of a
 * C function. Exactly one of reply and error; 0 ms = no limit any more. */
void worker_time_limit(int ms, const GString *reply, const GError *error);

#endif
