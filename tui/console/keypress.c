/* Keys: who gets them (prompt, form, viewer, screen), and what each does on the run screen. */

#include "tui/console/board_pane.h"
#include "tui/console/panes.h"
#include "tui/console/screen.h"
#include "tui/console/grant_screen.h"
#include "tui/console/state.h"

#define PRESENT_US (20 * G_USEC_PER_SEC)

static void approve(console *c)
{
    const struct card *card = model_waiting(c->model);
    const char *why = console_why_unreadable(c);
    if (why) {
        console_say(c, STYLE_WARN, "not approved: %s", why);
        return;
    }
    if (card->proposal->judged.tier >= 3 || (card->proposal->judged.word && *card->proposal->judged.word)) {
        prompt_open(c, PROMPT_WORD);
        return;
    }
    act_approve(c, NULL);
}

static void reject(console *c, const char *reason)
{
    command *cmd = console_command(c, COMMAND_REJECT);
    cmd->reason = g_strdup(reason);
    console_send(c, cmd);
}

/* From nothing over what moves to the whole window, and back. Where nothing waits, it is for the next proposal: so a person who
 * plans what had become stale says it before the next one is stale, too. */
static void next_animated(console *c)
{
    static const char *const left_out[] = {"all is compared", "what moves is left out", "its window is left out"};
    const struct card *card = model_waiting(c->model);
    const struct event_target *t = card ? card->proposal->fire.target : NULL;
    const char *now = t ? t->animated : c->told.animated;
    int next = g_strcmp0(now, "areas") == 0 ? 2 : g_strcmp0(now, "window") == 0 ? 0 : 1;
    act_animated(c, next == 1 ? "areas" : next == 2 ? "window" : "none");
    if (!card)
        console_say(c, STYLE_NORMAL, "from the next proposal on: %s", left_out[next]);
}

static void stop(console *c)
{
    if (model_is_over(c->model) || c->confirm_stop) {
        act_stop_now(c);
        c->confirm_stop = false;
        return;
    }
    c->confirm_stop = true;
    if (c->model->unsaved) /* it goes with the sandbox */
        console_say(c, STYLE_WARN, "stop the run? \"%s\" looks unsaved. q again: yes; any other key: no", c->model->unsaved);
    else
        console_say(c, STYLE_WARN, "stop the run? q again: yes; any other key: no  (:detach leaves it paused)");
}

static void walk(console *c, int by)
{
    int last = (int)c->model->steps->len - 1;
    int at = CLAMP((c->view.step < 0 ? last : c->view.step) + by, 0, last);
    c->view.step = at == last ? -1 : at;
    c->view.blink = false;
    c->view.step_number = console_step(c)->step;
    if (c->view.step >= 0)
        console_say(c, STYLE_WARN, "step %d, as it was: nothing can be approved here; 0 goes back to the live step",
                    console_step(c)->step);
}

static void open_frame(console *c)
{
    const char *path = console_step(c)->last.path;
    g_free(c->outside.frame);
    c->outside.frame = g_strdup(path);
    if (!path)
        console_say(c, STYLE_WARN, "no picture yet");
}

static void blink(console *c)
{
    const struct step_view *step = console_step(c);
    if (!c->view.blink && console_live(c) && c->model->stale.last) { /* newer than what the last action changed */
        stale_open(c);
        return;
    }
    c->view.blink = !c->view.blink;
    c->view.blink_us = c->now_us;
    c->view.blink_after = false;
    if (c->view.blink && !(step->before.path && step->after.path)) {
        c->view.blink = false;
        console_say(c, STYLE_WARN, "nothing to compare: no action was fired yet");
    }
}

static void pane(console *c, int to)
{
    int n = panes_count(c);
    c->view.pane = n ? (to + n) % n : 0;
    c->view.pane_fixed = true;
}

static void module_edit(console *c)
{
    const struct module_view *module = panes_edited(c);
    if (!module && board_pane_open(c) >= 0)
        console_say(c, STYLE_WARN, "this is a board: its keys are listed below it");
    else if (!module)
        console_say(c, STYLE_WARN, "no module has any output yet");
    else if (!console_live(c))
        console_say(c, STYLE_WARN, "an earlier step cannot be corrected: 0 goes back to the live step");
    else if (!module->output && !module_needs(module))
        console_say(c, STYLE_WARN, "%s has no output to correct yet", module->name);
    else
        form_open_module(c, module);
}

