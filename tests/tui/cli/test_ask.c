/* reins ask, as a person calls it, against a server that sends its answer in pieces. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/brain/mock_http.h"

#include <stdio.h>

#define STREAM "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#define PIECE(TEXT) "data: {\"choices\":[{\"delta\":{\"content\":\"" TEXT "\"}}]}\n\n"
#define END "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

static struct mock mock;

/* The brain that is asked, in a reins.ini of the test's own. */
static void serve(enum mock_kind how, const char *text)
{
    struct mock_step step = {how, g_strconcat(STREAM, text, NULL)};
    mock = mock_start(&step, 1);
    g_free(step.text);
    g_autofree char *folder = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", NULL);
    g_autofree char *file = g_build_filename(folder, "reins.ini", NULL);
    g_autofree char *ini = g_strdup_printf("[brain t]\nkind=openai\nurl=http://127.0.0.1:%d/v1\nmodel=m\n", mock.port);
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(file, ini, -1, NULL));
}

struct asked {
    FILE *out; /* standard output and error */
    GPid pid;
};

/* Starts it; rest() ends it. */
static struct asked ask(const char *options)
{
    struct asked asked;
    int out;
    g_autofree char *command = g_strdup_printf("exec %s ask --brain t %s hello 2>&1", g_getenv("REINS_BIN"), options);
    char *argv[] = {(char *)"sh", (char *)"-c", command, NULL};
    assert_true(g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                         &asked.pid, NULL, &out, NULL, NULL));
    asked.out = fdopen(out, "r");
    return asked;
}

static char *rest(struct asked asked, int *ret_code)
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

/* The server never goes on: what it has sent can be read all the same. */
static void ask__answer__is_printed_as_it_comes(void **state)
{
    (void)state;
    serve(MOCK_STALL, PIECE("\\n One") PIECE(" and \\u001b[31mtwo"));
    struct asked asked = ask("");
    char got[32] = "";
    assert_non_null(fgets(got, (int)strlen("One and ") + 1, asked.out));
    assert_string_equal(got, "One and ");
    mock_stop(&mock); /* cut off */
    int code;
    g_autofree char *more = rest(asked, &code);
    assert_int_equal(code, 1);
    assert_null(strchr(more, 27));
    assert_non_null(strstr(more, "\nreins: brain t: the answer was cut off"));
}

static void ask__whole__is_there_once(void **state)
{
    (void)state;
    int code;
    serve(MOCK_PIECES, PIECE("\\n One") PIECE(" and two\\nthree") END);
    g_autofree char *text = rest(ask(""), &code);
    assert_string_equal(text, "One and two\nthree\n");
    assert_int_equal(code, 0);
    mock_stop(&mock);
}

static void ask__json__is_one_document(void **state)
{
    (void)state;
    int code;
    serve(MOCK_PIECES, PIECE("One") PIECE(" and two") END);
    g_autofree char *text = rest(ask("--json"), &code);
    assert_true(g_str_has_prefix(text, "{\"brain\":\"t\",\"text\":\"One and two\","));
    assert_int_equal(code, 0);
    mock_stop(&mock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask__answer__is_printed_as_it_comes),
        cmocka_unit_test(ask__whole__is_there_once),
        cmocka_unit_test(ask__json__is_one_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
