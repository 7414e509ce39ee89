/* The pool against a server that misbehaves in every way that http_outcome.c knows. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/request.h"
#include "tests/engine/brain/pool_fixture.h"

#include <netdb.h>
#include <poll.h>

/* Asks once and expects this error, with these words in its sentence and never the key. */
static void expect_error(struct fixture *f, enum brain_error code, const char *words, int requests)
{
    start(f, NULL);
    const struct brain_reply *reply = await(f, ask(f));
    assert_null(reply->text);
    assert_non_null(reply->error);
    if (!g_error_matches(reply->error, BRAIN_ERROR, (int)code) || !strstr(reply->error->message, words))
        fail_msg("unexpected: %d %s", reply->error->code, reply->error->message);
    assert_null(strstr(reply->error->message, KEY));
    assert_true(g_str_has_prefix(reply->error->message, "brain t: "));
    assert_true(strlen(reply->error->message) < 800);
    int n = 0;
    g_autofree char *asked = mock_requests(&f->mock, &n);
    assert_int_equal(n, requests + (strstr(asked, "GET /v1/models ") ? 1 : 0)); /* after a 404 */
    stop(f);
}

static void expect_status(const char *status, const char *headers, const char *body, enum brain_error code, const char *words,
                          int requests)
{
    struct fixture f = {0};
    for (int i = 0; i < requests; i++)
        step(&f, MOCK_ANSWER, status, headers, body);
    expect_error(&f, code, words, requests);
}

/* Another brain may answer where the service failed; not where the key, the model or the question was refused. */
static void pool__failures__say_whose_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *status;
        bool passing;
    } rows[] = {{"400 Bad Request", false}, {"401 Unauthorized", false}, {"402 Payment Required", false},
                {"403 Forbidden", false},   {"404 Not Found", false},    {"413 Too Large", false},
                {"429 Too Many", true},     {"503 Busy", true},          {"529 Overloaded", true}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct fixture f = {0};
        step(&f, MOCK_ANSWER, rows[i].status, "x-should-retry: false\r\n", "{}");
        start(&f, NULL);
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_non_null(reply->error);
        if (reply->passing != rows[i].passing)
            fail_msg("%s", rows[i].status);
        stop(&f);
    }
}

static void pool__answer__gives_text_tokens_and_cost(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_null(reply->error);
    assert_string_equal(reply->text, "{\"a\":1}");
    assert_int_equal(reply->tokens_in, 1000);
    assert_int_equal(reply->tokens_out, 200);
    assert_true(reply->cost > 0.00399 && reply->cost < 0.00401);
    stop(&f);
}

static void pool__request__has_what_the_wire_wants(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "max_tokens=77\nmax_tokens_field=max_tokens\n");
    g_autofree char *png = g_build_filename(g_get_tmp_dir(), "one.png", NULL);
    static char bytes[1500000] = "\x89PNG\r\n\x1a\n"; /* over 1 MB libcurl would ask with Expect: 100-continue first */
    assert_true(g_file_set_contents(png, bytes, sizeof bytes, NULL));
    g_autoptr(brain_request) r = brain_request_new("gather");
    r->system = g_strdup("SYSTEM");
    r->user = g_strdup("USER \"quoted\" ü");
    r->schema = g_strdup("{\"type\":\"object\",\"properties\":{}}");
    brain_request_add_image(r, png, "NOTE", true);
    guint id = brain_pool_ask(f.pool, "t", r, NULL);
    assert_null(await(&f, id)->error);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 1);
    static const char *const there[] = {"POST /v1/chat/completions HTTP/1.1",
                                        ("Authorization: Bearer " KEY),
                                        "Content-Type: application/json",
                                        "\"model\":\"m1\"",
                                        "\"max_tokens\":77",
                                        "data:image/png;base64,iVBORw0KGg",
                                        "\"detail\":\"low\"",
                                        "\"text\":\"NOTE\"",
                                        "\"type\":\"json_schema\"",
                                        "\"strict\":true",
                                        "\"name\":\"gather\"",
                                        "USER \\\"quoted\\\" ü"};
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        if (!strstr(asked, there[i]))
            fail_msg("missing in the request: %s", there[i]);
    }
    assert_null(strcasestr(asked, "expect:"));
    unlink(png);
    stop(&f);
}

