/* The console's pure parts: arming, text, input, the key table, the layout, pictures. */

#include "tui/model/skill_rows.h"
#include "tui/model/arming.h"
#include "tui/term/difference.h"
#include "tui/term/input.h"
#include "tui/console/keys.h"
#include "tui/console/layout.h"
#include "tui/term/lens.h"
#include "tui/model/model.h"
#include "tui/term/text.h"
#include "tui/term/thumbnails.h"

#include "engine/picture/frame.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define MS 1000

static void arming__arms__after_the_quiet_time_and_not_a_moment_before(void **state)
{
    (void)state;
    struct arming a;
    arming_init(&a, 400);
    arming_set_readable(&a, true, 1000 * MS);
    assert_int_equal(arming_deadline(&a, 1000 * MS), 1400 * MS);
    assert_false(arming_armed(&a, 1400 * MS - 1));
    assert_true(arming_armed(&a, 1400 * MS));
    assert_int_equal(arming_deadline(&a, 1400 * MS), -1);
}

static void arming__starts_anew__on_every_key_also_when_armed(void **state)
{
    (void)state;
    struct arming a;
    arming_init(&a, 400);
    arming_set_readable(&a, true, 0);
    for (gint64 t = 0; t < 5000; t += 399) {
        assert_false(arming_armed(&a, t * MS));
        arming_key(&a, t * MS);
    }
    gint64 last = a.since_us;
    assert_true(arming_armed(&a, last + 400 * MS));
    arming_key(&a, last + 401 * MS);
    assert_false(arming_armed(&a, last + 402 * MS));
}

static void arming__never__while_unreadable(void **state)
{
    (void)state;
    struct arming a;
    arming_init(&a, 400);
    assert_false(arming_armed(&a, G_MAXINT64 / 2));
    arming_set_readable(&a, true, 0);
    arming_set_readable(&a, false, 100 * MS);
    assert_false(arming_armed(&a, 10000 * MS));
    assert_int_equal(arming_deadline(&a, 10000 * MS), -1);
    arming_set_readable(&a, true, 10000 * MS);
    assert_false(arming_armed(&a, 10399 * MS));
    arming_set_readable(&a, true, 10300 * MS); /* still readable: nothing starts anew */
    assert_true(arming_armed(&a, 10400 * MS));
    arming_reset(&a, 10500 * MS); /* another card */
    assert_false(arming_armed(&a, 10500 * MS));
}

static void text__fit__never_exceeds_its_width(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "a",
                                        "plain text of some length",
                                        "計算機の画面は１２です",
                                        "e\u0301e\u0301e\u0301e\u0301e\u0301",
                                        "\u202eabc\x1b[31m",
                                        "bad \xff\xfe bytes",
                                        "a\nb\tc"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        for (int width = 0; width < 30; width++) {
            g_autofree char *fitted = text_fit(texts[i], width);
            assert_true(text_width(fitted) <= width);
            assert_true(g_utf8_validate(fitted, -1, NULL));
            assert_null(strpbrk(fitted, "\n\t\x1b"));
        }
    }
}

/* Where they differ is shown as long as there is room for it; then their beginnings. */
static void text__fit_two__cut_where_they_are_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        int width;
        const char *shown_a, *shown_b;
    } rows[] = {
        {"one", "two", 6, "one", "two"},
        {"Untitled Document 1 - gedit", "Untitled Document 2 - gedit", 38, "Untitled …1 - gedit", "Untitled …2 - gedit"},
        {"notes.txt - Mousepad", "*notes.txt - Mousepad", 30, "notes.txt …epad", "*notes.txt…epad"},
        {"a list of files (1)", "a list of files (2)", 20, "a list…(1)", "a list…(2)"},
        {"Save As", "*Untitled Document 1 - gedit", 25, "Save As", "*Untitled Do…gedit"},
        {"計算機の画面は１です", "計算機の画面は２です", 24, "計算…１です", "計算…２です"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *a = NULL, *b = NULL;
        text_fit_two(rows[i].a, rows[i].b, rows[i].width, &a, &b);
        assert_string_equal(a, rows[i].shown_a);
        assert_string_equal(b, rows[i].shown_b);
        for (int width = 0; width < 60; width++) {
            g_autofree char *one = NULL, *other = NULL;
            text_fit_two(rows[i].a, rows[i].b, width, &one, &other);
            assert_true(text_width(one) + text_width(other) <= width);
        }
    }
}

