#include "tui/cli/brief_sandbox.h"

#include "config/config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char *const commands[] = {"profile-", "try-"};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* "profile-17" → 17; 0 = not a folder of a command. */
static pid_t command_of(const char *folder)
{
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        const char *digits = folder + strlen(commands[i]);
        char *end = NULL;
        if (!g_str_has_prefix(folder, commands[i]) || !g_ascii_isdigit(*digits))
            continue;
        const gint64 pid = g_ascii_strtoll(digits, &end, 10);
        if (!*end && pid <= G_MAXINT32)
            return (pid_t)pid;
    }
    return 0;
}

/* What has a pid that lives again stays for now. */
static void remove_left(const char *root)
{
    g_autoptr(GDir) dir = g_dir_open(root, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        const pid_t pid = command_of(name);
        g_autofree char *path = g_build_filename(root, name, NULL);
        if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH)
            sandbox_remove_folder(path);
    }
}

bool brief_sandbox_start(struct brief_sandbox *b, const char *command, int width, int height, GError **error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = stop};
    g_autofree char *data = config_data_dir(error), *root = data ? g_build_filename(data, "sandboxes", NULL) : NULL;
    if (!root)
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaction(signals[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    remove_left(root);
    b->dir = g_strdup_printf("%s/%s-%d", root, command, (int)getpid());
    b->sandbox = sandbox_start_passing(b->dir, width, height, error);
    return b->sandbox && g_setenv("XAUTHORITY", b->sandbox->xauthority, TRUE);
}

bool brief_sandbox_stopped(void)
{
    return stopped;
}

void brief_sandbox_clear(struct brief_sandbox *b)
{
    if (b->sandbox)
        sandbox_end(b->sandbox);
    g_clear_pointer(&b->sandbox, sandbox_free);
    if (b->dir)
        sandbox_remove_folder(b->dir);
    g_clear_pointer(&b->dir, g_free);
}