static GBytes *cut_out(const char *path, int x, int y, int width, int height, GError **error)
{
    if (width == 1) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "%s has no such part", path);
        return NULL;
    }
    g_autofree char *text = g_strdup_printf("\x89PNG\r\n\x1a\n%d,%d %d×%d of %s", x, y, width, height, path);
    return g_bytes_new(text, strlen(text));
}

static void pool__part_of_an_image__is_cut_out_when_it_is_sent(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "");
    g_autoptr(brain_request) r = brain_request_new("reflect");
    const struct brain_part part = {3, 4, 50, 60, cut_out}, none = {3, 4, 1, 60, cut_out};
    brain_request_add_part(r, "whole.png", &part, NULL);
    g_autoptr(brain_request) copy = brain_request_copy(r);
    assert_null(await(&f, brain_pool_ask(f.pool, "t", copy, NULL))->error);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    g_autoptr(GBytes) sent = cut_out("whole.png", 3, 4, 50, 60, NULL);
    g_autofree char *base64 = g_base64_encode(g_bytes_get_data(sent, NULL), g_bytes_get_size(sent));
    assert_non_null(strstr(asked, base64));
    assert_non_null(strstr(asked, "\"detail\":\"high\""));
    brain_request_add_part(r, "whole.png", &none, NULL);
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
    assert_non_null(strstr(error->message, "whole.png has no such part"));
    stop(&f);
}

static void pool__image__that_is_no_png_is_refused(void **state)
{
    (void)state;
    struct fixture f = {0};
    start_at(&f, "http://127.0.0.1:9/v1", NULL);
    g_autoptr(brain_request) r = brain_request_new("gather");
    brain_request_add_image(r, "/etc/hostname", NULL, false);
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(f.pool, "t", r, &error), 0);
    assert_non_null(strstr(error->message, "neither a PNG nor a JPEG"));
    stop(&f);
}

static void pool__refusal__is_an_error_of_its_own(void **state)
{
    (void)state;
    expect_status("200 OK", "",
                  "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I will not.\"},\"finish_reason\":\"stop\"}]}",
                  BRAIN_ERROR_REFUSED, "I will not.", 1);
    expect_status("200 OK", "",
                  "{\"choices\":[{\"message\":{\"content\":\"{\\\"a\\\":1}\"},\"finish_reason\":\"content_filter\"}]}",
                  BRAIN_ERROR_REFUSED, "filter", 1);
}

static void pool__cut_by_length__is_never_taken_for_an_answer(void **state)
{
    (void)state;
    expect_status("200 OK", "", "{\"choices\":[{\"message\":{\"content\":\"{\\\"a\\\":1}\"},\"finish_reason\":\"length\"}]}",
                  BRAIN_ERROR_TRUNCATED, "max_tokens", 1);
}

static void pool__empty__is_an_error(void **state)
{
    (void)state;
    expect_status("200 OK", "", "{\"choices\":[{\"message\":{\"content\":\"  \"},\"finish_reason\":\"stop\"}]}",
                  BRAIN_ERROR_FAILED, "empty", 1);
    expect_status("200 OK", "", "{\"choices\":[]}", BRAIN_ERROR_FAILED, "no choice", 1);
    static const char *const kinds[] = {"responses", "anthropic", "gemini"};
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) { /* at once: the same comes when it is asked again */
        g_autofree char *kind = g_strdup_printf("kind=%s\n", kinds[i]),
                        *said = g_strconcat("of another kind (check url, and kind=", kinds[i], NULL);
        struct fixture f = {0};
        step(&f, MOCK_ANSWER, "200 OK", "", "{\"choices\":\"nope\",\"id\":7}");
        start(&f, kind);
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_true(g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_FAILED));
        if (!strstr(reply->error->message, said))
            fail_msg("%s", reply->error->message);
        stop(&f);
    }
    expect_status("200 OK", "", "", BRAIN_ERROR_FAILED, "not JSON", 1);
    expect_status("200 OK", "", "{\"choices\":[{\"message\":{\"content\":\"x\"}", BRAIN_ERROR_FAILED, "not JSON", 1);
}

