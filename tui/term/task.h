#ifndef TUI_TERM_TASK_H
#define TUI_TERM_TASK_H

/* Task: long work (loading the library, checks, changes of skill files) in a forked child of the console, so that keys stay
 * live. The child has a copy of the console's memory. Only its reply comes back. */

#include <glib.h>
#include <stdbool.h>

typedef struct task task;

/* Runs in the child, where the terminal and the console's socket are closed. On false, the parent gets the error. */
typedef bool (*task_function)(void *data, GString *reply, GError **error);

/* Starts a child. finishes: it changes something, so task_free() lets it finish instead of killing it. Caller frees. */
task *task_start(task_function function, void *data, bool finishes, GError **error);
/* Appends its descriptor to a poll set of GPollFD. */
void task_prepare(const task *t, GArray *pollfds);
/* Reads available data; never blocks. True when it is finished. */
bool task_poll(task *t);
/* Blocks until it is finished. */
void task_wait(task *t);
/* When finished: the reply, or the child's error, or the cause of its death. Caller unrefs. */
GBytes *task_finish(task *t, GError **error);
void task_free(task *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(task, task_free)

#endif