static void text__wrap__loses_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {"one two three four five six seven", "wordwithoutanyblankatallthatislongerthanaline",
                                        "計算機の画面は１２です。計算機の画面", "first\n\nsecond  with two blanks"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        for (int width = 2; width < 50; width++) {
            g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
            g_autoptr(GString) joined = g_string_new(""), wanted = g_string_new("");
            text_wrap(lines, texts[i], width);
            for (guint k = 0; k < lines->len; k++) {
                assert_true(text_width(g_ptr_array_index(lines, k)) <= width);
                g_string_append(joined, g_ptr_array_index(lines, k));
            }
            for (const char *p = texts[i]; *p; p++) {
                if (*p != ' ' && *p != '\n')
                    g_string_append_c(wanted, *p);
            }
            g_auto(GStrv) words = g_strsplit(joined->str, " ", -1);
            g_autofree char *got = g_strjoinv("", words);
            assert_string_equal(got, wanted->str);
        }
    }
}

static void text__wrap__one_column_and_a_wide_character_ends(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, "計算", 1);
    assert_int_equal(lines->len, 2);
    text_wrap(lines, "x", 0);
    assert_int_equal(lines->len, 2);
}

static void input__edits__by_characters_not_bytes(void **state)
{
    (void)state;
    struct input in;
    input_init(&in, "a12");
    static const int keys[] = {K_HOME,      K_RIGHT, 0x8a08, K_LEFT,      K_BACKSPACE, K_DELETE, K_END,
                               K_BACKSPACE, K_LEFT,  'x',    K_CTRL('k'), K_DELETE,    K_RIGHT};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        assert_true(input_key(&in, keys[i]));
        assert_true(g_utf8_validate(in.text->str, -1, NULL));
        assert_true(in.cursor <= in.text->len);
    }
    assert_string_equal(in.text->str, "x");
    assert_false(input_key(&in, K_ENTER));
    assert_false(input_key(&in, K_PASTE));
    assert_false(input_key(&in, K_F0 + 3));
    input_set(&in, "one two  ");
    input_key(&in, K_CTRL('w'));
    assert_string_equal(in.text->str, "one ");
    input_key(&in, K_CTRL('u'));
    input_key(&in, K_BACKSPACE);
    assert_string_equal(in.text->str, "");
    input_clear(&in);
}

static void keys__table__no_key_twice_and_none_of_them_approves_but_y(void **state)
{
    (void)state;
    for (gsize i = 0; i < console_key_count; i++) {
        const struct key_row *row = &console_keys_table[i];
        for (gsize k = 0; k < i; k++) {
            assert_int_not_equal(row->key, console_keys_table[k].key);
            assert_true(!row->other || row->other != console_keys_table[k].key);
            assert_true(!console_keys_table[k].other || row->key != console_keys_table[k].other);
        }
        assert_true((row->act == ACT_APPROVE) == (row->key == 'y'));
        assert_true(row->act != ACT_APPROVE || (!row->command && !row->other));
        g_autofree char *name = key_label(row->key);
        assert_string_not_equal(name, "that key");
    }
    assert_null(key_find('u'));
    assert_null(key_find(K_PASTE));
}

static int wanted_lines;
static int lines_wanted(int width, void *data)
{
    (void)width;
    (void)data;
    return wanted_lines;
}

/* Of a module's 300 letters. */
static int rows_wanted(int width, bool wide, void *data)
{
    (void)wide;
    (void)data;
    return 300 / width + 1;
}

