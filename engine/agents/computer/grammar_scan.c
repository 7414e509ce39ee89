/* Calls as they stand in a text: name(value, name=value). Values are texts in quotes, numbers, lists, points in tags. */

#include "engine/agents/computer/grammar.h"

#include <string.h>

#define DEPTH_MAX 8
#define EXCERPT_MAX 40 /* characters */

bool scan_fail(const struct scan *s, const char *at, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    int line = 1;
    const char *begin = s->text;
    for (const char *p = s->text; p < at; p++)
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    const char *end = at;
    for (int i = 0; i < EXCERPT_MAX && *end && *end != '\n'; i++)
        end = g_utf8_next_char(end);
    g_set_error(error, NATIVE_ERROR, NATIVE_ERROR_REPLY, "line %d, column %ld: %s; %s%.*s%s", line,
                g_utf8_strlen(begin, at - begin) + 1, what, *at ? "there stands \"" : "the text ends there", (int)(end - at), at,
                *at ? "\"" : "");
    return false;
}

bool scan_word(struct scan *s, const char *word)
{
    bool there = g_str_has_prefix(s->at, word);
    s->at += there ? strlen(word) : 0;
    return there;
}

void scan_spaces(struct scan *s)
{
    s->at += strspn(s->at, " \t\r\n");
}

static gsize name_length(const char *p)
{
    gsize n = 0;
    while (g_ascii_isalpha(p[n]) || p[n] == '_' || (n > 0 && (g_ascii_isdigit(p[n]) || p[n] == '.')))
        n++;
    return n;
}

/* ---- texts ---- */

/* Of \uXXXX and \xXX; 0 = it is none, and stands for itself. */
static gunichar coded(const char *p, int *ret_length)
{
    int digits = *p == 'u' ? 4 : *p == 'x' ? 2 : 0;
    gunichar c = 0;
    for (int i = 1; i <= digits; i++) {
        if (!g_ascii_isxdigit(p[i]))
            return 0;
        c = c * 16 + (gunichar)g_ascii_xdigit_value(p[i]);
    }
    *ret_length = digits + 1;
    return g_unichar_validate(c) ? c : 0;
}

/* Behind a backslash. One that means nothing is a character like others, as in C:\dir. */
static void take_escape(struct scan *s, GString *out)
{
    static const char from[] = "ntr\\'\"/", to[] = "\n\t\r\\'\"/";
    const char *known = *s->at ? strchr(from, *s->at) : NULL;
    int length = 0;
    gunichar c = known ? 0 : coded(s->at, &length);
    if (known)
        g_string_append_c(out, to[known - from]);
    else if (c)
        g_string_append_unichar(out, c);
    else
        g_string_append_c(out, '\\');
    s->at += known ? 1 : c ? length : 0;
}

/* Behind this quote the argument ends. */
static bool ends_argument(const char *p)
{
    p += strspn(p, " \t");
    if (*p == ',') {
        p += 1 + strspn(p + 1, " \t");
        gsize n = name_length(p);
        p += n + strspn(p + n, " \t");
        return n > 0 && *p == '=';
    }
    if (*p != ')')
        return false;
    p += 1 + strspn(p + 1, " \t");
    return !*p || strchr("\r\n<[`", *p) != NULL;
}

static char *take_text(struct scan *s, bool loose, GError **error)
{
    const char *begin = s->at;
    char quote = *begin;
    gsize quotes = begin[1] == quote && begin[2] == quote && !loose ? 3 : 1;
    g_autoptr(GString) out = g_string_new(NULL);
    for (s->at += quotes; *s->at;) {
        bool closes = *s->at == quote && (quotes == 1 || (s->at[1] == quote && s->at[2] == quote));
        if (closes && (!loose || ends_argument(s->at + 1))) {
            s->at += quotes;
            return g_strdup(out->str);
        }
        if (*s->at == '\n' && !loose && quotes == 1)
            break;
        if (*s->at == '\\') {
            s->at++;
            take_escape(s, out);
        } else {
            g_string_append_c(out, *s->at++);
        }
    }
    scan_fail(s, begin, error, "this text has no end");
    return NULL;
}

/* ---- values ---- */

