/* Calls that a model writes as JSON inside of its text. */

#include "engine/agents/computer/grammar.h"

#include "config/strict_json.h"

#include <string.h>

/* The object that stands here, up to its last brace; NULL with error. */
static cJSON *take_object(struct scan *s, GError **error)
{
    const char *begin = s->at;
    int depth = 0;
    bool text = false;
    for (; *s->at; s->at++) {
        if (text && *s->at == '\\' && s->at[1])
            s->at++;
        else if (*s->at == '"')
            text = !text;
        else if (!text && (*s->at == '{' || *s->at == '}') && (depth += *s->at == '{' ? 1 : -1) == 0)
            break;
    }
    if (!*s->at) {
        scan_fail(s, begin, error, "this object has no end");
        return NULL;
    }
    s->at++;
    g_autoptr(GError) why = NULL;
    cJSON *object = strict_json_parse(begin, (gsize)(s->at - begin), STRICT_JSON_LINE, &why);
    if (!object)
        scan_fail(s, begin, error, "this is no JSON that can be used: %s", why->message);
    return object;
}

/* As text: what is no list or object. */
static void add_items(GPtrArray *items, const cJSON *value)
{
    const cJSON *one;
    if (cJSON_IsString(value))
        g_ptr_array_add(items, g_strdup(value->valuestring));
    else if (!cJSON_IsArray(value))
        g_ptr_array_add(items, strict_json_print(value));
    else
        cJSON_ArrayForEach(one, value) add_items(items, one);
}

static void add_values(GPtrArray *values, const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        GPtrArray *items = g_ptr_array_new_with_free_func(g_free);
        if (!cJSON_IsNull(member))
            add_items(items, member);
        if (!g_str_equal(member->string, "action"))
            grammar_value_add(values, member->string, items, cJSON_IsArray(member));
        else
            g_ptr_array_unref(items);
    }
}

/* An object of values, of which "action" is the name of the call. */
static bool add_call(const struct scan *s, const char *at, struct native_turn *turn, const struct grammar_row *rows,
                     const cJSON *object, GError **error)
{
    const cJSON *does = cJSON_GetObjectItemCaseSensitive(object, "action");
    g_autoptr(GPtrArray) values = grammar_values_new();
    if (!cJSON_IsString(does))
        return scan_fail(s, at, error, "there is no text \"action\"");
    add_values(values, object);
    grammar_call_add(turn, rows, does->valuestring, values);
    return true;
}

bool grammar_tool_json(struct scan *s, struct native_turn *turn, const struct grammar_row *rows, GError **error)
{
    const char *begin = s->at;
    g_autoptr(cJSON) call = take_object(s, error);
    if (!call)
        return false;
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(call, "name");
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(call, "arguments");
    if (!cJSON_IsString(name) || !g_str_equal(name->valuestring, "computer_use"))
        return scan_fail(s, begin, error, "the only function is computer_use");
    if (!cJSON_IsObject(arguments))
        return scan_fail(s, begin, error, "\"arguments\" is no object");
    return add_call(s, begin, turn, rows, arguments, error);
}

bool grammar_step_json(struct scan *s, struct native_turn *turn, const struct grammar_row *rows, GError **error)
{
    static const char *const words[] = {"note", "thought"};
    const char *begin = s->at;
    g_autoptr(cJSON) step = take_object(s, error);
    if (!step)
        return false;
    const cJSON *does = cJSON_GetObjectItemCaseSensitive(step, "action");
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(step, words[i]);
        if (cJSON_IsString(text) && *text->valuestring && cJSON_IsObject(does))
            native_turn_think(turn, text->valuestring);
    }
    return add_call(s, begin, turn, rows, cJSON_IsObject(does) ? does : step, error);
}
