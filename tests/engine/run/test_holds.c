/* Holds: what outlives its action, what a pause takes away, what is asked for again. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/run/holds.h"
#include "skills/timeline/action.h"

#include <string.h>

/* The hand has said: these keys are down ("" = none), for so long each; `button`: the left one, too. */
static void follow(struct run_holds *h, const char *keys, bool button, gint64 left_ms, bool firing)
{
    g_auto(GStrv) names = *keys ? g_strsplit(keys, " ", -1) : g_new0(char *, 1);
    char *buttons[] = {(char *)(button ? "left" : NULL), NULL};
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < g_strv_length(names) + button; i++)
        g_array_append_val(left, left_ms);
    holds_follow(h, names, buttons, left, firing);
}

static const struct run_hold *lost(const struct run_holds *h, guint i)
{
    return g_ptr_array_index(h->lost, i);
}

/* Cut short with its action: the agent is told so, and it is not pressed again. */
static void holds__down_for_its_action_only__is_not_lost(void **state)
{
    (void)state;
    struct run_holds *h = run_holds_new();
    follow(h, "w", false, 5000, true);
    holds_lose(h);
    assert_int_equal(h->lost->len, 0);
    run_holds_free(h);
}

static void holds__standing__is_lost_once_with_what_was_left(void **state)
{
    (void)state;
    struct run_holds *h = run_holds_new();
    follow(h, "w Shift_L", true, 5000, true);
    holds_settle(h); /* the action is over */
    follow(h, "w Shift_L a", true, 5000, true);
    holds_lose(h); /* in the middle of the next one, which has pressed a */
    holds_lose(h); /* the hand dies of it, too */
    assert_int_equal(h->lost->len, 3);
    assert_string_equal(lost(h, 0)->name, "w");
    assert_true(lost(h, 0)->left_ms > 4000 && lost(h, 0)->left_ms <= 5000);
    assert_true(lost(h, 2)->button);
    g_autoptr(action) key = run_hold_action(lost(h, 0)), button = run_hold_action(lost(h, 2));
    assert_string_equal(key->skill, "hold_key");
    assert_string_equal(action_get(key, "key")->string, "w");
    assert_string_equal(button->skill, "hold_mouse_button");
    assert_string_equal(action_get(button, "mouse_button")->string, "left");
    run_holds_free(h);
}

static void holds__time_is_over__nothing_to_lose(void **state)
{
    (void)state;
    struct run_holds *h = run_holds_new();
    follow(h, "w", false, 0, false);
    holds_lose(h);
    assert_int_equal(h->lost->len, 0);
    run_holds_free(h);
}

static void holds__down_again__is_not_lost_any_more(void **state)
{
    (void)state;
    struct run_holds *h = run_holds_new();
    follow(h, "w", true, 5000, false);
    holds_lose(h);
    follow(h, "", false, 0, false);
    assert_int_equal(h->down->len, 0);
    assert_int_equal(h->lost->len, 2);
    follow(h, "w", false, 3000, true);
    assert_int_equal(h->lost->len, 1);
    assert_string_equal(lost(h, 0)->name, "left");
    run_holds_free(h);
}

static void holds__forgotten__is_said_once(void **state)
{
    (void)state;
    struct run_holds *h = run_holds_new();
    assert_null(holds_forget(h, "why"));
    g_ptr_array_add(h->lost, run_hold_new(false, "w", 3150));
    g_ptr_array_add(h->lost, run_hold_new(true, "left", 1));
    g_autofree char *text = holds_forget(h, "it is over");
    assert_string_equal(text, "not pressed again: w (3.2 s were left), left button (0.1 s were left): it is over");
    assert_null(holds_forget(h, "why"));
    run_holds_free(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds__down_for_its_action_only__is_not_lost),
        cmocka_unit_test(holds__standing__is_lost_once_with_what_was_left),
        cmocka_unit_test(holds__time_is_over__nothing_to_lose),
        cmocka_unit_test(holds__down_again__is_not_lost_any_more),
        cmocka_unit_test(holds__forgotten__is_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
