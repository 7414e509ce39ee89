#ifndef CONFIG_KEYRING_H
#define CONFIG_KEYRING_H

/* Keyring: the variables that hold keys of models (key=env:VAR of a [brain NAME]), kept out of the environment. main() takes
 * them out before anything is started, so that no child has one, whoever spawns it and however: the agent's programs, Xvfb,
 * eye, hand, workers, $EDITOR. Who needs a key asks here. The engine of a console is the one process that is given them, by
 * its socket. */

#include <glib.h>
#include <stdbool.h>

/* From now on no other process of this user can read this one's memory and environment in /proc or trace it, and it leaves no
 * core dump. A fork is like it; a program that is started is not. */
void keyring_guard(void);
/* Takes every variable that a line "key=env:VAR" of the shipped and of the user's reins.ini names, whatever else is wrong with
 * that file. */
void keyring_take(void);
/* What the variable had; NULL = it was not set. One that is still in the environment is taken out now. Borrowed for good. */
const char *keyring_value(const char *name);

/* Gives all that was taken to the process at the other end of a socket, at most KEYRING_MAX bytes. */
bool keyring_send(int fd, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Waits for it there, and reads no byte more. */
bool keyring_receive(int fd, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#define KEYRING_MAX (1024 * 1024)

#endif
