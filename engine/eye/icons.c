/* Exact icons: the pixel of the icon whose colour is the rarest on the screen is looked for, then the rest is compared. */
#include "engine/eye/marks.h"

#include <string.h>

#define BUCKETS 65536
#define FOUND_MAX 64

static guint bucket(guint32 colour)
{
    return (colour * 2654435761u) >> 16;
}

const char *icon_refused(const frame *icon)
{
    gsize n = (gsize)icon->width * (gsize)icon->height;
    if (n < 16)
        return "it has fewer than 16 pixels";
    for (gsize i = 1; i < n; i++)
        if (icon->pixels[i] != icon->pixels[0])
            return NULL;
    return "it is of one colour only and would be found on every plain surface";
}

static gsize rarest_pixel(const frame *f, const frame *icon)
{
    g_autofree guint32 *counts = g_new0(guint32, BUCKETS);
    gsize n = (gsize)f->width * (gsize)f->height, best = 0;
    for (gsize i = 0; i < n; i++)
        counts[bucket(f->pixels[i])]++;
    n = (gsize)icon->width * (gsize)icon->height;
    for (gsize i = 1; i < n; i++)
        if (counts[bucket(icon->pixels[i])] < counts[bucket(icon->pixels[best])])
            best = i;
    return best;
}

static bool same_at(const frame *f, const frame *icon, int x, int y)
{
    for (int row = 0; row < icon->height; row++)
        if (memcmp(f->pixels + (gsize)(y + row) * (gsize)f->width + (gsize)x, icon->pixels + (gsize)row * (gsize)icon->width,
                   (gsize)icon->width * sizeof *icon->pixels) != 0)
            return false;
    return true;
}

GArray *icon_find(const frame *f, const frame *icon)
{
    GArray *found = g_array_new(FALSE, TRUE, sizeof(struct screen_icon));
    if (icon->width > f->width || icon->height > f->height)
        return found;
    gsize pick = rarest_pixel(f, icon);
    int pick_x = (int)(pick % (gsize)icon->width), pick_y = (int)(pick / (gsize)icon->width);
    guint32 colour = icon->pixels[pick];
    for (int y = 0; y + icon->height <= f->height; y++) {
        const guint32 *row = f->pixels + (gsize)(y + pick_y) * (gsize)f->width + (gsize)pick_x;
        for (int x = 0; x + icon->width <= f->width; x++)
            if (row[x] == colour && same_at(f, icon, x, y)) {
                struct screen_icon place = {.x = x, .y = y, .width = icon->width, .height = icon->height};
                g_array_append_val(found, place);
                if (found->len == FOUND_MAX)
                    return found;
            }
    }
    return found;
}
