/* What the paper's action space and a game's mouse ask of key.* and mouse.*, through the real worker: each call's events. */

#include "skills/dryrun/dryrun.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static skill_library *library_of(const char *source)
{
    g_autofree char *folder = g_build_filename(g_getenv("XDG_DATA_HOME"), "reins", "skills", NULL);
    g_autofree char *path = g_build_filename(folder, "own.lua", NULL);
    g_autoptr(GError) error = NULL;
    static const char *const names[] = {"games", NULL};
    g_autoptr(GPtrArray) problems = NULL;
    g_mkdir_with_parents(folder, 0700);
    assert_true(g_file_set_contents(path, source, -1, NULL));
    skill_library *lib = skill_library_load(names, &problems, &error);
    if (!lib || problems->len)
        fail_msg("%s: %s", source, lib ? (char *)problems->pdata[0] : error->message);
    g_unlink(path);
    return lib;
}

/* The timeline of `function f() BODY end`; NULL with the error. */
static timeline *run(const char *body, const screen *s, GError **error)
{
    g_autofree char *source = g_strdup_printf("--- A skill.\nfunction f()\n%s\nend\n", body);
    g_autoptr(skill_library) lib = library_of(source);
    g_autoptr(action) a = action_new("f");
    return dryrun(lib, a, s, 7, 60000, error);
}

static char *words_of(const timeline *t)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *text = timeline_event_describe(e);
        g_string_append_printf(out, "%s%d %s", i ? "; " : "", (int)e->at_ms, text);
    }
    return g_string_free(out, FALSE);
}

struct row {
    const char *body, *expected; /* the events, or a part of the error */
};

static void check_rows(const struct row *rows, gsize n, const screen *s)
{
    for (gsize i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(timeline) t = run(rows[i].body, s, &error);
        g_autofree char *got = t ? words_of(t) : g_strdup(error->message);
        if (t ? strcmp(got, rows[i].expected) != 0 : !strstr(got, rows[i].expected))
            fail_msg("%s\n  gives   %s\n  not     %s", rows[i].body, got, rows[i].expected);
    }
}

/* 1600×600 of two monitors with a gap below the second; a target window; two mouse modes. */
static screen *desk(void)
{
    screen *s = screen_new(1600, 600);
    s->pointer_x = 100;
    s->pointer_y = 100;
    s->window_x = 300, s->window_y = 200, s->window_width = 401, s->window_height = 201;
    screen_add_monitor(s, &(struct screen_monitor){(char *)"LEFT", 0, 0, 800, 600, true});
    screen_add_monitor(s, &(struct screen_monitor){(char *)"RIGHT", 800, 0, 800, 400, false});
    screen_add_turn(s, &(struct screen_turn){(char *)"walking", 16.6666, 10});
    screen_add_turn(s, &(struct screen_turn){(char *)"aiming", 4, -2.5});
    screen_add_turn(s, &(struct screen_turn){(char *)"racing", 10000, 1});
    return s;
}

