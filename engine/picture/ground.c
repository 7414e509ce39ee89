#include "engine/picture/ground.h"

#define LEVELS 4 /* of a channel, from the first point; a page and the dialog around it differ by 9 in Adwaita */

bool ground_joins(const frame *f, struct area in, int x, int y, int other_x, int other_y)
{
    const struct area all = area_cut(in, (struct area){0, 0, f->width, f->height});
    if (!area_has(all, x, y) || !area_has(all, other_x, other_y))
        return false;
    const guint32 colour = frame_pixel(f, x, y);
    const int other = (other_y - all.y) * all.width + other_x - all.x;
    int first = (y - all.y) * all.width + x - all.x;
    g_autofree bool *seen = g_new0(bool, (gsize)all.width *(gsize)all.height);
    g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(int));
    seen[first] = true;
    g_array_append_val(waiting, first);
    while (waiting->len > 0 && !seen[other]) {
        const int at = g_array_index(waiting, int, waiting->len - 1), column = at % all.width, row = at / all.width;
        const int next[] = {column > 0 ? at - 1 : at, column + 1 < all.width ? at + 1 : at, row > 0 ? at - all.width : at,
                            row + 1 < all.height ? at + all.width : at};
        g_array_set_size(waiting, waiting->len - 1);
        for (gsize i = 0; i < G_N_ELEMENTS(next); i++)
            if (!seen[next[i]] &&
                frame_step(frame_pixel(f, all.x + next[i] % all.width, all.y + next[i] / all.width), colour) <= LEVELS) {
                seen[next[i]] = true;
                g_array_append_val(waiting, next[i]);
            }
    }
    return seen[other];
}
