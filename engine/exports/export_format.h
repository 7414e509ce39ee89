#ifndef ENGINE_EXPORTS_EXPORT_FORMAT_H
#define ENGINE_EXPORTS_EXPORT_FORMAT_H

/* Export formats by name. */

#include "engine/exports/exports.h"

struct export_format {
    const char *name;
    bool (*function)(memory *m, const struct export_order *order, struct export_report *ret, GError **error);
    const char *usual; /* default path; %s = the run's number */
};
/* html, pairs, screenagent; NULL = unknown. */
const struct export_format *export_format(const char *name);
/* The default path. Caller frees. */
char *export_format_usual(const struct export_format *format, gint64 run);

#endif