static void keys__table_3__press_hold_combo_hotkey_type(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"key.press('a', {duration = 0.3})", "0 key a down; 300 key a up"},
        {"key.press('a', {duration = 0.3, wait = false}) key.press('b')",
         "0 key a down; 0 key b down; 50 key b up; 300 key a up"},
        {"key.hold('w', 2) key.press('e')", "0 key w down, held for at most 2000 ms; 0 key e down; 50 key e up"},
        {"key.hold('w', {duration = 2, wait = true}) key.press('e')",
         "0 key w down; 2000 key w up; 2000 key e down; 2050 key e up"},
        {"key.combo('ctrl+shift+p', {duration = 0.2})", "0 key Control_L down; 0 key Shift_L down; 0 key p down; 200 key p up; "
                                                        "200 key Shift_L up; 200 key Control_L up"},
        {"key.combo('ctrl+c', {order = 'same'})", "0 key Control_L down; 0 key c down; 50 key Control_L up; 50 key c up"},
        {"key.combo('shift+w', {duration = 1, wait = false}) wait(0.4) mouse.click()",
         "0 key Shift_L down; 0 key w down; 0 wait 400 ms; 400 left down; 450 left up; 1000 key w up; 1000 key Shift_L up"},
        {"key.combo('Ctrl+C')", "0 key Control_L down; 0 key c down; 50 key c up; 50 key Control_L up"},
        {"key.press('C') key.combo('C')", "0 key C down; 50 key C up; 50 key C down; 100 key C up"},
        {"key.hotkey('Ctrl', 'P')", "0 key Control_L down; 50 key p down; 100 key p up; 100 key Control_L up"},
        {"key.hotkey('ctrl+k ctrl+s')",
         "0 key Control_L down; 0 key k down; 50 key k up; 50 key Control_L up; 100 key Control_L down; 100 key s down; "
         "150 key s up; 150 key Control_L up"},
        {"key.hotkey({'ctrl+k', 's'}, {gap = 0.2})", "0 key Control_L down; 0 key k down; 50 key k up; 50 key Control_L up; "
                                                     "250 key s down; 300 key s up"},
        {"key.hotkey('g g')", "0 key g down; 50 key g up; 100 key g down; 150 key g up"},
        {"key.hotkey({'g', 'g'}, {gap = 0, duration = 0.04})", "0 key g down; 20 key g up; 20 key g down; 40 key g up"},
        {"key.hotkey('ctrl + c')", "0 key Control_L down; 50 key c down; 100 key c up; 100 key Control_L up"},
        {"key.hotkey('ctrl++ a')", "0 key Control_L down; 0 key plus down; 50 key plus up; 50 key Control_L up; 100 key a down; "
                                   "150 key a up"},
        {"key.hotkey('page down')", "0 key Next down; 50 key Next up"},
        {"key.hotkey({'ctrl', 'k'}, 0.1)", "0 key Control_L down; 50 key k down; 100 key k up; 100 key Control_L up"},
        {"key.hotkey({'ctrl', 'k'}, {duration = 0.1, wait = false}) key.press('x', 0.06)",
         "0 key Control_L down; 0 key x down; 50 key k down; 60 key x up; 100 key k up; 100 key Control_L up"},
        {"key.hotkey('a b', {duration = 0.04})", "do not fit into a duration of 0.04 s"},
        {"key.type('hello', {duration = 2})", "0 type \"hello\" in 2000 ms"},
        {"key.type('héllo', {speed = 10}) key.press('a')", "0 type \"héllo\" in 500 ms; 500 key a down; 550 key a up"},
        {"key.type('a', {speed = 0})", "key.type: speed is 0 (a number above 0 fits)"},
        {"key.type('a', {speed = 1, duration = 1})", "key.type: give duration or speed, not both"},
        {"key.hold('a', {wait = true})", "key.hold: wait = true needs a duration"},
        {"key.hold('a', 0)", "key.hold: duration is 0, which holds nothing"},
        {"key.hold('a', {duration = 0.0001})", "key.hold: duration is 0"},
        {"key.hold('a', {duration = 0, wait = true})", "key.hold: duration is 0"},
        {"mouse.hold('left', 0)", "mouse.hold: duration is 0"},
        {"key.hold('a', {wait = 1})", "key.hold: wait is 1 (true or false fits)"},
        {"key.combo('ctrl+c', {order = 'up'})", "key.combo: order is \"up\" (reverse, same fits)"},
        {"key.press('a', {speed = 1})", "key.press: option 'speed' is not there (there are duration, wait)"},
    };
    g_autoptr(screen) s = desk();
    check_rows(rows, G_N_ELEMENTS(rows), s);
}

