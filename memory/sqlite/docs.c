/* Documents of elements: a row for each version; a change takes the mark "newest" from the one before. */

#include "memory/docs.h"
#include "memory/sqlite/store.h"

static bool doc_put(memory *m, const struct memory_doc *d, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO docs(doc, version, run, step, at_us, kind, maker, author, app, element, name, before, after,"
                     " contradiction, reason, text) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                     "iiiiittttttttttt", d->doc, d->version, d->run, d->step, d->at_us ? d->at_us : g_get_real_time(),
                     doc_kind_name(d->kind), doc_author_name(d->author), d->by, d->app, d->element, d->name, d->before, d->after,
                     d->contradiction, d->reason, d->text);
}

#define STANDING                                                                                                                 \
    "SELECT doc FROM docs WHERE newest AND app = ? AND element = ? AND kind = ? AND maker = ? AND withdrawn_us = 0 AND "

bool memory_doc_add(memory *m, const struct memory_doc *doc, gint64 *ret_doc, GError **error)
{
    static const char doing[] = "write the document";
    g_return_val_if_fail(doc->by && doc->app && doc->element && doc->text, false);
    const char *kind = doc_kind_name(doc->kind), *maker = doc_author_name(doc->author);
    gint64 number = 0, same = 0;
    struct memory_doc first = *doc;
    first.doc = 0;
    first.version = 1;
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_integer(m, doing, 0, &number, error, STANDING "1", "tttt", doc->app, doc->element, kind, maker) &&
        store_integer(m, doing, 0, &same, error, STANDING "text = ?", "ttttt", doc->app, doc->element, kind, maker, doc->text);
    if (ok && number && !same) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "document %" G_GINT64_FORMAT " says something else of that (reins docs edit %" G_GINT64_FORMAT ")", number,
                    number);
        ok = false;
    } else if (ok && !number) {
        ok = doc_put(m, &first, doing, error);
        number = ok ? sqlite3_last_insert_rowid(m->db) : 0;
        ok = ok && store_run(m, doing, error, "UPDATE docs SET doc = id WHERE id = ?", "i", number);
    }
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_doc)
        *ret_doc = number;
    return true;
}

static void *read_doc(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_doc *d = g_new0(struct memory_doc, 1);
    gint64 *const numbers[] = {&d->id, &d->doc, &d->version, &d->run, &d->step, &d->at_us, &d->uses, &d->kept, &d->broken};
    char **const texts[] = {&d->by,    &d->app,           &d->element, &d->name, &d->before,
                            &d->after, &d->contradiction, &d->reason,  &d->text};
    int column = 0;
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = sqlite3_column_int64(query, column++);
    d->newest = sqlite3_column_int64(query, column++) != 0;
    d->withdrawn = sqlite3_column_int64(query, column++) != 0;
    g_autofree char *kind = store_text(query, column++), *author = store_text(query, column++);
    if (!doc_kind_parse(kind, &d->kind) || !doc_author_parse(author, &d->author))
        g_warning("document %" G_GINT64_FORMAT " is of no known kind: %s, %s", d->doc, kind, author);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, column++);
    return d;
}

#define DOC_COLUMNS                                                                                                              \
    "SELECT id, doc, version, run, step, at_us, uses, kept, broken, newest, withdrawn_us, kind, maker, author, app, element,"    \
    " name, before, after, contradiction, reason, text FROM docs "

struct memory_doc *memory_doc_get(memory *m, gint64 doc, GError **error)
{
    static const char doing[] = "read the document";
    g_autoptr(store_query) query = store_prepare(m, doing, error, DOC_COLUMNS "WHERE doc = ? AND newest", "i", doc);
    GError *local = NULL;
    if (!query)
        return NULL;
    if (store_next(m, query, doing, &local))
        return read_doc(m, query);
    if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no document %" G_GINT64_FORMAT " (`reins docs list` lists them)", doc);
    g_propagate_error(error, local);
    return NULL;
}

static struct memory_doc *standing(memory *m, gint64 doc, GError **error)
{
    struct memory_doc *d = memory_doc_get(m, doc, error);
    if (!d || !d->withdrawn)
        return d;
    memory_doc_free(d);
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "document %" G_GINT64_FORMAT " was withdrawn already", doc);
    return NULL;
}

