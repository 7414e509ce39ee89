#include "engine/eye/survey.h"

#define AFTER_US (500 * 1000) /* a person who decides sooner needs no words, and an action follows */

struct survey {
    marks *m;
    struct wanted {
        shot *of; /* NULL = none */
        screen *seen;
        char *hash;
        gint64 due_us; /* when it begins */
    } next, now;
};

static void wanted_clear(struct wanted *w)
{
    recorder_shot_unref(w->of);
    screen_free(w->seen);
    g_free(w->hash);
    *w = (struct wanted){0};
}

survey *survey_new(const profile *p, GError **error)
{
    marks *m = marks_new(p, error);
    survey *s = m ? g_new0(survey, 1) : NULL;
    if (s)
        s->m = m;
    return s;
}

void survey_free(survey *s)
{
    if (!s)
        return;
    wanted_clear(&s->next);
    wanted_clear(&s->now);
    marks_free(s->m);
    g_free(s);
}

void survey_want(survey *s, shot *of, const eye_observation *o, bool now)
{
    now = now || (s->next.due_us == 0 && g_strcmp0(s->next.hash, o->frame.hash) == 0); /* who has waited for it still does */
    wanted_clear(&s->next);
    s->next = (struct wanted){recorder_shot_ref(of), screen_copy(o->screen), g_strdup(o->frame.hash),
                              now ? 0 : g_get_monotonic_time() + AFTER_US};
    g_array_set_size(s->next.seen->words, 0); /* all are read once more, or are known */
    g_array_set_size(s->next.seen->icons, 0);
    g_array_set_size(s->next.seen->marks, 0);
}

void survey_forget(survey *s)
{
    wanted_clear(&s->next);
}

void survey_prepare(survey *s, GArray *pollfds)
{
    if (s->now.of)
        marks_prepare(s->m, pollfds);
}

gint64 survey_deadline(const survey *s)
{
    return s->now.of ? marks_deadline(s->m) : s->next.of ? s->next.due_us : G_MAXINT64;
}

eye_answer *survey_turn(survey *s, marks *numbers)
{
    bool begins = !s->now.of && s->next.of && g_get_monotonic_time() >= s->next.due_us;
    if (begins) {
        s->now = s->next;
        s->next = (struct wanted){0};
    }
    if (!s->now.of || !(begins ? marks_start_whole(s->m, s->now.of->picture) : marks_poll(s->m)))
        return NULL;
    g_autoptr(GError) error = NULL;
    eye_answer *a = g_new0(eye_answer, 1);
    a->kind = EYE_SURVEYED;
    if (!marks_finish(s->m, s->now.of->picture, s->now.seen, &error))
        a->text = g_strdup(error->message);
    if (numbers)
        marks_number(numbers, s->now.of->picture, s->now.seen);
    a->of = g_steal_pointer(&s->now.hash);
    a->seen = g_steal_pointer(&s->now.seen);
    a->seen->words_pending = false;
    wanted_clear(&s->now);
    return a;
}
