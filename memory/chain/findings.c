/* The list that verify fills. */

#include "memory/chain/findings.h"

void findings_add(GPtrArray *findings, const char *format, ...)
{
    if (findings->len > FINDINGS_MAX)
        return;
    if (findings->len == FINDINGS_MAX) {
        g_ptr_array_add(findings, g_strdup("there are more findings; they are not listed"));
        return;
    }
    va_list args;
    va_start(args, format);
    g_ptr_array_add(findings, g_strdup_vprintf(format, args));
    va_end(args);
}
