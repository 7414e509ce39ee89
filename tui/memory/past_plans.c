/* The memory screen: plans that agents remember. A list, what the selected one says, and what a reference was made of. */

#include "memory/plans.h"
#include "tui/console/list_screen.h"
#include "tui/console/state.h"
#include "tui/memory/past_screen.h"
#include "tui/term/rich.h"
#include "tui/term/text.h"
#include "tui/term/text_edit.h"

#include <string.h>

#define PLANS_MAX 2000 /* rows read */

void past_plans_free(struct past_plans *p)
{
    g_clear_pointer(&p->rows, g_ptr_array_unref);
    g_clear_pointer(&p->versions, g_ptr_array_unref);
    g_clear_pointer(&p->sources, g_ptr_array_unref);
    g_clear_pointer(&p->editor, text_edit_free);
}

static const struct memory_plan *selected(const struct past_plans *p)
{
    return p->rows && p->selected < (int)p->rows->len ? p->rows->pdata[p->selected] : NULL;
}

/* The version that is shown; the newest one where none is chosen. */
static const struct memory_plan *shown(const struct past_plans *p)
{
    return p->versions && p->version < p->versions->len ? p->versions->pdata[p->version] : selected(p);
}

static void choose(console *c)
{
    struct past_plans *p = &c->past->plans;
    const struct memory_plan *plan = selected(p);
    g_autoptr(memory) m = plan ? past_store(c) : NULL;
    g_clear_pointer(&p->versions, g_ptr_array_unref);
    g_clear_pointer(&p->sources, g_ptr_array_unref);
    p->version = 0;
    p->top = 0;
    p->versions = m ? memory_plan_versions(m, plan->plan, NULL) : NULL;
    p->sources = m ? memory_plan_sources(m, plan->plan, NULL) : NULL;
}

static void read_rows(console *c)
{
    static const struct memory_plans_asked asked = {.limit = PLANS_MAX};
    struct past_plans *p = &c->past->plans;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    g_clear_pointer(&p->rows, g_ptr_array_unref);
    p->rows = m ? memory_plans(m, &asked, &error) : NULL;
    past_say(c, error);
    if (!p->rows)
        p->rows = g_ptr_array_new();
    memory_plans_join(p->rows);
    p->selected = CLAMP(p->selected, 0, MAX(0, (int)p->rows->len - 1));
    g_clear_pointer(&m, memory_close);
    choose(c);
}

void past_act_plans(console *c)
{
    c->past->plans.open = true;
    read_rows(c);
}

bool past_plans_typing(const struct past_plans *p)
{
    return p->editor || p->withdrawing;
}

/* ---- keys ---- */

static void told(console *c, bool ok, const GError *error, gint64 plan, const char *what, gint64 others)
{
    g_autofree char *equal = memory_plan_others_text(others);
    read_rows(c);
    if (ok)
        console_say(c, STYLE_GOOD, "plan %" G_GINT64_FORMAT " %s%s", plan, what, equal);
    else
        console_say(c, STYLE_BAD, "the plan is as it was: %s", error ? error->message : "no run was recorded yet");
}

static void save(console *c)
{
    struct past_plans *p = &c->past->plans;
    const struct memory_plan *plan = selected(p);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strstrip(g_strdup(text_edit_text(p->editor)));
    const struct memory_plan version = {.by = (char *)g_get_user_name(), .text = text};
    if (!*text || strlen(text) > PLAN_TEXT_MAX) {
        console_say(c, STYLE_BAD, "a plan has 1 to %d bytes", PLAN_TEXT_MAX);
        return;
    }
    bool changed = !g_str_equal(text, plan->text);
    gint64 number = plan->plan, others = 0;
    g_clear_pointer(&p->editor, text_edit_free);
    if (!changed)
        return;
    g_autoptr(memory) m = past_store(c);
    bool ok = m && memory_plans_change_equal(m, number, &version, &others, &error);
    g_clear_pointer(&m, memory_close);
    told(c, ok, error, number, "has this text now", others);
}

