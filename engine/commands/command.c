/* What each command of the protocol does. An unfit one becomes a notice of level error, and the run goes on. */

#include "engine/control/boards.h"
#include "engine/commands/by_hand.h"
#include "engine/commands/command.h"
#include "engine/run/deciding.h"
#include "engine/commands/drive.h"
#include "engine/control/granting.h"
#include "engine/control/run_state.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "engine/client/client.h"
#include "engine/control/device_control.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/display/own.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/step/listing.h"
#include "engine/run/look.h"
#include "engine/picture/leave_out.h"
#include "engine/step/procedural.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/run/question.h"
#include "engine/run/working.h"

#include <string.h>

#define TITLE_MIN 16 /* bytes */
#define CURATE_MAX 100

static void unfit(struct run *run, const command *c, const char *why)
{
    client_notice(run, "error", "%s: %s", command_name(c->kind), why);
}

/* A question takes an answer and no decision. */
static bool is_question(struct run *run, const command *c)
{
    if (!question_is(run->question, c->id))
        return false;
    client_notice(run, "error", "%s: %d is a question, which can approve nothing (answer it)", command_name(c->kind), c->id);
    return true;
}

/* From the moment of an edit on, its proposal takes no approval and no second edit: they were meant for what is replaced. */
static bool edit_waits(struct run *run, const command *c)
{
    if (!run->proposing->edit && run->control->activity != ACTIVITY_EDITING)
        return false;
    client_notice(run, "error", "%s: proposal %d is being edited (decide on the one that follows)", command_name(c->kind), c->id);
    return true;
}

static void obey_edit(struct run *run, command *c)
{
    g_autoptr(GError) error = NULL;
    if (is_question(run, c))
        return;
    if (!gate_is(&run->judge->gate, c->id, &error)) {
        unfit(run, c, error->message);
        return;
    }
    if (edit_waits(run, c))
        return;
    gate_put_out(&run->judge->gate);
    run->proposing->edit = g_steal_pointer(&c->action);
    g_free(run->proposing->edit_draft);
    run->proposing->edit_draft = g_steal_pointer(&c->sha256);
}

static void obey_decision(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    if (is_question(run, c))
        return;
    if (c->kind == COMMAND_APPROVE && gate_is(&run->judge->gate, c->id, NULL) && edit_waits(run, c))
        return;
    if (c->kind == COMMAND_REJECT && c->id == run->judge->gate.id &&
        gate_take_back(&run->judge->gate, GATE_REJECTED, "human", c->reason))
        return;
    bool ok = c->kind == COMMAND_APPROVE
                  ? gate_approve(&run->judge->gate, c->id, c->digest, c->word, g_get_monotonic_time(), &error)
                  : gate_reject(&run->judge->gate, c->id, c->reason, &error);
    if (!ok)
        unfit(run, c, error->message);
}

static void add_hint(struct run *run, const char *text)
{
    if (run->control->hint->len > 0)
        g_string_append_c(run->control->hint, '\n');
    g_string_append(run->control->hint, text);
    run_note(run, "human", text);
}

/* Said is said: an engine that dies before the next plan must not lose it. */
static void keep_said(struct run *run)
{
    g_autoptr(GError) error = NULL;
    if (!run_keep(run, &error))
        run_fail(run, g_steal_pointer(&error));
}

static void obey_resume(struct run *run, const command *c)
{
    if (!control_is_paused(run->control)) {
        unfit(run, c, c->kind == COMMAND_HANDBACK ? "nobody has taken over" : "the run is not paused");
        return;
    }
    if (c->kind == COMMAND_HANDBACK && c->note && *c->note) {
        g_autofree char *note = g_strdup_printf("The person had taken over and says on handing back: %s", c->note);
        add_hint(run, note);
        keep_said(run);
    }
    if (c->kind == COMMAND_HANDBACK && c->keep) {
        if (!g_str_equal(c->keep, "actions") && !g_str_equal(c->keep, "text")) {
            unfit(run, c, "keep is actions or text");
            return;
        }
        g_free(run->control->keep);
        run->control->keep = g_strdup(c->keep);
    }
    if (drive_busy(run)) { /* what was typed before it goes before it */
        drive_then(run, c->kind);
        return;
    }
    by_hand_end(run);
    run_go_on(run);
}

static void obey_takeover(struct run *run)
{
    if (!control_is_taken_over(run->control))
        by_hand_begin(run);
    run_pause(run, "human", CONTROL_TAKE_OVER);
    control_take_over(run->control);
    device_survey(run);
}

