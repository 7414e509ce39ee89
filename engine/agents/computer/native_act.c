/* From a call to the action of a skill that does it: base.lua's where that can, else computer.lua's. Coordinates become pixels of
 * the screen here. */

#include "engine/agents/computer/native.h"

#include "engine/brain/brain.h"
#include "engine/brain/coordinates.h"
#include "skills/timeline/action.h"

#include <math.h>
#include <string.h>

#define PX_PER_NOTCH 120 /* what a wheel click is in Chromium; other toolkits scroll by lines, GTK 3 by 63 px */
#define WAIT_S 2         /* where a model says no time */

static const struct {
    bool acts;  /* it becomes an action; else it is a look, or a word to us */
    bool quiet; /* nothing has to be seen afterwards: the rest of its batch goes on */
} kinds[NATIVE_ACTION_COUNT] = {
    [NATIVE_CLICK] = {true, false},     [NATIVE_MOVE] = {true, true},     [NATIVE_DRAG] = {true, false},
    [NATIVE_SCROLL] = {true, false},    [NATIVE_TYPE] = {true, false},    [NATIVE_KEYS] = {true, false},
    [NATIVE_HOLD_KEYS] = {true, true},  [NATIVE_KEY_DOWN] = {true, true}, [NATIVE_KEY_UP] = {true, true},
    [NATIVE_MOUSE_DOWN] = {true, true}, [NATIVE_MOUSE_UP] = {true, true}, [NATIVE_WAIT] = {true, true},
};

bool native_call_acts(const struct native_call *call)
{
    return !call->defect && (kinds[call->action].acts || call->safety);
}

bool native_call_is_quiet(const struct native_call *call)
{
    return kinds[call->action].quiet;
}

bool native_call_is_word(const struct native_call *call)
{
    return call->action == NATIVE_FINISH || call->action == NATIVE_ASK_PERSON;
}

/* ---- arguments ---- */

/* False: not given, or the call is refused. */
static bool point(struct native_call *call, const struct coordinates *c, double x, double y, int *ret_x, int *ret_y)
{
    g_autoptr(GError) outside = NULL;
    if (isnan(x) && isnan(y))
        return false;
    if (isnan(x) || isnan(y)) {
        native_call_refuse(call, "%s: a point has two numbers", call->name);
        return false;
    }
    if (coordinates_to_screen(c, x, y, ret_x, ret_y, &outside))
        return true;
    native_call_refuse(call, "%s: %s", call->name, outside->message);
    return false;
}

static void put_point(action *a, const char *x_name, const char *y_name, int x, int y)
{
    action_set_integer(a, x_name, x);
    action_set_integer(a, y_name, y);
}

static void put_button(action *a, const struct native_call *call)
{
    if (!g_str_equal(call->button, "left"))
        action_set_string(a, "mouse_button", call->button);
}

static void put_keys(action *a, const struct native_call *call)
{
    if (call->keys)
        action_set_string(a, "keys", call->keys);
}

static void put_true(action *a, const char *name, bool on)
{
    const struct value yes = {.type = VALUE_BOOLEAN, .boolean = true};
    if (on)
        action_set(a, name, &yes);
}

static void put_number(action *a, const char *name, double n)
{
    const struct value value = n == floor(n) && fabs(n) < 1e9 ? (struct value){.type = VALUE_INTEGER, .integer = (gint64)n}
                                                              : (struct value){.type = VALUE_NUMBER, .number = n};
    action_set(a, name, &value);
}

/* ---- one for each action ---- */

static action *click(struct native_call *call, const struct coordinates *c)
{
    int x, y;
    bool at = point(call, c, call->x, call->y, &x, &y);
    bool base = at && !call->keys && call->clicks <= 2;
    action *a = action_new(!base ? "click_with" : call->clicks == 2 ? "double_click_at_position" : "click_at_position");
    if (at)
        put_point(a, "x", "y", x, y);
    put_button(a, call);
    if (!base && call->clicks > 1)
        action_set_integer(a, "clicks", call->clicks);
    put_keys(a, call);
    return a;
}

static action *move(struct native_call *call, const struct coordinates *c)
{
    int x = 0, y = 0;
    action *a = action_new(call->keys ? "move_with" : "move_mouse_to_position");
    if (!point(call, c, call->x, call->y, &x, &y))
        native_call_refuse(call, "%s has no point", call->name);
    put_point(a, "x", "y", x, y);
    put_keys(a, call);
    return a;
}

static void put_path(GString *path, struct native_call *call, const struct coordinates *c, double x, double y)
{
    int left, top;
    if (point(call, c, x, y, &left, &top))
        g_string_append_printf(path, "%s%d,%d", path->len ? " " : "", left, top);
}

static action *drag(struct native_call *call, const struct coordinates *c)
{
    int x, y, to_x = 0, to_y = 0;
    bool from = point(call, c, call->x, call->y, &x, &y);
    if (!point(call, c, call->to_x, call->to_y, &to_x, &to_y))
        native_call_refuse(call, "%s has no point where it ends", call->name);
    bool base = from && !call->path && !call->keys;
    action *a = action_new(base ? "mouse_drag" : "drag_along");
    if (base) {
        put_point(a, "source_x", "source_y", x, y);
        put_point(a, "target_x", "target_y", to_x, to_y);
    } else {
        g_autoptr(GString) path = g_string_new(NULL);
        put_path(path, call, c, call->x, call->y);
        for (guint i = 0; call->path && i < call->path->len; i++) {
            const struct native_point *p = &g_array_index(call->path, struct native_point, i);
            put_path(path, call, c, p->x, p->y);
        }
        put_path(path, call, c, call->to_x, call->to_y);
        action_set_string(a, "path", path->str);
        put_keys(a, call);
    }
    put_button(a, call);
    return a;
}

