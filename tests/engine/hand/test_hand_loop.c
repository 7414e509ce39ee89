/* A closed loop at the hand: whatever its turns say, it does no more than the budget, and nothing stays down. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include "engine/hand/bounds.h"

#define ID 7

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 0, 0, 640, 480, 0x336699);
    sink_focus(window);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    if (hand.line)
        spawned_stop(&hand);
    sink_stop(window);
    xvfb_stop(&x);
    g_free(ledger);
    return 0;
}

/* w, a and the left button; 10 events; an area of 200×100 at 100,100. */
static timeline_loop *budget(gint64 ms)
{
    timeline_loop *l = timeline_loop_new();
    g_strfreev(l->keys);
    l->keys = g_strsplit("a,left mouse,w", ",", -1);
    l->events = 10;
    l->ms = ms;
    l->x = l->y = 100;
    l->width = 200;
    l->height = 100;
    return l;
}

/* Fires it and waits until the first turn may come. */
static void begin_loop(gint64 ms)
{
    timeline_loop *l = budget(ms);
    request_send(&hand, request_new(ID, EVENTS({.type = TIMELINE_MOVE, .x = 150, .y = 150},
                                               {.type = TIMELINE_LOOP, .loop = l, .duration_ms = ms})));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_TURNED);
    assert_int_equal(a->turn, 0);
    assert_int_equal(a->events, 0);
    assert_non_null(strstr(a->fired_json, "\"index\":1"));
}

static void send_turn(int turn, bool done, const struct timeline_event *events, gsize n)
{
    hand_request *r = request_new(ID, events, n);
    r->kind = HAND_TURN;
    r->turn = turn;
    r->done = done;
    request_send(&hand, r);
}

static void assert_ends(enum hand_status status, const char *why)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != status || !strstr(a->reason, why))
        fail_msg("status %d: \"%s\", not %d: \"%s\"", (int)a->status, a->reason, (int)status, why);
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

static void loop__turns__are_fired_and_told_with_what_they_were(void **state)
{
    (void)state;
    begin_loop(60000);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_MOVE, .x = 299, .y = 199}));
    g_autoptr(hand_answer) first = spawned_await(&hand, HAND_TURNED);
    assert_int_equal(first->turn, 1);
    assert_int_equal(first->events, 2);
    assert_non_null(strstr(first->fired_json, "\"index\":3"));
    assert_non_null(strstr(first->fired_json, "\"event\":{\"at_ms\":0,\"hold_ms\":0,\"key\":\"w\""));
    assert_true(observer_key(x.display, "w")); /* held from turn to turn */
    send_turn(2, true, EVENTS({.type = TIMELINE_BUTTON_DOWN, .button = 1}));
    assert_ends(HAND_DONE, ""); /* and both are up */
}

/* Each of these would leave the budget in its last event; a key is held when it comes. */
static void loop__outside_the_budget__ends_it_before_it_is_done(void **state)
{
    (void)state;
    const struct {
        struct timeline_event event;
        const char *why;
    } cases[] = {
        {{.type = TIMELINE_KEY_DOWN, .key = "d"}, "the key d"},
        {{.type = TIMELINE_BUTTON_DOWN, .button = 3}, "the mouse button right"},
        {{.type = TIMELINE_SCROLL, .dy = 1}, "the wheel"},
        {{.type = TIMELINE_MOVE, .x = 300, .y = 150}, "came to 300,150"},
        {{.type = TIMELINE_MOVE, .x = 99, .y = 150, .duration_ms = 80}, "came to 99,150"},
        {{.type = TIMELINE_MOVE, .x = 0, .y = 51, .origin = ORIGIN_RELATIVE}, "came to 150,201"},
        {{.type = TIMELINE_TEXT, .text = (char *)"a"}, "types no text"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        begin_loop(60000);
        send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}));
        spawned_skip(&hand, HAND_TURNED);
        send_turn(2, false, &cases[i].event, 1);
        assert_ends(HAND_DIVERTED, cases[i].why);
        int px, py;
        observer_buttons(x.display, &px, &py);
        assert_true(px >= 100 && px < 300 && py >= 100 && py < 200);
    }
}

static void loop__more_events_than_it_may__stops_at_the_last_that_it_may(void **state)
{
    (void)state;
    begin_loop(60000);
    struct timeline_event many[12];
    for (gsize i = 0; i < G_N_ELEMENTS(many); i++)
        many[i] = (struct timeline_event){.type = i % 2 ? TIMELINE_KEY_UP : TIMELINE_KEY_DOWN, .key = "a"};
    send_turn(1, false, many, G_N_ELEMENTS(many));
    assert_ends(HAND_DIVERTED, "10 events are used up");
    int presses = 0;
    for (struct sink_event e; presses < 5 && sink_next(window, &e, 5000);)
        presses += e.kind == SINK_KEY_PRESS;
    struct sink_event more;
    assert_int_equal(presses, 5);
    while (sink_next(window, &more, 50))
        assert_true(more.kind != SINK_KEY_PRESS);
}

