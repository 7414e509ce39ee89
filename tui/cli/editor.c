/* The person's own editor. */

#include "tui/cli/editor.h"

#include "config/config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char **editor_words(const char *path, GError **error)
{
    const char *names[] = {g_getenv("VISUAL"), g_getenv("EDITOR"), "vi"};
    g_auto(GStrv) words = NULL;
    int n = 0, i = 0;
    while (!names[i] || !*names[i])
        i++;
    if (!g_shell_parse_argv(names[i], &n, &words, error)) {
        g_prefix_error(error, "the editor \"%s\": ", names[i]);
        return NULL;
    }
    char **all = g_new0(char *, (gsize)n + 2);
    for (int k = 0; k < n; k++)
        all[k] = g_strdup(words[k]);
    all[n] = g_strdup(path);
    return all;
}

/* The editor gets the terminal and, as a program of its own, its signals. */
static void free_signals(void *data)
{
    sigset_t none;
    (void)data;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

bool editor_run(const char *path, GError **error)
{
    g_auto(GStrv) words = editor_words(path, error);
    int status = 0;
    if (!words || !g_spawn_sync(NULL, words, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_CHILD_INHERITS_STDIN, free_signals, NULL, NULL,
                                NULL, &status, error)) {
        if (words)
            g_prefix_error(error, "the editor (set $VISUAL or $EDITOR): ");
        return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the editor %s ended with %d", words[0],
                WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    return false;
}

char *editor_joined(char **words, gsize max, GError **error)
{
    g_autofree char *text = g_strstrip(g_strjoinv(" ", words));
    if (*text && strlen(text) <= max && g_utf8_validate(text, -1, NULL))
        return g_steal_pointer(&text);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the text has 1 to %" G_GSIZE_FORMAT " bytes of UTF-8", max);
    return NULL;
}

char *editor_text(char **words, const char *text, gsize max, GError **error)
{
    g_autofree char *path = NULL, *after = NULL;
    if (*words)
        return editor_joined(words, max, error);
    int fd = g_file_open_tmp("reins-XXXXXX.txt", &path, error);
    if (fd < 0)
        return NULL;
    close(fd);
    bool ok =
        g_file_set_contents(path, text, -1, error) && editor_run(path, error) && g_file_get_contents(path, &after, NULL, error);
    g_unlink(path);
    char *lines[] = {after, NULL};
    return ok && !g_str_equal(g_strstrip(after), text) ? editor_joined(lines, max, error) : NULL;
}
