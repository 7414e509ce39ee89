/* A firing on a target in memory: what it sends, and what keeps it from sending. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/firing.h"
#include "engine/hand/guard.h"
#include "engine/hand/hover_settle.h"
#include "engine/hand/saved_focus.h"
#include "engine/hand/press.h"
#include "engine/hand/route.h"
#include "tests/engine/hand/driver_target.h"
#include "tests/engine/hand/spawn_hand.h"

#define WINDOW 0x10
#define OTHER 0x20
#define PROGRAM 99000001 /* no process has such a number */
#define STRANGER 99000002
#define POINT_X 200
#define POINT_Y 200

static const struct area place_of_window = {100, 100, 400, 300};

static target *t;
static ledger *book;
static press *presses;
static guard *looks;
static struct saved_focus place;
static char *folder, *picture, *said, *sent_when;
static bool untouched;
static int works_once_begun; /* target.works, from the moment when the comparison has been made */

static void draw(void)
{
    frame_fill(t->screen, 100, 100, 400, 300, 0x336699);
    frame_fill(t->screen, 190, 195, 4, 10, 0xffffff); /* something to read at the point */
    frame_fill(t->screen, 200, 195, 4, 10, 0xffffff);
}

static int setup(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("firing-XXXXXX", NULL);
    t = target_new(800, 600, 0x000000);
    target_open(t, WINDOW, PROGRAM, place_of_window);
    t->focus = WINDOW;
    draw();
    g_autofree char *hash = NULL;
    book = ledger_open(folder, ":fake", 1, NULL);
    presses = press_new(&t->ports, book);
    looks = guard_new(&t->ports.display, &t->ports.eye);
    place = (struct saved_focus){0};
    works_once_begun = 0;
    return !frame_store(t->screen, folder, &hash, &picture, NULL) || !book;
}

static int teardown(void **state)
{
    (void)state;
    press_free(presses);
    guard_free(looks);
    bool empty = ledger_empty(book);
    ledger_free(book);
    bool let_go = t->held == 0;
    target_free(t);
    unlink(picture);
    rmdir(folder);
    g_clear_pointer(&picture, g_free);
    g_clear_pointer(&folder, g_free);
    g_clear_pointer(&said, g_free);
    g_clear_pointer(&sent_when, g_free);
    return !empty || !let_go; /* nothing stays noted, and the display is let go of */
}

/* As the engine asks for it, of the target as it is now. */
static hand_request *guarded(hand_request *r, bool point)
{
    struct hand_guard *g = &r->fire.guard;
    *g = (struct hand_guard){.frame = g_strdup(picture), .windows = t->ports.display.windows(t, true), .focus = WINDOW};
    g->rules = (struct screen_match_rules){.window = place_of_window, .tolerance = 24, .min_target = 0.98, .min_frame = 0.95};
    g->rules.close = point ? (struct area){POINT_X - 48, POINT_Y - 48, 96, 96} : place_of_window;
    g->rules.core = point ? (struct area){POINT_X - 24, POINT_Y - 24, 48, 48} : (struct area){0};
    g->window = point ? WINDOW : 0;
    r->fire.target_window = WINDOW;
    return r;
}

static hand_request *click(void)
{
    return guarded(
        request_new(1, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                              {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1})),
        true);
}

static hand_request *typing(const char *utf8)
{
    return guarded(request_new(1, EVENTS({.type = TIMELINE_TEXT, .text = (char *)utf8})), false);
}

/* Fires to the end, as the hand's loop does; its status, and its reason in `said`. */
static enum hand_status fired(hand_request *request_take)
{
    const struct firing_display at = {&t->ports, presses, looks, &place};
    g_autoptr(firing) f = firing_new(request_take, &at, g_get_monotonic_time());
    while (!firing_finished(f)) {
        bool started = true;
        while (started && !firing_finished(f)) {
            firing_advance(f, &started);
            t->works = started && works_once_begun ? works_once_begun : t->works;
        }
        press_expire(presses, g_get_monotonic_time());
        gint64 left_us = MIN(firing_deadline(f), press_deadline(presses)) - g_get_monotonic_time();
        if (left_us > 0)
            g_poll(NULL, 0, (int)MIN(left_us / 1000, 20));
    }
    if (firing_broken(f))
        press_release_all(presses);
    press_confirm(presses);
    g_autoptr(hand_answer) a = firing_answer(f, HAND_FINISHED);
    g_free(said);
    said = g_strdup(a->reason);
    untouched = a->untouched;
    g_free(sent_when);
    sent_when = g_strdup(a->fired_json);
    return a->status;
}

