/* Several modules in one call: one request, its parts, what is asked again alone, what a person changes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"
#include "tests/engine/session/driver.h"

#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/run/replay.h"

#define WATCHED "\"watcher\":{\"text\":\"seen\"}"
#define THOUGHT "\"thinker\":{\"mood\":\"good\"}"
#define NOTED "\"noter\":{\"note\":\"kept\"}"
#define HANGS ""
#define PAIR "{\"text\":\"seen\",\"mood\":\"good\"}" /* held back until the next question is there, too */
#define ALL_BITS (1u << WATCHER | 1u << THINKER | 1u << NOTER)

struct world {
    struct scene s;
    struct mock mock;
};

/* `replies`: what the model says, in the order of its calls; ends with NULL. */
static void open_world(struct world *w, guint merged, scene_answers answers, const char *const *replies)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    struct mock_step steps[8];
    gsize n = 0;
    for (; replies[n]; n++) {
        g_autofree char *text = g_strescape(replies[n], NULL);
        g_autofree char *body = g_strdup_printf("{\"choices\":[{\"message\":{\"content\":\"%s\"},\"finish_reason\":\"stop\"}],"
                                                "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10}}",
                                                text);
        g_ptr_array_add(texts, mock_response("200 OK", "Content-Type: application/json\r\n", body));
        steps[n] = (struct mock_step){g_str_equal(replies[n], HANGS)  ? MOCK_HANG
                                      : g_str_equal(replies[n], PAIR) ? MOCK_PAIR
                                                                      : MOCK_ANSWER,
                                      g_ptr_array_index(texts, n)};
    }
    w->mock = mock_start(steps, n);
    g_autofree char *settings =
        g_strdup_printf("[brain model]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\nstream=false\n", w->mock.port);
    scene_open(&w->s, settings, "", answers, NULL);
    w->s.options.brain = (char *)"model";
    w->s.run.answers->merged = merged;
}

static void close_world(struct world *w)
{
    scene_close(&w->s);
    mock_stop(&w->mock);
}

static int asked(struct world *w)
{
    int n;
    g_free(mock_requests(&w->mock, &n));
    return n;
}

static bool ask_first(struct world *w, bool both, GError **error)
{
    struct ask asks[] = {{.module = WATCHER}, {.module = THINKER}};
    bool ok = step_ask(&w->s.run, asks, both ? 2 : 1, error);
    for (gsize i = 0; i < G_N_ELEMENTS(asks); i++)
        ask_clear(&asks[i]);
    return ok;
}

static void assert_asked(bool ok, const GError *error)
{
    if (!ok)
        fail_msg("%s", error->message);
}

static void ask_all(struct world *w)
{
    GError *error = NULL;
    assert_asked(ask_first(w, true, &error), error);
    assert_asked(step_ask_one(&w->s.run, NOTER, &error), error);
}

static const char *said(struct world *w, guint module, const char *field)
{
    const form_output *out = step_said(&w->s.run, module);
    return out ? form_output_string(out, field) : "nothing";
}

/* "watcher:done(merged: …)": of each call in the store module, status and note, with the tokens of all. */
static char *calls(struct world *w, gint64 *ret_tokens)
{
    g_autoptr(GPtrArray) rows = memory_calls(w->s.run.store, w->s.run.id, 0, NULL);
    GString *all = g_string_new(NULL);
    *ret_tokens = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_call *c = rows->pdata[i];
        g_string_append_printf(all, "%s%s:%s(%s)", i ? " " : "", c->module, c->status, c->error ? c->error : "");
        *ret_tokens += c->tokens_in;
    }
    return g_string_free(all, FALSE);
}

static void assert_calls(struct world *w, const char *expected, gint64 tokens)
{
    gint64 sum;
    g_autofree char *all = calls(w, &sum);
    assert_string_equal(all, expected);
    assert_int_equal(sum, tokens);
}

static void merged__one_call__each_says_its_part(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", NULL});
    ask_all(&w);
    assert_int_equal(asked(&w), 1);
    assert_string_equal(said(&w, WATCHER, "text"), "seen");
    assert_string_equal(said(&w, THINKER, "mood"), "good");
    assert_string_equal(said(&w, NOTER, "note"), "kept");
    assert_calls(&w,
                 "watcher:done(merged: watcher+thinker+noter) thinker:done(merged with call 1 of watcher) noter:done(merged with "
                 "call 1 of watcher)",
                 100);
    assert_int_equal(w.s.run.spent->tokens_in, 100);
    assert_int_equal(scene_count(&w.s, "\"status\":\"done\""), 3);
    assert_int_equal(scene_count(&w.s, "merged with call 1 of watcher\\n"), 2); /* in the panes */
    close_world(&w);
}

