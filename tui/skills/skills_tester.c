/* The retrieval tester: a task is typed, and what it would bring to the model is listed, best first. */

#include "config/profile.h"
#include "engine/recall/retrieve.h"
#include "tui/console/list_screen.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

#define RANKED 50

/* The built-in embedding: a brain's would take seconds and cost money at each key. */
static void load(console *c)
{
    struct skills_screen *s = c->shelf;
    if (!s->tester.cfg)
        s->tester.cfg = config_load_text("", NULL);
    if (!s->tester.retriever)
        s->tester.retriever = retriever_new(s->tester.cfg, NULL, NULL);
    g_auto(GStrv) libraries = s->tester.all ? NULL : profile_all_libraries();
    if (s->catalog)
        retriever_load(s->tester.retriever, c->skills.library, s->catalog, (const char *const *)libraries);
}

static void rank(console *c)
{
    struct skills_screen *s = c->shelf;
    g_clear_pointer(&s->tester.ranked, g_ptr_array_unref);
    s->tester.selected = 0;
    const struct retrieve_query query = {.text = s->line.text->str, .k = RANKED, .alike = true};
    if (s->catalog && s->line.text->len)
        s->tester.ranked = retriever_search(s->tester.retriever, &query, NULL);
}

void skills_tester_reloaded(console *c)
{
    if (!c->shelf->tester.open)
        return;
    load(c);
    rank(c);
}

void skills_tester_free(struct skills_tester *t)
{
    g_clear_pointer(&t->ranked, g_ptr_array_unref);
    g_clear_pointer(&t->retriever, retriever_free);
    g_clear_pointer(&t->cfg, config_free);
}

void skills_tester_open(console *c)
{
    struct skills_screen *s = c->shelf;
    s->tester.open = true;
    input_set(&s->line, c->model->about.task ? c->model->about.task : "");
    load(c);
    rank(c);
}

void skills_tester_keypress(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    if (key == K_ESC) {
        s->tester.open = false;
        g_clear_pointer(&s->tester.ranked, g_ptr_array_unref);
    } else if (key == K_TAB) { /* what no profile names: the action sets of other tools */
        s->tester.all = !s->tester.all;
        load(c);
        rank(c);
    } else if (key == K_ENTER && s->tester.ranked && s->tester.ranked->len) { /* it is shown */
        const skill *best = ((const struct retrieved *)g_ptr_array_index(s->tester.ranked, (guint)s->tester.selected))->skill;
        int at = skill_rows_index(s->list.shown, best->name, best->sha256);
        s->tester.open = false;
        s->list.selected = MAX(0, at);
        skills_changed(s);
    } else if ((key == K_UP || key == K_DOWN) && s->tester.ranked && s->tester.ranked->len) {
        s->tester.selected = CLAMP(s->tester.selected + (key == K_UP ? -1 : 1), 0, (int)s->tester.ranked->len - 1);
    } else if (input_key(&s->line, key)) {
        rank(c);
    }
}

void skills_tester_draw(console *c, const struct rect *r)
{
    const struct skills_screen *s = c->shelf;
    struct rect inside = {r->x + 2, r->y + 3, r->width - 4, r->height - 4};
    paint_box(r, "which skills would the model get for a task?", STYLE_BORDER_ALERT);
    paint_edge_title(r, r->y + r->height - 1,
                     s->tester.all ? "type a task  enter shows it  tab what a run has  esc close"
                                   : "type a task  enter shows it  tab all libraries  esc close",
                     STYLE_NORMAL);
    const struct rect line = {inside.x, r->y + 1, inside.width, 1};
    list_line_draw(&line, "task: ", STYLE_ACCENT, &s->line);
    int rows = MAX(1, inside.height / 2); /* two lines each: what it is, and why it is there */
    int first = CLAMP(s->tester.selected - rows + 1, 0, s->tester.ranked ? MAX(0, (int)s->tester.ranked->len - 1) : 0);
    for (int i = first; s->tester.ranked && i < first + rows && i < (int)s->tester.ranked->len; i++) {
        const struct retrieved *one = g_ptr_array_index(s->tester.ranked, (guint)i);
        g_autofree char *why = retrieved_explain(one);
        int y = inside.y + (i - first) * 2;
        paint_format(y, inside.x, inside.width, i == s->tester.selected ? STYLE_SELECTED : STYLE_NORMAL, "%2d %s %.3f %-24s %s",
                     i + 1, one->row ? stage_glyph(one->row->stage) : " ", one->score, one->skill->name, one->skill->doc);
        paint_format(y + 1, inside.x + 5, inside.width - 5, STYLE_DIM, "%s", why);
    }
    if (s->line.text->len && (!s->tester.ranked || !s->tester.ranked->len))
        paint_text(inside.y, inside.x, inside.width, "no skill fits that task", STYLE_DIM);
}
