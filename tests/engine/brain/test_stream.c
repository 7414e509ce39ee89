/* Streams of every wire format: what is asked, what of the answer counts, and every way in which one breaks. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/brain/families.h"
#include "tests/engine/brain/pool_fixture.h"

#include "engine/brain/sse.h"

/* A server with one stream, asked as that kind. */
static guint begin(struct fixture *f, const struct family *family, enum mock_kind how, const char *stream, const char *options)
{
    g_autofree char *all = g_strdup_printf("kind=%s\n%s", family->kind, options ? options : "");
    f->steps[f->n++] = (struct mock_step){how, g_strconcat(STREAM, stream, NULL)};
    start(f, all);
    return ask(f);
}

static void assert_whole(const struct family *family, const struct brain_reply *reply)
{
    if (reply->error)
        fail_msg("%s: %s", family->kind, reply->error->message);
    if (strcmp(reply->text, "{\"a\":1}") != 0 || reply->tokens_in != 1000 || reply->tokens_out != 200 ||
        reply->tokens_cached != 400 || reply->estimated)
        fail_msg("%s: \"%s\" %ld in (%ld cached), %ld out", family->kind, reply->text, (long)reply->tokens_in,
                 (long)reply->tokens_cached, (long)reply->tokens_out);
}

static void stream__of_each_family__is_asked_for_and_read(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        const struct family *family = &families[i];
        struct fixture f = {0};
        int n;
        g_autofree char *stream = g_strconcat(family->begin, family->end, NULL);
        assert_whole(family, await(&f, begin(&f, family, MOCK_ANSWER, stream, NULL)));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_int_equal(n, 1);
        if (!g_str_has_prefix(asked, family->path) || !strstr(asked, family->header))
            fail_msg("%s: %s", family->kind, asked);
        for (gsize k = 0; k < G_N_ELEMENTS(family->body); k++)
            if (!strstr(asked, family->body[k]))
                fail_msg("%s has no %s: %s", family->kind, family->body[k], asked);
        stop(&f);
    }
}

/* 1000 tokens in: those of the cache, read or written, are part of them at prices of their own. Anthropic's input_tokens are
 * without them, the others' count has them in. */
static void stream__cached_tokens__have_their_price(void **state)
{
    (void)state;
    static const struct {
        const char *prices;
        double others, anthropic; /* USD a million times */
    } rows[] = {{"", 4000, 4000}, {"price_cached=0.5\nprice_written=3\n", 3400, 3500}, {"price_cached=0\n", 3200, 3200}};
    for (gsize i = 0; i < G_N_ELEMENTS(families) * G_N_ELEMENTS(rows); i++) {
        const struct family *family = &families[i % G_N_ELEMENTS(families)];
        bool written = g_str_equal(family->kind, "anthropic");
        double wanted = written ? rows[i / G_N_ELEMENTS(families)].anthropic : rows[i / G_N_ELEMENTS(families)].others;
        struct fixture f = {0};
        g_autofree char *stream = g_strconcat(family->begin, family->end, NULL);
        guint id = begin(&f, family, MOCK_ANSWER, stream, rows[i / G_N_ELEMENTS(families)].prices);
        const struct brain_reply *reply = await(&f, id);
        if (reply->tokens_written != (written ? 100 : 0) || ABS(reply->cost * 1e6 - wanted) > 1)
            fail_msg("%s, %s: %g USD, %ld written", family->kind, rows[i / G_N_ELEMENTS(families)].prices, reply->cost,
                     (long)reply->tokens_written);
        stop(&f);
    }
}

static void stream__a_byte_at_a_time__is_the_same(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        g_autofree char *stream = g_strconcat(families[i].begin, families[i].end, NULL);
        assert_whole(&families[i], await(&f, begin(&f, &families[i], MOCK_PIECES, stream, NULL)));
        stop(&f);
    }
}

/* The body is never closed: the terminal marker ends it. Gemini has none but its last record, and OpenAI's may lack [DONE]. */
static void stream__left_open__ends_by_its_marker(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        g_autofree char *stream = g_strconcat(families[i].begin, families[i].end, NULL);
        char *done = strstr(stream, "data: [DONE]");
        if (done)
            *done = '\0';
        assert_whole(&families[i], await(&f, begin(&f, &families[i], MOCK_STALL, stream, NULL)));
        stop(&f);
    }
}

