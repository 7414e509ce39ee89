#include "engine/hand/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

struct fake {
    int x, y;
    bool dragging;
    int window_x, window_y, window_width, window_height;
    struct area popup;
};

static void fake_place(void *data, bool window, struct timeline_place *ret_place)
{
    const struct fake *f = data;
    *ret_place = (struct timeline_place){.width = 1280, .height = 720, .pointer_x = f->x, .pointer_y = f->y};
    if (window) {
        ret_place->window_x = f->window_x;
        ret_place->window_y = f->window_y;
        ret_place->window_width = f->window_width;
        ret_place->window_height = f->window_height;
    }
}

static bool fake_dragging(void *data)
{
    return ((struct fake *)data)->dragging;
}

static bool fake_popup(void *data, struct area *ret_popup)
{
    *ret_popup = ((struct fake *)data)->popup;
    return ret_popup->width > 0;
}

static struct player_world world_of(struct fake *f)
{
    return (struct player_world){fake_place, fake_dragging, fake_popup, f};
}

static void add(timeline *t, struct timeline_event e)
{
    g_autoptr(GError) error = NULL;
    if (!timeline_add(t, e, &error))
        fail_msg("%s", error->message);
}

/* Runs on a virtual clock that jumps from deadline to deadline; writes "ms act" words. A text takes text_ms. */
struct run {
    GString *log;
    guint begins, moves, clicks;
    gint64 end_us;
    int by_x, by_y; /* the last relative motion */
};

static void note(struct run *r, struct fake *f, const struct player_output *o, gint64 now_us)
{
    static const char *const names[] = {"nothing", "key_down", "key_up", "button_down", "button_up", "to",
                                        "by",      "click",    "text",   "no_window",   "off_screen"};
    r->begins += o->begins;
    g_string_append_printf(r->log, "%s%" G_GINT64_FORMAT ":%s", r->log->len ? " " : "", now_us / 1000, names[o->act]);
    if (o->act == PLAYER_BUTTON_DOWN || o->act == PLAYER_BUTTON_UP)
        f->dragging = o->act == PLAYER_BUTTON_DOWN;
    if (o->act == PLAYER_CLICK) {
        g_string_append_printf(r->log, "%d", o->button);
        r->clicks++;
    }
    if (o->act == PLAYER_MOVE_TO || o->act == PLAYER_MOVE_BY) {
        if (o->act == PLAYER_MOVE_BY) {
            assert_true(ABS(o->x) <= 32767 && ABS(o->y) <= 32767); /* what one motion of XTEST can say */
            /* of two that are the same and come in one ms SDL takes only the first */
            assert_true((!o->x && !o->y) || o->x != r->by_x || o->y != r->by_y);
            r->by_x = o->x;
            r->by_y = o->y;
        }
        r->moves++;
        f->x = o->act == PLAYER_MOVE_TO ? o->x : f->x + o->x;
        f->y = o->act == PLAYER_MOVE_TO ? o->y : f->y + o->y;
        g_string_append_printf(r->log, "(%d,%d)", o->x, o->y);
    }
}

static void run_clear(struct run *r)
{
    if (r->log)
        g_string_free(r->log, TRUE);
}

static void play(const timeline *t, struct fake *f, gint64 text_ms, struct run *r)
{
    struct player_world world = world_of(f);
    struct player_output o;
    gint64 now_us = 0, text_end_us = G_MAXINT64;
    g_autoptr(player) p = player_new(t, now_us);
    r->log = g_string_new(NULL);
    for (int turn = 0; turn < 1000000 && !player_finished(p, now_us); turn++) {
        int x = 0, y = 0;
        bool leads;
        while (leads = player_leads_to(p, now_us, &world, &x, &y), player_next(p, now_us, &world, &o)) {
            assert_true(leads == (o.act == PLAYER_MOVE_TO) && (!leads || (x == o.x && y == o.y)));
            note(r, f, &o, now_us);
            if (o.act == PLAYER_TEXT)
                text_end_us = now_us + text_ms * 1000;
        }
        if (text_end_us <= now_us) {
            player_text_done(p, now_us);
            text_end_us = G_MAXINT64;
            continue;
        }
        gint64 next = MIN(player_deadline(p), text_end_us);
        if (player_finished(p, now_us))
            break;
        assert_true(next > now_us && next < G_MAXINT64);
        now_us = next;
    }
    assert_true(player_finished(p, now_us));
    assert_int_equal(r->begins, t->events->len);
    r->end_us = now_us;
}

