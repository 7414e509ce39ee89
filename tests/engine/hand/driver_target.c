#include "tests/engine/hand/driver_target.h"

struct target_window *target_find(const target *t, gint64 id)
{
    for (guint i = 0; i < t->stack->len; i++) {
        struct target_window *w = g_ptr_array_index(t->stack, i);
        if (w->id == id)
            return w;
    }
    return NULL;
}

/* The topmost child that takes a click there. */
static struct target_window *child_at(const target *t, gint64 parent, int x, int y)
{
    for (guint i = 0; i < t->stack->len; i++) {
        struct target_window *w = g_ptr_array_index(t->stack, i);
        if (w->parent == parent && !w->lets_through && area_has(w->at, x, y))
            return w;
    }
    return NULL;
}

/* ---- display port ---- */

static void port_size(void *data, int *ret_width, int *ret_height)
{
    const target *t = data;
    *ret_width = t->screen->width;
    *ret_height = t->screen->height;
}

static guint port_pointer(void *data, int *ret_x, int *ret_y)
{
    const target *t = data;
    if (ret_x)
        *ret_x = t->x;
    if (ret_y)
        *ret_y = t->y;
    return t->buttons & 0x3eu;
}

static GPtrArray *port_windows(void *data, bool titles)
{
    const target *t = data;
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    for (guint i = 0; i < t->stack->len; i++) {
        const struct target_window *w = g_ptr_array_index(t->stack, i);
        if (w->parent || w->hidden)
            continue;
        struct eye_window *e = g_new0(struct eye_window, 1);
        e->id = w->id;
        e->title = g_strdup(titles ? w->title : "");
        e->class = g_strdup("Fake");
        e->pid = w->pid;
        e->x = w->at.x;
        e->y = w->at.y;
        e->width = w->at.width;
        e->height = w->at.height;
        e->popup = w->popup;
        e->tooltip = w->tooltip;
        g_ptr_array_add(list, e);
    }
    return list;
}

static gint64 port_focus(void *data, bool *ret_follows)
{
    const target *t = data;
    const struct target_window *w = t->focus ? target_find(t, t->focus) : child_at(t, 0, t->x, t->y);
    if (ret_follows)
        *ret_follows = t->focus == 0;
    return w ? w->id : 0;
}

static gint64 port_focus_in(void *data, const GPtrArray *list, bool *ret_follows)
{
    (void)list;
    return port_focus(data, ret_follows);
}

static gint64 port_at(void *data, int x, int y)
{
    const struct target_window *w = child_at(data, 0, x, y);
    return w ? w->id : 0;
}

static bool port_rectangle(void *data, gint64 window, struct area *ret_area)
{
    const struct target_window *w = target_find(data, window);
    if (w)
        *ret_area = w->at;
    return w != NULL;
}

static void port_set_focus(void *data, gint64 window)
{
    target *t = data;
    if (!t->refuses_focus)
        t->focus = window;
}

static bool port_is_modal(void *data, gint64 window)
{
    const struct target_window *w = target_find(data, window);
    return w && w->modal;
}

static bool port_owners_told(void *data)
{
    (void)data;
    return true;
}

static gint64 port_owner(void *data, gint64 window)
{
    const struct target_window *w = target_find(data, window);
    return w ? w->pid : 0;
}

static bool port_same_client(void *data, gint64 one, gint64 other)
{
    const struct target_window *a = target_find(data, one), *b = target_find(data, other);
    return a && b && a->client == b->client;
}

static gint64 port_focused(void *data, bool *ret_follows)
{
    const target *t = data;
    if (ret_follows)
        *ret_follows = t->focus == 0;
    return t->focus;
}

static void port_focus_note(void *data, gint64 *ret_focus, int *ret_revert)
{
    *ret_focus = ((const target *)data)->focus;
    *ret_revert = 0;
}

static void port_focus_return(void *data, gint64 focus, int revert)
{
    (void)revert;
    ((target *)data)->focus = focus;
}

static gint64 port_pointed(void *data, gint64 window)
{
    const target *t = data;
    const struct target_window *w = child_at(t, window, t->x, t->y);
    return w ? w->id : 0;
}

static gint64 port_parent(void *data, gint64 window)
{
    const struct target_window *w = target_find(data, window);
    return w ? w->parent : 0;
}

static const struct eye_window *port_listed(void *data, const GPtrArray *list, gint64 top)
{
    (void)data;
    for (guint i = 0; i < list->len; i++) {
        const struct eye_window *w = g_ptr_array_index(list, i);
        if (w->id == top)
            return w;
    }
    return NULL;
}

static bool port_inside(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child)
{
    const struct target_window *w = target_find(data, window), *child = child_at(data, window, x, y);
    *ret_child = child ? child->id : 0;
    *ret_x = w ? x - w->at.x : x;
    *ret_y = w ? y - w->at.y : y;
    return w || window == 0;
}

