/* What is taken for a scroll bar that fades, and what is not: bars elsewhere, of another shape or colour, words, two things. */

#include "engine/picture/screen_match.h"

#include "engine/picture/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define WIDTH 640
#define HEIGHT 480
#define GROUND 0xdcdad5
#define LIST 0xffffff

static const struct area window = {100, 50, 400, 300}, list = {140, 80, 200, 150};

/* Of a press in the window's middle. */
static struct screen_match_rules rules(void)
{
    return (struct screen_match_rules){.close = {252, 152, 96, 96},
                                       .core = {276, 176, 48, 48},
                                       .window = window,
                                       .tolerance = 24,
                                       .min_target = 0.98,
                                       .min_frame = 0.95};
}

static void fill(frame *f, struct area a, guint32 colour)
{
    frame_fill(f, a.x, a.y, a.width, a.height, colour);
}

/* A window, and in it a list with a border. */
static frame *scene(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    fill(f, (struct area){0, 0, WIDTH, HEIGHT}, 0x305070);
    fill(f, window, GROUND);
    fill(f, (struct area){list.x - 1, list.y - 1, list.width + 2, list.height + 2}, 0xcdc7c2);
    fill(f, list, LIST);
    return f;
}

/* As GTK draws it: a pale rim on its left, and rounded ends. */
static void draw_bar(frame *f, struct area a, guint32 colour)
{
    fill(f, a, colour);
    f->pixels[a.y * WIDTH + a.x] = f->pixels[(a.y + a.height - 1) * WIDTH + a.x] = 0xe5e4e0;
    if (a.height > a.width)
        fill(f, (struct area){a.x, a.y + 2, 1, a.height - 4}, 0xe9e7e4);
}

static bool changed(const frame *before, const frame *after, const struct screen_match_rules *r)
{
    struct screen_match l = screen_match_measure(before, after, r);
    g_autofree char *what = screen_match_changed(&l, r);
    return what != NULL;
}

/* Whether such a bar comes, and whether it goes, without being a change; both must be the same. */
static bool fades_by(const struct screen_match_rules *r, struct area a, guint32 colour)
{
    g_autoptr(frame) without = scene(), with = scene();
    draw_bar(with, a, colour);
    bool gone = !changed(with, without, r), come = !changed(without, with, r);
    assert_int_equal(gone, come);
    return gone;
}

static bool fades(struct area a, guint32 colour)
{
    const struct screen_match_rules r = rules();
    return fades_by(&r, a, colour);
}

static void bar_at_the_edge__fades(void **state)
{
    (void)state;
    assert_true(fades((struct area){496, 90, 4, 237}, 0x9e9e9b));  /* of the window */
    assert_true(fades((struct area){492, 90, 4, 32}, 0x9e9e9b));   /* a little apart */
    assert_true(fades((struct area){336, 85, 3, 40}, 0xc8caca));   /* of a list in it */
    assert_true(fades((struct area){150, 345, 200, 4}, 0x9e9e9b)); /* lying */
    struct screen_match_rules keys = rules();
    keys.close = window;
    keys.core = (struct area){0};
    assert_true(fades_by(&keys, (struct area){496, 90, 4, 237}, 0x9e9e9b));
    keys.window = (struct area){120, 60, 100, 80}; /* a dialog over it */
    g_autoptr(GArray) program G_GNUC_UNUSED = keys.program = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(keys.program, window);
    assert_true(fades_by(&keys, (struct area){336, 85, 3, 40}, 0xc8caca));
}

/* GTK's bar over a list: what is under it, mixed with white at its rim and with a dark grey inside. */
static void draw_over(frame *f, struct area bar)
{
    for (int y = bar.y; y < bar.y + bar.height; y++)
        for (int x = bar.x; x < bar.x + bar.width; x++) {
            const bool rim = x == bar.x || x == bar.x + bar.width - 1 || y == bar.y || y == bar.y + bar.height - 1;
            guint32 *p = &f->pixels[y * WIDTH + x], mixed = 0;
            for (int shift = 0; shift <= 16; shift += 8) {
                const guint32 was = *p >> shift & 0xff;
                mixed |= (was * 6 + (rim ? 0xff : 0x34) * 4) / 10 << shift;
            }
            *p = mixed;
        }
}

static void bar_over_rows__fades(void **state)
{
    (void)state;
    static const struct {
        struct area row; /* of another colour */
        guint32 other;   /* its colour; 0 = two letters */
        bool fades;
    } rows[] = {{{140, 80, 200, 74}, 0x3584e4, true},  {{140, 80, 200, 24}, 0x3584e4, true},
                {{140, 100, 200, 24}, 0x3584e4, true}, {{140, 100, 200, 24}, 0xe0d0d0, true},
                {{140, 100, 200, 6}, 0x3584e4, false}, {{330, 96, 8, 9}, 0, false}};
    static const struct area bar = {335, 82, 5, 60};
    const struct screen_match_rules r = rules();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(frame) without = scene();
        fill(without, rows[i].row, rows[i].other);
        g_autoptr(frame) with = frame_copy(without);
        draw_over(with, bar);
        if (changed(without, with, &r) == rows[i].fades || changed(with, without, &r) == rows[i].fades)
            fail_msg("row %d", (int)i);
        fill(with, (struct area){336, 110, 3, 10}, 0xe01b24); /* something of a colour in it */
        assert_true(changed(without, with, &r));
        assert_true(changed(with, without, &r));
    }
}