static void obey_drive(struct run *run, const command *c)
{
    drive_ask(run, c->action, c->burst);
}

/* What waits was shown under other rules: it is shown anew. */
static void obey_animated(struct run *run, const command *c)
{
    static const char *const left_out[] = {[PROFILE_ANIMATED_NONE] = "all is compared again",
                                           [PROFILE_ANIMATED_AREAS] = "what moves is left out now",
                                           [PROFILE_ANIMATED_WINDOW] = "its window is left out now"};
    enum profile_animated scope;
    if (!profile_animated_parse(c->scope, &scope)) {
        unfit(run, c, "the scopes are none, areas and window");
        return;
    }
    if (scope == run->proposing->animated)
        return;
    run->proposing->animated = scope;
    g_autofree char *text = g_strdup_printf("animated %s", profile_animated_name(scope));
    run_note(run, "human", text);
    client_notice(run, "info", "%s", text);
    gate_close(&run->judge->gate, GATE_STALE, "human", left_out[scope]);
}

static void obey_leave_out(struct run *run, const command *c)
{
    const struct area f = run->proposing->follows;
    const struct eye_window *w =
        run->look->observation ? eye_observation_window(run->look->observation, run->look->observation->target) : NULL;
    bool inside = w && area_has((struct area){w->x, w->y, w->width, w->height}, f.x, f.y);
    if (!f.width || !run->look->observation) {
        unfit(run, c, "nothing has followed the pointer when the last action was stopped");
        return;
    }
    const struct profile_ignore place = {.from_screen = !inside,
                                         .x = f.x - (inside ? w->x : 0),
                                         .y = f.y - (inside ? w->y : 0),
                                         .width = f.width,
                                         .height = f.height};
    const struct left_out one = {place, inside ? w->id : 0}; /* in a dialog of the same size something else is there */
    run->proposing->left_out = run->proposing->left_out ? run->proposing->left_out : g_array_new(FALSE, FALSE, sizeof one);
    g_array_append_val(run->proposing->left_out, one);
    run->proposing->follows = (struct area){0};
    g_autofree char *group = leave_out_group(f, inside ? (struct area){w->x, w->y, w->width, w->height} : (struct area){0});
    g_autofree char *text = g_strdup_printf("left out in this run: %s (a line each in the profile: always)", group);
    run_note(run, "human", text);
    client_notice(run, "info", "%s", text);
    g_autofree char *why = g_strdup_printf("%d×%d at %d,%d is left out now", f.width, f.height, f.x, f.y);
    gate_close(&run->judge->gate, GATE_STALE, "human", why);
}

/* Never decides what waits: a fuse that was lit under the old mode is put out, and the proposal asks. */
static void obey_mode(struct run *run, const command *c)
{
    enum gate_mode mode;
    if (!gate_mode_parse(c->mode, &mode)) {
        unfit(run, c, "the modes are step, risk, watch and dry");
        return;
    }
    run->judge->mode = mode;
    if (gate_put_out(&run->judge->gate))
        client_notice(run, "info", "the fuse of proposal %d is stopped: it waits for a decision", run->judge->gate.id);
    if (mode == GATE_DRY || g_strcmp0(run->judge->gate.by, "fuse") == 0)
        gate_take_back(&run->judge->gate, GATE_VOIDED, "human", "the mode was changed before it was fired");
    if (mode == GATE_DRY)
        granting_end(run, "revoked", "human", "mode dry fires nothing");
    g_autofree char *text = g_strdup_printf("mode %s", gate_mode_name(mode));
    run_note(run, "human", text);
    keep_said(run);
    client_tell_mode(run, NULL);
    client_notice(run, "info", "%s", text);
}

static void obey_say(struct run *run, const command *c)
{
    if (run->control->hint->len + (c->text ? strlen(c->text) : 0) > 10000) {
        unfit(run, c, "the hints for one step are too long");
        return;
    }
    add_hint(run, c->text ? c->text : "");
    keep_said(run);
    client_notice(run, "info", "noted for the next step");
}

static void obey_hold(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    bool fused = c->id == run->judge->gate.id && g_strcmp0(run->judge->gate.by, "fuse") == 0;
    if (fused && gate_take_back(&run->judge->gate, GATE_VOIDED, "human", "its fuse was stopped before it was fired"))
        return;
    if (!gate_is(&run->judge->gate, c->id, &error))
        unfit(run, c, error->message);
    else if (!gate_put_out(&run->judge->gate))
        unfit(run, c, "no fuse burns: it waits for a decision already");
    else
        client_notice(run, "info", "the fuse of proposal %d is stopped: it waits for a decision", c->id);
}

