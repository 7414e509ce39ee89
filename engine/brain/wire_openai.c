/* OpenAI chat completions (OpenAI API reference, "Chat Completions"), also of Azure, OpenRouter, vLLM, llama.cpp, Ollama and LM
 * Studio. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"

#include <string.h>

/* ---- request ---- */

static void add_message(cJSON *messages, const char *role, const char *text)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "role", role);
    cJSON_AddStringToObject(message, "content", text);
    cJSON_AddItemToArray(messages, message);
}

static void add_picture(cJSON *content, const struct wire_picture *picture, bool detail)
{
    if (picture->note)
        wire_add_text(content, "text", picture->note);
    g_autofree char *url = g_strconcat("data:", picture->type, ";base64,", picture->base64, NULL);
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "type", "image_url");
    cJSON *image = cJSON_AddObjectToObject(part, "image_url");
    cJSON_AddStringToObject(image, "url", url);
    if (detail)
        cJSON_AddStringToObject(image, "detail", picture->low ? "low" : "high");
    cJSON_AddItemToArray(content, part);
}

/* ---- a model with a grammar ---- */

/* Adds a message of the user; returns its content. */
static cJSON *add_user(cJSON *messages)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(messages, message);
    cJSON_AddStringToObject(message, "role", "user");
    return cJSON_AddArrayToObject(message, "content");
}

static void add_place(cJSON *content, const GArray *pictures, int i, bool detail)
{
    if (i >= 0)
        add_picture(content, &g_array_index(pictures, struct wire_picture, i), detail);
}

/* Adds the result of each call as text before the picture, because the format has no field for it. */
static void add_answers(cJSON *content, const struct brain_turn *turn, const GArray *pictures, bool detail)
{
    for (guint i = 0; i < turn->answers->len; i++) {
        const struct brain_answer *a = g_ptr_array_index(turn->answers, i);
        g_autofree char *which = g_strdup_printf("action %u of %u (%s)", i + 1, turn->answers->len, a->name);
        g_autofree char *text = g_strdup_printf("Result of %s: %s", turn->answers->len > 1 ? which : "the last action", a->text);
        wire_add_text(content, "text", text);
        add_place(content, pictures, a->image, detail);
    }
    if (turn->note)
        wire_add_text(content, "text", turn->note);
    add_place(content, pictures, turn->image, detail);
}

/* Adds the model's own turns verbatim. A turn of another dialect is text of the user's message before it. Qwen3.5 expects results
 * in tags. */
static void add_turns(cJSON *messages, cJSON *content, const brain_profile *profile, const brain_request *request,
                      const GArray *pictures, bool detail)
{
    bool tags = g_str_equal(profile->grammar, "qwen3.5");
    for (guint i = 0; i < request->native->turns->len; i++) {
        const struct brain_turn *turn = g_ptr_array_index(request->native->turns, i);
        g_autoptr(cJSON) said = wire_turn(turn, profile->grammar);
        if (!cJSON_IsString(said)) {
            wire_add_text(content, "text", turn->told);
            if (turn->note)
                wire_add_text(content, "text", turn->note);
            add_place(content, pictures, turn->image, detail);
            continue;
        }
        add_message(messages, "assistant", said->valuestring);
        content = add_user(messages);
        if (tags)
            wire_add_text(content, "text", "<tool_response>\n");
        add_answers(content, turn, pictures, detail);
        if (tags)
            wire_add_text(content, "text", "\n</tool_response>");
        else if (cJSON_GetArraySize(content) == 0)
            wire_add_text(content, "text", "Go on.");
    }
}

static void add_native(cJSON *root, const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                       const GArray *pictures)
{
    cJSON *messages = cJSON_AddArrayToObject(root, "messages");
    if (request->system && *request->system)
        add_message(messages, "system", request->system);
    cJSON *content = add_user(messages);
    add_place(content, pictures, request->native->opening, quirks->detail);
    wire_add_text(content, "text", wire_user(request));
    add_turns(messages, content, profile, request, pictures, quirks->detail);
}

