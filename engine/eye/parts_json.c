#include "engine/eye/parts_json.h"

#include "config/strict_json.h"
#include "engine/picture/frame.h"

#include <string.h>

#define WINDOWS_MAX 256
#define ID_MAX G_MAXUINT32

/* ---- areas ---- */

static cJSON *area_to_json(const struct area *a)
{
    const int numbers[4] = {a->x, a->y, a->width, a->height};
    return cJSON_CreateIntArray(numbers, 4);
}

static bool area_from_json(const cJSON *list, struct area *ret_area, GError **error)
{
    int numbers[4] = {0}, n = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        double value = cJSON_IsNumber(item) ? item->valuedouble : FRAME_MAX_SIDE + 1;
        if (n == 4 || value < -FRAME_MAX_SIDE || value > FRAME_MAX_SIDE || (n > 1 && value < 0)) {
            n = 0;
            break;
        }
        numbers[n++] = (int)value;
    }
    *ret_area = (struct area){numbers[0], numbers[1], numbers[2], numbers[3]};
    if (n == 4)
        return true;
    g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "an area must be [x, y, width, height], each at most %d", FRAME_MAX_SIDE);
    return false;
}

void parts_add_area(cJSON *object, const char *key, const struct area *a)
{
    if (a->width)
        cJSON_AddItemToObject(object, key, area_to_json(a));
}

static bool get_area(const cJSON *object, const char *key, struct area *ret_area, GError **error)
{
    const cJSON *list = strict_json_get_array(object, key, error);
    return list && area_from_json(list, ret_area, error);
}

bool parts_get_area(const cJSON *object, const char *key, struct area *ret_area, GError **error)
{
    *ret_area = (struct area){0};
    return !cJSON_HasObjectItem(object, key) || get_area(object, key, ret_area, error);
}

void parts_add_areas(cJSON *object, const char *key, const GArray *areas)
{
    cJSON *list = areas ? cJSON_AddArrayToObject(object, key) : NULL;
    for (guint i = 0; areas && i < MIN(areas->len, SCREEN_MATCH_AREAS_MAX); i++)
        cJSON_AddItemToArray(list, area_to_json(&g_array_index(areas, struct area, i)));
}

bool parts_get_areas(const cJSON *object, const char *key, GArray **ret_areas, GError **error)
{
    if (!cJSON_HasObjectItem(object, key))
        return true;
    const cJSON *list = strict_json_get_array(object, key, error), *item;
    if (!list)
        return false;
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    cJSON_ArrayForEach(item, list)
    {
        struct area a;
        if (areas->len >= SCREEN_MATCH_AREAS_MAX) {
            g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "\"%s\" has more than %d areas", key, SCREEN_MATCH_AREAS_MAX);
            return false;
        }
        if (!area_from_json(item, &a, error))
            return false;
        g_array_append_val(areas, a);
    }
    *ret_areas = g_steal_pointer(&areas);
    return true;
}

/* ---- windows ---- */

cJSON *parts_window_to_json(const struct eye_window *w)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "id", (double)w->id);
    cJSON_AddStringToObject(o, "title", w->title ? w->title : "");
    cJSON_AddStringToObject(o, "class", w->class ? w->class : "");
    cJSON_AddNumberToObject(o, "pid", (double)w->pid);
    cJSON_AddNumberToObject(o, "x", w->x);
    cJSON_AddNumberToObject(o, "y", w->y);
    cJSON_AddNumberToObject(o, "width", w->width);
    cJSON_AddNumberToObject(o, "height", w->height);
    cJSON_AddBoolToObject(o, "popup", w->popup);
    cJSON_AddBoolToObject(o, "tooltip", w->tooltip);
    if (w->dialog)
        cJSON_AddBoolToObject(o, "dialog", true);
    if (w->terminal)
        cJSON_AddBoolToObject(o, "terminal", true);
    if (w->program)
        cJSON_AddBoolToObject(o, "program", true);
    parts_add_area(o, "outer", &w->outer);
    parts_add_areas(o, "drawn", w->drawn);
    parts_add_areas(o, "input", w->input);
    if (w->ragged)
        cJSON_AddBoolToObject(o, "ragged", true);
    return o;
}

