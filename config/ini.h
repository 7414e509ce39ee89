#ifndef CONFIG_INI_H
#define CONFIG_INI_H

/* An INI file: GKeyFile, plus line numbers, a size limit, and warnings about keys that occur twice. */

#include <glib.h>
#include <stdbool.h>

#define INI_MAX_BYTES (1024 * 1024)

typedef struct ini {
    GKeyFile *file;
    char *origin;      /* for messages: the path, or "shipped:PATH" */
    GHashTable *lines; /* "GROUP\nKEY" or "GROUP" → line number */
    GPtrArray *odd;    /* char*: sentences about keys that occur twice */
} ini;

/* Parses a text. Caller frees with ini_free(). Error (CONFIG_ERROR_FAILED, with file and line): not UTF-8, longer than
 * INI_MAX_BYTES, not INI. */
ini *ini_parse(const char *text, gsize length, const char *origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void ini_free(ini *i);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ini, ini_free)

/* The raw text after "=", without surrounding white space. Caller frees; NULL = no such key. */
char *ini_value(const ini *i, const char *group, const char *key);
/* "FILE:LINE" of a key (of the group when key is NULL), to begin a message with. Caller frees. */
char *ini_where(const ini *i, const char *group, const char *key);

#endif
