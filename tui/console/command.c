/* What is typed in the line at the bottom: `:` commands with completion, the word of tier 3, the reason of a rejection, the note
 * of a hand-back. */

#include "tui/console/keys.h"
#include "tui/console/list_screen.h"
#include "tui/console/grant_screen.h"
#include "tui/console/state.h"
#include "skills/timeline/action.h"
#include "tui/term/text.h"

#include <string.h>

static void do_reject(console *c, const char *rest)
{
    const struct card *card = model_waiting(c->model);
    if (!card || c->told.decided == card->proposal->id) {
        console_say(c, STYLE_WARN, "nothing waits for a decision");
        return;
    }
    command *cmd = console_command(c, COMMAND_REJECT);
    cmd->reason = g_strdup(rest);
    console_send(c, cmd);
}

static void do_pause(console *c, const char *rest)
{
    (void)rest;
    act_pause(c, true);
}

static void do_resume(console *c, const char *rest)
{
    (void)rest;
    act_pause(c, false);
}

static void do_stop(console *c, const char *rest)
{
    (void)rest;
    act_stop_now(c);
}

static void do_say(console *c, const char *rest)
{
    command *cmd = console_command(c, COMMAND_SAY);
    cmd->id = 0;
    cmd->text = g_strdup(rest);
    console_send(c, cmd);
    console_say(c, STYLE_NORMAL, "hint for the next step: %s", rest);
}

static void do_mode(console *c, const char *rest)
{
    mode_ask(c, rest);
}

static void do_animated(console *c, const char *rest)
{
    act_animated(c, rest);
}

static void do_grant(console *c, const char *rest)
{
    act_show_screen(c, SCREEN_RUN);
    if (*rest)
        console_say(c, STYLE_BAD, "usage: grant (no arguments): its form asks how many, how long or which window");
    else if (!model_waiting(c->model) || !console_live(c))
        console_say(c, STYLE_WARN, "a grant can be given only while a proposal of its kind waits");
    else
        grant_screen_open_form(c);
}

static void do_grants(console *c, const char *rest)
{
    (void)rest;
    grant_screen_open_list(c);
}

static void do_revoke(console *c, const char *rest)
{
    guint64 id = 0;
    if (*rest && !g_ascii_string_to_unsigned(rest, 10, 1, G_MAXINT, &id, NULL))
        console_say(c, STYLE_BAD, "usage: revoke [NUMBER] — :grants shows them");
    else
        grant_screen_revoke(c, (int)id);
}

static void do_stale(console *c, const char *rest)
{
    (void)rest;
    act_show_screen(c, SCREEN_RUN);
    stale_open(c);
}

static void do_takeover(console *c, const char *rest)
{
    (void)rest;
    if (c->model->taken)
        console_say(c, STYLE_WARN, "the display is yours already; :handback NOTE gives it back");
    else
        act_takeover(c);
}

/* keep: as of the command; NULL = nothing. */
static void hand_back(console *c, const char *note, const char *keep)
{
    command *cmd = console_command(c, COMMAND_HANDBACK);
    cmd->note = g_strdup(note);
    cmd->keep = g_strdup(keep);
    c->model->taken = false;
    console_send(c, cmd);
    console_say(c, STYLE_NORMAL, "handed back");
}