/* HTTP 200, a clean close, and no marker: a failure. Text had come, so nothing is tried again on the quiet. */
static void stream__without_its_marker__is_no_answer(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        int n;
        const struct brain_reply *reply = await(&f, begin(&f, &families[i], MOCK_ANSWER, families[i].begin, NULL));
        if (!g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_NETWORK) || !strstr(reply->error->message, "cut off"))
            fail_msg("%s: %s", families[i].kind, reply->error ? reply->error->message : reply->text);
        assert_true(reply->estimated && reply->tokens_in > 0);
        assert_null(reply->text); /* what came is kept beside the error, and is no answer */
        assert_string_equal(reply->received, "{\"a\":1}");
        g_free(mock_requests(&f.mock, &n));
        assert_int_equal(n, 1);
        stop(&f);
    }
}

static void stream__cut_before_its_text__is_tried_again(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, g_strdup(STREAM ": keep-alive\n\n")};
        g_autofree char *stream = g_strconcat(families[i].begin, families[i].end, NULL);
        guint id = begin(&f, &families[i], MOCK_ANSWER, stream, NULL);
        const struct brain_reply *reply = await(&f, id);
        if (reply->error)
            fail_msg("%s: %s", families[i].kind, reply->error->message);
        assert_string_equal(reply->text, "{\"a\":1}");
        stop(&f);
    }
}

/* An error inside of a stream whose head said 200, before any text: as if it had been the status. */
static void stream__failed_before_its_text__is_tried_again(void **state)
{
    (void)state;
    static const char *const errors[] = {
        "data: {\"error\":{\"message\":\"upstream broke\",\"code\":502},\"choices\":[]}\n\n",
        "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"broke\"}\n\n",
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
        "data: [{\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}]\n\n"};
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        int n;
        f.steps[f.n++] = (struct mock_step){MOCK_ANSWER, g_strconcat(STREAM, errors[i], NULL)};
        g_autofree char *stream = g_strconcat(families[i].begin, families[i].end, NULL);
        const struct brain_reply *reply = await(&f, begin(&f, &families[i], MOCK_ANSWER, stream, NULL));
        if (reply->error)
            fail_msg("%s: %s", families[i].kind, reply->error->message);
        assert_string_equal(reply->text, "{\"a\":1}");
        g_free(mock_requests(&f.mock, &n));
        assert_int_equal(n, 2);
        stop(&f);
    }
}

/* Nothing comes any more, or comments alone: they keep the connection alive, and are no answer. */
static void stream__silent_in_the_middle__is_given_up(void **state)
{
    (void)state;
    for (gsize i = 0; i <= G_N_ELEMENTS(families); i++) {
        const struct family *family = &families[i % G_N_ELEMENTS(families)];
        enum mock_kind how = i < G_N_ELEMENTS(families) ? MOCK_ALIVE : MOCK_STALL;
        struct fixture f = {0};
        const struct brain_reply *reply = await(&f, begin(&f, family, how, family->begin, "silence_s=1\n"));
        if (!g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT) || !strstr(reply->error->message, "in the middle"))
            fail_msg("%s: %s", family->kind, reply->error ? reply->error->message : reply->text);
        stop(&f);
    }
}

/* A model that reasons says nothing for long: the call's own limit counts. */
static void stream__silent_before_its_first_word__has_the_calls_time(void **state)
{
    (void)state;
    struct fixture f = {0};
    const char *role = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
    const struct brain_reply *reply = await(&f, begin(&f, &families[0], MOCK_STALL, role, "silence_s=1\ntimeout_s=2\n"));
    assert_true(g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT));
    assert_non_null(strstr(reply->error->message, "no answer within 2 s"));
    stop(&f);
}

/* Sent, and nothing begins: once more, then it is told, as something else than a stream that falls silent. Without a stream the
 * head comes with the answer, and the call's time counts; which of all that it was stands in the sentence. */
