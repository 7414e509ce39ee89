#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/text_scene.h"

static void text__ascii__needs_no_map_and_no_wait(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.seen = CLIENT_IDLE_THROUGH;
    gint64 end = type(&f, "Hello,\nworld\t!", 4, 0);
    assert_string_equal(f.typed->str, "Hello,\nworld\t!");
    assert_int_equal(f.lends, 0);
    assert_int_equal(f.begins, 1);
    assert_int_equal(f.ends, 1);
    assert_int_equal(end, 14 * TEXT_GLANCE_US);
    g_string_free(f.typed, TRUE);
}

/* A program that loads drops keys; an input method has some when the program is through. Neither is waited for without end. */
static void text__loading_or_input_method__is_waited_for(void **state)
{
    (void)state;
    for (gint64 us = 200000; us < 9 * G_USEC_PER_SEC; us *= 40) {
        static struct fake f, g;
        fake_init(&f);
        fake_init(&g);
        f.loads_until_us = g.passes_on_us = us;
        assert_in_range(type(&f, "Hello", 4, 0), MIN(us, TEXT_LOAD_US), TEXT_LOAD_US + PROCESS_IDLE_LOOK_US);
        assert_string_equal(f.typed->str, "Hello");
        assert_in_range(type(&g, "é", 4, 0), MIN(us, TEXT_METHOD_US), TEXT_METHOD_US + PROCESS_IDLE_LOOK_US);
        g_string_free(f.typed, TRUE);
        g_string_free(g.typed, TRUE);
    }
}

/* A client that cannot be asked gets its keys with a gap. */
static void text__deaf__has_a_gap(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.deaf = true;
    assert_int_equal(type(&f, "Hello,\nworld\t!", 4, 0), 15 * TEXT_GAP_US);
    assert_string_equal(f.typed->str, "Hello,\nworld\t!");
    g_string_free(f.typed, TRUE);
}

static void text__line_ends__are_one_newline(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    type(&f, "a\r\nb\rc\n", 4, 0);
    assert_string_equal(f.typed->str, "a\nb\nc\n");
    g_string_free(f.typed, TRUE);
}

static void text__unknown_characters__in_batches(void **state)
{
    (void)state;
    for (int n_spare = 4; n_spare > 0; n_spare -= 3) { /* one is enough */
        struct fake f;
        fake_init(&f);
        type(&f, "aéüéßΩЖ中b😀é.", n_spare, 0);
        assert_string_equal(f.typed->str, "aéüéßΩЖ中b😀é.");
        assert_int_equal(f.lends, n_spare == 4 ? 2 : 9); /* éüßΩ, Ж中😀é */
        assert_true(all_empty(&f));
        assert_int_equal(f.ends, 1);
        g_string_free(f.typed, TRUE);
    }
}

static void text__duration__is_kept_when_it_can_be(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    assert_int_equal(type(&f, "abcdefghij", 4, 500000), 500000);
    assert_in_range(f.least_gap_us, 50000 - TEXT_GAP_US, 50000);
    g_string_free(f.typed, TRUE);
}

/* Stopped anywhere: the map is empty and the locks are back, at once. */
static void text__free__restores_at_any_moment(void **state)
{
    (void)state;
    for (int turns = 0; turns < 30; turns++) {
        struct fake f;
        fake_init(&f);
        struct text_port port = port_of(&f);
        text *t = text_new("aéüßΩЖ中b😀", &port, spare, 4, 0, 0);
        for (int i = 0; i < turns && !text_done(t); i++) {
            f.now_us = MAX(f.now_us, text_deadline(t));
            assert_true(text_look(t, f.now_us, NULL) && text_step(t, f.now_us, NULL));
        }
        text_free(t);
        assert_true(all_empty(&f));
        assert_int_equal(f.begins, f.ends);
        g_string_free(f.typed, TRUE);
    }
}

static void text__failing_keyboard__types_nothing_more(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.fail_at = 2;
    struct text_port port = port_of(&f);
    text *t = text_new("abc", &port, spare, 4, 0, 0);
    g_autoptr(GError) error = NULL;
    while (text_look(t, f.now_us, &error) && text_step(t, f.now_us, &error))
        f.now_us = MAX(f.now_us, text_deadline(t));
    assert_non_null(strstr(error->message, "ledger"));
    assert_int_equal(text_typed(t), 1);
    assert_int_equal(text_length(t), 3);
    text_free(t);
    assert_string_equal(f.typed->str, "a");
    assert_int_equal(f.ends, 1);
    g_string_free(f.typed, TRUE);
}

