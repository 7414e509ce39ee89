/* Every row of the table of errors (http_outcome.c): which are tried again, which end the call, and as what. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/brain/families.h"

#define AGAIN 2 /* attempts of a call that is tried again and has its answer then */

static const struct {
    const char *status, *headers, *body;
    int attempts; /* AGAIN, or 1: it ends with… */
    enum brain_error code;
    const char *told; /* a part of the sentence */
} rows[] = {
    /* server */
    {"408 Timeout", "", "", AGAIN, 0, NULL},
    {"409 Conflict", "", "{}", AGAIN, 0, NULL},
    {"425 Too Early", "", "{}", AGAIN, 0, NULL},
    {"500 Error", "", "<html>oops</html>", AGAIN, 0, NULL},
    {"502 Bad Gateway", "", "", AGAIN, 0, NULL},
    {"503 Loading", "", "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}", AGAIN, 0,
     NULL},
    {"504 Timeout", "", "", AGAIN, 0, NULL},
    {"520 Unknown", "", "", AGAIN, 0, NULL},
    {"521 Down", "", "", AGAIN, 0, NULL},
    {"522 Timeout", "", "", AGAIN, 0, NULL},
    {"523 Unreachable", "", "", AGAIN, 0, NULL},
    {"524 Timeout", "", "", AGAIN, 0, NULL},
    {"529 Overloaded", "", "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}", AGAIN, 0, NULL},
    {"501 No", "", "{\"error\":{\"message\":\"no vision\",\"type\":\"not_supported_error\"}}", 1, BRAIN_ERROR_FAILED,
     "no vision"},
    /* rate */
    {"429 Slow", "", "{}", AGAIN, 0, NULL},
    {"429 Slow", "retry-after-ms: 2\r\n", "{}", AGAIN, 0, NULL},
    {"429 Slow", "Retry-After: 0.002\r\n", "{}", AGAIN, 0, NULL},
    {"429 Slow", "",
     "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"details\":{\"error_code\":"
     "\"ramp_limit_exceeded\"}}}",
     AGAIN, 0, NULL},
    /* quota */
    {"429 Slow", "", "{\"error\":{\"code\":\"insufficient_quota\"}}", 1, BRAIN_ERROR_RATE, "quota"},
    {"429 Slow", "", "{\"error\":{\"code\":\"credit_balance_exhausted\"}}", 1, BRAIN_ERROR_RATE, "quota"},
    {"429 Slow", "", "{\"error\":{\"type\":\"rate_limit_error\",\"details\":{\"error_code\":\"contract_spend_limit_reached\"}}}",
     1, BRAIN_ERROR_RATE, "quota"},
    {"429 Slow", "", "{\"error\":{\"code\":\"weekly_usage_limit_exceeded\"}}", 1, BRAIN_ERROR_RATE, "quota"},
    {"429 Slow", "Retry-After: 3600\r\n", "{}", 1, BRAIN_ERROR_RATE, "in 60 minutes"},
    {"429 Slow", "Retry-After: Sat, 01 Jan 2000 00:00:00 GMT\r\n", "{}", AGAIN, 0, NULL},
    {"429 Slow", "Retry-After: Thu, 01 Jan 2099 00:00:00 GMT\r\n", "{}", 1, BRAIN_ERROR_RATE, " days)"},
    {"429 Slow", "", "{\"error\":{\"message\":\"slow\",\"details\":[{\"retryDelay\":\"1e99s\"}]}}", 1, BRAIN_ERROR_RATE,
     "in 11574 days"},
    /* auth, billing, config, invalid */
    {"401 No", "", "{}", 1, BRAIN_ERROR_AUTH, "key"},
    {"400 Bad", "",
     "{\"error\":{\"code\":400,\"message\":\"API key not valid. Please pass a valid API key.\",\"status\":"
     "\"INVALID_ARGUMENT\",\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}",
     1, BRAIN_ERROR_AUTH, "does not take the key (HTTP 400)"},
    {"403 No", "", "{}", 1, BRAIN_ERROR_AUTH, "allow"},
    {"402 Pay", "", "{}", 1, BRAIN_ERROR_AUTH, "credit"},
    {"402 Pay", "Retry-After: 0\r\n", "{}", AGAIN, 0, NULL},
    {"404 No", "", "{\"error\":{\"message\":\"no model m1\"}}", 1, BRAIN_ERROR_CONFIG, "no model m1"},
    {"422 Invalid", "", "{}", 1, BRAIN_ERROR_FAILED, "rejected"},
    {"400 Bad", "", "{\"object\":\"error\",\"message\":\"odd\",\"code\":400}", 1, BRAIN_ERROR_FAILED, "odd"},
    {"400 Bad", "", "{\"error\":{\"code\":\"invalid_image_format\",\"message\":\"no image\"}}", 1, BRAIN_ERROR_FAILED,
     "no image"}, /* there is none; where there is one: test_overflow */
    /* too large, compat */
    {"400 Bad", "", "", 1, BRAIN_ERROR_FAILED, "did not say why"},
    {"413 Large", "", "<html>413</html>", 1, BRAIN_ERROR_FAILED, "too large"},
    {"400 Bad", "",
     "{\"error\":{\"code\":400,\"type\":\"exceed_context_size_error\",\"message\":\"request exceeds the available "
     "context size\",\"n_ctx\":4096}}",
     1, BRAIN_ERROR_FAILED, "too large"},
    {"400 Bad", "",
     "{\"error\":{\"code\":\"unsupported_parameter\",\"param\":\"response_format\",\"message\":\"Unsupported "
     "parameter: 'response_format'\"}}",
     AGAIN, 0, NULL},
    /* refused: by the provider's filter, before the model */
    {"400 Bad", "", "{\"error\":{\"code\":\"content_filter\",\"message\":\"filtered\"}}", 1, BRAIN_ERROR_REFUSED, "filter"},
    /* x-should-retry is obeyed */
    {"503 Busy", "x-should-retry: false\r\n", "{}", 1, BRAIN_ERROR_FAILED, "503"},
    {"429 Slow", "x-should-retry: false\r\n", "{}", 1, BRAIN_ERROR_RATE, "too many"},
    {"418 Teapot", "x-should-retry: true\r\n", "{}", AGAIN, 0, NULL},
    {"404 No", "x-should-retry: true\r\n", "{}", AGAIN, 0, NULL},
    /* inside of 200 */
    {"200 OK", "", "{\"error\":{\"code\":502,\"message\":\"upstream broke\"}}", AGAIN, 0, NULL},
    {"200 OK", "", "{\"choices\":[],\"error\":{\"code\":402,\"message\":\"pay\"}}", 1, BRAIN_ERROR_FAILED, "pay"},
};

