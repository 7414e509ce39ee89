/* What all of these print by. */

#include "tui/cli/memory_out.h"

#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int memory_terminal_width(void)
{
    struct winsize size = {0};
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int memory_print(const char *text, bool newline)
{
    if (fputs(text, stdout) >= 0 && (!newline || putchar('\n') != EOF) && fflush(stdout) == 0)
        return EXIT_DONE;
    g_autoptr(GError) error = g_error_new(G_FILE_ERROR, g_file_error_from_errno(errno),
                                          "cannot write to standard output: %s (where does it go to?)", g_strerror(errno));
    return cli_fail(error);
}

void memory_print_visible(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **l = lines; *l && (l[1] || **l); l++) {
        g_autofree char *shown = visible_text(*l);
        puts(shown);
    }
}

char *memory_iso_time(gint64 us)
{
    g_autoptr(GDateTime) time = us ? g_date_time_new_from_unix_utc(us / G_USEC_PER_SEC) : NULL;
    if (!time)
        return NULL;
    g_autofree char *seconds = g_date_time_format(time, "%Y-%m-%dT%H:%M:%S");
    return g_strdup_printf("%s.%03dZ", seconds, (int)(us % G_USEC_PER_SEC / 1000));
}

GPtrArray *memory_chosen_steps(memory *m, const struct memory_what *what, GError **error)
{
    g_autoptr(GPtrArray) all =
        what->step ? memory_steps_page(m, what->run, what->step, 1, error) : memory_steps(m, what->run, error);
    g_autoptr(GPtrArray) marks = all && what->marked ? memory_marks(m, what->run, 0, G_MAXINT64, error) : NULL;
    if (!all || (what->marked && !marks))
        return NULL;
    for (guint i = 0, at = 0; what->marked && i < all->len;) { /* both are in order of steps */
        gint64 step = ((const struct memory_step *)all->pdata[i])->step;
        bool marked = false;
        for (; at < marks->len && ((const struct memory_mark *)marks->pdata[at])->step <= step; at++) {
            const struct memory_mark *mark = marks->pdata[at];
            marked = marked || (mark->step == step && g_str_equal(mark->what, what->marked));
        }
        if (marked)
            i++;
        else
            g_ptr_array_remove_index(all, i);
    }
    return g_steal_pointer(&all);
}
