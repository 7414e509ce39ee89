/* What is written on the pictures of the run, by their frames. */

#include "engine/protocol/marks_event.h"
#include "tui/model/model.h"

#define PICTURES_MAX 16 /* whose words are kept */

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

GPtrArray *model_written_new(void)
{
    return g_ptr_array_new_with_free_func(written_free);
}

static const struct written *find(const struct model *m, const char *frame, const char *path)
{
    for (guint i = m->written->len; i > 0; i--) {
        const struct written *w = g_ptr_array_index(m->written, i - 1);
        if ((frame && g_str_equal(w->frame, frame)) || (path && !g_strcmp0(w->path, path)))
            return w;
    }
    return NULL;
}

void model_take_marks(struct model *m, const event *e)
{
    const struct picture *last = &model_live(m)->last;
    const struct written *before = find(m, e->picture.frame, NULL);
    if (before)
        g_ptr_array_remove(m->written, (gpointer)before);
    else if (m->written->len >= PICTURES_MAX)
        g_ptr_array_remove_index(m->written, 0);
    struct written *w = g_new0(struct written, 1);
    w->frame = g_strdup(e->picture.frame);
    w->path = !g_strcmp0(last->id, e->picture.frame) ? g_strdup(last->path) : NULL;
    w->seen = marks_event_screen(e);
    g_ptr_array_add(m->written, w);
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
    const struct written *w = live ? m->preview_of ? find(m, m->preview_of, NULL) : NULL : find(m, id, path);
    *ret_changed = live ? m->preview_changed : NULL;
    return w ? w->seen : NULL;
}
