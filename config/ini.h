#ifndef CONFIG_INI_H
#define CONFIG_INI_H

/* An INI file: GKeyFile plus what it lacks — line numbers, a limit, and knowing about keys that were given twice. */

#include <glib.h>
#include <stdbool.h>

#define INI_MAX_BYTES (1024 * 1024)

typedef struct ini {
    GKeyFile *file;
    char *origin;      /* for messages: the path, or "shipped:PATH" */
    GHashTable *lines; /* "GROUP\nKEY" or "GROUP" → line number */
    GPtrArray *odd;    /* char*: sentences about keys given twice */
} ini;

/* CONFIG_ERROR_FAILED with file and line: not UTF-8, too long, not INI. */
ini *ini_parse(const char *text, gsize length, const char *origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void ini_free(ini *i);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ini, ini_free)

/* The raw text after "=", without white space around it; caller frees. NULL = not there. */
char *ini_value(const ini *i, const char *group, const char *key);
/* "FILE:LINE" of a key (or of a group, with key NULL), for the beginning of a message; caller frees. */
char *ini_where(const ini *i, const char *group, const char *key);

#endif
