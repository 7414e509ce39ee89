/* A control that was greyed out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/grey_label.h"

#define WIDTH 80
#define HEIGHT 32
static const struct area box = {4, 4, 72, 24};

/* A button with a word of strokes, the last of which may be another; `mixed`: the colour of their soft edges. */
static frame *button(guint32 ground, guint32 ink, guint32 mixed, int last)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bool letter = y >= 10 && y < 22 && x >= 20 && x < 44 && x % 6 < 2,
                 tail = y >= last && y < last + 2 && x >= 44 && x < 50;
            f->pixels[y * WIDTH + x] = !area_has(box, x, y) ? 0xa0a0a0 : !letter && !tail ? ground : x % 6 == 1 ? mixed : ink;
        }
    return f;
}

static bool came_out(frame *before_take, frame *now_take)
{
    g_autoptr(frame) before = before_take, now = now_take;
    return grey_label_came_out(before, now, box);
}

static frame *grey(int last)
{
    return button(0xf0f0f0, 0xb0b0b0, 0xd0d0d0, last);
}

static frame *black(int last)
{
    return button(0xf0f0f0, 0x202020, 0x888888, last);
}

static void label__in_more_contrast__came_out(void **state)
{
    (void)state;
    assert_true(came_out(grey(12), black(12)));
    assert_true(came_out(grey(12), button(0xe8e8e8, 0x202020, 0x848484, 12)));
}

static void label__other_stroke__no(void **state)
{
    (void)state;
    assert_false(came_out(grey(12), black(18)));
    assert_false(came_out(grey(12), black(-9)));
    assert_false(came_out(grey(-9), black(12)));
}

static void label__greyed_out_or_as_it_was__no(void **state)
{
    (void)state;
    assert_false(came_out(black(12), grey(12)));
    assert_false(came_out(grey(12), grey(12)));
}

/* Of a button that is switched on or off, and of a row that is selected. */
static void label__on_another_ground__no(void **state)
{
    (void)state;
    assert_false(came_out(grey(12), button(0xc8c8c8, 0x000000, 0x646464, 12)));
    assert_false(came_out(grey(12), button(0x3584e4, 0xffffff, 0x9ac1f1, 12)));
}

static void label__none_before__no(void **state)
{
    (void)state;
    assert_false(came_out(button(0xf0f0f0, 0xf0f0f0, 0xf0f0f0, 12), black(12)));
    assert_false(came_out(button(0xf0f0f0, 0xe8e8e8, 0xececec, 12), black(12)));
}

/* A button of KDE: an icon of 14 px before the word, grey or in colours. `other`: the icon has another outline. */
static frame *with_icon(frame *f, bool colours, bool other)
{
    for (int y = 9; y < 23; y++)
        for (int x = 4; x < 18; x++) {
            const bool ring = y < 12 || y >= 20 || x < 7 || x >= 15 || (other ? x < 11 : (y > 14 && x > 9));
            if (ring)
                f->pixels[y * WIDTH + x + 4] = colours ? (y < 16 ? 0x4070c0 : 0x204080) : y < 16 ? 0xb8b8b8 : 0x909090;
        }
    return f;
}

static void label__with_an_icon_in_colours__came_out(void **state)
{
    (void)state;
    assert_true(came_out(with_icon(grey(12), false, false), with_icon(black(12), true, false)));
    assert_false(came_out(with_icon(grey(12), false, false), with_icon(black(12), true, true)));
    assert_false(came_out(with_icon(grey(12), false, false), with_icon(black(18), true, false)));
    assert_false(came_out(with_icon(grey(12), false, false), with_icon(grey(12), true, false)));
    assert_false(came_out(grey(12), with_icon(black(12), true, false)));
    assert_false(came_out(with_icon(grey(12), false, false), black(12)));
}

/* An icon alone, as Qt greys it out: each pixel has its brightness, in less contrast. `last`: another colour, as bright or not.
 */
static frame *icon(bool colours, guint32 last)
{
    const guint32 ink[] = {0xe0b818, 0x206090, last};
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, 0xf0f0f0);
    for (int i = 0; i < 3; i++) {
        const guint32 bright = (11 * (ink[i] >> 16) + 16 * (ink[i] >> 8 & 0xff) + 5 * (ink[i] & 0xff)) / 32,
                      grey = (0xf0 * 2 + bright * 3) / 5;
        frame_fill(f, 20, 8 + 5 * i, 24 - 4 * i, 5, colours ? ink[i] : grey << 16 | grey << 8 | grey);
    }
    return f;
}

static void icon__in_its_colours__came_out(void **state)
{
    (void)state;
    assert_true(came_out(icon(false, 0xc01010), icon(true, 0xc01010)));
    assert_false(came_out(icon(false, 0x400000), icon(true, 0xc0c010)));
    assert_false(came_out(icon(true, 0xc01010), icon(false, 0xc01010)));
}

static void label__beyond_the_picture__no(void **state)
{
    (void)state;
    g_autoptr(frame) before = grey(12), now = black(12);
    assert_false(grey_label_came_out(before, now, (struct area){4, 4, 72, HEIGHT}));
    assert_false(grey_label_came_out(before, now, (struct area){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(label__in_more_contrast__came_out),
        cmocka_unit_test(label__other_stroke__no),
        cmocka_unit_test(label__greyed_out_or_as_it_was__no),
        cmocka_unit_test(label__on_another_ground__no),
        cmocka_unit_test(label__none_before__no),
        cmocka_unit_test(label__with_an_icon_in_colours__came_out),
        cmocka_unit_test(icon__in_its_colours__came_out),
        cmocka_unit_test(label__beyond_the_picture__no),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
