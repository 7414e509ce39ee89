/* Actions of the ScreenAgent dataset as JSON, out and in, and the tolerant reading of replies. */

#include "config/strict_json.h"
#include "engine/modules/vocabulary.h"
#include "engine/picture/frame.h"
#include "skills/timeline/key.h"

#include <string.h>

#define REPLY_MAX (4 * 1024 * 1024)
#define WORDS_MAX 1000 /* in one record */
#define WAIT_MAX (24 * 3600)
#define KEYS_MAX 8
#define SKIPPED_MAX 20 /* actions of a reply that are told */

static const char *const kinds[WORD_KIND_COUNT] = {"MouseAction", "KeyboardAction", "WaitAction", "PlanAction",
                                                   "EvaluateSubTaskAction"};
static const char *const mice[MOUSE_COUNT] = {"down", "up", "scroll_up", "scroll_down", "move", "drag", "click", "double_click"};
static const char *const keyboards[KEYBOARD_COUNT] = {"down", "up", "press", "text"};
static const char *const situations[SITUATION_COUNT] = {"sub_task_success", "need_retry", "need_reformulate"};

G_DEFINE_QUARK(vocabulary - error - quark, vocabulary_error)

const char *vocabulary_situation_name(enum word_situation situation)
{
    return situations[situation];
}

const char *vocabulary_kind_name(enum word_kind kind)
{
    return kinds[kind];
}

const char *vocabulary_what_name(enum word_kind kind, int what)
{
    return kind == WORD_MOUSE      ? mice[what]
           : kind == WORD_KEYBOARD ? keyboards[what]
           : kind == WORD_EVALUATE ? situations[what]
                                   : NULL;
}

/* ---- out ---- */

static void put_point(cJSON *o, const char *key, int x, int y)
{
    cJSON *point = cJSON_AddObjectToObject(o, key);
    cJSON_AddNumberToObject(point, "width", x);
    cJSON_AddNumberToObject(point, "height", y);
}

static void put_mouse(cJSON *o, const word *one)
{
    cJSON_AddStringToObject(o, "mouse_action_type", mice[one->what]);
    if (one->button)
        cJSON_AddStringToObject(o, "mouse_button", one->button == BUTTON_MIDDLE ? "middle" : button_name(one->button));
    if (one->placed)
        put_point(o, "mouse_position", one->x, one->y);
    if (one->repeat)
        cJSON_AddNumberToObject(o, "scroll_repeat", one->repeat);
    if (one->right) {
        cJSON *area = cJSON_AddObjectToObject(o, "clickable_area");
        put_point(area, "upper_left_position", one->left, one->top);
        put_point(area, "lower_right_position", one->right, one->bottom);
    }
}

static cJSON *to_tree(const word *one)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "action_type", kinds[one->kind]);
    if (one->kind == WORD_MOUSE)
        put_mouse(o, one);
    if (one->kind == WORD_KEYBOARD) {
        cJSON_AddStringToObject(o, "keyboard_action_type", keyboards[one->what]);
        cJSON_AddStringToObject(o, one->what == KEYBOARD_TEXT ? "keyboard_text" : "keyboard_key", one->text);
    }
    if (one->kind == WORD_WAIT && one->wait_s >= 0)
        cJSON_AddNumberToObject(o, "wait_time", one->wait_s);
    if (one->kind == WORD_PLAN)
        strict_json_add_text(o, "element", one->text);
    if (one->kind == WORD_EVALUATE) {
        cJSON_AddStringToObject(o, "situation", situations[one->what]);
        strict_json_add_text(o, "advice", one->text);
    }
    strict_json_add_text(o, "before_action_obs", one->before);
    strict_json_add_text(o, "after_action_obs", one->after);
    return o;
}

char *vocabulary_words_to_json(const words *w)
{
    GString *out = g_string_new("[");
    for (guint i = 0; i < w->list->len; i++) {
        g_autoptr(cJSON) one = to_tree(&g_array_index(w->list, word, i));
        g_autofree char *text = strict_json_print(one);
        g_string_append_printf(out, "%s\n    %s", i ? "," : "", text);
    }
    g_string_append(out, w->list->len ? "\n]" : "]");
    return g_string_free(out, FALSE);
}

