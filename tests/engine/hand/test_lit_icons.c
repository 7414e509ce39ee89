/* Icons of buttons: which are the same, highlighted as GTK 3 or GTK 2 does it, and which are another one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/lit_icons.h"

#define WIDTH 300
#define HEIGHT 100
#define BUTTON 40 /* px, its side */
#define ICON 22
#define HERE_X 200 /* its upper left corner: where the pointer goes to */
#define THERE_X 60 /* where it came from */
#define BUTTON_Y 30
#define GROUND 0xf6f5f4u
#define LIGHT 0xf8f8f7u
#define BORDER 0xcdc7c2u
#define BLUE 0x3465a4u
#define GREEN 0x4e9a06u

/* Of a pixel of an icon. */
struct ink {
    guint32 colour;
    double opacity;
};

enum icon { PLUS, MINUS, BADGE, SHIFTED, DIMMED, GHOST, NONE };

static struct ink ink_at(enum icon icon, int i, int j)
{
    int x = i - (icon == SHIFTED), stroke = icon == MINUS ? 0 : ABS(x - 11);
    double part = icon == DIMMED ? 0.4 : 1;
    bool edge = x < 3 || x > 18 || j < 3 || j > 18;
    if (icon == NONE)
        return (struct ink){0, 0};
    if (icon == BADGE && i > 14 && j > 14)
        return (struct ink){GREEN, 1};
    if (icon == GHOST && i >= 8 && i < 14 && j == 11)
        return (struct ink){GROUND, 0.5}; /* of the ground's colour: only the highlight shows it */
    if (x < 2 || x > 19 || j < 2 || j > 19)
        return (struct ink){0, j == 20 ? 0.15 : 0}; /* its shadow */
    if (icon == GHOST)
        return (struct ink){BLUE, edge ? 1 : 0};
    if (edge)
        return (struct ink){BLUE, part * 0.5};
    return (struct ink){(stroke < 2 && j > 5 && j < 16) || (ABS(j - 11) < 2 && x > 5 && x < 16) ? 0xffffffu : BLUE, part};
}

static bool gtk2;

static int channel(guint32 colour, int bit)
{
    return (int)(colour >> bit & 0xff);
}

/* A fifth more saturated. */
static double saturated(guint32 colour, int bit)
{
    double grey = 0.3 * channel(colour, 16) + 0.59 * channel(colour, 8) + 0.11 * channel(colour, 0);
    return CLAMP(1.2 * channel(colour, bit) - 0.2 * grey, 0, 255) / 255;
}

/* As cairo does it: the icon, and over it a tenth of white, dodging, with the icon as its mask. */
static guint32 drawn(struct ink ink, guint32 ground, bool lit)
{
    guint32 colour = 0;
    for (int bit = 0; bit <= 16; bit += 8) {
        double a = ink.opacity, c = channel(ink.colour, bit) / 255.0, on = a * c;
        if (lit && gtk2) {
            on = a * saturated(ink.colour, bit);
        } else if (lit) {
            on = (1 - a) * 0.1 * a + (1 - a) * on + a * a * MIN(1, c / 0.9);
            a = 1 - (1 - a) * (1 - a);
        }
        colour |= (guint32)(255 * on + (1 - a) * channel(ground, bit) + 0.5) << bit;
    }
    return colour;
}

static void draw_button(frame *f, int left, enum icon icon, guint32 light, bool lit)
{
    frame_fill(f, left, BUTTON_Y, BUTTON, BUTTON, lit ? BORDER : GROUND);
    frame_fill(f, left + 1, BUTTON_Y + 1, BUTTON - 2, BUTTON - 2, lit ? light : GROUND);
    for (int j = 0; j < ICON; j++)
        for (int i = 0; i < ICON; i++)
            frame_fill(f, left + 9 + i, BUTTON_Y + 9 + j, 1, 1, drawn(ink_at(icon, i, j), lit ? light : GROUND, lit));
}

/* A tool bar with a button where the pointer came from, and one where it goes to. */
static frame *bar(enum icon there, bool there_lit, enum icon here, bool here_lit, guint32 light)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    draw_button(f, THERE_X, there, light, there_lit);
    draw_button(f, HERE_X, here, light, here_lit);
    return f;
}

static const struct arrival way = {
    THERE_X + BUTTON / 2, BUTTON_Y + BUTTON / 2, HERE_X + BUTTON / 2, BUTTON_Y + BUTTON / 2, {0, 0, WIDTH, HEIGHT}};

