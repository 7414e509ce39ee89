#include "engine/run/question.h"

#include "engine/run/run.h"
#include "memory/questions.h"

#include <string.h>

G_DEFINE_QUARK(reins - question - error, question_error)

struct run_question *run_question_new(void)
{
    return g_new0(struct run_question, 1);
}

static void clear(struct run_question *q)
{
    g_clear_pointer(&q->text, g_free);
    g_clear_pointer(&q->choices, g_strfreev);
    g_clear_pointer(&q->answer, g_free);
    g_clear_pointer(&q->by, g_free);
    g_clear_pointer(&q->reason, g_free);
}

void run_question_free(struct run_question *q)
{
    if (!q)
        return;
    clear(q);
    g_free(q);
}

/* ---- the one that waits ---- */

void question_ask(struct run_question *q, int id, const char *text, const GPtrArray *choices)
{
    g_autoptr(GStrvBuilder) offered = g_strv_builder_new();
    guint n = 0;
    for (guint i = 0; choices && i < choices->len && n < QUESTION_CHOICES_MAX; i++) {
        g_autofree char *choice = g_strstrip(g_strdup(g_ptr_array_index(choices, i)));
        if (*choice) {
            g_strv_builder_add(offered, choice);
            n++;
        }
    }
    clear(q);
    q->state = QUESTION_ASKED;
    q->id = id;
    q->text = g_strdup(text);
    q->choices = n ? g_strv_builder_end(offered) : NULL;
}

bool question_waits(const struct run_question *q)
{
    return q->state == QUESTION_ASKED;
}

bool question_is(const struct run_question *q, int id)
{
    return q->state != QUESTION_NONE && q->id == id;
}

/* The choice with that number, NULL = it is no such number. */
static const char *numbered(const struct run_question *q, const char *text)
{
    guint64 n = 0;
    guint of = q->choices ? g_strv_length(q->choices) : 0;
    return of && *text != '0' && g_ascii_string_to_unsigned(text, 10, 1, of, &n, NULL) ? q->choices[n - 1] : NULL;
}

bool question_answer(struct run_question *q, int id, const char *text, GError **error)
{
    g_autofree char *line = g_strstrip(g_strdup(text ? text : ""));
    if (!question_waits(q) || q->id != id) {
        g_set_error(error, QUESTION_ERROR, QUESTION_ERROR_CLOSED,
                    question_waits(q) ? "question %d waits for an answer, not %d" : "no question waits for an answer", q->id, id);
        return false;
    }
    if (!*line || strlen(line) > QUESTION_TEXT_MAX) {
        g_set_error(error, QUESTION_ERROR, QUESTION_ERROR_TEXT, "an answer has 1 to %d bytes (question %d still waits)",
                    QUESTION_TEXT_MAX, id);
        return false;
    }
    bool said = q->choices && g_strv_contains((const char *const *)q->choices, line);
    const char *choice = said ? NULL : numbered(q, line);
    q->answer = choice ? g_strdup(choice) : g_steal_pointer(&line);
    q->state = QUESTION_ANSWERED;
    q->by = g_strdup("human");
    return true;
}

void question_close(struct run_question *q, enum question_state state, const char *by, const char *reason)
{
    if (!question_waits(q))
        return;
    q->state = state;
    q->by = g_strdup(by);
    q->reason = g_strdup(reason);
}

const char *question_verdict(const struct run_question *q)
{
    static const char *const names[] = {[QUESTION_NONE] = "none",
                                        [QUESTION_ASKED] = "none",
                                        [QUESTION_ANSWERED] = "answered",
                                        [QUESTION_UNANSWERED] = "unanswered",
                                        [QUESTION_VOIDED] = "voided"};
    return names[q->state];
}

char *question_words(const char *text, const char *answer)
{
    return answer ? g_strdup_printf("asked: %s; the person answered: %s", text, answer)
                  : g_strdup_printf("asked: %s; nobody answered: decide without", text);
}

/* ---- in a run ---- */

bool question_tried(struct run *run, bool useful, GError **error)
{
    if (run->question->untried == 0)
        return true;
    run->question->untried = 0;
    return memory_questions_used(run->store, run->id, useful, error);
}
