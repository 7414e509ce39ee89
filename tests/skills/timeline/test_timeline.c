/* Timelines: canonical JSON and digest, what is refused, where the pointer acts, what people read. */

#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void add(timeline *t, struct timeline_event e)
{
    g_autoptr(GError) error = NULL;
    if (!timeline_add(t, e, &error))
        fail_msg("%s", error->message);
}

static timeline *every_type(void)
{
    timeline *t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 412, .y = 388, .tween = TWEEN_EASE_IN_OUT, .duration_ms = 120});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .at_ms = 120, .button = 1});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_UP, .at_ms = 170, .button = 1});
    add(t, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = 170, .key = "Control_L", .hold_ms = 2000});
    add(t, (struct timeline_event){.type = TIMELINE_KEY_UP, .at_ms = 200, .key = "eacute"});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 200, .dx = -1, .dy = 3, .duration_ms = 80});
    add(t, (struct timeline_event){
               .type = TIMELINE_TEXT, .at_ms = 280, .text = g_strdup("é\"\\\n\x01\x7f \xe2\x80\xae/😀"), .duration_ms = 5});
    add(t, (struct timeline_event){.type = TIMELINE_WAIT, .at_ms = 285, .duration_ms = 1000});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .at_ms = 1285, .button = 7});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .at_ms = 1285, .x = 500000, .y = -1, .origin = ORIGIN_NORMALIZED});
    return t;
}

static void timeline_digest__every_type__is_python_s_sha256_of_the_canonical_json(void **state)
{
    (void)state;
    g_autoptr(timeline) t = every_type();
    g_autofree char *json = timeline_to_json(t), *digest = timeline_digest(t);
    assert_string_equal(json,
                        "[{\"at_ms\":0,\"duration_ms\":120,\"origin\":\"absolute\",\"tween\":\"ease_in_out\",\"type\":\"move\","
                        "\"x\":412,\"y\":388},"
                        "{\"at_ms\":120,\"button\":\"left\",\"hold_ms\":0,\"type\":\"button_down\"},{\"at_ms\":170,\"button\":"
                        "\"left\",\"type\":\"button_up\"},"
                        "{\"at_ms\":170,\"hold_ms\":2000,\"key\":\"Control_L\",\"type\":\"key_down\"},{\"at_ms\":200,\"key\":"
                        "\"eacute\",\"type\":\"key_up\"},"
                        "{\"at_ms\":200,\"duration_ms\":80,\"dx\":-1,\"dy\":3,\"type\":\"scroll\"},"
                        "{\"at_ms\":280,\"duration_ms\":5,\"text\":\"é\\\"\\\\\\n\\u0001\x7f \xe2\x80\xae/😀\",\"type\":\"text\"},"
                        "{\"at_ms\":285,\"duration_ms\":1000,\"type\":\"wait\"},"
                        "{\"at_ms\":1285,\"button\":\"button 7\",\"hold_ms\":0,\"type\":\"button_down\"},"
                        "{\"at_ms\":1285,\"duration_ms\":0,\"origin\":\"normalized\",\"tween\":\"linear\",\"type\":\"move\","
                        "\"x\":500000,\"y\":-1}]");
    assert_string_equal(digest, "57dbd64a6c2e8d77cc2be5fffb144593f57af6f1b3e25c5913867910809c38bd");
    assert_int_equal(t->json_bytes, strlen(json) + 1); /* a comma more than there are */
}

static void timeline_from_json__what_to_json_wrote__is_the_same(void **state)
{
    (void)state;
    g_autoptr(timeline) t = every_type();
    g_autofree char *json = timeline_to_json(t), *digest = timeline_digest(t);
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) back = timeline_from_json(json, strlen(json), &error);
    if (!back)
        fail_msg("%s", error->message);
    g_autofree char *again = timeline_digest(back);
    assert_string_equal(again, digest);
    g_autoptr(timeline) empty = timeline_from_json("[]", 2, NULL);
    assert_non_null(empty);
    assert_int_equal(timeline_duration(empty), 0);
}