static void loop__no_turn_comes__its_time_ends_it(void **state)
{
    (void)state;
    begin_loop(300);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}));
    assert_ends(HAND_DONE, "time of 0.3 s was over");
    begin_loop(300); /* also in the middle of a turn */
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_KEY_UP, .key = "w", .at_ms = 50000}));
    assert_ends(HAND_DONE, "time of 0.3 s was over");
}

static void send_reason(int turn)
{
    hand_request *r = request_new(ID, NULL, 0);
    r->kind = HAND_TURN;
    r->turn = turn;
    r->reason = g_strdup("the skill failed");
    request_send(&hand, r);
}

static bool w_is_down(void *data)
{
    (void)data;
    return observer_key(x.display, "w");
}

/* A reason instead of a turn; an abort; a turn of another loop, or twice the same, does nothing. */
static void loop__told_to_end__releases(void **state)
{
    (void)state;
    begin_loop(60000);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}));
    spawned_skip(&hand, HAND_TURNED);
    send_turn(1, true, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"}));
    send_reason(2);
    assert_ends(HAND_DIVERTED, "the skill failed");
    begin_loop(60000); /* in the middle of a turn */
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_KEY_UP, .key = "w", .at_ms = 50000}));
    assert_true(helper_await(w_is_down, NULL, 30000));
    send_reason(2);
    assert_ends(HAND_DIVERTED, "the skill failed");
    begin_loop(60000);
    send_turn(1, false, EVENTS({.type = TIMELINE_BUTTON_DOWN, .button = 1}));
    spawned_skip(&hand, HAND_TURNED);
    spawned_request(&hand, HAND_ABORT);
    assert_ends(HAND_ABORTED, "aborted on request");
}

/* What is held goes on going down in whatever has the focus. */
static void loop__the_focus_moves_between_two_turns__releases(void **state)
{
    (void)state;
    hand_request *r = request_new(ID, EVENTS({.type = TIMELINE_LOOP, .loop = budget(60000), .duration_ms = 60000}));
    r->fire.guard.focus = sink_window(window);
    request_send(&hand, r);
    spawned_skip(&hand, HAND_TURNED);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}));
    spawned_skip(&hand, HAND_TURNED);
    sink *other = sink_start(x.display, "other", 400, 300, 100, 100, 0xffffff);
    sink_focus(other);
    assert_ends(HAND_DIVERTED, "");
    sink_stop(other);
}

static void loop__the_other_side_or_the_hand_dies__nothing_stays_down(void **state)
{
    (void)state;
    begin_loop(60000);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_BUTTON_DOWN, .button = 1}));
    spawned_skip(&hand, HAND_TURNED);
    assert_int_equal(spawned_stop(&hand), 0); /* end-of-file: the engine was killed */
    assert_int_equal(observer_keys(x.display), 0);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    begin_loop(60000);
    send_turn(1, false, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w"}, {.type = TIMELINE_BUTTON_DOWN, .button = 1}));
    spawned_skip(&hand, HAND_TURNED);
    spawned_kill(&hand);
    spawned_start(&hand, x.display, ledger);
    g_autoptr(hand_answer) ready = spawned_await(&hand, HAND_READY);
    assert_string_equal(ready->keys[0], "w");
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

/* ---- the bounds alone ---- */

static void bounds__wheel__counts_each_click(void **state)
{
    (void)state;
    g_autoptr(timeline_loop) l = budget(1000);
    g_strfreev(l->keys);
    l->keys = g_strsplit("wheel", ",", -1);
    l->events = 2;
    g_autoptr(bounds) b = bounds_new(l, 5000);
    const struct player_output click = {.act = PLAYER_CLICK, .button = 5};
    assert_null(bounds_judge(b, &click, TIMELINE_SCROLL, 100, 100));
    g_autofree char *outside = bounds_judge(b, &click, TIMELINE_SCROLL, 99, 100);
    assert_non_null(outside);
    assert_null(bounds_judge(b, &click, TIMELINE_SCROLL, 299, 199));
    g_autofree char *used_up = bounds_judge(b, &click, TIMELINE_SCROLL, 100, 100);
    assert_non_null(used_up);
    assert_int_equal(bounds_events(b), 2);
    assert_int_equal(bounds_deadline(b), 5000 + 1000 * 1000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(loop__turns__are_fired_and_told_with_what_they_were),
        TEST(loop__outside_the_budget__ends_it_before_it_is_done),
        TEST(loop__more_events_than_it_may__stops_at_the_last_that_it_may),
        TEST(loop__no_turn_comes__its_time_ends_it),
        TEST(loop__told_to_end__releases),
        TEST(loop__the_focus_moves_between_two_turns__releases),
        TEST(loop__the_other_side_or_the_hand_dies__nothing_stays_down),
        cmocka_unit_test(bounds__wheel__counts_each_click),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
