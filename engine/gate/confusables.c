#include "engine/gate/confusables.h"

#include <stdbool.h>
#include <string.h>

/* Small letters of other scripts that look like Latin ones in common fonts (from Unicode's confusables.txt). */
static const struct {
    gunichar from;
    char to;
} alike[] = {
    {0x0430, 'a'}, {0x0432, 'b'}, {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'}, {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'},
    {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04bb, 'h'},
    {0x0501, 'd'}, {0x051b, 'q'}, {0x051d, 'w'}, {0x0433, 'r'}, {0x04cf, 'l'}, {0x0261, 'g'}, {0x0251, 'a'}, {0x0131, 'i'},
    {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'}, {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'}, {0x03c1, 'p'}, {0x03c4, 't'},
    {0x03c5, 'u'}, {0x03c7, 'x'}, {0x03b3, 'y'}, {0x03b7, 'n'}, {0x03b2, 'b'}, {0x03c3, 'o'}, {0x03c9, 'w'}, {0x0562, 'g'},
    {0x0578, 'n'}, {0x057d, 'u'}, {0x0585, 'o'}, {0x0570, 'h'}, {0x03f2, 'c'}, {0x03f3, 'j'}, {0x1d26, 'r'},
};

static gunichar latin(gunichar c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(alike); i++)
        if (alike[i].from == c)
            return (guchar)alike[i].to;
    return c;
}

static bool invisible(gunichar c)
{
    GUnicodeType type = g_unichar_type(c);
    bool variation = (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef) || (c >= 0x180b && c <= 0x180f);
    return type == G_UNICODE_FORMAT || (type == G_UNICODE_CONTROL && !g_unichar_isspace(c)) || variation || c == 0x034f ||
           c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0 || c == 0x2800;
}

char *confusables_text(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
    g_autofree char *composed = g_utf8_normalize(valid, -1, G_NORMALIZE_ALL_COMPOSE);
    g_autofree char *lower = g_utf8_strdown(composed ? composed : "", -1);
    GString *out = g_string_sized_new(strlen(lower));
    for (const char *p = lower; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (invisible(c))
            continue;
        if (g_unichar_isspace(c))
            c = ' ';
        if (c != ' ' || (out->len && out->str[out->len - 1] != ' '))
            g_string_append_unichar(out, latin(c));
    }
    /* removed characters may have kept a letter and its mark apart; marks that still do not compose are decoration */
    g_autofree char *again = g_utf8_normalize(out->str, (gssize)out->len, G_NORMALIZE_ALL_COMPOSE);
    g_string_truncate(out, 0);
    for (const char *p = again ? again : ""; *p; p = g_utf8_next_char(p))
        if (!g_unichar_ismark(g_utf8_get_char(p)))
            g_string_append_unichar(out, g_utf8_get_char(p));
    return g_string_free(out, FALSE);
}

/* A sign may stand for a letter or separate words: adds both readings. */
static void add_word(GPtrArray *words, const char *word)
{
    g_ptr_array_add(words, g_strdup(word));
    if (!strpbrk(word, "|$@!"))
        return;
    g_auto(GStrv) parts = g_strsplit_set(word, "|$@!", -1);
    for (int i = 0; parts[i]; i++)
        if (*parts[i])
            g_ptr_array_add(words, g_strdup(parts[i]));
}

char **confusables_words(const char *text)
{
    g_autofree char *plain = confusables_text(text);
    GPtrArray *words = g_ptr_array_new();
    g_autoptr(GString) word = g_string_new(NULL);
    for (const char *p = plain;; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        bool in = c == '|' || c == '$' || c == '@' || c == '!' || g_unichar_isalnum(c);
        if (in)
            g_string_append_unichar(word, c);
        while (!in && word->len && word->str[word->len - 1] == '!') /* at the end it is punctuation, not an l */
            g_string_truncate(word, word->len - 1);
        if (!in && word->len) {
            add_word(words, word->str);
            g_string_truncate(word, 0);
        }
        if (!c)
            break;
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

char *confusables_skeleton(const char *word)
{
    static const char from[] = "1i|!05$@3", to[] = "lllloosae";
    _Static_assert(sizeof from == sizeof to, "a letter for each");
    GString *out = g_string_new(NULL);
    for (const char *p = word; *p; p++) {
        const char *at = strchr(from, *p);
        if (p[0] == 'r' && p[1] == 'n') {
            g_string_append_c(out, 'm');
            p++;
        } else if (p[0] == 'v' && p[1] == 'v') {
            g_string_append_c(out, 'w');
            p++;
        } else {
            g_string_append_c(out, at ? to[at - from] : *p);
        }
    }
    return g_string_free(out, FALSE);
}
