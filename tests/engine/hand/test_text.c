#include "engine/display/process_idle.h"
#include "engine/hand/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

/* A keyboard that has ASCII, newline and tab, and a client that reads it: slowly, and with the map as it is when it gets to a
 * key. It writes down what it has read. */
#define QUEUE 4096

struct fake {
    GString *typed;
    gunichar on[256];
    int lends, begins, ends, taps, fail_at;
    gint64 now_us, tapped_us, least_gap_us;
    /* the client */
    bool deaf;                   /* answers no question */
    enum client_idle_doing seen; /* what a look at its process tells when it is through */
    bool behind;                 /* the look sees that it has not read all */
    guint deaf_after;            /* hangs after so many answers; 0 = never */
    gint64 per_key_us;           /* 0 = it has read a key at once */
    gint64 turn_us;              /* a game: it reads what is there once in this time; 0 = at once */
    gint64 free_us;              /* when it gets to the next */
    struct {
        int keycode; /* 0 = a question */
        guint32 question;
    } queue[QUEUE];
    guint head, tail;
    guint32 asked, answered;
    guint answers;
    gint64 loads_until_us, passes_on_us; /* the program drops keys until then; an input method keeps each key for so long */
    gint64 foreign_until_us;             /* somebody holds a modifier until then */
    gint64 foreign_from_us;
};

/* The client works until now. */
static void client_reads(struct fake *f)
{
    while (f->head != f->tail && f->free_us <= f->now_us) {
        int code = f->queue[f->head % QUEUE].keycode;
        if (code) {
            g_string_append_unichar(f->typed, f->on[code] ? f->on[code] : (gunichar)code);
            f->free_us += f->per_key_us;
        } else if (!f->deaf && (!f->deaf_after || f->answers < f->deaf_after)) {
            f->answered = f->queue[f->head % QUEUE].question;
            f->answers++;
        }
        f->head++;
    }
    gint64 turn_us = f->turn_us ? (f->now_us / f->turn_us + 1) * f->turn_us : f->now_us;
    f->free_us = MAX(f->free_us, turn_us);
}

static void client_gets(struct fake *f, int keycode, guint32 question)
{
    client_reads(f);
    assert_true(f->tail - f->head < QUEUE);
    f->queue[f->tail % QUEUE].keycode = keycode;
    f->queue[f->tail++ % QUEUE].question = question;
    client_reads(f);
}

static bool fake_find(void *data, gunichar c, struct stroke *ret_stroke)
{
    (void)data;
    *ret_stroke = (struct stroke){.keycode = (int)c, .group = -1};
    return c < 0x80;
}

static bool fake_tap(void *data, const struct stroke *s)
{
    struct fake *f = data;
    if (++f->taps == f->fail_at)
        return false;
    assert_true(f->now_us >= f->foreign_until_us || f->now_us < f->foreign_from_us + TEXT_LOOK_US);
    if (f->taps > 1)
        f->least_gap_us = MIN(f->least_gap_us, f->now_us - f->tapped_us);
    f->tapped_us = f->now_us;
    client_gets(f, s->keycode, 0);
    return true;
}

static bool fake_lend(void *data, const int *codes, const gunichar *chars, int n)
{
    struct fake *f = data;
    client_reads(f);
    for (int i = 0; i < n; i++)
        f->on[codes[i]] = chars[i];
    f->lends++;
    return true;
}

static void fake_give_back(void *data)
{
    struct fake *f = data;
    assert_true(f->passes_on_us > TEXT_METHOD_US || f->now_us >= f->tapped_us + f->passes_on_us);
    client_reads(f);
    memset(f->on, 0, sizeof f->on);
}

static bool fake_begin(void *data)
{
    ((struct fake *)data)->begins++;
    return true;
}

static void fake_end(void *data)
{
    ((struct fake *)data)->ends++;
}

static bool fake_clear(void *data)
{
    const struct fake *f = data;
    return f->now_us < f->foreign_from_us || f->now_us >= f->foreign_until_us;
}

static bool fake_loads(void *data, gint64 now_us)
{
    const struct fake *f = data;
    assert_true(f->begins == 1 && f->taps == 0);
    return now_us < f->loads_until_us;
}

static bool fake_passes_on(void *data, gint64 now_us)
{
    const struct fake *f = data;
    return f->taps > 0 && now_us < f->tapped_us + f->passes_on_us;
}

