#include "engine/exports/export_format.h"

const struct export_format *export_format(const char *name)
{
    static const struct export_format formats[] = {
        {"html", export_page, "run-%s.html"},
        {"pairs", export_pairs, "run-%s-pairs.jsonl"},
        {"screenagent", export_screenagent, "screenagent"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (g_str_equal(name, formats[i].name))
            return &formats[i];
    return NULL;
}

char *export_format_usual(const struct export_format *format, gint64 run)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, run);
    g_auto(GStrv) parts = g_strsplit(format->usual, "%s", 2);
    return g_strjoinv(number, parts);
}
