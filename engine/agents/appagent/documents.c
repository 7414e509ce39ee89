/* The agent's documents in the store. */

#include "engine/agents/appagent/appagent.h"
#include "engine/modules/prompt.h"
#include "engine/devices/devices.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/eye/eye.h"
#include "engine/step/plan_context.h"

#include <string.h>

char *appagent_program(const struct run *run, const char *window)
{
    const char *slash = devices_touch(run->devices) ? strchr(window, '/') : NULL;
    char *app = slash ? g_strndup(window, (gsize)(slash - window)) : plan_context_app(run);
    return app ? app : g_strdup("unknown");
}

static bool taken(const struct run *run, const struct memory_doc *d)
{
    const char *docs = run_option(run->options, run->cfg, "docs");
    return *d->text && (g_str_equal(docs, "all") || g_str_equal(docs, doc_author_name(d->author)));
}

/* Its own, or the newest one of an element alike where it has none of its own for that kind of action. */
static bool tells(const GPtrArray *docs, const struct memory_doc *d, const struct appagent_element *e)
{
    const bool own = g_str_equal(d->element, e->id);
    if (own || !doc_elements_alike(d->element, e->id))
        return own;
    for (guint i = 0; i < docs->len; i++) {
        const struct memory_doc *other = docs->pdata[i];
        if (other->kind == d->kind && doc_elements_alike(other->element, e->id) &&
            (g_str_equal(other->element, e->id) || other->id > d->id))
            return false;
    }
    return true;
}

static bool is_told(const struct appagent *m, const GPtrArray *docs, const struct memory_doc *d)
{
    bool told = false;
    for (guint i = 0; i < m->elements->len && !told; i++)
        told = tells(docs, d, m->elements->pdata[i]);
    return told;
}

GPtrArray *appagent_docs(const struct run *run, const struct appagent *m, GError **error)
{
    g_autofree char *app = appagent_program(run, m->window);
    g_autoptr(GPtrArray) all = memory_docs(run->store, app, NULL, false, error);
    if (!all)
        return NULL;
    for (guint i = all->len; i-- > 0;)
        if (!taken(run, all->pdata[i]))
            g_ptr_array_remove_index(all, i);
    g_autofree bool *told = g_new0(bool, all->len);
    for (guint i = 0; i < all->len; i++)
        told[i] = is_told(m, all, all->pdata[i]);
    for (guint i = all->len; i-- > 0;)
        if (!told[i])
            g_ptr_array_remove_index(all, i);
    return g_steal_pointer(&all);
}

struct memory_doc *appagent_doc_of(const struct run *run, const struct appagent *m, GError **error)
{
    g_autofree char *app = appagent_program(run, m->page_window);
    g_autoptr(GPtrArray) of = memory_docs(run->store, app, m->id, false, error);
    for (guint i = 0; of && i < of->len; i++)
        if (((const struct memory_doc *)of->pdata[i])->kind == (enum doc_kind)(m->kind - 1))
            return g_steal_pointer(&of->pdata[i]);
    return NULL;
}

static char *quote(char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, text);
    return prompt_quoted(one);
}

static bool is_shared(const struct memory_doc *d, const struct appagent_element *e)
{
    return !g_str_equal(d->element, e->id) || memory_doc_shared(d);
}

void appagent_docs_note(struct appagent *m, const GPtrArray *docs)
{
    for (guint i = 0; i < m->elements->len; i++)
        for (guint k = 0; k < docs->len; k++) {
            const struct memory_doc *d = docs->pdata[k];
            const struct appagent_element *e = m->elements->pdata[i];
            g_autofree char *kind = g_strconcat(doc_kind_name(d->kind), is_shared(d, e) ? " (shared)" : "", NULL);
            if (tells(docs, d, e))
                appagent_document(m, e->id, kind, d->text);
        }
}

static void tell(GString *out, const struct memory_doc *d, const struct appagent_element *e)
{
    g_autofree char *quoted = quote(d->text);
    g_string_append_printf(out, "\n%s%s%s", doc_kind_name(d->kind), d->contradiction ? " (something contradicts this)" : "",
                           is_shared(d, e) ? " (shared: learnt on this element or on one that differs only by its place)" : "");
    if (memory_doc_doubtful(d))
        g_string_append_printf(out, " (doubtful: it came otherwise %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " times)",
                               d->broken, d->kept + d->broken);
    g_string_append_printf(out, ":\n%s", quoted);
}

char *appagent_docs_told(const struct appagent *m, const GPtrArray *docs)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < m->elements->len; i++) {
        const struct appagent_element *e = m->elements->pdata[i], *last = NULL;
        g_autofree char *whose = g_strdup_printf("%" G_GINT64_FORMAT " %s", e->number, e->name);
        g_autofree char *head = quote(whose);
        for (guint k = 0; k < docs->len; k++) {
            if (!tells(docs, docs->pdata[k], e))
                continue;
            if (last != e)
                g_string_append_printf(out, "%s%s", out->len ? "\n" : "", head);
            tell(out, docs->pdata[k], e);
            last = e;
        }
    }
    return g_string_free(out, FALSE);
}

bool appagent_doc_write(const struct run *run, const struct appagent *m, const struct appagent_maker *maker,
                        const struct memory_doc *old, const char *text, const char *contradiction, GError **error)
{
    g_autofree char *app = appagent_program(run, m->page_window), *part = g_strndup(text, DOC_TEXT_MAX),
                    *valid = g_utf8_make_valid(part, -1);
    const struct memory_doc doc = {.run = run->id,
                                   .step = m->step,
                                   .kind = (enum doc_kind)(m->kind - 1),
                                   .author = maker->author,
                                   .by = (char *)maker->by,
                                   .app = app,
                                   .element = m->id,
                                   .name = *m->name ? m->name : NULL,
                                   .before = *m->before_hash ? m->before_hash : NULL,
                                   .after = run->look->observation->frame.hash,
                                   .contradiction = (char *)contradiction,
                                   .text = valid};
    if (old && !contradiction && g_str_equal(old->text, valid))
        return true;
    return old ? memory_doc_change(run->store, old->doc, &doc, error) : memory_doc_add(run->store, &doc, NULL, error);
}

bool appagent_doc_answered(const struct run *run, struct appagent *m, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_doc_versions(run->store, m->asked, error);
    if (!versions)
        return false;
    const struct memory_doc *now = versions->len ? versions->pdata[0] : NULL;
    const struct memory_doc *before = versions->len > 1 ? versions->pdata[1] : now;
    bool answered = *m->answer && now && now->contradiction && !now->withdrawn;
    bool old = g_str_equal(m->answer, APPAGENT_ANSWER_OLD), new = g_str_equal(m->answer, APPAGENT_ANSWER_NEW);
    const struct memory_doc version = {.run = now ? now->run : run->id, /* where it was learnt, as its pictures */
                                       .step = now ? now->step : run->step,
                                       .by = (char *)g_get_user_name(),
                                       .reason = (char *)"a person settled what contradicted it",
                                       .text = !answered ? NULL
                                               : old     ? before->text
                                               : new     ? now->text
                                                         : m->answer};
    gint64 doc = m->asked;
    m->asked = 0;
    bool ok = !answered || memory_doc_change(run->store, doc, &version, error);
    g_free(m->answer);
    m->answer = g_strdup("");
    return ok;
}