static void stream__late__is_told_from_what_else_takes_long(void **state)
{
    (void)state;
    static const struct {
        const char *begun, *options, *told; /* begun NULL = nothing comes */
        int attempts;
        const char *received;
    } cases[] = {
        {NULL, "headers_s=1\n", "no answer began for 1 s (raise headers_s", 2},
        {NULL, "headers_s=1\nstream=false\ntimeout_s=2\n",
         "within 2 s: the request was sent, and no answer began (raise timeout_s", 1},
        {NULL, "headers_s=0\ntimeout_s=2\n", "within 2 s: the request was sent, and no answer began", 1},
        {"", "headers_s=1\ntimeout_s=2\n", "within 2 s: the answer began, and no word of it came", 1},
        {"data: {\"choices\":[{\"delta\":{\"content\":\"x " KEY " tkey-01\"}}]}\n\n", "headers_s=1\ntimeout_s=2\n",
         "within 2 s: the answer was still coming", 1, "x [key] "},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        step(&f, MOCK_HANG, NULL, NULL, NULL);
        const char *begun = cases[i].begun;
        if (!begun)
            start(&f, cases[i].options);
        else
            f.n = 0;
        guint id = begun ? begin(&f, &families[0], MOCK_STALL, begun, cases[i].options) : ask(&f);
        const struct brain_reply *reply = await(&f, id);
        g_free(mock_requests(&f.mock, &n));
        if (!g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT) || !strstr(reply->error->message, cases[i].told) ||
            n != cases[i].attempts || !reply->passing || g_strcmp0(reply->received, cases[i].received) != 0)
            fail_msg("%zu: %d attempts, %s, \"%s\"", i, n, reply->error ? reply->error->message : reply->text, reply->received);
        stop(&f);
    }
}

