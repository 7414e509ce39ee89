/* The skills screen's keys: one table, which the key lines at the bottom and the help read. */

#include "tui/console/keys.h"
#include "tui/console/list_screen.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"

#include <string.h>

/* ---- moving about ---- */

static void move(struct skills_screen *s, int by)
{
    int to = CLAMP(s->list.selected + by, 0, MAX(0, (int)s->list.shown->len - 1));
    if (to == s->list.selected)
        return;
    s->list.selected = to;
    skills_changed(s);
}

static void show_page(struct skills_screen *s, int page)
{
    s->page = (enum skills_page)((page + SKILLS_PAGES) % SKILLS_PAGES);
    s->detail.top = 0;
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
}

static void another_version(struct skills_screen *s, int by)
{
    if (s->page != SKILLS_VERSIONS || !s->detail.versions || !s->detail.versions->len)
        return;
    s->detail.version = (guint)CLAMP((int)s->detail.version + by, 0, (int)s->detail.versions->len - 1);
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
}

static void leave(console *c)
{
    struct skills_screen *s = c->shelf;
    if (s->in_detail) {
        s->in_detail = false;
    } else if (s->filter.text->len) {
        input_set(&s->filter, "");
        skills_choose(s);
    } else if (c->options.alone && !c->options.past) {
        console_leave(c, 0, false);
    } else {
        act_show_screen(c, SCREEN_RUN);
    }
}

static bool move_key(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    int page = s->in_detail ? s->detail.page_rows : s->list.page_rows, by = viewer_scrolls(key, MAX(1, page), SCROLL_ALL);
    if (by && s->in_detail)
        s->detail.top = CLAMP(s->detail.top + by, 0, s->detail.lines ? (int)s->detail.lines->len : 0);
    else if (by)
        move(s, by);
    else if (key == K_TAB || key == K_BACK_TAB || key == K_ENTER)
        s->in_detail = !s->in_detail;
    else if (key == K_LEFT || key == K_RIGHT)
        show_page(s, (int)s->page + (key == K_LEFT ? -1 : 1));
    else if (key >= '1' && key < '1' + SKILLS_PAGES)
        show_page(s, key - '1');
    else if (key == '<' || key == '>')
        another_version(s, key == '<' ? -1 : 1);
    else if (key == K_ESC || key == 'q')
        leave(c);
    else
        return false;
    return true;
}

static void filter(console *c)
{
    c->shelf->ask = ASK_FILTER;
    c->shelf->in_detail = false;
}

static void sort(console *c)
{
    struct skills_screen *s = c->shelf;
    s->list.sort = (enum skill_sort)((s->list.sort + 1) % (s->offered ? SORT_RUN + 1 : SORT_N));
    skills_choose(s);
}

static void compare(console *c)
{
    struct skills_screen *s = c->shelf;
    if (s->page != SKILLS_VERSIONS) {
        show_page(s, SKILLS_VERSIONS);
        return;
    }
    s->detail.base = s->detail.base == s->detail.version ? G_MAXUINT : s->detail.version;
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
}

/* ---- the table ---- */

enum fits { FITS_ALWAYS, FITS_ANY, FITS_DRAFT, FITS_OWN, FITS_RUN };

static const struct list_key rows[] = {
    {'/', FITS_ALWAYS, filter, "filter", "filter as you type: words of name, doc, library, stage, author"},
    {'s', FITS_ALWAYS, sort, "sort", "by name, stage, last used, success, newest, what the run can use; drafts are first"},
    {'n', FITS_ALWAYS, skills_act_new, "new", "a new skill, in $EDITOR"},
    {'e', FITS_ANY, skills_act_edit, "edit", "edit it in $EDITOR (of one that ships: a copy of your own)"},
    {'i', FITS_ANY, skills_act_edit_here, "edit here", "edit it in the console; ctrl-x checks and writes"},
    {'c', FITS_ANY, skills_act_check, "check", "check it: messages at their line, near copies"},
    {'p', FITS_ANY, skills_act_preview, "preview", "what it would fire with your arguments, on the last picture"},
    {'t', FITS_ANY, skills_act_try, "try", "try it in place of the waiting proposal, or in a sandbox or on a display"},
    {'a', FITS_DRAFT, skills_decide_accept, "accept", "accept the draft: shows what it changes first"},
    {'r', FITS_DRAFT, skills_act_refuse, "refuse", "refuse the draft, with a reason (1-9, or type)"},
    {'T', FITS_OWN, skills_decide_trust, "trust", "trust it: only the gate's usual rules apply; again: revoke"},
    {'b', FITS_OWN, skills_decide_roll_back, "roll back", "go back to an earlier version"},
    {'m', FITS_OWN, skills_act_rename, "rename", "rename it, also where other skills use it"},
    {'x', FITS_OWN, skills_decide_retire, "retire", "remove it from the library; its history stays"},
    {'u', FITS_ALWAYS, skills_act_undo, "undo", "undo the newest change of files"},
    {'d', FITS_ANY, compare, "diff", "versions and their differences; there: compare with this one"},
    {'g', FITS_RUN, skills_origin_go, "origin", "the step of the run that it came from"},
    {'f', FITS_ALWAYS, skills_tester_open, "find", "which skills the model would get for a task, and why"},
    {'D', FITS_ALWAYS, skills_docs_open, "documents",
     "what elements of programs do: text, picture; e edits, b the picture before"},
};

/* On the page of versions it is about the one that is chosen there. */
static bool from_run(const struct skills_screen *s, const struct skill_row *row)
{
    const GPtrArray *versions = s->page == SKILLS_VERSIONS ? s->detail.versions : NULL;
    const memory_skill *v = versions && s->detail.version < versions->len ? g_ptr_array_index(versions, s->detail.version) : NULL;
    return v ? v->run > 0 : row && row->row->run > 0;
}

static bool fits(const console *c, guint needs)
{
    const struct skill_row *row = skills_selected(c->shelf);
    const skill *s = row ? row->row->skill : NULL;
    switch ((enum fits)needs) {
    case FITS_ANY:
        return row != NULL;
    case FITS_DRAFT:
        return row && row->row->stage == STAGE_DRAFT;
    case FITS_OWN:
        return s && s->layer != LAYER_SHIPPED;
    case FITS_RUN:
        return from_run(c->shelf, row);
    case FITS_ALWAYS:
        break;
    }
    return true;
}

static const char *const missing[] = {
    [FITS_ANY] = "nothing is selected",
    [FITS_DRAFT] = "only for drafts",
    [FITS_OWN] = "only for your own loaded skills; shipped ones are not changed",
    [FITS_RUN] = "it came from no run",
};

static const struct list_keys keys = {rows, G_N_ELEMENTS(rows), fits, missing, NULL};

void skills_act_key(console *c, int key, bool burst)
{
    if (!move_key(c, key))
        list_keys_press(c, &keys, key, burst);
}

void skills_keys_draw(const console *c, const struct rect *r)
{
    const struct skill_row *row = skills_selected(c->shelf);
    int x = r->x + 1, y = r->y;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char key[] = {(char)rows[i].key, '\0'};
        if (fits(c, rows[i].needs))
            list_key_draw(r, &x, &y, key, rows[i].key == 'T' && row->row->stage == STAGE_TRUSTED ? "untrust" : rows[i].brief);
    }
}

void skills_keys_help(GString *text)
{
    list_keys_help(&keys, text, "On the skills screen (F3)",
                   "  tab                 between the list and what is shown of a skill\n"
                   "  1-5                 code, versions, outcomes, near copy, origin (left, right)\n"
                   "  < >                 another version, to look at and to compare\n");
}
