/* What calls are said to have taken: by the service's count where it is one, else by an estimate that is not too little. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/picture_tokens.h"
#include "tests/engine/brain/pool_fixture.h"

#define PROMPT_BYTES 9 /* "Now plan." alone: what is sent is more */

/* `text`: with the answer {"a":1}; `usage` as it stands there, NULL = none. Caller frees. */
static char *answer(const char *text, const char *usage)
{
    return g_strdup_printf("{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}]%s%s}", text,
                           usage ? ",\"usage\":" : "", usage ? usage : "");
}

/* A reply with an estimate of both, of which the cost is made. */
static void assert_estimated(const struct brain_reply *reply, const char *what)
{
    double cost = ((double)reply->tokens_in * 2 + (double)reply->tokens_out * 10) / 1e6;
    if (!reply->estimated || reply->tokens_in < PROMPT_BYTES / BRAIN_TOKEN_BYTES || reply->tokens_in > 2000 ||
        reply->tokens_out < 2 || reply->tokens_out > 2000 || reply->cost < cost * 0.999 || reply->cost > cost * 1.001)
        fail_msg("%s: %d %ld in, %ld out, %g USD", what ? what : "no usage", reply->estimated, (long)reply->tokens_in,
                 (long)reply->tokens_out, reply->cost);
}

static void spent__by_counts_that_are_none__is_estimated(void **state)
{
    (void)state;
    static const char *const numbers[] = {"9e18",    "1e300", "1e999", "-5",   "12.5",
                                          "\"800\"", "null",  "[]",    "1e12", "9007199254740993000"};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        struct fixture f = {0};
        g_autofree char *usage = g_strdup_printf("{\"prompt_tokens\":%s,\"completion_tokens\":%s}", numbers[i], numbers[i]);
        g_autofree char *body = answer("so be it", usage);
        step(&f, MOCK_ANSWER, "200 OK", "", body);
        start(&f, NULL);
        const struct brain_reply *reply = await(&f, ask(&f));
        if (g_str_equal(numbers[i], "1e12")) /* the most that is a count: a budget ends by it */
            assert_true(!reply->estimated && reply->tokens_in == 1000000000000 && reply->cost > 1e6);
        else
            assert_estimated(reply, numbers[i]);
        stop(&f);
    }
}

static void spent__by_no_usage_and_zeros__is_estimated(void **state)
{
    (void)state;
    static const char *const usages[] = {NULL, "null", "{}", "7", "[1,2]", "{\"prompt_tokens\":0,\"completion_tokens\":0}"};
    for (gsize i = 0; i < G_N_ELEMENTS(usages); i++) {
        struct fixture f = {0};
        g_autofree char *body = answer("so be it", usages[i]);
        step(&f, MOCK_ANSWER, "200 OK", "", body);
        start(&f, NULL);
        assert_estimated(await(&f, ask(&f)), usages[i]);
        stop(&f);
    }
}

/* Each side by itself. */
static void spent__half_counted__keeps_the_count(void **state)
{
    (void)state;
    struct fixture f = {0};
    g_autofree char *body = answer("so be it", "{\"prompt_tokens\":4321,\"completion_tokens\":-1}");
    step(&f, MOCK_ANSWER, "200 OK", "", body);
    start(&f, NULL);
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_int_equal(reply->tokens_in, 4321);
    assert_true(reply->estimated && reply->tokens_out >= 2);
    stop(&f);
}

