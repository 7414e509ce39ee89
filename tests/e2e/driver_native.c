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

static cJSON *anthropic_block(int turn, int i, const struct native_say *c)
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
            cJSON_AddStringToObject(block, "name", names[k][1]);
    if (own)
        cJSON_AddStringToObject(block, "name", own_name(c));
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

static cJSON *anthropic_reply(int turn, const char *text, const struct native_say *calls)
{
    cJSON *root = cJSON_CreateObject(), *content = cJSON_AddArrayToObject(root, "content"), *said = cJSON_CreateObject();
    cJSON_AddStringToObject(said, "type", "text");
    cJSON_AddStringToObject(said, "text", text);
    cJSON_AddItemToArray(content, said);
    for (int i = 0; calls[i].what; i++)
        cJSON_AddItemToArray(content, anthropic_block(turn, i, &calls[i]));
    cJSON_AddStringToObject(root, "stop_reason", calls[0].what ? "tool_use" : "end_turn");
    cJSON_AddItemToObject(root, "usage", cJSON_Parse("{\"input_tokens\":1000,\"output_tokens\":50}"));
    return root;
}

char *native_reply(const char *kind, int turn, const char *text, const struct native_say *calls)
{
    assert_string_equal(kind, "anthropic");
    g_autoptr(cJSON) root = anthropic_reply(turn, text, calls);
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
            t->pictures += g_str_equal(string_of(part, "type"), "image");
            if (g_str_equal(string_of(part, "type"), "text"))
                take_text(t, string_of(part, "text"));
        }
    }
}

char *native_answers(const char *kind, const char *body)
{
    g_autoptr(cJSON) root = cJSON_Parse(body);
    if (!root)
        fail_msg("no JSON: %.300s", body);
    struct told t = {.statuses = g_string_new(NULL), .note = g_string_new(NULL)};
    assert_string_equal(kind, "anthropic");
    take_anthropic(&t, root);
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
