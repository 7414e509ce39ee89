/* `reins docs --json`. */

#include "tui/cli/docs_json.h"

#include "config/strict_json.h"
#include "tui/cli/memory_out.h"

static void put_text(cJSON *o, const char *key, const char *text)
{
    cJSON_AddItemToObject(o, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void put_number(cJSON *o, const char *key, gint64 value)
{
    cJSON_AddNumberToObject(o, key, (double)value);
}

static char *print_and_free(cJSON *document)
{
    char *text = strict_json_print(document);
    cJSON_Delete(document);
    return text;
}

static cJSON *doc_tree(const struct memory_doc *d)
{
    cJSON *o = cJSON_CreateObject();
    g_autofree char *run = d->run ? g_strdup_printf("%" G_GINT64_FORMAT, d->run) : NULL, *at = memory_iso_time(d->at_us);
    put_number(o, "id", d->doc);
    put_number(o, "version", d->version);
    put_text(o, "app", d->app);
    put_text(o, "element", d->element);
    put_text(o, "name", d->name);
    put_text(o, "kind", doc_kind_name(d->kind));
    put_text(o, "author", doc_author_name(d->author));
    put_text(o, "by", d->by);
    put_text(o, "at", at);
    put_text(o, "run", run);
    cJSON_AddItemToObject(o, "step", d->step ? cJSON_CreateNumber((double)d->step) : cJSON_CreateNull());
    put_text(o, "before", d->before);
    put_text(o, "after", d->after);
    put_number(o, "uses", d->uses);
    put_number(o, "kept", d->kept);
    put_number(o, "broken", d->broken);
    cJSON_AddBoolToObject(o, "doubtful", memory_doc_doubtful(d));
    cJSON_AddBoolToObject(o, "shared", memory_doc_shared(d));
    cJSON_AddBoolToObject(o, "withdrawn", d->withdrawn);
    put_text(o, "contradiction", d->contradiction);
    put_text(o, "reason", d->reason);
    put_text(o, "text", d->text);
    return o;
}

char *docs_json(const struct memory_doc *doc)
{
    return print_and_free(doc_tree(doc));
}

char *docs_json_list(const GPtrArray *docs)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < docs->len; i++)
        cJSON_AddItemToArray(list, doc_tree(docs->pdata[i]));
    return print_and_free(list);
}

char *docs_json_diff(gint64 doc, gint64 from, gint64 to, const char *diff)
{
    cJSON *o = cJSON_CreateObject();
    put_number(o, "doc", doc);
    put_number(o, "from", from);
    put_number(o, "to", to);
    put_text(o, "diff", diff);
    return print_and_free(o);
}

char *docs_json_done(const char *done, gint64 doc)
{
    cJSON *o = cJSON_CreateObject();
    put_text(o, "done", done);
    put_number(o, "doc", doc);
    return print_and_free(o);
}

char *docs_json_told(const char *done, const docs_told *told)
{
    cJSON *o = cJSON_CreateObject();
    put_text(o, "done", done);
    put_number(o, "docs", told->docs);
    put_number(o, "files", told->files);
    cJSON *problems = cJSON_AddArrayToObject(o, "problems");
    for (guint i = 0; i < told->problems->len; i++)
        cJSON_AddItemToArray(problems, cJSON_CreateString(told->problems->pdata[i]));
    return print_and_free(o);
}
