#include "engine/step/step.h"
#include "engine/run/deciding.h"
#include "engine/session/restore.h"

#include "engine/agents/agent.h"
#include "engine/commands/drive.h"
#include "engine/gate/effect.h"
#include "engine/session/session.h"
#include "engine/step/proposal.h"
#include "memory/pages.h"
#include "memory/questions.h"
#include "skills/library/primitive.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/devices/devices.h"
#include "engine/display/display.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/run/question.h"
#include "engine/gate/rules.h"
#include "engine/protocol/marks_event.h"
#include "engine/run/working.h"

#include <string.h>
#include <unistd.h>

/* Every decision of a rule is in a journal: in this run's, or in that of a run that it was forked from, up to the fork. */
bool restore_rules(struct run *run, GError **error)
{
    gint64 of = run->id, until = G_MAXINT64;
    while (of > 0) {
        GError *local = NULL;
        g_autoptr(GPtrArray) rows = memory_journal(run->store, of, &local);
        struct memory_run *row = rows ? memory_run_get(run->store, of, &local) : NULL;
        if (!row && of != run->id && g_error_matches(local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND)) {
            g_error_free(local); /* a parent that was pruned: what its rules had done went with it */
            return true;
        }
        if (!row) {
            g_propagate_error(error, local);
            return false;
        }
        for (guint i = 0; i < rows->len; i++) {
            const struct memory_entry *e = g_ptr_array_index(rows, i);
            if (e->step <= until && (g_str_equal(e->stage, "decided") || g_str_equal(e->stage, "note")))
                rules_used(run->judge->rules, e->by, e->at_us);
        }
        until = MIN(until, row->parent_step);
        of = row->parent < of ? row->parent : 0;
        memory_run_free(row);
    }
    return true;
}

/* ---- a step that was decided on and not remembered ---- */

enum lost { LOST_NOTHING, LOST_FIRED, LOST_DECIDED };

bool restore_was_fired(const struct memory_proposal *p)
{
    static const char *const fired[] = {"granted", "fired", "verified", "no_effect", "unexpected", "uncertain", "aborted", NULL};
    return g_strv_contains(fired, p->stage ? p->stage : "");
}

static enum lost lost_of(const struct memory_proposal *p)
{
    static const char *const decided[] = {"rejected", "stale", "expired", NULL};
    if (restore_was_fired(p))
        return LOST_FIRED;
    return g_strv_contains(decided, p->verdict ? p->verdict : "") ? LOST_DECIDED : LOST_NOTHING;
}

static const char *fired_cause(const struct memory_proposal *p)
{
    static const char *const settled[] = {"verified", "no_effect", "unexpected", NULL};
    if (g_strcmp0(p->stage, "fired") == 0)
        return "reins ended right after this was fired: it happened, and its effect was not seen; look before you repeat it";
    if (g_strv_contains(settled, p->stage ? p->stage : ""))
        return "reins ended right after this was fired: it happened; look before you repeat it";
    return "reins ended while this was being fired: it may have happened, or half of it; look before you repeat it";
}

/* "the person changed A into B", as it was said then. */
static char *edited_words(const GPtrArray *proposals, const struct memory_proposal *p)
{
    for (guint i = 0; p->edited_from && i < proposals->len; i++) {
        const struct memory_proposal *old = g_ptr_array_index(proposals, i);
        if (old->id != p->edited_from)
            continue;
        g_autoptr(action) a = action_from_json(old->action, strlen(old->action), NULL);
        g_autoptr(action) b = action_from_json(p->action, strlen(p->action), NULL);
        g_autofree char *before = a ? action_describe(a) : NULL, *after = b ? action_describe(b) : NULL;
        return before && after ? g_strdup_printf("the person changed %s into %s", before, after) : NULL;
    }
    return NULL;
}

/* What the module said last on the frame that was planned on; a person's correction comes first. Of one that was left out as
 * unchanged, what it had said before. NULL = nothing. */
static form_output *said_last(const struct run *run, const GPtrArray *calls, guint m)
{
    const struct module *module = &run->answers->modules[m];
    for (guint i = calls ? calls->len : 0; i > 0; i--) {
        const struct memory_call *call = g_ptr_array_index(calls, i - 1);
        const char *text = call->correction ? call->correction : call->output;
        form_output *output = NULL;
        if (g_str_equal(call->module, module->form.name) && text && *text)
            output = module_parse(module, text, strlen(text), NULL);
        if (output)
            return output;
    }
    return run->answers->of[m].last ? form_output_copy(run->answers->of[m].last) : NULL;
}

/* Was it asked in that step, or left out as unchanged? */
static bool took_part(const struct run *run, const GPtrArray *calls, guint m)
{
    for (guint i = 0; calls && i < calls->len; i++)
        if (g_str_equal(((const struct memory_call *)calls->pdata[i])->module, run->answers->modules[m].form.name))
            return true;
    return false;
}

