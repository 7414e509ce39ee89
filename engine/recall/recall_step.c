/* A past step, read for those who plan another. */

#include "engine/recall/recall_parts.h"

#include "memory/lessons.h"
#include "memory/pages.h"
#include "skills/timeline/action.h"
#include "skills/library/primitive.h"

#include <string.h>

#define WORDS_SHOWN 5

void recalled_free(struct recalled *r)
{
    if (!r)
        return;
    char *const owned[] = {r->app, r->task, r->subtask, r->saw, r->action, r->expected, r->said, r->cause, r->lesson_text, r->by};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_strfreev(r->words);
    g_free(r);
}

char **recall_common_words(char *const *words, const char *text)
{
    g_auto(GStrv) has = memory_gist_words(text);
    GPtrArray *common = g_ptr_array_new();
    for (; words && *words && common->len < WORDS_SHOWN; words++) {
        if (g_strv_contains((const char *const *)has, *words))
            g_ptr_array_add(common, g_strdup(*words));
    }
    g_ptr_array_add(common, NULL);
    return (char **)g_ptr_array_free(common, FALSE);
}

/* False: what was decided says nothing of the action. */
static bool end_of(const struct memory_step *s, enum recall_end *ret_end)
{
    static const char *const momentary[] = {"stale", "expired", "voided", "none", NULL};
    const char *verdict = s->verdict ? s->verdict : "none", *effect = s->effect ? s->effect : "";
    bool yes = g_strcmp0(s->success, "yes") == 0, no = g_strcmp0(s->success, "no") == 0;
    *ret_end = g_str_equal(verdict, "rejected")    ? RECALL_REJECTED
               : g_str_equal(verdict, "refused")   ? RECALL_REFUSED
               : yes                               ? RECALL_WORKED
               : g_str_equal(effect, "no_effect")  ? RECALL_NO_EFFECT
               : g_str_equal(effect, "unexpected") ? RECALL_UNEXPECTED
               : no                                ? RECALL_FAILED
               : g_str_equal(effect, "changed")    ? RECALL_WORKED
                                                   : RECALL_UNKNOWN;
    return !g_strv_contains(momentary, verdict);
}

/* False: a person did it who had taken over; that is no example, and an agent has no such action. */
static bool take_action(struct recalled *r, const char *json)
{
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    r->action = a ? action_describe(a) : NULL;
    r->expected = a && a->expectation && *a->expectation ? g_strdup(a->expectation) : NULL;
    return !a || !primitive_find(a->skill);
}

/* What the person said of the step's last rejected proposal. */
static bool take_words_of_person(memory *m, struct recalled *r, GError **error)
{
    g_autoptr(GPtrArray) proposals = memory_proposals(m, r->run, r->step, error);
    for (guint i = proposals ? proposals->len : 0; i-- > 0 && !r->said;) {
        const struct memory_proposal *p = proposals->pdata[i];
        if (g_strcmp0(p->verdict, "rejected") == 0 && p->reason && *p->reason)
            r->said = g_strdup(p->reason);
    }
    return proposals != NULL;
}

/* The word on a step is in the next one. A lesson that a person took back is not told on this way either. */
static bool take_cause(memory *m, struct recalled *r, GError **error)
{
    g_autoptr(GPtrArray) calls = memory_calls(m, r->run, r->step + 1, error);
    g_autoptr(GPtrArray) lessons = calls ? memory_lessons_of_step(m, r->run, r->step, error) : NULL;
    bool withdrawn = false;
    for (guint i = 0; lessons && i < lessons->len; i++)
        withdrawn = withdrawn || ((const struct memory_lesson *)lessons->pdata[i])->withdrawn;
    for (guint i = calls ? calls->len : 0; i-- > 0 && !r->cause && !withdrawn;) {
        const struct memory_call *c = calls->pdata[i];
        r->cause = memory_call_said(c, "cause");
    }
    return lessons != NULL;
}

/* The gist's lines: task, subtask, what was seen. */
static void take_lines(struct recalled *r, const char *text)
{
    char **const to[] = {&r->task, &r->subtask, &r->saw};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; i < G_N_ELEMENTS(to) && lines[i]; i++)
        *to[i] = *lines[i] ? g_strdup(lines[i]) : NULL;
}

struct recalled *recall_read_step(memory *m, const struct memory_gist *gist, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_steps_page(m, gist->run, gist->step, 1, error);
    const struct memory_step *s = steps && steps->len ? steps->pdata[0] : NULL;
    enum recall_end end;
    if (!s || s->step != gist->step || !s->action || !end_of(s, &end))
        return NULL;
    struct recalled *r = g_new0(struct recalled, 1);
    *r = (struct recalled){.run = s->run, .step = s->step, .at_us = s->ended_us, .end = end, .bits = -1};
    take_lines(r, gist->text);
    bool bad = end != RECALL_WORKED && end != RECALL_UNKNOWN;
    if (take_action(r, s->action) && (end != RECALL_REJECTED || take_words_of_person(m, r, error)) &&
        (!bad || take_cause(m, r, error)))
        return r;
    recalled_free(r);
    return NULL;
}
