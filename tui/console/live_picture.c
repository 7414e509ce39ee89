#include "tui/console/live_picture.h"

#include "engine/protocol/protocol.h"
#include "tui/model/model.h"
#include "tui/term/task.h"
#include "tui/term/thumbnails.h"

struct live_picture {
    task *work;    /* NULL = none */
    event *made;   /* what it makes; owned */
    event *next;   /* what came meanwhile, the last one; owned */
    thumbnails *t; /* borrowed, of the work */
    GArray *wanted;
    char *id;
};

live_picture *live_picture_new(void)
{
    return g_new0(live_picture, 1);
}

static void forget(live_picture *l)
{
    g_clear_pointer(&l->work, task_free);
    g_clear_pointer(&l->wanted, g_array_unref);
    g_clear_pointer(&l->id, g_free);
}

void live_picture_free(live_picture *l)
{
    forget(l);
    g_clear_pointer(&l->made, event_free);
    g_clear_pointer(&l->next, event_free);
    g_free(l);
}

static bool make(void *data, GString *reply, GError **error)
{
    const live_picture *l = data;
    return thumbnails_make(l->t, l->id, l->made->picture.path, l->wanted, reply, error);
}

/* Only what is on the screen is made: where that is nothing, it costs nothing either. */
static bool start(live_picture *l, thumbnails *t, const struct model *m, event *e)
{
    g_autoptr(GArray) wanted = m->preview.id ? thumbnails_shown(t, m->preview.id) : NULL;
    if (!wanted || wanted->len == 0)
        return false;
    l->t = t;
    l->wanted = g_steal_pointer(&wanted);
    l->id = model_next_preview(m);
    l->made = e;
    l->work = task_start(make, l, false, NULL);
    if (l->work)
        return true;
    l->made = NULL;
    forget(l);
    return false;
}

bool live_picture_takes(live_picture *l, thumbnails *t, const struct model *m, event *e)
{
    if (!l->work)
        return start(l, t, m, e);
    g_clear_pointer(&l->next, event_free);
    l->next = e;
    return true;
}

void live_picture_prepare(const live_picture *l, GArray *pollfds)
{
    if (l->work)
        task_prepare(l->work, pollfds);
}

event *live_picture_done(live_picture *l, thumbnails *t)
{
    if (!l->work || !task_poll(l->work))
        return NULL;
    g_autoptr(GBytes) made = task_finish(l->work, NULL); /* without it the console draws, and says why it cannot */
    if (made)
        thumbnails_take(t, l->id, l->wanted, made);
    forget(l);
    return g_steal_pointer(&l->made);
}

event *live_picture_next(live_picture *l)
{
    return g_steal_pointer(&l->next);
}