static void player__events__in_order_and_on_time(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = 5, .key = "a"});
    add(t, (struct timeline_event){.type = TIMELINE_KEY_UP, .at_ms = 55, .key = "a"});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .at_ms = 55, .button = 1});
    add(t, (struct timeline_event){.type = TIMELINE_WAIT, .at_ms = 60, .duration_ms = 100});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_string_equal(r.log->str, "5:key_down 55:key_up 55:button_down 60:nothing");
    assert_int_equal(r.end_us, 160000); /* a wait at the end is waited for */
    run_clear(&r);
}

static void player__next__nothing_before_its_time(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = 10, .key = "a"});
    struct fake f = {0};
    struct player_world world = world_of(&f);
    struct player_output o;
    g_autoptr(player) p = player_new(t, 1000000);
    assert_false(player_next(p, 1000000, &world, &o));
    assert_false(player_next(p, 1009999, &world, &o));
    assert_int_equal(player_deadline(p), 1010000);
    assert_false(player_finished(p, 2000000));
    assert_true(player_next(p, 1500000, &world, &o)); /* late: its own time is told */
    assert_int_equal(o.due_us, 1010000);
    assert_false(player_next(p, 1500000, &world, &o));
    assert_true(player_finished(p, 1500000));
}

static void player__tween__ends_exactly_and_never_overshoots(void **state)
{
    (void)state;
    for (int tween = 0; tween < TWEEN_COUNT; tween++) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){
                   .type = TIMELINE_MOVE, .x = 700, .y = 100, .duration_ms = 250, .tween = (enum timeline_tween)tween});
        struct fake f = {.x = 500, .y = 400};
        struct player_world world = world_of(&f);
        struct player_output o;
        g_autoptr(player) p = player_new(t, 0);
        int last_x = 500, last_y = 400, steps = 0;
        for (gint64 now = 0; !player_finished(p, now); now = player_deadline(p)) {
            while (player_next(p, now, &world, &o)) {
                if (o.act != PLAYER_MOVE_TO)
                    continue;
                assert_true(o.x >= last_x && o.x <= 700 && o.y <= last_y && o.y >= 100);
                last_x = o.x;
                last_y = o.y;
                steps++;
            }
        }
        assert_int_equal(steps, 32); /* 125 Hz */
        assert_int_equal(last_x, 700);
        assert_int_equal(last_y, 100);
    }
}

static void player__relative__sum_is_exact(void **state)
{
    (void)state;
    const int ways[][2] = {{1, 1},
                           {7, -3},
                           {-200, 333},
                           {2000, 0},
                           {2, 0},
                           {-150, 0},
                           {0, 0},
                           {32767, -32767},
                           {32768, 5},
                           {-3, 100001},
                           {TIMELINE_PX_MAX, -TIMELINE_PX_MAX}};
    for (gsize k = 0; k < G_N_ELEMENTS(ways) * TWEEN_COUNT * 2; k++) {
        gsize i = k / TWEEN_COUNT / 2;
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){.type = TIMELINE_MOVE,
                                       .origin = ORIGIN_RELATIVE,
                                       .x = ways[i][0],
                                       .y = ways[i][1],
                                       .duration_ms = k / TWEEN_COUNT % 2 ? 333 : 0,
                                       .tween = (enum timeline_tween)(k % TWEEN_COUNT)});
        struct fake f = {0};
        struct run r = {0};
        play(t, &f, 0, &r);
        assert_int_equal(f.x, ways[i][0]);
        assert_int_equal(f.y, ways[i][1]);
        run_clear(&r);
    }
}

