/* The memory screen: what is to be seen of the selected run or step, page by page. */

#include "memory/notes.h"
#include "config/money.h"
#include "tui/console/list_screen.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#define PICTURE_ROWS_MIN 6

const struct past_story *past_detail_story(console *c)
{
    struct past_screen *s = c->past;
    gint64 run, step;
    past_place(s, &run, &step);
    if (!run || !step)
        return NULL;
    if (s->shown.story && s->shown.story->run == run && s->shown.story->step == step)
        return s->shown.story;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_open_store(&error);
    past_changed(s);
    s->shown.story = m ? past_story_read(m, run, step, &error) : NULL;
    s->shown.unread = error ? g_strdup(error->message) : NULL;
    return s->shown.story;
}

/* ---- a run ---- */

/* Where something should stand that is not known: it is never left out as if there were none. */
static void unread(const char *why, GPtrArray *lines, int width)
{
    if (why)
        rich_format(lines, width, STYLE_BAD, "memory cannot be read: %s", why);
}

static void run_notes(memory *m, gint64 run, GPtrArray *lines, int width)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) notes = memory_notes(m, run, 0, &error);
    unread(error ? error->message : NULL, lines, width);
    for (guint i = 0; notes && i < notes->len; i++) {
        const struct memory_note *n = notes->pdata[i];
        rich_format(lines, width, STYLE_ACCENT, "%s by %s%s%s", n->kind, n->by ? n->by : "?", *n->text ? ": " : "", n->text);
    }
}

/* When it went wrong first; `bad`: the run itself did, whatever its steps. */
static void run_first(memory *m, gint64 run, bool bad, GPtrArray *lines, int width)
{
    static const char *const troubles[] = {"no_effect", "unexpected", "stale",    "expired", "voided",
                                           "failed",    "error",      "rejected", NULL};
    g_autoptr(GError) error = NULL;
    gint64 first = memory_mark_next(m, run, 0, troubles, true, &error);
    g_autoptr(GPtrArray) marks = first > 0 ? memory_marks(m, run, first, 1, &error) : NULL;
    unread(error ? error->message : NULL, lines, width);
    if (first == 0 && bad)
        rich_text(lines, width, STYLE_WARN, "no step went wrong");
    else if (first == 0)
        rich_text(lines, width, STYLE_GOOD, "nothing went wrong");
    if (!marks)
        return;
    g_autoptr(GString) what = g_string_new(NULL);
    for (guint i = 0; i < marks->len; i++)
        g_string_append_printf(what, "%s%s", what->len ? ", " : "", ((const struct memory_mark *)marks->pdata[i])->what);
    rich_format(lines, width, STYLE_WARN, "went wrong first: step %" G_GINT64_FORMAT " (%s) · n goes there", first, what->str);
}

static void run_numbers(const struct memory_run_row *row, GPtrArray *lines, int width)
{
    g_autofree char *in = text_count(row->tokens_in), *out = text_count(row->tokens_out), *thought = text_duration(row->ms);
    g_autofree char *took = row->ended_us ? text_duration((row->ended_us - row->started_us) / 1000) : g_strdup("not ended");
    g_autofree char *cost = money_text(row->cost, row->unpriced > 0);
    rich_format(lines, width, STYLE_NORMAL, "cost: %s · %s + %s tokens in %" G_GINT64_FORMAT " calls, %s", cost, in, out,
                row->calls, thought);
    rich_format(lines, width, STYLE_NORMAL, "%" G_GINT64_FORMAT " steps, %" G_GINT64_FORMAT " changed by a person · %s",
                row->steps, row->touched, took);
    if (row->parent)
        rich_format(lines, width, STYLE_NORMAL, "forked from run %" G_GINT64_FORMAT " after step %" G_GINT64_FORMAT, row->parent,
                    row->parent_step);
    if (row->imported)
        rich_text(lines, width, STYLE_NORMAL, "imported from a file");
}

static void last_summary(memory *m, gint64 run, GPtrArray *lines, int width)
{
    g_autoptr(GError) error = NULL;
    gint64 last = memory_last_step(m, run, &error);
    g_autoptr(GPtrArray) summaries = last > 0 ? memory_summaries(m, run, last, &error) : NULL;
    unread(error ? error->message : NULL, lines, width);
    const struct memory_summary_row *newest = summaries && summaries->len ? summaries->pdata[summaries->len - 1] : NULL;
    if (newest)
        rich_field(lines, width, "summary", newest->text);
}

