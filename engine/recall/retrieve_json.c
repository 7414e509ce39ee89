#include "engine/recall/retrieve.h"

#include "config/strict_json.h"

#include <string.h>

static cJSON *parts_of(const struct retrieved *r)
{
    cJSON *parts = cJSON_CreateArray();
    for (int kind = 0; kind < RETRIEVE_PART_COUNT; kind++) {
        if (r->part[kind] == 0 && kind != RETRIEVE_COSINE)
            continue;
        cJSON *part = cJSON_CreateObject();
        cJSON_AddStringToObject(part, "part", retrieve_part_name((enum retrieve_part_kind)kind));
        cJSON_AddNumberToObject(part, "value", r->part[kind]);
        cJSON_AddItemToArray(parts, part);
    }
    return parts;
}

char *retrieved_to_json(const GPtrArray *rows)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < rows->len; i++) {
        const struct retrieved *r = g_ptr_array_index(rows, i);
        g_autofree char *text = retrieved_explain(r), *call = skill_call_form(r->skill);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", r->skill->name);
        cJSON_AddStringToObject(one, "call", call);
        cJSON_AddNumberToObject(one, "score", r->score);
        cJSON_AddStringToObject(one, "why", retrieve_why_name(r->why));
        cJSON_AddStringToObject(one, "text", text);
        cJSON_AddItemToObject(one, "parts", parts_of(r));
        cJSON_AddItemToArray(list, one);
    }
    return strict_json_print(list);
}

char *retrieved_lines(const char *json)
{
    g_autoptr(cJSON) list = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    GString *out = g_string_new(NULL);
    const cJSON *one;
    cJSON_ArrayForEach(one, list)
    {
        const char *name = "", *text = "", *why = "", *call = "";
        double score = 0;
        if (!strict_json_opt_string(one, "name", &name, NULL) || !strict_json_opt_string(one, "text", &text, NULL) ||
            !strict_json_opt_string(one, "why", &why, NULL) || !strict_json_opt_string(one, "call", &call, NULL) ||
            !strict_json_opt_real(one, "score", &score, NULL))
            continue;
        g_string_append(out, out->len ? "\n" : "");
        if (*call && g_str_equal(why, retrieve_why_name(RETRIEVED_GENERAL))) /* no score has chosen it */
            g_string_append(out, call);
        else
            g_string_append_printf(out, "%.2f %s: %s", score, *call ? call : name, text);
    }
    return g_string_free(out, FALSE);
}

char **retrieved_names(const char *json)
{
    g_autoptr(cJSON) list = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    const cJSON *one;
    cJSON_ArrayForEach(one, list)
    {
        const char *name = "";
        if (strict_json_opt_string(one, "name", &name, NULL))
            g_strv_builder_add(names, name);
    }
    return g_strv_builder_end(names);
}
