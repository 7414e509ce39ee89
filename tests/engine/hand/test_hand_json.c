#include "engine/hand/hand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void fire_json__round_trip(void **state)
{
    (void)state;
    g_autoptr(hand_request) r = g_new0(hand_request, 1);
    r->kind = HAND_FIRE;
    r->fire.id = 14;
    r->fire.timeline = timeline_new();
    assert_true(timeline_add(r->fire.timeline, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("é\"\n😀")}, NULL));
    assert_true(timeline_add(
        r->fire.timeline, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = 9, .key = "Return", .hold_ms = 50}, NULL));
    r->fire.digest = timeline_digest(r->fire.timeline);
    const struct area clock = {-3, 4, 50, 60}, spinner = {8, 16, 24, 8};
    const struct eye_window window = {.id = 0xfffffff0,
                                      .title = (char *)"ünde\"r",
                                      .class = (char *)"C",
                                      .pid = 12,
                                      .x = -5,
                                      .width = 70,
                                      .height = 80,
                                      .popup = true,
                                      .tooltip = true};
    r->fire.guard = (struct hand_guard){.frame = g_strdup("/store/frames/ü.png"),
                                        .rules = {.close = {3, 4, 5, 6},
                                                  .core = {4, 5, 2, 2},
                                                  .window = {0, 0, 70, 80},
                                                  .tolerance = 24,
                                                  .min_target = 0.97,
                                                  .min_frame = 0.9},
                                        .window = 0xfffffff0,
                                        .focus = 1,
                                        .focus_window = 77,
                                        .focus_kept = true,
                                        .driven = true,
                                        .unseen = true,
                                        .tips = true,
                                        .pointer_bound = true,
                                        .pointer_x = 0,
                                        .pointer_y = 9};
    r->fire.guard.rules.ignored = g_array_new(FALSE, FALSE, sizeof clock);
    g_array_append_val(r->fire.guard.rules.ignored, clock);
    r->fire.guard.rules.program = g_array_new(FALSE, FALSE, sizeof clock);
    g_array_append_val(r->fire.guard.rules.program, spinner);
    r->fire.guard.rules.caret = (struct screen_match_caret){.at = {9, 8, 1, 2}, .pixels = {0xabcdef, 0x000001}};
    r->fire.guard.rules.unsteady = true;
    r->fire.guard.rules.restless = g_array_new(FALSE, FALSE, sizeof clock);
    g_array_append_val(r->fire.guard.rules.restless, spinner);
    r->fire.guard.windows = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    g_ptr_array_add(r->fire.guard.windows, eye_window_copy(&window));
    r->fire.approval_ms = 20000;
    r->fire.max_hold_ms = 60000;
    g_autofree char *json = hand_request_to_json(r);
    assert_null(strchr(json, '\n'));
    g_autoptr(GError) error = NULL;
    g_autoptr(hand_request) back = hand_request_from_json(json, strlen(json), &error);
    if (!back)
        fail_msg("%s", error->message);
    g_autofree char *digest = timeline_digest(back->fire.timeline);
    assert_string_equal(digest, r->fire.digest);
    const struct hand_guard *g = &back->fire.guard;
    assert_string_equal(g->frame, "/store/frames/ü.png");
    assert_int_equal(g->window, 0xfffffff0);
    assert_true(g->rules.min_target == 0.97 && g->rules.min_frame == 0.9 && g->rules.core.height == 2);
    assert_memory_equal(&g->rules.caret, &r->fire.guard.rules.caret, sizeof g->rules.caret);
    assert_true(g->rules.unsteady && !g->rules.animated && g->rules.program->len == 1);
    assert_int_equal(g_array_index(g->rules.ignored, struct area, 0).x, -3);
    assert_int_equal(g_array_index(g->rules.restless, struct area, 0).width, 24);
    const struct eye_window *seen = g_ptr_array_index(g->windows, 0);
    assert_true(eye_window_same(seen, &window) && seen->popup && seen->tooltip && seen->x == -5);
    assert_true(g->pointer_bound && g->pointer_x == 0 && g->pointer_y == 9);
    g_autofree char *again = hand_request_to_json(back);
    assert_string_equal(again, json);
}

