/* Gemini generateContent (Gemini API reference, "Generating content"). A header carries the key, never the address. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"

#include <string.h>

/* ---- request ---- */

static void add_picture(cJSON *parts, const GArray *pictures, int i)
{
    if (i < 0)
        return;
    const struct wire_picture *picture = &g_array_index(pictures, struct wire_picture, i);
    if (picture->note)
        wire_add_text(parts, NULL, picture->note);
    cJSON *part = cJSON_CreateObject();
    cJSON *data = cJSON_AddObjectToObject(part, "inlineData");
    cJSON_AddStringToObject(data, "mimeType", picture->type);
    cJSON_AddStringToObject(data, "data", picture->base64);
    cJSON_AddItemToArray(parts, part);
}

/* The parts of a content. */
static cJSON *add_content(cJSON *contents)
{
    cJSON *content = cJSON_CreateObject();
    cJSON_AddItemToArray(contents, content);
    cJSON_AddStringToObject(content, "role", "user");
    return cJSON_AddArrayToObject(content, "parts");
}

/* ---- the computer tool ---- */

static bool is_browser(const brain_profile *profile)
{
    return g_strcmp0(profile->computer_tool, "browser") == 0;
}

/* Gemini 2.5 and 3 know only the browser. It excludes the browser's own commands, because the browser may not have the focus. */
static void add_tools(cJSON *root, const brain_profile *profile)
{
    const char *const left_out[] = {"open_web_browser", "search", "navigate", "go_back", "go_forward"};
    bool browser = is_browser(profile);
    cJSON *list = cJSON_AddArrayToObject(root, "tools"), *one = cJSON_CreateObject();
    cJSON_AddItemToArray(list, one);
    cJSON *tool = cJSON_AddObjectToObject(one, "computerUse");
    cJSON_AddStringToObject(tool, "environment", browser ? "ENVIRONMENT_BROWSER" : "ENVIRONMENT_DESKTOP");
    if (browser)
        cJSON_AddItemToObject(tool, "excludedPredefinedFunctions", cJSON_CreateStringArray(left_out, G_N_ELEMENTS(left_out)));
    one = cJSON_CreateObject();
    cJSON_AddItemToArray(list, one);
    cJSON *functions = cJSON_AddArrayToObject(one, "functionDeclarations");
    for (const struct wire_own_tool *own = wire_own_tools; own->name; own++) {
        cJSON *function = cJSON_CreateObject();
        cJSON_AddItemToArray(functions, function);
        cJSON_AddStringToObject(function, "name", own->name);
        cJSON_AddStringToObject(function, "description", own->about);
        cJSON_AddItemToObject(function, "parametersJsonSchema", wire_own_tool_schema(own));
    }
}

static const char *older_tool(const char *version)
{
    return version ? NULL : "browser";
}

/* The answer's JSON object with its sentence as note or error, and the acknowledged safety checks. The browser's answers are
 * told with the page's address: which page it is, if any, the screen does not say. */
static cJSON *response_of(const struct brain_answer *answer, bool browser)
{
    const char *sentence = strchr(answer->text, '\n');
    gsize length = sentence ? (gsize)(sentence - answer->text) : strlen(answer->text);
    cJSON *response = strict_json_parse(answer->text, length, STRICT_JSON_LINE, NULL);
    if (!cJSON_IsObject(response)) {
        cJSON_Delete(response);
        response = cJSON_CreateObject();
    }
    cJSON_AddStringToObject(response, answer->error ? "error" : "note", sentence ? sentence + 1 : answer->text);
    if (browser)
        cJSON_AddStringToObject(response, "url", "");
    if (answer->acknowledged)
        cJSON_AddStringToObject(response, "safety_acknowledgement", "true");
    return response;
}