static int columns_wanted(int rows, void *data)
{
    (void)data;
    return rows * 32 / 9;
}

static struct layout_needs needs = {.card_lines = lines_wanted,
                                    .module_rows = rows_wanted,
                                    .picture_columns = columns_wanted,
                                    .columns_max = G_MAXINT,
                                    .rows_max = G_MAXINT};

static void assert_inside(const struct layout *l, const struct rect *r)
{
    assert_true(r->x >= 0 && r->y >= 1 && r->width >= 10 && r->height >= 4);
    assert_true(r->x + r->width <= l->width && r->y + r->height <= l->height - 1);
}

static void layout__every_size__has_room_for_every_part(void **state)
{
    (void)state;
    for (int width = LAYOUT_MIN_WIDTH; width <= 320; width += 7) {
        for (int height = LAYOUT_MIN_HEIGHT; height <= 110; height++) {
            for (wanted_lines = 1; wanted_lines < 80; wanted_lines += 13) {
                struct layout l = layout_compute(width, height, wanted_lines % 2 ? LAYOUT_OVER : LAYOUT_USUAL, &needs);
                assert_false(l.too_small);
                assert_inside(&l, &l.frame);
                assert_inside(&l, &l.modules);
                assert_inside(&l, &l.card);
                assert_true(l.card.width * l.card.height + l.frame.width * l.frame.height + l.modules.width * l.modules.height ==
                            width * (height - 2));
            }
        }
    }
    assert_true(layout_compute(LAYOUT_MIN_WIDTH - 1, 50, LAYOUT_USUAL, &needs).too_small);
    assert_true(layout_compute(100, LAYOUT_MIN_HEIGHT - 1, LAYOUT_USUAL, &needs).too_small);
    assert_true(layout_compute(1, 1, LAYOUT_PICTURE, &needs).too_small);
}

static void layout__picture__has_what_nobody_else_needs(void **state)
{
    (void)state;
    struct layout_needs some = needs;
    wanted_lines = 3;
    struct layout l = layout_compute(120, 36, LAYOUT_USUAL, &some);
    assert_int_equal(l.frame.width, 77);
    assert_int_equal(layout_compute(200, 60, LAYOUT_USUAL, &some).frame.width, 147);
    l = layout_compute(80, 24, LAYOUT_USUAL, &some);
    assert_true(l.frame.width == 42 && l.frame.height == 18 && l.card.width == 38);
    some.columns_max = 65; /* it does not grow while words come … */
    assert_int_equal(layout_compute(120, 36, LAYOUT_USUAL, &some).frame.width, 65);
    some.columns_max = 0; /* … and gives way to them */
    assert_int_equal(layout_compute(120, 36, LAYOUT_USUAL, &some).frame.width, 57);
}

/* 120×30 cells of 8×16 pixels over a screen of 1280×720. */
static struct pixel_rect lens_at(struct lens *l, const int *point)
{
    return lens_part(l, &(struct lens_view){1280, 720, point ? point[0] : -1, point ? point[1] : -1, 120, 30, 8, 2});
}

static void assert_within(const struct pixel_rect *r, int width, int height)
{
    assert_true(r->width >= 1 && r->height >= 1 && r->x >= 0 && r->y >= 0 && r->x + r->width <= width &&
                r->y + r->height <= height);
}

static void lens__near__is_its_own_size_or_larger_around_the_target(void **state)
{
    (void)state;
    struct lens l = {0};
    const int point[] = {412, 388}, corner[] = {1279, 0};
    lens_next(&l);
    struct pixel_rect r = lens_at(&l, point);
    assert_true(r.x == 0 && r.y == 0 && r.width == 1280 && r.height == 720);
    lens_next(&l);
    r = lens_at(&l, point);
    assert_true(r.width == 960 && r.height == 480 && r.y == 388 - 240);
    r = lens_at(&l, corner);
    assert_true(r.x == 1280 - 960 && r.y == 0);
    r = lens_part(&l, &(struct lens_view){300, 200, point[0], point[1], 120, 30, 8, 2}); /* the point is not on it */
    assert_within(&r, 300, 200);
    assert_true(r.width < 300);
    lens_next(&l);
    assert_int_equal(l.look, LENS_OFF);
}

