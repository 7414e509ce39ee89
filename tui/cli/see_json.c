#include "config/strict_json.h"
#include "config/profile.h"
#include "engine/display/target.h"
#include "tui/cli/see.h"

#include <string.h>

static cJSON *window_json(const struct eye_window *w)
{
    g_autofree char *text = eye_window_to_json(w);
    return strict_json_parse(text, strlen(text), G_MAXINT32, NULL);
}

static void add_window(cJSON *o, const char *key, const eye_observation *ob, gint64 id)
{
    const struct eye_window *w = id ? eye_observation_window(ob, id) : NULL;
    cJSON_AddItemToObject(o, key, w ? window_json(w) : cJSON_CreateNull());
}

/* The screen's own form has monitors, and the marks: words, icons, numbered marks. */
static void add_screen(cJSON *o, const screen *s, bool marks)
{
    g_autofree char *text = screen_to_json(s);
    g_autoptr(cJSON) whole = strict_json_parse(text, strlen(text), G_MAXINT32, NULL);
    static const char *const parts[] = {"monitors", "words", "icons", "marks"};
    for (gsize i = 0; i < (marks ? G_N_ELEMENTS(parts) : 1); i++) {
        cJSON *part = whole ? cJSON_DetachItemFromObjectCaseSensitive(whole, parts[i]) : NULL;
        cJSON_AddItemToObject(o, parts[i], part ? part : cJSON_CreateArray());
    }
    if (marks)
        strict_json_add_text(o, "elements", s->elements);
}

char *see_json(const eye_observation *ob, const profile *p, guint tells, bool marks, gint64 run)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "frame", ob->frame.hash);
    cJSON_AddStringToObject(o, "path", ob->frame.path);
    cJSON_AddNumberToObject(o, "width", ob->frame.width);
    cJSON_AddNumberToObject(o, "height", ob->frame.height);
    cJSON_AddBoolToObject(o, "settled", ob->settled);
    cJSON_AddItemToObject(o, "profile", p ? cJSON_CreateString(p->name) : cJSON_CreateNull());
    cJSON *pointer = tells & DISPLAY_TELLS_POINTER ? cJSON_AddObjectToObject(o, "pointer") : cJSON_AddNullToObject(o, "pointer");
    if (cJSON_IsObject(pointer)) {
        cJSON_AddNumberToObject(pointer, "x", ob->screen->pointer_x);
        cJSON_AddNumberToObject(pointer, "y", ob->screen->pointer_y);
    }
    add_window(o, "focus", ob, ob->focus);
    cJSON_AddBoolToObject(o, "pointer_root", ob->pointer_root);
    add_window(o, "target", ob, ob->target);
    cJSON *windows = cJSON_AddArrayToObject(o, "windows");
    for (guint i = 0; i < ob->windows->len; i++)
        cJSON_AddItemToArray(windows, window_json(g_ptr_array_index(ob->windows, i)));
    add_screen(o, ob->screen, marks);
    if (ob->screen->state)
        cJSON_AddItemToObject(o, "state", cJSON_CreateRaw(ob->screen->state));
    if (marks)
        cJSON_AddItemToObject(o, "run", run ? cJSON_CreateNumber((double)run) : cJSON_CreateNull());
    return strict_json_print(o);
}
