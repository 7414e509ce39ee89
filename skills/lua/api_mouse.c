#include "skills/timeline/key.h"
#include "skills/lua/lua_api.h"

#include <lauxlib.h>
#include <math.h>

#define MOVE_MS 120
#define CLICK_MS 50
#define DOUBLE_CLICK_MS 40 /* each press, and between the two: well within every program's double-click time */
#define DRAG_MS 500
#define DRAG_GRIP_MS 100 /* the program must see the press before the motion, and the end before the release */
#define DRAG_POINTS_MAX 2000
#define SCROLL_CLICK_MS 20
#define REST_MS 500      /* tooltips and menus show themselves by then */
#define TURN_DEGREE_MS 2 /* programs that look at the mouse once a frame lose what comes all at once */
#define NORMALIZED_ONE 1000000

#define MOVE_OPTIONS (API_DURATION | API_SPEED | API_ORIGIN | API_TWEEN | API_MONITOR)
#define PLACE_OPTIONS (API_ORIGIN | API_TWEEN | API_MONITOR)

static void button_event(lua_State *L, const char *function, enum timeline_type type, int button, gint64 hold_ms,
                         gint64 advance_ms)
{
    api_emit(L, function, (struct timeline_event){.type = type, .button = button, .hold_ms = hold_ms}, advance_ms);
}

/* ---- points ---- */

static struct timeline_place place_now(lua_State *L)
{
    const sandbox *s = sandbox_of(L);
    struct timeline_place place = screen_place(s->screen);
    place.pointer_x = s->acts.pointer_x;
    place.pointer_y = s->acts.pointer_y;
    return place;
}

static bool on_monitor(const screen *scr, int x, int y)
{
    for (guint i = 0; i < scr->monitors->len; i++) {
        const struct screen_monitor *m = &g_array_index(scr->monitors, struct screen_monitor, i);
        if (x >= m->x && y >= m->y && x < m->x + m->width && y < m->y + m->height)
            return true;
    }
    return scr->monitors->len == 0;
}

/* Where the move leads. Off the screen, or in a corner that no monitor shows, is a mistake of the one who computed it: X would
 * stop the pointer at the edge without a word. */
static void move_end(lua_State *L, const char *function, const struct timeline_event *e, int *ret_x, int *ret_y)
{
    const screen *scr = sandbox_of(L)->screen;
    const struct timeline_place place = place_now(L);
    int x = 0, y = 0;
    if (!timeline_move_point(e, &place, &x, &y))
        sandbox_raise(L,
                      g_strdup_printf("%s: origin is %s and there is no target window (a profile names it by window=; or count "
                                      "from the screen: origin = 'absolute')",
                                      function, timeline_origin_name(e->origin)));
    bool placed = e->origin != ORIGIN_RELATIVE; /* a program that has grabbed the pointer takes any way */
    if (placed && (x < 0 || y < 0 || x >= scr->width || y >= scr->height)) {
        sandbox_raise(L, g_strdup_printf("%s: %d,%d is off the screen, which is %dx%d (0,0 to %d,%d fits)", function, x, y,
                                         scr->width, scr->height, scr->width - 1, scr->height - 1));
    } else if (placed && !on_monitor(scr, x, y)) {
        sandbox_raise(L, g_strdup_printf("%s: %d,%d is on no monitor (screen.monitors() has them)", function, x, y));
    }
    *ret_x = CLAMP(x, 0, scr->width - 1);
    *ret_y = CLAMP(y, 0, scr->height - 1);
}

/* A part of a whole, 0 to 1, in millionths. */
static int millionths(lua_State *L, const char *function, int index, const char *name)
{
    static const char fits[] = "a part of the whole from 0 to 1";
    double part = api_number(L, function, index, name, fits);
    if (part < 0 || part > 1)
        api_wrong(L, function, index, name, fits);
    return (int)lround(part * NORMALIZED_ONE);
}

