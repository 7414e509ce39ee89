#ifndef CONFIG_SCAN_JSON_H
#define CONFIG_SCAN_JSON_H

/* Checks JSON against the grammar of RFC 8259, without building a tree. Refuses what cJSON accepts: raw control characters, 01,
 * 1., text after the value, 1000 levels. */

#include <glib.h>
#include <stdbool.h>

/* True when the text is JSON. Error: STRICT_JSON_ERROR with line and column. Also refuses what cJSON cannot keep: \u0000, half
 * surrogates, numbers that are not finite or longer than 60 characters. */
bool scan_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