static void obey_terminal(struct run *run, const command *c)
{
    gsize length = c->title ? strlen(c->title) : 0;
    if (length && (length < TITLE_MIN || length >= OWN_TITLE_MAX)) {
        unfit(run, c, "a title must be one that no other window has: 16 to 63 bytes");
        return;
    }
    g_free(run->client->title);
    run->client->title = g_strdup(c->title);
    if (c->env) {
        g_strfreev(run->client->env);
        run->client->env = g_strdupv(c->env);
    }
    run_hand_send_own(run);
}

/* Files and stages change between two steps only: the library that a step plans with stays as it is. */
static void obey_curation(struct run *run, const command *c)
{
    if (!run->skills->to_curate)
        run->skills->to_curate = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    if (run->skills->to_curate->len >= CURATE_MAX) {
        unfit(run, c, "too many commands wait for the next step");
        return;
    }
    command *copy = command_new(c->kind);
    copy->name = g_strdup(c->name);
    copy->sha256 = g_strdup(c->sha256);
    copy->reason = g_strdup(c->reason);
    g_ptr_array_add(run->skills->to_curate, copy);
    client_notice(run, "info", "skill %s %.8s: %s with the next step", c->name, c->sha256,
                  c->kind == COMMAND_SKILL_ACCEPT ? "accepted" : "refused");
}

static void obey_answer(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    if (!question_answer(run->question, c->id, c->text, &error))
        client_notice(run, "error", "answer: %s", error->message);
}

static void obey_pause(struct run *run, const command *c)
{
    const bool told = c->reason && *c->reason;
    g_autofree char *reason = g_strconcat("paused by the person", told ? ": " : "", told ? c->reason : "", NULL);
    run_pause(run, "human", reason);
}

void command_obey(struct run *run, command *c)
{
    /* the others a console says by itself: its card is not to be seen, its terminal answers, is called so */
    if (c->kind != COMMAND_HOLD && c->kind != COMMAND_WATCHED && c->kind != COMMAND_TERMINAL)
        run->control->sign_us = g_get_monotonic_time();
    switch (c->kind) {
    case COMMAND_PRESENT:
        return;
    case COMMAND_WATCHED:
        gate_watched(&run->judge->gate, g_get_monotonic_time());
        return;
    case COMMAND_TERMINAL:
        obey_terminal(run, c);
        return;
    case COMMAND_APPROVE:
    case COMMAND_REJECT:
        obey_decision(run, c);
        return;
    case COMMAND_HOLD:
        obey_hold(run, c);
        return;
    case COMMAND_EDIT:
        obey_edit(run, c);
        return;
    case COMMAND_PAUSE:
        if (control_is_paused(run->control) && !run->control->to_obey)
            unfit(run, c, "the run is paused already");
        else
            obey_pause(run, c);
        return;
    case COMMAND_RESUME:
    case COMMAND_HANDBACK:
        obey_resume(run, c);
        return;
    case COMMAND_STOP:
        run_stop(run, "human", "stopped by the person");
        return;
    case COMMAND_TAKEOVER:
        obey_takeover(run);
        return;
    case COMMAND_DRIVE:
        obey_drive(run, c);
        return;
    case COMMAND_LEAVE_OUT:
        obey_leave_out(run, c);
        return;
    case COMMAND_ANIMATED:
        obey_animated(run, c);
        return;
    case COMMAND_MODE:
        obey_mode(run, c);
        return;
    case COMMAND_SAY:
        obey_say(run, c);
        return;
    case COMMAND_SKILL_ACCEPT:
    case COMMAND_SKILL_REFUSE:
        obey_curation(run, c);
        return;
    case COMMAND_ANSWER:
        obey_answer(run, c);
        return;
    case COMMAND_BOARD:
        boards_obey(run, c);
        return;
    case COMMAND_MODULE_RETRY:
        if (config_is_outdated(run->cfg))
            client_notice(run, "warning",
                          "%s has changed since this run read it, and is not read again: the retry has the settings of then (q "
                          "stops the run, `reins resume` goes on with the new ones)",
                          config_path(run->cfg));
        step_correct(run, c);
        return;
    case COMMAND_MODULE_EDIT:
        step_correct(run, c);
        return;
    case COMMAND_REST:
        listing_ask(run, c);
        return;
    case COMMAND_GRANT:
        granting_give(run, c);
        return;
    case COMMAND_REVOKE:
        granting_revoke(run, c);
        return;
    case COMMAND_COUNT:
        break;
    }
    g_assert_not_reached();
}
