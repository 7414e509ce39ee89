/* The retrieval tester: a task is typed, and what it would bring to the model is listed, best first. */

#include "tui/skills_screen.h"

#include "engine/retrieve.h"

#define RANKED 50

static void rank(console *c)
{
    struct skills_screen *s = c->shelf;
    g_clear_pointer(&s->ranked, g_ptr_array_unref);
    if (c->library && s->line.text->len)
        s->ranked = retrieve_skills(c->library, s->line.text->str, RANKED);
}

void skills_tester_open(console *c)
{
    struct skills_screen *s = c->shelf;
    s->testing = true;
    input_set(&s->line, c->model->task ? c->model->task : "");
    rank(c);
}

void skills_tester_keypress(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    if (key == K_ESC) {
        s->testing = false;
        g_clear_pointer(&s->ranked, g_ptr_array_unref);
    } else if (key == K_ENTER && s->ranked && s->ranked->len) { /* the best one is shown */
        const skill *best = g_ptr_array_index(s->ranked, 0);
        int at = skill_rows_index(s->shown, best->name, best->sha256);
        s->testing = false;
        s->selected = MAX(0, at);
        skills_changed(s);
    } else if (input_key(&s->line, key)) {
        rank(c);
    }
}

void skills_tester_draw(console *c, const struct rect *r)
{
    const struct skills_screen *s = c->shelf;
    struct rect inside = {r->x + 2, r->y + 3, r->width - 4, r->height - 4};
    int at;
    paint_box(r, "which skills would a task bring to the model?", STYLE_BORDER_ALERT);
    paint_edge_title(r, r->y + r->height - 1, "type a task  enter shows the first  esc close", STYLE_NORMAL);
    int used = paint_text(r->y + 1, r->x + 2, 8, "task: ", STYLE_ACCENT);
    g_autofree char *window = input_window(&s->line, inside.width - used - 1, &at);
    paint_text(r->y + 1, r->x + 2 + used, inside.width - used, window, STYLE_NORMAL);
    paint_cursor(r->y + 1, r->x + 2 + used + at);
    for (int i = 0; s->ranked && i < inside.height && i < (int)s->ranked->len; i++) {
        const skill *one = g_ptr_array_index(s->ranked, (guint)i);
        const struct catalog_row *row = catalog_find(s->catalog, one->name);
        paint_format(inside.y + i, inside.x, inside.width, i < 10 ? STYLE_NORMAL : STYLE_DIM, "%2d %s %-28s %s", i + 1,
                     row ? stage_glyph(row->stage) : " ", one->name, one->doc);
    }
    if (s->line.text->len && (!s->ranked || !s->ranked->len))
        paint_text(inside.y, inside.x, inside.width, "no skill is near that task", STYLE_DIM);
}
