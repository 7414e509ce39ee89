/* Python statements that one call of ours is exactly. */

#include "engine/curation/python.h"

#include "skills/timeline/key.h"

#include <string.h>

#define ARGS_MAX 8

/* Calls of the released code's io_env (positions count from the game's window) and of pyautogui (from the screen). `params`: in
 * their order, "-" = must not be given, "*" = all of them. In `lua` $name is the argument, and what stands in [ ] is there only
 * where its argument was given. */
static const struct call {
    const char *python, *params, *lua;
} calls[] = {
    {"io_env.mouse_move", "x y duration", "mouse.move($x, $y, {origin = \"window\"[, duration = $duration]})"},
    {"io_env.mouse_move relative", "x y duration", "mouse.move($x, $y, {origin = \"relative\"[, duration = $duration]})"},
    {"io_env.mouse_move_normalized", "x y", "mouse.move($x, $y, {origin = \"window_normalized\"})"},
    {"io_env.mouse_move_horizontal_angle", "theta", "mouse.turn($theta)"},
    {"io_env.mouse_click_button", "button duration", "mouse.click($button[, {duration = $duration}])"},
    {"io_env.mouse_click_button", "button - clicks", "mouse.click($button, {clicks = $clicks})"},
    {"io_env.mouse_click", "button duration", "mouse.click($button[, {duration = $duration}])"},
    {"io_env.mouse_click", "button - clicks", "mouse.click($button, {clicks = $clicks})"},
    {"io_env.mouse_hold", "button duration", "mouse.hold($button[, {duration = $duration, wait = true}])"},
    {"io_env.mouse_hold_button", "button", "mouse.hold($button)"},
    {"io_env.mouse_release", "button", "mouse.release($button)"},
    {"io_env.mouse_release_button", "button", "mouse.release($button)"},
    {"io_env.mouse_scroll", "direction distance", "mouse.scroll($direction * ($distance))"},
    {"io_env.key_press", "key duration", "key.combo($key[, {duration = $duration}])"},
    {"io_env.key_hold", "key duration", "key.hold($key[, {duration = $duration, wait = true}])"},
    {"io_env.key_release", "key", "key.release($key)"},
    {"io_env.keys_type", "text", "key.type($text)"},
    {"time.sleep", "seconds", "wait($seconds)"},
    {"pyautogui.sleep", "seconds", "wait($seconds)"},
    {"pyautogui.moveTo", "x y duration", "mouse.move($x, $y[, {duration = $duration}])"},
    {"pyautogui.moveRel", "x y duration", "mouse.move($x, $y, {origin = \"relative\"[, duration = $duration]})"},
    {"pyautogui.move", "x y duration", "mouse.move($x, $y, {origin = \"relative\"[, duration = $duration]})"},
    {"pyautogui.click", "", "mouse.click(\"left\")"},
    {"pyautogui.click", "x y", "mouse.click($x, $y)"},
    {"pyautogui.click", "- - - - button", "mouse.click($button)"},
    {"pyautogui.click", "x y - - button", "mouse.click($x, $y, $button)"},
    {"pyautogui.doubleClick", "", "mouse.double_click(\"left\")"},
    {"pyautogui.doubleClick", "x y", "mouse.double_click($x, $y)"},
    {"pyautogui.rightClick", "", "mouse.click(\"right\")"},
    {"pyautogui.rightClick", "x y", "mouse.click($x, $y, \"right\")"},
    {"pyautogui.mouseDown", "", "mouse.hold(\"left\")"},
    {"pyautogui.mouseDown", "- - button", "mouse.hold($button)"},
    {"pyautogui.mouseUp", "", "mouse.release(\"left\")"},
    {"pyautogui.mouseUp", "- - button", "mouse.release($button)"},
    {"pyautogui.dragTo", "x y duration", "mouse.drag($x, $y, \"left\"[, {duration = $duration}])"},
    {"pyautogui.dragTo", "x y duration - button", "mouse.drag($x, $y, $button[, {duration = $duration}])"},
    {"pyautogui.scroll", "clicks", "mouse.scroll(-($clicks))"},
    {"pyautogui.press", "key", "key.press($key)"},
    {"pyautogui.keyDown", "key", "key.hold($key)"},
    {"pyautogui.keyUp", "key", "key.release($key)"},
    {"pyautogui.hotkey", "*", "key.hotkey($*)"},
    {"pyautogui.write", "text", "key.type($text)"},
    {"pyautogui.typewrite", "text", "key.type($text)"},
};

