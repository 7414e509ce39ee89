/* What is written at a point, of words as Tesseract gives them: twice, cut at an edge, with strokes taken for letters. */

#include "skills/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void put(screen *s, const char *text, int x, int y, int width, double confidence)
{
    screen_add_word(s, &(struct screen_word){.text = (char *)text,
                                             .region = (char *)"target",
                                             .x = x,
                                             .y = y,
                                             .width = width,
                                             .height = 10,
                                             .confidence = confidence});
}

static void assert_label(const screen *s, int x, int y, const char *expected)
{
    g_autofree char *label = screen_label(s, x, y);
    assert_string_equal(label, expected);
}

static void test_label(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(640, 480);
    assert_label(s, 100, 100, "");
    put(s, "Save", 100, 100, 28, 0.9);
    put(s, "Sav", 100, 101, 20, 0.95); /* cut where the smaller picture ends */
    put(s, "As", 132, 100, 14, 0.9);
    put(s, "Cancel", 200, 100, 40, 0.9);
    put(s, "|", 96, 99, 2, 0.99); /* a border */
    put(s, "oe", 300, 100, 14, 0.2);
    put(s, "Open", 100, 130, 30, 0.9);
    assert_label(s, 110, 105, "Save As");
    assert_label(s, 140, 105, "Save As");
    assert_label(s, 220, 104, "Cancel");
    assert_label(s, 110, 134, "Open");
    assert_label(s, 80, 105, "Save As"); /* a check box beside its text */
    assert_label(s, 110, 114, "Save As");
    assert_label(s, 110, 120, "");
    assert_label(s, 305, 105, "");
    assert_label(s, 110, 170, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_label)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
