/* The skills screen: what it holds, when it reads the library again, who gets its keys. */

#include "tui/skills/skills_screen.h"
#include "tui/console/list_screen.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text_edit.h"

#include "config/config.h"
#include "skills/library/library_image.h"

#include <string.h>

#define LOOK_US G_USEC_PER_SEC

static const char *const everything[] = {"*", NULL};

static void skills_screen_free(console *c)
{
    struct skills_screen *s = c->shelf;
    if (!s)
        return;
    if (s->edit.editor)
        skills_edits_save(c); /* whoever comes next finds it */
    skills_decide_close(&s->decision);
    skills_changed(s);
    job_free(s->jobs.load);
    job_free(s->jobs.work);
    job_free(s->jobs.look);
    g_free(s->jobs.looked);
    job_check_free(s->detail.check);
    skill_library_free(s->parsed);
    g_ptr_array_unref(s->list.shown);
    g_clear_pointer(&s->list.rows, g_ptr_array_unref);
    catalog_free(s->catalog);
    g_hash_table_unref(s->touched);
    skills_tester_free(&s->tester);
    skills_docs_free(&s->docs);
    skills_trial_clear(&s->trial);
    g_free(s->detail.picture);
    text_edit_free(s->edit.editor);
    g_free(s->follow);
    g_strfreev(s->loaded);
    g_strfreev(s->offered);
    g_free(s->edit.kept.name);
    g_free(s->edit.kept.sha256);
    g_free(s->edit.kept.text);
    g_free(s->edit.kept.base);
    g_free(s->edit.kept.path);
    g_free(s->edit.kept.saved);
    input_clear(&s->filter);
    input_clear(&s->line);
    g_clear_pointer(&c->shelf, g_free);
}

/* ---- the library ---- */

/* What somebody else has changed between two loads. */
static void note_touched(console *c, const skill_library *before, const skill_library *after)
{
    const GPtrArray *all = skill_library_all(after);
    const char *name = NULL;
    guint n = 0;
    for (guint i = 0; before && i < all->len; i++) {
        const skill *now = g_ptr_array_index(all, i), *was = skill_library_find(before, now->name);
        if (was && g_str_equal(was->sha256, now->sha256))
            continue;
        g_hash_table_add(c->shelf->touched, g_strdup(now->name));
        name = now->name;
        n++;
    }
    if (n == 1 && !c->message.text)
        console_say(c, STYLE_WARN, "%s was changed outside (2: what differs)", name);
    else if (n && !c->message.text)
        console_say(c, STYLE_WARN, "%u skills were changed outside: those with ≠", n);
}

static void make_rows(console *c, skill_library *lib)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = dir ? memory_open(dir, false, NULL) : NULL;
    catalog *fresh = catalog_load(m, lib, &error);
    if (!fresh) {
        console_say(c, STYLE_BAD, "the store cannot be read: %s", error->message);
        fresh = catalog_load(NULL, lib, NULL);
    }
    GPtrArray *rows_before = s->list.rows;
    catalog *catalog_before = s->catalog;
    s->list.rows = skill_rows_new(catalog_rows(fresh));
    s->catalog = fresh;
    for (guint i = 0; i < s->list.rows->len; i++) {
        struct skill_row *row = g_ptr_array_index(s->list.rows, i);
        row->changed = g_hash_table_contains(s->touched, row->row->name);
    }
    skills_decide_reloaded(c);
    skills_tester_reloaded(c);
    skills_choose(s); /* the rows before are still there: what was selected is found again */
    g_clear_pointer(&rows_before, g_ptr_array_unref);
    catalog_free(catalog_before);
}

/* Forms and lists may still point into the one before. */
static void keep_before(struct skill_choice *s)
{
    if (!s->old)
        s->old = g_ptr_array_new_with_free_func((GDestroyNotify)skill_library_free);
    if (s->library)
        g_ptr_array_add(s->old, s->library);
}

