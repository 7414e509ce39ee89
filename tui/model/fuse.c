#include "tui/model/fuse.h"

#include "tui/term/text.h"

#define BAR_MAX 40

void fuse_light(struct fuse *f, int id, int ms, gint64 now_us)
{
    *f = (struct fuse){.id = ms > 0 ? id : 0, .start_us = now_us, .length_us = (gint64)MAX(ms, 0) * 1000};
}

gint64 fuse_left_us(const struct fuse *f, gint64 now_us)
{
    if (!f->id)
        return 0;
    return f->stopped ? f->length_us : CLAMP(f->start_us + f->length_us - now_us, 0, f->length_us);
}

bool fuse_burning(const struct fuse *f, gint64 now_us)
{
    return f->id && !f->stopped && fuse_left_us(f, now_us) > 0;
}

void fuse_stop(struct fuse *f, const char *why, gint64 now_us)
{
    gint64 left = fuse_left_us(f, now_us);
    if (!f->id || f->stopped)
        return;
    f->length_us = left;
    f->stopped = true;
    g_strlcpy(f->why, why ? why : "", sizeof f->why);
}

void fuse_clear(struct fuse *f)
{
    *f = (struct fuse){0};
}

gint64 fuse_deadline(const struct fuse *f, gint64 now_us)
{
    if (!fuse_burning(f, now_us))
        return -1;
    gint64 turn = (now_us - f->start_us) / FUSE_TURN_US + 1;
    return MIN(f->start_us + turn * FUSE_TURN_US, f->start_us + f->length_us);
}

char *fuse_text(const struct fuse *f, int width, gint64 now_us)
{
    if (f->stopped)
        return *f->why ? g_strdup_printf("fuse stopped: it waits for you (%s)", f->why)
                       : g_strdup("fuse stopped: it waits for you");
    gint64 left = fuse_left_us(f, now_us);
    if (left == 0)
        return g_strdup("fuse ended: firing");
    gint64 tenths = (left + FUSE_TURN_US - 1) / FUSE_TURN_US;
    g_autofree char *begin = g_strdup_printf("fires in %" G_GINT64_FORMAT ".%" G_GINT64_FORMAT " s ", tenths / 10, tenths % 10);
    const char *end = width >= 60 ? " any key stops it, y fires now" : width >= 36 ? " any key stops it" : " any key stops";
    int bar = CLAMP(width - text_width(begin) - text_width(end), 0, BAR_MAX);
    int whole = (int)((left * bar + f->length_us - 1) / f->length_us);
    g_autoptr(GString) text = g_string_new(begin);
    for (int i = 0; i < bar; i++)
        g_string_append(text, i < whole ? "█" : "░");
    g_string_append(text, end);
    return g_string_free(g_steal_pointer(&text), FALSE);
}