static void pool__error_inside_200__is_told(void **state)
{
    (void)state;
    expect_status("200 OK", "", "{\"error\":{\"message\":\"no provider fits\",\"code\":400}}", BRAIN_ERROR_FAILED,
                  "no provider fits", 1);
    expect_status("200 OK", "", "{\"error\":{\"message\":\"upstream broke\",\"code\":502},\"choices\":[]}", BRAIN_ERROR_FAILED,
                  "upstream broke", 4);
}

static void pool__key_refused__names_no_key(void **state)
{
    (void)state;
    expect_status("401 Unauthorized", "",
                  "{\"error\":{\"message\":\"Incorrect API key provided: " KEY
                  " and sk-proj-abcdefghijk and Bearer abcdefgh.ijk\"}}",
                  BRAIN_ERROR_AUTH, "[key] and [key] and [key]", 1);
}

static void pool__key_echoed_at_the_cut__is_not_told_by_half(void **state)
{
    (void)state;
    for (gsize n = 270; n < 300; n += 7) {
        g_autofree char *fill = g_strnfill(n, 'w');
        g_autofree char *body = g_strdup_printf("%s %s tail", fill, KEY);
        struct fixture f = {0};
        step(&f, MOCK_ANSWER, "400 Bad Request", "", body);
        start(&f, NULL);
        const struct brain_reply *reply = await(&f, ask(&f));
        assert_null(strstr(reply->error->message, "tkey"));
        assert_non_null(strstr(reply->error->message, "www"));
        stop(&f);
    }
}

static void pool__bad_status__is_one_clear_sentence(void **state)
{
    (void)state;
    expect_status("403 Forbidden", "", "{\"error\":{\"message\":\"region\"}}", BRAIN_ERROR_AUTH, "rights", 1);
    expect_status("402 Payment Required", "", "{}", BRAIN_ERROR_AUTH, "credit", 1);
    expect_status("404 Not Found", "", "{\"error\":{\"message\":\"model m1 does not exist\"}}", BRAIN_ERROR_CONFIG,
                  "model m1 does not exist", 1);
    expect_status("422 Unprocessable", "", "{\"detail\":[]}", BRAIN_ERROR_FAILED, "rejected", 1);
    expect_status("413 Too Large", "", "<html><body><h1>413</h1>Too\x1b[31m large</body></html>", BRAIN_ERROR_FAILED,
                  "too large for the model (HTTP 413): 413 Too", 1);
    expect_status(
        "400 Bad Request", "",
        "{\"error\":{\"message\":\"This model's maximum context length is 8 tokens\",\"code\":\"context_length_exceeded\"}}",
        BRAIN_ERROR_FAILED, "too large", 1);
    expect_status("418 Teapot", "", "tea", BRAIN_ERROR_FAILED, "HTTP 418", 1);
}

static void pool__html_page__is_cut_and_cleaned(void **state)
{
    (void)state;
    g_autofree char *page = g_strnfill(200000, 'w');
    expect_status("400 Bad Request", "", page, BRAIN_ERROR_FAILED, "…", 1);
    expect_status("200 OK", "", "<html>welcome to the captive portal</html>", BRAIN_ERROR_FAILED, "not JSON", 1);
}

static void pool__too_many_requests__waits_as_told_and_goes_on(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "429 Too Many", "Retry-After: 0\r\n", "{\"error\":{\"message\":\"slow down\"}}");
    step(&f, MOCK_ANSWER, "429 Too Many", "retry-after-ms: 5\r\nRetry-After: 900\r\n", "{}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    assert_non_null(await(&f, ask(&f))->text);
    stop(&f);
}

static void pool__too_many_requests__says_why_and_when_it_goes_on(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct brain_retry retry;
    step(&f, MOCK_ANSWER, "429 Too Many", "Retry-After: 30\r\n", "{\"error\":{\"message\":\"slow down, " KEY "\"}}");
    start(&f, NULL);
    guint call = ask(&f);
    assert_false(brain_pool_retry(f.pool, call, &retry));
    gint64 from = g_get_monotonic_time();
    while (!brain_pool_retry(f.pool, call, &retry) && !brain_pool_reply(f.pool, call))
        assert_true(brain_pool_poll(f.pool, NULL, 0, -1, NULL));
    assert_int_equal(retry.n, 1);
    assert_int_equal(retry.of, 3);
    assert_true(g_str_has_prefix(retry.why, "HTTP 429: slow down"));
    assert_null(strstr(retry.why, KEY));
    assert_true(retry.at_us >= from + 30 * G_USEC_PER_SEC && retry.at_us <= g_get_monotonic_time() + 32 * G_USEC_PER_SEC);
    brain_pool_forget(f.pool, call);
    assert_false(brain_pool_retry(f.pool, call, &retry));
    stop(&f);
}