static void player__origins__resolve(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 1279, .y = 719});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_CENTER, .x = -10, .y = 20});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_NORMALIZED, .x = 1000000, .y = 0});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .x = -3, .y = 4});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_string_equal(r.log->str, "0:to(1279,719) 0:to(630,380) 0:to(1279,0) 0:by(-3,4)");
    run_clear(&r);
}

/* With a button down there are ten steps at the least, and a least time; what follows waits. */
static void player__drag__enough_steps_for_a_drop(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .button = 1});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 300, .y = 200});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_UP, .button = 1});
    struct fake f = {.x = 100, .y = 100};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_int_equal(r.moves, 20);
    assert_int_equal(f.x, 300);
    assert_int_equal(f.y, 200);
    assert_true(g_str_has_suffix(r.log->str, "160:to(300,200) 160:button_up"));
    run_clear(&r);
}

/* A long path shares the drag's least steps and time among its parts: it is not drawn out. */
static void player__drag__a_path_shares_its_least_steps(void **state)
{
    (void)state;
    for (int parts = 1; parts <= 200; parts += parts < 40 ? 1 : 20) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 9, .y = 9}); /* before it: not of the drag */
        add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .button = 1});
        for (int i = 1; i <= parts; i++)
            add(t, (struct timeline_event){.type = TIMELINE_MOVE, .x = 10 * i, .y = i});
        add(t, (struct timeline_event){.type = TIMELINE_BUTTON_UP, .button = 1});
        struct fake f = {0};
        struct run r = {0};
        play(t, &f, 0, &r);
        assert_true(r.moves - 1 >= PLAYER_DRAG_STEPS &&
                    (int)r.moves - 1 <= MAX(2 * PLAYER_DRAG_MIN_MS * 1000 / PLAYER_STEP_US, parts));
        assert_true(r.end_us >= PLAYER_DRAG_MIN_MS * 1000 && r.end_us <= (PLAYER_DRAG_MIN_MS + parts) * 1000);
        assert_int_equal(f.x, 10 * parts);
        run_clear(&r);
    }
}

/* Also a move's own steps: a window that is moved meanwhile is followed, and the last step is exact. */
/* From a title in a row of menus into the menu below it, or from an entry into the menu beside it, other titles and entries are
 * not crossed: they would open menus of their own. */
static void player__popup__is_entered_the_shortest_way(void **state)
{
    (void)state;
    static const struct {
        struct area popup;
        int from_x, from_y, x, y;
        enum timeline_origin origin;
        const char *way;
    } rows[] = {
        {{2, 70, 300, 400}, 19, 58, 69, 82, ORIGIN_ABSOLUTE, "8:to(23,71) 16:to(38,75) 24:to(54,78) 32:to(69,82)"},
        {{200, 150, 150, 300}, 152, 164, 236, 189, ORIGIN_ABSOLUTE, "8:to(175,164) 16:to(198,164) 24:to(217,176) 32:to(236,189)"},
        {{200, 150, 150, 300}, 190, 140, 200, 150, ORIGIN_ABSOLUTE, "8:to(193,143) 16:to(195,145) 24:to(198,148) 32:to(200,150)"},
        {{2, 70, 300, 400}, 10, 80, 50, 120, ORIGIN_ABSOLUTE, "8:to(20,90) 16:to(30,100) 24:to(40,110) 32:to(50,120)"},
        {{2, 70, 300, 400}, 0, 0, 400, 40, ORIGIN_ABSOLUTE, "8:to(100,10) 16:to(200,20) 24:to(300,30) 32:to(400,40)"},
        {{0}, 0, 0, 40, 80, ORIGIN_ABSOLUTE, "8:to(10,20) 16:to(20,40) 24:to(30,60) 32:to(40,80)"},
        {{2, 2, 300, 400}, 0, 0, 40, 80, ORIGIN_RELATIVE, "8:by(10,20) 16:by(10,19) 24:by(10,21) 32:by(10,20)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){
                   .type = TIMELINE_MOVE, .origin = rows[i].origin, .x = rows[i].x, .y = rows[i].y, .duration_ms = 32});
        struct fake f = {.x = rows[i].from_x, .y = rows[i].from_y, .popup = rows[i].popup};
        struct run r = {0};
        play(t, &f, 0, &r);
        assert_string_equal(r.log->str + strlen("0:nothing "), rows[i].way);
        run_clear(&r);
    }
}

