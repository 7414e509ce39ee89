#include "config/strict_json.h"
#include "engine/display/display.h"

#include <string.h>

#define SANDBOX_JSON_MAX 65536

static void add_process(cJSON *object, const char *name, const struct process_id *p)
{
    cJSON *o = cJSON_AddObjectToObject(object, name);
    cJSON_AddNumberToObject(o, "pid", (double)p->pid);
    cJSON_AddNumberToObject(o, "start_time", (double)p->start_time); /* clock ticks since boot: exact in a double */
}

char *sandbox_to_json(const sandbox *s)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "display", s->display);
    if (s->screen)
        cJSON_AddStringToObject(o, "screen", s->screen);
    if (s->xauthority)
        cJSON_AddStringToObject(o, "xauthority", s->xauthority);
    cJSON_AddNumberToObject(o, "width", s->width);
    cJSON_AddNumberToObject(o, "height", s->height);
    add_process(o, "server", &s->server);
    add_process(o, "wm", &s->wm);
    add_process(o, "app", &s->app);
    if (s->window)
        cJSON_AddNumberToObject(o, "window", (double)s->window);
    if (s->maker.pid)
        add_process(o, "maker", &s->maker);
    if (s->app_log)
        cJSON_AddStringToObject(o, "app_log", s->app_log);
    if (s->bus.pid)
        add_process(o, "bus", &s->bus);
    if (s->bus_address)
        cJSON_AddStringToObject(o, "bus_address", s->bus_address);
    if (s->home)
        cJSON_AddStringToObject(o, "home", s->home);
    return strict_json_print(o);
}

static bool read_process(const cJSON *object, const char *name, struct process_id *ret_process, GError **error)
{
    const cJSON *o = strict_json_get_object(object, name, error);
    gint64 pid = 0, start = 0;
    if (!o || !strict_json_get_int(o, "pid", 0, G_MAXINT32, &pid, error) ||
        !strict_json_get_int(o, "start_time", 0, G_GINT64_CONSTANT(1) << 53, &start, error))
        return false;
    *ret_process = (struct process_id){.pid = (pid_t)pid, .start_time = (guint64)start};
    return true;
}

sandbox *sandbox_from_json(const char *text, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(text, strlen(text), SANDBOX_JSON_MAX, error);
    if (!o)
        return NULL;
    g_autoptr(sandbox) s = g_new0(sandbox, 1);
    const char *display = NULL, *xauthority = NULL, *log = NULL, *bus = NULL, *home = NULL, *screen = NULL;
    gint64 width = 0, height = 0;
    if (!strict_json_get_string(o, "display", &display, error) || !strict_json_opt_string(o, "screen", &screen, error) ||
        !strict_json_opt_string(o, "xauthority", &xauthority, error) || !strict_json_opt_string(o, "app_log", &log, error) ||
        !strict_json_opt_string(o, "bus_address", &bus, error) || !strict_json_opt_string(o, "home", &home, error) ||
        (cJSON_GetObjectItemCaseSensitive(o, "bus") && !read_process(o, "bus", &s->bus, error)) ||
        (cJSON_GetObjectItemCaseSensitive(o, "maker") && !read_process(o, "maker", &s->maker, error)) ||
        !strict_json_opt_int(o, "window", 0, G_MAXUINT32, &s->window, error) ||
        !strict_json_get_int(o, "width", 1, 32767, &width, error) ||
        !strict_json_get_int(o, "height", 1, 32767, &height, error) || !read_process(o, "server", &s->server, error) ||
        !read_process(o, "wm", &s->wm, error) || !read_process(o, "app", &s->app, error))
        return NULL;
    s->display = g_strdup(display);
    s->screen = g_strdup(screen);
    s->xauthority = g_strdup(xauthority);
    s->app_log = g_strdup(log);
    s->bus_address = g_strdup(bus);
    s->home = g_strdup(home);
    s->width = (int)width;
    s->height = (int)height;
    return g_steal_pointer(&s);
}
