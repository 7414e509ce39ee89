/* What the wire formats share of a request: pictures, the prompt's parts, the profile's own members. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"

#include <string.h>

#define PNG_SIZE_AT 16 /* width and height, big-endian */
#define IMAGE_SIDE_MAX 16384

gint64 wire_tokens(gsize bytes)
{
    return (gint64)((bytes + BRAIN_TOKEN_BYTES - 1) / BRAIN_TOKEN_BYTES);
}

/* By the size that its head says; no service takes one of more than IMAGE_SIDE_MAX as it is. */
static gint64 image_tokens(const char *png, gsize length)
{
    guint32 side[2] = {0};
    if (length >= PNG_SIZE_AT + sizeof side)
        memcpy(side, png + PNG_SIZE_AT, sizeof side);
    gint64 pixels = (gint64)MIN(GUINT32_FROM_BE(side[0]), IMAGE_SIDE_MAX) * MIN(GUINT32_FROM_BE(side[1]), IMAGE_SIDE_MAX);
    return pixels / BRAIN_TOKEN_PIXELS + 1;
}

/* NULL with error. Caller frees. */
static char *read_image(const struct brain_image *image, gsize *ret_length, GError **error)
{
    const struct brain_part *part = &image->part;
    char *bytes = NULL;
    if (part->width == 0)
        return g_file_get_contents(image->path, &bytes, ret_length, error) ? bytes : NULL;
    GBytes *png = part->cut(image->path, part->x, part->y, part->width, part->height, error);
    return png ? g_bytes_unref_to_data(png, ret_length) : NULL;
}

static bool add_picture(GArray *pictures, const struct brain_image *image, gsize *all, gint64 *tokens, GError **error)
{
    gsize length = 0;
    g_autoptr(GError) why = NULL;
    g_autofree char *bytes = read_image(image, &length, &why);
    if (!bytes) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture cannot be sent: %s (give a PNG file that can be read)",
                    why->message);
        return false;
    }
    static const char png[8] = {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    if (length < sizeof png || memcmp(bytes, png, sizeof png) != 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture %s cannot be sent: it is not a PNG (convert it first)",
                    image->path);
        return false;
    }
    *all += length;
    if (length > WIRE_IMAGE_MAX || *all > WIRE_IMAGES_MAX) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "the picture %s cannot be sent: %s is more than a request carries (send fewer or smaller ones)", image->path,
                    length > WIRE_IMAGE_MAX ? "20 MiB" : "48 MiB in all");
        return false;
    }
    *tokens += image_tokens(bytes, length);
    struct wire_picture picture = {.base64 = g_base64_encode((const guchar *)bytes, length),
                                   .note = image->note && *image->note ? image->note : NULL,
                                   .low = image->low};
    g_array_append_val(pictures, picture);
    return true;
}

static void picture_clear(gpointer data)
{
    g_free(((struct wire_picture *)data)->base64);
}

GArray *wire_pictures(const brain_request *request, gint64 *ret_tokens, GError **error)
{
    g_autoptr(GArray) pictures = g_array_new(FALSE, TRUE, sizeof(struct wire_picture));
    gsize all = 0;
    g_array_set_clear_func(pictures, picture_clear);
    *ret_tokens = 0;
    for (guint i = 0; i < request->images->len; i++)
        if (!add_picture(pictures, &g_array_index(request->images, struct brain_image, i), &all, ret_tokens, error))
            return NULL;
    return g_steal_pointer(&pictures);
}

char *wire_system(const brain_request *request, bool shown)
{
    if (!request->schema || !shown)
        return g_strdup(request->system ? request->system : "");
    return g_strconcat(request->system ? request->system : "", request->system ? "\n\n" : "",
                       "Answer with one JSON object and nothing else. It must fit this JSON schema:\n", request->schema, NULL);
}

const char *wire_user(const brain_request *request)
{
    return request->user && *request->user ? request->user : "Go on.";
}

void wire_add_text(struct cJSON *array, const char *type, const char *text)
{
    cJSON *part = cJSON_CreateObject();
    if (type)
        cJSON_AddStringToObject(part, "type", type);
    cJSON_AddStringToObject(part, "text", text);
    cJSON_AddItemToArray(array, part);
}

/* Objects are merged member by member, so that generationConfig of a profile does not drop ours. */
static void merge(cJSON *into, cJSON *from)
{
    while (from->child) {
        cJSON *member = cJSON_DetachItemViaPointer(from, from->child);
        cJSON *there = cJSON_GetObjectItemCaseSensitive(into, member->string);
        if (cJSON_IsObject(there) && cJSON_IsObject(member)) {
            merge(there, member);
            cJSON_Delete(member);
        } else {
            g_autofree char *name = g_strdup(member->string);
            cJSON_DeleteItemFromObjectCaseSensitive(into, name);
            cJSON_AddItemToObject(into, name, member);
        }
    }
}

bool wire_add_extra(struct cJSON *root, const brain_profile *profile, GError **error)
{
    if (!profile->extra)
        return true;
    g_autoptr(GError) why = NULL;
    g_autoptr(cJSON) extra = strict_json_parse(profile->extra, strlen(profile->extra), STRICT_JSON_LINE, &why);
    if (!cJSON_IsObject(extra)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "extra is no JSON object%s%s (as in extra={\"top_p\":0.9})",
                    why ? ": " : "", why ? why->message : "");
        return false;
    }
    merge(root, extra);
    return true;
}

void wire_body_set(struct wire_body *body, const struct cJSON *root, const GArray *pictures, gint64 picture_tokens)
{
    gsize base64 = 0;
    for (guint i = 0; pictures && i < pictures->len; i++)
        base64 += strlen(g_array_index(pictures, struct wire_picture, i).base64);
    body->text = strict_json_print(root);
    body->length = strlen(body->text);
    body->tokens = wire_tokens(body->length - MIN(base64, body->length)) + picture_tokens;
}
