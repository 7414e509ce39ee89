/* The recorder on clips with known events (clip.h). */
#include "tests/engine/eye/clip.h"

/* ---- messages ---- */

static void passing_message(frame *f, int ms)
{
    paper(f);
    if (ms >= 1000 && ms < 1600)
        text(f, 100, 440, "FILE SAVED", INK);
}

static void message__shown_for_600_ms__one_keyframe_has_it(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, passing_message, 4000);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    assert_int_equal(keys->len, 1);
    assert_true(shows(g_ptr_array_index(keys, 0), passing_message, 1300, 0, 0, WIDTH, HEIGHT));
    const shot *s = g_ptr_array_index(keys, 0);
    assert_in_range(s->at_us, 1000 * MS, 1100 * MS); /* when it came, not when it was chosen */
    clip_end(&c);
}

static void messages_in_turn(frame *f, int ms)
{
    static const char *const lines[] = {"CONNECTING", "CONNECTED", "SENDING ALL", "SENT", "NO ANSWER YET", "TIMED OUT"};
    paper(f);
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
        if (ms >= 1000 + 700 * (int)i && ms < 1600 + 700 * (int)i)
            text(f, 100, 440, lines[i], INK);
}

static void messages__in_the_same_place_for_600_ms_each__every_one_has_a_keyframe(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, messages_in_turn, 6500);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    for (int i = 0; i < 6; i++)
        if (shown_in(keys, messages_in_turn, 1300 + 700 * i, 96, 432, 160, 32) == 0)
            fail_msg("message %d is in none of %u keyframes", i, keys->len);
    assert_in_range(keys->len, 6, 7);
    clip_end(&c);
}

static void walking_with_box(frame *f, int ms)
{
    scenery(f, ms / 33 * 5);
    if (ms >= 2000 && ms < 2600) {
        frame_fill(f, 100, 380, 400, 60, 0);
        text(f, 120, 400, "YOU FOUND A KEY", 0xffffff);
    }
}

static void walking_with_words(frame *f, int ms)
{
    scenery(f, ms / 33 * 5);
    if (ms >= 2000 && ms < 2600)
        text(f, 120, 400, "YOU FOUND A KEY", 0xffffff);
}

static void walking(frame *f, int ms)
{
    scenery(f, ms / 33 * 5);
}

static void game__walks__no_keyframe(void **state)
{
    (void)state;
    assert_int_equal(earlier_keys_of(walking, 6000), 0);
}

static void game__message_in_a_box__has_a_keyframe(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, walking_with_box, 5000);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    assert_in_range(keys->len, 1, 2);
    assert_true(shown_in(keys, walking_with_box, 2300, 100, 380, 400, 60) >= 1);
    clip_end(&c);
}

/* Only the strokes stand still. */
static void game__message_over_the_scenery__has_a_keyframe(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, walking_with_words, 5000);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    assert_in_range(keys->len, 1, 2);
    const shot *s = g_ptr_array_index(keys, 0);
    assert_in_range(s->at_us, 2000 * MS, 2600 * MS);
    clip_end(&c);
}

/* ---- what is no message ---- */

static void noise(frame *f, int ms)
{
    paper(f);
    for (int y = 100; y < 400; y++)
        for (int x = 100; x < 500; x++)
            f->pixels[y * WIDTH + x] = mixed((guint32)(ms / 40 * 1000003 + y * WIDTH + x)) & 0xffffff;
}

static void video_noise__no_keyframe(void **state)
{
    (void)state;
    assert_int_equal(earlier_keys_of(noise, 5000), 0);
}

static void caret(frame *f, int ms)
{
    paper(f);
    if (ms / 530 % 2)
        frame_fill(f, 350, 200, 2, 16, INK);
}

static void block_caret(frame *f, int ms)
{
    paper(f);
    if (ms / 530 % 2)
        frame_fill(f, 350, 200, 9, 18, INK);
}

static void caret__blinks__no_keyframe_one_sample(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, caret, 10000);
    g_autoptr(GPtrArray) samples = recorder_samples(c.r, 10000 * MS), keys = earlier_keys(&c);
    assert_int_equal(keys->len, 0);
    assert_in_range(samples->len, 1, 2); /* the last one may differ by the caret */
    clip_end(&c);
    assert_int_equal(earlier_keys_of(block_caret, 10000), 0);
}

