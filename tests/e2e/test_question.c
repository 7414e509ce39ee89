/* An agent asks the person: a line or a choice answers, nothing is approved by it, a pause voids it, a death loses no answer. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "memory/questions.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void configure(const char *more)
{
    g_autofree char *ini = g_strconcat("[eye]\nsettle_ms=100\n", more, NULL);
    driver_configure("asker", ini);
}

static driver *start(const char *task)
{
    return driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--brain", "asker", task));
}

static driver *resume(const char *run)
{
    return driver_start(NULL, WORDS("resume", "--headless", run));
}

static void answer(driver *d, int id, const char *text)
{
    g_autoptr(command) c = command_new(COMMAND_ANSWER);
    c->id = id;
    c->text = g_strdup(text);
    g_autofree char *line = command_to_json(c);
    driver_send(d, line);
}

static void decided(driver *d, int id, const char *verdict, const char *by, const char *said)
{
    const event *e = driver_await(d, EVENT_DECISION);
    if (e->id != id || g_strcmp0(e->decided.verdict, verdict) || g_strcmp0(e->decided.by, by) ||
        g_strcmp0(e->decided.answer, said))
        fail_msg("%d %s by %s: %s (%s), not %d %s by %s: %s", e->id, e->decided.verdict, e->decided.by, e->decided.answer,
                 e->reason, id, verdict, by, said);
}

static void refused(driver *d, const char *says)
{
    const event *e = driver_await_where(d, EVENT_NOTICE, "error");
    if (!strstr(e->text, says))
        fail_msg("\"%s\" does not say \"%s\"", e->text, says);
}

static void done(driver *d)
{
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_verified();
}

static const char *label_of(const event *p)
{
    const struct value *label = action_get(p->fire.action, "label");
    return label && label->type == VALUE_STRING ? label->string : p->fire.action->skill;
}

/* "VERDICT ANSWER USEFUL" of each question, a line each. */
static char *kept(const char *run)
{
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    g_autoptr(GPtrArray) rows = memory_questions(m, g_ascii_strtoll(run, NULL, 10), 0, NULL);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_question *q = rows->pdata[i];
        g_string_append_printf(all, "%s %s %d\n", q->verdict, q->answer ? q->answer : "-", q->useful);
    }
    return g_string_free(all, FALSE);
}

static void assert_kept(const char *run, const char *lines)
{
    g_autofree char *is = kept(run);
    assert_string_equal(is, lines);
}

static void question__line_and_choice__go_to_the_next_call_and_are_counted(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit? = ?Which_one_now?/8/9 =");
    const event *q = driver_await(d, EVENT_QUESTION);
    assert_string_equal(q->asked.question, "Which digit?");
    assert_null(q->asked.choices);
    assert_int_equal(q->step, 1);
    answer(d, q->id, "  7 ");
    decided(d, q->id, "answered", "human", "7");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "7");
    assert_int_equal(p->id, q->id + 1); /* counted by the same numbers */
    assert_non_null(strstr(p->fire.action->reason, "asked: Which digit?; the person answered: 7"));
    driver_approve(d, p);
    decided(d, p->id, "approved", "human", NULL);
    q = driver_await(d, EVENT_QUESTION);
    assert_string_equal(q->asked.choices[1], "9");
    assert_null(q->asked.choices[2]);
    answer(d, q->id, "2");
    decided(d, q->id, "answered", "human", "9");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "9");
    driver_reject(d, p, "neither");
    done(d);
    assert_kept(d->run, "answered 7 1\nanswered 9 0\n");
    g_autofree char *shown = run_shown(d->run), *runs = NULL, *text = NULL, *steps = NULL;
    assert_non_null(strstr(shown, "\"questions\":{\"asked\":2,\"answered\":2,\"useful\":1}"));
    assert_non_null(strstr(shown, "\"question\":\"Which one now?\",\"choices\":[\"8\",\"9\"]"));
    assert_int_equal(reins_run(NULL, WORDS("memory", "runs", "--json"), &runs, NULL), 0);
    assert_non_null(strstr(runs, "\"questions\":{\"asked\":2,\"answered\":2,\"useful\":1}"));
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", d->run), &text, NULL), 0);
    assert_non_null(strstr(text, "2, answered 2, useful 1"));
    assert_non_null(strstr(text, "Which one now? (8 | 9)\n    answer: 9, not useful\n"));
    assert_int_equal(reins_run(NULL, WORDS("memory", "steps", d->run), &steps, NULL), 0);
    assert_non_null(strstr(steps, "answered"));
    driver_free(d);
}

static void question__decisions_on_it__are_refused(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?May_I?/yes/no b1");
    const event *q = driver_await(d, EVENT_QUESTION);
    const int id = q->id;
    static const char *const commands[] = {"approve", "reject"};
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *line =
            g_strdup_printf("{\"command\":\"%s\",\"id\":%d%s}", commands[i], id, i ? "" : ",\"digest\":\"\",\"word\":\"yes\"");
        driver_send(d, line);
        refused(d, "is a question, which can approve nothing");
    }
    g_autofree char *edit = g_strdup_printf(
        "{\"command\":\"edit\",\"id\":%d,\"action\":{\"skill\":\"press_button\",\"args\":{\"label\":\"1\"}}}", id);
    driver_send(d, edit);
    refused(d, "is a question");
    answer(d, id + 1, "yes"); /* another one */
    refused(d, "waits for an answer, not");
    answer(d, id, " ");
    refused(d, "still waits");
    answer(d, id, "yes");
    decided(d, id, "answered", "human", "yes");
    const event *p = driver_await(d, EVENT_PROPOSAL); /* the yes approves nothing: it waits as any other */
    driver_listen(d, 300);
    answer(d, p->id, "yes");
    refused(d, "no question waits");
    driver_approve(d, p);
    done(d);
    driver_free(d);
}