/* ---- in ---- */

/* names: those that there are, NULL = they are not told. */
static bool wrong_name(GError **error, const char *what, const char *value, const char *const *names, int n)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (int i = 0; names && i < n; i++)
        g_string_append_printf(list, "%s%s", i ? ", " : " of ", names[i]);
    g_autofree char *shown = g_strndup(value, 40), *valid = g_utf8_make_valid(shown, -1);
    g_set_error(error, VOCABULARY_ERROR, VOCABULARY_ERROR_WORD, "%s \"%s\" is none%s", what, valid, list->str);
    return false;
}

/* value NULL: `what` says it all. */
static bool wrong(GError **error, const char *what, const char *value)
{
    if (value)
        return wrong_name(error, what, value, NULL, 0);
    g_set_error(error, VOCABULARY_ERROR, VOCABULARY_ERROR_WORD, "%s", what);
    return false;
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

/* Upstream takes its own names in any case. */
static bool find_name(const char *name, const char *const *names, int n, int *ret_at)
{
    for (int i = 0; name && i < n; i++) {
        if (g_ascii_strcasecmp(name, names[i]) == 0) {
            *ret_at = i;
            return true;
        }
    }
    return false;
}

static const char *string_in(const cJSON *o, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
}

static bool read_point(const cJSON *o, const char *key, bool *ret_there, int *ret_x, int *ret_y, GError **error)
{
    const cJSON *point = cJSON_GetObjectItemCaseSensitive(o, key);
    gint64 x, y;
    *ret_there = false;
    if (!point || cJSON_IsNull(point))
        return true;
    if (!strict_json_get_int(point, "width", -FRAME_MAX_SIDE, FRAME_MAX_SIDE, &x, error) ||
        !strict_json_get_int(point, "height", -FRAME_MAX_SIDE, FRAME_MAX_SIDE, &y, error))
        return false;
    *ret_there = true;
    *ret_x = (int)x;
    *ret_y = (int)y;
    return true;
}

static bool read_area(const cJSON *o, word *one, GError **error)
{
    const cJSON *area = cJSON_GetObjectItemCaseSensitive(o, "clickable_area");
    bool from, to;
    if (!area || cJSON_IsNull(area))
        return true;
    if (!read_point(area, "upper_left_position", &from, &one->left, &one->top, error) ||
        !read_point(area, "lower_right_position", &to, &one->right, &one->bottom, error))
        return false;
    return (from && to && one->left <= one->right && one->top <= one->bottom) ||
           wrong(error, "the corners of its clickable_area are no rectangle", NULL);
}

static bool read_mouse(const cJSON *o, word *one, GError **error)
{
    static const char *const buttons[] = {"", "left", "middle", "right"};
    const char *button = string_in(o, "mouse_button");
    gint64 repeat = 0;
    if (!find_name(string_in(o, "mouse_action_type"), mice, MOUSE_COUNT, &one->what))
        return wrong(error, "mouse_action_type", or_empty(string_in(o, "mouse_action_type")));
    if (button && !find_name(button, buttons, G_N_ELEMENTS(buttons), &one->button))
        return wrong(error, "mouse_button", or_empty(button));
    if (!read_point(o, "mouse_position", &one->placed, &one->x, &one->y, error) || !read_area(o, one, error) ||
        !strict_json_opt_int(o, "scroll_repeat", 0, TIMELINE_CLICKS_MAX, &repeat, error))
        return false;
    one->repeat = (int)repeat;
    return one->placed || (one->what != MOUSE_MOVE && one->what != MOUSE_DRAG) ||
           wrong(error, "it leads nowhere: there is no mouse_position", NULL);
}

static bool read_key(word *one, const char *key, GError **error)
{
    if (one->what == KEYBOARD_PRESS) {
        g_auto(GStrv) keys = key_chord(key, KEYS_MAX, NULL);
        one->text = keys ? g_strjoinv("+", keys) : NULL;
    } else {
        one->text = g_strdup(key_canonical(key, NULL));
    }
    return one->text || wrong(error, "keyboard_key", key);
}

/* The published data has lists, too: ["Control_L", "s"]. Caller frees; NULL = no list. */
static char *keys_in(const cJSON *o)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "keyboard_key"), *item;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0 || cJSON_GetArraySize(list) > KEYS_MAX)
        return NULL;
    g_autoptr(GPtrArray) keys = g_ptr_array_new();
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsString(item))
            return NULL;
        g_ptr_array_add(keys, item->valuestring);
    }
    g_ptr_array_add(keys, NULL);
    return g_strjoinv("+", (char **)keys->pdata);
}