static void pool__wait_longer_than_the_call__is_not_waited_for(void **state)
{
    (void)state;
    /* timeout_s is 120 unless told otherwise */
    expect_status("429 Too Many", "Retry-After: 121\r\n", "{}", BRAIN_ERROR_RATE, "too many requests", 1);
    expect_status("429 Too Many", "", "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}", BRAIN_ERROR_RATE,
                  "quota", 1);
    expect_status("503 Busy", "x-should-retry: false\r\n", "{}", BRAIN_ERROR_FAILED, "HTTP 503", 1);
}

static void pool__server_errors__are_tried_again(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "500 Oops", "", "<html>oops</html>");
    step(&f, MOCK_ANSWER, "529 Overloaded", "", "");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    assert_non_null(await(&f, ask(&f))->text);
    stop(&f);
    expect_status("502 Bad Gateway", "", "<html>nginx</html>", BRAIN_ERROR_FAILED, "HTTP 502", 4);
}

static void pool__cut_off_body__is_tried_again_then_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    for (int i = 0; i < 4; i++)
        f.steps[f.n++] =
            (struct mock_step){MOCK_ANSWER, g_strdup("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"choices\":[")};
    expect_error(&f, BRAIN_ERROR_NETWORK, "no answer from http://127.0.0.1", 4);
    struct fixture g = {0};
    step(&g, MOCK_DROP, NULL, NULL, NULL);
    step(&g, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&g, NULL);
    assert_non_null(await(&g, ask(&g))->text);
    stop(&g);
}

static void pool__nobody_there__is_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    start_at(&f, "http://127.0.0.1:1/v1", NULL);
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_true(g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_NETWORK));
    assert_non_null(strstr(reply->error->message, "http://127.0.0.1:1"));
    stop(&f);
}

static void pool__slow_server__times_out(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_HANG, NULL, NULL, NULL);
    start(&f, "timeout_s=1\n");
    const struct brain_reply *reply = await(&f, ask(&f));
    assert_true(g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_TIMEOUT));
    assert_non_null(strstr(reply->error->message, "timeout_s"));
    assert_true(reply->ms >= 990);
    stop(&f);
}

static void pool__endless_body__is_cut(void **state)
{
    (void)state;
    struct fixture f = {0};
    f.steps[f.n++] = (struct mock_step){MOCK_FLOOD, g_strdup("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")};
    expect_error(&f, BRAIN_ERROR_FAILED, "16 MiB", 1);
    struct fixture g = {0}; /* an error page without end is read and let go */
    g.steps[g.n++] = (struct mock_step){MOCK_FLOOD, g_strdup("HTTP/1.1 400 Bad\r\nConnection: close\r\n\r\n")};
    expect_error(&g, BRAIN_ERROR_FAILED, "HTTP 400", 1);
}

static void pool__redirect__is_not_followed(void **state)
{
    (void)state;
    expect_status("307 Temporary Redirect", "Location: http://user:pw@evil.example/v1?key=x\r\n", "", BRAIN_ERROR_CONFIG,
                  "http://evil.example;", 1);
}

static void pool__parameter_refused__is_renamed_and_remembered(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_ANSWER, "400 Bad Request", "",
         "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported, use "
         "max_completion_tokens\",\"code\":\"unsupported_parameter\",\"param\":\"max_tokens\"}}");
    step(&f, MOCK_ANSWER, "400 Bad Request", "",
         "{\"object\":\"error\",\"message\":\"response_format json_schema is not supported\",\"code\":400}");
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, "max_tokens=50\nmax_tokens_field=max_tokens\n");
    assert_non_null(await(&f, ask(&f))->text);
    assert_non_null(await(&f, ask(&f))->text);
    int n = 0;
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 4);
    const char *last = g_strrstr(asked, "POST ");
    assert_non_null(strstr(last, "\"max_completion_tokens\":50"));
    assert_null(strstr(last, "\"max_tokens\""));
    assert_non_null(strstr(last, "\"json_object\""));
    assert_non_null(strstr(last, "It must fit this JSON schema"));
    stop(&f);
}

