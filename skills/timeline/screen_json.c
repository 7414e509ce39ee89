#include "config/strict_json.h"
#include "skills/timeline/action.h"
#include "skills/timeline/screen.h"

#define SCREEN_JSON_MAX (4 * 1024 * 1024)
#define SCREEN_PX_MAX 65535
#define SCREEN_ITEMS_MAX 20000

static void add_rectangle(cJSON *object, int x, int y, int width, int height)
{
    cJSON_AddNumberToObject(object, "x", x);
    cJSON_AddNumberToObject(object, "y", y);
    cJSON_AddNumberToObject(object, "width", width);
    cJSON_AddNumberToObject(object, "height", height);
}

static void add_marks(cJSON *root, const screen *s)
{
    cJSON *marks = cJSON_AddArrayToObject(root, "marks");
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "number", m->number);
        cJSON_AddStringToObject(item, "kind", m->kind);
        cJSON_AddStringToObject(item, "source", m->source);
        cJSON_AddStringToObject(item, "text", m->text);
        if (*m->id) {
            cJSON_AddStringToObject(item, "role", m->role);
            cJSON_AddStringToObject(item, "id", m->id);
        }
        if (m->focused)
            cJSON_AddTrueToObject(item, "focused");
        add_rectangle(item, m->x, m->y, m->width, m->height);
        cJSON_AddItemToArray(marks, item);
    }
    strict_json_add_text(root, "elements", s->elements);
    cJSON_AddBoolToObject(root, "words_pending", s->words_pending);
}

static void add_monitors(cJSON *root, const screen *s)
{
    cJSON *monitors = cJSON_AddArrayToObject(root, "monitors");
    for (guint i = 0; i < s->monitors->len; i++) {
        const struct screen_monitor *m = &g_array_index(s->monitors, struct screen_monitor, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", m->name);
        add_rectangle(item, m->x, m->y, m->width, m->height);
        cJSON_AddBoolToObject(item, "primary", m->primary);
        cJSON_AddItemToArray(monitors, item);
    }
}

static void add_turns(cJSON *root, const screen *s)
{
    cJSON *turns = cJSON_AddArrayToObject(root, "turns");
    for (guint i = 0; i < s->turns->len; i++) {
        const struct screen_turn *t = &g_array_index(s->turns, struct screen_turn, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "mode", t->mode);
        cJSON_AddNumberToObject(item, "x", t->x);
        cJSON_AddNumberToObject(item, "y", t->y);
        cJSON_AddItemToArray(turns, item);
    }
}

char *screen_to_json(const screen *s)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "width", s->width);
    cJSON_AddNumberToObject(root, "height", s->height);
    cJSON *pointer = cJSON_AddObjectToObject(root, "pointer");
    cJSON_AddNumberToObject(pointer, "x", s->pointer_x);
    cJSON_AddNumberToObject(pointer, "y", s->pointer_y);
    cJSON *window = cJSON_AddObjectToObject(root, "window");
    add_rectangle(window, s->window_x, s->window_y, s->window_width, s->window_height);
    cJSON_AddNumberToObject(window, "id", (double)s->window_id);
    cJSON *words = cJSON_AddArrayToObject(root, "words");
    for (guint i = 0; i < s->words->len; i++) {
        const struct screen_word *w = &g_array_index(s->words, struct screen_word, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "text", w->text);
        cJSON_AddStringToObject(item, "region", w->region);
        add_rectangle(item, w->x, w->y, w->width, w->height);
        cJSON_AddNumberToObject(item, "confidence", w->confidence);
        cJSON_AddItemToArray(words, item);
    }
    cJSON *icons = cJSON_AddArrayToObject(root, "icons");
    for (guint i = 0; i < s->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(s->icons, struct screen_icon, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", icon->name);
        add_rectangle(item, icon->x, icon->y, icon->width, icon->height);
        cJSON_AddItemToArray(icons, item);
    }
    add_marks(root, s);
    strict_json_add_text(root, "state", s->state);
    add_monitors(root, s);
    add_turns(root, s);
    return strict_json_print(root);
}

static bool get_px(const cJSON *object, const char *key, gint64 min, int *ret_px, GError **error)
{
    gint64 value;
    if (!strict_json_get_int(object, key, min, SCREEN_PX_MAX, &value, error))
        return false;
    *ret_px = (int)value;
    return true;
}

static bool get_rectangle(const cJSON *object, int *x, int *y, int *width, int *height, GError **error)
{
    return get_px(object, "x", -SCREEN_PX_MAX, x, error) && get_px(object, "y", -SCREEN_PX_MAX, y, error) &&
           get_px(object, "width", 0, width, error) && get_px(object, "height", 0, height, error);
}

