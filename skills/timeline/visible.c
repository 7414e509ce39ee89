#include "skills/timeline/visible.h"

#include <string.h>

bool visible_hides(gunichar c)
{
    if (c >= ' ' && c < 0x7f)
        return false;
    switch ((int)g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SPACE_SEPARATOR:
        return true;
    default:
        break;
    }
    /* Fillers, variation selectors and the grapheme joiner: letters and marks by class, nothing to the eye. */
    return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x2800 || c == 0x3164 || c == 0xffa0 ||
           (c >= 0x180b && c <= 0x180f) || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

/* One character, or a byte that begins none; what comes behind it. */
static const char *add_visible(GString *out, const char *p)
{
    gunichar c = g_utf8_get_char_validated(p, -1);
    if (c == (gunichar)-1 || c == (gunichar)-2) {
        g_string_append_printf(out, "‹0x%02X›", (guchar)*p);
        return p + 1;
    }
    if (c == '\n')
        g_string_append(out, "⏎");
    else if (c == '\t')
        g_string_append(out, "⇥");
    else if (visible_hides(c))
        g_string_append_printf(out, "‹U+%04X›", c);
    else
        g_string_append_unichar(out, c);
    return g_utf8_next_char(p);
}

char *visible_text(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text ? text : ""; *p;)
        p = add_visible(out, p);
    return g_string_free(out, FALSE);
}

/* Would this be read as another character, if it stood there as it is? */
static bool reads_as_another(const char *p)
{
    return g_str_has_prefix(p, "⏎") || g_str_has_prefix(p, "⇥") || g_str_has_prefix(p, "‹U+") || g_str_has_prefix(p, "‹0x");
}

char *visible_quoted(const char *text)
{
    static const char plain[] = "\n\t\"\\", escaped[] = "nt\"\\";
    GString *out = g_string_new("\"");
    for (const char *p = text ? text : ""; *p;) {
        const char *at = strchr(plain, *p);
        if (at) {
            g_string_append_printf(out, "\\%c", escaped[at - plain]);
            p++;
        } else if (reads_as_another(p)) {
            g_string_append_printf(out, "‹U+%04X›", g_utf8_get_char(p));
            p = g_utf8_next_char(p);
        } else {
            p = add_visible(out, p);
        }
    }
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}

char *visible_command(char *const *words)
{
    static const char plain[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-./:=,@%+";
    g_autoptr(GString) line = g_string_new(NULL);
    for (char *const *w = words; *w; w++) {
        g_autofree char *quoted = **w && !(*w)[strspn(*w, plain)] ? g_strdup(*w) : g_shell_quote(*w);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quoted);
    }
    return visible_text(line->str);
}
