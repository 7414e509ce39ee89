/* The question's card and its keys: a line, in which a digit is a choice. It can approve nothing, and no key of it does. */

#include "tui/model/asked.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

/* ---- the card ---- */

static guint choices(const struct asked *a)
{
    return a->question->asked.choices ? MIN(g_strv_length(a->question->asked.choices), 9) : 0;
}

char *asked_title(const console *c, const struct asked *a)
{
    int left = MAX(0, a->question->expires_s - (int)((c->now_us - a->at_us) / G_USEC_PER_SEC));
    return !a->verdict && a->question->expires_s > 0
               ? g_strdup_printf("question %d · approves nothing · waits %d s", a->question->id, left)
               : g_strdup_printf("question %d · approves nothing", a->question->id);
}

static void add_outcome(GArray *lines, const struct asked *a, int width)
{
    bool answered = !g_strcmp0(a->verdict, "answered");
    g_autofree char *line = answered ? g_strdup_printf("answered%s%s", a->answer ? ": " : "", a->answer ? a->answer : "")
                            : !g_strcmp0(a->verdict, "unanswered") ? g_strdup("unanswered: the agent continues without an answer")
                            : a->reason && *a->reason              ? g_strdup_printf("void: %s", a->reason)
                                                                   : g_strdup("void");
    card_add(lines, line, width, answered ? STYLE_GOOD : STYLE_WARN);
}

/* In one line, cut: what goes on in a next one could pass for a choice. */
static void add_detail(GArray *lines, const struct asked *a, guint choice, int width)
{
    char **details = a->question->asked.details;
    if (!details || choice >= g_strv_length(details))
        return;
    g_autofree char *line = g_strdup_printf("    > %s", details[choice]), *cut = text_fit(line, width);
    card_add(lines, cut, width, STYLE_DIM);
}

void asked_add(const struct asked *a, GArray *lines, int width)
{
    /* each on a line of its own: none can pass for another */
    g_autofree char *question = text_line(a->question->asked.question);
    card_add(lines, question, width, STYLE_BOLD);
    for (guint i = 0; i < choices(a); i++) {
        g_autofree char *choice = text_line(a->question->asked.choices[i]), *line = g_strdup_printf(" %u  %s", i + 1, choice);
        card_add(lines, line, width, STYLE_NORMAL);
        add_detail(lines, a, i, width);
    }
    if (a->verdict)
        add_outcome(lines, a, width);
    else if (choices(a))
        card_add(lines, "A digit, then enter, chooses; enter lets you type. Nothing is fired.", width, STYLE_DIM);
    else
        card_add(lines, "Type your answer: a letter, a digit or enter opens its line. Nothing is fired.", width, STYLE_DIM);
}

/* ---- keys ---- */

const struct asked *asked_waiting(const console *c)
{
    const struct asked *a = model_live(c->model)->asked;
    return a && !a->verdict && !model_is_over(c->model) && !c->replay.player ? a : NULL;
}

bool asked_readable(const console *c)
{
    return asked_waiting(c) && c->told.answered != asked_waiting(c)->question->id && c->view.screen == SCREEN_RUN &&
           console_live(c) && !c->layout.too_small && !console_overlay(c) && !c->prompt.kind && !c->model->taken;
}

/* The choice that a text is the digit of, NULL = it is a text. */
static const char *choice_of(const console *c, const char *text)
{
    const struct asked *a = asked_waiting(c);
    bool digit = a && *text >= '1' && *text < '1' + (char)choices(a) && !text[1];
    return digit ? a->question->asked.choices[*text - '1'] : NULL;
}

void asked_send(console *c, const char *text)
{
    const struct asked *a = asked_waiting(c);
    const char *choice = choice_of(c, text);
    g_autofree char *line = g_strstrip(g_strdup(choice ? choice : text));
    if (!a || !*line) {
        console_say(c, STYLE_WARN, a ? "nothing was typed: the question still waits" : "no question waits for an answer");
        return;
    }
    command *cmd = command_new(COMMAND_ANSWER);
    cmd->id = a->question->id;
    cmd->text = g_strdup(line);
    c->told.answered = cmd->id;
    console_send(c, cmd);
    console_say(c, STYLE_NORMAL, "answered: %s", line);
}

bool asked_begins(const console *c, int key)
{
    const char text[] = {key_is_text(key) && key < 0x7f ? (char)key : '\0', '\0'};
    const struct asked *a = asked_waiting(c);
    return asked_readable(c) && (choices(a) ? choice_of(c, text) != NULL : g_ascii_isalnum(*text) != 0);
}

bool asked_keypress(console *c, int key, bool burst)
{
    const char text[] = {(char)key, '\0'};
    const bool first = asked_begins(c, key);
    if (!asked_readable(c) || (key != K_ENTER && !first))
        return false;
    if (burst) {
        console_say_dropped(c);
    } else if (!arming_armed(&c->arming, c->now_us)) { /* typed for what was there before, and so is what follows it */
        console_typed_on(c, "you typed before the question accepted keys", (int)(c->arming.quiet_us / 1000));
        console_say(c, STYLE_WARN, "not answered: the question accepts keys after %d ms without a key",
                    (int)(c->arming.quiet_us / 1000));
    } else {
        prompt_open(c, PROMPT_ANSWER);
        if (first)
            input_set(&c->prompt.input, text);
    }
    return true;
}

void asked_came(console *c)
{
    c->told.answered = 0;
    stale_close(&c->stale);
    c->arming.quiet_us = (gint64)c->options.arm_ms * 1000;
    arming_reset(&c->arming, c->now_us);
    c->bell = true;
    c->confirm_stop = false;
    if (c->view.screen != SCREEN_RUN || !console_live(c) || console_overlay(c) || c->prompt.kind)
        console_say(c, STYLE_WARN, "the agent asks you: %s", model_live(c->model)->asked->question->asked.question);
}

/* ---- its line ---- */

char *asked_label(const console *c)
{
    const char *choice = choice_of(c, c->prompt.input.text->str);
    g_autofree char *line = choice ? text_fit(choice, c->layout.width / 2) : NULL;
    return choice ? g_strdup_printf("enter chooses %s: %s; or type on: ", c->prompt.input.text->str, line)
                  : g_strdup("your answer (enter sends it): ");
}

void asked_choices_draw(console *c)
{
    const struct asked *a = asked_waiting(c);
    if (a && choices(a))
        prompt_list_draw(&c->layout, "answer, one of…", a->question->asked.choices, choices(a));
}

int asked_keys_draw(const console *c, int y, int x, int end)
{
    const struct asked *a = console_live(c) ? asked_waiting(c) : NULL;
    char last[] = "1-9";
    if (!a)
        return 0;
    last[2] = (char)('0' + choices(a));
    enum style style = asked_readable(c) && arming_armed(&c->arming, c->now_us) ? STYLE_GOOD : STYLE_DIM;
    int used = card_key_draw(y, x, end, "enter", "answer", style);
    return used + (choices(a) ? card_key_draw(y, x + used, end, choices(a) > 1 ? last : "1", "choose", style) : 0);
}