static struct area port_place(void *data, gint64 window)
{
    const struct target_window *w = target_find(data, window);
    return w ? w->at : (struct area){0};
}

static GArray *port_children(void *data, gint64 window)
{
    const target *t = data;
    GArray *children = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = t->stack->len; i-- > 0;) { /* bottom first, as X has it */
        const struct target_window *w = g_ptr_array_index(t->stack, i);
        if (w->parent == window)
            g_array_append_val(children, w->id);
    }
    return children;
}

static bool port_drawn(void *data, gint64 window, struct area *ret_area)
{
    const struct target_window *w = target_find(data, window), *outer = w ? target_find(data, w->parent) : NULL;
    if (w)
        *ret_area =
            (struct area){w->at.x - (outer ? outer->at.x : 0), w->at.y - (outer ? outer->at.y : 0), w->at.width, w->at.height};
    return w && !w->hidden;
}

static bool port_windows_told(void *data)
{
    (void)data;
    return true;
}

static bool port_takes_input(void *data, gint64 window)
{
    const struct target_window *w = target_find(data, window);
    return w && !w->lets_through;
}

static void port_hold(void *data, bool hold)
{
    ((target *)data)->held += hold ? 1 : -1;
}

static void port_nothing(void *data)
{
    (void)data;
}

static const struct display_port display_port = {.size = port_size,
                                                 .pointer = port_pointer,
                                                 .windows = port_windows,
                                                 .focus_in = port_focus_in,
                                                 .focus = port_focus,
                                                 .at = port_at,
                                                 .rectangle = port_rectangle,
                                                 .set_focus = port_set_focus,
                                                 .is_modal = port_is_modal,
                                                 .owners_told = port_owners_told,
                                                 .owner = port_owner,
                                                 .same_client = port_same_client,
                                                 .focused = port_focused,
                                                 .focus_note = port_focus_note,
                                                 .focus_return = port_focus_return,
                                                 .pointed = port_pointed,
                                                 .parent = port_parent,
                                                 .listed = port_listed,
                                                 .inside = port_inside,
                                                 .place = port_place,
                                                 .children = port_children,
                                                 .drawn = port_drawn,
                                                 .takes_input = port_takes_input,
                                                 .windows_told = port_windows_told,
                                                 .forget_errors = port_nothing,
                                                 .hold = port_hold,
                                                 .flush = port_nothing};

/* ---- eye port ---- */

static bool port_expect(void *data, const frame *expected, GError **error)
{
    (void)error;
    target *t = data;
    frame_free(t->expected);
    t->expected = frame_copy(expected);
    return true;
}

static const frame *port_look(void *data, int *ret_first, int *ret_last, GError **error)
{
    (void)error;
    target *t = data;
    int x, width, height;
    t->unheld_looks += t->held == 0;
    gint64 changed = frame_changed(t->expected, t->screen, &x, ret_first, &width, &height);
    *ret_first = changed > 0 ? *ret_first : 0;
    *ret_last = changed > 0 ? *ret_first + height - 1 : t->screen->height - 1;
    return changed == 0 ? NULL : t->screen;
}

static frame *port_part(void *data, struct area in)
{
    return frame_crop(((const target *)data)->screen, in.x, in.y, in.width, in.height);
}

static const struct eye_port eye_port = {.expect = port_expect, .look = port_look, .part = port_part};

/* ---- the target ---- */

target *target_new(int width, int height, guint32 colour)
{
    target *t = g_new0(target, 1);
    t->ports = (struct hand_ports){.display = display_port, .eye = eye_port};
    t->ports.display.data = t->ports.eye.data = t;
    target_add_hand(t);
    t->screen = frame_new(width, height);
    frame_fill(t->screen, 0, 0, width, height, colour);
    t->stack = g_ptr_array_new_with_free_func(g_free);
    t->sent = g_string_new(NULL);
    t->lent = g_hash_table_new(NULL, NULL);
    t->answers = true;
    return t;
}

void target_free(target *t)
{
    if (!t)
        return;
    frame_free(t->screen);
    frame_free(t->expected);
    g_ptr_array_unref(t->stack);
    g_string_free(t->sent, TRUE);
    g_hash_table_unref(t->lent);
    g_free(t->somebody);
    g_free(t);
}

struct target_window *target_open(target *t, gint64 id, gint64 pid, struct area at)
{
    struct target_window *w = g_new0(struct target_window, 1);
    *w = (struct target_window){.id = id, .pid = pid, .client = pid, .at = at, .title = "fake"};
    g_ptr_array_insert(t->stack, 0, w);
    return w;
}

void target_close(target *t, gint64 id)
{
    g_ptr_array_remove(t->stack, target_find(t, id));
}
