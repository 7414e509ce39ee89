#include "engine/display/adb.h"

#include "engine/picture/frame.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PORT "5037"
#define TCP "tcp:"
#define LOCAL "localfilesystem:"
#define CONNECT_LIMIT_MS 3000
#define REQUEST_MAX 0xffff /* four hexadecimal digits */
#define REASON_MAX 1024
#define STATUS 4 /* bytes of OKAY and FAIL, and of a length */
#define READ_BYTES 32768
#define OUTPUT_SHOWN 200 /* bytes of a phone's error in a sentence */

/* What is waited for. */
enum stage {
    STAGE_PHONE,   /* the server's word on the phone */
    STAGE_SERVICE, /* the phone's word on the command */
    STAGE_OUTPUT
};

/* Packets of shell,v2: a byte that says what it is, the length (little-endian), bytes. */
enum { SHELL_STDOUT = 1, SHELL_STDERR = 2, SHELL_EXIT = 3, SHELL_HEAD = 5 };

struct adb_command {
    int fd;
    char *phone; /* for sentences */
    char *service;
    enum adb_way way;
    enum stage stage;
    GByteArray *in;      /* has arrived, and is not understood yet */
    GByteArray *out;     /* what the command wrote */
    GString *complaints; /* its error output */
    gsize max;
    int code; /* -1 = it has not ended */
};

char *adb_quoted(const char *argument)
{
    g_auto(GStrv) parts = g_strsplit(argument, "'", -1);
    g_autofree char *joined = g_strjoinv("'\\''", parts);
    return g_strdup_printf("'%s'", joined);
}

/* ---- the server ---- */

/* "tcp:5037", from the environment; caller frees. *ret_variable (may be NULL): what says so; NULL = nothing does. */
static char *server_name(const char **ret_variable)
{
    const char *socket_name = g_getenv("ADB_SERVER_SOCKET"), *port = g_getenv("ANDROID_ADB_SERVER_PORT");
    const bool has_socket = socket_name && *socket_name, has_port = port && *port;
    if (ret_variable)
        *ret_variable = has_socket ? "ADB_SERVER_SOCKET" : has_port ? "ANDROID_ADB_SERVER_PORT" : NULL;
    return has_socket ? g_strdup(socket_name) : g_strconcat(TCP, has_port ? port : PORT, NULL);
}

/* NULL = an address. */
static const char *unfit_name(const char *name)
{
    if (g_str_has_prefix(name, LOCAL))
        return NULL;
    if (!g_str_has_prefix(name, TCP))
        return "tcp:PORT, tcp:HOST:PORT or localfilesystem:PATH is one";
    const char *colon = strrchr(name, ':');
    guint64 port;
    return g_ascii_string_to_unsigned(colon + 1, 10, 1, 65535, &port, NULL) ? NULL : "a port is 1 to 65535";
}

static bool no_server(const char *name, const char *why, GError **error)
{
    g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "no adb server answers at %s: %s (start it: adb start-server)", name, why);
    return false;
}

/* The limit is the kernel's own for a socket that waits. */
static bool connected(int fd, const struct sockaddr *to, socklen_t length)
{
    const struct timeval limit = {CONNECT_LIMIT_MS / 1000, 0};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return connect(fd, to, length) == 0;
}

static int connect_path(const char *path)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (g_strlcpy(to.sun_path, path, sizeof to.sun_path) >= sizeof to.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connected(fd, (const struct sockaddr *)(const void *)&to, sizeof to))
        return fd;
    int problem = errno;
    if (fd >= 0)
        close(fd);
    errno = problem;
    return -1;
}

/* HOST:PORT or PORT. -1 with errno, or with *ret_why. */
static int connect_tcp(const char *place, const char **ret_why)
{
    const char *colon = strrchr(place, ':');
    g_autofree char *host = colon ? g_strndup(place, (gsize)(colon - place)) : g_strdup("127.0.0.1");
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *all = NULL;
    int wrong = getaddrinfo(host, colon ? colon + 1 : place, &hints, &all), fd = -1;
    *ret_why = wrong ? gai_strerror(wrong) : NULL;
    for (struct addrinfo *a = all; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd < 0 || connected(fd, a->ai_addr, a->ai_addrlen))
            continue;
        int problem = errno;
        close(fd);
        fd = -1;
        errno = problem;
    }
    int problem = errno;
    if (all)
        freeaddrinfo(all);
    errno = problem;
    return fd;
}

static bool connect_server(adb_command *c, GError **error)
{
    const char *variable, *why = NULL;
    g_autofree char *name = server_name(&variable);
    const char *unfit = unfit_name(name);
    if (unfit) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s=%s is no address of an adb server: %s", variable, g_getenv(variable),
                    unfit);
        return false;
    }
    c->fd = g_str_has_prefix(name, TCP) ? connect_tcp(name + strlen(TCP), &why) : connect_path(name + strlen(LOCAL));
    return c->fd >= 0 || no_server(name, why ? why : g_strerror(errno), error);
}