static void mouse__table_3__click_hold_move_drag_scroll(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"mouse.click('right', {duration = 0.2})", "0 right down; 200 right up"},
        {"mouse.click({clicks = 3})", "0 left down; 40 left up; 80 left down; 120 left up; 160 left down; 200 left up"},
        {"mouse.click(5, 6, {origin = 'window'})",
         "0 move to 5,6 in the window (ease_in_out, 120 ms); 120 left down; 170 left up"},
        {"mouse.hold('left', {duration = 1, wait = true}) wait(1)", "0 left down; 1000 left up; 1000 wait 1000 ms"},
        {"mouse.hold(1, 2, 'right', 1) wait(2)",
         "0 move to 1,2 (ease_in_out, 120 ms); 120 right down, held for at most 1000 ms; 120 wait 2000 ms"},
        {"mouse.double_click(1, 2, 'left', {gap = 0.1})", "0 move to 1,2 (ease_in_out, 120 ms); 120 left down; 160 left up; "
                                                          "260 left down; 300 left up"},
        {"mouse.move(400, 500, {speed = 1000, tween = 'minimum_jerk'})", "0 move to 400,500 (minimum_jerk, 500 ms)"},
        {"mouse.move(3, 4, {origin = 'relative', speed = 10})", "0 move by +3,+4 (ease_in_out, 500 ms)"},
        {"mouse.move(0, 0, 0) mouse.move(30, 40, {speed = 100})", "0 move to 0,0; 0 move to 30,40 (ease_in_out, 500 ms)"},
        {"mouse.move(-5, 6, {origin = 'window_center', duration = 0})", "0 move to the window's centre -5,+6"},
        {"mouse.move(0.25, 1, {origin = 'window_normalized', duration = 0})", "0 move to 25.00 %,100.00 % of the window"},
        {"mouse.move(-300, 0, {origin = 'window', duration = 0})", "0 move to -300,0 in the window"},
        {"mouse.move(-301, 0, {origin = 'window'})", "-1,200 is off the screen"},
        {"mouse.hover(7, 8)", "0 move to 7,8 (ease_in_out, 120 ms); 120 wait 500 ms"},
        {"mouse.hover(7, 8, {rest = 2, duration = 0})", "0 move to 7,8; 0 wait 2000 ms"},
        {"mouse.drag(30, 40)", "0 left down; 100 move to 30,40 (ease_in_out, 500 ms); 600 wait 100 ms; 700 left up"},
        {"mouse.drag(30, 40, 'right', 1)", "0 right down; 100 move to 30,40 (ease_in_out, 1000 ms); 1100 wait 100 ms; "
                                           "1200 right up"},
        {"mouse.drag(0, 0, 30, 40, {speed = 100})", "0 move to 0,0 (ease_in_out, 120 ms); 120 left down; 220 move to 30,40 "
                                                    "(ease_in_out, 500 ms); 720 wait 100 ms; 820 left up"},
        {"mouse.drag({{0, 0}, {x = 30, y = 0}, {30, 10}}, 'middle', {duration = 0.4})",
         "0 move to 0,0 (ease_in_out, 120 ms); 120 middle down; 220 move to 30,0 (linear, 300 ms); 520 move to 30,10 (linear, "
         "100 ms); 620 wait 100 ms; 720 middle up"},
        {"mouse.drag({{0, 0}, {1, 1}}, {origin = 'window', tween = 'linear'})",
         "0 move to 0,0 in the window (linear, 120 ms); 120 left down; 220 move to 1,1 in the window (linear, 500 ms); "
         "720 wait 100 ms; 820 left up"},
        {"mouse.drag({{0, 0}, {1}})", "mouse.drag: y of path is missing"},
        {"mouse.drag({})", "mouse.drag: path has 0 points"},
        {"mouse.scroll(-2, 3, {duration = 1, x = 9, y = 8})", "0 move to 9,8 (ease_in_out, 120 ms); 120 scroll up 2 right 3 in "
                                                              "1000 ms"},
        {"mouse.scroll(1, {x = 0.5, y = 0.5, origin = 'window_normalized'})",
         "0 move to 50.00 %,50.00 % of the window (ease_in_out, 120 ms); 120 scroll down 1 in 20 ms"},
        {"mouse.scroll(1, {x = 5})", "mouse.scroll: y is missing"},
        {"mouse.click({clicks = 11})", "mouse.click: clicks is 11 (a whole number from 1 to 10 fits)"},
        {"mouse.move(40000, 0, {origin = 'relative', duration = 0})", "0 move by +40000,+0"},
        {"mouse.move(10000001, 0, {origin = 'relative'})", "mouse.move: x is 10000001 (a number of pixels fits)"},
        {"local p = {} mouse.click(p.x, 388)", "mouse.click: x is missing (a number of pixels fits)"},
        {"local p = {} mouse.double_click(p.x, p.y, 'left')", "mouse.double_click: x is missing"},
        {"local p = {} mouse.hold(p.x, 12)", "mouse.hold: x is missing"},
        {"mouse.move(1, 2, 0.1, 'linear')", "mouse.move: a further argument is \"linear\" (options in one table"},
        {"mouse.drag(1, 2, 3, 4, 'left', 0.5, 'linear')", "mouse.drag: a further argument is \"linear\""},
        {"mouse.click(1, 2, 'left', 0.1, 2)", "mouse.click: a further argument is 2"},
        {"mouse.click(1, 2, {clicks = 2}, 'right')", "mouse.click: a further argument is \"right\""},
        {"key.press('a', 0.1, true)", "key.press: a further argument is true"},
        {"mouse.move(1, 2, 0, nil)", "0 move to 1,2"},
        {"mouse.click(nil) mouse.click(nil, {clicks = 1})", "0 left down; 50 left up; 50 left down; 100 left up"},
        {"key.combo('a', 'a')", "key.combo: the key a is in it twice (one combo after the other: key.hotkey with a space"},
        {"key.combo('ctrl+c+C')", "key.combo: the key c is in it twice"},
        {"key.hotkey('ctrl+shift+Shift_L+x')", "key.hotkey: the key Shift_L is in it twice"},
        {"key.hotkey('ctrl', 'C', 'c')", "key.hotkey: the key c is in it twice"},
        {"mouse.move(1, 1, {speed = 0.001})", "would take longer than an hour"},
        {"mouse.move(1, 1, {origin = 'moon'})", "mouse.move: origin is \"moon\" (absolute, relative, normalized, center, window, "
                                                "window_center, window_normalized fits)"},
    };
    g_autoptr(screen) s = desk();
    check_rows(rows, G_N_ELEMENTS(rows), s);
}

