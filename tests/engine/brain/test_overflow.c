/* A request that is more than a service takes: what is left out of it, in which order, and what is said. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/brain/overflow.h"
#include "tests/engine/brain/pool_fixture.h"

#define FULL "{\"error\":{\"message\":\"This model's maximum context length is 8 tokens\",\"code\":\"context_length_exceeded\"}}"

static void overflow__is_told__from_what_else_is_too_much(void **state)
{
    (void)state;
    static const struct {
        int status;
        const char *code, *message;
        bool is;
    } rows[] = {
        {400, "context_length_exceeded", "…", true},
        {400, "exceed_context_size_error", "…", true},
        {413, NULL, NULL, true},
        {400, NULL, "prompt is too long: 213462 tokens > 200000 maximum", true},
        {400, NULL, "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000", true},
        {400, NULL, "This model's maximum context length is 4096 tokens", true},
        {400, NULL, "Your input exceeds the context window of this model", true},
        {400, NULL, "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)", true},
        {400, NULL, "This model's maximum prompt length is 131072 but the request contains 537812 tokens", true},
        {400, NULL, "Please reduce the length of the messages or completion", true},
        {400, NULL, "the request exceeds the available context size, try increasing it", true},
        {400, NULL, "the number of tokens to keep from the initial prompt is greater than the context length", true},
        {400, NULL, "invalid params, context window exceeds limit", true},
        {400, NULL, "Your request exceeded model token limit: 262144", true},
        {400, NULL, "prompt too long; exceeded max context length by 1 tokens", true},
        {400, NULL, "Too many tokens, please wait before trying again.", false},
        {429, NULL, "too many tokens: reduce the length", false},
        {400, "invalid_image", "the image is too large", false},
        {400, NULL, NULL, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct wire_problem problem = {(char *)rows[i].message, (char *)rows[i].code, NULL, -1, false};
        if (overflow_is(rows[i].status, &problem) != rows[i].is)
            fail_msg("%d %s", rows[i].status, rows[i].message);
    }
}

static brain_request *request(int images)
{
    brain_request *r = brain_request_new("plan");
    r->user = g_strdup("the WHOLE prompt");
    r->shorter = g_strdup("the SHORT prompt");
    for (int i = 0; i < images; i++) {
        g_autofree char *path = g_strdup_printf("%s/%d.png", g_get_tmp_dir(), i);
        g_autofree char *note = g_strdup_printf("picture %d:", i);
        assert_true(g_file_set_contents(path, "\x89PNG\r\n\x1a\n", 8, NULL));
        brain_request_add_image(r, path, note, false);
    }
    return r;
}

/* In each request: how many pictures, the first of them, and which prompt. */
static void assert_asked(const struct fixture *f, const char *const *expected)
{
    int n;
    g_autofree char *asked = mock_requests(&f->mock, &n);
    g_auto(GStrv) each = g_strsplit(asked, "POST /v1", -1);
    for (int i = 0; expected[i]; i++) {
        assert_true(i + 1 < (int)g_strv_length(each));
        g_auto(GStrv) pictures = g_strsplit(each[i + 1], "picture ", -1);
        g_autofree char *is = g_strdup_printf("%u from %.1s, %s", g_strv_length(pictures) - 1, pictures[1] ? pictures[1] : "-",
                                              strstr(each[i + 1], "WHOLE") ? "whole" : "short");
        assert_string_equal(is, expected[i]);
    }
    assert_int_equal(g_strv_length((char **)expected), n);
}

static void full__context__loses_the_oldest_pictures_then_the_past(void **state)
{
    (void)state;
    struct fixture f = {0};
    for (int i = 0; i < 4; i++)
        step(&f, MOCK_ANSWER, i % 2 ? "413 Too Large" : "400 Bad Request", "", FULL);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "");
    g_autoptr(brain_request) r = request(5);
    guint call = brain_pool_ask(f.pool, "t", r, NULL);
    const struct brain_reply *reply = await(&f, call);
    assert_null(reply->error);
    assert_string_equal(reply->left, "the 4 oldest pictures, and earlier steps, lessons and what failed before");
    assert_int_equal(reply->pictures, 1);
    assert_string_equal(r->user, "the WHOLE prompt");
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->left); /* another question is whole again */
    assert_asked(&f, (const char *const[]){"5 from 0, whole", "3 from 2, whole", "2 from 3, whole", "1 from 4, whole",
                                           "1 from 4, short", "5 from 0, whole", NULL});
    stop(&f);
}