static GArray *found(const frame *before, const frame *now)
{
    g_autoptr(GArray) over = g_array_new(FALSE, FALSE, sizeof(struct area));
    return lit_icons(before, now, &way, over, 0, HEIGHT - 1);
}

static void highlighted_icons__are_found(void **state)
{
    gtk2 = *state != NULL;
    g_autoptr(frame) before = bar(PLUS, true, PLUS, false, LIGHT), now = bar(PLUS, false, PLUS, true, LIGHT);
    g_autoptr(GArray) icons = found(before, now);
    assert_int_equal(icons->len, 2);
    for (guint i = 0; i < icons->len; i++) {
        struct area a = g_array_index(icons, struct area, i);
        int left = i == 0 ? HERE_X : THERE_X;
        assert_true(area_has(a, left + 11, BUTTON_Y + 11) && area_has(a, left + 28, BUTTON_Y + 29));
        assert_true(a.x > left && a.y > BUTTON_Y && a.x + a.width < left + BUTTON && a.y + a.height < BUTTON_Y + BUTTON);
    }
}

/* A tooltip that has gone from below the button is no part of it. */
static void tooltip_at_the_button__is_no_part_of_it(void **state)
{
    (void)state;
    const struct area tip = {THERE_X - 20, BUTTON_Y + BUTTON, 120, 28};
    g_autoptr(frame) before = bar(PLUS, true, PLUS, false, LIGHT), now = bar(PLUS, false, PLUS, true, LIGHT);
    g_autoptr(GArray) over = g_array_new(FALSE, FALSE, sizeof(struct area));
    frame_fill(before, tip.x, tip.y, tip.width, tip.height, 0);
    g_array_append_val(over, tip);
    g_autoptr(GArray) icons = lit_icons(before, now, &way, over, 0, HEIGHT - 1);
    assert_int_equal(icons->len, 2);
}

static void other_icons__are_none(void **state)
{
    gtk2 = *state != NULL;
    static const enum icon pairs[][2] = {{PLUS, MINUS},  {MINUS, PLUS},  {PLUS, BADGE}, {BADGE, PLUS}, {PLUS, SHIFTED},
                                         {DIMMED, PLUS}, {PLUS, DIMMED}, {PLUS, NONE},  {NONE, PLUS}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autoptr(frame) before = bar(NONE, false, pairs[i][0], false, LIGHT), now = bar(NONE, false, pairs[i][1], true, LIGHT);
        g_autoptr(GArray) icons = found(before, now);
        if (icons->len)
            fail_msg("pair %d is taken for the same", (int)i);
    }
}

/* What the highlight alone would show: a program that hides a word in the ground's colour. */
static void stroke_that_only_the_highlight_shows__is_none(void **state)
{
    (void)state;
    g_autoptr(frame) before = bar(NONE, false, GHOST, false, LIGHT), now = bar(NONE, false, GHOST, true, LIGHT);
    assert_true(frame_step(now->pixels[(BUTTON_Y + 20) * WIDTH + HERE_X + 20], LIGHT) >= 8);
    g_autoptr(GArray) icons = found(before, now);
    assert_int_equal(icons->len, 0);
}

/* A toggle that went on has a ground that is quite another. */
static void icon_on_quite_another_ground__is_none(void **state)
{
    (void)state;
    g_autoptr(frame) before = bar(NONE, false, PLUS, false, 0xd6d1cd), now = bar(NONE, false, PLUS, true, 0xd6d1cd);
    g_autoptr(GArray) icons = found(before, now);
    assert_int_equal(icons->len, 0);
}

static void icon_of_another_button__is_none(void **state)
{
    (void)state;
    g_autoptr(frame) before = bar(NONE, false, PLUS, false, LIGHT), now = bar(NONE, false, PLUS, false, LIGHT);
    draw_button(before, 130, PLUS, LIGHT, false);
    draw_button(now, 130, PLUS, LIGHT, true);
    g_autoptr(GArray) icons = found(before, now);
    assert_int_equal(icons->len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(highlighted_icons__are_found),
        cmocka_unit_test(tooltip_at_the_button__is_no_part_of_it),
        cmocka_unit_test(other_icons__are_none),
        cmocka_unit_test(stroke_that_only_the_highlight_shows__is_none),
        cmocka_unit_test(icon_on_quite_another_ground__is_none),
        cmocka_unit_test(icon_of_another_button__is_none),
        cmocka_unit_test_prestate(highlighted_icons__are_found, &gtk2),
        cmocka_unit_test_prestate(other_icons__are_none, &gtk2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