static void mouse__no_target_window__is_said(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"mouse.move(1, 1, {origin = 'window'})",
         "mouse.move: origin is window and there is no target window (a profile names it"},
    };
    g_autoptr(screen) s = screen_new(1280, 720);
    check_rows(rows, G_N_ELEMENTS(rows), s);
}

static void mouse__monitors__are_measured_and_named(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"mouse.move(10, 20, {monitor = 'RIGHT', duration = 0})", "0 move to 810,20"},
        {"mouse.move(10, 20, {monitor = 1, duration = 0})", "0 move to 10,20"},
        {"mouse.move(1, 1, {monitor = 'RIGHT', origin = 'normalized', duration = 0})", "0 move to 1599,399"},
        {"mouse.move(0, 0, {monitor = 2, origin = 'center', duration = 0})", "0 move to 1200,200"},
        {"mouse.click(1, 2, 'left', {monitor = 'RIGHT'})", "0 move to 801,2 (ease_in_out, 120 ms); 120 left down; 170 left up"},
        {"mouse.move(800, 0, {monitor = 'RIGHT'})", "mouse.move: 800,0 is off the monitor RIGHT, which is 800x400"},
        {"mouse.move(900, 500)", "mouse.move: 900,500 is on no monitor"},
        {"mouse.move(1600, 0)", "1600,0 is off the screen"},
        {"mouse.move(1, 1, {monitor = 'MIDDLE'})",
         "mouse.move: monitor is \"MIDDLE\" (a monitor of this screen: 1 \"LEFT\", 2 \"RIGHT\" fits)"},
        {"mouse.move(1, 1, {monitor = 3})", "monitor is 3 (a monitor of this screen"},
        {"mouse.move(1, 1, {monitor = 1, origin = 'window'})", "monitor does not go with origin window"},
        {"for i, m in ipairs(screen.monitors()) do key.type(m.name .. m.left .. m.width .. tostring(m.primary)) end "
         "mouse.move(screen.monitors()[2].x, screen.monitors()[2].y, 0) local x, y = screen.pointer() wait(x + y)",
         "0 type \"LEFT0800true\"; 0 type \"RIGHT800800false\"; 0 move to 1200,200; 0 wait 200.0 s"},
    };
    g_autoptr(screen) s = desk();
    check_rows(rows, G_N_ELEMENTS(rows), s);
}

