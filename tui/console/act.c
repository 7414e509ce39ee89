/* What a person does by a key or by a word of the command line. */

#include "tui/console/screen.h"
#include "tui/console/state.h"

/* What a person's own edit says is known before it comes back: that is no measure of reading. */
static void note_pace(console *c, const struct card *card)
{
    bool was = pace_too_fast(&c->pace);
    if (!card->original && !card->proposal->reason) /* nor of what was read a moment ago */
        pace_add(&c->pace, (c->now_us - card->at_us) / 1000);
    if (was || !pace_too_fast(&c->pace))
        return;
    g_autofree char *text = g_strdup_printf(
        "the last %d approvals took %.1f s each, too fast to read a card; cards of tier 2 and above now arm after %.1f s", PACE_N,
        (double)pace_median_ms(&c->pace) / 1e3, pace_quiet_ms(&c->pace, 2, c->options.arm_ms) / 1e3);
    model_notice(c->model, "warning", text, c->now_us);
    console_say(c, STYLE_WARN, "%s", text);
}

void act_approve(console *c, const char *word)
{
    const struct card *card = model_waiting(c->model);
    command *cmd = console_command(c, COMMAND_APPROVE);
    cmd->digest = g_strdup(card->proposal->fire.digest);
    cmd->word = g_strdup(word);
    console_send(c, cmd);
    note_pace(c, card);
}

void act_animated(console *c, const char *scope)
{
    command *cmd = console_command(c, COMMAND_ANIMATED);
    cmd->scope = g_strdup(scope);
    console_send(c, cmd);
    c->told.animated = g_intern_string(scope);
}

void act_pause(console *c, bool pause)
{
    if (c->model->taken) {
        console_say(c, STYLE_WARN, "you have the controls: o hands them back");
        return;
    }
    console_send(c, console_command(c, pause ? COMMAND_PAUSE : COMMAND_RESUME));
    console_say(c, STYLE_NORMAL, "%s", pause ? "pausing: the waiting proposal is void" : "resuming");
}

void act_takeover(console *c)
{
    if (c->model->taken) {
        prompt_open(c, PROMPT_NOTE);
        return;
    }
    c->model->taken = true;
    console_send(c, console_command(c, COMMAND_TAKEOVER));
    console_say(c, STYLE_WARN, "the display is yours; o hands it back");
}

void act_stop_now(console *c)
{
    if (model_is_over(c->model)) {
        console_leave(c, c->model->over.ended ? c->model->over.exit_code : 1, false);
        return;
    }
    console_send(c, console_command(c, COMMAND_STOP));
    console_say(c, STYLE_WARN, "stopping");
}

void act_show_screen(console *c, enum page page)
{
    enum page first = c->options.past ? SCREEN_MEMORY : SCREEN_SKILLS;
    if (c->options.alone && !c->replay.player && page != SCREEN_SKILLS && page != SCREEN_MEMORY) {
        if (c->view.screen == first) {
            console_say(c, STYLE_WARN, "there is no run here: q leaves");
            return;
        }
        page = first;
    }
    const struct screen_ops *left = console_screen(c, c->view.screen), *shown = console_screen(c, page);
    if (left != shown && left->close)
        left->close(c);
    if (left != shown)
        lens_close(&c->lens);
    c->view.screen = page;
    c->log.below = 0;
    if (shown->open)
        shown->open(c);
}

/* What is thrown away while it waits is stopped while it runs. */
bool act_stop_loop(console *c)
{
    if (!model_looping(c->model) || c->model->taken)
        return false;
    console_send(c, console_command(c, COMMAND_PAUSE));
    console_say(c, STYLE_WARN, "stopping the loop: all keys and buttons are released, the run pauses");
    return true;
}

void act_unknown_key(console *c, int key)
{
    if (key == K_ESC)
        act_stop_loop(c);
    if (key == K_ESC || key == K_UNKNOWN || (key & K_WITH))
        return;
    g_autofree char *name = key_label(key);
    console_say(c, STYLE_DIM, "%s does nothing here (? for help)", name);
}

bool act_form_comes(const console *c)
{
    return model_form_comes(c->model) && c->view.screen == SCREEN_RUN && console_live(c) && !c->replay.player;
}
