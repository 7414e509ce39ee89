#include "engine/brain/secret.h"

#include "config/keyring.h"
#include "engine/brain/brain.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct secret {
    char *reference;    /* owned */
    const char *what;   /* its name in messages; borrowed */
    const char *option; /* that says where it is, in messages; borrowed */
    char *value;        /* owned; wiped when freed */
    GError *error;      /* owned */
    bool settled;
    /* cmd: */
    GPid pid; /* 0 = none runs */
    int pidfd, fd;
    bool exited;
    int status;
    GString *out;
    gint64 deadline_us;
};

static void wipe(char *text)
{
    if (text)
        explicit_bzero(text, strlen(text));
    g_free(text);
}

static void settle_error(struct secret *s, GError *error)
{
    g_clear_error(&s->error);
    s->error = error;
    s->settled = true;
}

/* Takes the first line, trimmed; refuses characters that a header cannot have. */
static void settle_text(struct secret *s, const char *text, gsize length)
{
    gsize line = 0;
    while (line < length && text[line] != '\n' && text[line] != '\0')
        line++;
    char *value = g_strstrip(g_strndup(text, line));
    g_autofree char *fault = NULL;
    if (!*value)
        fault = g_strdup("is empty");
    else if (strlen(value) > SECRET_MAX)
        fault = g_strdup_printf("is too long for a %s", s->what);
    for (const char *p = value; *p && !fault; p++) {
        if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 127)
            fault = g_strdup_printf("has characters that a %s cannot have", s->what);
    }
    if (fault) {
        wipe(value);
        settle_error(s, g_error_new(BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                                    "the %s from %s %s (put it alone on the first line, in clear text)", s->what, s->reference,
                                    fault));
        return;
    }
    s->value = value;
    s->settled = true;
}

static bool read_env(struct secret *s, const char *name, GError **error)
{
    const char *value = keyring_value(name);
    if (!value) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "no %s: the environment variable %s is not set (export it, or change %s)", s->what, name, s->option);
        return false;
    }
    settle_text(s, value, strlen(value));
    return true;
}

/* Opens without blocking, so that a FIFO in its place cannot hang the engine. */
static bool read_file(struct secret *s, const char *path, GError **error)
{
    g_autofree char *home = g_str_has_prefix(path, "~/") ? g_build_filename(g_get_home_dir(), path + 2, NULL) : NULL;
    int fd = open(home ? home : path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
        int e = fd < 0 ? errno : 0;
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "no %s: the file %s: %s (write it there, or change %s)", s->what,
                    home ? home : path, e ? g_strerror(e) : "it is not a regular file", s->option);
        if (fd >= 0)
            close(fd);
        return false;
    }
    char buffer[SECRET_MAX + 64];
    gssize n = read(fd, buffer, sizeof buffer);
    close(fd);
    settle_text(s, buffer, n > 0 ? (gsize)n : 0);
    explicit_bzero(buffer, sizeof buffer);
    return true;
}

/* Gives the command a process group of its own, so that the time limit ends its children, too. */
static void child_setup(gpointer data)
{
    (void)data;
    setpgid(0, 0);
}

static bool start_command(struct secret *s, const char *command, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) why = NULL;
    if (!g_shell_parse_argv(command, NULL, &argv, &why)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "no %s: %s cannot be read as a command: %s (check the quotes)",
                    s->what, s->reference, why->message);
        return false;
    }
    GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL | G_SPAWN_CLOEXEC_PIPES;
    if (!g_spawn_async_with_pipes(NULL, argv, NULL, flags, child_setup, NULL, &s->pid, NULL, &s->fd, NULL, &why)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "no %s: the command %s did not start: %s (check %s)", s->what,
                    argv[0], why->message, s->option);
        s->pid = 0;
        s->fd = -1;
        return false;
    }
    s->pidfd = pidfd_open(s->pid, 0); /* close-on-exec by definition */
    fcntl(s->fd, F_SETFL, O_NONBLOCK);
    s->out = g_string_new(NULL);
    s->deadline_us = g_get_monotonic_time() + (gint64)SECRET_COMMAND_MS * 1000;
    return true;
}

