#ifndef SKILLS_WORKER_WORKER_H
#define SKILLS_WORKER_WORKER_H

/* Worker: a short-lived child (`reins worker KIND`) for code that may hang or use too much memory. No X, no network, RLIMIT_AS,
 * RLIMIT_CPU, no writable file; SIGKILL at a deadline. It reads one JSON text from a pipe and writes one. Used by skills (dry
 * run, check, scripts) and by the eye (OCR, elements). */

#include <glib.h>
#include <stdbool.h>

struct worker_limits {
    gsize memory_bytes; /* RLIMIT_AS above the process's own size at start */
    int cpu_s;
    int deadline_ms;   /* wall time until SIGKILL, counted by worker_poll() */
    gsize reply_bytes; /* size limit of the reply */
    /* A kind: a warm parent of that kind forks the worker. It is a process that has prepared once, starts with this process's
     * first request, reads nothing of a request, and ends with this process. Its children have the limits of a worker and open no
     * file. NULL: a process is started for this request alone. */
    const char *parent;
    bool background; /* with a parent: runs at a lower priority, because nobody waits for the answer */
};

#define WORKER_LUA "script" /* the parent of those that run Lua: it has loaded none */

/* The child's function: reads the request, appends the reply. On false, its error becomes the parent's GError. */
typedef bool (*worker_function)(const char *request, gsize length, GString *reply, GError **error);

struct worker_kind {
    const char *name;
    worker_function function;
    bool session; /* exchanges further messages: worker_hear() and worker_say() in the child */
    /* In a warm parent: loads what every request needs. Called again until it has succeeded. A parent forks workers of those
     * kinds that prepare the same as its own. */
    bool (*prepare)(GError **error);
    /* For a worker that talks over a connection: makes it, and loads what it needs for that, before the worker gives up its
     * rights. It then can send and receive, but neither connect nor open a socket. Not for a warm parent's children. */
    bool (*connect)(const char *request, gsize length, GError **error);
};

typedef struct worker worker;

/* Starts /proc/self/exe (or $REINS_BIN in tests) as `worker KIND`, or asks its warm parent, and queues the request. Error when
 * called inside a worker. Caller frees. */
worker *worker_start(const char *kind, const char *request, gsize length, const struct worker_limits *limits, GError **error);
/* Starts the warm parent of that kind, so that it is ready when the first request comes. One that cannot be started is started,
 * or its error told, by that request. */
void worker_warm_up(const char *parent);
/* Same for a session. The deadline runs only while an answer is due: from here on, and from each worker_tell(). */
worker *worker_start_session(const char *kind, const char *request, gsize length, const struct worker_limits *limits,
                             GError **error);
/* Queues a message that must be answered within deadline_ms. */
void worker_tell(worker *w, const char *message, gsize length, int deadline_ms);
/* The worker's next message. Caller frees; NULL = none yet. After it no deadline runs until worker_tell(). */
char *worker_said(worker *w, gsize *ret_length);
/* Appends the worker's GPollFDs to `pollfds`. */
void worker_prepare(worker *w, GArray *pollfds);
/* Latest time for the next worker_poll(), µs of g_get_monotonic_time(). */
gint64 worker_deadline(const worker *w);
/* Moves bytes and enforces the deadline; never blocks. Returns true when the worker is finished. */
bool worker_poll(worker *w);
/* Blocks until worker_poll() returns true. */
void worker_wait(worker *w);
/* A function that replaces blocking in worker_wait(), for a process with other work (the engine handles stop and pause
 * meanwhile). It returns when the worker is finished; false = the worker is not needed any more and is killed. NULL = block. */
typedef bool (*worker_waiter)(worker *w, void *data);
void worker_set_waiter(worker_waiter waiter, void *data);
/* The result, after worker_poll() returned true: the reply (caller frees, ends with NUL), or the child's error, or the cause of
 * its death. */
char *worker_finish(worker *w, gsize *ret_length, GError **error);
/* Kills a running worker and reaps it. NULL is allowed. */
void worker_free(worker *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(worker, worker_free)

/* Runs a worker and blocks until it is finished; for command line tools and tests. Caller frees. */
char *worker_run(const char *kind, const char *request, gsize length, const struct worker_limits *limits, gsize *ret_length,
                 GError **error);

/* The child's main function: sets the limits (from argv), reads, calls, writes. Returns the exit code. */
int worker_main(int argc, char **argv, const struct worker_kind *kinds, gsize n_kinds);

/* ---- inside the child ---- */

/* In a session: waits for the parent's next message. Caller frees. The process ends when no further message can come. */
char *worker_hear(gsize *ret_length);
/* In a session: sends a message to the parent. */
void worker_say(const char *message, gsize length);
/* Sends an error as the answer and ends the process at once. */
void worker_give_up(const GError *error) G_GNUC_NORETURN;
/* Sends an answer and ends the process at once. */
void worker_answer_now(const char *reply, gsize length) G_GNUC_NORETURN;
/* Limits the process to `ms` of processor time from now on. When they are used up, the given answer (exactly one of reply and
 * error) is sent and the process ends, even inside a C function. 0 ms = no limit. */
void worker_time_limit(int ms, const GString *reply, const GError *error);

#endif