/* The move to the two numbers there; one that is measured on a monitor is in pixels of the screen. */
static struct timeline_event move_event(lua_State *L, const char *function, int x_index, int y_index, const char *x_name,
                                        const char *y_name, const struct api_options *o)
{
    struct timeline_event e = {.type = TIMELINE_MOVE, .origin = o->origin, .tween = o->tween};
    const struct screen_monitor *m = o->monitor;
    if (e.origin == ORIGIN_NORMALIZED || e.origin == ORIGIN_WINDOW_NORMALIZED) {
        e.x = millionths(L, function, x_index, x_name);
        e.y = millionths(L, function, y_index, y_name);
    } else {
        e.x = api_px(L, function, x_index, x_name);
        e.y = api_px(L, function, y_index, y_name);
    }
    if (m) {
        const struct timeline_place part = {.width = m->width, .height = m->height};
        int x = 0, y = 0;
        timeline_move_point(&e, &part, &x, &y);
        if (x < 0 || y < 0 || x >= m->width || y >= m->height)
            sandbox_raise(L, g_strdup_printf("%s: %d,%d is off the monitor %s, which is %dx%d", function, x, y, m->name, m->width,
                                             m->height));
        e.origin = ORIGIN_ABSOLUTE;
        e.x = m->x + x;
        e.y = m->y + y;
    }
    return e;
}

/* ---- moving ---- */

static double distance_to(lua_State *L, int x, int y)
{
    const sandbox *s = sandbox_of(L);
    return hypot(x - s->acts.pointer_x, y - s->acts.pointer_y);
}

/* Emits the move and keeps where the pointer is then. */
static void move_to(lua_State *L, const char *function, struct timeline_event e, gint64 ms)
{
    sandbox *s = sandbox_of(L);
    int x, y;
    move_end(L, function, &e, &x, &y);
    e.duration_ms = ms;
    api_emit(L, function, e, ms);
    s->acts.pointer_x = x;
    s->acts.pointer_y = y;
}

static gint64 move_ms(lua_State *L, const char *function, const struct timeline_event *e, const struct api_options *o,
                      gint64 absent_ms)
{
    int x, y;
    if (!(o->given & API_SPEED))
        return api_options_ms(o, absent_ms);
    move_end(L, function, e, &x, &y);
    double px = e->origin == ORIGIN_RELATIVE ? hypot(e->x, e->y) : distance_to(L, x, y);
    return api_speed_ms(L, function, px, o->speed);
}

/* mouse.move(x, y [, duration | {duration =, speed =, origin =, tween =, monitor =}]) */
static int mouse_move(lua_State *L)
{
    struct api_options o = api_options_read(L, "mouse.move", 3, MOVE_OPTIONS);
    struct timeline_event e = move_event(L, "mouse.move", 1, 2, "x", "y", &o);
    move_to(L, "mouse.move", e, move_ms(L, "mouse.move", &e, &o, MOVE_MS));
    return 0;
}

/* mouse.hover(x, y [, duration | {… as mouse.move, rest =}]): and stay there. */
static int mouse_hover(lua_State *L)
{
    struct api_options o = api_options_read(L, "mouse.hover", 3, MOVE_OPTIONS | API_REST);
    struct timeline_event e = move_event(L, "mouse.hover", 1, 2, "x", "y", &o);
    gint64 rest_ms = o.given & API_REST ? o.rest_ms : REST_MS;
    move_to(L, "mouse.hover", e, move_ms(L, "mouse.hover", &e, &o, MOVE_MS));
    api_emit(L, "mouse.hover", (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = rest_ms}, rest_ms);
    return 0;
}

/* ---- turning ---- */

/* The profile's mode of that name; its first where none is given. */
static const struct screen_turn *find_turn(lua_State *L, const char *mode)
{
    const GArray *turns = sandbox_of(L)->screen->turns;
    GString *known = g_string_new(NULL);
    for (guint i = 0; i < turns->len; i++) {
        const struct screen_turn *t = &g_array_index(turns, struct screen_turn, i);
        if (!mode || g_str_equal(t->mode, mode)) {
            g_string_free(known, TRUE);
            return t;
        }
        g_string_append_printf(known, "%s%s", i ? ", " : "", t->mode);
    }
    char *message = known->len ? g_strdup_printf("mouse.turn: mode is \"%.40s\" (%s fits)", mode, known->str)
                               : g_strdup("mouse.turn: the profile has no [turn MODE] (add one with x and y, the pixels of mouse "
                                          "motion for one degree)");
    g_string_free(known, TRUE);
    sandbox_raise(L, message);
    return NULL;
}

