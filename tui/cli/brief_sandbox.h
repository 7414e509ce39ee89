#ifndef TUI_CLI_BRIEF_SANDBOX_H
#define TUI_CLI_BRIEF_SANDBOX_H

/* A sandbox that lives as long as one command (profile new, skills try). Whatever ends the command ends its processes:
 * SIGINT, SIGTERM and SIGHUP are noted, so that the command can end in order; SIGPIPE is ignored; after SIGKILL the processes get
 * SIGTERM from the kernel. */

#include "engine/display/display.h"

struct brief_sandbox {
    char *dir; /* DATA/sandboxes/COMMAND-PID */
    sandbox *sandbox;
};

/* Starts it, after it has removed folders that commands left which were killed. command: "profile", "try". $XAUTHORITY is set for
 * our libraries and children. False with an error; brief_sandbox_clear() is due in both cases. */
bool brief_sandbox_start(struct brief_sandbox *b, const char *command, int width, int height, GError **error);
/* A signal has asked the command to end. */
bool brief_sandbox_stopped(void);
/* Ends the sandbox, and removes its folder. May be called again, and where none was started. */
void brief_sandbox_clear(struct brief_sandbox *b);

#endif