static const struct {
    const char *python, *lua;
} constants[] = {{"io_env.WHEEL_DOWN_MOUSE_BUTTON", "1"},
                 {"io_env.WHEEL_UP_MOUSE_BUTTON", "-1"},
                 {"io_env.LEFT_MOUSE_BUTTON", "\"left\""},
                 {"io_env.RIGHT_MOUSE_BUTTON", "\"right\""},
                 {"io_env.MIDDLE_MOUSE_BUTTON", "\"middle\""},
                 {"True", "true"},
                 {"False", "false"}};

/* What the program around the skill did is reins' own work. */
static const struct {
    const char *prefix, *why;
} left_out[] = {{"post_skill_wait(", "left out: reins waits until the screen has settled"},
                {"logger.", "left out: what is written to a log"},
                {"print(", "left out: what is printed"}};

struct argument {
    char *name; /* NULL = by its place */
    char *lua;
    bool text; /* a literal text */
};

struct statement {
    const python_function *f;
    char *callee;
    int n;
    struct argument args[ARGS_MAX];
};

static void statement_clear(struct statement *s)
{
    g_free(s->callee);
    for (int i = 0; i < s->n; i++) {
        g_free(s->args[i].name);
        g_free(s->args[i].lua);
    }
}

/* ---- expressions ---- */

static void skip_spaces(const char **p)
{
    *p += strspn(*p, " \t");
}

static const struct python_param *param_named(const python_function *f, const char *name)
{
    for (guint i = 0; i < f->params->len; i++) {
        const struct python_param *p = &g_array_index(f->params, struct python_param, i);
        if (g_str_equal(p->name, name))
            return p;
    }
    return NULL;
}

static char *take_name(const char **p)
{
    const char *from = *p;
    while (g_ascii_isalnum(**p) || **p == '_' || **p == '.')
        (*p)++;
    return *p > from && !g_ascii_isdigit(*from) ? g_strndup(from, (gsize)(*p - from)) : NULL;
}

/* A text whose characters and escapes mean the same in both languages. */
static bool take_text(const char **p, GString *out)
{
    const char quote = **p, *from = *p;
    for ((*p)++; **p && **p != quote; (*p)++) {
        if (**p == '\\' && (!*++*p || !strchr("nt\\\"'", **p)))
            return false;
    }
    if (!**p || (from[1] == quote && from[2] == quote))
        return false;
    (*p)++;
    g_string_append_len(out, from, *p - from);
    return true;
}

static bool take_sum(const struct statement *s, const char **p, GString *out, bool *ret_text, int depth);

static bool take_list(const struct statement *s, const char **p, GString *out, int depth)
{
    bool text;
    g_string_append_c(out, '{');
    for ((*p)++, skip_spaces(p); **p && **p != ']';) {
        if (!take_sum(s, p, out, &text, depth + 1))
            return false;
        skip_spaces(p);
        if (**p == ',')
            g_string_append(out, ", ");
        else if (**p != ']')
            return false;
        *p += **p == ',';
        skip_spaces(p);
    }
    g_string_append_c(out, '}');
    return *(*p)++ == ']';
}

static bool take_value(const struct statement *s, const char **p, GString *out, bool *ret_text, int depth)
{
    char *end;
    skip_spaces(p);
    *ret_text = **p == '"' || **p == '\'';
    if (depth > 8)
        return false;
    if (*ret_text)
        return take_text(p, out);
    if (**p == '[')
        return (*ret_text = true) && take_list(s, p, out, depth);
    if (**p == '-' || **p == '(') {
        char open = *(*p)++;
        g_string_append_c(out, open);
        if (!(open == '(' ? take_sum(s, p, out, ret_text, depth + 1) : take_value(s, p, out, ret_text, depth + 1)) || *ret_text)
            return false;
        skip_spaces(p);
        if (open == '(')
            g_string_append_c(out, ')');
        return open == '-' || *(*p)++ == ')';
    }
    if (g_ascii_isdigit(**p)) {
        const char *from = *p;
        g_ascii_strtod(from, &end);
        *p = end;
        g_string_append_len(out, from, end - from);
        return !g_ascii_isalnum(*end) && *end != '_';
    }
    g_autofree char *name = take_name(p);
    for (gsize i = 0; name && i < G_N_ELEMENTS(constants); i++) {
        if (!g_str_equal(name, constants[i].python))
            continue;
        g_string_append(out, constants[i].lua);
        return true;
    }
    const struct python_param *param = name ? param_named(s->f, name) : NULL;
    *ret_text = param && !g_str_equal(param->type, "number");
    if (param)
        g_string_append(out, name);
    return param != NULL;
}

