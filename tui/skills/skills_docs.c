/* The skills screen: documents of elements. A list, what is said of the selected one, and the picture that it was learnt from. */

#include "config/config.h"
#include "memory/docs.h"
#include "tui/console/list_screen.h"
#include "tui/console/state.h"
#include "tui/memory/past_screen.h"
#include "tui/skills/skills_screen.h"
#include "tui/term/rich.h"
#include "tui/term/text.h"

#include <string.h>

#define PICTURE_ROWS_MIN 4

static memory *store(console *c)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = config_data_dir(&error);
    memory *m = dir ? memory_open(dir, false, &error) : NULL;
    if (error)
        console_say(c, STYLE_BAD, "documents: %s", error->message);
    return m;
}

void skills_docs_free(struct skills_docs *d)
{
    g_clear_pointer(&d->rows, g_ptr_array_unref);
    g_clear_pointer(&d->versions, g_ptr_array_unref);
    g_clear_pointer(&d->picture, g_free);
}

static const struct memory_doc *selected(const struct skills_docs *d)
{
    return d->rows && d->selected < (int)d->rows->len ? g_ptr_array_index(d->rows, (guint)d->selected) : NULL;
}

/* The version that is shown; the newest one where none is chosen. */
static const struct memory_doc *shown(const struct skills_docs *d)
{
    return d->versions && d->version < d->versions->len ? g_ptr_array_index(d->versions, d->version) : selected(d);
}

static void find_picture(struct skills_docs *d, memory *m)
{
    const struct memory_doc *doc = shown(d);
    const char *hash = !doc ? NULL : d->before ? doc->before : doc->after;
    g_free(d->picture);
    d->picture = m && hash ? memory_frame_path(m, hash) : NULL;
}

static void choose(console *c)
{
    struct skills_docs *d = &c->shelf->docs;
    const struct memory_doc *doc = selected(d);
    g_autoptr(memory) m = doc ? store(c) : NULL;
    g_clear_pointer(&d->versions, g_ptr_array_unref);
    d->version = 0;
    d->top = 0;
    d->versions = m ? memory_doc_versions(m, doc->doc, NULL) : NULL;
    find_picture(d, m);
}

static void read_rows(console *c)
{
    struct skills_docs *d = &c->shelf->docs;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = store(c);
    g_clear_pointer(&d->rows, g_ptr_array_unref);
    d->rows = m ? memory_docs(m, NULL, NULL, false, &error) : NULL;
    if (error)
        console_say(c, STYLE_BAD, "documents: %s", error->message);
    if (!d->rows)
        d->rows = g_ptr_array_new();
    d->selected = CLAMP(d->selected, 0, MAX(0, (int)d->rows->len - 1));
    choose(c);
}

void skills_docs_open(console *c)
{
    c->shelf->docs.open = true;
    read_rows(c);
}

/* ---- keys ---- */

static void submit(console *c)
{
    struct skills_docs *d = &c->shelf->docs;
    const struct memory_doc *doc = selected(d);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strstrip(g_strdup(c->shelf->line.text->str));
    const struct memory_doc version = {.by = (char *)g_get_user_name(), .text = text};
    if (!*text || strlen(text) > DOC_TEXT_MAX) {
        console_say(c, STYLE_BAD, "a document has 1 to %d bytes", DOC_TEXT_MAX);
        return;
    }
    d->editing = false;
    if (!doc || (g_str_equal(text, doc->text) && !doc->contradiction && !memory_doc_doubtful(doc)))
        return;
    g_autoptr(memory) m = store(c);
    if (!m)
        return;
    gint64 number = doc->doc;
    bool ok = memory_doc_change(m, number, &version, &error);
    read_rows(c);
    if (ok)
        console_say(c, STYLE_NORMAL, "document %" G_GINT64_FORMAT " has this text now (reins docs log %" G_GINT64_FORMAT ")",
                    number, number);
    else
        console_say(c, STYLE_BAD, "the document is as it was: %s", error->message);
}

static void another_version(console *c, int by)
{
    struct skills_docs *d = &c->shelf->docs;
    if (!d->versions || !d->versions->len)
        return;
    d->version = (guint)CLAMP((int)d->version + by, 0, (int)d->versions->len - 1);
    g_autoptr(memory) m = store(c);
    find_picture(d, m);
}

static void line_keypress(console *c, int key)
{
    if (key == K_ESC)
        c->shelf->docs.editing = false;
    else if (key == K_ENTER)
        submit(c);
    else
        input_key(&c->shelf->line, key);
}

/* The step that the shown version was learnt in, or the one that a person corrected. */
static void go(console *c)
{
    const struct skills_docs *d = &c->shelf->docs;
    for (guint i = d->version; d->versions && i < d->versions->len; i++) {
        const struct memory_doc *v = g_ptr_array_index(d->versions, i);
        if (v->run) {
            past_screen_open_step(c, v->run, v->step);
            return;
        }
    }
    console_say(c, STYLE_WARN, "this document came from no run");
}

