/* Keys leave the environment before anything is started, whatever reins.ini looks like, and go to one process alone. */

#include "config/keyring.h"

#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void write_ini(const char *text)
{
    g_autofree char *path = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "reins.ini", NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* Keys that a line names, also of a brain that is never used, of a group that is none, in a file that no parser takes. */
static void take__whatever_the_file_says__takes_what_it_names(void **state)
{
    (void)state;
    static const char *const taken[] = {"OPENAI_API_KEY", "KR_PLAIN", "KR_SPACED", "KR_TWICE", "KR_BROKEN"};
    static const char *const left[] = {"KR_COMMENT", "KR_OTHER", "KR_FILE"};
    write_ini("[brain a]\nkey=env:KR_PLAIN\r\n[brain b]\n  key =  env:KR_SPACED  \n[brain c]\nkey=env:\nkey=env:A=B\n"
              "key=env:KR_TWICE\nkey=env:KR_TWICE\n#key=env:KR_COMMENT\nkeys=env:KR_OTHER\nkey=file:KR_FILE\n"
              "this is no line\nkey=env:KR_BROKEN");
    g_autoptr(config) cfg = config_load(NULL);
    assert_null(cfg);
    for (gsize i = 0; i < G_N_ELEMENTS(taken); i++)
        g_setenv(taken[i], taken[i], TRUE);
    for (gsize i = 0; i < G_N_ELEMENTS(left); i++)
        g_setenv(left[i], left[i], TRUE);
    const char *place = g_getenv("KR_PLAIN");
    keyring_take();
    for (gsize i = 0; i < G_N_ELEMENTS(taken); i++) {
        assert_null(g_getenv(taken[i]));
        assert_string_equal(keyring_value(taken[i]), taken[i]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(left); i++)
        assert_string_equal(g_getenv(left[i]), left[i]);
    assert_string_equal(place, ""); /* where it stood, which /proc shows */
    assert_null(keyring_value("KR_NEVER_SET"));
}

/* A shell can be made to give a variable twice. */
static void take__a_variable_that_is_there_twice__all_of_it(void **state)
{
    (void)state;
    static char first[] = "KR_DOUBLE=first-key", second[] = "KR_DOUBLE=second-key", other[] = "KR_DOUBLES=stays";
    char *mine[] = {first, other, second, NULL}, **before = environ;
    environ = mine;
    assert_string_equal(keyring_value("KR_DOUBLE"), "first-key"); /* as getenv() has it */
    assert_null(g_getenv("KR_DOUBLE"));
    assert_string_equal(g_getenv("KR_DOUBLES"), "stays");
    environ = before;
    assert_string_equal(first, "KR_DOUBLE=");
    assert_string_equal(second, "KR_DOUBLE=");
}

/* The other process has only what came by the socket, and what follows there is not read. */
static void send__to_an_engine__has_all_and_leaves_the_rest(void **state)
{
    (void)state;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    g_autofree char *wide = g_strnfill(300 * 1024, 'w'); /* more than a socket holds */
    pid_t engine = fork();
    if (engine == 0) {
        char next[5] = "";
        _exit(!(keyring_receive(pair[1], NULL) && g_strcmp0(keyring_value("KR_WIDE"), wide) == 0 &&
                g_strcmp0(keyring_value("KR_EMPTY"), "") == 0 && read(pair[1], next, 4) == 4 && g_str_equal(next, "next")));
    }
    g_setenv("KR_WIDE", wide, TRUE);
    g_setenv("KR_EMPTY", "", TRUE);
    assert_non_null(keyring_value("KR_WIDE"));
    assert_non_null(keyring_value("KR_EMPTY"));
    g_autoptr(GError) error = NULL;
    assert_true(keyring_send(pair[0], &error));
    assert_int_equal(write(pair[0], "next", 4), 4);
    int status = -1;
    assert_int_equal(waitpid(engine, &status, 0), engine);
    assert_int_equal(status, 0);
    close(pair[0]);
    close(pair[1]);
}

static void receive__what_is_none__is_an_error(void **state)
{
    (void)state;
    static const struct {
        guint32 length;
        const char *bytes;
    } rows[] = {{KEYRING_MAX + 1, "KR_LONG"}, {40, "KR_SHORT"}, {0xffffffff, ""}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int pair[2];
        g_autoptr(GError) error = NULL;
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
        assert_int_equal(write(pair[0], &rows[i].length, sizeof rows[i].length), (ssize_t)sizeof rows[i].length);
        assert_int_equal(write(pair[0], rows[i].bytes, strlen(rows[i].bytes)), (ssize_t)strlen(rows[i].bytes));
        close(pair[0]);
        assert_false(keyring_receive(pair[1], &error));
        assert_non_null(strstr(error->message, "keys of the models"));
        close(pair[1]);
    }
    int pair[2];
    g_autoptr(GError) gone = NULL;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    close(pair[1]);
    assert_false(keyring_send(pair[0], &gone)); /* and no SIGPIPE */
    assert_non_null(gone);
    close(pair[0]);
}

/* A name without its value, and one without an end. */
static void receive__bytes_cut_short__stay_inside(void **state)
{
    (void)state;
    static const char *const rows[] = {"KR_CUT", "KR_CUT\0value"};
    const guint32 lengths[] = {6, 12};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int pair[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
        assert_int_equal(write(pair[0], &lengths[i], sizeof lengths[i]), (ssize_t)sizeof lengths[i]);
        assert_int_equal(write(pair[0], rows[i], lengths[i]), (ssize_t)lengths[i]);
        assert_true(keyring_receive(pair[1], NULL));
        assert_string_equal(keyring_value("KR_CUT"), i ? "value" : "");
        close(pair[0]);
        close(pair[1]);
    }
}

static void guard__a_fork_is_guarded_too(void **state)
{
    (void)state;
    pid_t pid = fork();
    if (pid == 0) {
        keyring_guard();
        pid_t inner = fork();
        if (inner == 0)
            _exit(prctl(PR_GET_DUMPABLE));
        int status = -1;
        waitpid(inner, &status, 0);
        _exit(status != 0 || prctl(PR_GET_DUMPABLE) != 0);
    }
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(take__whatever_the_file_says__takes_what_it_names),
        cmocka_unit_test(take__a_variable_that_is_there_twice__all_of_it),
        cmocka_unit_test(send__to_an_engine__has_all_and_leaves_the_rest),
        cmocka_unit_test(receive__what_is_none__is_an_error),
        cmocka_unit_test(receive__bytes_cut_short__stay_inside),
        cmocka_unit_test(guard__a_fork_is_guarded_too),
    };
    return cmocka_run_group_tests_name("keyring", tests, NULL, NULL);
}
