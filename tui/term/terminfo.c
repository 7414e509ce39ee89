#include "tui/term/terminfo.h"

#include <curses.h>
#include <glib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

int terminfo_colours(const char *term)
{
    int code = 0;
    if (setupterm(term, STDOUT_FILENO, &code) != OK)
        return -1;
    int colours = tigetnum("colors");
    del_curterm(cur_term);
    return colours > 0 ? colours : 0;
}

char *terminfo_direct(const char *term)
{
    if (g_str_has_suffix(term, "-direct"))
        return g_strdup(term);
    if (g_getenv("TMUX") && (g_str_has_prefix(term, "screen") || g_str_has_prefix(term, "tmux")))
        return g_strdup("tmux-direct");
    g_autofree char *base = g_strdup(term);
    if (g_str_has_suffix(base, "-256color"))
        base[strlen(base) - strlen("-256color")] = '\0';
    return g_strconcat(base, "-direct", NULL);
}