/* Keys that decide something about the card. */
static void card_act(console *c, enum act act)
{
    const struct card *card = c->model->taken ? NULL : model_waiting(c->model); /* a key that a person drives is no card */
    if (!console_live(c)) {
        console_say(c, STYLE_WARN, "this is an earlier step: 0 goes back to the live step");
        return;
    }
    if (!card && act == ACT_ANIMATED && !model_is_over(c->model)) {
        next_animated(c);
        return;
    }
    if (!card) {
        bool rejects = act == ACT_REJECT || act == ACT_REJECT_REASON;
        if (act == ACT_REJECT && act_stop_loop(c))
            return;
        if (rejects && model_card_comes(c->model)) { /* its fuse would burn while the person thinks it rejected */
            act_pause(c, true);
            console_say(c, STYLE_WARN, "pausing: the plan's next action was not here yet; space goes on");
        } else {
            console_say(c, STYLE_WARN, "%s",
                        asked_waiting(c) ? "this is a question of the agent: press enter to answer it"
                                         : "nothing waits for a decision");
        }
        return;
    }
    if (act == ACT_APPROVE)
        approve(c);
    else if (act == ACT_VIEW)
        viewer_open_timeline(c);
    else if (act == ACT_WHY)
        viewer_open_why(c);
    else if (c->told.decided == card->proposal->id)
        console_say(c, STYLE_WARN, "the decision has been sent: wait for the engine's answer");
    else if (act == ACT_EDIT)
        edit_start(c);
    else if (act == ACT_REJECT)
        reject(c, "");
    else if (act == ACT_REJECT_REASON)
        prompt_open(c, PROMPT_REASON);
    else if (act == ACT_SUBSTITUTE)
        picker_open(c, PICKER_SUBSTITUTE, card->proposal->id);
    else if (act == ACT_ANIMATED)
        next_animated(c);
    else if (act == ACT_LEAVE_OUT)
        console_send(c, console_command(c, COMMAND_LEAVE_OUT));
    else if (act == ACT_GRANT)
        grant_screen_open_form(c);
}

static void run_act(console *c, enum act act, int key)
{
    if (act == ACT_PAUSE)
        act_pause(c, !model_paused(c->model));
    else if (act == ACT_TAKEOVER)
        act_takeover(c);
    else if (act == ACT_STOP)
        stop(c);
    else if (act == ACT_EARLIER || act == ACT_LATER)
        walk(c, act == ACT_EARLIER ? -1 : 1);
    else if (act == ACT_LIVE)
        c->view.step = -1, c->view.blink = false;
    else if (act == ACT_FRAME_OPEN)
        open_frame(c);
    else if (act == ACT_BLINK)
        blink(c);
    else if (act == ACT_PANE_NEXT || act == ACT_PANE_PREVIOUS)
        pane(c, c->view.pane + (act == ACT_PANE_NEXT ? 1 : -1));
    else if (act == ACT_PANE)
        pane(c, MIN(key - '1', panes_count(c) - 1));
    else if (act == ACT_PANE_OPEN && c->model->taken)
        drive_begin(c);
    else if (act == ACT_PANE_OPEN)
        viewer_open_pane(c);
    else if (act == ACT_GRANTS)
        grant_screen_open_list(c);
    else if (act == ACT_REVOKE_ALL)
        grant_screen_revoke(c, 0);
    else if (act == ACT_MODULE_EDIT)
        module_edit(c);
}

static void any_act(console *c, enum act act)
{
    if (act == ACT_STOP_NOW)
        act_stop_now(c);
    else if (act == ACT_HELP)
        viewer_open_help(c);
    else if (act == ACT_RUN)
        act_show_screen(c, SCREEN_RUN);
    else if (act == ACT_SKILLS)
        act_show_screen(c, SCREEN_SKILLS);
    else if (act == ACT_MEMORY)
        act_show_screen(c, SCREEN_MEMORY);
    else if (act == ACT_LOG)
        act_show_screen(c, SCREEN_LOG);
    else if (act == ACT_COMMAND)
        prompt_open(c, PROMPT_COMMAND);
    else if (act == ACT_REDRAW)
        c->redraw = true;
}