static void lens__any_keys__stay_on_the_picture_and_come_back(void **state)
{
    (void)state;
    static const int keys[] = {'+', '-', K_LEFT, 'L', K_UP, 'J', '=', '+'};
    struct lens l = {.look = LENS_WHOLE};
    guint32 chance = 1;
    for (int i = 0; i < 2000; i++) {
        struct pixel_rect r = lens_at(&l, NULL);
        assert_within(&r, 1280, 720);
        chance = chance * 1664525 + 1013904223;
        assert_true(lens_key(&l, keys[chance >> 29]));
    }
    assert_false(lens_key(&l, 'y'));
    for (int i = 0; i < 40; i++) {
        lens_at(&l, NULL);
        lens_key(&l, '+');
    }
    assert_true(lens_at(&l, NULL).width <= 960 / 8);
    for (int i = 0; i < 10; i++) { /* as many as lead back: none of the others had been counted */
        lens_at(&l, NULL);
        lens_key(&l, '-');
    }
    assert_int_equal(lens_at(&l, NULL).width, 1280);
}

static void lens__several_keys_between_two_pictures__each_of_them_counts(void **state)
{
    (void)state;
    struct lens one = {.look = LENS_NEAR}, all = one;
    static const int keys[] = {'+', '+', K_LEFT, K_LEFT, 'J', K_UP, '+', '+', '+', '+', '+', '+', '+', '+', '-', 'L'};
    lens_at(&one, NULL);
    lens_at(&all, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        assert_true(lens_key(&one, keys[i]) && lens_key(&all, keys[i]));
        lens_at(&one, NULL);
    }
    struct pixel_rect r = lens_at(&all, NULL);
    assert_memory_equal(&r, &one.part, sizeof r);
}

static void thumbnails__fit__keeps_the_shape(void **state)
{
    (void)state;
    int columns, rows;
    thumbnails_fit(1280, 720, 55, 25, &columns, &rows);
    assert_int_equal(columns, 55);
    assert_int_equal(rows, 15);
    thumbnails_fit(100, 1000, 55, 25, &columns, &rows);
    assert_int_equal(rows, 25);
    assert_int_equal(columns, 5);
    thumbnails_fit(16384, 1, 10, 10, &columns, &rows);
    assert_int_equal(rows, 1);
    thumbnails_fit(0, 720, 55, 25, &columns, &rows);
    assert_int_equal(columns, 0);
}

static void difference__places__are_apart_tight_and_in_reading_order(void **state)
{
    (void)state;
    g_autoptr(frame) a = frame_new(200, 100), b = frame_new(200, 100);
    struct pixel_rect r[4];
    memset(a->pixels, 0, 200 * 100 * 4);
    memset(b->pixels, 0, 200 * 100 * 4);
    assert_int_equal(difference_places(a, b, r, 4), 0);
    b->pixels[90 * 200 + 199] = 1; /* a corner */
    for (int x = 10; x < 60; x++)  /* a line over four tiles */
        b->pixels[5 * 200 + x] = 1;
    b->pixels[20 * 200 + 30] = 1; /* in a tile that touches these */
    b->pixels[70 * 200 + 100] = 1;
    assert_int_equal(difference_places(a, b, r, 4), 3);
    assert_true(r[0].x == 10 && r[0].y == 5 && r[0].width == 50 && r[0].height == 16 && r[0].of_width == 200);
    assert_true(r[1].x == 100 && r[1].y == 70 && r[1].width == 1 && r[1].height == 1);
    assert_true(r[2].x == 199 && r[2].y == 90);
    assert_int_equal(difference_places(a, b, r, 2), 2);
    memset(b->pixels, 1, 200 * 100 * 4);
    assert_int_equal(difference_places(a, b, r, 4), 1);
    assert_true(r[0].width == 200 && r[0].height == 100);
}

