#include "engine/eye/survey.h"

#include "engine/eye/live.h"

#define AFTER_US (500 * 1000) /* a person who decides sooner needs no words, and an action follows */

struct survey {
    marks *m;
    screen *like; /* words of the present picture are wanted, on a screen like this; NULL = they are not */
    struct wanted {
        shot *of; /* NULL = none */
        screen *seen;
        char *hash;
        gint64 due_us; /* when it begins; 0 = somebody waits for it */
        bool live;
    } next, now, told; /* told: the last one that was live; without its screen */
    shot *observed;    /* of the last answer that was of an observation, and its marks; NULL = none */
    screen *numbered;
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
    wanted_clear(&s->told);
    recorder_shot_unref(s->observed);
    screen_free(s->numbered);
    screen_free(s->like);
    marks_free(s->m);
    g_free(s);
}

static void want(survey *s, shot *of, const screen *like, const char *hash, bool present, gint64 due_us)
{
    wanted_clear(&s->next);
    s->next = (struct wanted){recorder_shot_ref(of), screen_copy(like), g_strdup(hash), due_us, present};
    g_array_set_size(s->next.seen->words, 0); /* all are read once more, or are known */
    g_array_set_size(s->next.seen->icons, 0);
    g_array_set_size(s->next.seen->marks, 0);
}

void survey_want(survey *s, shot *of, const eye_observation *o, bool now, bool present)
{
    screen_free(s->like);
    s->like = present ? screen_copy(o->screen) : NULL;
    if (present)
        return;
    wanted_clear(&s->told);
    now = now || (s->next.due_us == 0 && g_strcmp0(s->next.hash, o->frame.hash) == 0); /* who has waited for it still does */
    want(s, of, o->screen, o->frame.hash, false, now ? 0 : g_get_monotonic_time() + AFTER_US);
}

static bool reads_observed(const survey *s)
{
    return (s->next.of && !s->next.live) || (s->now.of && !s->now.live);
}

bool survey_present(survey *s, shot *of)
{
    const shot *last = s->next.of ? s->next.of : s->now.of ? s->now.of : s->told.of;
    if (!s->like || !of || of == last || reads_observed(s))
        return false;
    if (s->observed && live_same(of, s->observed)) { /* its words are known, and their numbers */
        bool another = s->told.of != NULL;
        wanted_clear(&s->next);
        wanted_clear(&s->told);
        return another;
    }
    g_autofree char *hash = of->stored.hash ? g_strdup(of->stored.hash)
                            : of->png       ? g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, of->png)
                                            : NULL;
    if (hash)
        want(s, of, s->like, hash, true, g_get_monotonic_time() + AFTER_US);
    return false;
}

const shot *survey_live(const survey *s, const shot *otherwise, const char **hash)
{
    if (s->told.of)
        *hash = s->told.hash;
    return s->told.of ? s->told.of : otherwise;
}

void survey_forget(survey *s)
{
    if (s->next.live)
        s->next.due_us = g_get_monotonic_time() + AFTER_US;
    else
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

static bool looks_same(const frame *a, const frame *b, const struct screen_mark *m)
{
    g_autoptr(frame) was = frame_crop(a, m->x, m->y, m->width, m->height), is = frame_crop(b, m->x, m->y, m->width, m->height);
    return was && is && frame_same(was, is);
}

/* The numbered marks of the observation that look in a present picture as they did. */
static void keep_marks(const survey *s, const frame *now, screen *seen)
{
    for (guint i = 0; s->observed && i < s->numbered->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->numbered->marks, struct screen_mark, i);
        if (looks_same(s->observed->picture, now, m))
            screen_add_mark(seen, m);
    }
}

eye_answer *survey_turn(survey *s, marks *numbers)
{
    bool begins = !s->now.of && s->next.of && g_get_monotonic_time() >= s->next.due_us;
    if (begins) {
        s->now = s->next;
        s->next = (struct wanted){0};
    }
    if (!s->now.of || !(begins ? marks_start_whole(s->m, s->now.of->picture, s->now.due_us != 0) : marks_poll(s->m)))
        return NULL;
    g_autoptr(GError) error = NULL;
    eye_answer *a = g_new0(eye_answer, 1);
    a->kind = EYE_SURVEYED;
    if (!marks_finish(s->m, s->now.of->picture, s->now.seen, &error))
        a->text = g_strdup(error->message);
    s->now.seen->words_pending = false;
    if (numbers && !s->now.live) /* a model has heard numbers of what was observed only */
        marks_number(numbers, s->now.of->picture, s->now.seen);
    if (s->now.live)
        keep_marks(s, s->now.of->picture, s->now.seen);
    a->of = g_strdup(s->now.hash);
    a->live = s->now.live;
    a->seen = g_steal_pointer(&s->now.seen);
    if (!s->now.live) {
        recorder_shot_unref(s->observed);
        s->observed = recorder_shot_ref(s->now.of);
        screen_free(s->numbered);
        s->numbered = screen_copy(a->seen);
    }
    if (s->now.live && s->like) {
        wanted_clear(&s->told);
        s->told = s->now;
        s->now = (struct wanted){0};
    } else {
        wanted_clear(&s->now);
    }
    return a;
}
