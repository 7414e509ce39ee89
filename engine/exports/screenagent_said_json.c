/* What a reply says in the dataset's words: a reply in them already, at its word, else what the output of the module has. */

#include "config/strict_json.h"
#include "engine/exports/screenagent.h"

#include <string.h>

#define VALUE_MAX (64 * 1024 * 1024)

static words *said_words(const char *text)
{
    g_autoptr(words) w = vocabulary_words_from_reply(text);
    return w->list->len ? g_steal_pointer(&w) : NULL;
}

static cJSON *member(const char *json, const char *key)
{
    g_autoptr(cJSON) tree = json ? strict_json_parse(json, strlen(json), VALUE_MAX, NULL) : NULL;
    return cJSON_IsObject(tree) ? cJSON_DetachItemFromObjectCaseSensitive(tree, key) : NULL;
}

words *screenagent_said_plan(const char *text, const char *json)
{
    words *w = said_words(text);
    if (w)
        return w;
    w = vocabulary_words_new();
    char *subtask = run_reader_member(json, "subtask");
    if (subtask)
        vocabulary_words_add(w, (word){.kind = WORD_PLAN, .text = subtask, .wait_s = -1});
    g_autoptr(cJSON) list = member(json, "subtasks");
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next)
        if (cJSON_IsString(item))
            vocabulary_words_add(w, (word){.kind = WORD_PLAN, .text = g_strdup(item->valuestring), .wait_s = -1});
    return w;
}

static void add_verdict(words *w, enum word_situation what, char *advice_take)
{
    word one = {.kind = WORD_EVALUATE, .what = what, .text = advice_take, .wait_s = -1};
    if (advice_take && !*advice_take)
        g_clear_pointer(&one.text, g_free);
    vocabulary_words_add(w, one);
}

words *screenagent_said_evaluation(const char *text, const char *json)
{
    words *w = said_words(text);
    if (w)
        return w;
    w = vocabulary_words_new();
    g_autofree char *success = run_reader_member(json, "success"), *situation = run_reader_member(json, "situation");
    for (int s = 0; situation && s < SITUATION_COUNT; s++)
        if (g_str_equal(situation, vocabulary_situation_name((enum word_situation)s)))
            add_verdict(w, (enum word_situation)s, run_reader_member(json, "advice"));
    if (g_strcmp0(success, "yes") == 0)
        add_verdict(w, SITUATION_SUCCESS, NULL);
    else if (g_strcmp0(success, "no") == 0)
        add_verdict(w, SITUATION_RETRY, run_reader_member(json, "cause"));
    return w;
}

static bool add_call(words *w, const cJSON *item)
{
    g_autofree char *json = strict_json_print(item);
    g_autoptr(action) a = action_from_json(json, strlen(json), NULL);
    word one;
    bool known = a && vocabulary_word_from_action(a, &one);
    if (known)
        vocabulary_words_add(w, one);
    return known;
}

words *screenagent_said_actions(const char *text, const char *json)
{
    g_autoptr(words) w = said_words(text);
    if (w)
        return g_steal_pointer(&w);
    w = vocabulary_words_new();
    g_autoptr(cJSON) list = member(json, "actions");
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next)
        if (!add_call(w, item))
            return NULL;
    return w->list->len ? g_steal_pointer(&w) : NULL;
}
