/* What is done on the skills screen: texts written, checked, dry-run; reasons and names asked for. */

#include "skills/library/skill_text.h"
#include "tui/console/list_screen.h"
#include "tui/model/skill_template.h"
#include "tui/skills/skills_screen.h"
#include "tui/console/state.h"
#include "tui/term/text_edit.h"

#include <string.h>

#define NEW_NAME "my_skill"

static const char *const refusals[] = {
    "does not do what it says",
    "there is one for this already",
    "too much at once: smaller skills",
    "only fits this one screen: not general",
    "wrong places or keys",
    "the documentation does not say when to use it",
    "too risky",
    "not for this program",
    "not needed",
};

/* ---- texts ---- */

static void keep(struct skills_screen *s, const char *name, const char *sha256, const char *text, const char *base)
{
    struct skills_text fresh = {.name = g_strdup(name),
                                .sha256 = g_strdup(sha256),
                                .text = g_strdup(text),
                                .base = g_strdup(base),
                                .saved = g_strdup(text)};
    g_free(s->edit.kept.name);
    g_free(s->edit.kept.sha256);
    g_free(s->edit.kept.text);
    g_free(s->edit.kept.base);
    g_free(s->edit.kept.path); /* the file stays: it was never written */
    g_free(s->edit.kept.saved);
    s->edit.kept = fresh;
}

/* What is edited when this row is: a text that was kept because it could not be written, else its own. */
static bool take_text(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s)->row;
    const char *code = skills_code(c);
    bool draft = !r->skill, shipped = r->skill && r->skill->layer == LAYER_SHIPPED;
    if (!code) {
        console_say(c, STYLE_BAD, "its text cannot be read");
        return false;
    }
    if (!shipped && s->edit.kept.text && !g_strcmp0(s->edit.kept.name, r->name) && (s->edit.kept.sha256 != NULL) == draft) {
        console_say(c, STYLE_WARN, "your text that was not written yet");
        return true;
    }
    if (!shipped) {
        keep(s, r->name, draft ? r->sha256 : NULL, code, draft ? NULL : r->sha256);
        return true;
    }
    g_autofree char *name = g_strconcat("my_", r->name, NULL);
    g_autofree char *copy = skill_text_rename(code, r->name, name, NULL);
    keep(s, NULL, NULL, copy, NULL);
    console_say(c, STYLE_NORMAL, "shipped skills are not changed: this is your copy, a new skill");
    return true;
}

void skills_to_editor(console *c)
{
    g_free(c->outside.edit_text);
    c->outside.edit_text = g_strdup(c->shelf->edit.kept.text);
    c->outside.edit_use = EDIT_SKILL;
    c->outside.edit_wanted = true;
}

void skills_act_new(console *c)
{
    struct skills_screen *s = c->shelf;
    g_autofree char *text = skill_template(NEW_NAME);
    if (!s->edit.kept.text || s->edit.kept.name)
        keep(s, NULL, NULL, text, NULL);
    skills_to_editor(c);
}

void skills_act_edit(console *c)
{
    if (take_text(c))
        skills_to_editor(c);
}

static void open_here(console *c)
{
    struct skills_screen *s = c->shelf;
    text_edit_free(s->edit.editor);
    s->edit.editor = text_edit_new(s->edit.kept.text);
}

void skills_act_edit_here(console *c)
{
    if (take_text(c))
        open_here(c);
}

void skills_edit_returned(console *c, const char *text)
{
    struct skills_screen *s = c->shelf;
    g_autofree char *template = skill_template(NEW_NAME);
    c->outside.edit_use = EDIT_NOTHING;
    if (g_str_equal(text, s->edit.kept.text) && (s->edit.kept.name || g_str_equal(text, template))) {
        if (!s->edit.editor)
            skills_edits_done(&s->edit.kept);
        console_say(c, STYLE_NORMAL, "nothing was changed");
        return;
    }
    g_free(s->edit.kept.text);
    s->edit.kept.text = g_strdup(text);
    if (s->edit.editor) {
        text_edit_free(s->edit.editor);
        s->edit.editor = text_edit_new(text);
    }
    skills_submit_text(c);
}

/* A new skill goes beside the selected one when that is of a library of one's own. */
static const char *library_of_selected(const struct skills_screen *s)
{
    const struct skill_row *row = skills_selected(s);
    return row && row->row->skill && row->row->skill->layer == LAYER_OWN ? row->row->skill->library : "";
}

