#ifndef TESTS_SKILLS_DRYRUN_PARENT_H
#define TESTS_SKILLS_DRYRUN_PARENT_H

/* The warm parent of the workers that run Lua. */

#include <glib.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* It is the only child of the test, from its first request on; 0 = none. */
static inline pid_t parent_of_lua(void)
{
    g_autofree char *path = g_strdup_printf("/proc/self/task/%d/children", (int)getpid()), *text = NULL;
    char *end;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    pid_t pid = (pid_t)g_ascii_strtoll(text, &end, 10);
    return *g_strstrip(end) ? 0 : pid;
}

/* The next request starts another: with other addresses. */
static inline void parent_end(void)
{
    pid_t pid = parent_of_lua();
    siginfo_t info;
    if (pid > 0 && kill(pid, SIGKILL) == 0)
        waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
}

#endif
