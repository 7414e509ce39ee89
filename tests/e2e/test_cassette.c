/* A run whose calls were recorded plays again with no service there: to the same decisions. */
#include "tests/e2e/driver.h"

#include "tests/engine/brain/mock_http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

/* A run of the agent with one question a step; what it proposed, with its timeline, and what came of it, "LABEL DIGEST EFFECT …",
 * and its outcome. `where`: an option of the display and its value. Caller frees. */
static char *run_of(const char *brain, const char *const *where, const char *record)
{
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", where[0], where[1], "--app", "xcalc",
                                         "--brain", brain, "press 7 and 8", record ? "--record" : NULL, record));
    GString *proposed = g_string_new(NULL);
    for (int i = 0; i < 2; i++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        const struct value *label = action_get(p->fire.action, "label");
        g_string_append_printf(proposed, "%s %s ", label ? label->string : "?", p->fire.digest);
        driver_approve(d, p);
        g_string_append_printf(proposed, "%s ", driver_await_where(d, EVENT_FIRED, "done")->effect);
    }
    const event *ended = driver_await(d, EVENT_ENDED);
    g_string_append(proposed, ended->end.outcome);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    return g_string_free(proposed, FALSE);
}

static void assert_same(const char *one, const char *other)
{
    g_autofree char *out = NULL;
    reins_run(NULL, WORDS("memory", "compare", one, other), &out, NULL);
    if (!strstr(out, "did the same"))
        fail_msg("%s", out);
}

/* A person has another key pressed than was then: what would come of that nobody knows, and nothing is as if it had been done. */
static void departs(const char *const *where)
{
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", where[0], where[1], "--app", "xcalc",
                                         "--brain", where[1], "press 7 and 8"));
    g_autofree char *seen = g_strdup(driver_await(d, EVENT_FRAME)->picture.frame);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autoptr(action) nine = action_copy(p->fire.action);
    action_set_string(nine, "label", "9");
    driver_edit(d, p, nine);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const event *e = driver_await_where(d, EVENT_DECISION, "voided");
    assert_non_null(strstr(e->reason, "the recorded run did something else here"));
    assert_string_equal(driver_await(d, EVENT_FRAME)->picture.frame, seen);
    const event *ended = driver_approve_all(d); /* its answers go on, to a success that was not its own */
    assert_string_equal(ended->end.outcome, "failed");
    assert_true(g_str_has_prefix(ended->reason,
                                 "this run departs from the recorded one at step 1: press_button(label = \"9\") is "
                                 "approved here; the recorded run had press_button(label = \"7\") there: approved"));
    driver_free(d);
}

/* The third time there is no display and no program that would make one; what was fired then is all that can be fired. */
static void cassette__of_a_run__plays_to_the_same_decisions(void **state)
{
    (void)state;
    const char *const sandbox[] = {"--sandbox", "640x480"};
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
    g_autofree char *first = run_of("served", sandbox, file);
    mock_stop(&server);
    assert_true(g_str_has_prefix(first, "7 ") && g_str_has_suffix(first, " success"));
    g_autofree char *again = run_of(brain, sandbox, NULL);
    assert_string_equal(again, first);
    assert_same("1", "2");
    g_autofree char *path = g_strdup(g_getenv("PATH"));
    const char *const recorded[] = {"--display", brain};
    g_setenv("PATH", "/nowhere", TRUE);
    g_autofree char *third = run_of(brain, recorded, NULL);
    assert_string_equal(third, first);
    assert_same("1", "3");
    departs(recorded);
    g_setenv("PATH", path, TRUE);
}

/* The next proposal of the model: a key that a person drives is one, too. */
static const event *await_button(driver *d)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    while (!g_str_equal(p->fire.action->skill, "press_button"))
        p = driver_await(d, EVENT_PROPOSAL);
    return p;
}

static void fire_button(driver *d, const event *p, GString *told)
{
    g_string_append_printf(told, "%s %s ", action_get(p->fire.action, "label")->string, p->fire.digest);
    driver_approve(d, p);
    g_string_append_printf(told, "%s ", driver_await_where(d, EVENT_FIRED, "done")->effect);
}

