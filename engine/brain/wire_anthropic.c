/* Anthropic Messages (lmm-wire.md 1.6); llama.cpp, Ollama and LM Studio speak it as well. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"

#include <string.h>

#define MAX_TOKENS 8192 /* the service wants a number */

/* ---- request ---- */

static void add_message(cJSON *root, const brain_request *request, const GArray *pictures)
{
    cJSON *messages = cJSON_AddArrayToObject(root, "messages");
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(messages, message);
    cJSON_AddStringToObject(message, "role", "user");
    cJSON *content = cJSON_AddArrayToObject(message, "content");
    for (guint i = 0; i < pictures->len; i++) {
        const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
        if (picture->note)
            wire_add_text(content, "text", picture->note);
        cJSON *part = cJSON_CreateObject();
        cJSON_AddStringToObject(part, "type", "image");
        cJSON *source = cJSON_AddObjectToObject(part, "source");
        cJSON_AddStringToObject(source, "type", "base64");
        cJSON_AddStringToObject(source, "media_type", picture->type);
        cJSON_AddStringToObject(source, "data", picture->base64);
        cJSON_AddItemToArray(content, part);
    }
    wire_add_text(content, "text", wire_user(request));
}

static bool add_output(cJSON *root, const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                       GError **error)
{
    bool form = request->schema && quirks->json == WIRE_JSON_SCHEMA;
    if (!form && !profile->effort)
        return true;
    cJSON *output = cJSON_AddObjectToObject(root, "output_config");
    if (profile->effort)
        cJSON_AddStringToObject(output, "effort", profile->effort);
    if (!form)
        return true;
    cJSON *schema = strict_json_parse(request->schema, strlen(request->schema), STRICT_JSON_LINE, error);
    if (!schema)
        return false;
    cJSON *format = cJSON_AddObjectToObject(output, "format");
    cJSON_AddStringToObject(format, "type", "json_schema");
    cJSON_AddItemToObject(format, "schema", schema);
    return true;
}

static bool anthropic_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                           struct wire_body *ret_body, GError **error)
{
    gint64 tokens;
    g_autoptr(GArray) pictures = wire_pictures(request, &tokens, error);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    if (!pictures)
        return false;
    g_autofree char *system = wire_system(request, quirks->json != WIRE_JSON_SCHEMA);
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    cJSON_AddNumberToObject(root, "max_tokens", profile->max_tokens > 0 ? profile->max_tokens : MAX_TOKENS);
    if (*system)
        cJSON_AddStringToObject(root, "system", system);
    add_message(root, request, pictures);
    if (profile->temperature >= 0 && quirks->temperature)
        cJSON_AddNumberToObject(root, "temperature", profile->temperature);
    if (quirks->stream)
        cJSON_AddTrueToObject(root, "stream");
    if (!add_output(root, profile, quirks, request, error) || !wire_add_extra(root, profile, error))
        return false;
    wire_body_set(ret_body, root, pictures, tokens);
    return true;
}

/* ---- answer ---- */

/* input_tokens are without those of the cache, read or written: the prompt is all three. A later count replaces an earlier. */
static void take_usage(const cJSON *usage, struct wire_answer *answer)
{
    gint64 in = wire_count(usage, "input_tokens", 0), out = wire_count(usage, "output_tokens", 0);
    gint64 read = wire_count(usage, "cache_read_input_tokens", 0), written = wire_count(usage, "cache_creation_input_tokens", 0);
    if (in >= 0 && in + MAX(read, 0) + MAX(written, 0) > 0) {
        answer->tokens_in = in + MAX(read, 0) + MAX(written, 0);
        answer->tokens_cached = read;
    }
    if (out >= 0)
        answer->tokens_out = out;
}

static void take_stop(const cJSON *from, struct wire_answer *answer)
{
    const char *reason = wire_member(from, "stop_reason");
    const char *why = wire_member(cJSON_GetObjectItemCaseSensitive(from, "stop_details"), "explanation");
    if (!reason)
        return;
    answer->end = g_str_equal(reason, "max_tokens")                      ? WIRE_CUT
                  : g_str_equal(reason, "model_context_window_exceeded") ? WIRE_FULL
                  : g_str_equal(reason, "refusal")                       ? WIRE_REFUSED
                                                                         : WIRE_COMPLETE;
    if (answer->end == WIRE_REFUSED && why)
        g_string_assign(answer->said, why);
}

/* A block, or what is added to one. */
static void take_block(const cJSON *block, struct wire_answer *answer)
{
    const char *text = wire_member(block, "text"), *thought = wire_member(block, "thinking");
    g_string_append(answer->text, text ? text : "");
    g_string_append(answer->thought, thought ? thought : "");
}

static void anthropic_answer(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *block;
    cJSON_ArrayForEach(block, cJSON_GetObjectItemCaseSensitive(root, "content")) take_block(block, answer);
    take_usage(cJSON_GetObjectItemCaseSensitive(root, "usage"), answer);
    take_stop(root, answer);
}

/* message_stop alone is the end: a stop_reason before it may still be followed by an error. */
static void anthropic_event(const char *name, const cJSON *data, struct wire_answer *answer)
{
    const char *type = wire_member(data, "type");
    type = type ? type : name;
    if (g_str_equal(type, "message_start")) {
        take_usage(cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(data, "message"), "usage"), answer);
    } else if (g_str_equal(type, "content_block_start")) {
        take_block(cJSON_GetObjectItemCaseSensitive(data, "content_block"), answer);
    } else if (g_str_equal(type, "content_block_delta")) {
        take_block(cJSON_GetObjectItemCaseSensitive(data, "delta"), answer);
    } else if (g_str_equal(type, "message_delta")) {
        take_usage(cJSON_GetObjectItemCaseSensitive(data, "usage"), answer);
        take_stop(cJSON_GetObjectItemCaseSensitive(data, "delta"), answer);
    } else if (g_str_equal(type, "message_stop")) {
        answer->last = true;
    }
}

static const char *const headers[] = {"anthropic-version: 2023-06-01", NULL};

const struct wire wire_anthropic = {
    .kind = "anthropic",
    .limits = {.images = 100, .each = 5 << 20, .all = 30 << 20, .few = 20, .side = 2000},
    .path = "/messages",
    .key_header = "x-api-key: ",
    .headers = headers,
    .streams = true,
    .body = anthropic_body,
    .answer = anthropic_answer,
    .event = anthropic_event,
};
