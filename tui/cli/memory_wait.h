#ifndef TUI_CLI_MEMORY_WAIT_H
#define TUI_CLI_MEMORY_WAIT_H

/* Long work of `reins memory`: progress on stderr when it is a terminal. Ctrl+C, SIGTERM and SIGHUP stop it without leaving
 * anything half done. */

#include "memory/archive.h"

#include <signal.h>

struct waiting {
    const char *doing;
    gint64 told_us;
    bool tty, told;
    sigset_t before;
};

/* Blocks the signals. The watch is valid as long as `w`. */
struct memory_watch wait_begin(struct waiting *w, const char *doing);
/* Restores the signals. A signal that came only stops the work; it does not kill the process before its message. */
void wait_end(struct waiting *w);

#endif
