/* What all files of the console use: they say, send and ask what is looked at. */

#include "tui/console/state.h"

#include "tui/model/form.h"

#define WORDS_MAX 400 /* of a message */

void console_say(console *c, enum style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_free(c->message.text);
    c->message.text = g_strdup_vprintf(format, args);
    va_end(args);
    if (g_utf8_strlen(c->message.text, -1) > WORDS_MAX)
        *g_utf8_offset_to_pointer(c->message.text, WORDS_MAX) = '\0';
    c->message.style = style;
    c->dirty = true;
}

void console_say_dropped(console *c)
{
    console_say(c, STYLE_WARN, "dropped: several keys came at once, and these never decide");
}

command *console_command(console *c, enum command_kind kind)
{
    command *cmd = command_new(kind);
    const struct card *card = model_waiting(c->model);
    cmd->id = card ? card->proposal->id : 0;
    return cmd;
}

void console_send(console *c, command *cmd)
{
    if (c->replay.player) { /* there is nobody to send it to, and nothing that could be decided */
        command_free(cmd);
        console_say(c, STYLE_WARN, "this is a replay: nothing can be decided or fired");
        return;
    }
    if (cmd->kind == COMMAND_APPROVE || cmd->kind == COMMAND_REJECT || cmd->kind == COMMAND_EDIT)
        c->told.decided = cmd->id;
    c->told.halted |= cmd->kind == COMMAND_PAUSE || cmd->kind == COMMAND_TAKEOVER;
    g_ptr_array_add(c->told.commands, cmd);
    c->told.at_us = c->now_us;
    c->dirty = true;
}

bool console_live(const console *c)
{
    return c->view.step < 0;
}

struct step_view *console_step(const console *c)
{
    if (c->view.step < 0 || (guint)c->view.step >= c->model->steps->len)
        return model_live(c->model);
    return g_ptr_array_index(c->model->steps, (guint)c->view.step);
}

bool console_overlay(const console *c)
{
    return c->viewer.kind || c->forms.open || c->picker.use || c->grants.use || c->stale.open;
}

int console_typed_into(const console *c)
{
    return (c->prompt.kind != PROMPT_NONE) + (c->forms.open != NULL) + (c->picker.use != PICKER_NONE) +
           (c->grants.use != GRANTS_CLOSED) + (c->viewer.kind != VIEWER_NONE) + (c->editing.edited != NULL);
}

void console_typed_on(console *c, const char *why, int quiet_ms)
{
    arming_init(&c->stray.quiet, quiet_ms);
    arming_set_readable(&c->stray.quiet, true, c->now_us);
    c->stray.why = why;
}

const char *console_why_unreadable(const console *c)
{
    const struct card *card = model_waiting(c->model);
    if (!card)
        return "nothing waits for approval";
    if (c->layout.too_small)
        return "the terminal is too small to show the proposal";
    if (c->view.screen != SCREEN_RUN)
        return "the proposal is not on the screen: F2";
    if (!console_live(c))
        return "this is an earlier step: 0 goes back to the live step";
    if (console_overlay(c) || (c->prompt.kind && c->prompt.kind != PROMPT_WORD))
        return "something else is open: esc closes it";
    if (c->board.removed)
        return "a removal is asked for: x removes, any other key does not";
    if (c->editing.edited)
        return "it is being edited: enter submits the edit, esc drops it";
    if (c->view.blink)
        return "the picture is not live: b ends blinking";
    if (c->told.decided == card->proposal->id)
        return "the decision has been sent: wait for the engine's answer";
    if (c->drawn.hidden > 0 && c->told.viewed != card->proposal->id)
        return "not all of it is on the screen: v shows everything that will be fired";
    return NULL;
}

bool console_hold(console *c)
{
    const struct card *card = model_waiting(c->model);
    if (!card || c->fuse.id != card->proposal->id || c->fuse.stopped || c->told.decided == card->proposal->id)
        return false;
    fuse_stop(&c->fuse, NULL, c->now_us);
    console_send(c, console_command(c, COMMAND_HOLD));
    return true;
}

void console_leave(console *c, int code, bool detached)
{
    c->end.done = true;
    c->end.exit_code = code;
    c->end.detached = detached;
}

const char *console_run_name(const console *c)
{
    return c->model->about.run ? c->model->about.run : "";
}

bool console_picks(const console *c)
{
    return c->forms.open && c->forms.open->picks;
}
