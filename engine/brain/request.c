/* The question: what a module asks of a brain. */

#include "engine/brain/request.h"

G_DEFINE_QUARK(reins - brain - error - quark, brain_error)

static void image_clear(gpointer data)
{
    struct brain_image *image = data;
    g_free(image->path);
    g_free(image->note);
}

brain_request *brain_request_new(const char *module)
{
    brain_request *r = g_new0(brain_request, 1);
    r->module = g_strdup(module);
    r->images = g_array_new(FALSE, TRUE, sizeof(struct brain_image));
    g_array_set_clear_func(r->images, image_clear);
    return r;
}

void brain_request_add_image(brain_request *r, const char *path, const char *note, bool low)
{
    struct brain_image image = {.path = g_strdup(path), .note = g_strdup(note), .low = low};
    g_array_append_val(r->images, image);
}

void brain_request_add_part(brain_request *r, const char *path, const struct brain_part *part, const char *note)
{
    brain_request_add_image(r, path, note, false);
    g_array_index(r->images, struct brain_image, r->images->len - 1).part = *part;
}

brain_request *brain_request_copy(const brain_request *r)
{
    brain_request *copy = brain_request_new(r->module);
    copy->system = g_strdup(r->system);
    copy->user = g_strdup(r->user);
    copy->shorter = g_strdup(r->shorter);
    copy->told = g_strdup(r->told);
    copy->schema = g_strdup(r->schema);
    copy->vars = g_strdup(r->vars);
    copy->texts = g_strdupv(r->texts);
    copy->step = r->step;
    copy->aside = r->aside;
    copy->asides = r->asides;
    copy->acts = r->acts;
    copy->points = r->points;
    for (guint i = 0; i < r->images->len; i++) {
        const struct brain_image *image = &g_array_index(r->images, struct brain_image, i);
        brain_request_add_image(copy, image->path, image->note, image->low);
        g_array_index(copy->images, struct brain_image, i).part = image->part;
    }
    return copy;
}

void brain_request_keep_images(brain_request *r, guint n)
{
    if (r->images->len > n)
        g_array_remove_range(r->images, 0, r->images->len - n);
}

void brain_request_free(brain_request *r)
{
    if (!r)
        return;
    g_free(r->module);
    g_free(r->system);
    g_free(r->user);
    g_free(r->shorter);
    g_free(r->told);
    g_free(r->schema);
    g_free(r->vars);
    g_strfreev(r->texts);
    g_array_unref(r->images);
    g_free(r);
}

void brain_vectors_free(struct brain_vectors *vectors)
{
    if (!vectors)
        return;
    g_free(vectors->at);
    g_free(vectors);
}
