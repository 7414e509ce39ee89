/* A run goes on from its last committed step as if nothing had happened: killed at each stage, the next prompt holds what that of
 * an unbroken run held, and working memory, counters and budgets are the same. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "config/strict_json.h"
#include "memory/memory.h"
#include "memory/pages.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define KEYS 6
#define BREAK_AT 3 /* the third key's step is the one that is cut short */

static struct xvfb x;
static sink *window;
static char *prompts[KEYS + 2], *states[KEYS + 2]; /* of the unbroken run, by step from 1 on */

static int setup(void **state)
{
    (void)state;
    /* each run would be reminded of those before it: what is compared is one run with and without a break */
    driver_configure("walker", "[eye]\nsettle_ms=40\n[run]\nsummary_every=2\nmemory_k=3\n[recall]\nsteps=0\nlessons=0");
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 100, 100, 300, 200, 0x336699);
    sink_focus(window);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (guint i = 0; i < G_N_ELEMENTS(prompts); i++) {
        g_free(prompts[i]);
        g_free(states[i]);
    }
    sink_stop(window);
    xvfb_stop(&x);
    return 0;
}

static driver *start(void)
{
    const char *words[] = {"run", "--headless", "--display", x.display, "--brain", "walker", "press the keys", NULL};
    return driver_start(NULL, words);
}

static memory *store(void)
{
    g_autofree char *dir = config_data_dir(NULL);
    memory *m = memory_open(dir, false, NULL);
    assert_non_null(m);
    return m;
}

/* What the module was asked last in that step: the user's part, and which pictures. */
static char *prompt_of(const char *run, gint64 step, const char *module)
{
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) calls = memory_calls(m, g_ascii_strtoll(run, NULL, 10), step, NULL);
    for (guint i = calls->len; i > 0; i--) {
        const struct memory_call *call = calls->pdata[i - 1];
        if (!g_str_equal(call->module, module) || !*call->prompt)
            continue;
        g_autoptr(cJSON) json = cJSON_Parse(call->prompt);
        g_autofree char *images = strict_json_print(cJSON_GetObjectItem(json, "images"));
        return g_strdup_printf("%s\n%s", cJSON_GetObjectItem(json, "user")->valuestring, images);
    }
    return g_strdup("none");
}

/* What the agent remembers and has come to, without what is counted otherwise after a break: numbers of steps, calls, proposals,
 * milliseconds. */
static char *brief(const char *json)
{
    g_autoptr(cJSON) state = cJSON_Parse(json);
    static const char *const counts[] = {"last_proposal", "settled", "asked", "tokens_in", "mode", "own_ms", NULL};
    for (int i = 0; counts[i]; i++)
        cJSON_DeleteItemFromObject(state, counts[i]);
    cJSON *past;
    cJSON_ArrayForEach(past, cJSON_GetObjectItem(state, "past"))
    {
        cJSON_DeleteItemFromObject(past, "step");
        cJSON_DeleteItemFromObject(past, "frame");
    }
    return strict_json_print(state);
}

static char *state_of(const char *run, gint64 step)
{
    g_autoptr(memory) m = store();
    gint64 of = 0;
    g_autofree char *json = memory_state_at(m, g_ascii_strtoll(run, NULL, 10), step, &of, NULL);
    assert_non_null(json);
    assert_int_equal(of, step);
    return brief(json);
}

static gint64 last_step(const char *run)
{
    g_autoptr(memory) m = store();
    return memory_last_step(m, g_ascii_strtoll(run, NULL, 10), NULL);
}

static void assert_same(const char *what, const char *mine, const char *theirs)
{
    if (!g_str_equal(mine, theirs))
        fail_msg("%s: after the break\n%s\n---- unbroken\n%s", what, mine, theirs);
}

