/* Self-reflection: did the last action succeed, why not, is the task done, must a held key go on (paper 4.2, B.1). */

#include "engine/eye/frame.h"
#include "engine/modules/parts.h"

#define SAMPLES_MAX 8

static const struct field fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "what the frames show of the last action, in a few sentences"},
    {"success", FIELD_STRING, "yes|no|unknown", true, 0, "did the last action do what was expected of it"},
    {"cause", FIELD_STRING, NULL, false, 2000, "if it did not: the most likely cause, and what to do differently"},
    {"task_done", FIELD_BOOLEAN, NULL, true, 0, "true only if the screen proves that the whole task is complete"},
    {"hold", FIELD_STRING, "keep|release|none", false, 0,
     "keys or buttons that are held down, or were until an interruption let go of them: keep them (lost ones are pressed again), "
     "release them, or none are held"},
};

/* Small text is lost in whole frames of low detail. */
static void add_difference(const eye_observation *o, brain_request *request)
{
    struct area d = o->different;
    const struct brain_part part = {d.x, d.y, d.width, d.height, frame_read_part};
    const struct eye_frame *first = &g_array_index(o->samples, struct eye_frame, 0), *last = first + o->samples->len - 1;
    g_autofree char *note = g_strdup_printf(
        "Before the action, in full detail: %d×%d pixels at %d,%d, where most has changed:", d.width, d.height, d.x, d.y);
    brain_request_add_part(request, first->path, &part, note);
    brain_request_add_part(request, last->path, &part, "The same place now, in full detail:");
}

static void images(const situation *s, brain_request *request)
{
    const GArray *samples = s->observation ? s->observation->samples : NULL;
    guint n = samples ? samples->len : 0;
    gint64 start = n > 0 ? g_array_index(samples, struct eye_frame, 0).at_us : 0;
    for (guint i = 0; i < n; i++) {
        if (n > SAMPLES_MAX && i != 0 && i * (SAMPLES_MAX - 1) / (n - 1) == (i - 1) * (SAMPLES_MAX - 1) / (n - 1))
            continue; /* the eye sends no more than eight; should it, they are taken evenly */
        const struct eye_frame *f = &g_array_index(samples, struct eye_frame, i);
        g_autofree char *note = g_strdup_printf("%.1f s after the action began:", (double)(f->at_us - start) / 1e6);
        brain_request_add_image(request, f->path, note, true);
    }
    if (n > 1 && s->observation->different.width > 0)
        add_difference(s->observation, request);
    if (n == 0 && situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen after the last action:", true);
}

const struct module_part module_reflect = {.form = PART_FORM("reflect", fields), .images = images};