static void question__pause__voids_it_and_it_is_asked_again(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit? =");
    int first = driver_await(d, EVENT_QUESTION)->id;
    driver_send(d, "{\"command\":\"pause\"}");
    decided(d, first, "voided", "human", NULL); /* it is paused */
    answer(d, first, "7");
    refused(d, "no question waits");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *q = driver_await(d, EVENT_QUESTION);
    assert_true(q->id > first);
    driver_send(d, "{\"command\":\"module_retry\",\"module\":\"plan\",\"hint\":\"think\"}");
    decided(d, q->id, "voided", "engine", NULL);
    q = driver_await(d, EVENT_QUESTION);
    answer(d, q->id, "7");
    decided(d, q->id, "answered", "human", "7");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    done(d);
    assert_kept(d->run, "voided - -1\nvoided - -1\nanswered 7 1\n");
    driver_free(d);
}

static void question__nobody__is_unanswered_and_the_run_goes_on(void **state)
{
    (void)state;
    configure("[run]\nexpires_s=1\n");
    driver *d = start("?Anybody? b5");
    const event *q = driver_await(d, EVENT_QUESTION);
    assert_int_equal(q->expires_s, 1);
    decided(d, q->id, "unanswered", "timeout", NULL);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_non_null(strstr(p->fire.action->reason, "asked: Anybody?; nobody answered"));
    driver_approve(d, p);
    done(d);
    assert_kept(d->run, "unanswered - -1\n");
    driver_free(d);
}

static void question__stop__ends_the_run_with_it(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit?");
    int id = driver_await(d, EVENT_QUESTION)->id;
    driver_send(d, "{\"command\":\"stop\"}");
    decided(d, id, "voided", "human", NULL);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    assert_verified();
    driver_free(d);
}

/* Killed while it waits: asked again. */
static void question__death_while_it_waits__asks_again(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit? =");
    int first = driver_await(d, EVENT_QUESTION)->id;
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver *again = resume(d->run);
    const event *q = driver_await(again, EVENT_QUESTION);
    assert_true(q->id > first);
    answer(again, q->id, "3");
    decided(again, q->id, "answered", "human", "3");
    const event *p = driver_await(again, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "3");
    driver_approve(again, p);
    done(again);
    assert_kept(d->run, "voided - -1\nanswered 3 1\n");
    driver_free(d);
    driver_free(again);
}

/* Killed after the answer, while the action that follows waits: it is known, and not asked for again. */
static void question__death_after_the_answer__keeps_it(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit? =");
    const event *q = driver_await(d, EVENT_QUESTION);
    answer(d, q->id, "3");
    driver_await(d, EVENT_DECISION); /* what is told is kept: from here on */
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver *again = resume(d->run);
    const event *p = driver_await(again, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "3");
    driver_approve(again, p);
    done(again);
    assert_kept(d->run, "answered 3 1\n");
    driver_free(d);
    driver_free(again);
}

static void question__empty__is_told_to_the_next_plan(void **state)
{
    (void)state;
    configure("");
    driver *d = start("? b5");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    done(d);
    assert_kept(d->run, "");
    g_autofree char *shown = run_shown(d->run);
    assert_non_null(strstr(shown, "asked the person, without a question"));
    driver_free(d);
}

/* Another agent, one call a step: the same brain. */
static void question__direct__asks_too(void **state)
{
    (void)state;
    configure("");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--agent", "direct",
                                         "--brain", "asker", "?Which_digit?/3/4 ="));
    const event *q = driver_await(d, EVENT_QUESTION);
    answer(d, q->id, "4");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "4");
    driver_approve(d, p);
    done(d);
    assert_kept(d->run, "answered 4 1\n");
    driver_free(d);
}

static void question__export__tells_and_redacts(void **state)
{
    (void)state;
    configure("");
    driver *d = start("?Which_digit,_Hunter2? =");
    const event *q = driver_await(d, EVENT_QUESTION);
    answer(d, q->id, "4");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    done(d);
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "page.html", NULL), *page = NULL;
    const char *words[] = {"memory", "export", d->run, "--format", "html", "--redact", "Hunter2", "--out", file, NULL};
    assert_int_equal(reins_run(NULL, words, NULL, NULL), 0);
    assert_true(g_file_get_contents(file, &page, NULL, NULL));
    assert_non_null(strstr(page, "Question 1 to the person"));
    assert_non_null(strstr(page, "<dt>question</dt><dd>Which digit, "));
    assert_non_null(strstr(page, "<dt>answer</dt><dd>4</dd>"));
    assert_null(strstr(page, "Hunter2"));
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question__line_and_choice__go_to_the_next_call_and_are_counted),
        cmocka_unit_test(question__decisions_on_it__are_refused),
        cmocka_unit_test(question__pause__voids_it_and_it_is_asked_again),
        cmocka_unit_test(question__nobody__is_unanswered_and_the_run_goes_on),
        cmocka_unit_test(question__stop__ends_the_run_with_it),
        cmocka_unit_test(question__death_while_it_waits__asks_again),
        cmocka_unit_test(question__death_after_the_answer__keeps_it),
        cmocka_unit_test(question__empty__is_told_to_the_next_plan),
        cmocka_unit_test(question__direct__asks_too),
        cmocka_unit_test(question__export__tells_and_redacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
