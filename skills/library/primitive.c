#include "skills/library/primitive.h"

#include "skills/lua/lua_api.h"
#include "skills/library/primitive_call.h"

#include <string.h>

#define POSITIONS_MAX 6

/* What stands before the options in the API's call. */
static const struct position {
    const char *name;
    enum param_type type;
    const char *meaning;
} positions[] = {
    {"key", PARAM_KEY, "which key: a, enter, F5, eacute …"},
    {"keys", PARAM_KEYS, "keys joined by +, such as ctrl+shift+p; a sequence: \"ctrl+k ctrl+s\""},
    {"text", PARAM_STRING, "what to type"},
    {"x", PARAM_NUMBER, "where, from the left; px, or a part from 0 to 1 of a normalized origin"},
    {"y", PARAM_NUMBER, "where, from the top"},
    {"from_x", PARAM_NUMBER, "where it begins; unless given, where the pointer is"},
    {"from_y", PARAM_NUMBER, "where it begins"},
    {"to_x", PARAM_NUMBER, "where it ends"},
    {"to_y", PARAM_NUMBER, "where it ends"},
    {"path", PARAM_PATH, "the whole way instead: \"10,10 40,80 90,20\""},
    {"button", PARAM_BUTTON, "left unless given"},
    {"down", PARAM_INTEGER, "wheel clicks, negative is up"},
    {"right", PARAM_INTEGER, "wheel clicks, negative is left"},
    {"degrees_x", PARAM_NUMBER, "to the right, negative to the left"},
    {"degrees_y", PARAM_NUMBER, "down, negative up"},
    {"seconds", PARAM_NUMBER, "how long"},
};

/* What the options are. */
static const struct option {
    guint option;
    const char *name;
    enum param_type type;
    const char *meaning;
    const char *allowed; /* joined by spaces; NULL = any */
} options[] = {
    {API_DURATION, "duration", PARAM_NUMBER, "how many seconds it takes or stays down", NULL},
    {API_SPEED, "speed", PARAM_NUMBER, "instead of a duration: px or characters a second", NULL},
    {API_ORIGIN, "origin", PARAM_STRING, "what x and y are measured from", NULL},
    {API_TWEEN, "tween", PARAM_STRING, "how the speed changes on the way", NULL},
    {API_MONITOR, "monitor", PARAM_STRING, "name or number: x and y are measured on it", NULL},
    {API_WAIT, "wait", PARAM_BOOLEAN, "false: what follows begins at once", NULL},
    {API_GAP, "gap", PARAM_NUMBER, "seconds between the parts", NULL},
    {API_ORDER, "order", PARAM_STRING, "in which the keys go up", "reverse same"},
    {API_CLICKS, "clicks", PARAM_INTEGER, "how many", NULL},
    {API_AT, "x", PARAM_NUMBER, "go there first", NULL},
    {API_AT, "y", PARAM_NUMBER, "go there first", NULL},
    {API_REST, "rest", PARAM_NUMBER, "seconds to stay there", NULL},
    {API_MODE, "mode", PARAM_STRING, "which of the profile's turn modes", NULL},
};

#define PLACE (API_ORIGIN | API_TWEEN | API_MONITOR)
#define MOVE (PLACE | API_DURATION | API_SPEED)