static void timeline_from_json__what_does_not_fit__is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{}",
        "[1]",
        "null",
        "[{}]",
        "[{\"type\":\"wait\"}]",
        "[{\"at_ms\":0,\"type\":\"sleep\",\"duration_ms\":1}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":1.5}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":-1}]",
        "[{\"at_ms\":-1,\"type\":\"wait\",\"duration_ms\":1}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":86400001}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":1,\"x\":1}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"type\":\"wait\",\"duration_ms\":1}]",
        "[{\"at_ms\":0,\"type\":\"key_up\",\"key\":\"ctrl\"}]",
        "[{\"at_ms\":0,\"type\":\"key_up\",\"key\":\"nokey\"}]",
        "[{\"at_ms\":0,\"type\":\"key_up\",\"key\":5}]",
        "[{\"at_ms\":0,\"type\":\"key_down\",\"key\":\"a\"}]",
        "[{\"at_ms\":0,\"type\":\"button_up\",\"button\":\"tenth\"}]",
        "[{\"at_ms\":0,\"type\":\"text\",\"duration_ms\":0,\"text\":\"\"}]",
        "[{\"at_ms\":0,\"type\":\"text\",\"duration_ms\":0,\"text\":\"a\",\"paste\":false}]",
        "[{\"at_ms\":0,\"type\":\"text\",\"duration_ms\":0,\"text\":\"a\",\"paste\":1}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":0,\"paste\":true}]",
        "[{\"at_ms\":0,\"type\":\"key_up\",\"key\":\"Return\",\"keycode\":\"KEYCODE_POWER\"}]",
        "[{\"at_ms\":0,\"type\":\"key_up\",\"key\":\"F1\",\"keycode\":\"\"}]",
        "[{\"at_ms\":0,\"type\":\"wait\",\"duration_ms\":0,\"keycode\":\"KEYCODE_ENTER\"}]",
        "[{\"at_ms\":0,\"type\":\"scroll\",\"duration_ms\":0,\"dx\":0,\"dy\":1001}]",
        "[{\"at_ms\":0,\"type\":\"move\",\"duration_ms\":0,\"origin\":\"absolute\",\"tween\":\"bounce\",\"x\":1,\"y\":1}]",
        "[{\"at_ms\":0,\"type\":\"move\",\"duration_ms\":0,\"origin\":\"moon\",\"tween\":\"linear\",\"x\":1,\"y\":1}]",
        "[{\"at_ms\":0,\"type\":\"move\",\"duration_ms\":0,\"origin\":\"absolute\",\"tween\":\"linear\",\"x\":1e9,\"y\":1}]",
        "[{\"at_ms\":5,\"type\":\"wait\",\"duration_ms\":1},{\"at_ms\":4,\"type\":\"wait\",\"duration_ms\":1}]",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(timeline) t = timeline_from_json(bad[i], strlen(bad[i]), &error);
        if (t)
            fail_msg("taken: %s", bad[i]);
        assert_non_null(error);
    }
}

static void timeline_digest__text_that_is_pasted__is_not_that_of_text_that_is_typed(void **state)
{
    (void)state;
    g_autoptr(timeline) typed = timeline_new(), pasted = timeline_new();
    g_autoptr(GError) error = NULL;
    add(typed, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("a")});
    add(pasted, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("a"), .paste = true});
    g_autofree char *json = timeline_to_json(pasted), *one = timeline_digest(typed), *other = timeline_digest(pasted);
    assert_string_equal(json, "[{\"at_ms\":0,\"duration_ms\":0,\"paste\":true,\"text\":\"a\",\"type\":\"text\"}]");
    assert_string_not_equal(one, other);
    g_autoptr(timeline) again = timeline_from_json(json, strlen(json), &error);
    assert_non_null(again);
    const struct timeline_event *e = &g_array_index(again->events, struct timeline_event, 0);
    g_autofree char *same = timeline_digest(again), *shown = timeline_event_describe(e);
    assert_true(e->paste);
    assert_string_equal(same, other);
    assert_string_equal(shown, "paste \"a\"");
}

static void timeline_add__the_ten_thousand_and_first__is_refused(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    g_autoptr(GError) error = NULL;
    for (int i = 0; i < TIMELINE_EVENTS_MAX; i++)
        add(t, (struct timeline_event){.type = i % 2 ? TIMELINE_KEY_UP : TIMELINE_KEY_DOWN, .key = "a", .at_ms = i});
    assert_false(timeline_add(t, (struct timeline_event){.type = TIMELINE_WAIT, .at_ms = 20000}, &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT));
    g_autofree char *json = timeline_to_json(t);
    assert_true(strlen(json) < TIMELINE_JSON_MAX);
}

static void timeline_add__text__is_taken_also_when_refused(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    g_autoptr(GError) error = NULL;
    add(t, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strnfill(TIMELINE_TEXT_MAX, 'x')});
    assert_false(timeline_add(t, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("y")}, &error));
    assert_true(g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT));
    g_clear_error(&error);
    assert_false(timeline_add(t, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("\xff")}, &error));
    g_clear_error(&error);
    assert_false(timeline_add(t, (struct timeline_event){.type = TIMELINE_KEY_UP, .text = g_strdup("z")}, &error)); /* no key */
    assert_int_equal(t->events->len, 1);
}

