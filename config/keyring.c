#include "config/keyring.h"

#include "config/config.h"
#include "config/files.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static GHashTable *ring; /* variable → what it had; kept to the end of the process */

void keyring_guard(void)
{
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* ---- out of the environment ---- */

void keyring_put(const char *name, const char *value)
{
    if (!ring)
        ring = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_hash_table_replace(ring, g_strdup(name), g_strdup(value));
}

/* Wiped, too: /proc/PID/environ shows the bytes that a process was started with, whatever its environment is by now. */
static void take(const char *name)
{
    gsize length = strlen(name);
    const char *value = g_getenv(name);
    if (!value || strchr(name, '='))
        return;
    keyring_put(name, value);
    for (char **e = environ; *e; e++)
        if (strncmp(*e, name, length) == 0 && (*e)[length] == '=')
            explicit_bzero(*e + length + 1, strlen(*e + length + 1));
    g_unsetenv(name);
}

/* "key = env:VAR" → "VAR", NULL = another line. Caller frees. */
static char *named_in(const char *line)
{
    static const char *const options[] = {"key", "vnc_password", NULL};
    g_auto(GStrv) sides = g_strsplit(line, "=", 2);
    if (!sides[0] || !sides[1] || !g_strv_contains(options, g_strstrip(sides[0])) ||
        !g_str_has_prefix(g_strstrip(sides[1]), "env:") || !sides[1][4])
        return NULL;
    return g_strdup(sides[1] + strlen("env:"));
}

static void take_named(GBytes *file)
{
    gsize length = 0;
    const char *bytes = file ? g_bytes_get_data(file, &length) : NULL;
    g_autofree char *text = g_strndup(bytes ? bytes : "", length);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_autofree char *name = named_in(*line);
        if (name)
            take(name);
    }
}

void keyring_take(void)
{
    g_autofree char *path = config_user_path("reins.ini");
    g_autoptr(GBytes) shipped = config_shipped("reins.ini"), user = config_read(path, NULL);
    take_named(shipped);
    take_named(user);
}

const char *keyring_value(const char *name)
{
    take(name);
    return ring ? g_hash_table_lookup(ring, name) : NULL;
}

/* ---- to the engine ---- */

static bool failed(GError **error)
{
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the keys of the models cannot be handed over: %s", g_strerror(errno));
    return false;
}

static bool send_all(int fd, const void *bytes, gsize length)
{
    for (gsize sent = 0; sent < length;) {
        gssize n = send(fd, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            return false;
        sent += n > 0 ? (gsize)n : 0;
    }
    return true;
}

static bool receive_all(int fd, void *bytes, gsize length)
{
    errno = ECONNRESET; /* end-of-file sets none */
    for (gsize got = 0; got < length;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        gssize n = poll(&p, 1, -1) < 0 ? -1 : recv(fd, (char *)bytes + got, length - got, 0); /* it may not block */
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
            return false;
        got += n > 0 ? (gsize)n : 0;
    }
    return true;
}

/* First how many bytes, then name and value in turn, each with its NUL. only: that one; NULL = all. */
static bool send_keys(int fd, const char *only, GError **error)
{
    GByteArray *all = g_byte_array_new();
    GHashTableIter iter;
    gpointer name, value;
    if (ring)
        g_hash_table_iter_init(&iter, ring);
    while (ring && g_hash_table_iter_next(&iter, &name, &value)) {
        if (only && !g_str_equal(name, only))
            continue;
        g_byte_array_append(all, name, (guint)strlen(name) + 1);
        g_byte_array_append(all, value, (guint)strlen(value) + 1);
    }
    guint32 length = all->len;
    errno = E2BIG;
    bool ok = length <= KEYRING_MAX && send_all(fd, &length, sizeof length) && send_all(fd, all->data, length);
    if (!ok)
        failed(error);
    if (length)
        explicit_bzero(all->data, length);
    g_byte_array_unref(all);
    return ok;
}

bool keyring_send(int fd, GError **error)
{
    return send_keys(fd, NULL, error);
}

bool keyring_send_one(int fd, const char *name, GError **error)
{
    return send_keys(fd, name, error);
}

bool keyring_receive(int fd, GError **error)
{
    guint32 length = 0;
    if (!receive_all(fd, &length, sizeof length))
        return failed(error);
    errno = E2BIG;
    char *all = g_malloc0(MIN(length, KEYRING_MAX) + 2); /* two NULs: a name without its value ends, too */
    bool ok = length <= KEYRING_MAX && receive_all(fd, all, length);
    if (!ok)
        failed(error);
    for (const char *at = all; ok && at < all + length;) {
        const char *value = at + strlen(at) + 1;
        keyring_put(at, value);
        at = value + strlen(value) + 1;
    }
    explicit_bzero(all, MIN(length, KEYRING_MAX));
    g_free(all);
    return ok;
}
