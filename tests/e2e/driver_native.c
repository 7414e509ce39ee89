#include "tests/e2e/driver_native.h"

#include "config/strict_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

/* ---- what a model says ---- */

static const char *own_argument(const struct native_say *c)
{
    return g_str_equal(c->what, "ask") ? "question" : "reason";
}

/* Of the two tools that stand beside a provider's; NULL = another. */
static cJSON *own_args(const struct native_say *c)
{
    bool ask = g_str_equal(c->what, "ask"), finish = g_str_equal(c->what, "finish");
    cJSON *args = ask || finish ? cJSON_CreateObject() : NULL;
    if (args)
        cJSON_AddStringToObject(args, own_argument(c), c->text);
    if (finish)
        cJSON_AddStringToObject(args, "outcome", "success");
    return args;
}

static const char *own_name(const struct native_say *c)
{
    return g_str_equal(c->what, "ask") ? "ask_person" : "finish";
}

/* "ctrl+s" as a list. */
static cJSON *keys_of(const struct native_say *c)
{
    g_auto(GStrv) keys = g_strsplit(c->text, "+", -1);
    return cJSON_CreateStringArray((const char *const *)keys, (int)g_strv_length(keys));
}

/* The tool before the toolset, and before a batch of actions: its version stands behind the kind. */
static bool is_older(const char *service)
{
    return strchr(service, ' ') != NULL;
}

static cJSON *anthropic_block(bool older, int turn, int i, const struct native_say *c)
{
    static const char *const names[][2] = {
        {"click", "left_click"}, {"type", "type"}, {"key", "key"}, {"screenshot", "screenshot"}, {"zoom", "zoom"}};
    const int at[] = {c->x, c->y}, region[] = {c->x, c->y, c->x + 40, c->y + 30};
    g_autofree char *id = g_strdup_printf("toolu_%d_%d", turn, i);
    cJSON *block = cJSON_CreateObject(), *own = own_args(c), *input = own ? own : cJSON_CreateObject();
    cJSON_AddStringToObject(block, "type", "tool_use");
    cJSON_AddStringToObject(block, "id", id);
    for (gsize k = 0; !own && k < G_N_ELEMENTS(names); k++)
        if (g_str_equal(names[k][0], c->what))
            cJSON_AddStringToObject(older ? input : block, older ? "action" : "name", names[k][1]);
    if (own || older)
        cJSON_AddStringToObject(block, "name", own ? own_name(c) : "computer");
    else
        cJSON_AddStringToObject(block, "toolset_name", "computer");
    if (!own && c->text)
        cJSON_AddStringToObject(input, "text", c->text);
    if (g_str_equal(c->what, "click"))
        cJSON_AddItemToObject(input, "coordinate", cJSON_CreateIntArray(at, 2));
    if (g_str_equal(c->what, "zoom"))
        cJSON_AddItemToObject(input, "region", cJSON_CreateIntArray(region, 4));
    cJSON_AddItemToObject(block, "input", input);
    return block;
}

static cJSON *anthropic_reply(bool older, int turn, const char *text, const struct native_say *calls)
{
    cJSON *root = cJSON_CreateObject(), *content = cJSON_AddArrayToObject(root, "content"), *said = cJSON_CreateObject();
    cJSON_AddStringToObject(said, "type", "text");
    cJSON_AddStringToObject(said, "text", text);
    cJSON_AddItemToArray(content, said);
    for (int i = 0; calls[i].what; i++)
        cJSON_AddItemToArray(content, anthropic_block(older, turn, i, &calls[i]));
    cJSON_AddStringToObject(root, "stop_reason", calls[0].what ? "tool_use" : "end_turn");
    cJSON_AddItemToObject(root, "usage", cJSON_Parse("{\"input_tokens\":1000,\"output_tokens\":50}"));
    return root;
}

static cJSON *responses_action(const struct native_say *c)
{
    static const char *const names[][2] = {
        {"click", "click"}, {"type", "type"}, {"key", "keypress"}, {"screenshot", "screenshot"}, {"zoom", "screenshot"}};
    cJSON *action = cJSON_CreateObject();
    for (gsize k = 0; k < G_N_ELEMENTS(names); k++)
        if (g_str_equal(names[k][0], c->what))
            cJSON_AddStringToObject(action, "type", names[k][1]);
    if (g_str_equal(c->what, "click")) {
        cJSON_AddStringToObject(action, "button", "left");
        cJSON_AddNumberToObject(action, "x", c->x);
        cJSON_AddNumberToObject(action, "y", c->y);
    } else if (g_str_equal(c->what, "key")) {
        cJSON_AddItemToObject(action, "keys", keys_of(c));
    } else if (c->text) {
        cJSON_AddStringToObject(action, "text", c->text);
    }
    return action;
}

