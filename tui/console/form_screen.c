/* Forms: what opens and closes them, and their keys. Enter goes on to the next field, of an action to the next one that
 * must be filled in, and submits when there is none. */

#include "engine/agents/agent.h"
#include "tui/model/form.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

void form_close_all(console *c)
{
    pick_end(c);
    g_clear_pointer(&c->forms.open, form_view_free);
    if (c->outside.edit_use != EDIT_NOTHING && !c->editing.edited)
        c->outside.edit_use = EDIT_NOTHING;
}

/* Closes one form; the one below it comes back. */
static void form_close(console *c)
{
    form_view *parent = g_steal_pointer(&c->forms.open->parent);
    form_view_free(c->forms.open);
    c->forms.open = parent;
    c->outside.edit_use = EDIT_NOTHING;
}

void form_free_all(console *c)
{
    form_close_all(c);
    g_clear_pointer(&c->forms.kept, form_view_free);
}

/* Esc. What was typed into a module's form waits until it is opened again; that of an action is asked about. */
static void form_leave(console *c)
{
    form_view *form = c->forms.open;
    c->forms.left |= form->asked;
    if (form->changed && form->module) {
        form_view_free(c->forms.kept);
        c->forms.kept = g_steal_pointer(&c->forms.open);
        c->forms.kept_step = model_live(c->model)->step;
        c->outside.edit_use = EDIT_NOTHING;
        console_say(c, STYLE_NORMAL, "%s: your text is kept: m opens the form again", c->forms.kept->module->form.name);
    } else if (form->changed && !form->leaving) {
        form->leaving = true;
        g_free(form->error);
        form->error = g_strdup("esc again discards your input; any other key continues");
    } else {
        if (form->asked)
            console_say(c, STYLE_NORMAL, "%s: m opens the form again", form->module->form.name);
        form_close(c);
    }
}

/* The module has been answered since its form was put away. */
static bool answered(const console *c, const char *module)
{
    for (guint i = 0; i < c->model->steps->len; i++) {
        const struct step_view *step = g_ptr_array_index(c->model->steps, i);
        const struct module_view *m = step->step >= c->forms.kept_step ? step_view_module(step, module) : NULL;
        if (m && m->status == MODULE_STATUS_DONE)
            return true;
    }
    return false;
}

/* An answer that is asked for may be of a step before: each pause begins a new one. */
static form_view *take_kept(console *c, const struct module_view *module)
{
    const form_view *kept = c->forms.kept;
    bool asked = module_needs(module);
    bool now = kept && (asked ? !answered(c, module->name) : c->forms.kept_step == model_live(c->model)->step);
    bool fits = now && !kept->sent && g_str_equal(kept->module->form.name, module->name) && kept->asked == asked;
    return fits ? g_steal_pointer(&c->forms.kept) : NULL;
}

void form_open_action(console *c, const action *a, int id, bool substitute)
{
    form_view *form = form_view_action(a, console_skill(c, a->skill), id);
    if (substitute) {
        g_free(form->title);
        form->title = g_strdup_printf("%s %s", c->forms.open ? "add" : "substitute", a->skill);
    }
    form->parent = c->forms.open;
    c->forms.open = form;
}

void form_open_preview(console *c, const action *a, const skill *s)
{
    form_close_all(c);
    c->forms.open = form_view_arguments(a, s);
    c->forms.open->preview = true;
    g_free(c->forms.open->title);
    c->forms.open->title = g_strdup_printf("what would %s fire?", a->skill);
}

void form_open_trial(console *c, const action *a, const skill *s)
{
    form_close_all(c);
    c->forms.open = form_view_arguments(a, s);
    c->forms.open->trial = true;
    g_free(c->forms.open->title);
    c->forms.open->title = g_strdup_printf("try %s with what?", a->skill);
}

void form_open_draft(console *c, const action *a, const skill *s, int id, const char *sha256)
{
    form_close_all(c);
    c->forms.open = form_view_action(a, s, id);
    c->forms.open->draft = g_strdup(sha256);
    g_free(c->forms.open->title);
    c->forms.open->title = g_strdup_printf("try the draft %s %.8s", a->skill, sha256);
}

/* The step before: this one, as long as it has an action. */
static const struct step_view *step_before(const console *c)
{
    const GPtrArray *steps = c->model->steps;
    const struct step_view *live = model_live(c->model);
    return live->card || steps->len < 2 ? live : steps->pdata[steps->len - 2];
}