/* The text said its name, not the person. */
static void follow_new(struct skills_screen *s, const skill_library *before, const skill_library *after)
{
    const GPtrArray *all = skill_library_all(after);
    for (guint i = 0; s->wrote && before && !s->follow && i < all->len; i++) {
        const skill *now = g_ptr_array_index(all, i);
        if (!skill_library_find(before, now->name))
            s->follow = g_strdup(now->name);
    }
    s->wrote = false;
}

static void take_library(console *c, job *j)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(GError) error = NULL;
    skill_library *lib = job_library(j, &error);
    if (error) {
        console_say(c, STYLE_BAD, "the skill library cannot be read: %s", error->message);
        return;
    }
    if (!lib) { /* as it was: only the store may say something new */
        make_rows(c, c->skills.library);
        g_clear_pointer(&s->follow, g_free);
        return;
    }
    if (s->list.rows && !s->jobs.work && job_input(j)->reason) /* files changed outside */
        note_touched(c, c->skills.library, lib);
    follow_new(s, c->skills.library, lib);
    keep_before(&c->skills);
    c->skills.library = lib;
    make_rows(c, lib);
    g_clear_pointer(&s->follow, g_free);
    if (c->skills.old && !c->forms.open)
        g_ptr_array_set_size(c->skills.old, 0);
}

/* ---- time ---- */

static void skills_screen_preload(console *c)
{
    if (!c->skills.list && !c->skills.library && !(c->shelf && c->shelf->jobs.load))
        skills_reload(c, NULL);
}

static void skills_screen_prepare(const console *c, GArray *pollfds)
{
    const struct skills_screen *s = c->shelf;
    if (s && s->jobs.load)
        task_prepare(job_task(s->jobs.load), pollfds);
    if (s && s->jobs.work)
        task_prepare(job_task(s->jobs.work), pollfds);
    if (s && s->jobs.look)
        task_prepare(job_task(s->jobs.look), pollfds);
}

static void finish_load(console *c)
{
    struct skills_screen *s = c->shelf;
    g_autoptr(job) j = g_steal_pointer(&s->jobs.load);
    take_library(c, j);
    if (s->jobs.again)
        skills_reload(c, NULL);
    else if (s->edit.conflict && s->edit.editor && skills_conflicts(c))
        skills_decide_conflict(c);
    s->edit.conflict &= s->jobs.again;
    s->jobs.again = false;
    c->dirty = true;
}

static bool skills_screen_poll(console *c)
{
    struct skills_screen *s = c->shelf;
    bool looked = s && s->jobs.look && task_poll(job_task(s->jobs.look));
    bool loaded = s && s->jobs.load && task_poll(job_task(s->jobs.load)),
         worked = s && s->jobs.work && task_poll(job_task(s->jobs.work));
    if (loaded)
        finish_load(c);
    if (worked) {
        g_autoptr(job) j = g_steal_pointer(&s->jobs.work);
        skills_work_done(c, j);
    }
    if (looked) {
        g_autoptr(job) j = g_steal_pointer(&s->jobs.look);
        skills_look_done(c, j);
    }
    if (loaded || worked || looked)
        skills_look(c);
    return loaded || worked || looked;
}

static void skills_screen_wait(console *c)
{
    if (!c->skills.library)
        skills_screen_preload(c);
    if (!c->skills.library && c->shelf && c->shelf->jobs.load) {
        task_wait(job_task(c->shelf->jobs.load));
        finish_load(c);
    }
}

static gint64 skills_screen_deadline(const console *c, gint64 now_us)
{
    const struct skills_screen *s = c->shelf;
    if (!s || c->view.screen != SCREEN_SKILLS)
        return -1;
    gint64 at = s->decision.in.kind ? arming_deadline(&s->decision.arming, now_us) : -1;
    return s->jobs.load || !c->skills.library ? at : at >= 0 ? MIN(at, s->jobs.look_us) : s->jobs.look_us;
}