static bool get_word(screen *s, const cJSON *item, GError **error)
{
    struct screen_word w = {.region = (char *)"", .confidence = 1};
    const char *text, *region = "";
    if (!strict_json_get_string(item, "text", &text, error) || !strict_json_opt_string(item, "region", &region, error) ||
        !get_rectangle(item, &w.x, &w.y, &w.width, &w.height, error) ||
        !strict_json_opt_real(item, "confidence", &w.confidence, error))
        return false;
    w.text = (char *)text;
    w.region = (char *)region;
    screen_add_word(s, &w);
    return true;
}

static bool get_icon(screen *s, const cJSON *item, GError **error)
{
    struct screen_icon icon = {0};
    const char *name;
    if (!strict_json_get_string(item, "name", &name, error) ||
        !get_rectangle(item, &icon.x, &icon.y, &icon.width, &icon.height, error))
        return false;
    icon.name = (char *)name;
    screen_add_icon(s, &icon);
    return true;
}

static bool get_mark(screen *s, const cJSON *item, GError **error)
{
    struct screen_mark m = {0};
    gint64 number = 0;
    const char *kind, *source, *text, *role = "", *id = "";
    if (!strict_json_get_int(item, "number", 1, G_MAXINT32, &number, error) ||
        !strict_json_get_string(item, "kind", &kind, error) || !strict_json_get_string(item, "source", &source, error) ||
        !strict_json_get_string(item, "text", &text, error) || !strict_json_opt_string(item, "role", &role, error) ||
        !strict_json_opt_string(item, "id", &id, error) || !strict_json_opt_bool(item, "focused", &m.focused, error) ||
        !get_rectangle(item, &m.x, &m.y, &m.width, &m.height, error))
        return false;
    m.number = (int)number;
    m.kind = (char *)kind;
    m.source = (char *)source;
    m.text = (char *)text;
    m.role = (char *)role;
    m.id = (char *)id;
    screen_add_mark(s, &m);
    return true;
}

static bool get_monitor(screen *s, const cJSON *item, GError **error)
{
    struct screen_monitor m = {0};
    const char *name;
    if (!strict_json_get_string(item, "name", &name, error) || !get_rectangle(item, &m.x, &m.y, &m.width, &m.height, error) ||
        !strict_json_opt_bool(item, "primary", &m.primary, error))
        return false;
    m.name = (char *)name;
    screen_add_monitor(s, &m);
    return true;
}

static bool get_turn(screen *s, const cJSON *item, GError **error)
{
    struct screen_turn t = {0};
    const char *mode;
    if (!strict_json_get_string(item, "mode", &mode, error) || !strict_json_opt_real(item, "x", &t.x, error) ||
        !strict_json_opt_real(item, "y", &t.y, error))
        return false;
    t.mode = (char *)mode;
    screen_add_turn(s, &t);
    return true;
}

static bool get_items(screen *s, const cJSON *root, const char *key, bool (*get)(screen *, const cJSON *, GError **),
                      GError **error)
{
    const cJSON *list = strict_json_get_array(root, key, error);
    if (!list)
        return false;
    if (cJSON_GetArraySize(list) > SCREEN_ITEMS_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "a screen has more than %d %s", SCREEN_ITEMS_MAX, key);
        return false;
    }
    for (const cJSON *item = list->child; item; item = item->next) {
        if (!cJSON_IsObject(item)) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s of a screen must be objects", key);
            return false;
        }
        if (!get(s, item, error)) {
            g_prefix_error(error, "%s: ", key);
            return false;
        }
    }
    return true;
}

screen *screen_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, SCREEN_JSON_MAX, error);
    if (!root)
        return NULL;
    if (!cJSON_IsObject(root)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "a screen must be a JSON object");
        return NULL;
    }
    g_autoptr(screen) s = screen_new(0, 0);
    const cJSON *pointer, *window;
    if (!get_px(root, "width", 1, &s->width, error) || !get_px(root, "height", 1, &s->height, error) ||
        !(pointer = strict_json_get_object(root, "pointer", error)) ||
        !get_px(pointer, "x", -SCREEN_PX_MAX, &s->pointer_x, error) ||
        !get_px(pointer, "y", -SCREEN_PX_MAX, &s->pointer_y, error) ||
        !(window = strict_json_get_object(root, "window", error)) ||
        !get_rectangle(window, &s->window_x, &s->window_y, &s->window_width, &s->window_height, error) ||
        !strict_json_opt_int(window, "id", 0, G_MAXUINT32, &s->window_id, error) ||
        !get_items(s, root, "words", get_word, error) || !get_items(s, root, "icons", get_icon, error) ||
        (cJSON_HasObjectItem(root, "marks") && !get_items(s, root, "marks", get_mark, error)) ||
        !strict_json_copy_string(root, "elements", &s->elements, error) ||
        !strict_json_copy_string(root, "state", &s->state, error) ||
        !strict_json_opt_bool(root, "words_pending", &s->words_pending, error) ||
        (cJSON_HasObjectItem(root, "monitors") && !get_items(s, root, "monitors", get_monitor, error)) ||
        (cJSON_HasObjectItem(root, "turns") && !get_items(s, root, "turns", get_turn, error)))
        return NULL;
    return g_steal_pointer(&s);
}
