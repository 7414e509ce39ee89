/* What is taken for a caret, and what is not: words that blink, two bars, bars that never came back. */

#include "engine/picture/caret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define WIDTH 320
#define HEIGHT 240
#define GROUND 0xffffff

static const struct area bar = {100, 80, 2, 16};

static struct screen_match_rules rules(void)
{
    return (struct screen_match_rules){.close = {60, 40, 96, 96}, .window = {40, 30, 200, 150}};
}

static frame *blank(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    return f;
}

static frame *with(const frame *f, struct area a, guint32 colour)
{
    frame *copy = frame_copy(f);
    frame_fill(copy, a.x, a.y, a.width, a.height, colour);
    return copy;
}

static bool found(const caret *c, struct screen_match_caret *ret)
{
    const struct screen_match_rules r = rules();
    struct screen_match_caret second;
    bool is = caret_find(c, &r, ret, &second);
    assert_int_equal(second.at.width, 0);
    return is;
}

/* It comes, and goes. */
static void blink(caret *c, const frame *off, struct area a)
{
    g_autoptr(frame) on = with(off, a, 0);
    caret_note(c, off, on);
    caret_note(c, off, off);
}

static void bar__that_came_and_went__is_one(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), on = with(off, bar, 0);
    struct screen_match_caret is;
    caret_note(c, off, on);
    assert_false(found(c, &is)); /* it may be a letter that has come to stay */
    caret_note(c, off, off);
    assert_true(found(c, &is));
    assert_int_equal(is.at.x, bar.x);
    assert_int_equal(is.at.height, bar.height);
    assert_int_equal(screen_match_caret_shown(&is, on, 0, 0).width, bar.width);
    assert_int_equal(screen_match_caret_shown(&is, off, 0, 0).width, 0);
    g_autoptr(frame) crop = frame_crop(on, 90, 70, 50, 50), less = frame_crop(on, 90, 90, 50, 50);
    assert_int_equal(screen_match_caret_shown(&is, crop, 90, 70).x, bar.x);
    assert_int_equal(screen_match_caret_shown(&is, less, 90, 90).width, 0); /* not all of it is to be seen */
    caret_begin(c);
    assert_false(found(c, &is));
}

static void bar__that_was_there_first__is_one(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), on = with(off, bar, 0);
    struct screen_match_caret is;
    caret_note(c, on, off);
    caret_note(c, on, on);
    assert_true(found(c, &is));
    assert_int_equal(is.pixels[0], GROUND);
}

/* The focus goes to and fro between two fields: which one has it is what matters. */
static void two_bars__are_none(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), here = with(off, bar, 0), there = with(off, (struct area){180, 80, 2, 16}, 0);
    struct screen_match_caret is;
    caret_note(c, here, there);
    caret_note(c, here, here);
    assert_false(found(c, &is));
    caret_begin(c);
    blink(c, off, bar);
    blink(c, off, (struct area){300, 200, 2, 16}); /* in another program's window */
    assert_true(found(c, &is));
    blink(c, off, (struct area){bar.x + 1, bar.y, 2, 16});
    assert_false(found(c, &is));
}

static const struct area left = {50, 150, 1, 16}, right = {180, 150, 1, 17};

/* A press goes to neither of the two bars. */
static bool found_two(const caret *c, struct area close, struct screen_match_caret *ret, struct screen_match_caret *ret_second)
{
    const struct screen_match_rules r = {.close = close, .core = close, .window = {40, 30, 200, 150}};
    return caret_find(c, &r, ret, ret_second) && ret_second->at.width > 0;
}

/* The screen shows the one, the other, both and none, as often as asked; `off` is what was decided on. */
static void show_in_turn(caret *c, const frame *expected, const char *states)
{
    g_autoptr(frame) off = blank(), first = with(off, left, 0), second = with(off, right, 0), both = with(first, right, 0);
    for (; *states; states++)
        caret_note(c, expected, *states == 'l' ? first : *states == 'r' ? second : *states == 'b' ? both : off);
}

