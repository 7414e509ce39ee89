/* Answers in the lines of the AppAgent release. */

#include "engine/agents/appagent/appagent.h"

#include "config/strict_json.h"
#include "engine/modules/output.h"
#include "skills/timeline/action.h"

#include <string.h>

static const struct {
    const char *label, *field;
} labels[] = {
    {"Observation:", "observation"}, {"Thought:", "thought"},   {"Action:", NULL},
    {"Summary:", "summary"},         {"Decision:", "decision"}, {"Documentation:", "documentation"},
};
enum { ACTION_LABEL = 2 };

/* ---- the action: tap(7), text("it's (here)"), swipe(3, "up", "short"), grid(), FINISH ---- */

#define ARGUMENTS_MAX 4

struct call {
    char name[32];
    char *arguments[ARGUMENTS_MAX]; /* owned, without quotes */
    guint n;
};

static void call_clear(struct call *c)
{
    for (guint i = 0; i < c->n; i++)
        g_free(c->arguments[i]);
}

G_GNUC_PRINTF(2, 3) static bool wrong(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FORM_ERROR, FORM_ERROR_FIELD, what);
    return false;
}

/* Without the backslashes before quotes and backslashes; every other backslash is one. */
static char *unescaped(const char *from, const char *to)
{
    GString *out = g_string_new(NULL);
    for (; from < to; from++) {
        if (*from == '\\' && from + 1 < to && strchr("\\\"'", from[1]))
            from++;
        g_string_append_c(out, *from);
    }
    return g_string_free(out, FALSE);
}

/* A text may contain quotes and brackets: it ends with the last quote. */
static bool take_text(struct call *c, const char *from, const char *to, GError **error)
{
    if (to - from < 2 || !strchr("\"'", *from) || to[-1] != *from)
        return wrong(error, "the line \"Action:\": a text stands in quotes: text(\"…\")");
    c->arguments[c->n++] = unescaped(from + 1, to - 1);
    return true;
}

static bool take_arguments(struct call *c, const char *from, const char *to, GError **error)
{
    g_autofree char *inside = g_strndup(from, (gsize)(to - from));
    g_strstrip(inside);
    if (!*inside)
        return true;
    if (g_str_equal(c->name, "text"))
        return take_text(c, inside, inside + strlen(inside), error);
    g_auto(GStrv) parts = g_strsplit(inside, ",", -1);
    if (g_strv_length(parts) > ARGUMENTS_MAX)
        return wrong(error, "the line \"Action:\": %s has at most %d arguments", c->name, ARGUMENTS_MAX);
    for (char **p = parts; *p; p++) {
        char *word = g_strstrip(*p);
        gsize n = strlen(word);
        bool quoted = n >= 2 && strchr("\"'", word[0]) && word[n - 1] == word[0];
        c->arguments[c->n++] = quoted ? g_strndup(word + 1, n - 2) : g_strdup(word);
    }
    return true;
}

static bool read_call(const char *text, struct call *c, GError **error)
{
    gsize n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    const char *end = strrchr(text, ')');
    *c = (struct call){0};
    if (n == 0 || n >= sizeof c->name)
        return wrong(error, "the line \"Action:\" has no call: tap(7), text(\"…\"), long_press(7), swipe(7, \"up\", \"medium\"), "
                            "grid(), back() or FINISH");
    g_strlcpy(c->name, text, n + 1);
    for (text += n; *text == ' '; text++)
        ;
    if (*text != '(')
        return true;
    if (!end || end < text)
        return wrong(error, "the line \"Action:\": the bracket of %s( has no end", c->name);
    return take_arguments(c, text + 1, end, error);
}

/* ---- its skill ---- */

/* Letters of `types`: n a number, s a word; small = it may be left out. */
static const struct {
    const char *call, *skill, *types, *names[ARGUMENTS_MAX];
} skills[] = {
    {"tap", "appagent_tap_element", "N", {"element"}},
    {"long_press", "appagent_long_press_element", "N", {"element"}},
    {"swipe", "appagent_swipe_element", "NSs", {"element", "direction", "dist"}},
    {"text", "appagent_text", "S", {"text_input"}},
    {"back", "appagent_back", "", {NULL}},
    {"tap", "appagent_grid_tap", "NS", {"area", "subarea"}},
    {"long_press", "appagent_grid_long_press", "NS", {"area", "subarea"}},
    {"swipe", "appagent_grid_swipe", "NSNS", {"start_area", "start_subarea", "end_area", "end_subarea"}},
};

static bool is_number(const char *text)
{
    gint64 number;
    return g_ascii_string_to_signed(text, 10, 0, G_MAXINT, &number, NULL);
}

