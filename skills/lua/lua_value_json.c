#include "config/strict_json.h"
#include "skills/lua/lua_sandbox.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

/* JSON in and out of Lua, for scripts. A list from JSON carries a mark (a metatable), so that an empty one goes out as [];
 * json.array() marks one that a script made. null inside an object is an absent field, inside a list json.null. */

#define INPUT_MAX (16 * 1024 * 1024)
#define ITEMS_MAX 200000

static const char array_mark, object_mark; /* addresses are keys in the registry */

static void push_mark(lua_State *L, const char *mark)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, mark) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, mark);
}

static bool has_mark(lua_State *L, int index, const char *mark)
{
    if (!lua_getmetatable(L, index))
        return false;
    lua_rawgetp(L, LUA_REGISTRYINDEX, mark);
    bool same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return same;
}

/* ---- in ---- */

static void push_value(lua_State *L, const cJSON *item)
{
    luaL_checkstack(L, 4, "JSON");
    if (cJSON_IsString(item)) {
        lua_pushstring(L, item->valuestring);
    } else if (cJSON_IsBool(item)) {
        lua_pushboolean(L, cJSON_IsTrue(item));
    } else if (cJSON_IsNumber(item)) {
        double d = item->valuedouble;
        if (floor(d) == d && fabs(d) <= 9007199254740992.0)
            lua_pushinteger(L, (lua_Integer)d);
        else
            lua_pushnumber(L, d);
    } else if (cJSON_IsArray(item)) {
        lua_newtable(L);
        push_mark(L, &array_mark);
        lua_setmetatable(L, -2);
        lua_Integer n = 0;
        for (const cJSON *child = item->child; child; child = child->next) {
            push_value(L, child);
            lua_rawseti(L, -2, ++n);
        }
    } else if (cJSON_IsObject(item)) {
        lua_newtable(L);
        for (const cJSON *child = item->child; child; child = child->next) {
            if (cJSON_IsNull(child))
                continue;
            lua_pushstring(L, child->string);
            push_value(L, child);
            lua_rawset(L, -3);
        }
    } else {
        lua_pushlightuserdata(L, NULL); /* json.null */
    }
}

static int push_protected(lua_State *L)
{
    push_value(L, lua_touserdata(L, 1));
    return 1;
}

bool sandbox_push_json(sandbox *s, const char *json, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(json, length, INPUT_MAX, error);
    if (!root)
        return false;
    lua_pushcfunction(s->L, push_protected);
    lua_pushlightuserdata(s->L, root);
    if (lua_pcall(s->L, 1, 1, 0) == LUA_OK)
        return true;
    lua_pop(s->L, 1);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "the script's input does not fit into its memory");
    return false;
}

/* ---- out: raw access only, so nothing of the script runs here ---- */

struct writer {
    guint items;
    GError **error;
};

static cJSON *value_to_json(struct writer *w, lua_State *L, int depth);

static cJSON *failure(struct writer *w, const char *why)
{
    g_set_error(w->error, SKILLS_ERROR, SKILLS_ERROR_RUNTIME, "what the script returned has no JSON form: %s", why);
    return NULL;
}

static cJSON *number_to_json(struct writer *w, lua_State *L)
{
    if (lua_isinteger(L, -1)) {
        g_autofree char *digits = g_strdup_printf("%" G_GINT64_FORMAT, (gint64)lua_tointeger(L, -1));
        return cJSON_CreateRaw(digits);
    }
    double d = lua_tonumber(L, -1);
    return isfinite(d) ? cJSON_CreateNumber(d) : failure(w, "a number that is not finite");
}

static cJSON *string_to_json(struct writer *w, lua_State *L)
{
    gsize length;
    const char *text = lua_tolstring(L, -1, &length);
    return g_utf8_validate(text, (gssize)length, NULL) ? cJSON_CreateString(text) : failure(w, "a text that is not UTF-8");
}

