/* reaper COMMAND…: runs it and ends as it did. What COMMAND leaves behind, in sessions of its own too, is killed: it would take
 * the processor from the tests that follow. Each process whose parent has gone is waited for here, so that run.sh sees the
 * processor time of all of them. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t command; /* its process */

static void pass_on(int signal)
{
    if (command > 0)
        kill(command, signal);
}

/* A child of this process that has not ended, and what it is called? */
static bool is_child(const char *pid, char *name, size_t size)
{
    char path[300], stat[400], state;
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t n = fread(stat, 1, sizeof stat - 1, file);
    fclose(file);
    stat[n] = '\0';
    char *begin = strchr(stat, '('), *end = strrchr(stat, ')'); /* the name may have both */
    if (!begin || !end || sscanf(end, ") %c %d", &state, &parent) != 2 || state == 'Z' || parent != (int)getpid())
        return false;
    snprintf(name, size, "%.*s", (int)(end - begin - 1), begin + 1);
    return true;
}

/* Those that are left are children of this process now; theirs will be. */
static void kill_children(void)
{
    DIR *proc = opendir("/proc");
    char name[64];
    for (struct dirent *entry; proc && (entry = readdir(proc));) {
        const int pid = (int)strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || !is_child(entry->d_name, name, sizeof name) || kill(pid, SIGKILL) < 0)
            continue;
        fprintf(stderr, "left behind, and killed: %s (%d)\n", name, pid);
    }
    if (proc)
        closedir(proc);
}

int main(int argc, char **argv)
{
    int ended = 0, status = 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGTERM, pass_on);
    signal(SIGINT, pass_on);
    if (argc < 2 || (command = fork()) < 0)
        return 125;
    if (command == 0) {
        signal(SIGTERM, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    for (pid_t pid; (pid = waitpid(-1, &status, 0)) >= 0 || errno == EINTR;) {
        ended = pid == command ? status : ended;
        command = pid == command ? 0 : command;
        if (!command)
            kill_children();
    }
    return WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
}
