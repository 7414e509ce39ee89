#include "engine/picture/frame.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((gsize)2 * 1024 * 1024)

G_DEFINE_QUARK(eye - error - quark, eye_error)

char *frame_too_large(int width, int height)
{
    if (width <= FRAME_MAX_SIDE && height <= FRAME_MAX_SIDE && (gint64)width * height <= FRAME_MAX_PIXELS)
        return NULL;
    return g_strdup_printf("the screen has %d×%d pixels, and reins reads at most %d on a side and %d million in all (choose a "
                           "smaller resolution, or run in a --sandbox)",
                           width, height, FRAME_MAX_SIDE, FRAME_MAX_PIXELS / (1000 * 1000));
}

/* The pixels of a large frame that was freed, for the next one of its size: a screen's frames are all alike, and the kernel need
 * not clear 8 MB for each. (A sanitizer is to see each frame.) */
static struct {
    guint32 *pixels;
    gsize bytes;
} spare;

static gsize bytes_of(int width, int height)
{
    return (gsize)width * (gsize)height * sizeof(guint32);
}

/* Large ones on huge pages, where the system has them: a fresh picture of 1080p is 4 page faults then, not 2,000. */
static guint32 *pixels_new(int width, int height)
{
    gsize bytes = bytes_of(width, height), whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    if (spare.pixels && spare.bytes == bytes)
        return g_steal_pointer(&spare.pixels);
    static bool apart;
    if (!apart) /* each large one is memory of its own that goes back: between others, aligned as it is, it leaves holes */
        apart = mallopt(M_MMAP_THRESHOLD, (int)HUGE_PAGE) != 0;
    guint32 *pixels = bytes >= HUGE_PAGE ? aligned_alloc(HUGE_PAGE, whole) : NULL;
    if (!pixels)
        return g_malloc(bytes);
    madvise(pixels, whole, MADV_HUGEPAGE);
    return pixels;
}

static void pixels_free(guint32 *pixels, gsize bytes)
{
#ifndef __SANITIZE_ADDRESS__
    if (pixels && bytes >= HUGE_PAGE) {
        guint32 *before = spare.pixels;
        spare.pixels = pixels;
        spare.bytes = bytes;
        pixels = before;
    }
#else
    (void)bytes;
#endif
    g_free(pixels);
}

frame *frame_new_raw(int width, int height)
{
    g_return_val_if_fail(width > 0 && height > 0 && width <= FRAME_MAX_SIDE && height <= FRAME_MAX_SIDE, NULL);
    frame *f = g_new0(frame, 1);
    f->width = width;
    f->height = height;
    f->pixels = pixels_new(width, height);
    return f;
}

frame *frame_new(int width, int height)
{
    frame *f = frame_new_raw(width, height);
    if (f)
        memset(f->pixels, 0, (gsize)width * (gsize)height * sizeof *f->pixels);
    return f;
}

frame *frame_copy(const frame *f)
{
    frame *copy = frame_new_raw(f->width, f->height);
    memcpy(copy->pixels, f->pixels, (gsize)f->width * (gsize)f->height * sizeof *f->pixels);
    copy->at_us = f->at_us;
    return copy;
}

void frame_free(frame *f)
{
    if (!f)
        return;
    if (f->mapped)
        munmap(f->pixels, bytes_of(f->width, f->height));
    else
        pixels_free(f->pixels, bytes_of(f->width, f->height));
    g_free(f->rows);
    g_free(f);
}

frame *frame_crop(const frame *f, int x, int y, int width, int height)
{
    gint64 left = MAX(x, 0), top = MAX(y, 0);
    gint64 right = MIN((gint64)x + width, f->width), bottom = MIN((gint64)y + height, f->height);
    if (left >= right || top >= bottom)
        return NULL;
    frame *part = frame_new_raw((int)(right - left), (int)(bottom - top));
    for (int row = 0; row < part->height; row++)
        memcpy(part->pixels + (gsize)row * (gsize)part->width, f->pixels + (gsize)(top + row) * (gsize)f->width + left,
               (gsize)part->width * sizeof *f->pixels);
    part->at_us = f->at_us;
    return part;
}