static bool read_keyboard(const cJSON *o, word *one, GError **error)
{
    g_autofree char *list = keys_in(o);
    const char *type = string_in(o, "keyboard_action_type"), *key = list ? list : string_in(o, "keyboard_key");
    const char *text = string_in(o, "keyboard_text");
    text = text ? text : string_in(o, "keyboard_input");
    one->what = key ? KEYBOARD_PRESS : KEYBOARD_TEXT;
    if (type && g_ascii_strcasecmp(type, "input") == 0)
        type = "text";
    if (type && !find_name(type, keyboards, KEYBOARD_COUNT, &one->what))
        return wrong(error, "keyboard_action_type", or_empty(type));
    if (one->what != KEYBOARD_TEXT)
        return key ? read_key(one, key, error) : wrong(error, "there is no keyboard_key", NULL);
    one->text = g_strdup(text);
    return text || wrong(error, "there is no keyboard_text", NULL);
}

static bool read_evaluation(const cJSON *o, word *one, GError **error)
{
    const char *situation = string_in(o, "situation");
    if (situation && g_str_equal(situation, "goal_success"))
        situation = situations[SITUATION_SUCCESS];
    one->text = g_strdup(string_in(o, "advice"));
    return find_name(situation, situations, SITUATION_COUNT, &one->what) ||
           wrong_name(error, "situation", or_empty(situation), situations, SITUATION_COUNT);
}

static bool read_word(const cJSON *o, word *one, GError **error)
{
    int kind;
    *one = (word){.wait_s = -1};
    if (!cJSON_IsObject(o) || !find_name(string_in(o, "action_type"), kinds, WORD_KIND_COUNT, &kind))
        return wrong(error, "action_type", or_empty(string_in(o, "action_type")));
    one->kind = (enum word_kind)kind;
    one->before = g_strdup(string_in(o, "before_action_obs"));
    one->after = g_strdup(string_in(o, "after_action_obs"));
    switch (one->kind) {
    case WORD_MOUSE:
        return read_mouse(o, one, error);
    case WORD_KEYBOARD:
        return read_keyboard(o, one, error);
    case WORD_WAIT:
        return strict_json_opt_real(o, "wait_time", &one->wait_s, error) &&
               (one->wait_s <= WAIT_MAX || wrong(error, "it waits longer than a day", NULL));
    case WORD_PLAN:
        one->text = g_strdup(string_in(o, "element"));
        return one->text || wrong(error, "there is no element", NULL);
    case WORD_EVALUATE:
        return read_evaluation(o, one, error);
    case WORD_KIND_COUNT:
        break;
    }
    return false;
}

static void word_free_strings(word *one)
{
    g_free(one->text);
    g_free(one->before);
    g_free(one->after);
}

words *vocabulary_words_from_json(const char *json, gsize length, GError **error)
{
    g_autoptr(cJSON) tree = strict_json_parse(json, length, REPLY_MAX, error);
    g_autoptr(words) w = vocabulary_words_new();
    int number = 0;
    if (!tree)
        return NULL;
    if (!cJSON_IsArray(tree) || cJSON_GetArraySize(tree) > WORDS_MAX) {
        wrong(error, "\"actions\" is not a list of at most a thousand actions", NULL);
        return NULL;
    }
    for (const cJSON *item = tree->child; item; item = item->next) {
        word one;
        number++;
        if (!read_word(item, &one, error)) {
            word_free_strings(&one);
            g_prefix_error(error, "action %d: ", number);
            return NULL;
        }
        vocabulary_words_add(w, one);
    }
    return g_steal_pointer(&w);
}

