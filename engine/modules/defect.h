#ifndef ENGINE_MODULES_DEFECT_H
#define ENGINE_MODULES_DEFECT_H

/* Defect: describes a wrong value in JSON, and where it is: `field "goals[3].count": expected integer, got string "x"`. Used by
 * forms and minds. Inside engine/modules/ only. */

#include <glib.h>
#include <stdbool.h>

#define DEFECT_SHOWN_MAX 60 /* characters of a wrong value */

struct cJSON;

/* Sets FORM_ERROR_FIELD and returns false, for `return defect(…)`. */
bool defect(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* `type`: the expected type. */
bool defect_expected(GError **error, const char *path, const char *type, const struct cJSON *item);
/* `known`: the valid names, ends with NULL. `where`: prefix of the name, "goals[3]." or "". */
bool defect_unknown(GError **error, const char *where, const char *name, const char *const *known);
/* What the model itself wrote, of a reply in which a wire stands around it (brain_native); NULL = it is not so, or no text.
 * Caller frees. */
char *defect_said(const char *reply);

#endif