/* The way in whole pixels; what is left of a pixel is kept for the next turn. */
static int turn_px(lua_State *L, double degrees, double scale, double *rest)
{
    double way = degrees * scale + *rest;
    double whole = round(way);
    if (fabs(whole) > TIMELINE_PX_MAX)
        sandbox_raise(L, g_strdup_printf("mouse.turn: %g degrees are %.0f px (%d px fit)", degrees, whole, TIMELINE_PX_MAX));
    *rest = way - whole;
    return (int)whole;
}

/* mouse.turn(degrees_x [, degrees_y] [, mode] [, duration | {mode =, duration =, tween =}]): relative motion, right and down
 * positive, by the profile's pixels for a degree in that mode; without one in the profile's first. */
static int mouse_turn(lua_State *L)
{
    static const char fits[] = "a number of degrees from -3600 to 3600";
    sandbox *s = sandbox_of(L);
    double degrees[2] = {0, 0};
    static const char *const names[] = {"degrees_x", "degrees_y"};
    bool across_only = lua_type(L, 2) == LUA_TTABLE || lua_type(L, 2) == LUA_TSTRING;
    int last = across_only ? 2 : 3;
    for (int i = 0; i < 2; i++) {
        if (i == 1 && (across_only || lua_isnoneornil(L, 2)))
            continue;
        degrees[i] = api_number(L, "mouse.turn", i + 1, names[i], fits);
        if (fabs(degrees[i]) > 3600)
            api_wrong(L, "mouse.turn", i + 1, names[i], fits);
    }
    bool named = lua_type(L, last) != LUA_TTABLE;
    struct api_options o =
        api_options_read(L, "mouse.turn", named ? last + 1 : last, (named ? 0 : API_MODE) | API_DURATION | API_TWEEN);
    if (named && !lua_isnoneornil(L, last))
        o.mode = api_text(L, "mouse.turn", last, "mode", "the name of a mode");
    const struct screen_turn *turn = find_turn(L, o.mode);
    if (turn != s->acts.turn)
        s->acts.turn_x = s->acts.turn_y = 0;
    s->acts.turn = turn;
    struct timeline_event e = {.type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .tween = o.tween};
    e.x = turn_px(L, degrees[0], turn->x, &s->acts.turn_x);
    e.y = turn_px(L, degrees[1], turn->y, &s->acts.turn_y);
    gint64 usual_ms = MAX(MOVE_MS, (gint64)(MAX(fabs(degrees[0]), fabs(degrees[1])) * TURN_DEGREE_MS));
    move_to(L, "mouse.turn", e, api_options_ms(&o, usual_ms));
    return 0;
}

/* ---- buttons ---- */

static int button_at(lua_State *L, const char *function, int index)
{
    return index ? api_button_number(L, function, index) : BUTTON_LEFT;
}

/* mouse.click([x, y,] [button [, …]]): where two numbers come first, the pointer goes there. The button's index, 0 = not given;
 * what stands after it is the options, which also say what x and y are measured on. */
static int at_position(lua_State *L, const char *function, guint options, struct api_options *ret_options)
{
    int i = lua_type(L, 1) == LUA_TNUMBER ? 3 : 1;
    /* a name that was mistyped (p.X): the click would be wherever the pointer is, and as long as y */
    if (lua_type(L, 1) == LUA_TNIL && (lua_type(L, 2) == LUA_TNUMBER || lua_gettop(L) > 2))
        api_px(L, function, 1, "x");
    bool only_options = lua_type(L, i) == LUA_TTABLE;
    *ret_options = api_options_read(L, function, only_options ? i : i + 1, options | PLACE_OPTIONS);
    if (i == 3)
        move_to(L, function, move_event(L, function, 1, 2, "x", "y", ret_options), MOVE_MS);
    return only_options ? 0 : i;
}

static void clicks(lua_State *L, const char *function, int button, gint64 ms, int count, gint64 gap_ms)
{
    for (int click = 0; click < count; click++) {
        button_event(L, function, TIMELINE_BUTTON_DOWN, button, 0, ms);
        button_event(L, function, TIMELINE_BUTTON_UP, button, 0, click < count - 1 ? gap_ms : 0);
    }
}

