/* Ask: several modules at once, replies that cannot be used, the person's corrections. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"
#include "tests/engine/session/driver.h"

#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/modules/form.h"
#include "engine/run/deciding.h"
#include "engine/control/run_state.h"
#include "engine/step/prices.h"
#include "engine/step/procedural.h"

#include <string.h>

#define GOOD                                                                                                                     \
    "function watcher(v) return {text = v.defect and 'seen again' or 'seen'} end\n"                                              \
    "function thinker(v) return {mood = 'good'} end\n"                                                                           \
    "function actor(v) return {actions = {{skill = 'press_key', args = {key = 'a'}, expectation = 'x', reason = 'y'}}} end\n"
#define BAD "function watcher(v) return 'what?' end\nfunction thinker(v) return {mood = 'odd'} end\n"
#define BAD_ONCE                                                                                                                 \
    "function watcher(v) return v.defect and {text = v.defect} or 'what?' end\nfunction thinker(v) return {mood = 'good'} "      \
    "end\n"

static bool ask_both(struct scene *s, GError **error)
{
    struct ask asks[] = {{.module = WATCHER}, {.module = THINKER}};
    bool ok = step_ask(&s->run, asks, G_N_ELEMENTS(asks), error);
    for (gsize i = 0; i < G_N_ELEMENTS(asks); i++)
        ask_clear(&asks[i]);
    assert_int_equal(s->run.asks->len, 0);
    return ok;
}

static void assert_asked(struct scene *s)
{
    GError *error = NULL;
    if (!ask_both(s, &error))
        fail_msg("%s", error->message);
}

static void assert_says(struct scene *s, guint module, const char *field, const char *text)
{
    assert_non_null(step_said(&s->run, module));
    assert_string_equal(form_output_string(step_said(&s->run, module), field), text);
}

/* "watcher:failed watcher:done": module and status of the calls in the store. */
static char *calls(struct scene *s)
{
    g_autoptr(GPtrArray) rows = memory_calls(s->run.store, s->run.id, 0, NULL);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_call *c = g_ptr_array_index(rows, i);
        g_string_append_printf(all, "%s%s:%s", i ? " " : "", c->module, c->status);
    }
    return g_string_free(all, FALSE);
}

static void assert_calls(struct scene *s, const char *expected)
{
    g_autofree char *all = calls(s);
    assert_string_equal(all, expected);
}

static command *correction(enum command_kind kind, const char *module, const char *output)
{
    command *c = command_new(kind);
    c->module = g_strdup(module);
    c->output = g_strdup(output);
    c->hint = g_strdup(output ? NULL : "look closer");
    return c;
}

/* ---- replies ---- */

static void ask__both_answer__said_and_stored(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    assert_asked(&s);
    assert_says(&s, WATCHER, "text", "seen");
    assert_says(&s, THINKER, "mood", "good");
    assert_calls(&s, "watcher:done thinker:done");
    assert_int_equal(scene_count(&s, "\"status\":\"started\""), 2);
    assert_int_equal(scene_count(&s, "\"status\":\"done\""), 2);
    assert_asked(&s); /* nothing has changed since */
    assert_calls(&s, "watcher:done thinker:done watcher:skipped thinker:skipped");
    assert_says(&s, WATCHER, "text", "seen");
    scene_close(&s);
}

/* Twice each, then nobody is there to mend them: one error, of the first. */
static void ask__two_fail_at_once__one_error(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, "[run]\nrepair_wait_s=1\n", BAD, NULL, NULL);
    s.run.client->console = false;
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_FAILED));
    assert_true(g_str_has_prefix(error->message, "watcher: the reply cannot be used"));
    g_autofree char *all = calls(&s);
    assert_int_equal(strlen(all), strlen("watcher:failed thinker:failed watcher:failed thinker:failed"));
    assert_null(step_said(&s.run, WATCHER));
    assert_int_equal(scene_count(&s, "\"status\":\"failed\""), 2); /* what a re-ask mends is not told */
    g_clear_error(&error);
    scene_close(&s);
}

