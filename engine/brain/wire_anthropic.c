/* Anthropic Messages (Claude API reference, "Messages"), also offered by llama.cpp, Ollama and LM Studio. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"

#include <string.h>

#define MAX_TOKENS 8192   /* the service requires a number */
#define CACHED_LEAST 1024 /* tokens: a shorter prefix is not cached */
#define PICTURE_LEAST 400 /* bytes of text that a picture is as many tokens as, at least */

/* ---- request ---- */

static void add_picture(cJSON *content, const GArray *pictures, int i)
{
    if (i < 0)
        return;
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

static cJSON *add_message(cJSON *messages, const char *role)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddItemToArray(messages, message);
    cJSON_AddStringToObject(message, "role", role);
    return message;
}

/* What is up to the end of that list's last block may be cached. Three marks of a request at most; four are allowed. */
static void mark(cJSON *list, const struct wire_quirks *quirks, gsize prefix)
{
    cJSON *block = cJSON_GetArrayItem(list, cJSON_GetArraySize(list) - 1);
    if (quirks->cache && wire_tokens(prefix) >= CACHED_LEAST)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(block, "cache_control"), "type", "ephemeral");
}

static void add_system(cJSON *root, const struct wire_quirks *quirks, const char *system)
{
    if (!*system)
        return;
    if (!quirks->cache || wire_tokens(strlen(system)) < CACHED_LEAST) {
        cJSON_AddStringToObject(root, "system", system);
        return;
    }
    cJSON *list = cJSON_AddArrayToObject(root, "system");
    wire_add_text(list, "text", system);
    mark(list, quirks, strlen(system));
}

static void add_opening(cJSON *messages, const struct wire_quirks *quirks, const brain_request *request, const GArray *pictures,
                        gsize system)
{
    cJSON *content = cJSON_AddArrayToObject(add_message(messages, "user"), "content");
    gsize same = wire_add_same(content, "text", request);
    if (same > 0)
        mark(content, quirks, system + same);
    if (request->native)
        add_picture(content, pictures, request->native->opening);
    for (guint i = 0; !request->native && i < pictures->len; i++)
        add_picture(content, pictures, (int)i);
    wire_add_text(content, "text", wire_user(request) + same);
}

/* ---- the computer tool: computer_toolset_20260801, and the single tool before it ---- */

static const struct tool {
    const char *version, *header; /* header NULL = it needs none */
    bool toolset, zoom;
} tools[] = {
    {"computer_toolset_20260801", NULL, true, true},
    {"computer_20251124", "anthropic-beta: computer-use-2025-11-24", false, true},
    {"computer_20250124", "anthropic-beta: computer-use-2025-01-24", false, false},
    {"computer_20241022", "anthropic-beta: computer-use-2024-10-22", false, false},
};

/* Sends an unknown version unchanged: it is probably a later toolset. */
static const struct tool *tool_of(const brain_profile *profile)
{
    for (gsize i = 1; i < G_N_ELEMENTS(tools); i++)
        if (g_strcmp0(profile->computer_tool, tools[i].version) == 0)
            return &tools[i];
    return &tools[0];
}

static const char *older_tool(const char *version)
{
    gsize i = 0;
    while (version && i < G_N_ELEMENTS(tools) && !g_str_equal(version, tools[i].version))
        i++;
    return i + 1 < G_N_ELEMENTS(tools) ? tools[i + 1].version : NULL;
}

static const char *tool_header(const brain_profile *profile)
{
    return tool_of(profile)->header;
}

static void add_tools(cJSON *root, const brain_profile *profile, const brain_request *request)
{
    const struct tool *tool = tool_of(profile);
    struct coordinates c;
    cJSON *list = cJSON_AddArrayToObject(root, "tools"), *one = cJSON_CreateObject();
    cJSON_AddItemToArray(list, one);
    cJSON_AddStringToObject(one, "type", profile->computer_tool ? profile->computer_tool : tool->version);
    if (!tool->toolset) {
        coordinates_of_profile(profile, request->native->width, request->native->height, &c);
        cJSON_AddStringToObject(one, "name", "computer");
        cJSON_AddNumberToObject(one, "display_width_px", c.picture_width);
        cJSON_AddNumberToObject(one, "display_height_px", c.picture_height);
        if (tool->zoom)
            cJSON_AddTrueToObject(one, "enable_zoom");
    }
    for (const struct wire_own_tool *own = wire_own_tools; own->name; own++) {
        one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        cJSON_AddStringToObject(one, "name", own->name);
        cJSON_AddStringToObject(one, "description", own->about);
        cJSON_AddItemToObject(one, "input_schema", wire_own_tool_schema(own));
    }
}