bool frame_same(const frame *a, const frame *b)
{
    bool same = a->width == b->width && a->height == b->height;
    for (int y = 0; same && y < a->height; y++)
        same = frame_row_same(a, b, y);
    return same;
}

bool frame_rows_differ(const frame *a, const frame *b, int *ret_first, int *ret_last)
{
    *ret_first = 0;
    *ret_last = a->height - 1;
    if (a->width != b->width || a->height != b->height)
        return true;
    while (*ret_first <= *ret_last && frame_row_same(a, b, *ret_first))
        ++*ret_first;
    while (*ret_last > *ret_first && frame_row_same(a, b, *ret_last))
        --*ret_last;
    return *ret_first <= *ret_last;
}

double frame_similarity(const frame *a, const frame *b, int tolerance)
{
    if (a->width != b->width || a->height != b->height)
        return 0;
    gsize n = (gsize)a->width * (gsize)a->height, different = 0;
    for (gsize i = 0; i < n; i++) {
        guint32 p = a->pixels[i], q = b->pixels[i];
        different += p != q && frame_step(p, q) > tolerance;
    }
    return (double)(n - different) / (double)n;
}

gint64 frame_changed(const frame *a, const frame *b, int *ret_x, int *ret_y, int *ret_width, int *ret_height)
{
    if (a->width != b->width || a->height != b->height)
        return -1;
    int left = a->width, right = -1, top = a->height, bottom = -1;
    gint64 differ = 0;
    for (int y = 0; y < a->height; y++) {
        const guint32 *p = a->pixels + (gsize)y * (gsize)a->width, *q = b->pixels + (gsize)y * (gsize)a->width;
        if (frame_row_same(a, b, y))
            continue;
        for (int x = 0; x < a->width; x++) {
            if (p[x] == q[x])
                continue;
            differ++;
            left = MIN(left, x);
            right = MAX(right, x);
        }
        top = MIN(top, y);
        bottom = y;
    }
    *ret_x = differ ? left : 0;
    *ret_y = differ ? top : 0;
    *ret_width = differ ? right - left + 1 : 0;
    *ret_height = differ ? bottom - top + 1 : 0;
    return differ;
}

bool frame_fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    gint64 left = MAX(x, 0), top = MAX(y, 0);
    gint64 right = MIN((gint64)x + width, f->width), bottom = MIN((gint64)y + height, f->height);
    for (gint64 row = top; f->rows && row < bottom; row++)
        f->rows[row] = 0;
    for (gint64 row = top; row < bottom; row++)
        for (gint64 column = left; column < right; column++)
            f->pixels[row * f->width + column] = colour;
    return left < right && top < bottom;
}

/* The mean of at most 4 × 4 pixels, evenly spread over the part that one pixel stands for. */
static guint32 mean_of(const frame *f, int left, int top, int right, int bottom)
{
    guint32 sum[3] = {0}, n = 0;
    int across = MAX(1, (right - left) / 4), down = MAX(1, (bottom - top) / 4);
    for (int y = top; y < bottom; y += down)
        for (int x = left; x < right; x += across, n++) {
            guint32 pixel = f->pixels[(gsize)y * (gsize)f->width + (gsize)x];
            for (int i = 0; i < 3; i++)
                sum[i] += (pixel >> (8 * i)) & 0xff;
        }
    guint32 mean = 0;
    for (int i = 0; i < 3; i++)
        mean |= (sum[i] + n / 2) / n << (8 * i);
    return mean;
}

frame *frame_shrink(const frame *f, int width)
{
    if (f->width <= width)
        return frame_copy(f);
    int height = MAX(1, (int)((gint64)f->height * width / f->width));
    frame *small = frame_new(width, height);
    for (int y = 0; y < height; y++) {
        int top = (int)((gint64)y * f->height / height), bottom = (int)((gint64)(y + 1) * f->height / height);
        for (int x = 0; x < width; x++) {
            int left = (int)((gint64)x * f->width / width), right = (int)((gint64)(x + 1) * f->width / width);
            small->pixels[(gsize)y * (gsize)width + (gsize)x] = mean_of(f, left, top, MAX(right, left + 1), MAX(bottom, top + 1));
        }
    }
    small->at_us = f->at_us;
    return small;
}
