#include "engine/step/step.h"
#include "engine/run/deciding.h"
#include "engine/session/fork.h"

#include "engine/agents/agent.h"
#include "engine/recall/screenshot_diff.h"
#include "engine/gate/effect.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/session/restore.h"
#include "memory/pages.h"
#include "engine/run/budget.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/oneshot.h"
#include "engine/devices/devices.h"
#include "engine/display/target.h"
#include "engine/commands/drive.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "engine/step/proposal.h"

#include <string.h>

#define LIKE_ENOUGH 0.998      /* a caret may blink */
#define LOOK_US G_USEC_PER_SEC /* while a person brings the display there … */
#define LOOKS_OFTEN 60
#define LOOK_LATER_US (10 * G_USEC_PER_SEC) /* … and takes their time */

/* ---- what it is started with ---- */

static bool no_memory(gint64 run, gint64 step, GError **error)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                "run %" G_GINT64_FORMAT " has no working memory of step %" G_GINT64_FORMAT
                ": it was forgotten, or the run was imported (another step may have it)",
                run, step);
    return false;
}

/* Working memory is there, or nothing was remembered until then. */
static bool has_memory(memory *store, gint64 run, gint64 step, GError **error)
{
    GError *local = NULL;
    g_autofree char *state = memory_state_at(store, run, step, NULL, &local);
    if (local)
        g_propagate_error(error, local);
    if (state || local)
        return state != NULL;
    for (gint64 i = 1; i <= step; i++) {
        gint64 of = memory_run_of_step(store, run, i, error);
        g_autoptr(GPtrArray) rows = of ? memory_steps_page(store, of, i, 1, error) : NULL;
        if (!rows)
            return false;
        const struct memory_step *row = rows->len ? g_ptr_array_index(rows, 0) : NULL;
        if (row && row->step == i && row->ended_us && g_strcmp0(row->verdict, "voided") != 0)
            return no_memory(run, step, error);
    }
    return true;
}

static bool check_step(memory *store, const struct memory_run *parent, gint64 step, gint64 remembered, GError **error)
{
    gint64 last = memory_last_step(store, parent->id, error);
    if (last < 0)
        return false;
    last = MAX(last, parent->parent_step);
    if (step <= last)
        return has_memory(store, parent->id, remembered, error);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " (its last is %" G_GINT64_FORMAT ")", parent->id, step,
                last);
    return false;
}

/* A sandbox of the size that the parent's display had. */
static void take_size(run_options *o, memory *store, gint64 parent)
{
    gint64 of = memory_run_of_step(store, parent, 1, NULL);
    g_autoptr(GPtrArray) frames = of ? memory_frames(store, of, 1, NULL) : NULL;
    if (!frames || frames->len == 0)
        return;
    const struct memory_frame *first = g_ptr_array_index(frames, 0);
    o->width = first->width;
    o->height = first->height;
}

static void replace(char **field, const char *value)
{
    char *copy = g_strdup(value);
    g_free(*field);
    *field = copy;
}

static bool fill(run_options *o, memory *store, const struct memory_run *parent, const run_options *now, GError **error)
{
    gint64 step = now->fork.from ? now->fork.from : now->fork.before;
    o->fork = now->fork;
    o->fork.parent = parent->id;
    o->fork.step = now->fork.from ? step : step - 1;
    if (!agent_find(o->agent)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "run %" G_GINT64_FORMAT " had no agent: there is nothing to continue", parent->id);
        return false;
    }
    if (!check_step(store, parent, step, o->fork.step, error))
        return false;
    if (now->brain)
        replace(&o->brain, now->brain);
    if (!now->mode && g_strcmp0(o->mode, "dry") != 0)
        replace(&o->mode, "step");
    if (!o->profile)
        replace(&o->profile, parent->profile);
    if (!now->fork.replay || !display_target_world(parent->display)) /* the acts are done again in a world of the same seed */
        replace(&o->display, now->display);
    if (now->display)
        replace(&o->app, NULL); /* it is there */
    else
        take_size(o, store, parent->id);
    return true;
}

