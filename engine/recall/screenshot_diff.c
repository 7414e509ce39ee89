#include "engine/recall/screenshot_diff.h"

#include "engine/picture/frame.h"

#include <math.h>

struct screenshot_diff screenshot_diff_files(const char *one, const char *other)
{
    g_autoptr(frame) a = one && *one ? frame_read(one, NULL) : NULL, b = a && other ? frame_read(other, NULL) : NULL;
    if (!a)
        return (struct screenshot_diff){.why = "no picture of it is kept"};
    if (!b)
        return (struct screenshot_diff){.why = "the picture cannot be read"};
    struct screenshot_diff found = {0};
    found.differ = frame_changed(a, b, &found.x, &found.y, &found.width, &found.height);
    if (found.differ < 0)
        return (struct screenshot_diff){.why = "the display has another size"};
    found.share = 1 - (double)found.differ / ((double)a->width * a->height);
    return found;
}

char *screenshot_diff_words(const struct screenshot_diff *a)
{
    if (a->why)
        return g_strdup_printf("not to be compared with what it was then: %s", a->why);
    if (a->differ == 0)
        return g_strdup("the same as it was then, pixel by pixel");
    return g_strdup_printf("%.1f %% like it was then: %" G_GINT64_FORMAT " pixels differ, within %d × %d at %d,%d",
                           floor(a->share * 1000) / 10, a->differ, a->width, a->height, a->x, a->y);
}
