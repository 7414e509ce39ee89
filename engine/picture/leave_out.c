#include "engine/picture/leave_out.h"

#include <stdio.h>
#include <string.h>

#define GROUP "[ignore NAME]"
#define LARGE_PART 10 /* a tenth of the window and more is what the window is for, as a list: it is to be compared */

char *leave_out_group(struct area a, struct area target_window)
{
    bool inside = target_window.width && area_overlaps(a, target_window);
    return g_strdup_printf(GROUP " x=%d y=%d width=%d height=%d from=%s", a.x - (inside ? target_window.x : 0),
                           a.y - (inside ? target_window.y : 0), a.width, a.height, inside ? "window" : "screen");
}

struct area leave_out_place(const char *sentence)
{
    struct area a;
    const char *at = strstr(sentence, " has changed at "), *quoted = strchr(sentence, '"'); /* a title may say anything */
    bool named =
        at && (!quoted || quoted > at) && sscanf(at, " has changed at %d,%d, %d×%d px:", &a.x, &a.y, &a.width, &a.height) == 4;
    return named ? a : (struct area){0};
}

char *leave_out_advice(const char *sentence, struct area target_window, int x, int y)
{
    const bool advised = !sentence || strstr(sentence, GROUP) || strstr(sentence, LEAVE_OUT_POINTER);
    struct area a = advised ? (struct area){0} : leave_out_place(sentence);
    struct area w = target_window, both = area_cut(a, w);
    bool large = LARGE_PART * (gint64)both.width * both.height > (gint64)w.width * w.height;
    if (a.width <= 0 || a.height <= 0 || area_has(a, x, y) || (w.width && large))
        return g_strdup(sentence);
    g_autofree char *group = leave_out_group(a, target_window);
    return g_strdup_printf("%s; a profile leaves it out by %s (a line each)", sentence, group);
}
