#include "engine/modules/repair.h"

#include "config/strict_json.h"

#define MENDED_MAX (6 * REPAIR_MAX) /* bytes: an escaped character is six */

struct cJSON *repair_read(const char *text, const struct repair_span *span, GError **error)
{
    cJSON *root = strict_json_parse(text + span->start, span->length, REPAIR_MAX, error);
    if (root)
        return root;
    gsize length = 0;
    g_autofree char *mended = repair_mend(text + span->start, span->length, &length);
    root = strict_json_parse(mended, length, MENDED_MAX, NULL);
    if (root)
        g_clear_error(error);
    return root;
}