static guint32 fake_ask(void *data)
{
    struct fake *f = data;
    if (f->deaf && !f->deaf_after)
        return 0;
    client_gets(f, 0, ++f->asked);
    return f->asked;
}

static bool fake_answered(void *data, guint32 question)
{
    struct fake *f = data;
    client_reads(f);
    return f->answered >= question;
}

/* A question that it has not read is not counted. */
static enum client_idle_doing fake_look(void *data)
{
    struct fake *f = data;
    client_reads(f);
    bool only_question = f->tail - f->head == 1 && f->queue[f->head % QUEUE].keycode == 0;
    bool through = (f->head == f->tail || only_question) && (f->free_us <= f->now_us || f->turn_us);
    enum client_idle_doing works = f->behind ? CLIENT_IDLE_BEHIND : CLIENT_IDLE_WORKS;
    return f->seen == CLIENT_IDLE_UNKNOWN || through ? f->seen : works;
}

static struct text_port port_of(struct fake *f)
{
    return (struct text_port){.find = fake_find,
                              .tap = fake_tap,
                              .lend = fake_lend,
                              .give_back = fake_give_back,
                              .begin = fake_begin,
                              .end = fake_end,
                              .clear = fake_clear,
                              .loads = fake_loads,
                              .passes_on = fake_passes_on,
                              .ask = fake_ask,
                              .answered = fake_answered,
                              .look = fake_look,
                              .data = f};
}

static const int spare[] = {200, 201, 202, 210};

static void fake_init(struct fake *f)
{
    *f = (struct fake){.typed = g_string_new(NULL), .least_gap_us = G_MAXINT64};
}

static bool all_empty(const struct fake *f)
{
    for (int i = 0; i < 256; i++) {
        if (f->on[i])
            return false;
    }
    return true;
}

/* Types to the end on a virtual clock, on which an answer wakes us within a millisecond; returns when it was done. */
static gint64 type_to(struct fake *f, const char *utf8, const int *codes, int n_codes, gint64 duration_us, GError **error)
{
    struct text_port port = port_of(f);
    g_autoptr(text) t = text_new(utf8, &port, codes, n_codes, duration_us, 0);
    while (text_look(t, f->now_us, error) && text_step(t, f->now_us, error) && !text_done(t)) {
        gint64 end = text_deadline(t);
        while (f->now_us < end && f->head != f->tail) {
            f->now_us = MIN(f->now_us + 1000, end);
            client_reads(f);
            end = MIN(end, text_deadline(t));
        }
        f->now_us = MAX(f->now_us, end);
    }
    return f->now_us;
}

static gint64 type_on(struct fake *f, const char *utf8, const int *codes, int n_codes, gint64 duration_us)
{
    g_autoptr(GError) error = NULL;
    gint64 done_us = type_to(f, utf8, codes, n_codes, duration_us, &error);
    if (error)
        fail_msg("%s", error->message);
    f->now_us = G_MAXINT64 / 2;
    client_reads(f);
    return done_us;
}

static gint64 type(struct fake *f, const char *utf8, int n_spare, gint64 duration_us)
{
    return type_on(f, utf8, spare, n_spare, duration_us);
}

static void text__ascii__needs_no_map_and_no_wait(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    gint64 end = type(&f, "Hello,\nworld\t!", 4, 0);
    assert_string_equal(f.typed->str, "Hello,\nworld\t!");
    assert_int_equal(f.lends, 0);
    assert_int_equal(f.begins, 1);
    assert_int_equal(f.ends, 1);
    assert_int_equal(end, 0);
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
    assert_int_equal(type(&f, "Hello,\nworld\t!", 4, 0), 14 * TEXT_GAP_US);
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
    assert_int_equal(f.least_gap_us, 50000);
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
    assert_false(text_step(t, 0, &error));
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
        assert_in_range(end_us, 9 * f.per_key_us, 3 * (TEXT_NEVER_US + TEXT_NOTE_US + 4 * TEXT_REST_US));
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

/* A game answers once in a frame: two frames for a change of the map, and not three where it is seen that it has read all. */
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
    assert_in_range(end_us[1], 4 * turn_us, 6 * turn_us);
    assert_in_range(end_us[0], end_us[1] + turn_us, 8 * turn_us);
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
        cmocka_unit_test(text__long__stays_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
