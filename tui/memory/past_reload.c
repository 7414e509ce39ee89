/* The memory screen: when the store is read again. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include "config/config.h"

#include <sys/stat.h>

/* Size and time of the store's files: another text when anybody wrote. */
static char *stamp_of(void)
{
    static const char *const names[] = {"memory.sqlite", "memory.sqlite-wal"};
    g_autofree char *dir = config_data_dir(NULL);
    GString *stamp = g_string_new(NULL);
    for (gsize i = 0; dir && i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(dir, names[i], NULL);
        struct stat st;
        if (stat(path, &st) == 0)
            g_string_append_printf(stamp, "%lld %lld.%09ld ", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                                   st.st_mtim.tv_nsec);
    }
    return g_string_free(stamp, FALSE);
}

bool past_written(const struct past_screen *s)
{
    g_autofree char *stamp = stamp_of();
    return g_strcmp0(stamp, s->stamp) != 0;
}

void past_reload(console *c)
{
    struct past_screen *s = c->past;
    g_free(s->stamp);
    s->stamp = stamp_of(); /* before reading: what is written meanwhile is another one */
    past_changed(s);
    bool words, filtered = past_runs_filtered(s, &words);
    if (!s->runs.rows || !filtered ||
        ((!words || s->runs.unread) && !s->search.child)) /* what was found by words stays as it was found */
        past_runs_load(c, true);
    if (s->level == PAST_STEPS)
        past_steps_load(c);
    c->dirty = true;
}
