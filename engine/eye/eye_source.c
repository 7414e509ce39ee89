#include "engine/eye/eye_source.h"

#include "engine/display/target.h"
#include "engine/display/phone.h"
#include "engine/display/world_screen.h"
#include "engine/eye/eye_still.h"
#include "engine/eye/eye_vnc.h"
#include "engine/eye/eye_x11.h"

struct eye_source {
    eye_x11 *x11; /* one of them; owned */
    eye_vnc *vnc;
    eye_still *still; /* a phone, a world */
};

static struct still *open_still(const display_target *t, GError **error)
{
    if (t->kind == DISPLAY_WORLD) {
        world_screen *w = world_screen_open(t, error);
        return w ? world_screen_still(w) : NULL;
    }
    phone *p = phone_open(t, error);
    return p ? phone_still(p) : NULL;
}

static eye_source *open_source(const char *display, bool probed, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
    g_autoptr(eye_source) s = g_new0(eye_source, 1);
    if (target.kind == DISPLAY_VNC)
        s->vnc = eye_vnc_open(&target, error);
    else if (target.kind == DISPLAY_PHONE || target.kind == DISPLAY_WORLD) {
        struct still *still = open_still(&target, error);
        s->still = still ? eye_still_new(still) : NULL;
    } else
        s->x11 = probed ? eye_x11_connect(display, error) : eye_x11_open(display, true, error);
    return s->vnc || s->still || s->x11 ? g_steal_pointer(&s) : NULL;
}

eye_source *eye_source_open(const char *display, GError **error)
{
    return open_source(display, false, error);
}

eye_source *eye_source_connect(const char *display, GError **error)
{
    return open_source(display, true, error);
}

void eye_source_free(eye_source *s)
{
    if (!s)
        return;
    eye_x11_free(s->x11);
    eye_vnc_free(s->vnc);
    eye_still_free(s->still);
    g_free(s);
}

void eye_source_watch(const eye_source *s, void (*lost)(const char *name))
{
    if (s->x11)
        eye_x11_watch(lost);
}

const struct display_port *eye_source_display(const eye_source *s)
{
    return s->vnc ? eye_vnc_display(s->vnc) : s->still ? eye_still_display(s->still) : eye_x11_display(s->x11);
}

const struct eye_port *eye_source_eye(const eye_source *s)
{
    return s->vnc ? eye_vnc_eye(s->vnc) : s->still ? eye_still_eye(s->still) : eye_x11_eye(s->x11);
}