static void timeline_target__first_button__is_where_the_pointer_is_then(void **state)
{
    (void)state;
    static const struct {
        enum timeline_origin origin;
        int x, y, expected_x, expected_y;
    } rows[] = {
        {ORIGIN_ABSOLUTE, 412, 388, 412, 388},
        {ORIGIN_RELATIVE, 10, -5, 110, 95},
        {ORIGIN_CENTER, -40, 60, 600, 420},
        {ORIGIN_NORMALIZED, 0, 0, 0, 0},
        {ORIGIN_NORMALIZED, 1000000, 1000000, 1279, 719},
        {ORIGIN_NORMALIZED, 500000, 500000, 640, 360},
        {ORIGIN_RELATIVE, -5000, 5000, 0, 719},
        {ORIGIN_WINDOW, 7, -9, 307, 191},
        {ORIGIN_WINDOW_CENTER, 0, 0, 500, 300},
        {ORIGIN_WINDOW_CENTER, -5, 6, 495, 306},
        {ORIGIN_WINDOW_NORMALIZED, 1000000, 500000, 700, 300},
        {ORIGIN_WINDOW, -5000, 5000, 0, 719},
    };
    const struct timeline_place place = {1280, 720, 100, 100, 300, 200, 401, 201};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(timeline) t = timeline_new();
        int x = -1, y = -1;
        add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = rows[i].origin, .x = rows[i].x, .y = rows[i].y});
        add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .button = 1});
        add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 7, .y = 7});
        add(t, (struct timeline_event){.type = TIMELINE_BUTTON_UP, .button = 1});
        assert_true(timeline_target(t, &place, &x, &y));
        assert_int_equal(x, rows[i].expected_x);
        assert_int_equal(y, rows[i].expected_y);
        assert_false(timeline_uses_keyboard(t));
    }
    g_autoptr(timeline) keys = timeline_new();
    int x = -1, y = -1;
    add(keys, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = "a"});
    assert_false(timeline_target(keys, &place, &x, &y));
    assert_int_equal(x, -1);
    assert_true(timeline_uses_keyboard(keys));
}

static void timeline_acts__all_but_waits(void **state)
{
    (void)state;
    g_autoptr(timeline) every = every_type();
    for (guint i = 0; i < every->events->len; i++) {
        g_autoptr(timeline) t = timeline_new();
        struct timeline_event e = g_array_index(every->events, struct timeline_event, i);
        e.text = g_strdup(e.text);
        add(t, (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = 5});
        assert_false(timeline_acts(t));
        e.at_ms = 5;
        add(t, e);
        assert_int_equal(timeline_acts(t), e.type != TIMELINE_WAIT);
    }
}

static void timeline_event_describe__each_type__reads_as_a_person_says_it(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "move to 412,388 (ease_in_out, 120 ms)",
        "left down",
        "left up",
        "key Control_L down, held for at most 2000 ms",
        "key eacute up",
        "scroll down 3 left 1 in 80 ms",
        "type \"é\\\"\\\\\\n‹U+0001›‹U+007F› ‹U+202E›/😀\" in 5 ms",
        "wait 1000 ms",
        "button 7 down",
        "move to 50.00 %,-0.00 %",
    };
    g_autoptr(timeline) t = every_type();
    for (guint i = 0; i < t->events->len; i++) {
        g_autofree char *text = timeline_event_describe(&g_array_index(t->events, struct timeline_event, i));
        assert_string_equal(text, expected[i]);
    }
    assert_int_equal(timeline_duration(t), 1285);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timeline_digest__every_type__is_python_s_sha256_of_the_canonical_json),
        cmocka_unit_test(timeline_from_json__what_to_json_wrote__is_the_same),
        cmocka_unit_test(timeline_from_json__what_does_not_fit__is_refused),
        cmocka_unit_test(timeline_add__the_ten_thousand_and_first__is_refused),
        cmocka_unit_test(timeline_digest__text_that_is_pasted__is_not_that_of_text_that_is_typed),
        cmocka_unit_test(timeline_add__text__is_taken_also_when_refused),
        cmocka_unit_test(timeline_target__first_button__is_where_the_pointer_is_then),
        cmocka_unit_test(timeline_acts__all_but_waits),
        cmocka_unit_test(timeline_event_describe__each_type__reads_as_a_person_says_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