/* It came to nothing that a person decided: its action went stale too often, or its skill would not have it. */
static bool given_up(const console *c, const struct step_view *before)
{
    const struct card *card = before->card;
    if (card)
        return !card->fired && (card->state == CARD_STALE || card->state == CARD_AGAIN || card->state == CARD_EXPIRED ||
                                card->state == CARD_VOIDED);
    return c->forms.kept && c->forms.kept->sent && form_view_acts(c->forms.kept) && c->forms.kept_step == before->step &&
           !before->asked;
}

static const char *what_became(const struct card *card)
{
    const char *effect = card->effect ? card->effect : "";
    if (!card->fired)
        return "was rejected";
    return g_str_equal(effect, "no_effect")    ? "had no visible effect"
           : g_str_equal(effect, "unexpected") ? "did something else than expected"
                                               : "was the last one that was fired";
}

/* Why what was sent last came to nothing: the engine's word that no skill could carry it out, else what ended its card. Caller
 * frees; NULL = unknown. */
static char *why_given_up(const console *c, const struct card *card)
{
    const char *refusal = c->forms.kept ? model_refusal(c->model, c->forms.sent_us) : NULL;
    if (refusal)
        return g_strdup(refusal);
    bool told = card && !card->fired && card->reason && *card->reason && card->state != CARD_REJECTED;
    g_autofree char *why = told ? stale_reason(card->reason) : NULL;
    return why ? g_strconcat("given up: ", why, NULL) : NULL;
}

/* The plan of a step, as it was told: of one that was made in another console the store has no more, and its proposals do not say
 * what was to come. NULL = it is known better, or no person made it. Caller frees. */
static form_view *form_told(const console *c, const struct step_view *before, const form_view *like)
{
    const struct module_view *said = step_view_module(before, like->module->form.name);
    bool known = !c->forms.kept && model_person_plans(c->model) && said && said->status == MODULE_STATUS_DONE && said->output;
    form_view *made = known ? form_view_module(like->module, said->output) : NULL;
    if (made) {
        made->asked = like->asked;
        made->wrote = like->wrote;
    }
    return made;
}

/* What was planned in the step before: an action that was given up, and what was planned after its last one. */
static void bring_back(console *c, form_view **form)
{
    const struct step_view *before = step_before(c);
    const struct card *card = before->card;
    bool kept = c->forms.kept && c->forms.kept->sent && c->forms.kept->module == (*form)->module;
    bool acts = module_says((*form)->module, SAYS_ACTIONS, NULL); /* a plan or a verdict is no action */
    if (!(*form)->asked || !acts)
        return;
    g_autoptr(form_view) told = kept || !card ? NULL : form_told(c, before, *form);
    form_view *planned_in = kept ? c->forms.kept : told;
    bool again = (card || kept) && given_up(c, before),
         rest = planned_in && card && (card->fired || card->state == CARD_REJECTED);
    if (!again && !rest)
        return;
    const action *last = card ? card->proposal->fire.action : NULL, *planned = card && card->original ? card->original : last;
    guint done = before->fired - (before->fired > 0 && card && card->fired);
    char *const *follows = card ? card->proposal->fire.rest : NULL;
    if (rest && !form_view_go_on(planned_in, done, planned, follows, NULL))
        return;
    char *why = why_given_up(c, card);
    if (planned_in) {
        g_autofree char *title = g_steal_pointer(&(*form)->title);
        form_view_free(*form);
        *form = kept ? g_steal_pointer(&c->forms.kept) : g_steal_pointer(&told);
        (*form)->sent = false;
        g_free((*form)->title);
        (*form)->title = g_steal_pointer(&title);
    }
    if (again && card && (kept || !follows))
        form_view_go_on(*form, done, planned, follows, last);
    else if (again && card) /* planned in another console, and told with its rest */
        form_view_put_actions(*form, last, follows);
    (*form)->changed = true;
    g_free((*form)->error);
    (*form)->error = why;
    if (again)
        console_say(c, STYLE_WARN, "the action was given up: it is in the form again (ctrl-u empties a field)");
    else
        console_say(c, STYLE_WARN, "the action %s: what was planned after it is in the form again (ctrl-u empties a field)",
                    what_became(card));
}

/* The output of that module that is known last. NULL = none. */
static const char *last_output(const console *c, const char *module)
{
    for (guint i = c->model->steps->len; i-- > 0;) {
        const struct module_view *m = step_view_module(c->model->steps->pdata[i], module);
        if (m && m->status == MODULE_STATUS_DONE && m->output)
            return m->output;
    }
    return NULL;
}

