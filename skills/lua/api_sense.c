#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <string.h>

/* What a loop's step sees: screen.color, screen.find_color, screen.changed, and fresh words for screen.find_text and the like. */

#define ASKED_MAX 200 /* of one turn */

static void ask(lua_State *L, const char *function, const struct sense_question *q, sense_answer *answer)
{
    sandbox *s = sandbox_of(L);
    if (!s->loop.stepping || !s->loop.sense)
        sandbox_raise(L, g_strdup_printf("%s works only in the step of a loop, where the screen is looked at", function));
    if (++s->loop.questions > ASKED_MAX)
        sandbox_limit(L, "asked the screen more than 200 times in one turn of its loop");
    if (!s->loop.sense(s, q, answer))
        sandbox_limit(L, "got no answer from the screen");
}

/* The area that is asked about: four numbers, or the loop's own. */
static void read_area(lua_State *L, const char *function, int index, struct sense_question *q)
{
    const sandbox *s = sandbox_of(L);
    int area[4] = {0, 0, s->screen->width, s->screen->height};
    const timeline_loop *l = s->loop.asked;
    if (l && l->width) {
        area[0] = l->x;
        area[1] = l->y;
        area[2] = l->width;
        area[3] = l->height;
    }
    static const char *const names[] = {"x", "y", "width", "height"};
    for (int i = 0; i < 4 && !lua_isnoneornil(L, index); i++)
        area[i] = api_px(L, function, index + i, names[i]);
    if (area[0] < 0 || area[1] < 0 || area[2] < 1 || area[3] < 1 || area[0] + area[2] > s->screen->width ||
        area[1] + area[3] > s->screen->height)
        sandbox_raise(L, g_strdup_printf("%s: %d×%d at %d,%d is not on the screen of %d×%d", function, area[2], area[3], area[0],
                                         area[1], s->screen->width, s->screen->height));
    q->x = area[0];
    q->y = area[1];
    q->width = area[2];
    q->height = area[3];
}

/* screen.color(x, y [, width, height]) → red, green, blue: of a point, or the mean of an area. */
static int screen_color(lua_State *L)
{
    static const char name[] = "screen.color";
    struct sense_question q = {.kind = SENSE_COLOR, .width = 1, .height = 1};
    if (lua_isnoneornil(L, 3)) {
        lua_settop(L, 2);
        lua_pushinteger(L, 1);
        lua_pushinteger(L, 1);
    }
    read_area(L, name, 1, &q);
    sense_answer a = {0};
    ask(L, name, &q, &a);
    lua_pushinteger(L, a.red);
    lua_pushinteger(L, a.green);
    lua_pushinteger(L, a.blue);
    return 3;
}

static int channel(lua_State *L, int index, const char *name)
{
    static const char fits[] = "a number from 0 to 255";
    double value = api_number(L, "screen.find_color", index, name, fits);
    if (value < 0 || value > 255)
        api_wrong(L, "screen.find_color", index, name, fits);
    return (int)value;
}

/* screen.find_color(red, green, blue [, tolerance [, x, y, width, height]]) → a place with `pixels`, its x and y where most of it
 * is; or nil. */
static int screen_find_color(lua_State *L)
{
    struct sense_question q = {.kind = SENSE_FIND};
    q.red = channel(L, 1, "red");
    q.green = channel(L, 2, "green");
    q.blue = channel(L, 3, "blue");
    q.tolerance = lua_isnoneornil(L, 4) ? 0 : channel(L, 4, "tolerance");
    read_area(L, "screen.find_color", 5, &q);
    sense_answer a = {0};
    ask(L, "screen.find_color", &q, &a);
    if (!a.found) {
        lua_pushnil(L);
        return 1;
    }
    const struct {
        const char *name;
        lua_Integer value;
    } fields[] = {{"x", a.middle_x},  {"y", a.middle_y},    {"left", a.x},       {"top", a.y},
                  {"width", a.width}, {"height", a.height}, {"pixels", a.pixels}};
    lua_createtable(L, 0, (int)G_N_ELEMENTS(fields));
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        lua_pushinteger(L, fields[i].value);
        lua_setfield(L, -2, fields[i].name);
    }
    return 1;
}

/* screen.changed([x, y, width, height]) → the share of it that is not as it was a turn before, 0 to 1. */
static int screen_changed(lua_State *L)
{
    struct sense_question q = {.kind = SENSE_CHANGED};
    read_area(L, "screen.changed", 1, &q);
    sense_answer a = {0};
    ask(L, "screen.changed", &q, &a);
    lua_pushnumber(L, a.share);
    return 1;
}

void api_read_screen(lua_State *L, const char *region)
{
    sandbox *s = sandbox_of(L);
    bool of_profile = region && strcmp(region, "loop") != 0;
    struct sense_question q = {.kind = of_profile ? SENSE_MARKS : SENSE_READ};
    if (!s->loop.stepping || s->loop.read >= q.kind)
        return;
    read_area(L, "screen", 1000, &q); /* no argument is there: the loop's own */
    sense_answer a = {0};
    ask(L, "screen", &q, &a);
    s->loop.read = q.kind;
    if (a.screen) {
        GArray *words = s->loop.live->words, *icons = s->loop.live->icons;
        s->loop.live->words = a.screen->words;
        s->loop.live->icons = a.screen->icons;
        a.screen->words = words;
        a.screen->icons = icons;
    }
    sense_answer_clear(&a);
}

void api_open_sense(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"color", screen_color}, {"find_color", screen_find_color}, {"changed", screen_changed}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}