static char *picture(const char *name, guint32 left, guint32 right)
{
    g_autoptr(frame) f = frame_new(64, 64);
    for (int i = 0; i < 64 * 64; i++)
        f->pixels[i] = i % 64 < 32 ? left : right;
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    gsize length;
    const char *data = g_bytes_get_data(png, &length);
    char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
    return path;
}

/* Letters stay: a column of pixels shows no more than it has. */
static void thumbnails__enlarged__is_its_own_size_at_least(void **state)
{
    (void)state;
    g_autoptr(thumbnails) t = thumbnails_new(THUMBNAIL_TRUECOLOUR);
    assert_true(thumbnails_enlarged(t, 21) == 21);
    thumbnails_set_cell(t, 9, 20, true);
    assert_true(thumbnails_enlarged(t, 21) == 9);
    assert_true(thumbnails_enlarged(t, 4) == 4);
}

static void thumbnails__get__colours_are_those_of_the_pixels(void **state)
{
    (void)state;
    g_autofree char *path = picture("two.png", 0xff0000, 0x0000ff);
    g_autoptr(thumbnails) t = thumbnails_new(THUMBNAIL_TRUECOLOUR);
    g_autoptr(GError) error = NULL;
    const struct thumbnail *p = thumbnails_get(t, "two", path, NULL, 8, 4, &error);
    assert_non_null(p);
    assert_int_equal(p->columns, 8);
    assert_int_equal(p->rows, 4);
    assert_int_equal(p->cells[1].c == ' ' ? p->cells[1].bg : p->cells[1].fg, 0xff0000);
    assert_int_equal(p->cells[6].c == ' ' ? p->cells[6].bg : p->cells[6].fg, 0x0000ff);
    /* the right half only, in pixels of a display that is twice as large */
    struct pixel_rect half = {64, 0, 64, 128, 128, 128};
    p = thumbnails_get(t, "two", path, &half, 4, 4, &error);
    for (int i = 0; i < p->columns * p->rows; i++)
        assert_int_equal(p->cells[i].c == ' ' ? p->cells[i].bg : p->cells[i].fg, 0x0000ff);
    unlink(path);
    assert_ptr_equal(thumbnails_get(t, "two", path, &half, 4, 4, &error), p); /* kept: the file is not read again */
}

static void thumbnails__get__says_what_is_wrong_with_a_file(void **state)
{
    (void)state;
    g_autoptr(thumbnails) t = thumbnails_new(THUMBNAIL_256);
    g_autoptr(GError) error = NULL;
    assert_null(thumbnails_get(t, "x", "/nowhere/x.png", NULL, 8, 4, &error));
    assert_non_null(error);
    g_clear_error(&error);
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "not.png", NULL);
    assert_true(g_file_set_contents(path, "not a picture", -1, NULL));
    assert_null(thumbnails_get(t, "y", path, NULL, 8, 4, &error));
    assert_non_null(error);
    unlink(path);
}

static void skill_rank__what_the_run_has__other_libraries__other_tools(void **state)
{
    (void)state;
    static const char *const offered[] = {"press_key", "type_text", NULL};
    static const char *const loaded[] = {"text", "windows", NULL}; /* none of it was offered this time */
    static const struct {
        const char *name, *library;
    } rows[] = {{"shoot", "games"}, {"type_text", "base"}, {"press_key", "base"}, {"gemini_key", "computer_gemini"},
                {"click", "base"},  {"tap", "appagent"}};
    static const int order[] = {2, 1, 4, 0, 3, 5}; /* the last two alike */
    g_autoptr(GHashTable) libraries = g_hash_table_new(g_str_hash, g_str_equal);
    struct skill_ranking r = {offered, loaded, libraries};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        skill_ranking_note(&r, rows[i].name, rows[i].library);
    for (gsize i = 0; i + 2 < G_N_ELEMENTS(order); i++)
        assert_true(skill_rank(&r, rows[order[i]].name, rows[order[i]].library) <
                    skill_rank(&r, rows[order[i + 1]].name, rows[order[i + 1]].library));
    assert_true(skill_rank(&r, "look_up", "games") > skill_rank(&r, "click", "base"));
    assert_int_equal(skill_rank(&r, "select_all", "text"), skill_rank(&r, "click", "base"));
    assert_true(skill_rank(&r, "look_up", "games") < skill_rank(&r, "gemini_key", "computer_gemini"));
    assert_int_equal(skill_rank(&r, "tap", "appagent"), skill_rank(&r, "gemini_key", "computer_gemini"));
}

