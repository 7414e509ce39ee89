/* Choosing a skill: a filter and the skills that fit it. */

#include "tui/model/form.h"
#include "tui/model/skill_rows.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

static const GPtrArray *console_skills(console *c)
{
    if (!c->skills.list && !c->skills.library)
        console_screen(c, SCREEN_SKILLS)
            ->wait(c); /* everything: the console does not know which of them the run's profile names */
    if (!c->skills.list && c->skills.library)
        return skill_library_all(c->skills.library);
    if (!c->skills.list)
        c->skills.list = g_ptr_array_new();
    return c->skills.list;
}

const skill *console_skill(console *c, const char *name)
{
    const GPtrArray *skills = console_skills(c);
    const skill *found = c->skills.library ? skill_library_find(c->skills.library, name) : NULL;
    for (guint i = 0; !found && i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        found = g_str_equal(s->name, name) ? s : NULL;
    }
    return found;
}

void console_set_skills(console *c, GPtrArray *skills)
{
    if (c->skills.list)
        g_ptr_array_unref(c->skills.list);
    c->skills.list = g_ptr_array_ref(skills);
}

void picker_open(console *c, enum picker_use use, int proposal)
{
    picker_close(&c->picker);
    c->picker.use = use;
    c->picker.proposal = proposal;
    if (!console_skills(c)->len) {
        c->picker.use = PICKER_NONE;
        if (!c->message.text)
            console_say(c, STYLE_WARN, "the skill library is empty");
    }
}

void picker_close(struct picker *p)
{
    p->use = PICKER_NONE;
    p->selected = 0;
    if (p->filter.text)
        input_set(&p->filter, "");
}

/* ---- what fits ---- */

const char *const *picker_offered(const struct model *m)
{
    const GPtrArray *modules = model_live(m)->modules;
    for (guint i = 0; i < modules->len; i++) {
        const struct module_view *module = g_ptr_array_index(modules, i);
        if (module->offered)
            return (const char *const *)module->offered;
    }
    return NULL;
}

struct fit {
    const skill *skill;
    enum skill_match match;
    guint rank;
};

static int by_fit(gconstpointer a, gconstpointer b)
{
    const struct fit *x = a, *y = b;
    return x->match != y->match ? (int)x->match - (int)y->match : (x->rank > y->rank) - (x->rank < y->rank);
}

/* Those whose name or doc holds the filter and that work here; borrowed skills. */
static GPtrArray *fitting(console *c)
{
    g_autoptr(GArray) fits = g_array_new(FALSE, FALSE, sizeof(struct fit));
    const GPtrArray *skills = console_skills(c);
    g_autofree char *filter = g_utf8_strdown(c->picker.filter.text->str, -1);
    g_autoptr(GHashTable) libraries = g_hash_table_new(g_str_hash, g_str_equal);
    g_auto(GStrv) loaded = g_strsplit(c->model->about.libraries ? c->model->about.libraries : "", ";", -1);
    struct skill_ranking r = {picker_offered(c->model), (const char *const *)loaded, libraries};
    for (guint i = 0; i < skills->len; i++) {
        const skill *s = g_ptr_array_index(skills, i);
        g_autofree char *text = g_strdup_printf("%s %s", s->name, s->doc ? s->doc : "");
        g_autofree char *lower = g_utf8_strdown(text, -1);
        const struct fit fit = {s, skill_match(s->name, filter), 0};
        if (strstr(lower, filter) && !(c->model->about.bare && s->manager))
            g_array_append_val(fits, fit);
        skill_ranking_note(&r, s->name, s->library);
    }
    for (guint i = 0; i < fits->len; i++) {
        struct fit *fit = &g_array_index(fits, struct fit, i);
        fit->rank = skill_rank(&r, fit->skill->name, fit->skill->library);
    }
    g_array_sort(fits, by_fit);
    GPtrArray *found = g_ptr_array_sized_new(fits->len);
    for (guint i = 0; i < fits->len; i++)
        g_ptr_array_add(found, (void *)g_array_index(fits, struct fit, i).skill);
    return found;
}

static const struct param *param_named(const skill *s, const char *name)
{
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        if (g_str_equal(p->name, name) && (p->type == PARAM_INTEGER || p->type == PARAM_NUMBER))
            return p;
    }
    return NULL;
}

/* x and y in pixels are all that it must be given. */
static bool takes_place(const skill *s)
{
    const struct param *x = param_named(s, "x"), *y = param_named(s, "y");
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        if (p != x && p != y && !p->optional)
            return false;
    }
    return x && y && !(x->meaning && strstr(x->meaning, "thousandths"));
}

const char *picker_click(console *c)
{
    const char *const *offered = picker_offered(c->model);
    const char *told = NULL;
    g_autoptr(GPtrArray) found = fitting(c);
    for (guint i = 0; i < found->len; i++) {
        const skill *s = g_ptr_array_index(found, i);
        if (!takes_place(s) || (offered && !g_strv_contains(offered, s->name)))
            continue;
        if (skill_match(s->name, "click") <= MATCH_WORD)
            return s->name;
        g_autofree char *doc = g_utf8_strdown(s->doc ? s->doc : "", -1);
        told = told || !strstr(doc, "click") ? told : s->name;
    }
    return told;
}

