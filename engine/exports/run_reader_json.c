#include "config/strict_json.h"
#include "engine/eye/parts_json.h"
#include "engine/exports/run_reader.h"

#include <string.h>

#define VALUE_MAX (64 * 1024 * 1024)

static cJSON *parse(const char *json)
{
    return json ? strict_json_parse(json, strlen(json), VALUE_MAX, NULL) : NULL;
}

static const char *text_in(const cJSON *o, const char *key)
{
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, key));
    return value ? value : "";
}

static void image_clear(gpointer data)
{
    struct run_reader_image *image = data;
    g_free(image->hash);
    g_free(image->note);
}

void run_reader_read_prompt(redaction *r, const char *json, struct run_reader_call *call)
{
    g_autoptr(cJSON) tree = parse(json);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(tree, "images");
    call->system = redaction_text(r, text_in(tree, "system"));
    call->user = redaction_text(r, tree ? text_in(tree, "user") : json ? json : "");
    call->scaled = *text_in(tree, "points");
    const cJSON *published = redaction_empty(r) ? cJSON_GetObjectItemCaseSensitive(tree, "published") : NULL;
    call->published = cJSON_IsArray(published) ? strict_json_print(published) : NULL;
    call->images = g_array_new(FALSE, FALSE, sizeof(struct run_reader_image));
    g_array_set_clear_func(call->images, image_clear);
    for (const cJSON *item = cJSON_IsArray(list) ? list->child : NULL; item; item = item->next) {
        struct run_reader_image image = {.note = redaction_text(r, text_in(item, "note"))};
        const char *file = text_in(item, "frame");
        image.hash = g_str_has_suffix(file, ".png") ? g_strndup(file, strlen(file) - strlen(".png")) : g_strdup(file);
        if (!parts_get_area(item, "part", &image.part, NULL))
            image.part = (struct area){0};
        g_array_append_val(call->images, image);
    }
}

char *run_reader_member(const char *json, const char *member)
{
    g_autoptr(cJSON) tree = parse(json);
    const cJSON *value = cJSON_IsObject(tree) ? cJSON_GetObjectItemCaseSensitive(tree, member) : NULL;
    if (!value || cJSON_IsNull(value))
        return NULL;
    return cJSON_IsString(value) ? g_strdup(value->valuestring) : strict_json_print(value);
}

bool run_reader_target(const char *json, struct vocabulary_target *ret_target)
{
    g_autoptr(cJSON) tree = parse(json);
    const cJSON *patch = cJSON_GetObjectItemCaseSensitive(tree, "patch");
    *ret_target = (struct vocabulary_target){.x = -1, .y = -1};
    if (!tree || !strict_json_opt_small(tree, "x", -1, G_MAXINT16, &ret_target->x, NULL) ||
        !strict_json_opt_small(tree, "y", -1, G_MAXINT16, &ret_target->y, NULL) || ret_target->x < 0 || ret_target->y < 0)
        return false;
    if (cJSON_IsObject(patch) && (!strict_json_opt_small(patch, "x", 0, G_MAXINT16, &ret_target->left, NULL) ||
                                  !strict_json_opt_small(patch, "y", 0, G_MAXINT16, &ret_target->top, NULL) ||
                                  !strict_json_opt_small(patch, "width", 0, G_MAXINT16, &ret_target->width, NULL) ||
                                  !strict_json_opt_small(patch, "height", 0, G_MAXINT16, &ret_target->height, NULL)))
        ret_target->width = 0;
    return true;
}

static bool is_press(const timeline *t, const cJSON *fired)
{
    const cJSON *index = cJSON_GetObjectItemCaseSensitive(fired, "index");
    if (!cJSON_IsNumber(index) || index->valuedouble < 0 || index->valuedouble >= t->events->len)
        return true;
    enum timeline_type type = g_array_index(t->events, struct timeline_event, index->valueint).type;
    return type != TIMELINE_MOVE && type != TIMELINE_WAIT;
}

bool run_reader_presses(const char *timeline_json, const char *fired_json)
{
    g_autoptr(timeline) t = timeline_json ? timeline_from_json(timeline_json, strlen(timeline_json), NULL) : NULL;
    g_autoptr(cJSON) fired = parse(fired_json);
    if (!t || timeline_loop_of(t) || !cJSON_IsArray(fired))
        return true;
    for (const cJSON *one = fired->child; one; one = one->next)
        if (is_press(t, one))
            return true;
    return false;
}

static void put_pretty(GString *out, const cJSON *value, int depth)
{
    bool object = cJSON_IsObject(value);
    if ((!object && !cJSON_IsArray(value)) || !value->child) {
        g_autofree char *text = strict_json_print(value);
        g_string_append(out, text);
        return;
    }
    g_string_append(out, object ? "{\n" : "[\n");
    for (const cJSON *child = value->child; child; child = child->next) {
        g_string_append_printf(out, "%*s", 2 * (depth + 1), "");
        if (object) {
            g_autoptr(cJSON) key = cJSON_CreateString(child->string);
            g_autofree char *text = strict_json_print(key);
            g_string_append_printf(out, "%s: ", text);
        }
        put_pretty(out, child, depth + 1);
        g_string_append(out, child->next ? ",\n" : "\n");
    }
    g_string_append_printf(out, "%*s%c", 2 * depth, "", object ? '}' : ']');
}

char *run_reader_pretty(const char *json)
{
    g_autoptr(cJSON) tree = json && (*json == '{' || *json == '[') ? parse(json) : NULL;
    if (!tree)
        return g_strdup(json);
    GString *out = g_string_new(NULL);
    put_pretty(out, tree, 0);
    return g_string_free(out, FALSE);
}

/* ---- replies ---- */

/* Members in the order that `like` has them in, the others behind: what is learnt is to be the content, not who wrote it. */
static void order_like(cJSON *value, const cJSON *like)
{
    if (cJSON_IsArray(value) && cJSON_IsArray(like) && like->child)
        for (cJSON *item = value->child; item; item = item->next)
            order_like(item, like->child);
    if (!cJSON_IsObject(value) || !cJSON_IsObject(like))
        return;
    int others = cJSON_GetArraySize(value);
    for (const cJSON *member = like->child; member; member = member->next) {
        cJSON *own = cJSON_DetachItemFromObjectCaseSensitive(value, member->string);
        if (!own)
            continue;
        order_like(own, member);
        cJSON_AddItemToArray(value, own); /* with its name */
        others--;
    }
    for (; others > 0; others--)
        cJSON_AddItemToArray(value, cJSON_DetachItemFromArray(value, 0));
}

char *run_reader_plain(const char *reply, const char *like)
{
    g_autoptr(cJSON) tree = parse(reply), order = parse(like);
    if (!tree)
        return g_strdup(reply);
    order_like(tree, order);
    return strict_json_print(tree);
}

char *run_reader_with_action(const char *reply, const char *proposed, const char *instead)
{
    g_autoptr(cJSON) tree = parse(reply), was = parse(proposed);
    cJSON *actions = cJSON_GetObjectItemCaseSensitive(tree, "actions"), *is = parse(instead);
    const char *skill = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(was, "skill"));
    int at = 0;
    for (cJSON *item = cJSON_IsArray(actions) ? actions->child : NULL; item && is && skill; item = item->next, at++) {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "skill"));
        if (!name || !g_str_equal(name, skill))
            continue;
        order_like(is, item);
        cJSON_ReplaceItemInArray(actions, at, is);
        return strict_json_print(tree);
    }
    cJSON_Delete(is);
    return NULL;
}