static bool fits(const struct call *c, const char *types)
{
    if (c->n > strlen(types))
        return false;
    for (guint i = 0; types[i]; i++)
        if (i >= c->n ? g_ascii_isupper(types[i]) : types[i] == 'N' && !is_number(c->arguments[i]))
            return false;
    return true;
}

static action *action_of(const struct call *c, GError **error)
{
    bool known = false;
    for (gsize i = 0; i < G_N_ELEMENTS(skills); i++) {
        bool same = g_ascii_strcasecmp(c->name, skills[i].call) == 0;
        known = known || same;
        if (!same || !fits(c, skills[i].types))
            continue;
        action *a = action_new(skills[i].skill);
        for (guint k = 0; k < c->n; k++)
            if (skills[i].types[k] == 'N')
                action_set_integer(a, skills[i].names[k], g_ascii_strtoll(c->arguments[k], NULL, 10));
            else
                action_set_string(a, skills[i].names[k], c->arguments[k]);
        return a;
    }
    wrong(error, known ? "the line \"Action:\": these are not the arguments of %s" : "the line \"Action:\": there is no %s",
          c->name);
    return NULL;
}

static bool add_action(cJSON *output, const char *text, GError **error)
{
    struct call c;
    bool ok = read_call(text, &c, error);
    bool exits = ok && (g_str_has_prefix(c.name, "FINISH") || g_ascii_strcasecmp(c.name, "exit") == 0);
    bool grid = ok && g_ascii_strcasecmp(c.name, "grid") == 0;
    cJSON *actions = cJSON_AddArrayToObject(output, "actions");
    cJSON_AddStringToObject(output, "outcome", exits ? "exit" : grid ? "grid" : "continue");
    g_autoptr(action) a = ok && !exits && !grid ? action_of(&c, error) : NULL;
    g_autofree char *json = a ? action_to_json(a) : NULL;
    if (json)
        cJSON_AddItemToArray(actions, cJSON_CreateRaw(json));
    call_clear(&c);
    return ok && (exits || grid || a);
}

/* ---- the lines ---- */

/* The label that the line begins with, also in bold or as a list's item; -1 = none. *ret_rest: what follows. */
static int label_of(const char *line, const char **ret_rest)
{
    line += strspn(line, " *#-\t");
    for (gsize i = 0; i < G_N_ELEMENTS(labels); i++)
        if (g_ascii_strncasecmp(line, labels[i].label, strlen(labels[i].label)) == 0) {
            *ret_rest = line + strlen(labels[i].label);
            *ret_rest += strspn(*ret_rest, " *\t");
            return (int)i;
        }
    return -1;
}

static bool has_field(const struct form *form, const char *name)
{
    for (gsize i = 0; i < form->n_fields; i++)
        if (g_str_equal(form->fields[i].name, name))
            return true;
    return false;
}

static bool is_of(const struct form *form, gsize label)
{
    return label == ACTION_LABEL ? has_field(form, "actions") : has_field(form, labels[label].field);
}

form_output *appagent_read(const struct form *form, const char *reply, gsize length, GError **error)
{
    GString *said[G_N_ELEMENTS(labels)] = {NULL};
    g_autofree char *text = g_utf8_make_valid(reply, (gssize)length);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(cJSON) output = cJSON_CreateObject();
    const char *missing = NULL;
    bool any = false, ok = true;
    int at = -1;
    for (char **line = lines; *line; line++) {
        const char *rest = *line;
        int label = label_of(*line, &rest);
        bool fresh = label >= 0 && is_of(form, (gsize)label) && !said[label];
        at = fresh ? label : at;
        any = any || fresh;
        if (fresh)
            said[at] = g_string_new(rest);
        else if (at >= 0)
            g_string_append_printf(said[at], "\n%s", *line);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(labels) && ok; i++) {
        char *value = said[i] ? g_strstrip(said[i]->str) : NULL;
        if (!value && is_of(form, i) && !missing)
            missing = labels[i].label;
        else if (value && i == ACTION_LABEL)
            ok = add_action(output, value, error);
        else if (value)
            cJSON_AddStringToObject(output, labels[i].field, value);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(labels); i++)
        if (said[i])
            g_string_free(said[i], TRUE);
    if (!any)
        return wrong(error, "this is neither a JSON object of the form nor lines that begin with their labels"), NULL;
    if (ok && missing)
        return wrong(error, "the line \"%s\" is missing: answer again with all lines", missing), NULL;
    g_autofree char *json = ok ? strict_json_print(output) : NULL;
    return json ? form_parse(form, json, strlen(json), error) : NULL;
}
