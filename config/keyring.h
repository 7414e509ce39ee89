#ifndef CONFIG_KEYRING_H
#define CONFIG_KEYRING_H

/* Keyring: keeps API keys (key=env:VAR of a [brain NAME], vnc_password=env:VAR) out of the environment. main() moves them into
 * the keyring before it starts any process, so no child inherits one: neither the agent's programs nor Xvfb, eye, hand, workers
 * or $EDITOR. Code that needs a key asks the keyring. Only a console's engine receives the keys, over its socket. */

#include <glib.h>
#include <stdbool.h>

/* Makes this process non-dumpable: no other process of this user can trace it or read its memory and environment in /proc, and
 * it leaves no core dump. A fork inherits this; an executed program does not. */
void keyring_guard(void);
/* Takes every variable that a line "key=env:VAR" of the shipped or the user's reins.ini names out of the environment. Other
 * faults in these files are ignored. */
void keyring_take(void);
/* The value that the variable had; NULL = it was not set. Takes it out of the environment if it is still there. Borrowed, valid
 * until the process ends. */
const char *keyring_value(const char *name);

/* Puts a value in under a name that is no variable's. */
void keyring_put(const char *name, const char *value);

/* Sends one key, which must be there, to the process at the other end of a socket. */
bool keyring_send_one(int fd, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sends all keys, at most KEYRING_MAX bytes, to the process at the other end of a socket. */
bool keyring_send(int fd, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Waits for the keys that one of these sends, and reads no byte beyond them. */
bool keyring_receive(int fd, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#define KEYRING_MAX (1024 * 1024)

#endif
