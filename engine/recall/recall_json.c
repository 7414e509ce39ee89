#include "engine/recall/recall_parts.h"

#include "config/strict_json.h"

#include <string.h>

/* What its score is made of: {"text":0.71,"picture":0.94,"program":1,"words":["field","ok"]}. */
static cJSON *parts_of(const struct recalled *r)
{
    cJSON *parts = cJSON_CreateObject();
    cJSON_AddNumberToObject(parts, "text", r->text);
    if (r->bits >= 0)
        cJSON_AddNumberToObject(parts, "picture", 1 - r->bits / 64.0);
    if (r->same_app)
        cJSON_AddNumberToObject(parts, "program", 1);
    cJSON *words = cJSON_AddArrayToObject(parts, "words");
    for (guint i = 0; r->words && r->words[i]; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(r->words[i]));
    return parts;
}

static const char *kind_of(const struct recalled *r)
{
    return r->lesson ? "lesson" : "step";
}

char *recalled_to_json(const GPtrArray *rows)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < rows->len; i++) {
        const struct recalled *r = rows->pdata[i];
        g_autofree char *why = recalled_explain(r), *text = recalled_line(r);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "kind", kind_of(r));
        cJSON_AddNumberToObject(one, "run", (double)r->run);
        cJSON_AddNumberToObject(one, "step", (double)r->step);
        if (r->lesson)
            cJSON_AddNumberToObject(one, "lesson", (double)r->lesson);
        cJSON_AddNumberToObject(one, "score", r->score);
        cJSON_AddBoolToObject(one, "in_prompt", r->in_prompt);
        if (!r->lesson)
            cJSON_AddStringToObject(one, "end", recall_end_name(r->end));
        strict_json_add_text(one, "app", r->app);
        cJSON_AddStringToObject(one, "text", text);
        cJSON_AddStringToObject(one, "why", why);
        cJSON_AddItemToObject(one, "parts", parts_of(r));
        cJSON_AddItemToArray(list, one);
    }
    return strict_json_print(list);
}

char *recall_target_class(const char *target)
{
    g_autoptr(cJSON) object = target ? strict_json_parse(target, strlen(target), STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *class = cJSON_GetObjectItemCaseSensitive(object, "class");
    return recall_class(cJSON_IsString(class) ? class->valuestring : NULL);
}

char *recalled_lines(const char *json)
{
    g_autoptr(cJSON) list = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    GString *out = g_string_new(NULL);
    const cJSON *one;
    cJSON_ArrayForEach(one, list)
    {
        const char *text = "", *why = "";
        double score = 0;
        bool in_prompt = false;
        if (strict_json_opt_string(one, "text", &text, NULL) && strict_json_opt_string(one, "why", &why, NULL) &&
            strict_json_opt_real(one, "score", &score, NULL) && strict_json_opt_bool(one, "in_prompt", &in_prompt, NULL))
            g_string_append_printf(out, "%s%.2f %s (%s)%s", out->len ? "\n" : "", score, text, why,
                                   in_prompt ? "" : " · not in the prompt");
    }
    return g_string_free(out, FALSE);
}

GPtrArray *recalled_rows(const GPtrArray *rows, gint64 run, gint64 step)
{
    GPtrArray *kept = g_ptr_array_new_with_free_func((GDestroyNotify)memory_recall_free);
    for (guint i = 0; i < rows->len; i++) {
        const struct recalled *r = rows->pdata[i];
        g_autoptr(cJSON) why = parts_of(r);
        struct memory_recall *one = g_new0(struct memory_recall, 1);
        *one = (struct memory_recall){.run = run,
                                      .step = step,
                                      .source_run = r->run,
                                      .source_step = r->step,
                                      .lesson = r->lesson,
                                      .score = r->score,
                                      .in_prompt = r->in_prompt};
        one->kind = g_strdup(kind_of(r));
        one->why = strict_json_print(why);
        g_ptr_array_add(kept, one);
    }
    return kept;
}