/* What it was made from is not in the library any more: retired, renamed, or its file cannot be read just now. */
static bool is_gone(console *c)
{
    struct skills_text *kept = &c->shelf->edit.kept;
    if (!kept->base || skill_library_find(c->skills.library, kept->name))
        return false;
    console_say(c, STYLE_BAD,
                "%s is no longer in the library, because someone else changed its file: ctrl-x again writes yours as a new skill",
                kept->name);
    g_clear_pointer(&kept->base, g_free);
    g_clear_pointer(&kept->name, g_free);
    if (!c->shelf->edit.editor)
        open_here(c);
    return true;
}

void skills_submit_text(console *c)
{
    struct skills_screen *s = c->shelf;
    if (c->skills.library && is_gone(c))
        return;
    if (skills_conflicts(c)) {
        if (!s->edit.editor)
            open_here(c);
        skills_decide_conflict(c);
        return;
    }
    struct job_input in = {.kind = s->edit.kept.sha256 ? JOB_REDRAFT : JOB_WRITE,
                           .name = g_strdup(s->edit.kept.name),
                           .sha256 = g_strdup(s->edit.kept.sha256),
                           .text = g_strdup(s->edit.kept.text),
                           .library = g_strdup(library_of_selected(s))};
    skills_work(c, &in);
}

/* ---- checks, timelines ---- */

void skills_act_check(console *c)
{
    const struct skill_row *row = skills_selected(c->shelf);
    const char *code = skills_code(c);
    struct job_input in = {.kind = JOB_CHECK, .name = g_strdup(row->row->name), .text = g_strdup(code ? code : "")};
    in.sha256 = g_strdup(row->row->sha256);
    skills_work(c, &in);
}

static void open_form(console *c, const skill *s)
{
    g_autoptr(action) a = action_new(s->name);
    if (s->params->len == 0) /* nothing to ask for */
        skills_screen_preview(c, a);
    else
        form_open_preview(c, a, s);
}

/* It takes the place of the waiting proposal, as what it is. The new proposal comes back and asks. */
static void try_draft(console *c, const skill *s, const char *sha256, int proposal)
{
    g_autoptr(action) a = action_new(s->name);
    g_free(a->expectation);
    a->expectation = g_strdup(s->expect ? s->expect : "");
    act_show_screen(c, SCREEN_RUN);
    if (s->params->len == 0)
        edit_submit(c, a, proposal, sha256);
    else
        form_open_draft(c, a, s, proposal, sha256);
}

/* A draft is in no library: its text is read for what it takes. */
static void parse_draft(console *c, int proposal)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    const char *code = skills_code(c);
    struct job_input in = {.kind = JOB_PARSE,
                           .name = g_strdup(r->name),
                           .sha256 = g_strdup(r->sha256),
                           .text = g_strdup(code ? code : ""),
                           .proposal = proposal};
    skills_work(c, &in);
}

void skills_act_preview(console *c)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    if (r->skill) {
        form_close_all(c);
        g_clear_pointer(&c->shelf->parsed, skill_library_free);
        open_form(c, r->skill);
        return;
    }
    parse_draft(c, 0);
}

void skills_screen_preview(console *c, const action *a)
{
    struct skills_screen *s = c->shelf;
    const skill *draft = s->parsed ? skill_library_find(s->parsed, a->skill) : NULL;
    const struct skill_row *row = skills_selected(s);
    bool of_row = row && g_str_equal(row->row->name, a->skill) && (draft != NULL) == (row->row->skill == NULL);
    const struct step_view *step = console_step(c);
    bool picture = step && step->last.path && g_file_test(step->last.path, G_FILE_TEST_IS_REGULAR);
    struct job_input in = {.kind = JOB_DRY,
                           .name = g_strdup(a->skill),
                           .sha256 = of_row && (draft || !picture) ? g_strdup(row->row->sha256) : NULL,
                           .text = draft ? g_strdup(draft->code) : NULL,
                           .action = action_copy(a),
                           .picture = picture ? g_strdup(step->last.path) : NULL};
    skills_work(c, &in);
}

void skills_act_try(console *c)
{
    const struct catalog_row *r = skills_selected(c->shelf)->row;
    if (model_waiting(c->model) && console_live(c)) {
        if (!r->skill) {
            parse_draft(c, model_waiting(c->model)->proposal->id);
            return;
        }
        act_show_screen(c, SCREEN_RUN);
        picker_substitute(c, r->skill);
        return;
    }
    skills_trial_open(c);
}