bool fork_options(run_options *o, memory *store, const run_options *now, GError **error)
{
    struct memory_run *parent = memory_run_get(store, now->resume, error);
    bool ok = parent && fill(o, store, parent, now, error);
    memory_run_free(parent);
    return ok;
}

/* ---- what it remembers ---- */

bool fork_remember(struct run *run, GError **error)
{
    const struct fork_options *f = &run->options->fork;
    int last = run->proposing->last;
    run->parent = f->parent;
    run->parent_step = f->step;
    if (!restore_state(run, run->parent, run->parent_step, error))
        return false;
    run->step = run->remembered = run->parent_step;
    run->proposing->last = run->settled_proposal = last; /* a run's own count */
    run->spent->other_usage.tokens_in = run->spent->tokens_in;
    run->spent->other_usage.tokens_out = run->spent->tokens_out;
    run->spent->other_usage.tokens_cached = run->spent->tokens_cached;
    run->spent->other_usage.pictures = run->spent->pictures;
    run->spent->other_usage.cost = run->spent->cost;
    run->spent->other_usage.unpriced = run->spent->unpriced;
    run->done = MAX(run->done, 0);
    return run_keep(run, error);
}

/* ---- how like the screen is ---- */

/* The last look in that step of the parent at or before that time; 0 = the last. Of a step that looked at nothing: the one
 * before it. Path; NULL = none is kept. Caller frees. */
static char *seen_in(struct run *run, gint64 step, gint64 until_us)
{
    for (; step > 0; step--) {
        char *path = NULL;
        gint64 of = memory_run_of_step(run->store, run->parent, step, NULL);
        g_autoptr(GPtrArray) frames = of ? memory_frames(run->store, of, step, NULL) : NULL;
        for (guint i = 0; frames && i < frames->len; i++) {
            const struct memory_frame *f = g_ptr_array_index(frames, i);
            if (!g_str_equal(f->role, "observation") || (until_us && f->at_us > until_us))
                continue;
            g_free(path);
            path = g_strdup(f->gone ? "" : f->path);
        }
        if (path && *path)
            return path;
        g_free(path);
        if (path)
            return NULL; /* it was thinned: an earlier one shows something else */
    }
    return NULL;
}

/* What is expected on the screen when the fork begins. */
static char *expected(struct run *run)
{
    gint64 before = run->options->fork.before;
    if (!before)
        return seen_in(run, run->parent_step, 0);
    gint64 of = memory_run_of_step(run->store, run->parent, before, NULL);
    g_autoptr(GPtrArray) proposals = of ? memory_proposals(run->store, of, before, NULL) : NULL;
    const struct memory_proposal *first = proposals && proposals->len ? g_ptr_array_index(proposals, 0) : NULL;
    return seen_in(run, before, first ? first->at_us : 0);
}

/* Looks, and compares with what is expected (NULL = nothing is kept); *ret_like -1 = it could not look. */
static char *look(struct run *run, const char *path, double *ret_like)
{
    const struct eye_frame *f = step_glance(run, GLANCE_TIMEOUT_MS);
    *ret_like = -1;
    if (!f)
        return NULL;
    struct screenshot_diff now = screenshot_diff_files(path, f->path);
    *ret_like = now.share;
    return screenshot_diff_words(&now);
}

/* ---- the person's yes ---- */

static void tell_expected(struct run *run, const char *path, double like, const char *words)
{
    g_autoptr(event) e = event_new(EVENT_EXPECT);
    e->expect.run = g_strdup_printf("%" G_GINT64_FORMAT, run->parent);
    e->step = (int)(run->options->fork.before ? run->options->fork.before : run->parent_step);
    e->expect.path = g_strdup(path);
    e->expect.after = g_strdup(run->devices->eye.answer->frame.path);
    e->match = like;
    e->reason = g_strdup(words);
    client_send(run, e);
}