static void plan_keypress(console *c, int key)
{
    struct past_plans *p = &c->past->plans;
    bool dropped = key == K_ESC && (!text_edit_changed(p->editor) || p->dropping);
    p->dropping = key == K_ESC && !dropped;
    if (dropped)
        g_clear_pointer(&p->editor, text_edit_free);
    else if (key == K_ESC)
        console_say(c, STYLE_WARN, "discard your changes? esc again: yes; ctrl-x writes them");
    else if (key == K_CTRL('x'))
        save(c);
    else
        text_edit_key(p->editor, key);
}

static void withdraw_keypress(console *c, int key)
{
    struct past_screen *s = c->past;
    const struct memory_plan *plan = selected(&s->plans);
    g_autoptr(GError) error = NULL;
    if (key == K_ENTER) {
        gint64 number = plan->plan, others = 0;
        g_autoptr(memory) m = past_store(c);
        bool ok = m && memory_plans_withdraw_equal(m, number, s->line.text->str, &others, &error);
        g_clear_pointer(&m, memory_close);
        told(c, ok, error, number, "is withdrawn", others);
    }
    if (key == K_ENTER || key == K_ESC)
        s->plans.withdrawing = false;
    else
        input_key(&s->line, key);
}

static void go(console *c, const struct memory_plan *plan)
{
    if (!plan->run) {
        console_say(c, STYLE_WARN, "this plan came from no run of this store");
        return;
    }
    c->past->plans.open = false;
    past_open_run(c, plan->run, plan->step);
}

void past_plans_keypress(console *c, int key)
{
    struct past_plans *p = &c->past->plans;
    const struct memory_plan *plan = selected(p);
    int by = viewer_scrolls(key, MAX(1, p->page_rows), SCROLL_ALL);
    if (p->editor) {
        plan_keypress(c, key);
    } else if (p->withdrawing) {
        withdraw_keypress(c, key);
    } else if (key == K_TAB || key == K_ENTER) {
        p->in_detail = !p->in_detail;
    } else if (by && p->in_detail) {
        p->top = MAX(0, p->top + by);
    } else if (by) {
        p->selected = CLAMP(p->selected + by, 0, MAX(0, (int)p->rows->len - 1));
        choose(c);
    } else if (key == K_ESC && p->in_detail) {
        p->in_detail = false;
    } else if (key == K_ESC || key == 'q' || key == 'P') {
        p->open = p->in_detail = false;
    } else if (!plan) {
        return;
    } else if (key == 'e') {
        p->editor = text_edit_new(plan->text);
        p->version = 0;
    } else if (key == 'W') {
        p->withdrawing = true;
        input_set(&c->past->line, "");
    } else if (key == '<' || key == '>') {
        p->version = (guint)CLAMP((int)p->version + (key == '<' ? 1 : -1), 0, MAX(0, (int)p->versions->len - 1));
    } else if (key == 'g') {
        go(c, plan);
    }
}

/* ---- drawing ---- */

/* "reference", "worked", "(imported) failed". */
static char *what_of(const struct memory_plan *p)
{
    return g_strconcat(p->origin ? "(imported) " : "", p->touched ? "(edited) " : "",
                       p->reference ? "reference" : plan_outcome_name(p->outcome), NULL);
}

