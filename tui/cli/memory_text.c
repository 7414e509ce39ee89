/* `reins memory` for people: aligned tables and the story of a run. All that came from a model, a title or a file goes through
 * text_line() or visible_text(). */

#include "tui/cli/memory_out.h"

#include "skills/action.h"
#include "skills/visible.h"
#include "tui/text.h"

#include <string.h>

/* ---- tables: rows of cells, the last column takes what is left ---- */

struct table {
    GPtrArray *cells; /* char *, owned; row by row */
    guint columns;
    const char *right; /* one letter a column: r = numbers, to the right */
};

static void table_begin(struct table *t, const char *right, ...)
{
    t->cells = g_ptr_array_new_with_free_func(g_free);
    t->columns = (guint)strlen(right);
    t->right = right;
    va_list args;
    va_start(args, right);
    for (guint i = 0; i < t->columns; i++)
        g_ptr_array_add(t->cells, g_strdup(va_arg(args, const char *)));
    va_end(args);
}

static void table_text(struct table *t, const char *text)
{
    g_ptr_array_add(t->cells, text && *text ? text_line(text) : g_strdup("–"));
}

static void G_GNUC_PRINTF(2, 3) table_format(struct table *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    table_text(t, text);
}

static void table_time(struct table *t, gint64 us)
{
    g_autoptr(GDateTime) utc = us ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    g_autoptr(GDateTime) local = utc ? g_date_time_to_local(utc) : NULL;
    g_autofree char *text = local ? g_date_time_format(local, "%Y-%m-%d %H:%M:%S") : NULL;
    table_text(t, text);
}

static void append_blanks(GString *out, int n)
{
    for (int i = 0; i < n; i++)
        g_string_append_c(out, ' ');
}

/* Takes the table's cells. width 0 = no limit. */
static char *table_end(struct table *t, int width)
{
    guint rows = t->cells->len / t->columns;
    g_autofree int *widths = g_new0(int, t->columns);
    for (guint i = 0; i < rows * t->columns; i++)
        widths[i % t->columns] = MAX(widths[i % t->columns], text_width(t->cells->pdata[i]));
    GString *out = g_string_new(NULL);
    for (guint row = 0; row < rows; row++) {
        int used = 0;
        for (guint column = 0; column < t->columns; column++) {
            const char *cell = t->cells->pdata[row * t->columns + column];
            bool last = column == t->columns - 1;
            g_autofree char *cut =
                last && width > 0 && used + text_width(cell) > width ? text_fit(cell, MAX(width - used, 8)) : NULL;
            int fill = widths[column] - text_width(cell);
            if (t->right[column] == 'r')
                append_blanks(out, fill);
            g_string_append(out, cut ? cut : cell);
            if (!last) {
                append_blanks(out, (t->right[column] == 'r' ? 0 : fill) + 2);
                used += widths[column] + 2;
            }
        }
        g_string_append_c(out, '\n');
    }
    g_ptr_array_unref(t->cells);
    return g_string_free(out, FALSE);
}

/* ---- actions ---- */

static char *action_text(const char *json)
{
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    return a ? action_describe(a) : g_strdup(json ? json : "–");
}

static const struct memory_proposal *find_proposal(const GPtrArray *proposals, gint64 id)
{
    for (guint i = 0; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        if (p->id == id)
            return p;
    }
    return NULL;
}

/* What was proposed ▸ what became of it by editing. */
static char *edit_chain(const GPtrArray *proposals, const struct memory_proposal *last)
{
    GString *out = g_string_new(NULL);
    /* an edit has a greater id than what it edits: the walk ends */
    for (const struct memory_proposal *p = last; p;
         p = p->edited_from && p->edited_from < p->id ? find_proposal(proposals, p->edited_from) : NULL) {
        g_autofree char *text = action_text(p->action);
        if (out->len)
            g_string_prepend(out, " ▸ ");
        g_string_prepend(out, text);
    }
    return g_string_free(out, FALSE);
}

/* ---- lists ---- */

static char *text_runs(memory *m, gint64 limit, int width, GError **error)
{
    g_autoptr(GPtrArray) runs = memory_runs(m, NULL, limit, error);
    if (!runs)
        return NULL;
    if (runs->len == 0)
        return g_strdup("no run was recorded yet (start one with: reins run \"task\")\n");
    struct table t;
    table_begin(&t, "rlllrrl", "RUN", "STARTED", "STATUS", "BRAIN", "STEPS", "COST", "TASK");
    for (guint i = 0; i < runs->len; i++) {
        const struct memory_run *r = runs->pdata[i];
        gint64 holder = memory_run_holder(m, r->id);
        g_autofree char *held = holder > 0 ? g_strdup_printf(" (process %" G_GINT64_FORMAT ")", holder) : g_strdup("");
        table_format(&t, "%" G_GINT64_FORMAT, r->id);
        table_time(&t, r->started_us);
        table_format(&t, "%s%s", r->outcome ? r->outcome : r->status, held);
        table_text(&t, r->brain);
        table_format(&t, "%" G_GINT64_FORMAT, r->steps);
        table_format(&t, "$%.4f", r->cost);
        table_text(&t, r->task);
    }
    return table_end(&t, width);
}

