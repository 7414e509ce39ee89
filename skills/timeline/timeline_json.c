#include "config/strict_json.h"
#include "skills/timeline/action.h"
#include "skills/timeline/gestures.h"
#include "skills/timeline/key.h"
#include "skills/timeline/timeline.h"

#include <string.h>

/* The canonical text is written by hand rather than through a tree: members stand in the order of their names, which is the order
 * of the calls below, and 10,000 events are hashed in a blink. Strings are escaped as JSON demands and no further. */

static void put_string(GString *out, const char *name, const char *value)
{
    g_string_append_printf(out, ",\"%s\":\"", name);
    for (const char *p = value; *p; p++) {
        static const char shorts[] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
        guchar c = (guchar)*p;
        if (c == '"' || c == '\\')
            g_string_append_printf(out, "\\%c", c);
        else if (c < sizeof shorts && shorts[c])
            g_string_append_printf(out, "\\%c", shorts[c]);
        else if (c < 0x20)
            g_string_append_printf(out, "\\u%04x", c);
        else
            g_string_append_c(out, *p);
    }
    g_string_append_c(out, '"');
}

static void put_int(GString *out, const char *name, gint64 value)
{
    g_string_append_printf(out, ",\"%s\":%" G_GINT64_FORMAT, name, value);
}

static void put_event(GString *out, const struct timeline_event *e)
{
    if (e->type == TIMELINE_LOOP) {
        g_autofree char *json = timeline_loop_to_json(e->loop, e->at_ms);
        g_string_append(out, json);
        return;
    }
    bool button = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_BUTTON_UP;
    bool key = e->type == TIMELINE_KEY_DOWN || e->type == TIMELINE_KEY_UP;
    bool down = e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_KEY_DOWN;
    g_string_append_printf(out, "{\"at_ms\":%" G_GINT64_FORMAT, e->at_ms);
    if (button)
        put_string(out, "button", button_name(e->button));
    if (!button && !key)
        put_int(out, "duration_ms", e->duration_ms);
    if (e->type == TIMELINE_SCROLL) {
        put_int(out, "dx", e->dx);
        put_int(out, "dy", e->dy);
    }
    if (down)
        put_int(out, "hold_ms", e->hold_ms);
    if (key)
        put_string(out, "key", e->key);
    if (key && e->keycode)
        put_string(out, "keycode", e->keycode);
    if (e->type == TIMELINE_MOVE)
        put_string(out, "origin", timeline_origin_name(e->origin));
    if (e->type == TIMELINE_TEXT && e->paste)
        g_string_append(out, ",\"paste\":true"); /* only where it is so: what is typed keeps its digest */
    if (e->type == TIMELINE_TEXT || e->type == TIMELINE_ACT || (e->type == TIMELINE_WAIT && e->text))
        put_string(out, "text", e->text);
    if (e->type == TIMELINE_GESTURE) {
        put_int(out, "to_x", e->to_x);
        put_int(out, "to_y", e->to_y);
    }
    if (e->type == TIMELINE_MOVE)
        put_string(out, "tween", timeline_tween_name(e->tween));
    put_string(out, "type", timeline_type_name(e->type));
    if (e->type == TIMELINE_MOVE || e->type == TIMELINE_GESTURE) {
        put_int(out, "x", e->x);
        put_int(out, "y", e->y);
    }
    g_string_append_c(out, '}');
}

char *timeline_to_json(const timeline *t)
{
    GString *out = g_string_new("[");
    for (guint i = 0; i < t->events->len; i++) {
        if (i)
            g_string_append_c(out, ',');
        put_event(out, &g_array_index(t->events, struct timeline_event, i));
    }
    g_string_append_c(out, ']');
    return g_string_free(out, FALSE);
}

char *timeline_event_to_json(const struct timeline_event *event)
{
    GString *out = g_string_new(NULL);
    put_event(out, event);
    return g_string_free(out, FALSE);
}

gsize timeline_event_json_length(const struct timeline_event *event)
{
    g_autofree char *json = timeline_event_to_json(event);
    return strlen(json);
}

char *timeline_digest(const timeline *t)
{
    g_autofree char *json = timeline_to_json(t);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, json, -1);
}

/* ---- reading ---- */

