/* Gemini's computer tool: the functions of 3.5 (desktop and browser), and those of 2.5 and 3 (browser). What is said is a
 * content. A decision that wants a confirmation is a safety check. */

#include "engine/agents/computer/native.h"

#include "config/strict_json.h"

#include <string.h>

#define SCROLL_PX 300    /* where 3.5 says nothing */
#define SCROLL_AT_PX 800 /* where 2.5 and 3 say nothing */
#define DOCUMENT_NOTCHES 5

enum takes {
    TAKES_POINT = 1 << 0,
    TAKES_POINT_MAYBE = 1 << 1,
    TAKES_ENDS = 1 << 2, /* of a drag, in either spelling */
    TAKES_TEXT = 1 << 3,
    TAKES_KEY = 1 << 4,
    TAKES_KEYS = 1 << 5,
    TAKES_SECONDS = 1 << 6,
    TAKES_SCROLL = 1 << 7,
    TAKES_SCROLL_AT = 1 << 8,
    TAKES_DOCUMENT = 1 << 9,
    TAKES_CLEAR = 1 << 10, /* clear and enter are true unless it says otherwise */
};

static const struct {
    const char *name;
    enum native_action action;
    const char *button;
    int clicks;
    double seconds; /* 0 = as it says */
    guint takes;
} rows[] = {
    {"click", NATIVE_CLICK, "left", 1, 0, TAKES_POINT},
    {"double_click", NATIVE_CLICK, "left", 2, 0, TAKES_POINT},
    {"triple_click", NATIVE_CLICK, "left", 3, 0, TAKES_POINT},
    {"middle_click", NATIVE_CLICK, "middle", 1, 0, TAKES_POINT},
    {"right_click", NATIVE_CLICK, "right", 1, 0, TAKES_POINT},
    {"mouse_down", NATIVE_MOUSE_DOWN, "left", 1, 0, TAKES_POINT_MAYBE},
    {"mouse_up", NATIVE_MOUSE_UP, "left", 1, 0, TAKES_POINT_MAYBE},
    {"move", NATIVE_MOVE, NULL, 1, 0, TAKES_POINT},
    {"type", NATIVE_TYPE, NULL, 1, 0, TAKES_TEXT},
    {"drag_and_drop", NATIVE_DRAG, "left", 1, 0, TAKES_ENDS},
    {"scroll", NATIVE_SCROLL, NULL, 1, 0, TAKES_POINT | TAKES_SCROLL},
    {"wait", NATIVE_WAIT, NULL, 1, 0, TAKES_SECONDS},
    {"press_key", NATIVE_KEYS, NULL, 1, 0, TAKES_KEY},
    {"key_down", NATIVE_KEY_DOWN, NULL, 1, 0, TAKES_KEY},
    {"key_up", NATIVE_KEY_UP, NULL, 1, 0, TAKES_KEY},
    {"hotkey", NATIVE_KEYS, NULL, 1, 0, TAKES_KEYS},
    {"take_screenshot", NATIVE_SCREENSHOT, NULL, 1, 0, 0},
    /* 2.5 and 3 */
    {"click_at", NATIVE_CLICK, "left", 1, 0, TAKES_POINT},
    {"hover_at", NATIVE_MOVE, NULL, 1, 0, TAKES_POINT},
    {"type_text_at", NATIVE_TYPE, NULL, 1, 0, TAKES_POINT | TAKES_TEXT | TAKES_CLEAR},
    {"key_combination", NATIVE_KEYS, NULL, 1, 0, TAKES_KEYS},
    {"scroll_document", NATIVE_SCROLL, NULL, 1, 0, TAKES_DOCUMENT},
    {"scroll_at", NATIVE_SCROLL, NULL, 1, 0, TAKES_POINT | TAKES_SCROLL_AT},
    {"wait_5_seconds", NATIVE_WAIT, NULL, 1, 5, 0},
};

static bool is_true(const cJSON *args, const char *name, bool otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    return cJSON_IsBool(item) ? cJSON_IsTrue(item) : otherwise;
}

static void take_ends(struct native_call *call, const cJSON *args)
{
    bool later = cJSON_HasObjectItem(args, "start_x");
    native_call_point(call, args, later ? "start_x" : "x", later ? "start_y" : "y", &call->x, &call->y);
    native_call_point(call, args, later ? "end_x" : "destination_x", later ? "end_y" : "destination_y", &call->to_x, &call->to_y);
}