static cJSON *array_to_json(struct writer *w, lua_State *L, lua_Integer n, int depth)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        cJSON *item = value_to_json(w, L, depth);
        lua_pop(L, 1);
        if (!item)
            return NULL;
        cJSON_AddItemToArray(array, item);
    }
    return g_steal_pointer(&array);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static cJSON *object_to_json(struct writer *w, lua_State *L, int depth)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || !g_utf8_validate(lua_tostring(L, -2), (gssize)lua_rawlen(L, -2), NULL)) {
            lua_pop(L, 2);
            return failure(w, "a table whose keys are neither 1, 2, 3 … nor all text");
        }
        g_ptr_array_add(names, g_strdup(lua_tostring(L, -2)));
    }
    g_ptr_array_sort(names, compare_names);
    g_autoptr(cJSON) object = cJSON_CreateObject();
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        lua_pushstring(L, name);
        lua_rawget(L, -2);
        cJSON *item = value_to_json(w, L, depth);
        lua_pop(L, 1);
        if (!item)
            return NULL;
        cJSON_AddItemToObject(object, name, item);
    }
    return g_steal_pointer(&object);
}

static cJSON *table_to_json(struct writer *w, lua_State *L, int depth)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    if (has_mark(L, -1, &array_mark) || (n > 0 && !has_mark(L, -1, &object_mark)))
        return array_to_json(w, L, n, depth);
    return object_to_json(w, L, depth);
}

/* Of the value on top, which stays. */
static cJSON *value_to_json(struct writer *w, lua_State *L, int depth)
{
    if (depth >= STRICT_JSON_DEPTH)
        return failure(w, "tables more than 64 deep (one that holds itself?)");
    if (++w->items > ITEMS_MAX || !lua_checkstack(L, 4))
        return failure(w, "it is too large");
    switch (lua_type(L, -1)) {
    case LUA_TSTRING:
        return string_to_json(w, L);
    case LUA_TNUMBER:
        return number_to_json(w, L);
    case LUA_TBOOLEAN:
        return cJSON_CreateBool(lua_toboolean(L, -1));
    case LUA_TTABLE:
        return table_to_json(w, L, depth + 1);
    case LUA_TLIGHTUSERDATA:
    case LUA_TNIL:
        return cJSON_CreateNull();
    default:
        return failure(w, "a function or a coroutine");
    }
}

struct taking {
    char *result;
    GError **error;
};

static int take_protected(lua_State *L)
{
    struct taking *t = lua_touserdata(L, 2);
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING) {
        gsize length;
        const char *text = lua_tolstring(L, 1, &length);
        if (g_utf8_validate(text, (gssize)length, NULL))
            t->result = g_strdup(text);
        else
            g_set_error(t->error, SKILLS_ERROR, SKILLS_ERROR_RUNTIME, "the script returned a text that is not UTF-8");
        return 0;
    }
    struct writer w = {.error = t->error};
    g_autoptr(cJSON) json = value_to_json(&w, L, 0);
    if (json)
        t->result = strict_json_print(json);
    return 0;
}

char *sandbox_take_json(sandbox *s, GError **error)
{
    lua_State *L = s->L;
    struct taking t = {.error = error};
    lua_pushcfunction(L, take_protected);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, &t);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) {
        lua_pop(L, 1);
        if (!error || !*error)
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT, "what the script returned does not fit into its memory");
        g_clear_pointer(&t.result, g_free);
    }
    return t.result;
}

/* ---- json.* ---- */

static int mark_with(lua_State *L, const char *function, const char *mark)
{
    if (lua_isnoneornil(L, 1)) {
        lua_settop(L, 0);
        lua_newtable(L);
    }
    if (lua_type(L, 1) != LUA_TTABLE || lua_getmetatable(L, 1))
        return sandbox_raise(L, g_strdup_printf("%s: a table without a metatable fits", function));
    push_mark(L, mark);
    lua_setmetatable(L, 1);
    lua_settop(L, 1);
    return 1;
}

static int json_array(lua_State *L)
{
    return mark_with(L, "json.array", &array_mark);
}

static int json_object(lua_State *L)
{
    return mark_with(L, "json.object", &object_mark);
}

void sandbox_open_json(lua_State *L)
{
    static const luaL_Reg functions[] = {{"array", json_array}, {"object", json_object}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
    sandbox_freeze(L, "json");
    lua_setfield(L, -2, "json");
}
