/* adb's server protocol: quoting, answers, and servers and phones that do not do what they should. */

#include "engine/display/adb.h"

#include "engine/picture/frame.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define LIMIT_MS 10000
#define MOST 100000

/* ---- a server that answers one client with set bytes ---- */

#define HANGS "hangs" /* after this nothing comes, and the connection stays */

struct server {
    pid_t pid;
    int heard; /* a pipe: each request that it got, a line each */
};

static bool read_whole(int fd, char *to, gsize length)
{
    for (gsize got = 0; got < length;) {
        gssize n = read(fd, to + got, length - got);
        if (n <= 0)
            return false;
        got += (gsize)n;
    }
    return true;
}

static void send_whole(int fd, const char *bytes, gsize length)
{
    for (gsize done = 0; done < length;) {
        gssize n = send(fd, bytes + done, length - done, MSG_NOSIGNAL);
        if (n <= 0)
            _exit(0); /* the client has had enough */
        done += (gsize)n;
    }
}

static void answer_client(int fd, int heard, const GBytes *const *answers)
{
    for (; *answers; answers++) {
        char head[5] = "", *request;
        if (!read_whole(fd, head, 4))
            return;
        gsize length = strtoul(head, NULL, 16), size;
        request = g_malloc0(length + 1);
        if (!read_whole(fd, request, length))
            return;
        dprintf(heard, "%s\n", request);
        g_free(request);
        const char *bytes = g_bytes_get_data((GBytes *)*answers, &size);
        bool hangs = !answers[1] && size >= strlen(HANGS) && memcmp(bytes + size - strlen(HANGS), HANGS, strlen(HANGS)) == 0;
        send_whole(fd, bytes, hangs ? size - strlen(HANGS) : size);
        if (hangs)
            pause();
    }
}

/* Answers: one for each request. Tells adb.h where it is. */
static struct server server_start(const GBytes *const *answers)
{
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), pipes[2];
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    assert_int_equal(bind(listener, (struct sockaddr *)(void *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, 4), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)(void *)&at, &length), 0);
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(pipes[0]);
        int fd = accept(listener, NULL, NULL);
        if (fd >= 0)
            answer_client(fd, pipes[1], answers);
        _exit(0);
    }
    close(listener);
    close(pipes[1]);
    g_autofree char *port = g_strdup_printf("%d", ntohs(at.sin_port));
    g_unsetenv("ADB_SERVER_SOCKET");
    g_setenv("ANDROID_ADB_SERVER_PORT", port, TRUE);
    return (struct server){pid, pipes[0]};
}

/* What it was asked; caller frees. */
static char *server_end(struct server *s)
{
    char text[4096] = "";
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    gssize n = read(s->heard, text, sizeof text - 1);
    assert_true(n >= 0);
    close(s->heard);
    return g_strdup(text);
}

static GBytes *said(const char *text)
{
    return g_bytes_new(text, strlen(text));
}

/* A packet of shell,v2. */
static void packet(GByteArray *to, guint8 kind, const char *bytes, guint32 length)
{
    guint8 head[] = {kind, (guint8)length, (guint8)(length >> 8), (guint8)(length >> 16), (guint8)(length >> 24)};
    g_byte_array_append(to, head, sizeof head);
    g_byte_array_append(to, (const guint8 *)bytes, length);
}

/* "OKAY", then what the command writes and how it ends. */
static GBytes *shell_says(const char *out, const char *complaints, guint8 code)
{
    GByteArray *all = g_byte_array_new();
    char end = (char)code;
    g_byte_array_append(all, (const guint8 *)"OKAY", 4);
    packet(all, 1, out, (guint32)strlen(out));
    if (*complaints)
        packet(all, 2, complaints, (guint32)strlen(complaints));
    packet(all, 3, &end, 1);
    return g_byte_array_free_to_bytes(all);
}

static GBytes *run_against(const GBytes *first, const GBytes *second, const char *serial, enum adb_way way, int limit_ms,
                           char **ret_heard, GError **error)
{
    const GBytes *answers[] = {first, second, NULL};
    struct server s = server_start(answers);
    GBytes *got = adb_run(serial, way, "screencap -p", NULL, MOST, limit_ms, error);
    g_autofree char *heard = server_end(&s);
    if (ret_heard)
        *ret_heard = g_steal_pointer(&heard);
    if (first)
        g_bytes_unref((GBytes *)first);
    if (second)
        g_bytes_unref((GBytes *)second);
    return got;
}

/* error: by reference, for what an argument beside it sets. */
static void gives(GBytes *got, GError **error, const char *text)
{
    gsize length;
    if (!got)
        fail_msg("%s", (*error)->message);
    const char *bytes = g_bytes_get_data(got, &length);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(bytes, text, length);
    g_bytes_unref(got);
}

static void fails(GBytes *got, GError **by, const char *part)
{
    const GError *error = *by;
    assert_null(got);
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY));
    if (!strstr(error->message, part))
        fail_msg("\"%s\" is not in: %s", part, error->message);
    assert_null(strchr(error->message, '\n'));
}