/* Paused until the person says that the display is there: `resume`. */
static bool await_person(struct run *run, const char *why, GError **error)
{
    const struct fork_options *f = &run->options->fork;
    g_autofree char *path = expected(run), *told = NULL;
    g_autofree char *reason = g_strdup_printf(
        "%s%sbring the display to where run %" G_GINT64_FORMAT " had it %s step %" G_GINT64_FORMAT ", then resume",
        why ? why : "", why ? ": " : "", f->parent, f->before ? "before" : "after", f->before ? f->before : f->step);
    run_pause(run, "engine", reason);
    for (int looks = 0;; looks++) {
        double like;
        g_autoptr(GError) ended = NULL;
        run->control->interrupt = false;
        g_autofree char *words = look(run, path, &like);
        if (words && g_strcmp0(words, told) != 0) {
            tell_expected(run, path, like, words);
            client_notice(run, "info", "the screen is %s%s%s", words, path ? ": " : "", path ? path : "");
            g_free(told);
            told = g_strdup(words);
        }
        gint64 pause_us = looks < LOOKS_OFTEN ? LOOK_US : LOOK_LATER_US; /* each look at another screen is a picture kept */
        bool ok = wait_until(run, drive_or_go_on, NULL, g_get_monotonic_time() + pause_us, &ended);
        if (ok && !control_is_paused(run->control))
            break;
        if (ok && drive_go(run, &ended)) { /* they bring it there themselves */
            run->fork_driven = run->remembered;
            looks = 0;
            continue;
        }
        if (g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT) || g_error_matches(ended, RUN_ERROR, RUN_ERROR_INTERRUPTED))
            continue;
        g_propagate_error(error, g_steal_pointer(&ended));
        return false;
    }
    g_autofree char *note =
        g_strdup_printf("the person confirms that the display is ready; it is %s", told ? told : "not looked at");
    run_note(run, "human", note);
    return true;
}

/* ---- replaying ---- */

/* What is not as it was before this one was fired; NULL = all is. Caller frees. False: the wait was ended. */
static bool differs_before(struct run *run, const struct memory_proposal *p, char **ret_why, GError **error)
{
    run->look->fresh = false;
    if (!step_observe(run, error))
        return false;
    g_autofree char *path = seen_in(run, p->step, p->at_us);
    struct screenshot_diff now = screenshot_diff_files(path, run->look->observation->frame.path);
    g_autofree char *words = screenshot_diff_words(&now);
    *ret_why = path && now.share < LIKE_ENOUGH ? g_strdup_printf("the screen is %s", words) : NULL;
    return true;
}

/* Fires it again, through the gate. *ret_why: where it departs. */
static bool fire_again(struct run *run, const struct memory_proposal *p, proposal **ret_proposal, char **ret_why, GError **error)
{
    g_autoptr(action) a = action_from_json(p->action, strlen(p->action), error);
    const struct value *text = a ? action_get(a, "text") : NULL;
    if (text && text->type == VALUE_STRING && g_str_equal(text->string, ONESHOT_UNKEPT)) {
        *ret_why = g_strdup("what the person typed there was not kept");
        return true;
    }
    if (!a || !differs_before(run, p, ret_why, error) || *ret_why)
        return a && *ret_why;
    if (!step_propose(run, a, "replay", ret_proposal, error))
        return false;
    proposal *now = *ret_proposal;
    g_autofree char *shown = action_describe(a);
    if (now->refused || !gate_fires(now->verdict)) {
        *ret_why = g_strdup_printf("%s was not fired (%s%s%s)", shown, now->refused ? "refused" : gate_verdict_name(now->verdict),
                                   now->reason && *now->reason ? ": " : "", now->reason ? now->reason : "");
        return true;
    }
    if (!step_fire(run, now, error))
        return false;
    enum effect was;
    if (!effect_of_stage(p->stage, a->expectation, &was))
        return true;
    if (was != EFFECT_NO_EFFECT && run->look->unmoved && !step_late_effect(run, run->step, &now->effect, error))
        return false;
    if (g_strcmp0(effect_name(was), now->effect) != 0)
        *ret_why =
            g_strdup_printf("%s had the effect %s and now has %s", shown, effect_name(was), now->effect ? now->effect : "none");
    return true;
}

