/* The way back from action_describe(): calls as a person reads and types them. */
#include "skills/timeline/action.h"
#include "skills/timeline/visible.h"

#include <errno.h>
#include <string.h>

struct reading {
    const char *text, *at;
    GError **error;
};

static bool fails(const struct reading *r, const char *what)
{
    if (r->error && !*r->error)
        g_set_error(r->error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX,
                    "at character %ld, %s (write skill(name = \"text\", other = 12))",
                    g_utf8_pointer_to_offset(r->text, r->at) + 1, what);
    return false;
}

static void skip_space(struct reading *r)
{
    while (g_ascii_isspace(*r->at))
        r->at++;
}

static bool takes(struct reading *r, char c)
{
    skip_space(r);
    bool there = *r->at == c;
    r->at += there;
    return there;
}

static char *read_name(struct reading *r)
{
    skip_space(r);
    const char *end = r->at;
    for (gunichar c; (c = g_utf8_get_char(end)); end = g_utf8_next_char(end))
        if (!(c < 0x80 && strchr("_.-@", (int)c)) && (!g_unichar_isalnum(c) || visible_hides(c)))
            break;
    char *name = end > r->at ? g_strndup(r->at, (gsize)(end - r->at)) : NULL;
    r->at = end;
    return name;
}

/* A character that is written by name: ‹U+202E›, ⏎, ⇥. */
static bool read_named(struct reading *r, GString *out)
{
    static const struct {
        const char *sign;
        char c;
    } signs[] = {{"⏎", '\n'}, {"⇥", '\t'}};
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
        if (g_str_has_prefix(r->at, signs[i].sign)) {
            g_string_append_c(out, signs[i].c);
            r->at += strlen(signs[i].sign);
            return true;
        }
    if (!g_str_has_prefix(r->at, "‹U+"))
        return false;
    char *end;
    guint64 c = g_ascii_strtoull(r->at + strlen("‹U+"), &end, 16);
    if (!g_str_has_prefix(end, "›") || c == 0 || c > 0x10ffff || !g_unichar_validate((gunichar)c))
        return false;
    g_string_append_unichar(out, (gunichar)c);
    r->at = end + strlen("›");
    return true;
}

/* After a backslash. Any other one is refused: \U of a path and \n of another would not be read alike. */
static bool read_escaped(struct reading *r, GString *out)
{
    static const char escaped[] = "nt\"'\\", plain[] = "\n\t\"'\\";
    const char *at = r->at[1] ? strchr(escaped, r->at[1]) : NULL;
    if (!at)
        return fails(r, r->at[1] ? "a backslash is typed \\\\ (a newline \\n, a tab \\t, a quote \\\")"
                                 : "the text has no second quote");
    g_string_append_c(out, plain[at - escaped]);
    r->at += 2;
    return true;
}

/* After the first quote, which also ends it. */
static char *read_text(struct reading *r, char quote)
{
    g_autoptr(GString) out = g_string_new("");
    while (*r->at && *r->at != quote) {
        if (*r->at == '\\') {
            if (!read_escaped(r, out))
                return NULL;
        } else if (!read_named(r, out)) {
            g_string_append_c(out, *r->at++);
        }
    }
    if (!*r->at) {
        fails(r, "the text has no second quote");
        return NULL;
    }
    r->at++;
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static bool read_number(struct reading *r, struct value *v)
{
    gsize n = strspn(r->at, "+-.0123456789eE");
    g_autofree char *text = g_strndup(r->at, n);
    char *end = text;
    errno = 0;
    if (n && !strpbrk(text, ".eE")) {
        v->type = VALUE_INTEGER;
        v->integer = g_ascii_strtoll(text, &end, 10);
    } else if (n) {
        v->type = VALUE_NUMBER;
        v->number = g_ascii_strtod(text, &end);
    }
    if (!n || *end || errno)
        return fails(r, "neither a text in quotes, a number, true nor false");
    r->at += n;
    return true;
}

static bool read_value(struct reading *r, action *a, const char *name)
{
    struct value v = {0};
    g_autofree char *text = NULL;
    bool twice = takes(r, '"');
    if (twice || takes(r, '\'')) {
        text = read_text(r, twice ? '"' : '\'');
        if (!text)
            return false;
        v = (struct value){.type = VALUE_STRING, .string = text};
    } else if (g_ascii_isalpha(*r->at)) {
        g_autofree char *word = read_name(r);
        v = (struct value){.type = VALUE_BOOLEAN, .boolean = g_str_equal(word, "true")};
        if (!v.boolean && !g_str_equal(word, "false")) {
            r->at -= strlen(word);
            return fails(r, "a text needs quotes");
        }
    } else if (!read_number(r, &v)) {
        return false;
    }
    action_set(a, name, &v);
    return true;
}

static action *read_call(struct reading *r)
{
    g_autofree char *skill = read_name(r);
    if (!skill || !takes(r, '(')) {
        fails(r, skill ? "no ( behind the skill" : "a skill's name is missing");
        return NULL;
    }
    g_autoptr(action) a = action_new(skill);
    while (!takes(r, ')')) {
        if (a->args->len && !takes(r, ',')) {
            fails(r, "neither a comma nor the call's )");
            return NULL;
        }
        g_autofree char *name = read_name(r);
        const bool value = !name || g_ascii_isdigit(*name); /* click(412, 388) */
        if (value || !takes(r, '=')) {
            fails(r, value ? "an argument's name is missing" : "no = behind the argument's name");
            return NULL;
        }
        if (action_get(a, name)) {
            fails(r, "the argument is given twice");
            return NULL;
        }
        if (!read_value(r, a, name))
            return NULL;
    }
    return g_steal_pointer(&a);
}

GPtrArray *actions_from_calls(const char *text, GError **error)
{
    struct reading r = {text, text, error};
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    if (!g_utf8_validate(text, -1, NULL)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "not UTF-8");
        return NULL;
    }
    for (skip_space(&r); *r.at; skip_space(&r)) {
        action *a = read_call(&r);
        if (!a)
            return NULL;
        g_ptr_array_add(all, a);
        if (!takes(&r, ';'))
            takes(&r, ',');
    }
    return g_steal_pointer(&all);
}
