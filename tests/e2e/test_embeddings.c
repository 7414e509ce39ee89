/* Whole runs whose skills are ranked by a service's vectors ([skills] embeddings=), over a real socket: what it says counts, what
 * it fails to say is said, and the run goes on with the built-in ones. */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MANY 8 /* answers that a server has ready */

/* Nothing of it is in a skill's words: where this skill is like it, a vector says so. */
static const char task[] = "b1 b2 b3 b4", first[] = "wait_seconds", alike[] = "b1 b2|wait seconds: ";

static void write_ini(int port)
{
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=100\n[skills]\nembeddings=near\n[brain near]\nkind=openai\n"
                                           "url=http://127.0.0.1:%d/v1\nmodel=tiny\ntimeout_s=1",
                                           port);
    driver_configure("gate", ini);
}

static driver *start(int port)
{
    write_ini(port);
    return driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--brain", "gate", task));
}

/* The skills that the next plan is shown, as its pane gets them; caller frees. */
static char *planned_with(driver *d)
{
    for (;;) {
        const event *e = driver_await_where(d, EVENT_MODULE, "plan");
        if (e->module.skills)
            return g_strdup(e->module.skills);
    }
}

static void next_step(driver *d)
{
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "another");
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

static struct mock serve(enum mock_kind kind, const char *text)
{
    struct mock_step steps[MANY];
    for (int i = 0; i < MANY; i++)
        steps[i] = (struct mock_step){kind, (char *)text};
    return mock_start(steps, MANY);
}

static void run__with_a_services_vectors__ranks_by_them_and_asks_once(void **state)
{
    (void)state;
    struct mock server = serve(MOCK_VECTORS, alike);
    driver *d = start(server.port);
    g_autofree char *best = g_strdup_printf("{\"name\":\"%s\",\"call\":\"", first);
    for (int i = 0; i < 2; i++) {
        g_autofree char *skills = planned_with(d);
        const char *row = strstr(skills, best), *score = row ? strstr(row, "\",\"score\":") : NULL;
        if (!score || !g_str_has_prefix(score, "\",\"score\":1,"))
            fail_msg("%s", skills);
        next_step(d);
    }
    assert_int_equal(driver_notices(d, "embedding"), 0);
    int n;
    g_autofree char *asked = mock_requests(&server, &n);
    assert_int_equal(n, 2); /* all skills at once, and not again: the question is the same; then the lesson of the first step */
    const char *skill = strstr(asked, "\"wait seconds: Wait");
    assert_non_null(skill);
    assert_null(strstr(skill + 1, "\"wait seconds: Wait"));
    assert_non_null(strstr(skill, "a person rejected"));
    stop(d);
    mock_stop(&server);
    /* the store has the skills' vectors, and nobody makes one of a new question: none of them is used */
    g_autofree char *out = NULL, *err = NULL;
    assert_int_equal(reins_run(NULL, WORDS("skills", "search", "--limit", "1", "press", "a", "button"), &out, &err), 0);
    assert_non_null(strstr(err, "skills are searched with the built-in embedding (ngram-1)"));
    assert_null(strstr(out, first));
}

/* The run goes on, and says it once. */
static void goes_on(int port, const char *words)
{
    driver *d = start(port);
    for (int i = 0; i < 2; i++) {
        g_autofree char *skills = planned_with(d);
        assert_null(strstr(skills, "\"score\":1,"));
        next_step(d);
    }
    if (driver_notices(d, "skills are searched with the built-in embedding") != 1 || driver_notices(d, words) != 1)
        fail_msg("%u warnings, %u of them with \"%s\"", driver_notices(d, "built-in embedding"), driver_notices(d, words), words);
    stop(d);
}

static void run__whose_service_is_not_there__goes_on(void **state)
{
    (void)state;
    struct mock server = serve(MOCK_DROP, NULL);
    mock_stop(&server); /* nobody listens at that port any more */
    goes_on(server.port, "brain near");
}

static void run__whose_service_never_answers__goes_on(void **state)
{
    (void)state;
    struct mock server = serve(MOCK_HANG, NULL);
    goes_on(server.port, "no answer within 1 s");
    mock_stop(&server);
}

static void run__whose_service_answers_nonsense__goes_on(void **state)
{
    (void)state;
    g_autofree char *answer = mock_response("200 OK", "", "{\"data\":[{\"embedding\":[1,2]}]}");
    struct mock server = serve(MOCK_ANSWER, answer);
    goes_on(server.port, "vectors for");
    mock_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run__with_a_services_vectors__ranks_by_them_and_asks_once),
        cmocka_unit_test(run__whose_service_is_not_there__goes_on),
        cmocka_unit_test(run__whose_service_never_answers__goes_on),
        cmocka_unit_test(run__whose_service_answers_nonsense__goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
