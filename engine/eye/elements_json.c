#include "config/strict_json.h"
#include "engine/eye/elements.h"
#include "engine/picture/frame.h"

#include <string.h>

#define REQUEST_MAX 8192
#define MS_MAX 60000
#define SIDE_MAX 65535

void elements_request_clear(struct elements_request *r)
{
    g_clear_pointer(&r->bus, g_free);
    g_clear_pointer(&r->pids, g_array_unref);
}

static void add_flag(cJSON *o, const char *key, bool value)
{
    if (value)
        cJSON_AddTrueToObject(o, key);
}

char *elements_request_to_json(const struct elements_request *r)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "bus", r->bus);
    cJSON_AddNumberToObject(o, "within_ms", r->within_ms);
    add_flag(o, "all", r->all);
    add_flag(o, "rests", r->rests);
    cJSON *pids = cJSON_AddArrayToObject(o, "pids");
    for (guint i = 0; i < MIN(r->pids->len, ELEMENTS_PIDS_MAX); i++)
        cJSON_AddItemToArray(pids, cJSON_CreateNumber((double)g_array_index(r->pids, gint64, i)));
    return strict_json_print(o);
}

bool elements_request_from_json(const char *text, gsize length, struct elements_request *ret, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(text, length, REQUEST_MAX, error);
    struct elements_request r = {0};
    const char *bus;
    const cJSON *pids, *item;
    if (!o || !strict_json_get_string(o, "bus", &bus, error) ||
        !strict_json_opt_small(o, "within_ms", 1, MS_MAX, &r.within_ms, error) ||
        !strict_json_opt_bool(o, "all", &r.all, error) || !strict_json_opt_bool(o, "rests", &r.rests, error) ||
        !(pids = strict_json_get_array(o, "pids", error)))
        return false;
    r.bus = g_strdup(bus);
    r.pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    cJSON_ArrayForEach(item, pids)
    {
        gint64 pid = cJSON_IsNumber(item) ? (gint64)item->valuedouble : 0;
        if (pid > 0 && r.pids->len < ELEMENTS_PIDS_MAX)
            g_array_append_val(r.pids, pid);
    }
    *ret = r;
    return true;
}

void elements_reply_to_json(const GArray *elements, const struct elements_told *told, GString *reply)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "programs", told->programs);
    add_flag(o, "cut", told->cut);
    add_flag(o, "late", told->late);
    cJSON *list = cJSON_AddArrayToObject(o, "elements");
    for (guint i = 0; i < MIN(elements->len, ELEMENTS_MAX); i++) {
        const struct element *e = &g_array_index(elements, struct element, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "role", e->role);
        cJSON_AddStringToObject(item, "name", e->name);
        cJSON_AddStringToObject(item, "id", e->id);
        cJSON_AddNumberToObject(item, "pid", (double)e->pid);
        cJSON_AddNumberToObject(item, "x", e->x);
        cJSON_AddNumberToObject(item, "y", e->y);
        cJSON_AddNumberToObject(item, "width", e->width);
        cJSON_AddNumberToObject(item, "height", e->height);
        cJSON_AddNumberToObject(item, "top_x", e->top.x);
        cJSON_AddNumberToObject(item, "top_y", e->top.y);
        cJSON_AddNumberToObject(item, "top_width", e->top.width);
        cJSON_AddNumberToObject(item, "top_height", e->top.height);
        cJSON_AddStringToObject(item, "top_name", e->top_name ? e->top_name : "");
        add_flag(item, "menu", e->menu);
        add_flag(item, "clickable", e->clickable);
        add_flag(item, "focusable", e->focusable);
        add_flag(item, "sensitive", e->sensitive);
        add_flag(item, "checkable", e->checkable);
        add_flag(item, "checked", e->checked);
        add_flag(item, "focused", e->focused);
        add_flag(item, "secret", e->secret);
        cJSON_AddItemToArray(list, item);
    }
    g_autofree char *text = strict_json_print(o);
    g_string_append(reply, text);
}

static bool get_element(const cJSON *item, struct element *ret, GError **error)
{
    struct element e = {0};
    const char *role, *name, *id, *top_name;
    if (!strict_json_get_string(item, "role", &role, error) || !strict_json_get_string(item, "name", &name, error) ||
        !strict_json_get_string(item, "id", &id, error) || !strict_json_get_string(item, "top_name", &top_name, error) ||
        !strict_json_opt_int(item, "pid", 1, G_MAXINT32, &e.pid, error) ||
        !strict_json_opt_small(item, "x", -SIDE_MAX, SIDE_MAX, &e.x, error) ||
        !strict_json_opt_small(item, "y", -SIDE_MAX, SIDE_MAX, &e.y, error) ||
        !strict_json_opt_small(item, "width", 0, SIDE_MAX, &e.width, error) ||
        !strict_json_opt_small(item, "height", 0, SIDE_MAX, &e.height, error) ||
        !strict_json_opt_small(item, "top_x", -SIDE_MAX, SIDE_MAX, &e.top.x, error) ||
        !strict_json_opt_small(item, "top_y", -SIDE_MAX, SIDE_MAX, &e.top.y, error) ||
        !strict_json_opt_small(item, "top_width", 0, SIDE_MAX, &e.top.width, error) ||
        !strict_json_opt_small(item, "top_height", 0, SIDE_MAX, &e.top.height, error) ||
        !strict_json_opt_bool(item, "menu", &e.menu, error) || !strict_json_opt_bool(item, "clickable", &e.clickable, error) ||
        !strict_json_opt_bool(item, "focusable", &e.focusable, error) ||
        !strict_json_opt_bool(item, "sensitive", &e.sensitive, error) ||
        !strict_json_opt_bool(item, "checkable", &e.checkable, error) ||
        !strict_json_opt_bool(item, "checked", &e.checked, error) || !strict_json_opt_bool(item, "focused", &e.focused, error) ||
        !strict_json_opt_bool(item, "secret", &e.secret, error))
        return false;
    if (strlen(id) >= sizeof e.id) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "the id of an element has more than %zu digits", sizeof e.id - 1);
        return false;
    }
    g_strlcpy(e.id, id, sizeof e.id);
    e.role = g_strdup(role);
    e.name = g_strdup(name);
    e.top_name = g_strdup(top_name);
    *ret = e;
    return true;
}

GArray *elements_reply_from_json(const char *text, gsize length, struct elements_told *ret, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(text, length, ELEMENTS_REPLY_MAX, error);
    const cJSON *list = o ? strict_json_get_array(o, "elements", error) : NULL, *item;
    if (!list || !strict_json_opt_small(o, "programs", 0, ELEMENTS_PIDS_MAX, &ret->programs, error) ||
        !strict_json_opt_bool(o, "cut", &ret->cut, error) || !strict_json_opt_bool(o, "late", &ret->late, error))
        return NULL;
    g_autoptr(GArray) elements = elements_new();
    cJSON_ArrayForEach(item, list)
    {
        struct element e;
        if (elements->len >= ELEMENTS_MAX)
            break;
        if (!get_element(item, &e, error))
            return NULL;
        g_array_append_val(elements, e);
    }
    return g_steal_pointer(&elements);
}
