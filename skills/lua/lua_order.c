#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>
#include <string.h>

/* What Lua's own functions take from addresses and from the seed of its hash tables, which differ in every process: the order of
 * pairs() and next(), of equal values in table.sort() (a random pivot), and addresses in texts. Here it is the same in every run,
 * so that a preview shows what a later dry run gives again. */

#define STEPS_PER_INSTRUCTION 4

/* Work in C that grows with a table counts like instructions: no hook fires there. */
static void charge(lua_State *L, gsize steps)
{
    sandbox *s = sandbox_of(L);
    s->limits.instructions += (gint64)(steps / STEPS_PER_INSTRUCTION);
    if (s->limits.instructions > s->limits.instructions_max)
        sandbox_limit_instructions(L);
}

/* ---- sorting: a merge sort, so that what is equal keeps its order ---- */

/* Is the value on top less than the one below it? Leaves the stack as it is. `compare`: stack index of a comparing function, 0 =
 * none. */
typedef bool (*less_function)(lua_State *L, int compare);

static bool less_values(lua_State *L, int compare)
{
    if (!compare)
        return lua_compare(L, -1, -2, LUA_OPLT);
    lua_pushvalue(L, compare);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -4);
    lua_call(L, 2, 1);
    bool less = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return less;
}

/* Is [b] of the array before [a]? */
static bool comes_before(lua_State *L, int array, lua_Integer b, lua_Integer a, less_function less, int compare)
{
    lua_rawgeti(L, array, a);
    lua_rawgeti(L, array, b);
    bool result = less(L, compare);
    lua_pop(L, 2);
    return result;
}

/* The runs [low, middle) and [middle, high) of one array, as one run in the other. */
static void merge(lua_State *L, int from, int to, const lua_Integer bounds[3], less_function less, int compare)
{
    lua_Integer a = bounds[0], b = bounds[1];
    bool in_order = b >= bounds[2] || !comes_before(L, from, b, b - 1, less, compare);
    for (lua_Integer i = bounds[0]; i < bounds[2]; i++) {
        bool second = a >= bounds[1] || (!in_order && b < bounds[2] && comes_before(L, from, b, a, less, compare));
        lua_rawgeti(L, from, second ? b++ : a++);
        lua_rawseti(L, to, i);
    }
}

/* Sorts the n values of the plain table on top. */
static void sort_top(lua_State *L, lua_Integer n, less_function less, int compare)
{
    luaL_checkstack(L, 12, NULL);
    lua_createtable(L, (int)MIN(n, G_MAXINT), 0);
    int from = lua_gettop(L) - 1, to = from + 1;
    for (lua_Integer width = 1; width < n; width *= 2) {
        charge(L, (gsize)n);
        for (lua_Integer low = 1; low <= n; low += 2 * width) {
            lua_Integer bounds[] = {low, MIN(low + width, n + 1), MIN(low + 2 * width, n + 1)};
            merge(L, from, to, bounds, less, compare);
        }
        int other = from;
        from = to;
        to = other;
    }
    if (from > to)
        lua_replace(L, to);
    else
        lua_pop(L, 1);
}

static int order_sort(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_isnoneornil(L, 2))
        luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n < G_MAXINT, 1, "array too big");
    charge(L, (gsize)MAX(n, 0));
    lua_newtable(L);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        lua_rawseti(L, 3, i);
    }
    sort_top(L, n, less_values, lua_isnil(L, 2) ? 0 : 2);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 3, i);
        lua_seti(L, 1, i);
    }
    return 0;
}

/* ---- keys ---- */

static int key_rank(int type)
{
    return type == LUA_TNUMBER ? 0 : type == LUA_TSTRING ? 1 : type == LUA_TBOOLEAN ? 2 : 3;
}

/* Numbers, then texts by their bytes, false, true, and one thing of another kind. */
static bool less_keys(lua_State *L, int unused)
{
    (void)unused;
    int type = lua_type(L, -1), rank = key_rank(type), other = key_rank(lua_type(L, -2));
    if (rank != other)
        return rank < other;
    if (rank == 0)
        return lua_compare(L, -1, -2, LUA_OPLT);
    if (rank == 1) {
        gsize a_length, b_length;
        const char *a = lua_tolstring(L, -1, &a_length), *b = lua_tolstring(L, -2, &b_length);
        int order = memcmp(a, b, MIN(a_length, b_length));
        return order ? order < 0 : a_length < b_length;
    }
    return rank == 2 && !lua_toboolean(L, -1) && lua_toboolean(L, -2);
}