struct eye_window *parts_window_from_json(const cJSON *o, GError **error)
{
    struct eye_window w = {0};
    const char *title = "", *class = "";
    if (!strict_json_get_int(o, "id", 0, ID_MAX, &w.id, error) || !strict_json_opt_string(o, "title", &title, error) ||
        !strict_json_opt_string(o, "class", &class, error) || !strict_json_opt_int(o, "pid", 0, G_MAXINT32, &w.pid, error) ||
        !strict_json_opt_small(o, "x", G_MININT16, G_MAXINT16, &w.x, error) ||
        !strict_json_opt_small(o, "y", G_MININT16, G_MAXINT16, &w.y, error) ||
        !strict_json_opt_small(o, "width", 0, G_MAXUINT16, &w.width, error) ||
        !strict_json_opt_small(o, "height", 0, G_MAXUINT16, &w.height, error) ||
        !strict_json_opt_bool(o, "popup", &w.popup, error) || !strict_json_opt_bool(o, "tooltip", &w.tooltip, error) ||
        !strict_json_opt_bool(o, "terminal", &w.terminal, error) || !strict_json_opt_bool(o, "ragged", &w.ragged, error) ||
        !strict_json_opt_bool(o, "program", &w.program, error) || !strict_json_opt_bool(o, "dialog", &w.dialog, error) ||
        !parts_get_area(o, "outer", &w.outer, error) || !parts_get_areas(o, "drawn", &w.drawn, error) ||
        !parts_get_areas(o, "input", &w.input, error)) {
        g_clear_pointer(&w.drawn, g_array_unref);
        return NULL;
    }
    w.title = g_strdup(title);
    w.class = g_strdup(class);
    return g_memdup2(&w, sizeof w);
}

void parts_add_windows(cJSON *object, const char *key, const GPtrArray *windows)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);
    for (guint i = 0; windows && i < windows->len; i++)
        cJSON_AddItemToArray(list, parts_window_to_json(g_ptr_array_index(windows, i)));
}

bool parts_get_windows(const cJSON *object, const char *key, GPtrArray **ret_windows, GError **error)
{
    if (!cJSON_HasObjectItem(object, key))
        return true;
    const cJSON *list = strict_json_get_array(object, key, error), *item;
    if (!list)
        return false;
    g_autoptr(GPtrArray) windows = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    cJSON_ArrayForEach(item, list)
    {
        if (windows->len >= WINDOWS_MAX)
            break;
        struct eye_window *w = parts_window_from_json(item, error);
        if (!w)
            return false;
        g_ptr_array_add(windows, w);
    }
    *ret_windows = g_steal_pointer(&windows);
    return true;
}

/* ---- rules ---- */

void parts_add_print(cJSON *object, guint64 print)
{
    char digits[17];
    g_snprintf(digits, sizeof digits, "%016" G_GINT64_MODIFIER "x", print);
    cJSON_AddStringToObject(object, "print", digits);
}

bool parts_get_print(const cJSON *object, bool *ret_printed, guint64 *ret_print, GError **error)
{
    const char *digits = NULL;
    if (!strict_json_opt_string(object, "print", &digits, error))
        return false;
    *ret_printed = digits && g_ascii_string_to_unsigned(digits, 16, 0, G_MAXUINT64, ret_print, NULL);
    return true;
}

void parts_add_caret(cJSON *object, const char *key, const struct screen_match_caret *c)
{
    g_autofree char *pixels_key = g_strconcat(key, "_pixels", NULL);
    g_autoptr(GString) digits = g_string_new("");
    if (c->at.width == 0)
        return;
    for (int i = 0; i < c->at.width * c->at.height; i++)
        g_string_append_printf(digits, "%06x", c->pixels[i] & 0xffffff);
    cJSON_AddItemToObject(object, key, area_to_json(&c->at));
    cJSON_AddStringToObject(object, pixels_key, digits->str);
}