/* ---- quoting ---- */

/* What `sh` makes of it, byte for byte. */
static void sh_gives_back(const char *text)
{
    g_autofree char *word = adb_quoted(text), *command = g_strconcat("printf %s ", word, NULL), *out = NULL;
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    g_autoptr(GError) error = NULL;
    int status;
    if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, &error))
        fail_msg("%s", error->message);
    assert_int_equal(status, 0);
    assert_string_equal(out, text);
}

static void adb__an_argument__arrives_as_it_is_with_each_byte(void **state)
{
    (void)state;
    char all[256], one[4] = "a?b";
    for (int byte = 1; byte < 256; byte++) {
        all[byte - 1] = (char)byte;
        one[1] = (char)byte;
        sh_gives_back(one);
    }
    all[255] = '\0';
    sh_gives_back(all);
}

static void adb__an_argument__cannot_become_a_command(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",     "'",    "''",    "'; echo x; '", "$(echo x)", "`echo x`",  "a' 'b",    "\\'", "\\", "-n",
        "%s%%", "a\nb", "$HOME", "!!",           "& echo x",  "> /tmp/x;", "'\"'\"'x", "*",   "~",  "#x"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        sh_gives_back(texts[i]);
}

/* ---- answers ---- */

static void adb__a_command__is_asked_of_the_phone_that_is_named(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *heard = NULL, *other = NULL;
    gives(run_against(said("OKAY"), said("OKAYpicture"), "192.168.1.5:5555", ADB_RAW, LIMIT_MS, &heard, &error), &error,
          "picture");
    assert_string_equal(heard, "host:transport:192.168.1.5:5555\nexec:screencap -p\n");
    gives(run_against(said("OKAY"), shell_says("line\n", "", 0), "", ADB_SHELL, LIMIT_MS, &other, &error), &error, "line\n");
    assert_string_equal(other, "host:transport-any\nshell,v2,raw:screencap -p\n");
}

static void adb__an_argument__follows_the_command_as_one_word(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) first = said("OKAY"), second = shell_says("", "", 0);
    const GBytes *answers[] = {first, second, NULL};
    struct server s = server_start(answers);
    gives(adb_run("X", ADB_SHELL, "input text", "it's; reboot", MOST, LIMIT_MS, &error), &error, "");
    g_autofree char *heard = server_end(&s);
    assert_string_equal(heard, "host:transport:X\nshell,v2,raw:input text 'it'\\''s; reboot'\n");
}

static void adb__a_command_that_fails__is_an_error_with_its_words(void **state)
{
    (void)state;
    g_autoptr(GError) one = NULL, other = NULL, third = NULL;
    fails(run_against(said("OKAY"), shell_says("", "no such\nthing", 0), "X", ADB_SHELL, LIMIT_MS, NULL, &one), &one,
          "the phone X could not do it (exit code 0): no such thing");
    fails(run_against(said("OKAY"), shell_says("", "", 137), "X", ADB_SHELL, LIMIT_MS, NULL, &other), &other, "exit code 137");
    fails(run_against(said("OKAY"), said("OKAY"), "X", ADB_SHELL, LIMIT_MS, NULL, &third), &third, "gone in the middle of");
}

/* ---- what is refused ---- */

static GBytes *fail_with(const char *reason)
{
    g_autofree char *text = g_strdup_printf("FAIL%04x%s", (unsigned)strlen(reason), reason);
    return said(text);
}

