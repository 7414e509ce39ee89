/* A provider's computer tool on the wire: what a request has of it, and that a turn comes back as it was sent, whole or in a
 * stream of any pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/pool_fixture.h"

static const struct family {
    const char *kind, *stream, *said; /* the events; the reply's "said" */
} families[] = {
    {"anthropic",
     "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[],\"usage\":{\"input_tokens\":9}}}\n\n"
     "data: "
     "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":"
     "\"\"}}\n\n"
     "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"Hm\"}}\n\n"
     "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"m.\"}}\n\n"
     "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s1g\"}}\n\n"
     "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
     "data: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
     "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
     "data: {\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"left_"
     "click\",\"toolset_name\":\"computer\",\"input\":{}}}\n\n"
     "data: {\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}\n\n"
     "data: "
     "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"coordi\"}}"
     "\n\n"
     "data: "
     "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"nate\\\":[1,2]}"
     "\"}}\n\n"
     "data: {\"type\":\"content_block_stop\",\"index\":2}\n\n"
     "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}\n\n"
     "data: {\"type\":\"message_stop\"}\n\n",
     "\"said\":[{\"type\":\"thinking\",\"signature\":\"s1g\",\"thinking\":\"Hmm.\"},{\"type\":\"tool_use\",\"id\":\"t1\","
     "\"name\":"
     "\"left_click\",\"toolset_name\":\"computer\",\"input\":{\"coordinate\":[1,2]}}]"},
    {"responses",
     "data: {\"type\":\"response.created\",\"response\":{\"status\":\"in_progress\"}}\n\n"
     "data: {\"type\":\"response.output_item.added\",\"item\":{\"type\":\"computer_call\",\"call_id\":\"c1\"}}\n\n"
     "data: "
     "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"reasoning\",\"id\":\"rs1\",\"encrypted_content\":\"e\"}}\n\n"
     "data: "
     "{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"computer_call\",\"call_id\":\"c1\",\"actions\":[{\"type\":"
     "\"wait\"}],\"pending_safety_checks\":[]}}\n\n"
     "data: "
     "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"input_tokens\":9,\"output_tokens\":9}"
     "}}\n\n",
     "\"said\":[{\"type\":\"reasoning\",\"id\":\"rs1\",\"encrypted_content\":\"e\"},{\"type\":\"computer_call\",\"call_id\":"
     "\"c1\","
     "\"actions\":[{\"type\":\"wait\"}],\"pending_safety_checks\":[]}]"},
    {"gemini",
     "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"I wait.\"}]}}]}\n\n"
     "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"wait\",\"args\":{}},"
     "\"thoughtSignature\":\"s1g\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":9,"
     "\"candidatesTokenCount\":9}}\n\n",
     "\"said\":{\"role\":\"model\",\"parts\":[{\"text\":\"I wait.\"},{\"functionCall\":{\"name\":\"wait\",\"args\":{}},"
     "\"thoughtSignature\":\"s1g\"}]}"},
};

static guint ask_natively(struct fixture *f)
{
    g_autoptr(brain_request) r = brain_request_new("x");
    r->system = g_strdup("You work.");
    r->user = g_strdup("The task.");
    r->schema = g_strdup("{\"type\":\"object\"}");
    r->native = brain_native_new();
    r->native->width = 1024;
    r->native->height = 768;
    g_autoptr(GError) error = NULL;
    guint id = brain_pool_ask(f->pool, "t", r, &error);
    if (!id)
        fail_msg("%s", error->message);
    return id;
}

static const struct brain_reply *answered(struct fixture *f, enum mock_kind how, const char *kind, const char *body,
                                          const char *more)
{
    g_autofree char *options = g_strdup_printf("kind=%s\n%s", kind, more);
    step(f, how, "200 OK", "Content-Type: text/event-stream\r\n", body);
    start(f, options);
    return await(f, ask_natively(f));
}

static void assert_has(const char *text, const char *part)
{
    if (!text || !strstr(text, part))
        fail_msg("no %s in\n%s", part, text ? text : "(nothing)");
}

static void turn__streamed_in_any_pieces__is_verbatim(void **state)
{
    (void)state;
    static const enum mock_kind ways[] = {MOCK_ANSWER, MOCK_PIECES};
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++)
        for (gsize w = 0; w < G_N_ELEMENTS(ways); w++) {
            struct fixture f = {0};
            const struct brain_reply *r = answered(&f, ways[w], families[i].kind, families[i].stream, "");
            if (r->error)
                fail_msg("%s: %s", families[i].kind, r->error->message);
            assert_has(r->text, families[i].said);
            g_autofree char *begin = g_strdup_printf("{\"dialect\":\"%s\"", families[i].kind);
            assert_true(g_str_has_prefix(r->text, begin));
            assert_has(r->text, "\"screen\":[1024,768]");
            assert_int_equal(r->tokens_out, 9);
            stop(&f);
        }
}

