#include "engine/curation/python.h"

#include "skills/library/skill_text.h"

#include <string.h>

#define DOC_MAX 4000

static void param_clear(gpointer data)
{
    struct python_param *p = data;
    g_free(p->name);
    g_free(p->type);
    g_free(p->fallback);
    g_free(p->meaning);
}

void python_function_free(python_function *f)
{
    if (!f)
        return;
    g_free(f->name);
    g_array_unref(f->params);
    g_free(f->doc);
    g_strfreev(f->body);
    g_ptr_array_unref(f->lost);
    g_free(f);
}

/* ---- reading ---- */

/* Behind a string literal that begins at p; the text's end where it has none. */
static const char *behind_string(const char *p)
{
    char quote = *p;
    bool triple = p[1] == quote && p[2] == quote;
    for (p += triple ? 3 : 1; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '\n' && !triple)
            return p;
        else if (*p == quote && (!triple || (p[1] == quote && p[2] == quote)))
            return p + (triple ? 3 : 1);
    }
    return p;
}

/* Up to the end of a logical line: brackets and strings may hold line ends, a comment is left out. */
static const char *take_line(const char *p, GString *out)
{
    int depth = 0;
    while (*p && (*p != '\n' || depth > 0)) {
        if (*p == '#') {
            p += strcspn(p, "\n");
            continue;
        }
        if (*p == '\\' && p[1] == '\n') {
            p += 2;
            continue;
        }
        const char *end = *p == '"' || *p == '\'' ? behind_string(p) : p + 1;
        depth += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
        g_string_append_len(out, *p == '\n' ? " " : p, end - p);
        p = end;
    }
    return *p ? p + 1 : p;
}

/* Parts between commas that stand in no bracket and no string. */
static GPtrArray *split_commas(const char *text, gsize length)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
    const char *end = text + length, *from = text;
    int depth = 0;
    for (const char *p = text; p < end;) {
        const char *next = *p == '"' || *p == '\'' ? MIN(behind_string(p), end) : p + 1;
        depth += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
        if (*p == ',' && depth == 0) {
            g_ptr_array_add(parts, g_strstrip(g_strndup(from, (gsize)(p - from))));
            from = next;
        }
        p = next;
    }
    char *last = g_strstrip(g_strndup(from, (gsize)(end - from)));
    if (*last)
        g_ptr_array_add(parts, last);
    else
        g_free(last);
    return parts;
}

/* ---- parameters ---- */

static const struct {
    const char *end, *type; /* of names that are or end so */
} types_by_name[] = {{"key", "key"},         {"keys", "keys"},         {"mouse_button", "button"}, {"button", "button"},
                     {"x", "number"},        {"y", "number"},          {"duration", "number"},     {"theta", "number"},
                     {"distance", "number"}, {"seconds", "number"},    {"count", "number"},        {"times", "number"},
                     {"angle", "number"},    {"iterations", "number"}, {"x1", "number"},           {"y1", "number"},
                     {"x2", "number"},       {"y2", "number"},         {"price", "number"}};

static const char *type_of(const char *name, const char *fallback)
{
    if (fallback && (g_ascii_isdigit(*fallback) || *fallback == '-'))
        return "number";
    if (fallback && (g_str_equal(fallback, "true") || g_str_equal(fallback, "false")))
        return "boolean";
    for (gsize i = 0; i < G_N_ELEMENTS(types_by_name); i++) {
        const char *end = types_by_name[i].end;
        g_autofree char *tail = g_strconcat("_", end, NULL);
        if (g_str_equal(name, end) || g_str_has_suffix(name, tail))
            return types_by_name[i].type;
    }
    return "string";
}

