/* OpenAI's computer tool on Responses: computer_use_preview (one action a call) and computer (a batch of them, of which the call
 * is one). What is said is a list of output items. */

#include "engine/agents/computer/native.h"

#include "config/strict_json.h"

#include <string.h>

enum takes {
    TAKES_POINT = 1 << 0,
    TAKES_KEYS = 1 << 1,
    TAKES_KEYS_MAYBE = 1 << 2,
    TAKES_PATH = 1 << 3,
    TAKES_BUTTON = 1 << 4,
    TAKES_SCROLL = 1 << 5,
    TAKES_TEXT = 1 << 6
};

static const struct {
    const char *name;
    enum native_action action;
    int clicks;
    guint takes;
} rows[] = {
    {"click", NATIVE_CLICK, 1, TAKES_POINT | TAKES_BUTTON | TAKES_KEYS_MAYBE},
    {"double_click", NATIVE_CLICK, 2, TAKES_POINT | TAKES_KEYS_MAYBE},
    {"drag", NATIVE_DRAG, 1, TAKES_PATH | TAKES_KEYS_MAYBE},
    {"keypress", NATIVE_KEYS, 1, TAKES_KEYS},
    {"move", NATIVE_MOVE, 1, TAKES_POINT | TAKES_KEYS_MAYBE},
    {"scroll", NATIVE_SCROLL, 1, TAKES_POINT | TAKES_SCROLL | TAKES_KEYS_MAYBE},
    {"type", NATIVE_TYPE, 1, TAKES_TEXT},
    {"wait", NATIVE_WAIT, 1, 0},
    {"screenshot", NATIVE_SCREENSHOT, 1, 0},
};

static const char *string_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static void take_button(struct native_call *call, const cJSON *args)
{
    static const char *const buttons[][2] = {
        {"left", "left"}, {"right", "right"}, {"wheel", "middle"}, {"back", "back"}, {"forward", "forward"}};
    const char *name = string_of(args, "button");
    for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++) {
        if (!g_str_equal(name, buttons[i][0]))
            continue;
        call->button = buttons[i][1];
        return;
    }
    if (*name)
        native_call_refuse(call, "there is no button \"%.40s\"", name);
}

static void take_path(struct native_call *call, const cJSON *args)
{
    const cJSON *path = cJSON_GetObjectItemCaseSensitive(args, "path");
    int n = cJSON_IsArray(path) ? cJSON_GetArraySize(path) : 0;
    if (n < 2) {
        native_call_refuse(call, "drag has no path of two points or more");
        return;
    }
    native_call_point(call, cJSON_GetArrayItem(path, 0), "x", "y", &call->x, &call->y);
    native_call_point(call, cJSON_GetArrayItem(path, n - 1), "x", "y", &call->to_x, &call->to_y);
    if (n > 2)
        call->path = g_array_new(FALSE, TRUE, sizeof(struct native_point));
    for (int i = 1; i < n - 1; i++) {
        struct native_point p = {0};
        native_call_point(call, cJSON_GetArrayItem(path, i), "x", "y", &p.x, &p.y);
        g_array_append_val(call->path, p);
    }
}

static void take_args(struct native_call *call, const cJSON *args, guint takes)
{
    if (takes & TAKES_POINT)
        native_call_point(call, args, "x", "y", &call->x, &call->y);
    if (takes & (TAKES_KEYS | TAKES_KEYS_MAYBE))
        call->keys = native_call_keys(call, args, "keys", takes & TAKES_KEYS);
    if (takes & TAKES_BUTTON)
        take_button(call, args);
    if (takes & TAKES_PATH)
        take_path(call, args);
    if (takes & TAKES_TEXT)
        call->text = native_call_text(call, args, "text", true);
    if (!(takes & TAKES_SCROLL))
        return;
    call->unit = NATIVE_PIXELS;
    native_call_number(call, args, "scroll_x", false, &call->right);
    native_call_number(call, args, "scroll_y", false, &call->down);
}

