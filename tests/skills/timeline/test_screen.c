/* What is written at a point, of words as Tesseract gives them: twice, cut at an edge, with strokes taken for letters. */

#include "skills/timeline/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void put_high(screen *s, const char *text, int x, int y, int width, int height, double confidence)
{
    screen_add_word(s, &(struct screen_word){.text = (char *)text,
                                             .region = (char *)"target",
                                             .x = x,
                                             .y = y,
                                             .width = width,
                                             .height = height,
                                             .confidence = confidence});
}

static void put(screen *s, const char *text, int x, int y, int width, double confidence)
{
    put_high(s, text, x, y, width, 10, confidence);
}

static void assert_label(const screen *s, int x, int y, const char *expected)
{
    g_autofree char *label = screen_label(s, x, y);
    assert_string_equal(label, expected);
}

/* A calculator's keys: read by themselves, in the key's own box. */
/* LibreOffice's info bar: a button, and 14 px behind it the one that closes the bar. */
static void test_label_in_a_button(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1280, 720);
    put(s, "Release", 1088, 160, 46, 0.95);
    put(s, "Notes", 1138, 160, 36, 0.95);
    put(s, "close", 1200, 160, 30, 0.95);
    assert_label(s, 1188, 165, "close");
    g_autofree char *own = screen_label_in(s, 1188, 165, 1068, 150, 127, 30),
                    *none = screen_label_in(s, 1060, 165, 1040, 150, 24, 30);
    assert_string_equal(own, "Release Notes");
    assert_string_equal(none, "");
}

/* SpeedCrunch's menu: between a row's text and its key there is no word, and the row above is another action. */
static void test_label_in_a_menu(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1280, 720);
    put(s, "Load...", 34, 30, 43, 0.95);
    put(s, "Ctrl+L", 140, 30, 40, 0.95);
    put(s, "Save...", 34, 55, 43, 0.95);
    put(s, "Ctrl+S", 140, 55, 40, 0.95);
    g_autofree char *own = screen_label_in(s, 110, 60, 6, 22, 184, 46), *between = screen_label_in(s, 110, 47, 6, 22, 184, 46);
    assert_string_equal(own, "Save...");
    assert_string_equal(between, "");
}

static void test_label_of_one_sign(void **state)
{
    (void)state;
    static const struct {
        const char *text, *region;
        double confidence;
        const char *label;
    } rows[] = {{"=", SCREEN_GLYPH, 0.92, "="}, {"=", SCREEN_GLYPH, 0.8, ""}, {"=", "target", 0.95, ""},
                {"e", SCREEN_GLYPH, 0.91, "e"}, {"e", SCREEN_GLYPH, 0.8, ""}, {"e", "target", 0.95, ""}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(screen) s = screen_new(640, 480);
        screen_add_word(s,
                        &(struct screen_word){(char *)rows[i].text, (char *)rows[i].region, 100, 100, 8, 8, rows[i].confidence});
        assert_label(s, 104, 104, rows[i].label);
    }
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
    assert_label(s, 84, 105, "Save As"); /* a check box beside its text */
    assert_label(s, 80, 105, "");        /* an icon of its own before a text */
    assert_label(s, 150, 105, "Save As");
    assert_label(s, 156, 105, ""); /* behind a text nothing belongs to it */
    assert_label(s, 110, 114, "Save As");
    assert_label(s, 110, 120, "");
    assert_label(s, 305, 105, "");
    assert_label(s, 110, 170, "");
}

/* LibreOffice's info bar, as it was read: "i" in a circle before the text. */
static void test_icon_before(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1280, 720);
    put_high(s, "C)", 4, 150, 28, 30, 0.61);
    put_high(s, "C)", 5, 151, 27, 28, 0.58);
    put_high(s, "@", 7, 152, 25, 26, 0.87);
    for (int i = 0; i < 2; i++) {
        put(s, "You", 41, 160, 21, 0.97);
        put(s, "are", 67, 162, 21, 0.96);
        put(s, "running", 93, 159, 48, 0.96);
    }
    assert_label(s, 82, 170, "You are running");
    assert_label(s, 18, 165, "");
    assert_label(s, 82, 211, ""); /* the cell below */
}

