/* A frame as cells, from a PNG on the disk, as the console does it for every preview. */
#include "engine/picture/frame.h"
#include "tests/bench/measure.h"
#include "tui/term/thumbnails.h"

#include <stdio.h>

#define FRAMES 12
#define PREVIEW_MS 500 /* eye.preview_fps = 2 */

static const struct {
    int columns, rows;
} rooms[] = {{38, 10}, {55, 15}, {80, 24}, {120, 40}};

/* Windows, lines of "text" and a gradient; no two frames alike. */
static frame *picture(int width, int height, int n)
{
    frame *f = frame_new(width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            guint32 p = (guint32)(x * 255 / width) << 16 | (guint32)(y * 255 / height) << 8 | 0x60;
            if (x > 80 && x < 700 && y > 60 && y < 500)
                p = (y % 14 < 9 && (x * 7 + y / 14 * 13 + n) % 11 < 4) ? 0x202020 : 0xf0f0f0;
            if (x > 760 + n * 4 && x < 1100 && y > 120 && y < 420)
                p = (x / 40 + y / 40) % 2 ? 0xc04030 : 0x3060c0;
            f->pixels[(gsize)y * (gsize)width + (gsize)x] = p;
        }
    return f;
}

static guint32 box_average(const frame *f, int x0, int y0, int x1, int y1)
{
    guint64 red = 0, green = 0, blue = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) {
            guint32 p = f->pixels[(gsize)y * (gsize)f->width + (gsize)x];
            red += (p >> 16) & 0xff;
            green += (p >> 8) & 0xff;
            blue += p & 0xff;
        }
    guint64 n = (guint64)(x1 - x0) * (guint64)(y1 - y0), half = n / 2;
    return (guint32)((red + half) / n << 16 | (green + half) / n << 8 | (blue + half) / n);
}

/* The loop that everybody writes first: two box averages a cell, a half block. */
static guint32 naive_scale(const frame *f, int width, int height)
{
    guint32 sum = 0;
    for (int y = 0; y < height; y++) {
        int y0 = y * f->height / height, y1 = (y + 1) * f->height / height;
        for (int x = 0; x < width; x++) {
            int x0 = x * f->width / width, x1 = (x + 1) * f->width / width;
            sum += box_average(f, x0, y0, MAX(x1, x0 + 1), MAX(y1, y0 + 1));
        }
    }
    return sum;
}

static double naive_ms(char *const *paths, int columns, int rows)
{
    g_autoptr(GArray) times = samples_new();
    for (int i = 0; i < FRAMES; i++) {
        double begun = now_ms();
        g_autoptr(frame) f = frame_read(paths[i], NULL);
        double ratio = f ? MIN((double)columns / f->width, 2.0 * rows / f->height) : 0;
        if (!f || naive_scale(f, (int)(f->width * ratio), (int)(f->height * ratio)) == 0)
            return 0;
        samples_add(times, now_ms() - begun);
    }
    return samples_median(times);
}

static double chafa_ms(char *const *paths, enum thumbnail_colours colours, int columns, int rows)
{
    g_autoptr(thumbnails) t = thumbnails_new(colours);
    g_autoptr(GArray) times = samples_new();
    for (int i = 0; i < FRAMES; i++) {
        g_autoptr(GError) error = NULL;
        double begun = now_ms();
        if (!thumbnails_get(t, paths[i], paths[i], NULL, columns, rows, &error))
            printf("  %s\n", error->message);
        samples_add(times, now_ms() - begun);
    }
    return samples_median(times);
}

int main(void)
{
    char *paths[FRAMES] = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    g_autoptr(GArray) reading = samples_new();
    for (int i = 0; i < FRAMES; i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *hash = NULL;
        g_autoptr(frame) f = picture(1280, 720, i);
        if (!frame_store(f, g_get_home_dir(), &hash, &paths[i], &error)) {
            printf("  skipped: %s\n", error->message);
            return 0;
        }
        double begun = now_ms();
        g_autoptr(frame) back = frame_read(paths[i], &error);
        if (back)
            samples_add(reading, now_ms() - begun);
    }
    printf("  1280×720; reading the PNG alone takes %.1f ms\n", samples_median(reading));
    for (gsize i = 0; i < G_N_ELEMENTS(rooms); i++) {
        int c = rooms[i].columns, r = rooms[i].rows;
        double colour = chafa_ms(paths, THUMBNAIL_TRUECOLOUR, c, r), few = chafa_ms(paths, THUMBNAIL_256, c, r),
               naive = naive_ms(paths, c, r);
        printf("  %3d×%-3d true colour %6.1f ms   256 colours %6.1f ms   half blocks, naive %6.1f ms (%.1f×)   %4.1f %% of a "
               "preview's %d ms\n",
               c, r, colour, few, naive, colour / naive, colour * 100 / PREVIEW_MS, PREVIEW_MS);
    }
    for (int i = 0; i < FRAMES; i++)
        g_free(paths[i]);
    return 0;
}