/* As run_of(), with a person who takes over before the second key, presses two themselves where the display has a keyboard, and
 * hands back. pause: they have paused before the first one. */
static char *run_taken_over(const char *brain, const char *const *where, const char *record, bool pause)
{
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", where[0], where[1], "--app", "xcalc",
                                         "--brain", brain, "press 7 and 9", record ? "--record" : NULL, record));
    GString *told = g_string_new(NULL);
    const event *p = await_button(d);
    if (pause) {
        driver_send(d, "{\"command\":\"pause\"}");
        driver_await_where(d, EVENT_STATE, "paused");
        driver_send(d, "{\"command\":\"resume\"}");
        p = await_button(d);
    }
    fire_button(d, p, told);
    await_button(d);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    for (int i = 0; i < 2; i++) {
        driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"5\"}}}");
        if (record)
            driver_await_where(d, EVENT_FIRED, "done");
        else
            assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "a recorded display has no keyboard"));
    }
    driver_send(d, "{\"command\":\"handback\",\"note\":\"5 is pressed\"}");
    fire_button(d, await_button(d), told);
    g_string_append(told, driver_await(d, EVENT_ENDED)->end.outcome);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    return g_string_free(told, FALSE);
}

/* What a person did with their own hands is not done again: the run finds the screen as they left it. */
static void cassette__of_a_run_that_a_person_drove__plays_without_their_keys(void **state)
{
    (void)state;
    const char *const sandbox[] = {"--sandbox", "640x480"};
    g_autofree char *one = stream_of(PRESS("7"), "continue"), *two = stream_of(PRESS("8"), "continue");
    g_autofree char *three = stream_of(PRESS("9"), "continue"), *end = stream_of("", "success");
    const struct mock_step steps[] = {{MOCK_ANSWER, one}, {MOCK_ANSWER, two}, {MOCK_ANSWER, three}, {MOCK_ANSWER, end}};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\n[brain served]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\nprice_in=0\nprice_out=0\n",
                                           server.port);
    driver_configure("gate", ini);
    g_autofree char *file = g_build_filename(g_get_home_dir(), "driven.cassette", NULL),
                    *brain = g_strconcat("cassette:", file, NULL);
    g_autofree char *first = run_taken_over("served", sandbox, file, false);
    mock_stop(&server);
    assert_true(g_str_has_prefix(first, "7 ") && strstr(first, " 9 ") && g_str_has_suffix(first, " success"));
    const char *const recorded[] = {"--display", brain};
    g_autofree char *again = run_taken_over(brain, recorded, NULL, false);
    assert_string_equal(again, first);
    g_autofree char *paused = run_taken_over(brain, recorded, NULL, true);
    assert_string_equal(paused, first);
}

/* Where the person decides otherwise than then: at each key 'y' or 'n', and what is told of it. */
static void plays_with(const char *brain, const char *const *where, const char *decisions, const char *told, const char *outcome,
                       int code)
{
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", where[0], where[1], "--app", "xcalc",
                                         "--brain", brain, "press 7 and 8"));
    for (const char *decision = decisions; *decision; decision++) {
        const event *p = driver_await(d, EVENT_PROPOSAL);
        *decision == 'y' ? driver_approve(d, p) : driver_reject(d, p, "not now");
    }
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, outcome);
    if (!strstr(ended->reason, told))
        fail_msg("%s: the reason is: %s", decisions, ended->reason);
    assert_non_null(strstr(ended->reason, "the recording ends here"));
    bool departs = strstr(told, "here;") != NULL;
    assert_int_equal(driver_notices(d, told), departs);
    assert_int_equal(driver_notices(d, "departs from the recorded one") > 0, departs);
    assert_int_equal(driver_notices(d, "was not fired: the recorded run"), 0); /* it is said once, with what was decided then */
    assert_int_equal(driver_exit(d), code);
    driver_free(d);
}

