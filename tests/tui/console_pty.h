#ifndef TESTS_TUI_CONSOLE_PTY_H
#define TESTS_TUI_CONSOLE_PTY_H

/* A console on a pseudo terminal that the test holds, and a fake engine's end of its socket. */

#include "config/config.h"
#include "config/line.h"
#include "engine/picture/frame.h"
#include "tui/loop/console_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <utmp.h>
#include <unistd.h>

#include <cmocka.h>

#define DEADLINE_MS 10000

struct fixture {
    pid_t console;
    int master, engine;    /* the terminal's other side, the engine's end of the socket */
    GString *shown, *sent; /* what came out of each */
    struct termios before;
};

static inline void start(struct fixture *f, const char *term, const char *ini)
{
    int pair[2], slave;
    struct winsize size = {.ws_row = 36, .ws_col = 120};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    assert_int_equal(openpty(&f->master, &slave, NULL, NULL, &size), 0);
    tcgetattr(slave, &f->before);
    f->console = fork();
    if (f->console == 0) {
        close(pair[0]);
        close(f->master);
        login_tty(slave);
        g_setenv("TERM", term, TRUE);
        g_unsetenv("COLORTERM");
        g_autoptr(GError) error = NULL;
        config *cfg = config_load_text(ini, &error);
        line_stream *engine = line_stream_new(pair[1], pair[1]);
        int code = cfg ? console_main(engine, 0, cfg, (struct console_place){0}, NULL, &error) : 99;
        line_stream_free(engine);
        if (code < 0)
            fprintf(stderr, "%s\n", error->message);
        _exit(code < 0 ? 3 : code);
    }
    close(pair[1]);
    f->engine = pair[0];
    fcntl(f->master, F_SETFL, O_NONBLOCK);
    fcntl(f->engine, F_SETFL, O_NONBLOCK);
    f->shown = g_string_new("");
    f->sent = g_string_new("");
    close(slave);
}

static inline void take(int fd, GString *into)
{
    char buffer[8192];
    ssize_t n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        g_string_append_len(into, buffer, n);
}

/* Serves both sides until `text` has come out of one of them. */
static inline bool wait_for(struct fixture *f, GString *where, const char *text, int ms)
{
    gint64 end = g_get_monotonic_time() + ms * 1000LL;
    while (!strstr(where->str, text)) {
        struct pollfd fds[] = {{f->master, POLLIN, 0}, {f->engine, POLLIN, 0}};
        gint64 left = (end - g_get_monotonic_time()) / 1000;
        if (left <= 0)
            return false;
        poll(fds, 2, (int)MIN(left, 50));
        take(f->master, f->shown);
        take(f->engine, f->sent);
    }
    return true;
}

static inline void say(struct fixture *f, const char *line)
{
    g_autofree char *all = g_strconcat(line, "\n", NULL);
    assert_int_equal(write(f->engine, all, strlen(all)), (ssize_t)strlen(all));
}

static inline void type(struct fixture *f, const char *keys)
{
    assert_int_equal(write(f->master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* The exit code; -1 = it did not end in time, -2 = by a signal. */
static inline int ended(struct fixture *f)
{
    gint64 end = g_get_monotonic_time() + DEADLINE_MS * 1000LL;
    int status;
    while (waitpid(f->console, &status, WNOHANG) == 0) {
        struct pollfd fds[] = {{f->master, POLLIN, 0}};
        if (g_get_monotonic_time() > end) {
            kill(f->console, SIGKILL);
            waitpid(f->console, &status, 0);
            return -1;
        }
        poll(fds, 1, 20);
        take(f->master, f->shown);
        take(f->engine, f->sent);
    }
    take(f->master, f->shown);
    take(f->engine, f->sent);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

static inline void assert_restored(struct fixture *f)
{
    struct termios now;
    assert_int_equal(tcgetattr(f->master, &now), 0);
    assert_int_equal(now.c_lflag & (ICANON | ECHO | ISIG), f->before.c_lflag & (ICANON | ECHO | ISIG));
    const char *off = strstr(f->shown->str, "\033[?2004l"), *out = strstr(f->shown->str, "\033[?1049l");
    assert_non_null(off);
    assert_non_null(out);
}

static inline void stop(struct fixture *f)
{
    close(f->master);
    close(f->engine);
    g_string_free(f->shown, TRUE);
    g_string_free(f->sent, TRUE);
}

#define HELLO                                                                                                                    \
    "{\"event\":\"hello\",\"protocol\":1,\"run\":\"17\",\"display\":\":99\",\"task\":\"a "                                       \
    "task\",\"mode\":\"step\",\"max_steps\":5}"
#define PROPOSAL                                                                                                                 \
    "{\"event\":\"proposal\",\"id\":14,\"step\":1,\"action\":{\"skill\":\"wait_seconds\",\"args\":{\"seconds\":1},"              \
    "\"expectation\":\"\",\"reason\":\"\"},"                                                                                     \
    "\"timeline\":[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":1000}],\"tier\":0,\"rule\":\"r\",\"word\":\"\",\"target\":"    \
    "null,"                                                                                                                      \
    "\"digest\":\"ab00000000000000000000000000000000000000000000000000000000000000\",\"expires_s\":0}"
#define ENDED "{\"event\":\"ended\",\"outcome\":\"success\",\"reason\":\"done\",\"exit\":0}"

static inline void begin_with(struct fixture *f, const char *ini)
{
    start(f, "xterm-256color", ini);
    say(f, HELLO);
    assert_true(wait_for(f, f->shown, "a task", DEADLINE_MS));
}

static inline void begin(struct fixture *f)
{
    begin_with(f, "");
}

#endif
