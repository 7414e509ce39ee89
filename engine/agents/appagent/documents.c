/* The agent's documents in the store. */

#include "engine/agents/appagent/appagent.h"
#include "engine/devices/devices.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/eye/eye.h"
#include "engine/step/plan_context.h"

#include <string.h>

/* The program's name: on a phone the package of the window in front ("PACKAGE/ACTIVITY"), else of its profile, or of its command.
 * Caller frees. */
static char *program_of(const struct run *run, const char *window)
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

GPtrArray *appagent_docs(const struct run *run, const struct appagent *m, GError **error)
{
    g_autofree char *app = program_of(run, m->window);
    g_autoptr(GPtrArray) docs = g_ptr_array_new_with_free_func((GDestroyNotify)memory_doc_free);
    for (guint i = 0; i < m->elements->len; i++) {
        const struct appagent_element *e = m->elements->pdata[i];
        g_autoptr(GPtrArray) of = *e->id ? memory_docs(run->store, app, e->id, false, error) : g_ptr_array_new();
        if (!of)
            return NULL;
        for (guint k = 0; k < of->len; k++)
            if (taken(run, of->pdata[k]))
                g_ptr_array_add(docs, g_steal_pointer(&of->pdata[k]));
    }
    return g_steal_pointer(&docs);
}

struct memory_doc *appagent_doc_of(const struct run *run, const struct appagent *m, GError **error)
{
    g_autofree char *app = program_of(run, m->page_window);
    g_autoptr(GPtrArray) of = memory_docs(run->store, app, m->id, false, error);
    for (guint i = 0; of && i < of->len; i++)
        if (((const struct memory_doc *)of->pdata[i])->kind == (enum doc_kind)(m->kind - 1))
            return g_steal_pointer(&of->pdata[i]);
    return NULL;
}

static const struct appagent_element *element_of(const struct appagent *m, const char *id)
{
    for (guint i = 0; i < m->elements->len; i++)
        if (g_str_equal(((const struct appagent_element *)m->elements->pdata[i])->id, id))
            return m->elements->pdata[i];
    return NULL;
}

static char *quote(char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, text);
    return prompt_quoted(one);
}

char *appagent_docs_told(const struct appagent *m, const GPtrArray *docs)
{
    GString *out = g_string_new(NULL);
    const char *last = NULL;
    for (guint i = 0; i < docs->len; i++) {
        const struct memory_doc *d = docs->pdata[i];
        const struct appagent_element *e = element_of(m, d->element);
        g_autofree char *quoted = quote(d->text);
        g_autofree char *whose = e ? g_strdup_printf("%" G_GINT64_FORMAT " %s", e->number, e->name) : NULL;
        g_autofree char *head = e ? quote(whose) : NULL;
        if (!e)
            continue;
        if (g_strcmp0(last, d->element) != 0)
            g_string_append_printf(out, "%s%s", out->len ? "\n" : "", head);
        g_string_append_printf(out, "\n%s%s", doc_kind_name(d->kind), d->contradiction ? " (something contradicts this)" : "");
        if (memory_doc_doubtful(d))
            g_string_append_printf(out, " (doubtful: it came otherwise %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " times)",
                                   d->broken, d->kept + d->broken);
        g_string_append_printf(out, ":\n%s", quoted);
        last = d->element;
    }
    return g_string_free(out, FALSE);
}

bool appagent_doc_write(const struct run *run, const struct appagent *m, const struct appagent_maker *maker,
                        const struct memory_doc *old, const char *text, const char *contradiction, GError **error)
{
    g_autofree char *app = program_of(run, m->page_window), *part = g_strndup(text, DOC_TEXT_MAX),
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
