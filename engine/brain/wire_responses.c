/* OpenAI Responses (OpenAI API reference, "Responses"). The provider stores nothing: store is false. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"

#include <string.h>

/* ---- request ---- */

static char *data_url(const GArray *pictures, int i)
{
    const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
    return g_strconcat("data:", picture->type, ";base64,", picture->base64, NULL);
}

static void add_picture(cJSON *content, const struct wire_quirks *quirks, const GArray *pictures, int i)
{
    if (i < 0)
        return;
    const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
    if (picture->note)
        wire_add_text(content, "input_text", picture->note);
    g_autofree char *url = data_url(pictures, i);
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "type", "input_image");
    cJSON_AddStringToObject(part, "image_url", url); /* a string here, not an object */
    if (quirks->detail)
        cJSON_AddStringToObject(part, "detail", picture->low ? "low" : "high");
    cJSON_AddItemToArray(content, part);
}

/* Adds a message; returns its content. */
static cJSON *add_message(cJSON *input)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(input, message);
    cJSON_AddStringToObject(message, "role", "user");
    return cJSON_AddArrayToObject(message, "content");
}

/* ---- the computer tool: computer, and computer_use_preview before it ---- */

static bool is_preview(const brain_profile *profile)
{
    return g_strcmp0(profile->computer_tool, "computer_use_preview") == 0;
}

static const char *older_tool(const char *version)
{
    return !version || g_str_equal(version, "computer") ? "computer_use_preview" : NULL;
}

static void add_tools(cJSON *root, const brain_profile *profile, const brain_request *request)
{
    const char *const thoughts[] = {"reasoning.encrypted_content"}; /* sent back, because the provider stores nothing */
    struct coordinates c;
    cJSON *list = cJSON_AddArrayToObject(root, "tools"), *one = cJSON_CreateObject();
    cJSON_AddItemToArray(list, one);
    cJSON_AddStringToObject(one, "type", profile->computer_tool ? profile->computer_tool : "computer");
    if (is_preview(profile)) {
        coordinates_of_profile(profile, request->native->width, request->native->height, &c);
        cJSON_AddStringToObject(one, "environment", "linux");
        cJSON_AddNumberToObject(one, "display_width", c.picture_width);
        cJSON_AddNumberToObject(one, "display_height", c.picture_height);
        cJSON_AddStringToObject(root, "truncation", "auto");
    }
    for (const struct wire_own_tool *own = wire_own_tools; own->name; own++) {
        one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "type", "function");
        cJSON_AddStringToObject(one, "name", own->name);
        cJSON_AddStringToObject(one, "description", own->about);
        cJSON_AddItemToObject(one, "parameters", wire_own_tool_schema(own));
        cJSON_AddFalseToObject(one, "strict");
    }
    cJSON_AddItemToObject(root, "include", cJSON_CreateStringArray(thoughts, G_N_ELEMENTS(thoughts)));
}

static bool is_call(const cJSON *item, const char *type)
{
    return g_strcmp0(wire_member(item, "type"), type) == 0;
}

/* True when the turn can be sent verbatim. The answer to a call must be a picture, and its safety checks must be acknowledged;
 * otherwise the whole turn is sent as text. */
static bool can_be_sent(const cJSON *said, const struct brain_turn *turn)
{
    const cJSON *item;
    bool pictured = false;
    cJSON_ArrayForEach(item, said) pictured = pictured || is_call(item, "computer_call");
    for (guint i = 0; i < turn->answers->len; i++)
        if (((const struct brain_answer *)turn->answers->pdata[i])->refused)
            return false;
    return said && (!pictured || turn->image >= 0);
}

static void add_acknowledged(cJSON *output, const struct brain_turn *turn, const char *id)
{
    for (guint i = 0; i < turn->answers->len; i++) {
        const struct brain_answer *answer = g_ptr_array_index(turn->answers, i);
        if (answer->acknowledged && g_str_equal(answer->id, id))
            cJSON_AddRawToObject(output, "acknowledged_safety_checks", answer->acknowledged);
    }
}

/* A batch of actions is one call with one answer. */
static void add_answer(cJSON *input, const cJSON *call, const struct brain_turn *turn, const GArray *pictures)
{
    const char *id = wire_member(call, "call_id") ? wire_member(call, "call_id") : "";
    bool function = is_call(call, "function_call");
    cJSON *output = cJSON_CreateObject();
    cJSON_AddItemToArray(input, output);
    cJSON_AddStringToObject(output, "type", function ? "function_call_output" : "computer_call_output");
    cJSON_AddStringToObject(output, "call_id", id);
    for (guint i = 0; function && i < turn->answers->len; i++) {
        const struct brain_answer *answer = g_ptr_array_index(turn->answers, i);
        if (g_str_equal(answer->id, id))
            cJSON_AddStringToObject(output, "output", answer->text);
    }
    if (function)
        return;
    g_autofree char *url = data_url(pictures, turn->image);
    cJSON *screen = cJSON_AddObjectToObject(output, "output");
    cJSON_AddStringToObject(screen, "type", "computer_screenshot");
    cJSON_AddStringToObject(screen, "image_url", url);
    add_acknowledged(output, turn, id);
}