/* Once a second while the screen is open: are the files as they were read? */
static void skills_screen_tick(console *c, gint64 before_us)
{
    struct skills_screen *s = c->shelf;
    if (!s || c->view.screen != SCREEN_SKILLS)
        return;
    if (s->decision.in.kind && arming_armed(&s->decision.arming, before_us) != arming_armed(&s->decision.arming, c->now_us))
        c->dirty = true;
    if (s->jobs.load || !c->skills.library || c->now_us < s->jobs.look_us)
        return;
    s->jobs.look_us = c->now_us + LOOK_US;
    if (s->edit.editor)
        skills_edits_save(c);
    g_autofree char *stamp = skill_places_stamp(everything);
    if (!s->jobs.work && !g_str_equal(stamp, skill_library_stamp(c->skills.library)))
        skills_reload(c, "files changed");
}

static void skills_screen_heard(console *c)
{
    if (c->shelf && c->skills.library)
        skills_reload(c, NULL);
}

static int skills_screen_waiting(const console *c)
{
    int n = 0;
    for (guint i = 0; c->shelf && c->shelf->list.rows && i < c->shelf->list.rows->len; i++)
        n += ((const struct skill_row *)g_ptr_array_index(c->shelf->list.rows, i))->row->stage == STAGE_DRAFT;
    return n;
}

/* ---- the screen ---- */

/* What the run can use comes first, as soon as it is known; another order is the person's from then on. */
static void take_offered(struct skills_screen *s, const char *const *offered, const char *libraries)
{
    if (!offered || (s->offered && g_strv_equal(offered, (const char *const *)s->offered)))
        return;
    bool first = !s->offered && s->list.sort == SORT_NAME;
    g_strfreev(s->offered);
    s->offered = g_strdupv((char **)offered);
    g_strfreev(s->loaded);
    s->loaded = g_strsplit(libraries ? libraries : "", ";", -1);
    s->list.sort = first ? SORT_RUN : s->list.sort;
    skills_choose(s);
    if (first && !s->follow)
        s->list.selected = 0;
    skills_changed(s);
}

static void skills_screen_open(console *c)
{
    struct skills_screen *s = skills_state(c);
    take_offered(s, picker_offered(c->model), c->model->about.libraries);
    if (!s->jobs.load) /* the store may have changed, too: what was read before is shown meanwhile */
        skills_reload(c, s->list.rows ? "opened" : NULL);
    int drafts = skills_screen_waiting(c);
    if (drafts > s->drafts_seen && !s->edit.editor && !s->filter.text->len) { /* the new one is what one comes for */
        s->list.selected = 0;
        s->in_detail = false;
        s->page = SKILLS_CODE;
        skills_changed(s);
    }
    s->drafts_seen = drafts;
    s->jobs.look_us = c->now_us + LOOK_US;
    if (!s->edit.told)
        skills_edits_tell(c);
    s->edit.told = true;
    skills_look(c);
}

static void skills_screen_close(console *c)
{
    if (!c->shelf)
        return;
    skills_decide_close(&c->shelf->decision);
    c->shelf->ask = ASK_NOTHING;
    g_hash_table_remove_all(c->shelf->touched);
}

static bool skills_screen_typing(const console *c)
{
    const struct skills_screen *s = c->shelf;
    return c->view.screen == SCREEN_SKILLS && s &&
           (s->ask || s->edit.editor || s->tester.open || s->docs.editing || s->decision.in.kind);
}

static void editor_keypress(console *c, int key)
{
    struct skills_screen *s = c->shelf;
    bool dropped = key == K_ESC && (!text_edit_changed(s->edit.editor) || s->edit.dropping);
    s->edit.dropping = key == K_ESC && !dropped;
    if (dropped) {
        g_clear_pointer(&s->edit.editor, text_edit_free);
        skills_edits_done(&s->edit.kept);
    } else if (key == K_ESC) {
        console_say(c, STYLE_WARN, "discard your changes? esc again: yes; ctrl-x writes them");
    } else if (key == K_CTRL('x')) {
        g_free(s->edit.kept.text);
        s->edit.kept.text = g_strdup(text_edit_text(s->edit.editor));
        skills_submit_text(c);
    } else if (key == K_CTRL('e')) {
        g_free(s->edit.kept.text);
        s->edit.kept.text = g_strdup(text_edit_text(s->edit.editor));
        skills_to_editor(c);
    } else {
        text_edit_key(s->edit.editor, key);
    }
}