static void answer_json__round_trip(void **state)
{
    (void)state;
    const char *const lines[] = {
        "{\"answer\":\"ready\",\"keys\":[\"w\"],\"buttons\":[]}",
        "{\"answer\":\"started\",\"id\":7,\"match\":0.998}",
        "{\"answer\":\"held\",\"keys\":[\"Shift_L\",\"a\"],\"buttons\":[\"left\"],\"left_ms\":[1,0,60000]}",
        ("{\"answer\":\"finished\",\"id\":7,\"match\":-1,\"status\":\"stale\",\"reason\":\"x\","
         "\"fired\":[{\"index\":0,\"at_ms\":1,\"late_us\":2}]}"),
        "{\"answer\":\"released\"}",
        "{\"answer\":\"failed\",\"text\":\"what?\"}",
        "{\"answer\":\"lost\",\"text\":\"gone\"}",
        "{\"answer\":\"person\",\"text\":\"you used the mouse\"}",
        ("{\"answer\":\"turned\",\"id\":7,\"turn\":3,\"events\":9,\"ms\":120,"
         "\"fired\":[{\"index\":4,\"at_ms\":1,\"late_us\":2,\"turn\":3,\"event\":{}}]}"),
        "{\"answer\":\"pulse\",\"id\":12}",
        "{\"answer\":\"let_go\",\"keys\":[\"w\"],\"buttons\":[\"left\"],\"text\":\"silent\"}",
        ("{\"answer\":\"gesture\",\"kind\":\"text\",\"button\":0,\"x\":1,\"y\":2,\"to_x\":3,\"to_y\":4,\"count\":-5,\"rested\":"
         "true,"
         "\"began_us\":6,\"ended_us\":7,\"text\":\"hi\"}"),
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(hand_answer) a = hand_answer_from_json(lines[i], strlen(lines[i]), &error);
        if (!a)
            fail_msg("%s: %s", lines[i], error->message);
        assert_int_equal(a->kind, i);
        g_autofree char *json = hand_answer_to_json(a);
        assert_string_equal(json, lines[i]);
    }
}

static void own_json__round_trip(void **state)
{
    (void)state;
    const char *line = "{\"request\":\"own\",\"terminals\":[{\"window\":4294967295,\"pids\":[7,3]},{\"window\":0,\"pids\":[]}]}";
    g_autoptr(GError) error = NULL;
    g_autoptr(hand_request) r = hand_request_from_json(line, strlen(line), &error);
    if (!r)
        fail_msg("%s", error->message);
    assert_int_equal(r->own.n, 2);
    assert_int_equal(r->own.terminals[0].pids[1], 3);
    g_autofree char *json = hand_request_to_json(r);
    assert_string_equal(json, line);
    const char *const bad[] = {"{\"request\":\"own\"}", "{\"request\":\"own\",\"terminals\":[7]}",
                               "{\"request\":\"own\",\"terminals\":[{\"pids\":[0]}]}",
                               "{\"request\":\"own\",\"terminals\":[{\"window\":-1,\"pids\":[]}]}",
                               "{\"request\":\"own\",\"terminals\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) why = NULL;
        assert_null(hand_request_from_json(bad[i], strlen(bad[i]), &why));
        assert_non_null(why);
    }
}

static void pulse_json__round_trip(void **state)
{
    (void)state;
    const char *line = "{\"request\":\"pulse\",\"id\":12}";
    g_autoptr(hand_request) r = hand_request_from_json(line, strlen(line), NULL);
    assert_int_equal(r->pulse, 12);
    g_autofree char *json = hand_request_to_json(r);
    assert_string_equal(json, line);
}

static void watch_json__round_trip(void **state)
{
    (void)state;
    const char *const lines[] = {"{\"request\":\"watch\",\"on\":true,\"pids\":[7,3]}",
                                 "{\"request\":\"watch\",\"on\":false,\"pids\":[]}"};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(hand_request) r = hand_request_from_json(lines[i], strlen(lines[i]), NULL);
        assert_non_null(r);
        assert_int_equal(r->pids != NULL, i == 0);
        g_autofree char *json = hand_request_to_json(r);
        assert_string_equal(json, lines[i]);
    }
}

#define FIRE(more) "{\"request\":\"fire\",\"id\":1,\"digest\":\"d\",\"guard\":{},\"approval_ms\":1,\"max_hold_ms\":1," more "}"

