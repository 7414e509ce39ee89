#include "tui/model/hold_ends.h"
#include "tui/model/form.h"
#include "tui/past/replay.h"
#include "tui/console/panes.h"
#include "tui/console/screen.h"
#include "tui/console/live_picture.h"
#include "tui/console/look_back.h"
#include "tui/console/grant_screen.h"
#include "tui/console/state.h"

#include "config/config.h"
#include "skills/library/library.h"

#include <string.h>

#define AGAIN_QUIET_MS 1000 /* a card that comes in place of another one: a y that was meant for that one is none */
#define CLOCK_US 500000     /* a running module's clock */

console *console_new(const struct console_options *options, int width, int height, gint64 now_us)
{
    console *c = g_new0(console, 1);
    c->options = *options;
    c->model = model_new(now_us);
    c->thumbnails = thumbnails_new(paint_colours());
    c->live = live_picture_new();
    c->look_back = look_back_new(options->look_back);
    thumbnails_set_symbols(c->thumbnails, options->symbols);
    c->view.overlay = options->overlay;
    c->drawn.numbers = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    c->told.commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    c->view.step = -1;
    c->now_us = c->told.at_us = now_us;
    c->options.reasons = NULL; /* borrowed */
    c->reasons = prompt_split_reasons(options->reasons);
    arming_init(&c->arming, options->arm_ms);
    input_init(&c->prompt.input, NULL);
    input_init(&c->picker.filter, NULL);
    c->replay.player = options->replay;
    if (options->alone && !c->replay.player) {
        c->model->over.ended = true;
        act_show_screen(c, options->past ? SCREEN_MEMORY : SCREEN_SKILLS);
    }
    console_resize(c, width, height, now_us);
    if (c->replay.player)
        replay_open(c);
    return c;
}

void console_free(console *c)
{
    if (!c)
        return;
    prompt_close(&c->prompt);
    viewer_close(&c->viewer);
    edit_stop(&c->editing);
    edit_settled(&c->editing);
    form_free_all(c);
    screens_free(c);
    g_ptr_array_unref(c->drawn.numbers);
    replayer_free(c->replay.player);
    input_clear(&c->prompt.input);
    input_clear(&c->picker.filter);
    if (c->skills.list)
        g_ptr_array_unref(c->skills.list);
    skill_library_free(c->skills.library);
    if (c->skills.old)
        g_ptr_array_unref(c->skills.old);
    model_free(c->model);
    live_picture_free(c->live);
    look_back_free(c->look_back);
    thumbnails_free(c->thumbnails);
    g_ptr_array_unref(c->told.commands);
    g_free(c->message.text);
    g_free(c->drive.lost);
    g_free(c->outside.edit_text);
    g_strfreev(c->outside.program);
    g_free(c->outside.tasks);
    g_free(c->outside.frame);
    g_free(c->pick.skill);
    g_strfreev(c->reasons);
    g_free(c);
}

/* A fuse burns only where it can be seen with all that it would fire. */
static void stop_unseen_fuse(console *c)
{
    const struct card *card = model_waiting(c->model);
    const char *why = card && c->fuse.id == card->proposal->id ? console_why_unreadable(c) : NULL;
    if (why && console_hold(c))
        console_say(c, STYLE_WARN, "fuse stopped: %s", why);
}

void console_update(console *c)
{
    enum layout_kind kind = c->lens.look && c->view.screen == SCREEN_RUN ? LAYOUT_PICTURE
                            : model_is_over(c->model)                    ? LAYOUT_OVER
                                                                         : LAYOUT_USUAL;
    const struct card *card = model_waiting(c->model);
    const struct asked *asked = asked_waiting(c);
    bool waits = card || asked || model_paused(c->model) || model_needy(c->model); /* for the person: nothing fills its part */
    bool grows = kind != LAYOUT_USUAL || waits || !console_live(c) || c->drawn.picture_box.width == 0;
    const struct rect most = grows ? (struct rect){0, 0, G_MAXINT, G_MAXINT} : c->drawn.picture_box;
    const struct layout_needs needs = {card_wanted, panes_wanted, frame_pane_wanted, c, most.width, most.height};
    c->layout = layout_compute(c->layout.width, c->layout.height, kind, &needs);
    if (kind == LAYOUT_USUAL)
        c->drawn.picture_box = c->layout.frame;
    c->drawn.hidden = 0;
    if ((card || asked) && !c->layout.too_small)
        c->drawn.hidden = MAX(0, card_needed(c, c->layout.card.width - 4) - (c->layout.card.height - 2));
    stop_unseen_fuse(c);
    arming_set_readable(&c->arming, asked_readable(c) || console_why_unreadable(c) == NULL, c->now_us);
    panes_follow(c);
    c->dirty = true;
}

