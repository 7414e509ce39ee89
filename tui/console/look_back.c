#include "tui/console/look_back.h"

#include "config/config.h"
#include "engine/protocol/marks_event.h"
#include "tui/model/model.h"
#include "tui/term/task.h"

#include <string.h>
#include <sys/resource.h>

#define LOWER_PRIORITY 10 /* what a person looks at waits for a run that works */

struct looked {
    char *hash, *path;
};

struct look_back {
    look_back_reader reader;
    task *work;        /* NULL = none */
    GPtrArray *wanted; /* struct looked: of the last drawing */
    GPtrArray *read;   /* the same: what the child reads */
};

static void looked_free(void *data)
{
    struct looked *p = data;
    g_free(p->hash);
    g_free(p->path);
    g_free(p);
}

static GPtrArray *none(void)
{
    return g_ptr_array_new_with_free_func(looked_free);
}

look_back *look_back_new(look_back_reader reader)
{
    look_back *l = g_new0(look_back, 1);
    *l = (look_back){.reader = reader, .wanted = none(), .read = none()};
    return l;
}

void look_back_free(look_back *l)
{
    task_free(l->work);
    g_ptr_array_unref(l->wanted);
    g_ptr_array_unref(l->read);
    g_free(l);
}

void look_back_clear(look_back *l)
{
    g_ptr_array_set_size(l->wanted, 0);
}

static bool has(const GPtrArray *pictures, const char *hash)
{
    for (guint i = 0; i < pictures->len; i++)
        if (g_str_equal(((const struct looked *)pictures->pdata[i])->hash, hash))
            return true;
    return false;
}

void look_back_want(look_back *l, const char *hash, const char *path)
{
    if (!l->reader || has(l->wanted, hash) || (l->work && has(l->read, hash)))
        return;
    struct looked *p = g_new0(struct looked, 1);
    *p = (struct looked){g_strdup(hash), g_strdup(path)};
    g_ptr_array_add(l->wanted, p);
}

/* In the child: one line a picture. Pixels that two of them share are read once. */
static bool read_all(void *data, GString *reply, GError **error)
{
    const look_back *l = data;
    setpriority(PRIO_PROCESS, 0, LOWER_PRIORITY);
    for (guint i = 0; i < l->read->len; i++) {
        const struct looked *p = l->read->pdata[i];
        g_autoptr(screen) s = l->reader(p->path, error && *error ? NULL : error);
        g_autoptr(event) e = s ? marks_event_new(p->hash, s) : NULL;
        g_autofree char *line = e ? event_to_json(e) : NULL;
        if (line)
            g_string_append_printf(reply, "%s\n", line);
    }
    return !error || !*error;
}

bool look_back_begin(look_back *l, GError **error)
{
    if (l->work || l->wanted->len == 0)
        return true;
    g_ptr_array_unref(l->read);
    l->read = l->wanted;
    l->wanted = none();
    l->work = task_start(read_all, l, false, error);
    return l->work != NULL;
}

void look_back_prepare(const look_back *l, GArray *pollfds)
{
    if (l->work)
        task_prepare(l->work, pollfds);
}

static void take_line(struct model *m, const char *line)
{
    g_autoptr(event) e = event_from_json(line, strlen(line), NULL);
    if (e && e->kind == EVENT_MARKS)
        model_look_back(m, e->picture.frame, marks_event_screen(e));
}

bool look_back_done(look_back *l, struct model *m, GError **error)
{
    if (!l->work || !task_poll(l->work))
        return false;
    g_autoptr(GBytes) reply = task_finish(l->work, error);
    g_clear_pointer(&l->work, task_free);
    g_autofree char *text = reply ? g_strndup(g_bytes_get_data(reply, NULL), g_bytes_get_size(reply)) : g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        take_line(m, *line);
    const GArray *unused;
    for (guint i = 0; i < l->read->len; i++) {
        const struct looked *p = l->read->pdata[i];
        if (!model_written(m, p->hash, NULL, &unused)) /* it would fail again */
            model_look_back(m, p->hash, screen_new(0, 0));
    }
    g_ptr_array_set_size(l->read, 0);
    return true;
}