static void fast_spinner(frame *f, int ms)
{
    paper(f);
    int step = ms / 90 % 8;
    frame_fill(f, 300 + 12 * (step % 4), 300 + 12 * (step / 4), 10, 10, INK);
}

static void slow_spinner(frame *f, int ms)
{
    paper(f);
    int step = ms / 300 % 6;
    frame_fill(f, 300 + 24 * (step % 3), 300 + 24 * (step / 3), 20, 20, INK);
}

static void spinner__at_most_two_keyframes(void **state)
{
    (void)state;
    assert_in_range(earlier_keys_of(fast_spinner, 10000), 0, 2);
    assert_in_range(earlier_keys_of(slow_spinner, 10000), 0, 2);
}

static void blinking_words(frame *f, int ms)
{
    paper(f);
    if (ms / 600 % 2)
        text(f, 200, 300, "PRESS START", INK);
}

static void words__that_blink__one_keyframe(void **state)
{
    (void)state;
    assert_int_equal(earlier_keys_of(blinking_words, 10000), 1);
}

static void clock_face(frame *f, int ms)
{
    g_autofree char *digits = g_strdup_printf("12 34 %02d", ms / 1000);
    paper(f);
    text(f, 500, 20, digits, INK);
}

static void clock__at_most_two_keyframes(void **state)
{
    (void)state;
    assert_in_range(earlier_keys_of(clock_face, 12000), 0, 2);
}

static void fade(frame *f, int ms)
{
    int share = ms < 1000 ? 0 : ms < 1600 ? (ms - 1000) / 6 : ms < 2600 ? 100 : ms < 3200 ? 100 - (ms - 2600) / 6 : 0;
    guint32 level = (guint32)(0xf0 - (0xf0 - 0x20) * share / 100);
    paper(f);
    frame_fill(f, 100, 300, 300, 100, level << 16 | level << 8 | level);
    text(f, 150, 340, "NEW MAIL FOR YOU", PAPER);
}

static void fade__in_and_out__one_keyframe_with_all_of_it(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, fade, 5000);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    assert_int_equal(shown_in(keys, fade, 2000, 0, 0, WIDTH, HEIGHT), 1);
    assert_in_range(keys->len, 1, 2);
    clip_end(&c);
}

static void typing(frame *f, int ms)
{
    static const char words[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ";
    g_autofree char *typed = g_strndup(words, (gsize)CLAMP(ms / 120, 0, 36));
    paper(f);
    text(f, 50, 260, typed, INK);
}

static void typing__at_eight_a_second__few_keyframes(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, typing, 6000);
    g_autoptr(GPtrArray) keys = earlier_keys(&c);
    assert_in_range(keys->len, 0, 5);
    clip_end(&c);
}

/* ---- pages ---- */

static void pages(frame *f, int ms)
{
    paper(f);
    for (int line = 0; line < 8 && ms >= 1000; line++)
        text(f, 40, 240 + 24 * line, ms < 3000 ? "A DIALOG WITH WORDS" : "QUITE ANOTHER PAGE", INK);
}

static void page__that_stands__is_one_and_the_last_is_given_once(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, pages, 5000);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(c.r, c.now), again = recorder_take_keyframes(c.r, c.now);
    assert_int_equal(keys->len, 2); /* the second page is the last frame */
    assert_true(shows(g_ptr_array_index(keys, 0), pages, 2000, 0, 0, WIDTH, HEIGHT));
    assert_ptr_equal(g_ptr_array_index(keys, 1), c.now);
    assert_int_equal(again->len, 0);
    clip_end(&c);
}

static void still(frame *f, int ms)
{
    (void)ms;
    paper(f);
}

static void nothing__changes__no_keyframe_and_nothing_is_due(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, still, 3000);
    assert_int_equal(c.looks, 0);
    assert_true(recorder_due_us(c.r) == G_MAXINT64);
    g_autoptr(shot) same = look_at(still, 0);
    recorder_finish(c.r, same, 3000 * MS); /* another shot of the same pixels */
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(c.r, same);
    assert_int_equal(keys->len, 0);
    clip_end(&c);
}