/* A dark theme: the bar has a rim of the border's colour, and lies against the border. */
static void bar_with_a_rim_like_the_border__fades(void **state)
{
    (void)state;
    const struct screen_match_rules r = rules();
    g_autoptr(frame) without = scene();
    fill(without, (struct area){341, 100, 20, 10}, 0x305070); /* something on its other side */
    g_autoptr(frame) with = frame_copy(without);
    draw_bar(with, (struct area){335, 85, 5, 40}, 0xc8caca);
    fill(with, (struct area){339, 87, 1, 36}, 0xcdc7c2);
    assert_false(changed(without, with, &r));
    assert_false(changed(with, without, &r));
    fill(without, (struct area){338, 60, 2, 200}, 0xcdc7c2); /* no border: the ground itself is so */
    fill(with, (struct area){339, 60, 1, 200}, 0xcdc7c2);
    assert_true(changed(without, with, &r));
    assert_true(changed(with, without, &r));
}

/* Both pictures show it, one of them paler; and what is no change by itself is none beside it. */
static void bar_that_goes_on_fading__fades(void **state)
{
    (void)state;
    static const struct area bar = {496, 90, 4, 237};
    const struct screen_match_rules r = rules();
    g_autoptr(frame) with = scene(), paler = scene();
    draw_bar(with, bar, 0x989997);
    draw_bar(paler, bar, 0xa3a3a1);
    paler->pixels[bar.y * WIDTH + bar.x] += 0x010101; /* at its round end, too */
    assert_false(changed(with, paler, &r));
    assert_false(changed(paler, with, &r));
    paler->pixels[60 * WIDTH + 120] -= 0x050501;
    assert_false(changed(with, paler, &r));
    g_autoptr(frame) written = frame_copy(paler), without = scene();
    fill(written, (struct area){497, 91, 2, 2}, 0xc8c8c8); /* on its end: more than the bar's own fading */
    assert_true(changed(with, written, &r));
    without->pixels[60 * WIDTH + 120] -= 0x1e1e1e; /* one that is a change by itself */
    assert_true(changed(with, without, &r));
}

static void bar_elsewhere__is_a_change(void **state)
{
    (void)state;
    assert_false(fades((struct area){483, 90, 8, 237}, 0x9e9e9b)); /* 9 px from the edge */
    assert_false(fades((struct area){100, 90, 4, 237}, 0x9e9e9b)); /* the left one */
    assert_false(fades((struct area){141, 85, 3, 40}, 0xc8caca));
    assert_false(fades((struct area){150, 51, 200, 4}, 0x9e9e9b)); /* the upper one */
    assert_false(fades((struct area){336, 160, 3, 40}, 0xc8caca)); /* where the press goes */
    assert_false(fades((struct area){400, 100, 4, 60}, 0x9e9e9b)); /* in the middle */
}

static void bar_of_another_kind__is_a_change(void **state)
{
    (void)state;
    assert_false(fades((struct area){491, 90, 9, 237}, 0x9e9e9b)); /* too broad */
    assert_false(fades((struct area){498, 90, 2, 237}, 0x9e9e9b)); /* a line */
    assert_false(fades((struct area){496, 90, 4, 31}, 0x9e9e9b));  /* too short */
    assert_false(fades((struct area){496, 90, 4, 237}, 0x3584e4)); /* coloured */
    assert_false(fades((struct area){496, 90, 4, 237}, 0x202020)); /* as dark as writing */
}

static void something_else__is_a_change(void **state)
{
    (void)state;
    static const struct area bar = {496, 90, 4, 237};
    const struct screen_match_rules r = rules();
    g_autoptr(frame) without = scene(), with = scene();
    draw_bar(with, bar, 0x9e9e9b);
    g_autoptr(frame) also = frame_copy(with), notched = frame_copy(with), written = frame_copy(without);
    fill(also, (struct area){120, 60, 4, 8}, 0); /* one thing more */
    assert_true(changed(without, also, &r));
    fill(also, (struct area){120, 60, 4, 8}, GROUND + 0x030303); /* also a faint one */
    assert_true(changed(without, also, &r));
    fill(notched, (struct area){498, 200, 1, 1}, 0x9e9e9e);
    assert_true(changed(without, notched, &r));
    fill(written, (struct area){497, 150, 2, 8}, 0x404040); /* under it */
    assert_true(changed(written, with, &r));
    g_autoptr(frame) further = frame_copy(without);
    draw_bar(further, (struct area){bar.x, bar.y + 10, bar.width, bar.height}, 0x9e9e9b); /* it was moved */
    assert_true(changed(with, further, &r));
    struct screen_match_rules no_window = r;
    no_window.window = (struct area){0};
    no_window.close = (struct area){0, 0, WIDTH, HEIGHT};
    no_window.core = (struct area){0};
    assert_true(changed(without, with, &no_window));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bar_at_the_edge__fades),
        cmocka_unit_test(bar_over_rows__fades),
        cmocka_unit_test(bar_with_a_rim_like_the_border__fades),
        cmocka_unit_test(bar_that_goes_on_fading__fades),
        cmocka_unit_test(bar_elsewhere__is_a_change),
        cmocka_unit_test(bar_of_another_kind__is_a_change),
        cmocka_unit_test(something_else__is_a_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