/* Gnumeric shows what is typed in the cell and above the sheet, with a caret in both; each has a time of its own. */
static void two_bars_that_blink_by_themselves__are_two(void **state)
{
    (void)state;
    static const struct area press = {60, 40, 96, 96}, on_left = {30, 140, 40, 40};
    g_autoptr(frame) off = blank(), first = with(off, left, 0), both = with(first, right, 0);
    const frame *const expected[] = {off, first, both};
    struct screen_match_caret is, second;
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(caret) c = caret_new();
        show_in_turn(c, expected[i], "lbr-lbr-");
        assert_true(found_two(c, press, &is, &second));
        assert_true((is.at.x == left.x && second.at.x == right.x) || (is.at.x == right.x && second.at.x == left.x));
        assert_false(found_two(c, on_left, &is, &second));
        const struct screen_match_rules keys = {.close = {40, 30, 200, 150}, .window = {40, 30, 200, 150}};
        assert_true(caret_find(c, &keys, &is, &second) && second.at.width);
    }
}

/* The focus goes to and fro between two fields, and blinks in both: never are there two. A word blinks: all of it at a time. */
static void two_bars_of_one_focus_or_word__are_none(void **state)
{
    (void)state;
    static const struct area press = {60, 40, 96, 96};
    static const char *const ways[] = {"l-l-r-r-lrlrl-r-", "b-b-b-b-", "lbl-lbl-", "bl-bl-"};
    g_autoptr(frame) off = blank(), first = with(off, left, 0), second_on = with(off, right, 0), both = with(first, right, 0);
    const frame *const expected[] = {off, first, second_on, both};
    struct screen_match_caret is, second;
    for (gsize i = 0; i < G_N_ELEMENTS(ways) * G_N_ELEMENTS(expected); i++) {
        g_autoptr(caret) c = caret_new();
        show_in_turn(c, expected[i % G_N_ELEMENTS(expected)], ways[i / G_N_ELEMENTS(expected)]);
        assert_false(found_two(c, press, &is, &second));
    }
}

/* A card that is shown again has another picture; what blinks in it is known. */
static void what_has_blinked__is_known_in_the_next_picture(void **state)
{
    (void)state;
    static const struct area press = {60, 40, 96, 96};
    g_autoptr(frame) off = blank(), first = with(off, left, 0), second_on = with(off, right, 0), both = with(first, right, 0);
    const frame *const next[] = {off, first, second_on, both};
    struct screen_match_caret is, second;
    for (gsize i = 0; i < G_N_ELEMENTS(next); i++) {
        g_autoptr(caret) c = caret_new();
        show_in_turn(c, first, "lbr-lbl");
        caret_go_on(c, next[i]);
        assert_true(found_two(c, press, &is, &second));
        const struct screen_match_caret *of_left = is.at.x == left.x ? &is : &second;
        assert_int_equal(of_left->pixels[0], frame_pixel(next[i], left.x, left.y) == 0 ? GROUND : 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(next); i++) { /* of one focus it makes no two */
        g_autoptr(caret) c = caret_new();
        show_in_turn(c, first, "l-r-");
        caret_go_on(c, next[i]);
        show_in_turn(c, next[i], "l-r-l-r-");
        assert_false(found_two(c, press, &is, &second));
    }
}

/* A letter that came to stay is in the next picture, and may not go; a bar that is no more is forgotten. */
static void what_came_once__is_forgotten_in_the_next_picture(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), on = with(off, bar, 0), grey = with(off, bar, 0x808080);
    struct screen_match_caret is;
    caret_note(c, off, on);
    caret_go_on(c, on);
    caret_note(c, on, on);
    assert_false(found(c, &is));
    caret_begin(c);
    blink(c, off, bar);
    caret_go_on(c, grey);
    assert_false(found(c, &is));
}

static void only_bars__differ(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), word = with(off, (struct area){100, 80, 30, 12}, 0);
    show_in_turn(c, off, "b");
    assert_true(caret_only(c));
    caret_note(c, off, word);
    assert_false(caret_only(c));
}

static void other_shapes__are_none(void **state)
{
    (void)state;
    static const struct area shapes[] = {{100, 80, 4, 16}, {100, 80, 2, 7}, {100, 80, 2, 65}, {100, 80, 12, 2}, {100, 80, 1, 1}};
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank();
    struct screen_match_caret is;
    for (gsize i = 0; i < G_N_ELEMENTS(shapes); i++) {
        caret_begin(c);
        blink(c, off, shapes[i]);
        assert_false(found(c, &is));
    }
    caret_begin(c);
    blink(c, off, (struct area){100, 80, 3, 8});
    assert_true(found(c, &is));
}

