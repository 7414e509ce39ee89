#include "config/scan_json.h"

#include "config/strict_json.h"

#include <math.h>
#include <string.h>

#define NUMBER_MAX 60 /* cJSON copies a number into 64 bytes */

struct scan {
    const char *start, *p, *end;
    int depth;
    char closers[STRICT_JSON_DEPTH]; /* what each open level ends with */
    const char *problem;             /* first one; NULL = none */
    enum strict_json_error code;
};

static bool fail(struct scan *s, const char *problem)
{
    s->problem = problem;
    s->code = STRICT_JSON_ERROR_SYNTAX;
    return false;
}

static bool limit(struct scan *s, const char *problem)
{
    s->problem = problem;
    s->code = STRICT_JSON_ERROR_LIMIT;
    return false;
}

/* The byte here, '\0' at the end (a NUL inside was refused before). */
static char peek(const struct scan *s)
{
    return s->p < s->end ? *s->p : '\0';
}

static void skip_space(struct scan *s)
{
    while (s->p < s->end && strchr(" \t\r\n", *s->p))
        s->p++;
}

static bool scan_hex4(struct scan *s, guint *ret_unit)
{
    *ret_unit = 0;
    for (int i = 0; i < 4; i++, s->p++) {
        int digit = g_ascii_xdigit_value(peek(s));
        if (digit < 0)
            return fail(s, "\\u needs four hexadecimal digits");
        *ret_unit = *ret_unit * 16 + (guint)digit;
    }
    return true;
}

static bool scan_unicode(struct scan *s)
{
    guint unit, second;
    if (!scan_hex4(s, &unit))
        return false;
    if (unit == 0)
        return fail(s, "\\u0000 is not allowed");
    if (unit < 0xd800 || unit > 0xdfff)
        return true;
    if (unit > 0xdbff || peek(s) != '\\' || s->p + 1 >= s->end || s->p[1] != 'u')
        return fail(s, "half of a surrogate pair");
    s->p += 2;
    if (!scan_hex4(s, &second))
        return false;
    return second >= 0xdc00 && second <= 0xdfff ? true : fail(s, "half of a surrogate pair");
}

static bool scan_string(struct scan *s)
{
    for (s->p++; s->p < s->end;) {
        char c = *s->p++;
        if (c == '"')
            return true;
        if ((guchar)c < 0x20) {
            s->p--;
            return fail(s, "a control character in a string (write it as \\n, \\t or \\u00XX)");
        }
        if (c != '\\')
            continue;
        c = peek(s);
        s->p++;
        if (c == 'u') {
            if (!scan_unicode(s))
                return false;
        } else if (!c || !strchr("\"\\/bfnrt", c)) {
            s->p--;
            return fail(s, "an unknown escape in a string");
        }
    }
    return fail(s, "the string does not end");
}

static bool scan_digits(struct scan *s)
{
    const char *from = s->p;
    while (g_ascii_isdigit(peek(s)))
        s->p++;
    return s->p > from;
}

static bool scan_number(struct scan *s)
{
    const char *from = s->p;
    if (peek(s) == '-')
        s->p++;
    if (peek(s) == '0')
        s->p++;
    else if (!scan_digits(s))
        return fail(s, "not a number");
    if (peek(s) == '.') {
        s->p++;
        if (!scan_digits(s))
            return fail(s, "a number needs digits after its point");
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        s->p++;
        if (peek(s) == '+' || peek(s) == '-')
            s->p++;
        if (!scan_digits(s))
            return fail(s, "a number needs digits in its exponent");
    }
    if (s->p - from > NUMBER_MAX)
        return limit(s, "a number of more than 60 characters");
    char copy[NUMBER_MAX + 1];
    memcpy(copy, from, (gsize)(s->p - from));
    copy[s->p - from] = '\0';
    return isfinite(g_ascii_strtod(copy, NULL)) ? true : limit(s, "a number that is too large");
}

static bool scan_word(struct scan *s, const char *word)
{
    gsize n = strlen(word);
    if ((gsize)(s->end - s->p) < n || memcmp(s->p, word, n) != 0)
        return fail(s, "expected a value: an object, array, string, number, true, false or null");
    s->p += n;
    return true;
}

/* A key and its colon. */
static bool scan_key(struct scan *s)
{
    skip_space(s);
    if (peek(s) != '"')
        return fail(s, "expected a key in double quotes");
    if (!scan_string(s))
        return false;
    skip_space(s);
    if (peek(s) != ':')
        return fail(s, "expected : after a key");
    s->p++;
    return true;
}

/* One value, or the opening of a container (*ret_opened: its first value comes next). */
static bool scan_value(struct scan *s, bool *ret_opened)
{
    skip_space(s);
    char c = peek(s);
    *ret_opened = false;
    if (c == '"')
        return scan_string(s);
    if (c == '-' || g_ascii_isdigit(c))
        return scan_number(s);
    if (c != '{' && c != '[')
        return scan_word(s, c == 't' ? "true" : c == 'f' ? "false" : "null");
    if (s->depth == STRICT_JSON_DEPTH)
        return limit(s, "nested more than 64 levels deep");
    s->closers[s->depth++] = c == '{' ? '}' : ']';
    s->p++;
    skip_space(s);
    if (peek(s) == s->closers[s->depth - 1]) {
        s->p++;
        s->depth--;
        return true;
    }
    *ret_opened = true;
    return c == '{' ? scan_key(s) : true;
}

/* After a value: closes what ends here. *ret_more: another value follows. */
static bool scan_after(struct scan *s, bool *ret_more)
{
    *ret_more = false;
    for (;;) {
        skip_space(s);
        if (s->depth == 0)
            return true;
        char closer = s->closers[s->depth - 1];
        if (peek(s) == ',') {
            s->p++;
            *ret_more = true;
            return closer == '}' ? scan_key(s) : true;
        }
        if (peek(s) != closer)
            return fail(s, closer == '}' ? "expected , or } after a value" : "expected , or ] after a value");
        s->p++;
        s->depth--;
    }
}

static bool scan_document(struct scan *s)
{
    bool more;
    do {
        bool opened;
        do {
            if (!scan_value(s, &opened))
                return false;
        } while (opened);
        if (!scan_after(s, &more))
            return false;
    } while (more);
    return s->p == s->end ? true : fail(s, "text after the value");
}

bool scan_json(const char *text, gsize length, GError **error)
{
    struct scan s = {.start = text, .p = text, .end = text + length};
    const char *bad;
    if (!g_utf8_validate(text, (gssize)length, &bad)) {
        s.p = bad;
        fail(&s, *bad ? "not UTF-8" : "a NUL byte");
    } else if (scan_document(&s)) {
        return true;
    }
    guint line = 1, column = 1;
    for (const char *p = text; p < s.p && p < s.end; p++) {
        column = *p == '\n' ? 1 : column + (((guchar)*p & 0xc0) != 0x80);
        line += *p == '\n';
    }
    g_set_error(error, STRICT_JSON_ERROR, (gint)s.code, "not JSON at line %u, column %u: %s%s", line, column, s.problem,
                s.p >= s.end && s.code == STRICT_JSON_ERROR_SYNTAX ? " (the text ends here)" : "");
    return false;
}
