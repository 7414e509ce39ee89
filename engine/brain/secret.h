#ifndef ENGINE_BRAIN_SECRET_H
#define ENGINE_BRAIN_SECRET_H

/* Keys of providers: env:VAR (config/keyring.h), file:PATH, cmd:COMMAND (argv by shell quoting rules, no shell, 10 s). A command
 * runs beside the transfers; nothing here blocks. A key is in no message: secret_filter() is the last step before any text leaves
 * the folder. */

#include <glib.h>
#include <stdbool.h>

#define SECRET_MAX 4096 /* bytes of a key */
#define SECRET_COMMAND_MS 10000

struct secret;

/* Reads env: and file: at once, starts cmd:. Error (BRAIN_ERROR_CONFIG): says where the key was looked for, never its text. */
struct secret *secret_new(const char *reference, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void secret_free(struct secret *s);
void secret_prepare(const struct secret *s, GArray *pollfds);
/* µs; G_MAXINT64 once settled. */
gint64 secret_deadline(const struct secret *s);
/* Reads what the command wrote. True once there is a value or an error. */
bool secret_step(struct secret *s);
/* After secret_step() said true: the key, or NULL with the error. Borrowed. */
const char *secret_value(const struct secret *s, GError **error);
bool secret_is_command(const struct secret *s);

/* The text with every known key and everything shaped like one replaced by "[key]"; `secrets`: values are struct secret*,
 * may be NULL. Caller frees. */
char *secret_filter(GHashTable *secrets, const char *text);
/* Only exact occurrences of loaded keys: for replies, whose text must stay as it is otherwise. NULL: nothing to replace. */
char *secret_filter_exact(GHashTable *secrets, const char *text);
/* The same for a text that is still growing, in place of *text: its end is held back as far as it may be the beginning of a key.
 */
void secret_filter_growing(GHashTable *secrets, char **text);

/* The same for bytes that keep their length, in place: what is found becomes '*'. `shapes`: also what is shaped like a key. */
void secret_mask(GHashTable *secrets, char *bytes, gsize length, bool shapes);

#endif