void skills_docs_keypress(console *c, int key)
{
    struct skills_docs *d = &c->shelf->docs;
    const struct memory_doc *doc = selected(d);
    int by = viewer_scrolls(key, MAX(1, d->page_rows), SCROLL_ALL);
    if (d->editing) {
        line_keypress(c, key);
    } else if (by) {
        d->selected = CLAMP(d->selected + by, 0, MAX(0, (int)d->rows->len - 1));
        choose(c);
    } else if (key == K_ESC || key == 'q' || key == 'D') {
        d->open = false;
    } else if (key == 'e' && doc) {
        d->editing = true;
        input_set(&c->shelf->line, doc->text);
    } else if (key == 'b' && doc) {
        d->before = !d->before;
        another_version(c, 0);
    } else if (key == '<' || key == '>') {
        another_version(c, key == '<' ? 1 : -1);
    } else if (key == 'g' && doc) {
        go(c);
    }
}

/* ---- drawing ---- */

static void list_draw(const console *c, const struct rect *r)
{
    struct skills_docs *d = &c->shelf->docs;
    int n = (int)d->rows->len, rows = d->page_rows = r->height - 2;
    g_autofree char *title = g_strdup_printf("documents: %d", n);
    paint_box(r, title, STYLE_BORDER_ALERT);
    d->list_top = CLAMP(d->list_top, MAX(0, d->selected - rows + 1), d->selected);
    for (int i = 0; i < rows && d->list_top + i < n; i++) {
        const struct memory_doc *doc = g_ptr_array_index(d->rows, (guint)(d->list_top + i));
        bool now = d->list_top + i == d->selected;
        paint_format(r->y + 1 + i, r->x + 1, r->width - 2,
                     now                                              ? STYLE_SELECTED
                     : doc->contradiction || memory_doc_doubtful(doc) ? STYLE_WARN
                                                                      : STYLE_NORMAL,
                     "%s%s · %s · %s · %s: %s",
                     doc->contradiction         ? "≠ "
                     : memory_doc_doubtful(doc) ? "? "
                                                : "",
                     doc->app, doc->name ? doc->name : doc->element, doc_kind_name(doc->kind), doc_author_name(doc->author),
                     doc->text);
    }
    if (!n)
        paint_text(r->y + 1, r->x + 2, r->width - 4, "no document is kept: --agent appagent --set phase=explore writes them",
                   STYLE_DIM);
}

static GPtrArray *lines_of(const struct memory_doc *doc, int width)
{
    GPtrArray *lines = rich_new();
    g_autofree char *when = text_when(doc->at_us, TEXT_MINUTE);
    rich_field(lines, width, doc_kind_name(doc->kind), doc->text);
    rich_field(lines, width, "something contradicts it", doc->contradiction);
    if (memory_doc_doubtful(doc))
        rich_field(lines, width, "doubtful", "it came otherwise at least as often as it came so (e writes what is right)");
    if (memory_doc_shared(doc))
        rich_field(lines, width, "shared", "with elements alike: only its place tells this one from them");
    rich_format(lines, width, STYLE_NORMAL, "%s of %s", doc->name ? doc->name : doc->element, doc->app);
    rich_format(lines, width, STYLE_DIM, "document %" G_GINT64_FORMAT ", version %" G_GINT64_FORMAT ", %s · by %s, %s", doc->doc,
                doc->version, doc_author_name(doc->author), doc->by, when);
    rich_format(lines, width, STYLE_DIM,
                "in %" G_GINT64_FORMAT " prompts; it came so %" G_GINT64_FORMAT ", otherwise %" G_GINT64_FORMAT " times",
                doc->uses, doc->kept, doc->broken);
    rich_field(lines, width, "why", doc->reason);
    if (doc->run)
        rich_format(lines, width, STYLE_DIM, "learnt in run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " (g goes there)",
                    doc->run, doc->step);
    return lines;
}

static void picture_draw(console *c, const struct rect *box, int free_rows)
{
    const struct skills_docs *d = &c->shelf->docs;
    g_autoptr(GError) error = NULL;
    const struct rect r = {box->x + 1, box->y + box->height - 1 - free_rows, box->width - 2, free_rows};
    if (!d->picture || !c->options.pictures || free_rows < PICTURE_ROWS_MIN)
        return;
    const struct thumbnail *t = thumbnails_get(c->thumbnails, d->picture, d->picture, NULL, r.width, r.height, &error);
    if (t)
        paint_thumbnail(r.y, r.x, t);
    else
        paint_text(r.y, r.x, r.width, "no picture of it is kept", STYLE_DIM);
}

static void keys_draw(const struct rect *r)
{
    static const char *const keys[][2] = {
        {"e", "edit"}, {"b", "before or after"}, {"< >", "versions"}, {"g", "its step"}, {"esc", "skills"}};
    int x = r->x + 1, y = r->y;
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++)
        list_key_draw(r, &x, &y, keys[i][0], keys[i][1]);
}

void skills_docs_draw(console *c, const struct rect *list, const struct rect *detail, const struct rect *keys)
{
    struct skills_docs *d = &c->shelf->docs;
    const struct memory_doc *doc = shown(d);
    const char *title = !doc        ? "document"
                        : d->before ? "document, and the screen before it"
                                    : "document, and the screen after it";
    list_draw(c, list);
    keys_draw(keys);
    paint_box(detail, title, STYLE_BORDER);
    if (!doc)
        return;
    g_autoptr(GPtrArray) lines = lines_of(doc, detail->width - 2);
    picture_draw(c, detail, list_detail_draw(detail, lines, &d->top, false));
    if (d->editing) {
        const struct rect line = {detail->x + 1, detail->y + detail->height - 2, detail->width - 2, 1};
        list_line_draw(&line, "text: ", STYLE_ACCENT, &c->shelf->line);
    }
}
