#include "engine/hand/hand_link.h"

#include "engine/display/target.h"
#include "engine/hand/hand_phone.h"
#include "engine/hand/hand_vnc.h"
#include "engine/hand/hand_world.h"
#include "engine/hand/hand_x11.h"

const struct hand_link *hand_link_for(const char *display, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return NULL;
    if (target.kind == DISPLAY_PHONE)
        return &hand_phone_link;
    if (target.kind == DISPLAY_WORLD)
        return &hand_world_link;
    return target.kind == DISPLAY_VNC ? &hand_vnc_link : &hand_x11_link;
}