static void ask__bad_once__asked_again_with_the_defect(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, BAD_ONCE, NULL, NULL);
    assert_asked(&s);
    assert_non_null(strstr(form_output_string(step_said(&s.run, WATCHER), "text"), "JSON"));
    g_autofree char *all = calls(&s);
    assert_non_null(strstr(all, "watcher:failed"));
    assert_non_null(strstr(all, "watcher:done"));
    assert_int_equal(scene_count(&s, "\"status\":\"failed\""), 0);
    scene_close(&s);
}

static char *mends_both(const event *e, void *data)
{
    (void)data;
    if (e->kind != EVENT_MODULE || g_strcmp0(e->status, "failed") != 0)
        return NULL;
    bool watcher = g_str_equal(e->module.name, "watcher");
    g_autofree char *wrong = command_line(correction(COMMAND_MODULE_EDIT, e->module.name, "{\"other\":true}"));
    g_autofree char *right =
        command_line(correction(COMMAND_MODULE_EDIT, e->module.name, watcher ? "{\"text\":\"by hand\"}" : "{\"mood\":\"bad\"}"));
    return g_strconcat(wrong, right, NULL);
}

/* What does not fit is refused with the defect; what does stands, and the call has it as the correction. */
static void ask__bad_twice__the_person_mends_it(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, BAD, mends_both, NULL);
    assert_asked(&s);
    assert_says(&s, WATCHER, "text", "by hand");
    assert_says(&s, THINKER, "mood", "bad");
    assert_int_equal(scene_count(&s, "module_edit: "), 2);
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 0, NULL);
    int corrected = 0;
    for (guint i = 0; i < rows->len; i++)
        corrected += ((struct memory_call *)g_ptr_array_index(rows, i))->correction != NULL;
    assert_int_equal(corrected, 2);
    scene_close(&s);
}

static char *has_it_asked_again(const event *e, void *data)
{
    (void)data;
    bool failed = e->kind == EVENT_MODULE && g_strcmp0(e->status, "failed") == 0 && g_str_equal(e->module.name, "watcher");
    return failed ? command_line(correction(COMMAND_MODULE_RETRY, "watcher", NULL)) : NULL;
}

static void ask__bad_twice__the_person_has_it_asked_again(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, BAD, has_it_asked_again, NULL);
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_REDO));
    assert_string_equal(s.run.control->hint->str, "look closer");
    assert_true(s.run.fork_anew);
    g_clear_error(&error);
    scene_close(&s);
}

/* Nobody listens at port 1. */
#define DEAD "[brain dead]\nkind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\ntimeout_s=1\nfallback="

static void ask__brain_is_not_reached__its_fallback_is_asked_and_said(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, DEAD "script\n", GOOD, NULL, NULL);
    s.options.brain = (char *)"dead";
    assert_asked(&s);
    assert_says(&s, WATCHER, "text", "seen");
    assert_says(&s, THINKER, "mood", "good");
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 0, NULL);
    assert_int_equal(rows->len, 4);
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_call *c = rows->pdata[i];
        bool first = g_str_equal(c->brain, "dead");
        assert_string_equal(c->status, first ? "failed" : "done");
        assert_true(!first || strstr(c->error, "; brain script is asked instead"));
    }
    assert_int_equal(scene_count(&s, "watcher: brain dead: "), 1);            /* a notice */
    assert_int_equal(scene_count(&s, "brain script is asked instead\\n"), 2); /* in both panes */
    scene_close(&s);
}

/* Two that name each other are asked once each; then it is the person's turn. */
static void ask__fallback_fails_too__is_the_end(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s,
               "[run]\nrepair_wait_s=0\n[brain "
               "other]\nkind=openai\nurl=http://127.0.0.1:1/v1\nmodel=m\ntimeout_s=1\nfallback=dead\n" DEAD "other\n",
               GOOD, has_it_asked_again, NULL);
    s.options.brain = (char *)"dead";
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_REDO));
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 0, NULL);
    assert_int_equal(rows->len, 4);
    g_clear_error(&error);
    scene_close(&s);
}

