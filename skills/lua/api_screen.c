#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <string.h>

/* screen.*: what the eye saw when the action was proposed. What is found comes as a table: x, y (its centre), left, top, width,
 * height. */

static void set_integer(lua_State *L, const char *name, lua_Integer value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

static void set_text(lua_State *L, const char *name, const char *value)
{
    lua_pushstring(L, value);
    lua_setfield(L, -2, name);
}

static void push_place(lua_State *L, int x, int y, int width, int height)
{
    lua_createtable(L, 0, 8);
    set_integer(L, "x", x + width / 2);
    set_integer(L, "y", y + height / 2);
    set_integer(L, "left", x);
    set_integer(L, "top", y);
    set_integer(L, "width", width);
    set_integer(L, "height", height);
}

#define ICONS "" /* no region is called that: icons need no words */

static int screen_size(lua_State *L)
{
    const screen *s = sandbox_of(L)->screen;
    lua_pushinteger(L, s->width);
    lua_pushinteger(L, s->height);
    return 2;
}

/* screen.window() → x, y, width, height of the target window; of the whole screen when there is none. */
static int screen_window(lua_State *L)
{
    const screen *s = sandbox_of(L)->screen;
    bool none = s->window_width <= 0 || s->window_height <= 0;
    lua_pushinteger(L, none ? 0 : s->window_x);
    lua_pushinteger(L, none ? 0 : s->window_y);
    lua_pushinteger(L, none ? s->width : s->window_width);
    lua_pushinteger(L, none ? s->height : s->window_height);
    return 4;
}

/* screen.pointer() → x, y: where it was when the screen was looked at. */
static int screen_pointer(lua_State *L)
{
    const screen *s = sandbox_of(L)->screen;
    lua_pushinteger(L, s->pointer_x);
    lua_pushinteger(L, s->pointer_y);
    return 2;
}

/* screen.monitors() → a list of places with name and primary, the primary one first. */
static int screen_monitors(lua_State *L)
{
    const screen *s = sandbox_of(L)->screen;
    lua_createtable(L, (int)s->monitors->len, 0);
    for (guint i = 0; i < s->monitors->len; i++) {
        const struct screen_monitor *m = &g_array_index(s->monitors, struct screen_monitor, i);
        push_place(L, m->x, m->y, m->width, m->height);
        lua_pushstring(L, m->name);
        lua_setfield(L, -2, "name");
        lua_pushboolean(L, m->primary);
        lua_setfield(L, -2, "primary");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* How many words from `start` on make up the wanted text, case aside; 0 = they do not. One word may also contain it. */
static guint words_match(const GPtrArray *words, guint start, const char *wanted)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gsize length = strlen(wanted);
    for (guint i = start; i < words->len && text->len < length; i++) {
        const struct screen_word *w = g_ptr_array_index(words, i);
        g_autofree char *folded = g_utf8_casefold(w->text, -1);
        if (i > start)
            g_string_append_c(text, ' ');
        g_string_append(text, folded);
        if (g_str_equal(text->str, wanted) || (i == start && strstr(folded, wanted)))
            return i - start + 1;
    }
    return 0;
}

/* In the middle of what a loop may touch. */
static void push_rehearsed(lua_State *L)
{
    const sandbox *s = sandbox_of(L);
    const timeline_loop *l = s->loop.asked;
    bool area = l && timeline_loop_uses_pointer(l);
    int x = area ? l->x + l->width / 2 : s->screen->width / 2, y = area ? l->y + l->height / 2 : s->screen->height / 2;
    push_place(L, x, y, 1, 1);
}

/* What runs has been done in an earlier part of the call: it is dropped, and may ask for what has gone since. */
static bool is_past(const sandbox *s)
{
    return s->action && s->awaits < s->part;
}

/* The place of the words that are the text: an exact match before one inside a word. NULL region = anywhere. */
static bool find_words(const screen *s, const char *text, const char *region, struct screen_word *ret_box)
{
    g_autoptr(GPtrArray) words = screen_reading_order(s, region);
    g_autofree char *wanted = g_utf8_casefold(text, -1);
    bool found = false;
    for (guint i = 0; i < words->len; i++) {
        guint n = words_match(words, i, wanted);
        if (!n)
            continue;
        const struct screen_word *first = g_ptr_array_index(words, i), *last = g_ptr_array_index(words, i + n - 1);
        g_autofree char *folded = g_utf8_casefold(first->text, -1);
        bool exact = n > 1 || g_str_equal(folded, wanted);
        if (found && !exact)
            continue;
        int right = MAX(first->x + first->width, last->x + last->width);
        int bottom = MAX(first->y + first->height, last->y + last->height);
        ret_box->x = MIN(first->x, last->x);
        ret_box->y = MIN(first->y, last->y);
        ret_box->width = right - ret_box->x;
        ret_box->height = bottom - ret_box->y;
        found = true;
        if (exact)
            return true;
    }
    return found;
}

/* screen.find_text(text [, region]) → a place, or nil. */
static int screen_find_text(lua_State *L)
{
    const char *text = api_text(L, "screen.find_text", 1, "text", "a text that is not empty");
    if (!*text)
        api_wrong(L, "screen.find_text", 1, "text", "a text that is not empty");
    const char *region = lua_isnoneornil(L, 2) ? NULL : api_text(L, "screen.find_text", 2, "region", "the name of a region");
    struct screen_word box = {0};
    api_read_screen(L, region);
    if (sandbox_of(L)->loop.all_there)
        push_rehearsed(L);
    else if (find_words(sandbox_of(L)->screen, text, region, &box))
        push_place(L, box.x, box.y, box.width, box.height);
    else
        lua_pushnil(L);
    return 1;
}

/* screen.text([region]) → all words there, joined by spaces. */
static int screen_words(lua_State *L)
{
    const char *region = lua_isnoneornil(L, 1) ? NULL : api_text(L, "screen.text", 1, "region", "the name of a region");
    api_read_screen(L, region);
    char *text = screen_text(sandbox_of(L)->screen, region);
    lua_pushstring(L, text);
    g_free(text);
    return 1;
}

/* screen.find_icon(name) → a place, or nil. */
static int screen_find_icon(lua_State *L)
{
    const char *name = api_text(L, "screen.find_icon", 1, "name", "the name of an icon of the profile");
    api_read_screen(L, ICONS);
    const screen *s = sandbox_of(L)->screen;
    if (sandbox_of(L)->loop.all_there) {
        push_rehearsed(L);
        return 1;
    }
    for (guint i = 0; i < s->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(s->icons, struct screen_icon, i);
        if (g_str_equal(icon->name, name)) {
            push_place(L, icon->x, icon->y, icon->width, icon->height);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

/* screen.mark(n) → the place of the mark with text, kind and source; an error when it is not there. */
static int mark_of(lua_State *L)
{
    lua_Integer number = lua_isinteger(L, 1) ? lua_tointeger(L, 1) : 0;
    if (number < 1)
        api_wrong(L, "screen.mark", 1, "n", "the number of a mark");
    const screen *s = sandbox_of(L)->screen;
    const struct screen_mark *m = number <= G_MAXINT ? screen_mark_of(s, (int)number) : NULL;
    if (!m && is_past(sandbox_of(L))) {
        push_rehearsed(L);
        return 1;
    }
    if (!m)
        return sandbox_raise(L, g_strdup_printf("screen.mark: no mark %lld is on the screen (%u %s there)", (long long)number,
                                                s->marks->len, s->marks->len == 1 ? "mark is" : "marks are"));
    push_place(L, m->x, m->y, m->width, m->height);
    set_text(L, "text", m->text);
    set_text(L, "kind", m->kind);
    set_text(L, "source", m->source);
    return 1;
}

static bool push_element(lua_State *L, const char *name, const char *role)
{
    const struct screen_mark *m = screen_element(sandbox_of(L)->screen, name, role);
    if (!m)
        return false;
    push_place(L, m->x, m->y, m->width, m->height);
    set_text(L, "text", m->text);
    set_text(L, "role", m->role);
    set_text(L, "id", m->id);
    return true;
}

/* screen.element(name [, role]) → the place of the first element of that name or id, with text, role and id; or nil. */
static int element_of(lua_State *L)
{
    const char *name = api_text(L, "screen.element", 1, "name", "the name or the id of an element");
    const char *role = lua_isnoneornil(L, 2) ? NULL : api_text(L, "screen.element", 2, "role", "a role, like \"push button\"");
    if (sandbox_of(L)->loop.all_there)
        push_rehearsed(L);
    else if (push_element(L, name, role))
        return 1;
    else if (is_past(sandbox_of(L)))
        push_rehearsed(L);
    else
        lua_pushnil(L);
    return 1;
}

/* screen.await(name [, role]) → its place, once it is there. Until then the skill ends here; what was done before one that has
 * come is done. */
static int await_element(lua_State *L)
{
    const char *name = api_text(L, "screen.await", 1, "name", "the name or the id of an element, or a window's title");
    const char *role = lua_isnoneornil(L, 2) ? "" : api_text(L, "screen.await", 2, "role", "a role, like \"push button\"");
    sandbox *s = sandbox_of(L);
    if (s->loop.stepping)
        return sandbox_raise(L, g_strdup("screen.await: a loop sees each turn anew: return from it, and look in the next"));
    const int n = ++s->awaits;
    if (n > s->part) {
        char *what = g_strdup_printf("%s%s\"%s\"", role, *role ? " " : "", name);
        api_end_later(L, "screen.await");
        api_emit(L, "screen.await", (struct timeline_event){.type = TIMELINE_WAIT, .text = what}, 0);
        s->awaiting = true;
        return sandbox_raise(L,
                             g_strdup("screen.await: it is not there yet"));
    }
    acts_begin(&s->acts, s->screen->pointer_x, s->screen->pointer_y);
    if (n < s->part || g_str_equal(role, SCREEN_WINDOW))
        push_rehearsed(L);
    else if (!push_element(L, name, *role ? role : NULL))
        return sandbox_raise(L, g_strdup_printf("screen.await: \"%s\" is not on the screen any more", name));
    return 1;
}

void api_open_screen(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"size", screen_size},
        {"window", screen_window},
        {"find_text", screen_find_text},
        {"find_icon", screen_find_icon},
        {"mark", mark_of},
        {"text", screen_words},
        {"pointer", screen_pointer},
        {"monitors", screen_monitors},
        {"element", element_of},
        {"await", await_element},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