static char *text_steps(memory *m, gint64 run, gint64 only, int width, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_steps(m, run, error);
    g_autoptr(GPtrArray) proposals = steps ? memory_proposals(m, run, only, error) : NULL;
    if (!proposals)
        return NULL;
    if (steps->len == 0)
        return g_strdup("no step was recorded\n");
    struct table t;
    table_begin(&t, "rllllll", "STEP", "STARTED", "VERDICT", "EFFECT", "SUCCESS", "TASK", "ACTION");
    for (guint i = 0; i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        if (only && s->step != only)
            continue;
        const struct memory_proposal *last = NULL;
        for (guint j = 0; j < proposals->len; j++) {
            const struct memory_proposal *p = proposals->pdata[j];
            last = p->step == s->step ? p : last;
        }
        g_autofree char *what = last ? edit_chain(proposals, last) : action_text(s->action);
        table_format(&t, "%" G_GINT64_FORMAT, s->step);
        table_time(&t, s->started_us);
        table_text(&t, s->verdict);
        table_text(&t, s->effect);
        table_text(&t, s->success);
        g_autofree char *line = s->task ? text_fit(s->task, 40) : NULL;
        table_text(&t, line);
        table_text(&t, what);
    }
    return table_end(&t, width);
}

static char *text_frames(memory *m, gint64 run, gint64 step, int width, GError **error)
{
    g_autoptr(GPtrArray) frames = memory_frames(m, run, step, error);
    if (!frames)
        return NULL;
    if (frames->len == 0)
        return g_strdup("no frame was recorded\n");
    struct table t;
    table_begin(&t, "rllll", "STEP", "AT", "ROLE", "SIZE", "FILE");
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        table_format(&t, "%" G_GINT64_FORMAT, f->step);
        table_time(&t, f->at_us);
        table_text(&t, f->role);
        table_format(&t, "%d×%d", f->width, f->height);
        table_text(&t, f->path);
    }
    (void)width; /* a file's name is of use only whole */
    return table_end(&t, 0);
}

char *memory_text_hits(const GPtrArray *hits, int width)
{
    if (hits->len == 0)
        return g_strdup("nothing found\n");
    struct table t;
    table_begin(&t, "rrll", "RUN", "STEP", "KIND", "TEXT");
    for (guint i = 0; i < hits->len; i++) {
        const struct memory_hit *hit = hits->pdata[i];
        table_format(&t, "%" G_GINT64_FORMAT, hit->run);
        table_format(&t, "%" G_GINT64_FORMAT, hit->step);
        table_text(&t, hit->kind);
        table_text(&t, hit->snippet);
    }
    return table_end(&t, width);
}

/* ---- one run, told ---- */

/* A text of several lines, indented. */
static void append_block(GString *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_string_append_printf(out, "    %s:\n", name);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *line = visible_text(lines[i]);
        if (*line || lines[i + 1])
            g_string_append_printf(out, "      %s\n", line);
    }
}

static void append_field(GString *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_autofree char *line = text_line(text);
    g_string_append_printf(out, "%-10s %s\n", name, line);
}

static void append_call(GString *out, const struct memory_call *c, bool whole)
{
    g_autofree char *duration = text_duration(c->ms), *module = text_line(c->module), *brain = text_line(c->brain);
    g_string_append_printf(out, "  %s  %s  %s  %s  %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " tokens  $%.4f%s\n", module, brain,
                           c->status, duration, c->tokens_in, c->tokens_out, c->cost, c->attempt > 1 ? "  (asked again)" : "");
    if (whole) {
        g_autofree char *prompt = memory_json_prompt_text(c->prompt);
        append_block(out, "prompt", prompt);
        append_block(out, "reply", c->reply);
    }
    append_block(out, "output", c->output);
    append_block(out, "corrected to", c->correction);
    append_block(out, g_strcmp0(c->status, "skipped") == 0 ? "why" : "error", c->error);
}