/* One call with all actions, of the older tool one for each; each of our own two is a call. */
static cJSON *responses_reply(bool older, int turn, const char *text, const struct native_say *calls)
{
    cJSON *root = cJSON_CreateObject(), *output = cJSON_AddArrayToObject(root, "output");
    g_autofree char *message =
        g_strdup_printf("{\"type\":\"message\",\"id\":\"msg_%d\",\"status\":\"completed\",\"role\":\"assistant\","
                        "\"content\":[{\"type\":\"output_text\",\"text\":\"%s\",\"annotations\":[]}]}",
                        turn, text);
    cJSON_AddItemToArray(output,
                         cJSON_Parse("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"x\"}"));
    cJSON_AddItemToArray(output, cJSON_Parse(message));
    cJSON *batch = NULL;
    for (int i = 0; calls[i].what; i++) {
        cJSON *own = own_args(&calls[i]);
        g_autofree char *id = g_strdup_printf("call_%d_%d", turn, i), *args = own ? strict_json_print(own) : NULL;
        cJSON *item = own || older || !batch ? cJSON_CreateObject() : NULL;
        if (item) {
            cJSON_AddItemToArray(output, item);
            cJSON_AddStringToObject(item, "type", own ? "function_call" : "computer_call");
            cJSON_AddStringToObject(item, "call_id", id);
            cJSON_AddStringToObject(item, "id", id);
            cJSON_AddStringToObject(item, "status", "completed");
        }
        if (own) {
            cJSON_AddStringToObject(item, "name", own_name(&calls[i]));
            cJSON_AddStringToObject(item, "arguments", args);
            cJSON_Delete(own);
            continue;
        }
        if (item) {
            g_autofree char *checks =
                g_strdup_printf("[{\"id\":\"sc_1\",\"code\":\"malicious_instructions\",\"message\":\"%s\"}]",
                                calls[i].safety ? calls[i].safety : "");
            cJSON_AddItemToObject(item, "pending_safety_checks", calls[i].safety ? cJSON_Parse(checks) : cJSON_CreateArray());
            batch = older ? NULL : cJSON_AddArrayToObject(item, "actions");
        }
        if (older)
            cJSON_AddItemToObject(item, "action", responses_action(&calls[i]));
        else
            cJSON_AddItemToArray(batch, responses_action(&calls[i]));
    }
    cJSON_AddStringToObject(root, "status", "completed");
    cJSON_AddItemToObject(root, "usage", cJSON_Parse("{\"input_tokens\":1000,\"output_tokens\":50}"));
    return root;
}

/* 0 to 999 of a screen of 240x400. */
static cJSON *gemini_part(int turn, int i, const struct native_say *c)
{
    static const char *const names[][2] = {{"click", "click"},
                                           {"type", "type"},
                                           {"key", "press_key"},
                                           {"screenshot", "take_screenshot"},
                                           {"zoom", "take_screenshot"}};
    g_autofree char *id = g_strdup_printf("fc_%d_%d", turn, i);
    cJSON *part = cJSON_CreateObject(), *call = cJSON_AddObjectToObject(part, "functionCall"), *own = own_args(c);
    cJSON *args = own ? own : cJSON_CreateObject();
    cJSON_AddStringToObject(part, "thoughtSignature", "c2ln");
    cJSON_AddStringToObject(call, "id", id);
    for (gsize k = 0; k < G_N_ELEMENTS(names); k++)
        if (own ? k == 0 : g_str_equal(names[k][0], c->what))
            cJSON_AddStringToObject(call, "name", own ? own_name(c) : names[k][1]);
    bool key = g_str_equal(c->what, "key"), several = key && strchr(c->text, '+');
    if (several) {
        cJSON_ReplaceItemInObject(call, "name", cJSON_CreateString("hotkey"));
        cJSON_AddItemToObject(args, "keys", keys_of(c));
    } else if (!own && c->text) {
        cJSON_AddStringToObject(args, key ? "key" : "text", c->text);
    }
    if (g_str_equal(c->what, "click")) {
        cJSON_AddNumberToObject(args, "x", (c->x + 0.5) * 1000 / 240);
        cJSON_AddNumberToObject(args, "y", (c->y + 0.5) * 1000 / 400);
    }
    if (c->safety) {
        cJSON *safety = cJSON_AddObjectToObject(args, "safety_decision");
        cJSON_AddStringToObject(safety, "decision", "require_confirmation");
        cJSON_AddStringToObject(safety, "explanation", c->safety);
    }
    cJSON_AddItemToObject(call, "args", args);
    return part;
}