static void list_draw(const console *c, const struct rect *r)
{
    struct past_plans *p = &c->past->plans;
    int n = (int)p->rows->len, rows = p->page_rows = r->height - 2;
    g_autofree char *title = g_strdup_printf("plans: %d%s", n, n == PLANS_MAX ? " and more" : "");
    paint_box(r, title, p->in_detail ? STYLE_BORDER : STYLE_BORDER_ALERT);
    p->list_top = CLAMP(p->list_top, MAX(0, p->selected - rows + 1), p->selected);
    for (int i = 0; i < rows && p->list_top + i < n; i++) {
        const struct memory_plan *plan = p->rows->pdata[p->list_top + i];
        g_autofree char *what = what_of(plan), *line = memory_plan_line(plan->text);
        paint_format(r->y + 1 + i, r->x + 1, r->width - 2,
                     p->list_top + i == p->selected                               ? STYLE_SELECTED
                     : plan->reference                                            ? STYLE_ACCENT
                     : plan->outcome == PLAN_FAILED                               ? STYLE_WARN
                     : plan->outcome == PLAN_UNTRIED || !memory_plan_proven(plan) ? STYLE_DIM
                                                                                  : STYLE_NORMAL,
                     "%s · %s · %s: %s", plan->goal, plan->app, what, line);
    }
    if (!n)
        paint_text(r->y + 1, r->x + 2, r->width - 4, "no plan is kept: --agent gitm and jarvis write them", STYLE_DIM);
}

static GPtrArray *lines_of(const struct past_plans *p, const struct memory_plan *plan, int width)
{
    GPtrArray *lines = rich_new();
    g_autofree char *when = text_when(plan->at_us, TEXT_MINUTE), *what = what_of(plan);
    rich_format(lines, width, STYLE_BOLD, "%s of %s: %s", plan->goal, plan->app, what);
    rich_field(lines, width, "it failed", plan->cause);
    rich_field(lines, width, "plan", plan->text);
    rich_field(lines, width, "began with", plan->situation);
    rich_field(lines, width, "task", plan->task);
    rich_format(lines, width, STYLE_DIM, "plan %" G_GINT64_FORMAT ", version %" G_GINT64_FORMAT " · by %s, %s", plan->plan,
                plan->version, plan->by, when);
    rich_format(lines, width, STYLE_DIM,
                "%" G_GINT64_FORMAT " actions; it worked %" G_GINT64_FORMAT " times and failed %" G_GINT64_FORMAT, plan->steps,
                memory_plan_times(plan, true), memory_plan_times(plan, false));
    rich_field(lines, width, "imported from", plan->origin);
    rich_field(lines, width, "why", plan->reason);
    if (plan->run)
        rich_format(lines, width, STYLE_DIM, "from run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " (g goes there)", plan->run,
                    plan->step);
    for (guint i = 0; p->sources && i < p->sources->len; i++) {
        const struct memory_plan *source = p->sources->pdata[i];
        g_autofree char *from = g_strdup_printf("made of plan %" G_GINT64_FORMAT, source->plan);
        rich_field(lines, width, from, source->text);
    }
    return lines;
}

static void keys_draw(const struct rect *r)
{
    static const char *const keys[][2] = {{"enter", "read"},   {"e", "edit"},     {"W", "withdraw"},
                                          {"< >", "versions"}, {"g", "its step"}, {"esc", "runs"}};
    int x = r->x + 1, y = r->y;
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        list_key_draw(r, &x, &y, keys[i][0], keys[i][1]);
}

void past_plans_draw(console *c, const struct rect *list, const struct rect *detail, const struct rect *keys)
{
    struct past_plans *p = &c->past->plans;
    const struct memory_plan *plan = shown(p);
    const struct rect inside = {detail->x + 1, detail->y + 1, detail->width - 2, detail->height - 2};
    list_draw(c, list);
    keys_draw(keys);
    paint_box(detail, p->editor ? "plan, edited" : "plan", p->editor || p->in_detail ? STYLE_BORDER_ALERT : STYLE_BORDER);
    if (p->editor) {
        paint_edge_title(detail, detail->y + detail->height - 1, "ctrl-x write  esc leave", STYLE_NORMAL);
        text_edit_draw(p->editor, &inside);
        return;
    }
    if (!plan)
        return;
    g_autoptr(GPtrArray) lines = lines_of(p, plan, detail->width - 2);
    list_detail_draw(detail, lines, &p->top, p->in_detail);
    if (p->withdrawing) {
        const struct rect line = {inside.x, inside.y + inside.height - 1, inside.width, 1};
        list_line_draw(&line, "why is the plan withdrawn? ", STYLE_ACCENT, &c->past->line);
    }
}