static void run_lines(const struct memory_run_row *row, GPtrArray *lines, int width)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_open_store(&error);
    struct memory_run *run = m ? memory_run_get(m, row->id, &error) : NULL;
    unread(error ? error->message : NULL, lines, width);
    if (!run)
        return;
    g_autofree char *began = text_when(run->started_us, "%Y-%m-%d %H:%M:%S");
    gint64 holder = memory_run_holder(m, row->id);
    bool died = holder == 0 && g_strcmp0(run->status, "ended") != 0;
    bool bad = died || !g_strcmp0(run->outcome, "error") || !g_strcmp0(run->outcome, "failed");
    rich_field(lines, width, "task", run->task);
    rich_format(lines, width, STYLE_BOLD, "%s%s%s", run->outcome ? run->outcome : run->status,
                run->reason && *run->reason ? ": " : "", run->reason ? run->reason : "");
    if (holder > 0)
        rich_format(lines, width, STYLE_ACCENT, "process %" G_GINT64_FORMAT " drives it now", holder);
    if (died)
        rich_format(lines, width, STYLE_BAD, "its engine died · reins resume %" G_GINT64_FORMAT " continues it", row->id);
    run_first(m, row->id, bad, lines, width);
    run_numbers(row, lines, width);
    rich_format(lines, width, STYLE_NORMAL, "begun: %s · agent %s%s%s · mode %s", began, run->agent ? run->agent : "?",
                run->brain ? " · brain " : "", run->brain ? run->brain : "", run->mode ? run->mode : "?");
    rich_format(lines, width, STYLE_NORMAL, "profile %s · program %s · display %s", run->profile ? run->profile : "–",
                run->app && *run->app ? run->app : "–", run->display ? run->display : "–");
    run_notes(m, row->id, lines, width);
    last_summary(m, row->id, lines, width);
    memory_run_free(run);
}

/* ---- the pages ---- */

static const char *const page_names[] = {"why", "picture", "modules", "fired", "film"};

static void make_lines(console *c, int width)
{
    struct past_screen *s = c->past;
    const struct past_story *story = past_detail_story(c);
    if (s->shown.lines && s->shown.width == width)
        return;
    if (story && s->shown.call == PAST_CALL_FIRST)
        s->shown.call = past_story_call(story);
    g_clear_pointer(&s->shown.lines, g_ptr_array_unref);
    s->shown.lines = rich_new();
    s->shown.width = width;
    if (story && s->page == PAST_MODULES)
        past_modules_lines(story, s->shown.call, s->shown.lines, width);
    else if (story && s->page == PAST_FIRED)
        past_fired_lines(story, s->shown.lines, width);
    else
        past_recall_lines(c, s->shown.lines, width);
    unread(s->shown.unread, s->shown.lines, width);
    if (s->level == PAST_RUNS && !s->runs.rows->len)
        unread(s->runs.unread, s->shown.lines, width);
    if (s->page == PAST_STORY && story)
        past_story_lines(story, s->shown.lines, width);
    else if (!story && past_run_row(s))
        run_lines(past_run_row(s), s->shown.lines, width);
}

static char *title_text(const struct past_screen *s)
{
    if (s->level == PAST_RUNS) {
        const struct memory_run_row *row = past_run_row(s);
        return row ? g_strdup_printf("run %" G_GINT64_FORMAT, row->id) : g_strdup("");
    }
    g_autoptr(GString) title = g_string_new(NULL);
    gint64 run, step;
    past_place(s, &run, &step);
    if (step)
        g_string_append_printf(title, "run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " ·", run, step);
    for (int i = 0; i < PAST_PAGES; i++)
        g_string_append_printf(title, (int)s->page == i ? " [%d %s]" : " %d %s", i + 1, page_names[i]);
    return g_string_free(g_steal_pointer(&title), FALSE);
}

void past_detail_draw(console *c, const struct rect *r)
{
    struct past_screen *s = c->past;
    struct rect inside = {r->x + 2, r->y + 1, r->width - 4, r->height - 2};
    make_lines(c, inside.width);
    g_autofree char *title = title_text(s);
    paint_box(r, title, s->in_detail ? STYLE_BORDER_ALERT : STYLE_BORDER);
    if (s->shown.story && s->page == PAST_PICTURE)
        past_pictures_draw(c, &inside);
    else if (s->shown.story && s->page == PAST_FILM)
        past_film_draw(c, &inside);
    if (s->shown.story && (s->page == PAST_PICTURE || s->page == PAST_FILM))
        return;
    s->detail_rows = inside.height;
    int rest = list_detail_draw(r, s->shown.lines, &s->shown.top, s->in_detail);
    struct rect below = {inside.x, inside.y + inside.height - rest + 1, inside.width, rest - 1};
    if (s->page == PAST_STORY && below.height >= PICTURE_ROWS_MIN && past_detail_story(c))
        past_picture_below(c, &below);
}