/* Pictures on buttons, as they were read in Qt and LibreOffice: each time something else, and never surely. */
static void test_icons(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1280, 720);
    put_high(s, "kel", 78, 93, 14, 14, 0.63);
    put_high(s, "lal", 77, 90, 17, 18, 0.78);
    put(s, "Save", 100, 95, 25, 0.95);
    assert_label(s, 110, 100, "Save");
    assert_label(s, 88, 100, "Save");
    put(s, "@No", 300, 95, 40, 0.77);
    put(s, "@No", 300, 95, 40, 0.72);
    assert_label(s, 320, 100, "No");
    put_high(s, "aad", 500, 90, 24, 25, 0.81);
    put_high(s, "ad", 502, 90, 22, 25, 0.66);
    assert_label(s, 510, 100, "");
    put_high(s, "A", 600, 80, 44, 44, 0.94); /* a warning sign */
    put_high(s, "a", 600, 80, 44, 44, 0.7);
    assert_label(s, 620, 100, "");
    put(s, "7", 700, 95, 6, 0.73); /* small print, read alike */
    put(s, "7", 700, 95, 6, 0.64);
    put(s, "8", 740, 95, 6, 0.96);
    put(s, "8", 740, 96, 6, 0.45);
    assert_label(s, 703, 100, "7");
    assert_label(s, 743, 100, "");
    put(s, "||", 800, 95, 8, 0.95);
    put(s, "||", 800, 95, 8, 0.95);
    assert_label(s, 803, 100, "");
    put(s, "(none)", 900, 95, 40, 0.95);
    assert_label(s, 903, 100, "(none)");
}

/* As they were read in DB Browser, PCManFM and FeatherPad: twice alike, and once as something else. */
static void test_icon_read_twice(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_new(1280, 720);
    static const struct {
        const char *icon, *other, *text;
        int height;
        double first, second, third;
    } rows[] = {{"lal", "Ld", "Save", 16, 0.71, 0.75, 0.61},
                {"wa", "w=", "Remove", 4, 0.8, 0.83, 0.71},
                {"36", "3", "Preferences", 14, 0.6, 0.6, 0.31}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        int y = 100 + 40 * (int)i;
        put_high(s, rows[i].icon, 100, y, 14, rows[i].height, rows[i].first);
        put_high(s, rows[i].icon, 100, y, 14, rows[i].height, rows[i].second);
        put_high(s, rows[i].other, 100, y, 14, rows[i].height, rows[i].third);
        put(s, rows[i].text, 120, y, 50, 0.96);
        assert_label(s, 140, y + 3, rows[i].text);
    }
    put(s, "No", 300, 100, 14, 0.7); /* a word: the readings differ in its size at most, or one is sure */
    put(s, "No", 300, 100, 14, 0.72);
    put(s, "NO", 300, 100, 14, 0.6);
    put(s, "backup", 320, 100, 40, 0.96);
    assert_label(s, 330, 105, "No backup");
    put(s, "15", 300, 140, 12, 0.7);
    put(s, "15", 300, 140, 12, 0.92);
    put(s, "1s", 300, 140, 12, 0.6);
    put(s, "minutes", 316, 140, 50, 0.96);
    assert_label(s, 330, 145, "15 minutes");
    put(s, "Don't", 300, 180, 28, 0.7); /* as wide as no icon beside a text */
    put(s, "Don't", 300, 180, 28, 0.72);
    put(s, "Dont", 300, 180, 28, 0.75);
    put(s, "save", 333, 180, 30, 0.96);
    assert_label(s, 340, 185, "Don't save");
    put_high(s, "lal", 300, 220, 14, 16, 0.71); /* alone it is all that there is to be said */
    put_high(s, "lal", 300, 220, 14, 16, 0.75);
    put_high(s, "Ld", 300, 220, 14, 16, 0.61);
    assert_label(s, 306, 225, "lal");
}

