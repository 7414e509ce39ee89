#include "skills/key.h"
#include "skills/lua_api.h"

#include <lauxlib.h>
#include <math.h>

#define MOVE_MS 120
#define CLICK_MS 50
#define DOUBLE_CLICK_MS 40 /* each press, and between the two: well within every program's double-click time */
#define DRAG_MS 500
#define DRAG_GRIP_MS 100 /* the program must see the press before the motion, and the end before the release */
#define SCROLL_CLICK_MS 20
#define NORMALIZED_ONE 1000000

static void button_event(lua_State *L, const char *function, enum timeline_type type, int button, gint64 hold_ms,
                         gint64 advance_ms)
{
    api_emit(L, function, (struct timeline_event){.type = type, .button = button, .hold_ms = hold_ms}, advance_ms);
}

/* ---- moving ---- */

static const char *const origins[] = {"absolute", "relative", "normalized", "center", NULL};
static const char *const tweens[] = {"linear", "ease_in", "ease_out", "ease_in_out", NULL};

struct move {
    enum timeline_origin origin;
    enum timeline_tween tween;
    gint64 ms;
};

static int name_index(lua_State *L, const char *function, int index, const char *name, const char *const *names)
{
    const char *value = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
    for (int i = 0; names[i]; i++) {
        if (g_str_equal(names[i], value))
            return i;
    }
    char *all = g_strjoinv(", ", (char **)names);
    lua_pushstring(L, all);
    g_free(all);
    return api_wrong(L, function, index < 0 ? index - 1 : index, name, lua_tostring(L, -1));
}

/* The last argument: seconds, or {seconds = …, from = …, tween = …}. */
static struct move move_options(lua_State *L, const char *function, int index, gint64 absent_ms)
{
    struct move m = {.origin = ORIGIN_ABSOLUTE, .tween = TWEEN_EASE_IN_OUT, .ms = absent_ms};
    if (lua_type(L, index) != LUA_TTABLE) {
        m.ms = api_ms(L, function, index, "seconds", absent_ms);
        return m;
    }
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "a number";
        if (g_str_equal(name, "seconds"))
            m.ms = api_ms(L, function, -1, "seconds", absent_ms);
        else if (g_str_equal(name, "from"))
            m.origin = (enum timeline_origin)name_index(L, function, -1, "from", origins);
        else if (g_str_equal(name, "tween"))
            m.tween = (enum timeline_tween)name_index(L, function, -1, "tween", tweens);
        else
            sandbox_raise(L, g_strdup_printf("%s: option '%.40s' is not there (there are seconds, from, tween)", function, name));
    }
    return m;
}

/* Off the screen is a mistake of the one who computed it: X would stop the pointer at the edge without a word. */
static void on_screen(lua_State *L, const char *function, const struct timeline_event *e)
{
    const screen *scr = sandbox_of(L)->screen;
    if (e->origin == ORIGIN_RELATIVE)
        return;
    const struct timeline_place place = screen_place(scr);
    int x = 0, y = 0;
    timeline_move_point(e, &place, &x, &y);
    if (x < 0 || y < 0 || x >= scr->width || y >= scr->height)
        sandbox_raise(L, g_strdup_printf("%s: %d,%d is off the screen, which is %dx%d (0,0 to %d,%d fits)", function, x, y,
                                         scr->width, scr->height, scr->width - 1, scr->height - 1));
}

static void move_to(lua_State *L, const char *function, int index, const char *x, const char *y, const struct move *m)
{
    struct timeline_event e = {.type = TIMELINE_MOVE, .origin = m->origin, .tween = m->tween, .duration_ms = m->ms};
    if (m->origin == ORIGIN_NORMALIZED) {
        static const char fits[] = "a part of the screen from 0 to 1";
        double across = api_number(L, function, index, x, fits), down = api_number(L, function, index + 1, y, fits);
        if (across < 0 || across > 1)
            api_wrong(L, function, index, x, fits);
        if (down < 0 || down > 1)
            api_wrong(L, function, index + 1, y, fits);
        e.x = (int)lround(across * NORMALIZED_ONE);
        e.y = (int)lround(down * NORMALIZED_ONE);
    } else {
        e.x = api_px(L, function, index, x);
        e.y = api_px(L, function, index + 1, y);
    }
    on_screen(L, function, &e);
    api_emit(L, function, e, m->ms);
}

/* mouse.move(x, y [, seconds | {seconds =, from =, tween =}]) */
static int mouse_move(lua_State *L)
{
    struct move m = move_options(L, "mouse.move", 3, MOVE_MS);
    move_to(L, "mouse.move", 1, "x", "y", &m);
    return 0;
}

/* ---- buttons ---- */

