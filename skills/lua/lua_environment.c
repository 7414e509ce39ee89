#include "skills/lua/lua_sandbox.h"

#include "config/nearest.h"

#include <lauxlib.h>
#include <string.h>

/* Whose a global is. Each file has an _ENV of its own: an empty proxy, behind it what the file keeps for itself, behind that the
 * globals. A later file may put a skill of its own in the place of an earlier one, and what is called by name from outside is the
 * later; but the files before it go on to call what was there when they were loaded. So what a skill does depends on nothing that
 * comes after its file: what was read and accepted is what runs. For the same reason a table is kept by its file alone: another
 * could change what is in it. */

static const char registry_globals, registry_kept; /* their addresses are the keys */

void sandbox_push_globals(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_globals);
}

/* Pushes the table of what the file keeps for itself; nil: there is no such file. */
static void push_kept_table(lua_State *L, int file)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_kept);
    lua_rawgeti(L, -1, file);
    lua_remove(L, -2);
}

static bool has(lua_State *L, const char *name)
{
    bool there = false;
    if (lua_istable(L, -1)) {
        lua_pushstring(L, name);
        there = lua_rawget(L, -2) != LUA_TNIL;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return there;
}

bool sandbox_declares(sandbox *s, const char *name)
{
    sandbox_push_globals(s->L);
    bool there = has(s->L, name);
    push_kept_table(s->L, (int)s->sources.files->len - 1);
    return has(s->L, name) || there;
}

static int by_string(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of all globals that are UTF-8 text; caller unrefs. */
static GPtrArray *sandbox_global_names(sandbox *s)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    lua_State *L = s->L;
    sandbox_push_globals(L);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING && g_utf8_validate(lua_tostring(L, -2), (gssize)lua_rawlen(L, -2), NULL))
            g_ptr_array_add(names, g_strdup(lua_tostring(L, -2)));
    }
    lua_pop(L, 1);
    g_ptr_array_sort(names, by_string); /* so that of two that are as near the same is meant each time */
    return names;
}

char *sandbox_undeclared(sandbox *s, const char *name)
{
    static const char *const loading[] = {"load", "loadstring", "loadfile", "dofile", "require", "package", NULL};
    static const char *const outside[] = {"io", "os", "debug", "collectgarbage", "print", "warn", NULL};
    static const char *const raw[] = {"_G", "rawget", "rawset", "rawequal", "rawlen", "getfenv", "setfenv", NULL};
    if (g_strv_contains(loading, name))
        return g_strdup_printf("'%s' is not there: a skill cannot load code", name);
    if (g_strv_contains(outside, name))
        return g_strdup_printf("'%s' is not there: a skill has no files, programs, clock or terminal", name);
    if (g_strv_contains(raw, name))
        return g_strdup_printf("'%s' is not there: a skill cannot reach round its limits", name);
    g_autoptr(GPtrArray) known = sandbox_global_names(s);
    g_ptr_array_add(known, NULL);
    const char *near = nearest_name(name, (const char *const *)known->pdata);
    g_autofree char *shown = g_strndup(name, 80);
    return near ? g_strdup_printf("undeclared global '%s' (did you mean '%s'?)", shown, near)
                : g_strdup_printf("undeclared global '%s' (make it local, or define it before)", shown);
}

/* __index of the globals themselves: only asked for what is not there. */
static int global_missing(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TSTRING)
        return sandbox_raise(L, g_strdup_printf("a global has a name, not a %s", luaL_typename(L, 2)));
    g_autofree char *name = g_strdup(lua_tostring(L, 2));
    char *message = sandbox_undeclared(sandbox_of(L), name);
    g_clear_pointer(&name, g_free);
    return sandbox_raise(L, message);
}

/* ---- assigning ---- */

static bool is_name(const char *name, gsize length)
{
    if (length == 0 || length > SANDBOX_NAME_MAX || g_ascii_isdigit(*name))
        return false;
    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isalnum(name[i]) && name[i] != '_')
            return false;
    }
    return true;
}

/* File that the function at `index` was written in; -1: none, a function of the API or of Lua. */
static int function_file(lua_State *L, int index)
{
    lua_Debug ar;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &ar);
    return sandbox_file_of(&ar);
}

/* Why the value at 3 may not become the global `name`, of which the old value is on top; NULL = it may. */
static char *refuse_value(const sandbox *s, lua_State *L, int file, const char *name)
{
    bool was_skill = lua_isfunction(L, -1);
    int owner = was_skill ? GPOINTER_TO_INT(g_hash_table_lookup(s->sources.owners, name)) - 1 : -1;
    const char *of =
        owner >= 0 && (guint)owner < s->sources.files->len ? g_ptr_array_index(s->sources.files, (guint)owner) : "reins";
    if (s->sources.sealed && lua_isnil(L, -1))
        return g_strdup_printf("undeclared global '%s' is assigned (make it local)", name);
    if (s->sources.sealed && was_skill)
        return g_strdup_printf("'%s' is a skill of %s: it cannot be replaced while one runs", name, of);
    if (was_skill && owner != file && !lua_isfunction(L, 3))
        return g_strdup_printf("'%s' is a skill of %s: only a function can take its place", name, of);
    if (lua_isfunction(L, 3) && function_file(L, 3) != file)
        return g_strdup_printf("'%s' is given a function that is not of this file: write one that calls it", name);
    return NULL;
}

