#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <math.h>

#define CLICKS_MAX 10
#define MONITORS_SHOWN 8

static const struct option {
    const char *name;
    enum api_option option;
    bool old; /* an earlier name, still taken */
} table[] = {
    {"duration", API_DURATION, false},
    {"seconds", API_DURATION, true},
    {"speed", API_SPEED, false},
    {"origin", API_ORIGIN, false},
    {"from", API_ORIGIN, true},
    {"tween", API_TWEEN, false},
    {"monitor", API_MONITOR, false},
    {"wait", API_WAIT, false},
    {"gap", API_GAP, false},
    {"order", API_ORDER, false},
    {"clicks", API_CLICKS, false},
    {"x", API_AT, false},
    {"y", API_AT, false},
    {"rest", API_REST, false},
    {"mode", API_MODE, false},
};

static const char *origin_name(int i)
{
    return i < ORIGIN_COUNT ? timeline_origin_name((enum timeline_origin)i) : NULL;
}

static const char *tween_name(int i)
{
    return i < TWEEN_COUNT ? timeline_tween_name((enum timeline_tween)i) : NULL;
}

static const char *order_name(int i)
{
    static const char *const names[] = {"reverse", "same", NULL};
    return names[i];
}

/* The number of the name on top of the stack. */
static int name_index(lua_State *L, const char *function, const char *option, const char *(*name)(int))
{
    int at = lua_gettop(L);
    const char *value = lua_type(L, at) == LUA_TSTRING ? lua_tostring(L, at) : "";
    luaL_Buffer all;
    luaL_buffinit(L, &all); /* a Lua string: an error is raised past it */
    for (int i = 0; name(i); i++) {
        if (g_str_equal(name(i), value)) {
            lua_settop(L, at);
            return i;
        }
        luaL_addstring(&all, i ? ", " : "");
        luaL_addstring(&all, name(i));
    }
    luaL_pushresult(&all);
    return api_wrong(L, function, at, option, lua_tostring(L, -1));
}

/* By name, or by number from 1. */
static const struct screen_monitor *find_monitor(lua_State *L, const char *function)
{
    const GArray *all = sandbox_of(L)->screen->monitors;
    int at = lua_gettop(L);
    bool named = lua_type(L, at) == LUA_TSTRING;
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const struct screen_monitor *m = &g_array_index(all, struct screen_monitor, i);
        if (named ? g_str_equal(lua_tostring(L, at), m->name) : lua_isinteger(L, at) && lua_tointeger(L, at) == (gint64)i + 1)
            return m;
        if (i < MONITORS_SHOWN)
            g_string_append_printf(known, "%s%u \"%s\"", i ? ", " : "", i + 1, m->name);
    }
    lua_pushfstring(L, "a monitor of this screen: %s", known->len ? known->str : "none is known");
    g_string_free(g_steal_pointer(&known), TRUE); /* an error jumps over the rest */
    api_wrong(L, function, at, "monitor", lua_tostring(L, -1));
    return NULL;
}

static double positive(lua_State *L, const char *function, const char *name)
{
    static const char fits[] = "a number above 0";
    double value = api_number(L, function, lua_gettop(L), name, fits);
    if (value <= 0)
        api_wrong(L, function, lua_gettop(L), name, fits);
    return value;
}

static int click_count(lua_State *L, const char *function)
{
    static const char fits[] = "a whole number from 1 to 10";
    double n = api_number(L, function, lua_gettop(L), "clicks", fits);
    if (floor(n) != n || n < 1 || n > CLICKS_MAX)
        api_wrong(L, function, lua_gettop(L), "clicks", fits);
    return (int)n;
}