static void pool__two_calls__run_at_the_same_time(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_PAIR, "200 OK", "", OK_BODY); /* answers neither before both have asked */
    step(&f, MOCK_PAIR, "200 OK", "", OK_BODY);
    start(&f, NULL);
    guint a = ask(&f), b = ask(&f);
    assert_non_null(await(&f, a)->text);
    assert_non_null(await(&f, b)->text);
    brain_pool_forget(f.pool, a);
    assert_null(brain_pool_reply(f.pool, a));
    stop(&f);
}

static void pool__forget__of_a_hanging_call_returns(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_HANG, NULL, NULL, NULL);
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    start(&f, NULL);
    guint a = ask(&f);
    await_request(&f);
    brain_pool_forget(f.pool, a);
    brain_pool_forget(f.pool, a); /* twice is harmless */
    assert_null(brain_pool_reply(f.pool, a));
    assert_non_null(await(&f, ask(&f))->text);
    stop(&f);
}

/* A name lookup that hangs until it is let go: libcurl's resolver comes by here. */
static int lookup_pipe[2] = {-1, -1};
static volatile int lookups_begun, lookups_done;
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res)
{
    (void)service;
    (void)hints;
    (void)res;
    if (node && strcmp(node, "slow.invalid") == 0) {
        char byte;
        __atomic_add_fetch(&lookups_begun, 1, __ATOMIC_SEQ_CST);
        while (read(lookup_pipe[0], &byte, 1) < 0)
            ;
        __atomic_add_fetch(&lookups_done, 1, __ATOMIC_SEQ_CST);
    }
    return EAI_FAIL;
}

static void pool__forget__does_not_wait_for_a_name_lookup(void **state)
{
    (void)state;
    struct fixture f = {0};
    assert_int_equal(pipe2(lookup_pipe, O_CLOEXEC), 0);
    start_at(&f, "http://slow.invalid/v1", NULL);
    guint a = ask(&f);
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    while (!__atomic_load_n(&lookups_begun, __ATOMIC_SEQ_CST) && g_get_monotonic_time() < until)
        assert_true(brain_pool_poll(f.pool, NULL, 0, 20, NULL));
    assert_int_equal(lookups_begun, 1);
    alarm(20); /* a forget that joins the lookup never comes back */
    brain_pool_forget(f.pool, a);
    alarm(0);
    assert_int_equal(__atomic_load_n(&lookups_done, __ATOMIC_SEQ_CST), 0);
    assert_int_equal(write(lookup_pipe[1], "x", 1), 1);
    while (!__atomic_load_n(&lookups_done, __ATOMIC_SEQ_CST) && g_get_monotonic_time() < until)
        assert_true(brain_pool_poll(f.pool, NULL, 0, 5, NULL));
    assert_int_equal(lookups_done, 1);
    stop(&f);
}

static void pool__poll__reports_the_engines_descriptors(void **state)
{
    (void)state;
    struct fixture f = {0};
    start_at(&f, "http://127.0.0.1:1/v1", NULL);
    int fds[2];
    assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
    GPollFD rows[1] = {{fds[0], G_IO_IN, 0xff}};
    assert_true(brain_pool_poll(f.pool, rows, 1, 0, NULL));
    assert_int_equal(rows[0].revents, 0);
    assert_int_equal(write(fds[1], "x", 1), 1);
    assert_true(brain_pool_poll(f.pool, rows, 1, -1, NULL));
    assert_int_equal(rows[0].revents, G_IO_IN);
    char byte;
    assert_int_equal(read(fds[0], &byte, 1), 1);
    close(fds[1]);
    assert_true(brain_pool_poll(f.pool, rows, 1, -1, NULL)); /* a hang-up wakes, and is told */
    assert_true(rows[0].revents & G_IO_HUP);
    close(fds[0]);
    stop(&f);
}