/* Never none where some pixels were asked for. */
static gint64 notches(const struct native_call *call, double amount)
{
    double n = call->unit == NATIVE_PIXELS ? amount / PX_PER_NOTCH : amount;
    double whole = round(fabs(n));
    whole = n != 0 && whole < 1 ? 1 : MIN(whole, 100);
    return (gint64)(n < 0 ? -whole : whole);
}

static action *scroll(struct native_call *call, const struct coordinates *c)
{
    int x, y;
    double right = call->right, down = call->down;
    action *a = action_new("scroll_at");
    if (call->unit == NATIVE_PIXELS && c->space == COORDINATES_PIXELS)
        coordinates_length_to_screen(c, call->right, call->down, &right, &down);
    action_set_integer(a, "down", notches(call, down));
    if (right != 0)
        action_set_integer(a, "right", notches(call, right));
    if (point(call, c, call->x, call->y, &x, &y))
        put_point(a, "x", "y", x, y);
    put_keys(a, call);
    return a;
}

static action *type(struct native_call *call, const struct coordinates *c)
{
    int x, y;
    bool at = point(call, c, call->x, call->y, &x, &y);
    action *a = action_new(at || call->clear || call->enter ? "type_into" : "type_text");
    if (!call->text)
        native_call_refuse(call, "%s has no text", call->name);
    action_set_string(a, "text", call->text ? call->text : "");
    if (at)
        put_point(a, "x", "y", x, y);
    put_true(a, "clear", call->clear);
    put_true(a, "enter", call->enter);
    return a;
}

static action *keys(struct native_call *call, G_GNUC_UNUSED const struct coordinates *c)
{
    bool base = call->times == 1 && call->keys && !strchr(call->keys, ' ');
    action *a = action_new(base ? "press_keys_combined" : "press_keys_in_turn");
    put_keys(a, call);
    if (call->times > 1)
        action_set_integer(a, "times", call->times);
    return a;
}

static action *hold_keys(struct native_call *call, G_GNUC_UNUSED const struct coordinates *c)
{
    action *a = action_new("hold_keys");
    put_keys(a, call);
    put_number(a, "seconds", isnan(call->seconds) ? 1 : call->seconds);
    return a;
}

static action *key_down(struct native_call *call, G_GNUC_UNUSED const struct coordinates *c)
{
    action *a = action_new(call->action == NATIVE_KEY_DOWN ? "hold_key" : "release_key");
    action_set_string(a, "key", call->keys ? call->keys : "");
    return a;
}

static action *mouse_down(struct native_call *call, const struct coordinates *c)
{
    int x, y;
    bool down = call->action == NATIVE_MOUSE_DOWN, at = point(call, c, call->x, call->y, &x, &y);
    action *a = action_new(down ? at ? "hold_mouse_button_at" : "hold_mouse_button"
                           : at ? "release_mouse_button_at"
                                : "release_mouse_button");
    if (at)
        put_point(a, "x", "y", x, y);
    action_set_string(a, "mouse_button", call->button);
    return a;
}

#define WAIT "wait_seconds"

bool native_waits(const action *a)
{
    return g_str_equal(a->skill, WAIT);
}

static action *wait_for(struct native_call *call, G_GNUC_UNUSED const struct coordinates *c)
{
    bool waits = call->action == NATIVE_WAIT;
    action *a = action_new(WAIT);
    put_number(a, "seconds", !waits ? 0 : isnan(call->seconds) ? WAIT_S : call->seconds);
    return a;
}

action *native_call_action(struct native_call *call, const struct coordinates *c)
{
    static action *(*const makers[NATIVE_ACTION_COUNT])(struct native_call * call, const struct coordinates *c) = {
        [NATIVE_CLICK] = click,           [NATIVE_MOVE] = move,           [NATIVE_DRAG] = drag,
        [NATIVE_SCROLL] = scroll,         [NATIVE_TYPE] = type,           [NATIVE_KEYS] = keys,
        [NATIVE_HOLD_KEYS] = hold_keys,   [NATIVE_KEY_DOWN] = key_down,   [NATIVE_KEY_UP] = key_down,
        [NATIVE_MOUSE_DOWN] = mouse_down, [NATIVE_MOUSE_UP] = mouse_down,
    };
    if (!native_call_acts(call))
        return NULL;
    g_autoptr(action) a = (makers[call->action] ? makers[call->action] : wait_for)(call, c);
    if (call->defect)
        return NULL;
    g_free(a->reason);
    a->reason = g_strdup(call->why ? call->why : "");
    return g_steal_pointer(&a);
}

bool native_call_region(struct native_call *call, const struct coordinates *c, struct brain_part *ret)
{
    int x0, y0, x1, y1;
    bool both = point(call, c, call->x, call->y, &x0, &y0);
    both = both && point(call, c, call->to_x, call->to_y, &x1, &y1);
    if (both && x1 > x0 && y1 > y0) {
        *ret = (struct brain_part){.x = x0, .y = y0, .width = x1 - x0, .height = y1 - y0};
        return true;
    }
    native_call_refuse(call, "%s: the region has no area", call->name);
    return false;
}