/* A key alone: what is typed by mistake records nothing. */
static void keep_answered(console *c, int key)
{
    static const struct {
        int key;
        const char *keep;
    } answers[] = {{'y', "actions"}, {'t', "text"}, {'n', NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++)
        if (answers[i].key == key) {
            g_autofree char *note = g_steal_pointer(&c->prompt.mode);
            prompt_close(&c->prompt);
            hand_back(c, note, answers[i].keep);
            return;
        }
}

static void do_handback(console *c, const char *rest)
{
    if (c->model->taken && c->drive.recorded > 0) {
        prompt_open(c, PROMPT_KEEP);
        c->prompt.mode = g_strdup(rest);
        return;
    }
    hand_back(c, rest, NULL);
}

static void do_retry(console *c, const char *rest)
{
    const struct module_view *needy = model_needy(c->model);
    g_auto(GStrv) words = g_strsplit(!*rest && needy ? needy->name : rest, " ", 2);
    if (!words[0]) {
        console_say(c, STYLE_BAD, "usage: retry MODULE HINT — none has failed");
        return;
    }
    if (!step_view_module(model_live(c->model), words[0])) {
        console_say(c, STYLE_BAD, "no module \"%s\" (retry MODULE HINT)", words[0]);
        return;
    }
    command *cmd = console_command(c, COMMAND_MODULE_RETRY);
    cmd->module = g_strdup(words[0]);
    cmd->hint = g_strdup(words[1] ? words[1] : "");
    console_send(c, cmd);
}

/* In place of the proposal that waits: a click on a mark, or on a part of a cell of the grid. */
static void do_tap(console *c, const char *rest)
{
    const struct card *card = model_waiting(c->model);
    g_auto(GStrv) words = g_strsplit(rest, " ", 2);
    gint64 number;
    if (!words[0] || !g_ascii_string_to_signed(words[0], 10, 1, G_MAXINT, &number, NULL)) {
        console_say(c, STYLE_BAD, "usage: tap NUMBER [PART] — the number of a mark, or of a cell and its part: tap 5 top-left");
        return;
    }
    if (overlay_refuses(c, (int)number))
        return;
    g_autoptr(action) a = action_new(words[1] ? "appagent_grid_tap" : "click_mark");
    action_set_integer(a, words[1] ? "area" : "number", number);
    if (words[1])
        action_set_string(a, "subarea", g_strstrip(words[1]));
    act_show_screen(c, SCREEN_RUN);
    if (card && c->told.decided != card->proposal->id)
        edit_submit(c, a, card->proposal->id, NULL);
    else if (!form_answer(c, a))
        console_say(c, STYLE_WARN,
                    "nothing waits for a decision: tap takes the place of a proposal, or answers a form for actions");
}

static void do_board(console *c, const char *rest)
{
    board_pane_line(c, rest);
}

static void do_answer(console *c, const char *rest)
{
    asked_send(c, rest);
}

static void do_help(console *c, const char *rest)
{
    (void)rest;
    viewer_open_help(c);
}

static void do_tasks(console *c, const char *rest)
{
    act_tasks(c, rest);
}

static void do_run(console *c, const char *rest)
{
    (void)rest;
    act_show_screen(c, SCREEN_RUN);
}

static void do_skills(console *c, const char *rest)
{
    (void)rest;
    act_show_screen(c, SCREEN_SKILLS);
}

static void do_memory(console *c, const char *rest)
{
    (void)rest;
    act_show_screen(c, SCREEN_MEMORY);
}

static void do_log(console *c, const char *rest)
{
    (void)rest;
    act_show_screen(c, SCREEN_LOG);
}

static void do_detach(console *c, const char *rest)
{
    (void)rest;
    if (model_is_over(c->model)) {
        act_stop_now(c);
        return;
    }
    if (!model_paused(c->model) && !c->replay.player) { /* else it looks as if the console had died */
        command *cmd = console_command(c, COMMAND_PAUSE);
        cmd->reason = g_strdup("detached (reins attach opens another console)");
        console_send(c, cmd);
    }
    console_leave(c, 4, true);
}

static void do_quit(console *c, const char *rest)
{
    (void)rest;
    if (model_is_over(c->model))
        act_stop_now(c);
    else
        console_say(c, STYLE_WARN, "the run has not ended: :stop ends it, :detach leaves it paused");
}

static const struct command_row {
    const char *name;
    const char *argument; /* NULL = none; in lower case with | = one of these; "[X]" = may be left out */
    bool while_running;   /* makes no sense once the run has ended */
    void (*run)(console *c, const char *rest);
    const char *help;
} rows[] = {
    {"act", "CALL", true, drive_acts, "in a take-over of a world: do this, as in mine(object = \"oak_log\", count = 2)"},
    {"animated", "none|areas|window", true, do_animated, "the target moves by itself: what is left out"},
    {"answer", "TEXT", true, do_answer, "to the agent's question"},
    {"board", "[NAME [VERB ROW [TEXT]]]", true, do_board, "open a board's pane, or change a row: go, edit, insert, remove, move"},
    {"detach", NULL, false, do_detach, "leave; the run pauses until `reins attach`"},
    {"grant", NULL, true, do_grant, "let the next actions fire without asking, until…"},
    {"grants", NULL, false, do_grants, "list the grants"},
    {"handback", "[NOTE]", true, do_handback, "give the display back to the agent"},
    {"help", NULL, false, do_help, "keys and commands"},
    {"log", NULL, false, do_log, "notices and meters"},
    {"memory", NULL, false, do_memory, "earlier runs and their steps"},
    {"mode", "step|risk|watch|dry", true, do_mode, "who decides"},
    {"pause", NULL, true, do_pause, "void the waiting proposal, fire nothing"},
    {"quit", NULL, false, do_quit, "leave once the run has ended"},
    {"reject", "[REASON]", true, do_reject, "reject the proposal"},
    {"resume", NULL, true, do_resume, "go on"},
    {"retry", "[MODULE [HINT]]", true, do_retry, "run a module again (the one that failed), with a hint"},
    {"revoke", "[NUMBER]", true, do_revoke, "revoke all grants, or one"},
    {"run", NULL, false, do_run, "the run screen"},
    {"say", "TEXT", true, do_say, "a hint for the next step"},
    {"skills", NULL, false, do_skills, "the skill library"},
    {"stale", NULL, false, do_stale, "the last STALE card again"},
    {"stop", NULL, true, do_stop, "end the run now"},
    {"takeover", NULL, true, do_takeover, "drive the display yourself"},
    {"tap", "NUMBER [PART]", true, do_tap, "click on a mark, or on a part of a cell, in place of the proposal or the form"},
    {"tasks", "FILE", false, do_tasks, "the task files of a list or a folder, a run each, after this one"},
};

void command_words_tell(void (*tell)(const char *name, const char *words, const char *help, gpointer data), gpointer data)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        tell(rows[i].name, rows[i].argument, rows[i].help, data);
}