/* Sums and products of numbers; one value of any kind. */
static bool take_sum(const struct statement *s, const char **p, GString *out, bool *ret_text, int depth)
{
    if (!take_value(s, p, out, ret_text, depth))
        return false;
    for (skip_spaces(p); **p && strchr("+-*/", **p); skip_spaces(p)) {
        if (*ret_text || (*p)[1] == **p) /* ** and // are other operators */
            return false;
        g_string_append_printf(out, " %c ", *(*p)++);
        if (!take_value(s, p, out, ret_text, depth) || *ret_text)
            return false;
    }
    return true;
}

/* ---- statements ---- */

static bool take_argument(struct statement *s, const char **p)
{
    struct argument *a = &s->args[s->n];
    if (s->n == ARGS_MAX)
        return false;
    *a = (struct argument){0};
    const char *at = *p;
    g_autofree char *name = take_name(&at);
    skip_spaces(&at);
    if (name && *at == '=' && at[1] != '=') {
        a->name = g_steal_pointer(&name);
        *p = at + 1;
    }
    GString *lua = g_string_new(NULL);
    skip_spaces(p);
    a->text = **p == '"' || **p == '\'';
    bool unused, ok = take_sum(s, p, lua, &unused, 0);
    a->lua = g_string_free(lua, FALSE);
    s->n++;
    return ok;
}

static bool parse(struct statement *s, const char *line)
{
    const char *p = line;
    s->callee = take_name(&p);
    if (!s->callee || *p++ != '(')
        return false;
    for (skip_spaces(&p); *p && *p != ')'; skip_spaces(&p)) {
        if (!take_argument(s, &p))
            return false;
        skip_spaces(&p);
        if (*p != ',' && *p != ')')
            return false;
        p += *p == ',';
    }
    return *p == ')' && !p[1 + strspn(p + 1, " \t;")];
}

/* "right mouse button" is how the released code calls it. */
static void name_buttons(struct statement *s)
{
    for (int i = 0; i < s->n; i++) {
        char *tail = s->args[i].text ? strstr(s->args[i].lua, " mouse button") : NULL;
        if (tail && g_str_has_prefix(s->callee, "io_env.mouse_"))
            memmove(tail, tail + strlen(" mouse button"), strlen(tail + strlen(" mouse button")) + 1);
    }
}

/* relative=True makes another call of it. */
static void take_relative(struct statement *s)
{
    for (int i = 0; i < s->n; i++) {
        if (g_strcmp0(s->args[i].name, "relative") != 0)
            continue;
        bool is = g_str_equal(s->args[i].lua, "true"), is_not = g_str_equal(s->args[i].lua, "false");
        if (!is && !is_not)
            return;
        g_free(s->args[i].name);
        g_free(s->args[i].lua);
        memmove(s->args + i, s->args + i + 1, sizeof *s->args * (gsize)(s->n - i - 1));
        s->n--;
        char *callee = is ? g_strconcat(s->callee, " relative", NULL) : g_strdup(s->callee);
        g_free(s->callee);
        s->callee = callee;
        return;
    }
}

/* A key's or a button's name as a literal text must be one of ours. */
static bool fits(const struct argument *a, const char *param)
{
    if (!a->text)
        return true;
    g_autofree char *name = g_strndup(a->lua + 1, strlen(a->lua) - 2);
    int button;
    if (g_str_equal(param, "button"))
        return button_parse(name, &button, NULL);
    if (!g_str_equal(param, "key") && !g_str_equal(param, "*"))
        return true;
    g_auto(GStrv) keys = g_strsplit(name, ",", -1);
    for (char **k = keys; *k; k++) {
        if (!key_canonical(g_strstrip(*k), NULL))
            return false;
    }
    return *keys != NULL;
}

/* Which argument each of the row's parameters has; -1 = not given. False: another set of arguments. */
static bool bind(const struct statement *s, char **params, int *ret_bound)
{
    int n = (int)g_strv_length(params);
    bool used[ARGS_MAX] = {false};
    for (int i = 0; i < n; i++) {
        ret_bound[i] = -1;
        for (int k = 0; k < s->n; k++) {
            if (s->args[k].name ? g_str_equal(s->args[k].name, params[i]) : k == i)
                ret_bound[i] = k;
        }
        if (ret_bound[i] >= 0 && (g_str_equal(params[i], "-") || !fits(&s->args[ret_bound[i]], params[i])))
            return false;
        if (ret_bound[i] >= 0)
            used[ret_bound[i]] = true;
    }
    for (int k = 0; k < s->n; k++) {
        if (!used[k])
            return false;
    }
    return true;
}