static void run_keypress(console *c, int key, bool burst)
{
    const struct key_row *row = key_find(key);
    if (!row || row->act == ACT_NONE || (row->context == KEY_BOARD && board_pane_open(c) < 0))
        act_unknown_key(c, key);
    else if (row->context == KEY_BOARD)
        board_pane_act(c, row->act, burst);
    else if (row->context == KEY_CARD)
        card_act(c, row->act);
    else if (model_is_over(c->model) && (row->act == ACT_PAUSE || row->act == ACT_TAKEOVER)) {
        g_autofree char *leave = status_leave_text(c);
        console_say(c, STYLE_WARN, "the run is over — %s", leave);
    } else {
        run_act(c, row->act, key);
    }
}

const struct screen_ops run_screen_ops = {.draw = console_draw_run, .keypress = run_keypress};

static void screen_key(console *c, int key, bool burst)
{
    const struct key_row *row = key_find(key);
    if (lens_keypress(c, key) || replay_keypress(c, key) || asked_keypress(c, key, burst))
        return;
    if (burst && row && row->context == KEY_CARD) /* pasted by a terminal that does not mark it, or typed ahead */
        console_say_dropped(c);
    else if (row && row->context == KEY_ANY)
        any_act(c, row->act);
    else
        console_screen(c, c->view.screen)->keypress(c, key, burst);
}

/* On a terminal that shows nothing, nothing can be decided; only what makes things stop works. */
static void small_key(console *c, int key)
{
    if (replay_keypress(c, key))
        return;
    enum act act = key_act(key);
    if (act == ACT_STOP)
        stop(c);
    else if (act == ACT_STOP_NOW)
        act_stop_now(c);
    else if (act == ACT_PAUSE && !model_is_over(c->model))
        act_pause(c, !model_paused(c->model));
}

#define TYPING_US 1000000 /* between two keys of a text */

/* Typed before its form is there. What halts the run does so where it stands alone. */
static bool ahead(console *c, int key, bool burst)
{
    bool typing = burst || (c->stray.ahead_us && c->now_us - c->stray.ahead_us < TYPING_US);
    bool text = key_is_text(key) || key == K_ENTER || key == K_BACKSPACE;
    if (!act_form_comes(c) || !text || (!typing && (key_halts(key) || key_act(key) == ACT_STOP)))
        return false;
    c->stray.ahead_us = c->now_us;
    console_say(c, STYLE_WARN, "%s", "not yet: wait for the form, this key was dropped (ctrl-c stops the run)");
    return true;
}

static const char word_dropped[] = "dropped: all letters came at once, like a paste; type the word key by key";

/* A word that allows something is typed: more than two keys in one read (two may be rolled over) are a paste that is not marked.
 */
static bool pasted_word(const struct prompt *p, int key, gsize n)
{
    bool word = p->kind == PROMPT_MODE || p->kind == PROMPT_WORD;
    return word && (key == K_PASTE || (n > 2 && key_is_text(key)));
}

static void one_key(console *c, int key, gsize n)
{
    bool burst = n > 1;
    enum page page;
    if (key_act(key) != ACT_STOP)
        c->confirm_stop = false;
    g_clear_pointer(&c->message.text, g_free);
    if (pasted_word(&c->prompt, key, n))
        prompt_drop(&c->prompt);
    if (key == K_PASTE)
        console_say(c, STYLE_WARN, "%s",
                    pasted_word(&c->prompt, key, n) ? word_dropped : "pasted text was dropped: it can decide nothing here");
    else if (c->layout.too_small)
        small_key(c, key);
    else if (c->board.removed && board_pane_answer(c, burst ? K_UNKNOWN : key))
        return;
    else if (key == K_CTRL('c') || key == K_CTRL('l'))
        screen_key(c, key, burst);
    else if (pasted_word(&c->prompt, key, n))
        console_say(c, STYLE_WARN, "%s", word_dropped);
    else if (c->prompt.kind)
        prompt_keypress(c, key);
    else if (c->stale.open && stale_keypress(c, key))
        return;
    else if (c->viewer.kind)
        viewer_keypress(c, key);
    else if (c->grants.use && burst && key != K_ESC && !key_halts(key))
        console_say_dropped(c);
    else if (c->grants.use && !key_halts(key))
        grant_screen_keypress(c, key);
    else if (c->picker.use)
        picker_keypress(c, key);
    else if (console_picks(c))
        pick_keypress(c, key);
    else if (c->forms.open)
        form_keypress(c, key);
    else if (c->editing.edited)
        edit_keypress(c, key);
    else if (key < K_F0 && screens_typing(c, &page))
        console_screen(c, page)->keypress(c, key, burst);
    else if (!ahead(c, key, burst))
        screen_key(c, key, burst);
}

