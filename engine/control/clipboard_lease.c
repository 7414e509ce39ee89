/* Clipboard lease: before a timeline that pastes is fired, the clipboard's process takes the selection for its texts; afterwards
 * it gives the former content back by itself, whether we still live or not. Where it cannot, the texts are typed. */

#include "engine/hand/clipboard.h"
#include "config/profile.h"
#include "engine/hand/hand.h"
#include "skills/timeline/key.h"
#include "config/line.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/display/target.h"
#include "engine/control/device_control.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"

#define CLIPBOARD_LEASE_TIMEOUT_MS 6000 /* of saving what the clipboard has; each of its forms may take a second */

static GPtrArray *texts_of(const timeline *t)
{
    GPtrArray *texts = g_ptr_array_new();
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_TEXT && e->paste)
            g_ptr_array_add(texts, e->text);
    }
    return texts;
}

static void on_line(const char *line, gsize length, void *data)
{
    struct run *run = data;
    if (run->devices->lease.window || run->devices->lease.why)
        return; /* it has answered */
    if (!line || !clipboard_answer_from_json(line, length, &run->devices->lease.window, &run->devices->lease.why, NULL))
        run->devices->lease.why = g_strdup("the clipboard's process sent an invalid message");
}

void clipboard_lease_pump(struct run *run)
{
    if (!child_running(&run->devices->lease.process) || line_stream_pump(run->devices->lease.process.stream, on_line, run))
        return;
    child_leave(&run->devices->lease.process);
    if (!run->devices->lease.window && !run->devices->lease.why)
        run->devices->lease.why = g_strdup("the clipboard's process has died");
}

static bool lent_or_not(struct run *run, void *data)
{
    (void)data;
    return run->devices->lease.window || run->devices->lease.why;
}

bool clipboard_lease_texts(struct run *run, const timeline *t, struct hand_fire *fire, GError **error)
{
    g_autoptr(GPtrArray) texts = texts_of(t);
    g_autoptr(GError) failed = NULL;
    run->devices->lease.asked = texts->len > 0;
    run->devices->lease.window = 0;
    g_clear_pointer(&run->devices->lease.why, g_free);
    if (!run->devices->lease.asked)
        return true;
    if (!(devices_tells(run->devices) & DISPLAY_TELLS_FOCUS)) /* a selection belongs to a window that has the keys */
        run->devices->lease.why = g_strdup("this kind of screen has no clipboard that reins can lend");
    fire->paste_keys = run->devices->lease.why ? NULL : key_chord(run->profile->paste.keys, PASTE_KEYS_MAX, &failed);
    const char *argv[] = {"--display", run->devices->display, "--selection",
                          run->profile->paste.primary ? "PRIMARY" : "CLIPBOARD", NULL};
    g_auto(GStrv) env = links_env(run);
    g_autofree char *request = clipboard_request_to_json(texts);
    if (fire->paste_keys && child_start_apart(&run->devices->lease.process, "clipboard", argv, env, &failed)) {
        line_stream_send(run->devices->lease.process.stream, request);
        if (!wait_until(run, lent_or_not, NULL, g_get_monotonic_time() + CLIPBOARD_LEASE_TIMEOUT_MS * 1000, &failed) &&
            !g_error_matches(failed, RUN_ERROR, RUN_ERROR_TIMEOUT)) {
            clipboard_lease_end(run);
            g_propagate_error(error, g_steal_pointer(&failed));
            return false;
        }
    }
    fire->clipboard = run->devices->lease.window;
    if (run->devices->lease.window)
        return true;
    clipboard_lease_end(run);
    if (!run->devices->lease.why)
        run->devices->lease.why = g_strdup(failed ? failed->message : "what the clipboard has could not be saved");
    client_notice(run, "warning", "typed instead of pasted: %s", run->devices->lease.why);
    return true;
}

void clipboard_lease_end(struct run *run)
{
    child_leave(&run->devices->lease.process);
}
