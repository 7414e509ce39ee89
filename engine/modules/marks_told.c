#include "engine/modules/marks_told.h"

struct candidate {
    const struct screen_mark *mark;
    int rank;        /* least first */
    gint64 distance; /* of the pointer, squared */
};

static bool is_in(int x, int y, int left, int top, int width, int height)
{
    return x >= left && y >= top && x < left + width && y < top + height;
}

static int by_relevance(gconstpointer a, gconstpointer b)
{
    const struct candidate *c = a, *d = b;
    return c->rank != d->rank ? c->rank - d->rank : (c->distance > d->distance) - (c->distance < d->distance);
}

static int by_number(gconstpointer a, gconstpointer b)
{
    return (*(const struct screen_mark *const *)a)->number - (*(const struct screen_mark *const *)b)->number;
}

static void add(GArray *candidates, const screen *s, const struct coordinates *space, const struct screen_mark *m)
{
    int x = m->x + m->width / 2, y = m->y + m->height / 2;
    gint64 dx = x - s->pointer_x, dy = y - s->pointer_y;
    bool window = is_in(x, y, s->window_x, s->window_y, s->window_width, s->window_height);
    const struct candidate c = {m, (window ? 0 : 2) + (*m->text ? 0 : 1), dx * dx + dy * dy};
    if (!space || is_in(x, y, space->left, space->top, space->screen_width, space->screen_height))
        g_array_append_val(candidates, c);
}

GPtrArray *marks_told(const screen *s, const struct coordinates *space, guint *ret_left)
{
    g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
    GPtrArray *told = g_ptr_array_new();
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (!m->left_out)
            add(candidates, s, space, m);
    }
    g_array_sort(candidates, by_relevance);
    for (guint i = 0; i < MIN(candidates->len, MARKS_TOLD_MAX); i++)
        g_ptr_array_add(told, (gpointer)g_array_index(candidates, struct candidate, i).mark);
    g_ptr_array_sort(told, by_number);
    if (ret_left)
        *ret_left = candidates->len - told->len;
    return told;
}
