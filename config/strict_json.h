#ifndef CONFIG_STRICT_JSON_H
#define CONFIG_STRICT_JSON_H

/* Strict reading of JSON from outside, for *_json.c and wire files only (no other file includes cJSON). Limits: `max` bytes, 64
 * levels, no duplicate keys, valid UTF-8, no embedded NUL, nothing after the value. */

#include <cjson/cJSON.h>
#include <glib.h>
#include <stdbool.h>

#define STRICT_JSON_DEPTH 64
#define STRICT_JSON_LINE (1024 * 1024)

#define STRICT_JSON_ERROR (strict_json_error_quark())
GQuark strict_json_error_quark(void);

enum strict_json_error {
    STRICT_JSON_ERROR_SYNTAX,
    STRICT_JSON_ERROR_LIMIT,
    STRICT_JSON_ERROR_TYPE,    /* wrong type or range; the message names the key */
    STRICT_JSON_ERROR_MISSING, /* a required key is missing */
};

/* Parses a text. Caller frees with cJSON_Delete() (g_autoptr(cJSON) works). */
cJSON *strict_json_parse(const char *text, gsize length, gsize max, GError **error) G_GNUC_WARN_UNUSED_RESULT;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(cJSON, cJSON_Delete)

/* Typed members of an object. `get_` requires the key. `opt_` leaves *ret_value unchanged when the key is missing or null.
 * Strings are borrowed from the tree. Integers must be whole and within min..max. */
bool strict_json_get_string(const cJSON *object, const char *key, const char **ret_value, GError **error);
bool strict_json_opt_string(const cJSON *object, const char *key, const char **ret_value, GError **error);
bool strict_json_get_int(const cJSON *object, const char *key, gint64 min, gint64 max, gint64 *ret_value, GError **error);
bool strict_json_opt_int(const cJSON *object, const char *key, gint64 min, gint64 max, gint64 *ret_value, GError **error);
/* Same for an int; min and max must fit an int. */
bool strict_json_opt_small(const cJSON *object, const char *key, gint64 min, gint64 max, int *ret_value, GError **error);
/* A copy that the caller frees; NULL when the key is missing or null. */
bool strict_json_copy_string(const cJSON *object, const char *key, char **ret_value, GError **error);
bool strict_json_opt_real(const cJSON *object, const char *key, double *ret_value, GError **error);
bool strict_json_opt_bool(const cJSON *object, const char *key, bool *ret_value, GError **error);
/* A member that is an object or array. NULL with an error when it is missing or has another type. Borrowed. */
const cJSON *strict_json_get_object(const cJSON *object, const char *key, GError **error);
const cJSON *strict_json_get_array(const cJSON *object, const char *key, GError **error);

/* Parses `text` (at most `max` bytes) and returns the string member `key`. NULL when there is no such string or text is NULL.
 * Caller frees. */
char *strict_json_string_in(const char *text, gsize max, const char *key);

/* Adds a string member; adds nothing when text is NULL. */
void strict_json_add_text(cJSON *object, const char *key, const char *text);

/* Prints the tree as one line without spaces. Caller frees with g_free(). */
char *strict_json_print(const cJSON *value);
/* Canonical form: keys sorted by byte, no spaces, integers only (a fraction aborts). Caller frees. */
char *strict_json_canonical(const cJSON *value);

#endif