/* By its pixels, not by the bytes of its file; a head that lies does not get far. */
static void spent__pictures__by_their_size(void **state)
{
    (void)state;
    static const struct {
        unsigned char width[4], height[4];
        gint64 least, most;
    } rows[] = {{{0, 0, 5, 0}, {0, 0, 2, 208}, 1843, 2300}, /* 1280 × 720 */
                {{0, 0, 0, 0}, {0, 0, 0, 0}, 1, 500},
                {{255, 255, 255, 255}, {255, 255, 255, 255}, 536870, 537500}}; /* as of 16384 × 16384 */
    g_autofree char *png = g_build_filename(g_get_tmp_dir(), "sized.png", NULL), *body = answer("so be it", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        static char bytes[90000] = "\x89PNG\r\n\x1a\n";
        struct fixture f = {0};
        memcpy(bytes + 16, rows[i].width, 4);
        memcpy(bytes + 20, rows[i].height, 4);
        assert_true(g_file_set_contents(png, bytes, sizeof bytes, NULL));
        step(&f, MOCK_ANSWER, "200 OK", "", body);
        start(&f, NULL);
        g_autoptr(brain_request) r = brain_request_new("gather");
        brain_request_add_image(r, png, NULL, false);
        gint64 tokens = await(&f, brain_pool_ask(f.pool, "t", r, NULL))->tokens_in;
        if (tokens < rows[i].least || tokens > rows[i].most)
            fail_msg("picture %zu: %ld tokens", i, (long)tokens);
        stop(&f);
    }
}

/* By the provider's formula where it is known. */
static void spent__pictures__by_the_formula(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *model;
        int width, height;
        bool low;
        gint64 tokens;
    } cases[] = {
        {"openai", "gpt-4o", 1920, 1080, false, 1105}, /* 1365 × 768: 3 × 2 tiles */
        {"openai", "openai/gpt-4o", 1920, 1080, true, 85},
        {"openai", "gpt-4o-mini", 400, 300, false, 2833 + 5667},
        {"responses", "gpt-5", 1280, 720, false, 70 + 6 * 140},
        {"openai", "gpt-4.1-mini", 1024, 768, false, 1245},  /* 768 patches */
        {"openai", "gpt-4.1-nano", 4096, 4096, false, 3779}, /* 1536 of them */
        {"anthropic", "claude-sonnet-4-5", 1456, 819, false, 52 * 30},
        {"anthropic", "a-later-one", 8000, 8000, true, 4784},
        {"gemini", "gemini-2.5-pro", 384, 300, false, 258},
        {"gemini", "gemini-2.5-pro", 1920, 1080, false, 6 * 258},
        {"gemini", "gemini-3-pro", 1920, 1080, false, 1120},
        {"openai", "Qwen/Qwen2.5-VL-7B", 1288, 728, false, 46 * 26},
        {"openai", "m1", 1000, 500, false, 1001},
        {"openai", "gpt-4o", 0, 0, false, 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const brain_profile p = {.kind = (char *)cases[i].kind, .model = (char *)cases[i].model, .send_detail = true};
        gint64 tokens = picture_tokens(&p, cases[i].width, cases[i].height, cases[i].low);
        if (tokens != cases[i].tokens)
            fail_msg("%s %d × %d: %ld, not %ld", p.model, cases[i].width, cases[i].height, (long)tokens, (long)cases[i].tokens);
    }
    assert_int_equal(picture_tokens(NULL, 1000, 500, false), 1001);
}

/* Before anything is sent it is known what will be; who then does not want it has paid nothing. */
static void spent__before_it_is_sent__is_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct brain_reply about;
    struct brain_spent left;
    int n;
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    guint id = ask(&f);
    brain_pool_about(f.pool, id, &about);
    assert_true(about.estimated && about.tokens_in > PROMPT_BYTES / BRAIN_TOKEN_BYTES && about.tokens_in < 500);
    assert_true(about.cost * 1e6 > 2 * (double)about.tokens_in - 1 && about.cost * 1e6 < 2 * (double)about.tokens_in + 1);
    brain_pool_forget(f.pool, id);
    brain_pool_take_left(f.pool, &left);
    assert_int_equal(left.tokens_in, 0);
    g_free(mock_requests(&f.mock, &n));
    assert_int_equal(n, 0);
    stop(&f);
}

