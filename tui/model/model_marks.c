/* What is written on the pictures of the run, by their frames. */

#include "engine/protocol/marks_event.h"
#include "tui/model/model.h"

#define PICTURES_MAX 16 /* whose words are kept, of each kind */
#define PASSING_MAX 3   /* of pictures that only the live one was: while a person drives */

struct written {
    char *frame, *path; /* path NULL = unknown */
    screen *seen;
};

static void written_free(void *data)
{
    struct written *w = data;
    g_free(w->frame);
    g_free(w->path);
    screen_free(w->seen);
    g_free(w);
}

static const struct written *find(const GPtrArray *written, const char *frame, const char *path)
{
    for (guint i = written->len; i > 0; i--) {
        const struct written *w = g_ptr_array_index(written, i - 1);
        if ((frame && g_str_equal(w->frame, frame)) || (path && !g_strcmp0(w->path, path)))
            return w;
    }
    return NULL;
}

static void take(GPtrArray *written, guint most, const char *frame, const char *path, screen *seen)
{
    const struct written *before = find(written, frame, NULL);
    if (before)
        g_ptr_array_remove(written, (gpointer)before);
    else if (written->len >= most)
        g_ptr_array_remove_index(written, 0);
    struct written *w = g_new0(struct written, 1);
    *w = (struct written){g_strdup(frame), g_strdup(path), seen};
    g_ptr_array_add(written, w);
}

void model_take_marks(struct model *m, const event *e)
{
    const struct picture *last = &model_live(m)->last;
    bool observed = !g_strcmp0(last->id, e->picture.frame);
    if (observed || find(m->written, e->picture.frame, NULL))
        take(m->written, PICTURES_MAX, e->picture.frame, observed ? last->path : NULL, marks_event_screen(e));
    else
        take(m->passing, PASSING_MAX, e->picture.frame, NULL, marks_event_screen(e));
}

void model_look_back(struct model *m, const char *id, screen *seen)
{
    for (guint i = 0; i < seen->marks->len; i++)
        g_array_index(seen->marks, struct screen_mark, i).number = 0;
    take(m->looked_back, PICTURES_MAX, id, NULL, seen);
}

void model_take_preview_of(struct model *m, const event *e)
{
    g_free(m->preview_of);
    g_clear_pointer(&m->preview_changed, g_array_unref);
    m->preview_changed = marks_event_areas(e->picture.changed);
    m->preview_of = m->preview_changed ? g_strdup(e->picture.frame) : NULL;
}

const screen *model_written(const struct model *m, const char *id, const char *path, const GArray **ret_changed)
{
    bool live = id && !g_strcmp0(m->preview.id, id);
    const char *frame = live ? m->preview_of : id;
    const struct written *w = frame || !live ? find(m->written, frame, live ? NULL : path) : NULL;
    if (!w && frame)
        w = find(m->passing, frame, NULL);
    if (!w && frame)
        w = find(m->looked_back, frame, NULL);
    *ret_changed = live ? m->preview_changed : NULL;
    return w ? w->seen : NULL;
}

const char *model_pixels_of(const struct model *m, const char *id)
{
    if (g_strcmp0(m->preview.id, id))
        return id;
    return m->preview_changed && m->preview_changed->len == 0 ? m->preview_of : NULL;
}

/* ---- masks ---- */

struct masked {
    char *frame;
    GArray *areas; /* struct area */
};

static void masked_free(void *data)
{
    struct masked *k = data;
    g_free(k->frame);
    g_array_unref(k->areas);
    g_free(k);
}

static const GArray *masked_in(const struct model *m, const char *frame)
{
    for (guint i = m->masks->len; frame && i > 0; i--) {
        const struct masked *k = m->masks->pdata[i - 1];
        if (g_str_equal(k->frame, frame))
            return k->areas;
    }
    return NULL;
}

void model_take_known(struct model *m, const event *e)
{
    g_free(m->unsaved);
    m->unsaved = g_strdup(e->picture.unsaved);
    GArray *areas = e->picture.masked && !masked_in(m, e->picture.frame) ? marks_event_areas(e->picture.masked) : NULL;
    if (!areas)
        return;
    if (m->masks->len >= PICTURES_MAX)
        g_ptr_array_remove_index(m->masks, 0);
    struct masked *k = g_new0(struct masked, 1);
    *k = (struct masked){g_strdup(e->picture.frame), areas};
    g_ptr_array_add(m->masks, k);
}

const GArray *model_masked(const struct model *m, const char *id)
{
    bool live = id && !g_strcmp0(m->preview.id, id);
    const GArray *masked = masked_in(m, live ? m->preview_of : id);
    return masked || !live ? masked : masked_in(m, model_live(m)->last.id);
}

void model_marks_begin(struct model *m)
{
    m->written = g_ptr_array_new_with_free_func(written_free);
    m->passing = g_ptr_array_new_with_free_func(written_free);
    m->looked_back = g_ptr_array_new_with_free_func(written_free);
    m->masks = g_ptr_array_new_with_free_func(masked_free);
}

void model_marks_end(struct model *m)
{
    g_ptr_array_unref(m->written);
    g_ptr_array_unref(m->passing);
    g_ptr_array_unref(m->looked_back);
    g_ptr_array_unref(m->masks);
}