/* mouse.click([x, y,] [button [, duration | {duration =, clicks =, gap =, origin =, tween =, monitor =}]]) */
static int mouse_click(lua_State *L)
{
    struct api_options o;
    int i = at_position(L, "mouse.click", API_DURATION | API_CLICKS | API_GAP, &o);
    int button = button_at(L, "mouse.click", i);
    gint64 ms = api_options_ms(&o, o.clicks > 1 ? DOUBLE_CLICK_MS : CLICK_MS);
    clicks(L, "mouse.click", button, ms, o.clicks, o.given & API_GAP ? o.gap_ms : DOUBLE_CLICK_MS);
    return 0;
}

static int mouse_double_click(lua_State *L)
{
    struct api_options o;
    int i = at_position(L, "mouse.double_click", API_DURATION | API_GAP, &o);
    int button = button_at(L, "mouse.double_click", i);
    gint64 gap_ms = o.given & API_GAP ? o.gap_ms : DOUBLE_CLICK_MS;
    clicks(L, "mouse.double_click", button, api_options_ms(&o, DOUBLE_CLICK_MS), 2, gap_ms);
    return 0;
}

/* mouse.hold([x, y,] [button [, duration | {duration =, wait =, origin =, tween =, monitor =}]]): as key.hold */
static int mouse_hold(lua_State *L)
{
    struct api_options o;
    int i = at_position(L, "mouse.hold", API_DURATION | API_WAIT, &o);
    int button = button_at(L, "mouse.hold", i);
    gint64 ms = api_hold_ms(L, "mouse.hold", &o);
    if ((o.given & API_WAIT) && o.wait)
        clicks(L, "mouse.hold", button, ms, 1, 0);
    else
        button_event(L, "mouse.hold", TIMELINE_BUTTON_DOWN, button, ms, 0);
    return 0;
}

static int mouse_release(lua_State *L)
{
    button_event(L, "mouse.release", TIMELINE_BUTTON_UP, api_button_number(L, "mouse.release", 1), 0, 0);
    return 0;
}

/* ---- dragging ---- */

/* The moves of a drag: the first leads to its start. On the Lua stack, so that an error frees it. */
struct path {
    int count;
    struct timeline_event moves[];
};

static struct path *path_new(lua_State *L, gsize points)
{
    struct path *p = lua_newuserdatauv(L, sizeof *p + points * sizeof p->moves[0], 0);
    p->count = 0;
    return p;
}

/* A list of {x, y} or {x =, y =}. */
static struct path *path_of_list(lua_State *L, const struct api_options *o)
{
    gsize n = lua_rawlen(L, 1);
    if (n < 1 || n > DRAG_POINTS_MAX)
        sandbox_raise(L, g_strdup_printf("mouse.drag: path has %" G_GSIZE_FORMAT " points (1 to %d fit)", n, DRAG_POINTS_MAX));
    struct path *p = path_new(L, n);
    for (gsize i = 1; i <= n; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i);
        int at = lua_gettop(L);
        if (lua_type(L, at) != LUA_TTABLE)
            api_wrong(L, "mouse.drag", at, "a point of path", "{x, y}");
        bool listed = lua_rawlen(L, at) > 0;
        for (int k = 1; k <= 2; k++) {
            if (listed)
                lua_rawgeti(L, at, k);
            else
                lua_getfield(L, at, k == 1 ? "x" : "y");
        }
        p->moves[p->count++] = move_event(L, "mouse.drag", at + 1, at + 2, "x of path", "y of path", o);
        lua_settop(L, at - 1);
    }
    return p;
}

/* mouse.drag(x, y …) from where the pointer is; mouse.drag(from_x, from_y, to_x, to_y …); mouse.drag({{x, y}, …} …). *ret_here:
 * it begins where the pointer is. */
static struct path *drag_path(lua_State *L, struct api_options *ret_options, int *ret_button, bool *ret_here)
{
    bool list = lua_type(L, 1) == LUA_TTABLE;
    bool four = !list && lua_type(L, 3) == LUA_TNUMBER;
    int next = list ? 2 : four ? 5 : 3;
    bool only_options = lua_type(L, next) == LUA_TTABLE;
    *ret_options = api_options_read(L, "mouse.drag", only_options ? next : next + 1, MOVE_OPTIONS);
    *ret_button = button_at(L, "mouse.drag", only_options ? 0 : next);
    struct path *p;
    if (list) {
        p = path_of_list(L, ret_options);
    } else {
        p = path_new(L, 2);
        if (four)
            p->moves[p->count++] = move_event(L, "mouse.drag", 1, 2, "from_x", "from_y", ret_options);
        p->moves[p->count++] = move_event(L, "mouse.drag", four ? 3 : 1, four ? 4 : 2, "to_x", "to_y", ret_options);
    }
    *ret_here = p->count == 1;
    return p;
}

