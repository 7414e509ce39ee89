/* Keys: where they come from, what is refused, and that no sentence ever holds one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/brain.h"
#include "engine/brain/http.h"
#include "engine/brain/secret.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIMIT_S 20

/* Polls until settled; the value or NULL. */
static char *value_of(const char *reference, char **ret_message)
{
    g_autoptr(GError) error = NULL;
    struct secret *s = secret_new(reference, &error);
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    while (s && !secret_step(s)) {
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        secret_prepare(s, fds);
        assert_true(fds->len > 0);
        assert_true(g_get_monotonic_time() < until);
        g_poll((GPollFD *)(void *)fds->data, fds->len, 1000);
    }
    char *value = s ? g_strdup(secret_value(s, &error)) : NULL;
    *ret_message = error ? g_strdup(error->message) : NULL;
    assert_true(!error || error->domain == BRAIN_ERROR);
    secret_free(s);
    return value;
}

static void expect(const char *reference, const char *value, const char *words)
{
    g_autofree char *message = NULL;
    g_autofree char *got = value_of(reference, &message);
    if (value)
        assert_string_equal(got ? got : message, value);
    else if (got || !strstr(message, words))
        fail_msg("%s: %s", reference, got ? got : message);
}

static void secret__env__is_read(void **state)
{
    (void)state;
    g_setenv("REINS_T1", "  abc-123\nsecond line", TRUE);
    g_setenv("REINS_T2", "", TRUE);
    g_setenv("REINS_T3", "with space", TRUE);
    g_unsetenv("REINS_T4");
    expect("env:REINS_T1", "abc-123", NULL);
    expect("env:REINS_T2", NULL, "is empty");
    expect("env:REINS_T3", NULL, "characters");
    expect("env:REINS_T4", NULL, "REINS_T4 is not set");
}

static void secret__file__is_read(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "key", NULL);
    g_autofree char *reference = g_strconcat("file:", path, NULL);
    assert_true(g_file_set_contents(path, "k-1\r\nrest", -1, NULL));
    expect(reference, "k-1", NULL);
    assert_true(g_file_set_contents(path, "\n", -1, NULL));
    expect(reference, NULL, "is empty");
    g_autofree char *big = g_strnfill(10000, 'k');
    assert_true(g_file_set_contents(path, big, -1, NULL));
    expect(reference, NULL, "too long");
    unlink(path);
    expect(reference, NULL, "No such file");
    assert_int_equal(mkfifo(path, 0600), 0); /* nobody writes: must not hang */
    expect(reference, NULL, "not a regular file");
    unlink(path);
    expect("file:/", NULL, "not a regular file");
    g_autofree char *home = g_build_filename(g_get_home_dir(), "no-such-key", NULL);
    expect("file:~/no-such-key", NULL, home); /* whose home that is */
}

/* What vncpasswd writes is 8 bytes that hide the password. */
static void secret__kept_for_another__is_called_by_its_name(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "passwd", NULL), *reference = g_strconcat("file:", path, NULL);
    g_autoptr(GError) bytes = NULL, none = NULL;
    assert_true(g_file_set_contents(path, "\xdb\xd8\x3c\xfd\x72\x7a\x14\x58", 8, NULL));
    assert_false(secret_keep(reference, "VNC password", "vnc_password=", &bytes));
    unlink(path);
    assert_false(secret_keep(reference, "VNC password", "vnc_password=", &none));
    assert_non_null(strstr(bytes->message, "characters that a VNC password cannot have"));
    assert_non_null(strstr(bytes->message, "in clear text"));
    assert_true(g_str_has_prefix(none->message, "no VNC password: "));
    assert_non_null(strstr(none->message, "change vnc_password="));
}

static void secret__command__runs_without_a_shell(void **state)
{
    (void)state;
    expect("cmd:echo a\"b'c\"", "ab'c", NULL);
    expect("cmd:printf '%s\\nmore' k-2", "k-2", NULL);
    expect("cmd:echo a;touch;b", "a;touch;b", NULL);
    expect("cmd:echo $HOME", "$HOME", NULL);
    expect("cmd:false", NULL, "status 1");
    expect("cmd:true", NULL, "is empty");
    expect("cmd:/nonexistent/x", NULL, "did not start");
    expect("cmd:echo 'unclosed", NULL, "cannot be read as a command");
    expect("cmd:sh -c 'kill -9 $$'", NULL, "signal 9");
    expect("cmd:sh -c 'head -c 3000000 /dev/zero | tr \"\\0\" k'", NULL, "too long");
}

static void secret__freed_while_it_runs__ends_the_command_and_its_children(void **state)
{
    (void)state;
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "alive", NULL);
    assert_int_equal(mkfifo(path, 0600), 0);
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    g_autofree char *reference = g_strdup_printf("cmd:sh -c 'exec 3>%s; echo x >&3; sleep 1000 & sleep 1000'", path);
    struct secret *s = secret_new(reference, NULL);
    GPollFD row = {fd, G_IO_IN, 0};
    assert_int_equal(g_poll(&row, 1, LIMIT_S * 1000), 1);
    char byte[4];
    assert_true(read(fd, byte, sizeof byte) > 0);
    assert_false(secret_step(s));
    secret_free(s);
    assert_int_equal(g_poll(&row, 1, LIMIT_S * 1000), 1); /* the writers are gone: end-of-file */
    assert_int_equal(read(fd, byte, sizeof byte), 0);
    close(fd);
    unlink(path);
}

