#include "tui/skills/skills_picture.h"

#include "engine/picture/frame.h"
#include "engine/eye/marks.h"
#include "engine/eye/reading.h"

#define CPU_S 20 /* it may be a whole screen */

static GArray *whole_of(const frame *f)
{
    GArray *regions = ocr_regions_new();
    struct ocr_region all = {.width = f->width, .height = f->height, .scale = 2, .sparse = true};
    all.gray = g_malloc((gsize)f->width * (gsize)f->height);
    marks_gray(f, all.gray);
    g_array_append_val(regions, all);
    return regions;
}

screen *picture_screen(const char *path, GError **error)
{
    g_autoptr(frame) f = frame_read(path, error);
    if (!f)
        return NULL;
    g_autoptr(screen) s = screen_new(f->width, f->height);
    if ((gint64)f->width * f->height > OCR_AREA_MAX) /* without its words, then */
        return g_steal_pointer(&s);
    g_autoptr(reading) r = reading_start(whole_of(f), CPU_S, READING_AWAITED);
    g_autoptr(GArray) words = ocr_words_new();
    reading_wait(r);
    if (!reading_finish(r, words, error))
        return NULL;
    for (guint i = 0; i < words->len; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        const struct screen_word word = {w->text, (char *)"", w->x, w->y, w->width, w->height, w->confidence};
        screen_add_word(s, &word);
    }
    return g_steal_pointer(&s);
}
