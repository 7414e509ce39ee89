#ifndef CONFIG_SCAN_JSON_H
#define CONFIG_SCAN_JSON_H

/* The grammar of RFC 8259 to the letter, without building anything: what cJSON lets pass (raw control characters, 01, 1., text
 * after the value, 1000 levels) is refused here before cJSON sees it. */

#include <glib.h>
#include <stdbool.h>

/* STRICT_JSON_ERROR with line and column. Also refused, as cJSON could not keep them: \u0000, half surrogates, numbers that are
 * not finite or longer than 60 characters. */
bool scan_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