/* The call with this id. */
static const cJSON *call_of(const cJSON *said, const char *id)
{
    const cJSON *block;
    cJSON_ArrayForEach(block, said) if (g_strcmp0(wire_member(block, "id"), id) == 0) return block;
    return NULL;
}

static void add_result(cJSON *user, const cJSON *said, const struct brain_answer *answer, const GArray *pictures, int screen,
                       cJSON *after)
{
    const char *toolset = wire_member(call_of(said, answer->id), "toolset_name");
    cJSON *result = cJSON_CreateObject();
    cJSON_AddItemToArray(user, result);
    cJSON_AddStringToObject(result, "type", "tool_result");
    cJSON_AddStringToObject(result, "tool_use_id", answer->id);
    if (toolset)
        cJSON_AddStringToObject(result, "toolset_name", toolset);
    cJSON *content = cJSON_AddArrayToObject(result, "content");
    wire_add_text(content, "text", answer->text);
    if (answer->error)
        cJSON_AddTrueToObject(result, "is_error"); /* the API takes only text in it: the pictures come after all answers */
    add_picture(answer->error ? after : content, pictures, answer->image);
    add_picture(answer->error ? after : content, pictures, screen);
}

/* Answers all calls in one message: the screen goes into the last answer, unless that is an error; the note after all answers.
 * Returns its content. */
static cJSON *add_turn(cJSON *messages, const struct brain_turn *turn, const GArray *pictures)
{
    cJSON *said = wire_turn(turn, "anthropic");
    if (said)
        cJSON_AddItemToObject(add_message(messages, "assistant"), "content", said);
    cJSON *user = cJSON_AddArrayToObject(add_message(messages, "user"), "content");
    guint n = said ? turn->answers->len : 0;
    if (!said)
        wire_add_text(user, "text", turn->told);
    g_autoptr(cJSON) after = cJSON_CreateArray();
    for (guint i = 0; i < n; i++)
        add_result(user, said, g_ptr_array_index(turn->answers, i), pictures, i + 1 == n ? turn->image : -1, after);
    while (after->child)
        cJSON_AddItemToArray(user, cJSON_DetachItemFromArray(after, 0));
    if (n == 0)
        add_picture(user, pictures, turn->image);
    if (turn->note || n == 0)
        wire_add_text(user, "text", turn->note ? turn->note : "Go on.");
    return user;
}

/* The last two turns are marked: the one was the end of the request before, the other is that of this one. */
static void add_messages(cJSON *root, const struct wire_quirks *quirks, const brain_request *request, const GArray *pictures,
                         gsize system)
{
    cJSON *messages = cJSON_AddArrayToObject(root, "messages");
    add_opening(messages, quirks, request, pictures, system);
    guint n = request->native ? request->native->turns->len : 0;
    for (guint i = 0; i < n; i++) {
        cJSON *content = add_turn(messages, g_ptr_array_index(request->native->turns, i), pictures);
        if (i + 2 >= n)
            mark(content, quirks, system + strlen(wire_user(request)) + pictures->len * PICTURE_LEAST);
    }
}

/* Anthropic wants it said of each object of a schema that it has no other members; a person's schema seldom says so. */
static void close_objects(cJSON *schema)
{
    static const char *const within[] = {"items", "anyOf", "properties", "$defs"};
    const char *type = wire_member(schema, "type");
    if (type && g_str_equal(type, "object") && !cJSON_HasObjectItem(schema, "additionalProperties"))
        cJSON_AddBoolToObject(schema, "additionalProperties", false);
    for (gsize i = 0; i < G_N_ELEMENTS(within); i++) {
        cJSON *part = cJSON_GetObjectItemCaseSensitive(schema, within[i]), *child;
        if (cJSON_IsObject(part) && g_str_equal(within[i], "items"))
            close_objects(part);
        else
            cJSON_ArrayForEach(child, part) close_objects(child);
    }
}