/* When that event was sent, by the answer. */
static gint64 fired_at_ms(guint index)
{
    g_autofree char *key = g_strdup_printf("{\"index\":%u,\"at_ms\":", index);
    const char *at = strstr(sent_when, key);
    assert_non_null(at);
    return g_ascii_strtoll(at + strlen(key), NULL, 10);
}

static void fires_nothing(hand_request *request_take, enum hand_status status, const char *because)
{
    enum hand_status got = fired(request_take);
    if (got != status || !strstr(said, because))
        fail_msg("status %d, not %d, because: %s", (int)got, (int)status, said);
    if (strstr(t->sent->str, "down"))
        fail_msg("it pressed: %s", t->sent->str);
}

/* ---- what it sends ---- */

static void noted_before_it_goes_down(target *of, const char *event)
{
    (void)of;
    if (g_str_has_prefix(event, "down") && ledger_empty(book))
        fail_msg("%s is not in the ledger", event);
}

static void firing__click__is_sent_in_order_and_noted_first(void **state)
{
    (void)state;
    t->reaction = noted_before_it_goes_down;
    assert_int_equal(fired(click()), HAND_DONE);
    assert_string_equal(t->sent->str, "move 200,200; down button 1; up button 1; ");
}

static void firing__press__in_one_moment_with_its_look(void **state)
{
    (void)state;
    assert_int_equal(fired(click()), HAND_DONE);
    assert_int_equal(t->unheld_events, 0);
    assert_int_equal(t->unheld_looks, 0);
    assert_int_equal(t->held, 0);
}

static void firing__text__with_the_modifiers_that_it_needs(void **state)
{
    (void)state;
    assert_int_equal(fired(typing("aB")), HAND_DONE);
    assert_string_equal(t->sent->str, "down a; up a; down Shift_L; down b; up b; up Shift_L; ");
}

static void firing__text_off_the_map__on_keycodes_that_are_given_back(void **state)
{
    (void)state;
    assert_int_equal(fired(typing("é")), HAND_DONE);
    assert_non_null(strstr(t->sent->str, "down U+00E9; up U+00E9; "));
    assert_int_equal(g_hash_table_size(t->lent), 0);
}

static void firing__move_from_a_window__goes_with_it(void **state)
{
    (void)state;
    hand_request *r = request_new(1, EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 5, .y = 6}));
    r->fire.target_window = WINDOW;
    target_find(t, WINDOW)->at.x = 130;
    assert_int_equal(fired(r), HAND_DONE);
    assert_string_equal(t->sent->str, "move 135,106; ");
}

static void firing__focus__is_given_first(void **state)
{
    (void)state;
    hand_request *r = typing("a");
    target_open(t, OTHER, STRANGER, (struct area){600, 400, 100, 100});
    t->focus = OTHER;
    g_clear_pointer(&r->fire.guard.windows, g_ptr_array_unref);
    r->fire.guard.windows = t->ports.display.windows(t, true);
    r->fire.guard.focus_window = WINDOW;
    assert_int_equal(fired(r), HAND_DONE);
    assert_int_equal(t->focus, WINDOW);
    assert_true(place.focus_moved);
    saved_focus_return(&place, &t->ports);
    assert_int_equal(t->focus, OTHER);
}

/* ---- what keeps it from sending ---- */

static void firing__another_timeline__is_refused(void **state)
{
    (void)state;
    hand_request *r = click();
    r->fire.digest[0] = r->fire.digest[0] == '0' ? '1' : '0';
    fires_nothing(r, HAND_REFUSED, "is not the one that was approved");
}

static void firing__a_phone_s_events__are_refused(void **state)
{
    (void)state;
    fires_nothing(request_new(1, EVENTS({.type = TIMELINE_KEY_UP, .key = "Return", .keycode = "KEYCODE_ENTER"})), HAND_REFUSED,
                  "event 0 is for a phone");
    fires_nothing(request_new(1, EVENTS({.type = TIMELINE_GESTURE, .x = 1, .y = 2, .to_x = 1, .to_y = 2})), HAND_REFUSED,
                  "event 0 is for a phone");
}

