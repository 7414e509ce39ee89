/* `reins knowledge --json`. */

#include "tui/cli/knowledge_json.h"

#include "config/strict_json.h"
#include "tui/cli/knowledge_world.h"
#include "tui/cli/memory_out.h"

static void put_text(cJSON *o, const char *key, const char *text)
{
    cJSON_AddItemToObject(o, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static cJSON *tree(const struct memory_paragraph *p)
{
    cJSON *o = cJSON_CreateObject();
    g_autofree char *at = memory_iso_time(p->at_us);
    cJSON_AddNumberToObject(o, "paragraph", (double)p->paragraph);
    cJSON_AddNumberToObject(o, "version", (double)p->version);
    put_text(o, "app", p->app);
    put_text(o, "subject", p->subject);
    put_text(o, "source", p->source);
    put_text(o, "by", p->by);
    put_text(o, "at", at);
    cJSON_AddBoolToObject(o, "withdrawn", p->withdrawn);
    put_text(o, "reason", p->reason);
    put_text(o, "text", p->text);
    return o;
}

char *knowledge_json(const struct memory_paragraph *paragraph)
{
    g_autoptr(cJSON) o = tree(paragraph);
    return strict_json_print(o);
}

char *knowledge_json_list(const GPtrArray *paragraphs)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < paragraphs->len; i++)
        cJSON_AddItemToArray(list, tree(paragraphs->pdata[i]));
    return strict_json_print(list);
}

char *knowledge_json_hits(const GArray *hits)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < hits->len; i++) {
        const struct knowledge_hit *hit = &g_array_index(hits, struct knowledge_hit, i);
        cJSON *o = tree(hit->paragraph);
        cJSON_AddNumberToObject(o, "score", hit->score);
        cJSON_AddBoolToObject(o, "named", hit->named);
        cJSON_AddItemToArray(list, o);
    }
    return strict_json_print(list);
}

char *knowledge_json_done(const char *done, gint64 paragraph)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", done);
    cJSON_AddNumberToObject(o, "paragraph", (double)paragraph);
    return strict_json_print(o);
}

static cJSON *built_tree(const struct memory_built *built)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", "build");
    cJSON_AddNumberToObject(o, "added", (double)built->added);
    cJSON_AddNumberToObject(o, "kept", (double)built->kept);
    cJSON_AddNumberToObject(o, "gone", (double)built->gone);
    return o;
}

char *knowledge_json_built(const struct memory_built *built)
{
    g_autoptr(cJSON) o = built_tree(built);
    return strict_json_print(o);
}

char *knowledge_json_game(const struct memory_built *built, const game_world *world, const char *path)
{
    g_autoptr(cJSON) o = built_tree(built);
    cJSON_AddStringToObject(o, "world", path);
    cJSON_AddNumberToObject(o, "items", world->items);
    cJSON_AddNumberToObject(o, "recipes", world->recipes);
    cJSON_AddNumberToObject(o, "sources", world->sources);
    cJSON *left = cJSON_AddArrayToObject(o, "left");
    for (guint i = 0; i < world->left->len; i++) {
        const struct game_left *one = world->left->pdata[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "why", game_why_text(one->why));
        cJSON_AddStringToObject(row, "what", one->what);
        cJSON_AddItemToArray(left, row);
    }
    return strict_json_print(o);
}

char *knowledge_json_dumped(const char *path)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", "dump");
    cJSON_AddStringToObject(o, "file", path);
    return strict_json_print(o);
}

char *knowledge_json_goal(const char *goal, const GPtrArray *sentences)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "goal", goal);
    cJSON *list = sentences ? cJSON_AddArrayToObject(o, "sentences") : NULL;
    for (guint i = 0; sentences && i < sentences->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(sentences->pdata[i]));
    return strict_json_print(o);
}

static void add_counts(cJSON *o, const char *key, const GPtrArray *counts)
{
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (guint i = 0; i < counts->len; i++) {
        const struct action_count *count = counts->pdata[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", count->name);
        cJSON_AddNumberToObject(one, "count", count->n);
        cJSON_AddItemToArray(list, one);
    }
}

static cJSON *action_tree(const struct action_row *row, const struct derive_draft *draft)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "verb", row->verb);
    cJSON_AddNumberToObject(o, "count", row->count);
    cJSON_AddNumberToObject(o, "goals", row->goals);
    add_counts(o, "objects", row->objects);
    add_counts(o, "tools", row->tools);
    add_counts(o, "materials", row->materials);
    strict_json_add_text(o, "draft", draft->sha256);
    strict_json_add_text(o, "no_draft", draft->why);
    return o;
}

char *knowledge_json_derived(const struct derived *derived, const GPtrArray *rows, const GArray *drafts)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", "derive");
    cJSON_AddNumberToObject(o, "goals", derived->goals->len);
    cJSON_AddNumberToObject(o, "tuples", derived->tuples);
    cJSON_AddNumberToObject(o, "unusable", derived->unusable);
    cJSON *failed = cJSON_AddArrayToObject(o, "failed"), *actions = cJSON_AddArrayToObject(o, "actions");
    for (guint i = 0; i < derived->failed->len; i++)
        cJSON_AddItemToArray(failed, cJSON_CreateString(derived->failed->pdata[i]));
    for (guint i = 0; i < rows->len; i++)
        cJSON_AddItemToArray(actions, action_tree(rows->pdata[i], &g_array_index(drafts, struct derive_draft, i)));
    cJSON_AddNumberToObject(o, "cost", derived->spent.cost);
    return strict_json_print(o);
}

static void add_count(cJSON *o, const char *key, const GPtrArray *of)
{
    cJSON_AddItemToObject(o, key, of ? cJSON_CreateNumber(of->len) : cJSON_CreateNull());
}

char *knowledge_json_worlds(const GPtrArray *worlds)
{
    g_autoptr(cJSON) all = cJSON_CreateArray();
    for (guint i = 0; i < worlds->len; i++) {
        const struct knowledge_world *w = g_ptr_array_index(worlds, i);
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(all, o);
        cJSON_AddStringToObject(o, "name", w->name);
        put_text(o, "file", w->path);
        add_count(o, "items", w->recipes ? w->recipes->items : NULL);
        add_count(o, "recipes", w->recipes ? w->recipes->all : NULL);
        add_count(o, "sources", w->recipes ? w->recipes->sources : NULL);
        cJSON *out = cJSON_AddArrayToObject(o, "out");
        for (guint n = 0; w->out && n < w->out->len; n++)
            cJSON_AddItemToArray(out, cJSON_CreateString(((const recipe_item *)g_ptr_array_index(w->out, n))->name));
        put_text(o, "defect", w->defect);
    }
    return strict_json_print(all);
}

char *knowledge_json_world(const char *name, const char *path, GBytes *file)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *text = g_strndup(g_bytes_get_data(file, NULL), g_bytes_get_size(file));
    cJSON_AddStringToObject(o, "name", name);
    cJSON_AddStringToObject(o, "file", path);
    cJSON_AddStringToObject(o, "text", text);
    return strict_json_print(o);
}
