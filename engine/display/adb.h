#ifndef ENGINE_DISPLAY_ADB_H
#define ENGINE_DISPLAY_ADB_H

/* Commands on an Android phone, through adb's server by its own protocol: four hexadecimal digits and a request; OKAY, or FAIL
 * and a reason. The server is at $ADB_SERVER_SOCKET (tcp:PORT, tcp:HOST:PORT, localfilesystem:PATH), else at port
 * $ANDROID_ADB_SERVER_PORT or 5037 of this machine. reins starts none.
 *
 * Errors are EYE_ERROR_DISPLAY: one sentence with the fix. */

#include <glib.h>
#include <stdbool.h>

typedef struct adb_command adb_command;

enum adb_way {
    ADB_RAW,  /* "exec:": every byte that it writes to stdout, and no exit code */
    ADB_SHELL /* "shell,v2": the first error output or an exit code other than 0 is an error */
};

/* Begins a command. serial: of the phone, "" = the only one. `command` is a fixed text; `argument` (NULL = none) follows it as
 * one argument, whatever is in it. max: bytes that it may write. Waits only for the server to take the request. Caller frees,
 * which leaves the command alone on the phone. */
adb_command *adb_begin(const char *serial, enum adb_way way, const char *command, const char *argument, gsize max,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void adb_command_free(adb_command *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(adb_command, adb_command_free)
/* For poll(), to be read. */
int adb_command_fd(const adb_command *c);
/* Takes in what has arrived. *ret_done: it has ended. */
bool adb_command_take(adb_command *c, bool *ret_done, GError **error);
/* What it has written so far; caller unrefs. */
GBytes *adb_command_output(const adb_command *c);
/* Begins a command and waits for its end. What it has written; caller unrefs. */
GBytes *adb_run(const char *serial, enum adb_way way, const char *command, const char *argument, gsize max, int limit_ms,
                GError **error);

/* The argument as one word of a shell. Caller frees. */
char *adb_quoted(const char *argument);

#endif