/* mouse.click([x, y,] [button [, seconds]]): where two numbers come first, the pointer goes there. Returns the button's index. */
static int at_position(lua_State *L, const char *function)
{
    static const struct move m = {.origin = ORIGIN_ABSOLUTE, .tween = TWEEN_EASE_IN_OUT, .ms = MOVE_MS};
    if (lua_type(L, 1) != LUA_TNUMBER)
        return 1;
    move_to(L, function, 1, "x", "y", &m);
    return 3;
}

static int mouse_click(lua_State *L)
{
    int i = at_position(L, "mouse.click");
    int button = api_button_number(L, "mouse.click", i);
    gint64 ms = api_ms(L, "mouse.click", i + 1, "seconds", CLICK_MS);
    button_event(L, "mouse.click", TIMELINE_BUTTON_DOWN, button, 0, ms);
    button_event(L, "mouse.click", TIMELINE_BUTTON_UP, button, 0, 0);
    return 0;
}

static int mouse_double_click(lua_State *L)
{
    int i = at_position(L, "mouse.double_click");
    int button = api_button_number(L, "mouse.double_click", i);
    gint64 ms = api_ms(L, "mouse.double_click", i + 1, "seconds", DOUBLE_CLICK_MS);
    for (int click = 0; click < 2; click++) {
        button_event(L, "mouse.double_click", TIMELINE_BUTTON_DOWN, button, 0, ms);
        button_event(L, "mouse.double_click", TIMELINE_BUTTON_UP, button, 0, click ? 0 : DOUBLE_CLICK_MS);
    }
    return 0;
}

static int mouse_hold(lua_State *L)
{
    sandbox *s = sandbox_of(L);
    int i = at_position(L, "mouse.hold");
    int button = api_button_number(L, "mouse.hold", i);
    gint64 ms = api_ms(L, "mouse.hold", i + 1, "seconds", 0);
    if (ms > s->max_hold_ms)
        return sandbox_raise(L, g_strdup_printf("mouse.hold: seconds is %g (at most %g fits: max_hold_s of the profile)",
                                                (double)ms / 1000, (double)s->max_hold_ms / 1000));
    button_event(L, "mouse.hold", TIMELINE_BUTTON_DOWN, button, ms, 0);
    return 0;
}

static int mouse_release(lua_State *L)
{
    button_event(L, "mouse.release", TIMELINE_BUTTON_UP, api_button_number(L, "mouse.release", 1), 0, 0);
    return 0;
}

/* mouse.drag(from_x, from_y, to_x, to_y [, button [, seconds | {…}]]) */
static int mouse_drag(lua_State *L)
{
    int button = api_button_number(L, "mouse.drag", 5);
    struct move path = move_options(L, "mouse.drag", 6, DRAG_MS);
    struct move start = {.origin = path.origin, .tween = path.tween, .ms = MOVE_MS};
    move_to(L, "mouse.drag", 1, "from_x", "from_y", &start);
    button_event(L, "mouse.drag", TIMELINE_BUTTON_DOWN, button, 0, DRAG_GRIP_MS);
    move_to(L, "mouse.drag", 3, "to_x", "to_y", &path);
    api_emit(L, "mouse.drag", (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = DRAG_GRIP_MS}, DRAG_GRIP_MS);
    button_event(L, "mouse.drag", TIMELINE_BUTTON_UP, button, 0, 0);
    return 0;
}

/* ---- the wheel ---- */

static int wheel_clicks(lua_State *L, int index, const char *name)
{
    static const char fits[] = "a whole number of wheel clicks from -1000 to 1000";
    if (lua_isnoneornil(L, index))
        return 0;
    double clicks = api_number(L, "mouse.scroll", index, name, fits);
    if (floor(clicks) != clicks || fabs(clicks) > TIMELINE_CLICKS_MAX)
        api_wrong(L, "mouse.scroll", index, name, fits);
    return (int)clicks;
}

/* mouse.scroll(down [, right [, seconds]]): wheel clicks, negative is up and left. */
static int mouse_scroll(lua_State *L)
{
    int dy = wheel_clicks(L, 1, "down"), dx = wheel_clicks(L, 2, "right");
    if (!dx && !dy)
        return api_wrong(L, "mouse.scroll", 1, "down", "a number of wheel clicks that is not 0");
    gint64 ms = api_ms(L, "mouse.scroll", 3, "seconds", (gint64)(ABS(dx) + ABS(dy)) * SCROLL_CLICK_MS);
    api_emit(L, "mouse.scroll", (struct timeline_event){.type = TIMELINE_SCROLL, .dx = dx, .dy = dy, .duration_ms = ms}, ms);
    return 0;
}

void api_open_mouse(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"move", mouse_move}, {"click", mouse_click}, {"double_click", mouse_double_click}, {"hold", mouse_hold},
        {"release", mouse_release}, {"drag", mouse_drag}, {"scroll", mouse_scroll}, {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