/* Without its marker it is no turn, and nothing of it is used. */
static void turn__cut_off__is_no_answer(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        const char *last = g_strrstr_len(families[i].stream, (gssize)strlen(families[i].stream) - 3, "data: ");
        if (g_str_equal(families[i].kind, "anthropic"))
            last = strstr(families[i].stream, "data: {\"type\":\"message_delta\"");
        g_autofree char *cut = g_strndup(families[i].stream, (gsize)(last - families[i].stream));
        const struct brain_reply *r = answered(&f, MOCK_ANSWER, families[i].kind, cut, "timeout_s=2\n");
        assert_non_null(r->error);
        assert_null(r->text);
        stop(&f);
    }
}

/* What a person has set is not replaced: its name in reins.ini is said. */
static void tool__refused__names_its_option(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad", "",
         "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"tools.0: Input tag "
         "'computer_toolset_20260801' found using 'type' does not match any of the expected tags\"}}");
    start(&f, "kind=anthropic\ncomputer_tool=computer_toolset_20260801\n");
    const struct brain_reply *r = await(&f, ask_natively(&f));
    assert_non_null(r->error);
    assert_non_null(strstr(r->error->message, "set computer_tool= in [brain t]"));
    stop(&f);
}

/* The browser's answers have the page's address, which nobody knows here; a desktop has no page. */
static void gemini__answer__has_an_address_where_there_may_be_a_page(void **state)
{
    (void)state;
    static const struct {
        const char *more;
        bool has;
    } cases[] = {{"computer_tool=browser\n", true}, {"model=gemini-3.5-flash\n", false}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        g_autofree char *options = g_strconcat("kind=gemini\n", cases[i].more, NULL);
        g_autoptr(brain_request) r = brain_request_new("x");
        r->user = g_strdup("The task.");
        r->native = brain_native_new();
        r->native->width = 1024;
        r->native->height = 768;
        struct brain_turn *turn = brain_turn_new(
            "gemini", "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"wait\",\"args\":{}}}]}", "waited");
        brain_turn_answer(turn, "", "wait")->text = g_strdup("{\"status\":\"done\"}\nGo on.");
        g_ptr_array_add(r->native->turns, turn);
        step(&f, MOCK_ANSWER, "200 OK", "Content-Type: text/event-stream\r\n", families[2].stream);
        start(&f, options);
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
        int n;
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_has(asked, cases[i].has ? "\"note\":\"Go on.\",\"url\":\"\"}" : "\"note\":\"Go on.\"}");
        stop(&f);
    }
}

