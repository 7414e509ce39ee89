/* The memory screen's keys: one table, which the key lines at the bottom and the help read. */

#include "tui/memory/past_screen.h"
#include "tui/console/keys.h"
#include "tui/console/list_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

/* ---- jumping ---- */

/* From the list of runs it opens the selected one, where that went wrong first. */
static void jump(console *c, bool forward)
{
    struct past_screen *s = c->past;
    bool opens = s->level == PAST_RUNS;
    if (opens)
        past_open_run(c, past_run_row(s)->id, 1);
    if (s->level != PAST_STEPS)
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    gint64 from = opens ? 0 : s->steps.selected,
           to = m ? memory_mark_next(m, s->steps.run, from, past_jump_marks(&s->steps), forward, &error) : 0;
    past_say(c, error);
    g_clear_pointer(&m, memory_close);
    if (to > 0)
        past_list_move(c, to - s->steps.selected);
    else if (!error && opens)
        console_say(c, STYLE_NORMAL, "no step of it with %s (m looks for something else)", past_jump_name(&s->steps));
    else if (!error)
        console_say(c, STYLE_WARN, "no %s step with %s (m looks for something else)", forward ? "later" : "earlier",
                    past_jump_name(&s->steps));
}

static void jump_next(console *c)
{
    jump(c, true);
}

static void jump_before(console *c)
{
    jump(c, false);
}

static void jump_what(console *c)
{
    past_jump_another(&c->past->steps);
    console_say(c, STYLE_NORMAL, "n and N look for: %s", past_jump_name(&c->past->steps));
}

/* ---- moving about ---- */

static void show_page(struct past_screen *s, int page)
{
    s->page = (enum past_page)((page + PAST_PAGES) % PAST_PAGES);
    s->shown.top = 0;
    s->shown.blink = s->shown.differ = false;
    g_clear_pointer(&s->shown.lines, g_ptr_array_unref);
}

/* By its number. The film takes the keys: it is walked through. */
static void open_page(struct past_screen *s, int page)
{
    show_page(s, page);
    s->in_detail |= s->page == PAST_FILM && s->level == PAST_STEPS;
}

/* Which module is shown whole, which picture. */
static void another(struct past_screen *s, int by)
{
    if (!s->shown.story)
        return;
    if (s->page == PAST_PICTURE)
        s->shown.frame = (guint)CLAMP((int)s->shown.frame + by, 0, (int)s->shown.story->frames->len);
    else
        s->shown.call = (guint)CLAMP((int)s->shown.call + by, 0, MAX(0, (int)s->shown.story->calls->len - 1));
    s->shown.blink = s->shown.differ = false;
    s->shown.top = 0;
    g_clear_pointer(&s->shown.lines, g_ptr_array_unref);
}

static void blink(console *c)
{
    struct past_screen *s = c->past;
    if (!past_story_before(s->shown.story) || !past_story_after(s->shown.story)) {
        console_say(c, STYLE_WARN, "nothing to compare: not both pictures are kept");
        return;
    }
    show_page(s, PAST_PICTURE);
    s->shown.frame = 0;
    s->shown.blink = true;
    s->shown.after = false;
    s->shown.blink_us = c->now_us;
}

static void differ(console *c)
{
    struct past_screen *s = c->past;
    bool was = s->page == PAST_PICTURE && s->shown.differ;
    show_page(s, PAST_PICTURE);
    s->shown.frame = 0;
    s->shown.differ = !was;
}

static void leave(console *c)
{
    struct past_screen *s = c->past;
    s->shown.blink = false;
    if (past_search_shown(s)) {
        past_search_stop(&s->search);
        console_say(c, STYLE_NORMAL, "not looked for any further");
    } else if (s->in_detail) {
        s->in_detail = false;
    } else if (s->level == PAST_HITS) {
        s->level = s->found.from;
        if (s->level == PAST_STEPS) /* it may have been another one's */
            past_open_run(c, s->found.run, s->found.step);
        past_changed(s);
    } else if (s->level == PAST_STEPS) {
        s->level = s->found.opened ? PAST_HITS : PAST_RUNS;
        s->found.opened = false;
        past_changed(s);
        past_reload(c);
    } else if (s->filter.text->len) {
        input_set(&s->filter, "");
        past_runs_load(c, true);
        past_changed(s);
    } else if (c->options.alone && c->options.past) {
        console_leave(c, 0, false);
    } else {
        act_show_screen(c, SCREEN_RUN);
    }
}

