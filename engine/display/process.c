/* Processes outside our session, known by pid and start time: a pid alone comes round again. */
#include "engine/display/display.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

G_DEFINE_QUARK(display - error - quark, display_error)

/* State letter and start time (field 22) from /proc/PID/stat; the name in it may hold spaces and brackets. */
static bool process_stat(pid_t pid, char *ret_state, guint64 *ret_start)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
    g_autofree char *text = NULL;
    if (pid <= 0 || !g_file_get_contents(path, &text, NULL, NULL))
        return false;
    const char *rest = strrchr(text, ')');
    if (!rest || strlen(rest) < 3)
        return false;
    g_auto(GStrv) fields = g_strsplit(rest + 2, " ", 21); /* the first is field 3 */
    if (g_strv_length(fields) < 20)
        return false;
    *ret_state = fields[0][0];
    *ret_start = g_ascii_strtoull(fields[19], NULL, 10);
    return true;
}

struct process_id process_id_of(pid_t pid)
{
    struct process_id p = {0};
    char state;
    guint64 start;
    if (process_stat(pid, &state, &start))
        p = (struct process_id){.pid = pid, .start_time = start};
    return p;
}

/* A zombie still has its pid: its group can be signalled safely, but it is not alive. */
static bool process_known(const struct process_id *p, bool *ret_zombie)
{
    char state;
    guint64 start;
    if (p->pid <= 1 || p->start_time == 0 || !process_stat(p->pid, &state, &start) || start != p->start_time)
        return false;
    *ret_zombie = state == 'Z' || state == 'X';
    return true;
}

bool process_id_alive(const struct process_id *p)
{
    bool zombie;
    return process_known(p, &zombie) && !zombie;
}

bool process_id_wait(const struct process_id *p, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    int fd = (int)syscall(SYS_pidfd_open, p->pid, 0); /* CLOEXEC by itself */
    while (process_id_alive(p)) {
        gint64 left = (until - g_get_monotonic_time() + 999) / 1000;
        if (left <= 0)
            break;
        struct pollfd f = {.fd = fd, .events = POLLIN};
        poll(&f, 1, fd >= 0 ? (int)left : (int)MIN(left, 20));
    }
    if (fd >= 0)
        close(fd);
    return !process_id_alive(p);
}

void process_id_end(const struct process_id *p, int grace_ms)
{
    bool zombie;
    if (!process_known(p, &zombie))
        return;
    kill(-p->pid, SIGTERM);
    if (!zombie && !process_id_wait(p, grace_ms)) {
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL);
        process_id_wait(p, 2000);
    }
    /* Its children have had the same signal; whoever ignored it does not outlive the sandbox either. A zombie keeps the group's
     * number ours. */
    if (process_known(p, &zombie))
        kill(-p->pid, SIGKILL);
    waitpid(p->pid, NULL, WNOHANG); /* ECHILD where it is not ours */
}