/* ---- replies ---- */

/* An attribute that upstream's constructors do not know drops the action. */
static bool only_known(const cJSON *o, GError **error)
{
    static const char *const known[] = {"action_type",
                                        "action_time",
                                        "before_action_obs",
                                        "after_action_obs",
                                        "request_id",
                                        "mouse_action_type",
                                        "mouse_button",
                                        "mouse_position",
                                        "scroll_repeat",
                                        "clickable_area",
                                        "keyboard_action_type",
                                        "keyboard_key",
                                        "keyboard_text",
                                        "keyboard_input",
                                        "wait_time",
                                        "element",
                                        "situation",
                                        "advice",
                                        NULL};
    for (const cJSON *member = o->child; member; member = member->next)
        if (!g_strv_contains(known, member->string))
            return wrong(error, "attribute", member->string);
    return true;
}

/* Adds what the text is, an action or a list of them. False: it is no JSON. */
static bool take(words *w, const char *text, gsize length)
{
    g_autoptr(cJSON) tree = strict_json_parse(text, length, REPLY_MAX, NULL);
    const cJSON *item = cJSON_IsArray(tree) ? tree->child : tree;
    for (; item && w->list->len < WORDS_MAX; item = item->next) {
        word one = {0};
        g_autoptr(GError) defect = NULL;
        if ((!cJSON_IsObject(item) || only_known(item, &defect)) && read_word(item, &one, &defect)) {
            vocabulary_words_add(w, one);
            continue;
        }
        word_free_strings(&one);
        if (cJSON_IsObject(item) && w->skipped->len < SKIPPED_MAX)
            g_ptr_array_add(w->skipped, g_strdup_printf("action %u is dropped: %s", w->list->len + w->skipped->len + 1,
                                                        defect ? defect->message : "it is no action"));
    }
    return tree != NULL;
}

static void take_fence(words *w, const char *text, gsize length)
{
    if (take(w, text, length))
        return;
    g_autofree char *block = g_strndup(text, length);
    g_auto(GStrv) lines = g_strsplit(block, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        gsize n = strlen(g_strstrip(lines[i]));
        if (n && lines[i][n - 1] == ',')
            n--;
        take(w, lines[i], n);
    }
}

words *vocabulary_words_from_reply(const char *reply)
{
    g_autoptr(words) w = vocabulary_words_new();
    g_auto(GStrv) escaped = g_strsplit(reply ? reply : "", "\\_", -1);
    g_autofree char *text = g_strjoinv("_", escaped);
    if (take(w, text, strlen(text)))
        return g_steal_pointer(&w);
    for (const char *p = text, *end; (p = strstr(p, "```json")); p = end + 3) {
        p += strlen("```json");
        if (!(end = strstr(p, "```")))
            break;
        take_fence(w, p, (gsize)(end - p));
    }
    return g_steal_pointer(&w);
}

/* A fence that the reply opened and did not close would swallow ours. */
static bool open_fence(const char *reply)
{
    guint n = 0;
    for (const char *p = reply; (p = strstr(p, "```")); p += 3)
        n++;
    return n % 2 != 0;
}

char *vocabulary_words_to_reply(const char *reply, const words *w)
{
    g_autoptr(words) said = vocabulary_words_from_reply(reply);
    g_autofree char *json = vocabulary_words_to_json(w);
    if (said->list->len)
        return g_strdup(reply); /* it speaks the dataset's language already */
    return g_strdup_printf("%s%s%s```json\n%s\n```", reply, open_fence(reply) ? RECORD_CLOSED : "", *reply ? "\n\n" : "", json);
}