/* A point in tags, without quotes. NULL = it is none. */
static char *take_tagged(struct scan *s)
{
    static const char *const ends[] = {"</point>", "<|box_end|>", "</bbox>"};
    for (gsize i = 0; *s->at == '<' && i < G_N_ELEMENTS(ends); i++) {
        const char *end = strstr(s->at, ends[i]), *begin = s->at;
        if (!end)
            continue;
        s->at = end + strlen(ends[i]);
        return g_strndup(begin, (gsize)(s->at - begin));
    }
    return NULL;
}

/* A number, or a name for a value. NULL = neither. */
static char *take_plain(struct scan *s)
{
    static const char *const words[] = {"True", "False", "None", "true", "false", "null"};
    const char *begin = s->at;
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        if (name_length(s->at) == strlen(words[i]) && scan_word(s, words[i]))
            return g_strdup(words[i]);
    gsize n = strspn(begin, "+-.0123456789eE");
    if (n == 0 || !strpbrk(begin, "0123456789") || strcspn(begin, "0123456789") >= n)
        return NULL;
    s->at += n;
    return g_strndup(begin, n);
}

/* Takes a value, or each of a list, into `items`. */
static bool take_value(struct scan *s, GPtrArray *items, bool *ret_list, int depth, GError **error)
{
    char close = *s->at == '[' ? ']' : *s->at == '(' ? ')' : '\0', *one;
    *ret_list = close != '\0';
    if (!close) {
        bool text = *s->at == '"' || *s->at == '\'';
        one = text ? take_text(s, s->loose && depth == 0, error) : take_tagged(s);
        if (!one && !text)
            one = take_plain(s);
        if (one && !text && (g_str_equal(one, "None") || g_str_equal(one, "null"))) { /* as if it were not there */
            g_free(one);
            return true;
        }
        if (one)
            g_ptr_array_add(items, one);
        return one || text ? one != NULL : scan_fail(s, s->at, error, "a value is wanted: a text in quotes, a number or a list");
    }
    if (depth == DEPTH_MAX)
        return scan_fail(s, s->at, error, "lists are too deep");
    bool inner;
    for (s->at++, scan_spaces(s); *s->at != close; scan_spaces(s)) {
        if (!take_value(s, items, &inner, depth + 1, error))
            return false;
        scan_spaces(s);
        if (*s->at != close && !scan_word(s, ","))
            return scan_fail(s, s->at, error, "a comma or %c is wanted", close);
    }
    s->at++;
    return true;
}

bool scan_call(struct scan *s, char **ret_name, GPtrArray **ret_values, GError **error)
{
    gsize n = name_length(s->at);
    if (n == 0)
        return scan_fail(s, s->at, error, "an action is wanted, such as name(argument)");
    g_autofree char *name = g_strndup(s->at, n);
    g_autoptr(GPtrArray) values = grammar_values_new();
    s->at += n;
    if (!scan_word(s, "("))
        return scan_fail(s, s->at, error, "( is wanted behind %.60s", name);
    for (scan_spaces(s); !scan_word(s, ")"); scan_spaces(s)) {
        gsize length = name_length(s->at);
        bool named = length && s->at[length + strspn(s->at + length, " ")] == '=';
        g_autofree char *argument = named ? g_strndup(s->at, length) : NULL;
        if (named) {
            s->at += length + strspn(s->at + length, " ") + 1;
            scan_spaces(s);
        }
        g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_free);
        bool list;
        if (!take_value(s, items, &list, 0, error))
            return false;
        grammar_value_add(values, argument, g_steal_pointer(&items), list);
        scan_spaces(s);
        if (*s->at != ')' && !scan_word(s, ","))
            return scan_fail(s, s->at, error, "a comma or ) is wanted");
    }
    *ret_name = g_steal_pointer(&name);
    *ret_values = g_steal_pointer(&values);
    return true;
}

GPtrArray *scan_list(const char *text)
{
    struct scan s = {text, text, false};
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_free);
    bool list;
    if (*text != '[' || !take_value(&s, items, &list, 0, NULL))
        return NULL;
    scan_spaces(&s);
    return *s.at ? NULL : g_steal_pointer(&items);
}
