#include "engine/hand/popup.h"

static const struct eye_window *find(const struct hand_guard *h, gint64 id)
{
    for (guint i = 0; id && h->windows && i < h->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(h->windows, i);
        if (w->id == id)
            return w;
    }
    return NULL;
}

struct area popup_inside(const struct hand_guard *h, gint64 main)
{
    const struct eye_window *w = find(h, h->window), *of = find(h, main);
    if (!w || !of || w == of || !w->popup || w->pid <= 0 || w->pid != of->pid || MIN(w->width, w->height) <= 2 * POPUP_EDGE)
        return (struct area){0};
    return (struct area){w->x + POPUP_EDGE, w->y + POPUP_EDGE, w->width - 2 * POPUP_EDGE, w->height - 2 * POPUP_EDGE};
}

/* True when a window covers part of the area; not the popup itself, whose content is compared before. */
static bool is_covered(const struct hand_guard *h, guint below, struct area a)
{
    for (guint i = 0; i < below; i++) {
        const struct eye_window *w = g_ptr_array_index(h->windows, i);
        if (w->id != h->window && area_overlaps(eye_window_outer(w), a))
            return true;
    }
    return false;
}

GArray *popup_status_bars(const struct hand_guard *h, bool dialogs)
{
    GArray *bars = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct eye_window *of = find(h, h->window);
    for (guint i = 0; of && i < h->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(h->windows, i);
        int height = MIN(w->height, POPUP_STATUS);
        struct area bar = {w->x, w->y + w->height - height, w->width, height};
        if (!w->popup && (dialogs || !w->dialog) && w->pid == of->pid && !is_covered(h, i, bar))
            g_array_append_val(bars, bar);
    }
    return bars;
}

/* True when the window is still shown in its place. */
static bool is_shown(const GPtrArray *live, const struct eye_window *was)
{
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *w = g_ptr_array_index(live, i);
        if (w->id == was->id && w->x == was->x && w->y == was->y && w->width == was->width && w->height == was->height)
            return true;
    }
    return false;
}

/* The whole of it, or what of it lies beside. */
static void add_outside(GArray *areas, struct area tip, struct area spared, struct area widget)
{
    const int right = spared.x + spared.width, bottom = spared.y + spared.height;
    const struct area beside[] = {{tip.x, tip.y, spared.x - tip.x, tip.height},
                                  {right, tip.y, tip.x + tip.width - right, tip.height},
                                  {tip.x, tip.y, tip.width, spared.y - tip.y},
                                  {tip.x, bottom, tip.width, tip.y + tip.height - bottom}};
    for (gsize k = 0; k < G_N_ELEMENTS(beside); k++) {
        struct area part = area_cut(beside[k], tip);
        if (part.width && !area_overlaps(part, widget))
            g_array_append_val(areas, part);
    }
}

void popup_add_gone(const struct hand_guard *h, const GPtrArray *live, gint64 owner, const struct popup_target *target,
                    GArray *areas)
{
    for (guint i = 0; owner > 0 && h->windows && i < h->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(h->windows, i);
        const struct area tip = {w->x, w->y, w->width, w->height};
        if (!w->popup || !w->tooltip || w->pid != owner || is_shown(live, w))
            continue;
        const bool plain = eye_window_hid_nothing(target->now, tip, target->spared, target->x, target->y, areas);
        if (plain && !area_overlaps(tip, target->widget))
            g_array_append_val(areas, tip);
        else
            add_outside(areas, tip, target->spared, target->widget);
    }
}

static bool is_beside(const struct eye_window *w, const struct eye_window *menu)
{
    return w->x >= menu->x + menu->width - POPUP_OVERLAP || w->x + w->width <= menu->x + POPUP_OVERLAP;
}

void popup_add_submenus(const struct hand_guard *h, const GPtrArray *live, gint64 owner, GArray *areas)
{
    const struct eye_window *menu = find(h, h->window);
    const GPtrArray *const lists[] = {live, h->windows};
    for (int n = 0; h->tips && owner > 0 && menu && menu->popup && n < 2; n++)
        for (guint i = 0; i < lists[n]->len; i++) {
            const struct eye_window *w = g_ptr_array_index(lists[n], i);
            const struct area a = {w->x, w->y, w->width, w->height};
            if (w->popup && !w->tooltip && w->id != menu->id && w->pid == owner && is_beside(w, menu) &&
                !is_shown(lists[1 - n], w))
                g_array_append_val(areas, a);
        }
}