/* The stems of an H belong together, and an i has a dot. */
static void letters__are_none(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), stems = with(off, (struct area){100, 80, 2, 12}, 0);
    frame_fill(stems, 108, 80, 2, 12, 0);
    frame_fill(stems, 100, 85, 10, 2, 0);
    struct screen_match_caret is;
    caret_note(c, off, stems);
    caret_note(c, off, off);
    assert_false(found(c, &is));
    caret_begin(c);
    g_autoptr(frame) dotted = with(off, (struct area){100, 80, 1, 12}, 0);
    frame_fill(dotted, 100, 82, 1, 1, GROUND);
    caret_note(c, off, dotted);
    caret_note(c, off, off);
    assert_false(found(c, &is));
}

/* A bar that changes from one picture to another, neither of one colour. */
static void bar_of_many_colours__is_none(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) one = blank(), other = blank();
    struct screen_match_caret is;
    for (int y = 0; y < bar.height; y++) {
        frame_fill(one, bar.x, bar.y + y, bar.width, 1, 0x010101u * (guint)y);
        frame_fill(other, bar.x, bar.y + y, bar.width, 1, 0x80ff00u + (guint)y);
    }
    caret_note(c, one, other);
    caret_note(c, one, one);
    assert_false(found(c, &is));
}

/* Qt's turns what it lies on into its opposite: a letter beside it makes it no other thing. */
static void bar_of_opposite_colours__is_one(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), on = NULL;
    struct screen_match_caret is;
    frame_fill(off, bar.x, bar.y + 4, bar.width, 3, 0x20409e);
    on = frame_copy(off);
    for (int y = bar.y; y < bar.y + bar.height; y++)
        for (int x = bar.x; x < bar.x + bar.width; x++)
            on->pixels[y * on->width + x] ^= 0xffffff;
    caret_note(c, off, on);
    caret_note(c, off, off);
    assert_true(found(c, &is));
}

/* Of the way to the opposite colour, so much in 255. */
static guint32 towards(guint32 p, int share)
{
    guint32 all = 0;
    for (int bit = 0; bit <= 16; bit += 8) {
        int is = p >> bit & 0xff;
        all |= (guint32)(is + (255 - 2 * is) * share / 255) << bit;
    }
    return all;
}

#define ROWS 28

/* A page with a ruled line, and a bar that turns it, so much in each column; less in its first and last row. */
static void ruled(const int *shares, int columns, int ends, frame **ret_off, frame **ret_on)
{
    *ret_off = blank();
    frame_fill(*ret_off, 0, bar.y + 9, WIDTH, 1, 0x9ecfff);
    frame_fill(*ret_off, 0, bar.y + 10, WIDTH, 1, 0xb3d9ff);
    *ret_on = frame_copy(*ret_off);
    for (int y = bar.y; y < bar.y + ROWS; y++)
        for (int x = 0; x < columns; x++) {
            guint32 *p = &(*ret_on)->pixels[y * WIDTH + bar.x + x];
            *p = towards(*p, y == bar.y || y == bar.y + ROWS - 1 ? shares[x] * ends / 255 : shares[x]);
        }
}

/* Xournal++'s: the opposite colours, drawn between pixels; on a ruled page neither state has one colour. */
static void soft_bar_over_a_line__is_one(void **state)
{
    (void)state;
    static const int shares[][3] = {{255, 255}, {105, 255, 150}, {255, 75}};
    static const int columns[] = {2, 3, 2};
    for (gsize i = 0; i < G_N_ELEMENTS(columns); i++) {
        g_autoptr(caret) c = caret_new();
        g_autoptr(frame) off = NULL, on = NULL;
        struct screen_match_caret is;
        ruled(shares[i], columns[i], 119, &off, &on);
        caret_note(c, off, on);
        caret_note(c, off, off);
        assert_true(found(c, &is));
        caret_begin(c);
        caret_note(c, on, off);
        caret_note(c, on, on);
        assert_true(found(c, &is));
        assert_int_equal(is.at.width, columns[i]);
        assert_int_equal(is.at.height, ROWS);
    }
}

/* A stroke that turns less of what it lies on in some of its rows is a letter, or says something; so is one that is faint all
 * over, or that is not the opposite of anything. */