/* ---- the others ---- */

void skills_act_refuse(console *c)
{
    input_set(&c->shelf->line, "");
    c->shelf->ask = ASK_REFUSE;
}

void skills_act_rename(console *c)
{
    input_set(&c->shelf->line, skills_selected(c->shelf)->row->name);
    c->shelf->ask = ASK_RENAME;
}

void skills_act_undo(console *c)
{
    struct job_input in = {.kind = JOB_UNDO};
    skills_work(c, &in);
}

/* ---- asking ---- */

static void entered(console *c)
{
    struct skills_screen *s = c->shelf;
    const struct catalog_row *r = skills_selected(s) ? skills_selected(s)->row : NULL;
    enum skills_ask ask = s->ask;
    g_autofree char *text = g_strstrip(g_strdup(s->line.text->str));
    s->ask = ASK_NOTHING;
    if (!r || ask == ASK_FILTER)
        return;
    struct job_input in = {.kind = ask == ASK_RENAME ? JOB_RENAME : JOB_REFUSE, .name = g_strdup(r->name)};
    if (ask == ASK_RENAME)
        in.to = g_strdup(text);
    else
        in.reason = g_strdup(*text ? text : "no reason was given");
    in.sha256 = g_strdup(r->sha256);
    skills_work(c, &in);
}

void skills_ask_keypress(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    if (s->ask == ASK_PLACE) {
        skills_trial_keypress(c, key);
    } else if (s->ask == ASK_FILTER && (key == K_UP || key == K_DOWN || key == K_PAGE_UP || key == K_PAGE_DOWN)) {
        s->ask = ASK_NOTHING;
        skills_act_key(c, key, false);
        s->ask = ASK_FILTER;
    } else if (key == K_ESC) {
        if (s->ask == ASK_FILTER)
            input_set(&s->filter, "");
        s->ask = ASK_NOTHING;
        skills_choose(s);
    } else if (key == K_ENTER) {
        entered(c);
    } else if (s->ask == ASK_REFUSE && input_ready_made(&s->line, refusals, G_N_ELEMENTS(refusals), key)) {
        return;
    } else if (s->ask == ASK_FILTER) {
        if (input_key(&s->filter, key)) {
            s->list.selected = 0;
            skills_choose(s);
        }
    } else {
        input_key(&s->line, key);
    }
}

static void refusals_draw(const struct layout *l)
{
    int n = (int)G_N_ELEMENTS(refusals), width = MIN(60, l->width - 4);
    struct rect box = {2, MAX(1, l->height - 1 - n - 2), width, n + 2};
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, "refuse, because…", STYLE_BORDER_ALERT);
    for (int i = 0; i < n; i++) {
        paint_format(box.y + 1 + i, box.x + 2, 1, STYLE_KEY, "%d", i + 1);
        paint_text(box.y + 1 + i, box.x + 5, width - 7, refusals[i], STYLE_NORMAL);
    }
}

void skills_ask_draw(console *c)
{
    static const char *const labels[] = {
        [ASK_NOTHING] = "",
        [ASK_FILTER] = "filter (enter keeps it, esc drops it): ",
        [ASK_REFUSE] = "reason (1-9 or your words, enter refuses): ",
        [ASK_RENAME] = "new name (enter renames it everywhere): ",
        [ASK_PLACE] = "",
    };
    struct skills_screen *s = c->shelf;
    if (s->ask == ASK_PLACE) {
        skills_trial_draw(c);
        return;
    }
    const struct rect *r = &c->layout.message;
    if (s->ask == ASK_REFUSE)
        refusals_draw(&c->layout);
    paint_fill(r, STYLE_NORMAL);
    list_line_draw(r, labels[s->ask], STYLE_ACCENT, s->ask == ASK_FILTER ? &s->filter : &s->line);
}

/* ---- what came of it ---- */

/* NULL, said: it could not be checked. Owned by the screen. */
static const struct job_check *take_check(console *c, job *j)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    struct job_check *found = job_check(j, &error);
    if (!found) {
        console_say(c, STYLE_BAD, "it could not be checked: %s", error->message);
        return NULL;
    }
    g_free(found->name); /* of the row, whatever its text calls itself */
    g_free(found->sha256);
    found->name = g_strdup(job_input(j)->name);
    found->sha256 = g_strdup(job_input(j)->sha256);
    g_clear_pointer(&s->detail.check, job_check_free);
    s->detail.check = found;
    g_clear_pointer(&s->detail.lines, g_ptr_array_unref);
    g_clear_pointer(&s->decision.lines, g_ptr_array_unref);
    s->decision.seen = 0;
    return found;
}

