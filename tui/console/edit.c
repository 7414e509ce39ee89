/* Changing the proposed action: on the picture, in a form, in $EDITOR. Submitting sends an edit, which never approves. */

#include "engine/agents/agent.h"
#include "skills/timeline/action.h"
#include "tui/model/form.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"

#include <string.h>

static void edit_begin(console *c, action *edited, int id)
{
    edit_stop(&c->editing);
    c->editing.edited = edited;
    c->editing.id = id;
}

void edit_start(console *c)
{
    const struct card *card = model_waiting(c->model);
    int x, y;
    form_open_action(c, card->proposal->fire.action, card->proposal->id, false);
    bool text = form_view_to_text(c->forms.open);
    if (text || !points_get(card->proposal->fire.action, 0, &x, &y)) /* a text is what is mostly changed: ctrl-p has the point */
        return;
    form_close_all(c);
    edit_begin(c, action_copy(card->proposal->fire.action), card->proposal->id);
}

void edit_stop(struct editing *e)
{
    g_clear_pointer(&e->edited, action_free);
    e->id = e->point = 0;
}

void edit_settled(struct editing *e)
{
    g_clear_pointer(&e->sent, action_free);
}

void edit_go_on(console *c, const event *proposal)
{
    if (c->editing.edited)
        c->editing.id = proposal->id;
    if (c->forms.open && c->forms.open->proposal)
        c->forms.open->proposal = proposal->id;
    if (c->picker.use == PICKER_SUBSTITUTE)
        c->picker.proposal = proposal->id;
    if (c->editing.sent && proposal->fire.edited_from != c->editing.sent_id) {
        edit_begin(c, g_steal_pointer(&c->editing.sent), proposal->id);
        console_say(c, STYLE_WARN, "the screen changed before your edit came: enter sends it again");
    }
    edit_settled(&c->editing);
}

void edit_point_to(console *c, int x, int y)
{
    points_clamp(c, &x, &y);
    if (points_set(c->editing.edited, c->editing.point, x, y))
        c->lens.moved = false; /* it follows */
}

static void move_point(console *c, int dx, int dy)
{
    int x, y;
    if (points_get(c->editing.edited, c->editing.point, &x, &y))
        edit_point_to(c, x + dx, y + dy);
}

static bool same(const action *a, const action *b)
{
    g_autofree char *one = action_to_json(a), *two = action_to_json(b);
    return g_str_equal(one, two);
}

bool edit_submit(console *c, const action *edited, int id, const char *draft)
{
    const struct card *card = model_waiting(c->model);
    if (!card || card->proposal->id != id) {
        console_say(c, STYLE_WARN, "not yet: the screen has changed, and the proposal does not wait now");
        return false;
    }
    if (!draft && same(edited, card->proposal->fire.action)) {
        console_say(c, STYLE_WARN, "nothing was changed: nothing was sent");
        return true;
    }
    command *cmd = console_command(c, COMMAND_EDIT);
    cmd->action = action_copy(edited);
    cmd->sha256 = g_strdup(draft);
    edit_settled(&c->editing);
    c->editing.sent = draft ? NULL : action_copy(edited);
    c->editing.sent_id = id;
    console_send(c, cmd);
    console_say(c, STYLE_NORMAL, "edit sent: the new proposal comes back for approval");
    return true;
}

static void to_form(console *c)
{
    g_autoptr(action) edited = action_copy(c->editing.edited);
    int id = c->editing.id;
    edit_stop(&c->editing);
    form_open_action(c, edited, id, false);
}

void edit_keypress(console *c, int key)
{
    int dx, dy, x, y;
    const struct card *card = model_waiting(c->model);
    if (overlay_digit(c, key, &x, &y)) {
        if (x >= 0)
            edit_point_to(c, x, y);
        return;
    }
    c->typed_mark = 0;
    if (points_movement(key, &dx, &dy)) {
        move_point(c, dx, dy);
    } else if (key != K_ESC && lens_keypress(c, key)) {
        return;
    } else if (key == 't') {
        c->editing.point = points_get(c->editing.edited, c->editing.point + 1, &x, &y) ? c->editing.point + 1 : 0;
    } else if (key == K_ENTER) {
        if (edit_submit(c, c->editing.edited, c->editing.id, NULL))
            edit_stop(&c->editing);
    } else if (key == K_ESC || key == 'q') {
        edit_stop(&c->editing);
    } else if (key == 'u' && card) {
        action_free(c->editing.edited);
        c->editing.edited = action_copy(card->proposal->fire.action);
    } else if (key == 'f' || key == K_TAB || key == 'e') {
        to_form(c);
    } else if (key == 'E' || key == K_CTRL('e')) {
        edit_in_editor(c);
    } else {
        console_say(c, STYLE_DIM, "editing: enter submits, esc drops the edit");
    }
}

/* ---- $EDITOR ---- */

