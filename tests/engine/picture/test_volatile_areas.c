/* What is taken for moving by itself, and what only blinks. */

#include "engine/picture/volatile_areas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 320
#define HEIGHT 240
#define STEP_US (500 * 1000)
#define BESIDE(width) ((width) + 2 * SCREEN_MATCH_CELL) /* with a clock's tens to its left, and as much to its right */

static const struct area place = {64, 64, 32, 16};
static const struct area everything = {0, 0, WIDTH, HEIGHT};

static struct screen_match_rules click_at(int x, int y)
{
    return (struct screen_match_rules){.close = {x - 48, y - 48, 96, 96}, .core = {x - 24, y - 24, 48, 48}, .window = everything};
}

/* One picture every half second, each of one colour in its place; `cycle` colours. The time after them. */
static gint64 play(volatile_areas *r, struct area at, int cycle, int pictures, gint64 now_us)
{
    g_autoptr(frame) before = frame_new(WIDTH, HEIGHT);
    for (int i = 0; i < pictures; i++) {
        g_autoptr(frame) after = frame_new(WIDTH, HEIGHT);
        frame_fill(after, at.x, at.y, at.width, at.height, 0x010000u * (guint)(1 + i % cycle));
        volatile_areas_note(r, before, after, now_us);
        memcpy(before->pixels, after->pixels, WIDTH * HEIGHT * sizeof(guint32));
        now_us += STEP_US;
    }
    return now_us;
}

/* How many pixels of an area are left out; *ret_unsettled: of it, are told to change by themselves all the same. */
static int left_out(const volatile_areas *r, const struct screen_match_rules *rules, gint64 now_us, struct area in,
                    int *ret_unsettled)
{
    g_autoptr(GArray) unsettled = NULL;
    g_autoptr(GArray) areas = volatile_areas_areas(r, rules, now_us, &unsettled);
    int n = 0;
    *ret_unsettled = 0;
    for (guint i = 0; i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), in);
        n += a.width * a.height;
    }
    for (guint i = 0; i < unsettled->len; i++) {
        struct area a = area_cut(g_array_index(unsettled, struct area, i), in);
        *ret_unsettled += a.width * a.height;
    }
    return n;
}

static void always_new__moves__outside_of_the_target(void **state)
{
    (void)state;
    g_autoptr(volatile_areas) r = volatile_areas_new();
    gint64 now = play(r, place, 1000, 4, STEP_US);
    int unsettled;
    const struct screen_match_rules far = click_at(240, 180), near = click_at(80, 120);
    assert_int_equal(left_out(r, &far, now, everything, &unsettled), BESIDE(place.width) * place.height);
    assert_int_equal(unsettled, 0);
    assert_int_equal(left_out(r, &near, now, near.close, &unsettled), 0);
    assert_int_equal(unsettled, BESIDE(place.width) * 8); /* the patch reaches 8 px into it */
    assert_int_equal(left_out(r, &far, now + 11 * G_USEC_PER_SEC, everything, &unsettled), 0); /* forgotten */
}

/* Two pictures, three, and eight that come again: a label that blinks does not get in. */
static void forgotten__nothing_moves(void **state)
{
    (void)state;
    g_autoptr(volatile_areas) r = volatile_areas_new();
    gint64 now = play(r, place, 1000, 4, STEP_US);
    int unsettled;
    const struct screen_match_rules far = click_at(240, 180);
    volatile_areas_forget(r);
    assert_int_equal(left_out(r, &far, now, everything, &unsettled), 0);
    now = play(r, place, 1000, 4, now);
    assert_int_equal(left_out(r, &far, now, everything, &unsettled), BESIDE(place.width) * place.height);
}

static void known_pictures__blink(void **state)
{
    (void)state;
    const struct screen_match_rules keys = {.close = everything, .window = everything};
    static const int cycles[] = {2, 3, 8};
    for (gsize i = 0; i < G_N_ELEMENTS(cycles); i++) {
        g_autoptr(volatile_areas) r = volatile_areas_new();
        int unsettled;
        gint64 now = play(r, place, cycles[i], 40, STEP_US);
        assert_int_equal(left_out(r, &keys, now, everything, &unsettled), 0);
        assert_int_equal(unsettled, place.width * place.height);
    }
}

/* What has moved and then only blinks does not move any more, also within the ten seconds. */
static void moving__ends_when_all_is_known(void **state)
{
    (void)state;
    const struct screen_match_rules keys = {.close = everything, .window = everything};
    g_autoptr(volatile_areas) r = volatile_areas_new();
    int unsettled;
    gint64 now = play(r, place, 2, 10, STEP_US);
    now = play(r, place, 6, 6, now);
    assert_true(left_out(r, &keys, now, everything, &unsettled) > 0); /* six different ones: it moves */
    now = play(r, place, 3, 18, now);
    assert_int_equal(left_out(r, &keys, now, everything, &unsettled), 0);
}

