#include "engine/agents/teacher/taught_skill.h"

#include "skills/timeline/action.h"

#include <string.h>

#define NAME_MAX_BYTES 40

static const char *string_of(const action *a, const char *name)
{
    const struct value *v = action_get(a, name);
    return v && v->type == VALUE_STRING ? v->string : NULL;
}

static gint64 integer_of(const action *a, const char *name)
{
    const struct value *v = action_get(a, name);
    return !v ? 0 : v->type == VALUE_INTEGER ? v->integer : v->type == VALUE_NUMBER ? (gint64)v->number : 0;
}

/* A text, kept or not. *ret_text: the text; NULL = it was not kept. */
static bool types(const action *did, const char **ret_text)
{
    const bool told = g_str_equal(did->skill, "type_text") || g_str_equal(did->skill, "key.type");
    *ret_text = told ? string_of(did, "text") : NULL;
    return told || g_str_equal(did->skill, "untold_text");
}

/* ---- names ---- */

static bool is_word(const char *name)
{
    static const char *const taken[] = {"and",      "break",  "do",   "else", "elseif", "end",   "false", "for",
                                        "function", "goto",   "if",   "in",   "local",  "nil",   "not",   "or",
                                        "repeat",   "return", "then", "true", "until",  "while", "key",   "mouse",
                                        "screen",   "wait",   "loop", "at",   NULL};
    bool fits = *name && !g_ascii_isdigit(*name) && strlen(name) <= NAME_MAX_BYTES && !g_strv_contains(taken, name);
    for (const char *p = name; *p && fits; p++)
        fits = g_ascii_isalnum(*p) || *p == '_';
    return fits;
}

/* As elements.h makes it: 16 hexadecimal digits. */
static bool is_id(const char *name)
{
    return strlen(name) == 16 && strspn(name, "0123456789abcdef") == 16;
}

/* "First name:" → first_name; NULL where nothing is left of it, and for an element's id. */
static char *word_of(const char *label)
{
    if (label && is_id(label))
        return NULL;
    GString *word = g_string_new(NULL);
    for (const char *p = label ? label : ""; *p; p++) {
        if (g_ascii_isalnum(*p))
            g_string_append_c(word, g_ascii_tolower(*p));
        else if (word->len && word->str[word->len - 1] != '_')
            g_string_append_c(word, '_');
    }
    if (word->len && word->str[word->len - 1] == '_')
        g_string_truncate(word, word->len - 1);
    return g_string_free(word, !is_word(word->str));
}

static bool is_there(const GPtrArray *names, const char *name)
{
    for (guint i = 0; i < names->len; i++)
        if (g_strcmp0(names->pdata[i], name) == 0)
            return true;
    return false;
}

GPtrArray *taught_names(const GArray *steps)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *clicked = NULL, *text;
    for (guint i = 0; i < steps->len; i++) {
        const struct taught *s = &g_array_index(steps, struct taught, i);
        if (!types(s->did, &text)) {
            const char *element = s->named ? s->named : string_of(s->did, "element");
            clicked = element ? element : g_str_has_prefix(s->did->skill, "press_key") ? NULL : clicked;
            continue;
        }
        g_autofree char *word = word_of(clicked);
        if (!word || is_there(names, word)) {
            g_free(word);
            word = g_strdup_printf("text%u", names->len + 1);
        }
        g_ptr_array_add(names, g_steal_pointer(&word));
        clicked = NULL;
    }
    return names;
}

#define TYPES "key.type("

/* What stands in the brackets of each key.type(…) that is a name; NULL = it is a text. */
static GPtrArray *typed_names(const char *code)
{
    GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
    for (const char *p = strstr(code, TYPES); p; p = strstr(p, TYPES)) {
        p += strlen(TYPES);
        g_autofree char *word = g_strndup(p, strcspn(p, ")"));
        g_ptr_array_add(found, is_word(word) ? g_steal_pointer(&word) : NULL);
    }
    return found;
}