static void mouse__turn__goes_by_the_profile_s_scale(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"mouse.turn(90)", "0 move by +1500,+0 (ease_in_out, 180 ms)"},
        {"mouse.turn(-9, 1, 'walking')", "0 move by -150,+10 (ease_in_out, 120 ms)"},
        {"mouse.turn(10, 10, 'aiming')", "0 move by +40,-25 (ease_in_out, 120 ms)"},
        {"mouse.turn(10, 0, {mode = 'aiming', duration = 1, tween = 'linear'})", "0 move by +40,+0 (linear, 1000 ms)"},
        {"turn(30) turn(8, 'aiming')", "0 move by +500,+0 (ease_in_out, 120 ms); 120 move by +32,+0 (ease_in_out, 120 ms)"},
        {"mouse.turn(1, 1, 'flying')", "mouse.turn: mode is \"flying\" (walking, aiming, racing fits)"},
        {"mouse.turn('1')", "mouse.turn: degrees_x is \"1\" (a number of degrees from -3600 to 3600 fits)"},
        {"mouse.turn(3600)", "0 move by +60000,+0 (ease_in_out, 7200 ms)"},
        {"mouse.turn(10, {mode = 'aiming'})", "0 move by +40,+0 (ease_in_out, 120 ms)"},
        {"mouse.turn(10, 'aiming', {duration = 1})", "0 move by +40,+0 (ease_in_out, 1000 ms)"},
        {"mouse.turn(10, 10, 'aiming', {duration = 1, tween = 'linear'})", "0 move by +40,-25 (linear, 1000 ms)"},
        {"mouse.turn(10, 0, nil, 1)", "0 move by +167,+0 (ease_in_out, 1000 ms)"},
        {"mouse.turn(10, 'aiming')", "0 move by +40,+0 (ease_in_out, 120 ms)"},
        {"mouse.turn(3600, 0, 'racing')", "mouse.turn: 3600 degrees are 36000000 px (10000000 px fit)"},
    };
    g_autoptr(screen) s = desk();
    check_rows(rows, G_N_ELEMENTS(rows), s);
    static const struct row bare[] = {
        {"mouse.turn(1, 1, 'walking')", "mouse.turn: the profile has no [turn MODE] (add one"},
        {"mouse.turn(1)", "own.lua:3: mouse.turn: the profile has no [turn MODE] (add one"},
    };
    g_autoptr(screen) none = screen_new(1280, 720);
    check_rows(bare, G_N_ELEMENTS(bare), none);
}

/* A hundred turns of one degree are as far as one of a hundred: what is left of a pixel is owed to the next. */
static void mouse__turns__add_up_to_the_pixel(void **state)
{
    (void)state;
    g_autoptr(screen) s = desk();
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = run("for i = 1, 100 do mouse.turn(1, -0.25, {duration = 0}) end", s, &error);
    assert_non_null(t);
    int x = 0, y = 0;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        assert_int_equal(e->origin, ORIGIN_RELATIVE);
        x += e->x;
        y += e->y;
    }
    assert_int_equal(x, 1667);
    assert_int_equal(y, -250);
}

static void screen__json__keeps_monitors_and_turns(void **state)
{
    (void)state;
    g_autoptr(screen) s = desk();
    s->window_id = 0x400003;
    g_autofree char *text = screen_to_json(s);
    g_autoptr(GError) error = NULL;
    g_autoptr(screen) again = screen_from_json(text, strlen(text), &error);
    assert_non_null(again);
    g_autoptr(screen) copy = screen_copy(again);
    g_autofree char *twice = screen_to_json(copy);
    assert_string_equal(text, twice);
    assert_non_null(strstr(text, "\"name\":\"RIGHT\",\"x\":800,\"y\":0,\"width\":800,\"height\":400,\"primary\":false"));
    assert_non_null(strstr(text, "{\"mode\":\"aiming\",\"x\":4,\"y\":-2.5}"));
    static const char old[] = "{\"width\":10,\"height\":10,\"pointer\":{\"x\":0,\"y\":0},\"window\":{\"x\":0,\"y\":0,"
                              "\"width\":0,\"height\":0},\"words\":[],\"icons\":[]}"; /* as recorded before there were any */
    g_autoptr(screen) before = screen_from_json(old, strlen(old), &error);
    assert_non_null(before);
    assert_int_equal(before->monitors->len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys__table_3__press_hold_combo_hotkey_type),
        cmocka_unit_test(mouse__table_3__click_hold_move_drag_scroll),
        cmocka_unit_test(mouse__no_target_window__is_said),
        cmocka_unit_test(mouse__monitors__are_measured_and_named),
        cmocka_unit_test(mouse__turn__goes_by_the_profile_s_scale),
        cmocka_unit_test(mouse__turns__add_up_to_the_pixel),
        cmocka_unit_test(screen__json__keeps_monitors_and_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