/* ---- any model ---- */

/* The system message, then the user's with its pictures. json_object requires the word JSON in the prompt. */
static void add_messages(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, const GArray *pictures)
{
    cJSON *messages = cJSON_AddArrayToObject(root, "messages");
    g_autofree char *system = wire_system(request, quirks->json != WIRE_JSON_SCHEMA);
    if (*system)
        add_message(messages, "system", system);
    if (pictures->len == 0) {
        add_message(messages, "user", wire_user(request));
        return;
    }
    cJSON *content = add_user(messages);
    gsize same = wire_add_same(content, "text", request);
    for (guint i = 0; i < pictures->len; i++)
        add_picture(content, &g_array_index(pictures, struct wire_picture, i), quirks->detail);
    wire_add_text(content, "text", wire_user(request) + same);
}

static bool add_format(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, GError **error)
{
    if (!request->schema || request->native || quirks->json == WIRE_JSON_PROMPT)
        return true;
    cJSON *format = cJSON_AddObjectToObject(root, "response_format");
    cJSON_AddStringToObject(format, "type", quirks->json == WIRE_JSON_SCHEMA ? "json_schema" : "json_object");
    if (quirks->json == WIRE_JSON_OBJECT)
        return true;
    cJSON *schema = strict_json_parse(request->schema, strlen(request->schema), STRICT_JSON_LINE, error);
    if (!schema)
        return false;
    cJSON *named = cJSON_AddObjectToObject(format, "json_schema");
    cJSON_AddStringToObject(named, "name", request->module && *request->module ? request->module : "answer");
    cJSON_AddTrueToObject(named, "strict");
    cJSON_AddItemToObject(named, "schema", schema);
    return true;
}

static bool openai_body(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                        struct wire_body *ret_body, GError **error)
{
    gint64 tokens;
    g_autoptr(GArray) pictures = wire_pictures(request, &tokens, error);
    g_autoptr(cJSON) root = cJSON_CreateObject();
    if (!pictures)
        return false;
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    if (request->native)
        add_native(root, profile, quirks, request, pictures);
    else
        add_messages(root, quirks, request, pictures);
    if (!add_format(root, quirks, request, error))
        return false;
    if (profile->max_tokens > 0 && quirks->max_tokens_field)
        cJSON_AddNumberToObject(root, quirks->max_tokens_field, profile->max_tokens);
    if (profile->temperature >= 0 && quirks->temperature)
        cJSON_AddNumberToObject(root, "temperature", profile->temperature);
    if (profile->seed >= 0 && quirks->seed)
        cJSON_AddNumberToObject(root, "seed", (double)profile->seed);
    if (profile->effort)
        cJSON_AddStringToObject(root, "reasoning_effort", profile->effort);
    if (quirks->stream) {
        cJSON_AddTrueToObject(root, "stream");
        if (quirks->usage)
            cJSON_AddTrueToObject(cJSON_AddObjectToObject(root, "stream_options"), "include_usage");
    }
    if (!wire_add_extra(root, profile, error))
        return false;
    wire_body_set(ret_body, root, pictures, tokens);
    return true;
}

/* ---- answer ---- */

/* Reads content: a string, or an array of text parts. */
static void take_content(GString *text, const cJSON *content)
{
    const cJSON *part;
    if (cJSON_IsString(content))
        g_string_append(text, content->valuestring);
    cJSON_ArrayForEach(part, content)
    {
        const char *piece = wire_member(part, "text");
        if (piece)
            g_string_append(text, piece);
    }
}

static void take_usage(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *usage = cJSON_GetObjectItemCaseSensitive(root, "usage");
    if (!cJSON_IsObject(usage))
        return;
    answer->tokens_in = wire_count(usage, "prompt_tokens", 1);
    answer->tokens_out = wire_count(usage, "completion_tokens", 0);
    const cJSON *details = cJSON_GetObjectItemCaseSensitive(usage, "prompt_tokens_details");
    answer->tokens_cached = wire_count(details, "cached_tokens", 0);
    answer->tokens_written = wire_count(details, "cache_write_tokens", 0);
}

