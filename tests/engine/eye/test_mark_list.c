/* Marks from words, shapes and icons given here; their numbers from look to look. */
#include "engine/eye/mark_list.h"
#include "engine/picture/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void word(screen *s, const char *text, int x, int y, int width)
{
    screen_add_word(s,
                    &(struct screen_word){.text = (char *)text, .x = x, .y = y, .width = width, .height = 12, .confidence = 0.9});
}

static void shape(GArray *shapes, enum shape_kind kind, int x, int y, int width, int height)
{
    const struct shape one = {kind, {x, y, width, height}};
    g_array_append_val(shapes, one);
}

/* "NUMBER KIND TEXT; …" */
static char *told(const screen *s)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        g_string_append_printf(out, "%s%d %s %s", i ? "; " : "", m->number, m->kind, m->text);
    }
    return g_string_free(out, FALSE);
}

static void assert_told(const screen *s, const char *expected)
{
    g_autofree char *text = told(s);
    assert_string_equal(text, expected);
}

static int number_of(const screen *s, const char *text)
{
    for (guint i = 0; i < s->marks->len; i++)
        if (g_str_equal(g_array_index(s->marks, struct screen_mark, i).text, text))
            return g_array_index(s->marks, struct screen_mark, i).number;
    fail_msg("no mark \"%s\"", text);
    return 0;
}

static void marks__of_all_sources__one_for_each_thing(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(800, 600);
    g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    word(s, "Delete", 30, 20, 40);
    word(s, "account", 74, 20, 44);
    shape(shapes, SHAPE_BUTTON, 20, 12, 110, 28);
    word(s, "Y", 22, 62, 8); /* the hook of a check box, read as a letter */
    shape(shapes, SHAPE_CHECK, 20, 60, 14, 14);
    word(s, "Keep", 42, 61, 30);
    word(s, "me", 76, 61, 20);
    shape(shapes, SHAPE_ICON, 20, 100, 20, 20);
    shape(shapes, SHAPE_ICON, 60, 100, 20, 14); /* is a word */
    word(s, "Hey", 60, 101, 20);
    screen_add_icon(s, &(struct screen_icon){(char *)"save", 100, 100, 20, 20});
    shape(shapes, SHAPE_ICON, 101, 101, 18, 18); /* the same as the icon */
    shape(shapes, SHAPE_FIELD, 0, 140, 700, 20); /* a menu bar */
    word(s, "File", 10, 144, 20);
    word(s, "Edit", 50, 144, 20);
    word(s, "View", 90, 144, 20);
    shape(shapes, SHAPE_FIELD, 20, 180, 200, 24);
    mark_list_add(s, shapes, NULL);
    g_autoptr(mark_numbers) n = mark_numbers_new();
    mark_numbers_give(n, s);
    assert_told(s, "1 button Delete account; 2 check Keep me; 3 text Hey; 4 icon ; 5 icon save; 6 text File; 7 text Edit; "
                   "8 text View; 9 field ");
}

/* Words of a terminal, 9 px from each other and as high; the entries of a menu are 14 apart. */
static void marks__words_of_a_terminal__one_text(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(800, 600);
    word(s, "for", 10, 20, 22);
    word(s, "root", 43, 20, 34);
    word(s, "File", 200, 20, 22);
    word(s, "Edit", 236, 20, 22);
    mark_list_add(s, NULL, NULL);
    g_autoptr(mark_numbers) n = mark_numbers_new();
    mark_numbers_give(n, s);
    assert_told(s, "1 text for root; 2 text File; 3 text Edit");
}

static screen *list_of(int scrolled, bool words, mark_numbers *n)
{
    screen *s = screen_new(400, 300);
    s->words_pending = !words;
    g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    static const char *const names[] = {"Anna", "Bert", "Cora", "Dirk", "Emma", "Finn", "Gerd", "Hans", "Ines", "Jana"};
    shape(shapes, SHAPE_BUTTON, 10, 6, 80, 20); /* stands still */
    if (words)
        word(s, "Close", 30, 10, 40);
    for (int i = 0; i < 10; i++) {
        int y = 40 + 30 * i - scrolled;
        if (y < 40 || y > 200)
            continue;
        shape(shapes, SHAPE_BUTTON, 200, y - 5, 60, 22);
        if (words) {
            word(s, names[i], 40, y, 40);
            word(s, "Edit", 215, y, 28);
        }
        shape(shapes, SHAPE_FIELD, 300, y - 5, 60, 22); /* without a text */
    }
    mark_list_add(s, shapes, NULL);
    mark_numbers_give(n, s);
    return s;
}

