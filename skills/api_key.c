#include "skills/key.h"
#include "skills/lua_api.h"

#include <lauxlib.h>
#include <string.h>

#define PRESS_MS 50
#define KEYS_MAX 16

static void key_event(lua_State *L, const char *function, enum timeline_type type, const char *key, gint64 hold_ms,
                      gint64 advance_ms)
{
    api_emit(L, function, (struct timeline_event){.type = type, .key = key, .hold_ms = hold_ms}, advance_ms);
}

/* key.press(key [, seconds]): down, wait, up. */
static int key_press(lua_State *L)
{
    const char *key = api_key_name(L, "key.press", 1);
    gint64 ms = api_ms(L, "key.press", 2, "seconds", PRESS_MS);
    key_event(L, "key.press", TIMELINE_KEY_DOWN, key, 0, ms);
    key_event(L, "key.press", TIMELINE_KEY_UP, key, 0, 0);
    return 0;
}

/* key.hold(key [, seconds]): the timeline goes on; the hand lets go after `seconds`, at key.release(), or after the longest hold.
 */
static int key_hold(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    const char *key = api_key_name(L, "key.hold", 1);
    gint64 ms = api_ms(L, "key.hold", 2, "seconds", 0);
    if (ms > s->max_hold_ms)
        return sandbox_raise(L, g_strdup_printf("key.hold: seconds is %g (at most %g fits: max_hold_s of the profile)",
                                                (double)ms / 1000, (double)s->max_hold_ms / 1000));
    key_event(L, "key.hold", TIMELINE_KEY_DOWN, key, ms, 0);
    return 0;
}

static int key_release(lua_State *L)
{
    key_event(L, "key.release", TIMELINE_KEY_UP, api_key_name(L, "key.release", 1), 0, 0);
    return 0;
}

/* ---- several keys ---- */

struct chord {
    const char *keys[KEYS_MAX];
    int count;
};

static void chord_add(lua_State *L, const char *function, struct chord *c, int index)
{
    if (c->count == KEYS_MAX)
        sandbox_raise(L, g_strdup_printf("%s: more than %d keys", function, KEYS_MAX));
    c->keys[c->count++] = api_key_name(L, function, index);
}

/* The next key of "ctrl+shift+p" or "ctrl,c": a separator that stands where a name should begin is itself the key ("ctrl++"). */
static const char *next_name(const char **rest, gsize *ret_length, bool *ret_more)
{
    const char *p = *rest;
    while (*p == ' ')
        p++;
    const char *start = p;
    if (*p)
        p = g_utf8_next_char(p);
    while (*p && *p != '+' && *p != ',')
        p++;
    const char *end = p;
    while (end > start + 1 && end[-1] == ' ')
        end--;
    *ret_length = (gsize)(end - start);
    *ret_more = *p;
    *rest = *p ? p + 1 : p;
    return start;
}

static void chord_parse(lua_State *L, const char *function, struct chord *c, int index)
{
    const char *text = api_text(L, function, index, "keys", "key names joined by + such as \"ctrl+shift+p\"");
    if (strlen(text) > 1 && key_canonical(text, NULL)) { /* a name with a separator in it, U+20AC */
        chord_add(L, function, c, index);
        return;
    }
    const char *rest = text;
    bool more;
    do {
        gsize length;
        const char *name = next_name(&rest, &length, &more);
        lua_pushlstring(L, name, length);
        chord_add(L, function, c, -1);
        lua_pop(L, 1);
    } while (more); /* a separator at the end leaves an empty name, which is an error */
}

/* Keys as arguments, as one list or as one text; a number at the end is the duration. Returns it in ms. */
static gint64 chord_arguments(lua_State *L, const char *function, struct chord *c, gint64 absent)
{
    int n = lua_gettop(L);
    gint64 ms = absent;
    if (n > 1 && lua_type(L, n) == LUA_TNUMBER)
        ms = api_ms(L, function, n--, "seconds", absent);
    for (int i = 1; i <= n; i++) {
        if (lua_type(L, i) == LUA_TTABLE) {
            lua_Integer length = (lua_Integer)lua_rawlen(L, i);
            for (lua_Integer k = 1; k <= length; k++) {
                lua_rawgeti(L, i, k);
                chord_parse(L, function, c, -1);
                lua_pop(L, 1);
            }
        } else {
            chord_parse(L, function, c, i);
        }
    }
    if (!c->count)
        api_wrong(L, function, 1, "keys", "key names such as \"ctrl\", \"c\"");
    return ms;
}

static void chord_release(lua_State *L, const char *function, const struct chord *c)
{
    for (int i = c->count - 1; i >= 0; i--)
        key_event(L, function, TIMELINE_KEY_UP, c->keys[i], 0, 0);
}

/* key.combo(keys… [, seconds]): all down at once, wait, up in reverse order. */
static int key_combo(lua_State *L)
{
    struct chord c = {0};
    gint64 ms = chord_arguments(L, "key.combo", &c, PRESS_MS);
    for (int i = 0; i < c.count; i++)
        key_event(L, "key.combo", TIMELINE_KEY_DOWN, c.keys[i], 0, i == c.count - 1 ? ms : 0);
    chord_release(L, "key.combo", &c);
    return 0;
}

/* key.hotkey(keys… [, seconds]): down one after the other within that time, up in reverse order. */
static int key_hotkey(lua_State *L)
{
    struct chord c = {0};
    gint64 ms = chord_arguments(L, "key.hotkey", &c, -1);
    if (ms < 0)
        ms = (gint64)PRESS_MS * c.count;
    gint64 start = sandbox_of(L)->clock_ms;
    for (int i = 0; i < c.count; i++) {
        gint64 next = start + ms * (i + 1) / c.count;
        key_event(L, "key.hotkey", TIMELINE_KEY_DOWN, c.keys[i], 0, next - sandbox_of(L)->clock_ms);
    }
    chord_release(L, "key.hotkey", &c);
    return 0;
}

/* key.type(text [, seconds]): as fast as the program takes it, or spread over that time. */
static int key_type(lua_State *L)
{
    const char *text = api_text(L, "key.type", 1, "text", "a text");
    gint64 ms = api_ms(L, "key.type", 2, "seconds", 0);
    if (!*text)
        return 0;
    if (strlen(text) > (gsize)TIMELINE_TEXT_MAX * 4)
        sandbox_limit(L, "has more than 100000 characters to type");
    api_emit(L, "key.type", (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup(text), .duration_ms = ms}, ms);
    return 0;
}

void api_open_key(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"press", key_press}, {"hold", key_hold}, {"release", key_release}, {"combo", key_combo},
        {"hotkey", key_hotkey}, {"type", key_type}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