static void player__window__is_followed_at_each_step(void **state)
{
    (void)state;
    static const struct {
        enum timeline_origin origin;
        int x, y, expected_x, expected_y;
    } rows[] = {
        {ORIGIN_WINDOW, 10, 20, 410, 320},
        {ORIGIN_WINDOW_CENTER, -1, 2, 499, 352},
        {ORIGIN_WINDOW_NORMALIZED, 1000000, 0, 599, 300},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){
                   .type = TIMELINE_MOVE, .origin = rows[i].origin, .x = rows[i].x, .y = rows[i].y, .duration_ms = 80});
        struct fake f = {.x = 5, .y = 6, .window_x = 100, .window_y = 100, .window_width = 200, .window_height = 100};
        struct player_world world = world_of(&f);
        struct player_output o = {0};
        g_autoptr(player) p = player_new(t, 0);
        for (gint64 now = 0; !player_finished(p, now); now = player_deadline(p)) {
            while (player_next(p, now, &world, &o))
                if (o.act == PLAYER_MOVE_TO) {
                    f.x = o.x;
                    f.y = o.y;
                }
            if (now == 40000) {
                f.window_x = 400;
                f.window_y = 300;
            }
        }
        assert_int_equal(f.x, rows[i].expected_x);
        assert_int_equal(f.y, rows[i].expected_y);
    }
}

static void player__window__gone_or_off_the_screen__is_told(void **state)
{
    (void)state;
    static const struct {
        int width, window_x;
        bool later; /* it happens while the move runs */
        enum player_act act;
    } rows[] = {
        {0, 0, false, PLAYER_NO_WINDOW},
        {0, 0, true, PLAYER_NO_WINDOW},
        {100, 1275, false, PLAYER_OFF_SCREEN},
        {100, -11, true, PLAYER_OFF_SCREEN},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_WINDOW, .x = 10, .y = 0, .duration_ms = 80});
        struct fake f = {.window_width = 100, .window_height = 100};
        struct player_world world = world_of(&f);
        struct player_output o = {0};
        g_autoptr(player) p = player_new(t, 0);
        for (gint64 now = 0; now <= 80000 && o.act != rows[i].act; now += 8000) {
            if (now >= (rows[i].later ? 40000 : 0)) {
                f.window_width = rows[i].width;
                f.window_x = rows[i].window_x;
            }
            while (o.act != rows[i].act && player_next(p, now, &world, &o)) {
            }
        }
        assert_int_equal(o.act, rows[i].act);
    }
}

/* What runs beside each other: a key held over a move, a scroll in the middle of it; each at its own time. */
static void player__overlap__moves_holds_and_scrolls(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .key = "w", .hold_ms = 500});
    add(t, (struct timeline_event){
               .type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .x = 30, .duration_ms = 24, .tween = TWEEN_LINEAR});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .at_ms = 10, .button = 3});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 12, .dy = 2, .duration_ms = 10});
    add(t, (struct timeline_event){.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 3});
    add(t, (struct timeline_event){.type = TIMELINE_KEY_UP, .at_ms = 24, .key = "w"});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_string_equal(r.log->str, "0:key_down 0:nothing 8:by(10,0) 10:button_down 12:click5 16:by(9,0) 17:click5 20:button_up "
                                    "24:by(11,0) 24:key_up");
    run_clear(&r);
}

