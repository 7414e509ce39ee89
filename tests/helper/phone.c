#include "tests/helper/phone.h"

#include "tests/helper/xvfb.h"

#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define WAIT_MS 20000

G_GNUC_NORETURN static void die(const char *what)
{
    g_printerr("phone: %s\n", what);
    exit(1);
}

static char *path_of(const struct phone_peer *p, const char *file)
{
    return g_build_filename(p->folder, file, NULL);
}

static bool has_port(void *data)
{
    g_autofree char *text = NULL;
    return g_file_get_contents(data, &text, NULL, NULL) && strchr(text, '\n');
}

/* Its serial number. */
static char *device_start(const char *folder, const char *display, const char *auth, pid_t *ret_pid)
{
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *script = g_build_filename(source ? source : ".", "tests/helper/phone.py", NULL),
                    *port = g_build_filename(folder, "port", NULL),
                    *command = g_strdup_printf("exec /usr/bin/python3 -BEs '%s' serve '%s' %s >'%s'", script, folder, auth, port),
                    *text = NULL;
    g_mkdir_with_parents(folder, 0700);
    *ret_pid = helper_spawn(display, (const char *const[]){"/bin/sh", "-c", command, NULL});
    if (!helper_await(has_port, port, WAIT_MS) || !g_file_get_contents(port, &text, NULL, NULL))
        die("the device does not start (python3?)");
    return g_strconcat("127.0.0.1:", g_strchomp(text), NULL);
}

/* A port that nobody has now. */
static guint16 free_port(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)(void *)&at, sizeof at) || getsockname(fd, (struct sockaddr *)(void *)&at, &length))
        die("no port is free");
    close(fd);
    return ntohs(at.sin_port);
}

/* A client that finds no server would start one that outlives the test. */
static bool server_answers(void *data)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(*(guint16 *)data), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is = connect(fd, (struct sockaddr *)(void *)&at, sizeof at) == 0;
    close(fd);
    return is;
}

static bool says(const char *const *argv, const char *word)
{
    g_autofree char *out = NULL;
    helper_run(NULL, argv, &out);
    return out && strstr(out, word);
}

static bool is_connected(void *data)
{
    return says((const char *const[]){"adb", "connect", data, NULL}, "already connected");
}

static bool is_ready(void *data)
{
    return is_connected(data) && says((const char *const[]){"adb", "-s", data, "get-state", NULL}, "device");
}

void phone_start(struct phone_peer *p, const char *display)
{
    *p = (struct phone_peer){.folder = g_dir_make_tmp("phone-XXXXXX", NULL)};
    guint16 port = free_port();
    g_autofree char *number = g_strdup_printf("%u", port), *screen = path_of(p, "device"),
                    *command =
                        g_strdup_printf("HOME='%s' TMPDIR='%s' exec adb nodaemon server >/dev/null 2>&1", p->folder, p->folder);
    g_setenv("ANDROID_ADB_SERVER_PORT", number, TRUE);
    g_unsetenv("ADB_SERVER_SOCKET");
    p->serial = device_start(screen, display, "", &p->device);
    p->name = g_strconcat("adb:", p->serial, NULL);
    p->server = helper_spawn(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL});
    if (!helper_await(server_answers, &port, WAIT_MS) || !helper_await(is_ready, p->serial, WAIT_MS))
        die("adb does not connect (package adb)");
}

void phone_plug_in(const struct phone_peer *p)
{
    if (!helper_await(is_ready, p->serial, WAIT_MS))
        die("adb does not connect again");
}

void phone_unplug(const struct phone_peer *p)
{
    helper_run(NULL, (const char *const[]){"adb", "disconnect", p->serial, NULL}, NULL);
}

char *phone_add_locked(const struct phone_peer *p)
{
    pid_t pid;
    g_autofree char *folder = path_of(p, "locked");
    char *serial = device_start(folder, NULL, "auth", &pid);
    if (!helper_await(is_connected, serial, WAIT_MS))
        die("adb does not know the locked phone");
    return serial;
}

void phone_stop(struct phone_peer *p)
{
    helper_end(p->server);
    helper_end(p->device);
    g_free(p->folder);
    g_free(p->serial);
    g_free(p->name);
}

void phone_set(const struct phone_peer *p, const char *file, const char *text)
{
    g_autofree char *screen = path_of(p, "device"), *path = g_build_filename(screen, file, NULL);
    if (text && !g_file_set_contents(path, text, -1, NULL))
        die("its folder cannot be written");
    if (!text)
        g_unlink(path);
}

char *phone_log(const struct phone_peer *p)
{
    g_autofree char *path = path_of(p, "device/log");
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return g_strdup("");
    g_unlink(path);
    return text;
}
