#include "engine/eye/eye.h"

void eye_frame_clear(struct eye_frame *f)
{
    g_clear_pointer(&f->hash, g_free);
    g_clear_pointer(&f->path, g_free);
    g_clear_pointer(&f->shared, g_free);
    g_clear_pointer(&f->masked, g_array_unref);
}

void eye_observation_free(eye_observation *o)
{
    if (!o)
        return;
    eye_frame_clear(&o->frame);
    g_clear_pointer(&o->keyframes, g_array_unref);
    g_clear_pointer(&o->samples, g_array_unref);
    g_clear_pointer(&o->windows, g_ptr_array_unref);
    g_free(o->stack_hash);
    g_clear_pointer(&o->blind, g_array_unref);
    g_clear_pointer(&o->masked, g_array_unref);
    g_strfreev(o->twins);
    screen_free(o->screen);
    g_free(o);
}

const struct eye_window *eye_observation_window_at(const eye_observation *o, int x, int y)
{
    return eye_window_at(o->windows, x, y);
}

const struct eye_window *eye_observation_window(const eye_observation *o, gint64 id)
{
    return eye_window_find(o->windows, id);
}

void eye_request_clear(struct eye_request *r)
{
    g_clear_pointer(&r->pattern, g_free);
    g_clear_pointer(&r->digest, g_free);
    screen_match_rules_clear(&r->rules);
}

void eye_answer_free(eye_answer *a)
{
    if (!a)
        return;
    eye_window_free(a->window);
    eye_observation_free(a->observation);
    g_clear_pointer(&a->restless, g_array_unref);
    g_clear_pointer(&a->unsettled, g_array_unref);
    g_clear_pointer(&a->windows, g_ptr_array_unref);
    eye_frame_clear(&a->frame);
    sense_answer_clear(&a->sensed);
    g_free(a->stack_hash);
    g_free(a->path);
    g_free(a->of);
    g_clear_pointer(&a->changed, g_array_unref);
    screen_free(a->seen);
    g_free(a->text);
    g_free(a);
}