bool parts_get_caret(const cJSON *object, const char *key, struct screen_match_caret *ret_caret, GError **error)
{
    g_autofree char *pixels_key = g_strconcat(key, "_pixels", NULL);
    const char *digits = NULL;
    struct screen_match_caret c = {0};
    if (!cJSON_HasObjectItem(object, key))
        return true;
    if (!get_area(object, key, &c.at, error) || !strict_json_get_string(object, pixels_key, &digits, error))
        return false;
    bool fits = c.at.width >= 1 && c.at.width <= SCREEN_MATCH_CARET_WIDTH && c.at.height >= 1 &&
                c.at.height <= SCREEN_MATCH_CARET_HEIGHT && strlen(digits) == (gsize)(6 * c.at.width * c.at.height);
    for (int i = 0; fits && i < c.at.width * c.at.height; i++) {
        guint64 value = 0;
        g_autofree char *one = g_strndup(digits + 6 * i, 6);
        fits = g_ascii_string_to_unsigned(one, 16, 0, 0xffffff, &value, NULL);
        c.pixels[i] = (guint32)value;
    }
    if (fits)
        *ret_caret = c;
    else
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "\"%s\" must be at most %d×%d px, six hexadecimal digits each", key,
                    SCREEN_MATCH_CARET_WIDTH, SCREEN_MATCH_CARET_HEIGHT);
    return fits;
}

void parts_add_rules(cJSON *object, const char *key, const struct screen_match_rules *rules)
{
    cJSON *o = cJSON_AddObjectToObject(object, key);
    cJSON_AddItemToObject(o, "close", area_to_json(&rules->close));
    cJSON_AddItemToObject(o, "core", area_to_json(&rules->core));
    cJSON_AddItemToObject(o, "window", area_to_json(&rules->window));
    parts_add_areas(o, "program", rules->program);
    parts_add_areas(o, "ignored", rules->ignored);
    parts_add_areas(o, "restless", rules->restless);
    parts_add_areas(o, "unsettled", rules->unsettled);
    parts_add_caret(o, "caret", &rules->caret);
    parts_add_caret(o, "second", &rules->second);
    cJSON_AddBoolToObject(o, "unsteady", rules->unsteady);
    cJSON_AddBoolToObject(o, "animated", rules->animated);
    cJSON_AddNumberToObject(o, "tolerance", rules->tolerance);
    cJSON_AddNumberToObject(o, "min_target", rules->min_target);
    cJSON_AddNumberToObject(o, "min_frame", rules->min_frame);
}

bool parts_get_rules(const cJSON *object, const char *key, struct screen_match_rules *ret_rules, GError **error)
{
    struct screen_match_rules r = {0};
    if (!cJSON_HasObjectItem(object, key))
        return true;
    const cJSON *o = strict_json_get_object(object, key, error);
    if (!o || !get_area(o, "close", &r.close, error) || !get_area(o, "core", &r.core, error) ||
        !get_area(o, "window", &r.window, error) || !strict_json_opt_small(o, "tolerance", 0, 255, &r.tolerance, error) ||
        !strict_json_opt_real(o, "min_target", &r.min_target, error) ||
        !strict_json_opt_real(o, "min_frame", &r.min_frame, error) || !parts_get_areas(o, "program", &r.program, error) ||
        !parts_get_areas(o, "ignored", &r.ignored, error) || !parts_get_areas(o, "restless", &r.restless, error) ||
        !parts_get_areas(o, "unsettled", &r.unsettled, error) || !parts_get_caret(o, "caret", &r.caret, error) ||
        !parts_get_caret(o, "second", &r.second, error) || !strict_json_opt_bool(o, "unsteady", &r.unsteady, error) ||
        !strict_json_opt_bool(o, "animated", &r.animated, error)) {
        screen_match_rules_clear(&r);
        return false;
    }
    if (r.min_target >= 0 && r.min_target <= 1 && r.min_frame >= 0 && r.min_frame <= 1) {
        *ret_rules = r;
        return true;
    }
    screen_match_rules_clear(&r);
    g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "\"min_target\" and \"min_frame\" must be between 0 and 1");
    return false;
}