/* There was no reply to correct: only that is said, and nobody is waited for. */
static void ask__key_is_refused__ends_at_once_with_that_alone(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    g_autofree char *no = mock_response("401 Unauthorized", "", "{\"error\":{\"message\":\"no\"}}");
    const struct mock_step refused[] = {{MOCK_ANSWER, no}, {MOCK_ANSWER, no}};
    struct mock mock = mock_start(refused, 2);
    g_autofree char *text =
        g_strdup_printf("[run]\nrepair_wait_s=600\n[brain shut]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\n", mock.port);
    scene_open(&s, text, GOOD, NULL, NULL);
    s.options.brain = (char *)"shut";
    s.run.client->console = false;
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_FAILED));
    assert_true(g_str_has_prefix(error->message, "watcher: brain shut: ") || g_str_has_prefix(error->message, "thinker: "));
    assert_non_null(strstr(error->message, " does not take the key (HTTP 401): no (check key= in [brain shut])"));
    assert_null(strstr(error->message, "cannot be used"));
    assert_int_equal(scene_count(&s, "cannot be used"), 0);
    g_clear_error(&error);
    mock_stop(&mock);
    scene_close(&s);
}

/* A whole answer of which only the mark of its end is missing: it is told and kept, is no answer, and is not asked for again. */
static void ask__stream_that_breaks__is_kept_and_marked(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    const struct mock_step broken = {MOCK_ANSWER,
                                     (char *)"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                                             "data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"text\\\":1}\"}}]}\n\n"};
    struct mock mock = mock_start(&broken, 1);
    g_autofree char *settings =
        g_strdup_printf("[brain cut]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\ntimeout_s=9\n", mock.port);
    scene_open(&s, settings, GOOD, has_it_asked_again, NULL);
    s.options.brain = (char *)"cut";
    assert_false(step_ask_one(&s.run, WATCHER, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_REDO));
    assert_null(step_said(&s.run, WATCHER));
    g_autoptr(GPtrArray) rows = memory_calls(s.run.store, s.run.id, 0, NULL);
    assert_int_equal(rows->len, 1);
    const struct memory_call *c = rows->pdata[0];
    assert_string_equal(c->status, "failed");
    assert_true(g_str_has_suffix(c->error, "\nINCOMPLETE: {\"text\":1}"));
    assert_null(c->reply);
    assert_int_equal(scene_count(&s, "\\nINCOMPLETE: {\\\"text\\\":1}\","), 1); /* the pane */
    g_autofree char *took = g_strdup_printf("\"tokens_in\":%d,\"tokens_out\":%d,", (int)c->tokens_in, (int)c->tokens_out);
    assert_int_equal(scene_count(&s, took), 2); /* its end, and the meter */
    int n;
    g_free(mock_requests(&mock, &n));
    assert_int_equal(n, 1);
    g_clear_error(&error);
    scene_close(&s);
    mock_stop(&mock);
}

/* Nobody takes a brain that waits for one that thinks. */
static void ask__too_many_requests__the_client_is_told_why_and_until_when(void **state)
{
    (void)state;
    struct scene s;
    g_autofree char *busy = mock_response("429 Too Many", "retry-after-ms: 400\r\n", "{\"error\":{\"message\":\"slow down\"}}");
    g_autofree char *good = mock_response("200 OK", "",
                                          "{\"choices\":[{\"message\":{\"content\":\"{\\\"text\\\":\\\"x\\\"}\"},"
                                          "\"finish_reason\":\"stop\"}]}");
    struct mock_step steps[] = {{MOCK_ANSWER, busy}, {MOCK_ANSWER, busy}, {MOCK_ANSWER, good}};
    struct mock mock = mock_start(steps, G_N_ELEMENTS(steps));
    g_autofree char *settings = g_strdup_printf("[brain busy]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\n", mock.port);
    scene_open(&s, settings, GOOD, NULL, NULL);
    s.options.brain = (char *)"busy";
    assert_true(step_ask_one(&s.run, WATCHER, NULL));
    assert_says(&s, WATCHER, "text", "x");
    assert_int_equal(scene_count(&s, "\"status\":\"retry\",\"text\":\"HTTP 429: slow down\""), 2);
    assert_int_equal(scene_count(&s, "\"status\":\"started\""), 1); /* it would take the reason away */
    assert_int_equal(scene_count(&s, "\"retry\":1,\"brain\":\"busy\",\"retries\":3,\"wait_ms\":"), 1);
    assert_int_equal(scene_count(&s, "\"retry\":2,\"brain\":\"busy\",\"retries\":3,\"wait_ms\":"), 1);
    scene_close(&s);
    mock_stop(&mock);
}