static void player__move__cut_by_the_next_arrives_first(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .x = 100, .y = 0, .duration_ms = 100});
    add(t, (struct timeline_event){.type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .x = 0, .y = 50, .at_ms = 20});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_int_equal(f.x, 100);
    assert_int_equal(f.y, 50);
    run_clear(&r);
}

static void player__scroll__counts_and_directions(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .dy = 3});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 10, .dy = -2, .dx = 1, .duration_ms = 30});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 50, .dx = -1});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 60});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_string_equal(r.log->str, "0:click5 0:click5 0:click5 10:click4 20:click4 30:click7 50:click6 60:nothing");
    run_clear(&r);
}

static void player__scroll__cut_by_the_next_loses_no_click(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .dy = 10, .duration_ms = 1000});
    add(t, (struct timeline_event){.type = TIMELINE_SCROLL, .at_ms = 50, .dy = -4});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_int_equal(r.clicks, 14);
    run_clear(&r);
}

/* A text that takes longer than planned puts off what comes after it by the difference; one that is faster does not pull it
 * closer. */
static void player__text__is_a_barrier(void **state)
{
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        g_autoptr(timeline) t = timeline_new();
        add(t, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("abc"), .duration_ms = 30});
        add(t, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = 40, .key = "Return"});
        add(t, (struct timeline_event){.type = TIMELINE_KEY_UP, .at_ms = 90, .key = "Return"});
        struct fake f = {0};
        struct run r = {0};
        play(t, &f, slow ? 230 : 10, &r);
        assert_string_equal(r.log->str, slow ? "0:text 240:key_down 290:key_up" : "0:text 40:key_down 90:key_up");
        run_clear(&r);
    }
}

static void player__text__open_end_has_no_deadline(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    add(t, (struct timeline_event){.type = TIMELINE_TEXT, .text = g_strdup("abc")});
    struct fake f = {0};
    struct player_world world = world_of(&f);
    struct player_output o;
    g_autoptr(player) p = player_new(t, 0);
    assert_true(player_next(p, 0, &world, &o));
    assert_string_equal(o.text, "abc");
    assert_false(player_next(p, 99000000, &world, &o));
    assert_int_equal(player_deadline(p), G_MAXINT64);
    assert_false(player_finished(p, 99000000));
    player_text_done(p, 99000000);
    assert_true(player_finished(p, 99000000));
}

static void player__many__ten_thousand_events(void **state)
{
    (void)state;
    g_autoptr(timeline) t = timeline_new();
    for (int i = 0; i < TIMELINE_EVENTS_MAX; i++)
        add(t, (struct timeline_event){.type = i % 2 ? TIMELINE_KEY_UP : TIMELINE_KEY_DOWN, .at_ms = i, .key = "a"});
    struct fake f = {0};
    struct run r = {0};
    play(t, &f, 0, &r);
    assert_int_equal(r.end_us, (gint64)(TIMELINE_EVENTS_MAX - 1) * 1000);
    run_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player__events__in_order_and_on_time),
        cmocka_unit_test(player__next__nothing_before_its_time),
        cmocka_unit_test(player__tween__ends_exactly_and_never_overshoots),
        cmocka_unit_test(player__relative__sum_is_exact),
        cmocka_unit_test(player__origins__resolve),
        cmocka_unit_test(player__drag__enough_steps_for_a_drop),
        cmocka_unit_test(player__drag__a_path_shares_its_least_steps),
        cmocka_unit_test(player__popup__is_entered_the_shortest_way),
        cmocka_unit_test(player__window__is_followed_at_each_step),
        cmocka_unit_test(player__window__gone_or_off_the_screen__is_told),
        cmocka_unit_test(player__overlap__moves_holds_and_scrolls),
        cmocka_unit_test(player__move__cut_by_the_next_arrives_first),
        cmocka_unit_test(player__scroll__counts_and_directions),
        cmocka_unit_test(player__scroll__cut_by_the_next_loses_no_click),
        cmocka_unit_test(player__text__is_a_barrier),
        cmocka_unit_test(player__text__open_end_has_no_deadline),
        cmocka_unit_test(player__many__ten_thousand_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