static void take_finish(const char *finish, struct wire_answer *answer)
{
    static const struct {
        const char *reason;
        enum wire_end end;
    } ends[] = {{"length", WIRE_CUT},
                {"max_tokens", WIRE_CUT},
                {"content_filter", WIRE_FILTERED},
                {"model_context_window_exceeded", WIRE_FULL},
                {"error", WIRE_BROKEN}};
    if (!finish)
        return;
    answer->end = WIRE_COMPLETE;
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        if (strcmp(finish, ends[i].reason) == 0)
            answer->end = ends[i].end;
    if (answer->end == WIRE_COMPLETE && answer->said->len > 0)
        answer->end = WIRE_REFUSED;
}

/* Reads `message` of a whole answer, or `delta` of an event. Azure sends choices without either. */
static void take_message(const cJSON *message, struct wire_answer *answer)
{
    static const char *const thoughts[] = {"reasoning_content", "reasoning", "thinking"};
    const char *refusal = wire_member(message, "refusal");
    take_content(answer->text, cJSON_GetObjectItemCaseSensitive(message, "content"));
    if (refusal)
        g_string_append(answer->said, refusal);
    for (gsize i = 0; i < G_N_ELEMENTS(thoughts); i++) {
        const char *thought = wire_member(message, thoughts[i]);
        if (thought) {
            g_string_append(answer->thought, thought);
            break;
        }
    }
}

static void openai_answer(const cJSON *root, struct wire_answer *answer)
{
    take_usage(root, answer);
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(root, "choices");
    const cJSON *choice = cJSON_IsArray(choices) ? cJSON_GetArrayItem(choices, 0) : NULL;
    if (!cJSON_IsObject(choice)) {
        wire_answer_fail(answer, BRAIN_ERROR_FAILED, "the answer has no choice (check that url is a chat completions endpoint)");
        return;
    }
    const char *finish = wire_member(choice, "finish_reason");
    take_message(cJSON_GetObjectItemCaseSensitive(choice, "message"), answer);
    take_finish(finish ? finish : "stop", answer); /* old servers omit it in a whole answer */
}

/* Usage may come with any event, or as a separate event after the last choice. */
static void openai_event(const char *name, const cJSON *data, struct wire_answer *answer)
{
    (void)name;
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(data, "choices");
    const cJSON *choice = cJSON_IsArray(choices) ? cJSON_GetArrayItem(choices, 0) : NULL;
    take_usage(data, answer);
    if (!choice)
        return;
    take_message(cJSON_GetObjectItemCaseSensitive(choice, "delta"), answer);
    take_finish(wire_member(choice, "finish_reason"), answer);
}

char **wire_model_names(const char *body, gsize length)
{
    g_autoptr(cJSON) root = strict_json_parse(body, length, WIRE_REPLY_MAX, NULL);
    const cJSON *item, *data = cJSON_GetObjectItemCaseSensitive(root, "data");
    bool google = cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(root, "models"));
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    if (google)
        data = cJSON_GetObjectItemCaseSensitive(root, "models");
    if (!cJSON_IsArray(data))
        return NULL;
    cJSON_ArrayForEach(item, data)
    {
        const char *name = wire_member(item, google ? "name" : "id");
        if (name)
            g_ptr_array_add(names, g_strdup(g_str_has_prefix(name, "models/") ? name + strlen("models/") : name));
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

const struct wire wire_openai = {
    .kind = "openai",
    .limits = {.images = 500, .each = 20 << 20, .all = 48 << 20},
    .path = "/chat/completions",
    .models = "/models",
    .key_header = "Authorization: Bearer ",
    .streams = true,
    .tool_space = -1,
    .body = openai_body,
    .answer = openai_answer,
    .event = openai_event,
};