static void firing__another_picture__is_stale(void **state)
{
    (void)state;
    hand_request *r = click();
    frame_fill(t->screen, 180, 190, 40, 20, 0xff0000);
    fires_nothing(r, HAND_STALE, "");
}

static void firing__window_moved__is_stale(void **state)
{
    (void)state;
    hand_request *r = click();
    target_find(t, WINDOW)->at.x++;
    fires_nothing(r, HAND_STALE, "was moved or resized");
}

static void firing__same_number_of_another_program__is_stale(void **state)
{
    (void)state;
    hand_request *r = click();
    target_find(t, WINDOW)->pid = STRANGER;
    fires_nothing(r, HAND_STALE, "was closed and another one is in its place");
}

static void firing__strangers_window_inside__is_stale(void **state)
{
    (void)state;
    hand_request *r = click();
    target_open(t, OTHER, STRANGER, (struct area){190, 190, 20, 20})->parent = WINDOW;
    fires_nothing(r, HAND_STALE, "would get the click");
}

static void firing__stranger_that_clicks_go_through__is_stale(void **state)
{
    (void)state;
    hand_request *r = click();
    struct target_window *w = target_open(t, OTHER, STRANGER, (struct area){190, 190, 20, 20});
    w->parent = WINDOW;
    w->lets_through = true;
    fires_nothing(r, HAND_STALE, "covers and lets through");
}

static void firing__focus_elsewhere__is_stale(void **state)
{
    (void)state;
    target_open(t, OTHER, PROGRAM, (struct area){600, 400, 100, 100});
    hand_request *r = typing("a");
    t->focus = OTHER;
    fires_nothing(r, HAND_STALE, "the focus has moved");
}

static void firing__focus_that_is_not_taken__is_stale(void **state)
{
    (void)state;
    target_open(t, OTHER, PROGRAM, (struct area){600, 400, 100, 100});
    hand_request *r = typing("a");
    r->fire.guard.focus_window = WINDOW;
    t->focus = OTHER;
    t->refuses_focus = true;
    fires_nothing(r, HAND_STALE, "did not take the focus");
}

static void firing__keyboard_grabbed__is_stale(void **state)
{
    (void)state;
    t->grabber[GRABS_KEYBOARD] = (struct grabber){.client = STRANGER};
    fires_nothing(typing("a"), HAND_STALE, "the keyboard is grabbed");
}

static void firing__own_terminal_at_the_point__is_refused(void **state)
{
    (void)state;
    t->own = (struct area){150, 150, 100, 100};
    fires_nothing(click(), HAND_REFUSED, PRESS_SPARED);
}

static void firing__somebody_holds_a_key__waits_until_the_approval_is_over(void **state)
{
    (void)state;
    hand_request *r = click();
    r->fire.approval_ms = 300;
    t->keys[8 / 8] |= 1; /* the space bar */
    fires_nothing(r, HAND_EXPIRED, "somebody else holds down the key");
}

/* ---- a program at work ---- */

static void becomes_another(target *of, const char *event)
{
    if (g_str_equal(event, "rests"))
        frame_fill(of->screen, 150, 150, 300, 200, 0xff0000);
}

static void firing__work_before_a_key__is_waited_for_and_looked_at(void **state)
{
    (void)state;
    t->works = 20;
    t->reaction = becomes_another;
    fires_nothing(typing("a"), HAND_STALE, "has changed");
    assert_int_equal(t->works, 0);
}

/* It begins after the comparison, while the timeline waits. */
static void firing__work_before_a_later_key__is_waited_for_and_looked_at(void **state)
{
    (void)state;
    works_once_begun = 20;
    t->reaction = becomes_another;
    fires_nothing(guarded(request_new(1, EVENTS({.type = TIMELINE_WAIT, .duration_ms = 300},
                                                {.type = TIMELINE_KEY_DOWN, .at_ms = 300, .key = (char *)"a", .hold_ms = 10})),
                          false),
                  HAND_STALE, "has changed");
    assert_int_equal(t->works, 0);
}