/* A conversation of a computer tool only grows: what its service took is sent from then on. */
static void full__context_of_turns__is_remembered(void **state)
{
    (void)state;
    static const char *const pictures[] = {"4", "2", "2"};
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "400 Bad Request", "", "{\"error\":{\"message\":\"prompt is too long: 212034 tokens > 200000\"}}");
    for (int i = 0; i < 2; i++)
        step(&f, MOCK_ANSWER, "200 OK", "", "{\"content\":[{\"type\":\"text\",\"text\":\"so\"}],\"stop_reason\":\"end_turn\"}");
    start(&f, "kind=anthropic\nstream=false\n");
    g_autoptr(brain_request) r = request(4);
    r->native = brain_native_new();
    for (int i = 0; i < 4; i++) {
        struct brain_turn *turn = brain_turn_new("anthropic", "[{\"type\":\"text\",\"text\":\"so\"}]", NULL);
        turn->image = i;
        g_ptr_array_add(r->native->turns, turn);
    }
    for (int i = 0; i < 2; i++) {
        const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        if (reply->error || g_strcmp0(reply->left, "the 2 oldest pictures") != 0)
            fail_msg("%d: %s", i, reply->error ? reply->error->message : reply->left);
    }
    g_autofree char *asked = mock_requests(&f.mock, &n);
    g_auto(GStrv) each = g_strsplit(asked, "POST /v1", -1);
    assert_int_equal(n, G_N_ELEMENTS(pictures));
    for (int i = 0; i < n; i++) {
        g_auto(GStrv) parts = g_strsplit(each[i + 1], "image/png", -1);
        g_autofree char *is = g_strdup_printf("%u", g_strv_length(parts) - 1);
        assert_string_equal(is, pictures[i]);
    }
    stop(&f);
}

/* Some services say nothing at all. */
static void full__context__without_a_word_is_asked_for_with_less(void **state)
{
    (void)state;
    struct fixture f = {0};
    for (int i = 0; i < 3; i++)
        step(&f, MOCK_ANSWER, "400 Bad Request", "", "");
    start(&f, "");
    g_autoptr(brain_request) r = request(2);
    const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
    assert_non_null(
        strstr(reply->error->message, "did not say why (HTTP 400); also refused without the oldest picture, and earlier"));
    assert_asked(&f, (const char *const[]){"2 from 0, whole", "1 from 1, whole", "1 from 1, short", NULL});
    stop(&f);
}

static void full__context__that_stays_full_is_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    for (int i = 0; i < 3; i++)
        step(&f, MOCK_ANSWER, "400 Bad Request", "", FULL);
    start(&f, "");
    g_autoptr(brain_request) r = request(2);
    const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
    assert_non_null(reply->error);
    assert_non_null(strstr(reply->error->message, "also refused without the oldest picture, and earlier steps"));
    assert_asked(&f, (const char *const[]){"2 from 0, whole", "1 from 1, whole", "1 from 1, short", NULL});
    stop(&f);
}

/* An answer that was cut off because the context was full is asked for again, too. */
static void full__in_the_answer__is_asked_for_with_less(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "",
         "{\"choices\":[{\"message\":{\"content\":\"{\"},\"finish_reason\":\"model_context_window_exceeded\"}]}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "");
    g_autoptr(brain_request) r = request(1);
    const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
    assert_null(reply->error);
    assert_string_equal(reply->left, "earlier steps, lessons and what failed before");
    assert_true(reply->tokens_in > 1000); /* both were paid */
    stop(&f);
}

