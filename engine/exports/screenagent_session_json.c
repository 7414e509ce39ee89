/* What an imported record becomes where the store has JSON. */

#include "config/strict_json.h"
#include "engine/exports/screenagent.h"

#include <string.h>

#define VALUE_MAX (4 * 1024 * 1024)

static cJSON *parse(const char *json)
{
    return json ? strict_json_parse(json, strlen(json), VALUE_MAX, NULL) : NULL;
}

char *screenagent_record_prompt(const char *text, const char *file)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "system", "");
    cJSON_AddStringToObject(o, "user", text);
    cJSON *image = cJSON_CreateObject();
    cJSON_AddStringToObject(image, "frame", file);
    cJSON_AddStringToObject(image, "note", "");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "images"), image);
    return strict_json_print(o);
}

static void put_actions(cJSON *o, const words *w)
{
    cJSON *list = cJSON_AddArrayToObject(o, "actions");
    for (guint i = 0; i < w->list->len; i++) {
        g_autoptr(action) a = vocabulary_word_to_action(&g_array_index(w->list, word, i));
        g_autofree char *json = a ? action_to_json(a) : NULL;
        if (json)
            cJSON_AddItemToArray(list, parse(json));
    }
}

static void put_situation(cJSON *o, const words *w)
{
    const word *one = w->list->len ? &g_array_index(w->list, word, 0) : NULL;
    bool known = one && one->kind == WORD_EVALUATE;
    cJSON_AddStringToObject(o, "success", !known ? "unknown" : one->what == SITUATION_SUCCESS ? "yes" : "no");
    strict_json_add_text(o, "cause", known ? one->text : NULL);
}

char *screenagent_record_output(const record *r, const char *reply)
{
    g_autoptr(cJSON) own = parse(reply);
    if (cJSON_IsObject(own) && !cJSON_GetObjectItemCaseSensitive(own, "action_type"))
        return g_strdup(reply);
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autoptr(words) said = vocabulary_words_from_reply(reply);
    const char *fence = strstr(reply, "```"); /* the text before it is the reasoning */
    g_autofree char *text = fence ? g_strndup(reply, (gsize)(fence - reply)) : g_strdup(reply);
    g_strstrip(text);
    cJSON_AddStringToObject(o, "reasoning", text);
    if (r->status == RECORD_PLANNING)
        strict_json_add_text(o, "subtask", said->list->len ? g_array_index(said->list, word, 0).text : "");
    if (r->status == RECORD_EVALUATING)
        put_situation(o, said);
    if (r->status == RECORD_ACTING) {
        put_actions(o, said);
        cJSON_AddStringToObject(o, "outcome", "continue");
    }
    return strict_json_print(o);
}

char *screenagent_record_correction(const record *r)
{
    g_autofree char *own = screenagent_record_reply_own(r->reply), *right = screenagent_record_reply_own(r->edited);
    if (g_str_equal(r->reply, r->edited) || (right && g_str_has_prefix(right, "Not done (")))
        return NULL;
    if (!own || !right)
        return g_strdup(r->edited);
    g_autoptr(cJSON) one = parse(own), other = parse(right);
    if (r->status == RECORD_ACTING) { /* another action is an edit of the proposal */
        cJSON_DeleteItemFromObjectCaseSensitive(one, "actions");
        cJSON_DeleteItemFromObjectCaseSensitive(other, "actions");
    }
    return cJSON_Compare(one, other, true) ? NULL : g_steal_pointer(&right);
}

char *screenagent_record_target(const word *one)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "window", "");
    cJSON_AddStringToObject(o, "class", "");
    cJSON_AddNumberToObject(o, "window_id", 0);
    cJSON_AddNumberToObject(o, "x", one->x);
    cJSON_AddNumberToObject(o, "y", one->y);
    cJSON *patch = one->right ? cJSON_AddObjectToObject(o, "patch") : NULL;
    if (patch) {
        cJSON_AddNumberToObject(patch, "x", one->left);
        cJSON_AddNumberToObject(patch, "y", one->top);
        cJSON_AddNumberToObject(patch, "width", one->right - one->left);
        cJSON_AddNumberToObject(patch, "height", one->bottom - one->top);
    }
    cJSON_AddNumberToObject(o, "match", 1);
    return strict_json_print(o);
}

char *screenagent_record_action(const char *own)
{
    g_autoptr(cJSON) tree = parse(own);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(tree, "actions");
    const cJSON *first = cJSON_IsArray(list) ? list->child : cJSON_GetObjectItemCaseSensitive(tree, "skill") ? tree : NULL;
    g_autofree char *json = cJSON_IsObject(first) ? strict_json_print(first) : NULL;
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    return a ? action_to_json(a) : NULL;
}

char *screenagent_record_origin(const session *s, bool trusted)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", "screenagent");
    cJSON_AddStringToObject(o, "session", s->id);
    cJSON_AddStringToObject(o, "identity", s->sha256);
    cJSON_AddNumberToObject(o, "run", 0);
    cJSON_AddNumberToObject(o, "rows", s->records->len);
    cJSON_AddStringToObject(o, "end", s->id);
    cJSON_AddBoolToObject(o, "trusted", trusted);
    return strict_json_print(o);
}