static void failure__of_each_row__is_tried_again_or_told(void **state)
{
    (void)state;
    int wrong = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        int n;
        step(&f, MOCK_ANSWER, rows[i].status, rows[i].headers, rows[i].body);
        step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
        start(&f, NULL);
        const struct brain_reply *reply = await(&f, ask(&f));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        g_auto(GStrv) posts = g_strsplit(asked, "POST /v1", -1); /* the list of models is no attempt */
        n = (int)g_strv_length(posts) - 1;
        bool as_wanted =
            n == rows[i].attempts && (rows[i].attempts == AGAIN ? !reply->error
                                                                : g_error_matches(reply->error, BRAIN_ERROR, (int)rows[i].code) &&
                                                                      strstr(reply->error->message, rows[i].told));
        if (!as_wanted) {
            print_message("%s %s%s: %d attempts, %s\n", rows[i].status, rows[i].headers, rows[i].body, n,
                          reply->error ? reply->error->message : reply->text);
            wrong++;
        }
        stop(&f);
    }
    assert_int_equal(wrong, 0);
}

/* An older service knows the old name alone; one that knows neither is asked without. */
static void parameter__of_the_new_name_refused__is_the_old_one_then_none(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad Request", "",
         "{\"object\":\"error\",\"message\":\"[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': "
         "'Extra inputs are not permitted'}]\",\"code\":400}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "400 Bad Request", "", "{\"error\":{\"message\":\"Unknown parameter: 'max_tokens'\"}}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "max_tokens=50\nmax_tokens_field=max_completion_tokens\n");
    int n = 0;
    assert_non_null(await(&f, ask(&f))->text);
    g_autofree char *old = mock_requests(&f.mock, &n);
    const char *last = g_strrstr(old, "POST ");
    assert_non_null(strstr(last, "\"max_tokens\":50"));
    assert_null(strstr(last, "max_completion_tokens"));
    assert_non_null(await(&f, ask(&f))->text);
    g_autofree char *none = mock_requests(&f.mock, &n);
    assert_int_equal(n, 4);
    assert_null(strstr(g_strrstr(none, "POST "), "max_"));
    stop(&f);
}

#define MODELS                                                                                                                   \
    "{\"object\":\"list\",\"data\":[{\"id\":\"m1:7b\"},{\"id\":\"other\"},{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]}"

/* Who knows which models there are knows what is wrong: the model, or the address. */
static void not_found__is_it_the_model__or_the_address(void **state)
{
    (void)state;
    static const struct {
        const char *options, *status, *body, *told, *asks;
    } cases[] = {
        {"", "200 OK", MODELS, "has no model m1 (HTTP 404): gone: did you mean m1:7b? (set model=", "GET /v1/models "},
        {"model=llava-next\n", "200 OK", MODELS,
         "has no model llava-next (HTTP 404): gone: there are m1:7b, other, a … 5 in all (set", "GET /v1/models "},
        {"model=othr\n", "200 OK", MODELS, "did you mean other? (set model=", "GET /v1/models "},
        {"", "200 OK", "{\"data\":[]}", "has no model m1 (HTTP 404): gone: it has none (set", "GET /v1/models "},
        {"model=other\n", "200 OK", MODELS, "has the model other, and not the path /chat/completions (HTTP 404)",
         "GET /v1/models "},
        {"kind=responses\nmodel=other\n", "200 OK", MODELS, "and not the path /responses", "GET /v1/models "},
        {"kind=anthropic\n", "200 OK", MODELS,
         "has no model m1 (HTTP 404): gone: did you mean m1:7b? (set model=", "GET /v1/models?limit=1000 "},
        {"kind=gemini\n", "200 OK", "{\"models\":[{\"name\":\"models/m1-pro\"}]}",
         "gone: did you mean m1-pro? (set model=", "GET /v1/models?pageSize=1000 "},
        {"kind=gemini\n", "404 No", "{}", "has neither the path /models/m1:generateContent nor a list of models there",
         "GET /v1/models?pageSize=1000 "},
        {"", "404 No", "{}", "has neither the path /chat/completions nor a list of models there", "GET /v1/models "},
        {"", "200 OK", "<html>", "knows no such model or address (HTTP 404): gone", "GET /v1/models "},
        {"", "401 No", MODELS, "knows no such model or address (HTTP 404): gone", "Authorization: Bearer " KEY},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fixture f = {0};
        int n;
        step(&f, MOCK_ANSWER, "404 No", "", "{\"error\":{\"message\":\"gone\"}}");
        step(&f, MOCK_ANSWER, cases[i].status, "", cases[i].body);
        start(&f, cases[i].options);
        const struct brain_reply *reply = await(&f, ask(&f));
        g_autofree char *asked = mock_requests(&f.mock, &n);
        const char *second = strstr(asked, "GET ");
        if (!g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_CONFIG) || !strstr(reply->error->message, cases[i].told) ||
            n != 2 || !strstr(second, cases[i].asks) || reply->tokens_in != 0)
            fail_msg("%s %s: %d, %s", cases[i].options, cases[i].status, n, reply->error ? reply->error->message : reply->text);
        stop(&f);
    }
}