static const char *bound_to(const struct statement *s, char **params, const int *bound, const char *name, gsize length)
{
    for (int i = 0; params[i]; i++) {
        if (strlen(params[i]) == length && strncmp(params[i], name, length) == 0)
            return bound[i] >= 0 ? s->args[bound[i]].lua : NULL;
    }
    return NULL;
}

/* False: an argument that must be given is not. */
static bool fill(const struct statement *s, char **params, const int *bound, const char *lua, GString *out)
{
    gsize optional = 0; /* where [ began, + 1 */
    bool missing = false;
    for (const char *p = lua; *p; p++) {
        if (*p == '[') {
            optional = out->len + 1;
            missing = false;
        } else if (*p == ']') {
            g_string_truncate(out, missing ? optional - 1 : out->len);
            optional = 0;
        } else if (*p == '$') {
            gsize length = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz");
            const char *value = bound_to(s, params, bound, p + 1, length);
            missing = missing || !value;
            if (!value && !optional)
                return false;
            g_string_append(out, value ? value : "");
            p += length;
        } else {
            g_string_append_c(out, *p);
        }
    }
    return true;
}

/* key.combo of one key is a press. */
static void name_press(GString *out)
{
    bool text = g_str_has_prefix(out->str, "key.combo(\"") || g_str_has_prefix(out->str, "key.combo('");
    if (text && !strchr(out->str, ','))
        g_string_replace(out, "key.combo(", "key.press(", 1);
}

static bool fill_all(const struct statement *s, const char *lua, GString *out)
{
    for (const char *p = lua; *p; p++) {
        if (*p != '$' || p[1] != '*') {
            g_string_append_c(out, *p);
            continue;
        }
        for (int i = 0; i < s->n; i++) {
            if (s->args[i].name || !fits(&s->args[i], "*"))
                return false;
            g_string_append_printf(out, "%s%s", i ? ", " : "", s->args[i].lua);
        }
        p++;
    }
    return s->n > 0;
}

static bool translate(const struct statement *s, GHashTable *names, GString *out)
{
    for (gsize i = 0; i < G_N_ELEMENTS(calls); i++) {
        if (!g_str_equal(calls[i].python, s->callee))
            continue;
        g_auto(GStrv) params = g_strsplit(*calls[i].params ? calls[i].params : "", " ", -1);
        int bound[ARGS_MAX];
        gsize before = out->len;
        bool all = g_str_equal(calls[i].params, "*");
        if (all ? fill_all(s, calls[i].lua, out) : bind(s, params, bound) && fill(s, params, bound, calls[i].lua, out)) {
            name_press(out);
            return true;
        }
        g_string_truncate(out, before);
    }
    if (!g_hash_table_contains(names, s->callee))
        return false;
    g_string_append_printf(out, "%s(", s->callee);
    for (int i = 0; i < s->n; i++) {
        if (s->args[i].name)
            return false;
        g_string_append_printf(out, "%s%s", i ? ", " : "", s->args[i].lua);
    }
    g_string_append_c(out, ')');
    return true;
}

static bool leave_out(python_function *f, const char *line)
{
    for (gsize i = 0; i < G_N_ELEMENTS(left_out); i++) {
        if (!g_str_has_prefix(line, left_out[i].prefix))
            continue;
        g_ptr_array_add(f->lost, g_strdup_printf("%.80s (%s)", line, left_out[i].why));
        return true;
    }
    return g_str_equal(line, "pass") || g_str_equal(line, "return");
}

char *python_body(python_function *f, GHashTable *names)
{
    g_autoptr(GString) out = g_string_new(NULL);
    bool exact = true;
    for (char **l = f->body; *l; l++) {
        __attribute__((cleanup(statement_clear))) struct statement s = {.f = f};
        g_autoptr(GString) lua = g_string_new(NULL);
        if (leave_out(f, *l))
            continue;
        bool known = parse(&s, *l);
        if (known) {
            take_relative(&s);
            name_buttons(&s);
        }
        bool same = known && translate(&s, names, lua);
        /* a parameter with the name of a table of the API would hide it */
        g_autofree char *table = g_strndup(lua->str, strcspn(lua->str, ".("));
        bool hides = same && param_named(f, table) != NULL;
        if (same && !hides) {
            g_string_append_printf(out, "    %s\n", lua->str);
            continue;
        }
        exact = false;
        g_ptr_array_add(f->lost, g_strdup_printf("%.80s%s", *l, hides ? " (a parameter has the name of what it needs)" : ""));
    }
    if (exact && !out->len) {
        g_ptr_array_add(f->lost, g_strdup("its body does nothing here"));
        exact = false;
    }
    return exact ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}
