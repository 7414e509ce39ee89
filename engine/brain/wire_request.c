/* Requests, shared by the wire formats: pictures, parts of the prompt, the profile's `extra`. */

#include "engine/brain/wire.h"

#include "config/strict_json.h"
#include "engine/brain/coordinates.h"
#include "engine/brain/picture_tokens.h"
#include "engine/brain/pictures.h"

#include <string.h>

#define PNG_SIZE_AT 16 /* width and height, big-endian */
#define IMAGE_SIDE_MAX 16384

gint64 wire_tokens(gsize bytes)
{
    return (gint64)((bytes + BRAIN_TOKEN_BYTES - 1) / BRAIN_TOKEN_BYTES);
}

static bool is_jpeg(const guint8 *bytes, gsize length)
{
    return length > 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff;
}

/* From the head of its frame (ITU T.81, B.2.2), after segments of any kind. */
static void jpeg_size(const guint8 *bytes, gsize length, guint32 side[2])
{
    for (gsize at = 2; at + 9 <= length && bytes[at] == 0xff;) {
        guint8 marker = bytes[at + 1];
        if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
            side[0] = (guint32)bytes[at + 7] << 8 | bytes[at + 8];
            side[1] = (guint32)bytes[at + 5] << 8 | bytes[at + 6];
            return;
        }
        at += marker == 0xff ? 1 : 2 + ((gsize)bytes[at + 2] << 8 | bytes[at + 3]); /* 0xff: a byte that only fills */
    }
}

/* The size in the picture's head; 0 = none. */
static void image_size(GBytes *picture, guint32 side[2])
{
    gsize length;
    const guint8 *bytes = g_bytes_get_data(picture, &length);
    side[0] = side[1] = 0;
    if (is_jpeg(bytes, length)) {
        jpeg_size(bytes, length, side);
        return;
    }
    if (length >= PNG_SIZE_AT + 2 * sizeof *side)
        memcpy(side, bytes + PNG_SIZE_AT, 2 * sizeof *side);
    for (int i = 0; i < 2; i++)
        side[i] = GUINT32_FROM_BE(side[i]);
}

/* Every service scales a picture larger than IMAGE_SIDE_MAX. */
static gint64 image_tokens(const brain_request *request, GBytes *png, bool low)
{
    guint32 side[2];
    image_size(png, side);
    return picture_tokens(request->profile, (int)MIN(side[0], IMAGE_SIDE_MAX), (int)MIN(side[1], IMAGE_SIDE_MAX), low);
}

/* The bytes of the picture or its part; NULL with error. Caller unrefs. */
static GBytes *read_image(const struct brain_image *image, GError **error)
{
    const struct brain_part *part = &image->part;
    char *bytes = NULL;
    gsize length;
    if (image->drawn)
        return g_bytes_ref(image->drawn);
    if (part->width > 0)
        return part->cut(image->path, part->x, part->y, part->width, part->height, error);
    return g_file_get_contents(image->path, &bytes, &length, error) ? g_bytes_new_take(bytes, length) : NULL;
}

/* Scales to the profile's size, as a PNG; the multiple applies only to the whole picture, because points refer to it. A JPEG
 * becomes a PNG where the service wants none. NULL with error. */
static GBytes *fitted(const brain_request *request, const struct brain_image *image, GBytes *png_take, GError **error)
{
    g_autoptr(GBytes) png = png_take;
    guint32 side[2];
    int width, height;
    image_size(png, side);
    if (!request->pictures || side[0] < 1 || side[1] < 1 || side[0] > G_MAXINT16 || side[1] > G_MAXINT16)
        return g_steal_pointer(&png);
    int most = request->profile->picture_side;
    bool other = request->encoding == BRAIN_ENCODING_PNG && is_jpeg(g_bytes_get_data(png, NULL), g_bytes_get_size(png));
    brain_profile limits = {.picture_side = request->side > 0 && (most == 0 || request->side < most) ? request->side : most,
                            .picture_short = request->profile->picture_short,
                            .picture_pixels = request->profile->picture_pixels,
                            .picture_multiple = image->part.width > 0 ? 1 : request->profile->picture_multiple};
    coordinates_picture_size(&limits, (int)side[0], (int)side[1], &width, &height);
    if (width == (int)side[0] && height == (int)side[1] && !other)
        return g_steal_pointer(&png);
    return pictures_shrunk(request->pictures, png, width, height, error);
}

bool wire_pictures_keep_size(const brain_request *request, const brain_profile *limits)
{
    for (guint i = 0; i < request->images->len; i++) {
        g_autoptr(GBytes) picture = read_image(&g_array_index(request->images, struct brain_image, i), NULL);
        guint32 side[2] = {0};
        int width = 0, height = 0;
        if (picture)
            image_size(picture, side);
        if (side[0] < 1 || side[1] < 1 || side[0] > G_MAXINT16 || side[1] > G_MAXINT16)
            return false;
        coordinates_picture_size(limits, (int)side[0], (int)side[1], &width, &height);
        if (width != (int)side[0] || height != (int)side[1])
            return false;
    }
    return request->images->len > 0;
}