/* ---- events ---- */

/* The oldest steps went: the one on view stays; where it is not kept any more, the oldest that is: never the live one. */
static void stay_at_step(console *c, int dropped)
{
    if (!dropped || c->view.step < 0)
        return;
    if (c->view.step < dropped)
        console_say(c, STYLE_WARN, "step %d is no longer kept: this is the oldest one; 0 goes back to the live step",
                    c->view.step_number);
    c->view.step = MAX(0, c->view.step - dropped);
    c->view.step_number = console_step(c)->step;
}

/* The same may be shown again at once, on the screen as it is now: what is typed and edited waits for that. */
static bool may_come_again(const struct card *card)
{
    return card && (card->state == CARD_STALE || card->state == CARD_AGAIN ||
                    (card->state == CARD_VOIDED && !g_strcmp0(card->by, "eye")));
}

static void drop_edits(console *c, int id)
{
    if (id != c->editing.sent_id)
        edit_settled(&c->editing);
    if (c->editing.edited && c->editing.id != id) {
        edit_stop(&c->editing);
        console_say(c, STYLE_WARN, "the edit was dropped: its proposal no longer waits");
    }
    if (c->forms.open && !c->forms.open->module && !c->forms.open->preview && c->forms.open->proposal != id &&
        !c->forms.open->parent) {
        form_close_all(c);
        console_say(c, STYLE_WARN, "the form was closed: its proposal no longer waits");
    }
    if (c->picker.use == PICKER_SUBSTITUTE && c->picker.proposal != id)
        picker_close(&c->picker);
    if (c->outside.edit_use == EDIT_ACTION)
        c->outside.edit_use = EDIT_NOTHING;
}

/* What was open for a proposal that does not wait any more goes away; edits stay if it may come again. */
static void drop_what_is_gone(console *c, bool may_come_again)
{
    const struct card *card = model_waiting(c->model);
    int id = card ? card->proposal->id : 0;
    if (!may_come_again)
        drop_edits(c, id);
    if (c->prompt.kind == PROMPT_WORD || c->prompt.kind == PROMPT_REASON)
        prompt_close(&c->prompt);
    if (c->prompt.kind == PROMPT_ANSWER && !asked_waiting(c))
        prompt_close(&c->prompt);
    if (c->grants.use == GRANTS_FORM && c->grants.proposal != id)
        grant_screen_close(&c->grants);
    if ((c->viewer.kind == VIEWER_TIMELINE || c->viewer.kind == VIEWER_WHY) && c->viewer.proposal != id)
        viewer_close(&c->viewer);
}

static void after_notice(console *c)
{
    const struct notice *n = g_ptr_array_index(c->model->notices, c->model->notices->len - 1);
    bool bad = g_str_equal(n->level, "error");
    g_autofree char *mode = g_strconcat("mode ", c->model->mode.name, NULL);
    if (g_str_equal(n->text, mode)) { /* say what that means */
        g_autofree char *text = mode_text(&c->model->mode);
        console_say(c, STYLE_WARN, "%s", text);
        return;
    }
    c->told.answered = bad ? 0 : c->told.answered;
    c->told.decided = bad ? 0 : c->told.decided; /* a command may have been refused: the card can be decided again */
    if (bad && form_refused(&c->forms, n->text)) {
        form_came(c);
        return;
    }
    if (bad && model_waiting(c->model) && model_waiting(c->model)->proposal->id == c->editing.sent_id)
        edit_settled(&c->editing);
    if (bad && g_str_has_prefix(n->text, "hold: ")) {
        console_say(c, STYLE_BAD, "the key came too late to stop the fuse: %s", n->text + strlen("hold: "));
        return;
    }
    bool warns = g_str_equal(n->level, "warning");
    if (bad || warns || c->layout.wide || !model_waiting(c->model)) /* else the keys have that line; the log has the rest */
        console_say(c, bad ? STYLE_BAD : warns ? STYLE_WARN : STYLE_NORMAL, "%s", n->text);
}