void taught_names_of(const char *code, GPtrArray *names)
{
    g_autoptr(GPtrArray) old = typed_names(code);
    for (guint i = 0; old->len == names->len && i < names->len; i++) {
        if (!old->pdata[i] || is_there(names, old->pdata[i]))
            continue;
        g_free(names->pdata[i]);
        names->pdata[i] = g_steal_pointer(&old->pdata[i]);
    }
}

/* ---- which are parameters ---- */

static bool same_value(const struct value *a, const struct value *b)
{
    return a->type == b->type && (a->type == VALUE_STRING    ? g_str_equal(a->string, b->string)
                                  : a->type == VALUE_INTEGER ? a->integer == b->integer
                                  : a->type == VALUE_NUMBER  ? a->number >= b->number && a->number <= b->number
                                                             : a->boolean == b->boolean);
}

/* Where a press lies on no element, two people hit other pixels of one thing. */
static bool is_place(const char *name)
{
    return g_str_equal(name, "x") || g_str_equal(name, "y") || g_str_has_suffix(name, "_x") || g_str_has_suffix(name, "_y");
}

static bool same_step(const action *a, const action *b)
{
    const char *text_a, *text_b;
    if (types(a, &text_a) || types(b, &text_b))
        return types(a, &text_a) && types(b, &text_b);
    bool same = g_str_equal(a->skill, b->skill) && a->args->len == b->args->len;
    for (guint i = 0; same && i < a->args->len; i++) {
        const struct argument *one = &g_array_index(a->args, struct argument, i);
        const struct value *other = action_get(b, one->name);
        same = other && (is_place(one->name) || same_value(&one->value, other));
    }
    return same;
}

bool taught_same(const GArray *steps, const GPtrArray *other, GPtrArray *names, char **ret_why)
{
    guint n = 0;
    *ret_why = NULL;
    for (guint i = 0; i < MAX(steps->len, other->len) && !*ret_why; i++) {
        const action *a = i < steps->len ? g_array_index(steps, struct taught, i).did : NULL;
        const action *b = i < other->len ? other->pdata[i] : NULL;
        g_autofree char *now = a ? action_describe(a) : g_strdup("nothing"), *then = b ? action_describe(b) : g_strdup("nothing");
        if (!a || !b || !same_step(a, b))
            *ret_why = g_strdup_printf("step %u is %s here and %s there", i + 1, now, then);
    }
    for (guint i = 0; i < steps->len && !*ret_why; i++) {
        const char *now, *then;
        if (!types(g_array_index(steps, struct taught, i).did, &now))
            continue;
        types(other->pdata[i], &then);
        if (now && then && g_str_equal(now, then))
            g_clear_pointer(&names->pdata[n], g_free);
        n++;
    }
    return !*ret_why;
}

static const char *nth_text(const GArray *steps, guint n)
{
    const char *text = NULL;
    for (guint i = 0, seen = 0; i < steps->len; i++)
        if (types(g_array_index(steps, struct taught, i).did, &text) && seen++ == n)
            return text;
    return NULL;
}

bool taught_choose(const GArray *steps, const char *answer, GPtrArray *names, char **ret_why)
{
    g_auto(GStrv) words = g_strsplit_set(answer, " ,;", -1);
    g_autofree bool *chosen = g_new0(bool, names->len + 1);
    g_autoptr(GPtrArray) wanted = g_ptr_array_new_with_free_func(g_free);
    *ret_why = NULL;
    for (guint i = 0; i < names->len; i++)
        g_ptr_array_add(wanted, g_strdup(names->pdata[i]));
    for (char **word = words; *word; word++) {
        char *end = NULL;
        guint64 n = g_ascii_strtoull(*word, &end, 10);
        if (!**word || g_str_equal(*word, "none"))
            continue;
        if (n < 1 || n > names->len || (*end && *end != '=') || (*end && !is_word(end + 1))) {
            *ret_why =
                g_strdup_printf("\"%s\" is no number from 1 to %u, or has no name that Lua takes after its =", *word, names->len);
            return false;
        }
        chosen[n - 1] = true;
        if (*end && is_there(wanted, end + 1) && !g_str_equal(wanted->pdata[n - 1], end + 1)) {
            *ret_why = g_strdup_printf("\"%s\" is the name of two texts", end + 1);
            return false;
        }
        if (*end) {
            g_free(wanted->pdata[n - 1]);
            wanted->pdata[n - 1] = g_strdup(end + 1);
        }
    }
    for (guint i = 0; i < names->len; i++) {
        g_free(names->pdata[i]);
        names->pdata[i] = chosen[i] || !nth_text(steps, i) ? g_strdup(wanted->pdata[i]) : NULL;
    }
    return true;
}