static void keys__what_moves_in_the_window__up_to_half_of_it(void **state)
{
    (void)state;
    const struct screen_match_rules keys = {.close = everything, .window = everything};
    const struct area half = {0, 0, WIDTH / 2 - SCREEN_MATCH_CELL, HEIGHT}, more = {0, 0, WIDTH / 2, HEIGHT};
    g_autoptr(volatile_areas) r = volatile_areas_new();
    g_autoptr(volatile_areas) s = volatile_areas_new();
    int unsettled;
    gint64 now = play(r, half, 1000, 4, STEP_US);
    assert_int_equal(left_out(r, &keys, now, everything, &unsettled), WIDTH / 2 * HEIGHT);
    now = play(s, more, 1000, 4, STEP_US);
    assert_int_equal(left_out(s, &keys, now, everything, &unsettled), 0);
    assert_int_equal(unsettled, (WIDTH / 2 + SCREEN_MATCH_CELL) * HEIGHT);
}

/* A spinner's rim shows little; a word beside it that blinks is as large as it. */
static void a_place__moves_as_a_whole__when_half_of_it_does(void **state)
{
    (void)state;
    const struct screen_match_rules far = click_at(240, 180);
    g_autoptr(volatile_areas) r = volatile_areas_new();
    g_autoptr(frame) before = frame_new(WIDTH, HEIGHT);
    int unsettled;
    for (int i = 0; i < 8; i++) {
        g_autoptr(frame) after = frame_new(WIDTH, HEIGHT);
        guint32 new = 0x000101u * (guint)(i + 1), known = i % 2 ? 0xff0000 : 0;
        frame_fill(after, 64, 64, 16, 8, new);   /* two cells that move, */
        frame_fill(after, 80, 64, 16, 8, known); /* and two that blink: half of it moves */
        frame_fill(after, 64, 160, 8, 8, new);   /* one and two: less */
        frame_fill(after, 72, 160, 16, 8, known);
        volatile_areas_note(r, before, after, (i + 1) * STEP_US);
        memcpy(before->pixels, after->pixels, WIDTH * HEIGHT * sizeof(guint32));
    }
    assert_int_equal(left_out(r, &far, 8 * STEP_US, (struct area){0, 0, WIDTH, 100}, &unsettled), BESIDE(32) * 8);
    assert_int_equal(left_out(r, &far, 8 * STEP_US, (struct area){0, 100, WIDTH, 140}, &unsettled), 0);
}

static void one_burst__is_one_change(void **state)
{
    (void)state;
    const struct screen_match_rules far = click_at(240, 180);
    g_autoptr(volatile_areas) r = volatile_areas_new();
    g_autoptr(frame) before = frame_new(WIDTH, HEIGHT);
    int unsettled;
    for (int i = 0; i < 20; i++) {
        g_autoptr(frame) after = frame_new(WIDTH, HEIGHT);
        frame_fill(after, place.x, place.y, place.width, place.height, (guint32)i + 1);
        volatile_areas_note(r, before, after, STEP_US + i * 20 * 1000);
        memcpy(before->pixels, after->pixels, WIDTH * HEIGHT * sizeof(guint32));
    }
    assert_int_equal(left_out(r, &far, 2 * STEP_US, everything, &unsettled), 0);
}

/* The person says that the target moves by itself. */
static void animated__all_that_is_restless(void **state)
{
    (void)state;
    struct screen_match_rules near = click_at(80, 72);
    g_autoptr(volatile_areas) r = volatile_areas_new();
    int unsettled;
    gint64 now = play(r, place, 2, 6, STEP_US);
    assert_int_equal(left_out(r, &near, now, everything, &unsettled), 0);
    near.animated = true;
    assert_int_equal(left_out(r, &near, now, everything, &unsettled), BESIDE(place.width) * place.height);
    assert_int_equal(unsettled, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_new__moves__outside_of_the_target),
        cmocka_unit_test(forgotten__nothing_moves),
        cmocka_unit_test(known_pictures__blink),
        cmocka_unit_test(moving__ends_when_all_is_known),
        cmocka_unit_test(keys__what_moves_in_the_window__up_to_half_of_it),
        cmocka_unit_test(a_place__moves_as_a_whole__when_half_of_it_does),
        cmocka_unit_test(one_burst__is_one_change),
        cmocka_unit_test(animated__all_that_is_restless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
