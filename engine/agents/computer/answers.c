/* What the model is answered: one vocabulary for all providers. The first line is a JSON object, the second says what to do.
 * A person's reason and what is read off the screen never stand in one field. */

#include "engine/agents/computer/computer.h"

#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

/* What `fired` says: of done and edited true. */
static const struct {
    const char *status, *fired;
    bool error; /* unless it surely was done */
    const char *sentence;
} rows[] = {
    {"done", "true", false, "Go on from this screen."},
    {"edited", "true", false, "A person changed it: go on from this screen, do not undo it."},
    {"rejected", "false", true, "Propose something else or ask the person; do not send the same again."},
    {"stale", "false", true, "The screen changed before it was done: look, then decide."},
    {"expired", "false", true, "Time ran out before it was decided on: look, then decide."},
    {"aborted", "\"partly\"", true, "It may have happened, or half of it: look before any repeat."},
    {"uncertain", "\"unknown\"", true, "It may have happened, or half of it: look before any repeat."},
    {"resumed", "false", false, "The run was interrupted: it was not done, and old coordinates are void; look at this screen."},
    {"handed_back", "false", false,
     "A person had taken over: it was not done, and old coordinates are void; look at this screen."},
    {"dropped", "false", true, "Not executed: an earlier computer action in this turn failed."},
    {"impossible", "false", true, "It cannot be done as it was called: call it otherwise."},
    {"answered", NULL, false, "The person's answer is above."},
    {"unanswered", NULL, true, "Nobody has answered: decide yourself, or go another way."},
    {"looked", NULL, false, "This is the screen."},
};
#define UNCHANGED "Nothing changed on the screen, or not as expected: do not repeat it blindly."

static void answer(struct computer_answer *a, struct computer_status *s)
{
    gsize i = 0;
    while (i + 1 < G_N_ELEMENTS(rows) && !g_str_equal(rows[i].status, s->status))
        i++;
    bool blind = s->effect && (g_str_equal(s->effect, "no_effect") || g_str_equal(s->effect, "unexpected"));
    s->fired = rows[i].fired;
    s->sentence = blind && g_str_equal(s->status, "done") ? UNCHANGED : rows[i].sentence;
    a->error = rows[i].error;
    g_free(a->text);
    a->text = computer_status_text(s);
}

void computer_answer(struct computer_answer *a, const char *status, const char *reason)
{
    struct computer_status s = {.status = status, .reason = reason};
    answer(a, &s);
}

/* Voided: the screen changed once more after the last action. Not fired in mode dry: as good as rejected, with the reason. */
static const char *status_of(const struct situation_past *past, bool edited)
{
    static const char *const changed[] = {"stale", "voided", NULL};
    const char *verdict = past->verdict ? past->verdict : "";
    if (past->status && g_str_equal(past->status, "done"))
        return edited ? "edited" : "done";
    if (past->status)
        return past->status;
    if (g_strv_contains(changed, verdict))
        return "stale";
    return g_str_equal(verdict, "expired") ? "expired" : "rejected";
}

static const char *reason_of(const struct situation_past *past, bool edited)
{
    bool person = past->person && *past->person, cause = past->cause && *past->cause;
    if (!past->status && !person && !cause)
        return g_strcmp0(past->verdict, "approved") == 0 ? "this run fires nothing (mode dry)" : NULL;
    return person && !(edited && past->status) ? past->person : cause ? past->cause : NULL;
}

void computer_answer_past(struct computer_answer *a, const struct situation_past *past, int proposal)
{
    g_autofree char *executed = past->action ? action_describe(past->action) : g_strdup("");
    bool edited = *a->call && !g_str_equal(executed, a->call);
    struct computer_status s = {.status = status_of(past, edited),
                                .effect = past->status && *past->effect ? past->effect : NULL,
                                .reason = reason_of(past, edited),
                                .proposal = proposal};
    if (g_str_equal(s.status, "edited")) {
        s.proposed = a->call;
        s.executed = executed;
    }
    a->acknowledged = *a->safety && past->status && g_strcmp0(past->verdict, "approved") == 0; /* by a person's key alone */
    answer(a, &s);
}

void computer_answer_open(struct computer *m, const char *first, const char *others, const char *reason)
{
    const char *status = first;
    for (int i = computer_open(m); i >= 0; i = computer_open(m), status = others)
        computer_answer(g_ptr_array_index(computer_last(m)->answers, (guint)i), status, status == first ? reason : NULL);
}
