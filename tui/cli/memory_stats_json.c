#include "tui/cli/memory_stats.h"

#include "config/strict_json.h"

static void add_counts(cJSON *o, const char *name, guint sessions, guint records)
{
    strict_json_add_text(o, "name", name);
    cJSON_AddNumberToObject(o, "sessions", sessions);
    cJSON_AddNumberToObject(o, "records", records);
}

static void add_theme(cJSON *themes, const session_stats *s, guint from, guint to)
{
    cJSON *o = cJSON_CreateObject(), *categories = cJSON_CreateArray();
    guint sessions = 0, records = 0;
    for (guint i = from; i < to; i++) {
        const struct session_stats_task *task = s->tasks->pdata[i];
        cJSON *one = cJSON_CreateObject();
        add_counts(one, task->category, task->sessions, task->records);
        cJSON_AddItemToArray(categories, one);
        sessions += task->sessions;
        records += task->records;
    }
    add_counts(o, ((const struct session_stats_task *)s->tasks->pdata[from])->theme, sessions, records);
    cJSON_AddItemToObject(o, "categories", categories);
    cJSON_AddItemToArray(themes, o);
}

static void add_actions(cJSON *list, const session_stats *s)
{
    for (int k = 0; k < WORD_KIND_COUNT; k++)
        for (int w = 0; w < SESSION_STATS_KINDS; w++) {
            if (!s->actions[k][w])
                continue;
            cJSON *one = cJSON_CreateObject();
            cJSON_AddStringToObject(one, "action", vocabulary_kind_name((enum word_kind)k));
            strict_json_add_text(one, "what", vocabulary_what_name((enum word_kind)k, w));
            cJSON_AddNumberToObject(one, "n", s->actions[k][w]);
            cJSON_AddItemToArray(list, one);
        }
}

char *memory_stats_json(const session_stats *s)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "sessions", s->sessions);
    cJSON_AddNumberToObject(o, "records", s->records);
    cJSON_AddNumberToObject(o, "unread", s->unread);
    cJSON *themes = cJSON_AddArrayToObject(o, "themes");
    for (guint i = 0, next; i < s->tasks->len; i = next) {
        const struct session_stats_task *first = s->tasks->pdata[i];
        for (next = i + 1; next < s->tasks->len; next++)
            if (g_strcmp0(((const struct session_stats_task *)s->tasks->pdata[next])->theme, first->theme) != 0)
                break;
        add_theme(themes, s, i, next);
    }
    add_actions(cJSON_AddArrayToObject(o, "actions"), s);
    cJSON *tokens = cJSON_AddObjectToObject(o, "tokens"), *counts;
    cJSON_AddBoolToObject(tokens, "estimated", true);
    cJSON_AddNumberToObject(tokens, "bin", SESSION_STATS_BIN);
    counts = cJSON_AddArrayToObject(tokens, "counts");
    for (guint b = 0; b < SESSION_STATS_BINS; b++)
        cJSON_AddItemToArray(counts, cJSON_CreateNumber(s->replies[b]));
    cJSON_AddNumberToObject(tokens, "median", memory_stats_median(s));
    cJSON_AddNumberToObject(tokens, "mean", memory_stats_mean(s));
    return strict_json_print(o);
}
