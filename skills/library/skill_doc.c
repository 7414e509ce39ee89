#include "skills/library/skill_doc.h"

#include "skills/lua/lua_tokens.h"
#include "skills/timeline/visible.h"

#include <string.h>

#define SOURCE_MAX (1024 * 1024)
#define COMMENT_LINES_MAX 200 /* of one doc comment */
#define DOC_MAX 4000          /* bytes of one text in it: more is no documentation, and would fill prompts and screens */
#define FINDING_MAX 400       /* bytes of one message */

static const char *const type_names[] = {
    [PARAM_NUMBER] = "number", [PARAM_INTEGER] = "integer", [PARAM_STRING] = "string", [PARAM_BOOLEAN] = "boolean",
    [PARAM_KEY] = "key",       [PARAM_BUTTON] = "button",   [PARAM_KEYS] = "keys",     [PARAM_PATH] = "path",
};
G_STATIC_ASSERT(G_N_ELEMENTS(type_names) == PARAM_TYPE_COUNT);

const char *param_type_name(enum param_type type)
{
    return type_names[type];
}

static void param_clear(gpointer data)
{
    struct param *p = data;
    g_free(p->name);
    g_free(p->meaning);
    g_strfreev(p->allowed);
}

GArray *doc_params_new(void)
{
    GArray *params = g_array_new(FALSE, TRUE, sizeof(struct param));
    g_array_set_clear_func(params, param_clear);
    return params;
}

void skill_free(skill *s)
{
    if (!s)
        return;
    g_free(s->name);
    g_free(s->doc);
    g_free(s->expect);
    g_array_unref(s->params);
    g_free(s->file);
    g_free(s->code);
    g_free(s->sha256);
    g_free(s->pre);
    g_free(s->library);
    g_strfreev(s->uses);
    g_free(s);
}

static void finding_clear(gpointer data)
{
    g_free(((struct doc_finding *)data)->what);
}

GArray *doc_findings_new(void)
{
    GArray *findings = g_array_new(FALSE, TRUE, sizeof(struct doc_finding));
    g_array_set_clear_func(findings, finding_clear);
    return findings;
}

void doc_finding_add(GArray *findings, int line, char *what)
{
    struct doc_finding f = {.line = line, .what = what};
    if (strlen(what) > FINDING_MAX) { /* it quotes a name or a word of the file, which may be of any length */
        what[FINDING_MAX] = '\0';
        char *valid = g_utf8_make_valid(what, -1);
        f.what = g_strconcat(valid, "…", NULL);
        g_free(valid);
        g_free(what);
    }
    g_array_append_val(findings, f);
}

/* What a person would not see, or see elsewhere. A lone carriage return is a line to Lua and none to an editor, so that what is
 * shown as a function would not be what runs. */
static char *refuse_character(const char *p, const char *end)
{
    if (*p == '\n' || *p == '\t' || (*p == '\r' && p + 1 < end && p[1] == '\n'))
        return NULL;
    if (*p == '\r')
        return g_strdup("a carriage return without a line feed: save the file with LF at the end of each line");
    gunichar c = g_utf8_get_char(p);
    return visible_hides(c) ? g_strdup_printf("has a character that does not show or changes how others show, U+%04X: in a text "
                                              "write it as \\u{%04X}, leave it out elsewhere",
                                              c, c)
                            : NULL;
}

/* What a skill leads to is read from the names in its text (library_uses.c), before anything runs. */
static char *refuse_environment(const char *source, gsize length, int *ret_line)
{
    if (!g_strstr_len(source, (gssize)length, "_ENV"))
        return NULL;
    g_autoptr(GArray) tokens = lua_tokens(source, length);
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (t->kind != TOKEN_NAME || !lua_token_is(source, t, "_ENV"))
            continue;
        *ret_line = 1;
        for (gsize k = 0; k < t->start; k++)
            *ret_line += source[k] == '\n';
        return g_strdup("_ENV is not for skills: a skill names what it calls, so that it is known before it runs");
    }
    return NULL;
}

char *doc_refuse_source(const char *source, gsize length, int *ret_line)
{
    *ret_line = 1;
    if (length > SOURCE_MAX)
        return g_strdup_printf("the file has %" G_GSIZE_FORMAT " bytes: a skill file has at most 1 MiB", length);
    if (length && *source == '\x1b')
        return g_strdup("this is bytecode: a skill file is Lua text");
    const char *bad;
    bool valid = g_utf8_validate(source, (gssize)length, &bad);
    for (const char *p = source; p < bad; p = g_utf8_next_char(p)) {
        char *why = *p >= ' ' && *p < 0x7f ? NULL : refuse_character(p, source + length);
        if (why)
            return why;
        *ret_line += *p == '\n';
    }
    if (!valid)
        return g_strdup("not UTF-8 text (a zero byte or another encoding: save the file as UTF-8)");
    return refuse_environment(source, length, ret_line);
}

/* ---- the comment ---- */