/* On the desktop wheel clicks, in the browser pixels. */
static void take_scroll(struct native_call *call, const cJSON *args, guint takes)
{
    g_autofree char *direction = native_call_text(call, args, "direction", true);
    double amount = takes & TAKES_SCROLL ? SCROLL_PX : takes & TAKES_SCROLL_AT ? SCROLL_AT_PX : DOCUMENT_NOTCHES;
    enum native_unit unit = takes & TAKES_DOCUMENT ? NATIVE_NOTCHES : NATIVE_PIXELS;
    native_call_number(call, args, takes & TAKES_SCROLL ? "magnitude_in_pixels" : "magnitude", false, &amount);
    if (native_call_number(call, args, "magnitude_in_wheel_clicks", false, &amount))
        unit = NATIVE_NOTCHES;
    native_call_scroll(call, direction, amount, unit);
}

static void take_args(struct native_call *call, const cJSON *args, guint takes)
{
    if (takes & TAKES_POINT || (takes & TAKES_POINT_MAYBE && cJSON_HasObjectItem(args, "x")))
        native_call_point(call, args, "x", "y", &call->x, &call->y);
    if (takes & TAKES_ENDS)
        take_ends(call, args);
    if (takes & TAKES_TEXT) {
        call->text = native_call_text(call, args, "text", true);
        call->enter = is_true(args, "press_enter", takes & TAKES_CLEAR);
        call->clear = is_true(args, "clear_before_typing", takes & TAKES_CLEAR);
    }
    if (takes & (TAKES_KEY | TAKES_KEYS))
        call->keys = native_call_keys(call, args, takes & TAKES_KEY ? "key" : "keys", true);
    if (takes & TAKES_SECONDS && !native_call_number(call, args, "seconds", false, &call->seconds))
        call->seconds = 1;
    if (takes & (TAKES_SCROLL | TAKES_SCROLL_AT | TAKES_DOCUMENT))
        take_scroll(call, args, takes);
}

/* Whatever wants more than nothing wants a person. */
static void take_safety(struct native_call *call, const cJSON *args)
{
    const cJSON *safety = cJSON_GetObjectItemCaseSensitive(args, "safety_decision");
    const cJSON *decision = cJSON_GetObjectItemCaseSensitive(safety, "decision");
    const cJSON *why = cJSON_GetObjectItemCaseSensitive(safety, "explanation");
    if (!safety || (cJSON_IsString(decision) && g_ascii_strcasecmp(decision->valuestring, "regular") == 0))
        return;
    call->safety = strict_json_print(safety);
    call->safety_words = g_strdup_printf("%s: %s", cJSON_IsString(decision) ? decision->valuestring : "require_confirmation",
                                         cJSON_IsString(why) ? why->valuestring : "the provider says no reason");
}

static struct native_call *read_call(const cJSON *function)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(function, "id"),
                *name = cJSON_GetObjectItemCaseSensitive(function, "name");
    const cJSON *args = cJSON_GetObjectItemCaseSensitive(function, "args");
    struct native_call *call =
        native_call_new(cJSON_IsString(id) ? id->valuestring : "", cJSON_IsString(name) ? name->valuestring : "", NATIVE_OTHER);
    if (native_call_own(call, args))
        return call;
    call->why = native_call_text(call, args, "intent", false);
    take_safety(call, args);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!g_str_equal(call->name, rows[i].name))
            continue;
        call->action = rows[i].action;
        call->button = rows[i].button ? rows[i].button : call->button;
        call->clicks = rows[i].clicks;
        if (rows[i].seconds > 0)
            call->seconds = rows[i].seconds;
        take_args(call, args, rows[i].takes);
        return call;
    }
    native_call_refuse(call, "the function \"%.60s\" is not offered here: use the mouse and the keys", call->name);
    return call;
}

/* Of a stream each piece of a text is a part: together they are one. */
static void end_text(struct native_turn *turn, GString *text)
{
    native_turn_think(turn, text->str);
    g_string_truncate(text, 0);
}

static struct native_turn *read_turn(const char *said, gsize length, GError **error)
{
    g_autoptr(cJSON) content = strict_json_parse(said, length, NATIVE_SAID_MAX, error);
    g_autoptr(GString) words = g_string_new(NULL);
    const cJSON *part;
    if (!content)
        return NULL;
    struct native_turn *turn = native_turn_new();
    cJSON_ArrayForEach(part, cJSON_GetObjectItemCaseSensitive(content, "parts"))
    {
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(part, "text");
        const cJSON *call = cJSON_GetObjectItemCaseSensitive(part, "functionCall");
        if (cJSON_IsString(text) && !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(part, "thought")))
            g_string_append(words, text->valuestring);
        if (!call)
            continue;
        end_text(turn, words);
        g_ptr_array_add(turn->calls, read_call(call));
    }
    end_text(turn, words);
    return turn;
}

const struct native_dialect native_gemini = {"gemini", read_turn, {NULL}};
