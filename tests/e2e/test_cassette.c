/* A run whose calls were recorded plays again with no service there: to the same decisions. */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The model's answer, within a JSON string of a streamed completion. */
static char *stream_of(const char *actions, const char *outcome)
{
    return g_strdup_printf("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                           "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"reasoning\\\":\\\"so it goes\\\",\"}}]}\n\n"
                           "data: {\"choices\":[{\"delta\":{\"content\":\"\\\"actions\\\":[%s],\\\"outcome\\\":\\\"%s\\\"}\"},"
                           "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}\n\n"
                           "data: [DONE]\n\n",
                           actions, outcome);
}

#define PRESS(LABEL)                                                                                                             \
    "{\\\"skill\\\":\\\"press_button\\\",\\\"args\\\":{\\\"label\\\":\\\"" LABEL "\\\"},\\\"reason\\\":\\\"next\\\"}"

/* A run of the agent with one question a step; what it proposed, "LABEL LABEL …". Caller frees. */
static char *run_of(const char *brain, const char *record)
{
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--sandbox", "640x480", "--app", "xcalc",
                                         "--brain", brain, "press 7 and 8", record ? "--record" : NULL, record));
    GString *proposed = g_string_new(NULL);
    for (int i = 0; i < 2; i++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        const struct value *label = action_get(p->fire.action, "label");
        g_string_append_printf(proposed, "%s ", label ? label->string : "?");
        driver_approve(d, p);
        driver_await_where(d, EVENT_FIRED, "done");
    }
    const event *ended = driver_await(d, EVENT_ENDED);
    g_string_append(proposed, ended->end.outcome);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    return g_string_free(proposed, FALSE);
}

static void cassette__of_a_run__plays_to_the_same_decisions(void **state)
{
    (void)state;
    g_autofree char *one = stream_of(PRESS("7"), "continue"), *two = stream_of(PRESS("8"), "continue");
    g_autofree char *end = stream_of("", "success");
    const struct mock_step steps[] = {{MOCK_PIECES, one}, {MOCK_DROP, NULL}, {MOCK_ANSWER, two}, {MOCK_ANSWER, end}};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\n[brain served]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\nprice_in=0\nprice_out=0\n",
                                           server.port);
    driver_configure("gate", ini);
    g_autofree char *file = g_build_filename(g_get_home_dir(), "run.cassette", NULL),
                    *brain = g_strconcat("cassette:", file, NULL);
    g_autofree char *first = run_of("served", file);
    mock_stop(&server);
    assert_string_equal(first, "7 8 success");
    g_autofree char *again = run_of(brain, NULL), *out = NULL;
    assert_string_equal(again, first);
    reins_run(NULL, WORDS("memory", "compare", "1", "2"), &out, NULL);
    if (!strstr(out, "did the same"))
        fail_msg("%s", out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cassette__of_a_run__plays_to_the_same_decisions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
