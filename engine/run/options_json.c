#include "engine/run/options.h"

#include "config/strict_json.h"
#include "config/task_file.h"

#include <string.h>

static const struct {
    const char *name;
    gsize offset;
} strings[] = {
    {"task", offsetof(run_options, task)},   {"display", offsetof(run_options, display)},
    {"app", offsetof(run_options, app)},     {"profile", offsetof(run_options, profile)},
    {"brain", offsetof(run_options, brain)}, {"agent", offsetof(run_options, agent)},
    {"mode", offsetof(run_options, mode)},   {"wm", offsetof(run_options, wm)},
};

static void add_texts(cJSON *object, const char *name, char *const *texts)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);
    for (char *const *t = texts; t && *t; t++)
        cJSON_AddItemToArray(array, cJSON_CreateString(*t));
}

char *run_options_to_json(const run_options *o)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    for (gsize i = 0; i < G_N_ELEMENTS(strings); i++) {
        const char *value = *(char *const *)(const void *)((const char *)o + strings[i].offset);
        if (value)
            cJSON_AddStringToObject(object, strings[i].name, value);
    }
    cJSON_AddNumberToObject(object, "width", o->width);
    cJSON_AddNumberToObject(object, "height", o->height);
    cJSON_AddBoolToObject(object, "vnc", o->vnc);
    cJSON_AddBoolToObject(object, "xephyr", o->xephyr);
    cJSON_AddBoolToObject(object, "headless", o->headless);
    cJSON_AddBoolToObject(object, "detach", o->detach);
    cJSON_AddBoolToObject(object, "explain", o->explain);
    add_texts(object, "rules", o->rules);
    add_texts(object, "set", o->set);
    cJSON_AddNumberToObject(object, "max_steps", (double)o->max_steps);
    cJSON_AddNumberToObject(object, "max_cost", o->max_cost);
    cJSON_AddNumberToObject(object, "max_minutes", o->max_minutes);
    if (o->task_file && !o->task_file->foreign) {
        cJSON *task = cJSON_AddObjectToObject(object, "task_file");
        cJSON_AddStringToObject(task, "path", o->task_file->path);
        cJSON_AddStringToObject(task, "source", o->task_file->source);
        if (o->task_file->reward)
            cJSON_AddStringToObject(task, "reward", o->task_file->reward);
    }
    if (o->fork.parent) {
        cJSON *fork = cJSON_AddObjectToObject(object, "fork");
        cJSON_AddNumberToObject(fork, "parent", (double)o->fork.parent);
        cJSON_AddNumberToObject(fork, "step", (double)o->fork.step);
        cJSON_AddBoolToObject(fork, "before", o->fork.before > 0);
        cJSON_AddBoolToObject(fork, "anew", o->fork.anew);
        cJSON_AddBoolToObject(fork, "replay", o->fork.replay);
    }
    return strict_json_print(object);
}

/* A run's rules narrow it: one that cannot be read back is an error, not left out. */
static bool texts_from_json(const cJSON *object, const char *name, char ***ret_texts, GError **error)
{
    if (!cJSON_GetObjectItemCaseSensitive(object, name))
        return true; /* an older run */
    const cJSON *array = strict_json_get_array(object, name, error), *item;
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
    if (!array)
        return false;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item)) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the run's \"%s\" are not texts", name);
            return false;
        }
        g_ptr_array_add(list, g_strdup(item->valuestring));
    }
    g_ptr_array_add(list, NULL);
    *ret_texts = (char **)g_ptr_array_steal(list, NULL);
    return true;
}

static bool fork_from_json(run_options *o, const cJSON *object, GError **error)
{
    const cJSON *fork = cJSON_GetObjectItemCaseSensitive(object, "fork");
    bool before = false;
    if (fork &&
        (!strict_json_get_int(fork, "parent", 1, G_MAXINT64 >> 10, &o->fork.parent, error) ||
         !strict_json_get_int(fork, "step", 0, G_MAXINT, &o->fork.step, error) ||
         !strict_json_opt_bool(fork, "before", &before, error) || !strict_json_opt_bool(fork, "anew", &o->fork.anew, error) ||
         !strict_json_opt_bool(fork, "replay", &o->fork.replay, error)))
        return false;
    o->fork.before = before ? o->fork.step + 1 : 0;
    return true;
}

/* As it was then: the file may have changed since. */
static bool task_from_json(run_options *o, const cJSON *object, GError **error)
{
    const cJSON *task = cJSON_GetObjectItemCaseSensitive(object, "task_file");
    const char *path = NULL, *source = NULL, *reward = NULL;
    if (!task)
        return true;
    if (!strict_json_get_string(task, "path", &path, error) || !strict_json_get_string(task, "source", &source, error) ||
        !strict_json_opt_string(task, "reward", &reward, error))
        return false;
    o->task_file = task_file_parse(source, strlen(source), path, reward, error);
    return o->task_file != NULL;
}

run_options *run_options_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(text, length, STRICT_JSON_LINE, error);
    if (!object)
        return NULL;
    g_autoptr(run_options) o = g_new0(run_options, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(strings); i++) {
        const char *value = NULL;
        if (!strict_json_opt_string(object, strings[i].name, &value, error))
            return NULL;
        *(char **)(void *)((char *)o + strings[i].offset) = g_strdup(value);
    }
    gint64 width = 0, height = 0;
    if (!strict_json_opt_int(object, "width", 0, G_MAXINT, &width, error) ||
        !strict_json_opt_int(object, "height", 0, G_MAXINT, &height, error) ||
        !strict_json_opt_bool(object, "vnc", &o->vnc, error) || !strict_json_opt_bool(object, "xephyr", &o->xephyr, error) ||
        !strict_json_opt_bool(object, "headless", &o->headless, error) ||
        !strict_json_opt_bool(object, "detach", &o->detach, error) ||
        !strict_json_opt_bool(object, "explain", &o->explain, error) || !texts_from_json(object, "rules", &o->rules, error) ||
        !texts_from_json(object, "set", &o->set, error) ||
        !strict_json_opt_int(object, "max_steps", 1, G_MAXINT, &o->max_steps, error) ||
        !strict_json_opt_real(object, "max_cost", &o->max_cost, error) ||
        !strict_json_opt_real(object, "max_minutes", &o->max_minutes, error) || !fork_from_json(o, object, error) ||
        !task_from_json(o, object, error))
        return NULL;
    o->width = (int)width;
    o->height = (int)height;
    return g_steal_pointer(&o);
}
