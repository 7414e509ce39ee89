#include "config/strict_json.h"
#include "engine/exports/predictions.h"

#include <string.h>

/* What the reply says. The names of pictures are the recorder's to give, not the model's. */
static cJSON *actions_of(const char *reply)
{
    g_autoptr(words) said = vocabulary_words_from_reply(reply);
    for (guint i = 0; i < said->list->len; i++) {
        word *one = &g_array_index(said->list, word, i);
        g_clear_pointer(&one->before, g_free);
        g_clear_pointer(&one->after, g_free);
    }
    g_autofree char *json = vocabulary_words_to_json(said);
    g_autoptr(words) read = vocabulary_words_from_json(json, strlen(json), NULL); /* a record must be one for who reads it */
    return read ? strict_json_parse(json, strlen(json), G_MAXINT, NULL) : cJSON_CreateArray();
}

char *predictions_record(const record *label, const char *brain, const char *reply)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "task_prompt", label->task);
    cJSON_AddStringToObject(o, "send_prompt", label->prompt);
    cJSON_AddStringToObject(o, "status", screenagent_record_status_name(label->status));
    cJSON_AddStringToObject(o, "brain", brain);
    cJSON_AddStringToObject(o, "LLM_response", reply);
    cJSON_AddStringToObject(o, "LLM_response_editer", reply);
    if (label->width)
        cJSON_AddNumberToObject(o, "video_width", label->width);
    if (label->height)
        cJSON_AddNumberToObject(o, "video_height", label->height);
    cJSON_AddStringToObject(o, "saved_image_name", label->image);
    strict_json_add_text(o, "current_task", label->current);
    cJSON_AddItemToObject(o, "actions", actions_of(reply));
    g_autofree char *compact = strict_json_print(o);
    return run_reader_pretty(compact);
}
