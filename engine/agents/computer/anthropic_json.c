/* Anthropic's computer tool: computer_20241022 to computer_20251124 (one tool, the action in its arguments) and the toolset (a
 * tool for each action). What is said is a list of content blocks. */

#include "engine/agents/computer/native.h"

#include "config/strict_json.h"

#include <math.h>
#include <string.h>

/* What an action's arguments are. `text` is a text, keys, or modifiers held meanwhile. */
enum takes {
    TAKES_POINT = 1 << 0, /* coordinate, needed */
    TAKES_POINT_MAYBE = 1 << 1,
    TAKES_START = 1 << 2, /* start_coordinate, where given */
    TAKES_TEXT = 1 << 3,
    TAKES_KEYS = 1 << 4,
    TAKES_KEYS_MAYBE = 1 << 5,
    TAKES_DURATION = 1 << 6,
    TAKES_SCROLL = 1 << 7,
    TAKES_REGION = 1 << 8,
    TAKES_REPEAT = 1 << 9,
};

#define CLICK (TAKES_POINT_MAYBE | TAKES_KEYS_MAYBE)
static const struct {
    const char *name;
    enum native_action action;
    const char *button;
    int clicks;
    guint takes;
} rows[] = {
    {"key", NATIVE_KEYS, NULL, 1, TAKES_KEYS | TAKES_REPEAT},
    {"hold_key", NATIVE_HOLD_KEYS, NULL, 1, TAKES_KEYS | TAKES_DURATION},
    {"type", NATIVE_TYPE, NULL, 1, TAKES_TEXT},
    {"mouse_move", NATIVE_MOVE, NULL, 1, TAKES_POINT},
    {"left_mouse_down", NATIVE_MOUSE_DOWN, "left", 1, 0},
    {"left_mouse_up", NATIVE_MOUSE_UP, "left", 1, 0},
    {"left_click", NATIVE_CLICK, "left", 1, CLICK},
    {"right_click", NATIVE_CLICK, "right", 1, CLICK},
    {"middle_click", NATIVE_CLICK, "middle", 1, CLICK},
    {"double_click", NATIVE_CLICK, "left", 2, CLICK},
    {"triple_click", NATIVE_CLICK, "left", 3, CLICK},
    {"left_click_drag", NATIVE_DRAG, "left", 1, TAKES_POINT | TAKES_START | TAKES_KEYS_MAYBE},
    {"scroll", NATIVE_SCROLL, NULL, 1, TAKES_POINT_MAYBE | TAKES_SCROLL | TAKES_KEYS_MAYBE},
    {"wait", NATIVE_WAIT, NULL, 1, TAKES_DURATION},
    {"screenshot", NATIVE_SCREENSHOT, NULL, 1, 0},
    {"cursor_position", NATIVE_CURSOR, NULL, 1, 0},
    {"zoom", NATIVE_ZOOM, NULL, 1, TAKES_REGION},
};

static bool numbers(struct native_call *call, const cJSON *args, const char *name, double *const *ret, int n)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(args, name);
    bool fits = cJSON_IsArray(list) && cJSON_GetArraySize(list) == n;
    for (int i = 0; fits && i < n; i++) {
        const cJSON *item = cJSON_GetArrayItem(list, i);
        fits = cJSON_IsNumber(item) && isfinite(item->valuedouble);
        *ret[i] = fits ? item->valuedouble : NAN;
    }
    if (!fits)
        native_call_refuse(call, "%s: %s is not %d numbers", call->name, name, n);
    return fits;
}

static void take_points(struct native_call *call, const cJSON *args, guint takes)
{
    bool drag = takes & TAKES_START;
    double *at[] = {drag ? &call->to_x : &call->x, drag ? &call->to_y : &call->y}, *start[] = {&call->x, &call->y};
    double *region[] = {&call->x, &call->y, &call->to_x, &call->to_y};
    bool given = cJSON_HasObjectItem(args, "coordinate");
    if (takes & TAKES_POINT || (takes & TAKES_POINT_MAYBE && given))
        numbers(call, args, "coordinate", at, 2);
    if (drag && cJSON_HasObjectItem(args, "start_coordinate"))
        numbers(call, args, "start_coordinate", start, 2);
    if (takes & TAKES_REGION)
        numbers(call, args, "region", region, 4);
}

static void take_args(struct native_call *call, const cJSON *args, guint takes)
{
    double amount = 0, times = 1;
    take_points(call, args, takes);
    if (takes & (TAKES_KEYS | TAKES_KEYS_MAYBE))
        call->keys = native_call_keys(call, args, "text", takes & TAKES_KEYS);
    if (takes & TAKES_TEXT)
        call->text = native_call_text(call, args, "text", true);
    if (takes & TAKES_DURATION)
        native_call_number(call, args, "duration", true, &call->seconds);
    if (takes & TAKES_REPEAT && native_call_number(call, args, "repeat", false, &times))
        call->times = (int)CLAMP(times, 1, 100);
    if (!(takes & TAKES_SCROLL))
        return;
    g_autofree char *direction = native_call_text(call, args, "scroll_direction", true);
    native_call_number(call, args, "scroll_amount", true, &amount);
    native_call_scroll(call, direction, amount, NATIVE_NOTCHES);
}

static struct native_call *read_call(const cJSON *block)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(block, "id"), *name = cJSON_GetObjectItemCaseSensitive(block, "name");
    const cJSON *args = cJSON_GetObjectItemCaseSensitive(block, "input");
    const char *word = cJSON_IsString(name) ? name->valuestring : "";
    if (g_str_equal(word, "computer") && cJSON_IsString(cJSON_GetObjectItemCaseSensitive(args, "action")))
        word = cJSON_GetObjectItemCaseSensitive(args, "action")->valuestring;
    struct native_call *call = native_call_new(cJSON_IsString(id) ? id->valuestring : "", word, NATIVE_OTHER);
    if (native_call_own(call, args))
        return call;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!g_str_equal(word, rows[i].name))
            continue;
        call->action = rows[i].action;
        call->button = rows[i].button ? rows[i].button : call->button;
        call->clicks = rows[i].clicks;
        take_args(call, args, rows[i].takes);
        return call;
    }
    native_call_refuse(call, "there is no action \"%.60s\"", word);
    return call;
}

static struct native_turn *read_turn(const char *said, gsize length, GError **error)
{
    g_autoptr(cJSON) blocks = strict_json_parse(said, length, NATIVE_SAID_MAX, error);
    const cJSON *block;
    if (!blocks)
        return NULL;
    struct native_turn *turn = native_turn_new();
    cJSON_ArrayForEach(block, blocks)
    {
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(block, "type");
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(block, "text");
        if (cJSON_IsString(text))
            native_turn_think(turn, text->valuestring);
        if (cJSON_IsString(type) && g_str_equal(type->valuestring, "tool_use"))
            g_ptr_array_add(turn->calls, read_call(block));
    }
    return turn;
}

const struct native_dialect native_anthropic = {"anthropic", read_turn, {NULL}};