/* A script that answers nonsense is no brain that cannot be reached. */
static void ask__bad_reply__asks_no_fallback(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, "[brain other]\nkind=human\n[brain script]\nfallback=other\n", BAD, has_it_asked_again, NULL);
    assert_false(ask_both(&s, &error));
    assert_int_equal(scene_count(&s, "asked instead"), 0);
    g_clear_error(&error);
    scene_close(&s);
}

/* A person is there: it pauses, and after a resume the same is asked, with as much again to spend. */
static void ask__budget_is_over__a_person_is_asked(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    s.options.max_cost = 1;
    s.run.spent->cost = 1.01;
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    assert_true(control_is_paused(s.run.control));
    assert_int_equal(scene_count(&s, "1.0100 USD, more than --max-cost 1.0000 (resume allows up to 2.0100"),
                     2); /* state, notice */
    assert_calls(&s, "");
    g_clear_error(&error);
    scene_close(&s);
}

/* What other runs have cost since midnight counts, and nothing of before. */
static void ask__budget_of_the_day_is_over__a_person_is_asked(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, "[run]\nmax_cost_day=1\n", GOOD, NULL, NULL);
    for (int today = 0; today < 2; today++) {
        struct memory_call call = {.run = s.run.id,
                                   .step = s.run.step,
                                   .module = (char *)"plan",
                                   .brain = (char *)"x",
                                   .prompt = (char *)"",
                                   .status = (char *)"done",
                                   .attempt = 1,
                                   .cost = 1.5,
                                   .started_us =
                                       today ? g_get_real_time() : g_get_real_time() - 2 * 86400 * (gint64)G_USEC_PER_SEC};
        assert_true(memory_call_begin(s.run.store, &call, &call.id, NULL));
        assert_true(memory_call_end(s.run.store, &call, NULL));
        assert_int_equal(prices_kept(&s.run, 0, &error), !today);
    }
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    assert_true(control_is_paused(s.run.control));
    assert_int_equal(scene_count(&s, "1.5000 USD today, more than max_cost_day 1.0000 (resume allows up to 2.5000"),
                     2);                                                          /* state, notice */
    assert_int_equal(scene_count(&s, "\"cost_day\":1.5,\"max_cost_day\":1,"), 1); /* meter */
    g_clear_error(&error);
    assert_true(prices_kept(&s.run, 0, &error)); /* as much again */
    step_tell_meter(&s.run);
    assert_int_equal(scene_count(&s, "\"cost_day\":1.5,\"max_cost_day\":2.5"), 1);
    scene_close(&s);
}

