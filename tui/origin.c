#include "tui/origin.h"

char *origin_picture(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GPtrArray) frames = memory_frames(m, run, step, NULL);
    const struct memory_frame *best = NULL;
    for (guint i = 0; frames && i < frames->len; i++) {
        const struct memory_frame *f = g_ptr_array_index(frames, i);
        bool seen = !g_strcmp0(f->role, "observation");
        if (!best || (seen && g_strcmp0(best->role, "observation") != 0))
            best = f;
    }
    return best ? g_strdup(best->path) : NULL;
}
