#include "engine/display/display_vnc.h"

#include "engine/display/display_untold.h"

static void port_size(void *data, int *ret_width, int *ret_height)
{
    connection_vnc_pixels(data, ret_width, ret_height);
}

static void port_add_monitors(void *data, screen *s)
{
    struct screen_monitor whole = {.name = (char *)"screen", .primary = true};
    connection_vnc_pixels(data, &whole.width, &whole.height);
    screen_add_monitor(s, &whole);
}

/* 0,0 where it is unknown. Buttons are not told. */
static guint port_pointer(void *data, int *ret_x, int *ret_y)
{
    int x, y;
    connection_vnc_pointer(data, &x, &y);
    if (ret_x)
        *ret_x = x;
    if (ret_y)
        *ret_y = y;
    return 0;
}

static struct area port_place(void *data, gint64 window)
{
    struct area whole = {0};
    (void)window;
    connection_vnc_pixels(data, &whole.width, &whole.height);
    return whole;
}

struct display_port display_vnc(connection_vnc *c)
{
    struct display_port p = display_untold();
    p.size = port_size;
    p.pointer = port_pointer;
    p.add_monitors = port_add_monitors;
    p.place = port_place;
    p.data = c;
    return p;
}
