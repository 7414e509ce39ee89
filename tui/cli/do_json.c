#include "tui/cli/do_json.h"

#include "config/strict_json.h"

#include <string.h>

#define DOCUMENT_MAX (4 * 1024 * 1024)

static void add_text(cJSON *o, const char *name, const char *value)
{
    if (value)
        cJSON_AddStringToObject(o, name, value);
    else
        cJSON_AddNullToObject(o, name);
}

static void add_raw(cJSON *o, const char *name, const char *json)
{
    cJSON_AddItemToObject(o, name, json ? cJSON_CreateRaw(json) : cJSON_CreateArray());
}

static void add_target(cJSON *o, const struct engine_did *d)
{
    cJSON *t = cJSON_AddObjectToObject(o, "target");
    add_text(t, "window", d->window);
    add_text(t, "class", d->class);
    cJSON_AddNumberToObject(t, "window_id", (double)d->window_id);
    cJSON_AddNumberToObject(t, "x", d->x);
    cJSON_AddNumberToObject(t, "y", d->y);
}

char *do_result_to_json(const struct engine_did *d, int exit_code)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *events = d->timeline ? timeline_to_json(d->timeline) : NULL;
    cJSON_AddStringToObject(o, "status", d->status);
    cJSON_AddNumberToObject(o, "exit", exit_code);
    add_text(o, "reason", d->reason);
    cJSON_AddNumberToObject(o, "tier", d->tier);
    add_text(o, "rule", d->rule);
    add_text(o, "evidence", d->evidence);
    add_text(o, "digest", d->digest);
    add_target(o, d);
    add_raw(o, "timeline", events);
    add_raw(o, "fired", d->fired);
    add_text(o, "effect", d->effect);
    if (d->state)
        cJSON_AddItemToObject(o, "state", cJSON_CreateRaw(d->state));
    add_text(o, "paste", d->pasted ? "pasted" : d->typed_why ? "typed" : NULL);
    add_text(o, "typed_because", d->typed_why);
    add_text(o, "recovered", d->recovered);
    cJSON_AddNumberToObject(o, "run", (double)d->run);
    return strict_json_print(o);
}

timeline *do_timeline_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, DOCUMENT_MAX, error);
    if (!root)
        return NULL;
    if (!cJSON_IsObject(root))
        return timeline_from_json(text, length, error);
    const cJSON *events = strict_json_get_array(root, "timeline", error);
    const cJSON *digest = cJSON_GetObjectItemCaseSensitive(root, "digest");
    g_autofree char *json = events ? strict_json_print(events) : NULL;
    g_autoptr(timeline) t = json ? timeline_from_json(json, strlen(json), error) : NULL;
    if (!t || !cJSON_IsString(digest))
        return g_steal_pointer(&t);
    g_autofree char *own = timeline_digest(t);
    if (g_str_equal(own, digest->valuestring))
        return g_steal_pointer(&t);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                "the timeline does not fit its digest (it has %.12s…, the document says %.12s…)", own, digest->valuestring);
    return NULL;
}
