#include "tui/terminfo.h"

#include <curses.h>
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