static void soft_bar_that_is_uneven__is_none(void **state)
{
    (void)state;
    static const int full[] = {255, 255}, faint[] = {150, 105};
    static const guint32 wrong[] = {0x888888, 0x6130c0, 0x9ecffe};
    g_autoptr(frame) off = NULL, on = NULL, none = NULL, weak = NULL;
    struct screen_match_caret is;
    ruled(full, 2, 119, &off, &on);
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(caret) c = caret_new();
        g_autoptr(frame) other = frame_copy(on);
        other->pixels[(bar.y + 9) * WIDTH + bar.x] = wrong[i];
        caret_note(c, off, other);
        caret_note(c, off, off);
        assert_false(found(c, &is));
    }
    g_autoptr(caret) c = caret_new();
    ruled(faint, 2, 255, &none, &weak);
    caret_note(c, none, weak);
    caret_note(c, none, none);
    assert_false(found(c, &is));
    g_autoptr(frame) grey = with(off, bar, 0x808080), lit = with(grey, bar, 0x404040); /* further than the opposite is */
    grey->pixels[bar.y * WIDTH + bar.x] = 0x7f7f7f;
    lit->pixels[bar.y * WIDTH + bar.x] = 0x3f3f3f;
    caret_note(c, grey, lit);
    caret_note(c, grey, grey);
    assert_false(found(c, &is));
    g_autoptr(frame) ended = frame_copy(on);
    frame_fill(ended, bar.x, bar.y, 2, 1, 0xe0e0ff); /* its first row goes another way */
    caret_note(c, off, ended);
    caret_note(c, off, off);
    assert_false(found(c, &is));
}

/* What is not compared is no second one. */
static void ignored_places__do_not_count(void **state)
{
    (void)state;
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank();
    struct screen_match_rules r = rules();
    struct screen_match_caret is;
    struct screen_match_caret second;
    struct area clock = {176, 76, 20, 30};
    blink(c, off, bar);
    blink(c, off, (struct area){180, 80, 2, 16});
    assert_false(caret_find(c, &r, &is, &second));
    g_autoptr(GArray) ignored G_GNUC_UNUSED = r.ignored = g_array_new(FALSE, FALSE, sizeof clock);
    g_array_append_val(r.ignored, clock);
    assert_true(caret_find(c, &r, &is, &second));
    assert_int_equal(is.at.x, bar.x);
}

static void moved__a_bar_where_none_has_blinked__is_one(void **state)
{
    (void)state;
    const struct area there = {160, 96, 2, 16}, spot = {200, 96, 9, 9};
    g_autoptr(caret) c = caret_new();
    g_autoptr(frame) off = blank(), on = with(off, bar, 0), other = with(off, there, 0), both = with(on, there, 0),
                     more = with(other, spot, 0);
    assert_false(caret_moved(c, off, other)); /* it may be there that it blinks */
    blink(c, off, bar);
    assert_false(caret_moved(c, off, off));
    assert_false(caret_moved(c, off, on));
    assert_true(caret_moved(c, off, other));
    assert_true(caret_moved(c, on, other)); /* it has gone here, and come there */
    assert_false(caret_moved(c, on, off));
    assert_true(caret_moved(c, off, both));
    assert_false(caret_moved(c, off, more)); /* that is more than a caret */
    caret_begin(c);
    assert_false(caret_moved(c, off, other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bar__that_came_and_went__is_one),
        cmocka_unit_test(bar__that_was_there_first__is_one),
        cmocka_unit_test(two_bars__are_none),
        cmocka_unit_test(two_bars_that_blink_by_themselves__are_two),
        cmocka_unit_test(two_bars_of_one_focus_or_word__are_none),
        cmocka_unit_test(what_has_blinked__is_known_in_the_next_picture),
        cmocka_unit_test(what_came_once__is_forgotten_in_the_next_picture),
        cmocka_unit_test(only_bars__differ),
        cmocka_unit_test(other_shapes__are_none),
        cmocka_unit_test(letters__are_none),
        cmocka_unit_test(bar_of_many_colours__is_none),
        cmocka_unit_test(bar_of_opposite_colours__is_one),
        cmocka_unit_test(soft_bar_over_a_line__is_one),
        cmocka_unit_test(soft_bar_that_is_uneven__is_none),
        cmocka_unit_test(ignored_places__do_not_count),
        cmocka_unit_test(moved__a_bar_where_none_has_blinked__is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