/* Who is asked for a plan again goes on from the last one: as it was typed, where nothing was sent since. */
static void bring_last(console *c, form_view **form)
{
    const struct module *module = (*form)->module;
    form_view *kept = c->forms.kept && c->forms.kept->sent && c->forms.kept->module == module ? c->forms.kept : NULL;
    const char *output = kept || !module->about ? NULL : last_output(c, module->form.name);
    if (!(*form)->asked || !module->about || (!kept && !output))
        return;
    if (kept) {
        g_autofree char *title = g_steal_pointer(&(*form)->title);
        form_view_free(*form);
        *form = g_steal_pointer(&c->forms.kept);
        g_free((*form)->title);
        (*form)->title = g_steal_pointer(&title);
        (*form)->sent = false;
        g_clear_pointer(&(*form)->error, g_free);
    } else {
        form_view_set_output(*form, output, NULL);
    }
    (*form)->changed = true;
    console_say(c, STYLE_WARN, "the last %s is in the form again (ctrl-u empties a field)", module->form.name);
}

void form_open_module(console *c, const struct module_view *module)
{
    form_view *kept = take_kept(c, module);
    if (module_needs(module))
        c->forms.left = c->forms.back = false;
    if (kept) {
        form_close_all(c);
        c->forms.open = kept;
        return;
    }
    const char *output = module->output && *module->output && !g_str_equal(module->output, "null") ? module->output : NULL;
    const struct module *kind = module_find(agent_modules(c->model->about.agent), module->name);
    form_view *form = kind ? form_view_module(kind, output) : NULL;
    if (!form) {
        console_say(c, STYLE_WARN, "%s has no form here", module->name);
        return;
    }
    form_close_all(c);
    form->asked = module_needs(module);
    form->wrote = module->reply && *module->reply;
    if (form->asked) {
        g_free(form->title);
        form->title = g_strdup_printf(module->form ? "%s: you are asked for its output" : "%s: fill in its output", module->name);
    }
    if (!output)
        bring_back(c, &form);
    if (!output)
        bring_last(c, &form);
    if (form->asked && !form->error && (form->error = g_strdup(model_refusal_now(c->model))))
        g_clear_pointer(&c->message.text, g_free); /* of two lines it would lie over the form's keys */
    c->forms.open = form;
}

void form_came(console *c)
{
    struct arming *a = c->forms.open ? &c->forms.open->arming : NULL;
    if (!a)
        return;
    arming_init(a, c->options.arm_ms);
    arming_set_readable(a, true, c->now_us);
}

/* Whoever has given a command types on, and means the form: on the run screen that would decide something. */
void form_come_back(console *c)
{
    const struct module_view *needy = model_needy(c->model);
    bool elsewhere = c->view.screen != SCREEN_RUN || !console_live(c) || c->lens.look;
    bool waits = needy && needy->form && !model_paused(c->model) && !c->told.halted && !c->model->taken;
    if (!c->forms.back)
        return;
    if (!waits || board_pane_open(c) >= 0)
        c->forms.back = false;
    if (!c->forms.back || elsewhere || console_overlay(c) || c->prompt.kind || c->editing.edited)
        return;
    form_open_module(c, needy);
    form_came(c);
}

gint64 form_deadline(const console *c, gint64 now_us)
{
    return c->forms.open ? arming_deadline(&c->forms.open->arming, now_us) : -1;
}

#define DROPPED_MOST 1000 /* bytes: more than is shown */

/* Whoever presses a key now may mean what was there before the form: a late `y` is no text. */
static bool too_early(console *c, int key)
{
    form_view *form = c->forms.open;
    struct arming *a = &form->arming;
    if (!a->readable)
        return false;
    if (arming_armed(a, c->now_us)) {
        a->readable = false;
        return false;
    }
    arming_key(a, c->now_us);
    if (!form->dropped)
        form->dropped = g_string_new(NULL);
    if (key_is_text(key) && form->dropped->len < DROPPED_MOST)
        g_string_append_unichar(form->dropped, (gunichar)key);
    console_say(c, STYLE_WARN, "not typed: the form has just opened, and takes keys after %d ms without one",
                (int)(a->quiet_us / 1000));
    return true;
}

static void fail(form_view *form, GError *error)
{
    g_free(form->error);
    form->error = g_strdup(error->message);
}

