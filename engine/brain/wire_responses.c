/* OpenAI Responses (lmm-wire.md 1.3). Nothing is kept with the provider: store is false. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"

#include <string.h>

/* ---- request ---- */

static void add_input(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, const GArray *pictures)
{
    cJSON *input = cJSON_AddArrayToObject(root, "input");
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(input, message);
    cJSON_AddStringToObject(message, "role", "user");
    cJSON *content = cJSON_AddArrayToObject(message, "content");
    for (guint i = 0; i < pictures->len; i++) {
        const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
        if (picture->note)
            wire_add_text(content, "input_text", picture->note);
        g_autofree char *url = g_strconcat("data:", picture->type, ";base64,", picture->base64, NULL);
        cJSON *part = cJSON_CreateObject();
        cJSON_AddStringToObject(part, "type", "input_image");
        cJSON_AddStringToObject(part, "image_url", url); /* a string here, no object */
        if (quirks->detail)
            cJSON_AddStringToObject(part, "detail", picture->low ? "low" : "high");
        cJSON_AddItemToArray(content, part);
    }
    wire_add_text(content, "input_text", wire_user(request));
}

static bool add_format(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, GError **error)
{
    if (!request->schema || quirks->json == WIRE_JSON_PROMPT)
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
    g_autofree char *system = wire_system(request, quirks->json != WIRE_JSON_SCHEMA);
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    if (*system)
        cJSON_AddStringToObject(root, "instructions", system);
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
    answer->tokens_cached = wire_count(cJSON_GetObjectItemCaseSensitive(usage, "input_tokens_details"), "cached_tokens", 0);
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

static void responses_answer(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *item, *part;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, "output"))
    {
        bool reasoning = g_strcmp0(wire_member(item, "type"), "reasoning") == 0;
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
    .key_header = "Authorization: Bearer ",
    .streams = true,
    .body = responses_body,
    .answer = responses_answer,
    .event = responses_event,
};
