#include "engine/eye/recorder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SIDE 100

/* A picture of which `percent` rows are of that colour. */
static shot *picture(int percent, guint32 colour)
{
    frame *f = frame_new(SIDE, SIDE);
    for (int i = 0; i < percent * SIDE; i++)
        f->pixels[i] = colour;
    return recorder_shot_new(f, 0, 0);
}

static void keyframes__change_that_stands_still__is_one(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(20, 1), c = picture(60, 2);
    recorder_begin(r, a, 0);
    recorder_tick(r, a, 500);
    recorder_tick(r, b, 1000);
    recorder_tick(r, b, 1500); /* stood still */
    recorder_tick(r, c, 2000);
    recorder_tick(r, c, 2500);
    recorder_finish(r, c, 2600);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, c);
    assert_int_equal(keys->len, 2);
    assert_ptr_equal(g_ptr_array_index(keys, 0), b);
    assert_ptr_equal(g_ptr_array_index(keys, 1), c);
}

static void keyframes__passing_picture__is_none_but_the_last_is(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(20, 1), c = picture(60, 2);
    recorder_begin(r, a, 0);
    recorder_tick(r, b, 500);
    recorder_tick(r, c, 1000);
    recorder_finish(r, c, 1000);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, c);
    assert_int_equal(keys->len, 1);
    assert_ptr_equal(g_ptr_array_index(keys, 0), c);
}

static void keyframes__small_change__is_none_but_the_last_is(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(3, 1), c = picture(4, 1);
    recorder_begin(r, a, 0);
    recorder_tick(r, b, 500);
    recorder_tick(r, b, 1000);
    recorder_tick(r, c, 1500);
    recorder_tick(r, c, 2000);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, c);
    assert_int_equal(keys->len, 1);
    assert_ptr_equal(g_ptr_array_index(keys, 0), c);
}

static void keyframes__nothing_changed__none(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), same = picture(0, 0);
    recorder_begin(r, a, 0);
    recorder_tick(r, a, 500);
    recorder_finish(r, same, 600); /* another shot of the same pixels */
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, same);
    assert_int_equal(keys->len, 0);
}

static void keyframes__taken_twice__given_once(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(50, 1);
    recorder_begin(r, a, 0);
    recorder_tick(r, b, 500);
    recorder_tick(r, b, 1000);
    g_autoptr(GPtrArray) first = recorder_take_keyframes(r, b), second = recorder_take_keyframes(r, b);
    assert_int_equal(first->len, 1);
    assert_int_equal(second->len, 0);
}

static void samples__long_clip__evenly_spread_and_at_most_eight(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) before = picture(0, 0);
    recorder_begin(r, before, 0);
    for (int i = 1; i <= 70; i++) {
        g_autoptr(shot) s = picture(i, 1);
        recorder_tick(r, s, i * 100);
    }
    g_autoptr(GPtrArray) samples = recorder_samples(r, 7000);
    assert_int_equal(samples->len, RECORDER_SAMPLES_MAX);
    for (guint i = 0; i < samples->len; i++) {
        const shot *s = g_ptr_array_index(samples, i);
        assert_int_equal(s->picture->pixels[(int)(i * 10) * SIDE], 0);
        if (i > 0)
            assert_int_equal(s->picture->pixels[(int)(i * 10) * SIDE - 1], 1);
    }
}

static void samples__still_clip__no_repeats(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(9, 1);
    recorder_begin(r, a, 0);
    recorder_tick(r, a, 400);
    recorder_tick(r, b, 800);
    g_autoptr(GPtrArray) samples = recorder_samples(r, 1000);
    assert_int_equal(samples->len, 2);
    assert_ptr_equal(g_ptr_array_index(samples, 0), a);
    assert_ptr_equal(g_ptr_array_index(samples, 1), b);
}

static void samples__nothing_recorded__none(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(GPtrArray) samples = recorder_samples(r, 1000);
    assert_int_equal(samples->len, 0);
}

/* An hour of a screen that never rests: bounded, the first and the newest are there, the rest spread. */
static void clip__endless__bounded_and_still_spread(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) before = picture(0, 0);
    recorder_begin(r, before, 0);
    for (int i = 1; i <= 7200; i++) {
        g_autoptr(shot) s = picture(1 + i % 90, (guint32)i);
        recorder_tick(r, s, i);
    }
    assert_true(recorder_length(r) <= RECORDER_FRAMES_MAX);
    g_autoptr(GPtrArray) samples = recorder_samples(r, 7200);
    assert_int_equal(samples->len, RECORDER_SAMPLES_MAX);
    assert_ptr_equal(g_ptr_array_index(samples, 0), before);
    for (int i = 1; i < RECORDER_SAMPLES_MAX; i++) {
        const shot *s = g_ptr_array_index(samples, (guint)i);
        int at = (int)s->picture->pixels[0], wanted = 7200 * i / (RECORDER_SAMPLES_MAX - 1);
        assert_in_range(wanted - at, 0, 200);
    }
}

static void begin__again__forgets_the_clip(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0.05);
    g_autoptr(shot) a = picture(0, 0), b = picture(50, 1), c = picture(90, 2);
    recorder_begin(r, a, 0);
    recorder_tick(r, b, 500);
    recorder_tick(r, b, 1000);
    recorder_begin(r, c, 1500);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, c), samples = recorder_samples(r, 2000);
    assert_int_equal(keys->len, 0);
    assert_int_equal(samples->len, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keyframes__change_that_stands_still__is_one),
        cmocka_unit_test(keyframes__passing_picture__is_none_but_the_last_is),
        cmocka_unit_test(keyframes__small_change__is_none_but_the_last_is),
        cmocka_unit_test(keyframes__nothing_changed__none),
        cmocka_unit_test(keyframes__taken_twice__given_once),
        cmocka_unit_test(samples__long_clip__evenly_spread_and_at_most_eight),
        cmocka_unit_test(samples__still_clip__no_repeats),
        cmocka_unit_test(samples__nothing_recorded__none),
        cmocka_unit_test(clip__endless__bounded_and_still_spread),
        cmocka_unit_test(begin__again__forgets_the_clip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
