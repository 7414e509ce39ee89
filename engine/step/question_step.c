/* A step that asks the person. */

#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/run/question.h"
#include "engine/step/step.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "memory/questions.h"

static char **words_of(const GPtrArray *texts)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (guint i = 0; i < texts->len; i++)
        g_strv_builder_add(words, texts->pdata[i]);
    return g_strv_builder_end(words);
}

static void tell_question(struct run *run, const GPtrArray *details)
{
    const struct run_question *q = run->question;
    g_autoptr(event) e = event_new(EVENT_QUESTION);
    e->id = q->id;
    e->step = (int)run->step;
    e->asked.question = g_strdup(q->text);
    e->asked.choices = g_strdupv(q->choices);
    e->asked.details = details ? words_of(details) : NULL;
    e->expires_s = (int)config_int(run->cfg, "run", "expires_s");
    client_send(run, e);
    device_survey(run);
}

static bool keep_question(struct run *run, GError **error)
{
    const struct run_question *q = run->question;
    g_autofree char *choices = q->choices ? protocol_strings_to_json(q->choices) : NULL;
    const struct memory_question row = {.run = run->id, .step = run->step, .id = q->id, .question = q->text, .choices = choices};
    return memory_question_add(run->store, &row, error);
}

/* What is told is kept. */
static bool end_question(struct run *run, GError **error)
{
    struct run_question *q = run->question;
    if (!memory_question_end(run->store, run->id, q->id, question_verdict(q), q->by, q->answer, error))
        return false;
    q->untried += q->state == QUESTION_ANSWERED;
    g_autoptr(event) e = event_new(EVENT_DECISION);
    e->id = q->id;
    e->decided.verdict = g_strdup(question_verdict(q));
    e->decided.by = g_strdup(q->by);
    e->reason = g_strdup(q->reason);
    e->decided.answer = g_strdup(q->answer);
    client_send(run, e);
    return true;
}

static bool is_over(struct run *run, void *data)
{
    (void)data;
    return !question_waits(run->question);
}

static bool wait_for_answer(struct run *run, GError **error)
{
    int expires_s = (int)config_int(run->cfg, "run", "expires_s");
    gint64 deadline = expires_s ? g_get_monotonic_time() + (gint64)expires_s * G_USEC_PER_SEC : 0;
    g_autoptr(GError) ended = NULL;
    bool waited = wait_until(run, is_over, NULL, deadline, &ended);
    if (!waited && g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT)) {
        question_close(run->question, QUESTION_UNANSWERED, "timeout", "nobody answered in time");
        waited = true;
    }
    if (!waited)
        question_close(run->question, QUESTION_VOIDED, "engine", ended->message);
    if (!end_question(run, error))
        return false;
    if (waited || run->question->state == QUESTION_ANSWERED) /* one that came before the pause was given: it is remembered */
        return true;
    g_propagate_error(error, g_steal_pointer(&ended));
    return false;
}

bool step_question(struct run *run, const char *question, const GPtrArray *choices, GError **error)
{
    return step_question_of(run, question, choices, NULL, error);
}

bool step_question_of(struct run *run, const char *question, const GPtrArray *choices, const GPtrArray *details, GError **error)
{
    if (!question || !*question)
        return step_idle(run, "the last answer asked the person, without a question", error);
    control_forget_hint(run->control);
    g_clear_pointer(&run->control->trouble, g_free);
    run->working->refused = 0;
    question_ask(run->question, ++run->proposing->last, question, choices);
    if (!keep_question(run, error))
        return false;
    run_set_state(run, "waiting");
    tell_question(run, details);
    return wait_for_answer(run, error) && step_remember_question(run, error);
}

bool step_ask_help(struct run *run, const char *why, bool *ret_answered, GError **error)
{
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autofree char *question = g_strdup_printf("%s. What is to be done? (You can also change the goals.)", why);
    bool ok = step_question(run, question, none, error);
    *ret_answered = ok && run->question->state != QUESTION_UNANSWERED;
    return ok;
}
