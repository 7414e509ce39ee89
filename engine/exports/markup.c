#include "engine/exports/markup.h"

#include "engine/curation/text_diff.h"
#include "skills/timeline/visible.h"

#include <stdarg.h>

void markup_text(GString *out, const char *text)
{
    g_autofree char *seen = visible_text(text ? text : ""), *escaped = g_markup_escape_text(seen, -1);
    g_string_append(out, escaped);
}

void markup_lines(GString *out, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text ? text : "", "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        markup_text(out, lines[i]);
        if (lines[i + 1])
            g_string_append_c(out, '\n');
    }
}

void markup_difference(GString *out, const char *old_text, const char *new_text)
{
    g_autoptr(text_diff) diff = text_diff_new(old_text, new_text);
    for (guint i = 0; i < diff->lines->len; i++) {
        const struct text_diff_line *line = &g_array_index(diff->lines, struct text_diff_line, i);
        const char *tag = line->kind == '-' ? "del" : line->kind == '+' ? "ins" : NULL;
        if (tag)
            g_string_append_printf(out, "<%s>", tag);
        g_string_append_printf(out, "%c ", line->kind);
        markup_text(out, line->text);
        if (tag)
            g_string_append_printf(out, "</%s>", tag);
        g_string_append_c(out, '\n');
    }
}

void markup(GString *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_string_append_vprintf(out, format, args);
    va_end(args);
}
