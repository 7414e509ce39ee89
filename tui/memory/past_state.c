/* What all files of the memory screen use: they open the store, say what is wrong, ask what is selected, for a line and for a
 * child. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include "config/config.h"

/* ---- the store ---- */

void past_say(console *c, const GError *error)
{
    if (error)
        console_say(c, STYLE_BAD, "memory cannot be read: %s", error->message);
}

void past_set_unread(struct past_screen *s, const GError *error)
{
    past_changed(s);
    g_free(s->runs.unread);
    s->runs.unread = error ? g_strdup(error->message) : NULL;
}

memory *past_open_store(GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    return dir ? memory_open(dir, false, error) : NULL;
}

memory *past_store(console *c)
{
    g_autoptr(GError) error = NULL;
    memory *m = past_open_store(&error);
    past_say(c, error);
    return m;
}

/* ---- what is selected ---- */

const struct memory_run_row *past_run_row(const struct past_screen *s)
{
    if (s->level != PAST_RUNS || !s->runs.rows || (guint)s->runs.selected >= s->runs.rows->len)
        return NULL;
    return s->runs.rows->pdata[s->runs.selected];
}

void past_place(const struct past_screen *s, gint64 *ret_run, gint64 *ret_step)
{
    const struct memory_run_row *row = past_run_row(s);
    const struct memory_hit *hit =
        s->level == PAST_HITS && (guint)s->found.selected < s->found.hits->len ? s->found.hits->pdata[s->found.selected] : NULL;
    *ret_step = s->level == PAST_STEPS ? s->steps.selected : hit && hit->run ? hit->step : 0;
    *ret_run = s->level == PAST_STEPS ? s->steps.run : *ret_step ? hit->run : row ? row->id : 0;
}

void past_changed(struct past_screen *s)
{
    g_clear_pointer(&s->shown.story, past_story_free);
    g_clear_pointer(&s->shown.unread, g_free);
    g_clear_pointer(&s->shown.lines, g_ptr_array_unref);
}

void past_changed_place(struct past_screen *s)
{
    s->shown.top = 0;
    s->shown.call = PAST_CALL_FIRST;
    s->shown.frame = 0;
    past_changed(s);
}

/* ---- what is asked for ---- */

void past_ask(console *c, enum past_ask what, const char *text)
{
    struct past_screen *s = c->past;
    s->ask = what;
    s->shown.blink = false;
    if (what != PAST_ASK_FILTER && what != PAST_ASK_FIND) /* those two go on with what stands there */
        input_set(&s->line, text);
}

void past_work_start(console *c, task_function function, void *data, const char *working, const char *not_done)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    s->work.doing = working;
    s->work.not_done = not_done;
    s->work.child = task_start(function, data, true, &error);
    if (!s->work.child)
        console_say(c, STYLE_BAD, "%s: %s", not_done, error->message);
}
