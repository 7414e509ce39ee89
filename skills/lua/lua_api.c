#include "skills/lua/lua_api.h"

#include "skills/timeline/key.h"
#include "skills/timeline/visible.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

#define SHOWN_BYTES 40

/* What came, in a few characters. */
static char *describe(lua_State *L, int index)
{
    switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL:
        return g_strdup("missing");
    case LUA_TBOOLEAN:
        return g_strdup(lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNUMBER:
        if (lua_isinteger(L, index))
            return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)lua_tointeger(L, index));
        return g_strdup_printf("%.14g", lua_tonumber(L, index));
    case LUA_TSTRING: {
        gsize length;
        const char *text = lua_tolstring(L, index, &length);
        g_autofree char *part = g_utf8_make_valid(text, (gssize)MIN(length, SHOWN_BYTES));
        g_autofree char *shown = visible_text(part);
        return g_strdup_printf("\"%s\"%s", shown, length > SHOWN_BYTES ? "…" : "");
    }
    default:
        return g_strdup_printf("a %s", luaL_typename(L, index));
    }
}

int api_wrong(lua_State *L, const char *function, int index, const char *name, const char *fits)
{
    char *what = describe(L, index);
    char *message = g_strdup_printf("%s: %s is %s (%s fits)", function, name, what, fits);
    g_free(what);
    return sandbox_raise(L, message);
}

double api_number(lua_State *L, const char *function, int index, const char *name, const char *fits)
{
    if (lua_type(L, index) != LUA_TNUMBER || !isfinite(lua_tonumber(L, index)))
        api_wrong(L, function, index, name, fits);
    return lua_tonumber(L, index);
}

gint64 api_ms(lua_State *L, const char *function, int index, const char *name, gint64 absent)
{
    static const char fits[] = "a number of seconds from 0 to 3600";
    if (lua_isnoneornil(L, index))
        return absent;
    double seconds = api_number(L, function, index, name, fits);
    if (seconds < 0 || seconds > API_SECONDS_MAX)
        api_wrong(L, function, index, name, fits);
    return (gint64)llround(seconds * 1000);
}

int api_px(lua_State *L, const char *function, int index, const char *name)
{
    static const char fits[] = "a number of pixels";
    double px = api_number(L, function, index, name, fits);
    if (fabs(px) > TIMELINE_PX_MAX)
        api_wrong(L, function, index, name, fits);
    return (int)lround(px);
}

const char *api_text(lua_State *L, const char *function, int index, const char *name, const char *fits)
{
    gsize length;
    if (lua_type(L, index) == LUA_TNUMBER) /* in place: the caller's own stack slot */
        return lua_tostring(L, index);
    if (lua_type(L, index) != LUA_TSTRING)
        api_wrong(L, function, index, name, fits);
    const char *text = lua_tolstring(L, index, &length);
    if (!g_utf8_validate(text, (gssize)length, NULL))
        api_wrong(L, function, index, name, "text in UTF-8 without a zero byte");
    return text;
}

/* A key or button name failed: the name's own error says what is near. */
static int wrong_name(lua_State *L, const char *function, GError *error)
{
    char *message = g_strdup_printf("%s: %s", function, error->message);
    g_error_free(error);
    return sandbox_raise(L, message);
}

const char *api_key_name(lua_State *L, const char *function, int index)
{
    const char *name = api_text(L, function, index, "key", "a key name such as \"a\", \"enter\" or \"F5\"");
    GError *error = NULL;
    const char *canonical = key_canonical(name, &error);
    if (!canonical)
        wrong_name(L, function, error);
    return canonical;
}

int api_button_number(lua_State *L, const char *function, int index)
{
    int button = BUTTON_LEFT;
    GError *error = NULL;
    if (lua_isnoneornil(L, index))
        return button;
    if (!button_parse(api_text(L, function, index, "button", "left, middle, right, back or forward"), &button, &error))
        wrong_name(L, function, error);
    return button;
}

void sandbox_begin(sandbox *s)
{
    acts_begin(&s->acts, s->screen ? s->screen->pointer_x : 0, s->screen ? s->screen->pointer_y : 0);
    s->calling = true;
    if (s->loop.stepping)
        return; /* what a turn still owes is paid in the next */
    s->acts.turn_x = s->acts.turn_y = 0;
    s->acts.turn = NULL;
    luaL_unref(s->L, LUA_REGISTRYINDEX, s->loop.step);
    s->loop.step = LUA_NOREF;
}