static void add_answer(cJSON *parts, const struct brain_answer *answer, const GArray *pictures, int screen, bool browser)
{
    cJSON *part = cJSON_CreateObject();
    cJSON_AddItemToArray(parts, part);
    cJSON *response = cJSON_AddObjectToObject(part, "functionResponse");
    if (*answer->id)
        cJSON_AddStringToObject(response, "id", answer->id);
    cJSON_AddStringToObject(response, "name", answer->name);
    cJSON_AddItemToObject(response, "response", response_of(answer, browser));
    if (answer->image < 0 && screen < 0)
        return;
    cJSON *shown = cJSON_AddArrayToObject(response, "parts");
    add_picture(shown, pictures, answer->image);
    add_picture(shown, pictures, screen);
}

static void add_turn(cJSON *contents, const struct brain_turn *turn, const GArray *pictures, bool browser)
{
    cJSON *said = wire_turn(turn, "gemini");
    if (said)
        cJSON_AddItemToArray(contents, said);
    cJSON *parts = add_content(contents);
    guint n = said ? turn->answers->len : 0;
    if (!said)
        wire_add_text(parts, NULL, turn->told);
    for (guint i = 0; i < n; i++)
        add_answer(parts, g_ptr_array_index(turn->answers, i), pictures, i + 1 == n ? turn->image : -1, browser);
    if (n == 0)
        add_picture(parts, pictures, turn->image);
    if (turn->note || n == 0)
        wire_add_text(parts, NULL, turn->note ? turn->note : "Go on.");
}

static void add_contents(cJSON *root, const brain_profile *profile, const brain_request *request, const GArray *pictures)
{
    cJSON *contents = cJSON_AddArrayToObject(root, "contents");
    cJSON *parts = add_content(contents);
    gsize same = wire_add_same(parts, NULL, request);
    if (request->native)
        add_picture(parts, pictures, request->native->opening);
    for (guint i = 0; !request->native && i < pictures->len; i++)
        add_picture(parts, pictures, (int)i);
    wire_add_text(parts, NULL, wire_user(request) + same);
    for (guint i = 0; request->native && i < request->native->turns->len; i++)
        add_turn(contents, g_ptr_array_index(request->native->turns, i), pictures, is_browser(profile));
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
    g_autofree char *level = profile->effort ? g_ascii_strup(profile->effort, -1) : NULL; /* an enum of theirs */
    if (level)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(generation, "thinkingConfig"), "thinkingLevel", level);
    if (!request->schema || request->native || quirks->json == WIRE_JSON_PROMPT)
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
    g_autofree char *system = wire_system(request, !request->native && quirks->json != WIRE_JSON_SCHEMA);
    if (*system)
        wire_add_text(cJSON_AddArrayToObject(cJSON_AddObjectToObject(root, "systemInstruction"), "parts"), NULL, system);
    if (request->native)
        add_tools(root, profile);
    add_contents(root, profile, request, pictures);
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

/* Keeps a part of a turn with calls verbatim, because the next request sends it back with its signature. The text shows a call,
 * too.
 */
static void take_part(const cJSON *part, struct wire_answer *answer)
{
    const cJSON *call = cJSON_GetObjectItemCaseSensitive(part, "functionCall");
    if (!answer->native)
        return;
    if (!answer->turn) {
        answer->turn = cJSON_CreateObject();
        cJSON_AddStringToObject(answer->turn, "role", "model");
        cJSON_AddArrayToObject(answer->turn, "parts");
    }
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(answer->turn, "parts"), cJSON_Duplicate(part, true));
    g_autofree char *words = call ? strict_json_print(call) : NULL;
    if (words)
        g_string_append_printf(answer->text, "%s%s", answer->text->len ? "\n" : "", words);
}

/* A whole answer and an event have the same form. Without a candidate the prompt was blocked. */
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
        take_part(part, answer);
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
    .models = "/models?pageSize=1000",
    .key_header = "x-goog-api-key: ",
    .streams = true,
    .tool = true,
    .older_tool = older_tool,
    .tool_space = COORDINATES_999,
    .body = gemini_body,
    .answer = gemini_answer,
    .event = gemini_event,
};