static cJSON *gemini_reply(bool older, int turn, const char *text, const struct native_say *calls)
{
    (void)older;
    cJSON *root = cJSON_CreateObject(), *candidate = cJSON_CreateObject(), *said = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(root, "candidates"), candidate);
    cJSON *content = cJSON_AddObjectToObject(candidate, "content");
    cJSON_AddStringToObject(content, "role", "model");
    cJSON *parts = cJSON_AddArrayToObject(content, "parts");
    cJSON_AddStringToObject(said, "text", text);
    cJSON_AddItemToArray(parts, said);
    for (int i = 0; calls[i].what; i++)
        cJSON_AddItemToArray(parts, gemini_part(turn, i, &calls[i]));
    cJSON_AddStringToObject(candidate, "finishReason", "STOP");
    cJSON_AddItemToObject(root, "usageMetadata", cJSON_Parse("{\"promptTokenCount\":1000,\"candidatesTokenCount\":50}"));
    return root;
}

char *native_reply(const char *service, int turn, const char *text, const struct native_say *calls)
{
    g_autoptr(cJSON) root = (g_str_has_prefix(service, "anthropic")   ? anthropic_reply
                             : g_str_has_prefix(service, "responses") ? responses_reply
                                                                      : gemini_reply)(is_older(service), turn, text, calls);
    return strict_json_print(root);
}

/* ---- what it is told ---- */

struct told {
    GString *statuses, *note;
    int pictures, errors, acks;
};

/* An answer's first line is its status; what is none is a note. */
static void take_text(struct told *t, const char *text)
{
    g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
    g_autoptr(cJSON) status = cJSON_Parse(line);
    const cJSON *word = cJSON_GetObjectItem(status, "status");
    if (cJSON_IsString(word))
        g_string_append_printf(t->statuses, "%s ", word->valuestring);
    else
        g_string_append(t->note, text);
}

static const char *string_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

/* Every call of an assistant's message has its answer in the next one, and nothing else does. */
static void assert_answered(const cJSON *said, const cJSON *answers)
{
    const cJSON *block;
    int at = 0;
    cJSON_ArrayForEach(block, cJSON_GetObjectItem(said, "content"))
    {
        if (!g_str_equal(string_of(block, "type"), "tool_use"))
            continue;
        const cJSON *answer = cJSON_GetArrayItem(cJSON_GetObjectItem(answers, "content"), at++);
        assert_string_equal(string_of(answer, "type"), "tool_result");
        assert_string_equal(string_of(answer, "tool_use_id"), string_of(block, "id"));
        assert_string_equal(string_of(answer, "toolset_name"), string_of(block, "toolset_name"));
    }
}

static void take_anthropic(struct told *t, const cJSON *root)
{
    const cJSON *messages = cJSON_GetObjectItem(root, "messages"), *block, *part;
    int n = cJSON_GetArraySize(messages);
    for (int i = 1; i + 1 < n; i += 2) {
        assert_string_equal(string_of(cJSON_GetArrayItem(messages, i), "role"), "assistant");
        assert_answered(cJSON_GetArrayItem(messages, i), cJSON_GetArrayItem(messages, i + 1));
    }
    assert_string_equal(string_of(cJSON_GetArrayItem(messages, n - 1), "role"), "user");
    cJSON_ArrayForEach(block, cJSON_GetObjectItem(cJSON_GetArrayItem(messages, n - 1), "content"))
    {
        t->errors += cJSON_IsTrue(cJSON_GetObjectItem(block, "is_error"));
        t->pictures += g_str_equal(string_of(block, "type"), "image");
        if (g_str_equal(string_of(block, "type"), "text"))
            take_text(t, string_of(block, "text"));
        cJSON_ArrayForEach(part, cJSON_GetObjectItem(block, "content"))
        {
            bool image = g_str_equal(string_of(part, "type"), "image");
            t->pictures += image;
            assert_false(image && cJSON_IsTrue(cJSON_GetObjectItem(block, "is_error"))); /* the API refuses that */
            if (g_str_equal(string_of(part, "type"), "text"))
                take_text(t, string_of(part, "text"));
        }
    }
}

