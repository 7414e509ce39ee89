#include "engine/step/screen_words.h"

#include "engine/control/device_control.h"
#include "engine/control/wait.h"
#include "engine/devices/devices.h"
#include "engine/eye/eye.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/run.h"

#define TIMEOUT_US (20 * G_USEC_PER_SEC)

static bool known(const struct run *run)
{
    return !run->look->observation || !run->look->observation->screen->words_pending || look_has_marks(run->look);
}

static bool came(struct run *run, void *data)
{
    (void)data;
    return known(run) || !child_running(&run->devices->eye.process);
}

static bool came_or_stopped(struct run *run, void *data)
{
    return came(run, data) || run->control->stop;
}

static gint64 want(struct run *run)
{
    device_survey_now(run);
    return g_get_monotonic_time() + TIMEOUT_US;
}

bool screen_words_await(struct run *run, GError **error)
{
    if (known(run))
        return true;
    if (!wait_until(run, came, NULL, want(run), error))
        return false;
    if (!known(run))
        g_set_error(error, RUN_ERROR, RUN_ERROR_TIMEOUT, "the eye has gone");
    return known(run);
}

bool screen_words_await_anyway(struct run *run)
{
    if (!known(run))
        wait_anyway(run, came_or_stopped, NULL, want(run), NULL);
    return known(run);
}

const screen *screen_words_of(const struct run *run)
{
    const eye_observation *o = run->look->observation;
    return o && look_has_marks(run->look) ? run->look->read : o ? o->screen : NULL;
}