static void adb__a_phone_that_cannot_be_used__is_one_sentence_with_the_fix(void **state)
{
    (void)state;
    static const struct {
        const char *reason, *sentence;
    } rows[] = {
        {"device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.",
         "accept the question that it shows"},
        {"device still authorizing", "accept the question that it shows"},
        {"device offline", "is offline"},
        {"device 'X' not found", "the phone X is not there (adb devices lists"},
        {"no devices/emulators found", "adb has no device"},
        {"more than one device/emulator", "write adb:SERIAL"},
        {"insufficient permissions for device: user in plugdev group; are your udev rules wrong?\nno permissions", "udev rules"},
        {"something\nelse", "adb refuses the phone X: something else"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        fails(run_against(fail_with(rows[i].reason), NULL, "X", ADB_RAW, LIMIT_MS, NULL, &error), &error, rows[i].sentence);
    }
}

static void adb__no_server__says_how_to_start_one(void **state)
{
    (void)state;
    static const char *const sockets[] = {"tcp:1", "tcp:127.0.0.1:1", "localfilesystem:/nowhere/adb"};
    for (gsize i = 0; i < G_N_ELEMENTS(sockets); i++) {
        g_autoptr(GError) error = NULL;
        g_setenv("ADB_SERVER_SOCKET", sockets[i], TRUE);
        fails(adb_run("X", ADB_RAW, "screencap -p", NULL, MOST, LIMIT_MS, &error), &error, "adb start-server");
        assert_non_null(strstr(error->message, sockets[i]));
    }
    g_unsetenv("ADB_SERVER_SOCKET");
}

/* To start a server would help nobody. */
static void adb__an_address_that_is_none__is_said(void **state)
{
    (void)state;
    static const struct {
        const char *variable, *value, *sentence;
    } rows[] = {
        {"ADB_SERVER_SOCKET", "banana", "tcp:PORT, tcp:HOST:PORT or localfilesystem:PATH"},
        {"ADB_SERVER_SOCKET", "vsock:1", "tcp:PORT, tcp:HOST:PORT or localfilesystem:PATH"},
        {"ADB_SERVER_SOCKET", "tcp:no number", "a port is 1 to 65535"},
        {"ADB_SERVER_SOCKET", "tcp:localhost:0", "a port is 1 to 65535"},
        {"ANDROID_ADB_SERVER_PORT", "99999", "a port is 1 to 65535"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *named = g_strdup_printf("%s=%s ", rows[i].variable, rows[i].value);
        g_setenv(rows[i].variable, rows[i].value, TRUE);
        fails(adb_run("X", ADB_RAW, "screencap -p", NULL, MOST, LIMIT_MS, &error), &error, rows[i].sentence);
        g_unsetenv(rows[i].variable);
        if (!strstr(error->message, named) || strstr(error->message, "start-server"))
            fail_msg("%s", error->message);
    }
}

static void adb__a_server_that_breaks_off__is_one_sentence(void **state)
{
    (void)state;
    static const char *const halves[] = {"", "OK", "FAIL", "FAIL00", "FAIL0010half"};
    for (gsize i = 0; i < G_N_ELEMENTS(halves); i++) {
        g_autoptr(GError) error = NULL;
        fails(run_against(said(halves[i]), NULL, "X", ADB_RAW, LIMIT_MS, NULL, &error), &error, "in the middle of an answer");
    }
    g_autoptr(GError) error = NULL;
    fails(run_against(said("HTTP/1.1 400 Bad Request\r\n"), NULL, "X", ADB_RAW, LIMIT_MS, NULL, &error), &error,
          "is no adb server");
}

static void adb__a_phone_that_does_not_answer__is_not_waited_for(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL, mute = NULL;
    fails(run_against(said("OKAY"), said("OKAYhalf of it" HANGS), "X", ADB_RAW, 50, NULL, &error), &error,
          "the phone X did not answer within");
    fails(run_against(said("OKAY"), said(HANGS), "X", ADB_RAW, 50, NULL, &mute), &mute, "the phone X did not answer within");
}

/* It has not even said yet whether it knows the phone. */
static void adb__a_server_that_does_not_answer__is_told_from_a_phone(void **state)
{
    (void)state;
    static const char *const halves[] = {HANGS, "OK" HANGS, "FAIL0010half" HANGS};
    for (gsize i = 0; i < G_N_ELEMENTS(halves); i++) {
        g_autoptr(GError) error = NULL;
        fails(run_against(said(halves[i]), NULL, "X", ADB_RAW, 50, NULL, &error), &error, "the adb server at tcp:");
        assert_non_null(strstr(error->message, "does not answer"));
        assert_non_null(strstr(error->message, "adb kill-server"));
    }
}

static void adb__more_than_is_wanted__is_not_read(void **state)
{
    (void)state;
    g_autoptr(GError) raw = NULL, shell = NULL, claimed = NULL;
    g_autofree char *many = g_strnfill(100 * 1000 * 1000, 'x');
    memcpy(many, "OKAY", 4);
    fails(run_against(said("OKAY"), g_bytes_new(many, 100 * 1000 * 1000), "X", ADB_RAW, LIMIT_MS, NULL, &raw), &raw,
          "sends more than");
    many[MOST * 2] = '\0';
    fails(run_against(said("OKAY"), shell_says(many, "", 0), "X", ADB_SHELL, LIMIT_MS, NULL, &shell), &shell, "sends more than");
    fails(run_against(said("OKAY"), said("OKAY\1\xff\xff\xff\xff"), "X", ADB_SHELL, LIMIT_MS, NULL, &claimed), &claimed,
          "sends more than");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adb__an_argument__arrives_as_it_is_with_each_byte),
        cmocka_unit_test(adb__an_argument__cannot_become_a_command),
        cmocka_unit_test(adb__a_command__is_asked_of_the_phone_that_is_named),
        cmocka_unit_test(adb__an_argument__follows_the_command_as_one_word),
        cmocka_unit_test(adb__a_command_that_fails__is_an_error_with_its_words),
        cmocka_unit_test(adb__a_phone_that_cannot_be_used__is_one_sentence_with_the_fix),
        cmocka_unit_test(adb__no_server__says_how_to_start_one),
        cmocka_unit_test(adb__an_address_that_is_none__is_said),
        cmocka_unit_test(adb__a_server_that_breaks_off__is_one_sentence),
        cmocka_unit_test(adb__a_phone_that_does_not_answer__is_not_waited_for),
        cmocka_unit_test(adb__a_server_that_does_not_answer__is_told_from_a_phone),
        cmocka_unit_test(adb__more_than_is_wanted__is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
