#include "engine/step/seen.h"

#include "engine/client/client.h"
#include "engine/devices/devices.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"
#include "engine/step/ask_tell.h"
#include "engine/step/step.h"

bool seen_long(const struct run_look *look, gint64 at_us)
{
    return look->shown_us > 0 && look->shown_us <= at_us - SEEN_US;
}

/* The screen is what the console shows, but for a text cursor. */
static bool is_shown(const struct run *run)
{
    const struct eye_frame *f = &run->look->observation->frame;
    g_autoptr(frame) shown = frame_read(run->devices->preview, NULL), now = frame_open(f->path, f->shared, NULL);
    struct area a;
    return shown && now && frame_changed(shown, now, &a.x, &a.y, &a.width, &a.height) >= 0 &&
           a.width <= SCREEN_MATCH_CARET_WIDTH && a.height <= SCREEN_MATCH_CARET_HEIGHT;
}

bool seen_take(struct run *run, const struct ask *asks, gsize n, GError **error)
{
    g_autoptr(eye_observation) was = NULL;
    gint64 answered_us = 0;
    for (gsize i = 0; i < n; i++)
        if (ask_actions(run, asks[i].module) && !asks[i].aside)
            answered_us = asks[i].answered_us;
    if (answered_us == 0 || !run->client->console || !run->look->observation || !seen_long(run->look, answered_us))
        return true;
    if (!step_look_again(run, &was, error))
        return false;
    if (was && seen_long(run->look, answered_us) && is_shown(run))
        proposing_plan(run->proposing, run->look->observation);
    else if (was)
        run->proposing->unseen = g_steal_pointer(&was);
    return true;
}
