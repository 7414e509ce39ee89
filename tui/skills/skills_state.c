/* What all files of the skills screen use: they ask what is selected, choose what is listed, start children. */

#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

struct skills_screen *skills_state(console *c)
{
    if (c->shelf)
        return c->shelf;
    struct skills_screen *s = g_new0(struct skills_screen, 1);
    input_init(&s->filter, NULL);
    input_init(&s->line, NULL);
    s->list.shown = g_ptr_array_new();
    s->touched = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    c->shelf = s;
    return s;
}

/* ---- what is selected ---- */

const struct skill_row *skills_selected(const struct skills_screen *s)
{
    return (guint)s->list.selected < s->list.shown->len ? g_ptr_array_index(s->list.shown, (guint)s->list.selected) : NULL;
}

void skills_changed(struct skills_screen *s)
{
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
    g_clear_pointer(&s->detail.versions, g_ptr_array_unref);
    g_clear_pointer(&s->detail.outcomes, g_ptr_array_unref);
    const struct skill_row *row = s->list.shown->len ? skills_selected(s) : NULL;
    if (s->detail.check &&
        (!row || !g_str_equal(row->row->sha256, s->detail.check->sha256) || !g_str_equal(row->row->name, s->detail.check->name)))
        g_clear_pointer(&s->detail.check, job_check_free);
    if (!s->jobs.look)
        g_clear_pointer(&s->jobs.looked, g_free);
    g_clear_pointer(&s->detail.picture, g_free);
    s->detail.top = 0;
    s->detail.version = 0;
    s->detail.base = G_MAXUINT;
}

void skills_choose(struct skills_screen *s)
{
    const struct skill_row *row = skills_selected(s);
    g_autofree char *name = s->follow ? g_strdup(s->follow) : row ? g_strdup(row->row->name) : NULL;
    g_autofree char *sha256 = row ? g_strdup(row->row->sha256) : NULL;
    if (s->follow && s->list.rows && skill_rows_index(s->list.rows, name, NULL) >= 0 && s->filter.text->len) {
        g_autoptr(GPtrArray) fitting = skill_rows_choose(s->list.rows, s->filter.text->str, s->list.sort,
                                                         (const char *const *)s->offered, (const char *const *)s->loaded);
        if (skill_rows_index(fitting, name, NULL) < 0)
            input_set(&s->filter, ""); /* what was just made is shown */
    }
    g_ptr_array_unref(s->list.shown);
    s->list.shown = s->list.rows ? skill_rows_choose(s->list.rows, s->filter.text->str, s->list.sort,
                                                     (const char *const *)s->offered, (const char *const *)s->loaded)
                                 : g_ptr_array_new();
    int at = name ? skill_rows_index(s->list.shown, name, sha256) : -1;
    s->list.selected = CLAMP(at >= 0 ? at : s->list.selected, 0, MAX(0, (int)s->list.shown->len - 1));
    skills_changed(s);
}

void skills_seen(struct skills_screen *s)
{
    const struct skill_row *row = skills_selected(s);
    if (!row || !g_hash_table_remove(s->touched, row->row->name))
        return;
    for (guint i = 0; i < s->list.rows->len; i++) {
        struct skill_row *other = g_ptr_array_index(s->list.rows, i);
        if (g_str_equal(other->row->name, row->row->name))
            other->changed = false;
    }
}

/* ---- children ---- */

void skills_reload(console *c, const char *outside)
{
    struct skills_screen *s = skills_state(c);
    g_autoptr(GError) error = NULL;
    struct job_input in = {.kind = JOB_LOAD, .lib = c->skills.library, .reason = g_strdup(outside)};
    if (s->jobs.load) {
        s->jobs.again = true;
        return;
    }
    s->jobs.load = job_start(&in, &error);
    if (!s->jobs.load)
        console_say(c, STYLE_BAD, "the skill library cannot be read: %s", error->message);
    c->dirty = true;
}

bool skills_work(console *c, struct job_input *in)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    if (s->jobs.work) {
        g_autofree char *what = job_text(s->jobs.work);
        console_say(c, STYLE_WARN, "not yet: %s", what);
        job_input_clear(in);
        return false;
    }
    in->lib = c->skills.library;
    s->jobs.work = c->skills.library ? job_start(in, &error) : NULL;
    if (!c->skills.library)
        job_input_clear(in);
    if (!s->jobs.work)
        console_say(c, STYLE_BAD, "%s", error ? error->message : "the library is not there yet");
    c->dirty = true;
    return s->jobs.work != NULL;
}
