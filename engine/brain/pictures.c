#include "engine/brain/pictures.h"

#include <string.h>

#define KEPT_MAX 8

struct kept {
    GBytes *from, *to;
    int width, height;
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

GBytes *pictures_shrunk(struct pictures *pictures, GBytes *png, int width, int height, GError **error)
{
    for (GList *row = pictures->kept.head; row; row = row->next) {
        struct kept *k = row->data;
        if (k->width != width || k->height != height || !g_bytes_equal(k->from, png))
            continue;
        g_queue_unlink(&pictures->kept, row);
        g_queue_push_head_link(&pictures->kept, row);
        return g_bytes_ref(k->to);
    }
    if (!pictures->shrink) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "it is larger than [brain] picture_side and picture_pixels allow");
        return NULL;
    }
    GBytes *small = pictures->shrink(png, width, height, error);
    if (!small)
        return NULL;
    struct kept *k = g_new(struct kept, 1);
    *k = (struct kept){g_bytes_ref(png), g_bytes_ref(small), width, height};
    g_queue_push_head(&pictures->kept, k);
    if (pictures->kept.length > KEPT_MAX)
        kept_free(g_queue_pop_tail(&pictures->kept));
    return small;
}
