#include "engine/exports/session_stats.h"

#include "engine/exports/screenagent.h"

#include <string.h>

static void free_task(gpointer data)
{
    struct session_stats_task *task = data;
    g_free(task->theme);
    g_free(task->category);
    g_free(task);
}

session_stats *session_stats_new(void)
{
    session_stats *s = g_new0(session_stats, 1);
    s->tasks = g_ptr_array_new_with_free_func(free_task);
    s->tokens = g_array_new(FALSE, FALSE, sizeof(guint));
    return s;
}

void session_stats_free(session_stats *s)
{
    if (!s)
        return;
    g_ptr_array_unref(s->tasks);
    g_array_unref(s->tokens);
    g_free(s);
}

static int by_task(gconstpointer a, gconstpointer b)
{
    const struct session_stats_task *x = *(const struct session_stats_task *const *)a,
                                    *y = *(const struct session_stats_task *const *)b;
    int order = g_strcmp0(x->theme, y->theme);
    return order ? order : g_strcmp0(x->category, y->category);
}

static int by_number(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return x < y ? -1 : x > y;
}

static struct session_stats_task *task_of(session_stats *s, const record *r)
{
    for (guint i = 0; i < s->tasks->len; i++) {
        struct session_stats_task *task = s->tasks->pdata[i];
        if (g_strcmp0(task->theme, r->theme) == 0 && g_strcmp0(task->category, r->category) == 0)
            return task;
    }
    struct session_stats_task *task = g_new0(struct session_stats_task, 1);
    task->theme = g_strdup(r->theme);
    task->category = g_strdup(r->category);
    g_ptr_array_add(s->tasks, task);
    return task;
}

static void add_record(session_stats *s, const record *r)
{
    const char *chosen = *r->edited ? r->edited : r->reply;
    guint tokens = (guint)((strlen(chosen) + SESSION_STATS_TOKEN_BYTES - 1) / SESSION_STATS_TOKEN_BYTES);
    s->records++;
    s->replies[MIN(tokens / SESSION_STATS_BIN, SESSION_STATS_BINS - 1)]++;
    g_array_append_val(s->tokens, tokens);
    for (guint i = 0; i < r->actions->list->len; i++) {
        const word *one = &g_array_index(r->actions->list, word, i);
        s->actions[one->kind][one->what]++;
        s->n_actions++;
    }
}

bool session_stats_add(session_stats *s, const char *path, const struct memory_watch *watch, GError **error)
{
    g_autoptr(GPtrArray) files = screenagent_files(path, error);
    struct session_stats_task *task = NULL;
    const char *folder = NULL;
    for (guint i = 0; files && i < files->len; i++) {
        const struct screenagent_file *f = files->pdata[i];
        if (watch && !watch->go_on(watch->user, i, files->len)) {
            g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_STOPPED, "stopped before all records were counted");
            return false;
        }
        s->unread += f->record == NULL;
        if (!f->record)
            continue;
        if (!folder || !g_str_equal(folder, f->session)) {
            folder = f->session;
            task = task_of(s, f->record);
            task->sessions++;
            s->sessions++;
        }
        task->records++;
        add_record(s, f->record);
    }
    g_ptr_array_sort(s->tasks, by_task);
    g_array_sort(s->tokens, by_number);
    return files != NULL;
}