/* What the modules had said in a step that was not remembered goes into the agent's mind, once: an earlier action of the same
 * step may have been remembered, and they with it. */
static void catch_up(struct run *run, gint64 step, struct situation_past *past)
{
    g_autoptr(GPtrArray) calls = memory_calls(run->store, run->id, step, NULL);
    g_autoptr(GPtrArray) summaries = memory_summaries(run->store, run->id, step, NULL);
    g_autoptr(GPtrArray) said = g_ptr_array_new_full(run->answers->n, (GDestroyNotify)form_output_free);
    bool again = step == run->remembered;
    int shows = module_saying(run->answers->modules, SAYS_SCREEN, NULL);
    for (guint m = 0; m < run->answers->n; m++)
        g_ptr_array_add(said, took_part(run, calls, m) ? said_last(run, calls, m) : NULL);
    if (!again && run->working->agent->catch_up)
        run->working->agent->catch_up(run, run->working->mind, (const form_output *const *)said->pdata);
    if (!again && summaries && summaries->len) {
        g_free(run->working->summary);
        run->working->summary = g_strdup(((struct memory_summary_row *)g_ptr_array_index(summaries, summaries->len - 1))->text);
    }
    const char *saw = shows < 0 ? NULL : module_said(&run->answers->modules[shows], said->pdata[shows], SAYS_SCREEN);
    past->description = g_strdup(saw ? saw : "");
    past->subtask = g_strdup(run->working->subtask ? run->working->subtask : run->options->task);
}

/* The agent's memory of it: never let it do again what was done. */
static bool remember_lost(struct run *run, const GPtrArray *proposals, const struct memory_proposal *p, GError **error)
{
    bool fired = lost_of(p) == LOST_FIRED, rejected = g_strcmp0(p->verdict, "rejected") == 0;
    struct situation_past *past = situation_past_new(p->step);
    past->action = action_from_json(p->action, strlen(p->action), NULL);
    past->verdict = g_strdup(p->verdict);
    enum effect seen = EFFECT_UNKNOWN; /* what was told of it before the end stays */
    if (!effect_of_stage(p->stage, past->action ? past->action->expectation : NULL, &seen))
        seen = EFFECT_UNKNOWN;
    past->status = !fired ? NULL : g_strdup(seen == EFFECT_UNKNOWN ? "uncertain" : "done");
    past->effect = g_strdup(fired ? effect_name(seen) : "");
    past->cause = g_strdup(fired ? fired_cause(p) : rejected ? "" : p->reason);
    bool driven = past->action && primitive_find(past->action->skill); /* an agent has none of them */
    past->person = driven     ? g_strdup(DRIVE_PERSON)
                   : rejected ? proposal_rejected_words(p->decided_by, p->reason)
                              : edited_words(proposals, p);
    catch_up(run, p->step, past);
    g_ptr_array_add(run->working->past, past);
    run->proposing->last = MAX(run->proposing->last, (int)p->id);
    working_tell_came(run, past);
    run_settle(run, p->step, fired);
    bool useful = fired && g_str_equal(past->effect, "changed") && !past->person;
    return question_tried(run, useful, error) && memory_step_end(run->store, run->id, p->step, past->subtask, p->action,
                                                                 p->verdict, fired ? past->effect : NULL, error);
}

/* One that was answered in a step that was not remembered: the answer was given, and is not asked for again. */
static bool remember_answered(struct run *run, const struct memory_question *q, GError **error)
{
    struct situation_past *past = situation_past_new(q->step);
    past->verdict = g_strdup(q->verdict);
    past->effect = g_strdup("");
    past->cause = g_strdup("");
    past->person = question_words(q->question, q->answer);
    catch_up(run, q->step, past);
    g_ptr_array_add(run->working->past, past);
    working_tell_came(run, past);
    run_settle(run, q->step, false);
    return memory_step_end(run->store, run->id, q->step, past->subtask, NULL, q->verdict, NULL, error);
}

/* One that waited when the engine ended is void: the agent decides anew, and asks again where it must. */
static bool settle_questions(struct run *run, GError **error)
{
    g_autoptr(GPtrArray) rows = memory_questions(run->store, run->id, 0, error);
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_question *q = g_ptr_array_index(rows, i);
        bool answered = g_strcmp0(q->verdict, "answered") == 0;
        int settled = run->settled_proposal;
        run->proposing->last = MAX(run->proposing->last, (int)q->id);
        run->question->untried += answered && q->useful < 0;
        if (!q->verdict && !memory_question_end(run->store, run->id, q->id, "voided", "engine", NULL, error))
            return false;
        if (answered && (settled >= 0 ? q->id > settled : q->step > run->remembered) && !remember_answered(run, q, error))
            return false;
    }
    return rows != NULL;
}

