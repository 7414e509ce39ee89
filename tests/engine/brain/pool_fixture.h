#ifndef TESTS_ENGINE_BRAIN_POOL_FIXTURE_H
#define TESTS_ENGINE_BRAIN_POOL_FIXTURE_H

/* A pool with one brain, t (2 USD and 10 USD a million tokens), at a scripted server. After cmocka's headers. */

#include "engine/brain/brain.h"
#include "engine/brain/pool.h"
#include "tests/engine/brain/mock_http.h"

#define KEY "tkey-0123456789abcdef"
#define LIMIT_S 30

#define OK_BODY                                                                                                                  \
    "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"{\\\"a\\\":1}\"},\"finish_reason\":\"stop\"}]" \
    ","                                                                                                                          \
    "\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":200,\"total_tokens\":1200}}"

struct fixture {
    struct mock mock;
    config *cfg;
    brain_pool *pool;
    struct mock_step steps[8];
    gsize n;
};

/* Adds an answer to the script. */
static inline void step(struct fixture *f, enum mock_kind kind, const char *status, const char *headers, const char *body)
{
    f->steps[f->n++] = (struct mock_step){kind, status ? mock_response(status, headers, body) : NULL};
}

static inline void start_at(struct fixture *f, const char *url, const char *options)
{
    g_autofree char *text =
        g_strdup_printf("[brain t]\nkind=openai\nurl=%s\nmodel=m1\nprice_in=2\nprice_out=10\n%s%s\n", url,
                        options && strstr(options, "key=") ? "" : "key=env:REINS_TEST_KEY\n", options ? options : "");
    g_autoptr(GError) error = NULL;
    g_setenv("REINS_TEST_KEY", KEY, TRUE);
    f->cfg = config_load_text(text, &error);
    assert_null(error);
    f->pool = brain_pool_new(f->cfg);
    f->pool->backoff_ms = 1;
}

static inline void start(struct fixture *f, const char *options)
{
    f->mock = mock_start(f->steps, f->n);
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%d/v1", f->mock.port);
    start_at(f, url, options);
}

static inline void stop(struct fixture *f)
{
    brain_pool_free(f->pool);
    config_free(f->cfg);
    if (f->mock.pid)
        mock_stop(&f->mock);
    for (gsize i = 0; i < f->n; i++)
        g_free(f->steps[i].text);
}

static inline brain_request *question(void)
{
    g_autoptr(brain_request) r = brain_request_new("plan");
    r->system = g_strdup("You plan.");
    r->user = g_strdup("Now plan.");
    r->schema = g_strdup("{\"type\":\"object\"}");
    return g_steal_pointer(&r);
}

static inline guint ask(struct fixture *f)
{
    g_autoptr(brain_request) r = question();
    g_autoptr(GError) error = NULL;
    guint id = brain_pool_ask(f->pool, "t", r, &error);
    if (!id)
        fail_msg("%s", error->message);
    return id;
}

static inline const struct brain_reply *await(struct fixture *f, guint id)
{
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    const struct brain_reply *reply;
    while (!(reply = brain_pool_reply(f->pool, id))) {
        assert_true(g_get_monotonic_time() < until);
        assert_true(brain_pool_poll(f->pool, NULL, 0, 1000, NULL));
    }
    return reply;
}

/* Until the server has a request. */
static inline void await_request(struct fixture *f)
{
    int n = 0;
    while (n == 0) {
        assert_true(brain_pool_poll(f->pool, NULL, 0, 20, NULL));
        g_free(mock_requests(&f->mock, &n));
    }
}

#endif