/* The answers to this call as text. */
static void add_statuses(cJSON *content, const struct brain_turn *turn, const char *id)
{
    for (guint i = 0; i < turn->answers->len; i++) {
        const struct brain_answer *answer = g_ptr_array_index(turn->answers, i);
        if (g_strcmp0(answer->id, id) == 0)
            wire_add_text(content, "input_text", answer->text);
    }
}

/* A picture alone does not show whether an action was carried out, so a text of the user states each result. */
static void add_words(cJSON *input, const struct wire_quirks *quirks, const cJSON *said, const struct brain_turn *turn,
                      const GArray *pictures)
{
    const cJSON *item;
    bool pictured = false;
    cJSON *content = add_message(input);
    if (!said)
        wire_add_text(content, "input_text", turn->told);
    cJSON_ArrayForEach(item, said)
    {
        if (!is_call(item, "computer_call"))
            continue;
        pictured = true;
        add_statuses(content, turn, wire_member(item, "call_id"));
    }
    if (!pictured)
        add_picture(content, quirks, pictures, turn->image);
    if (turn->note || !cJSON_GetArraySize(content))
        wire_add_text(content, "input_text", turn->note ? turn->note : "Go on.");
}

static void add_turn(cJSON *input, const struct wire_quirks *quirks, const struct brain_turn *turn, const GArray *pictures)
{
    g_autoptr(cJSON) said = wire_turn(turn, "responses");
    const cJSON *item;
    if (!can_be_sent(said, turn)) {
        add_words(input, quirks, NULL, turn, pictures);
        return;
    }
    cJSON_ArrayForEach(item, said) cJSON_AddItemToArray(input, cJSON_Duplicate(item, true));
    cJSON_ArrayForEach(item, said)
    {
        if (is_call(item, "computer_call") || is_call(item, "function_call"))
            add_answer(input, item, turn, pictures);
    }
    add_words(input, quirks, said, turn, pictures);
}

static void add_input(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, const GArray *pictures)
{
    cJSON *input = cJSON_AddArrayToObject(root, "input");
    cJSON *content = add_message(input);
    gsize same = wire_add_same(content, "input_text", request);
    if (request->native)
        add_picture(content, quirks, pictures, request->native->opening);
    for (guint i = 0; !request->native && i < pictures->len; i++)
        add_picture(content, quirks, pictures, (int)i);
    wire_add_text(content, "input_text", wire_user(request) + same);
    for (guint i = 0; request->native && i < request->native->turns->len; i++)
        add_turn(input, quirks, g_ptr_array_index(request->native->turns, i), pictures);
}

static bool add_format(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, GError **error)
{
    if (!request->schema || request->native || quirks->json == WIRE_JSON_PROMPT)
        return true;
    cJSON *format = cJSON_AddObjectToObject(cJSON_AddObjectToObject(root, "text"), "format");
    cJSON_AddStringToObject(format, "type", quirks->json == WIRE_JSON_SCHEMA ? "json_schema" : "json_object");
    if (quirks->json == WIRE_JSON_OBJECT)
        return true;
    cJSON *schema = strict_json_parse(request->schema, strlen(request->schema), STRICT_JSON_LINE, error);
    if (!schema)
        return false;
    cJSON_AddStringToObject(format, "name", request->module && *request->module ? request->module : "answer");
    cJSON_AddTrueToObject(format, "strict");
    cJSON_AddItemToObject(format, "schema", schema);
    return true;
}

static bool responses_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                           struct wire_body *ret_body, GError **error)
{
    gint64 tokens;
    g_autoptr(GArray) pictures = wire_pictures(request, &tokens, error);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    if (!pictures)
        return false;
    g_autofree char *system = wire_system(request, !request->native && quirks->json != WIRE_JSON_SCHEMA);
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    if (*system)
        cJSON_AddStringToObject(root, "instructions", system);
    if (request->native)
        add_tools(root, profile, request);
    add_input(root, quirks, request, pictures);
    if (!add_format(root, quirks, request, error))
        return false;
    cJSON_AddFalseToObject(root, "store");
    if (profile->max_tokens > 0)
        cJSON_AddNumberToObject(root, "max_output_tokens", MAX(profile->max_tokens, 16)); /* fewer are refused */
    if (profile->temperature >= 0 && quirks->temperature)
        cJSON_AddNumberToObject(root, "temperature", profile->temperature);
    if (profile->effort)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(root, "reasoning"), "effort", profile->effort);
    if (quirks->stream)
        cJSON_AddTrueToObject(root, "stream");
    if (!wire_add_extra(root, profile, error))
        return false;
    wire_body_set(ret_body, root, pictures, tokens);
    return true;
}

