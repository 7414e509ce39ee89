#ifndef TUI_TERM_TASK_H
#define TUI_TERM_TASK_H

/* Task: work that may take long (reading the library, checks, changes of skill files), done by a forked child of the console, so
 * that keys stay live. The child has what the console had at that moment, and nothing of it comes back but the reply. */

#include <glib.h>
#include <stdbool.h>

typedef struct task task;

/* In the child: no terminal, no socket of the console is open there. False = error, which the parent gets. */
typedef bool (*task_function)(void *data, GString *reply, GError **error);

/* `finishes`: it changes something, so it is not killed when it is given up. */
task *task_start(task_function function, void *data, bool finishes, GError **error);
/* Adds its descriptor to a poll set of GPollFD. */
void task_prepare(const task *t, GArray *pollfds);
/* Takes what has come; never blocks. True once finished. */
bool task_poll(task *t);
/* Blocks until it is. */
void task_wait(task *t);
/* Once finished: the reply, or the child's error, or how it died. Caller unrefs. */
GBytes *task_finish(task *t, GError **error);
void task_free(task *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(task, task_free)

#endif
