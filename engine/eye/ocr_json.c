#include "config/strict_json.h"
#include "engine/picture/frame.h"
#include "engine/eye/ocr.h"

#include <string.h>

#define WORDS_MAX 4096

static void region_clear(gpointer data)
{
    struct ocr_region *r = data;
    g_free(r->whitelist);
    g_free(r->gray);
}

static void word_clear(gpointer data)
{
    struct ocr_word *w = data;
    g_free(w->text);
}

GArray *ocr_regions_new(void)
{
    GArray *regions = g_array_new(FALSE, TRUE, sizeof(struct ocr_region));
    g_array_set_clear_func(regions, region_clear);
    return regions;
}

GArray *ocr_words_new(void)
{
    GArray *words = g_array_new(FALSE, TRUE, sizeof(struct ocr_word));
    g_array_set_clear_func(words, word_clear);
    return words;
}

GByteArray *ocr_request_to_bytes(const GArray *regions)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(o, "regions");
    for (guint i = 0; i < regions->len; i++) {
        const struct ocr_region *r = &g_array_index(regions, struct ocr_region, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "width", r->width);
        cJSON_AddNumberToObject(item, "height", r->height);
        cJSON_AddNumberToObject(item, "scale", r->scale);
        if (r->whitelist)
            cJSON_AddStringToObject(item, "whitelist", r->whitelist);
        if (r->sparse)
            cJSON_AddTrueToObject(item, "sparse");
        if (r->quick)
            cJSON_AddTrueToObject(item, "quick");
        if (r->way)
            cJSON_AddNumberToObject(item, "way", r->way);
        cJSON_AddItemToArray(list, item);
    }
    g_autofree char *head = strict_json_print(o);
    GByteArray *bytes = g_byte_array_new();
    g_byte_array_append(bytes, (const guint8 *)head, (guint)strlen(head));
    g_byte_array_append(bytes, (const guint8 *)"\n", 1);
    for (guint i = 0; i < regions->len; i++) {
        const struct ocr_region *r = &g_array_index(regions, struct ocr_region, i);
        g_byte_array_append(bytes, r->gray, (guint)r->width * (guint)r->height);
    }
    return bytes;
}

/* Its pixels are the next ones. */
static bool read_region(const cJSON *item, const char **pixels, gsize *left, struct ocr_region *r, GError **error)
{
    gint64 width = 0, height = 0, scale = 0, way = 0;
    const char *whitelist = NULL;
    bool sparse = false, quick = false;
    if (!strict_json_get_int(item, "width", 1, FRAME_MAX_SIDE, &width, error) ||
        !strict_json_get_int(item, "height", 1, FRAME_MAX_SIDE, &height, error) ||
        !strict_json_get_int(item, "scale", 1, 8, &scale, error) || !strict_json_opt_bool(item, "sparse", &sparse, error) ||
        !strict_json_opt_bool(item, "quick", &quick, error) ||
        !strict_json_opt_int(item, "way", 0, OCR_SPARSE_WAYS, &way, error) ||
        !strict_json_opt_string(item, "whitelist", &whitelist, error))
        return false;
    gsize n = (gsize)(width * height);
    if (n > OCR_AREA_MAX || n > *left) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "a region to be read does not have the pixels that it says");
        return false;
    }
    *r = (struct ocr_region){.width = (int)width, .height = (int)height, .scale = (int)scale, .sparse = sparse, .way = (int)way};
    r->quick = quick;
    r->whitelist = g_strdup(whitelist);
    r->gray = g_memdup2(*pixels, n);
    *pixels += n;
    *left -= n;
    return true;
}

GArray *ocr_request_from_bytes(const char *bytes, gsize length, GError **error)
{
    const char *end = memchr(bytes, '\n', length);
    gsize head = end ? (gsize)(end - bytes) : length, left = end ? length - head - 1 : 0;
    g_autoptr(cJSON) o = strict_json_parse(bytes, head, STRICT_JSON_LINE, error);
    const cJSON *list = o ? strict_json_get_array(o, "regions", error) : NULL, *item;
    const char *pixels = end ? end + 1 : NULL;
    if (!list)
        return NULL;
    g_autoptr(GArray) regions = ocr_regions_new();
    cJSON_ArrayForEach(item, list)
    {
        struct ocr_region r = {0};
        if (!read_region(item, &pixels, &left, &r, error))
            return NULL;
        g_array_append_val(regions, r);
    }
    if (left == 0)
        return g_steal_pointer(&regions);
    g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "the pixels of a request are more than those of its regions");
    return NULL;
}

void ocr_reply_to_json(const GArray *words, GString *reply)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(o, "words");
    for (guint i = 0; i < words->len && i < WORDS_MAX; i++) {
        const struct ocr_word *w = &g_array_index(words, struct ocr_word, i);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "region", w->region);
        cJSON_AddStringToObject(item, "text", w->text);
        cJSON_AddNumberToObject(item, "x", w->x);
        cJSON_AddNumberToObject(item, "y", w->y);
        cJSON_AddNumberToObject(item, "width", w->width);
        cJSON_AddNumberToObject(item, "height", w->height);
        cJSON_AddNumberToObject(item, "confidence", w->confidence);
        cJSON_AddItemToArray(list, item);
    }
    g_autofree char *text = strict_json_print(o);
    g_string_append(reply, text);
}

static bool read_word(const cJSON *item, struct ocr_word *w, GError **error)
{
    gint64 region = 0, x = 0, y = 0, width = 0, height = 0;
    const char *text = NULL;
    double confidence = 0;
    if (!strict_json_get_int(item, "region", 0, G_MAXINT16, &region, error) ||
        !strict_json_get_string(item, "text", &text, error) || !strict_json_get_int(item, "x", 0, FRAME_MAX_SIDE, &x, error) ||
        !strict_json_get_int(item, "y", 0, FRAME_MAX_SIDE, &y, error) ||
        !strict_json_get_int(item, "width", 0, FRAME_MAX_SIDE, &width, error) ||
        !strict_json_get_int(item, "height", 0, FRAME_MAX_SIDE, &height, error) ||
        !strict_json_opt_real(item, "confidence", &confidence, error))
        return false;
    *w = (struct ocr_word){(int)region, g_strdup(text), (int)x, (int)y, (int)width, (int)height, CLAMP(confidence, 0, 1)};
    return true;
}

GArray *ocr_reply_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(text, length, OCR_REPLY_MAX, error);
    const cJSON *list = o ? strict_json_get_array(o, "words", error) : NULL, *item;
    if (!list)
        return NULL;
    g_autoptr(GArray) words = ocr_words_new();
    cJSON_ArrayForEach(item, list)
    {
        struct ocr_word w = {0};
        if (words->len >= WORDS_MAX)
            break;
        if (!read_word(item, &w, error))
            return NULL;
        g_array_append_val(words, w);
    }
    return g_steal_pointer(&words);
}