/* 7 was fired, 8 was rejected, and the run was stopped while the model was asked once more. */
static void cassette__decided_otherwise__says_what_was_decided_then(void **state)
{
    (void)state;
    const char *const sandbox[] = {"--sandbox", "640x480"};
    g_autofree char *one = stream_of(PRESS("7"), "continue"), *two = stream_of(PRESS("8"), "continue");
    const struct mock_step steps[] = {{MOCK_ANSWER, one}, {MOCK_ANSWER, two}, {MOCK_HANG, NULL}};
    struct mock server = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *ini = g_strdup_printf("[eye]\nsettle_ms=60\n[brain served]\nkind=openai\nurl=http://127.0.0.1:%d/v1\n"
                                           "model=m\nprice_in=0\nprice_out=0\n",
                                           server.port);
    driver_configure("gate", ini);
    g_autofree char *file = g_build_filename(g_get_home_dir(), "decided.cassette", NULL),
                    *brain = g_strconcat("cassette:", file, NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", sandbox[0], sandbox[1], "--app", "xcalc",
                                         "--brain", "served", "press 7 and 8", "--record", file));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "not now");
    driver_await_where(d, EVENT_MODULE, "started");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    mock_stop(&server);
    const char *const recorded[] = {"--display", brain}, *const *const displays[] = {recorded, sandbox};
    for (gsize i = 0; i < G_N_ELEMENTS(displays); i++) {
        plays_with(brain, displays[i], "yn", "the recorded run ended there: stopped: stopped by the person", "stopped", 4);
        plays_with(brain, displays[i], "yy",
                   "step 2: press_button(label = \"8\") is approved here; the recorded run did not fire it: rejected by human: "
                   "not now",
                   "failed", 1);
    }
    plays_with(brain, recorded, "nn",
               "step 1: press_button(label = \"7\") is rejected here; the recorded run fired it: approved by human", "failed", 1);
}

static void recording__that_cannot_be_played__is_said(void **state)
{
    (void)state;
    g_autofree char *empty = g_build_filename(g_get_home_dir(), "run.cassette", NULL), *out = NULL, *err = NULL;
    g_autofree char *display = g_strconcat("cassette:", empty, NULL), *text = NULL;
    assert_true(g_file_get_contents(empty, &text, NULL, NULL)); /* of the test before */
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) /* no line of a device */
        if (strstr(*line, "\"device\":"))
            **line = '\0';
    g_autofree char *calls = g_strjoinv("\n", lines);
    g_autoptr(GString) kept = g_string_new(calls);
    while (g_string_replace(kept, "\n\n", "\n", 0))
        ;
    const char *const run[] = {"run",   "--headless", "--agent", "direct", "--display",     display,
                               "--app", "xcalc",      "--brain", display,  "press 7 and 8", NULL};
    assert_true(g_file_set_contents(empty, *kept->str == '\n' ? kept->str + 1 : kept->str, -1, NULL));
    assert_int_equal(reins_run(NULL, run, &out, &err), 3);
    assert_non_null(strstr(out, "has no display on it"));
    g_clear_pointer(&out, g_free);
    assert_true(g_file_set_contents(empty, text, -1, NULL));
    g_autofree char *data = g_build_filename(g_get_user_data_dir(), "reins", "frames", NULL);
    g_autofree char *away = g_strconcat(data, ".away", NULL);
    assert_int_equal(rename(data, away), 0);
    assert_int_equal(reins_run(NULL, run, &out, NULL), 1);
    assert_non_null(strstr(out, "are not in this store (reins memory import"));
    g_clear_pointer(&out, g_free);
    assert_int_equal(reins_run(NULL, WORDS("see", "--display", display, "--out", "x.png"), NULL, &out), 3);
    assert_non_null(strstr(out, "only reins run plays it"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cassette__of_a_run__plays_to_the_same_decisions),
                                       cmocka_unit_test(recording__that_cannot_be_played__is_said),
                                       cmocka_unit_test(cassette__decided_otherwise__says_what_was_decided_then),
                                       cmocka_unit_test(cassette__of_a_run_that_a_person_drove__plays_without_their_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
