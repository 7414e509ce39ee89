/* What reins ask sends: its question, and what a pipe or a file gives beside it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/tui/cli/ask_fixture.h"

/* A command of a shell, where $REINS is `reins ask --brain t`: its output and exit code. Caller frees. */
static char *shell(const char *command, int *ret_code)
{
    g_autofree char *line = g_strdup_printf("REINS=\"%s ask --brain t\"; exec 2>&1; %s", g_getenv("REINS_BIN"), command);
    char *argv[] = {(char *)"sh", (char *)"-c", line, NULL}, *out = NULL;
    int status;
    assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, NULL));
    *ret_code = WEXITSTATUS(status);
    return out;
}

static void prompt__beside_a_pipe_or_a_file__has_both(void **state)
{
    (void)state;
    static const struct {
        const char *command, *sent;
    } rows[] = {
        {"printf 'a log\\n' | $REINS 'what is wrong?'", "\"what is wrong?\\n\\na log\\n\""},
        {"cat $XDG_CONFIG_HOME/log | $REINS 'what is wrong?' -", "\"what is wrong?\\n\\na log\\n\""},
        {"$REINS 'what is wrong?' <$XDG_CONFIG_HOME/log", "\"what is wrong?\\n\\na log\\n\""},
        {"$REINS - <$XDG_CONFIG_HOME/log", "\"a log\\n\""},
        {": | $REINS 'what is wrong?'", "\"what is wrong?\""},
        {"echo | $REINS 'what is wrong?'", "\"what is wrong?\""},
        {"$REINS 'what is wrong?' </dev/null", "\"what is wrong?\""},
    };
    g_autofree char *file = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "log", NULL);
    assert_int_equal(g_mkdir_with_parents(g_getenv("XDG_CONFIG_HOME"), 0700), 0);
    assert_true(g_file_set_contents(file, "a log\n", -1, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code, n;
        serve(MOCK_ANSWER, PIECE("One") END);
        g_autofree char *out = shell(rows[i].command, &code), *requests = mock_requests(&mock, &n);
        if (code != 0 || strcmp(out, "One\n") != 0 || !strstr(requests, rows[i].sent))
            fail_msg("%s: %d, %s: %s", rows[i].command, code, out, requests);
        mock_stop(&mock);
    }
}

/* Each says which limit it does not keep, and nothing is sent. */
static void prompt__that_cannot_be_sent__is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *command, *said;
    } rows[] = {
        {"printf 'ab\\377' | $REINS -", "the prompt is no text in UTF-8: its byte 3 does not fit"},
        {"head -c 1100000 /dev/zero | tr '\\0' x | $REINS 'what?'", "the prompt is longer than 1 MiB, which is the limit"},
        {": | $REINS -", "the prompt is empty"},
        {"echo | $REINS", "ask takes one prompt (put it in quotes; \"-\" reads it from standard input)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int code, n;
        serve(MOCK_ANSWER, PIECE("One") END);
        g_autofree char *out = shell(rows[i].command, &code), *requests = mock_requests(&mock, &n);
        if (code != 2 || n != 0 || !strstr(out, rows[i].said))
            fail_msg("%s: %d, %s", rows[i].command, code, out);
        mock_stop(&mock);
    }
}

static void pipe__that_is_silent__holds_nothing_up(void **state)
{
    (void)state;
    int code, n;
    serve(MOCK_ANSWER, PIECE("One") END);
    g_autofree char *out = shell("mkfifo $XDG_CONFIG_HOME/p; exec 3<>$XDG_CONFIG_HOME/p; $REINS 'what?' <&3", &code),
                    *requests = mock_requests(&mock, &n);
    assert_int_equal(code, 0);
    assert_non_null(strstr(out, "nothing has come on it for 3 s: the question goes without it"));
    assert_non_null(strstr(requests, "\"what?\""));
    mock_stop(&mock);
}

/* What a person sees until `part` is there: of reins on a terminal of its own. */
static void see(int fd, GString *shown, const char *part)
{
    char c;
    while (!strstr(shown->str, part) && read(fd, &c, 1) == 1)
        g_string_append_c(shown, c);
    if (!strstr(shown->str, part))
        fail_msg("no \"%s\" in: %s", part, shown->str);
}

static void wait__of_a_silent_service__is_told_on_a_terminal(void **state)
{
    (void)state;
    int fd, status = 0;
    g_autoptr(GString) shown = g_string_new(NULL);
    serve_steps(&(struct mock_step){MOCK_HANG, NULL}, 1);
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    if (pid == 0) {
        execl(g_getenv("REINS_BIN"), "reins", "ask", "--brain", "t", "hello", NULL);
        _exit(127);
    }
    see(fd, shown, "\r\033[Kwaiting for the answer of brain t: 2 s");
    assert_int_equal(write(fd, "\003", 1), 1);
    see(fd, shown, "^C\r\033[Kreins: brain t: the call was broken off\r\n# ");
    waitpid(pid, &status, 0);
    assert_int_equal(WEXITSTATUS(status), 4);
    close(fd);
    mock_stop(&mock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompt__beside_a_pipe_or_a_file__has_both),
        cmocka_unit_test(prompt__that_cannot_be_sent__is_refused),
        cmocka_unit_test(pipe__that_is_silent__holds_nothing_up),
        cmocka_unit_test(wait__of_a_silent_service__is_told_on_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
