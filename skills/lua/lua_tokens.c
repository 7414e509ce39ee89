#include "skills/lua/lua_tokens.h"

#include <string.h>

static const char *const keywords[] = {"and",      "break",  "do",   "else", "elseif", "end",   "false", "for",
                                       "function", "goto",   "if",   "in",   "local",  "nil",   "not",   "or",
                                       "repeat",   "return", "then", "true", "until",  "while", NULL};

static gboolean is_name_start(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

/* Bytes of "[==[ … ]==]" at p, 0 = no long bracket begins here. */
static gsize long_bracket(const char *p, gsize left)
{
    gsize level = 0;
    if (left < 2 || *p != '[')
        return 0;
    while (1 + level < left && p[1 + level] == '=')
        level++;
    if (1 + level >= left || p[1 + level] != '[')
        return 0;
    for (gsize i = 2 + level; i + level + 1 < left; i++) {
        if (p[i] != ']' || p[i + level + 1] != ']')
            continue;
        gsize equals = 0;
        while (equals < level && p[i + 1 + equals] == '=')
            equals++;
        if (equals == level)
            return i + level + 2;
    }
    return left;
}

static gsize to_line_end(const char *p, gsize left)
{
    const char *end = memchr(p, '\n', left);
    return end ? (gsize)(end - p) : left;
}

/* Bytes of the escape at p, as far as they could end the text: "\z" passes over white space, a line's end may be CR LF. */
static gsize escape(const char *p, gsize left)
{
    gsize i = 2;
    if (left > 2 && p[1] == '\r' && p[2] == '\n')
        return 3;
    while (left > 1 && p[1] == 'z' && i < left && (g_ascii_isspace(p[i]) || p[i] == '\v'))
        i++;
    return MIN(i, left);
}

static gsize quoted(const char *p, gsize left)
{
    for (gsize i = 1; i < left;) {
        if (p[i] == *p)
            return i + 1;
        if (p[i] == '\n')
            return i;
        i += p[i] == '\\' ? escape(p + i, left - i) : 1;
    }
    return left;
}

static gsize number(const char *p, gsize left)
{
    gboolean hex = left > 1 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
    gsize i = hex ? 2 : 0;
    for (; i < left; i++) {
        char before = i ? p[i - 1] : ' ';
        gboolean exponent = hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
        if (!g_ascii_isalnum(p[i]) && p[i] != '.' && !((p[i] == '+' || p[i] == '-') && exponent))
            break;
    }
    return i;
}

static gsize word(const char *p, gsize left)
{
    gsize i = 1;
    while (i < left && (is_name_start(p[i]) || g_ascii_isdigit(p[i])))
        i++;
    return i;
}

static gsize operator_length(const char *p, gsize left)
{
    static const char *const longer[] = {"...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", ".."};
    for (guint i = 0; i < G_N_ELEMENTS(longer); i++) {
        gsize length = strlen(longer[i]);
        if (left >= length && !memcmp(p, longer[i], length))
            return length;
    }
    return 1;
}

gboolean lua_token_is(const char *text, const struct lua_token *token, const char *wanted)
{
    return token->length == strlen(wanted) && !memcmp(text + token->start, wanted, token->length);
}

static struct lua_token name_or_keyword(const char *text, gsize start, gsize left)
{
    struct lua_token t = {.kind = TOKEN_NAME, .start = start, .length = word(text + start, left)};
    for (const char *const *k = keywords; *k; k++) {
        if (lua_token_is(text, &t, *k))
            t.kind = TOKEN_KEYWORD;
    }
    return t;
}

static struct lua_token next(const char *text, gsize start, gsize left)
{
    const char *p = text + start;
    struct lua_token t = {.kind = TOKEN_OTHER, .start = start, .length = 1};
    if (is_name_start(*p))
        return name_or_keyword(text, start, left);
    if (left > 1 && p[0] == '-' && p[1] == '-') {
        gsize bracket = long_bracket(p + 2, left - 2);
        t.kind = TOKEN_COMMENT;
        t.length = bracket ? bracket + 2 : to_line_end(p, left);
    } else if (*p == '"' || *p == '\'') {
        t.kind = TOKEN_STRING;
        t.length = quoted(p, left);
    } else if (*p == '[' && long_bracket(p, left)) {
        t.kind = TOKEN_STRING;
        t.length = long_bracket(p, left);
    } else if (g_ascii_isdigit(*p) || (*p == '.' && left > 1 && g_ascii_isdigit(p[1]))) {
        t.kind = TOKEN_NUMBER;
        t.length = number(p, left);
    } else if (strchr("+-*/%^#&~|<>=(){}[];:,.", *p) && *p) {
        t.kind = TOKEN_OPERATOR;
        t.length = operator_length(p, left);
    }
    return t;
}

GArray *lua_tokens(const char *text, gsize length)
{
    GArray *tokens = g_array_new(FALSE, FALSE, sizeof(struct lua_token));
    for (gsize i = 0; i < length;) {
        if (g_ascii_isspace(text[i])) {
            i++;
            continue;
        }
        struct lua_token t = next(text, i, length - i);
        g_array_append_val(tokens, t);
        i += t.length;
    }
    return tokens;
}

/* "name =" inside braces is a key; as a statement it is a variable. Only the depth of braces tells them apart. */
static gboolean is_key(const GArray *tokens, const char *text, guint i)
{
    if (i + 1 >= tokens->len || !lua_token_is(text, &g_array_index(tokens, struct lua_token, i + 1), "="))
        return FALSE;
    const struct lua_token *before = i ? &g_array_index(tokens, struct lua_token, i - 1) : NULL;
    return before && (lua_token_is(text, before, "{") || lua_token_is(text, before, ","));
}

guint lua_tokens_variable(const GArray *tokens, const char *text, guint from, GHashTable *names)
{
    for (guint i = from; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        const struct lua_token *before = i ? t - 1 : NULL;
        if (t->kind != TOKEN_NAME || is_key(tokens, text, i))
            continue;
        if (before && (lua_token_is(text, before, ".") || lua_token_is(text, before, ":")))
            continue;
        g_autofree char *name = names ? g_strndup(text + t->start, t->length) : NULL;
        if (!names || g_hash_table_contains(names, name))
            return i;
    }
    return tokens->len;
}
