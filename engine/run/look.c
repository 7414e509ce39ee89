#include "engine/run/look.h"

#include "engine/eye/eye.h"

#include <math.h>

struct run_look *run_look_new(void)
{
    struct run_look *l = g_new0(struct run_look, 1);
    l->reward = NAN;
    return l;
}

void run_look_free(struct run_look *l)
{
    if (!l)
        return;
    eye_observation_free(l->observation);
    g_clear_pointer(&l->read, screen_free);
    g_free(l->read_of);
    g_free(l->before);
    g_free(l->reward_error);
    g_clear_pointer(&l->clip_keys, g_array_unref);
    g_clear_pointer(&l->clip_samples, g_array_unref);
    g_free(l);
}

void look_keep_marks(struct run_look *l, const char *hash, const screen *read)
{
    g_clear_pointer(&l->read, screen_free);
    g_free(l->read_of);
    l->read = screen_copy(read);
    l->read_of = g_strdup(hash);
}

bool look_has_marks(const struct run_look *l)
{
    return l->read && l->observation && g_strcmp0(l->observation->frame.hash, l->read_of) == 0;
}

void look_note_told(struct run_look *l)
{
    l->marks_told = true;
    l->told_wordless = l->told_wordless || (l->observation && l->observation->screen->words_pending);
}

void look_take_marks(struct run_look *l)
{
    if (look_has_marks(l))
        screen_take_marks(l->observation->screen, l->read,
                          l->told_wordless ? SCREEN_KEEP_PLACES
                          : l->marks_told  ? SCREEN_KEEP_NUMBERS
                                           : SCREEN_KEEP_NONE);
}

void look_take_clip(struct run_look *l)
{
    eye_observation *o = l->observation;
    if (!l->clip_keys)
        return;
    if (o->samples->len == 0) { /* the eye has begun only now: it has nothing of its own to tell of that action */
        g_array_unref(o->samples);
        o->samples = g_steal_pointer(&l->clip_samples);
        g_array_unref(o->keyframes);
        o->keyframes = g_steal_pointer(&l->clip_keys);
    }
    g_clear_pointer(&l->clip_keys, g_array_unref);
    g_clear_pointer(&l->clip_samples, g_array_unref);
}

const char *look_unsaved(const struct run_look *l)
{
    for (guint i = 0; l->observation && i < l->observation->windows->len; i++) {
        const struct eye_window *w = l->observation->windows->pdata[i];
        if (w->title && g_regex_match_simple("^[*●]|\\*( [-–—] |$)|[[(]modified[])]", w->title, G_REGEX_CASELESS, 0))
            return w->title;
    }
    return NULL;
}