static void skills_screen_keypress(console *c, int key, bool burst)
{
    struct skills_screen *s = c->shelf;
    if (s->decision.in.kind)
        skills_decide_keypress(c, key, burst);
    else if (s->edit.editor)
        editor_keypress(c, key);
    else if (s->ask)
        skills_ask_keypress(c, key);
    else if (s->tester.open)
        skills_tester_keypress(c, key);
    else if (s->docs.open)
        skills_docs_keypress(c, key);
    else
        skills_act_key(c, key, burst);
    if (c->shelf)
        skills_look(c);
}

/* ---- drawing ---- */

static void editor_draw(const console *c, const struct rect *box)
{
    const struct skills_text *kept = &c->shelf->edit.kept;
    g_autofree char *title = g_strdup_printf("%s%s%s%s", kept->name ? kept->name : "a new skill", kept->sha256 ? ", a draft" : "",
                                             text_edit_changed(c->shelf->edit.editor) ? ", changed" : "",
                                             skills_conflicts(c) ? " ≠ someone else changed it, too" : "");
    struct rect inside = {box->x + 1, box->y + 1, box->width - 2, box->height - 2};
    paint_box(box, title, STYLE_BORDER_ALERT);
    paint_edge_title(box, box->y + box->height - 1, "ctrl-x check and write  ctrl-e $EDITOR  esc leave", STYLE_NORMAL);
    text_edit_draw(c->shelf->edit.editor, &inside);
}

static void skills_screen_draw(console *c)
{
    static const struct list_layout layout = {.one_key_row = 170, .beside = 100, .narrowest = 46, .broadest = 80};
    struct skills_screen *s = skills_state(c);
    struct rect list, detail, keys;
    list_split(c, &layout, 0, &list, &detail, &keys);
    struct rect all = {0, 1, c->layout.width, list.y == detail.y ? list.height : list.height + detail.height};
    if (s->decision.in.kind) {
        skills_decide_draw(c);
        return;
    }
    if (s->docs.open) {
        skills_docs_draw(c, &list, &detail, &keys);
        return;
    }
    if (s->edit.editor)
        editor_draw(c, list.y == detail.y ? &detail : &all);
    else if (s->tester.open)
        skills_tester_draw(c, &detail);
    else
        skills_detail_draw(c, &detail); /* before the list: what is seen here is not marked there any more */
    if (!s->edit.editor || list.y == detail.y)
        skills_list_draw(c, &list);
    if (!s->edit.editor && !s->tester.open)
        skills_keys_draw(c, &keys);
    if (s->ask)
        skills_ask_draw(c);
}

const struct screen_ops skills_screen_ops = {.draw = skills_screen_draw,
                                             .keypress = skills_screen_keypress,
                                             .open = skills_screen_open,
                                             .close = skills_screen_close,
                                             .free = skills_screen_free,
                                             .typing = skills_screen_typing,
                                             .tick = skills_screen_tick,
                                             .deadline = skills_screen_deadline,
                                             .prepare = skills_screen_prepare,
                                             .poll = skills_screen_poll,
                                             .help = skills_keys_help,
                                             .returned = skills_screen_open, /* what came of it is in the store */
                                             .edited = skills_edit_returned,
                                             .preview = skills_screen_preview,
                                             .trial = skills_screen_trial,
                                             .heard = skills_screen_heard,
                                             .preload = skills_screen_preload,
                                             .wait = skills_screen_wait,
                                             .waiting = skills_screen_waiting};