static bool end_step(struct run *run, const struct memory_proposal *p, const proposal *now, GError **error)
{
    const char *verdict = !now ? "voided" : now->refused ? "refused" : gate_verdict_name(now->verdict);
    return memory_step_end(run->store, run->id, run->step, run->options->task, p->action, verdict, now ? now->effect : NULL,
                           error);
}

/* All that was fired in one step of the parent. */
static bool replay_step(struct run *run, gint64 step, char **ret_why, GError **error)
{
    gint64 of = memory_run_of_step(run->store, run->parent, step, error);
    g_autoptr(GPtrArray) rows = of ? memory_proposals(run->store, of, step, error) : NULL;
    bool ok = rows != NULL;
    for (guint i = 0; ok && i < rows->len && !*ret_why; i++) {
        const struct memory_proposal *p = g_ptr_array_index(rows, i);
        g_autoptr(proposal) now = NULL;
        if (!restore_was_fired(p))
            continue;
        run->step = step;
        ok = memory_step_begin(run->store, run->id, step, error) && fire_again(run, p, &now, ret_why, error) &&
             end_step(run, p, now, error);
    }
    return ok;
}

static bool replay_all(struct run *run, char **ret_why, GError **error)
{
    client_notice(run, "info", "firing again what run %" G_GINT64_FORMAT " fired until step %" G_GINT64_FORMAT "", run->parent,
                  run->parent_step);
    for (gint64 step = 1; step <= run->parent_step && !*ret_why; step++) {
        g_autofree char *why = NULL;
        g_autoptr(GError) ended = NULL;
        bool ok = replay_step(run, step, &why, &ended);
        if (!ok && !g_error_matches(ended, RUN_ERROR, RUN_ERROR_INTERRUPTED) &&
            !g_error_matches(ended, RUN_ERROR, RUN_ERROR_REDO)) {
            g_propagate_error(error, g_steal_pointer(&ended));
            return false;
        }
        if (!ok || why)
            *ret_why = g_strdup_printf("the replay stopped at step %" G_GINT64_FORMAT ": %s", step,
                                       why                               ? why
                                       : control_is_paused(run->control) ? run->control->pause_reason
                                                                         : ended->message);
    }
    return true;
}

/* It has come to the end: is the screen what it was? */
static bool ends_alike(struct run *run, char **ret_why, GError **error)
{
    run->look->fresh = false;
    if (!step_observe(run, error))
        return false;
    g_autofree char *path = expected(run);
    struct screenshot_diff now = screenshot_diff_files(path, run->look->observation->frame.path);
    g_autofree char *words = screenshot_diff_words(&now);
    bool alike = !path || now.share >= LIKE_ENOUGH;
    if (!alike)
        *ret_why = g_strdup_printf("everything was fired again, and the screen is %s", words);
    else
        client_notice(run, "info", "the display is where run %" G_GINT64_FORMAT " had it: the screen is %s", run->parent, words);
    run->look->fresh = alike;
    return true;
}

static bool bring_by_replay(struct run *run, GError **error)
{
    g_autofree char *why = NULL, *said = NULL;
    if (!replay_all(run, &why, error) || (!why && !ends_alike(run, &why, error)))
        return false;
    said = g_strdup(run->control->hint->str);
    enum gate_mode mode = run->judge->mode; /* the person's, not the one that the parent was in then */
    if (!fork_remember(run, error))         /* what the replay has counted is not the agent's */
        return false;
    run->judge->mode = mode;
    if (*said)
        g_string_assign(run->control->hint, said);
    if (!why)
        run_note(run, "engine", "what the parent had fired was fired again: the screen is as it was");
    if (!run_keep(run, error))
        return false;
    if (!why)
        return true;
    client_notice(run, "warning", "%s", why);
    return await_person(run, why, error);
}

bool fork_bring(struct run *run, GError **error)
{
    if (!run->parent || run->remembered != run->parent_step)
        return true;
    bool replays = run->options->fork.replay && !run->options->resume;
    return replays ? bring_by_replay(run, error) : await_person(run, NULL, error);
}