static const struct command_row *find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_str_equal(rows[i].name, name))
            return &rows[i];
    }
    return NULL;
}

static bool fits(const struct command_row *row, const char *rest)
{
    if (!row->argument)
        return !*rest;
    if (*row->argument == '[')
        return true;
    if (!g_ascii_islower(*row->argument))
        return *rest != '\0';
    g_auto(GStrv) allowed = g_strsplit(row->argument, "|", -1);
    return g_strv_contains((const char *const *)allowed, rest);
}

static void run_line(console *c, const char *line)
{
    g_autofree char *copy = g_strstrip(g_strdup(line));
    if (!*copy)
        return;
    c->forms.back |= c->forms.left;
    char *rest = copy + strcspn(copy, " ");
    if (*rest)
        *rest++ = '\0';
    rest = g_strchug(rest);
    const struct command_row *row = find(copy);
    guint64 number;
    if (!*rest && g_ascii_string_to_unsigned(copy, 10, 1, G_MAXINT16, &number, NULL)) {
        act_show_screen(c, SCREEN_RUN);
        overlay_show(c, (int)number);
        return;
    }
    if (g_str_equal(copy, "approve"))
        console_say(c, STYLE_BAD, "typing never approves: read the card and press y");
    else if (!row)
        console_say(c, STYLE_BAD, "no command \"%s\" (Tab lists them)", copy);
    else if (row->while_running && model_is_over(c->model))
        console_say(c, STYLE_BAD, "%s: the run is over", copy);
    else if (!fits(row, rest))
        console_say(c, STYLE_BAD, "usage: %s%s%s — %s", row->name, row->argument ? " " : "", row->argument ? row->argument : "",
                    row->help);
    else
        row->run(c, rest);
}

/* ---- completion ---- */

static void complete_from(struct prompt *p, const char *const *words, const char *typed, const char *before)
{
    g_autoptr(GString) all = g_string_new("");
    g_autofree char *common = NULL;
    int n = 0;
    for (; *words; words++) {
        if (!g_str_has_prefix(*words, typed))
            continue;
        g_string_append_printf(all, "%s%s", n++ ? "  " : "", *words);
        if (!common) {
            common = g_strdup(*words);
            continue;
        }
        gsize same = 0;
        while (common[same] && common[same] == (*words)[same])
            same++;
        common[same] = '\0';
    }
    g_free(p->completions);
    p->completions = n > 1 ? g_strdup(all->str) : NULL;
    if (common) {
        g_autofree char *line = g_strconcat(before, common, n == 1 ? " " : "", NULL);
        input_set(&p->input, line);
    }
}

/* The text from the last word on, which is the most-th at most: that one goes to the end. */
static char *last_word(char *text, int most)
{
    for (char *space; --most > 0 && (space = strchr(text, ' '));)
        text = space + 1;
    return text;
}