static void submit_action(console *c)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(action) a = form_view_get_action(c->forms.open, &error);
    if (!a) {
        fail(c->forms.open, error);
        return;
    }
    bool field = c->forms.open->parent != NULL, preview = c->forms.open->preview, trial = c->forms.open->trial;
    if (!field && !preview && !trial && !edit_submit(c, a, c->forms.open->proposal, c->forms.open->draft))
        return;
    bool added = true;
    form_close(c);
    if (field)
        added = form_entry_add_action(form_view_active(c->forms.open), a, &error);
    else if (preview)
        console_screen(c, SCREEN_SKILLS)->preview(c, a);
    else if (trial)
        console_screen(c, SCREEN_SKILLS)->trial(c, a);
    if (field)
        c->forms.open->changed = true;
    if (!added)
        fail(c->forms.open, error);
}

static void submit_module(console *c)
{
    g_autoptr(GError) error = NULL;
    if (model_paused(c->model) && c->forms.open->asked) { /* nothing is taken then; the form says so */
        g_clear_pointer(&c->forms.open->error, g_free);
        return;
    }
    g_autofree char *output = form_view_get_output(c->forms.open, &error);
    if (!output || !form_view_does_something(c->forms.open, output, &error)) {
        fail(c->forms.open, error);
        return;
    }
    command *cmd = console_command(c, COMMAND_MODULE_EDIT);
    cmd->output = g_steal_pointer(&output);
    edit_send_output(c, cmd);
}

bool form_answer(console *c, const action *a)
{
    const struct module_view *needy = model_needy(c->model);
    const struct module *module = needy && needy->form ? module_find(agent_modules(c->model->about.agent), needy->name) : NULL;
    const struct module_says *goes_on = NULL;
    if (!module || !module_says(module, SAYS_ACTIONS, NULL))
        return false;
    form_open_module(c, needy);
    form_view_put_actions(c->forms.open, a, NULL);
    if (module_says(module, SAYS_OUTCOME, &goes_on))
        form_view_put(c->forms.open, goes_on->field, goes_on->yes);
    c->forms.open->changed = true;
    submit_module(c);
    return true;
}

bool form_refused(struct forms *f, const char *error)
{
    static const char prefix[] = "module_edit: ";
    if (!g_str_has_prefix(error, prefix) || !f->kept || !f->kept->sent || f->open)
        return false;
    f->open = g_steal_pointer(&f->kept);
    f->open->sent = false;
    g_free(f->open->error);
    f->open->error = g_strdup(error + strlen(prefix));
    return true;
}

static void go(form_view *form, int by)
{
    int n = (int)form->entries->len;
    if (form->typed)
        g_clear_pointer(&form->error, g_free);
    form_view_forget_typed(form);
    form->active = (guint)(((int)form->active + by + n) % n);
}

/* In a field of several rows the arrows go through these first. */
static bool go_row(const form_view *form, struct form_entry *entry, int by)
{
    return form->columns > 0 && !entry->allowed && input_move_row(&entry->input, form->columns, by);
}

/* In a field of actions with text. False: it goes on to the next field. */
static bool begin_action(form_view *form, struct form_entry *entry)
{
    g_autoptr(GError) error = NULL;
    bool begun, parsed = form_entry_begin_action(entry, &begun, &error);
    if (!parsed) {
        g_prefix_error(&error, "%s: ", entry->name);
        fail(form, error);
    }
    return begun || !parsed;
}

static void enter(console *c)
{
    struct form_entry *entry = form_view_active(c->forms.open);
    bool actions = entry->field && entry->field->type == FIELD_ACTIONS;
    if (actions && !entry->input.text->len)
        picker_open(c, PICKER_FIELD, 0);
    else if (actions && begin_action(c->forms.open, entry))
        c->forms.open->changed = true;
    else if (c->forms.open->active + 1 < c->forms.open->entries->len && c->forms.open->module)
        go(c->forms.open, 1);
    else if (c->forms.open->module)
        submit_module(c);
    else if (form_view_next_missing(c->forms.open) != c->forms.open->active)
        go(c->forms.open, (int)form_view_next_missing(c->forms.open) - (int)c->forms.open->active);
    else
        submit_action(c);
}

void form_break_line(console *c)
{
    struct form_entry *entry = form_view_active(c->forms.open);
    bool text = form_entry_takes_lines(entry);
    if (console_picks(c) || too_early(c, K_ENTER)) /* it is not shown, or has just come */
        return;
    g_clear_pointer(&c->forms.open->error, g_free);
    c->forms.open->leaving = false;
    if (text)
        input_insert(&entry->input, '\n');
    else
        c->forms.open->error = g_strdup("alt-enter does nothing here; for a line break in a call type \\n inside the quotes");
    c->forms.open->changed |= text;
}

