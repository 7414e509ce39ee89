/* Answers in the published form: prose, and fences of JSON actions. */

#include "engine/agents/screenagent/screenagent.h"

#include "config/strict_json.h"
#include "engine/modules/output.h"
#include "engine/modules/vocabulary.h"
#include "skills/timeline/action.h"

#include <string.h>

#define PROSE_MAX 4000

/* The text in front of the first fence: what the model thought. */
static void add_prose(cJSON *output, const char *reply)
{
    const char *fence = strstr(reply, "```");
    g_autofree char *prose = g_strndup(reply, fence ? MIN((gsize)(fence - reply), PROSE_MAX) : 0);
    g_autofree char *valid = g_utf8_make_valid(g_strstrip(prose), -1);
    strict_json_add_text(output, "reasoning", valid);
}

static void add_plan(cJSON *output, const word *one)
{
    cJSON *list = cJSON_GetObjectItemCaseSensitive(output, "subtasks");
    cJSON_AddItemToArray(list ? list : cJSON_AddArrayToObject(output, "subtasks"), cJSON_CreateString(one->text));
}

static void add_action(cJSON *output, const word *one)
{
    g_autoptr(action) a = vocabulary_word_to_action(one);
    g_autofree char *json = a ? action_to_json(a) : NULL;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(output, "actions");
    if (json)
        cJSON_AddItemToArray(list ? list : cJSON_AddArrayToObject(output, "actions"), cJSON_CreateRaw(json));
}

static void add_verdict(cJSON *output, const word *one)
{
    cJSON_DeleteItemFromObject(output, "situation");
    cJSON_DeleteItemFromObject(output, "advice");
    cJSON_AddStringToObject(output, "situation", vocabulary_situation_name(one->what));
    strict_json_add_text(output, "advice", one->text);
}

/* What each module takes. */
static const struct {
    const char *field, *what;
    void (*add)(cJSON *output, const word *one);
} takes[] = {
    {"subtasks", "PlanAction", add_plan},
    {"actions", "MouseAction, KeyboardAction or WaitAction", add_action},
    {"situation", "EvaluateSubTaskAction", add_verdict},
};

static gsize field_of(const word *one)
{
    return one->kind == WORD_PLAN ? 0 : one->kind == WORD_EVALUATE ? 2 : 1;
}

static gsize field_in(const struct form *form)
{
    gsize at = 0;
    for (gsize i = 0; i < form->n_fields; i++)
        for (gsize t = 0; t < G_N_ELEMENTS(takes); t++)
            at = g_str_equal(form->fields[i].name, takes[t].field) ? t : at;
    return at;
}

form_output *screenagent_read(const struct form *form, const char *reply, gsize length, GError **error)
{
    g_autofree char *text = g_strndup(reply, length);
    g_autoptr(words) said = vocabulary_words_from_reply(text);
    g_autoptr(cJSON) output = cJSON_CreateObject();
    g_autoptr(GString) bent = g_string_new(NULL);
    gsize wanted = field_in(form);
    guint n = 0;
    int verdict = -1;
    for (guint i = 0; i < said->skipped->len; i++)
        g_string_append_printf(bent, "%s%s", bent->len ? "; " : "", (const char *)said->skipped->pdata[i]);
    add_prose(output, text);
    for (guint i = 0; i < said->list->len; i++) {
        const word *one = &g_array_index(said->list, word, i);
        if (field_of(one) != wanted) {
            g_string_append_printf(bent, "%saction %u is dropped: it is a %s", bent->len ? "; " : "", i + 1,
                                   takes[field_of(one)].what);
            continue;
        }
        if (one->kind == WORD_EVALUATE && verdict >= 0 && verdict != one->what) { /* which one is meant, nobody knows */
            g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "two situations, %s and %s: give the one that holds",
                        vocabulary_situation_name((enum word_situation)verdict),
                        vocabulary_situation_name((enum word_situation)one->what));
            return NULL;
        }
        verdict = one->kind == WORD_EVALUATE ? one->what : verdict;
        takes[wanted].add(output, one);
        n++;
    }
    if (n == 0) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD,
                    "this is no JSON object of the form, and there is no %s in a ```json fence%s%s", takes[wanted].what,
                    bent->len ? ": " : "", bent->str);
        return NULL;
    }
    g_autofree char *json = strict_json_print(output);
    form_output *out = form_parse(form, json, strlen(json), error);
    if (out && bent->len)
        g_string_append_printf(out->bent, "%s%s", out->bent->len ? "; " : "", bent->str);
    return out;
}

char *screenagent_plan_json(const GPtrArray *subtasks)
{
    g_autoptr(cJSON) output = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(output, "subtasks");
    for (guint i = 0; i < subtasks->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(subtasks->pdata[i]));
    return strict_json_print(output);
}
