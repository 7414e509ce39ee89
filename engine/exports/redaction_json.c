/* Redaction of what is JSON: strings are looked at as they are meant, not as they are escaped; and keys one after the other. */

#include "config/strict_json.h"
#include "engine/exports/redaction.h"
#include "skills/timeline/key.h"
#include "skills/timeline/timeline.h"

#include <string.h>

#define VALUE_MAX (64 * 1024 * 1024)

/* A number is a text, too: a room, a PIN. */
static void redact_number(redaction *r, cJSON *value)
{
    g_autofree char *text = strict_json_print(value);
    if (!redaction_hits(r, text))
        return;
    g_autofree char *without = redaction_text(r, text);
    value->type = cJSON_String | (value->type & cJSON_StringIsConst);
    value->valuestring = cJSON_malloc(strlen(without) + 1);
    memcpy(value->valuestring, without, strlen(without) + 1);
}

/* True: something was changed. */
static bool redact_tree(redaction *r, cJSON *value)
{
    guint before = redaction_count(r);
    if (cJSON_IsString(value) && value->valuestring) {
        g_autofree char *without = redaction_text(r, value->valuestring);
        if (!g_str_equal(without, value->valuestring))
            cJSON_SetValuestring(value, without);
    } else if (cJSON_IsNumber(value)) {
        redact_number(r, value);
    }
    for (cJSON *child = value->child; child; child = child->next) {
        g_autofree char *key = child->string ? redaction_text(r, child->string) : NULL;
        if (key && !g_str_equal(key, child->string)) {
            cJSON_free(child->string);
            child->string = cJSON_malloc(strlen(key) + 1);
            memcpy(child->string, key, strlen(key) + 1);
        }
        redact_tree(r, child);
    }
    return redaction_count(r) != before;
}

char *redaction_json(redaction *r, const char *text)
{
    const char *begin = text ? text + strspn(text, " \t\r\n") : "";
    g_autoptr(cJSON) tree = *begin == '{' || *begin == '[' ? strict_json_parse(text, strlen(text), VALUE_MAX, NULL) : NULL;
    if (!tree)
        return redaction_text(r, text);
    if (redact_tree(r, tree))
        return strict_json_print(tree);
    return redaction_text(r, text); /* a word of punctuation may still be in it */
}

/* A hash tells nothing of a text, but it proves a guess; a picture's name is its hash before the boxes were painted. */
static void drop_hashes(cJSON *value)
{
    static const char *const keys[] = {"digest", "hash", "sha256", "frame", "path", "journal", NULL};
    cJSON *next;
    for (cJSON *child = value->child; child; child = next) {
        next = child->next;
        if (child->string && g_strv_contains(keys, child->string))
            cJSON_Delete(cJSON_DetachItemViaPointer(value, child));
        else
            drop_hashes(child);
    }
}

/* ---- keys ---- */

static bool is_key(const struct timeline_event *e)
{
    return e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_KEY_UP;
}

/* What the keys write, one character each. */
static char *spelled(const timeline *t)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        gunichar c = e->type == TIMELINE_KEY_DOWN ? key_char(e->key) : 0;
        if (c)
            g_string_append_unichar(text, c);
    }
    return g_string_free(text, FALSE);
}

char *redaction_timeline(redaction *r, const char *json)
{
    guint count = redaction_count(r);
    g_autofree char *without = redaction_json(r, json);
    g_autoptr(timeline) t = without ? timeline_from_json(without, strlen(without), NULL) : NULL;
    g_autofree char *keys = t ? spelled(t) : NULL;
    if (!t || !redaction_hits(r, keys))
        return g_steal_pointer(&without);
    if (redaction_count(r) == count)
        redaction_set_count(r, count + 1);
    for (guint i = t->events->len; i-- > 0;)
        if (is_key(&g_array_index(t->events, struct timeline_event, i)))
            g_array_remove_index(t->events, i);
    return timeline_to_json(t);
}

/* ---- documents ---- */

static void redact_timelines(redaction *r, cJSON *value)
{
    for (cJSON *child = value->child; child; child = child->next) {
        bool found = child->string && g_str_equal(child->string, "timeline") && cJSON_IsArray(child);
        if (!found) {
            redact_timelines(r, child);
            continue;
        }
        g_autofree char *json = strict_json_print(child), *without = redaction_timeline(r, json);
        cJSON *tree = strict_json_parse(without, strlen(without), VALUE_MAX, NULL), *is = tree ? tree : cJSON_CreateNull();
        cJSON_ReplaceItemViaPointer(value, child, is);
        is->string = cJSON_malloc(sizeof "timeline");
        memcpy(is->string, "timeline", sizeof "timeline");
        child = is;
    }
}

char *redaction_document(redaction *r, const char *json, GError **error)
{
    g_autoptr(cJSON) tree = strict_json_parse(json, strlen(json), VALUE_MAX, error);
    if (!tree)
        return NULL;
    drop_hashes(tree);
    redact_timelines(r, tree);
    redact_tree(r, tree);
    return strict_json_print(tree);
}
