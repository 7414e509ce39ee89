/* Gemini generateContent (lmm-wire.md 1.7). Its key goes in a header, never into the address. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"

#include <string.h>

/* ---- request ---- */

static void add_contents(cJSON *root, const brain_request *request, const GArray *pictures)
{
    cJSON *contents = cJSON_AddArrayToObject(root, "contents");
    cJSON *content = cJSON_CreateObject();
    cJSON_AddItemToArray(contents, content);
    cJSON_AddStringToObject(content, "role", "user");
    cJSON *parts = cJSON_AddArrayToObject(content, "parts");
    for (guint i = 0; i < pictures->len; i++) {
        const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
        if (picture->note)
            wire_add_text(parts, NULL, picture->note);
        cJSON *part = cJSON_CreateObject();
        cJSON *data = cJSON_AddObjectToObject(part, "inlineData");
        cJSON_AddStringToObject(data, "mimeType", picture->type);
        cJSON_AddStringToObject(data, "data", picture->base64);
        cJSON_AddItemToArray(parts, part);
    }
    wire_add_text(parts, NULL, wire_user(request));
}

static bool add_generation(cJSON *root, const brain_profile *profile, const struct wire_quirks *quirks,
                           const brain_request *request, GError **error)
{
    cJSON *generation = cJSON_AddObjectToObject(root, "generationConfig");
    if (profile->max_tokens > 0)
        cJSON_AddNumberToObject(generation, "maxOutputTokens", profile->max_tokens);
    if (profile->temperature >= 0 && quirks->temperature)
        cJSON_AddNumberToObject(generation, "temperature", profile->temperature);
    if (profile->seed >= 0 && quirks->seed)
        cJSON_AddNumberToObject(generation, "seed", (double)profile->seed);
    if (profile->effort)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(generation, "thinkingConfig"), "thinkingLevel", profile->effort);
    if (!request->schema || quirks->json == WIRE_JSON_PROMPT)
        return true;
    cJSON_AddStringToObject(generation, "responseMimeType", "application/json");
    if (quirks->json == WIRE_JSON_OBJECT)
        return true;
    cJSON *schema = strict_json_parse(request->schema, strlen(request->schema), STRICT_JSON_LINE, error);
    if (!schema)
        return false;
    cJSON_AddItemToObject(generation, "responseJsonSchema", schema);
    return true;
}

static bool gemini_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                        struct wire_body *ret_body, GError **error)
{
    gint64 tokens;
    g_autoptr(GArray) pictures = wire_pictures(request, &tokens, error);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    if (!pictures)
        return false;
    g_autofree char *system = wire_system(request, quirks->json != WIRE_JSON_SCHEMA);
    if (*system)
        wire_add_text(cJSON_AddArrayToObject(cJSON_AddObjectToObject(root, "systemInstruction"), "parts"), NULL, system);
    add_contents(root, request, pictures);
    if (!add_generation(root, profile, quirks, request, error) || !wire_add_extra(root, profile, error))
        return false;
    wire_body_set(ret_body, root, pictures, tokens);
    return true;
}

/* ---- answer ---- */

static void take_usage(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *usage = cJSON_GetObjectItemCaseSensitive(root, "usageMetadata");
    if (!cJSON_IsObject(usage))
        return;
    gint64 said = wire_count(usage, "candidatesTokenCount", 0), thought = wire_count(usage, "thoughtsTokenCount", 0);
    answer->tokens_in = wire_count(usage, "promptTokenCount", 1);
    answer->tokens_out = said < 0 && thought < 0 ? -1 : MAX(said, 0) + MAX(thought, 0);
    answer->tokens_cached = wire_count(usage, "cachedContentTokenCount", 0);
}

static void take_finish(const char *reason, const char *message, struct wire_answer *answer)
{
    static const char *const filters[] = {"SAFETY",       "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT",
                                          "IMAGE_SAFETY", "SPII",       "LANGUAGE",  "IMAGE_PROHIBITED_CONTENT"};
    if (!reason)
        return;
    answer->end = g_str_equal(reason, "STOP") ? WIRE_COMPLETE : g_str_equal(reason, "MAX_TOKENS") ? WIRE_CUT : WIRE_BROKEN;
    for (gsize i = 0; i < G_N_ELEMENTS(filters); i++)
        if (g_str_equal(reason, filters[i]))
            answer->end = WIRE_FILTERED;
    if (answer->end == WIRE_FILTERED || answer->end == WIRE_BROKEN)
        g_string_assign(answer->said, message ? message : reason);
}

/* Whole answers and events are the same record. No candidate: the prompt was blocked. */
static void gemini_answer(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *candidates = cJSON_GetObjectItemCaseSensitive(root, "candidates"), *part;
    const cJSON *candidate = cJSON_IsArray(candidates) ? cJSON_GetArrayItem(candidates, 0) : NULL;
    const char *blocked = wire_member(cJSON_GetObjectItemCaseSensitive(root, "promptFeedback"), "blockReason");
    take_usage(root, answer);
    if (blocked) {
        answer->end = WIRE_FILTERED;
        g_string_assign(answer->said, blocked);
    }
    cJSON_ArrayForEach(part, cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(candidate, "content"), "parts"))
    {
        const char *text = wire_member(part, "text");
        bool thought = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(part, "thought"));
        g_string_append(thought ? answer->thought : answer->text, text ? text : "");
    }
    take_finish(wire_member(candidate, "finishReason"), wire_member(candidate, "finishMessage"), answer);
}

static void gemini_event(const char *name, const cJSON *data, struct wire_answer *answer)
{
    (void)name;
    gemini_answer(data, answer);
}

static char *gemini_path(const brain_profile *profile, bool stream)
{
    const char *model = profile->model ? profile->model : "";
    return g_strdup_printf("%s%s:%s", g_str_has_prefix(model, "models/") ? "/" : "/models/", model,
                           stream ? "streamGenerateContent?alt=sse" : "generateContent");
}

const struct wire wire_gemini = {
    .kind = "gemini",
    .limits = {.all = 18 << 20},
    .path_of = gemini_path,
    .key_header = "x-goog-api-key: ",
    .streams = true,
    .body = gemini_body,
    .answer = gemini_answer,
    .event = gemini_event,
};