/* Before the call: what it sends, and what the others send that run, is counted by estimate. */
static void ask__budget_would_be_over__a_person_is_asked(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    struct ask first = {.module = WATCHER, .call = 1, .about = {.cost = 0.3}}, second = {.about = {.cost = 0.3}};
    s.options.max_cost = 1;
    s.run.spent->cost = 0.5;
    assert_true(prices_allow(&s.run, &first, &error));
    g_ptr_array_add(s.run.asks, &first);
    assert_false(prices_allow(&s.run, &second, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    assert_true(control_is_paused(s.run.control));
    assert_int_equal(
        scene_count(&s, "0.5000 USD, and the next call about 0.6000 more: together more than --max-cost 1.0000 (resume"),
        2); /* state, notice */
    g_clear_error(&error);
    assert_true(prices_allow(&s.run, &second, &error)); /* as much again */
    g_ptr_array_set_size(s.run.asks, 0);
    scene_close(&s);
}

static void ask__budget_is_over__nobody_is_asked(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    s.run.client->console = false;
    s.options.max_cost = 1;
    s.run.spent->cost = 1.01;
    assert_false(ask_both(&s, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_BUDGET));
    assert_calls(&s, "");
    g_clear_error(&error);
    scene_close(&s);
}

/* A skill that there is not is a defect as any other; where nobody can mend it, its refusal tells the next plan. */
static void ask__action_that_does_not_fit(void **state)
{
    (void)state;
    static const char lua[] =
        "function actor(v) return {actions = {{skill = 'pross_key', args = {key = 'a'}, expectation = '', reason = ''}}} end\n";
    struct scene s;
    scene_open(&s, NULL, lua, NULL, NULL);
    scene_load_skills(&s);
    s.run.client->console = false;
    assert_true(step_ask_one(&s.run, ACTOR, NULL));
    assert_calls(&s, "actor:failed actor:done");
    assert_int_equal(form_output_actions(step_said(&s.run, ACTOR), "actions")->len, 1);
    scene_close(&s);
}

/* ---- the person is the brain ---- */

static char *plays_the_actor(const event *e, void *data)
{
    (void)data;
    if (e->kind != EVENT_MODULE || !e->module.form)
        return NULL;
    g_autofree char *wrong = command_line(correction(COMMAND_MODULE_EDIT, "actor", "{\"actions\":[{\"skill\":\"pross_key\"}]}"));
    g_autofree char *many = command_line(correction(
        COMMAND_MODULE_EDIT, "actor",
        "{\"actions\":[{\"skill\":\"press_key\",\"args\":{\"key\":\"a\"}},{\"skill\":\"press_key\",\"args\":{\"key\":\"b\"}}]}"));
    g_autofree char *right = command_line(
        correction(COMMAND_MODULE_EDIT, "actor", "{\"actions\":[{\"skill\":\"press_key\",\"args\":{\"key\":\"b\"}}]}"));
    return g_strconcat(wrong, many, right, NULL);
}

static void ask__a_person__fills_in_the_form(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, plays_the_actor, NULL);
    scene_load_skills(&s);
    assert_string_equal(brains_of_module(&s.run, WATCHER), "blank"); /* theirs are only the actions */
    assert_string_equal(brains_of_module(&s.run, ACTOR), "person");
    assert_int_equal(brains_persons(&s.run), 1u << ACTOR);
    assert_true(step_ask_one(&s.run, ACTOR, NULL));
    const GPtrArray *actions = form_output_actions(step_said(&s.run, ACTOR), "actions");
    assert_string_equal(action_get(g_ptr_array_index(actions, 0), "key")->string, "b");
    assert_int_equal(scene_count(&s, "module_edit: "), 2);
    assert_int_equal(scene_count(&s, "module_edit: actions: a step takes 1, and these are 2"), 1); /* [run] max_actions */
    assert_int_equal(scene_count(&s, "\"state\":\"waiting\""), 1);
    scene_close(&s);
}

/* ---- corrections of what was said ---- */

static void say_all(struct scene *s)
{
    assert_asked(s);
    assert_true(step_ask_one(&s->run, ACTOR, NULL));
}

static void correct(struct scene *s, enum command_kind kind, const char *module, const char *output)
{
    g_autoptr(command) c = correction(kind, module, output);
    step_correct(&s->run, c);
}

/* What comes after the corrected module is asked again; what has its rank, or a lower one, stands. */
static void correct__ranks__only_the_higher_runs_again(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    scene_load_skills(&s);
    say_all(&s);
    gate_open(&s.run.judge->gate, 1, "abc", 1, "", 0, g_get_monotonic_time());
    correct(&s, COMMAND_MODULE_EDIT, "watcher", "{\"text\":\"by hand\"}");
    assert_true(s.run.control->redo);
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED); /* it came of what was said before */
    assert_says(&s, WATCHER, "text", "by hand");
    assert_says(&s, THINKER, "mood", "good");
    assert_null(step_said(&s.run, ACTOR));
    assert_true(step_is_fixed(&s.run, WATCHER));
    s.run.control->redo = false; /* the step begins anew */
    say_all(&s);
    assert_says(&s, WATCHER, "text", "by hand");
    assert_calls(&s, "watcher:done thinker:done actor:done actor:skipped");
    scene_close(&s);
}