static bool add_output(cJSON *root, const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                       GError **error)
{
    bool form = request->schema && !request->native && quirks->json == WIRE_JSON_SCHEMA;
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
    close_objects(schema);
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
    g_autofree char *system = wire_system(request, !request->native && quirks->json != WIRE_JSON_SCHEMA);
    cJSON_AddStringToObject(root, "model", profile->model ? profile->model : "");
    cJSON_AddNumberToObject(root, "max_tokens", profile->max_tokens > 0 ? profile->max_tokens : MAX_TOKENS);
    if (request->native)
        add_tools(root, profile, request);
    add_system(root, quirks, system);
    add_messages(root, quirks, request, pictures, strlen(system));
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

/* input_tokens excludes tokens read from or written to the cache: the prompt is the sum. A later count replaces an earlier one.
 */
static void take_usage(const cJSON *usage, struct wire_answer *answer)
{
    gint64 in = wire_count(usage, "input_tokens", 0), out = wire_count(usage, "output_tokens", 0);
    gint64 read = wire_count(usage, "cache_read_input_tokens", 0), written = wire_count(usage, "cache_creation_input_tokens", 0);
    if (in >= 0 && in + MAX(read, 0) + MAX(written, 0) > 0) {
        answer->tokens_in = in + MAX(read, 0) + MAX(written, 0);
        answer->tokens_cached = read;
        answer->tokens_written = written;
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

/* Reads a block or a delta into the text. Of a call, the text shows name and arguments. */
static void take_block(const cJSON *block, struct wire_answer *answer)
{
    const char *text = wire_member(block, "text"), *thought = wire_member(block, "thinking");
    const char *input = answer->native ? wire_member(block, "partial_json") : NULL;
    const char *name = wire_member(block, "name");
    bool call = answer->native && name && g_strcmp0(wire_member(block, "type"), "tool_use") == 0;
    g_string_append(answer->text, text ? text : input ? input : "");
    g_string_append(answer->thought, thought ? thought : "");
    if (call)
        g_string_append_printf(answer->text, "%s%s ", answer->text->len ? "\n" : "", name);
}

/* ---- a verbatim turn with calls, which the next request sends back ---- */

static cJSON *open_block(const struct wire_answer *answer)
{
    int n = cJSON_GetArraySize(answer->turn);
    return n > 0 ? cJSON_GetArrayItem(answer->turn, n - 1) : NULL;
}

static void set_string(cJSON *object, const char *name, const char *text)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddStringToObject(object, name, text);
}

static void add_delta(const cJSON *delta, struct wire_answer *answer)
{
    static const char *const grows[] = {"text", "thinking", "partial_json"};
    cJSON *block = open_block(answer);
    const char *signature = wire_member(delta, "signature");
    if (block && signature)
        set_string(block, "signature", signature);
    for (gsize i = 0; answer->piece && i < G_N_ELEMENTS(grows); i++)
        g_string_append(answer->piece, wire_member(delta, grows[i]) ? wire_member(delta, grows[i]) : "");
}

/* Completes a block. Arguments that are not JSON were cut off, and so was the answer: it leaves them. */
static void end_block(struct wire_answer *answer)
{
    cJSON *block = open_block(answer);
    const char *type = wire_member(block, "type");
    g_autoptr(GString) piece = g_steal_pointer(&answer->piece);
    if (!block || !type || !piece)
        return;
    if (g_str_equal(type, "text") && !piece->len && !wire_member(block, "text")) { /* the service refuses an empty text */
        cJSON_Delete(cJSON_DetachItemViaPointer(answer->turn, block));
        return;
    }
    if (!piece->len)
        return;
    if (g_str_equal(type, "text") || g_str_equal(type, "thinking")) {
        const char *before = wire_member(block, type);
        g_autofree char *whole = g_strconcat(before ? before : "", piece->str, NULL);
        set_string(block, type, whole);
        return;
    }
    cJSON *input = strict_json_parse(piece->str, piece->len, WIRE_REPLY_MAX, NULL);
    if (!input)
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(block, "input");
    cJSON_AddItemToObject(block, "input", input);
}

static void take_turn(const char *type, const cJSON *data, struct wire_answer *answer)
{
    if (g_str_equal(type, "content_block_start")) {
        wire_turn_add(answer, cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(data, "content_block"), true));
        answer->piece = answer->piece ? g_string_truncate(answer->piece, 0) : g_string_new(NULL);
    } else if (g_str_equal(type, "content_block_delta")) {
        add_delta(cJSON_GetObjectItemCaseSensitive(data, "delta"), answer);
    } else if (g_str_equal(type, "content_block_stop")) {
        end_block(answer);
    }
}

static void anthropic_answer(const cJSON *root, struct wire_answer *answer)
{
    const cJSON *block, *content = cJSON_GetObjectItemCaseSensitive(root, "content");
    cJSON_ArrayForEach(block, content) take_block(block, answer);
    if (answer->native && cJSON_IsArray(content))
        answer->turn = cJSON_Duplicate(content, true);
    take_usage(cJSON_GetObjectItemCaseSensitive(root, "usage"), answer);
    take_stop(root, answer);
}

/* Only message_stop is the end, because an error may still follow a stop_reason. */
static void anthropic_event(const char *name, const cJSON *data, struct wire_answer *answer)
{
    const char *type = wire_member(data, "type");
    type = type ? type : name;
    if (answer->native)
        take_turn(type, data, answer);
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
    .models = "/models?limit=1000", /* without it, the first 20 */
    .key_header = "x-api-key: ",
    .headers = headers,
    .streams = true,
    .tool = true,
    .older_tool = older_tool,
    .tool_space = COORDINATES_PIXELS,
    .tool_header = tool_header,
    .body = anthropic_body,
    .answer = anthropic_answer,
    .event = anthropic_event,
};