static void after_module(console *c, const char *name)
{
    const struct module_view *module = step_view_module(model_live(c->model), name);
    if (!module || !module->form)
        return;
    c->bell = true;
    stale_close(&c->stale); /* b shows it again */
    const form_view *open = c->forms.open;
    if (open && open->asked && g_str_equal(open->module->form.name, name)) /* asked again: :retry */
        return;
    bool busy = console_overlay(c) || c->prompt.kind || c->editing.edited || board_pane_open(c) >= 0;
    if (busy || !console_live(c) || c->view.screen != SCREEN_RUN) {
        console_say(c, STYLE_WARN, "%s asks you for its output: m opens the form", name);
        c->forms.back = c->prompt.kind != PROMPT_NONE;
    } else {
        form_open_module(c, module);
        form_came(c);
    }
    if (c->forms.open && c->stray.ahead_us)
        console_say(c, STYLE_WARN, "keys typed before the form opened were dropped");
    c->stray.ahead_us = 0;
}

static void after_decision(console *c, int id)
{
    const struct card *card = model_live(c->model)->card;
    if (!card || card->proposal->id != id)
        return;
    if (c->told.decided == id && card->state == CARD_WAITING)
        c->told.decided = 0;
    if (card->state != CARD_WAITING && c->fuse.id == id)
        fuse_clear(&c->fuse);
    if (card->state == CARD_AGAIN)
        console_say(c, STYLE_GOOD, "%s: the action is proposed again", card->reason ? card->reason : "left out");
    if (card->state != CARD_STALE)
        return;
    if (c->view.screen == SCREEN_RUN && console_live(c) && !console_overlay(c) && !c->prompt.kind && !c->editing.edited)
        stale_open(c);
    stale_say(c);
}

/* A run in which a person plans has paused, and nobody asked for it: whoever types means the next form. */
static void after_pause(console *c)
{
    bool asked = c->told.halted;
    c->told.halted = false;
    if (!asked && model_person_plans(c->model))
        console_typed_on(c, "the run has just paused by itself", AGAIN_QUIET_MS);
}

