#include "engine/hand/hover_light.h"

#include "engine/hand/hover_shapes.h"
#include "engine/hand/lit_icons.h"
#include "engine/hand/redraw_check.h"

#define GROUND 6 /* px: the ground on which what is lit ends */
#define EDGES 24 /* px: what its edges stand on (more than EDGE_COMPARE_LINE) */

static struct area grown(struct area a, int by)
{
    return (struct area){a.x - by, a.y - by, a.width + 2 * by, a.height + 2 * by};
}

static struct area joined(const GArray *areas)
{
    struct area all = {0};
    for (guint i = 0; i < areas->len; i++)
        all = area_joined(all, g_array_index(areas, struct area, i));
    return all;
}

void hover_light_excuse(frame *now, const frame *expected, const struct arrival *way, const struct hover_light *by)
{
    static const int around[] = {EDGES, GROUND}; /* of what stands further off, its edges may be nothing */
    g_autoptr(GArray) lit = arrival_lit(expected, now, way, by->first, by->last);
    const struct area all = joined(lit), screen = {0, 0, now->width, now->height};
    if (lit->len == 0 || area_has(all, by->x, by->y))
        return;
    g_autoptr(frame) alone = frame_copy(expected);
    arrival_excuse(alone, now, lit);
    for (gsize i = 0; i < G_N_ELEMENTS(around); i++) {
        const struct area in = area_cut(grown(all, around[i]), screen);
        g_autofree char *words = redraw_check_part(expected, alone, in, by->rules, by->also, by->focused, by->bar);
        if (!words) {
            arrival_excuse(now, expected, lit);
            return;
        }
    }
}

void hover_light_excuse_at(frame *now, const frame *expected, int x, int y, struct area window, const struct hover_light *by)
{
    const struct arrival there = {x, y, x, y, window};
    struct hover_light with = *by;
    g_autoptr(GArray) shapes = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      tabs = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      icons = lit_icons(expected, now, &there, shapes, by->first, by->last);
    hover_shapes_add(shapes, tabs, expected, now, &there, NULL);
    g_array_append_vals(shapes, icons->data, icons->len);
    if (!area_has(joined(shapes), by->x, by->y))
        arrival_excuse(now, expected, shapes);
    with.also = shapes;
    hover_light_excuse(now, expected, &there, &with);
}