/* ---- answer ---- */

static void take_usage(const cJSON *response, struct wire_answer *answer)
{
    const cJSON *usage = cJSON_GetObjectItemCaseSensitive(response, "usage");
    answer->tokens_in = wire_count(usage, "input_tokens", 1);
    answer->tokens_out = wire_count(usage, "output_tokens", 0);
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(usage, "input_tokens_details");
    answer->tokens_cached = wire_count(details, "cached_tokens", 0);
    answer->tokens_written = wire_count(details, "cache_write_tokens", 0);
}

static void take_status(const cJSON *response, struct wire_answer *answer)
{
    const char *status = wire_member(response, "status");
    const char *why = wire_member(cJSON_GetObjectItemCaseSensitive(response, "incomplete_details"), "reason");
    take_usage(response, answer);
    answer->last = true;
    if (g_strcmp0(status, "failed") == 0)
        wire_in_band(response, answer);
    if (g_strcmp0(status, "incomplete") == 0)
        answer->end = g_strcmp0(why, "content_filter") == 0 ? WIRE_FILTERED : WIRE_CUT;
    else
        answer->end = g_strcmp0(status, "completed") != 0 ? WIRE_BROKEN : answer->said->len > 0 ? WIRE_REFUSED : WIRE_COMPLETE;
}

/* Keeps an item of a turn with calls verbatim, because the next request sends it back. The text shows it, too. */
static void take_item(const cJSON *item, struct wire_answer *answer)
{
    const char *type = wire_member(item, "type");
    if (!answer->native || !type)
        return;
    wire_turn_add(answer, cJSON_Duplicate(item, true));
    if (!g_str_has_suffix(type, "_call"))
        return;
    const cJSON *batch = cJSON_GetObjectItemCaseSensitive(item, "actions");
    g_autofree char *what =
        strict_json_print(batch                                              ? batch
                          : cJSON_GetObjectItemCaseSensitive(item, "action") ? cJSON_GetObjectItemCaseSensitive(item, "action")
                                                                             : item);
    g_string_append_printf(answer->text, "%s%s", answer->text->len ? "\n" : "", what);
}

static void responses_answer(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *item, *part, *output = cJSON_GetObjectItemCaseSensitive(root, "output");
    if (!output && !wire_member(root, "status")) /* no response at all */
        return;
    cJSON_ArrayForEach(item, output)
    {
        bool reasoning = is_call(item, "reasoning");
        take_item(item, answer);
        cJSON_ArrayForEach(part, cJSON_GetObjectItemCaseSensitive(item, reasoning ? "summary" : "content"))
        {
            const char *text = wire_member(part, "text"), *refusal = wire_member(part, "refusal");
            g_string_append(reasoning ? answer->thought : answer->text, text ? text : "");
            g_string_append(answer->said, refusal ? refusal : "");
        }
    }
    take_status(root, answer);
}

static void responses_event(const char *name, const cJSON *data, struct wire_answer *answer)
{
    const char *type = wire_member(data, "type");
    const char *delta = wire_member(data, "delta");
    type = type ? type : name;
    if (g_str_equal(type, "response.output_text.delta"))
        g_string_append(answer->text, delta ? delta : "");
    else if (g_str_equal(type, "response.refusal.delta"))
        g_string_append(answer->said, delta ? delta : "");
    else if (g_str_has_prefix(type, "response.reasoning") && g_str_has_suffix(type, ".delta"))
        g_string_append(answer->thought, delta ? delta : "");
    else if (g_str_equal(type, "response.output_item.done"))
        take_item(cJSON_GetObjectItemCaseSensitive(data, "item"), answer);
    else if (g_str_equal(type, "response.completed") || g_str_equal(type, "response.incomplete") ||
             g_str_equal(type, "response.failed"))
        take_status(cJSON_GetObjectItemCaseSensitive(data, "response"), answer);
    else if (g_str_equal(type, "error")) {
        answer->end = WIRE_BROKEN;
        answer->last = true;
        g_string_assign(answer->said, wire_member(data, "message") ? wire_member(data, "message") : "");
    }
}

const struct wire wire_responses = {
    .kind = "responses",
    .limits = {.images = 500, .each = 20 << 20, .all = 48 << 20},
    .path = "/responses",
    .models = "/models",
    .key_header = "Authorization: Bearer ",
    .streams = true,
    .tool = true,
    .older_tool = older_tool,
    .tool_space = COORDINATES_PIXELS,
    .body = responses_body,
    .answer = responses_answer,
    .event = responses_event,
};
