#include "engine/eye/eye_still.h"

struct eye_still {
    struct still *still; /* owned */
    frame *expected;
    struct display_port display;
    struct eye_port eye;
};

static const frame *picture_of(const void *data)
{
    const struct still *s = ((const eye_still *)data)->still;
    return s->picture(s);
}

static void port_size(void *data, int *ret_width, int *ret_height)
{
    const frame *now = picture_of(data);
    *ret_width = now->width;
    *ret_height = now->height;
}

static frame *port_grab(void *data, const struct area *masks, gsize n_masks, const frame *before, GError **error)
{
    eye_still *e = data;
    if (!e->still->renew(e->still, error))
        return NULL;
    g_autoptr(frame) f = frame_copy(picture_of(e));
    f->at_us = g_get_monotonic_time();
    for (gsize i = 0; i < n_masks; i++)
        frame_fill(f, masks[i].x, masks[i].y, masks[i].width, masks[i].height, 0);
    return before && frame_same(f, before) ? NULL : g_steal_pointer(&f);
}

static bool port_tells_changes(const void *data)
{
    (void)data;
    return true;
}

static bool port_changed(void *data)
{
    (void)data;
    return false;
}

/* poll() passes over it. */
static int port_fd(const void *data)
{
    (void)data;
    return -1;
}

static guint port_stirs(const void *data)
{
    (void)data;
    return 0;
}

static void port_follow(void *data, const GPtrArray *windows)
{
    (void)data, (void)windows;
}

static bool port_expect(void *data, const frame *expected, GError **error)
{
    eye_still *e = data;
    (void)error;
    frame_free(e->expected);
    e->expected = frame_copy(expected);
    return true;
}

static const frame *port_look(void *data, int *ret_first, int *ret_last, GError **error)
{
    eye_still *e = data;
    if (!e->still->renew(e->still, error))
        return NULL;
    const frame *now = picture_of(e);
    return frame_rows_differ(now, e->expected, ret_first, ret_last) ? now : NULL;
}

static frame *port_part(void *data, struct area in)
{
    const frame *now = picture_of(data);
    bool inside = in.width > 0 && in.height > 0 && in.x >= 0 && in.y >= 0 && in.x + in.width <= now->width &&
                  in.y + in.height <= now->height;
    return inside ? frame_crop(now, in.x, in.y, in.width, in.height) : NULL;
}

eye_still *eye_still_new(struct still *still_take)
{
    eye_still *e = g_new0(eye_still, 1);
    e->still = still_take;
    e->display = display_still(still_take);
    e->eye = (struct eye_port){.size = port_size,
                               .grab = port_grab,
                               .tells_changes = port_tells_changes,
                               .changed = port_changed,
                               .fd = port_fd,
                               .pending = port_changed,
                               .stirs = port_stirs,
                               .follow = port_follow,
                               .expect = port_expect,
                               .look = port_look,
                               .part = port_part,
                               .data = e};
    return e;
}

void eye_still_free(eye_still *e)
{
    if (!e)
        return;
    e->still->close(e->still);
    frame_free(e->expected);
    g_free(e);
}

const struct display_port *eye_still_display(const eye_still *e)
{
    return &e->display;
}

const struct eye_port *eye_still_eye(const eye_still *e)
{
    return &e->eye;
}
