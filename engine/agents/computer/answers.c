/* What the model is answered: one vocabulary for all providers. The first line is a JSON object, the second says what to do.
 * A person's reason and what is read off the screen never stand in one field. */

#include "engine/agents/computer/computer.h"

#include "engine/modules/situation.h"
#include "skills/timeline/action.h"

#define DROPPED "Not executed: an earlier computer action in this turn failed."
/* Why the rest of a turn is dropped, by what came of the call before it; DROPPED after any other. */
static const struct {
    const char *before, *sentence;
} rests[] = {
    {"edited", "Not executed: a person changed an earlier action of this turn: decide anew from this screen."},
    {"rejected", "Not executed: an earlier action of this turn was rejected."},
    {"stale", "Not executed: the screen changed before an earlier action of this turn could be done."},
    {"expired", "Not executed: nobody decided in time on an earlier action of this turn."},
    {"done", "Not executed: look first at what came of an earlier action of this turn."},
    {"looked", "Not executed: look first at what came of an earlier action of this turn."},
    {"handed_back", "Not executed: a person had taken over."},
    {"resumed", "Not executed: the run was interrupted before it."},
};

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
    {"dropped", "false", true, DROPPED},
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
    g_free(a->status);
    a->status = g_strdup(s->status);
    bool blind = s->effect && (g_str_equal(s->effect, "no_effect") || g_str_equal(s->effect, "unexpected"));
    s->fired = rows[i].fired;
    s->sentence = s->sentence ? s->sentence : blind && g_str_equal(s->status, "done") ? UNCHANGED : rows[i].sentence;
    a->error = rows[i].error;
    g_free(a->text);
    a->text = computer_status_text(s);
}

void computer_answer(struct computer_answer *a, const char *status, const char *reason)
{
    struct computer_status s = {.status = status, .reason = reason};
    answer(a, &s);
}

void computer_drop(const struct computer *m, struct computer_answer *a, const char *reason)
{
    const GPtrArray *answers = computer_last(m)->answers;
    const char *before = "";
    struct computer_status s = {.status = "dropped", .reason = reason};
    for (guint i = 0; i < answers->len && answers->pdata[i] != a; i++) {
        const struct computer_answer *earlier = answers->pdata[i];
        before = earlier->status && !g_str_equal(earlier->status, "dropped") ? earlier->status : before;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(rests); i++)
        if (g_str_equal(rests[i].before, before))
            s.sentence = rests[i].sentence;
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

void computer_answer_past(struct computer_answer *a, const struct situation_past *past, int proposal, const char *executed)
{
    g_autofree char *on_screen = past->action ? action_describe(past->action) : g_strdup("");
    bool edited = *a->call && !g_str_equal(on_screen, a->call);
    struct computer_status s = {.status = status_of(past, edited),
                                .effect = past->status && *past->effect ? past->effect : NULL,
                                .reason = reason_of(past, edited),
                                .proposal = proposal};
    if (g_str_equal(s.status, "edited")) {
        s.proposed = a->told && *a->told ? a->told : a->call;
        s.executed = executed ? executed : on_screen;
    }
    if (g_str_equal(s.status, "done") && past->action &&
        native_waits(past->action)) /* that nothing changed is no failure of it */
        s.sentence = rows[0].sentence;
    a->acknowledged = *a->safety && past->status && g_strcmp0(past->verdict, "approved") == 0; /* by a person's key alone */
    answer(a, &s);
}

void computer_answer_open(struct computer *m, const char *first, const char *others, const char *reason)
{
    const char *status = first;
    for (int i = computer_open(m); i >= 0; i = computer_open(m), status = others) {
        struct computer_answer *a = g_ptr_array_index(computer_last(m)->answers, (guint)i);
        const char *why = status == first ? reason : NULL;
        g_str_equal(status, "dropped") ? computer_drop(m, a, why) : computer_answer(a, status, why);
    }
}
