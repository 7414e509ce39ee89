#ifndef ENGINE_MODULES_DEFECT_H
#define ENGINE_MODULES_DEFECT_H

/* Defect: what is wrong with a value that came as JSON, and where: `field "goals[3].count": expected integer, got string "x"`.
 * Forms and minds say it alike. Inside of engine/modules/ only. */

#include <glib.h>
#include <stdbool.h>

#define DEFECT_SHOWN_MAX 60 /* characters of a wrong value */

struct cJSON;

/* FORM_ERROR_FIELD, always false: `return defect(…)`. */
bool defect(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* `type` is what should stand there. */
bool defect_expected(GError **error, const char *path, const char *type, const struct cJSON *item);
/* `known`: the names that there are, ends with NULL. `where` stands before the name: "goals[3]." or "". */
bool defect_unknown(GError **error, const char *where, const char *name, const char *const *known);

#endif
