#include "tui/cli/skills_json.h"

#include "config/strict_json.h"

#include <string.h>

static cJSON *list_item(const skill *s)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "name", s->name);
    cJSON_AddStringToObject(item, "doc", s->doc);
    cJSON *params = cJSON_AddArrayToObject(item, "params");
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", p->name);
        cJSON_AddStringToObject(entry, "type", param_type_name(p->type));
        cJSON_AddStringToObject(entry, "meaning", p->meaning);
        cJSON_AddBoolToObject(entry, "optional", p->optional);
        cJSON_AddItemToArray(params, entry);
    }
    cJSON_AddStringToObject(item, "expect", s->expect);
    cJSON_AddStringToObject(item, "file", s->file);
    cJSON_AddNumberToObject(item, "line", s->line);
    cJSON_AddStringToObject(item, "sha256", s->sha256);
    return item;
}

char *skills_json_list(const GPtrArray *skills)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < skills->len; i++)
        cJSON_AddItemToArray(list, list_item(g_ptr_array_index(skills, i)));
    return strict_json_print(list);
}

char *skills_json_finding(const char *file, const char *finding)
{
    g_autofree char *shown = g_utf8_make_valid(file, -1);
    const char *rest = finding + strlen(shown) + 1; /* dryrun_check_file() begins each with it */
    char *end;
    gint64 line = g_ascii_strtoll(rest, &end, 10);
    g_autoptr(cJSON) item = cJSON_CreateObject();
    cJSON_AddStringToObject(item, "file", shown);
    cJSON_AddNumberToObject(item, "line", (double)line);
    cJSON_AddStringToObject(item, "what", g_str_has_prefix(end, ": ") ? end + 2 : end);
    return strict_json_print(item);
}