/* A display without reports of changes is looked at twice a second: what is seen once was there. */
static void message__seen_once_in_half_a_second__is_kept(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0);
    g_autoptr(shot) before = look_at(passing_message, 0), during = look_at(passing_message, 1200),
                    after = look_at(passing_message, 2000);
    recorder_begin(r, before, 0);
    recorder_tick(r, before, 500 * MS);
    recorder_tick(r, during, 1000 * MS);
    recorder_tick(r, after, 1500 * MS);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, after);
    assert_int_equal(keys->len, 2);
    assert_true(shows(g_ptr_array_index(keys, 0), passing_message, 1200, 0, 0, WIDTH, HEIGHT));
}

/* ---- the clip ---- */

static void begin__again__forgets_the_clip(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, passing_message, 3000);
    recorder_begin(c.r, c.now, 3000 * MS);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(c.r, c.now), samples = recorder_samples(c.r, 4000 * MS);
    assert_int_equal(keys->len, 0);
    assert_int_equal(samples->len, 1);
    clip_end(&c);
}

static void samples__nothing_recorded__none(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0);
    g_autoptr(GPtrArray) samples = recorder_samples(r, 1000);
    assert_int_equal(samples->len, 0);
}

static void counter(frame *f, int ms)
{
    frame_fill(f, 0, 0, WIDTH, HEIGHT, (guint32)(ms / 100) * 0x010203 & 0xffffff);
}

static void samples__long_clip__eight_evenly_spread_and_exact(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, counter, 7000);
    g_autoptr(GPtrArray) samples = recorder_samples(c.r, 7000 * MS);
    assert_int_equal(samples->len, RECORDER_SAMPLES_MAX);
    for (guint i = 0; i < samples->len; i++) {
        const shot *s = g_ptr_array_index(samples, i);
        assert_in_range(1000 * (int)i - (int)(s->at_us / MS), 0, 200);
        assert_true(shows(s, counter, (int)(s->at_us / MS), 0, 0, WIDTH, HEIGHT));
    }
    clip_end(&c);
}

/* Three frames of one moment: the first and the last have their pictures, whatever was stored. */
static void samples__all_at_once__first_and_last(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0);
    shot *shots[3];
    for (int i = 0; i < 3; i++)
        shots[i] = look_at(counter, 100 * i);
    recorder_begin(r, shots[0], 0);
    recorder_tick(r, shots[1], 0);
    shots[1]->stored.hash = g_strdup("1");
    recorder_tick(r, shots[2], 0);
    g_autoptr(GPtrArray) samples = recorder_samples(r, 0);
    assert_int_equal(samples->len, 2);
    assert_ptr_equal(samples->pdata[0], shots[0]);
    assert_ptr_equal(samples->pdata[1], shots[2]);
    for (int i = 0; i < 3; i++)
        recorder_shot_unref(shots[i]);
}

/* Given out again, a stored frame needs no picture and is not packed again. */
static void samples__stored__keep_their_names_and_no_pictures(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, counter, 3000);
    g_autoptr(GPtrArray) samples = recorder_samples(c.r, 3000 * MS);
    for (guint i = 0; i < samples->len; i++)
        ((shot *)samples->pdata[i])->stored.hash = g_strdup_printf("%u", i);
    recorder_stored(c.r);
    g_autoptr(GPtrArray) again = recorder_samples(c.r, 3000 * MS);
    assert_int_equal(again->len, samples->len);
    for (guint i = 0; i < again->len; i++) {
        const shot *s = g_ptr_array_index(again, i);
        g_autofree char *name = g_strdup_printf("%u", i);
        assert_string_equal(s->stored.hash, name);
        assert_int_equal(s->picture != NULL, i == 0 || i + 1 == again->len);
    }
    clip_end(&c);
}

/* A screen that never rests: bounded, the first and the newest are there, the rest spread. */
static void clip__endless__bounded_exact_and_still_spread(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, counter, 30000);
    assert_true(c.length <= RECORDER_FRAMES_MAX);
    g_autoptr(GPtrArray) samples = recorder_samples(c.r, 30000 * MS);
    assert_int_equal(samples->len, RECORDER_SAMPLES_MAX);
    for (int i = 0; i < RECORDER_SAMPLES_MAX; i++) {
        const shot *s = g_ptr_array_index(samples, (guint)i);
        assert_in_range(30000 * i / (RECORDER_SAMPLES_MAX - 1) - (int)(s->at_us / MS), 0, 1500);
        assert_true(shows(s, counter, (int)(s->at_us / MS), 0, 0, WIDTH, HEIGHT));
    }
    clip_end(&c);
}

