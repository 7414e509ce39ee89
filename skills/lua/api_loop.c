#include "skills/lua/lua_api.h"

#include "skills/timeline/action.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

/* loop(budget, step): the skill's last act (loop.h). Here only what is asked for is read; the steps are taken in a worker of
 * their own (loop_worker.h). */

#define FITS_BUDGET "a table with seconds, events, keys and rect"
#define FITS_RECT "{x, y, width, height} on the screen"
#define AREA_MOVE_MS 120

/* Pushes budget[name] as it stands there; no metamethod runs. */
static void field(lua_State *L, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, 1);
}

static void no_other_fields(lua_State *L)
{
    static const char *const known[] = {"seconds", "events", "keys", "rect", NULL};
    sandbox_push_keys(L, "loop", 1); /* in order: of two the same is named each time */
    int keys = lua_gettop(L);
    for (int i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        if (!g_strv_contains(known, name))
            api_wrong(L, "loop", -1, "a field of the budget", "seconds, events, keys or rect");
    }
    lua_settop(L, keys - 1);
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The list on top of the stack, popped; NULL at the end of `names`. They are interned: nothing is to be freed when an error is
 * raised, and there are no more of them than keys. */
static void read_keys(lua_State *L, const char **names)
{
    gsize n = 0;
    names[0] = NULL;
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return;
    }
    if (!lua_istable(L, -1))
        api_wrong(L, "loop", -1, "keys", "a list of key names, \"left mouse\" and the like, \"wheel\"");
    gsize count = lua_rawlen(L, -1);
    if (count > LOOP_KEYS_MAX)
        sandbox_raise(L, g_strdup_printf("loop: keys has %" G_GSIZE_FORMAT " entries (at most %d)", count, LOOP_KEYS_MAX));
    for (gsize i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        GError *error = NULL;
        char *name =
            timeline_loop_key(api_text(L, "loop", -1, "a key", "a key name, \"left mouse\" and the like, or \"wheel\""), &error);
        if (!name) {
            char *message = g_strdup_printf("loop: %s", error->message);
            g_error_free(error);
            sandbox_raise(L, message);
        }
        const char *kept = g_intern_string(name);
        g_free(name);
        bool twice = false;
        for (gsize k = 0; k < n; k++)
            twice |= names[k] == kept;
        if (!twice)
            names[n++] = kept;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    qsort(names, n, sizeof *names, by_name);
    names[n] = NULL;
}

/* The list on top of the stack, popped. */
static void read_rect(lua_State *L, int *ret)
{
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return;
    }
    if (!lua_istable(L, -1) || lua_rawlen(L, -1) != 4)
        api_wrong(L, "loop", -1, "rect", FITS_RECT);
    for (int i = 0; i < 4; i++) {
        lua_rawgeti(L, -1, i + 1);
        ret[i] = api_px(L, "loop", -1, "a number of rect");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    const screen *s = sandbox_of(L)->screen;
    if (ret[0] < 0 || ret[1] < 0 || ret[2] < 1 || ret[3] < 1 || ret[0] + ret[2] > s->width || ret[1] + ret[3] > s->height)
        sandbox_raise(L, g_strdup_printf("loop: rect is %d×%d at %d,%d (an area of the screen of %d×%d fits)", ret[2], ret[3],
                                         ret[0], ret[1], s->width, s->height));
}

static int read_events(lua_State *L)
{
    field(L, "events");
    double events = api_number(L, "loop", -1, "events", "how many presses, releases and moves at most");
    lua_pop(L, 1);
    if (events < 1 || events > LOOP_EVENTS_MAX || floor(events) != events)
        sandbox_raise(L, g_strdup_printf("loop: events is %.14g (a whole number from 1 to %d fits)", events, LOOP_EVENTS_MAX));
    return (int)events;
}

static gint64 read_ms(lua_State *L)
{
    field(L, "seconds");
    double seconds = api_number(L, "loop", -1, "seconds", "how long at most");
    lua_pop(L, 1);
    if (!(seconds > 0) || seconds * 1000 > LOOP_MS_MAX)
        sandbox_raise(L, g_strdup_printf("loop: seconds is %.14g (above 0, to %d fits)", seconds, LOOP_MS_MAX / 1000));
    return MAX(1, (gint64)llround(seconds * 1000));
}

/* Raises the error; the loop is freed before. */
static void not_fitting(lua_State *L, timeline_loop *l, GError *error)
{
    timeline_loop_free(l);
    char *message = g_strdup_printf("loop: %s", error->message);
    g_error_free(error);
    sandbox_raise(L, message);
}

/* The pointer is brought into the area by a move that everybody can see, before the loop begins. */
static void enter_area(lua_State *L, const int *rect)
{
    sandbox *s = sandbox_of(L);
    bool inside = s->acts.pointer_x >= rect[0] && s->acts.pointer_y >= rect[1] && s->acts.pointer_x < rect[0] + rect[2] &&
                  s->acts.pointer_y < rect[1] + rect[3];
    if (rect[2] == 0 || inside)
        return;
    struct timeline_event move = {.type = TIMELINE_MOVE,
                                  .x = rect[0] + rect[2] / 2,
                                  .y = rect[1] + rect[3] / 2,
                                  .tween = TWEEN_EASE_IN_OUT,
                                  .duration_ms = AREA_MOVE_MS};
    api_emit(L, "loop", move, AREA_MOVE_MS);
    s->acts.pointer_x = move.x;
    s->acts.pointer_y = move.y;
}

static int api_loop(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    int rect[4] = {0};
    if (s->loop.stepping)
        sandbox_raise(L, g_strdup("loop: a loop's step cannot begin a loop"));
    if (!lua_istable(L, 1))
        api_wrong(L, "loop", 1, "the budget", FITS_BUDGET);
    if (!lua_isfunction(L, 2))
        api_wrong(L, "loop", 2, "the step", "a function");
    no_other_fields(L);
    gint64 ms = read_ms(L);
    int events = read_events(L);
    field(L, "rect");
    read_rect(L, rect);
    const char *keys[LOOP_KEYS_MAX + 1];
    field(L, "keys");
    read_keys(L, keys);
    enter_area(L, rect);
    api_end_later(L, "loop"); /* what goes on beside it has ended then */
    timeline_loop *l = timeline_loop_new();
    g_strfreev(l->keys);
    l->keys = g_strdupv((char **)keys);
    l->ms = ms;
    l->events = events;
    l->x = rect[0];
    l->y = rect[1];
    l->width = rect[2];
    l->height = rect[3];
    if (s->action) {
        g_free(l->skill);
        l->skill = g_strdup(s->action->skill);
        g_free(l->args);
        l->args = timeline_loop_args(s->action);
    }
    GError *error = NULL;
    if (!timeline_loop_fits(l, &error))
        not_fitting(L, l, error);
    api_emit(L, "loop", (struct timeline_event){.type = TIMELINE_LOOP, .loop = l, .duration_ms = ms}, 0);
    lua_settop(L, 2);
    s->loop.step = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

void api_open_loop(lua_State *L)
{
    lua_pushcfunction(L, api_loop);
}
