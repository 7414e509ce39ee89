#include "skills/lua/lua_api.h"

static int api_wait(lua_State *L)
{
    gint64 ms = api_ms(L, "wait", 1, "seconds", -1);
    if (ms < 0)
        api_wrong(L, "wait", 1, "seconds", "a number of seconds from 0 to 3600");
    api_emit(L, "wait", (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = ms}, ms);
    return 0;
}

void api_open(lua_State *L)
{
    api_open_key(L);
    sandbox_freeze(L, "key");
    lua_setfield(L, -2, "key");
    api_open_mouse(L);
    sandbox_freeze(L, "mouse");
    lua_setfield(L, -2, "mouse");
    api_open_screen(L);
    api_open_sense(L);
    sandbox_freeze(L, "screen");
    lua_setfield(L, -2, "screen");
    api_open_world(L);
    sandbox_freeze(L, "world");
    lua_setfield(L, -2, "world");
    api_open_loop(L);
    lua_setfield(L, -2, "loop");
    lua_pushcfunction(L, api_wait);
    lua_setfield(L, -2, "wait");
}