static bool by_model(const cJSON *item)
{
    const char *type = string_of(item, "type");
    return g_str_has_suffix(type, "_call") || g_str_equal(type, "reasoning") || g_str_equal(type, "message");
}

static void take_input(struct told *t, const cJSON *item)
{
    const cJSON *shown = cJSON_GetObjectItem(item, "output"), *part;
    if (cJSON_IsString(shown))
        take_text(t, shown->valuestring);
    t->pictures += g_str_equal(string_of(shown, "type"), "computer_screenshot");
    t->acks += cJSON_GetArraySize(cJSON_GetObjectItem(item, "acknowledged_safety_checks"));
    cJSON_ArrayForEach(part, cJSON_GetObjectItem(item, "content"))
    {
        t->pictures += g_str_equal(string_of(part, "type"), "input_image");
        if (g_str_equal(string_of(part, "type"), "input_text"))
            take_text(t, string_of(part, "text"));
    }
}

/* Calls and outputs are equally many, with the same ids in the same order. */
static void take_responses(struct told *t, const cJSON *root)
{
    const cJSON *input = cJSON_GetObjectItem(root, "input"), *item, *from = input->child;
    g_autoptr(GString) calls = g_string_new(NULL), outputs = g_string_new(NULL);
    cJSON_ArrayForEach(item, input)
    {
        const char *type = string_of(item, "type");
        bool output = g_str_has_suffix(type, "_call_output");
        if (output || g_str_has_suffix(type, "_call"))
            g_string_append_printf(output ? outputs : calls, "%s ", string_of(item, "call_id"));
        from = by_model(item) ? item->next : from;
    }
    for (item = from; item; item = item->next)
        take_input(t, item);
    assert_string_equal(calls->str, outputs->str);
}

static void take_response(struct told *t, const cJSON *answer)
{
    const cJSON *response = cJSON_GetObjectItem(answer, "response");
    g_string_append_printf(t->statuses, "%s ", string_of(response, "status"));
    t->errors += cJSON_HasObjectItem(response, "error");
    t->acks += g_str_equal(string_of(response, "safety_acknowledgement"), "true");
    t->pictures += cJSON_GetArraySize(cJSON_GetObjectItem(answer, "parts"));
}

static void take_gemini(struct told *t, const cJSON *root)
{
    const cJSON *contents = cJSON_GetObjectItem(root, "contents"), *content, *part;
    g_autoptr(GString) calls = g_string_new(NULL), answers = g_string_new(NULL);
    cJSON_ArrayForEach(content, contents) cJSON_ArrayForEach(part, cJSON_GetObjectItem(content, "parts"))
    {
        const cJSON *call = cJSON_GetObjectItem(part, "functionCall"), *answer = cJSON_GetObjectItem(part, "functionResponse");
        if (call || answer)
            g_string_append_printf(answer ? answers : calls, "%s/%s ", string_of(answer ? answer : call, "id"),
                                   string_of(answer ? answer : call, "name"));
        if (call)
            assert_string_equal(string_of(part, "thoughtSignature"), "c2ln");
        if (content->next)
            continue;
        if (answer)
            take_response(t, answer);
        t->pictures += cJSON_HasObjectItem(part, "inlineData");
        if (*string_of(part, "text"))
            take_text(t, string_of(part, "text"));
    }
    assert_string_equal(calls->str, answers->str);
}

char *native_answers(const char *service, const char *body)
{
    g_autoptr(cJSON) root = cJSON_Parse(body);
    if (!root)
        fail_msg("no JSON: %.300s", body);
    struct told t = {.statuses = g_string_new(NULL), .note = g_string_new(NULL)};
    (g_str_has_prefix(service, "anthropic")   ? take_anthropic
     : g_str_has_prefix(service, "responses") ? take_responses
                                              : take_gemini)(&t, root);
    char *all =
        g_strdup_printf("%spictures=%d errors=%d acks=%d note=%s", t.statuses->str, t.pictures, t.errors, t.acks, t.note->str);
    g_string_free(t.statuses, TRUE);
    g_string_free(t.note, TRUE);
    return all;
}

int native_pictures(const char *body)
{
    int n = 0;
    for (const char *at = strstr(body, "iVBORw0KGgo"); at; at = strstr(at + 1, "iVBORw0KGgo"))
        n++;
    return n;
}
