#include "engine/hand/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* A keyboard that has ASCII, newline and tab; it writes down what is done to it, and what a client would have read. */
struct fake {
    GString *typed;
    gunichar on[256];
    int assigns, begins, ends, taps, fail_at;
    gint64 now_us, changed_us, tapped_us, least_gap_us;
    bool too_soon; /* a remapped key before the map had settled, or a map change while keys may be queued */
    guint slow;    /* typed since the last change, beyond the BMP */
};

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
    gunichar c = f->on[s->keycode] ? f->on[s->keycode] : (gunichar)s->keycode;
    if (f->on[s->keycode] && f->now_us < f->changed_us + TEXT_SETTLE_US)
        f->too_soon = true;
    if (f->taps > 1)
        f->least_gap_us = MIN(f->least_gap_us, f->now_us - f->tapped_us);
    f->tapped_us = f->now_us;
    f->slow += c > 0xffff;
    g_string_append_unichar(f->typed, c);
    return true;
}

static bool fake_assign(void *data, const int *codes, const gunichar *chars, int n)
{
    struct fake *f = data;
    if (f->taps && f->now_us < f->tapped_us + TEXT_SETTLE_US + f->slow * TEXT_SLOW_US)
        f->too_soon = true;
    for (int i = 0; i < n; i++)
        f->on[codes[i]] = chars[i];
    f->changed_us = f->now_us;
    f->assigns++;
    f->slow = 0;
    return true;
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

static struct text_port port_of(struct fake *f)
{
    return (struct text_port){fake_find, fake_tap, fake_assign, fake_begin, fake_end, f};
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

/* Types to the end on a virtual clock; returns when it was done. */
static gint64 type(struct fake *f, const char *utf8, int n_spare, gint64 duration_us)
{
    struct text_port port = port_of(f);
    g_autoptr(text) t = text_new(utf8, &port, spare, n_spare, duration_us, 0);
    for (f->now_us = 0; !text_done(t); f->now_us = text_deadline(t)) {
        assert_true(text_step(t, f->now_us));
        if (text_done(t))
            break;
        assert_true(text_deadline(t) > f->now_us);
    }
    return f->now_us;
}

static void text__ascii__needs_no_map_and_no_wait(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    gint64 end = type(&f, "Hello,\nworld\t!", 4, 0);
    assert_string_equal(f.typed->str, "Hello,\nworld\t!");
    assert_int_equal(f.assigns, 0);
    assert_int_equal(f.begins, 1);
    assert_int_equal(f.ends, 1);
    assert_int_equal(end, 14 * TEXT_GAP_US);
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
    struct fake f;
    fake_init(&f);
    type(&f, "aéüéßΩЖ中b😀é.", 4, 0);
    assert_string_equal(f.typed->str, "aéüéßΩЖ中b😀é.");
    assert_false(f.too_soon);
    assert_int_equal(f.assigns, 3); /* éüßΩ, Ж中😀é, empty */
    assert_true(all_empty(&f));
    assert_int_equal(f.ends, 1);
    g_string_free(f.typed, TRUE);
}

static void text__one_spare_keycode__is_enough(void **state)
{
    (void)state;
    struct fake f;
    fake_init(&f);
    type(&f, "éüé😀😀Ω", 1, 0);
    assert_string_equal(f.typed->str, "éüé😀😀Ω");
    assert_false(f.too_soon);
    assert_true(all_empty(&f));
    g_string_free(f.typed, TRUE);
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
            f.now_us = text_deadline(t);
            assert_true(text_step(t, f.now_us));
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
    assert_true(text_step(t, 0));
    assert_false(text_step(t, 1000000));
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
    assert_false(f.too_soon);
    g_string_free(f.typed, TRUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__ascii__needs_no_map_and_no_wait),      cmocka_unit_test(text__line_ends__are_one_newline),
        cmocka_unit_test(text__unknown_characters__in_batches),       cmocka_unit_test(text__one_spare_keycode__is_enough),
        cmocka_unit_test(text__duration__is_kept_when_it_can_be),     cmocka_unit_test(text__free__restores_at_any_moment),
        cmocka_unit_test(text__failing_keyboard__types_nothing_more), cmocka_unit_test(text__empty__is_done_at_once),
        cmocka_unit_test(text__check__says_what_cannot_be_typed),     cmocka_unit_test(text__long__stays_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
