#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>

sandbox *sandbox_of(lua_State *L)
{
    return *(sandbox **)lua_getextraspace(L);
}

/* ---- memory ---- */

void *sandbox_allocate(void *data, void *block, size_t old_size, size_t size)
{
    sandbox *s = data;
    gsize old = block ? old_size : 0; /* for a new block Lua passes its kind */
    if (size == 0) {
        s->limits.memory -= old;
        g_free(block);
        return NULL;
    }
    if (s->limits.counts && size > old && s->limits.memory - old + size > s->limits.memory_max) {
        /* Lua collects its garbage and asks once more: only then is it the limit. Its string buffers do not ask again but raise
         * an error, which could be caught: `refused` stays, and the next hook or the end of the call finds it. */
        if (s->limits.refused == size && s->L)
            sandbox_limit_reached(s->L, SANDBOX_MEMORY_LIMIT); /* where it returns, Lua raises: an allocator must not */
        if (s->L)
            sandbox_find_lines(s->L, &s->limits.refused_at.file, &s->limits.refused_at.line, &s->limits.refused_focus);
        s->limits.refused = size;
        return NULL;
    }
    void *result = g_try_realloc(block, size);
    if (result) {
        s->limits.memory = s->limits.memory - old + size;
        if (s->limits.refused == size)
            s->limits.refused = 0;
    }
    return result;
}

/* ---- instructions ---- */

/* A file's locals are its own: while files are loaded none calls the functions of another, which might change them. */
static void stay_in_file(lua_State *L, lua_Debug *ar)
{
    sandbox *s = sandbox_of(L);
    int loading = (int)s->sources.files->len - 1, focus = s->focus, file, line, inner;
    lua_getinfo(L, "S", ar);
    if (s->sources.sealed || sandbox_file_of(ar) < 0 || sandbox_file_of(ar) == loading)
        return;
    s->focus = loading;
    sandbox_find_lines(L, &file, &line, &inner);
    s->focus = focus;
    lua_pushfstring(L, "\001%d\002:%d: calls a function of another file while it is loaded", loading, inner);
    lua_error(L);
}

static void sandbox_hook(lua_State *L, lua_Debug *ar)
{
    sandbox *s = sandbox_of(L);
    if (ar->event != LUA_HOOKCOUNT) {
        stay_in_file(L, ar);
        return;
    }
    s->limits.instructions += s->limits.stopped ? 0 : SANDBOX_HOOK_EVERY;
    if (s->limits.refused)
        sandbox_limit(L, SANDBOX_MEMORY_LIMIT);
    if (s->limits.stopped || s->limits.instructions > s->limits.instructions_max)
        sandbox_limit_instructions(L);
}

void sandbox_hook_on(lua_State *L, int count)
{
    lua_sethook(L, sandbox_hook, LUA_MASKCOUNT | (sandbox_of(L)->sources.sealed ? 0 : LUA_MASKCALL), count);
}

void sandbox_limit_reached(lua_State *L, const char *what)
{
    sandbox *s = sandbox_of(L);
    int file, line, focus;
    if (!s->limits.stopped) {
        s->limits.stopped = true;
        sandbox_find_lines(L, &file, &line, &focus);
        if (file < 0 && s->limits.refused) {
            file = s->limits.refused_at.file;
            line = s->limits.refused_at.line;
            focus = s->limits.refused_focus;
        }
        if (s->focus >= 0 && focus) {
            file = s->focus;
            line = focus;
        }
        if (s->limits.reached)
            s->limits.reached(s, file, line, what);
    }
    /* Only where no worker ends: each further instruction raises again, so that no handler gets anywhere. */
    sandbox_hook_on(L, 1);
}

void sandbox_limit(lua_State *L, const char *what)
{
    sandbox_limit_reached(L, what);
    luaL_error(L, "%s", what);
}

void sandbox_limit_instructions(lua_State *L)
{
    bool loading = sandbox_of(L)->limits.instructions_max <= SANDBOX_LOAD_INSTRUCTIONS;
    sandbox_limit(L, loading ? "ran more than 1,000,000 instructions: an endless loop?"
                             : "ran more than 10,000,000 instructions: an endless loop?");
}

int sandbox_raise(lua_State *L, char *message)
{
    sandbox *s = sandbox_of(L);
    int file, line, focus;
    sandbox_find_lines(L, &file, &line, &focus);
    g_free(s->api_error);
    s->api_error = message; /* freed here or by sandbox_close(), also when the next line raises for want of memory */
    if (file >= 0)
        lua_pushfstring(L, "\001%d\002:%d: %s", file, line, message);
    else
        lua_pushstring(L, message);
    g_clear_pointer(&s->api_error, g_free);
    return lua_error(L);
}