static bool get_int(const cJSON *item, const char *key, gint64 min, gint64 max, int *ret_value, GError **error)
{
    gint64 value;
    if (!strict_json_get_int(item, key, min, max, &value, error))
        return false;
    *ret_value = (int)value;
    return true;
}

/* The index of a member's value among the names. */
static bool get_name(const cJSON *item, const char *key, const char *(*name)(guint), guint count, guint *ret_index,
                     GError **error)
{
    const char *value;
    if (!strict_json_get_string(item, key, &value, error))
        return false;
    for (guint i = 0; i < count; i++) {
        if (g_str_equal(name(i), value)) {
            *ret_index = i;
            return true;
        }
    }
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "%s \"%s\" is none that there is", key, value);
    return false;
}

static const char *name_of_type(guint i)
{
    return timeline_type_name((enum timeline_type)i);
}

static const char *name_of_origin(guint i)
{
    return timeline_origin_name((enum timeline_origin)i);
}

static const char *name_of_tween(guint i)
{
    return timeline_tween_name((enum timeline_tween)i);
}

static bool get_button(const cJSON *item, struct timeline_event *e, GError **error)
{
    const char *name;
    return strict_json_get_string(item, "button", &name, error) && button_parse(name, &e->button, error);
}

static bool get_key(const cJSON *item, struct timeline_event *e, GError **error)
{
    const char *name, *code = NULL;
    if (!strict_json_get_string(item, "key", &name, error) || !strict_json_opt_string(item, "keycode", &code, error))
        return false;
    const char *canonical = key_canonical(name, error);
    if (!canonical)
        return false;
    if (!g_str_equal(canonical, name)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "key \"%s\" is not the canonical name (that is \"%s\")", name,
                    canonical);
        return false;
    }
    e->key = canonical;
    e->keycode = code ? gestures_keycode(canonical) : NULL;
    if (!code || g_strcmp0(code, e->keycode) == 0)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "keycode \"%s\" is not the phone's one of the key \"%s\"", code,
                canonical);
    return false;
}

static bool get_move(const cJSON *item, struct timeline_event *e, GError **error)
{
    guint origin, tween;
    if (!get_name(item, "origin", name_of_origin, ORIGIN_COUNT, &origin, error) ||
        !get_name(item, "tween", name_of_tween, TWEEN_COUNT, &tween, error))
        return false;
    e->origin = (enum timeline_origin)origin;
    e->tween = (enum timeline_tween)tween;
    return strict_json_get_int(item, "duration_ms", 0, TIMELINE_MS_MAX, &e->duration_ms, error) &&
           get_int(item, "x", -TIMELINE_PX_MAX, TIMELINE_PX_MAX, &e->x, error) &&
           get_int(item, "y", -TIMELINE_PX_MAX, TIMELINE_PX_MAX, &e->y, error);
}

/* Absent or true: one timeline has one canonical text. */
static bool get_paste(const cJSON *item, struct timeline_event *e, GError **error)
{
    const cJSON *paste = cJSON_GetObjectItemCaseSensitive(item, "paste");
    e->paste = cJSON_IsTrue(paste);
    if (!paste || e->paste)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "paste is not true (leave it out where the text is typed)");
    return false;
}

/* How many members the type has: one more would be dropped unseen. */
static const int member_count[] = {
    [TIMELINE_KEY_DOWN] = 4, [TIMELINE_KEY_UP] = 3,  [TIMELINE_BUTTON_DOWN] = 4, [TIMELINE_BUTTON_UP] = 3,
    [TIMELINE_MOVE] = 7,     [TIMELINE_SCROLL] = 5,  [TIMELINE_TEXT] = 4,        [TIMELINE_WAIT] = 3,
    [TIMELINE_LOOP] = 6,     [TIMELINE_GESTURE] = 7, [TIMELINE_ACT] = 4,
};
G_STATIC_ASSERT(G_N_ELEMENTS(member_count) == TIMELINE_TYPE_COUNT);