/* A key is down as long as was approved, also when it came later. */
static void firing__work_before_a_later_key__delays_all_that_follows(void **state)
{
    (void)state;
    works_once_begun = 20;
    assert_int_equal(fired(guarded(request_new(1, EVENTS({.type = TIMELINE_WAIT, .duration_ms = 300},
                                                         {.type = TIMELINE_KEY_DOWN, .at_ms = 300, .key = (char *)"a"},
                                                         {.type = TIMELINE_KEY_UP, .at_ms = 400, .key = (char *)"a"})),
                                   false)),
                     HAND_DONE);
    assert_string_equal(t->sent->str, "down a; up a; ");
    assert_true(fired_at_ms(2) - fired_at_ms(1) >= 99); /* each is cut to whole ms */
}

static void firing__work_before_a_key_after_a_move__is_waited_for_and_looked_at(void **state)
{
    (void)state;
    t->works = 20;
    t->reaction = becomes_another;
    fires_nothing(guarded(request_new(1, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y},
                                                {.type = TIMELINE_KEY_DOWN, .at_ms = 50, .key = (char *)"a", .hold_ms = 10})),
                          true),
                  HAND_DIVERTED, "");
    assert_true(untouched);
    assert_int_equal(t->works, 0);
}

static void firing__work_without_an_end__nothing_was_touched(void **state)
{
    (void)state;
    t->works = G_MAXINT;
    t->answers = false;
    fires_nothing(typing("a"), HAND_DIVERTED, HOVER_SETTLE_SENTENCE);
    assert_true(untouched);
}

static void firing__release__never_waits(void **state)
{
    (void)state;
    t->works = G_MAXINT;
    assert_int_equal(fired(request_new(1, EVENTS({.type = TIMELINE_KEY_UP, .key = (char *)"a"}))), HAND_DONE);
    assert_int_equal(t->works, G_MAXINT);
}

/* ---- in the middle ---- */

static void opens_another_program(target *of, const char *event)
{
    if (g_str_equal(event, "up a"))
        of->focus = target_open(of, OTHER, STRANGER, (struct area){500, 400, 100, 100})->id;
}

static void firing__another_program_takes_the_keys__stops_there(void **state)
{
    (void)state;
    t->reaction = opens_another_program;
    hand_request *r =
        guarded(request_new(1, EVENTS({.type = TIMELINE_KEY_DOWN, .key = (char *)"a", .hold_ms = 10},
                                      {.type = TIMELINE_KEY_UP, .at_ms = 5, .key = (char *)"a"},
                                      {.type = TIMELINE_KEY_DOWN, .at_ms = 300, .key = (char *)"b", .hold_ms = 10})),
                false);
    assert_int_equal(fired(r), HAND_DIVERTED);
    assert_non_null(strstr(said, "a window of another program has come"));
    assert_string_equal(t->sent->str, "down a; up a; ");
}

static void opens_its_own(target *of, const char *event)
{
    if (g_str_equal(event, "up a") || g_str_equal(event, "up Return"))
        of->focus = target_open(of, OTHER, PROGRAM, (struct area){500, 400, 100, 100})->id;
}

static hand_request *two_keys(const char *first, gint64 then_ms)
{
    return guarded(
        request_new(1, EVENTS({.type = TIMELINE_KEY_DOWN, .key = first}, {.type = TIMELINE_KEY_UP, .at_ms = 5, .key = first},
                              {.type = TIMELINE_KEY_DOWN, .at_ms = then_ms, .key = (char *)"b"},
                              {.type = TIMELINE_KEY_UP, .at_ms = then_ms + 10, .key = (char *)"b"})),
        false);
}

static void firing__its_own_new_window__gets_the_keys(void **state)
{
    (void)state;
    t->reaction = opens_its_own;
    assert_int_equal(fired(two_keys("Return", ROUTE_PAUSE_MS)), HAND_DONE);
    assert_string_equal(t->sent->str, "down Return; up Return; down b; up b; ");
}