/* A literal that is one in Lua, too; NULL = none. */
static char *literal(const char *text)
{
    char *end;
    if (g_str_equal(text, "True") || g_str_equal(text, "False"))
        return g_ascii_strdown(text, -1);
    if (g_str_equal(text, "None"))
        return g_strdup("nil");
    if (g_ascii_isdigit(*text) || (*text == '-' && g_ascii_isdigit(text[1])) || *text == '.') {
        g_ascii_strtod(text, &end);
        return *end ? NULL : g_strdup(text);
    }
    bool quoted = (*text == '"' || *text == '\'') && !*behind_string(text) && !(text[1] == *text && text[2] == *text);
    return quoted && !strchr(text, '\\') ? g_strdup(text) : NULL;
}

static void add_param(python_function *f, const char *part)
{
    gsize length = strcspn(part, ":= ");
    g_autofree char *name = g_strndup(part, length);
    const char *equals = strchr(part, '=');
    g_autofree char *given = equals ? g_strstrip(g_strdup(equals + 1)) : NULL;
    char *fallback = given ? literal(given) : NULL;
    if (!skill_text_name_fits(name)) {
        g_ptr_array_add(f->lost, g_strdup_printf("the parameter %.60s", part));
        g_free(fallback);
        return;
    }
    if (given && !fallback) {
        g_ptr_array_add(f->lost, g_strdup_printf("the default %.60s of %s", given, name));
        fallback = g_strdup("nil");
    }
    struct python_param p = {.type = g_strdup(type_of(name, fallback)), .fallback = fallback};
    p.name = g_steal_pointer(&name);
    g_array_append_val(f->params, p);
}

/* ---- documentation ---- */

/* One line of a comment: no tag, no braces (which would be allowed values). */
static char *doc_line(const char *line)
{
    char *text = g_strstrip(g_strdup(line));
    g_strdelimit(text, "{", '(');
    g_strdelimit(text, "}", ')');
    g_strdelimit(text, "\t\r", ' ');
    if (*text == '@')
        *text = ' ';
    return g_strchug(text);
}

/* "- x: what" is the parameter's meaning; what else there is, is the documentation. */
static void take_doc(python_function *f, const char *doc)
{
    g_auto(GStrv) lines = g_strsplit(doc, "\n", -1);
    GString *rest = g_string_new(NULL);
    for (char **l = lines; *l; l++) {
        g_autofree char *text = doc_line(*l);
        const char *name = g_str_has_prefix(text, "- ") ? text + 2 : text;
        struct python_param *of = NULL;
        for (guint i = 0; i < f->params->len && !of; i++) {
            struct python_param *p = &g_array_index(f->params, struct python_param, i);
            gsize length = strlen(p->name);
            of = strncmp(name, p->name, length) == 0 && name[length] == ':' && !p->meaning ? p : NULL;
            if (of)
                of->meaning = g_strstrip(g_strdup(name + length + 1));
        }
        if (!of && *text && !g_str_equal(text, "Parameters:") && rest->len < DOC_MAX)
            g_string_append_printf(rest, "%s%s", rest->len ? "\n" : "", text);
    }
    f->doc = g_string_free(rest, FALSE);
}

/* ---- the function ---- */

static const char *find_def(const char *source)
{
    const char *p = g_str_has_prefix(source, "def ") ? source : strstr(source, "\ndef ");
    return p ? p + (*p == '\n' ? 5 : 4) : NULL;
}

/* "NAME(params) -> type:"; *ret_body: what stands behind it. */
static python_function *read_head(const char *p, const char **ret_body, char **ret_why)
{
    g_autoptr(GString) head = g_string_new(NULL);
    *ret_body = take_line(p, head);
    const char *open = strchr(head->str, '('), *close = strrchr(head->str, ')');
    g_autofree char *name = open ? g_strstrip(g_strndup(head->str, (gsize)(open - head->str))) : g_strdup("");
    if (!open || !close || close < open || !skill_text_name_fits(name)) {
        *ret_why = g_strdup_printf("\"def %.80s\" is not a function with a name that a skill can have", head->str);
        return NULL;
    }
    python_function *f = g_new0(python_function, 1);
    f->name = g_steal_pointer(&name);
    f->params = g_array_new(FALSE, FALSE, sizeof(struct python_param));
    g_array_set_clear_func(f->params, param_clear);
    f->lost = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) parts = split_commas(open + 1, (gsize)(close - open - 1));
    for (guint i = 0; i < parts->len; i++)
        add_param(f, g_ptr_array_index(parts, i));
    return f;
}

