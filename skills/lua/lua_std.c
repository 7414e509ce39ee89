#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>
#include <lualib.h>

/* What is left of Lua's libraries. A list of what may stay: a new Lua cannot bring a new way out. */
static const struct {
    const char *library; /* NULL: a global */
    const char *names[24];
} kept[] = {
    {NULL,
     {"assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "select", "setmetatable", "tonumber", "tostring",
      "type", "xpcall"}},
    {"string", {"byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper"}},
    {"table", {"concat", "insert", "move", "pack", "remove", "sort", "unpack"}},
    {"math", {"abs",        "acos", "asin",       "atan", "ceil", "cos",    "exp", "floor", "fmod", "huge",      "log",  "max",
              "maxinteger", "min",  "mininteger", "modf", "pi",   "random", "sin", "sqrt",  "tan",  "tointeger", "type", "ult"}},
    {"utf8", {"char", "charpattern", "codepoint", "codes", "len", "offset"}},
    {"coroutine", {"close", "create", "isyieldable", "resume", "running", "status", "wrap", "yield"}},
};

#define THREAD_COST 1000 /* instructions: each coroutine begins its own count */

#define WEAK "there are no weak tables (__mode): what is collected, and when, is another in every run"

static const char registry_metatables; /* its address is the key: every metatable that a skill has set */

/* setmetatable without __gc: a finalizer would run when nobody looks; without __mode: a timeline may not depend on when garbage
 * is collected. */
static int std_setmetatable(lua_State *L)
{
    if (lua_type(L, 2) == LUA_TTABLE) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            return sandbox_raise(L, g_strdup("setmetatable: __gc is not there: a skill has no finalizers"));
        lua_pushliteral(L, "__mode");
        if (lua_rawget(L, 2) != LUA_TNIL)
            return sandbox_raise(L, g_strdup("setmetatable: " WEAK));
        lua_pop(L, 2);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_metatables);
        lua_pushvalue(L, 2);
        lua_pushboolean(L, true);
        lua_rawset(L, -3);
        lua_pop(L, 1);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

const char *sandbox_weak(lua_State *L)
{
    int top = lua_gettop(L);
    bool weak = false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_metatables);
    for (lua_pushnil(L); !weak && lua_next(L, top + 1); lua_settop(L, top + 2)) {
        lua_pushliteral(L, "__mode");
        weak = lua_rawget(L, top + 2) != LUA_TNIL;
    }
    lua_settop(L, top);
    return weak ? WEAK : NULL;
}

static int std_new_thread(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    s->limits.instructions += THREAD_COST;
    if (s->limits.instructions > s->limits.instructions_max)
        sandbox_limit_instructions(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

void sandbox_wrap(lua_State *L, const char *name, lua_CFunction function)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static int field_missing(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
    return sandbox_raise(L, g_strdup_printf("%s has no '%.80s'", lua_tostring(L, lua_upvalueindex(1)), name));
}

static int field_assigned(lua_State *L)
{
    return sandbox_raise(L, g_strdup_printf("%s belongs to reins and cannot be changed", lua_tostring(L, lua_upvalueindex(1))));
}

void sandbox_freeze(lua_State *L, const char *name)
{
    lua_newtable(L); /* the real table's metatable */
    lua_pushstring(L, name);
    lua_pushcclosure(L, field_missing, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_newtable(L); /* the view */
    lua_newtable(L);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, name);
    lua_pushcclosure(L, field_assigned, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_remove(L, -2);
}

/* Copies the named fields of the table on top into a new one, which replaces it. */
static void keep_only(lua_State *L, const char *const *names)
{
    lua_newtable(L);
    for (; *names; names++) {
        lua_getfield(L, -2, *names);
        lua_setfield(L, -2, *names);
    }
    lua_remove(L, -2);
}

void sandbox_open_std(lua_State *L, guint64 seed)
{
    static const lua_CFunction open[] = {luaopen_base, luaopen_string, luaopen_table,
                                         luaopen_math, luaopen_utf8,   luaopen_coroutine};
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++) {
        luaL_requiref(L, kept[i].library ? kept[i].library : "_G", open[i], 0);
        if (kept[i].library && g_str_equal(kept[i].library, "math")) {
            lua_getfield(L, -1, "randomseed");
            lua_pushinteger(L, (lua_Integer)seed);
            lua_pushinteger(L, 0);
            lua_call(L, 2, 0);
        }
        keep_only(L, kept[i].names);
        if (!kept[i].library) {
            sandbox_wrap(L, "setmetatable", std_setmetatable);
            sandbox_make_orderly(L, "_G");
            for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
                lua_pushvalue(L, -2);
                lua_pushvalue(L, -2);
                lua_settable(L, -6);
            }
            lua_pop(L, 1);
            continue;
        }
        if (g_str_equal(kept[i].library, "coroutine")) {
            sandbox_wrap(L, "create", std_new_thread);
            sandbox_wrap(L, "wrap", std_new_thread);
        }
        sandbox_make_orderly(L, kept[i].library);
        sandbox_freeze(L, kept[i].library);
        lua_setfield(L, -2, kept[i].library);
    }
    lua_pushliteral(L, ""); /* strings lose their metatable: no methods, no way to the real table */
    lua_pushnil(L);
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    /* What luaopen_base and luaL_requiref left behind: the full tables. */
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_metatables);
}
