/* Typed text in columns and rows: the cursor is in sight, and nothing of the text is left out. */

#include "tui/term/input.h"
#include "tui/term/key_code.h"
#include "tui/term/text.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void input__window__keeps_the_cursor_in_sight(void **state)
{
    (void)state;
    struct input in;
    input_init(&in, "計算機 abcdefghij klmnop \u202e qrst");
    for (int width = 2; width < 40; width++) {
        in.cursor = in.text->len;
        for (;;) {
            int at;
            g_autofree char *shown = input_window(&in, width, &at);
            assert_true(at >= 0 && at < width);
            assert_true(text_width(shown) <= width);
            if (!in.cursor)
                break;
            input_key(&in, K_LEFT);
        }
    }
    input_clear(&in);
}

static void input__rows__are_all_of_it_with_the_cursor_in_one_of_them(void **state)
{
    (void)state;
    struct input in;
    const char *text = "計算機 abcdefghij; klmnopqrstuvwxyz \u202e qr\nst  ";
    input_init(&in, text);
    g_autofree char *shown = text_line(text);
    for (int width = 2; width < 60; width++) {
        int was_row = G_MAXINT, was_column = 0;
        for (in.cursor = in.text->len;; input_key(&in, K_LEFT)) {
            int row = -1, column = -1;
            g_autoptr(GPtrArray) rows = input_rows(&in, width, &row, &column);
            g_autoptr(GString) all = g_string_new(NULL);
            for (guint i = 0; i < rows->len; i++) {
                g_string_append(all, g_ptr_array_index(rows, i));
                assert_true(width == 2 || text_width(g_ptr_array_index(rows, i)) <= width);
            }
            assert_string_equal(all->str, shown);
            assert_true(row >= 0 && row < (int)rows->len && column >= 0 && (column < width || width == 2));
            assert_true(row < was_row || (row == was_row && column < was_column));
            was_row = row;
            was_column = column;
            if (!in.cursor)
                break;
        }
        assert_int_equal(was_row, 0);
        assert_int_equal(was_column, 0);
    }
    input_clear(&in);
}

static void input__move_row__goes_to_the_row_and_no_further(void **state)
{
    (void)state;
    struct input in;
    input_init(&in, "one two\n three four five 計算 six");
    for (int width = 3; width < 50; width++) {
        for (gsize from = 0; from <= in.text->len; from = (gsize)(g_utf8_next_char(in.text->str + from) - in.text->str)) {
            for (int by = -1; by <= 1; by += 2) {
                int row, column, to_row, to_column;
                in.cursor = from;
                g_autoptr(GPtrArray) rows = input_rows(&in, width, &row, &column);
                bool there = row + by >= 0 && row + by < (int)rows->len;
                assert_true(input_move_row(&in, width, by) == there);
                g_autoptr(GPtrArray) after = input_rows(&in, width, &to_row, &to_column);
                assert_int_equal(to_row, there ? row + by : row);
                assert_true(there ? to_column <= column : in.cursor == from);
                assert_true(in.cursor <= in.text->len && g_utf8_validate(in.text->str, (gssize)in.cursor, NULL));
            }
        }
    }
    input_set(&in, "aaaa bbbb cccc");
    in.cursor = 2;
    assert_true(input_move_row(&in, 6, 1));
    assert_int_equal(in.cursor, 7);
    input_clear(&in);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input__window__keeps_the_cursor_in_sight),
        cmocka_unit_test(input__rows__are_all_of_it_with_the_cursor_in_one_of_them),
        cmocka_unit_test(input__move_row__goes_to_the_row_and_no_further),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