static char **read_body(const char *p)
{
    GPtrArray *lines = g_ptr_array_new();
    while (*p) {
        g_autoptr(GString) line = g_string_new(NULL);
        p = take_line(p, line);
        g_strstrip(line->str);
        if (*line->str)
            g_ptr_array_add(lines, g_strdup(line->str));
    }
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

python_function *python_read(const char *source, char **ret_why)
{
    const char *def = find_def(source), *body;
    *ret_why = NULL;
    if (!def) {
        *ret_why = g_strdup("its code has no function");
        return NULL;
    }
    g_autoptr(python_function) f = read_head(def, &body, ret_why);
    if (!f)
        return NULL;
    const char *p = body + strspn(body, " \t\r\n");
    bool documented = (*p == '"' || *p == '\'') && p[1] == *p && p[2] == *p;
    const char *end = documented ? behind_string(p) : p;
    g_autofree char *doc = documented ? g_strndup(p + 3, (gsize)MAX(0, end - p - 6)) : g_strdup("");
    take_doc(f, doc);
    f->body = read_body(end);
    return g_steal_pointer(&f);
}

/* ---- writing ---- */

/* A long bracket that the text does not close. */
static void append_comment(GString *out, const char *source)
{
    g_autofree char *close = NULL;
    int level = 1;
    do {
        g_free(close);
        close = g_strdup_printf("]%.*s]", level, "==============================");
    } while (strstr(source, close) && level++ < 30);
    g_string_append_printf(out, "    --[%.*s[ The Python source:\n", level, "==============================");
    g_auto(GStrv) lines = g_strsplit(source, "\n", -1);
    for (char **l = lines; *l; l++) {
        g_strdelimit(*l, "\r", ' ');
        if (**l)
            g_string_append_printf(out, "    %s\n", g_strchomp(*l));
    }
    g_string_append_printf(out, "    %s\n", close);
}

static void append_doc(GString *out, const python_function *f)
{
    g_auto(GStrv) lines = g_strsplit(*f->doc ? f->doc : "Not documented.", "\n", -1);
    for (int i = 0; lines[i]; i++)
        g_string_append_printf(out, "%s %s\n", i ? "--" : "---", lines[i]);
    for (guint i = 0; i < f->params->len; i++) {
        const struct python_param *p = &g_array_index(f->params, struct python_param, i);
        g_string_append_printf(out, "-- @param %s %s%s %s\n", p->name, p->type, p->fallback ? "?" : "",
                               p->meaning && *p->meaning ? p->meaning : "as in the Python source");
    }
}

char *python_to_lua(python_function *f, const char *source, GHashTable *names)
{
    g_autofree char *body = python_body(f, names);
    GString *out = g_string_new(NULL);
    append_doc(out, f);
    g_string_append_printf(out, "function %s(", f->name);
    for (guint i = 0; i < f->params->len; i++)
        g_string_append_printf(out, "%s%s", i ? ", " : "", g_array_index(f->params, struct python_param, i).name);
    g_string_append(out, ")\n");
    append_comment(out, source);
    for (guint i = 0; body && i < f->params->len; i++) {
        const struct python_param *p = &g_array_index(f->params, struct python_param, i);
        if (p->fallback && !g_str_equal(p->fallback, "nil"))
            g_string_append_printf(out, "    if %s == nil then\n        %s = %s\n    end\n", p->name, p->name, p->fallback);
    }
    if (body)
        g_string_append(out, body);
    else
        g_string_append_printf(out, "    error(\"%s is not rewritten in Lua yet\")\n", f->name);
    g_string_append(out, "end\n");
    return g_string_free(out, FALSE);
}