static void told(console *c, event *e, gint64 now_us)
{
    enum event_kind kind = e->kind;
    int id = e->id;
    g_autofree char *module = g_strdup(e->module.name);
    g_autofree char *reason = kind == EVENT_MODE || kind == EVENT_FIRED ? g_strdup(e->reason) : NULL;
    int dropped = c->model->dropped, burst = kind == EVENT_NOTICE ? e->burst : 0;
    bool fired = kind == EVENT_FIRED && g_strcmp0(e->status, "done") == 0;
    int keys = kind == EVENT_FIRED ? e->keys : 0;
    bool was_paused = model_paused(c->model);
    int typed_into = console_typed_into(c);
    c->now_us = now_us;
    model_event(c->model, e, now_us);
    stay_at_step(c, c->model->dropped - dropped);
    const struct card *card = model_waiting(c->model);
    if (kind == EVENT_PROPOSAL && card && card->proposal->reason)
        edit_go_on(c, card->proposal);
    bool next = kind == EVENT_STATE && g_strcmp0(c->model->state, "waiting") && g_strcmp0(c->model->state, "firing");
    if (kind == EVENT_ENDED && c->forms.open && c->forms.open->module)
        form_close_all(c); /* nobody takes its answer */
    if (kind == EVENT_PROPOSAL || kind == EVENT_QUESTION || kind == EVENT_DECISION || kind == EVENT_ENDED || next)
        drop_what_is_gone(c, kind == EVENT_DECISION && may_come_again(model_live(c->model)->card));
    if (console_typed_into(c) < typed_into)
        console_typed_on(c, "what you typed into has gone", c->options.arm_ms);
    if (!was_paused && model_paused(c->model))
        after_pause(c);
    c->told.halted &= !was_paused || model_paused(c->model);
    if (kind == EVENT_HELLO) {
        earlier_take(c);
    } else if (kind == EVENT_PROPOSAL && model_waiting(c->model)) {
        const event *p = model_waiting(c->model)->proposal;
        c->told.decided = 0;
        stale_close(&c->stale);
        if (c->message.style == STYLE_NORMAL || c->message.style == STYLE_DIM) /* about a key that has nothing to do with it */
            g_clear_pointer(&c->message.text, g_free);
        fuse_light(&c->fuse, p->id, p->judged.fuse_ms, now_us);
        int quiet_ms = pace_quiet_ms(&c->pace, p->judged.tier, c->options.arm_ms);
        c->arming.quiet_us = (gint64)(p->reason ? MAX(quiet_ms, AGAIN_QUIET_MS) : quiet_ms) * 1000;
        arming_reset(&c->arming, now_us);
        c->bell = !c->model->taken;
        c->confirm_stop = false;
    } else if (kind == EVENT_QUESTION) {
        asked_came(c);
    } else if (kind == EVENT_NOTICE) {
        after_notice(c);
        if (burst)
            drive_lost(c, burst, ((struct notice *)g_ptr_array_index(c->model->notices, c->model->notices->len - 1))->text);
    } else if (fired) {
        drive_done(c, reason ? reason : "");
    } else if (kind == EVENT_SKILL) {
        console_screen(c, SCREEN_SKILLS)->heard(c);
    } else if (kind == EVENT_MODULE && module) {
        after_module(c, module);
    } else if (kind == EVENT_DECISION) {
        after_decision(c, id);
    } else if (kind == EVENT_MODE) {
        fuse_stop(&c->fuse, reason, now_us); /* as the engine puts it out */
    } else if (kind == EVENT_ENDED) {
        g_autofree char *leave = status_leave_text(c),
                        *lost = c->model->unsaved ? g_strdup_printf(" — \"%s\" looks unsaved", c->model->unsaved) : g_strdup("");
        console_say(c, *lost ? STYLE_WARN : STYLE_NORMAL, "%s%s — %s",
                    c->model->over.reason ? c->model->over.reason : "the run has ended", lost, leave);
    }
    c->view.blink = c->view.blink && (kind != EVENT_STATE || g_strcmp0(c->model->state, "thinking") != 0);
    c->drive.waiting = MAX(0, c->drive.waiting - keys);
    drive_tick(c);
    console_update(c);
}

void console_event(console *c, event *e, gint64 now_us)
{
    if (e->kind != EVENT_PREVIEW || !live_picture_takes(c->live, c->thumbnails, c->model, e))
        told(c, e, now_us);
}

void console_trouble(console *c, const char *text, gint64 now_us)
{
    c->now_us = now_us;
    model_notice(c->model, "warning", text, now_us);
    after_notice(c);
    console_update(c);
}

void console_engine_lost(console *c, gint64 now_us)
{
    c->now_us = now_us;
    if (model_is_over(c->model))
        return;
    c->model->over.lost = true;
    drop_what_is_gone(c, false);
    const char *run = console_run_name(c);
    console_say(c, STYLE_BAD,
                "engine lost: it ended without a message; all keys and buttons are released. q leaves, then: reins resume %s",
                *run ? run : "RUN");
    model_notice(c->model, "error", c->message.text, now_us);
    console_update(c);
}

/* ---- the terminal ---- */

void console_cell(console *c, int width, int height, bool pixels)
{
    if (!thumbnails_set_cell(c->thumbnails, width, height, pixels))
        return;
    paint_begin(); /* the pictures of the last turn are gone */
    c->dirty = true;
}

/* Not console_send(): nobody has pressed a key. */
static void tell(console *c, enum command_kind kind, const char *title)
{
    if (model_is_over(c->model))
        return;
    command *cmd = command_new(kind);
    cmd->title = g_strdup(title);
    g_ptr_array_add(c->told.commands, cmd);
}

