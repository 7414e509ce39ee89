/* The request of a module to a brain. */

#include "engine/brain/request.h"

G_DEFINE_QUARK(reins - brain - error - quark, brain_error)

static void image_clear(gpointer data)
{
    struct brain_image *image = data;
    g_free(image->path);
    g_free(image->note);
    g_clear_pointer(&image->drawn, g_bytes_unref);
}

void brain_request_copy_image(brain_request *r, const struct brain_image *image)
{
    struct brain_image copy = *image;
    copy.path = g_strdup(image->path);
    copy.note = g_strdup(image->note);
    copy.drawn = image->drawn ? g_bytes_ref(image->drawn) : NULL;
    g_array_append_val(r->images, copy);
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

/* ---- turns ---- */

static void answer_free(gpointer data)
{
    struct brain_answer *a = data;
    g_free(a->id);
    g_free(a->name);
    g_free(a->text);
    g_free(a->acknowledged);
    g_free(a);
}

static void turn_free(gpointer data)
{
    struct brain_turn *t = data;
    g_free(t->dialect);
    g_free(t->said);
    g_free(t->told);
    g_free(t->note);
    g_ptr_array_unref(t->answers);
    g_free(t);
}

struct brain_native *brain_native_new(void)
{
    struct brain_native *n = g_new0(struct brain_native, 1);
    n->opening = -1;
    n->turns = g_ptr_array_new_with_free_func(turn_free);
    return n;
}

struct brain_turn *brain_turn_new(const char *dialect, const char *said, const char *told)
{
    struct brain_turn *t = g_new0(struct brain_turn, 1);
    t->dialect = g_strdup(dialect);
    t->said = g_strdup(said);
    t->told = g_strdup(told);
    t->answers = g_ptr_array_new_with_free_func(answer_free);
    t->image = -1;
    return t;
}

struct brain_answer *brain_turn_answer(struct brain_turn *turn, const char *id, const char *name)
{
    struct brain_answer *a = g_new0(struct brain_answer, 1);
    a->id = g_strdup(id);
    a->name = g_strdup(name);
    a->image = -1;
    g_ptr_array_add(turn->answers, a);
    return a;
}

static struct brain_native *native_copy(const struct brain_native *from)
{
    struct brain_native *n = brain_native_new();
    n->opening = from->opening;
    n->width = from->width;
    n->height = from->height;
    for (guint i = 0; i < from->turns->len; i++) {
        const struct brain_turn *old = g_ptr_array_index(from->turns, i);
        struct brain_turn *t = brain_turn_new(old->dialect, old->said, old->told);
        t->note = g_strdup(old->note);
        t->image = old->image;
        for (guint k = 0; k < old->answers->len; k++) {
            const struct brain_answer *was = g_ptr_array_index(old->answers, k);
            struct brain_answer *a = brain_turn_answer(t, was->id, was->name);
            a->text = g_strdup(was->text);
            a->acknowledged = g_strdup(was->acknowledged);
            a->error = was->error;
            a->refused = was->refused;
            a->image = was->image;
        }
        g_ptr_array_add(n->turns, t);
    }
    return n;
}

static void native_free(struct brain_native *n)
{
    if (!n)
        return;
    g_ptr_array_unref(n->turns);
    g_free(n);
}

/* ---- the request ---- */

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
    copy->native = r->native ? native_copy(r->native) : NULL;
    copy->same = r->same;
    copy->step = r->step;
    copy->turn = r->turn;
    copy->aside = r->aside;
    copy->asides = r->asides;
    copy->acts = r->acts;
    copy->points = r->points;
    copy->models = r->models;
    for (guint i = 0; i < r->images->len; i++)
        brain_request_copy_image(copy, &g_array_index(r->images, struct brain_image, i));
    return copy;
}

/* Adapts a turn's index to the removal of the first n pictures; -1 if its own was removed. */
static void forget_places(struct brain_native *native, int gone)
{
    native->opening = MAX(native->opening - gone, -1);
    for (guint i = 0; i < native->turns->len; i++) {
        struct brain_turn *t = g_ptr_array_index(native->turns, i);
        t->image = MAX(t->image - gone, -1);
        for (guint k = 0; k < t->answers->len; k++) {
            struct brain_answer *a = g_ptr_array_index(t->answers, k);
            a->image = MAX(a->image - gone, -1);
        }
    }
}

void brain_request_keep_images(brain_request *r, guint n)
{
    if (r->images->len <= n)
        return;
    if (r->native)
        forget_places(r->native, (int)(r->images->len - n));
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
    native_free(r->native);
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