/* What a service was asked and did not answer to its end; each attempt counts. */
static void spent__broken_off__is_estimated(void **state)
{
    (void)state;
    struct fixture f = {0}, g = {0}, none = {0};
    for (int i = 0; i < 3; i++)
        f.steps[f.n++] =
            (struct mock_step){MOCK_ANSWER, g_strdup("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"choices\":[")};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_non_null(reply->text);
    assert_true(reply->estimated && reply->tokens_in >= 1000 + 3 * PROMPT_BYTES / BRAIN_TOKEN_BYTES);
    stop(&f);
    step(&g, MOCK_HANG, NULL, NULL, NULL);
    start(&g, "timeout_s=1\n");
    reply = await(&g, ask(&g));
    assert_true(g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT));
    assert_true(reply->estimated && reply->tokens_in >= PROMPT_BYTES / BRAIN_TOKEN_BYTES && reply->cost > 0);
    stop(&g);
    start_at(&none, "http://127.0.0.1:1/v1", NULL); /* nobody was asked */
    reply = await(&none, ask(&none));
    assert_true(!reply->estimated && reply->tokens_in == 0 && reply->cost <= 0);
    stop(&none);
}

/* A service's refusal is not paid. */
static void spent__refused__is_nothing(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad Request", "", "{\"error\":{\"message\":\"no\"}}");
    step(&f, MOCK_ANSWER, "200 OK", "", "{\"error\":{\"message\":\"no\",\"code\":400}}");
    start(&f, NULL);
    for (int i = 0; i < 2; i++) {
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_non_null(reply->error);
        assert_true(!reply->estimated && reply->tokens_in == 0 && reply->tokens_out == 0);
    }
    stop(&f);
}

static void spent__forgotten_while_it_ran__is_left_with_the_pool(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct brain_spent left;
    step(&f, MOCK_HANG, NULL, NULL, NULL);
    start(&f, NULL);
    guint id = ask(&f);
    await_request(&f);
    brain_pool_forget(f.pool, id);
    brain_pool_take_left(f.pool, &left);
    assert_true(left.estimated && left.tokens_in >= PROMPT_BYTES / BRAIN_TOKEN_BYTES && left.cost > 0);
    brain_pool_take_left(f.pool, &left);
    assert_true(!left.estimated && left.tokens_in == 0 && left.cost <= 0);
    stop(&f);
}

static void spent__vectors__are_no_answer_to_be_paid(void **state)
{
    (void)state;
    static const char *const usages[] = {"{\"prompt_tokens\":17}", "{\"prompt_tokens\":1e300}"};
    for (gsize i = 0; i < G_N_ELEMENTS(usages); i++) {
        struct fixture f = {0};
        char *texts[] = {(char *)"one", NULL};
        g_autofree char *body = g_strdup_printf("{\"data\":[{\"index\":0,\"embedding\":[1,2]}],\"usage\":%s}", usages[i]);
        step(&f, MOCK_ANSWER, "200 OK", "", body);
        start(&f, NULL);
        g_autoptr(brain_request) r = brain_request_new("embed");
        r->texts = g_strdupv(texts);
        const struct brain_reply *reply = await(&f, brain_pool_ask(f.pool, "t", r, NULL));
        assert_non_null(reply->vectors);
        assert_int_equal(reply->tokens_out, 0);
        assert_int_equal(reply->estimated, i == 1);
        assert_true(i == 1 ? reply->tokens_in > 0 && reply->tokens_in < 100 : reply->tokens_in == 17);
        stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spent__by_counts_that_are_none__is_estimated),
        cmocka_unit_test(spent__by_no_usage_and_zeros__is_estimated),
        cmocka_unit_test(spent__half_counted__keeps_the_count),
        cmocka_unit_test(spent__pictures__by_their_size),
        cmocka_unit_test(spent__pictures__by_the_formula),
        cmocka_unit_test(spent__before_it_is_sent__is_told),
        cmocka_unit_test(spent__broken_off__is_estimated),
        cmocka_unit_test(spent__refused__is_nothing),
        cmocka_unit_test(spent__forgotten_while_it_ran__is_left_with_the_pool),
        cmocka_unit_test(spent__vectors__are_no_answer_to_be_paid),
    };
    return cmocka_run_group_tests_name("spent", tests, NULL, NULL);
}