/* The text of a comment line, or NULL when the line is none. */
static const char *comment_text(const char *line)
{
    while (*line == ' ' || *line == '\t')
        line++;
    if (!g_str_has_prefix(line, "--") || g_str_has_prefix(line, "--[["))
        return NULL;
    line += 2;
    if (*line == '-')
        line++;
    while (*line == ' ' || *line == '\t')
        line++;
    return line;
}

static bool starts_doc(const char *line)
{
    while (*line == ' ' || *line == '\t')
        line++;
    return g_str_has_prefix(line, "---") && line[3] != '-';
}

/* First line (from 0) of the doc comment that ends above `below`; `below` itself when there is none. */
static int comment_start(char **lines, int below)
{
    int start = below;
    int last = below - COMMENT_LINES_MAX - 1; /* too long: check_size() says so */
    for (int i = below - 1; i >= MAX(0, last) && comment_text(lines[i]); i--) {
        if (starts_doc(lines[i]) || i == last)
            start = i;
    }
    return start;
}

static bool parse_type(const char *word, struct param *p)
{
    gsize length = strlen(word);
    p->optional = length && word[length - 1] == '?';
    g_autofree char *bare = g_strndup(word, length - (p->optional ? 1 : 0));
    for (guint i = 0; i < PARAM_TYPE_COUNT; i++) {
        if (g_str_equal(type_names[i], bare)) {
            p->type = (enum param_type)i;
            return true;
        }
    }
    return false;
}

/* Cuts "{a b c}" off the end of the meaning. */
static void parse_allowed(struct param *p)
{
    gsize length = strlen(p->meaning);
    char *open = strrchr(p->meaning, '{');
    if (!open || p->meaning[length - 1] != '}')
        return;
    g_autofree char *inside = g_strndup(open + 1, length - (gsize)(open + 1 - p->meaning) - 1);
    g_auto(GStrv) words = g_strsplit_set(inside, " \t", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (char **w = words; *w; w++) {
        if (**w)
            g_ptr_array_add(kept, g_strdup(*w));
    }
    if (!kept->len)
        return;
    g_ptr_array_add(kept, NULL);
    p->allowed = (char **)g_ptr_array_steal(kept, NULL);
    *open = '\0';
    g_strchomp(p->meaning);
}

/* "name type what it means" */
static void parse_param(skill *s, const char *text, int line, GArray *findings)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t", 3);
    guint n = g_strv_length(words);
    struct param p = {0};
    if (n < 2 || !*words[0]) {
        doc_finding_add(findings, line, g_strdup("@param needs a name, a type and a meaning: -- @param name type what"));
        return;
    }
    for (guint i = 0; i < s->params->len; i++) {
        if (g_str_equal(g_array_index(s->params, struct param, i).name, words[0])) {
            doc_finding_add(findings, line, g_strdup_printf("@param %s occurs twice", words[0]));
            return;
        }
    }
    if (!parse_type(words[1], &p)) {
        doc_finding_add(findings, line,
                        g_strdup_printf("@param %s has the unknown type '%s' (there are number, integer, string, boolean, key, "
                                        "button)",
                                        words[0], words[1]));
        p.type = PARAM_STRING;
    }
    p.name = g_strdup(words[0]);
    p.meaning = g_strstrip(g_strdup(n > 2 ? words[2] : ""));
    if (!*p.meaning)
        doc_finding_add(findings, line, g_strdup_printf("@param %s does not say what it means", words[0]));
    g_array_append_val(s->params, p);
}

static void append_text(char **text, const char *more)
{
    if (strlen(*text) > DOC_MAX)
        return; /* check_size() will say so */
    char *joined = **text ? g_strdup_printf("%s %s", *text, more) : g_strdup(more);
    g_free(*text);
    *text = joined;
}

/* "2 what for": the number alone counts. */
static void parse_effect(skill *s, const char *text, int line, GArray *findings)
{
    if (*text >= '0' && *text <= '3' && (!text[1] || g_ascii_isspace(text[1])))
        s->effect = *text - '0';
    else
        doc_finding_add(findings, line, g_strdup("@effect needs a tier: 0 looks, 1 reversible, 2 consequential, 3 irreversible"));
}

/* "manager what of it": the word alone counts. */
static void parse_needs(skill *s, const char *text, int line, GArray *findings)
{
    static const char word[] = "manager";
    gsize length = strlen(word);
    s->manager = g_str_has_prefix(text, word) && (!text[length] || g_ascii_isspace(text[length]));
    if (!s->manager)
        doc_finding_add(findings, line,
                        g_strdup("@needs knows one word: manager, a window manager with keys, menus and title bars"));
}