/* What each version of a tool is asked with. */
static void request__by_the_profile__has_its_tool(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *more, *has, *too, *not ;
    } cases[] = {
        {"anthropic", "", "{\"type\":\"computer_toolset_20260801\"}", "\"name\":\"finish\"", "anthropic-beta"},
        {"anthropic", "model=claude-opus-5-5\n", "{\"type\":\"computer_toolset_20260801\"}", "claude-opus-5-5", "anthropic-beta"},
        {"anthropic", "model=claude-sonnet-4-5-20250929\n", "{\"type\":\"computer_20250124\"",
         "anthropic-beta: computer-use-2025-01-24", "computer_toolset"},
        {"anthropic", "model=claude-opus-4-1\n", "{\"type\":\"computer_20250124\"", "computer-use-2025-01-24", "enable_zoom"},
        {"anthropic", "model=claude-opus-4-6\n", "{\"type\":\"computer_20251124\"", "computer-use-2025-11-24", "toolset"},
        {"anthropic", "model=claude-opus-4-8\n", "{\"type\":\"computer_toolset_20260801\"}", "claude-opus-4-8", "anthropic-beta"},
        {"anthropic", "model=claude-sonnet-4-5\ncomputer_tool=computer_20251124\n", "{\"type\":\"computer_20251124\"",
         "computer-use-2025-11-24", "computer_20250124"},
        {"responses", "model=computer-use-preview-2025-03-11\n", "{\"type\":\"computer_use_preview\",\"environment\":\"linux\"",
         "\"truncation\":\"auto\"", "{\"type\":\"computer\"}"},
        {"responses", "model=gpt-5.4\n", "{\"type\":\"computer\"}", "gpt-5.4", "truncation"},
        {"responses", "model=gpt-4o\ncomputer_tool=computer\n", "{\"type\":\"computer\"}", "gpt-4o", "truncation"},
        {"gemini", "model=gemini-2.5-computer-use-preview-10-2025\n", "\"ENVIRONMENT_BROWSER\"", "\"ask_person\"",
         "ENVIRONMENT_DESKTOP"},
        {"gemini", "model=gemini-3.5-flash\n", "\"ENVIRONMENT_DESKTOP\"", "\"ask_person\"", "ENVIRONMENT_BROWSER"},
        {"anthropic", "computer_tool=computer_20250124\n",
         "{\"type\":\"computer_20250124\",\"name\":\"computer\",\"display_width_px\":1024,\"display_height_px\":768}",
         "anthropic-beta: computer-use-2025-01-24", "enable_zoom"},
        {"anthropic", "computer_tool=computer_20251124\npicture_side=512\n",
         "\"display_width_px\":512,\"display_height_px\":384,\"enable_zoom\":true}", "anthropic-beta: computer-use-2025-11-24",
         "output_config"},
        {"responses", "", "{\"type\":\"computer\"}", "\"include\":[\"reasoning.encrypted_content\"]", "truncation"},
        {"responses", "computer_tool=computer_use_preview\n",
         "{\"type\":\"computer_use_preview\",\"environment\":\"linux\",\"display_width\":1024,\"display_height\":768}",
         "\"truncation\":\"auto\"", "json_schema"},
        {"gemini", "", "{\"computerUse\":{\"environment\":\"ENVIRONMENT_DESKTOP\"}}", "\"functionDeclarations\"",
         "responseMimeType"},
        {"gemini", "computer_tool=browser\n",
         "\"environment\":\"ENVIRONMENT_BROWSER\",\"excludedPredefinedFunctions\":[\"open_web_browser\"", "\"ask_person\"",
         "responseJsonSchema"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        g_autofree char *options = g_strdup_printf("kind=%s\n%s", cases[i].kind, cases[i].more);
        step(&f, MOCK_ANSWER, "404 Not Found", "", "{}");
        start(&f, options);
        await(&f, ask_natively(&f));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_has(asked, cases[i].has);
        assert_has(asked, cases[i].too);
        assert_null(strstr(asked, cases[i].not ));
        stop(&f);
    }
}

static void request__of_a_kind_without_one__is_an_error(void **state)
{
    (void)state;
    struct fixture f = {0};
    start(&f, "");
    g_autoptr(brain_request) r = brain_request_new("x");
    r->native = brain_native_new();
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
    assert_has(error->message, "kind=openai has no computer tool");
    stop(&f);
}

/* Before anything is sent; the names of those that have one are said. */
static void model__known_to_have_none__is_told_before_the_call(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *model, *has;
    } cases[] = {
        {"responses", "gpt-4o", "gpt-5.4"},
        {"responses", "gpt-5-mini", "computer-use-preview"},
        {"responses", "o4-mini", "gpt-5.4"},
        {"gemini", "gemini-2.5-pro", "gemini-3.5-flash"},
        {"gemini", "gemini-2.5-flash", "gemini-2.5-computer-use-preview-10-2025"},
        {"anthropic", "claude-3-haiku-20240307", "claude-sonnet-4-5"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        g_autofree char *options = g_strdup_printf("kind=%s\nmodel=%s\n", cases[i].kind, cases[i].model);
        start(&f, options);
        g_autoptr(brain_request) r = brain_request_new("x");
        r->native = brain_native_new();
        g_autoptr(GError) error = NULL;
        assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
        g_autofree char *begin = g_strdup_printf("brain t: the model %s has no computer tool", cases[i].model);
        assert_has(error->message, begin);
        assert_has(error->message, cases[i].has);
        stop(&f);
    }
}

#define REFUSED(WORDS) "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" WORDS "\"}}"
#define NO_TAG REFUSED("tools.0: Input tag 'x' found using 'type' does not match any of the expected tags")

/* A model of another name: the next older version is tried, once each, and kept for the brain. What a person has set stays, and
 * so does what the service has taken before. */
