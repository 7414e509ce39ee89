/* Ask: what becomes of a call whose answer is no longer waited for. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"
#include "tests/engine/session/driver.h"

#include "engine/run/budget.h"
#include "engine/control/run_state.h"
#include "engine/step/prices.h"
#include "memory/pages.h"

#include <string.h>

#define GOOD                                                                                                                     \
    "function watcher(v) return {text = v.defect and 'seen again' or 'seen'} end\n"                                              \
    "function thinker(v) return {mood = 'good'} end\n"                                                                           \
    "function actor(v) return {actions = {{skill = 'press_key', args = {key = 'a'}, expectation = 'x', reason = 'y'}}} end\n"
#define DEAD "[brain dead]\nkind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\ntimeout_s=1\nfallback="

/* Part of an answer, and then nothing. */
#define STALLED                                                                                                                  \
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"                                                                 \
    "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"text\\\": \\\"a desktop with a\"}}]}\n\n"

static char *stops_at_the_first_words(const event *e, G_GNUC_UNUSED void *data)
{
    return e->kind == EVENT_MODULE && g_str_equal(e->status, "delta") ? g_strdup("{\"command\":\"pause\"}\n") : NULL;
}

/* What had come by then is paid: the store, the run, the day and the client have it, once. */
static void ask__broken_off_while_it_streams__what_came_is_counted(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    const struct mock_step stalled = {MOCK_STALL, (char *)STALLED};
    struct mock mock = mock_start(&stalled, 1);
    g_autofree char *settings = g_strdup_printf(
        "[brain slow]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\nprice_in=2\nprice_out=100000\n", mock.port);
    scene_open(&s, settings, GOOD, stops_at_the_first_words, NULL);
    s.options.brain = (char *)"slow";
    assert_false(step_ask_one(&s.run, WATCHER, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 0, NULL);
    assert_int_equal(rows->len, 1);
    const struct memory_call *c = rows->pdata[0];
    assert_string_equal(c->status, "failed");
    assert_non_null(strstr(c->error, "\nINCOMPLETE: {\"text\": \"a desktop with a"));
    assert_true(c->tokens_in > 0 && c->tokens_out > 0 && c->cost * 10.001 >= (double)c->tokens_out);
    assert_true(prices_kept(&s.run, 0, NULL));
    struct memory_spent day;
    assert_true(memory_spent_today(s.run.store, &day, NULL));
    assert_true(day.cost >= c->cost && day.cost <= c->cost);
    assert_true(s.run.spent->cost >= c->cost && s.run.spent->cost <= c->cost);
    assert_int_equal(s.run.spent->tokens_out, c->tokens_out);
    assert_true(s.run.spent->other_usage.cost <= 0);
    g_autofree char *last = g_strdup_printf("\"tokens_in\":%d,\"tokens_out\":%d,", (int)c->tokens_in, (int)c->tokens_out);
    assert_int_equal(scene_count(&s, last), 2); /* the module's end, and the meter */
    assert_int_equal(scene_count(&s, "\"status\":\"skipped\",\"text\":\"broken off\\nINCOMPLETE: {\\\"text"), 1);
    g_clear_error(&error);
    scene_close(&s);
    mock_stop(&mock);
}

static char *pauses_at_the_form(const event *e, G_GNUC_UNUSED void *data)
{
    return e->kind == EVENT_MODULE && e->module.form ? g_strdup("{\"command\":\"pause\"}\n") : NULL;
}

/* Nothing has failed: the person has done something else. */
static void ask__a_person_gives_the_form_up__is_no_error(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, "", GOOD, pauses_at_the_form, NULL);
    s.options.brain = (char *)"person";
    assert_true(memory_step_begin(s.run.store, s.run.id, 1, NULL));
    s.run.step = 1;
    assert_false(step_ask_one(&s.run, ACTOR, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 1, NULL),
                         marks = memory_marks(s.run.store, s.run.id, 1, 1, NULL);
    const struct memory_call *c = rows->pdata[rows->len - 1];
    assert_string_equal(c->status, "skipped");
    assert_string_equal(c->error, "the form was given up");
    for (guint i = 0; i < marks->len; i++)
        assert_string_not_equal(((const struct memory_mark *)marks->pdata[i])->what, "error");
    g_clear_error(&error);
    scene_close(&s);
}

/* It pauses before the dear one: nothing is tried again any more, and the client is told. */
static void ask__fallback_is_too_dear__the_module_s_end_is_told(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, DEAD "dear\n[brain dear]\nkind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\nprice_in=100000\n", GOOD, NULL,
               NULL);
    s.options.brain = (char *)"dead";
    s.options.max_cost = 0.001;
    assert_false(step_ask_one(&s.run, WATCHER, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    assert_true(control_is_paused(s.run.control));
    assert_int_equal(scene_count(&s, "\"status\":\"skipped\",\"text\":\"broken off\""), 1);
    g_clear_error(&error);
    scene_close(&s);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask__fallback_is_too_dear__the_module_s_end_is_told),
        cmocka_unit_test(ask__a_person_gives_the_form_up__is_no_error),
        cmocka_unit_test(ask__broken_off_while_it_streams__what_came_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
