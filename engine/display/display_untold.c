#include "engine/display/display_untold.h"

/* 0,0; buttons are not told. */
static guint port_pointer(void *data, int *ret_x, int *ret_y)
{
    (void)data;
    if (ret_x)
        *ret_x = 0;
    if (ret_y)
        *ret_y = 0;
    return 0;
}

static GPtrArray *port_windows(void *data, bool titles)
{
    (void)data, (void)titles;
    return g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
}

static gint64 port_focus_in(void *data, const GPtrArray *list, bool *ret_follows)
{
    (void)data, (void)list;
    if (ret_follows)
        *ret_follows = false;
    return 0;
}

static gint64 port_focus(void *data, bool *ret_follows)
{
    return port_focus_in(data, NULL, ret_follows);
}

static gint64 port_at(void *data, int x, int y)
{
    (void)data, (void)x, (void)y;
    return 0;
}

static bool port_rectangle(void *data, gint64 window, struct area *ret_area)
{
    (void)data, (void)window, (void)ret_area;
    return false;
}

static void port_set_focus(void *data, gint64 window)
{
    (void)data, (void)window;
}

static bool port_is_splash(void *data, gint64 window)
{
    (void)data, (void)window;
    return false;
}

static bool port_fit(void *data, const GPtrArray *list, GArray *told)
{
    (void)data, (void)list, (void)told;
    return false;
}

static char **port_twins(void *data)
{
    (void)data;
    return g_new0(char *, 1);
}

static bool port_owners_told(void *data)
{
    (void)data;
    return false;
}

static gint64 port_owner(void *data, gint64 window)
{
    (void)data, (void)window;
    return 0;
}

static bool port_same_client(void *data, gint64 one, gint64 other)
{
    (void)data, (void)one, (void)other;
    return false;
}

static void port_focus_note(void *data, gint64 *ret_focus, int *ret_revert)
{
    (void)data;
    *ret_focus = 0;
    *ret_revert = 0;
}

static void port_focus_return(void *data, gint64 focus, int revert)
{
    (void)data, (void)focus, (void)revert;
}

static const struct eye_window *port_listed(void *data, const GPtrArray *list, gint64 top)
{
    (void)data, (void)list, (void)top;
    return NULL;
}

/* The whole screen as one window that is not listed: what is compared about a point lies in it. */
#define SCREEN 1

static bool port_inside(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child)
{
    (void)data;
    *ret_x = x;
    *ret_y = y;
    *ret_child = window == 0 ? SCREEN : 0;
    return true;
}

static GArray *port_children(void *data, gint64 window)
{
    (void)data, (void)window;
    return NULL;
}

static void port_hold(void *data, bool hold)
{
    (void)data, (void)hold;
}

static void port_nothing(void *data)
{
    (void)data;
}

struct display_port display_untold(void)
{
    return (struct display_port){
        .pointer = port_pointer,
        .windows_told = port_owners_told,
        .windows = port_windows,
        .focus_in = port_focus_in,
        .focus = port_focus,
        .at = port_at,
        .rectangle = port_rectangle,
        .set_focus = port_set_focus,
        .is_splash = port_is_splash,
        .is_modal = port_is_splash,
        .fit = port_fit,
        .twins = port_twins,
        .owners_told = port_owners_told,
        .owner = port_owner,
        .same_client = port_same_client,
        .focused = port_focus,
        .focus_note = port_focus_note,
        .focus_return = port_focus_return,
        .pointed = port_owner,
        .parent = port_owner,
        .listed = port_listed,
        .inside = port_inside,
        .children = port_children,
        .drawn = port_rectangle,
        .takes_input = port_is_splash,
        .forget_errors = port_nothing,
        .hold = port_hold,
        .flush = port_nothing,
    };
}