/* ---- requests and answers ---- */

static bool gone(const adb_command *c, GError **error)
{
    if (c->stage == STAGE_PHONE)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "adb's server ended in the middle of an answer (restart it: adb kill-server; adb start-server)");
    else
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s has gone in the middle of a command (plug it in again)", c->phone);
    return false;
}

static bool request(adb_command *c, const char *text, GError **error)
{
    gsize length = strlen(text), done = 0;
    if (length > REQUEST_MAX) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "a command for %s has more than %d bytes", c->phone, REQUEST_MAX);
        return false;
    }
    g_autofree char *whole = g_strdup_printf("%04x%s", (unsigned)length, text);
    for (length += STATUS; done < length;) {
        gssize n = send(c->fd, whole + done, length - done, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return gone(c, error);
        done += (gsize)n;
    }
    return true;
}

/* What adb's server says, in its words, and what to do then. */
static const struct {
    const char *part, *sentence;
} refusals[] = {
    {"unauthorized", "does not allow this computer to use it yet (unlock it, and accept the question that it shows)"},
    {"still authorizing", "does not allow this computer to use it yet (unlock it, and accept the question that it shows)"},
    {"offline", "is offline (unplug it and plug it in again, or adb reconnect)"},
    {"still connecting", "is only just connecting (try again)"},
    {"no permissions", "may not be opened by this user (package android-sdk-platform-tools-common has the udev rules)"},
    {"more than one", "is not named, and adb has several devices (adb devices lists them; write adb:SERIAL)"},
    {"no devices", "is not there: adb has no device (plug it in with USB debugging on, or adb connect HOST:PORT)"},
    {"not found", "is not there (adb devices lists those that are; adb connect HOST:PORT adds one of the network)"},
};

static bool refused(const adb_command *c, const char *reason, GError **error)
{
    g_autofree char *known = g_utf8_make_valid(reason, -1);
    for (gsize i = 0; c->stage == STAGE_PHONE && i < G_N_ELEMENTS(refusals); i++)
        if (strstr(known, refusals[i].part)) {
            g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s %s", c->phone, refusals[i].sentence);
            return false;
        }
    g_strdelimit(known, "\r\n\t", ' ');
    g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "adb refuses %s: %s", c->phone, g_strstrip(known));
    return false;
}

/* OKAY or FAIL. False without an error: not all of it is here. */
static bool take_answer(adb_command *c, GError **error)
{
    if (c->in->len < STATUS)
        return false;
    if (memcmp(c->in->data, "OKAY", STATUS) == 0) {
        g_byte_array_remove_range(c->in, 0, STATUS);
        if (c->stage++ == STAGE_PHONE)
            return request(c, c->service, error);
        return true;
    }
    if (memcmp(c->in->data, "FAIL", STATUS) != 0) {
        g_autofree char *name = server_name(NULL);
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "what answers at %s is no adb server ($ADB_SERVER_SOCKET names it)",
                    name);
        return false;
    }
    if (c->in->len < 2 * STATUS)
        return false;
    g_autofree char *digits = g_strndup((const char *)c->in->data + STATUS, STATUS);
    gsize length = (gsize)g_ascii_strtoull(digits, NULL, 16), there = c->in->len - 2 * STATUS;
    if (there < MIN(length, REASON_MAX))
        return false;
    g_autofree char *reason = g_strndup((const char *)c->in->data + 2 * STATUS, MIN(length, REASON_MAX));
    return refused(c, reason, error);
}

/* ---- output ---- */

static bool add_output(adb_command *c, const guint8 *bytes, gsize length, GError **error)
{
    if (c->out->len + length > c->max) {
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s sends more than the %" G_GSIZE_FORMAT " bytes that are read of it",
                    c->phone, c->max);
        return false;
    }
    g_byte_array_append(c->out, bytes, (guint)length);
    return true;
}

static void add_complaint(adb_command *c, const guint8 *bytes, gsize length)
{
    gsize left = OUTPUT_SHOWN - MIN(c->complaints->len, OUTPUT_SHOWN);
    g_string_append_len(c->complaints, (const char *)bytes, (gssize)MIN(left, length));
}

/* False without an error: not all of it is here. */
static bool take_packet(adb_command *c, GError **error)
{
    const guint8 *at = c->in->data;
    if (c->in->len < SHELL_HEAD)
        return false;
    gsize length = (gsize)at[1] | (gsize)at[2] << 8 | (gsize)at[3] << 16 | (gsize)at[4] << 24;
    if (length > c->max + OUTPUT_SHOWN)
        return add_output(c, at, length, error);
    if (c->in->len < SHELL_HEAD + length)
        return false;
    const guint8 *bytes = at + SHELL_HEAD;
    if (at[0] == SHELL_STDOUT && !add_output(c, bytes, length, error))
        return false;
    if (at[0] == SHELL_STDERR)
        add_complaint(c, bytes, length);
    if (at[0] == SHELL_EXIT && length > 0)
        c->code = bytes[0];
    g_byte_array_remove_range(c->in, 0, (guint)(SHELL_HEAD + length));
    return true;
}

