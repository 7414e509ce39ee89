#include "engine/devices/devices.h"

#include "engine/hand/gesture.h"

#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/run/run.h"

#define FIRE_GRACE_MS 30000
#define ABORT_TIMEOUT_MS 2000

struct run_devices *run_devices_new(void)
{
    struct run_devices *d = g_new0(struct run_devices, 1);
    d->hand.grace_ms = FIRE_GRACE_MS;
    d->hand.abort_ms = ABORT_TIMEOUT_MS;
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
    char *owned[] = {d->display, d->preview, d->hand.trouble, d->hand.recovered, d->lease.why, d->departure};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(d);
}

gint64 devices_chance(const struct run *run)
{
    return run->devices->recorded ? run->devices->recorded : run->id;
}

guint devices_tells(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    return display_target_read(d->display, &target, NULL) ? target.tells : 0;
}

bool devices_touch(const struct run_devices *d)
{
    g_auto(display_target) target = {0};
    return display_target_read(d->display, &target, NULL) && target.touch;
}

bool devices_are_own(const struct run_devices *d)
{
    return d->sandbox && d->sandbox->server.pid > 0;
}
