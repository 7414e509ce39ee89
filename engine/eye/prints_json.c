/* Prints of files: what goes to the worker "print" and what comes back. A picture may have come with an imported run: its bytes
 * are a stranger's, so that no process reads them that could do more than read. */

#include "config/strict_json.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/eye/parts_json.h"
#include "engine/picture/print.h"
#include "skills/worker/worker.h"

#include <string.h>
#include <sys/stat.h>

static const struct worker_limits limits = {
    .memory_bytes = (gsize)768 * 1024 * 1024, .cpu_s = 60, .deadline_ms = 90000, .reply_bytes = 1024 * 1024};

/* ---- the child ---- */

static cJSON *print_one(const char *path)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(frame) f = frame_read(path, &why);
    struct stat info;
    cJSON *one = cJSON_CreateObject();
    if (!f || lstat(path, &info) != 0) {
        cJSON_AddStringToObject(one, "why", why ? why->message : "it is gone");
        return one;
    }
    parts_add_print(one, print_of_frame(f, NULL));
    cJSON_AddNumberToObject(one, "bytes", (double)info.st_size);
    return one;
}

bool eye_worker_print(const char *request, gsize length, GString *reply, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(request, length, STRICT_JSON_LINE, error);
    const cJSON *paths = o ? strict_json_get_array(o, "paths", error) : NULL, *path;
    if (!paths)
        return false;
    g_autoptr(cJSON) answer = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(answer, "prints");
    cJSON_ArrayForEach(path, paths)
    {
        cJSON_AddItemToArray(list, print_one(cJSON_IsString(path) ? path->valuestring : ""));
    }
    g_autofree char *text = strict_json_print(answer);
    g_string_append(reply, text);
    return true;
}

/* ---- the parent ---- */

static void print_clear(gpointer data)
{
    g_free(((struct eye_print *)data)->why);
}

static bool read_one(const cJSON *o, struct eye_print *ret_print, GError **error)
{
    const char *why = NULL;
    if (!parts_get_print(o, &ret_print->printed, &ret_print->print, error) || !strict_json_opt_string(o, "why", &why, error) ||
        !strict_json_opt_int(o, "bytes", 0, G_GINT64_CONSTANT(1) << 53, &ret_print->bytes, error))
        return false;
    ret_print->why = ret_print->printed ? NULL : g_strdup(why ? why : "it has no print");
    return true;
}

static GArray *read_answer(const char *text, gsize length, guint n, GError **error)
{
    g_autoptr(GArray) prints = g_array_new(FALSE, TRUE, sizeof(struct eye_print));
    g_array_set_clear_func(prints, print_clear);
    g_autoptr(cJSON) o = strict_json_parse(text, length, STRICT_JSON_LINE, error);
    const cJSON *list = o ? strict_json_get_array(o, "prints", error) : NULL, *item;
    if (!list)
        return NULL;
    cJSON_ArrayForEach(item, list)
    {
        struct eye_print one = {0};
        if (!read_one(item, &one, error))
            return NULL;
        g_array_append_val(prints, one);
    }
    if (prints->len == n)
        return g_steal_pointer(&prints);
    g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "of %u pictures %u were looked at (please report it)", n, prints->len);
    return NULL;
}

GArray *eye_prints(const char *const *paths, GError **error)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(o, "paths");
    guint n = 0;
    for (; paths[n] && n < EYE_PRINTS_MAX; n++)
        cJSON_AddItemToArray(list, cJSON_CreateString(paths[n]));
    g_autofree char *request = strict_json_print(o);
    gsize length;
    g_autofree char *reply = worker_run("print", request, strlen(request), &limits, &length, error);
    return reply ? read_answer(reply, length, n, error) : NULL;
}
