/* Line streams: whole lines whatever the pieces, refused long lines, ends. */
#include "config/line.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

struct heard {
    GPtrArray *lines; /* char*; "(refused)" for a NULL line */
};

static void on_line(const char *line, gsize length, void *data)
{
    struct heard *h = data;
    g_ptr_array_add(h->lines, line ? g_strndup(line, length) : g_strdup("(refused)"));
}

static void pair(int fds[2])
{
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
}

static void line__pieces_of_one_byte__whole_lines(void **state)
{
    (void)state;
    int fds[2];
    pair(fds);
    g_autoptr(line_stream) s = line_stream_new(fds[0], fds[0]);
    struct heard h = {g_ptr_array_new_with_free_func(g_free)};
    const char *text = "{\"a\":1}\n\nöß\n";
    for (const char *c = text; *c; c++) {
        assert_int_equal(write(fds[1], c, 1), 1);
        assert_true(line_stream_pump(s, on_line, &h));
    }
    assert_int_equal(h.lines->len, 3);
    assert_string_equal(g_ptr_array_index(h.lines, 0), "{\"a\":1}");
    assert_string_equal(g_ptr_array_index(h.lines, 1), "");
    assert_string_equal(g_ptr_array_index(h.lines, 2), "öß");
    g_ptr_array_unref(h.lines);
    close(fds[1]);
}

static void line__two_mebibytes__refused_once_and_the_stream_goes_on(void **state)
{
    (void)state;
    int fds[2];
    pair(fds);
    g_autoptr(line_stream) in = line_stream_new(fds[0], fds[0]);
    g_autoptr(line_stream) out = line_stream_new(fds[1], fds[1]);
    struct heard h = {g_ptr_array_new_with_free_func(g_free)};
    g_autofree char *big = g_strnfill(2 * 1024 * 1024, 'x');
    assert_true(line_stream_send(out, big));
    assert_true(line_stream_send(out, "after"));
    while (h.lines->len < 2) {
        line_stream_pump(in, on_line, &h);
        assert_true(line_stream_pump(out, on_line, &h));
    }
    assert_string_equal(g_ptr_array_index(h.lines, 0), "(refused)");
    assert_string_equal(g_ptr_array_index(h.lines, 1), "after");
    assert_int_equal(h.lines->len, 2);
    g_ptr_array_unref(h.lines);
}

static void line__end_of_file__delivers_then_dies(void **state)
{
    (void)state;
    int fds[2];
    pair(fds);
    g_autoptr(line_stream) s = line_stream_new(fds[0], fds[0]);
    struct heard h = {g_ptr_array_new_with_free_func(g_free)};
    assert_int_equal(write(fds[1], "last\nhalf", 9), 9);
    close(fds[1]);
    assert_false(line_stream_pump(s, on_line, &h));
    assert_int_equal(h.lines->len, 1);
    assert_false(line_stream_alive(s));
    assert_false(line_stream_send(s, "x"));
    g_ptr_array_unref(h.lines);
}

static void line__reader_that_never_reads__dies_at_the_limit(void **state)
{
    (void)state;
    int fds[2];
    pair(fds);
    g_autoptr(line_stream) s = line_stream_new(fds[0], fds[0]);
    g_autofree char *big = g_strnfill(LINE_MAX_BYTES, 'x');
    int sent = 0;
    while (line_stream_send(s, big))
        assert_true(++sent <= LINE_QUEUE_MAX / LINE_MAX_BYTES + 1);
    assert_true(sent >= 60);
    close(fds[1]);
}

static void line__end_of_file_on_a_pipe__still_writes(void **state)
{
    (void)state;
    int in[2], out[2];
    char text[8] = "";
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    g_autoptr(line_stream) s = line_stream_new(in[0], out[1]);
    struct heard h = {g_ptr_array_new_with_free_func(g_free)};
    close(in[1]);
    assert_false(line_stream_pump(s, on_line, &h));
    assert_true(line_stream_send(s, "last"));
    assert_int_equal(read(out[0], text, sizeof text - 1), 5);
    assert_string_equal(text, "last\n");
    close(out[0]);
    g_ptr_array_unref(h.lines);
}

/* The last words of who has gone are read, however many, also if that was noticed by writing. */
static void line__reader_gone_after_its_last_words__they_are_read(void **state)
{
    (void)state;
    int fds[2];
    pair(fds);
    g_autoptr(line_stream) s = line_stream_new(fds[0], fds[0]);
    g_autoptr(GArray) polled = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    struct heard h = {lines};
    for (int i = 0; i < 20; i++)
        assert_int_equal(write(fds[1], "end\n", 4), 4);
    close(fds[1]);
    assert_false(line_stream_send(s, "is anybody there"));
    line_stream_prepare(s, polled);
    assert_int_equal(polled->len, 1);
    assert_int_equal(g_poll((GPollFD *)(void *)polled->data, polled->len, 0), 1);
    assert_false(line_stream_pump_most(s, 4, on_line, &h));
    assert_int_equal(lines->len, 20);
    g_array_set_size(polled, 0);
    line_stream_prepare(s, polled); /* who knows that nobody is there is not woken for it again */
    assert_int_equal(polled->len, 0);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line__reader_gone_after_its_last_words__they_are_read),
        cmocka_unit_test(line__pieces_of_one_byte__whole_lines),
        cmocka_unit_test(line__two_mebibytes__refused_once_and_the_stream_goes_on),
        cmocka_unit_test(line__end_of_file__delivers_then_dies),
        cmocka_unit_test(line__end_of_file_on_a_pipe__still_writes),
        cmocka_unit_test(line__reader_that_never_reads__dies_at_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
