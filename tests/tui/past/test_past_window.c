/* The window of the memory screen's runs: what is selected, what is dropped and what is said of the ends as pages come. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tui/past/past_window.h"

/* Rows of ids first, first - 1 … last. */
static GPtrArray *rows_of(gint64 first, gint64 last)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    for (gint64 id = first; id >= last; id--) {
        struct memory_run_row *row = g_new0(struct memory_run_row, 1);
        row->id = id;
        g_ptr_array_add(rows, row);
    }
    return rows;
}

static void take(struct past_runs *w, enum past_runs_where where, gint64 first, gint64 last)
{
    g_autoptr(GPtrArray) rows = rows_of(first, last);
    past_runs_take(w, where, rows);
}

/* Newest first, without a gap. */
static void assert_window(const struct past_runs *w, gint64 first, gint64 last)
{
    assert_int_equal(w->rows->len, first - last + 1);
    for (guint i = 0; i < w->rows->len; i++)
        assert_int_equal(past_runs_id(w, i), first - i);
    assert_int_equal(past_runs_id(w, w->rows->len), 0);
}

static struct past_runs window(gint64 first, gint64 last)
{
    struct past_runs w = {.rows = rows_of(0, 1)};
    take(&w, PAST_RUNS_TOP, first, last);
    return w;
}

#define FIRST 2000
#define PAGE_END(n) (FIRST - (n)*PAST_RUNS_PAGE + 1) /* the last id of n pages */

static void window__few_rows__are_all(void **state)
{
    (void)state;
    struct past_runs w = window(5, 1);
    assert_window(&w, 5, 1);
    assert_true(w.all);
    assert_false(w.newer);
    g_ptr_array_unref(w.rows);
}

static void window__older_ones__drop_the_newest_and_keep_the_selected(void **state)
{
    (void)state;
    struct past_runs w = window(FIRST, PAGE_END(1));
    assert_false(w.all);
    take(&w, PAST_RUNS_OLDER, PAGE_END(1) - 1, PAGE_END(2));
    take(&w, PAST_RUNS_OLDER, PAGE_END(2) - 1, PAGE_END(3));
    assert_window(&w, FIRST, PAGE_END(3));
    assert_false(w.newer);
    w.selected = PAST_RUNS_KEPT - 1;
    gint64 selected = past_runs_id(&w, PAST_RUNS_KEPT - 1);
    take(&w, PAST_RUNS_OLDER, PAGE_END(3) - 1, PAGE_END(4));
    assert_window(&w, PAGE_END(1) - 1, PAGE_END(4));
    assert_true(w.newer);
    assert_int_equal(past_runs_id(&w, (guint)w.selected), selected);

    gint64 first, last;
    past_runs_ends(&w, PAST_RUNS_SAME, &first, &last);
    assert_int_equal(first, PAGE_END(1) - 1); /* there are newer ones, which are not asked for */
    assert_int_equal(last, PAGE_END(4));
    past_runs_ends(&w, PAST_RUNS_TOP, &first, &last);
    assert_int_equal(first, 0);

    take(&w, PAST_RUNS_NEWER, FIRST, PAGE_END(1));
    assert_window(&w, FIRST, PAGE_END(3));
    assert_false(w.all);
    assert_int_equal(past_runs_id(&w, (guint)w.selected), selected);
    g_ptr_array_unref(w.rows);
}

static void window__the_end__selects_the_oldest(void **state)
{
    (void)state;
    struct past_runs w = window(FIRST, PAGE_END(1));
    take(&w, PAST_RUNS_END, PAST_RUNS_PAGE, 1);
    assert_window(&w, PAST_RUNS_PAGE, 1);
    assert_true(w.all);
    assert_true(w.newer);
    assert_int_equal(past_runs_id(&w, (guint)w.selected), 1);
    g_ptr_array_unref(w.rows);
}

static void window__new_runs_came__keeps_what_is_selected_and_what_is_behind(void **state)
{
    (void)state;
    struct past_runs w = window(FIRST, PAGE_END(1));
    take(&w, PAST_RUNS_OLDER, PAGE_END(1) - 1, PAGE_END(2));
    w.selected = 3;
    take(&w, PAST_RUNS_SAME, FIRST + 2, PAGE_END(1) + 2);
    assert_window(&w, FIRST + 2, PAGE_END(2));
    assert_int_equal(w.selected, 5);
    g_ptr_array_unref(w.rows);
}

static void window__all_are_gone__selects_none(void **state)
{
    (void)state;
    struct past_runs w = window(5, 1);
    w.selected = w.top = 4;
    take(&w, PAST_RUNS_SAME, 0, 1);
    assert_int_equal(w.rows->len, 0);
    assert_int_equal(w.selected, 0);
    gint64 first, last;
    past_runs_ends(&w, PAST_RUNS_OLDER, &first, &last);
    assert_int_equal(first, 0);
    assert_int_equal(last, 0);
    g_ptr_array_unref(w.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window__few_rows__are_all),
        cmocka_unit_test(window__older_ones__drop_the_newest_and_keep_the_selected),
        cmocka_unit_test(window__the_end__selects_the_oldest),
        cmocka_unit_test(window__new_runs_came__keeps_what_is_selected_and_what_is_behind),
        cmocka_unit_test(window__all_are_gone__selects_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