/* No answer comes before both are asked. */
static void alone__need_nothing_of_each_other__asked_at_once(void **state)
{
    (void)state;
    struct world w;
    GError *error = NULL;
    open_world(&w, 0, NULL, (const char *const[]){PAIR, PAIR, NULL});
    assert_asked(ask_first(&w, true, &error), error);
    assert_int_equal(asked(&w), 2);
    assert_string_equal(said(&w, WATCHER, "text"), "seen");
    assert_string_equal(said(&w, THINKER, "mood"), "good");
    close_world(&w);
}

static void merged__request__has_all_jobs_and_their_schema(void **state)
{
    (void)state;
    struct world w;
    int n;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", NULL});
    ask_all(&w);
    g_autofree char *request = mock_requests(&w.mock, &n);
    const char *watcher = strstr(request, "# watcher"), *thinker = strstr(request, "# thinker");
    assert_non_null(watcher);
    assert_true(thinker > watcher);
    assert_non_null(strstr(request, "\"required\":[\"watcher\",\"thinker\",\"noter\"]"));
    assert_non_null(strstr(request, "\"mood\""));
    close_world(&w);
}

/* One that waits for nothing in the call and is not merged has its own; what is asked at the same time and is not in the call
 * keeps those out that need it. */
static void merged__needs_what_is_asked_elsewhere__waits_for_its_turn(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, 1u << WATCHER | 1u << NOTER, NULL, (const char *const[]){PAIR, PAIR, "{\"note\":\"kept\"}", NULL});
    ask_all(&w);
    assert_int_equal(asked(&w), 3);
    assert_string_equal(said(&w, NOTER, "note"), "kept");
    close_world(&w);
    open_world(&w, 1u << WATCHER | 1u << NOTER, NULL, (const char *const[]){"{" WATCHED "," NOTED "}", NULL});
    GError *error = NULL;
    assert_asked(ask_first(&w, false, &error), error); /* the thinker is not asked in this step */
    assert_asked(step_ask_one(&w.s.run, NOTER, &error), error);
    assert_int_equal(asked(&w), 1);
    close_world(&w);
}

static void merged__part_is_missing_or_wrong__asked_again_alone(void **state)
{
    (void)state;
    static const struct {
        const char *reply, *again, *calls;
    } rows[] = {
        {"{" WATCHED "," NOTED "}", "{\"mood\":\"bad\"}",
         "watcher:done(merged: watcher+thinker+noter) thinker:failed(its part is missing in the reply) thinker:done() "
         "noter:done(merged with call 1 of watcher)"},
        {"{" WATCHED ",\"thinker\":{\"mood\":\"odd\"}," NOTED "}", "{\"mood\":\"bad\"}",
         "watcher:done(merged: watcher+thinker+noter) thinker:failed(field \"mood\": expected one of good, bad, got \"odd\") "
         "thinker:done() noter:done(merged with call 1 of watcher)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct world w;
        open_world(&w, ALL_BITS, NULL, (const char *const[]){rows[i].reply, rows[i].again, NULL});
        ask_all(&w);
        assert_int_equal(asked(&w), 2);
        assert_string_equal(said(&w, THINKER, "mood"), "bad");
        assert_string_equal(said(&w, NOTER, "note"), "kept");
        assert_calls(&w, rows[i].calls, 200);
        int n;
        g_autofree char *request = mock_requests(&w.mock, &n);
        const char *second = strstr(strstr(request, "POST") + 4, "POST");
        assert_null(strstr(second, "# watcher"));
        assert_true((strstr(second, "Your reply did not fit") != NULL) == (i == 1));
        close_world(&w);
    }
}

/* The leader's own part is wrong: those of the others count. */
static void merged__leaders_part_is_wrong__asked_again_alone(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL,
               (const char *const[]){"{\"watcher\":{\"txt\":1}," THOUGHT "," NOTED "}", "{\"text\":\"again\"}", NULL});
    ask_all(&w);
    assert_int_equal(asked(&w), 2);
    assert_string_equal(said(&w, WATCHER, "text"), "again");
    assert_string_equal(said(&w, THINKER, "mood"), "good");
    assert_string_equal(said(&w, NOTER, "note"), "kept");
    close_world(&w);
}

static void merged__person_edits_an_earlier_part__later_ones_are_asked_anew(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", "{\"note\":\"anew\"}", NULL});
    GError *error = NULL;
    assert_asked(ask_first(&w, true, &error), error);
    command *c = command_new(COMMAND_MODULE_EDIT);
    c->module = g_strdup("watcher");
    c->output = g_strdup("{\"text\":\"by hand\"}");
    step_correct(&w.s.run, c);
    command_free(c);
    assert_true(w.s.run.control->redo);
    w.s.run.control->redo = false;
    ask_all(&w);
    assert_int_equal(asked(&w), 2);
    assert_string_equal(said(&w, WATCHER, "text"), "by hand");
    assert_string_equal(said(&w, THINKER, "mood"), "good");
    assert_string_equal(said(&w, NOTER, "note"), "anew");
    close_world(&w);
}