/* The first call waits for all attempts; while another brain stands in, the next ones make one each, until one is answered. */
static void fallback__of_a_service_that_is_down__is_not_waited_for_again(void **state)
{
    (void)state;
    for (int instead = 0; instead < 2; instead++) {
        struct fixture f = {0};
        int n;
        for (int i = 0; i < 5; i++)
            step(&f, MOCK_ANSWER, "503 Busy", "", "{}");
        for (int i = 0; i < 2; i++)
            step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
        start(&f, instead ? "fallback=u\n[brain u]\nkind=human\n" : NULL);
        assert_non_null(await(&f, ask(&f))->error); /* 4 attempts */
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_int_equal(reply->error != NULL, instead);
        assert_true(!instead || reply->passing);
        g_free(mock_requests(&f.mock, &n));
        assert_int_equal(n, instead ? 5 : 6);
        assert_null(await(&f, ask(&f))->error); /* it is up again */
        stop(&f);
    }
}

/* A token may have expired: its command runs once more, and no third time. */
static void refused_key__of_a_command__is_asked_for_once_more(void **state)
{
    (void)state;
    g_autofree char *script = g_build_filename(g_get_tmp_dir(), "key.sh", NULL),
                    *count = g_build_filename(g_get_tmp_dir(), "n", NULL);
    g_autofree char *text = g_strdup_printf("#!/bin/sh\necho x >>%s\necho tkey-$(wc -l <%s)-0123456789\n", count, count);
    g_autofree char *key = g_strdup_printf("key=cmd:%s\n", script);
    assert_true(g_file_set_contents_full(script, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
    for (int again = 0; again < 2; again++) {
        struct fixture f = {0};
        int n;
        unlink(count);
        step(&f, MOCK_ANSWER, "401 Unauthorized", "", "{}");
        step(&f, MOCK_ANSWER, again ? "401 Unauthorized" : "200 OK", "", again ? "{}" : OK_BODY);
        start(&f, key);
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_true(again ? g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_AUTH) : !reply->error);
        g_autofree char *asked = mock_requests(&f.mock, &n);
        assert_int_equal(n, 2);
        const char *first = strstr(asked, "Bearer tkey-1-"), *second = strstr(asked, "Bearer tkey-2-");
        assert_true(first && second && first < second);
        stop(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failure__of_each_row__is_tried_again_or_told),
                                       cmocka_unit_test(parameter__of_the_new_name_refused__is_the_old_one_then_none),
                                       cmocka_unit_test(not_found__is_it_the_model__or_the_address),
                                       cmocka_unit_test(fallback__of_a_service_that_is_down__is_not_waited_for_again),
                                       cmocka_unit_test(refused_key__of_a_command__is_asked_for_once_more)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