void console_watched(console *c)
{
    tell(c, COMMAND_WATCHED, NULL);
}

void console_terminal(console *c, const char *title)
{
    tell(c, COMMAND_TERMINAL, title);
}

bool console_fuse_burns(const console *c, gint64 now_us)
{
    return fuse_burning(&c->fuse, now_us);
}

/* ---- time ---- */

/* Since when seconds are counted on the card, 0 = none are. */
static gint64 expiry_shown(const console *c)
{
    const struct card *card = model_waiting(c->model);
    const struct asked *asked = asked_waiting(c);
    return card && card->proposal->expires_s > 0 ? card->at_us : asked && asked->question->expires_s > 0 ? asked->at_us : 0;
}

void console_tick(console *c, gint64 now_us)
{
    bool was_armed = arming_armed(&c->arming, c->now_us), is_armed = arming_armed(&c->arming, now_us);
    bool gives = c->grants.use == GRANTS_FORM;
    bool gave = gives && arming_armed(&c->grants.arming, c->now_us), gives_now = gives && arming_armed(&c->grants.arming, now_us);
    gint64 before = c->now_us;
    c->now_us = now_us;
    if (was_armed != is_armed || gave != gives_now)
        c->dirty = true;
    if (c->view.blink && now_us - c->view.blink_us >= BLINK_US) {
        c->view.blink_after = !c->view.blink_after;
        c->view.blink_us = now_us;
        c->dirty = true;
    }
    replay_tick(c);
    drive_tick(c);
    stale_tick(c);
    screens_tick(c, before);
    if (fuse_left_us(&c->fuse, before) != fuse_left_us(&c->fuse, now_us))
        c->dirty = true;
    gint64 countdown = grant_book_deadline(&c->model->grants, before), hold = hold_ends_deadline(c->model->holds.ends, before);
    bool clock = model_running(c->model) && console_live(c) && now_us / CLOCK_US != before / CLOCK_US;
    gint64 form = form_deadline(c, before);
    if ((countdown >= 0 && countdown <= now_us) || (hold >= 0 && hold <= now_us) || (form >= 0 && form <= now_us) || clock)
        c->dirty = true;
    gint64 expiry = expiry_shown(c);
    if (expiry && (now_us - expiry) / G_USEC_PER_SEC != (before - expiry) / G_USEC_PER_SEC)
        c->dirty = true;
}

static void sooner(gint64 *deadline, gint64 at)
{
    if (at >= 0 && (*deadline < 0 || at < *deadline))
        *deadline = at;
}

gint64 console_next_deadline(const console *c)
{
    gint64 deadline = -1, now_us = c->now_us; /* of what is on the screen: what comes due after it is still to be shown */
    if (c->layout.too_small)
        return -1;
    sooner(&deadline, arming_deadline(&c->arming, now_us));
    if (c->grants.use == GRANTS_FORM)
        sooner(&deadline, arming_deadline(&c->grants.arming, now_us));
    sooner(&deadline, form_deadline(c, now_us));
    sooner(&deadline, fuse_deadline(&c->fuse, now_us));
    sooner(&deadline, grant_book_deadline(&c->model->grants, now_us));
    sooner(&deadline, hold_ends_deadline(c->model->holds.ends, now_us));
    if (c->stale.open && c->stale.blink)
        sooner(&deadline, c->stale.blink_us + BLINK_US);
    if (c->view.blink)
        sooner(&deadline, c->view.blink_us + BLINK_US);
    if (model_running(c->model) && console_live(c) && c->view.screen == SCREEN_RUN)
        sooner(&deadline, (now_us / CLOCK_US + 1) * CLOCK_US);
    sooner(&deadline, replay_deadline(&c->replay, now_us));
    sooner(&deadline, drive_deadline(&c->drive));
    sooner(&deadline, screens_deadline(c, now_us));
    gint64 expiry = expiry_shown(c);
    if (expiry)
        sooner(&deadline, expiry + ((now_us - expiry) / G_USEC_PER_SEC + 1) * G_USEC_PER_SEC);
    return deadline;
}

/* ---- in and out ---- */