static bool change(memory *m, gint64 doc, const struct memory_doc *version, const char *doing, GError **error)
{
    struct memory_doc *old = standing(m, doc, error);
    if (!old)
        return false;
    struct memory_doc next = *old;
    next.version++;
    next.run = version->run;
    next.step = version->step;
    next.at_us = version->at_us;
    next.by = version->by;
    next.text = version->text;
    next.contradiction = version->contradiction;
    next.reason = version->reason;
    next.before = version->before ? version->before : old->before;
    next.after = version->after ? version->after : old->after;
    bool ok =
        store_run(m, doing, error, "UPDATE docs SET newest = 0 WHERE id = ?", "i", old->id) && doc_put(m, &next, doing, error);
    memory_doc_free(old);
    return ok;
}

bool memory_doc_change(memory *m, gint64 doc, const struct memory_doc *version, GError **error)
{
    static const char doing[] = "change the document";
    g_return_val_if_fail(version->by && version->text, false);
    return store_begin(m, doing, error) && store_end(m, change(m, doc, version, doing, error), doing, error);
}

static bool withdraw(memory *m, gint64 doc, const char *reason, const char *doing, GError **error)
{
    struct memory_doc *old = standing(m, doc, error);
    bool ok = old && store_run(m, doing, error, "UPDATE docs SET withdrawn_us = ?, reason = ? WHERE id = ?", "iti",
                               g_get_real_time(), reason, old->id);
    memory_doc_free(old);
    return ok;
}

bool memory_doc_withdraw(memory *m, gint64 doc, const char *reason, GError **error)
{
    static const char doing[] = "withdraw the document";
    return store_begin(m, doing, error) && store_end(m, withdraw(m, doc, reason, doing, error), doing, error);
}

static bool merge(memory *m, gint64 into, gint64 from, const char *text, const char *by, const char *doing, GError **error)
{
    struct memory_doc *a = standing(m, into, error), *b = a ? standing(m, from, error) : NULL;
    bool like =
        a && b && into != from && a->kind == b->kind && g_str_equal(a->app, b->app) && g_str_equal(a->element, b->element);
    g_autofree char *of = g_strdup_printf("document %" G_GINT64_FORMAT " is merged into it", from);
    g_autofree char *gone = g_strdup_printf("merged into document %" G_GINT64_FORMAT, into);
    const struct memory_doc version = {.by = (char *)by, .text = (char *)text, .reason = of};
    if (a && b && !like)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "documents %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " are not two of one element and kind", into, from);
    memory_doc_free(a);
    memory_doc_free(b);
    return like && change(m, into, &version, doing, error) && withdraw(m, from, gone, doing, error);
}

bool memory_doc_merge(memory *m, gint64 into, gint64 from, const char *text, const char *by, GError **error)
{
    static const char doing[] = "merge the documents";
    return store_begin(m, doing, error) && store_end(m, merge(m, into, from, text, by, doing, error), doing, error);
}

bool memory_doc_count(memory *m, gint64 id, const struct memory_doc *counts, GError **error)
{
    static const char doing[] = "count the document's use";
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error,
                               "UPDATE docs SET uses = uses + ?, kept = kept + ?, broken = broken + ? WHERE id = ?", "iiii",
                               counts->uses, counts->kept, counts->broken, id),
                     doing, error);
}

GPtrArray *memory_doc_versions(memory *m, gint64 doc, GError **error)
{
    static const char doing[] = "list the document's versions";
    g_autoptr(store_query) query = store_prepare(m, doing, error, DOC_COLUMNS "WHERE doc = ? ORDER BY version DESC", "i", doc);
    return store_list(m, query, doing, read_doc, (GDestroyNotify)memory_doc_free, error);
}

GPtrArray *memory_docs(memory *m, const char *app, const char *element, bool withdrawn, GError **error)
{
    static const char doing[] = "list the documents";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      DOC_COLUMNS "INDEXED BY docs_by_element WHERE newest AND (?1 IS NULL OR app = ?1) AND"
                                  " (?2 IS NULL OR element = ?2) AND (?3 OR withdrawn_us = 0) ORDER BY app, element, kind, doc",
                      "tti", app, element, (gint64)withdrawn);
    return store_list(m, query, doing, read_doc, (GDestroyNotify)memory_doc_free, error);
}