/* An action whose grant was committed and whose end was not may have been fired in part; one that was fired and not looked at is
 * as uncertain. */
static bool mark_uncertain(struct run *run, const struct memory_proposal *p, GError **error)
{
    bool whole = g_str_equal(p->stage, "fired");
    const char *what = whole ? "the engine ended after this was fired, before anyone saw what came of it"
                             : "the engine ended while this was being fired; it may have happened, or half of it";
    g_autofree char *data = run_note_json(what);
    if (!memory_journal_add(run->store, run->id, p->step, p->id, "uncertain", "engine", p->digest, data, error))
        return false;
    client_notice(run, "warning", "proposal %d %s: marked uncertain, not fired again", (int)p->id,
                  whole ? "was fired and its effect not seen" : "may have been fired in part");
    return true;
}

/* Waited, or had its yes and was not granted: neither fires any more. */
static bool void_open(struct run *run, const struct memory_proposal *p, GError **error)
{
    bool yes = g_strcmp0(p->verdict, "approved") == 0 || g_strcmp0(p->verdict, "auto") == 0;
    if (p->verdict && !(yes && lost_of(p) == LOST_NOTHING && run->judge->mode != GATE_DRY))
        return true;
    return memory_decision_add(run->store, run->id, p->id, "voided", "engine",
                               yes ? "the engine ended before this was fired" : "the engine ended while this waited", error);
}

static bool settle_proposals(struct run *run, gint64 remembered, GError **error)
{
    static const char *const open[] = {"granted", "fired", NULL};
    g_autoptr(GPtrArray) rows = memory_proposals(run->store, run->id, 0, error);
    int settled = run->settled_proposal;
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_proposal *p = g_ptr_array_index(rows, i);
        int last = run->proposing->last;
        if (g_strv_contains(open, p->stage ? p->stage : "") && !mark_uncertain(run, p, error))
            return false;
        if (p->step <= run->parent_step) { /* of a fork's replay: what its parent did, done again */
            run->proposing->last = MAX(last, (int)p->id);
            if (!p->verdict && !void_open(run, p, error))
                return false;
            continue;
        }
        bool later = settled >= 0 ? p->id > settled : p->step > remembered;
        if (later && lost_of(p) != LOST_NOTHING && !remember_lost(run, rows, p, error))
            return false;
        if (later && !void_open(run, p, error))
            return false;
        run->proposing->last = MAX(last, (int)p->id);
    }
    return rows != NULL;
}

/* Steps that were begun and came to nothing. The next one's number is new: nothing is written over. */
static bool settle_steps(struct run *run, GError **error)
{
    run->step = MAX(run->step, run->remembered);
    g_autoptr(GPtrArray) steps = memory_steps_page(run->store, run->id, run->remembered + 1, 0, error);
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *step = g_ptr_array_index(steps, i);
        run->step = MAX(run->step, step->step);
        if (step->ended_us == 0 &&
            !memory_step_end(run->store, run->id, step->step, run->options->task, NULL, "voided", NULL, error))
            return false;
    }
    return steps != NULL;
}

/* ---- working memory ---- */

/* What was spent since the state was written counts, too. */
static bool restore_spent(struct run *run, GError **error)
{
    struct memory_spent own;
    if (!memory_run_spent(run->store, run->id, &own, error))
        return false;
    run->spent->tokens_in = run->spent->other_usage.tokens_in + own.tokens_in;
    run->spent->tokens_out = run->spent->other_usage.tokens_out + own.tokens_out;
    run->spent->tokens_cached = run->spent->other_usage.tokens_cached + own.tokens_cached;
    run->spent->pictures = run->spent->other_usage.pictures + own.pictures;
    run->spent->cost = run->spent->other_usage.cost + own.cost;
    run->spent->unpriced = run->spent->other_usage.unpriced || own.unpriced > 0;
    return true;
}

/* What each module said last, so that one whose inputs have not changed is not asked again. */
static void restore_answers(struct run *run)
{
    for (guint m = 0; m < run->answers->n; m++) {
        struct answer *one = &run->answers->of[m];
        const struct module *module = &run->answers->modules[m];
        struct memory_call *call = one->last_call ? memory_call_get(run->store, one->last_call, NULL) : NULL;
        const char *text = !call ? NULL : call->correction ? call->correction : call->output;
        g_clear_pointer(&one->last, form_output_free); /* a fork restores twice */
        form_output *output = text && *text ? module_parse(module, text, strlen(text), NULL) : NULL;
        if (output && g_str_equal(call->module, module->form.name))
            one->last = g_steal_pointer(&output);
        else
            g_clear_pointer(&one->digest, g_free);
        form_output_free(output);
        memory_call_free(call);
    }
}