bool sandbox_finish(sandbox *s, GError **error)
{
    s->calling = false;
    return acts_finish(&s->acts, error);
}

static void require_calling(lua_State *L, const char *function, struct timeline_event *event)
{
    const sandbox *s = sandbox_of(L);
    if (s->calling && !s->limits.stopped)
        return;
    g_free(event->text);
    timeline_loop_free(event->loop);
    sandbox_raise(L, g_strdup_printf("%s works only inside a skill, not while a file is loaded", function));
}

/* What a loop's budget does not name is an error at its line, here and when the skill is checked. It is the hand that holds a
 * loop to its budget: this says it earlier, and only what is certain (relative motion, and where a button then goes down, are
 * not). */
static char *outside_budget(const sandbox *s, const struct timeline_event *e)
{
    const timeline_loop *l = s->loop.asked;
    struct timeline_place place = screen_place(s->screen);
    int x, y;
    if (!s->loop.stepping || !l)
        return NULL;
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
        return timeline_loop_refuse_key(l, e->key);
    case TIMELINE_BUTTON_DOWN:
        return timeline_loop_refuse_button(l, e->button, l->x, l->y);
    case TIMELINE_SCROLL:
        return timeline_loop_refuse_wheel(l, l->x, l->y);
    case TIMELINE_MOVE:
        return e->origin != ORIGIN_RELATIVE && timeline_move_point(e, &place, &x, &y) ? timeline_loop_refuse_place(l, x, y)
                                                                                      : NULL;
    case TIMELINE_TEXT:
        return g_strdup(LOOP_NO_TEXT);
    case TIMELINE_ACT:
        return g_strdup("a loop cannot do the acts of a world");
    case TIMELINE_KEY_UP:
    case TIMELINE_BUTTON_UP:
    case TIMELINE_WAIT:
    case TIMELINE_GESTURE: /* no skill makes one */
    case TIMELINE_LOOP:
    case TIMELINE_TYPE_COUNT:
        break;
    }
    return NULL;
}

static void require_budget(lua_State *L, const char *function, struct timeline_event *event)
{
    char *wrong = outside_budget(sandbox_of(L), event);
    if (!wrong)
        return;
    g_free(event->text);
    char *message = g_strdup_printf("%s: %s", function, wrong);
    sandbox *s = sandbox_of(L);
    int focus;
    g_free(wrong);
    if (!s->loop.outside) {
        s->loop.outside = g_strdup(message);
        sandbox_find_lines(L, &s->loop.outside_at.file, &s->loop.outside_at.line, &focus);
    }
    sandbox_raise(L, message);
}

void api_emit_later(lua_State *L, const char *function, struct timeline_event event, gint64 in_ms)
{
    sandbox *s = sandbox_of(L);
    require_calling(L, function, &event);
    require_budget(L, function, &event);
    if (timeline_loop_of(s->acts.timeline))
        sandbox_raise(L, g_strdup_printf("%s: nothing can come after a loop: it is the last thing that is done", function));
    if (!acts_put_off(&s->acts, event, in_ms))
        sandbox_limit(L, "has more events, or later ones, than a timeline can hold");
}

void api_emit(lua_State *L, const char *function, struct timeline_event event, gint64 advance_ms)
{
    sandbox *s = sandbox_of(L);
    require_calling(L, function, &event);
    require_budget(L, function, &event);
    GError *error = NULL;
    if (acts_add(&s->acts, event, advance_ms, &error))
        return;
    if (g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT)) {
        g_free(s->api_error);
        s->api_error = g_strdup(error->message);
        g_error_free(error);
        sandbox_limit(L, s->api_error);
    }
    wrong_name(L, function, error);
}

void api_end_later(lua_State *L, const char *function)
{
    sandbox *s = sandbox_of(L);
    GError *error = NULL;
    if (acts_wait(&s->acts, &error))
        return;
    char *message = g_strdup_printf("%s: %s", function, error->message);
    g_error_free(error);
    sandbox_raise(L, message);
}
