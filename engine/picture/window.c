#include "engine/picture/window.h"

#include "engine/picture/frame.h"

void eye_window_free(struct eye_window *w)
{
    if (!w)
        return;
    g_free(w->title);
    g_free(w->class);
    g_clear_pointer(&w->drawn, g_array_unref);
    g_clear_pointer(&w->input, g_array_unref);
    g_free(w);
}

struct eye_window *eye_window_copy(const struct eye_window *w)
{
    struct eye_window *copy = g_memdup2(w, sizeof *w);
    copy->title = g_strdup(w->title);
    copy->class = g_strdup(w->class);
    copy->drawn = w->drawn ? g_array_copy(w->drawn) : NULL;
    copy->input = w->input ? g_array_copy(w->input) : NULL;
    return copy;
}

bool eye_window_same(const struct eye_window *a, const struct eye_window *b)
{
    return a->id == b->id && a->pid == b->pid && g_strcmp0(a->class, b->class) == 0;
}

struct area eye_window_outer(const struct eye_window *w)
{
    return w->outer.width > 0 ? w->outer : (struct area){w->x, w->y, w->width, w->height};
}

static bool any_has(const GArray *areas, int x, int y)
{
    bool found = !areas;
    for (guint i = 0; areas && i < areas->len && !found; i++)
        found = area_has(g_array_index(areas, struct area, i), x, y);
    return found;
}

/* Whether a click at this point of the screen is for it, if nothing lies over it. */
static bool eye_window_takes(const struct eye_window *w, int x, int y)
{
    return area_has(eye_window_outer(w), x, y) && any_has(w->drawn, x, y) && any_has(w->input, x, y);
}

/* Pixels of all areas inside one; the areas of a shape have none in common. */
static gint64 pixels_inside(const GArray *areas, struct area in)
{
    gint64 n = 0;
    for (guint i = 0; i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), in);
        n += (gint64)a.width * a.height;
    }
    return n;
}

bool eye_window_hides(const struct eye_window *w, struct area in)
{
    struct area part = area_cut(eye_window_outer(w), in);
    if (!w->input || part.width == 0)
        return false;
    if (!w->drawn)
        return pixels_inside(w->input, part) < (gint64)part.width * part.height;
    bool hides = false;
    for (guint i = 0; i < w->drawn->len && !hides; i++) {
        struct area a = area_cut(g_array_index(w->drawn, struct area, i), part);
        hides = pixels_inside(w->input, a) < (gint64)a.width * a.height;
    }
    return hides;
}

void eye_window_add_covered(const struct eye_window *w, struct area in, GArray *areas)
{
    struct area outer = eye_window_outer(w);
    guint n = w->drawn ? w->drawn->len : w->ragged ? 0 : 1;
    for (guint i = 0; i < n && areas->len < SCREEN_MATCH_AREAS_MAX; i++) {
        struct area covered = area_cut(w->drawn ? g_array_index(w->drawn, struct area, i) : outer, in);
        if (covered.width)
            g_array_append_val(areas, covered);
    }
}

const struct eye_window *eye_window_at(const GPtrArray *windows, int x, int y)
{
    for (guint i = 0; windows && i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (eye_window_takes(w, x, y))
            return w;
    }
    return NULL;
}

static bool was_there(const GPtrArray *before, const struct eye_window *is)
{
    for (guint i = 0; i < before->len; i++) {
        const struct eye_window *w = g_ptr_array_index(before, i);
        if (w->id == is->id && w->x == is->x && w->y == is->y && w->width == is->width && w->height == is->height)
            return true;
    }
    return false;
}

static bool is_in(const GArray *areas, int x, int y)
{
    bool in = false;
    for (guint i = 0; !in && i < areas->len; i++)
        in = area_has(g_array_index(areas, struct area, i), x, y);
    return in;
}

/* Each row, or each column, has one colour outside of `but`: nothing is written or drawn there. */
static bool is_plain(const frame *f, struct area in, const GArray *but, bool upright)
{
    const int lines = upright ? in.width : in.height, length = upright ? in.height : in.width;
    for (int line = 0; line < lines; line++)
        for (int i = 0, known = -1; i < length; i++) {
            const int x = in.x + (upright ? line : i), y = in.y + (upright ? i : line), at = y * f->width + x;
            if (is_in(but, x, y))
                continue;
            if (known >= 0 && f->pixels[at] != f->pixels[known])
                return false;
            known = at;
        }
    return true;
}

bool eye_window_hid_nothing(const frame *now, struct area tip, struct area spared, int x, int y, const GArray *but)
{
    const struct area part = area_cut(area_cut(tip, spared), (struct area){0, 0, now->width, now->height});
    return !area_has(tip, x, y) && (part.width == 0 || is_plain(now, part, but, false) || is_plain(now, part, but, true));
}

