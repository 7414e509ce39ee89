#include "engine/step/draft_screen.h"

#include "engine/eye/eye.h"

/* A draft is made before its step's first proposal: later pictures show what that did. */
static gint64 until_us(memory *m, const memory_skill *v)
{
    g_autoptr(GPtrArray) proposals = memory_proposals(m, v->run, v->step, NULL);
    gint64 until = v->at_us;
    for (guint i = 0; proposals && i < proposals->len; i++)
        until = MIN(until, ((const struct memory_proposal *)g_ptr_array_index(proposals, i))->at_us);
    return until;
}

/* A step may begin with the picture that the one before it ended with. */
char *draft_screen_picture(memory *m, const memory_skill *v)
{
    gint64 until = v->run > 0 ? until_us(m, v) : 0;
    for (gint64 step = v->run > 0 ? v->step : 0; step > 0; step--) {
        g_autoptr(GPtrArray) frames = memory_frames(m, v->run, step, NULL);
        for (guint i = frames ? frames->len : 0; i-- > 0;) {
            const struct memory_frame *f = g_ptr_array_index(frames, i);
            if (g_strcmp0(f->role, "observation") == 0 && f->at_us <= until)
                return g_file_test(f->path, G_FILE_TEST_IS_REGULAR) ? g_strdup(f->path) : NULL;
        }
    }
    return NULL;
}

screen *draft_screen_read(memory *m, const memory_skill *v, GError **error)
{
    g_autofree char *picture = draft_screen_picture(m, v);
    if (!picture)
        return NULL;
    struct memory_run *run = memory_run_get(m, v->run, NULL);
    g_autoptr(profile) p = run && run->profile ? profile_load(run->profile, NULL) : NULL;
    memory_run_free(run);
    if (!p) /* the run's own is gone */
        p = profile_load("default", error);
    return p ? eye_look_back(picture, p, error) : NULL;
}