/* The files before this one keep the old value, which is on top. */
static void keep_for_earlier(lua_State *L, int file, const char *name)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_kept);
    for (int i = 0; i < file; i++) {
        lua_rawgeti(L, -1, i);
        lua_pushstring(L, name);
        if (lua_rawget(L, -2) == LUA_TNIL) {
            lua_pushstring(L, name);
            lua_pushvalue(L, -5);
            lua_rawset(L, -4);
        }
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

/* Pushes what the file has kept for itself under the name; true = there is such a thing. The table stays below it. */
static bool push_kept(lua_State *L, int file, const char *name)
{
    push_kept_table(L, file);
    lua_pushstring(L, name);
    return lua_rawget(L, -2) != LUA_TNIL;
}

static void become_owner(sandbox *s, int file, const char *name)
{
    g_hash_table_replace(s->sources.owners, g_strdup(name), GINT_TO_POINTER(file + 1));
    while (s->sources.declared->len <= (guint)file)
        g_ptr_array_add(s->sources.declared, g_ptr_array_new_with_free_func(g_free));
    g_ptr_array_add(g_ptr_array_index(s->sources.declared, (guint)file), g_strdup(name));
}

static bool is_loading(const sandbox *s, int file)
{
    return !s->sources.sealed && file == (int)s->sources.files->len - 1;
}

/* Takes the field, whose value is on top and is popped, out of the table below it. */
static void forget(lua_State *L, const char *name)
{
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setfield(L, -2, name);
}

/* The name at 2 and its value at 3, a table, become the file's own; on top the globals and what the name was there. */
static int keep_own(lua_State *L, int file, const char *name)
{
    const sandbox *s = sandbox_of(L);
    if (is_loading(s, file) && GPOINTER_TO_INT(g_hash_table_lookup(s->sources.owners, name)) == file + 1)
        forget(L, name); /* a skill of this file's that is none any more */
    lua_settop(L, 3);
    push_kept_table(L, file);
    lua_insert(L, 2);
    lua_rawset(L, 2);
    return 0;
}

static int global_assigned(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    int file = (int)lua_tointeger(L, lua_upvalueindex(1));
    gsize length;
    if (lua_type(L, 2) != LUA_TSTRING)
        return sandbox_raise(L, g_strdup_printf("a global has a name, not a %s", luaL_typename(L, 2)));
    const char *name = lua_tolstring(L, 2, &length);
    if (!is_name(name, length))
        return sandbox_raise(
            L, g_strdup_printf("'%.80s' is not a name for a global: letters, digits and _, at most %d", name, SANDBOX_NAME_MAX));
    if (g_hash_table_contains(s->sources.own, name))
        return sandbox_raise(L, g_strdup_printf("'%s' belongs to reins and cannot be replaced", name));
    lua_settop(L, 3);
    int type = lua_type(L, 3);
    bool own_thing = type == LUA_TTABLE || type == LUA_TTHREAD, kept = push_kept(L, file, name);
    if (kept && !own_thing && is_loading(s, file)) { /* it was a table of this file's, and is no more */
        forget(L, name);
        kept = false;
    }
    if (!kept) {
        lua_settop(L, 3);
        sandbox_push_globals(L);
        lua_pushvalue(L, 2);
        lua_rawget(L, -2);
    }
    char *why = refuse_value(s, L, file, name);
    if (why)
        return sandbox_raise(L, why);
    if (!kept && own_thing)
        return keep_own(L, file, name);
    if (!s->sources.sealed && !kept && GPOINTER_TO_INT(g_hash_table_lookup(s->sources.owners, name)) != file + 1) {
        if (!lua_isnil(L, -1))
            keep_for_earlier(L, file, name);
        become_owner(s, file, name);
    }
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, -3);
    return 0;
}

/* ---- environments ---- */

void sandbox_open_globals(lua_State *L)
{
    lua_newtable(L);
    lua_pushcfunction(L, global_missing);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_globals);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_kept);
}

void sandbox_push_environment(lua_State *L, int file)
{
    lua_newtable(L); /* the proxy */
    lua_newtable(L); /* its metatable */
    lua_newtable(L); /* what the file keeps */
    lua_newtable(L);
    sandbox_push_globals(L);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_kept);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, file);
    lua_pop(L, 1);
    lua_setfield(L, -2, "__index");
    lua_pushinteger(L, file);
    lua_pushcclosure(L, global_assigned, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}