static bool get_members(const cJSON *item, struct timeline_event *e, GError **error)
{
    const char *text;
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
        return get_key(item, e, error) && strict_json_get_int(item, "hold_ms", 0, TIMELINE_MS_MAX, &e->hold_ms, error);
    case TIMELINE_KEY_UP:
        return get_key(item, e, error);
    case TIMELINE_BUTTON_DOWN:
        return get_button(item, e, error) && strict_json_get_int(item, "hold_ms", 0, TIMELINE_MS_MAX, &e->hold_ms, error);
    case TIMELINE_BUTTON_UP:
        return get_button(item, e, error);
    case TIMELINE_MOVE:
        return get_move(item, e, error);
    case TIMELINE_SCROLL:
        return strict_json_get_int(item, "duration_ms", 0, TIMELINE_MS_MAX, &e->duration_ms, error) &&
               get_int(item, "dx", -TIMELINE_CLICKS_MAX, TIMELINE_CLICKS_MAX, &e->dx, error) &&
               get_int(item, "dy", -TIMELINE_CLICKS_MAX, TIMELINE_CLICKS_MAX, &e->dy, error);
    case TIMELINE_TEXT:
        if (!strict_json_get_int(item, "duration_ms", 0, TIMELINE_MS_MAX, &e->duration_ms, error) ||
            !strict_json_get_string(item, "text", &text, error) || !get_paste(item, e, error))
            return false;
        e->text = g_strdup(text);
        return true;
    case TIMELINE_ACT:
        if (!strict_json_get_int(item, "duration_ms", 0, 0, &e->duration_ms, error) ||
            !strict_json_get_string(item, "text", &text, error))
            return false;
        e->text = g_strdup(text);
        return true;
    case TIMELINE_WAIT:
        text = NULL;
        if (!strict_json_get_int(item, "duration_ms", 0, TIMELINE_MS_MAX, &e->duration_ms, error) ||
            !strict_json_opt_string(item, "text", &text, error))
            return false;
        e->text = g_strdup(text);
        return true;
    case TIMELINE_GESTURE:
        return strict_json_get_int(item, "duration_ms", 0, TIMELINE_MS_MAX, &e->duration_ms, error) &&
               get_int(item, "x", 0, TIMELINE_PX_MAX, &e->x, error) && get_int(item, "y", 0, TIMELINE_PX_MAX, &e->y, error) &&
               get_int(item, "to_x", 0, TIMELINE_PX_MAX, &e->to_x, error) &&
               get_int(item, "to_y", 0, TIMELINE_PX_MAX, &e->to_y, error);
    case TIMELINE_LOOP:
        e->loop = timeline_loop_from_json(item, error);
        e->duration_ms = e->loop ? e->loop->ms : 0;
        return e->loop != NULL;
    case TIMELINE_TYPE_COUNT:
        break;
    }
    g_return_val_if_reached(false);
}

static bool get_event(const cJSON *item, struct timeline_event *e, GError **error)
{
    guint type;
    if (!cJSON_IsObject(item)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "is not an object");
        return false;
    }
    if (!get_name(item, "type", name_of_type, TIMELINE_TYPE_COUNT, &type, error))
        return false;
    e->type = (enum timeline_type)type;
    if (!strict_json_get_int(item, "at_ms", 0, TIMELINE_MS_MAX, &e->at_ms, error) || !get_members(item, e, error))
        return false;
    const int more = e->paste + (e->keycode != NULL) + (e->type == TIMELINE_WAIT && e->text);
    if (cJSON_GetArraySize(item) != member_count[type] + more) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "has a member that a %s event does not have",
                    name_of_type(type));
        return false;
    }
    return true;
}

timeline *timeline_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, STRICT_JSON_LINE, error);
    if (!root)
        return NULL;
    if (!cJSON_IsArray(root)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "a timeline is a JSON array of events");
        return NULL;
    }
    g_autoptr(timeline) t = timeline_new();
    guint n = 0;
    for (const cJSON *item = root->child; item; item = item->next, n++) {
        struct timeline_event event = {0};
        if (!get_event(item, &event, error)) {
            g_free(event.text);
            timeline_loop_free(event.loop);
            g_prefix_error(error, "timeline event %u: ", n);
            return NULL;
        }
        if (!timeline_add(t, event, error)) { /* takes the text */
            g_prefix_error(error, "timeline event %u: ", n);
            return NULL;
        }
    }
    return g_steal_pointer(&t);
}
