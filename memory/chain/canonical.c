/* Canonical texts and their hashes. */

#include "memory/chain/canonical.h"

#include <string.h>

void canonical_text(GString *text, const char *field)
{
    if (field)
        g_string_append_printf(text, "%zu:", strlen(field));
    else
        g_string_append_c(text, '-');
    g_string_append(text, field ? field : "");
    g_string_append_c(text, ',');
}

void canonical_int(GString *text, gint64 field)
{
    char digits[24];
    g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, field);
    canonical_text(text, digits);
}

char *canonical_hash(const GString *text)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text->str, text->len);
}

void canonical_fields(GString *text, const GPtrArray *fields)
{
    for (guint i = 0; i < fields->len; i++)
        canonical_text(text, fields->pdata[i]);
}
