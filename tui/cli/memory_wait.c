/* What takes long on the command line: told on a terminal, ended by Ctrl+C. */

#include "tui/cli/memory_wait.h"

#include <stdio.h>
#include <unistd.h>

#define TELL_EVERY_US 100000

static bool go_on(void *user, gint64 done, gint64 total)
{
    struct waiting *w = user;
    sigset_t pending;
    sigpending(&pending);
    if (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP))
        return false;
    gint64 now = g_get_monotonic_time();
    if (w->tty && now - w->told_us >= TELL_EVERY_US) {
        if (total > 0)
            fprintf(stderr, "\r%s … %d %%", w->doing, (int)(MIN(done, total) * 100 / total));
        else
            fprintf(stderr, "\r%s …\033[K", w->doing);
        w->told_us = now;
        w->told = true;
    }
    return true;
}

struct memory_watch wait_begin(struct waiting *w, const char *doing)
{
    sigset_t stop;
    *w = (struct waiting){.doing = doing, .told_us = g_get_monotonic_time(), .tty = isatty(STDERR_FILENO)};
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    sigprocmask(SIG_BLOCK, &stop, &w->before);
    return (struct memory_watch){go_on, w};
}

void wait_end(struct waiting *w)
{
    static const struct timespec none = {0, 0};
    sigset_t stop;
    if (w->told)
        fputs("\r\033[K", stderr);
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    while (sigtimedwait(&stop, NULL, &none) > 0) {
    }
    sigprocmask(SIG_SETMASK, &w->before, NULL);
}
