#include "engine/alike.h"

#include "engine/eye/frame.h"

#include <math.h>
#include <string.h>

static struct alike compare(const frame *a, const frame *b)
{
    int left = a->width, top = a->height, right = -1, bottom = -1;
    struct alike found = {0};
    for (int y = 0; y < a->height; y++) {
        const guint32 *one = a->pixels + (gsize)y * (gsize)a->width, *other = b->pixels + (gsize)y * (gsize)a->width;
        if (memcmp(one, other, (gsize)a->width * sizeof *one) == 0)
            continue;
        for (int x = 0; x < a->width; x++) {
            if (one[x] == other[x])
                continue;
            found.differ++;
            left = MIN(left, x);
            right = MAX(right, x);
            top = MIN(top, y);
            bottom = y;
        }
    }
    found.share = 1 - (double)found.differ / ((double)a->width * a->height);
    if (found.differ) {
        found.x = left;
        found.y = top;
        found.width = right - left + 1;
        found.height = bottom - top + 1;
    }
    return found;
}

struct alike alike_files(const char *one, const char *other)
{
    g_autoptr(frame) a = one && *one ? frame_read(one, NULL) : NULL, b = a && other ? frame_read(other, NULL) : NULL;
    if (!a)
        return (struct alike){.why = "no picture of it is kept"};
    if (!b)
        return (struct alike){.why = "the picture cannot be read"};
    if (a->width != b->width || a->height != b->height)
        return (struct alike){.why = "the display has another size"};
    return compare(a, b);
}

char *alike_words(const struct alike *a)
{
    if (a->why)
        return g_strdup_printf("not to be compared with what it was then: %s", a->why);
    if (a->differ == 0)
        return g_strdup("the same as it was then, pixel by pixel");
    return g_strdup_printf("%.1f %% like it was then: %" G_GINT64_FORMAT " pixels differ, within %d × %d at %d,%d",
                           floor(a->share * 1000) / 10, a->differ, a->width, a->height, a->x, a->y);
}
