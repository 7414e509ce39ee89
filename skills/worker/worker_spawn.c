#include "skills/worker/worker_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char **worker_environment(void)
{
    static const char *const kept[] = {"LANG",           "LC_ALL",          "LC_CTYPE",      "PATH",           "TESSDATA_PREFIX",
                                       "HOME",           "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR",
                                       "XDG_DATA_DIRS",  "XDG_CONFIG_DIRS", "ASAN_OPTIONS",  "UBSAN_OPTIONS",  "G_DEBUG",
                                       "REINS_LANGUAGES"};
    char **env = g_new0(char *, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++) {
        const char *value = g_getenv(kept[i]);
        if (value)
            env = g_environ_setenv(env, kept[i], value, TRUE);
    }
    env = g_environ_setenv(env, "REINS_WORKER", "1", TRUE);
    return g_environ_setenv(env, "OMP_THREAD_LIMIT", "1", TRUE);
}

/* With its rights gone a worker can make no file for the report of a sanitizer: it gets one as its standard error, beside that of
 * its parent ("log_path=" in ASAN_OPTIONS). NULL: reports go nowhere. */
static char *sanitizer_report(char ***env)
{
#ifdef __SANITIZE_ADDRESS__
    static const char *const names[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS"};
    const char *options = g_getenv(names[0]), *path = options ? strstr(options, "log_path=") : NULL;
    for (gsize i = 0; path && i < G_N_ELEMENTS(names); i++) {
        const char *given = g_getenv(names[i]);
        g_autofree char *value = g_strconcat(given ? given : "", given ? ":" : "", "log_path=stderr", NULL);
        *env = g_environ_setenv(*env, names[i], value, TRUE);
    }
    if (path)
        return g_strdup_printf("%.*s.worker.%d", (int)strcspn(path + strlen("log_path="), ":"), path + strlen("log_path="),
                               (int)getpid());
#else
    (void)env;
#endif
    return NULL;
}

/* Signals as at the start of a program: the engine blocks those that it reads from its signalfd. */
static void spawn_attributes(posix_spawnattr_t *attr)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(attr);
    posix_spawnattr_setsigmask(attr, &none);
    posix_spawnattr_setsigdefault(attr, &all);
    posix_spawnattr_setpgroup(attr, 0); /* Ctrl-C is for the one who waits, not for the worker */
    posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

int worker_pair(int type, int fds[2])
{
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, fds) < 0)
        return errno;
    /* adddup2 onto itself would leave CLOEXEC set; 0 and 1 are never closed here, but a caller may have done so. */
    if (fds[1] <= STDERR_FILENO) {
        int moved = fcntl(fds[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(fds[1]);
        fds[1] = moved;
    }
    return 0;
}

int worker_spawn(const char *kind, const char *memory, const char *cpu, int child_fd, pid_t *ret_pid)
{
    const char *program = g_getenv("REINS_BIN");
    g_autofree char *parent = g_strdup_printf("%d", (int)getpid());
    const char *argv[] = {"reins", "worker", kind, memory, cpu, parent, NULL};
    g_auto(GStrv) env = worker_environment();
    g_autofree char *report = sanitizer_report(&env);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, child_fd, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, child_fd, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, report ? report : "/dev/null",
                                     O_WRONLY | (report ? O_CREAT | O_APPEND : 0), 0600);
    spawn_attributes(&attr);
    int rc = posix_spawn(ret_pid, program && *program ? program : "/proc/self/exe", &files, &attr, (char **)argv, env);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    if (rc)
        *ret_pid = 0;
    return rc;
}