static struct secret *begin(const char *reference, const char *what, const char *option, GError **error)
{
    struct secret *s = g_new0(struct secret, 1);
    s->reference = g_strdup(reference);
    s->what = what;
    s->option = option;
    s->fd = s->pidfd = -1;
    bool ok = false;
    if (g_str_has_prefix(reference, "env:"))
        ok = read_env(s, reference + 4, error);
    else if (g_str_has_prefix(reference, "file:"))
        ok = read_file(s, reference + 5, error);
    else if (g_str_has_prefix(reference, "cmd:"))
        ok = start_command(s, reference + 4, error);
    else /* the reference may be the key itself, so the message does not repeat it */
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "no %s: %s must be env:VARIABLE, file:PATH or cmd:COMMAND, not the %s itself (change reins.ini)", s->what,
                    s->option, s->what);
    if (ok && s->settled && s->error) {
        g_propagate_error(error, g_steal_pointer(&s->error));
        ok = false;
    }
    if (!ok)
        g_clear_pointer(&s, secret_free);
    return s;
}

struct secret *secret_new(const char *reference, GError **error)
{
    return begin(reference, "key", "key=", error);
}

/* Ends the command. The wait is short, because the whole group gets SIGKILL. */
static void end_command(struct secret *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->pid && !s->exited) {
        kill(-s->pid, SIGKILL);
        kill(s->pid, SIGKILL);
        while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (s->pidfd >= 0)
        close(s->pidfd);
    if (s->out) {
        explicit_bzero(s->out->str, s->out->allocated_len);
        g_string_free(s->out, TRUE);
    }
    s->fd = s->pidfd = -1;
    s->pid = 0;
    s->out = NULL;
}

void secret_free(struct secret *s)
{
    if (!s)
        return;
    end_command(s);
    wipe(s->value);
    g_clear_error(&s->error);
    g_free(s->reference);
    g_free(s);
}

void secret_prepare(const struct secret *s, GArray *pollfds)
{
    if (s->settled)
        return;
    GPollFD rows[2] = {{s->fd, G_IO_IN, 0}, {s->pidfd, G_IO_IN, 0}};
    if (s->fd >= 0)
        g_array_append_val(pollfds, rows[0]);
    if (s->pidfd >= 0 && !s->exited)
        g_array_append_val(pollfds, rows[1]);
}

gint64 secret_deadline(const struct secret *s)
{
    return s->settled ? G_MAXINT64 : s->deadline_us;
}

static void drain(struct secret *s)
{
    char buffer[1024];
    gssize n = 0;
    while (s->fd >= 0 && (n = read(s->fd, buffer, sizeof buffer)) > 0) {
        gsize room = SECRET_MAX + 64 - MIN(s->out->len, SECRET_MAX + 64);
        g_string_append_len(s->out, buffer, (gssize)MIN((gsize)n, room));
    }
    explicit_bzero(buffer, sizeof buffer);
    if (s->fd >= 0 && (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))) {
        close(s->fd);
        s->fd = -1;
    }
}

bool secret_step(struct secret *s)
{
    if (s->settled)
        return true;
    drain(s);
    if (!s->exited && waitpid(s->pid, &s->status, WNOHANG) == s->pid)
        s->exited = true;
    if (s->exited) {
        drain(s); /* the last output; does not wait for a child of the command that keeps the pipe open */
        if (WIFEXITED(s->status) && WEXITSTATUS(s->status) == 0)
            settle_text(s, s->out->str, s->out->len);
        else
            settle_error(s, g_error_new(BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                                        "no %s: the command of %s ended with %s %d (run it yourself to see why)", s->what,
                                        s->option, WIFEXITED(s->status) ? "status" : "signal",
                                        WIFEXITED(s->status) ? WEXITSTATUS(s->status) : WTERMSIG(s->status)));
    } else if (g_get_monotonic_time() >= s->deadline_us) {
        settle_error(s, g_error_new(BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                                    "no %s: the command of %s did not end within %d s (it must not ask anything)", s->what,
                                    s->option, SECRET_COMMAND_MS / 1000));
    }
    if (s->settled)
        end_command(s);
    return s->settled;
}

