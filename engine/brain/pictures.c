#include "engine/brain/pictures.h"

#include <string.h>

#define KEPT_MAX 16

struct kept {
    GBytes *from, *to;
    int width, height; /* of `to`; 0 = `to` is a JPEG */
};

static void kept_free(void *data)
{
    struct kept *k = data;
    g_bytes_unref(k->from);
    g_bytes_unref(k->to);
    g_free(k);
}

void pictures_init(struct pictures *pictures)
{
    g_queue_init(&pictures->kept);
}

void pictures_clear(struct pictures *pictures)
{
    g_queue_clear_full(&pictures->kept, kept_free);
}

static GBytes *find(struct pictures *pictures, GBytes *png, int width, int height)
{
    for (GList *row = pictures->kept.head; row; row = row->next) {
        struct kept *k = row->data;
        if (k->width != width || k->height != height || !g_bytes_equal(k->from, png))
            continue;
        g_queue_unlink(&pictures->kept, row);
        g_queue_push_head_link(&pictures->kept, row);
        return g_bytes_ref(k->to);
    }
    return NULL;
}

static void keep(struct pictures *pictures, GBytes *from, GBytes *to, int width, int height)
{
    struct kept *k = g_new(struct kept, 1);
    *k = (struct kept){g_bytes_ref(from), g_bytes_ref(to), width, height};
    g_queue_push_head(&pictures->kept, k);
    if (pictures->kept.length > KEPT_MAX)
        kept_free(g_queue_pop_tail(&pictures->kept));
}

GBytes *pictures_shrunk(struct pictures *pictures, GBytes *png, int width, int height, GError **error)
{
    GBytes *small = find(pictures, png, width, height);
    if (small)
        return small;
    if (!pictures->shrink) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "it is larger than [brain] picture_side and picture_pixels allow");
        return NULL;
    }
    small = pictures->shrink(png, width, height, error);
    if (small)
        keep(pictures, png, small, width, height);
    return small;
}

GBytes *pictures_jpeg(struct pictures *pictures, GBytes *png, GError **error)
{
    GBytes *jpeg = find(pictures, png, 0, 0);
    if (jpeg)
        return jpeg;
    if (!pictures->jpeg) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "it cannot be made a JPEG here");
        return NULL;
    }
    jpeg = pictures->jpeg(png, error);
    if (jpeg)
        keep(pictures, png, jpeg, 0, 0);
    return jpeg;
}
