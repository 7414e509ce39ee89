/* The memory screen: lines that are typed (filter, search, note, tag, reason) and what they do. */

#include "memory/notes.h"
#include "tui/console/list_screen.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

void past_act_filter(console *c)
{
    struct past_screen *s = c->past;
    if (s->level != PAST_RUNS) {
        s->level = PAST_RUNS;
        past_reload(c);
    }
    s->in_detail = false;
    past_ask(c, PAST_ASK_FILTER, NULL);
}

void past_act_find(console *c)
{
    past_ask(c, PAST_ASK_FIND, NULL);
}

void past_act_note(console *c)
{
    past_ask(c, PAST_ASK_NOTE, "");
}

void past_act_tag(console *c)
{
    past_ask(c, PAST_ASK_TAG, "");
}

/* ---- notes ---- */

/* The pin or the tag that is there already; 0 = none, or error. */
static gint64 find_note(memory *m, const struct memory_note *like, GError **error)
{
    g_autoptr(GPtrArray) notes = memory_notes(m, like->run, like->step, error);
    for (guint i = 0; notes && i < notes->len; i++) {
        const struct memory_note *n = notes->pdata[i];
        if (g_str_equal(n->kind, like->kind) && (g_str_equal(like->kind, "pin") || g_str_equal(n->text, like->text)))
            return n->id;
    }
    return 0;
}

/* Writes it, or takes it away where it is there already (not a note: two may say the same). */
void past_note_write(console *c, const char *kind, const char *text)
{
    struct past_screen *s = c->past;
    struct memory_note note = {.kind = (char *)kind, .by = (char *)g_get_user_name(), .text = (char *)text};
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    past_place(s, &note.run, &note.step);
    gint64 there = m && !g_str_equal(kind, "note") ? find_note(m, &note, &error) : 0;
    bool ok = m && !error && (there ? memory_note_withdraw(m, there, note.by, &error) : memory_note_add(m, &note, NULL, &error));
    g_autofree char *step = note.step ? g_strdup_printf(", step %" G_GINT64_FORMAT, note.step) : g_strdup("");
    g_clear_pointer(&m, memory_close);
    past_reload(c);
    if (ok)
        console_say(c, STYLE_GOOD, "%s %s run %" G_GINT64_FORMAT "%s", kind, there ? "removed from" : "added to", note.run, step);
    else
        console_say(c, STYLE_BAD, "not written: %s", error ? error->message : "no run was recorded yet");
}

void past_act_pin(console *c)
{
    past_note_write(c, "pin", "");
}

/* ---- search ---- */

static void find(console *c)
{
    past_search_start(c, PAST_SEARCH_HITS, PAST_RUNS_TOP);
    past_found_open(c, PAST_FOUND_WORDS);
}

/* Begun with what the selected step was for: what would be recalled for it now? */
void past_act_recall(console *c)
{
    const struct past_story *story = c->past->shown.story;
    past_ask(c, PAST_ASK_RECALL, story && story->row && story->row->task ? story->row->task : "");
}

void past_act_lesson_edit(console *c)
{
    g_autofree char *text = past_lesson_text(c);
    past_ask(c, PAST_ASK_LESSON, text);
}

void past_act_lesson_withdraw(console *c)
{
    past_ask(c, PAST_ASK_WITHDRAW, "");
}

/* ---- by its number ---- */

void past_act_number(console *c)
{
    past_ask(c, PAST_ASK_NUMBER, "");
}

/* A step of the run whose steps are listed, else a run. */
static void go_to(console *c, const char *text)
{
    struct past_screen *s = c->past;
    gint64 number = 0;
    if (!g_ascii_string_to_signed(text, 10, 1, G_MAXINT64, &number, NULL))
        console_say(c, STYLE_WARN, "\"%s\" is not a number", text);
    else if (s->level != PAST_STEPS)
        past_open_run(c, number, 1);
    else if (number > s->steps.last)
        console_say(c, STYLE_WARN, "the run has no step %" G_GINT64_FORMAT, number);
    else
        past_list_move(c, number - s->steps.selected);
}

/* ---- the line ---- */

static struct input *input_of(struct past_screen *s)
{
    return s->ask == PAST_ASK_FILTER ? &s->filter : s->ask == PAST_ASK_FIND ? &s->find : &s->line;
}

static void submit(console *c)
{
    struct past_screen *s = c->past;
    enum past_ask what = s->ask;
    g_autofree char *text = g_strstrip(g_strdup(input_of(s)->text->str));
    s->ask = PAST_ASK_NOTHING;
    if (what == PAST_ASK_FILTER || !*text)
        return;
    if (what == PAST_ASK_FIND)
        find(c);
    else if (what == PAST_ASK_FORK)
        past_fork_submit(c, text);
    else if (what == PAST_ASK_COMPARE)
        past_compare_submit(c, text);
    else if (what == PAST_ASK_NOTE || what == PAST_ASK_TAG)
        past_note_write(c, what == PAST_ASK_NOTE ? "note" : "tag", text);
    else if (what == PAST_ASK_EXPORT)
        past_export_start(c, text);
    else if (what == PAST_ASK_RECALL)
        past_recall_start(c, text);
    else if (what == PAST_ASK_LESSON || what == PAST_ASK_WITHDRAW)
        past_lesson_change(c, text, what == PAST_ASK_WITHDRAW);
    else if (what == PAST_ASK_NUMBER)
        go_to(c, text);
    else
        past_forget_open(c, text);
}

/* The first that fits is selected, not the one before. */
static void refilter(console *c)
{
    past_runs_load(c, false);
    past_changed(c->past);
    c->dirty = true;
}

void past_ask_keypress(console *c, int key)
{
    struct past_screen *s = c->past;
    bool filters = s->ask == PAST_ASK_FILTER, arrow = filters && (key == K_UP || key == K_DOWN);
    if (key == K_ENTER) {
        submit(c);
    } else if (key == K_ESC) {
        s->ask = PAST_ASK_NOTHING;
        if (filters && s->filter.text->len) {
            input_set(&s->filter, "");
            refilter(c);
        }
    } else if (filters && key == K_TAB) {
        past_complete(c);
        refilter(c);
    } else if (arrow) {
        past_list_move(c, key == K_UP ? -1 : 1);
    } else if (input_key(input_of(s), key) && filters) {
        refilter(c);
    }
}

void past_ask_draw(console *c)
{
    static const char *const labels[] = {
        [PAST_ASK_NOTHING] = "",
        [PAST_ASK_FILTER] = "filter (app: skill: outcome: tag: since: until: by:hand words): ",
        [PAST_ASK_FIND] = "find (enter searches everything): ",
        [PAST_ASK_NOTE] = "note (enter writes it): ",
        [PAST_ASK_TAG] = "tag (enter adds or removes it): ",
        [PAST_ASK_REASON] = "why is it to be forgotten? ",
        [PAST_ASK_FORK] = "fork (--before: decide it again, --from: after it): ",
        [PAST_ASK_COMPARE] = "compare it with run: ",
        [PAST_ASK_EXPORT] = "export (html, pairs or screenagent, and where to): ",
        [PAST_ASK_RECALL] = "what would be recalled for: ",
        [PAST_ASK_LESSON] = "lesson (enter saves it): ",
        [PAST_ASK_NUMBER] = "which number? ",
        [PAST_ASK_WITHDRAW] = "why is the lesson withdrawn? ",
    };
    struct past_screen *s = c->past;
    const struct rect *r = &c->layout.message;
    paint_fill(r, STYLE_NORMAL);
    list_line_draw(r, labels[s->ask], STYLE_ACCENT, input_of(s));
}