/* vLLM takes one picture unless it is told otherwise; that it does is remembered. */
static void pictures__too_many__are_left_out_from_then_on(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad Request", "",
         "{\"object\":\"error\",\"message\":\"At most 2 image(s) may be provided in one request.\",\"code\":400}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "");
    g_autoptr(brain_request) r = request(4);
    for (int i = 0; i < 2; i++)
        assert_string_equal(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->left, "the 2 oldest pictures");
    assert_asked(&f, (const char *const[]){"4 from 0, whole", "2 from 2, whole", "2 from 2, whole", NULL});
    stop(&f);
}

static GBytes *as_jpeg(GBytes *png, GError **error)
{
    (void)error;
    return g_bytes_get_size(png) > 100 ? g_bytes_new("\xff\xd8\xff JPEG", 8)
                                       : g_bytes_new("\xff\xd8\xff a JPEG of more bytes", 24); /* small ones get larger */
}

static brain_request *two_pictures(gsize bytes)
{
    brain_request *r = request(2);
    g_autofree char *large = g_malloc0(bytes);
    memcpy(large, "\x89PNG\r\n\x1a\n", 8);
    assert_true(g_file_set_contents(g_array_index(r->images, struct brain_image, 0).path, large, (gssize)bytes, NULL));
    return r;
}

static void assert_types(const struct fixture *f, const char *jpegs, const char *pngs)
{
    int n;
    g_autofree char *asked = mock_requests(&f->mock, &n);
    g_auto(GStrv) jpeg = g_strsplit(asked, "image/jpeg", -1), png = g_strsplit(asked, "image/png", -1);
    g_autofree char *is = g_strdup_printf("%u %u", g_strv_length(jpeg) - 1, g_strv_length(png) - 1);
    g_autofree char *expected = g_strdup_printf("%s %s", jpegs, pngs);
    assert_string_equal(is, expected);
}

/* Refused once, sent as JPEG from then on; but not where the PNG is smaller. */
static void bytes__refused__become_jpeg_from_then_on(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad Request", "",
         "{\"error\":{\"message\":\"image exceeds 5 MB maximum: 5483716 bytes > 5242880 bytes\"}}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "");
    brain_pool_set_shrink(f.pool, NULL, as_jpeg);
    g_autoptr(brain_request) r = two_pictures(1000);
    for (int i = 0; i < 2; i++)
        assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    assert_types(&f, "2", "4");
    stop(&f);
}

static GBytes *as_smaller(GBytes *png, int width, int height, GError **error)
{
    (void)png;
    (void)error;
    g_autofree char *text = g_strdup_printf("\x89PNG\r\n\x1a\n %d x %d", width, height);
    return g_bytes_new(text, strlen(text));
}