static bool append_proposal(memory *m, GString *out, const struct memory_proposal *p, bool whole, GError **error)
{
    g_autofree char *described = action_text(p->action);
    g_autofree char *text = text_line(described), *reason = text_line(p->reason), *by = text_line(p->by),
                    *decider = text_line(p->decided_by);
    g_autofree char *edit = p->edited_from ? g_strdup_printf(", an edit of %" G_GINT64_FORMAT, p->edited_from) : g_strdup("");
    g_string_append_printf(out, "  proposal %" G_GINT64_FORMAT " by %s%s, tier %d: %s\n", p->id, by, edit, p->tier, text);
    if (p->verdict)
        g_string_append_printf(out, "    %s by %s%s%s\n", p->verdict, decider, *reason ? ": " : "", reason);
    if (p->stage)
        g_string_append_printf(out, "    %s\n", p->stage);
    if (!whole)
        return true;
    GError *local = NULL;
    g_autofree char *fired = memory_fired(m, p->run, p->id, &local);
    append_block(out, "timeline", p->timeline);
    append_block(out, "fired", fired);
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

static bool append_step(memory *m, GString *out, const struct memory_step *s, bool whole, GError **error)
{
    g_autoptr(GPtrArray) calls = memory_calls(m, s->run, s->step, error);
    g_autoptr(GPtrArray) proposals = calls ? memory_proposals(m, s->run, s->step, error) : NULL;
    g_autoptr(GPtrArray) frames = proposals ? memory_frames(m, s->run, s->step, error) : NULL;
    if (!frames)
        return false;
    g_autofree char *task = text_line(s->task);
    g_string_append_printf(out, "\nstep %" G_GINT64_FORMAT "  %s\n", s->step, task);
    for (guint i = 0; i < calls->len; i++)
        append_call(out, calls->pdata[i], whole);
    for (guint i = 0; i < proposals->len; i++)
        if (!append_proposal(m, out, proposals->pdata[i], whole, error))
            return false;
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        g_string_append_printf(out, "  frame %s  %d×%d  %s\n", f->role ? f->role : "", f->width, f->height,
                               f->path ? f->path : "(its name is damaged)");
    }
    if (s->effect || s->success) {
        g_autofree char *success = text_line(s->success ? s->success : "–");
        g_string_append_printf(out, "  effect %s, success %s\n", s->effect ? s->effect : "–", success);
    }
    return true;
}

static void append_run(memory *m, GString *out, const struct memory_run *r)
{
    g_autofree char *started = memory_iso_time(r->started_us), *ended = memory_iso_time(r->ended_us);
    gint64 holder = memory_run_holder(m, r->id);
    g_string_append_printf(out, "%-10s %" G_GINT64_FORMAT "\n", "run", r->id);
    append_field(out, "task", r->task);
    append_field(out, "agent", r->agent);
    append_field(out, "brain", r->brain);
    append_field(out, "profile", r->profile);
    append_field(out, "app", r->app);
    append_field(out, "display", r->display);
    append_field(out, "mode", r->mode);
    append_field(out, "status", r->status);
    append_field(out, "outcome", r->outcome);
    append_field(out, "reason", r->reason);
    append_field(out, "started", started);
    append_field(out, "ended", ended);
    if (holder > 0)
        g_string_append_printf(out, "%-10s process %" G_GINT64_FORMAT "\n", "held by", holder);
    g_string_append_printf(out, "%-10s $%.4f\n", "cost", r->cost);
}

static bool append_journal(memory *m, GString *out, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) journal = memory_journal(m, run, error);
    if (!journal)
        return false;
    struct table t;
    table_begin(&t, "rrrllll", "ROW", "STEP", "PROPOSAL", "AT", "STAGE", "BY", "HASH");
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *e = journal->pdata[i];
        if (step && e->step != step)
            continue;
        table_format(&t, "%" G_GINT64_FORMAT, e->seq);
        table_format(&t, "%" G_GINT64_FORMAT, e->step);
        table_format(&t, "%" G_GINT64_FORMAT, e->proposal);
        table_time(&t, e->at_us);
        table_text(&t, e->stage);
        table_text(&t, e->by);
        table_format(&t, "%.12s", e->hash);
    }
    g_autofree char *text = table_end(&t, 0);
    g_string_append_printf(out, "\njournal\n%s", text);
    return true;
}

static char *text_show(memory *m, gint64 run, gint64 step, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    append_run(m, out, row);
    memory_run_free(row);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, error);
    g_autoptr(GPtrArray) summaries = steps ? memory_summaries(m, run, step, error) : NULL;
    if (!summaries)
        return NULL;
    for (guint i = 0; i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        if ((step == 0 || s->step == step) && !append_step(m, out, s, step != 0, error))
            return NULL;
    }
    for (guint i = 0; i < summaries->len; i++) {
        const struct memory_summary_row *s = summaries->pdata[i];
        g_string_append_printf(out, "\nsummary at step %" G_GINT64_FORMAT "\n", s->step);
        append_block(out, "text", s->text);
    }
    return append_journal(m, out, run, step, error) ? g_strdup(out->str) : NULL;
}

char *memory_text_part(memory *m, enum memory_part part, gint64 run, gint64 step, gint64 limit, int width, GError **error)
{
    switch (part) {
    case MEMORY_RUNS:
        return text_runs(m, limit, width, error);
    case MEMORY_STEPS:
        return text_steps(m, run, step, width, error);
    case MEMORY_SHOW:
        return text_show(m, run, step, error);
    case MEMORY_FRAMES:
        return text_frames(m, run, step, width, error);
    default:
        g_assert_not_reached();
    }
}