static void complete(console *c)
{
    g_autofree char *line = g_strdup(c->prompt.input.text->str);
    char *space = strchr(line, ' ');
    const char *names[G_N_ELEMENTS(rows) + 1] = {NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        names[i] = rows[i].name;
    if (!space) {
        complete_from(&c->prompt, names, line, "");
        return;
    }
    g_autofree char *name = g_strndup(line, (gsize)(space - line));
    g_autofree char *before = g_strconcat(name, " ", NULL);
    const struct command_row *row = find(name);
    if (row && row->argument && g_ascii_islower(*row->argument)) {
        g_auto(GStrv) allowed = g_strsplit(row->argument, "|", -1);
        complete_from(&c->prompt, (const char *const *)allowed, space + 1, before);
    } else if (row && g_str_equal(name, "retry") && !strchr(space + 1, ' ')) {
        const GPtrArray *modules = model_live(c->model)->modules;
        const char *words[32] = {NULL};
        for (guint i = 0; i < modules->len && i < G_N_ELEMENTS(words) - 1; i++)
            words[i] = ((const struct module_view *)g_ptr_array_index(modules, i))->name;
        complete_from(&c->prompt, words, space + 1, before);
    } else if (row && row->run == do_board) {
        g_auto(GStrv) words = board_pane_words(c, space + 1);
        char *last = last_word(space + 1, 4);
        g_autofree char *first = g_strndup(line, (gsize)(last - line));
        complete_from(&c->prompt, (const char *const *)words, last, first);
    }
}

/* ---- the prompt ---- */

char **prompt_split_reasons(const char *text)
{
    static const char *const shipped[] = {
        "wrong place: look again at where it is",
        "wrong action for this step",
        "not now: wait until the screen has changed",
        "already done: do not repeat it",
        "too much at once: a smaller step",
        "wrong window",
        "wrong text",
        "too risky",
        "off the task: go back to what was asked",
        NULL,
    };
    g_auto(GStrv) parts = g_strsplit(text ? text : "", ";", -1);
    g_autoptr(GStrvBuilder) reasons = g_strv_builder_new();
    for (char **part = parts; *part; part++) {
        if (*g_strstrip(*part))
            g_strv_builder_add(reasons, *part);
    }
    g_auto(GStrv) own = g_strv_builder_end(reasons);
    return own[0] ? g_steal_pointer(&own) : g_strdupv((char **)shipped);
}

/* The word approves by being typed whole: Enter adds nothing. */
static void word_typed(console *c)
{
    const struct card *card = model_waiting(c->model);
    const char *why = console_why_unreadable(c);
    if (why) {
        prompt_close(&c->prompt);
        console_say(c, STYLE_WARN, "not approved: %s", why);
        return;
    }
    if (!card->proposal->judged.word || !*card->proposal->judged.word ||
        g_ascii_strcasecmp(c->prompt.input.text->str, card->proposal->judged.word) != 0) /* as the gate compares it */
        return;
    prompt_close(&c->prompt);
    act_approve(c, card->proposal->judged.word);
}

static void entered(console *c)
{
    enum prompt_kind kind = c->prompt.kind;
    g_autofree char *text = g_strdup(c->prompt.input.text->str);
    if (kind == PROMPT_WORD) {
        console_say(c, STYLE_WARN, "type the word itself: its last letter approves, Enter never approves");
        return;
    }
    if (kind == PROMPT_MODE) {
        console_say(c, STYLE_WARN, "type yes to change the mode, esc to leave it");
        return;
    }
    if (kind == PROMPT_BOARD) {
        board_pane_entered(c, g_strstrip(text));
        return;
    }
    prompt_close(&c->prompt);
    if (kind == PROMPT_COMMAND)
        run_line(c, text);
    else if (kind == PROMPT_REASON)
        do_reject(c, g_strstrip(text));
    else if (kind == PROMPT_ANSWER)
        asked_send(c, text);
    else if (kind == PROMPT_NOTE)
        do_handback(c, g_strstrip(text));
}

void prompt_keypress(console *c, int key)
{
    if (key == K_ESC) {
        prompt_close(&c->prompt);
    } else if (c->prompt.kind == PROMPT_KEEP) {
        keep_answered(c, key);
    } else if (key == K_ENTER) {
        entered(c);
    } else if (c->prompt.kind == PROMPT_REASON &&
               input_ready_made(&c->prompt.input, (const char *const *)c->reasons, g_strv_length(c->reasons), key)) {
        return;
    } else if (c->prompt.kind == PROMPT_COMMAND && key == K_TAB) {
        complete(c);
    } else if (key == K_BACKSPACE && !c->prompt.input.text->len) {
        if (c->prompt.kind == PROMPT_COMMAND && !c->prompt.written) /* else esc leaves it: what follows one too many is a text */
            prompt_close(&c->prompt);
    } else if (input_key(&c->prompt.input, key)) {
        c->prompt.dropped = false;
        c->prompt.written = true;
        g_clear_pointer(&c->prompt.completions, g_free);
        if (c->prompt.kind == PROMPT_WORD)
            word_typed(c);
        else if (c->prompt.kind == PROMPT_MODE)
            mode_typed(c);
    }
}

/* ---- drawing ---- */

static const char *dropped(const struct prompt *p)
{
    return p->dropped ? "dropped, key by key: " : "";
}

static char *word_label(const console *c)
{
    const struct card *card = model_waiting(c->model);
    const char *word = card && card->proposal->judged.word ? card->proposal->judged.word : "the word";
    return g_strdup_printf("%stype %s, its last letter approves, esc to leave: ", dropped(&c->prompt), word);
}

void prompt_draw(console *c)
{
    const struct rect *r = &c->layout.message;
    g_autofree char *label = NULL;
    bool loose = c->prompt.kind == PROMPT_WORD || c->prompt.kind == PROMPT_MODE;
    if (c->prompt.kind == PROMPT_COMMAND)
        label = g_strdup(":");
    else if (c->prompt.kind == PROMPT_WORD)
        label = word_label(c);
    else if (c->prompt.kind == PROMPT_REASON)
        label = g_strdup("reason (1-9 or your words, enter rejects): ");
    else if (c->prompt.kind == PROMPT_ANSWER)
        label = asked_label(c);
    else if (c->prompt.kind == PROMPT_MODE)
        label = g_strdup_printf("%stype yes for mode %s (no enter), esc to leave: ", dropped(&c->prompt), c->prompt.mode);
    else if (c->prompt.kind == PROMPT_KEEP)
        label = g_strdup("record what you did as the reply's actions? y, t with typed text, n, esc: ");
    else if (c->prompt.kind == PROMPT_BOARD)
        label = board_pane_label(c);
    else
        label = g_strdup("note for the agent (enter hands back): ");
    if (c->prompt.kind == PROMPT_REASON)
        prompt_list_draw(&c->layout, "reject, because…", c->reasons, g_strv_length(c->reasons));
    if (c->prompt.kind == PROMPT_ANSWER)
        asked_choices_draw(c);
    if (c->prompt.kind == PROMPT_MODE)
        mode_draw(c);
    list_line_draw(r, label, loose ? STYLE_BAD : STYLE_ACCENT, &c->prompt.input);
    const char *above = c->prompt.completions ? c->prompt.completions : c->message.text;
    if (above) {
        struct rect line = {0, r->y - 1, r->width, 1};
        paint_fill(&line, STYLE_SELECTED);
        paint_text(line.y, 1, line.width - 2, above, STYLE_SELECTED);
    }
}

static bool in_log(const console *c)
{
    for (guint i = c->model->notices->len; i > 0; i--)
        if (g_str_has_prefix(((const struct notice *)g_ptr_array_index(c->model->notices, i - 1))->text, c->message.text))
            return true;
    return false;
}

#define REST " F5: all of it"

/* Over the rows above, a third of the screen at most. Not beside a card, whose edge says whether a key decides, nor beside a
 * question. Its words may be a program's or a model's: it is one line, whatever is in it. */
void message_draw(console *c)
{
    const struct rect *r = &c->layout.message;
    if (!c->message.text && !c->layout.wide && c->view.screen == SCREEN_RUN && (console_picks(c) || !console_overlay(c)))
        card_keys_draw(c, r->y, r->x + 1, r->width - 1);
    if (!c->message.text)
        return;
    const bool waits = c->view.screen == SCREEN_RUN && (model_waiting(c->model) || asked_waiting(c) || c->stale.open);
    const guint most = waits ? 1 : MAX(1, (guint)c->layout.height / 3);
    g_autofree char *text = text_line(c->message.text);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, text, r->width - 2);
    const guint n = MIN(lines->len, most);
    for (guint i = 0; i < n; i++) {
        const struct rect line = {r->x, r->y - (int)n + 1 + (int)i, r->width, 1};
        const bool cut = i + 1 == n && n < lines->len;
        const char *rest = cut && in_log(c) ? REST : "";
        const int room = r->width - 2 - text_width(rest);
        g_autofree char *words = g_strconcat(most == 1 ? text : g_ptr_array_index(lines, i), cut ? "…" : "", NULL);
        paint_fill(&line, STYLE_NORMAL);
        paint_text(line.y, line.x + 1, room, words, c->message.style);
        paint_text(line.y, line.x + 1 + room, text_width(rest), rest, c->message.style);
    }
}