char *taught_texts(const GArray *steps, const GPtrArray *names)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++) {
        const char *text = nth_text(steps, i);
        g_string_append_printf(out, "%s%u %s%s%s (%s)", i ? ", " : "", i + 1, text ? "\"" : "",
                               text ? text : "a text that is not kept", text ? "\"" : "", (const char *)names->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

/* ---- Lua ---- */

static void quote(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (const char *p = text ? text : ""; *p; p++) {
        if (*p == '"' || *p == '\\')
            g_string_append_printf(out, "\\%c", *p);
        else if ((guchar)*p < ' ' || *p == 0x7f)
            g_string_append_printf(out, "\\%03d", (guchar)*p);
        else
            g_string_append_c(out, *p);
    }
    g_string_append_c(out, '"');
}

static void move(GString *out, const struct taught *s)
{
    const char *element = string_of(s->did, "element");
    const struct value *x = action_get(s->did, "x");
    if (!element && !x)
        return;
    g_string_append(out, "    mouse.move(");
    if (element) {
        g_string_append(out, "at(");
        quote(out, element);
        g_string_append(out, ", ");
        quote(out, string_of(s->did, "role"));
        g_string_append_printf(out, ", %d, %d)", s->x, s->y);
    } else {
        g_string_append_printf(out, "%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT, integer_of(s->did, "x"), integer_of(s->did, "y"));
    }
    g_string_append(out, ")\n");
}

static void press(GString *out, const struct taught *s, const char *call, const char *button)
{
    const char *given = string_of(s->did, button);
    move(out, s);
    g_string_append_printf(out, "    %s(", call);
    quote(out, given ? given : "left");
    g_string_append(out, strstr(call, "hold") ? ", {duration = 1, wait = true})\n" : ")\n");
}

static void keys(GString *out, const struct taught *s, const char *call, const char *argument)
{
    g_string_append_printf(out, "    %s(", call);
    quote(out, string_of(s->did, argument));
    g_string_append(out, ")\n");
}

static void turn(GString *out, const struct taught *s, const char *sign, const char *argument)
{
    move(out, s);
    g_string_append_printf(out, "    mouse.scroll(%s%" G_GINT64_FORMAT ")\n", sign, integer_of(s->did, argument));
}

static void drag(GString *out, const struct taught *s, const char *call, const char *argument)
{
    (void)argument;
    g_string_append_printf(out, "    %s(", call);
    static const char *const places[] = {"source_x", "source_y", "target_x", "target_y"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i ? ", " : "", integer_of(s->did, places[i]));
    g_string_append(out, ")\n");
}

static const struct {
    const char *skill;
    void (*write)(GString *out, const struct taught *s, const char *call, const char *argument);
    const char *call, *argument;
} writers[] = {
    {"click_element", press, "mouse.click", "mouse_button"},
    {"click_at_position", press, "mouse.click", "mouse_button"},
    {"mouse.click", press, "mouse.click", "button"},
    {"double_click_element", press, "mouse.double_click", "mouse_button"},
    {"double_click_at_position", press, "mouse.double_click", "mouse_button"},
    {"mouse.double_click", press, "mouse.double_click", "button"},
    {"long_press_element", press, "mouse.hold", "mouse_button"},
    {"appagent_long_press", press, "mouse.hold", "mouse_button"},
    {"scroll_element", turn, "", "distance"},
    {"mouse_scroll_down", turn, "", "distance"},
    {"mouse_scroll_up", turn, "-", "distance"},
    {"mouse.scroll", turn, "", "down"},
    {"mouse_drag", drag, "mouse.drag", ""},
    {"press_key", keys, "key.press", "key"},
    {"key.press", keys, "key.press", "key"},
    {"press_keys_combined", keys, "key.combo", "keys"},
    {"key.combo", keys, "key.combo", "keys"},
};

/* Another skill, called as it was. */
static void call(GString *out, const action *did)
{
    g_autofree char *shown = action_describe(did);
    g_string_append_printf(out, "    -- %s\n    %s(", shown, did->skill);
    for (guint i = 0; i < did->args->len; i++) {
        const struct value *v = &g_array_index(did->args, struct argument, i).value;
        g_string_append(out, i ? ", " : "");
        if (v->type == VALUE_STRING)
            quote(out, v->string);
        else if (v->type == VALUE_BOOLEAN)
            g_string_append(out, v->boolean ? "true" : "false");
        else
            g_string_append_printf(out, "%g", v->type == VALUE_INTEGER ? (double)v->integer : v->number);
    }
    g_string_append(out, ")\n");
}

static void write_await(GString *out, const struct taught *s)
{
    if (!s->await || !*s->await)
        return;
    g_string_append(out, "    screen.await(");
    quote(out, s->await);
    if (s->await_role && *s->await_role) {
        g_string_append(out, ", ");
        quote(out, s->await_role);
    }
    g_string_append(out, ")\n");
}

static void write_step(GString *out, const struct taught *s, const char *parameter)
{
    const char *text;
    write_await(out, s);
    if (types(s->did, &text)) {
        g_string_append(out, "    key.type(");
        if (parameter)
            g_string_append(out, parameter);
        else
            quote(out, text);
        g_string_append(out, ")\n");
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(writers); i++)
        if (g_str_equal(writers[i].skill, s->did->skill)) {
            writers[i].write(out, s, writers[i].call, writers[i].argument);
            return;
        }
    call(out, s->did);
}

static bool uses_elements(const GArray *steps)
{
    for (guint i = 0; i < steps->len; i++)
        if (string_of(g_array_index(steps, struct taught, i).did, "element"))
            return true;
    return false;
}

char *taught_skill(const char *name, const char *task, const GArray *steps, const GPtrArray *names)
{
    g_autofree char *about = g_strdelimit(g_strdup(task && *task ? task : "What was taught."), "\r\n", ' ');
    g_autoptr(GString) list = g_string_new(NULL);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "--- %s\n", about);
    for (guint i = 0; i < names->len; i++) {
        if (!names->pdata[i])
            continue;
        g_string_append_printf(out, "-- @param %s string what is typed there\n", (const char *)names->pdata[i]);
        g_string_append_printf(list, "%s%s", list->len ? ", " : "", (const char *)names->pdata[i]);
    }
    g_string_append_printf(out, "-- @expect it is done as it was shown\nfunction %s(%s)\n", name, list->str);
    if (uses_elements(steps)) /* what is not there lies where it lay */
        g_string_append(out, "    local function at(element, role, x, y)\n"
                             "        local found = screen.element(element, role)\n"
                             "        if found then\n"
                             "            return found.x, found.y\n"
                             "        end\n"
                             "        return x, y\n"
                             "    end\n");
    for (guint i = 0, n = 0; i < steps->len; i++) {
        const struct taught *s = &g_array_index(steps, struct taught, i);
        const char *text;
        write_step(out, s, types(s->did, &text) ? names->pdata[n++] : NULL);
    }
    g_string_append(out, "end\n");
    return g_string_free(out, FALSE);
}
