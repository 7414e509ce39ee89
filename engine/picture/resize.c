/* A picture made smaller: each pixel is the mean of the area that it stands for, parts of pixels counted as parts. */

#include "engine/picture/frame.h"

/* The pixels of one side that one pixel of the smaller side stands for, and the weight of each. */
struct span {
    int from, n;
    float *weights; /* in the array of all */
};

static struct span *spans_of(int from, int to, float **ret_weights)
{
    int most = from / to + 2;
    struct span *spans = g_new(struct span, to);
    *ret_weights = g_new(float, (gsize)to *(gsize)most);
    for (int i = 0; i < to; i++) {
        gint64 left = (gint64)i * from, right = left + from; /* in parts of 1 / to */
        struct span *s = &spans[i];
        *s = (struct span){(int)(left / to), 0, *ret_weights + (gsize)i * (gsize)most};
        for (gint64 at = s->from; at * to < right; at++) {
            gint64 part = MIN((at + 1) * to, right) - MAX(at * to, left);
            s->weights[s->n++] = (float)part / (float)from;
        }
    }
    return spans;
}

/* The rows of one span added up, three numbers a pixel. */
static void add_rows(const frame *f, const struct span *rows, float *sums)
{
    for (int x = 0; x < 3 * f->width; x++)
        sums[x] = 0;
    for (int i = 0; i < rows->n; i++) {
        const guint32 *row = f->pixels + (gsize)(rows->from + i) * (gsize)f->width;
        float weight = rows->weights[i];
        for (int x = 0; x < f->width; x++) {
            sums[3 * x] += weight * (float)(row[x] >> 16 & 0xff);
            sums[3 * x + 1] += weight * (float)(row[x] >> 8 & 0xff);
            sums[3 * x + 2] += weight * (float)(row[x] & 0xff);
        }
    }
}

static guint32 pixel_of(const float *sums, const struct span *columns)
{
    float sum[3] = {0};
    for (int i = 0; i < columns->n; i++)
        for (int k = 0; k < 3; k++)
            sum[k] += columns->weights[i] * sums[3 * (columns->from + i) + k];
    guint32 pixel = 0;
    for (int k = 0; k < 3; k++)
        pixel = pixel << 8 | (guint32)(MIN(sum[k], 255.0f) + 0.5f);
    return pixel;
}

frame *frame_resize(const frame *f, int width, int height)
{
    width = CLAMP(width, 1, f->width);
    height = CLAMP(height, 1, f->height);
    g_autofree float *column_weights = NULL, *row_weights = NULL;
    g_autofree struct span *columns = spans_of(f->width, width, &column_weights);
    g_autofree struct span *rows = spans_of(f->height, height, &row_weights);
    g_autofree float *sums = g_new(float, 3 * (gsize)f->width);
    frame *small = frame_new(width, height);
    for (int y = 0; y < height; y++) {
        add_rows(f, &rows[y], sums);
        for (int x = 0; x < width; x++)
            small->pixels[(gsize)y * (gsize)width + (gsize)x] = pixel_of(sums, &columns[x]);
    }
    small->at_us = f->at_us;
    return small;
}

GBytes *frame_resize_png(GBytes *picture, int width, int height, GError **error)
{
    gsize length;
    const guint8 *bytes = g_bytes_get_data(picture, &length);
    bool jpeg = length > 1 && bytes[0] == 0xff && bytes[1] == 0xd8;
    g_autoptr(frame) whole = jpeg ? frame_from_jpeg(picture, error) : frame_from_png(picture, error);
    if (!whole)
        return NULL;
    g_autoptr(frame) small = frame_resize(whole, width, height);
    return frame_to_png(small, error);
}