static void pool__descriptors__are_closed_on_exec(void **state)
{
    (void)state;
    struct fixture f = {0};
    step(&f, MOCK_HANG, NULL, NULL, NULL);
    bool before[64];
    for (int fd = 0; fd < 64; fd++)
        before[fd] = fcntl(fd, F_GETFD) >= 0;
    start(&f, NULL);
    ask(&f);
    int n = 0;
    while (n == 0) {
        assert_true(brain_pool_poll(f.pool, NULL, 0, 20, NULL));
        g_free(mock_requests(&f.mock, &n));
    }
    int ours = 0;
    for (int fd = 3; fd < 64; fd++) {
        int flags = before[fd] ? -1 : fcntl(fd, F_GETFD);
        ours += flags >= 0;
        if (flags >= 0 && !(flags & FD_CLOEXEC))
            fail_msg("descriptor %d would be inherited", fd);
    }
    assert_true(ours >= 2);
    stop(&f);
}

static void pool__human__waits_for_the_person(void **state)
{
    (void)state;
    g_autoptr(config) cfg = config_load_text("[brain me]\nkind=human\n", NULL);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(brain_request) r = brain_request_new("plan");
    guint a = brain_pool_ask(pool, "me", r, NULL), b = brain_pool_ask(pool, "me", r, NULL);
    assert_true(a && b && a != b);
    assert_true(brain_pool_poll(pool, NULL, 0, 0, NULL));
    assert_true(brain_pool_wants_person(pool, a));
    assert_null(brain_pool_reply(pool, a));
    assert_true(brain_pool_answer(pool, a, "{}"));
    assert_false(brain_pool_answer(pool, a, "{}"));
    assert_false(brain_pool_wants_person(pool, a));
    assert_string_equal(brain_pool_reply(pool, a)->text, "{}");
    assert_true(brain_pool_wants_person(pool, b));
    assert_false(brain_pool_answer(pool, 999, "{}"));
}

static void pool__ask__of_an_unknown_brain_fails(void **state)
{
    (void)state;
    g_autoptr(config) cfg = config_load_text("", NULL);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(brain_request) r = brain_request_new("plan");
    g_autoptr(GError) error = NULL;
    assert_int_equal(brain_pool_ask(pool, "nobody", r, &error), 0);
    assert_non_null(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pool__failures__say_whose_they_are),
        cmocka_unit_test(pool__answer__gives_text_tokens_and_cost),
        cmocka_unit_test(pool__request__has_what_the_wire_wants),
        cmocka_unit_test(pool__part_of_an_image__is_cut_out_when_it_is_sent),
        cmocka_unit_test(pool__image__that_is_no_png_is_refused),
        cmocka_unit_test(pool__refusal__is_an_error_of_its_own),
        cmocka_unit_test(pool__cut_by_length__is_never_taken_for_an_answer),
        cmocka_unit_test(pool__empty__is_an_error),
        cmocka_unit_test(pool__error_inside_200__is_told),
        cmocka_unit_test(pool__key_refused__names_no_key),
        cmocka_unit_test(pool__key_echoed_at_the_cut__is_not_told_by_half),
        cmocka_unit_test(pool__bad_status__is_one_clear_sentence),
        cmocka_unit_test(pool__html_page__is_cut_and_cleaned),
        cmocka_unit_test(pool__too_many_requests__waits_as_told_and_goes_on),
        cmocka_unit_test(pool__too_many_requests__says_why_and_when_it_goes_on),
        cmocka_unit_test(pool__wait_longer_than_the_call__is_not_waited_for),
        cmocka_unit_test(pool__server_errors__are_tried_again),
        cmocka_unit_test(pool__cut_off_body__is_tried_again_then_told),
        cmocka_unit_test(pool__nobody_there__is_told),
        cmocka_unit_test(pool__slow_server__times_out),
        cmocka_unit_test(pool__endless_body__is_cut),
        cmocka_unit_test(pool__redirect__is_not_followed),
        cmocka_unit_test(pool__parameter_refused__is_renamed_and_remembered),
        cmocka_unit_test(pool__two_calls__run_at_the_same_time),
        cmocka_unit_test(pool__forget__of_a_hanging_call_returns),
        cmocka_unit_test(pool__forget__does_not_wait_for_a_name_lookup),
        cmocka_unit_test(pool__poll__reports_the_engines_descriptors),
        cmocka_unit_test(pool__descriptors__are_closed_on_exec),
        cmocka_unit_test(pool__human__waits_for_the_person),
        cmocka_unit_test(pool__ask__of_an_unknown_brain_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