static void memory__noise_fills_it__stays_in_its_bounds(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, noise, 12000);
    assert_true(c.bytes > RECORDER_BYTES_MAX / 2 && c.bytes <= RECORDER_BYTES_MAX);
    g_autoptr(GPtrArray) samples = recorder_samples(c.r, 12000 * MS);
    assert_int_equal(samples->len, RECORDER_SAMPLES_MAX);
    for (guint i = 0; i < samples->len; i++) {
        const shot *s = g_ptr_array_index(samples, i);
        assert_true(shows(s, noise, (int)(s->at_us / MS), 0, 0, WIDTH, HEIGHT));
    }
    clip_end(&c);
}

static void memory__caret_blinks__next_to_none(void **state)
{
    (void)state;
    struct clip c;
    clip_run(&c, caret, 15000);
    assert_true(c.bytes < 64 * 1024);
    clip_end(&c);
}

/* ---- another size ---- */

static void display__changes_its_size__right_frames_of_both(void **state)
{
    (void)state;
    g_autoptr(recorder) r = recorder_new(0);
    g_autoptr(shot) before = look_at(still, 0), message = look_at(passing_message, 1200);
    g_autoptr(shot) small = recorder_shot_new(frame_new(300, 200), 0, 0), written = recorder_shot_new(frame_new(300, 200), 0, 0);
    text(small->picture, 10, 10, "SMALL", 0xffffff);
    text(written->picture, 10, 10, "SMALL", 0xffffff);
    text(written->picture, 10, 100, "AND WRITTEN ON", 0xffffff);
    recorder_begin(r, before, 0);
    recorder_tick(r, message, 500 * MS);
    recorder_tick(r, small, 1000 * MS);
    recorder_tick(r, small, 1500 * MS);
    recorder_tick(r, written, 2000 * MS);
    recorder_tick(r, written, 2500 * MS);
    recorder_tick(r, before, 3000 * MS);
    recorder_finish(r, before, 3000 * MS);
    g_autoptr(GPtrArray) keys = recorder_take_keyframes(r, before), samples = recorder_samples(r, 3000 * MS);
    const shot *wanted[] = {message, small, written, before};
    assert_int_equal(keys->len, 4);
    for (guint i = 0; i < keys->len; i++)
        assert_true(frame_same(((shot *)keys->pdata[i])->picture, wanted[i]->picture));
    assert_int_equal(samples->len, 5);
    assert_true(frame_same(((shot *)samples->pdata[3])->picture, written->picture));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message__shown_for_600_ms__one_keyframe_has_it),
        cmocka_unit_test(messages__in_the_same_place_for_600_ms_each__every_one_has_a_keyframe),
        cmocka_unit_test(message__seen_once_in_half_a_second__is_kept),
        cmocka_unit_test(game__walks__no_keyframe),
        cmocka_unit_test(game__message_in_a_box__has_a_keyframe),
        cmocka_unit_test(game__message_over_the_scenery__has_a_keyframe),
        cmocka_unit_test(video_noise__no_keyframe),
        cmocka_unit_test(caret__blinks__no_keyframe_one_sample),
        cmocka_unit_test(spinner__at_most_two_keyframes),
        cmocka_unit_test(words__that_blink__one_keyframe),
        cmocka_unit_test(clock__at_most_two_keyframes),
        cmocka_unit_test(fade__in_and_out__one_keyframe_with_all_of_it),
        cmocka_unit_test(typing__at_eight_a_second__few_keyframes),
        cmocka_unit_test(page__that_stands__is_one_and_the_last_is_given_once),
        cmocka_unit_test(nothing__changes__no_keyframe_and_nothing_is_due),
        cmocka_unit_test(begin__again__forgets_the_clip),
        cmocka_unit_test(samples__nothing_recorded__none),
        cmocka_unit_test(samples__long_clip__eight_evenly_spread_and_exact),
        cmocka_unit_test(samples__all_at_once__first_and_last),
        cmocka_unit_test(samples__stored__keep_their_names_and_no_pictures),
        cmocka_unit_test(clip__endless__bounded_exact_and_still_spread),
        cmocka_unit_test(memory__noise_fills_it__stays_in_its_bounds),
        cmocka_unit_test(memory__caret_blinks__next_to_none),
        cmocka_unit_test(display__changes_its_size__right_frames_of_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