void console_resize(console *c, int width, int height, gint64 now_us)
{
    c->now_us = now_us;
    c->layout.width = width;
    c->layout.height = height;
    c->drawn.picture_box.width = 0;
    arming_reset(&c->arming, now_us); /* everything has moved: read again */
    console_update(c);
}

/* What was read is to be drawn. */
static bool look_back_poll(console *c)
{
    g_autoptr(GError) error = NULL;
    bool read = look_back_done(c->look_back, c->model, &error);
    if (error)
        console_say(c, STYLE_WARN, "words over the picture: %s", error->message);
    c->dirty |= read;
    return read;
}

void console_poll(console *c, gint64 now_us)
{
    event *e = live_picture_done(c->live, c->thumbnails);
    if (e)
        told(c, e, now_us);
    if (e && (e = live_picture_next(c->live)))
        console_event(c, e, now_us);
    bool read = look_back_poll(c);
    if (!screens_poll(c) && !read)
        return;
    c->now_us = now_us;
    console_update(c);
}

bool console_dirty(const console *c)
{
    return c->dirty;
}

static bool take(bool *flag)
{
    bool was = *flag;
    *flag = false;
    return was;
}

bool console_take_redraw(console *c)
{
    return take(&c->redraw);
}

bool console_take_bell(console *c)
{
    return take(&c->bell);
}

GPtrArray *console_take_commands(console *c)
{
    GPtrArray *commands = c->told.commands;
    c->told.commands = g_ptr_array_new_with_free_func((GDestroyNotify)command_free);
    return commands;
}

char *console_take_edit(console *c, const char **ret_suffix)
{
    *ret_suffix = c->outside.edit_use == EDIT_SKILL ? ".lua" : c->outside.edit_use == EDIT_REPLY ? ".md" : ".json";
    if (!take(&c->outside.edit_wanted))
        return NULL;
    return g_strdup(c->outside.edit_text);
}

void console_edited(console *c, const char *text, const char *why, gint64 now_us)
{
    c->now_us = now_us;
    arming_key(&c->arming, now_us);
    if (!text)
        console_say(c, STYLE_WARN, "%s", why ? why : "nothing was changed");
    else
        edit_returned(c, text);
    console_update(c);
}

char *console_take_frame(console *c)
{
    return g_steal_pointer(&c->outside.frame);
}

char **console_take_program(console *c)
{
    return g_steal_pointer(&c->outside.program);
}

void console_program_ended(console *c, int code, const char *why, gint64 now_us)
{
    c->now_us = now_us;
    arming_key(&c->arming, now_us);
    if (why)
        console_say(c, STYLE_BAD, "%s", why);
    else if (c->view.screen == SCREEN_RUN)
        console_say(c, code == 0 ? STYLE_GOOD : STYLE_WARN, "the tasks have ended (exit code %d); q leaves", code);
    else if (c->view.screen == SCREEN_MEMORY) /* a replay, a fork: they have said how they ended */
        console_say(c, code == 0 ? STYLE_NORMAL : STYLE_WARN, "back (exit code %d)", code);
    else
        console_say(c, code == 0 ? STYLE_GOOD : STYLE_WARN, "%s",
                    code == 0   ? "it was fired"
                    : code == 4 ? "it was not approved, or stopped in the middle"
                                : "it failed: nothing, or not all of it, was fired");
    if (console_screen(c, c->view.screen)->returned)
        console_screen(c, c->view.screen)->returned(c);
    console_update(c);
}

bool console_done(const console *c, int *ret_code, bool *ret_detached)
{
    *ret_code = c->end.exit_code;
    *ret_detached = c->end.detached;
    return c->end.done;
}

bool console_lost(const console *c)
{
    return c->model->over.lost;
}

int console_waits(const console *c, const char **ret_run, int *ret_step)
{
    const struct card *card = c->model->taken ? NULL : model_waiting(c->model); /* else it is what the person does */
    *ret_run = c->model->about.run ? c->model->about.run : "";
    const struct asked *asked = asked_waiting(c);
    *ret_step = card ? card->proposal->step : asked ? asked->question->step : 0;
    return card ? card->proposal->id : asked ? asked->question->id : 0;
}