/* The PNG or JPEG to send; NULL with error. Caller unrefs. */
static GBytes *get_image(const brain_request *request, const struct brain_image *image, GError **error)
{
    static const char signature[8] = {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n'};
    g_autoptr(GError) why = NULL;
    g_autoptr(GBytes) picture = read_image(image, &why);
    if (!picture) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture cannot be sent: %s (give a readable PNG or JPEG file)",
                    why->message);
        return NULL;
    }
    gsize length;
    const void *bytes = g_bytes_get_data(picture, &length);
    if (!is_jpeg(bytes, length) && (length < sizeof signature || memcmp(bytes, signature, sizeof signature) != 0)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "the picture %s cannot be sent: it is neither a PNG nor a JPEG (convert it first)", image->path);
        return NULL;
    }
    GBytes *ready = fitted(request, image, g_steal_pointer(&picture), &why);
    if (!ready)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the picture %s cannot be sent: %s", image->path, why->message);
    return ready;
}

static gsize in_base64(gsize bytes)
{
    return (bytes + 2) / 3 * 4;
}

/* The picture as JPEG of the same size (points refer to it), or as PNG if that is smaller or the JPEG cannot be made. */
static GBytes *encoded(const brain_request *request, GBytes *png, bool heavy)
{
    bool wanted = request->encoding == BRAIN_ENCODING_JPEG;
    if (request->encoding == BRAIN_ENCODING_PNG || (!heavy && request->encoding == BRAIN_ENCODING_FREE))
        return g_bytes_ref(png);
    g_autoptr(GBytes) jpeg = request->pictures ? pictures_jpeg(request->pictures, png, NULL) : NULL;
    bool less = jpeg && (wanted || g_bytes_get_size(jpeg) < g_bytes_get_size(png));
    return less ? g_steal_pointer(&jpeg) : g_bytes_ref(png);
}

static bool add_picture(GArray *pictures, const struct brain_image *image, GBytes *bytes, gsize *all, GError **error)
{
    gsize length = g_bytes_get_size(bytes);
    const guchar *data = g_bytes_get_data(bytes, NULL);
    *all += length;
    if (length > WIRE_IMAGE_MAX || *all > WIRE_IMAGES_MAX) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "the picture %s cannot be sent: a request carries at most %s (send fewer or smaller ones)", image->path,
                    length > WIRE_IMAGE_MAX ? "20 MiB for a picture" : "48 MiB of pictures");
        return false;
    }
    struct wire_picture picture = {.base64 = g_base64_encode(data, length),
                                   .type = data[0] == 0xff ? "image/jpeg" : "image/png",
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
    const struct wire_limits limits = request->limits ? *request->limits : (struct wire_limits){0};
    g_autoptr(GArray) pictures = g_array_new(FALSE, TRUE, sizeof(struct wire_picture));
    g_autoptr(GPtrArray) pngs = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    gsize all = 0, sent = 0;
    g_array_set_clear_func(pictures, picture_clear);
    *ret_tokens = 0;
    for (guint i = 0; i < request->images->len; i++) {
        const struct brain_image *image = &g_array_index(request->images, struct brain_image, i);
        GBytes *png = get_image(request, image, error);
        if (!png)
            return NULL;
        g_ptr_array_add(pngs, png);
        all += in_base64(g_bytes_get_size(png));
        *ret_tokens += image_tokens(request, png, image->low);
    }
    for (guint i = 0; i < pngs->len; i++) {
        GBytes *png = g_ptr_array_index(pngs, i);
        bool heavy = (limits.each && in_base64(g_bytes_get_size(png)) > limits.each) || (limits.all && all > limits.all);
        g_autoptr(GBytes) bytes = encoded(request, png, heavy);
        if (!add_picture(pictures, &g_array_index(request->images, struct brain_image, i), bytes, &sent, error))
            return NULL;
    }
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

gsize wire_add_same(struct cJSON *array, const char *type, const brain_request *request)
{
    const char *user = wire_user(request);
    if (request->same == 0 || request->native || request->same >= strlen(user))
        return 0;
    g_autofree char *same = g_strndup(user, request->same);
    wire_add_text(array, type, same);
    return request->same;
}

void wire_add_text(struct cJSON *array, const char *type, const char *text)
{
    cJSON *part = cJSON_CreateObject();
    if (type)
        cJSON_AddStringToObject(part, "type", type);
    cJSON_AddStringToObject(part, "text", text);
    cJSON_AddItemToArray(array, part);
}

/* Merges objects member by member, so that generationConfig of a profile does not replace ours. */
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
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "extra is not a JSON object%s%s (as in extra={\"top_p\":0.9})",
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
    body->pictures = pictures ? pictures->len : 0;
    body->text = strict_json_print(root);
    body->length = strlen(body->text);
    body->tokens = wire_tokens(body->length - MIN(base64, body->length)) + picture_tokens;
}