/* A picture that is refused is sent once more as the error says, and remembered so for the brain; nothing else is. */
static void picture__refused__is_sent_again_as_the_error_says(void **state)
{
    (void)state;
    static const struct {
        const char *options, *first, *message, *changed, *told, *types[2]; /* "JPEGs PNGs" */
        bool acts;
    } cases[] = {
        {"",
         "400 Bad",
         "{\"code\":\"unsupported_image_media_type\",\"message\":\"no\"}",
         "as JPEG: PNG was refused",
         NULL,
         {"4", "2"},
         false},
        {"",
         "400 Bad",
         "{\"message\":\"Image format image/png is not supported\"}",
         "as JPEG: PNG was refused",
         NULL,
         {"4", "2"},
         true},
        {"",
         "413 Large",
         "{\"message\":\"image exceeds 5 MB maximum: 9 bytes > 5 bytes\"}",
         "as JPEG where",
         NULL,
         {"2", "4"},
         true},
        {"", "400 Bad", "{\"code\":\"image_too_large\",\"message\":\"too large\"}", "as JPEG where", NULL, {"2", "4"}, false},
        {"",
         "400 Bad",
         "{\"message\":\"image dimensions exceed max allowed size: 400 pixels\"}",
         "with sides of 400 px at most",
         NULL,
         {"0", "6"},
         false},
        {"coordinates=1000\n",
         "400 Bad",
         "{\"message\":\"image of 500x500 pixels is larger than the maximum, 400 pixels\"}",
         "with sides of 400 px at most",
         NULL,
         {"0", "6"},
         true},
        {"",
         "400 Bad",
         "{\"message\":\"image dimensions exceed max allowed size: 400 pixels\"}",
         NULL,
         "set picture_side=400",
         {"0", "2"},
         true},
        {"", "400 Bad", "{\"message\":\"the model cannot see an image\"}", NULL, "rejected the request", {"0", "2"}, false},
        {"", "422 Bad", "{\"code\":\"image_too_large\"}", NULL, "rejected the request", {"0", "2"}, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        g_autofree char *error = g_strdup_printf("{\"error\":%s}", cases[i].message);
        step(&f, MOCK_ANSWER, cases[i].first, "", error);
        step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
        step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
        start(&f, cases[i].options);
        brain_pool_set_shrink(f.pool, as_smaller, as_jpeg);
        g_autoptr(brain_request) r = two_pictures(1000);
        static char sized[1000] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\xf4\0\0\1\xf4"; /* 500 x 500 */
        assert_true(g_file_set_contents(g_array_index(r->images, struct brain_image, 0).path, sized, sizeof sized, NULL));
        r->acts = cases[i].acts;
        const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        const char *said = reply->error ? reply->error->message : reply->changed;
        if (!said || !strstr(said, cases[i].changed ? cases[i].changed : cases[i].told) || !reply->error != !cases[i].told)
            fail_msg("%zu: %s", i, said);
        if (cases[i].changed)
            assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->changed); /* as it was learnt, without a refusal */
        assert_types(&f, cases[i].types[0], cases[i].types[1]);
        stop(&f);
    }
}

static void start_anthropic(struct fixture *f, const char *options)
{
    g_autofree char *own = g_strconcat("kind=anthropic\nstream=false\n", options, NULL);
    step(f, MOCK_ANSWER, "200 OK", "",
         "{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":9,"
         "\"output_tokens\":9}}");
    start(f, own);
}

/* What the service is known not to take is not sent. */
static void bytes__over_the_limit_of_the_kind__become_jpeg(void **state)
{
    (void)state;
    struct fixture f = {0};
    start_anthropic(&f, "");
    brain_pool_set_shrink(f.pool, NULL, as_jpeg);
    g_autoptr(brain_request) r = two_pictures(4 << 20);
    assert_null(await(&f, brain_pool_ask(f.pool, "t", r, NULL))->error);
    assert_types(&f, "1", "1");
    stop(&f);
}

/* Anthropic refuses sides of more than 2000 px where there are more than 20 pictures: with smaller ones all are sent. */
static void pictures__large_and_many__are_as_many_as_the_kind_takes(void **state)
{
    (void)state;
    static const struct {
        const char *options, *left;
    } rows[] = {{"", NULL}, {"picture_side=2576\n", "the 2 oldest pictures"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        start_anthropic(&f, rows[i].options);
        g_autoptr(brain_request) r = request(22);
        const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        assert_null(reply->error);
        if (rows[i].left)
            assert_string_equal(reply->left, rows[i].left);
        else
            assert_null(reply->left);
        stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow__is_told__from_what_else_is_too_much),
        cmocka_unit_test(full__context__loses_the_oldest_pictures_then_the_past),
        cmocka_unit_test(full__context_of_turns__is_remembered),
        cmocka_unit_test(full__context__without_a_word_is_asked_for_with_less),
        cmocka_unit_test(full__context__that_stays_full_is_told),
        cmocka_unit_test(full__in_the_answer__is_asked_for_with_less),
        cmocka_unit_test(bytes__refused__become_jpeg_from_then_on),
        cmocka_unit_test(picture__refused__is_sent_again_as_the_error_says),
        cmocka_unit_test(bytes__over_the_limit_of_the_kind__become_jpeg),
        cmocka_unit_test(pictures__large_and_many__are_as_many_as_the_kind_takes),
        cmocka_unit_test(pictures__too_many__are_left_out_from_then_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