/* The action that is being edited, as far as it has come. */
static action *current(console *c)
{
    if (c->forms.open && !c->forms.open->module)
        return form_view_get_action(c->forms.open, NULL);
    if (c->editing.edited)
        return action_copy(c->editing.edited);
    return NULL;
}

void edit_in_editor(console *c)
{
    if (c->outside.edit_use == EDIT_NOTHING) {
        g_clear_pointer(&c->outside.edit_text, g_free);
        if (c->forms.open && c->forms.open->module) {
            g_autofree char *json = form_view_get_output(c->forms.open, NULL);
            c->outside.edit_text = form_pretty(json ? json : "{}");
        } else {
            g_autoptr(action) a = current(c);
            g_autofree char *json = action_to_json(a               ? a
                                                   : c->forms.open ? c->forms.open->base
                                                                   : model_waiting(c->model)->proposal->fire.action);
            c->outside.edit_text = form_pretty(json);
        }
    }
    c->outside.edit_use = c->forms.open && c->forms.open->module ? EDIT_FORM : EDIT_ACTION;
    c->outside.edit_wanted = true;
}

/* What the model wrote, in its own form: read again as it was the first time. */
void edit_reply(console *c)
{
    const struct module_view *module = step_view_module(model_live(c->model), c->forms.open->module->form.name);
    if (!module || !module->reply || !*module->reply) {
        console_say(c, STYLE_WARN, "no model wrote this: there is no reply to edit");
        return;
    }
    if (c->outside.edit_use != EDIT_REPLY) {
        g_free(c->outside.edit_text);
        c->outside.edit_text = g_strdup(module->reply);
    }
    c->outside.edit_use = EDIT_REPLY;
    c->outside.edit_wanted = true;
}

void edit_send_output(console *c, command *cmd)
{
    cmd->id = 0;
    cmd->module = g_strdup(c->forms.open->module->form.name);
    form_view_free(c->forms.kept);
    c->forms.kept = g_steal_pointer(&c->forms.open);
    c->forms.kept->sent = true;
    c->forms.kept_step = model_live(c->model)->step;
    c->forms.sent_us = c->now_us;
    c->outside.edit_use = EDIT_NOTHING;
    console_send(c, cmd);
    console_say(c, STYLE_NORMAL, "%s", "sent");
}

static void returned_reply(console *c, const char *text)
{
    const struct module *module = c->forms.open->module;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) read = module_parse(module, text, strlen(text), &error);
    if (!read) {
        console_say(c, STYLE_BAD, "not a reply: %s (ctrl-r opens your text again)", error->message);
        return;
    }
    command *cmd = console_command(c, COMMAND_MODULE_EDIT);
    cmd->reply = g_strdup(text);
    edit_send_output(c, cmd);
}

/* JSON, or one call as the console prints it. */
static action *read_action(const char *text, GError **error)
{
    if (text[strspn(text, " \t\r\n")] == '{')
        return action_from_json(text, strlen(text), error);
    g_autoptr(GPtrArray) calls = actions_from_calls(text, error);
    if (calls && calls->len != 1)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%u calls where one is needed", calls->len);
    return calls && calls->len == 1 ? action_copy(g_ptr_array_index(calls, 0)) : NULL;
}

static void returned_action(console *c, const char *text)
{
    const struct card *card = model_waiting(c->model);
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = read_action(text, &error);
    if (!a) { /* edit_use stays: the next E opens this very text again */
        console_say(c, STYLE_BAD, "not an action: %s (E opens your text again)", error->message);
        return;
    }
    c->outside.edit_use = EDIT_NOTHING;
    if (!card) {
        console_say(c, STYLE_WARN, "the proposal no longer waits: the edit was dropped");
        return;
    }
    int id = card->proposal->id;
    form_close_all(c);
    edit_begin(c, g_steal_pointer(&a), id);
    console_say(c, STYLE_NORMAL, "enter submits the edit; the new proposal then comes back for approval");
}

void edit_returned(console *c, const char *text)
{
    g_free(c->outside.edit_text);
    c->outside.edit_text = g_strdup(text);
    if (c->outside.edit_use == EDIT_SKILL) {
        console_screen(c, SCREEN_SKILLS)->edited(c, text);
        return;
    }
    if (c->outside.edit_use == EDIT_ACTION) {
        returned_action(c, text);
        return;
    }
    bool form = c->outside.edit_use == EDIT_FORM || c->outside.edit_use == EDIT_REPLY;
    if (!form || !c->forms.open || !c->forms.open->module) {
        c->outside.edit_use = EDIT_NOTHING;
        console_say(c, STYLE_WARN, "the edited item no longer exists: the text was dropped");
        return;
    }
    if (c->outside.edit_use == EDIT_REPLY) {
        returned_reply(c, text);
        return;
    }
    g_autoptr(GError) error = NULL;
    if (!form_view_set_output(c->forms.open, text, &error)) {
        console_say(c, STYLE_BAD, "not an output: %s (ctrl-e opens your text again)", error->message);
        return;
    }
    c->forms.open->changed = true;
    c->outside.edit_use = EDIT_NOTHING;
}
