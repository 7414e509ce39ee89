/* Where a run on a cassette decides otherwise than the recorded one. */

#include "engine/devices/departure.h"

#include "engine/brain/cassette.h"
#include "engine/client/client.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/display/target.h"
#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

#include <string.h>

#define BRAIN "cassette:"
/* What such a line on the cassette is of. */
#define DECIDED "decided"
#define ENDED "ended"

static void note(struct run *run, const char *device, const struct cassette_decision *d)
{
    g_autofree char *json = brain_pool_records(run->brains) ? cassette_decision_to_json(d) : NULL;
    if (json)
        recorded_note_line(run, device, json);
}

/* What the run plays; NULL = nothing, or it cannot be read, which its brain or its display says. */
static struct cassette *played(struct run *run)
{
    const char *brain = run->options->brain, *display = run->options->display;
    const char *spec = brain && g_str_has_prefix(brain, BRAIN) ? brain + strlen(BRAIN)
                       : display                               ? display_target_recording(display)
                                                               : NULL;
    return spec ? brain_pool_cassette(run->brains, spec, NULL) : NULL;
}

/* struct cassette_decision*; empty for a cassette of before there were such lines. Caller unrefs. */
static GPtrArray *lines_of(const struct cassette *c, const char *device)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)cassette_decision_free);
    for (guint i = 0; i < c->said->len; i++) {
        const struct cassette_said *said = c->said->pdata[i];
        cassette_decision *d = g_str_equal(said->device, device) ? cassette_decision_from_json(said->answer) : NULL;
        if (d)
            g_ptr_array_add(all, d);
    }
    return all;
}

static bool fired(const cassette_decision *d)
{
    return g_str_equal(d->verdict, "approved") || g_str_equal(d->verdict, "auto");
}

/* "rejected by human: not now" */
static char *words(const cassette_decision *d)
{
    return g_strconcat(d->verdict, *d->by ? " by " : "", d->by, *d->reason ? ": " : "", d->reason, NULL);
}

/* What the recorded run decided of that action in that step; a person who paused there, or whose screen had changed, has decided
 * more than once. NULL = nothing. */
static const cassette_decision *find(const GPtrArray *decided, gint64 turn, const char *action, bool fires)
{
    const cassette_decision *found = NULL;
    for (guint i = 0; i < decided->len; i++) {
        const cassette_decision *d = decided->pdata[i];
        if (d->turn != turn || (action && !g_str_equal(d->action, action)))
            continue;
        if (fired(d) == fires)
            return d;
        found = d;
    }
    return found;
}

/* NULL = it did the same. Caller frees. */
static char *compare(const struct cassette *c, const cassette_decision *now, bool fires)
{
    g_autoptr(GPtrArray) decided = lines_of(c, DECIDED), ends = lines_of(c, ENDED);
    const cassette_decision *same = find(decided, now->turn, now->action, fires);
    const cassette_decision *then = same ? same : find(decided, now->turn, NULL, true);
    const cassette_decision *last = decided->len ? decided->pdata[decided->len - 1] : NULL,
                            *end = ends->len ? ends->pdata[0] : NULL;
    g_autofree char *was = then ? words(then) : end ? words(end) : NULL;
    const char *what = fires ? "approved" : "rejected";
    if (!last || (same && fired(same) == fires) || (!then && now->turn <= last->turn))
        return NULL;
    if (same)
        return g_strdup_printf("%s is %s here; the recorded run %s it: %s", now->action, what, fires ? "did not fire" : "fired",
                               was);
    if (then)
        return g_strdup_printf("%s is %s here; the recorded run had %s there: %s", now->action, what, then->action, was);
    return g_strdup_printf("%s is %s here; the recorded run had ended before%s%s", now->action, what, was ? ": " : "",
                           was ? was : "");
}

void departure_note_decision(struct run *run, const char *action, const char *verdict, const char *by, const char *reason,
                             bool fires)
{
    const cassette_decision now = {run_turn(run), (char *)action, (char *)verdict, (char *)by, (char *)reason};
    if (control_is_driving(run->control))
        return;
    note(run, DECIDED, &now);
    bool decides =
        fires || g_str_equal(verdict, "rejected"); /* else the step begins again, or another proposal takes its place */
    const struct cassette *c = decides ? played(run) : NULL;
    g_autofree char *how = c ? compare(c, &now, fires) : NULL;
    if (!how)
        return;
    g_autofree char *told =
        g_strdup_printf("this run departs from the recorded one at step %" G_GINT64_FORMAT ": %s", run->step, how);
    client_notice(run, "warning", "%s", told);
    run->devices->departed_in = run->step;
    if (!run->devices->departure)
        run->devices->departure = g_steal_pointer(&told);
}

void departure_note_end(struct run *run, const char *outcome, const char *reason)
{
    const cassette_decision end = {run_turn(run), (char *)"", (char *)outcome, (char *)"", (char *)reason};
    note(run, ENDED, &end);
}

void departure_judge(struct run *run, const char **inout_outcome, char **inout_reason, int *inout_code)
{
    const char *departure = run->devices->departure;
    const struct cassette *c = *inout_code == 4 ? NULL : played(run);
    if (!c || (*inout_code == 0 && !departure))
        return;
    g_autofree char *reason = *inout_reason;
    if (departure && *inout_code == 0 && !run->devices->recorded) { /* there it has happened, whatever the recorded run did */
        *inout_reason = g_strdup_printf("%s; %s", reason, departure);
        return;
    }
    if (departure) {
        *inout_reason = g_strdup_printf("%s; then: %s", departure, reason);
        *inout_outcome = "failed";
        *inout_code = 1;
        return;
    }
    g_autoptr(GPtrArray) ends = lines_of(c, ENDED);
    const cassette_decision *end = c->over && ends->len ? ends->pdata[0] : NULL;
    if (!end) {
        g_steal_pointer(&reason);
        return;
    }
    g_autofree char *was = words(end);
    *inout_reason = g_strdup_printf("%s; the recorded run ended there: %s", reason, was);
    if (g_str_equal(end->verdict, "stopped")) {
        *inout_outcome = "stopped";
        *inout_code = 4;
    }
}