static bool understand(adb_command *c, GError **error)
{
    GError *problem = NULL;
    while (!problem && c->stage < STAGE_OUTPUT && take_answer(c, &problem))
        ;
    if (!problem && c->stage == STAGE_OUTPUT && c->way == ADB_SHELL)
        while (!problem && c->code < 0 && take_packet(c, &problem))
            ;
    if (!problem && c->stage == STAGE_OUTPUT && c->way == ADB_RAW && add_output(c, c->in->data, c->in->len, &problem))
        g_byte_array_set_size(c->in, 0);
    if (!problem)
        return true;
    g_propagate_error(error, problem);
    return false;
}

static bool ended_well(const adb_command *c, GError **error)
{
    if (c->way == ADB_RAW || (c->code == 0 && c->complaints->len == 0))
        return true;
    g_autofree char *said = g_utf8_make_valid(c->complaints->str, -1);
    g_strdelimit(said, "\r\n\t", ' ');
    g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "%s could not do it (exit code %d): %s", c->phone, c->code,
                *g_strstrip(said) ? said : "it says nothing");
    return false;
}

bool adb_command_take(adb_command *c, bool *ret_done, GError **error)
{
    guint8 bytes[READ_BYTES];
    *ret_done = false;
    for (;;) {
        gssize n = recv(c->fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return true;
        if (n > 0) {
            g_byte_array_append(c->in, bytes, (guint)n);
            if (!understand(c, error))
                return false;
        }
        *ret_done = c->code >= 0 || (n <= 0 && c->stage == STAGE_OUTPUT && c->way == ADB_RAW);
        if (*ret_done)
            return ended_well(c, error);
        if (n <= 0)
            return gone(c, error);
    }
}

GBytes *adb_command_output(const adb_command *c)
{
    return g_bytes_new(c->out->data, c->out->len);
}

static void set_silent(const adb_command *c, int seconds, GError **error)
{
    g_autofree char *name = server_name(NULL);
    if (c->stage == STAGE_PHONE)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "the adb server at %s does not answer: the connection was taken, and nothing whole came back for %d s "
                    "(restart it: adb kill-server; adb start-server)",
                    name, seconds);
    else
        g_set_error(
            error, EYE_ERROR, EYE_ERROR_DISPLAY,
            "%s did not answer within %d s (unplug it and plug it in again, or restart adb: adb kill-server; adb start-server)",
            c->phone, seconds);
}

static GBytes *await_end(adb_command *c, int limit_ms, GError **error)
{
    gint64 until_us = g_get_monotonic_time() + (gint64)limit_ms * 1000;
    for (bool done = false;;) {
        if (!adb_command_take(c, &done, error))
            return NULL;
        if (done)
            return adb_command_output(c);
        gint64 left_ms = (until_us - g_get_monotonic_time() + 999) / 1000;
        if (left_ms <= 0) {
            set_silent(c, limit_ms / 1000, error);
            return NULL;
        }
        struct pollfd p = {.fd = c->fd, .events = POLLIN};
        poll(&p, 1, (int)left_ms);
    }
}

/* ---- commands ---- */

adb_command *adb_begin(const char *serial, enum adb_way way, const char *command, const char *argument, gsize max, GError **error)
{
    g_autoptr(adb_command) c = g_new0(adb_command, 1);
    *c = (adb_command){.fd = -1, .way = way, .max = max, .code = -1};
    c->phone = *serial ? g_strdup_printf("the phone %s", serial) : g_strdup("the phone");
    g_autofree char *word = argument ? adb_quoted(argument) : NULL;
    c->service = g_strconcat(way == ADB_RAW ? "exec:" : "shell,v2,raw:", command, word ? " " : NULL, word, NULL);
    c->in = g_byte_array_new();
    c->out = g_byte_array_new();
    c->complaints = g_string_new(NULL);
    g_autofree char *phone = *serial ? g_strdup_printf("host:transport:%s", serial) : g_strdup("host:transport-any");
    return connect_server(c, error) && request(c, phone, error) ? g_steal_pointer(&c) : NULL;
}

void adb_command_free(adb_command *c)
{
    if (!c)
        return;
    if (c->fd >= 0)
        close(c->fd);
    g_free(c->phone);
    g_free(c->service);
    g_byte_array_unref(c->in);
    g_byte_array_unref(c->out);
    g_string_free(c->complaints, TRUE);
    g_free(c);
}

int adb_command_fd(const adb_command *c)
{
    return c->fd;
}

GBytes *adb_run(const char *serial, enum adb_way way, const char *command, const char *argument, gsize max, int limit_ms,
                GError **error)
{
    g_autoptr(adb_command) c = adb_begin(serial, way, command, argument, max, error);
    return c ? await_end(c, limit_ms, error) : NULL;
}
