#include "engine/eye/preview.h"

#include "engine/eye/store.h"

#include <string.h>

#define BLINK_US (1500 * 1000) /* longer than a phase of a caret */
#define CURSOR_WIDTH 32        /* px: a cell of a terminal at most, which may also be a letter */
#define CELL 16                /* px: side of what is compared */

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

/* False: it was not written, or need not be; then the error says why, the first time. */
static bool write_picture(struct preview *p, shot *s, const char *path, GError **error)
{
    if (s == p->shown && !p->retell)
        return false;
    p->retell = false;
    g_autoptr(GBytes) png = png_of(s, p->failed ? NULL : error);
    if (!png || !store_write(path, png, false, p->failed ? NULL : error)) {
        p->failed = true;
        return false;
    }
    p->failed = false;
    if (s == p->shown)
        return true;
    recorder_shot_unref(p->before);
    p->before = p->shown;
    p->shown = recorder_shot_ref(s);
    p->returned = s == p->judged && p->back;
    return true;
}

static void judge(struct preview *p, shot *s)
{
    struct area a = {0};
    recorder_shot_unref(p->judged);
    p->judged = recorder_shot_ref(s);
    p->same = live_same(s, p->shown);
    p->back = !p->same && p->before && live_same(s, p->before) &&
              frame_changed(s->picture, p->shown->picture, &a.x, &a.y, &a.width, &a.height) > 0 && a.width <= CURSOR_WIDTH &&
              a.height <= SCREEN_MATCH_CARET_HEIGHT;
    p->blinks = p->back && (p->returned || a.width <= SCREEN_MATCH_CARET_WIDTH);
}

gint64 preview_due_us(struct preview *p, shot *s, gint64 beat_us)
{
    if (s == p->shown || p->retell)
        return p->retell ? beat_us : G_MAXINT64;
    if (s != p->judged)
        judge(p, s);
    if (p->same)
        return G_MAXINT64;
    return p->blinks ? MAX(beat_us, s->at_us + BLINK_US) : beat_us;
}

/* Where the two differ in the cell, exactly: a caret beside a word does not cover it. Width 0 = nowhere. */
static struct area cell_changed(const frame *a, const frame *b, int left, int top)
{
    int right = MIN(left + CELL, a->width), first = right, last = left - 1, upper = 0, lower = -1;
    for (int y = top; y < MIN(top + CELL, a->height); y++) {
        gsize at = (gsize)y * (gsize)a->width;
        if (memcmp(a->pixels + at + left, b->pixels + at + left, (gsize)(right - left) * sizeof *a->pixels) == 0)
            continue;
        for (int x = left; x < right; x++)
            if (a->pixels[at + (gsize)x] != b->pixels[at + (gsize)x]) {
                first = MIN(first, x);
                last = MAX(last, x);
            }
        upper = lower < 0 ? y : upper;
        lower = y;
    }
    return lower < 0 ? (struct area){0} : (struct area){first, upper, last - first + 1, lower - upper + 1};
}

/* struct area; caller unrefs. */
static GArray *areas_changed(const shot *s, const shot *read)
{
    GArray *changed = g_array_new(FALSE, FALSE, sizeof(struct area));
    const frame *a = s->picture, *b = read->picture;
    struct area all = {0, 0, a->width, a->height};
    bool same_size = b && a->width == b->width && a->height == b->height;
    for (int y = 0; same_size && a != b && y < a->height; y += CELL) {
        struct area run = {0};
        for (int x = 0; x < a->width + CELL; x += CELL) {
            struct area cell = x < a->width ? cell_changed(a, b, x, y) : (struct area){0};
            if (cell.width > 0) {
                run = run.width > 0 ? area_joined(run, cell) : cell;
            } else if (run.width > 0) {
                g_array_append_val(changed, run);
                run.width = 0;
            }
        }
    }
    if (!same_size || changed->len > SCREEN_MATCH_AREAS_MAX) { /* too many to be told: nothing of it counts as the same */
        g_array_set_size(changed, 0);
        g_array_append_val(changed, all);
    }
    return changed;
}

void preview_tell(struct preview *p, shot *s, const char *path, const shot *read, const char *of, gint64 focus, line_stream *line)
{
    g_autoptr(GError) error = NULL;
    if (write_picture(p, s, path, &error)) {
        g_autoptr(GArray) changed = of ? areas_changed(s, read) : NULL;
        const eye_answer a = {.kind = EYE_PREVIEW,
                              .path = (char *)path,
                              .width = s->picture->width,
                              .height = s->picture->height,
                              .of = (char *)of,
                              .changed = changed,
                              .focus = focus};
        eye_answer_send(&a, line);
    } else if (error) {
        const eye_answer a = {.kind = EYE_FAILED, .text = error->message};
        eye_answer_send(&a, line);
    }
}

void preview_clear(struct preview *p)
{
    recorder_shot_unref(p->shown);
    recorder_shot_unref(p->before);
    recorder_shot_unref(p->judged);
    *p = (struct preview){0};
}
