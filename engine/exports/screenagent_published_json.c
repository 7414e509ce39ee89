/* The files of a session of somebody else, beside the prompt of the call that was made of them: they go out as they came. */

#include "config/strict_json.h"
#include "engine/exports/screenagent.h"

#include <string.h>

#define PUBLISHED_MAX (64 * 1024 * 1024)

void screenagent_published_free(gpointer data)
{
    struct published *p = data;
    g_free(p->name);
    g_free(p->json);
    screenagent_record_free(p->record);
    g_hash_table_unref(p->pictures);
    g_free(p);
}

static void put_picture(cJSON *o, const char *name, GHashTable *pictures)
{
    const char *hash = name ? g_hash_table_lookup(pictures, name) : NULL;
    if (hash && !cJSON_GetObjectItemCaseSensitive(o, name))
        cJSON_AddStringToObject(o, name, hash);
}

static cJSON *file_json(const struct published *p, GHashTable *pictures)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", p->name);
    cJSON_AddItemToObject(o, "record", strict_json_parse(p->json, strlen(p->json), PUBLISHED_MAX, NULL));
    cJSON *named = cJSON_AddObjectToObject(o, "pictures");
    put_picture(named, p->record->image, pictures);
    for (guint i = 0; i < p->record->actions->list->len; i++) {
        put_picture(named, g_array_index(p->record->actions->list, word, i).before, pictures);
        put_picture(named, g_array_index(p->record->actions->list, word, i).after, pictures);
    }
    return o;
}

char *screenagent_published_beside(const char *prompt, const GPtrArray *files, GHashTable *pictures)
{
    g_autoptr(cJSON) o = strict_json_parse(prompt, strlen(prompt), PUBLISHED_MAX, NULL);
    cJSON *list = cJSON_AddArrayToObject(o, "published");
    for (guint i = 0; i < files->len; i++) {
        const struct published *p = files->pdata[i];
        if (g_hash_table_contains(pictures, p->record->image)) /* a negative may name a picture that no record has */
            cJSON_AddItemToArray(list, file_json(p, pictures));
    }
    return strict_json_print(o);
}

struct published *screenagent_published_new(const char *name, const char *text, gsize length, GError **error)
{
    g_autoptr(record) r = screenagent_record_read(name, text, length, error);
    g_autoptr(cJSON) o = r ? strict_json_parse(text, length, PUBLISHED_MAX, error) : NULL;
    if (!o)
        return NULL;
    struct published *p = g_new0(struct published, 1);
    *p = (struct published){.name = g_strdup(name),
                            .json = strict_json_print(o),
                            .record = g_steal_pointer(&r),
                            .pictures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
    return p;
}

/* A run that came as a file may say anything here. */
static struct published *read_file(const cJSON *o)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "name"));
    const cJSON *kept = cJSON_GetObjectItemCaseSensitive(o, "record"), *named;
    g_autofree char *json = cJSON_IsObject(kept) ? strict_json_print(kept) : NULL;
    if (!json || !screenagent_session_name_fits(name) || !g_str_has_suffix(name, ".json"))
        return NULL;
    struct published *p = screenagent_published_new(name, json, strlen(json), NULL);
    if (!p)
        return NULL;
    cJSON_ArrayForEach(named, cJSON_GetObjectItemCaseSensitive(o, "pictures"))
    {
        if (cJSON_IsString(named) && screenagent_session_name_fits(named->string))
            g_hash_table_insert(p->pictures, g_strdup(named->string), g_strdup(named->valuestring));
    }
    return p;
}

GPtrArray *screenagent_published_read(const char *json)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(screenagent_published_free);
    g_autoptr(cJSON) list = json ? strict_json_parse(json, strlen(json), PUBLISHED_MAX, NULL) : NULL;
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        struct published *p = read_file(item);
        if (p)
            g_ptr_array_add(files, p);
    }
    return files;
}

static void put_instead(cJSON *o, const char *key, const char *text)
{
    if (!text)
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(o, key);
    cJSON_AddStringToObject(o, key, text);
}

char *screenagent_published_text(const struct published *p, bool relabelled, const char *theme, const char *category)
{
    g_autoptr(cJSON) o = strict_json_parse(p->json, strlen(p->json), PUBLISHED_MAX, NULL);
    g_autofree char *list = relabelled ? vocabulary_words_to_json(p->record->actions) : NULL;
    if (list)
        cJSON_ReplaceItemInObjectCaseSensitive(o, "actions", strict_json_parse(list, strlen(list), PUBLISHED_MAX, NULL));
    put_instead(o, "theme", theme);
    put_instead(o, "category", category);
    g_autofree char *compact = strict_json_print(o);
    return run_reader_pretty(compact);
}