static struct native_call *read_action(const char *id, const cJSON *args)
{
    const char *name = string_of(args, "type");
    struct native_call *call = native_call_new(id, name, NATIVE_OTHER);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!g_str_equal(name, rows[i].name))
            continue;
        call->action = rows[i].action;
        call->clicks = rows[i].clicks;
        take_args(call, args, rows[i].takes);
        return call;
    }
    native_call_refuse(call, "there is no action \"%.60s\"", name);
    return call;
}

/* Of the whole call: with its first action. */
static void add_safety(struct native_call *call, const cJSON *checks)
{
    const cJSON *check;
    g_autoptr(GString) words = g_string_new(NULL);
    if (cJSON_GetArraySize(checks) == 0)
        return;
    cJSON_ArrayForEach(check, checks)
        g_string_append_printf(words, "%s%s: %s", words->len ? "; " : "", string_of(check, "code"), string_of(check, "message"));
    call->safety = strict_json_print(checks);
    call->safety_words = g_strdup(words->str);
}

static void read_computer_call(const cJSON *item, struct native_turn *turn)
{
    const cJSON *batch = cJSON_GetObjectItemCaseSensitive(item, "actions"), *each;
    const cJSON *one = cJSON_GetObjectItemCaseSensitive(item, "action");
    const char *id = string_of(item, "call_id");
    guint first = turn->calls->len;
    cJSON_ArrayForEach(each, batch) g_ptr_array_add(turn->calls, read_action(id, each));
    if (one && !batch)
        g_ptr_array_add(turn->calls, read_action(id, one));
    if (turn->calls->len == first) /* it is to be answered all the same */
        g_ptr_array_add(turn->calls, native_call_new(id, "screenshot", NATIVE_SCREENSHOT));
    add_safety(turn->calls->pdata[first], cJSON_GetObjectItemCaseSensitive(item, "pending_safety_checks"));
}

static void read_function_call(const cJSON *item, struct native_turn *turn)
{
    const char *text = string_of(item, "arguments");
    g_autoptr(cJSON) args = strict_json_parse(text, strlen(text), NATIVE_SAID_MAX, NULL);
    struct native_call *call = native_call_new(string_of(item, "call_id"), string_of(item, "name"), NATIVE_OTHER);
    if (!native_call_own(call, args))
        native_call_refuse(call, "there is no function \"%.60s\"", call->name);
    g_ptr_array_add(turn->calls, call);
}

/* The summary of its reasoning tells why it calls; what it only says speaks for itself. */
static void add_reasoning(const cJSON *items, struct native_turn *turn)
{
    const cJSON *item, *part;
    g_autofree char *said = turn->thought;
    turn->thought = g_strdup("");
    cJSON_ArrayForEach(item, items)
    {
        if (turn->calls->len && g_str_equal(string_of(item, "type"), "reasoning"))
            cJSON_ArrayForEach(part, cJSON_GetObjectItemCaseSensitive(item, "summary"))
                native_turn_think(turn, string_of(part, "text"));
    }
    native_turn_think(turn, said);
}

static struct native_turn *read_turn(const char *said, gsize length, GError **error)
{
    g_autoptr(cJSON) items = strict_json_parse(said, length, NATIVE_SAID_MAX, error);
    const cJSON *item, *part;
    if (!items)
        return NULL;
    struct native_turn *turn = native_turn_new();
    cJSON_ArrayForEach(item, items)
    {
        const char *type = string_of(item, "type");
        if (g_str_equal(type, "computer_call"))
            read_computer_call(item, turn);
        else if (g_str_equal(type, "function_call"))
            read_function_call(item, turn);
        else if (g_str_equal(type, "message"))
            cJSON_ArrayForEach(part, cJSON_GetObjectItemCaseSensitive(item, "content"))
                native_turn_think(turn, string_of(part, "text"));
    }
    add_reasoning(items, turn);
    return turn;
}

const struct native_dialect native_responses = {"responses", read_turn, {NULL}};