static void refuse_keys(lua_State *L, const char *function)
{
    sandbox_raise(
        L, g_strdup_printf("%s: several keys are tables or functions, which have no order: keep them in a list", function));
}

void sandbox_push_keys(lua_State *L, const char *function, int table)
{
    lua_Integer n = 0;
    int odd = 0;
    lua_newtable(L);
    int list = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
        odd += key_rank(lua_type(L, -2)) == 3;
        lua_pushvalue(L, -2);
        lua_rawseti(L, list, ++n);
    }
    charge(L, (gsize)n);
    if (odd > 1)
        refuse_keys(L, function);
    sort_top(L, n, less_keys, 0);
}

/* Upvalues: the keys, how many are through. What was set to nil since is passed over. */
static int pairs_step(lua_State *L)
{
    lua_settop(L, 1);
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
    luaL_checktype(L, 1, LUA_TTABLE);
    for (;;) {
        if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL)
            return 1;
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL)
            break;
        lua_settop(L, 1);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
}

static int order_pairs(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    sandbox_push_keys(L, "pairs", 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* The key that follows in order: looked for anew each time, because nothing is kept between two calls. */
static int order_next(lua_State *L)
{
    int odd = 0;
    gsize n = 0;
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    lua_pushnil(L); /* 3: the least so far that is behind the one given */
    for (lua_pushnil(L); lua_next(L, 1); n++) {
        lua_pop(L, 1); /* 4: the key */
        odd += key_rank(lua_type(L, 4)) == 3;
        lua_pushvalue(L, 2);
        lua_pushvalue(L, 4);
        bool behind = lua_isnil(L, 2) || (lua_insert(L, -2), less_keys(L, 0));
        lua_settop(L, 4);
        lua_pushvalue(L, 3);
        lua_pushvalue(L, 4);
        bool nearer = behind && (lua_isnil(L, 3) || less_keys(L, 0));
        lua_settop(L, 4);
        if (nearer) {
            lua_pushvalue(L, 4);
            lua_replace(L, 3);
        }
    }
    charge(L, n);
    if (odd > 1)
        refuse_keys(L, "next");
    lua_settop(L, 3);
    if (lua_isnil(L, 3))
        return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

/* ---- texts ---- */

/* Pushes the value as text: luaL_tolstring() without addresses. */
static void push_text(lua_State *L, int index)
{
    int type = lua_type(L, index);
    bool plain = type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING;
    if (plain || luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_pop(L, plain ? 0 : 1);
        luaL_tolstring(L, index, NULL);
    } else if (type == LUA_TLIGHTUSERDATA) {
        lua_pushliteral(L, "null"); /* of json.null */
    } else if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING) {
        lua_pushstring(L, lua_typename(L, type)); /* above a __name that is no text */
    }
}

static int order_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    push_text(L, 1);
    return 1;
}

/* Upvalue: Lua's own. Each value of a %s becomes a text here; there is no %p. */
static int order_format(lua_State *L)
{
    int arg = 1, top = lua_gettop(L);
    for (const char *p = luaL_checkstring(L, 1); (p = strchr(p, '%')); p++) {
        p += 1 + strspn(p + 1, "-+ #0123456789.");
        if (*p == '%')
            continue;
        if (!*p)
            break;
        arg++;
        if (*p == 'p')
            return sandbox_raise(L, g_strdup("string.format: there is no %p: an address is another in every run"));
        if (*p == 's' && arg <= top) {
            push_text(L, arg);
            lua_replace(L, arg);
        }
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, top, LUA_MULTRET);
    return lua_gettop(L);
}

void sandbox_make_orderly(lua_State *L, const char *library)
{
    static const struct {
        const char *library, *name;
        lua_CFunction function;
    } orderly[] = {{"_G", "pairs", order_pairs},
                   {"_G", "next", order_next},
                   {"_G", "tostring", order_tostring},
                   {"string", "format", order_format},
                   {"table", "sort", order_sort}};
    for (gsize i = 0; i < G_N_ELEMENTS(orderly); i++) {
        if (g_str_equal(orderly[i].library, library))
            sandbox_wrap(L, orderly[i].name, orderly[i].function);
    }
}
