#include "engine/eye/eye_source.h"

#include "engine/display/target.h"
#include "engine/eye/eye_phone.h"
#include "engine/eye/eye_vnc.h"
#include "engine/eye/eye_x11.h"

struct eye_source {
    eye_x11 *x11; /* one of them; owned */
    eye_vnc *vnc;
    eye_phone *phone;
};

eye_source *eye_source_open(const char *display, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
    g_autoptr(eye_source) s = g_new0(eye_source, 1);
    if (target.kind == DISPLAY_VNC)
        s->vnc = eye_vnc_open(&target, error);
    else if (target.kind == DISPLAY_PHONE)
        s->phone = eye_phone_open(&target, error);
    else
        s->x11 = eye_x11_open(display, true, error);
    return s->vnc || s->phone || s->x11 ? g_steal_pointer(&s) : NULL;
}

void eye_source_free(eye_source *s)
{
    if (!s)
        return;
    eye_x11_free(s->x11);
    eye_vnc_free(s->vnc);
    eye_phone_free(s->phone);
    g_free(s);
}

void eye_source_watch(const eye_source *s, void (*lost)(const char *name))
{
    if (s->x11)
        eye_x11_watch(lost);
}

const struct display_port *eye_source_display(const eye_source *s)
{
    return s->vnc ? eye_vnc_display(s->vnc) : s->phone ? eye_phone_display(s->phone) : eye_x11_display(s->x11);
}

const struct eye_port *eye_source_eye(const eye_source *s)
{
    return s->vnc ? eye_vnc_eye(s->vnc) : s->phone ? eye_phone_eye(s->phone) : eye_x11_eye(s->x11);
}
