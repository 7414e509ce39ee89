#include "engine/devices/devices.h"

#include "engine/hand/gesture.h"

#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/run/run.h"

#include <unistd.h>

#define FIRE_GRACE_MS 30000
#define ABORT_TIMEOUT_MS 2000
#define EYE_LIMIT_MS 5000
#define EYE_FAR_LIMIT_MS 15000 /* it gives up after 10 s (connection_vnc.h, phone.c) */

struct run_devices *run_devices_new(void)
{
    struct run_devices *d = g_new0(struct run_devices, 1);
    d->hand.grace_ms = FIRE_GRACE_MS;
    d->hand.abort_ms = ABORT_TIMEOUT_MS;
    d->world_lock = -1;
    return d;
}

void run_devices_free(struct run_devices *d)
{
    if (!d)
        return;
    g_clear_pointer(&d->eye.answer, eye_answer_free);
    g_clear_pointer(&d->eye.early, eye_answer_free);
    g_clear_pointer(&d->hand.finished, hand_answer_free);
    g_clear_pointer(&d->hand.turned, hand_answer_free);
    g_queue_clear_full(&d->hand.gestures, gesture_forget);
    g_clear_pointer(&d->sandbox, sandbox_free);
    if (d->world_lock >= 0)
        close(d->world_lock);
    char *owned[] = {d->display, d->preview, d->hand.trouble, d->hand.recovered, d->lease.why, d->departure, d->was, d->lost_why};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(d);
}

gint64 devices_chance(const struct run *run)
{
    return run->devices->recorded ? run->devices->recorded : run->id;
}

/* A recorded X display has a kind of its own: nobody works at it, and nothing changes there. */
static bool target_of(const struct run_devices *d, display_target *ret_target)
{
    g_auto(display_target) was = {0};
    if (!display_target_read(d->display, ret_target, NULL))
        return false;
    if (ret_target->kind == DISPLAY_RECORDED && d->was && display_target_read(d->was, &was, NULL) && was.kind != DISPLAY_X11) {
        ret_target->tells = was.tells;
        ret_target->touch = was.touch;
        ret_target->acts = was.acts;
    }
    return true;
}

guint devices_tells(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    return target_of(d, &target) ? target.tells : 0;
}

bool devices_touch(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    return target_of(d, &target) && target.touch;
}

int devices_eye_limit_ms(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    bool far = target_of(d, &target) && (target.kind == DISPLAY_VNC || target.kind == DISPLAY_PHONE);
    return far ? EYE_FAR_LIMIT_MS : EYE_LIMIT_MS;
}

char *devices_doubt(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    bool vnc = target_of(d, &target) && target.kind == DISPLAY_VNC;
    return vnc ? g_strdup_printf(": the server of %s may have stopped in the middle of a message", target.name) : g_strdup("");
}

bool devices_act(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    return target_of(d, &target) && target.acts;
}

bool devices_are_own(const struct run_devices *d)
{
    return d->sandbox && d->sandbox->server.pid > 0;
}
