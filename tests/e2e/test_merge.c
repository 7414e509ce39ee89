/* A run that merges modules into one call: what is stored, and that it resumes, replays and plays from a cassette as any other.
 */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"

#include "config/config.h"
#include "memory/memory.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

/* One reply to every question: it has the fields of each module, and the parts of those that are merged. */
#define FIELDS                                                                                                                   \
    "\"text\":[],\"description\":\"a calculator\",\"guidance\":\"\",\"reasoning\":\"so it goes\",\"success\":\"yes\","           \
    "\"task_done\":false,\"subtask\":\"press 7\",\"horizon\":\"short\",\"subtask_done\":false,\"skills\":[]"
#define REPLY                                                                                                                    \
    "{\"gather\":{" FIELDS "},\"reflect\":{" FIELDS "},\"infer\":{" FIELDS "},\"curate\":{" FIELDS "}," FIELDS                   \
    ",\"actions\":[{\"skill\":\"press_button\",\"args\":{\"label\":\"7\"},\"reason\":\"next\"}],\"outcome\":\"continue\"}"
#define MOST_CALLS 60

static struct mock server;
static char *cassette;

static int setup(void **state)
{
    (void)state;
    struct mock_step steps[MOST_CALLS];
    g_autofree char *content = g_strescape(REPLY, NULL);
    g_autofree char *body = g_strdup_printf("{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}],"
                                            "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}",
                                            content);
    g_autofree char *response = mock_response("200 OK", "Content-Type: application/json\r\n", body);
    for (int i = 0; i < MOST_CALLS; i++)
        steps[i] = (struct mock_step){MOCK_ANSWER, response};
    server = mock_start(steps, MOST_CALLS);
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\n[modules]\nmerge=gather+reflect+infer+curate\n"
                                           "[brain served]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\nstream=false\n"
                                           "price_in=0\nprice_out=0\n",
                                           server.port);
    driver_configure("gate", ini);
    driver_leave_words_unread();
    cassette = g_build_filename(g_get_home_dir(), "merged.cassette", NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mock_stop(&server);
    g_free(cassette);
    return 0;
}

static driver *start(const char *brain, const char *record)
{
    return driver_start(NULL, WORDS("run", "--headless", "--agent", "cradle", "--sandbox", "640x480", "--app", "xcalc", "--brain",
                                    brain, "--max-steps", "2", "press 7", record ? "--record" : NULL, record));
}

static void run_to_its_end(driver *d)
{
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "budget"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    driver_exit(d);
    driver_free(d);
}

/* Calls of that run that are done, and whether their rows say that they were merged. */
static void count(gint64 run, const char *module, int *ret_alone, int *ret_merged)
{
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    g_autoptr(GPtrArray) calls = memory_calls(m, run, 0, NULL);
    *ret_alone = *ret_merged = 0;
    for (guint i = 0; calls && i < calls->len; i++) {
        const struct memory_call *c = calls->pdata[i];
        bool merged = memory_call_merged(c);
        if (g_str_equal(c->module, module) && g_str_equal(c->status, "done")) {
            *ret_merged += merged;
            *ret_alone += !merged;
        }
    }
}

static void assert_same(const char *a, const char *b)
{
    g_autofree char *out = NULL;
    reins_run(NULL, WORDS("memory", "compare", a, b), &out, NULL);
    if (!strstr(out, "did the same"))
        fail_msg("%s", out);
}

static void merged_run__is_recorded__plays_and_replays_the_same(void **state)
{
    (void)state;
    int alone, merged;
    g_autofree char *played = g_strconcat("cassette:", cassette, NULL);
    run_to_its_end(start("served", cassette));
    count(1, "infer", &alone, &merged);
    assert_int_equal(alone + merged, 2);
    assert_true(merged >= 1); /* the first step has no film: all its modules are in one call */
    run_to_its_end(start(played, NULL));
    assert_same("1", "2");
    count(2, "infer", &alone, &merged);
    assert_true(merged >= 1);
    run_to_its_end(start("replay:1", NULL));
    assert_same("1", "3");
    count(3, "infer", &alone, &merged);
    assert_int_equal(merged, 0); /* a recording answers each alone */
    assert_verified();
}

static void merged_run__engine_dies__resumes(void **state)
{
    (void)state;
    int alone, merged;
    driver *d = start("served", NULL);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_PROPOSAL);
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    run_to_its_end(driver_start(NULL, WORDS("resume", "--headless", run)));
    count(g_ascii_strtoll(run, NULL, 10), "infer", &alone, &merged);
    assert_true(alone + merged >= 2);
    assert_true(merged >= 1);
    assert_verified();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_run__is_recorded__plays_and_replays_the_same),
        cmocka_unit_test(merged_run__engine_dies__resumes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
