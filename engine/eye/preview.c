#include "engine/eye/preview.h"

#include "engine/eye/store.h"

static GBytes *png_of(shot *s, GError **error)
{
    char *bytes = NULL;
    gsize length = 0;
    if (s->stored.path && g_file_get_contents(s->stored.path, &bytes, &length, NULL))
        return g_bytes_new_take(bytes, length);
    if (s->stored.path)
        return frame_to_png(s->picture, error);
    return live_shot_encode(s, error) ? g_bytes_ref(s->png) : NULL;
}

bool preview_write(struct preview *p, shot *s, const char *path, GError **error)
{
    if (s == p->shown)
        return false;
    g_autoptr(GBytes) png = png_of(s, p->failed ? NULL : error);
    if (!png || !store_write(path, png, false, p->failed ? NULL : error)) {
        p->failed = true;
        return false;
    }
    p->failed = false;
    recorder_shot_unref(p->shown);
    p->shown = recorder_shot_ref(s);
    return true;
}

void preview_clear(struct preview *p)
{
    recorder_shot_unref(p->shown);
    *p = (struct preview){0};
}
