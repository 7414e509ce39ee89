#include "engine/control/greeting.h"

#include "engine/agents/agent.h"
#include "engine/control/boards.h"
#include "engine/run/brains.h"
#include "config/profile.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/devices/devices.h"
#include "engine/modules/display_state.h"
#include "engine/display/target.h"
#include "engine/eye/eye.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/answers.h"
#include "engine/run/options.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/protocol/marks_event.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

/* "text;windows" */
static char *loaded_libraries(const struct run *run)
{
    g_auto(GStrv) names = profile_libraries(run->profile);
    for (char **name = names; *name; name++)
        g_strdelimit(*name, "?", '\0'); /* it may be missing */
    return g_strjoinv(";", names);
}

/* A person's input on the display does not come to the hand. A recorded one has none. */
static bool is_unseen(const char *display)
{
    g_auto(display_target) target = {0};
    return display && display_target_read(display, &target, NULL) && target.kind != DISPLAY_RECORDED &&
           !(target.tells & DISPLAY_TELLS_PERSON);
}

void greeting_hello(struct run *run)
{
    g_autoptr(event) hello = event_new(EVENT_HELLO);
    hello->about.protocol = PROTOCOL_VERSION;
    hello->about.run = g_strdup_printf("%" G_GINT64_FORMAT, run->id);
    hello->about.display = g_strdup(run->devices->display ? run->devices->display : "");
    hello->about.task = g_strdup(run->options->task);
    hello->about.agent = g_strdup(run->options->agent);
    hello->about.brain = g_strdup(brains_of_run(run));
    hello->about.mode = g_strdup(gate_mode_name(run->judge->mode));
    hello->about.modules = agent_modules_json(run->working->agent, brains_persons(run));
    hello->about.boards = agent_boards_json(run->working->agent);
    hello->about.max_steps = (int)run->options->max_steps;
    int plans = module_saying(run->answers->modules, SAYS_ACTIONS, NULL);
    hello->about.max_actions = plans < 0 ? (int)config_int(run->cfg, "run", "max_actions")
                                         : run_option_actions(run->options, run->cfg, &run->answers->modules[plans]);
    hello->about.sandbox = devices_are_own(run->devices);
    hello->about.unseen = is_unseen(run->devices->display);
    hello->about.bare = venue_is_bare(run);
    hello->about.libraries = loaded_libraries(run);
    hello->about.set = run->options->set ? protocol_strings_to_json(run->options->set) : NULL;
    hello->about.rules = run->options->rules ? protocol_strings_to_json(run->options->rules) : NULL;
    client_send(run, hello);
    boards_tell_again(run);
    client_tell_mode(run, NULL);
}

void greeting_frame(struct run *run, const struct eye_frame *f, bool key)
{
    const eye_observation *o = run->look->observation;
    g_autoptr(event) e = event_new(EVENT_FRAME);
    e->picture.frame = g_strdup(f->hash);
    e->picture.path = g_strdup(f->path);
    e->picture.width = f->width;
    e->picture.height = f->height;
    e->picture.key = key;
    if (f->masked && f->masked->len > 0)
        e->picture.masked = marks_event_areas_json(f->masked);
    if (o && devices_are_own(run->devices))
        e->picture.unsaved = g_strdup(look_unsaved(run->look));
    if (o && o->screen && o->screen->state && !g_strcmp0(f->hash, o->frame.hash)) {
        g_auto(display_state) state = {0};
        display_state_read(o->screen->state, &state);
        e->text = display_state_text(&state);
    }
    client_send(run, e);
}

void greeting_tell(struct run *run)
{
    run->control->sign_us = g_get_monotonic_time();
    greeting_hello(run);
    const char *state = run->state;
    g_autofree char *why = g_strdup(run->state_why);
    run->state = NULL;
    if (state)
        run_set_state_for(run, state, why);
    if (run->look->observation) {
        greeting_frame(run, &run->look->observation->frame, false);
        device_survey(run);
    }
    g_autoptr(event) held = event_new(EVENT_HELD);
    held->holds.keys = g_strdupv(run->holds->keys);
    held->holds.buttons = g_strdupv(run->holds->buttons);
    held->holds.left_ms = run_down_json(run->holds);
    client_send(run, held);
    if (control_is_paused(run->control))
        client_notice(run, "info",
                      "attached to run %" G_GINT64_FORMAT
                      "; it is paused in mode %s (space in a console, or the command resume, resumes it)",
                      run->id, gate_mode_name(run->judge->mode));
}
