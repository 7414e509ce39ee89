#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <string.h>

static int sandbox_open(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    guint64 seed = *(guint64 *)lua_touserdata(L, 1);
    lua_settop(L, 0);
    lua_newtable(L);
    sandbox_open_std(L, seed);
    if (s->screen)
        api_open(L);
    else
        sandbox_open_json(L);
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1))
        g_hash_table_add(s->sources.own, g_strdup(lua_tostring(L, -2)));
    sandbox_open_globals(L);
    return 0;
}

sandbox *sandbox_new(const screen *scr, guint64 seed, gint64 max_hold_ms)
{
    sandbox *s = g_new0(sandbox, 1);
    s->screen = scr;
    acts_init(&s->acts);
    s->max_hold_ms = max_hold_ms;
    s->sources.files = g_ptr_array_new_with_free_func(g_free);
    s->sources.own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    s->sources.owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    s->sources.declared = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    s->limits.instructions_max = SANDBOX_INSTRUCTIONS;
    s->limits.memory_max = SANDBOX_MEMORY;
    s->focus = -1;
    s->loop.step = LUA_NOREF;
    s->L = lua_newstate(sandbox_allocate, s);
    g_assert(s->L); /* 64 MiB are there, or GLib would have aborted before */
    *(sandbox **)lua_getextraspace(s->L) = s;
    lua_pushcfunction(s->L, sandbox_open);
    lua_pushlightuserdata(s->L, &seed);
    if (lua_pcall(s->L, 1, 0, 0) != LUA_OK)
        g_error("the Lua sandbox cannot be set up: %s", lua_tostring(s->L, -1));
    sandbox_hook_on(s->L, SANDBOX_HOOK_EVERY);
    return s;
}

void sandbox_close(sandbox *s)
{
    if (!s)
        return;
    lua_sethook(s->L, NULL, 0, 0);
    s->limits.reached = NULL;
    lua_close(s->L);
    acts_clear(&s->acts);
    g_ptr_array_unref(s->sources.files);
    g_hash_table_unref(s->sources.own);
    g_hash_table_unref(s->sources.owners);
    g_ptr_array_unref(s->sources.declared);
    g_free(s->loop.outside);
    g_free(s->api_error);
    g_free(s);
}

bool sandbox_call(sandbox *s, int n_args, int n_results, struct sandbox_error *ret_error)
{
    lua_State *L = s->L;
    struct sandbox_error e = {.file = -1};
    int base = lua_gettop(L) - n_args;
    s->limits.instructions = 0;
    s->limits.stopped = false;
    s->limits.refused = 0;
    g_clear_pointer(&s->loop.outside, g_free);
    sandbox_hook_on(L, SANDBOX_HOOK_EVERY);
    sandbox_called(s, n_args);
    sandbox_push_handler(L, &e);
    lua_insert(L, base);
    s->limits.counts = true;
    int status = lua_pcall(L, n_args, n_results, base);
    s->limits.counts = false;
    lua_remove(L, base);
    if (s->limits.refused && !s->limits.stopped)
        sandbox_limit_reached(L, SANDBOX_MEMORY_LIMIT);
    if (status == LUA_OK && s->limits.stopped) { /* only where no worker ends: what came out of it does not count */
        lua_pop(L, n_results);
        lua_pushliteral(L, "stopped at a limit");
        status = LUA_ERRRUN;
    }
    if (status == LUA_OK && s->loop.outside) {
        e = (struct sandbox_error){
            .file = s->loop.outside_at.file, .line = s->loop.outside_at.line, .what = g_steal_pointer(&s->loop.outside)};
        lua_pop(L, n_results);
        lua_pushnil(L);
        status = LUA_ERRRUN;
    }
    const char *weak = status == LUA_OK ? sandbox_weak(L) : NULL;
    if (weak) {
        e = (struct sandbox_error){.file = s->called.file, .line = s->called.line, .what = g_strdup(weak)};
        lua_pop(L, n_results);
        lua_pushnil(L);
        status = LUA_ERRRUN;
    }
    if (status == LUA_OK)
        return true;
    if (!e.what) /* LUA_ERRMEM has no handler */
        e.what = g_strdup(lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "failed while its error was handled");
    lua_pop(L, 1);
    *ret_error = e;
    return false;
}

bool sandbox_step(sandbox *s, double seconds, bool *ret_done, struct sandbox_error *ret_error)
{
    s->loop.stepping = true;
    s->loop.read = SENSE_LOOK;
    s->loop.questions = 0;
    sandbox_begin(s);
    lua_rawgeti(s->L, LUA_REGISTRYINDEX, s->loop.step);
    lua_pushnumber(s->L, seconds);
    bool stepped = sandbox_call(s, 1, 1, ret_error);
    *ret_done = stepped && lua_toboolean(s->L, -1);
    if (stepped)
        lua_pop(s->L, 1);
    s->calling = false;
    return stepped;
}

bool sandbox_load(sandbox *s, const char *name, const char *source, gsize length, struct sandbox_error *ret_error)
{
    g_autofree char *chunk = g_strdup_printf(SANDBOX_SOURCE_NAME, (int)s->sources.files->len);
    g_ptr_array_add(s->sources.files, g_strdup(name));
    *ret_error = (struct sandbox_error){.file = (int)s->sources.files->len - 1, .line = 1};
    if (length && *source == LUA_SIGNATURE[0]) {
        ret_error->what = g_strdup("this is bytecode: a skill file is Lua text");
        return false;
    }
    s->limits.counts = true;
    int status = luaL_loadbufferx(s->L, source, length, chunk, "t");
    s->limits.counts = false;
    if (status != LUA_OK) {
        const char *text = sandbox_take_position(lua_tostring(s->L, -1), ret_error);
        ret_error->what = strcmp(text, "C stack overflow") == 0 ? g_strdup("brackets, blocks or jumps are nested too deeply")
                                                                : sandbox_expand_names(s, text);
        lua_pop(s->L, 1);
        return false;
    }
    sandbox_push_environment(s->L, (int)s->sources.files->len - 1);
    lua_setupvalue(s->L, -2, 1);
    s->calling = false;
    gint64 allowed = s->limits.instructions_max;
    s->limits.instructions_max = MIN(allowed, SANDBOX_LOAD_INSTRUCTIONS);
    bool loaded = sandbox_call(s, 0, 0, ret_error);
    s->limits.instructions_max = allowed;
    return loaded;
}

void sandbox_seal(sandbox *s)
{
    s->sources.sealed = true;
}

bool sandbox_push_function(sandbox *s, const char *name)
{
    const char *dot = strchr(name, '.');
    int top = lua_gettop(s->L);
    sandbox_push_globals(s->L);
    lua_pushlstring(s->L, name, dot ? (gsize)(dot - name) : strlen(name));
    lua_rawget(s->L, -2);
    lua_remove(s->L, -2);
    if (dot && (!lua_istable(s->L, -1) || luaL_getmetafield(s->L, -1, "__index") != LUA_TTABLE)) {
        lua_settop(s->L, top);
        return false;
    }
    if (dot) { /* a table of the API: frozen, its functions behind it (no other global has a dot in its name) */
        lua_pushstring(s->L, dot + 1);
        lua_rawget(s->L, -2);
        lua_replace(s->L, -3);
        lua_pop(s->L, 1);
    }
    bool is_function = lua_isfunction(s->L, -1);
    if (!is_function)
        lua_pop(s->L, 1);
    return is_function;
}
