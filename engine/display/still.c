#include "engine/display/still.h"

#include "engine/display/display_untold.h"

static const struct eye_window *front_of(void *data)
{
    struct still *s = data;
    return s->front(s);
}

static void port_size(void *data, int *ret_width, int *ret_height)
{
    const struct still *s = data;
    *ret_width = s->picture(s)->width;
    *ret_height = s->picture(s)->height;
}

static void port_add_monitors(void *data, screen *s)
{
    struct screen_monitor whole = {.name = (char *)"screen", .primary = true};
    port_size(data, &whole.width, &whole.height);
    screen_add_monitor(s, &whole);
}

static bool port_windows_told(void *data)
{
    (void)data;
    return true;
}

static GPtrArray *port_windows(void *data, bool titles)
{
    (void)titles;
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    const struct eye_window *front = front_of(data);
    if (front)
        g_ptr_array_add(all, eye_window_copy(front));
    return all;
}

static gint64 port_focus(void *data, bool *ret_follows)
{
    const struct eye_window *front = front_of(data);
    if (ret_follows)
        *ret_follows = false;
    return front ? front->id : 0;
}

static gint64 port_focus_in(void *data, const GPtrArray *list, bool *ret_follows)
{
    (void)data;
    if (ret_follows)
        *ret_follows = false;
    return list->len ? ((const struct eye_window *)g_ptr_array_index(list, 0))->id : 0;
}

static gint64 port_at(void *data, int x, int y)
{
    (void)x, (void)y;
    return port_focus(data, NULL);
}

static bool port_rectangle(void *data, gint64 window, struct area *ret_area)
{
    const struct eye_window *front = front_of(data);
    if (!front || front->id != window)
        return false;
    *ret_area = eye_window_inner(front);
    return true;
}

static const struct eye_window *port_listed(void *data, const GPtrArray *list, gint64 top)
{
    (void)data;
    const struct eye_window *front = list->len ? g_ptr_array_index(list, 0) : NULL;
    return front && front->id == top ? front : NULL;
}

static bool port_inside(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child)
{
    *ret_x = x;
    *ret_y = y;
    *ret_child = window == 0 ? port_focus(data, NULL) : 0;
    return true;
}

static struct area port_place(void *data, gint64 window)
{
    struct area whole = {0};
    (void)window;
    port_size(data, &whole.width, &whole.height);
    return whole;
}

static char *port_state(void *data)
{
    const struct still *s = data;
    return s->state(s);
}

static struct adb_command *port_tree(void *data, GError **error)
{
    const struct still *s = data;
    return s->tree(s, error);
}

struct display_port display_still(struct still *s)
{
    struct display_port port = display_untold();
    port.size = port_size;
    port.add_monitors = port_add_monitors;
    port.windows_told = port_windows_told;
    port.windows = port_windows;
    port.focus_in = port_focus_in;
    port.focus = port.focused = port_focus;
    port.at = port_at;
    port.rectangle = port_rectangle;
    port.listed = port_listed;
    port.inside = port_inside;
    port.place = port_place;
    port.state = s->state ? port_state : NULL;
    port.tree = s->tree ? port_tree : NULL;
    port.data = s;
    return port;
}