static void correct__asked_again__the_person_s_word_of_a_higher_rank_stands(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    scene_load_skills(&s);
    say_all(&s);
    correct(&s, COMMAND_MODULE_EDIT, "actor", "{\"actions\":[]}");
    s.run.control->redo = false;
    correct(&s, COMMAND_MODULE_RETRY, "thinker", NULL);
    assert_null(step_said(&s.run, THINKER));
    assert_non_null(step_said(&s.run, WATCHER));
    assert_non_null(step_said(&s.run, ACTOR)); /* it is theirs */
    assert_true(s.run.control->redo);
    scene_close(&s);
}

/* While something is being fired, or the run is paused, nothing of the step is changed; nor what was never said. */
static void correct__at_the_wrong_time__refused(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, GOOD, NULL, NULL);
    scene_load_skills(&s);
    correct(&s, COMMAND_MODULE_EDIT, "watcher", "{\"text\":\"by hand\"}");
    say_all(&s);
    for (enum activity a = ACTIVITY_GRANTED; a < ACTIVITY_COUNT; a++) {
        s.run.control->activity = a;
        correct(&s, COMMAND_MODULE_EDIT, "watcher", "{\"text\":\"by hand\"}");
    }
    s.run.control->activity = ACTIVITY_NONE;
    run_pause(&s.run, "human", "a break");
    correct(&s, COMMAND_MODULE_RETRY, "watcher", NULL);
    run_go_on(&s.run);
    assert_int_equal(scene_count(&s, "has no output in this step that could be changed now"), 5);
    assert_says(&s, WATCHER, "text", "seen");
    assert_false(s.run.control->redo);
    correct(&s, COMMAND_MODULE_EDIT, "nobody", "{}");
    assert_int_equal(scene_count(&s, "no module \\\"nobody\\\" (watcher, thinker, actor, noter)"), 1);
    scene_close(&s);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask__both_answer__said_and_stored),
        cmocka_unit_test(ask__two_fail_at_once__one_error),
        cmocka_unit_test(ask__bad_once__asked_again_with_the_defect),
        cmocka_unit_test(ask__bad_twice__the_person_mends_it),
        cmocka_unit_test(ask__bad_twice__the_person_has_it_asked_again),
        cmocka_unit_test(ask__brain_is_not_reached__its_fallback_is_asked_and_said),
        cmocka_unit_test(ask__fallback_fails_too__is_the_end),
        cmocka_unit_test(ask__key_is_refused__ends_at_once_with_that_alone),
        cmocka_unit_test(ask__stream_that_breaks__is_kept_and_marked),
        cmocka_unit_test(ask__too_many_requests__the_client_is_told_why_and_until_when),
        cmocka_unit_test(ask__bad_reply__asks_no_fallback),
        cmocka_unit_test(ask__budget_is_over__a_person_is_asked),
        cmocka_unit_test(ask__budget_of_the_day_is_over__a_person_is_asked),
        cmocka_unit_test(ask__budget_is_over__nobody_is_asked),
        cmocka_unit_test(ask__budget_would_be_over__a_person_is_asked),
        cmocka_unit_test(ask__action_that_does_not_fit),
        cmocka_unit_test(ask__a_person__fills_in_the_form),
        cmocka_unit_test(correct__ranks__only_the_higher_runs_again),
        cmocka_unit_test(correct__asked_again__the_person_s_word_of_a_higher_rank_stands),
        cmocka_unit_test(correct__at_the_wrong_time__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
