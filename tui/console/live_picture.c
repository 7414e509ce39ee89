#include "tui/console/live_picture.h"

#include "tui/console/state.h"

static bool make(void *data, GString *reply, GError **error)
{
    console *c = data;
    return thumbnails_make(c->thumbnails, c->live.id, c->live.made->picture.path, c->live.wanted, reply, error);
}

static void forget(struct live_picture *l)
{
    g_clear_pointer(&l->work, task_free);
    g_clear_pointer(&l->wanted, g_array_unref);
    g_clear_pointer(&l->id, g_free);
}

/* Only what is on the screen is made: where that is nothing, it costs nothing either. */
static bool start(console *c, event *e)
{
    struct live_picture *l = &c->live;
    g_autoptr(GArray) wanted = c->model->preview.id ? thumbnails_shown(c->thumbnails, c->model->preview.id) : NULL;
    if (!wanted || wanted->len == 0)
        return false;
    l->wanted = g_steal_pointer(&wanted);
    l->id = model_next_preview(c->model);
    l->made = e;
    l->work = task_start(make, c, false, NULL);
    if (l->work)
        return true;
    l->made = NULL;
    forget(l);
    return false;
}

bool live_picture_takes(console *c, event *e)
{
    struct live_picture *l = &c->live;
    if (l->passes)
        return false;
    if (!l->work)
        return start(c, e);
    g_clear_pointer(&l->next, event_free);
    l->next = e;
    return true;
}

void live_picture_prepare(const console *c, GArray *pollfds)
{
    if (c->live.work)
        task_prepare(c->live.work, pollfds);
}

void live_picture_poll(console *c, gint64 now_us)
{
    struct live_picture *l = &c->live;
    if (!l->work || !task_poll(l->work))
        return;
    g_autoptr(GBytes) made = task_finish(l->work, NULL); /* without it the console draws, and says why it cannot */
    if (made)
        thumbnails_take(c->thumbnails, l->id, l->wanted, made);
    event *e = g_steal_pointer(&l->made), *next = g_steal_pointer(&l->next);
    forget(l);
    l->passes = true;
    console_event(c, e, now_us);
    l->passes = false;
    if (next)
        console_event(c, next, now_us);
}

void live_picture_clear(struct live_picture *l)
{
    forget(l);
    g_clear_pointer(&l->made, event_free);
    g_clear_pointer(&l->next, event_free);
}
