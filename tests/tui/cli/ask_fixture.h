#ifndef TESTS_TUI_CLI_ASK_FIXTURE_H
#define TESTS_TUI_CLI_ASK_FIXTURE_H

/* `reins ask` as a person calls it, against a scripted server. After cmocka's headers. */

#include "tests/engine/brain/mock_http.h"

#include <glib/gstdio.h>

#include <pty.h>
#include <stdio.h>

#define STREAM "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#define PIECE(TEXT) "data: {\"choices\":[{\"delta\":{\"content\":\"" TEXT "\"}}]}\n\n"
#define END "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

static struct mock mock;
static const char *kind = "openai"; /* of the brain that is asked */
static const char *price = "";      /* its lines in reins.ini, and what follows */

/* The brain that is asked, in a reins.ini of the test's own; beside it, `u` is at the same server. */
static inline void serve_steps(const struct mock_step *steps, gsize n)
{
    mock = mock_start(steps, n);
    g_autofree char *folder = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", NULL);
    g_autofree char *file = g_build_filename(folder, "reins.ini", NULL);
    g_autofree char *ini =
        g_strdup_printf("[brain t]\nkind=%s\nurl=http://127.0.0.1:%d/v1\nmodel=m\nfallback=u\n"
                        "[brain u]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=n\nprice_out=100\n[brain t]\n%s",
                        kind, mock.port, mock.port, price);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(file, ini, -1, NULL));
}

static inline void serve(enum mock_kind how, const char *text)
{
    struct mock_step step = {how, g_strconcat(STREAM, text, NULL)};
    serve_steps(&step, 1);
    g_free(step.text);
}

struct asked {
    FILE *out; /* standard output and error */
    GPid pid;
};

/* Starts reins with these words of a shell; rest() ends it. `said`: where its standard error goes. */
static inline struct asked reins_beside(const char *words, const char *said)
{
    struct asked asked;
    int out;
    g_autofree char *command = g_strdup_printf("exec %s %s 2>%s", g_getenv("REINS_BIN"), words, said);
    char *argv[] = {(char *)"sh", (char *)"-c", command, NULL};
    assert_true(g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                         &asked.pid, NULL, &out, NULL, NULL));
    asked.out = fdopen(out, "r");
    return asked;
}

static inline struct asked ask_beside(const char *options, const char *said)
{
    g_autofree char *words = g_strdup_printf("ask --brain t %s hello", options);
    return reins_beside(words, said);
}

static inline struct asked ask(const char *options)
{
    return ask_beside(options, "&1");
}

static inline char *rest(struct asked asked, int *ret_code)
{
    int status = -1;
    FILE *pipe = asked.out;
    GString *text = g_string_new(NULL);
    int c;
    while ((c = fgetc(pipe)) != EOF)
        g_string_append_c(text, (char)c);
    fclose(pipe);
    waitpid(asked.pid, &status, 0);
    *ret_code = WEXITSTATUS(status);
    return g_string_free(text, FALSE);
}

/* What it is given: a terminal of its own as standard output. */
static inline char *ask_on_a_terminal(void)
{
    int fd;
    char c;
    GString *text = g_string_new(NULL);
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    if (pid == 0) {
        execl(g_getenv("REINS_BIN"), "reins", "ask", "--brain", "t", "hello", NULL);
        _exit(127);
    }
    while (read(fd, &c, 1) == 1)
        g_string_append_c(text, c);
    waitpid(pid, NULL, 0);
    close(fd);
    return g_string_free(text, FALSE);
}

#endif
