#include "tui/skills/skills_picture.h"

#include "engine/picture/frame.h"
#include "engine/eye/marks.h"
#include "engine/eye/ocr.h"
#include "skills/worker/worker.h"

#include <string.h>

static const struct worker_limits limits = {512 * 1024 * 1024, 20, 30000, 4 * 1024 * 1024};

static char *request_of(const frame *f)
{
    g_autoptr(GArray) regions = ocr_regions_new();
    struct ocr_region all = {.width = f->width, .height = f->height, .scale = 2, .sparse = true};
    all.gray = g_malloc((gsize)f->width * (gsize)f->height);
    marks_gray(f, all.gray);
    g_array_append_val(regions, all);
    return ocr_request_to_json(regions);
}

screen *picture_screen(const char *path, GError **error)
{
    g_autoptr(frame) f = frame_read(path, error);
    if (!f)
        return NULL;
    g_autoptr(screen) s = screen_new(f->width, f->height);
    if ((gint64)f->width * f->height > OCR_AREA_MAX) /* without its words, then */
        return g_steal_pointer(&s);
    g_autofree char *request = request_of(f);
    gsize length;
    g_autofree char *reply = worker_run("ocr", request, strlen(request), &limits, &length, error);
    g_autoptr(GArray) words = reply ? ocr_reply_from_json(reply, length, error) : NULL;
    for (guint i = 0; words && i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        const struct screen_word word = {w->text, (char *)"", w->x, w->y, w->width, w->height, w->confidence};
        screen_add_word(s, &word);
    }
    return words ? g_steal_pointer(&s) : NULL;
}
