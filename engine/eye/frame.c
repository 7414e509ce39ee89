#include "engine/eye/frame.h"

#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(eye - error - quark, eye_error)

frame *frame_new(int width, int height)
{
    g_return_val_if_fail(width > 0 && height > 0 && width <= FRAME_MAX_SIDE && height <= FRAME_MAX_SIDE, NULL);
    frame *f = g_new0(frame, 1);
    f->width = width;
    f->height = height;
    f->pixels = g_malloc0_n((gsize)width * (gsize)height, sizeof *f->pixels);
    return f;
}

frame *frame_copy(const frame *f)
{
    frame *copy = frame_new(f->width, f->height);
    memcpy(copy->pixels, f->pixels, (gsize)f->width * (gsize)f->height * sizeof *f->pixels);
    copy->at_us = f->at_us;
    return copy;
}

void frame_free(frame *f)
{
    if (!f)
        return;
    g_free(f->pixels);
    g_free(f);
}

frame *frame_crop(const frame *f, int x, int y, int width, int height)
{
    gint64 left = MAX(x, 0), top = MAX(y, 0);
    gint64 right = MIN((gint64)x + width, f->width), bottom = MIN((gint64)y + height, f->height);
    if (left >= right || top >= bottom)
        return NULL;
    frame *part = frame_new((int)(right - left), (int)(bottom - top));
    for (int row = 0; row < part->height; row++)
        memcpy(part->pixels + (gsize)row * (gsize)part->width, f->pixels + (gsize)(top + row) * (gsize)f->width + left,
               (gsize)part->width * sizeof *f->pixels);
    part->at_us = f->at_us;
    return part;
}

static bool channel_differs(guint32 a, guint32 b, int shift, int tolerance)
{
    return abs((int)((a >> shift) & 0xff) - (int)((b >> shift) & 0xff)) > tolerance;
}

double frame_similarity(const frame *a, const frame *b, int tolerance)
{
    if (a->width != b->width || a->height != b->height)
        return 0;
    gsize n = (gsize)a->width * (gsize)a->height, different = 0;
    for (gsize i = 0; i < n; i++) {
        guint32 p = a->pixels[i], q = b->pixels[i];
        if (p != q &&
            (channel_differs(p, q, 16, tolerance) || channel_differs(p, q, 8, tolerance) || channel_differs(p, q, 0, tolerance)))
            different++;
    }
    return (double)(n - different) / (double)n;
}
