#include "skills/lua/lua_api.h"
#include "skills/timeline/act.h"

#include <lauxlib.h>
#include <string.h>

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "NAME=VALUE" of the pair on top of the stack; caller frees, NULL = no argument can be so. */
static char *argument(lua_State *L)
{
    if (lua_type(L, -2) != LUA_TSTRING)
        return NULL;
    if (lua_type(L, -1) == LUA_TNUMBER && lua_isinteger(L, -1))
        return g_strdup_printf("%s=%" G_GINT64_FORMAT, lua_tostring(L, -2), (gint64)lua_tointeger(L, -1));
    return lua_type(L, -1) == LUA_TSTRING ? g_strdup_printf("%s=%s", lua_tostring(L, -2), lua_tostring(L, -1)) : NULL;
}

/* The arguments in the order of their names: one act has one text, and so one digest. */
static char *act_text(lua_State *L, const char *name)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    bool good = true;
    for (lua_pushnil(L); good && lua_type(L, 2) == LUA_TTABLE && lua_next(L, 2); lua_pop(L, 1)) {
        char *word = argument(L);
        good = word != NULL;
        if (word)
            g_ptr_array_add(words, word);
    }
    g_ptr_array_sort(words, compare);
    g_autoptr(GString) text = g_string_new(name);
    for (guint i = 0; i < words->len; i++)
        g_string_append_printf(text, " %s", (char *)g_ptr_array_index(words, i));
    return good && act_fits(text->str, NULL) ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* world.act(name [, {argument = value}]): a structured action, which only a world can do. */
static int world_act(lua_State *L)
{
    const char *name = api_text(L, "world.act", 1, "name", "the name of an act");
    if (!lua_isnoneornil(L, 2) && lua_type(L, 2) != LUA_TTABLE)
        api_wrong(L, "world.act", 2, "arguments", "a table of names with texts or whole numbers");
    lua_settop(L, 2);
    char *text = act_text(L, name);
    if (!text)
        api_wrong(L, "world.act", 2, "arguments", "a table of names with texts without spaces or whole numbers");
    api_emit(L, "world.act", (struct timeline_event){.type = TIMELINE_ACT, .text = text}, 0);
    return 0;
}

void api_open_world(lua_State *L)
{
    static const luaL_Reg functions[] = {{"act", world_act}, {NULL, NULL}};
    luaL_newlib(L, functions);
}