/* Typed on: it was meant for what is no longer there, or for a form that a pause keeps back (then many keys at once are a call).
 * Only ctrl-c is obeyed. */
static bool typed_on(console *c, int key, gsize n)
{
    struct arming *a = &c->stray.quiet;
    bool text = key_is_text(key) || key == K_ENTER || key == K_BACKSPACE || key == K_ESC;
    bool call = n > 2 && model_paused(c->model) && model_person_plans(c->model);
    a->readable = a->readable && !arming_armed(a, c->now_us);
    if (!text || console_typed_into(c) || (!a->readable && !call))
        return false;
    if (!a->readable) {
        console_say_dropped(c);
        return true;
    }
    arming_key(a, c->now_us);
    console_say(c, STYLE_WARN, "not done: %s; keys count after %d ms without one", c->stray.why, (int)(a->quiet_us / 1000));
    return true;
}

/* Alt-enter, which a terminal sends as Esc and enter at once, in a form: no Esc. */
static bool breaks_line(const console *c, const int *keys, gsize n)
{
    return c->forms.open && n > 1 && keys[0] == K_ESC && keys[1] == K_ENTER && !c->layout.too_small && !c->prompt.kind &&
           !c->stale.open && !c->viewer.kind && !c->grants.use && !c->picker.use;
}

/* Fuses burn and grants hold only while somebody is there ([gate] idle_s): now and then the engine hears of a key. */
static void tell_presence(console *c, gint64 now_us)
{
    if (now_us - c->told.at_us >= PRESENT_US && !model_is_over(c->model) && !c->replay.player)
        console_send(c, console_command(c, COMMAND_PRESENT));
}

void console_keys(console *c, const int *keys, gsize n, gint64 now_us)
{
    for (gsize i = 0; i < n && !c->end.done; i++) {
        c->now_us = now_us;
        if (c->drive.on) { /* no key decides anything */
            i += drive_keys(c, keys + i, n - i) - 1;
            console_update(c);
            continue;
        }
        const struct card *card = model_waiting(c->model);
        bool late = typed_on(c, keys[i], n), armed = arming_armed(&c->arming, now_us);
        bool answers = c->board.removed || (c->confirm_stop && !key_halts(keys[i]) && key_act(keys[i]) != ACT_STOP);
        bool decides = !late && !answers && n == 1 && card && !console_why_unreadable(c);
        bool approves = decides && key_act(keys[i]) == ACT_APPROVE && !c->replay.player && !c->prompt.kind;
        /* these reject the proposal; every other key only stops its fuse */
        bool vetoes = decides && (keys[i] == K_ESC || key_act(keys[i]) == ACT_REJECT);
        bool held = !(approves && armed) && !vetoes && console_hold(c);
        if (late) {
            c->confirm_stop = false;
        } else if (answers && c->confirm_stop) { /* and does nothing else */
            c->confirm_stop = false;
            console_say(c, STYLE_NORMAL, "not stopped");
        } else if (approves && !armed) {
            c->confirm_stop = false;
            console_say(c, STYLE_WARN, "not approved: the card arms after %d ms without a key%s",
                        (int)(c->arming.quiet_us / 1000), held ? "; its fuse is stopped" : "");
        } else if (decides && keys[i] == K_ESC && fuse_burning(&c->fuse, now_us)) {
            reject(c, "rejected before its fuse ended");
        } else if (breaks_line(c, keys + i, n - i)) {
            form_break_line(c);
            i++;
        } else {
            one_key(c, keys[i], n);
            if (held && !c->message.text && c->layout.wide)
                console_say(c, STYLE_WARN, "fuse stopped: y approves, n rejects");
        }
        form_come_back(c);
        arming_key(&c->arming, now_us);
        console_update(c);
    }
    tell_presence(c, now_us);
}