/* A space in a text that is typed is a part of it. */
static void choose(form_view *form, struct form_entry *entry, int key)
{
    g_clear_pointer(&form->error, g_free);
    if ((key_is_text(key) && (key != ' ' || form->typed)) || (key == K_BACKSPACE && form->typed)) {
        form_view_type_choice(form, key);
        if (form_view_mistyped(form))
            form->error = g_strdup("this field is a choice: left, right or a choice's whole name; what was typed is in no field "
                                   "(backspace takes it back, tab goes on)"); /* a space is typed, too */
        return;
    }
    form_view_forget_typed(form);
    if (key == K_LEFT || key == K_RIGHT || key == ' ')
        form_entry_cycle(entry, key == K_LEFT ? -1 : 1);
    else if (key == K_BACKSPACE || key == K_DELETE || key == K_CTRL('u') || key == K_CTRL('w'))
        form_entry_unchoose(entry);
}

/* True: the field is a number, and that is no part of one. */
static bool no_number(form_view *form, const struct form_entry *entry, int key)
{
    const char *takes = form_entry_characters(entry);
    if (!takes || !key_is_text(key) || (key < 0x80 && strchr(takes, key)))
        return false;
    g_free(form->error);
    form->error = g_strdup_printf("%s: %s only", entry->name, strchr(takes, '.') ? "numbers" : "whole numbers");
    return true;
}

/* What is typed into the field. */
static void type(form_view *form, struct form_entry *entry, int key)
{
    g_autofree char *before = g_strdup(entry->input.text->str);
    if (entry->allowed)
        choose(form, entry, key);
    else if (!no_number(form, entry, key) && input_key(&entry->input, key))
        g_clear_pointer(&form->error, g_free);
    form->changed |= !g_str_equal(before, entry->input.text->str);
}

/* One more in a list that is written in one line ("one; another"). */
static void add_row(form_view *form, struct form_entry *entry)
{
    const char *text = entry->input.text->str;
    g_clear_pointer(&form->error, g_free);
    if (!form_entry_is_list(entry) || *text == '[') {
        form->error = g_strdup(*text == '[' ? "this list is written as JSON: add to it by hand" : "this field is no list");
        return;
    }
    if (!*text)
        return;
    input_key(&entry->input, K_END);
    input_insert(&entry->input, ';');
    input_insert(&entry->input, ' ');
    form->changed = true;
}

void form_keypress(console *c, int key)
{
    struct form_entry *entry = form_view_active(c->forms.open);
    bool list = entry->field && entry->field->type == FIELD_ACTIONS, leaving = c->forms.open->leaving;
    if (too_early(c, key))
        return;
    if (!key_is_text(key))
        form_view_forget_dropped(c->forms.open);
    if (key == K_ESC) {
        form_leave(c);
        return;
    }
    c->forms.open->leaving = false;
    if (leaving)
        g_clear_pointer(&c->forms.open->error, g_free);
    if (key == K_ENTER && leaving) /* it answers the question, and no more */
        return;
    if (form_view_mistyped(c->forms.open) && (key == K_ENTER || key == K_CTRL('x'))) /* what was typed is in no field */
        return;
    if (key == K_ENTER)
        enter(c);
    else if (key == K_TAB || (key == K_DOWN && !go_row(c->forms.open, entry, 1)))
        go(c->forms.open, 1);
    else if (key == K_BACK_TAB || (key == K_UP && !go_row(c->forms.open, entry, -1)))
        go(c->forms.open, -1);
    else if (key == K_DOWN || key == K_UP)
        return;
    else if (key == K_CTRL('x') && c->forms.open->module)
        submit_module(c);
    else if (key == K_CTRL('x')) /* of an action, as Enter does */
        enter(c);
    else if (key == K_CTRL('p'))
        pick_begin(c);
    else if (key == K_CTRL('e') && !c->forms.open->bare && !c->forms.open->parent && !c->forms.open->preview &&
             !c->forms.open->draft)
        edit_in_editor(c);
    else if (key == K_CTRL('r') && c->forms.open->module)
        edit_reply(c);
    else if (key == K_CTRL('s') && list)
        picker_open(c, PICKER_FIELD, 0);
    else if (key == K_CTRL('s') && c->forms.open->module)
        add_row(c->forms.open, entry);
    else
        type(c->forms.open, entry, key);
}
