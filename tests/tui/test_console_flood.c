/* The console while its engine talks faster than it is read. */

#include "tests/tui/console_pty.h"

static void console__hears_a_key_through_a_flood_of_events(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f);
    pid_t flood = fork();
    if (flood == 0) {
        g_autoptr(GString) lines = g_string_new(NULL);
        for (int i = 0; i < 200; i++)
            g_string_append(lines,
                            "{\"event\":\"module\",\"module\":\"plan\",\"status\":\"delta\",\"text\":\"more and more \"}\n");
        struct pollfd p = {f.engine, POLLOUT, 0}; /* the descriptor's flags are the parent's, too */
        for (gsize at = 0; poll(&p, 1, DEADLINE_MS) > 0;) {
            ssize_t n = write(f.engine, lines->str + at, lines->len - at);
            if (n < 0 && errno != EAGAIN)
                break;
            at = (at + (gsize)MAX(n, 0)) % lines->len;
        }
        _exit(0);
    }
    assert_true(wait_for(&f, f.shown, "more and more", DEADLINE_MS));
    type(&f, "Q");
    bool heard = wait_for(&f, f.sent, "\"command\":\"stop\"", 2000);
    kill(flood, SIGKILL);
    waitpid(flood, NULL, 0);
    kill(f.console, SIGKILL);
    waitpid(f.console, NULL, 0);
    assert_true(heard);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(console__hears_a_key_through_a_flood_of_events)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