/* Words, marks and the rest survive their own text. */
static void test_json(void **state)
{
    (void)state;
    g_autoptr(screen) s = screen_blank();
    put(s, "You", 41, 160, 21, 0.97);
    screen_add_mark(s, &(struct screen_mark){12, (char *)"text", (char *)"words", (char *)"Ä \"b\"", -3, 4, 50, 60});
    s->words_pending = true;
    g_autofree char *text = screen_to_json(s);
    g_autoptr(GError) error = NULL;
    g_autoptr(screen) again = screen_from_json(text, strlen(text), &error);
    assert_non_null(again);
    g_autofree char *same = screen_to_json(again);
    assert_string_equal(text, same);
    assert_true(again->words_pending);
    assert_string_equal(screen_mark_of(again, 12)->text, "Ä \"b\"");
    assert_null(screen_mark_of(again, 2));
}

/* Another look at the same pixels: what it read comes in, and a number that was told stays where that is asked for. */
static void take_marks__numbers_that_were_told_stay(void **state)
{
    (void)state;
    g_autoptr(screen) read = screen_new(100, 100);
    screen_add_mark(read, &(struct screen_mark){2, (char *)"button", (char *)"shapes", (char *)"Save", 1, 1, 9, 9});
    screen_add_mark(read, &(struct screen_mark){3, (char *)"text", (char *)"words", (char *)"Help", 20, 1, 9, 9});
    for (int keep = 0; keep < 2; keep++) {
        g_autoptr(screen) s = screen_new(100, 100);
        screen_add_mark(s, &(struct screen_mark){1, (char *)"icon", (char *)"shapes", NULL, 50, 1, 9, 9});
        screen_add_mark(s, &(struct screen_mark){2, (char *)"button", (char *)"shapes", NULL, 1, 1, 9, 9});
        s->words_pending = true;
        screen_take_marks(s, read, keep ? SCREEN_KEEP_NUMBERS : SCREEN_KEEP_NONE);
        assert_false(s->words_pending);
        assert_int_equal(s->marks->len, keep ? 3 : 2);
        assert_string_equal(screen_mark_of(s, 2)->text, "Save");
        assert_string_equal(screen_mark_of(s, 3)->text, "Help");
        assert_int_equal(screen_mark_of(s, 1) != NULL, keep);
    }
}

/* A list has scrolled, and the model was told its numbers by the place before the words were read. */
static void take_marks__a_number_told_before_the_words__means_its_place(void **state)
{
    (void)state;
    g_autoptr(screen) read = screen_new(100, 100), s = screen_new(100, 100);
    screen_add_mark(read, &(struct screen_mark){2, (char *)"button", (char *)"shapes", (char *)"Bert", 1, 1, 9, 9});
    screen_add_mark(read, &(struct screen_mark){3, (char *)"button", (char *)"shapes", (char *)"Cora", 0, 20, 40, 10});
    screen_add_mark(s, &(struct screen_mark){1, (char *)"button", (char *)"shapes", NULL, 1, 1, 9, 9});
    screen_add_mark(s, &(struct screen_mark){2, (char *)"button", (char *)"shapes", NULL, 1, 20, 9, 9});
    screen_add_mark(s, &(struct screen_mark){3, (char *)"button", (char *)"shapes", NULL, 10, 20, 9, 9});
    screen_take_marks(s, read, SCREEN_KEEP_PLACES);
    assert_int_equal(s->marks->len, 3);
    assert_int_equal(screen_mark_of(s, 1)->y, 1);
    assert_int_equal(screen_mark_of(s, 2)->y, 20);
    assert_string_equal(screen_mark_of(s, 3)->text, "Cora");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(take_marks__numbers_that_were_told_stay),
                                       cmocka_unit_test(take_marks__a_number_told_before_the_words__means_its_place),
                                       cmocka_unit_test(test_json),
                                       cmocka_unit_test(test_label),
                                       cmocka_unit_test(test_label_of_one_sign),
                                       cmocka_unit_test(test_label_in_a_button),
                                       cmocka_unit_test(test_label_in_a_menu),
                                       cmocka_unit_test(test_icon_before),
                                       cmocka_unit_test(test_icon_read_twice),
                                       cmocka_unit_test(test_icons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