/* "?" after a name: may be left out. */
static const struct row {
    const char *name, *doc;
    const char *positions[POSITIONS_MAX];
    guint options;
} rows[] = {
    {"key.press", "Press one key and let it go.", {"key"}, API_DURATION | API_WAIT},
    {"key.hold", "Hold a key down: for a duration, or until it is released.", {"key"}, API_DURATION | API_WAIT},
    {"key.release", "Let go of a key that is held.", {"key"}, 0},
    {"key.combo", "Press keys together, as in a shortcut.", {"keys"}, API_DURATION | API_ORDER | API_WAIT},
    {"key.hotkey", "Press keys one after the other, or combos.", {"keys"}, API_DURATION | API_GAP | API_ORDER | API_WAIT},
    {"key.type", "Type a text.", {"text"}, API_DURATION | API_SPEED},
    {"key.paste", "Paste a text through the clipboard, whose former content comes back.", {"text"}, 0},
    {"mouse.move", "Move the pointer.", {"x", "y"}, MOVE},
    {"mouse.hover", "Move the pointer and stay there.", {"x", "y"}, MOVE | API_REST},
    {"mouse.turn", "Turn the view of a game.", {"degrees_x", "degrees_y?"}, API_MODE | API_DURATION | API_TWEEN},
    {"mouse.click",
     "Click, there or where the pointer is.",
     {"x?", "y?", "button?"},
     PLACE | API_DURATION | API_CLICKS | API_GAP},
    {"mouse.double_click", "Click twice.", {"x?", "y?", "button?"}, PLACE | API_DURATION | API_GAP},
    {"mouse.hold", "Hold a button down.", {"x?", "y?", "button?"}, PLACE | API_DURATION | API_WAIT},
    {"mouse.release", "Let go of a button that is held.", {"button?"}, 0},
    {"mouse.drag", "Drag with a button held down.", {"from_x?", "from_y?", "to_x?", "to_y?", "path?", "button?"}, MOVE},
    {"mouse.scroll", "Turn the wheel.", {"down?", "right?"}, PLACE | API_DURATION | API_AT},
    {"wait", "Do nothing for a while.", {"seconds"}, 0},
};

static void add_param(skill *s, const char *name, enum param_type type, const char *meaning, char **allowed, bool optional)
{
    struct param p = {
        .name = g_strdup(name), .type = type, .meaning = g_strdup(meaning), .allowed = allowed, .optional = optional};
    g_array_append_val(s->params, p);
}

static void add_position(skill *s, const char *word)
{
    g_autofree char *name = g_strndup(word, strcspn(word, "?"));
    for (gsize i = 0; i < G_N_ELEMENTS(positions); i++) {
        if (g_str_equal(positions[i].name, name))
            add_param(s, name, positions[i].type, positions[i].meaning, NULL, strchr(word, '?') != NULL);
    }
}

/* Names that the timeline knows, so that this list cannot lag behind. */
static char **names_of(guint option)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; option == API_ORIGIN && i < ORIGIN_COUNT; i++)
        g_ptr_array_add(names, g_strdup(timeline_origin_name((enum timeline_origin)i)));
    for (int i = 0; option == API_TWEEN && i < TWEEN_COUNT; i++)
        g_ptr_array_add(names, g_strdup(timeline_tween_name((enum timeline_tween)i)));
    if (!names->len)
        return NULL;
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

/* What there is to show of it: the doc comment that it would have. */
static char *doc_comment(const skill *s)
{
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "--- %s\n", s->doc);
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_autofree char *allowed = p->allowed ? g_strjoinv(" ", p->allowed) : NULL;
        g_string_append_printf(out, "-- @param %s %s%s %s", p->name, param_type_name(p->type), p->optional ? "?" : "",
                               p->meaning);
        if (allowed)
            g_string_append_printf(out, " {%s}", allowed);
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static skill *make(const struct row *row)
{
    skill *s = g_new0(skill, 1);
    s->name = g_strdup(row->name);
    s->doc = g_strdup(row->doc);
    s->expect = g_strdup("");
    s->pre = g_strdup("");
    s->effect = -1;
    s->file = g_strdup("built in");
    s->sha256 = g_strdup("");
    s->params = g_array_new(FALSE, TRUE, sizeof(struct param));
    for (int i = 0; i < POSITIONS_MAX && row->positions[i]; i++)
        add_position(s, row->positions[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        const struct option *o = &options[i];
        if (row->options & o->option)
            add_param(s, o->name, o->type, o->meaning, o->allowed ? g_strsplit(o->allowed, " ", 0) : names_of(o->option), true);
    }
    s->code = doc_comment(s);
    return s;
}

const GPtrArray *primitive_all(void)
{
    static GPtrArray *all;
    if (!all) {
        all = g_ptr_array_new();
        for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
            g_ptr_array_add(all, make(&rows[i]));
    }
    return all;
}

const skill *primitive_find(const char *name)
{
    const GPtrArray *all = primitive_all();
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        if (g_str_equal(s->name, name))
            return s;
    }
    return NULL;
}

/* ---- the call ---- */

static void push_value(lua_State *L, const struct value *v)
{
    if (!v)
        lua_pushnil(L);
    else if (v->type == VALUE_STRING)
        lua_pushstring(L, v->string);
    else if (v->type == VALUE_INTEGER)
        lua_pushinteger(L, v->integer);
    else if (v->type == VALUE_NUMBER)
        lua_pushnumber(L, v->number);
    else
        lua_pushboolean(L, v->boolean);
}