static void approve_until(driver *d, int keys)
{
    for (int i = 0; i < keys; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
}

static void kill_engine(driver *d)
{
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
}

static driver *resume(const char *run, const char *option, const char *value)
{
    const char *words[] = {"resume", run, "--headless", option, value, NULL};
    driver *d = driver_start(NULL, words);
    driver_await(d, EVENT_HELLO);
    return d;
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void unbroken(void **state)
{
    (void)state;
    driver *d = start();
    driver_await(d, EVENT_HELLO);
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    driver_exit(d);
    for (int step = 1; step <= KEYS + 1; step++) {
        prompts[step] = prompt_of(d->run, step, "plan");
        states[step] = state_of(d->run, step);
    }
    assert_non_null(strstr(prompts[5], "then 1 keys; then 3 keys;")); /* the summaries are in it */
    assert_non_null(strstr(prompts[3], "pair 2"));
    driver_free(d);
}

/* The stages at which it is killed: all that is heard of the engine up to there. */
struct stage {
    const char *name;
    void (*reach)(driver *d);
};

static void at_thinking(driver *d)
{
    driver_await_where(d, EVENT_STATE, "thinking");
}

static void at_gathered(driver *d)
{
    driver_await_where(d, EVENT_MODULE, "gather");
}

static void at_planning(driver *d)
{
    driver_await_where(d, EVENT_MODULE, "plan");
}

static void at_waiting(driver *d)
{
    driver_await(d, EVENT_PROPOSAL);
}

static void assert_prompt(const char *name, const char *run, const event *proposal, int like)
{
    static const char *const modules[] = {"plan", NULL};
    for (int i = 0; modules[i]; i++) {
        g_autofree char *mine = prompt_of(run, proposal->step, modules[i]);
        assert_same(name, mine, prompts[like]);
    }
}

/* Nothing was decided in the step that was cut short: the next one is asked what it was asked, and all goes on as it did. */
static void resume__nothing_decided__asked_the_same(void **state)
{
    (void)state;
    static const struct stage stages[] = {
        {"thinking", at_thinking}, {"gathered", at_gathered}, {"planning", at_planning}, {"waiting", at_waiting}};
    for (guint i = 0; i < G_N_ELEMENTS(stages); i++) {
        driver *d = start();
        approve_until(d, BREAK_AT - 1);
        stages[i].reach(d);
        g_autofree char *run = g_strdup(d->run);
        kill_engine(d);
        d = resume(run, NULL, NULL);
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_prompt(stages[i].name, run, p, BREAK_AT);
        int step = p->step;
        driver_approve(d, p);
        driver_await_where(d, EVENT_FIRED, "done");
        p = driver_await(d, EVENT_PROPOSAL);
        g_autofree char *after = state_of(run, step);
        assert_same(stages[i].name, after, states[BREAK_AT]);
        driver_approve(d, p);
        assert_string_equal(driver_approve_all(d)->end.outcome, "success");
        driver_exit(d);
        driver_free(d);
    }
}

/* All was remembered, and the next step had begun. */
static void resume__between_two_steps__asked_the_same(void **state)
{
    (void)state;
    driver *d = start();
    approve_until(d, BREAK_AT);
    at_thinking(d);
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    d = resume(run, NULL, NULL);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_prompt("between", run, p, BREAK_AT + 1);
    g_autofree char *reflected = prompt_of(run, p->step, "reflect");
    assert_non_null(strstr(reflected, "press_key"));              /* it was fired: that is judged */
    assert_non_null(strstr(reflected, "after the action began")); /* by the pictures that the dead eye had made of it */
    stop(d);
}

/* The line of the lost step says what is not known; but for that all is as it was. */
static char *without_effect(const char *prompt)
{
    g_autoptr(GRegex) regex =
        g_regex_new("; effect: [a-z_]+(; success: \\w+)?(; cause: [^\\n]*?look before you repeat it)?", 0, 0, NULL);
    return g_regex_replace(regex, prompt, -1, 0, "", 0, NULL);
}

static void resume__fired__is_known_and_not_repeated(void **state)
{
    (void)state;
    driver *d = start();
    approve_until(d, BREAK_AT - 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    g_autofree char *effect = g_strdup(driver_await(d, EVENT_FIRED)->effect);
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    gint64 last = last_step(run); /* it may have begun the next one before it died */
    d = resume(run, NULL, NULL);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_true(last >= BREAK_AT);
    assert_int_equal(p->step, last + 1); /* a number that was used is not used again: its rows would be written over */
    g_autofree char *mine = prompt_of(run, p->step, "plan"), *a = without_effect(mine),
                    *b = without_effect(prompts[BREAK_AT + 1]);
    /* the verdict on a lost step is the person's and the model's again: its reflection may say other words */
    assert_same("fired", a, b);
    assert_string_equal(action_get(p->fire.action, "key")->string, "d");
    stop(d);
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) steps = memory_steps(m, g_ascii_strtoll(run, NULL, 10), NULL);
    const struct memory_step *step = steps->pdata[BREAK_AT - 1];
    assert_string_equal(step->effect, effect); /* as it was told */
}

static void resume__rejected__is_told(void **state)
{
    (void)state;
    driver *d = start();
    approve_until(d, BREAK_AT - 1);
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "not that key");
    driver_await_where(d, EVENT_DECISION, "rejected");
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    d = resume(run, NULL, NULL);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *prompt = prompt_of(run, p->step, "plan");
    assert_non_null(strstr(prompt, "the person rejected it: not that key"));
    assert_non_null(strstr(prompt, "for: pair 2"));
    stop(d);
}

static void resume__said_while_it_waited__is_told(void **state)
{
    (void)state;
    driver *d = start();
    driver_await(d, EVENT_PROPOSAL); /* in the first step: nothing was remembered yet */
    driver_send(d, "{\"command\":\"say\",\"text\":\"mind the gap\"}");
    driver_await_where(d, EVENT_NOTICE, "info");
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    d = resume(run, NULL, NULL);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *prompt = prompt_of(run, p->step, "plan");
    assert_non_null(strstr(prompt, "mind the gap"));
    stop(d);
}

/* A step that was cut short is not counted as done; what its modules had cost is. */
static void resume__budgets__are_as_they_were(void **state)
{
    (void)state;
    driver *d = start();
    approve_until(d, BREAK_AT - 1);
    at_waiting(d);
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    d = resume(run, "--max-steps", "3");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "budget");
    driver_exit(d);
    driver_free(d);

    d = start();
    approve_until(d, BREAK_AT - 1);
    at_waiting(d);
    g_autofree char *other = g_strdup(d->run);
    kill_engine(d);
    g_autoptr(memory) m = store();
    struct memory_call call = {.run = g_ascii_strtoll(other, NULL, 10),
                               .step = BREAK_AT,
                               .module = (char *)"plan",
                               .status = (char *)"started",
                               .attempt = 1};
    assert_true(memory_call_begin(m, &call, &call.id, NULL));
    call.status = (char *)"done";
    call.cost = 0.5;
    call.tokens_in = 700;
    assert_true(memory_call_end(m, &call, NULL));
    d = resume(other, "--max-cost", "0.4");
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, "budget");
    assert_non_null(strstr(ended->reason, "0.5000 USD"));
    driver_exit(d);
    driver_free(d);
}