/* Of that process, beside the point, and called by the pointer where it rests. */
static bool is_tip_of(const struct eye_window *w, gint64 pid, int x, int y, int pointer_x, int pointer_y)
{
    const int near = EYE_WINDOW_TIP_NEAR;
    const struct area at = eye_window_outer(w), around = {at.x - near, at.y - near, at.width + 2 * near, at.height + 2 * near};
    return w->popup && w->tooltip && w->pid == pid && !area_has(at, x, y) && area_has(around, pointer_x, pointer_y);
}

GArray *eye_window_tips(const GPtrArray *before, const GPtrArray *now, const frame *shown, const struct screen_match_rules *r,
                        int pointer_x, int pointer_y)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    const int x = r->core.x + r->core.width / 2, y = r->core.y + r->core.height / 2;
    const struct eye_window *target = before && r->core.width ? eye_window_at(before, x, y) : NULL;
    const gint64 pid = target ? target->pid : 0;
    for (guint i = 0; pid > 0 && i < now->len; i++) {
        const struct eye_window *w = g_ptr_array_index(now, i);
        const struct area at = eye_window_outer(w);
        if (is_tip_of(w, pid, x, y, pointer_x, pointer_y) && !was_there(before, w))
            g_array_append_val(areas, at);
    }
    for (guint i = 0; pid > 0 && i < before->len; i++) {
        const struct eye_window *w = g_ptr_array_index(before, i);
        const struct area at = eye_window_outer(w);
        if (is_tip_of(w, pid, x, y, pointer_x, pointer_y) && !was_there(now, w) &&
            eye_window_hid_nothing(shown, at, r->close, x, y, areas))
            g_array_append_val(areas, at);
    }
    return areas;
}

const struct eye_window *eye_window_find(const GPtrArray *windows, gint64 id)
{
    for (guint i = 0; windows && i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (w->id == id)
            return w;
    }
    return NULL;
}

/* The one of `windows` that it is; NULL = it has come, or gone. */
static const struct eye_window *same_in(const GPtrArray *windows, const struct eye_window *w)
{
    const struct eye_window *other = eye_window_find(windows, w->id);
    return other && eye_window_same(other, w) ? other : NULL;
}

static bool is_of(const struct eye_window *w, const struct eye_window *input)
{
    return w->program || (input && w->pid == input->pid);
}

const struct eye_window *eye_window_newcomer(const GPtrArray *before, const GPtrArray *now, const struct eye_window *input)
{
    if (input && !same_in(before, input))
        return NULL;
    for (guint i = 0; i < now->len; i++) {
        const struct eye_window *w = g_ptr_array_index(now, i);
        if (!w->popup && is_of(w, input) && !same_in(before, w))
            return w;
    }
    return NULL;
}

char *eye_window_name(const struct eye_window *w)
{
    return w->title && *w->title ? g_strdup_printf("\"%s\"", w->title) : g_strdup_printf("0x%" G_GINT64_MODIFIER "x", w->id);
}

char *eye_window_change(const struct eye_window *was, const struct eye_window *is)
{
    g_autofree char *name = eye_window_name(was);
    if (!is)
        return g_strdup_printf("%s has gone", name);
    if (!eye_window_same(was, is))
        return g_strdup_printf("%s was closed and another one is in its place", name);
    bool placed = was->x == is->x && was->y == is->y && was->width == is->width && was->height == is->height;
    return placed ? NULL : g_strdup_printf("%s was moved or resized", name);
}

char *eye_window_list_change(const GPtrArray *before, const GPtrArray *now)
{
    for (guint i = 0; i < before->len; i++) {
        const struct eye_window *was = g_ptr_array_index(before, i), *is = eye_window_find(now, was->id);
        char *what = was->tooltip && (!is || is->tooltip) ? NULL : eye_window_change(was, is);
        if (what)
            return what;
    }
    guint next = 0; /* where we are in the old order */
    for (guint i = 0; i < now->len; i++) {
        const struct eye_window *is = g_ptr_array_index(now, i), *was = eye_window_find(before, is->id);
        if (is->tooltip)
            continue;
        g_autofree char *name = eye_window_name(is);
        if (!was)
            return g_strdup_printf("%s has come", name);
        while (next < before->len && g_ptr_array_index(before, next) != was)
            next++;
        if (next == before->len)
            return g_strdup_printf("%s lies in another order", name);
    }
    return NULL;
}

char *eye_window_stack_hash(const GPtrArray *windows)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        /* also whose it is: X gives the next client the ids of the one that has gone (eye_window_same) */
        g_autofree char *line = g_strdup_printf("%" G_GINT64_FORMAT " %d %d %d %d %" G_GINT64_FORMAT " %s\n", w->id, w->x, w->y,
                                                w->width, w->height, (gint64)w->pid, w->class ? w->class : "");
        g_checksum_update(sum, (const guchar *)line, -1);
    }
    return g_strdup(g_checksum_get_string(sum));
}