static screen *list_at(int scrolled, mark_numbers *n)
{
    return list_of(scrolled, true, n);
}

static screen *list_pending(int scrolled, mark_numbers *n)
{
    return list_of(scrolled, false, n);
}

static int number_at(const screen *s, int x, int y)
{
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (m->x == x && m->y == y)
            return m->number;
    }
    fail_msg("no mark at %d,%d", x, y);
    return 0;
}

static void numbers__same_screen_twice__same(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(screen) a = list_at(0, n), b = list_at(0, n);
    g_autofree char *first = told(a);
    assert_told(b, first);
}

/* By a whole row, so that each button and field stands where another was. */
static void numbers__a_list_scrolls__each_row_keeps_them(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(screen) a = list_at(0, n), b = list_at(30, n), c = list_at(0, n);
    assert_int_equal(number_of(a, "Close"), number_of(b, "Close"));
    assert_int_equal(number_of(a, "Cora"), number_of(b, "Cora"));
    assert_int_equal(number_at(a, 200, 95), number_at(b, 200, 65));
    assert_int_equal(number_at(a, 300, 95), number_at(b, 300, 65));
    guint most = a->marks->len;
    assert_true(number_of(b, "Gerd") > (int)most); /* new; the numbers of Anna's row are not given to it */
    assert_int_equal(number_of(c, "Anna"), number_of(a, "Anna"));
}

/* As in a run, where each picture is numbered before its words are read and once more with them. */
static void numbers__a_list_scrolls_before_its_words_come__each_row_keeps_them(void **state)
{
    (void)state;
    for (int by = 25; by <= 30; by += 5) { /* 30: a whole row */
        g_autoptr(mark_numbers) n = mark_numbers_new();
        g_autoptr(screen) none = list_pending(0, n), a = list_at(0, n), pending = list_pending(by, n), b = list_at(by, n);
        assert_int_equal(number_at(none, 10, 6), number_of(a, "Close"));
        assert_int_equal(number_at(pending, 10, 6), number_of(a, "Close"));
        assert_int_equal(number_of(b, "Close"), number_of(a, "Close"));
        assert_int_equal(number_of(b, "Cora"), number_of(a, "Cora"));
        assert_int_equal(number_at(b, 200, 95 - by), number_at(a, 200, 95));
        assert_int_equal(number_at(b, 300, 95 - by), number_at(a, 300, 95));
    }
}

/* What is new has its number already, and keeps it; also over two pictures whose words nobody waited for. */
static void numbers__of_a_picture_without_words__stay(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(screen) a = list_at(0, n), other = list_pending(12, n), again = list_pending(12, n), b = list_at(12, n);
    g_autofree char *first = told(other);
    assert_told(again, first);
    assert_true(number_at(other, 300, 23 + 60) > (int)a->marks->len);
    assert_int_equal(number_of(b, "Cora"), number_of(a, "Cora"));
}

static void numbers__a_button_gets_another_text__the_same(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    int numbers[3];
    static const char *const texts[] = {"Play", "Pause", "Play"};
    for (int i = 0; i < 3; i++) {
        g_autoptr(screen) s = screen_new(400, 300);
        g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
        shape(shapes, SHAPE_BUTTON, 10, 6, 80, 20);
        word(s, texts[i], 30, 10, 40);
        word(s, "Title", 200, 100, 40);
        mark_list_add(s, shapes, NULL);
        mark_numbers_give(n, s);
        numbers[i] = number_of(s, texts[i]);
    }
    assert_int_equal(numbers[0], numbers[1]);
    assert_int_equal(numbers[0], numbers[2]);
}

/* A dialog's numbers are its own while it is away, and come back with it. */
static void numbers__what_went__not_given_to_others(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(screen) a = screen_new(400, 300), b = screen_new(400, 300), c = screen_new(400, 300);
    word(a, "Yes", 10, 10, 30);
    word(a, "No", 100, 10, 30);
    word(b, "Other", 10, 200, 30);
    word(c, "Yes", 10, 10, 30);
    screen *all[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        mark_list_add(all[i], NULL, NULL);
        mark_numbers_give(n, all[i]);
    }
    assert_told(a, "1 text Yes; 2 text No");
    assert_told(b, "3 text Other");
    assert_told(c, "1 text Yes");
}