static void merged__person_says_something__later_ones_hear_it(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", "{\"note\":\"heard\"}", NULL});
    GError *error = NULL;
    assert_asked(ask_first(&w, true, &error), error);
    g_string_append(w.s.run.control->hint, "mind the gap");
    assert_asked(step_ask_one(&w.s.run, NOTER, &error), error);
    assert_string_equal(said(&w, NOTER, "note"), "heard");
    close_world(&w);
}

/* The call hangs. The person writes the part of one that waits for it, then that of the leader, which ends the call. */
static char *edits_both(const event *e, void *data)
{
    (void)data;
    if (e->kind != EVENT_MODULE)
        return NULL;
    bool waits = g_str_equal(e->status, "started") && g_str_equal(e->module.name, "thinker");
    bool done = g_str_equal(e->status, "done") && g_str_equal(e->module.name, "thinker");
    if (!waits && !done)
        return NULL;
    command *c = command_new(COMMAND_MODULE_EDIT);
    c->module = g_strdup(waits ? "thinker" : "watcher");
    c->output = g_strdup(waits ? "{\"mood\":\"bad\"}" : "{\"text\":\"by hand\"}");
    return command_line(c);
}

static void merged__person_edits_while_it_is_asked__counts(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, edits_both, (const char *const[]){HANGS, "{\"note\":\"alone\"}", NULL});
    ask_all(&w);
    assert_string_equal(said(&w, WATCHER, "text"), "by hand");
    assert_string_equal(said(&w, THINKER, "mood"), "bad");
    assert_string_equal(said(&w, NOTER, "note"), "alone");
    close_world(&w);
}

/* Scripts, persons and recordings are asked for each alone. */
static void merged__brain_is_a_script__each_alone(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, "function watcher() return {text = 'seen'} end\nfunction thinker() return {mood = 'good'} end\n", NULL,
               NULL);
    s.run.answers->merged = ALL_BITS;
    struct ask asks[] = {{.module = WATCHER}, {.module = THINKER}};
    GError *error = NULL;
    assert_asked(step_ask(&s.run, asks, 2, &error), error);
    assert_null(asks[0].merged);
    assert_string_equal(form_output_string(asks[1].output, "mood"), "good");
    ask_clear(&asks[0]);
    ask_clear(&asks[1]);
    scene_close(&s);
}

/* Nothing has changed: none is asked. */
static void merged__inputs_are_the_same__not_asked_again(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", NULL});
    ask_all(&w);
    answers_begin_step(w.s.run.answers);
    ask_all(&w);
    assert_int_equal(asked(&w), 1);
    assert_string_equal(said(&w, NOTER, "note"), "kept");
    close_world(&w);
}

/* A recorded run replays: each module's part is its reply. */
static void merged__recorded__replays_part_by_part(void **state)
{
    (void)state;
    struct world w;
    open_world(&w, ALL_BITS, NULL, (const char *const[]){"{" WATCHED "," THOUGHT "," NOTED "}", NULL});
    ask_all(&w);
    static const struct {
        const char *module, *reply;
    } rows[] = {{"watcher", "{\"text\":\"seen\"}"}, {"thinker", "{\"mood\":\"good\"}"}, {"noter", "{\"note\":\"kept\"}"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(replay) r = replay_new(w.s.run.store);
        g_autoptr(brain_request) request = brain_request_new(rows[i].module);
        g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, w.s.run.id);
        request->step = w.s.run.step;
        g_autofree char *reply = replay_answer(r, run, request, NULL);
        assert_string_equal(reply, rows[i].reply);
    }
    close_world(&w);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged__one_call__each_says_its_part),
        cmocka_unit_test(alone__need_nothing_of_each_other__asked_at_once),
        cmocka_unit_test(merged__request__has_all_jobs_and_their_schema),
        cmocka_unit_test(merged__needs_what_is_asked_elsewhere__waits_for_its_turn),
        cmocka_unit_test(merged__part_is_missing_or_wrong__asked_again_alone),
        cmocka_unit_test(merged__leaders_part_is_wrong__asked_again_alone),
        cmocka_unit_test(merged__person_edits_an_earlier_part__later_ones_are_asked_anew),
        cmocka_unit_test(merged__person_says_something__later_ones_hear_it),
        cmocka_unit_test(merged__person_edits_while_it_is_asked__counts),
        cmocka_unit_test(merged__brain_is_a_script__each_alone),
        cmocka_unit_test(merged__inputs_are_the_same__not_asked_again),
        cmocka_unit_test(merged__recorded__replays_part_by_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