/* Nobody has reckoned with it. */
static void firing__new_window_after_a_letter_or_at_once__gets_no_keys(void **state)
{
    (void)state;
    t->reaction = opens_its_own;
    assert_int_equal(fired(two_keys("a", ROUTE_PAUSE_MS)), HAND_DIVERTED);
    assert_string_equal(t->sent->str, "down a; up a; ");
    target_close(t, OTHER);
    t->focus = WINDOW;
    g_string_truncate(t->sent, 0);
    assert_int_equal(fired(two_keys("Return", ROUTE_PAUSE_MS - 1)), HAND_DIVERTED);
    assert_string_equal(t->sent->str, "down Return; up Return; ");
}

static void firing__new_window_in_a_text__gets_none_of_it(void **state)
{
    (void)state;
    t->reaction = opens_its_own;
    assert_int_equal(fired(typing("aab")), HAND_DIVERTED);
    assert_string_equal(t->sent->str, "down a; up a; ");
    assert_non_null(strstr(said, "; 1 of the text's 3 characters had been typed"));
}

static bool modal, popup, hidden;

/* It takes no focus. */
static void opens_beside(target *of, const char *event)
{
    if (!g_str_equal(event, "down a") || target_find(of, OTHER))
        return;
    struct target_window *w = target_open(of, OTHER, PROGRAM, (struct area){600, 400, 100, 100});
    w->modal = modal;
    w->popup = popup;
    w->hidden = hidden;
}

/* A modal one gets them all the same, shown or not yet; what only lies there does not. */
static void firing__window_without_the_focus__counts_if_it_is_modal(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        modal = i & 1;
        popup = i & 2;
        hidden = i & 4;
        t->reaction = opens_beside;
        bool stops = modal && (!popup || hidden);
        assert_int_equal(fired(typing("ab")), stops ? HAND_DIVERTED : HAND_DONE);
        assert_string_equal(t->sent->str, stops ? "down a; up a; " : "down a; up a; down b; up b; ");
        target_close(t, OTHER);
        g_string_truncate(t->sent, 0);
    }
}

static void moves_the_window(target *of, const char *event)
{
    if (g_str_has_prefix(event, "move"))
        target_find(of, WINDOW)->at.y++;
}

static void firing__window_moved_on_the_way__presses_nothing(void **state)
{
    (void)state;
    t->reaction = moves_the_window;
    assert_int_equal(fired(click()), HAND_DIVERTED);
    assert_non_null(strstr(said, "while the pointer was on its way"));
    assert_null(strstr(t->sent->str, "down"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(firing__click__is_sent_in_order_and_noted_first),
        TEST(firing__press__in_one_moment_with_its_look),
        TEST(firing__text__with_the_modifiers_that_it_needs),
        TEST(firing__text_off_the_map__on_keycodes_that_are_given_back),
        TEST(firing__move_from_a_window__goes_with_it),
        TEST(firing__focus__is_given_first),
        TEST(firing__another_timeline__is_refused),
        TEST(firing__a_phone_s_events__are_refused),
        TEST(firing__another_picture__is_stale),
        TEST(firing__window_moved__is_stale),
        TEST(firing__same_number_of_another_program__is_stale),
        TEST(firing__strangers_window_inside__is_stale),
        TEST(firing__stranger_that_clicks_go_through__is_stale),
        TEST(firing__focus_elsewhere__is_stale),
        TEST(firing__focus_that_is_not_taken__is_stale),
        TEST(firing__keyboard_grabbed__is_stale),
        TEST(firing__own_terminal_at_the_point__is_refused),
        TEST(firing__somebody_holds_a_key__waits_until_the_approval_is_over),
        TEST(firing__work_before_a_key__is_waited_for_and_looked_at),
        TEST(firing__work_before_a_later_key__is_waited_for_and_looked_at),
        TEST(firing__work_before_a_later_key__delays_all_that_follows),
        TEST(firing__work_before_a_key_after_a_move__is_waited_for_and_looked_at),
        TEST(firing__work_without_an_end__nothing_was_touched),
        TEST(firing__release__never_waits),
        TEST(firing__another_program_takes_the_keys__stops_there),
        TEST(firing__its_own_new_window__gets_the_keys),
        TEST(firing__new_window_after_a_letter_or_at_once__gets_no_keys),
        TEST(firing__new_window_in_a_text__gets_none_of_it),
        TEST(firing__window_without_the_focus__counts_if_it_is_modal),
        TEST(firing__window_moved_on_the_way__presses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
