/* `reins learn --json`. */

#include "tui/cli/learn.h"

#include "config/strict_json.h"
#include "tui/cli/memory_out.h"

static void add_count(cJSON *o, const struct learn_count *c)
{
    cJSON_AddNumberToObject(o, "tries", (double)c->tries);
    cJSON_AddNumberToObject(o, "successes", (double)c->successes);
    cJSON_AddNumberToObject(o, "steps", (double)c->steps);
    cJSON_AddNumberToObject(o, "calls", (double)c->calls);
    cJSON_AddNumberToObject(o, "cost", c->cost);
    cJSON_AddNumberToObject(o, "open", (double)c->open);
    cJSON_AddNumberToObject(o, "dropped", (double)c->dropped);
    cJSON_AddNumberToObject(o, "left_out", (double)c->left_out);
}

static cJSON *task_tree(const struct learning *l, const struct learn_task *task)
{
    cJSON *o = cJSON_CreateObject();
    struct learn_count c = learning_count(l, (struct learn_which){.path = task->path});
    cJSON_AddStringToObject(o, "task", task->path);
    cJSON_AddStringToObject(o, "goal", task->goal);
    strict_json_add_text(o, "group", task->group);
    add_count(o, &c);
    return o;
}

static cJSON *episode_tree(const struct memory_episode *e)
{
    cJSON *o = cJSON_CreateObject();
    g_autofree char *at = memory_iso_time(e->at_us);
    cJSON_AddNumberToObject(o, "episode", (double)e->id);
    cJSON_AddNumberToObject(o, "round", (double)e->round);
    cJSON_AddStringToObject(o, "task", e->task);
    cJSON_AddStringToObject(o, "goal", e->goal);
    cJSON_AddNumberToObject(o, "seed", (double)e->seed);
    cJSON_AddItemToObject(o, "run", e->run ? cJSON_CreateNumber((double)e->run) : cJSON_CreateNull());
    cJSON_AddItemToObject(o, "outcome", e->outcome ? cJSON_CreateString(e->outcome) : cJSON_CreateNull());
    strict_json_add_text(o, "reason", e->reason);
    strict_json_add_text(o, "at", at);
    cJSON_AddNumberToObject(o, "steps", (double)e->steps);
    cJSON_AddNumberToObject(o, "calls", (double)e->calls);
    cJSON_AddNumberToObject(o, "cost", e->cost);
    cJSON_AddNumberToObject(o, "memory", (double)e->memory);
    cJSON_AddNumberToObject(o, "dropped", (double)e->dropped);
    return o;
}

char *learn_json(const struct memory_learning *learning, const struct learning *l, const char *without_reference)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *begun = memory_iso_time(learning->at_us), *ended = memory_iso_time(learning->ended_us);
    struct learn_count all = learning_count(l, (struct learn_which){0});
    cJSON_AddNumberToObject(o, "learning", (double)learning->id);
    cJSON_AddStringToObject(o, "agent", learning->agent);
    cJSON_AddStringToObject(o, "words", learning->words);
    strict_json_add_text(o, "begun", begun);
    strict_json_add_text(o, "ended", ended);
    add_count(o, &all);
    strict_json_add_text(o, "without_reference", *without_reference ? without_reference : NULL);
    cJSON *tasks = cJSON_AddArrayToObject(o, "tasks"), *episodes = cJSON_AddArrayToObject(o, "episodes");
    for (guint i = 0; i < l->pool->len; i++)
        cJSON_AddItemToArray(tasks, task_tree(l, l->pool->pdata[i]));
    for (guint i = 0; i < l->episodes->len; i++)
        cJSON_AddItemToArray(episodes, episode_tree(l->episodes->pdata[i]));
    return strict_json_print(o);
}