/* Twice in a row, and what was lost is remembered once. */
static void resume__killed_twice__once_in_memory(void **state)
{
    (void)state;
    driver *d = start();
    approve_until(d, BREAK_AT - 1);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_FIRED);
    g_autofree char *run = g_strdup(d->run);
    kill_engine(d);
    int step = 0;
    for (int i = 0; i < 2; i++) {
        d = resume(run, NULL, NULL);
        const event *p = driver_await(d, EVENT_PROPOSAL);
        assert_string_equal(action_get(p->fire.action, "key")->string, "d");
        step = p->step;
        driver_send(d, "{\"command\":\"say\",\"text\":\"again\"}");
        driver_await_where(d, EVENT_NOTICE, "info");
        if (i == 0)
            kill_engine(d);
    }
    g_autofree char *prompt = prompt_of(run, step, "plan");
    g_auto(GStrv) parts = g_strsplit(prompt, "- step 3: press_key", -1);
    if (g_strv_length(parts) != 2)
        fail_msg("step %d: remembered %u times:\n%s", step, g_strv_length(parts) - 1, prompt);
    stop(d);
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) findings = memory_verify(m, NULL);
    assert_int_equal(findings->len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unbroken),
        cmocka_unit_test(resume__nothing_decided__asked_the_same),
        cmocka_unit_test(resume__between_two_steps__asked_the_same),
        cmocka_unit_test(resume__fired__is_known_and_not_repeated),
        cmocka_unit_test(resume__rejected__is_told),
        cmocka_unit_test(resume__said_while_it_waited__is_told),
        cmocka_unit_test(resume__budgets__are_as_they_were),
        cmocka_unit_test(resume__killed_twice__once_in_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
