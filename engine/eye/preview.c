#include "engine/eye/preview.h"

#include "engine/eye/store.h"

#define BLINK_US (1500 * 1000) /* longer than a phase of a caret */

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
    recorder_shot_unref(p->before);
    p->before = p->shown;
    p->shown = recorder_shot_ref(s);
    return true;
}

static bool caret_blinks(const struct preview *p, const shot *s)
{
    struct area a = {0};
    return p->before && live_same(s, p->before) &&
           frame_changed(s->picture, p->shown->picture, &a.x, &a.y, &a.width, &a.height) > 0 &&
           a.width <= SCREEN_MATCH_CARET_WIDTH && a.height <= SCREEN_MATCH_CARET_HEIGHT;
}

gint64 preview_due_us(struct preview *p, shot *s, gint64 beat_us)
{
    if (s == p->shown)
        return G_MAXINT64;
    if (s != p->judged) {
        recorder_shot_unref(p->judged);
        p->judged = recorder_shot_ref(s);
        p->same = live_same(s, p->shown);
        p->blinks = !p->same && caret_blinks(p, s);
    }
    if (p->same)
        return G_MAXINT64;
    return p->blinks ? MAX(beat_us, s->at_us + BLINK_US) : beat_us;
}

void preview_clear(struct preview *p)
{
    recorder_shot_unref(p->shown);
    recorder_shot_unref(p->before);
    recorder_shot_unref(p->judged);
    *p = (struct preview){0};
}
