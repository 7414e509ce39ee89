/* What is held and noted, on a target in memory. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/press.h"
#include "tests/engine/hand/driver_target.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static target *t;
static ledger *book;
static press *p;
static char *folder;

static int setup(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("press-XXXXXX", NULL);
    t = target_new(200, 100, 0);
    book = ledger_open(folder, ":fake", 1, NULL);
    p = press_new(&t->ports, book);
    return book == NULL;
}

static int teardown(void **state)
{
    (void)state;
    press_release_all(p);
    press_confirm(p);
    press_free(p);
    bool empty = ledger_empty(book);
    ledger_free(book);
    target_free(t);
    rmdir(folder);
    g_clear_pointer(&folder, g_free);
    return !empty;
}

static void sent(const char *events)
{
    assert_string_equal(t->sent->str, events);
    g_string_truncate(t->sent, 0);
}

static void press__two_keys_on_one_modifier__which_goes_up_last(void **state)
{
    (void)state;
    assert_true(press_key_down(p, "A", 100, NULL));
    assert_true(press_key_down(p, "B", 200, NULL));
    sent("down Shift_L; down a; down b; ");
    press_key_up(p, "A");
    sent("up a; ");
    press_key_up(p, "B");
    sent("up b; up Shift_L; ");
}

static void press__time_is_over__goes_up(void **state)
{
    (void)state;
    assert_true(press_key_down(p, "a", 100, NULL));
    assert_true(press_button_down(p, 1, 200, NULL));
    assert_int_equal(press_deadline(p), 100);
    g_string_truncate(t->sent, 0);
    press_expire(p, 99);
    sent("");
    press_expire(p, 100);
    sent("up a; ");
    assert_int_equal(press_deadline(p), 200);
    press_expire(p, 300);
    sent("up button 1; ");
    assert_int_equal(press_deadline(p), G_MAXINT64);
}

static void press__held_again__lasts_longer_and_sends_nothing(void **state)
{
    (void)state;
    assert_true(press_key_down(p, "a", 100, NULL));
    press_changed(p);
    g_string_truncate(t->sent, 0);
    assert_true(press_key_down(p, "a", 300, NULL));
    sent("");
    assert_true(press_changed(p));
    assert_int_equal(press_deadline(p), 300);
}

static void press__noted_until_the_display_has_let_go(void **state)
{
    (void)state;
    assert_true(press_key_down(p, "a", 100, NULL));
    assert_false(ledger_empty(book));
    press_key_up(p, "a");
    assert_false(ledger_empty(book));
    press_confirm(p);
    assert_true(ledger_empty(book));
}

static void press__ledger_that_cannot_be_written__nothing_goes_down(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    struct rlimit before, none;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &none);
    bool pressed = press_key_down(p, "a", 100, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(pressed);
    assert_non_null(error);
    assert_null(strstr(t->sent->str, "down"));
    assert_int_equal(press_deadline(p), G_MAXINT64);
}

static void press__own_terminal_focused__nothing_goes_down(void **state)
{
    (void)state;
    t->own = (struct area){0, 0, 10, 10};
    t->own_focused = true;
    t->x = 50;
    assert_false(press_key_down(p, "a", 100, NULL));
    assert_non_null(press_spared(p));
    sent("");
    assert_true(press_button_down(p, 1, 100, NULL)); /* it is elsewhere */
    sent("down button 1; ");
}

static void press__drag_into_an_own_terminal__comes_back(void **state)
{
    (void)state;
    t->own = (struct area){100, 0, 50, 100};
    t->x = 90;
    assert_true(press_button_down(p, 1, 100, NULL));
    g_string_truncate(t->sent, 0);
    assert_false(press_move_by(p, 20, 0, NULL));
    assert_int_equal(t->x, 90);
    assert_int_equal(t->held, 0);
}

static void press__somebody_elses_key__is_named(void **state)
{
    (void)state;
    assert_true(press_key_down(p, "a", 100, NULL));
    g_autofree char *ours = press_foreign_down(p);
    assert_null(ours);
    t->buttons |= 1u << 3;
    g_autofree char *theirs = press_foreign_down(p);
    assert_string_equal(theirs, "the right button");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(press__two_keys_on_one_modifier__which_goes_up_last),
        TEST(press__time_is_over__goes_up),
        TEST(press__held_again__lasts_longer_and_sends_nothing),
        TEST(press__noted_until_the_display_has_let_go),
        TEST(press__ledger_that_cannot_be_written__nothing_goes_down),
        TEST(press__own_terminal_focused__nothing_goes_down),
        TEST(press__drag_into_an_own_terminal__comes_back),
        TEST(press__somebody_elses_key__is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