/* The option's value is on top of the stack. */
static void take(lua_State *L, const char *function, const struct option *row, struct api_options *o)
{
    int at = lua_gettop(L);
    o->given |= row->option;
    switch (row->option) {
    case API_DURATION:
        o->ms = api_ms(L, function, at, row->name, 0);
        break;
    case API_SPEED:
        o->speed = positive(L, function, "speed");
        break;
    case API_ORIGIN:
        o->origin = (enum timeline_origin)name_index(L, function, row->name, origin_name);
        break;
    case API_TWEEN:
        o->tween = (enum timeline_tween)name_index(L, function, "tween", tween_name);
        break;
    case API_MONITOR:
        o->monitor = find_monitor(L, function);
        break;
    case API_WAIT:
        if (lua_type(L, at) != LUA_TBOOLEAN)
            api_wrong(L, function, at, "wait", "true or false");
        o->wait = lua_toboolean(L, at);
        break;
    case API_GAP:
        o->gap_ms = api_ms(L, function, at, "gap", 0);
        break;
    case API_ORDER:
        o->same_order = name_index(L, function, "order", order_name) == 1;
        break;
    case API_CLICKS:
        o->clicks = click_count(L, function);
        break;
    case API_AT:
        *(row->name[0] == 'x' ? &o->x : &o->y) = api_number(L, function, at, row->name, "a number");
        break;
    case API_REST:
        o->rest_ms = api_ms(L, function, at, "rest", 0);
        break;
    case API_MODE:
        if (lua_type(L, at) != LUA_TSTRING)
            api_wrong(L, function, at, "mode", "the name of a mode");
        o->mode = lua_tostring(L, at);
        break;
    }
}

static const struct option *find(lua_State *L, const char *function, guint allowed)
{
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "a number";
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        if ((table[i].option & allowed) && g_str_equal(table[i].name, name))
            return &table[i];
    }
    GString *known = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        if ((table[i].option & allowed) && !table[i].old)
            g_string_append_printf(known, "%s%s", known->len ? ", " : "", table[i].name);
    }
    char *message = g_strdup_printf("%s: option '%.40s' is not there (there are %s)", function, name, known->str);
    g_string_free(known, TRUE);
    sandbox_raise(L, message); /* does not return */
    return &table[0];
}

struct api_options api_options_read(lua_State *L, const char *function, int index, guint allowed)
{
    struct api_options o = {.tween = TWEEN_EASE_IN_OUT, .wait = true, .clicks = 1};
    for (int i = index + 1; index > 0 && i <= lua_gettop(L); i++) /* what nobody reads would be lost without a word */
        if (!lua_isnil(L, i))
            api_wrong(L, function, i, "a further argument", "options in one table, {duration = …}, or nothing");
    if (lua_type(L, index) != LUA_TTABLE) {
        o.ms = api_ms(L, function, index, "duration", -1);
        o.given = lua_isnoneornil(L, index) ? 0 : API_DURATION;
        return o;
    }
    index = lua_absindex(L, index);
    sandbox_push_keys(L, function, index); /* in order: of two problems the same is named each time */
    int keys = lua_gettop(L);
    for (int i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++, lua_pop(L, 2)) {
        lua_pushvalue(L, -1);
        lua_rawget(L, index);
        take(L, function, find(L, function, allowed), &o);
    }
    lua_settop(L, keys - 1);
    if ((o.given & API_DURATION) && (o.given & API_SPEED))
        sandbox_raise(L, g_strdup_printf("%s: give duration or speed, not both", function));
    if (o.monitor && o.origin != ORIGIN_ABSOLUTE && o.origin != ORIGIN_NORMALIZED && o.origin != ORIGIN_CENTER)
        sandbox_raise(L, g_strdup_printf("%s: monitor does not go with origin %s (absolute, normalized and center do)", function,
                                         timeline_origin_name(o.origin)));
    return o;
}

gint64 api_options_ms(const struct api_options *o, gint64 absent)
{
    return o->given & API_DURATION ? o->ms : absent;
}

gint64 api_hold_ms(lua_State *L, const char *function, const struct api_options *o)
{
    const sandbox *s = sandbox_of(L);
    gint64 ms = api_options_ms(o, 0);
    if ((o->given & API_DURATION) && ms == 0)
        sandbox_raise(
            L, g_strdup_printf("%s: duration is 0, which holds nothing (leave it out to hold until it is released)", function));
    if (ms > s->max_hold_ms)
        sandbox_raise(L, g_strdup_printf("%s: duration is %g (at most %g fits: max_hold_s of the profile)", function,
                                         (double)ms / 1000, (double)s->max_hold_ms / 1000));
    if ((o->given & API_WAIT) && o->wait && !(o->given & API_DURATION))
        sandbox_raise(L, g_strdup_printf("%s: wait = true needs a duration: how long it is held", function));
    return ms;
}

gint64 api_speed_ms(lua_State *L, const char *function, double amount, double speed)
{
    double seconds = amount / speed;
    if (seconds > API_SECONDS_MAX)
        sandbox_raise(
            L, g_strdup_printf("%s: speed is %g (%g at that speed would take longer than an hour)", function, speed, amount));
    return (gint64)llround(seconds * 1000);
}