static void secret__key_itself__is_refused_and_not_repeated(void **state)
{
    (void)state;
    g_autofree char *message = NULL;
    assert_null(value_of("sk-verysecret", &message));
    assert_null(strstr(message, "verysecret"));
    assert_non_null(strstr(message, "env:"));
}

static void filter__replaces__keys_and_what_looks_like_one(void **state)
{
    (void)state;
    GHashTable *secrets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)secret_free);
    g_setenv("REINS_T5", "plain.secret+value", TRUE);
    g_setenv("REINS_T6", "abc", TRUE);
    g_hash_table_insert(secrets, g_strdup("env:REINS_T5"), secret_new("env:REINS_T5", NULL));
    g_hash_table_insert(secrets, g_strdup("env:REINS_T6"), secret_new("env:REINS_T6", NULL));
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"x plain.secret+value y plain.secret+value", "x [key] y [key]"},
        {"abc is too short to be torn out", "abc is too short to be torn out"},
        {"sk-abcdef0123 sk-ab AIzaSyAbcdefgh", "[key] sk-ab [key]"},
        {"Authorization: bearer  abcdefghij", "Authorization: [key]"},
        {"sk-proj-****************abcd", "[key]"},
        {"a task-oriented risk-averse desk", "a task-oriented risk-averse desk"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = secret_filter(secrets, rows[i].in);
        assert_string_equal(out, rows[i].out);
    }
    assert_null(secret_filter_exact(secrets, "nothing here, not even sk-abcdef0123"));
    g_autofree char *exact = secret_filter_exact(secrets, "say plain.secret+value sk-abcdef0123");
    assert_string_equal(exact, "say [key] sk-abcdef0123");
    g_hash_table_unref(secrets);
    g_autofree char *none = secret_filter(NULL, "plain.secret+value");
    assert_string_equal(none, "plain.secret+value");
}

static void http_url__joins__base_and_path(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"http://h/v1", "http://h/v1/chat"},
        {"http://h/v1///", "http://h/v1/chat"},
        {"http://h/v1/chat", "http://h/v1/chat"},
        {"http://h/v1?api-version=2", "http://h/v1/chat?api-version=2"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *url = http_url(rows[i][0], "/chat");
        assert_string_equal(url, rows[i][1]);
    }
    assert_null(http_url("", "/chat"));
    assert_null(http_url(NULL, "/chat"));
}

static void http_host__shows__neither_user_nor_query(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"https://user:pw@h.example:8443/v1?key=abc", "https://h.example:8443"},
        {"https://h.example/x", "https://h.example"},
        {"::::", "the given url"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *host = http_host(rows[i][0]);
        assert_string_equal(host, rows[i][1]);
    }
}

static void http_head__retry_after__is_read_in_all_forms(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        gint64 ms;
    } rows[] = {
        {"Retry-After: 2\r\n", 2000},
        {"retry-after: 1.5", 1500},
        {"retry-after-ms: 20", 20},
        {"Retry-After: soon", -1},
        {"Retry-After: -3", -1},
        {"Retry-After: nan", -1},
        {"Retry-After: 99999999999999", -1},
        {"Retry-After:", -1},
        {"Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", 0},
        {"Retry-After 5", -1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct http_head head = {0};
        http_head_clear(&head);
        http_head_line(&head, "HTTP/1.1 429 Too Many\r\n", 23);
        assert_true(head.fresh && head.status == 429);
        http_head_line(&head, rows[i].line, strlen(rows[i].line));
        assert_false(head.fresh);
        assert_int_equal(head.retry_after_ms, rows[i].ms);
        http_head_clear(&head);
    }
}

static void http_excerpt__makes__one_short_clean_line(void **state)
{
    (void)state;
    g_autofree char *a = http_excerpt("<p>two\n\tlines\x1b[1m</p>\xff", strlen("<p>two\n\tlines\x1b[1m</p>\xff"), 100);
    assert_string_equal(a, "two lines [1m \xef\xbf\xbd");
    g_autofree char *more = http_excerpt("212034 tokens > 200000, a < b", 29, 100); /* no tags */
    assert_string_equal(more, "212034 tokens > 200000, a < b");
    g_autofree char *b = http_excerpt("abcdefgh", 8, 3);
    assert_string_equal(b, "abc…");
    g_autofree char *c = http_excerpt("", 0, 3);
    assert_string_equal(c, "");
    g_autofree char *d = http_excerpt("\xe2\x80\xae"
                                      "evil",
                                      7, 30); /* right-to-left override */
    assert_string_equal(d, "evil");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secret__env__is_read),
        cmocka_unit_test(secret__file__is_read),
        cmocka_unit_test(secret__kept_for_another__is_called_by_its_name),
        cmocka_unit_test(secret__command__runs_without_a_shell),
        cmocka_unit_test(secret__freed_while_it_runs__ends_the_command_and_its_children),
        cmocka_unit_test(secret__key_itself__is_refused_and_not_repeated),
        cmocka_unit_test(filter__replaces__keys_and_what_looks_like_one),
        cmocka_unit_test(http_url__joins__base_and_path),
        cmocka_unit_test(http_host__shows__neither_user_nor_query),
        cmocka_unit_test(http_head__retry_after__is_read_in_all_forms),
        cmocka_unit_test(http_excerpt__makes__one_short_clean_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
