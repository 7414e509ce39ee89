#ifndef TUI_CLI_MEMORY_WAIT_H
#define TUI_CLI_MEMORY_WAIT_H

/* Work that may take long, for the verbs of `reins memory`: progress on standard error where that is a terminal; Ctrl+C, SIGTERM
 * and SIGHUP stop it, so that nothing half is left behind. */

#include "memory/archive.h"

#include <signal.h>

struct waiting {
    const char *doing;
    gint64 told_us;
    bool tty, told;
    sigset_t before;
};

/* The signals are held back from here on; the watch is valid as long as `w`. */
struct memory_watch wait_begin(struct waiting *w, const char *doing);
/* A signal that came is answered by how the work ended: it does not kill what is left to say. */
void wait_end(struct waiting *w);

#endif