static void text__empty__is_done_at_once(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    assert_int_equal(type(&f, "", 4, 0), 0);
    assert_int_equal(f.begins, f.ends);
    g_string_free(f.typed, TRUE);
}

static void text__check__says_what_cannot_be_typed(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    struct text_port port = port_of(&f);
    const struct {
        const char *text;
        int n_spare;
        const char *says;
    } cases[] = {
        {"a\x1b[31m", 4, "U+001B"}, {"\x7f", 4, "U+007F"}, {"\xc2\x9b", 4, "U+009B"}, {"é", 0, "U+00E9"}, {"\xff", 4, "UTF-8"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(text_check(cases[i].text, &port, cases[i].n_spare, &error));
        assert_non_null(strstr(error->message, cases[i].says));
    }
    assert_true(text_check("plain\n\ttext", &port, 0, NULL));
    assert_true(text_check("é", &port, 1, NULL));
    g_string_free(f.typed, TRUE);
}

/* However slowly the client reads, no key is read with another map than the one it was pressed with. */
static void text__slow_client__is_waited_for(void **state)
{
    (void)state;
    const gint64 per_key_us[] = {100, 3000, 40000, 900000};
    for (gsize i = 0; i < G_N_ELEMENTS(per_key_us); i++) {
        struct fake f;
        fake_init(&f);
        f.per_key_us = per_key_us[i];
        g_autoptr(GString) many = g_string_new(NULL);
        for (int c = 0; c < 150; c++)
            g_string_append_unichar(many, c % 3 ? 0x1f600 + (gunichar)(c % 50) : (gunichar)('a' + c % 26));
        type(&f, many->str, 4, 0);
        assert_string_equal(f.typed->str, many->str);
        assert_true(all_empty(&f));
        g_string_free(f.typed, TRUE);
    }
}

/* One that cannot be asked is watched: quick ones are not kept waiting, slow ones are waited for. */
static void text__deaf__is_watched(void **state)
{
    (void)state;
    static const char emoji[] = "😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗";
    static const struct {
        enum client_idle_doing seen;
        gint64 per_key_us, end_us; /* in how long at the most */
    } cases[] = {
        {CLIENT_IDLE_UNKNOWN, 100, 4 * (TEXT_NOTE_US + TEXT_SETTLE_US + 4 * TEXT_SLOW_US) + 16 * TEXT_GAP_US},
        {CLIENT_IDLE_ASLEEP, 100, 4 * (TEXT_NOTE_US + TEXT_SETTLE_US + TEXT_ASLEEP_US)},
        {CLIENT_IDLE_THROUGH, 100, 16 * TEXT_GAP_US + 4 * 2 * TEXT_REST_US},
        {CLIENT_IDLE_ASLEEP, 3 * TEXT_SLOW_US, 20 * 3 * TEXT_SLOW_US},
        {CLIENT_IDLE_THROUGH, 3 * TEXT_SLOW_US, 18 * 3 * TEXT_SLOW_US},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fake f;
        fake_init(&f);
        f.deaf = true;
        f.seen = cases[i].seen;
        f.per_key_us = cases[i].per_key_us;
        gint64 end_us = type(&f, emoji, 4, 0);
        assert_string_equal(f.typed->str, emoji);
        assert_int_equal(f.lends, 4);
        assert_in_range(end_us, 16 * TEXT_GAP_US, cases[i].end_us);
        g_string_free(f.typed, TRUE);
    }
}

/* One that is held up (a busy machine) is waited for; one that is never seen at rest not without end. */
static void text__deaf__that_works__is_waited_for(void **state)
{
    (void)state;
    static const enum client_idle_doing seen[] = {CLIENT_IDLE_THROUGH, CLIENT_IDLE_WORKS};
    for (gsize i = 0; i < G_N_ELEMENTS(seen); i++) {
        struct fake f;
        fake_init(&f);
        f.deaf = true;
        f.seen = seen[i];
        f.per_key_us = TEXT_NEVER_US / 5;
        gint64 end_us = type(&f, "éüßΩЖ中字и😀", 4, 0);
        assert_string_equal(f.typed->str, "éüßΩЖ中字и😀");
        assert_in_range(end_us, 9 * f.per_key_us, 3 * (TEXT_NEVER_US + TEXT_NOTE_US + 4 * TEXT_REST_US) + 2 * TEXT_HANDLED_US);
        g_string_free(f.typed, TRUE);
    }
}

/* As in a tenth of xdotool's time: 1000 characters, 436 of them Chinese ones, in 0.7 s where the client is quick. */
static void text__deaf__chinese__takes_a_tenth(void **state)
{
    (void)state;
    struct fake f;
    int codes[60];
    fake_init(&f);
    f.deaf = true;
    f.seen = CLIENT_IDLE_THROUGH;
    f.per_key_us = 100;
    g_autoptr(GString) many = g_string_new(NULL);
    for (int i = 0; i < 1000; i++)
        g_string_append_unichar(many, 0x4e00 + (gunichar)(i * 7919 % 436));
    for (int i = 0; i < 60; i++)
        codes[i] = 190 + i;
    gint64 end_us = type_on(&f, many->str, codes, 60, 0);
    assert_string_equal(f.typed->str, many->str);
    assert_in_range(f.lends, 1000 / 60, 1000 / 60 + 1);
    assert_in_range(end_us, 0, 700000);
    g_string_free(f.typed, TRUE);
}

/* A game answers once in a frame: one for each character, two for a change of the map, and not three where it is seen that it has
 * read all. */
static void text__game__is_not_asked_more_than_needed(void **state)
{
    (void)state;
    static const gint64 turn_us = 16000;
    gint64 end_us[2];
    for (int i = 0; i < 2; i++) {
        struct fake f;
        fake_init(&f);
        f.turn_us = turn_us;
        f.seen = i ? CLIENT_IDLE_THROUGH : CLIENT_IDLE_WORKS;
        end_us[i] = type(&f, "éüßΩЖ中字и", 4, 0);
        assert_string_equal(f.typed->str, "éüßΩЖ中字и");
        g_string_free(f.typed, TRUE);
    }
    assert_in_range(end_us[1], 12 * turn_us, 15 * turn_us);
    assert_in_range(end_us[0], end_us[1] + turn_us, 16 * turn_us + 2 * TEXT_HANDLED_US);
}

static void text__client_that_never_answers__counts_as_deaf(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.deaf = true;
    f.deaf_after = 1; /* says that it answers, and does not */
    gint64 end = type(&f, "aéüéßΩЖ中b😀é.", 4, 0);
    assert_string_equal(f.typed->str, "aéüéßΩЖ中b😀é.");
    assert_in_range(end, TEXT_FIRST_US, TEXT_FIRST_US + G_USEC_PER_SEC);
    g_string_free(f.typed, TRUE);
}

/* It has answered, or is seen to read, and hangs now: its keys must not change their meaning, so there is no way on. */
static void text__client_that_hangs__ends_it(void **state)
{
    (void)state;
    static const struct {
        guint deaf_after;
        gint64 per_key_us;
        const char *says; /* NULL = it is only slow */
    } cases[] = {{3, 0, "has not answered for 30 s"},
                 {0, 2 * TEXT_PATIENCE_US, "has not read what was typed for 30 s"},
                 {0, TEXT_PATIENCE_US / 5, NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct fake f;
        fake_init(&f);
        f.deaf_after = cases[i].deaf_after;
        f.per_key_us = cases[i].per_key_us;
        f.deaf = f.behind = !f.deaf_after;
        f.seen = CLIENT_IDLE_THROUGH;
        g_autoptr(GError) error = NULL;
        type_to(&f, "éüßΩЖ中", spare, 4, 0, &error);
        assert_true(cases[i].says ? error && strstr(error->message, cases[i].says) : !error);
        assert_true(!error || (f.now_us >= TEXT_PATIENCE_US && f.now_us < TEXT_PATIENCE_US + G_USEC_PER_SEC));
        assert_true(error || g_str_equal(f.typed->str, "éüßΩЖ中"));
        g_string_free(f.typed, TRUE);
    }
}

/* It may open a window: the next character is typed when the one before has been handled; in a long text at most TEXT_BURST go
 * ahead, and none that presses a button. */
static void text__is_not_typed_ahead(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.seen = CLIENT_IDLE_THROUGH;
    f.per_key_us = 1000;
    g_autofree char *letters = g_strnfill(TEXT_SINGLY + 40, 'x'), *utf8 = g_strconcat(letters, "\nend", NULL);
    struct text_port port = port_of(&f);
    g_autoptr(text) t = text_new(utf8, &port, spare, 4, 0, 0);
    while (!text_done(t)) {
        guint ahead = text_typed(t) - (guint)f.typed->len, typed = text_typed(t);
        assert_true(text_look(t, f.now_us, NULL) && text_step(t, f.now_us, NULL));
        assert_true(ahead <= (typed < TEXT_SINGLY ? 1 : TEXT_BURST));
        assert_true(text_typed(t) <= TEXT_SINGLY + 40 || f.typed->len >= TEXT_SINGLY + 40);
        f.now_us += 100;
        client_reads(&f);
    }
    g_string_free(f.typed, TRUE);
}

static void text__foreign_modifier__is_waited_for(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.foreign_until_us = 300000;
    gint64 end = type(&f, "abc", 4, 0);
    assert_in_range(end, 300000, 300000 + TEXT_LOOK_US);
    assert_string_equal(f.typed->str, "abc");
    g_string_free(f.typed, TRUE);
    fake_init(&f);
    f.foreign_from_us = 100000; /* comes in the middle */
    f.foreign_until_us = 400000;
    end = type(&f, "abcdefghijklmnopqrst", 4, 400000);
    assert_string_equal(f.typed->str, "abcdefghijklmnopqrst");
    assert_in_range(end, 400000, 420000);
    g_string_free(f.typed, TRUE);
}

static void text__foreign_modifier__that_stays_ends_it(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    f.foreign_until_us = G_MAXINT64;
    g_autoptr(GError) error = NULL;
    type_to(&f, "abc", spare, 4, 0, &error);
    assert_non_null(error);
    assert_non_null(strstr(error->message, "held a modifier key down for 5 s"));
    assert_in_range(f.now_us, TEXT_CLEAR_US, TEXT_CLEAR_US + TEXT_LOOK_US);
    assert_int_equal(f.begins, 0);
    assert_string_equal(f.typed->str, "");
    g_string_free(f.typed, TRUE);
}

/* 100,000 characters, one clock jump late at every step. */
static void text__long__stays_linear(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    g_autoptr(GString) long_text = g_string_new(NULL);
    for (int i = 0; i < 100000; i++)
        g_string_append_unichar(long_text, i % 100 == 99 ? (gunichar)(0x4e00 + i % 977) : (gunichar)('a' + i % 26));
    type(&f, long_text->str, 4, 0);
    assert_string_equal(f.typed->str, long_text->str);
    g_string_free(f.typed, TRUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__ascii__needs_no_map_and_no_wait),
        cmocka_unit_test(text__line_ends__are_one_newline),
        cmocka_unit_test(text__unknown_characters__in_batches),
        cmocka_unit_test(text__duration__is_kept_when_it_can_be),
        cmocka_unit_test(text__free__restores_at_any_moment),
        cmocka_unit_test(text__loading_or_input_method__is_waited_for),
        cmocka_unit_test(text__deaf__has_a_gap),
        cmocka_unit_test(text__deaf__is_watched),
        cmocka_unit_test(text__deaf__that_works__is_waited_for),
        cmocka_unit_test(text__deaf__chinese__takes_a_tenth),
        cmocka_unit_test(text__game__is_not_asked_more_than_needed),
        cmocka_unit_test(text__slow_client__is_waited_for),
        cmocka_unit_test(text__client_that_never_answers__counts_as_deaf),
        cmocka_unit_test(text__client_that_hangs__ends_it),
        cmocka_unit_test(text__foreign_modifier__is_waited_for),
        cmocka_unit_test(text__foreign_modifier__that_stays_ends_it),
        cmocka_unit_test(text__failing_keyboard__types_nothing_more),
        cmocka_unit_test(text__empty__is_done_at_once),
        cmocka_unit_test(text__check__says_what_cannot_be_typed),
        cmocka_unit_test(text__is_not_typed_ahead),
        cmocka_unit_test(text__long__stays_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