static void enter(console *c)
{
    struct past_screen *s = c->past;
    if (s->in_detail && s->page == PAST_FILM) { /* that picture, large */
        show_page(s, PAST_PICTURE);
    } else if (s->in_detail || s->level == PAST_STEPS) {
        s->in_detail = !s->in_detail;
    } else if (s->level == PAST_RUNS) {
        if (past_run_row(s))
            past_open_run(c, past_run_row(s)->id, 1);
    } else if ((guint)s->found.selected < s->found.hits->len) {
        const struct memory_hit *hit = s->found.hits->pdata[s->found.selected];
        gint64 run = hit->run, step = hit->step;
        if (run)
            past_open_run(c, run, step);
        else
            s->in_detail = true; /* a lesson that was written by hand */
    }
}

static bool move_key(console *c, int key)
{
    struct past_screen *s = c->past;
    if (past_film_key(c, key))
        return true;
    int by = viewer_scrolls(key, MAX(1, s->in_detail ? s->detail_rows : s->list_rows), SCROLL_ALL);
    if (by && s->in_detail)
        s->shown.top = CLAMP(s->shown.top + by, 0, s->shown.lines ? (int)s->shown.lines->len : 0);
    else if (by)
        past_list_move(c, by);
    else if (key == K_TAB || key == K_BACK_TAB)
        s->in_detail = !s->in_detail;
    else if (key == K_ENTER)
        enter(c);
    else if ((key == K_LEFT || key == K_RIGHT) && s->level != PAST_RUNS)
        show_page(s, (int)s->page + (key == K_LEFT ? -1 : 1));
    else if (key >= '1' && key < '1' + PAST_PAGES && s->level != PAST_RUNS)
        open_page(s, key - '1');
    else if (key == '<' || key == '>')
        another(s, key == '<' ? -1 : 1);
    else if (key == K_ESC || key == 'q')
        leave(c);
    else
        return false;
    return true;
}

/* ---- the table ---- */

enum fits { FITS_ALWAYS, FITS_RUN, FITS_STEP, FITS_WORDS, FITS_BOX, FITS_STEPS, FITS_LIST, FITS_LESSON };

static const struct list_key rows[] = {
    {'/', FITS_ALWAYS, past_act_filter, "filter", "runs by app: skill: outcome: tag: since: until: by:hand and words"},
    {'f', FITS_ALWAYS, past_act_find, "find", "words in everything that was said, thought and done"},
    {'r', FITS_ALWAYS, past_act_recall, "recall", "what a plan for a text, or for the selected step, would be reminded of"},
    {'L', FITS_ALWAYS, past_act_lessons, "lessons", "what was learnt of failures and is told to later plans"},
    {'P', FITS_ALWAYS, past_act_plans, "plans", "what agents did for their goals, and what came of it"},
    {'e', FITS_LESSON, past_act_lesson_edit, "edit", "put a lesson in other words"},
    {'W', FITS_LESSON, past_act_lesson_withdraw, "withdraw", "take a lesson back: asks why; it is told no more"},
    {'g', FITS_LIST, past_act_number, "go to", "a step by its number; among runs, a run"},
    {'n', FITS_LIST, jump_next, "next", "the next step with trouble, or that a person changed; of a run: the first"},
    {'N', FITS_STEPS, jump_before, "before", "the one before"},
    {'m', FITS_LIST, jump_what, "of what", "what n and N look for: rejections, edits, stale, no effect, errors, notes"},
    {'b', FITS_STEP, blink, "blink", "before and after in turn, on one place"},
    {'d', FITS_STEP, differ, "differ", "what differs between before and after, enlarged"},
    {'W', FITS_WORDS, overlay_next, "words", "the words that are on a picture, over it, or the picture alone"},
    {'B', FITS_BOX, past_act_box, "box", "draw where a click would be as good: clickable_area of a session folder"},
    {'w', FITS_RUN, past_act_note, "write", "a note beside it"},
    {'p', FITS_RUN, past_act_pin, "pin", "pin it (its pictures are kept), or take the pin away"},
    {'t', FITS_RUN, past_act_tag, "tag", "a word to find it by; the same again takes it away"},
    {'x', FITS_RUN, past_act_export, "export", "the run as a page, pairs or a session folder: asks where to"},
    {'R', FITS_RUN, past_act_replay, "replay", "play the run in the console, from the selected step on"},
    {'F', FITS_STEP, past_act_fork, "fork", "a new run from this step: decide it anew, or go on after it"},
    {'C', FITS_RUN, past_act_compare, "compare", "with another run, step by step"},
    {'D', FITS_RUN, past_act_forget, "forget", "forget it: asks why, says what will go"},
};