/* First without its words, as while they are read. */
static void numbers__words_come_later__the_same(void **state)
{
    (void)state;
    g_autoptr(mark_numbers) n = mark_numbers_new();
    g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    shape(shapes, SHAPE_BUTTON, 10, 6, 80, 20);
    shape(shapes, SHAPE_CHECK, 10, 40, 14, 14);
    g_autoptr(screen) a = screen_new(400, 300), b = screen_new(400, 300);
    a->words_pending = true;
    word(b, "Save", 30, 10, 40);
    word(b, "Loud", 30, 41, 30);
    mark_list_add(a, shapes, NULL);
    mark_numbers_give(n, a);
    mark_list_add(b, shapes, NULL);
    mark_numbers_give(n, b);
    assert_told(a, "1 button ; 2 check ");
    assert_told(b, "1 button Save; 2 check Loud");
}

/* Two entries between the lines of a menu, with and without icons before them, are two things. A name of two lines is one. */
static void marks__entries_of_a_menu__one_each(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(800, 600);
    g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
    shape(shapes, SHAPE_BUTTON, 20, 20, 301, 50);
    word(s, "Save", 50, 27, 30);
    word(s, "Save", 50, 52, 30);
    word(s, "As...", 84, 52, 30);
    shape(shapes, SHAPE_BUTTON, 400, 20, 120, 46);
    word(s, "Keep", 440, 28, 34);
    word(s, "both", 442, 45, 30);
    shape(shapes, SHAPE_FIELD, 400, 100, 120, 46); /* of one edge */
    word(s, "one", 404, 108, 30);
    word(s, "two", 404, 125, 30);
    mark_list_add(s, shapes, NULL);
    g_autoptr(mark_numbers) n = mark_numbers_new();
    mark_numbers_give(n, s);
    assert_told(s, "1 text Save; 2 button Keep both; 3 text Save As...; 4 field one two");
}

/* The third title is lit, so that the bar before it looks like a button. A button with its key beside others is one. */
static void marks__titles_before_a_lit_one__one_each(void **state)
{
    (void)state;
    for (int keys = 0; keys < 2; keys++) {
        g_autoptr(screen) s = screen_new(800, 600);
        g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
        shape(shapes, SHAPE_BUTTON, 0, 20, 82, 22);
        word(s, "File", 10, 24, 22);
        word(s, keys ? "F1" : "Edit", 46, 24, 24);
        shape(shapes, SHAPE_BUTTON, 83, 20, 40, 22);
        word(s, "Node", 88, 24, 30);
        word(s, "Data", 134, 24, 30);
        word(s, "Tools", 178, 24, 34);
        mark_list_add(s, shapes, NULL);
        g_autoptr(mark_numbers) n = mark_numbers_new();
        mark_numbers_give(n, s);
        assert_told(s, keys ? "1 button File F1; 2 button Node; 3 text Data; 4 text Tools"
                            : "1 text File; 2 text Edit; 3 button Node; 4 text Data; 5 text Tools");
    }
}

/* The empty cells of a table that has more than anybody is told; not the ones with words, a form's fields, or a small board. */
static void marks__cells_of_a_large_table__only_with_words(void **state)
{
    (void)state;
    for (int rows = 9; rows <= 13; rows += 4) {
        g_autoptr(screen) s = screen_new(800, 600);
        g_autoptr(GArray) shapes = g_array_new(FALSE, TRUE, sizeof(struct shape));
        for (int i = 0; i < 10 * rows; i++)
            shape(shapes, SHAPE_FIELD, 20 + 61 * (i % 10), 20 + 19 * (i / 10), i % 10 == 9 ? 30 : 60, 18);
        word(s, "total", 90, 42, 30);
        for (int i = 0; i < 3; i++)
            shape(shapes, SHAPE_FIELD, 20, 400 + 22 * i, 300, 20);
        shape(shapes, SHAPE_BUTTON, 20, 500, 60, 24);
        mark_list_add(s, shapes, NULL);
        assert_int_equal(s->marks->len, rows == 9 ? 94 : 5);
        assert_string_equal(g_array_index(s->marks, struct screen_mark, rows == 9 ? 11 : 0).text, "total");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks__of_all_sources__one_for_each_thing),
        cmocka_unit_test(marks__words_of_a_terminal__one_text),
        cmocka_unit_test(numbers__same_screen_twice__same),
        cmocka_unit_test(numbers__a_list_scrolls__each_row_keeps_them),
        cmocka_unit_test(numbers__a_list_scrolls_before_its_words_come__each_row_keeps_them),
        cmocka_unit_test(numbers__of_a_picture_without_words__stay),
        cmocka_unit_test(numbers__a_button_gets_another_text__the_same),
        cmocka_unit_test(numbers__what_went__not_given_to_others),
        cmocka_unit_test(numbers__words_come_later__the_same),
        cmocka_unit_test(marks__entries_of_a_menu__one_each),
        cmocka_unit_test(marks__titles_before_a_lit_one__one_each),
        cmocka_unit_test(marks__cells_of_a_large_table__only_with_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
