/* Which run and step is asked for, and by whom. */

#include "tui/cli/memory_asked.h"

#include "memory/privacy.h"
#include "skills/timeline/visible.h"

#include <stdio.h>

bool memory_parse_run(const char *word, gint64 *ret_run)
{
    *ret_run = 0;
    return g_str_equal(word, "last") || g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, ret_run, NULL);
}

/* What `last` stands for, or a run that is there. */
static bool find_run(const struct memory_asked *asked, memory *m, gint64 *ret_run, GError **error)
{
    if (!m) {
        g_set_error(error, MEMORY_ERROR, asked->run ? MEMORY_ERROR_NOT_FOUND : MEMORY_ERROR_FAILED,
                    "nothing was recorded yet, so there is no run to look at (start one with: reins run \"task\")");
        return false;
    }
    if (!asked->run)
        return memory_run_named(m, "last", ret_run, error);
    struct memory_run *row = memory_run_get(m, asked->run, error);
    bool found = row != NULL;
    memory_run_free(row);
    *ret_run = asked->run;
    return found;
}

static bool has_step(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_steps_page(m, run, step, 1, error);
    if (steps && steps->len && ((const struct memory_step *)steps->pdata[0])->step == step)
        return true;
    if (steps)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "run %" G_GINT64_FORMAT " has no step %" G_GINT64_FORMAT " (reins memory steps %" G_GINT64_FORMAT
                    " lists them)",
                    run, step, run);
    return false;
}

bool memory_find_run(const struct memory_asked *asked, memory *m, gint64 *ret_run, GError **error)
{
    return find_run(asked, m, ret_run, error) && (!asked->step || has_step(m, *ret_run, asked->step, error));
}

void memory_warn_open(const char *path)
{
    g_autofree char *said = memory_others_see(path), *shown = said ? visible_text(said) : NULL;
    if (shown)
        fprintf(stderr, "reins: warning: %s\n", shown);
}

const char *memory_author(void)
{
    return g_get_user_name();
}