static GArray *frames_new(void)
{
    GArray *frames = g_array_new(FALSE, FALSE, sizeof(struct eye_frame));
    g_array_set_clear_func(frames, (GDestroyNotify)eye_frame_clear);
    return frames;
}

static void add_frame(GArray *frames, const struct memory_frame *row)
{
    struct eye_frame f = {.hash = g_strdup(row->hash),
                          .path = g_strdup(row->path),
                          .width = row->width,
                          .height = row->height,
                          .at_us = row->at_us,
                          .masked = row->masked ? marks_event_areas(row->masked) : NULL};
    g_array_append_val(frames, f);
}

/* What the eye that has died saw of the last action: the pictures between the look before it and the one after it. */
static bool restore_clip(struct run *run, gint64 of, GError **error)
{
    g_autoptr(GPtrArray) frames = memory_frames(run->store, of, run->remembered, error);
    GArray *keys = frames_new(), *samples = frames_new();
    bool after = false;
    for (guint i = 0; frames && i < frames->len; i++) {
        const struct memory_frame *row = g_ptr_array_index(frames, i);
        if (after) { /* a look after that one: its own pictures follow */
            g_array_set_size(keys, 0);
            g_array_set_size(samples, 0);
        }
        after = g_str_equal(row->role, "observation");
        if (!row->gone && g_str_equal(row->role, "keyframe"))
            add_frame(keys, row);
        else if (!row->gone && g_str_equal(row->role, "sample"))
            add_frame(samples, row);
    }
    g_clear_pointer(&run->look->clip_keys, g_array_unref);
    g_clear_pointer(&run->look->clip_samples, g_array_unref);
    run->look->clip_keys = keys;
    run->look->clip_samples = samples;
    return frames != NULL;
}

bool restore_state(struct run *run, gint64 of, gint64 step, GError **error)
{
    gint64 state_step = 0;
    GError *local = NULL;
    g_autofree char *state = memory_state_at(run->store, of, step, &state_step, &local);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    gate_mode_parse(run->options->mode, &run->judge->mode);
    if (!state)
        return true;
    if (!run_state_from_json(run, state, strlen(state), error))
        return false;
    if (run->done < 0)
        run->done = state_step;
    run->remembered = state_step;
    restore_answers(run);
    gint64 from = memory_run_of_step(run->store, of, state_step, NULL); /* 0: a parent that was pruned; its pictures went, too */
    return !from || !run->look->fired_last || restore_clip(run, from, error);
}

/* ---- all of it ---- */

/* Another person may resume the run, or the same one days later. So no mode in which actions fire by themselves comes back unless
 * this person asks for it. */
void restore_mode(struct run *run)
{
    enum gate_mode was = run->judge->mode;
    if (run->options->mode_given)
        gate_mode_parse(run->options->mode, &run->judge->mode);
    else if (was != GATE_DRY)
        run->judge->mode = GATE_STEP;
    if (run->judge->mode != was)
        run->judge->mode_told =
            g_strdup_printf("the run was in mode %s and continues in mode %s%s", gate_mode_name(was),
                            gate_mode_name(run->judge->mode), run->options->mode_given ? "" : ": every action asks");
}

static bool take_up(struct run *run, struct memory_run *row, GError **error)
{
    if (g_strcmp0(row->status, "ended") == 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "run %" G_GINT64_FORMAT
                    " has ended (%s): there is nothing to resume (--from STEP or --before STEP make a new "
                    "run of it)",
                    run->id, row->outcome ? row->outcome : "?");
        close(run->lock); /* nothing of it is ours to change */
        run->lock = -1;
        return false;
    }
    run->devices->display = g_strdup(row->display);
    run->devices->sandbox = row->sandbox ? sandbox_from_json(row->sandbox, NULL) : NULL;
    run->parent = row->parent;
    run->parent_step = run->step = row->parent_step;
    return true;
}

bool restore_run(struct run *run, GError **error)
{
    run->id = run->options->resume;
    run->lock = memory_run_lock(run->store, run->id, error);
    struct memory_run *row = run->lock < 0 ? NULL : memory_run_get(run->store, run->id, error);
    bool ok = row && take_up(run, row, error);
    memory_run_free(row);
    if (!ok || !restore_state(run, run->id, G_MAXINT64, error))
        return false;
    restore_mode(run);
    gint64 remembered = run->remembered;
    return session_load_profile(run, error) && restore_rules(run, error) && session_sweep(run, run->id, error) &&
           settle_questions(run, error) && settle_proposals(run, remembered, error) && settle_steps(run, error) &&
           restore_spent(run, error) && run_keep(run, error);
}