static void skill_match__name__before_what_is_in_it_and_the_rest(void **state)
{
    (void)state;
    static const struct {
        const char *name, *filter;
        enum skill_match match;
    } rows[] = {
        {"click", "Click", MATCH_NAME},           {"click_at", "click", MATCH_BEGINS},
        {"click_at", "click a", MATCH_BEGINS},    {"clicker", "click", MATCH_BEGINS},
        {"double_click", "click", MATCH_WORD},    {"double_click_at", "at click", MATCH_WORD},
        {"unclicked", "click", MATCH_WITHIN},     {"double_click", "click do", MATCH_WITHIN},
        {"move_mouse", "click", MATCH_ELSEWHERE}, {"double_click", "click trusted", MATCH_ELSEWHERE},
        {"anything", "", MATCH_BEGINS},           {"anything", "  ", MATCH_BEGINS},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (skill_match(rows[i].name, rows[i].filter) != rows[i].match)
            fail_msg("%s for %s: %d", rows[i].name, rows[i].filter, skill_match(rows[i].name, rows[i].filter));
}

/* ---- the model's boards ---- */

static void tell(struct model *m, const char *json)
{
    event *e = event_from_json(json, strlen(json), NULL);
    assert_non_null(e);
    model_event(m, e, 1);
}

static const GPtrArray *rows_in(const struct model *m, guint step, guint board)
{
    const struct step_view *s = g_ptr_array_index(m->steps, step);
    return g_ptr_array_index(s->boards, board);
}

static void model__boards__each_step_keeps_its_rows(void **state)
{
    (void)state;
    struct model *m = model_new(0);
    tell(m, "{\"event\":\"board\",\"board\":\"a\",\"rows\":[{\"id\":1,\"text\":\"before hello\"}]}");
    tell(m, "{\"event\":\"hello\",\"protocol\":1,\"run\":\"1\",\"display\":\":1\",\"task\":\"t\",\"boards\":[{\"name\":\"a\","
            "\"verbs\":["
            "\"go\",\"move\",7]},{\"title\":\"no name\"},{\"name\":\"b\",\"title\":\"B\"}]}");
    assert_int_equal(m->about.boards->len, 2);
    assert_int_equal(model_board(m, 0)->verbs, BOARD_GO | BOARD_MOVE);
    assert_string_equal(model_board(m, 0)->title, "a");
    assert_int_equal(model_board_find(m, "b"), 1);
    assert_int_equal(model_board_find(m, "c"), -1);
    assert_int_equal(rows_in(m, 0, 0)->len, 0);
    tell(m, "{\"event\":\"state\",\"state\":\"observing\",\"step\":1}");
    tell(m, "{\"event\":\"board\",\"board\":\"a\",\"rows\":[{\"id\":1,\"text\":\"one\",\"state\":\"done\",\"note\":\"n\"}]}");
    tell(m, "{\"event\":\"state\",\"state\":\"observing\",\"step\":2}");
    tell(m, "{\"event\":\"proposal\",\"id\":1,\"step\":3,\"action\":{\"skill\":\"s\",\"args\":{}},\"timeline\":[],\"tier\":0,"
            "\"rule\":\"\",\"digest\":\"\",\"target\":null}");
    assert_int_equal(m->steps->len, 3);
    assert_ptr_equal(rows_in(m, 0, 0), rows_in(m, 2, 0)); /* the same, not copied */
    tell(m, "{\"event\":\"board\",\"board\":\"a\",\"rows\":[]}");
    assert_int_equal(rows_in(m, 2, 0)->len, 0);
    const struct board_row *row = g_ptr_array_index(rows_in(m, 1, 0), 0);
    assert_true(row->id == 1 && row->state == BOARD_DONE && row->depth == 0);
    assert_string_equal(row->note, "n");
    assert_int_equal(rows_in(m, 1, 1)->len, 0);
    tell(m, "{\"event\":\"board\",\"board\":\"c\",\"rows\":[{\"id\":1,\"text\":\"of none\"}]}");
    model_free(m);
}

static void model__rows__what_is_none_is_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        guint n;
    } cases[] = {{"[{\"id\":1,\"text\":\"a\"}]", 1},
                 {"[{\"id\":0,\"text\":\"a\"}]", 0},
                 {"[{\"id\":1.5,\"text\":\"a\"}]", 0},
                 {"[{\"id\":1}]", 0},
                 {"[{\"id\":1,\"text\":7}]", 0},
                 {"[{\"id\":1,\"text\":\"a\",\"depth\":101}]", 0},
                 {"[{\"id\":1,\"text\":\"a\",\"depth\":-1}]", 0},
                 {"[1,null,\"x\",[],{}]", 0},
                 {"{\"id\":1,\"text\":\"a\"}", 0},
                 {"garbage", 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GPtrArray) rows = model_read_rows(cases[i].json);
        if (rows->len != cases[i].n)
            fail_msg("%s: %u rows", cases[i].json, rows->len);
    }
    g_autoptr(GString) many = g_string_new("[");
    for (int i = 1; i <= BOARD_ROWS_MAX + 1; i++)
        g_string_append_printf(many, "%s{\"id\":%d,\"text\":\"a\"}", i > 1 ? "," : "", i);
    g_string_append_c(many, ']');
    g_autoptr(GPtrArray) rows = model_read_rows(many->str);
    assert_int_equal(rows->len, BOARD_ROWS_MAX);
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skill_rank__what_the_run_has__other_libraries__other_tools),
        cmocka_unit_test(skill_match__name__before_what_is_in_it_and_the_rest),
        cmocka_unit_test(model__boards__each_step_keeps_its_rows),
        cmocka_unit_test(model__rows__what_is_none_is_left_out),
        cmocka_unit_test(arming__arms__after_the_quiet_time_and_not_a_moment_before),
        cmocka_unit_test(arming__starts_anew__on_every_key_also_when_armed),
        cmocka_unit_test(arming__never__while_unreadable),
        cmocka_unit_test(text__fit__never_exceeds_its_width),
        cmocka_unit_test(text__fit_two__cut_where_they_are_the_same),
        cmocka_unit_test(text__wrap__loses_nothing),
        cmocka_unit_test(text__wrap__one_column_and_a_wide_character_ends),
        cmocka_unit_test(input__edits__by_characters_not_bytes),
        cmocka_unit_test(keys__table__no_key_twice_and_none_of_them_approves_but_y),
        cmocka_unit_test(layout__every_size__has_room_for_every_part),
        cmocka_unit_test(layout__picture__has_what_nobody_else_needs),
        cmocka_unit_test(lens__near__is_its_own_size_or_larger_around_the_target),
        cmocka_unit_test(lens__any_keys__stay_on_the_picture_and_come_back),
        cmocka_unit_test(lens__several_keys_between_two_pictures__each_of_them_counts),
        cmocka_unit_test(difference__places__are_apart_tight_and_in_reading_order),
        cmocka_unit_test(thumbnails__fit__keeps_the_shape),
        cmocka_unit_test(thumbnails__enlarged__is_its_own_size_at_least),
        cmocka_unit_test(thumbnails__get__colours_are_those_of_the_pixels),
        cmocka_unit_test(thumbnails__get__says_what_is_wrong_with_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