/* A skill that goes to a place begins at the one that was proposed: from there it can be moved on the picture. */
static void same_place(action *a, const skill *s, const struct card *card)
{
    const struct event_target *at = card->proposal->fire.target;
    if (!at || at->x < 0 || !param_named(s, "x") || !param_named(s, "y"))
        return;
    action_set_integer(a, "x", at->x);
    action_set_integer(a, "y", at->y);
}

static void choose(console *c, const skill *s)
{
    int proposal = c->picker.proposal;
    const struct card *card = model_waiting(c->model);
    bool substitute = c->picker.use == PICKER_SUBSTITUTE;
    picker_close(&c->picker);
    g_autoptr(action) a = action_new(s->name);
    g_free(a->expectation);
    a->expectation = g_strdup(s->expect ? s->expect : "");
    if (substitute && (!card || card->proposal->id != proposal)) {
        console_say(c, STYLE_WARN, "the proposal no longer waits");
        return;
    }
    if (substitute)
        same_place(a, s, card);
    form_open_action(c, a, proposal, true);
}

void picker_substitute(console *c, const skill *s)
{
    c->picker.use = PICKER_SUBSTITUTE;
    c->picker.proposal = model_waiting(c->model)->proposal->id;
    choose(c, s);
}

/* A whole call was typed where the form's line was meant. */
static bool is_call(const console *c)
{
    return c->picker.use == PICKER_FIELD && strchr(c->picker.filter.text->str, '(');
}

/* It goes where it was meant, behind what is there. */
static void take_call(console *c)
{
    form_view *form = c->forms.open;
    struct form_entry *entry = g_ptr_array_index(form->entries, form->active);
    const char *before = entry->input.text->str;
    g_autofree char *text = g_strconcat(before, *before ? "; " : "", c->picker.filter.text->str, NULL);
    input_set(&entry->input, text);
    form->changed = true;
    picker_close(&c->picker);
}

void picker_keypress(console *c, int key)
{
    g_autoptr(GPtrArray) found = fitting(c);
    int last = (int)found->len - 1;
    c->picker.selected = CLAMP(c->picker.selected, 0, MAX(last, 0));
    if (is_call(c) && (key == K_ESC || key == K_ENTER))
        take_call(c);
    else if (key == K_ESC)
        picker_close(&c->picker);
    else if (key == K_ENTER && last >= 0)
        choose(c, g_ptr_array_index(found, (guint)c->picker.selected));
    else if (key == K_UP || key == K_BACK_TAB)
        c->picker.selected = MAX(0, c->picker.selected - 1);
    else if (key == K_DOWN || key == K_TAB)
        c->picker.selected = MIN(MAX(last, 0), c->picker.selected + 1);
    else if (input_key(&c->picker.filter, key))
        c->picker.selected = 0;
}

void picker_draw(console *c)
{
    g_autoptr(GPtrArray) found = fitting(c);
    int width = MIN(c->layout.width - 4, 100), rows = MIN((int)console_skills(c)->len, c->layout.height - 8), cursor;
    struct rect box = {(c->layout.width - width) / 2, MAX(1, (c->layout.height - rows - 3) / 2), width, rows + 3};
    int top = CLAMP(c->picker.selected - rows / 2, 0, MAX(0, (int)found->len - rows));
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, c->picker.use == PICKER_SUBSTITUTE ? "substitute: which skill?" : "add an action: which skill?",
              STYLE_BORDER_ALERT);
    paint_text(box.y + 1, box.x + 2, 8, "filter:", STYLE_ACCENT);
    g_autofree char *text = input_window(&c->picker.filter, width - 13, &cursor);
    paint_text(box.y + 1, box.x + 10, width - 12, text, STYLE_NORMAL);
    for (int i = 0; i < rows && top + i < (int)found->len; i++) {
        const skill *s = g_ptr_array_index(found, (guint)(top + i));
        enum style style = top + i == c->picker.selected ? STYLE_SELECTED : STYLE_NORMAL;
        struct rect line = {box.x + 1, box.y + 2 + i, width - 2, 1};
        paint_fill(&line, style);
        paint_format(line.y, line.x + 1, width - 4, style, "%-28s %s", s->name, s->doc ? s->doc : "");
    }
    if (!found->len)
        paint_text(box.y + 2, box.x + 2, width - 4,
                   is_call(c) ? "nothing fits: enter puts this call into the form's line" : "nothing fits the filter", STYLE_DIM);
    paint_edge_title(&box, box.y + box.height - 1, "type to filter  up, down  enter choose  esc close", STYLE_NORMAL);
    paint_cursor(box.y + 1, box.x + 10 + cursor);
}
