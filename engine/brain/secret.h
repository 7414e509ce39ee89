#ifndef ENGINE_BRAIN_SECRET_H
#define ENGINE_BRAIN_SECRET_H

/* Secret: a provider's key from env:VAR (config/keyring.h), file:PATH or cmd:COMMAND (argv by shell quoting rules, no shell, 10
 * s). A command runs during the transfers; nothing here blocks. No message contains a key: every text that leaves the folder
 * passes secret_filter(). */

#include <glib.h>
#include <stdbool.h>

#define SECRET_MAX 4096 /* bytes of a key */
#define SECRET_COMMAND_MS 10000

struct secret;

/* Reads env: and file: at once, starts cmd:. Error (BRAIN_ERROR_CONFIG): the place of the key, never its text. */
struct secret *secret_new(const char *reference, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void secret_free(struct secret *s);
/* Adds the command's pipe. */
void secret_prepare(const struct secret *s, GArray *pollfds);
/* The time at which secret_step() is due, µs; G_MAXINT64 when the key is settled. */
gint64 secret_deadline(const struct secret *s);
/* Reads the command's output. True: the secret has a value or an error. */
bool secret_step(struct secret *s);
/* After secret_step() returned true: the key, or NULL with the error. Borrowed. */
const char *secret_value(const struct secret *s, GError **error);
/* Reads a secret, waits for its command, and puts it into the keyring under a name; nothing where it is there already, or the
 * reference is empty. Messages call it by that name and name the option ("vnc_password=") that the reference is of; both are
 * borrowed. */
bool secret_keep(const char *reference, const char *name, const char *option, GError **error);
bool secret_is_command(const struct secret *s);

/* Replaces known keys and text with the shape of a key by "[key]". secrets: values are struct secret*; may be NULL. Caller frees.
 */
char *secret_filter(GHashTable *secrets, const char *text);
/* Replaces exact occurrences of known keys only, for replies, whose other text must not change. NULL: nothing to replace. Caller
 * frees. */
char *secret_filter_exact(GHashTable *secrets, const char *text);
/* Same as secret_filter_exact() for a growing text, in place. Removes an end that may be the start of a key. */
void secret_filter_growing(GHashTable *secrets, char **text);

/* Overwrites known keys in the bytes by '*', so that the length stays. shapes: also text with the shape of a key. */
void secret_mask(GHashTable *secrets, char *bytes, gsize length, bool shapes);

#endif