static void tool__refused__is_tried_in_its_older_versions(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *refusal, *first, *then;
    } cases[] = {
        {"anthropic", NO_TAG, "{\"type\":\"computer_toolset_20260801\"}", "{\"type\":\"computer_20251124\""},
        {"responses",
         "{\"error\":{\"message\":\"Invalid value: 'computer'.\",\"param\":\"tools[0].type\",\"code\":\"invalid_value\"}}",
         "{\"type\":\"computer\"}", "{\"type\":\"computer_use_preview\""},
        {"gemini", "{\"error\":{\"code\":400,\"message\":\"Computer Use does not support this environment.\"}}",
         "ENVIRONMENT_DESKTOP", "ENVIRONMENT_BROWSER"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        g_autofree char *options = g_strdup_printf("kind=%s\n", cases[i].kind);
        step(&f, MOCK_ANSWER, "400 Bad", "", cases[i].refusal);
        step(&f, MOCK_ANSWER, "200 OK", "Content-Type: text/event-stream\r\n", families[i].stream);
        step(&f, MOCK_ANSWER, "400 Bad", "", cases[i].refusal);
        start(&f, options);
        const struct brain_reply *r = await(&f, ask_natively(&f));
        if (r->error)
            fail_msg("%s: %s", cases[i].kind, r->error->message);
        r = await(&f, ask_natively(&f));
        assert_has(r->error->message, "set computer_tool= in [brain t]");
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_int_equal(n, 3);
        const char *second = strstr(strstr(asked, "POST ") + 1, "POST "), *third = strstr(second + 1, "POST ");
        assert_has(asked, cases[i].first);
        assert_null(strstr(second, cases[i].first));
        assert_has(second, cases[i].then);
        assert_has(third, cases[i].then);
        stop(&f);
    }
}

/* The words of an open model are sent back as it said them; what came of them stands before the picture. */
static void grammar__over_turns__is_words_and_results(void **state)
{
    (void)state;
    static const struct {
        const char *grammar, *has;
    } cases[] = {
        {"ui-tars",
         "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"The task.\"}]},{\"role\":\"assistant\",\"content\":"
         "\"Action: "
         "wait()\"},{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Result of the last action: "
         "{}\\nGo on.\"},{\"type\":\"text\",\"text\":\"A note.\"},{\"type\":\"text\",\"text\":\"You called "
         "earlier.\"}]}]"},
        {"qwen3.5",
         "[{\"type\":\"text\",\"text\":\"<tool_response>\\n\"},{\"type\":\"text\",\"text\":\"Result of the last action: "
         "{}\\nGo on.\"},{\"type\":\"text\",\"text\":\"A note.\"},{\"type\":\"text\",\"text\":\"\\n</tool_response>\"},"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        g_autofree char *options = g_strdup_printf("kind=openai\nstream=false\ngrammar=%s\n", cases[i].grammar);
        step(&f, MOCK_ANSWER, "200 OK", "",
             "{\"choices\":[{\"message\":{\"content\":\"I said so.\"},\"finish_reason\":\"stop\"}]}");
        start(&f, options);
        g_autoptr(brain_request) r = brain_request_new("x");
        r->user = g_strdup("The task.");
        r->schema = g_strdup("{\"type\":\"object\"}");
        r->native = brain_native_new();
        r->native->width = 1024;
        r->native->height = 768;
        struct brain_turn *turn = brain_turn_new(cases[i].grammar, "\"Action: wait()\"", "You called earlier.");
        brain_turn_answer(turn, "", "wait")->text = g_strdup("{}\nGo on.");
        turn->note = g_strdup("A note.");
        g_ptr_array_add(r->native->turns, turn);
        g_ptr_array_add(r->native->turns, brain_turn_new("gemini", "{}", "You called earlier."));
        const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_has(asked, cases[i].has);
        assert_null(strstr(asked, "response_format"));
        g_autofree char *begin = g_strdup_printf("{\"dialect\":\"%s\",\"said\":\"I said so.\",", cases[i].grammar);
        assert_has(reply->text, begin);
        assert_has(reply->text, g_str_equal(cases[i].grammar, "ui-tars") ? "\"picture\":[1008,756],\"space\":0" : "\"space\":1");
        stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turn__streamed_in_any_pieces__is_verbatim),
        cmocka_unit_test(turn__cut_off__is_no_answer),
        cmocka_unit_test(tool__refused__names_its_option),
        cmocka_unit_test(request__by_the_profile__has_its_tool),
        cmocka_unit_test(gemini__answer__has_an_address_where_there_may_be_a_page),
        cmocka_unit_test(request__of_a_kind_without_one__is_an_error),
        cmocka_unit_test(model__known_to_have_none__is_told_before_the_call),
        cmocka_unit_test(tool__refused__is_tried_in_its_older_versions),
        cmocka_unit_test(grammar__over_turns__is_words_and_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