/* "10,20 30,40" as {{10, 20}, {30, 40}}; false: it is no such text. */
static bool push_path(lua_State *L, const char *text)
{
    lua_newtable(L);
    const char *p = text;
    for (lua_Integer n = 1; *(p += strspn(p, " ")); n++) {
        double point[2];
        for (int i = 0; i < 2; i++) {
            char *end;
            point[i] = g_ascii_strtod(p, &end);
            if (end == p || *end != (i ? (*end ? ' ' : '\0') : ','))
                return lua_pop(L, 1), false;
            p = end + (i ? 0 : 1);
        }
        lua_createtable(L, 2, 0);
        for (int i = 0; i < 2; i++) {
            lua_pushnumber(L, point[i]);
            lua_rawseti(L, -2, i + 1);
        }
        lua_rawseti(L, -2, n);
    }
    return true;
}

static bool in_positions(const struct row *row, const char *name)
{
    for (int i = 0; i < POSITIONS_MAX && row->positions[i]; i++) {
        gsize length = strcspn(row->positions[i], "?");
        if (strlen(name) == length && strncmp(row->positions[i], name, length) == 0)
            return true;
    }
    return false;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* The table of options; false (nothing pushed) when none is given. */
static bool push_options(lua_State *L, const struct row *row, const action *a)
{
    bool any = false;
    for (guint i = 0; i < a->args->len; i++) {
        const struct argument *arg = &g_array_index(a->args, struct argument, i);
        if (in_positions(row, arg->name))
            continue;
        if (!any)
            lua_newtable(L);
        any = true;
        if (g_str_equal(arg->name, "monitor") && arg->value.string && is_number(arg->value.string))
            lua_pushinteger(L, (lua_Integer)g_ascii_strtoll(arg->value.string, NULL, 10));
        else
            push_value(L, &arg->value);
        lua_setfield(L, -2, arg->name);
    }
    return any;
}

static bool together(const action *a, const char *x, const char *y, GError **error)
{
    if (!action_get(a, x) == !action_get(a, y))
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: %s and %s go together: give both or none", a->skill, x, y);
    return false;
}

bool primitive_fits(const action *a, GError **error)
{
    static const char *const pairs[][2] = {{"x", "y"}, {"from_x", "from_y"}, {"to_x", "to_y"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++)
        if (!together(a, pairs[i][0], pairs[i][1], error))
            return false;
    bool path = action_get(a, "path"), from = action_get(a, "from_x"), to = action_get(a, "to_x");
    if (g_str_equal(a->skill, "mouse.drag") && (path ? from || to : !to)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "mouse.drag: give to_x and to_y (and from_x, from_y), or path");
        return false;
    }
    if (g_str_equal(a->skill, "mouse.scroll") && !action_get(a, "down") && !action_get(a, "right")) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "mouse.scroll: give down or right, in wheel clicks");
        return false;
    }
    return true;
}

/* Places that are left out are left out of the call, too: the API tells its forms apart by what comes first. */
static bool is_left_out(const char *word, const action *a)
{
    static const char *const places[] = {"x?", "y?", "from_x?", "from_y?", "to_x?", "to_y?", "path?", NULL};
    g_autofree char *name = g_strndup(word, strcspn(word, "?"));
    return g_strv_contains(places, word) && !action_get(a, name);
}

int primitive_push(lua_State *L, const action *a, GError **error)
{
    const struct row *row = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (g_str_equal(rows[i].name, a->skill))
            row = &rows[i];
    if (!row || !primitive_fits(a, error))
        return -1;
    int n = 0;
    for (int i = 0; i < POSITIONS_MAX && row->positions[i]; i++) {
        if (is_left_out(row->positions[i], a))
            continue;
        g_autofree char *name = g_strndup(row->positions[i], strcspn(row->positions[i], "?"));
        const struct value *v = action_get(a, name);
        if (!g_str_equal(name, "path")) {
            push_value(L, v);
        } else if (!push_path(L, v->string)) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                        "mouse.drag: path is not a list of points such as \"10,10 40,80\"");
            return -1;
        }
        n++;
    }
    return n + (push_options(L, row, a) ? 1 : 0);
}
