/* What a person does by a key or by a word of the command line. */

#include "config/task_file.h"
#include "tui/console/screen.h"
#include "tui/console/board_pane.h"
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

/* A reply is there whose actions may become what the person does. */
static bool takes_by_hand(const struct model *m)
{
    const struct module_view *acting = model_acting(m, model_live(m));
    bool takes = false;
    for (guint i = 0; acting && i < m->about.kinds->len; i++) {
        const struct module_kind *kind = m->about.kinds->pdata[i];
        takes = takes || (kind->by_hand && g_str_equal(kind->name, acting->name));
    }
    return takes && acting->status == MODULE_STATUS_DONE && acting->reply && *acting->reply;
}

void act_takeover(console *c)
{
    if (c->model->taken) {
        prompt_open(c, PROMPT_NOTE);
        return;
    }
    c->drive.recorded = takes_by_hand(c->model) ? 0 : -1;
    c->model->taken = true;
    console_send(c, console_command(c, COMMAND_TAKEOVER));
    console_say(c, STYLE_WARN, "the display is yours; o hands it back");
}

/* Runs of their own, on this terminal: the console comes back when they have ended. False: none wait. */
static bool act_begin_tasks(console *c)
{
    const struct model_about *run = &c->model->about;
    g_autofree char *path = g_steal_pointer(&c->outside.tasks);
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    if (!path)
        return false;
    g_strv_builder_add_many(words, "run", "--tasks", path, NULL);
    if (run->agent && *run->agent)
        g_strv_builder_add_many(words, "--agent", run->agent, NULL);
    if (run->brain && *run->brain)
        g_strv_builder_add_many(words, "--brain", run->brain, NULL);
    if (c->model->mode.name && *c->model->mode.name)
        g_strv_builder_add_many(words, "--mode", c->model->mode.name, NULL);
    if (run->words)
        g_strv_builder_addv(words, (const char **)run->words);
    act_show_screen(c, SCREEN_RUN);
    g_strfreev(c->outside.program);
    c->outside.program = g_strv_builder_end(words);
    return true;
}

void act_tasks(console *c, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) files = task_file_list(path, &error);
    if (!files || c->options.alone) {
        console_say(c, STYLE_BAD, "%s", files ? "there is no run here (reins run --tasks begins one)" : error->message);
        return;
    }
    g_free(c->outside.tasks);
    c->outside.tasks = g_strdup(path);
    console_say(c, STYLE_NORMAL, "%u %s: q begins %s%s", files->len, files->len == 1 ? "task" : "tasks, one run each",
                files->len == 1 ? "it" : "them", model_is_over(c->model) ? "" : " when this run has ended");
}

void act_stop_now(console *c)
{
    if (model_is_over(c->model)) {
        if (act_begin_tasks(c))
            return;
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
    return model_form_comes(c->model) && board_pane_open(c) < 0 && c->view.screen == SCREEN_RUN && console_live(c) &&
           !c->replay.player;
}