static void tell_check(console *c, const struct job_check *found)
{
    if (found)
        console_say(c, found->passes ? STYLE_GOOD : STYLE_BAD, "%s: %s", found->name,
                    found->passes ? "the check found nothing wrong" : (char *)g_ptr_array_index(found->errors, 0));
}

void skills_look_done(console *c, job *j)
{
    const struct job_input *in = job_input(j);
    const struct skill_row *row = skills_selected(c->shelf);
    bool selected = row && g_str_equal(row->row->name, in->name) && g_str_equal(row->row->sha256, in->sha256);
    if (!selected)
        g_clear_pointer(&c->shelf->jobs.looked, g_free); /* when it is come back to, it is looked at again */
    else
        take_check(c, j);
    g_clear_pointer(&c->shelf->detail.lines, g_ptr_array_unref);
    c->dirty = true;
}

static void take_parsed(console *c, job *j)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    skill_library *lib = job_library(j, &error);
    const skill *draft = lib && skill_library_all(lib)->len ? g_ptr_array_index(skill_library_all(lib), 0) : NULL;
    if (!draft) {
        skill_library_free(lib);
        console_say(c, STYLE_BAD, "it cannot be previewed: %s", error ? error->message : "there is no skill in it");
        return;
    }
    form_close_all(c);
    skill_library_free(s->parsed);
    s->parsed = lib;
    if (job_input(j)->trial)
        skills_trial_parsed(c, draft);
    else if (job_input(j)->proposal)
        try_draft(c, draft, job_input(j)->sha256, job_input(j)->proposal);
    else
        open_form(c, draft);
}

static void take_timeline(console *c, job *j)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *on = NULL;
    g_autoptr(timeline) t = job_timeline(j, &on, &error);
    if (t)
        viewer_open_preview(c, job_input(j)->action, t, on);
    else
        console_say(c, STYLE_BAD, "%s", error->message);
}

/* The messages of a check, out of an error's lines. */
static GPtrArray *lines_of(const char *text)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit(text, "\n", -1);
    for (char **p = parts; *p; p++)
        g_ptr_array_add(lines, g_strdup(*p));
    return lines;
}

static void text_failed(console *c, const GError *error)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GPtrArray) messages = lines_of(error->message);
    bool conflict = g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT);
    if (!s->edit.editor)
        open_here(c); /* with the messages at their lines */
    text_edit_set_messages(s->edit.editor, conflict ? NULL : messages);
    s->edit.conflict = conflict;
    skills_edits_save(c);
    if (conflict) /* a path would leave no room for what happened */
        console_say(c, STYLE_BAD, "not written, because someone else changed the file; your text is kept");
    else
        console_say(c, STYLE_BAD, "not written: %s", (char *)g_ptr_array_index(messages, 0));
}

void skills_work_done(console *c, job *j)
{
    struct skills_screen *s = c->shelf;
    enum job_kind kind = job_input(j)->kind;
    bool text = kind == JOB_WRITE || kind == JOB_REDRAFT;
    g_autoptr(GError) error = NULL;
    if (kind == JOB_CHECK) {
        tell_check(c, take_check(c, j));
    } else if (kind == JOB_PARSE) {
        take_parsed(c, j);
    } else if (kind == JOB_DRY) {
        take_timeline(c, j);
    } else {
        g_autofree char *said = job_said(j, &error);
        if (said)
            console_say(c, STYLE_GOOD, "%s", said);
        else if (text)
            text_failed(c, error);
        else
            console_say(c, STYLE_BAD, "%s", error->message);
        if (said && (kind == JOB_RENAME || kind == JOB_WRITE) && (job_input(j)->to || job_input(j)->name)) {
            g_free(s->follow);
            s->follow = g_strdup(job_input(j)->to ? job_input(j)->to : job_input(j)->name);
        }
        s->wrote |= said && kind == JOB_WRITE && !job_input(j)->name;
        if (said && text) {
            skills_edits_done(&s->edit.kept);
            g_clear_pointer(&s->edit.editor, text_edit_free);
        }
        skills_reload(c, error && error->code == SKILLS_ERROR_CONFLICT ? "a conflict" : NULL);
    }
}