/* How long the drag's way is, from where the pointer is now; leaves the pointer where it was. */
static double path_px(lua_State *L, const struct path *p, int first, double *ret_parts)
{
    sandbox *s = sandbox_of(L);
    int x = s->acts.pointer_x, y = s->acts.pointer_y;
    double px = 0;
    for (int i = first; i < p->count; i++) {
        int to_x, to_y;
        move_end(L, "mouse.drag", &p->moves[i], &to_x, &to_y);
        px += distance_to(L, to_x, to_y);
        ret_parts[i] = px;
        s->acts.pointer_x = to_x;
        s->acts.pointer_y = to_y;
    }
    s->acts.pointer_x = x;
    s->acts.pointer_y = y;
    return px;
}

/* mouse.drag(…, [button [, duration | {duration =, speed =, origin =, tween =, monitor =}]]): press, go the way, release. A way
 * of several parts is gone at one speed unless a tween is given, which then shapes each part. */
static int mouse_drag(lua_State *L)
{
    struct api_options o;
    int button;
    bool here;
    struct path *p = drag_path(L, &o, &button, &here);
    int first = here ? 0 : 1;
    if (!here)
        move_to(L, "mouse.drag", p->moves[0], MOVE_MS);
    button_event(L, "mouse.drag", TIMELINE_BUTTON_DOWN, button, 0, DRAG_GRIP_MS);
    double *parts = lua_newuserdatauv(L, (gsize)p->count * sizeof *parts, 0);
    double px = path_px(L, p, first, parts);
    gint64 ms = o.given & API_SPEED ? api_speed_ms(L, "mouse.drag", px, o.speed) : api_options_ms(&o, DRAG_MS), gone_ms = 0;
    for (int i = first; i < p->count; i++) {
        gint64 until_ms = i == p->count - 1 ? ms : px > 0 ? (gint64)llround((double)ms * parts[i] / px) : 0;
        if (p->count - first > 1 && !(o.given & API_TWEEN))
            p->moves[i].tween = TWEEN_LINEAR;
        move_to(L, "mouse.drag", p->moves[i], until_ms - gone_ms);
        gone_ms = until_ms;
    }
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
    double n = api_number(L, "mouse.scroll", index, name, fits);
    if (floor(n) != n || fabs(n) > TIMELINE_CLICKS_MAX)
        api_wrong(L, "mouse.scroll", index, name, fits);
    return (int)n;
}

/* mouse.scroll(down [, right [, duration | {duration =, x =, y =, origin =, tween =, monitor =}]]): wheel clicks, negative is up
 * and left; with x and y the pointer goes there first. */
static int mouse_scroll(lua_State *L)
{
    bool short_form = lua_type(L, 2) == LUA_TTABLE;
    int dy = wheel_clicks(L, 1, "down"), dx = short_form ? 0 : wheel_clicks(L, 2, "right");
    if (!dx && !dy)
        return api_wrong(L, "mouse.scroll", 1, "down", "a number of wheel clicks that is not 0");
    int index = short_form ? 2 : 3;
    struct api_options o = api_options_read(L, "mouse.scroll", index, API_DURATION | API_AT | PLACE_OPTIONS);
    gint64 ms = api_options_ms(&o, (gint64)(ABS(dx) + ABS(dy)) * SCROLL_CLICK_MS);
    if (o.given & API_AT) {
        lua_getfield(L, index, "x");
        lua_getfield(L, index, "y");
        int top = lua_gettop(L);
        move_to(L, "mouse.scroll", move_event(L, "mouse.scroll", top - 1, top, "x", "y", &o), MOVE_MS);
    }
    api_emit(L, "mouse.scroll", (struct timeline_event){.type = TIMELINE_SCROLL, .dx = dx, .dy = dy, .duration_ms = ms}, ms);
    return 0;
}

void api_open_mouse(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"move", mouse_move},
        {"hover", mouse_hover},
        {"turn", mouse_turn},
        {"click", mouse_click},
        {"double_click", mouse_double_click},
        {"hold", mouse_hold},
        {"release", mouse_release},
        {"drag", mouse_drag},
        {"scroll", mouse_scroll},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
}