static void request_json__refused(void **state)
{
    (void)state;
    const char *const lines[] = {
        "",
        "x",
        "[]",
        "3",
        "{}",
        "{\"request\":3}",
        "{\"request\":\"jump\"}",
        "{\"request\":\"fire\"}",
        "{\"request\":\"pulse\"}",
        "{\"request\":\"watch\",\"on\":true}",
        "{\"request\":\"watch\",\"on\":true,\"pids\":[0]}",
        "{\"request\":\"release\"}{}",
        FIRE("\"timeline\":{}"),
        FIRE("\"timeline\":[{}]"),
        FIRE("\"timeline\":[{\"at_ms\":0,\"type\":\"key_down\",\"key\":\"nosuchkey\",\"hold_ms\":0}]"),
        FIRE("\"timeline\":[],\"timeline\":[]"),
        "{\"request\":\"fire\",\"id\":-1,\"digest\":\"d\",\"guard\":{},\"approval_ms\":1,\"max_hold_ms\":1,\"timeline\":[]}",
        "{\"request\":\"fire\",\"id\":1,\"digest\":\"d\",\"guard\":{\"rules\":{\"close\":[0,0,1,1],\"core\":[0,0,0,0],\"window\":"
        "[0,0,0,0],\"min_target\":2}},\"approval_ms\":1,\"max_hold_ms\":1,"
        "\"timeline\":[]}",
        "{\"request\":\"fire\",\"id\":1,\"digest\":\"d\",\"guard\":{\"rules\":{\"close\":[0,0,1e9,1],\"core\":[0,0,0,0],"
        "\"window\":[0,0,0,0]}},\"approval_ms\":1,\"max_hold_ms\":1,\"timeline\":"
        "[]}",
        "{\"request\":\"fire\",\"id\":1,\"digest\":\"d\",\"guard\":{},\"approval_ms\":1,\"max_hold_ms\":0,\"timeline\":[]}",
        "{\"request\":\"fire\",\"id\":1.5,\"digest\":\"d\",\"guard\":{},\"approval_ms\":1,\"max_hold_ms\":1,\"timeline\":[]}",
        "{\"request\":\"fire\",\"id\":1,\"digest\":\"d\",\"guard\":[],\"approval_ms\":1,\"max_hold_ms\":1,\"timeline\":[]}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        hand_request *r = hand_request_from_json(lines[i], strlen(lines[i]), &error);
        if (r)
            fail_msg("taken: %s", lines[i]);
        assert_non_null(error);
        assert_true(strlen(error->message) > 5);
    }
}

static void answer_json__refused(void **state)
{
    (void)state;
    const char *const lines[] = {
        "{}",
        "{\"answer\":\"held\",\"keys\":[3],\"buttons\":[]}",
        "{\"answer\":\"held\",\"keys\":[\"a\"],\"buttons\":[],\"left_ms\":[]}",
        "{\"answer\":\"held\",\"keys\":[\"a\"],\"buttons\":[],\"left_ms\":[-1]}",
        "{\"answer\":\"held\",\"keys\":[\"a\"],\"buttons\":[],\"left_ms\":[1,2]}",
        "{\"answer\":\"held\",\"keys\":[\"a\"],\"buttons\":[],\"left_ms\":{\"a\":1}}",
        "{\"answer\":\"held\",\"buttons\":[]}",
        "{\"answer\":\"let_go\",\"text\":\"silent\"}",
        "{\"answer\":\"finished\",\"id\":1,\"status\":\"splendid\",\"fired\":[]}",
        "{\"answer\":\"finished\",\"id\":1,\"status\":\"done\"}",
        "{\"answer\":\"gesture\",\"kind\":\"wink\"}",
        "{\"answer\":\"gesture\",\"kind\":\"tap\",\"x\":-1}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(hand_answer_from_json(lines[i], strlen(lines[i]), &error));
        assert_non_null(error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fire_json__round_trip),  cmocka_unit_test(answer_json__round_trip),
        cmocka_unit_test(watch_json__round_trip), cmocka_unit_test(own_json__round_trip),
        cmocka_unit_test(pulse_json__round_trip), cmocka_unit_test(request_json__refused),
        cmocka_unit_test(answer_json__refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