/* The outcome comes before the text. */
static void stream__ended_badly__says_how(void **state)
{
    (void)state;
    static const struct {
        int family;
        enum brain_error code;
        const char *end;
    } ends[] = {
        {0, BRAIN_ERROR_TRUNCATED, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n"},
        {0, BRAIN_ERROR_REFUSED, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n"},
        {0, BRAIN_ERROR_REFUSED,
         "data: {\"choices\":[{\"delta\":{\"refusal\":\"I will not\"}}]}\n\n"
         "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"},
        {0, BRAIN_ERROR_FAILED, "data: {\"error\":{\"message\":\"upstream broke\",\"code\":502},\"choices\":[]}\n\n"},
        {0, BRAIN_ERROR_FAILED, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\n"},
        {0, BRAIN_ERROR_FAILED, "data: {\"choices\":[\n\n"},
        {1, BRAIN_ERROR_TRUNCATED,
         "data: {\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":"
         "\"max_output_tokens\"}}}\n\n"},
        {1, BRAIN_ERROR_FAILED,
         "data: "
         "{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":"
         "\"broke\"}}}\n\n"},
        {1, BRAIN_ERROR_FAILED, "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"broke\"}\n\n"},
        {2, BRAIN_ERROR_TRUNCATED,
         "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"max_tokens\"}}\n\ndata: "
         "{\"type\":\"message_stop\"}\n\n"},
        {2, BRAIN_ERROR_REFUSED,
         "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\"}}\n\ndata: {\"type\":\"message_stop\"}\n\n"},
        {2, BRAIN_ERROR_FAILED,
         "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"},
        {3, BRAIN_ERROR_TRUNCATED, "data: {\"candidates\":[{\"finishReason\":\"MAX_TOKENS\"}]}\n\n"},
        {3, BRAIN_ERROR_REFUSED, "data: {\"candidates\":[{\"finishReason\":\"SAFETY\"}]}\n\n"},
        {3, BRAIN_ERROR_REFUSED, "data: {\"promptFeedback\":{\"blockReason\":\"OTHER\"}}\n\n"},
        {3, BRAIN_ERROR_FAILED, "data: [{\"error\":{\"code\":503,\"message\":\"overloaded\",\"status\":\"UNAVAILABLE\"}}]\n\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        struct fixture f = {0};
        int n;
        const struct family *family = &families[ends[i].family];
        g_autofree char *stream = g_strconcat(family->begin, ends[i].end, NULL);
        const struct brain_reply *reply = await(&f, begin(&f, family, MOCK_ANSWER, stream, NULL));
        if (!g_error_matches(reply->error, BRAIN_ERROR, (int)ends[i].code))
            fail_msg("%s %s: %s", family->kind, ends[i].end, reply->error ? reply->error->message : reply->text);
        g_free(mock_requests(&f.mock, &n));
        assert_int_equal(n, 1); /* text had come */
        stop(&f);
    }
}

/* Some gateways answer at once, whatever was asked for. */
static void stream__answered_at_once__is_read(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        OK_BODY,
        ("{\"status\":\"completed\",\"error\":null,\"output\":[{\"type\":\"reasoning\",\"summary\":[{\"text\":\"Hm.\"}]},"
         "{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"{\\\"a\\\":1}\"}]}],"
         "\"usage\":{\"input_tokens\":1000,\"output_tokens\":200}}"),
        ("{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"{\\\"a\\\":1}\"}],\"stop_reason\":\"end_turn\","
         "\"usage\":{\"input_tokens\":1000,\"output_tokens\":200}}"),
        ("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"{\\\"a\\\":1}\"}]},\"finishReason\":\"STOP\"}],"
         "\"usageMetadata\":{\"promptTokenCount\":1000,\"candidatesTokenCount\":200}}")};
    for (gsize i = 0; i < G_N_ELEMENTS(families); i++) {
        struct fixture f = {0};
        g_autofree char *kind = g_strdup_printf("kind=%s\nstream=%s\n", families[i].kind, i % 2 ? "true" : "false");
        step(&f, MOCK_ANSWER, "200 OK", "Content-Type: application/json\r\n", bodies[i]);
        start(&f, kind);
        const struct brain_reply *reply = await(&f, ask(&f));
        if (reply->error || strcmp(reply->text, "{\"a\":1}") != 0 || reply->tokens_in != 1000 || reply->tokens_out != 200)
            fail_msg("%s: %s", families[i].kind, reply->error ? reply->error->message : reply->text);
        stop(&f);
    }
}

#define LINES "Content-Type: application/x-ndjson\r\n"

/* Lines of JSON instead of events: read where they are of the wire format, else said to be none of it. */
static void stream__of_json_lines__is_read_or_told(void **state)
{
    (void)state;
    static const struct {
        const char *body, *text, *told;
    } rows[] = {
        {"{\"choices\":[{\"delta\":{\"content\":\"{\\\"a\\\"\"}}]}\n\r\n{\"choices\":[{\"delta\":{\"content\":\":1}\"},"
         "\"finish_reason\":\"stop\"}]}",
         "{\"a\":1}", NULL},
        {"{\"model\":\"m\",\"message\":{\"content\":\"hi\"},\"done\":false}\n{\"done\":true}\n", NULL,
         "is lines of JSON that kind=openai does not know"},
        {"{\"error\":\"no such model\"}\n", NULL, "no such model"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        int n;
        step(&f, MOCK_ANSWER, "200 OK", LINES, rows[i].body);
        start(&f, NULL);
        const struct brain_reply *reply = await(&f, ask(&f));
        bool told = rows[i].told ? reply->error && strstr(reply->error->message, rows[i].told)
                                 : !reply->error && g_str_equal(reply->text, rows[i].text);
        g_free(mock_requests(&f.mock, &n));
        if (!told || n != 1)
            fail_msg("%s: %d, %s", rows[i].body, n, reply->error ? reply->error->message : reply->text);
        stop(&f);
    }
}

/* While it runs, what has come can be read along; what may be the beginning of a key is held back. */
static void stream__under_way__is_told_without_the_key(void **state)
{
    (void)state;
    struct fixture f = {0};
    const char *stream = "data: {\"choices\":[{\"delta\":{\"reasoning\":\"I think that it is so.\"}}]}\n\n"
                         "data: {\"choices\":[{\"delta\":{\"content\":\"The key is " KEY " and nothing else, \"}}]}\n\n"
                         "data: {\"choices\":[{\"delta\":{\"content\":\"as you see: tkey-0123456789ab\"}}]}\n\n";
    guint id = begin(&f, &families[0], MOCK_STALL, stream, NULL);
    struct brain_partial partial = {0};
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    while (g_get_monotonic_time() < until && (!partial.text || !strstr(partial.text, "as you"))) {
        g_free(partial.text);
        assert_true(brain_pool_poll(f.pool, NULL, 0, 1000, NULL));
        assert_true(brain_pool_partial(f.pool, id, &partial));
    }
    assert_true(g_str_has_prefix(partial.text, "I think that it is so.\n\nThe key is [key] and nothing else, as you"));
    assert_null(strstr(partial.text, "tkey"));
    assert_true(partial.tokens > 0);
    g_free(partial.text);
    brain_pool_forget(f.pool, id);
    assert_false(brain_pool_partial(f.pool, id, &partial));
    stop(&f);
}

static void request__options__are_in_it(void **state)
{
    (void)state;
    static const struct {
        const char *options, *has;
    } rows[] = {
        {"kind=openai\ntemperature=0.5\nseed=7\neffort=low\nextra={\"top_p\":0.9}\nheader=X-Title: reins; X-Two: 2\n",
         "\"temperature\":0.5,\"seed\":7,\"reasoning_effort\":\"low\""},
        {"kind=openai\nextra={\"top_p\":0.9,\"stream_options\":{\"include_obfuscation\":true}}\n",
         "\"stream_options\":{\"include_usage\":true,\"include_obfuscation\":true}"},
        {"kind=openai\nheader=X-Title: reins; X-Two: 2\n", "X-Title: reins\r\nX-Two: 2\r\n"},
        {"kind=anthropic\nmax_tokens=77\neffort=high\n", "\"output_config\":{\"effort\":\"high\",\"format\""},
        {"kind=anthropic\njson_mode=prompt\n", "It must fit this JSON schema"},
        {"kind=gemini\neffort=low\nseed=3\nextra={\"generationConfig\":{\"topK\":4}}\n",
         "\"seed\":3,\"thinkingConfig\":{\"thinkingLevel\":\"LOW\"},\"responseMimeType\":\"application/json\","},
        {"kind=responses\neffort=low\nmax_tokens=3\n", "\"max_output_tokens\":16,\"reasoning\":{\"effort\":\"low\"}"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        int n;
        step(&f, MOCK_ANSWER, "500 No", "x-should-retry: false\r\n", "{}");
        start(&f, rows[i].options);
        await(&f, ask(&f));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        if (!strstr(asked, rows[i].has))
            fail_msg("%s: %s", rows[i].options, asked);
        stop(&f);
    }
}

#define OPEN                                                                                                                     \
    "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"in\":{\"type\":\"array\",\"items\":{\"type\":"        \
    "\"object\"}}}}"
#define CLOSED                                                                                                                   \
    "\"schema\":{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"in\":{\"type\":\"array\",\"items\":{"      \
    "\"type\":"                                                                                                                  \
    "\"object\",\"additionalProperties\":false}}},\"additionalProperties\":false}"

/* Anthropic takes no schema that leaves an object open without a word; one that opens it goes into the prompt. */
static void request__schema_of_a_person__is_closed_for_anthropic(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "500 No", "x-should-retry: false\r\n", "{}");
    step(&f, MOCK_ANSWER, "400 Bad", "",
         "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"output_config.format.schema: For "
         "'object' "
         "type, 'additionalProperties' must be explicitly set to false\"}}");
    step(&f, MOCK_ANSWER, "500 No", "x-should-retry: false\r\n", "{}");
    start(&f, "kind=anthropic\n");
    g_autoptr(brain_request) r = question();
    static const char *const schemas[] = {OPEN, "{\"type\":\"object\",\"additionalProperties\":true}"};
    for (gsize i = 0; i < G_N_ELEMENTS(schemas); i++) {
        g_free(r->schema);
        r->schema = g_strdup(schemas[i]);
        await(&f, brain_pool_ask(f.pool, "t", r, NULL));
    }
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 3);
    if (!strstr(asked, CLOSED))
        fail_msg("%s", asked);
    assert_non_null(strstr(asked, "It must fit this JSON schema"));
    stop(&f);
}

static void request__extra_that_is_no_object__is_refused(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(brain_request) r = brain_request_new("plan");
    start(&f, "extra=[1]\n");
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
    assert_true(g_error_matches(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG));
    assert_non_null(strstr(error->message, "extra is not a JSON object"));
    stop(&f);
}

/* An endpoint that knows no stream_options is asked without; one that knows no stream at all, too. */
static void stream__refused__is_asked_for_otherwise(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "400 Bad", "", "{\"error\":{\"message\":\"Unknown parameter: stream_options\"}}");
    step(&f, MOCK_ANSWER, "400 Bad", "", "{\"error\":{\"message\":\"bad\",\"param\":\"stream\"}}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    assert_string_equal(await(&f, ask(&f))->text, "{\"a\":1}");
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 3);
    assert_null(strstr(strrchr(asked, '{') - 200, "\"stream\""));
    stop(&f);
}

/* Google says in the body how long to wait, and that a day's quota is used up. */
static void gemini__retry_info__is_kept_to(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    g_autofree char *stream = g_strconcat(families[3].begin, families[3].end, NULL);
    step(&f, MOCK_ANSWER, "429 Too Many", "",
         "{\"error\":{\"code\":429,\"message\":\"slow\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":"
         "\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"0.01s\"}]}}");
    assert_whole(&families[3], await(&f, begin(&f, &families[3], MOCK_ANSWER, stream, NULL)));
    stop(&f);
    f = (struct fixture){0};
    step(&f, MOCK_ANSWER, "429 Too Many", "",
         "[{\"error\":{\"code\":429,\"message\":\"quota\",\"details\":[{\"violations\":[{\"quotaId\":"
         "\"GenerateRequestsPerDayPerProject\"}]}]}}]");
    start(&f, "kind=gemini\n");
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_non_null(strstr(reply->error->message, "the quota is used up"));
    g_free(mock_requests(&f.mock, &n));
    assert_int_equal(n, 1);
    stop(&f);
}

static void azure__key__has_a_header_of_its_own(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    f.mock = mock_start(f.steps, f.n);
    g_autofree char *url =
        g_strdup_printf("http://127.0.0.1:%d/x.azure.com/openai/deployments/d?api-version=2024-10-21", f.mock.port);
    start_at(&f, url, NULL);
    assert_null(await(&f, ask(&f))->error);
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_true(g_str_has_prefix(asked, "POST /x.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21 "));
    assert_non_null(strstr(asked, "api-key: " KEY "\r\n"));
    stop(&f);
}

/* ---- events, pure ---- */

static bool collect(void *user, const char *name, const char *data, gsize length)
{
    assert_int_equal(strlen(data), length);
    g_string_append_printf(user, "[%s|%s]", name, data);
    return !g_str_equal(data, "end");
}

static void sse__every_split__gives_the_same_events(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF"
                               "data: a\ndata: b\r\n\r\n: no\nevent: n\rid: 1\rdata:c\r\rdata\n\nretry: 5\n\n"
                               "data: \xE2\x80\xA8 \xC2\x85\n\ndata:  two\n\ndata: last";
    static const char want[] = "[|a\nb][n|c][|][|\xE2\x80\xA8 \xC2\x85][| two][|last]";
    for (gsize cut = 0; cut < sizeof text; cut++) {
        struct sse sse;
        g_autoptr(GString) got = g_string_new(NULL);
        sse_init(&sse);
        assert_true(sse_feed(&sse, text, cut, collect, got));
        assert_true(sse_feed(&sse, text + cut, strlen(text) - MIN(cut, strlen(text)), collect, got));
        sse_end(&sse, collect, got);
        sse_clear(&sse);
        assert_string_equal(got->str, want);
    }
}

static void sse__after_its_end__says_nothing(void **state)
{
    (void)state;
    struct sse sse;
    g_autoptr(GString) got = g_string_new(NULL);
    sse_init(&sse);
    sse_feed(&sse, "data: end\n\ndata: more\n\n", 23, collect, got);
    sse_end(&sse, collect, got);
    sse_clear(&sse);
    assert_string_equal(got->str, "[|end]");
}

static void sse__line_without_end__is_too_long(void **state)
{
    (void)state;
    struct sse sse;
    static char block[1024 * 1024];
    memset(block, 'x', sizeof block);
    sse_init(&sse);
    bool fits = true;
    for (int i = 0; i < 17 && fits; i++)
        fits = sse_feed(&sse, block, sizeof block, collect, NULL);
    assert_false(fits);
    sse_clear(&sse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream__of_each_family__is_asked_for_and_read),
        cmocka_unit_test(stream__cached_tokens__have_their_price),
        cmocka_unit_test(stream__a_byte_at_a_time__is_the_same),
        cmocka_unit_test(stream__left_open__ends_by_its_marker),
        cmocka_unit_test(stream__without_its_marker__is_no_answer),
        cmocka_unit_test(stream__cut_before_its_text__is_tried_again),
        cmocka_unit_test(stream__failed_before_its_text__is_tried_again),
        cmocka_unit_test(stream__silent_in_the_middle__is_given_up),
        cmocka_unit_test(stream__silent_before_its_first_word__has_the_calls_time),
        cmocka_unit_test(stream__late__is_told_from_what_else_takes_long),
        cmocka_unit_test(stream__ended_badly__says_how),
        cmocka_unit_test(stream__answered_at_once__is_read),
        cmocka_unit_test(stream__of_json_lines__is_read_or_told),
        cmocka_unit_test(stream__under_way__is_told_without_the_key),
        cmocka_unit_test(request__options__are_in_it),
        cmocka_unit_test(request__schema_of_a_person__is_closed_for_anthropic),
        cmocka_unit_test(request__extra_that_is_no_object__is_refused),
        cmocka_unit_test(stream__refused__is_asked_for_otherwise),
        cmocka_unit_test(gemini__retry_info__is_kept_to),
        cmocka_unit_test(azure__key__has_a_header_of_its_own),
        cmocka_unit_test(sse__every_split__gives_the_same_events),
        cmocka_unit_test(sse__after_its_end__says_nothing),
        cmocka_unit_test(sse__line_without_end__is_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