/* One comment line. `text` is where a line without a tag goes on, NULL = nowhere (a later paragraph). */
static char **parse_line(skill *s, const char *line, int number, char **text, GArray *findings)
{
    if (*line != '@') {
        if (!*line)
            return text == &s->doc && !*s->doc ? text : NULL;
        if (text)
            append_text(text, line);
        return text;
    }
    g_auto(GStrv) words = g_strsplit_set(line + 1, " \t", 2);
    const char *tag = words[0] ? words[0] : ""; /* a bare "@" */
    const char *rest = words[0] && words[1] ? g_strstrip(words[1]) : "";
    if (g_str_equal(tag, "param")) {
        parse_param(s, rest, number, findings);
        return s->params->len ? &g_array_index(s->params, struct param, s->params->len - 1).meaning : NULL;
    }
    if (g_str_equal(tag, "expect")) {
        append_text(&s->expect, rest);
        return &s->expect;
    }
    if (g_str_equal(tag, "pre")) {
        append_text(&s->pre, rest);
        return &s->pre;
    }
    if (g_str_equal(tag, "effect"))
        parse_effect(s, rest, number, findings);
    else if (g_str_equal(tag, "needs"))
        parse_needs(s, rest, number, findings);
    else
        doc_finding_add(findings, number,
                        g_strdup_printf("unknown tag @%s (there are @param, @expect, @pre, @effect, @needs)", tag));
    return NULL;
}

/* ---- against the function ---- */

static struct param *find_param(const skill *s, const char *name)
{
    for (guint i = 0; i < s->params->len; i++) {
        struct param *p = &g_array_index(s->params, struct param, i);
        if (g_str_equal(p->name, name))
            return p;
    }
    return NULL;
}

/* Puts the params into the function's order; whatever does not match is a finding. */
static void match_params(skill *s, const struct doc_function *f, GArray *findings)
{
    if (f->variadic)
        doc_finding_add(findings, f->first_line, g_strdup_printf("%s takes '...': a skill's parameters have names", f->name));
    g_autoptr(GArray) documented = s->params;
    s->params = doc_params_new();
    skill view = {.params = documented};
    for (guint i = 0; f->param_names[i]; i++) {
        struct param *p = find_param(&view, f->param_names[i]);
        struct param copy = {.type = PARAM_NUMBER};
        if (p) {
            copy = *p;
            *p = (struct param){.name = g_strdup("")}; /* moved */
        } else {
            doc_finding_add(findings, f->first_line,
                            g_strdup_printf("parameter '%s' of %s has no @param", f->param_names[i], f->name));
            copy.name = g_strdup(f->param_names[i]);
            copy.meaning = g_strdup("");
        }
        g_array_append_val(s->params, copy);
    }
    for (guint i = 0; i < documented->len; i++) {
        const char *name = g_array_index(documented, struct param, i).name;
        if (*name)
            doc_finding_add(findings, f->first_line, g_strdup_printf("@param %s: %s has no such parameter", name, f->name));
    }
}

static void check_text(const char *text, const char *of, const struct doc_function *f, GArray *findings)
{
    if (strlen(text) > DOC_MAX)
        doc_finding_add(findings, f->first_line, g_strdup_printf("%s of %s has more than %d bytes", of, f->name, DOC_MAX));
}

/* A skill with too long a comment is not offered: its findings are at its own line. */
static void check_size(const skill *s, const struct doc_function *f, int comment_lines, GArray *findings)
{
    if (comment_lines > COMMENT_LINES_MAX)
        doc_finding_add(findings, f->first_line,
                        g_strdup_printf("the doc comment of %s has more than %d lines", f->name, COMMENT_LINES_MAX));
    check_text(s->doc, "the documentation", f, findings);
    check_text(s->expect, "@expect", f, findings);
    check_text(s->pre, "@pre", f, findings);
    for (guint i = 0; i < s->params->len; i++)
        check_text(g_array_index(s->params, struct param, i).meaning, "the meaning of a parameter", f, findings);
}

static char *join_lines(char **lines, int from, int to)
{
    GString *text = g_string_new(NULL);
    for (int i = from; i < to && lines[i]; i++)
        g_string_append_printf(text, "%s\n", lines[i]);
    return g_string_free(text, FALSE);
}

skill *doc_read(char **lines, const struct doc_function *f, GArray *findings)
{
    skill *s = g_new0(skill, 1);
    s->name = g_strdup(f->name);
    s->doc = g_strdup("");
    s->expect = g_strdup("");
    s->pre = g_strdup("");
    s->effect = -1;
    s->params = doc_params_new();
    s->line = f->first_line;
    int below = CLAMP(f->first_line - 1, 0, (int)g_strv_length(lines));
    int start = comment_start(lines, below);
    if (start == below) {
        doc_finding_add(findings, f->first_line,
                        g_strdup_printf("%s has no doc comment (--- what it does, right above it)", f->name));
    } else {
        char **text = &s->doc;
        for (int i = start; i < below; i++) {
            g_autofree char *said = g_strchomp(g_strdup(comment_text(lines[i]))); /* the line stays as it is: it is code, too */
            text = parse_line(s, said, i + 1, text, findings);
        }
        if (!*s->doc)
            doc_finding_add(findings, f->first_line, g_strdup_printf("the doc comment of %s does not say what it does", f->name));
        match_params(s, f, findings);
        check_size(s, f, below - start, findings);
    }
    /* Meanings may go on over several lines, so the allowed values are looked for at the end. */
    for (guint i = 0; i < s->params->len; i++) {
        struct param *p = &g_array_index(s->params, struct param, i);
        if (!p->allowed && p->meaning)
            parse_allowed(p);
    }
    s->code = join_lines(lines, start, f->last_line);
    s->first_line = start + 1;
    s->last_line = f->last_line;
    return s;
}