static bool fits(const console *c, guint needs)
{
    const struct past_screen *s = c->past;
    gint64 run, step;
    switch ((enum fits)needs) {
    case FITS_RUN:
        past_place(s, &run, &step);
        return run != 0;
    case FITS_STEP:
        return s->shown.story != NULL;
    case FITS_WORDS: /* W takes a lesson back */
        return s->shown.story && past_lesson(s) == 0;
    case FITS_BOX:
        return s->level == PAST_STEPS && s->shown.story && past_story_before(s->shown.story);
    case FITS_STEPS:
        return s->level == PAST_STEPS;
    case FITS_LIST:
        return s->level == PAST_STEPS || past_run_row(s);
    case FITS_LESSON:
        return past_lesson(s) != 0;
    case FITS_ALWAYS:
        break;
    }
    return true;
}

static const char *const missing[] = {
    [FITS_RUN] = "nothing is selected",
    [FITS_STEP] = "no step is selected",
    [FITS_WORDS] = "no step is selected",
    [FITS_BOX] = "that is for a step with a picture from before its action",
    [FITS_STEPS] = "that is for the steps of a run: enter opens them",
    [FITS_LIST] = "that is for runs and their steps",
    [FITS_LESSON] = "that is for a lesson: L lists them",
};

static const struct list_keys keys = {rows, G_N_ELEMENTS(rows), fits, missing, "Dp"};

void past_act_key(console *c, int key, bool burst)
{
    if (!move_key(c, key))
        list_keys_press(c, &keys, key, burst);
}

void past_keys_draw(const console *c, const struct rect *r)
{
    const struct past_screen *s = c->past;
    int y = r->y, x = r->x + 1;
    list_key_draw(r, &x, &y, "enter", s->level == PAST_STEPS ? "read" : s->level == PAST_RUNS ? "steps" : "go there");
    if (s->level != PAST_RUNS)
        list_key_draw(r, &x, &y, "1-5", "pages");
    if (s->shown.story && (s->page == PAST_PICTURE || s->page == PAST_MODULES))
        list_key_draw(r, &x, &y, "< >", s->page == PAST_PICTURE ? "picture" : "module");
    if (s->shown.story && (s->page == PAST_PICTURE || s->page == PAST_FILM))
        list_key_draw(r, &x, &y, "z", "zoom");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char key[] = {(char)rows[i].key, '\0'};
        if (rows[i].needs != FITS_WORDS && fits(c, rows[i].needs)) /* as on the run screen W is in the help alone */
            list_key_draw(r, &x, &y, key, rows[i].brief);
    }
    list_key_draw(r, &x, &y, "esc", s->level == PAST_RUNS && !s->in_detail ? "leave" : "back");
}

void past_keys_help(GString *text)
{
    list_keys_help(&keys, text, "On the memory screen (F4)",
                   "  enter               a run's steps; a step, to be read; what was found\n"
                   "  1-5                 why, picture, modules, fired, film (left, right); in the film arrows\n"
                   "                      walk through the pictures, enter shows one large\n"
                   "  < >                 another module, another picture\n"
                   "  z                   the picture over the whole screen; again: around the target; back\n");
}