const char *secret_value(const struct secret *s, GError **error)
{
    if (s->error)
        g_propagate_error(error, g_error_copy(s->error));
    return s->value;
}

bool secret_is_command(const struct secret *s)
{
    return g_str_has_prefix(s->reference, "cmd:");
}

#define KEY_LEAST 6 /* replacing a "key" of three letters, as local servers have, would damage ordinary text */

char *secret_filter_exact(GHashTable *secrets, const char *text)
{
    GString *clean = NULL;
    GHashTableIter iter;
    gpointer value;
    if (!secrets)
        return NULL;
    g_hash_table_iter_init(&iter, secrets);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct secret *s = value;
        if (!s->value || strlen(s->value) < KEY_LEAST || !strstr(clean ? clean->str : text, s->value))
            continue;
        if (!clean)
            clean = g_string_new(text);
        g_string_replace(clean, s->value, "[key]", 0);
    }
    return clean ? g_string_free(clean, FALSE) : NULL;
}

/* Bytes at the end of the text with which the key begins, less than all of it. */
static gsize begun(const char *text, const char *key)
{
    gsize length = strlen(text), n = MIN(length, strlen(key) - 1);
    while (n > 0 && strncmp(text + length - n, key, n) != 0)
        n--;
    return n;
}

void secret_filter_growing(GHashTable *secrets, char **text)
{
    gsize held = 0;
    GHashTableIter iter;
    gpointer value;
    char *clean = secret_filter_exact(secrets, *text);
    if (clean) {
        g_free(*text);
        *text = clean;
    }
    g_hash_table_iter_init(&iter, secrets);
    while (g_hash_table_iter_next(&iter, NULL, &value))
        if (((const struct secret *)value)->value && *((const struct secret *)value)->value)
            held = MAX(held, begun(*text, ((const struct secret *)value)->value));
    (*text)[strlen(*text) - held] = '\0';
}

static GRegex *key_shapes(void)
{
    static GRegex *shapes; /* compiled once */
    if (!shapes)
        shapes = g_regex_new("\\b(sk-|sk_|AIza|gsk_|xai-|hf_)[A-Za-z0-9_*.\\-]{6,}|(?i:bearer)\\s+[A-Za-z0-9_.\\-+/=]{6,}",
                             G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL);
    return shapes;
}

char *secret_filter(GHashTable *secrets, const char *text)
{
    g_autofree char *exact = secret_filter_exact(secrets, text);
    char *clean = g_regex_replace_literal(key_shapes(), exact ? exact : text, -1, 0, "[key]", 0, NULL);
    return clean ? clean : g_strdup("[text removed: checking it for keys failed]");
}

void secret_mask(GHashTable *secrets, char *bytes, gsize length, bool shapes)
{
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, secrets);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const char *key = ((const struct secret *)value)->value;
        gsize n = key ? strlen(key) : 0;
        for (char *at = bytes; n >= KEY_LEAST && (at = memmem(at, length - (gsize)(at - bytes), key, n)); at += n)
            memset(at, '*', n);
    }
    g_autoptr(GMatchInfo) match = NULL;
    if (shapes)
        g_regex_match_full(key_shapes(), bytes, (gssize)length, 0, 0, &match, NULL);
    for (int from, to; match && g_match_info_fetch_pos(match, 0, &from, &to); g_match_info_next(match, NULL))
        memset(bytes + from, '*', (gsize)(to - from));
}

bool secret_keep(const char *reference, const char *name, const char *option, GError **error)
{
    if (!*reference || keyring_value(name))
        return true;
    struct secret *s = begin(reference, name, option, error);
    while (s && !secret_step(s)) {
        g_autoptr(GArray) fds = g_array_new(FALSE, TRUE, sizeof(GPollFD));
        gint64 left_ms = (secret_deadline(s) - g_get_monotonic_time() + 999) / 1000;
        secret_prepare(s, fds);
        g_poll((GPollFD *)(void *)fds->data, fds->len, (int)CLAMP(left_ms, 0, SECRET_COMMAND_MS));
    }
    const char *value = s ? secret_value(s, error) : NULL;
    if (value)
        keyring_put(name, value);
    secret_free(s);
    return value != NULL;
}
