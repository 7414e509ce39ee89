/* The light that a plan's own press has left under the pointer, beside the next target. */
#include "tests/e2e/later_action.h"

#define LIT 0xc8dcff

static void the_upper_one_lights_up(void)
{
    draw_upper(LIT, upper);
}

static void it_says_something_else(void)
{
    draw_upper(LIT, "Delete");
}

static void the_target_lights_up(void)
{
    sink_fill(shop, BUTTON_X + 1, LOWER_Y + 1, 78, FIELD_HEIGHT - 2, LIT);
    sink_text(shop, BUTTON_X + 14, LOWER_Y + 17, 0, "Continue");
}

static const event *after_one_beside_it(const char *actions, void (*react)(void))
{
    upper = "Options";
    plan(actions);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    await_press(shop, SINK_BUTTON_PRESS);
    react();
    upper = NULL;
    return driver_await(d, EVENT_PROPOSAL);
}

/* The pointer rests where the plan's own press was: what is there lights up, in the patch of the next target. */
static void button__the_pressed_one_beside_it_lights_up__the_fuse_burns(void **state)
{
    (void)state;
    assert_fuse_burns(after_one_beside_it(CLICK(460, 213) "," CLICK(460, 245), the_upper_one_lights_up));
}

static void button__the_pressed_one_beside_it_has_another_word__asks(void **state)
{
    (void)state;
    assert_asks(after_one_beside_it(CLICK(460, 213) "," CLICK(460, 245), it_says_something_else), "has changed at");
}

static void button__one_lights_up_that_was_not_pressed__asks(void **state)
{
    (void)state;
    assert_asks(after_one_beside_it(CLICK(80, 80) "," CLICK(460, 245), the_upper_one_lights_up), "has changed at");
}

static void button__it_lights_up_itself__asks(void **state)
{
    (void)state;
    assert_asks(after_one_beside_it(CLICK(460, 213) "," CLICK(460, 245), the_target_lights_up), "has changed at");
}

/* Its window is at 20, 20, and the tooltip 28 px below the target. */
static void a_tooltip(void)
{
    sink_tooltip(shop, 430, 293, 60, 20, OTHER);
}

static void it_goes(void)
{
    sink_tooltip(shop, 0, 0, 0, 0, 0);
}

static void over_the_target(void)
{
    sink_tooltip(shop, 430, 275, 60, 20, OTHER);
}

static const event *after_it_has_gone(void (*tooltip)(void))
{
    more = tooltip;
    plan(CLICK(80, 80) "," CLICK(460, 265));
    more = NULL;
    approve(SINK_BUTTON_PRESS, it_goes);
    return driver_await(d, EVENT_PROPOSAL);
}

static void tooltip__of_the_plan_s_picture_has_gone__the_fuse_burns(void **state)
{
    (void)state;
    assert_fuse_burns(after_it_has_gone(a_tooltip));
}

static void tooltip__beside_the_target_has_gone__asks(void **state)
{
    (void)state;
    assert_asks(after_it_has_gone(over_the_target), "has changed at");
}

#define ICONS_Y 40
#define ICON_X(i) (16 + 44 * (i))
static const guint32 grey = 0xb4b4b4, shadow = 0xf5f5f5, grey_shadow = 0xfdfdfd;
static bool has_shadow;

static void draw_icon(int i, guint32 ink)
{
    const int left = ICON_X(i);
    sink_fill(shop, left, ICONS_Y, 20, 3, ink);
    sink_fill(shop, left, ICONS_Y + 17, 20, 3, ink);
    sink_fill(shop, left + 3 + 4 * i, ICONS_Y + 3, 3, 14, ink);
    sink_fill(shop, left, ICONS_Y + 8, 20, 2, ink);
    if (has_shadow)
        sink_fill(shop, left, ICONS_Y + 20, 20, 4, ink ? grey_shadow : shadow);
}

static void the_plan_has_typed(void)
{
    sink_text(shop, 30, ICONS_Y + 50, 0, "*notes.txt");
    sink_text(shop, 30, ICONS_Y + 64, 0, "typed words");
    draw_icon(1, 0);
    draw_icon(2, grey);
}

static void the_icon_is_another(void)
{
    the_plan_has_typed();
    sink_fill(shop, ICON_X(1), ICONS_Y, 20, 20, 0xffffff);
    draw_icon(1, 0);
    sink_fill(shop, ICON_X(1) + 12, ICONS_Y + 3, 3, 14, 0);
}

static void a_word_comes_beside_the_icon(void)
{
    the_plan_has_typed();
    sink_text(shop, ICON_X(1) + 22, ICONS_Y + 14, 0, "all");
}

static void draw_page(int top, const char *words)
{
    for (int y = top; y < 440; y += 24)
        sink_text(shop, 30, y, 0, words);
}

static void another_page_is_below(void)
{
    the_plan_has_typed();
    sink_fill(shop, 0, ICONS_Y + 31, 600, 369, COLOUR);
    draw_page(ICONS_Y + 62, "Another page of this program, with other words");
}

/* A toggle that is on, in a frame, as GTK draws it. */
static void switch_on(int i, guint32 ground, guint32 edge)
{
    sink_fill(shop, ICON_X(i) - 6, ICONS_Y - 6, 32, 32, edge);
    sink_fill(shop, ICON_X(i) - 5, ICONS_Y - 5, 30, 30, ground);
    draw_icon(i, 0);
}

static void the_toggle_beside_it_is_off(void)
{
    the_plan_has_typed();
    switch_on(0, 0xffffff, 0xffffff);
}

static void the_toggle_beside_it_is_another(void)
{
    the_toggle_beside_it_is_off();
    sink_fill(shop, ICON_X(0) + 12, ICONS_Y + 3, 3, 14, 0);
}

static bool is_on;

static void draw_bar(void)
{
    sink_fill(shop, 0, ICONS_Y - 10, 600, 40, 0xffffff);
    if (is_on)
        switch_on(0, 0xd8d5d0, 0x9e9a94);
    for (int i = 0; i < 4; i++)
        draw_icon(i, i == 1 ? grey : 0);
    draw_page(ICONS_Y + 98, "What the plan was made on, from top to bottom of the page, and from side to side");
}

/* The second icon of a tool bar, after something was pressed: what was typed is below the bar, within the patch. */
static const event *pressed_in_the_bar(void (*react)(void))
{
    more = draw_bar;
    plan(CLICK(460, 245) "," CLICK(90, 72));
    more = NULL;
    approve(SINK_BUTTON_PRESS, react);
    return driver_await(d, EVENT_PROPOSAL);
}

static void icon__what_is_below_its_bar_has_changed__the_fuse_burns(void **state)
{
    (void)state;
    assert_fuse_burns(pressed_in_the_bar(the_plan_has_typed));
}

/* ReText's Undo: of the greyed one the shadow is too faint to be part of it. */
static void icon__its_shadow_has_come_out_too__the_fuse_burns(void **state)
{
    (void)state;
    has_shadow = true;
    assert_fuse_burns(pressed_in_the_bar(the_plan_has_typed));
    has_shadow = false;
}

static void icon__it_is_another__asks(void **state)
{
    (void)state;
    assert_asks(pressed_in_the_bar(the_icon_is_another), "has changed at");
}

static void icon__a_word_came_beside_it__asks(void **state)
{
    (void)state;
    assert_asks(pressed_in_the_bar(a_word_comes_beside_the_icon), "has changed at");
}

static void icon__the_toggle_beside_it_is_off_now__the_fuse_burns(void **state)
{
    (void)state;
    is_on = true;
    assert_fuse_burns(pressed_in_the_bar(the_toggle_beside_it_is_off));
}

static void icon__the_toggle_beside_it_is_another__asks(void **state)
{
    (void)state;
    assert_asks(pressed_in_the_bar(the_toggle_beside_it_is_another), "has changed at");
    is_on = false;
}

/* It would act on that page. */
static void icon__another_page_is_below__asks(void **state)
{
    (void)state;
    assert_asks(pressed_in_the_bar(another_page_is_below), "has changed at");
}

/* As the Save dialog on which the plan was made. */
static void another_lies_on_it(void)
{
    draw_bar();
    sink_move(over, 20, 140, 500, 320);
    sink_fill(over, 0, 0, 500, 320, 0xffffff);
    for (int y = 20; y < 310; y += 20)
        sink_text(over, 10, y, 0, "What it showed, from side to side of its window, in each of its many lines");
    sink_raise(over);
    sink_focus(shop);
}

static void it_has_closed(void)
{
    the_plan_has_typed();
    sink_move(over, 700, 500, 500, 320);
}

static void icon__another_window_has_closed_that_lay_below__the_fuse_burns(void **state)
{
    (void)state;
    more = another_lies_on_it;
    plan(CLICK(570, 445) "," CLICK(90, 72));
    more = NULL;
    approve(SINK_BUTTON_PRESS, it_has_closed);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void another_lies_beside_the_target(void)
{
    sink_move(over, 118, 290, 300, 150);
    sink_raise(over);
    sink_focus(shop);
}

static void it_has_gone(void)
{
    sink_move(over, 700, 500, 300, 150);
}

static void target__a_window_beside_it_has_gone__the_fuse_burns(void **state)
{
    (void)state;
    more = another_lies_beside_the_target;
    plan(CLICK(570, 445) "," CLICK(90, 320));
    more = NULL;
    approve(SINK_BUTTON_PRESS, it_has_gone);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void a_word_comes_higher_up(void)
{
    sink_text(shop, 60, 376, 0, "came");
}

/* Its square is cut at the screen's edge: the rest of it does not lie elsewhere. */
static void target__at_the_screen_s_edge__a_word_away_from_it__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(460, 245) "," CLICK(90, 452));
    approve(SINK_BUTTON_PRESS, a_word_comes_higher_up);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(button__the_pressed_one_beside_it_lights_up__the_fuse_burns),
        CASE(button__the_pressed_one_beside_it_has_another_word__asks),
        CASE(button__one_lights_up_that_was_not_pressed__asks),
        CASE(button__it_lights_up_itself__asks),
        CASE(tooltip__of_the_plan_s_picture_has_gone__the_fuse_burns),
        CASE(tooltip__beside_the_target_has_gone__asks),
        CASE(icon__what_is_below_its_bar_has_changed__the_fuse_burns),
        CASE(icon__its_shadow_has_come_out_too__the_fuse_burns),
        CASE(icon__it_is_another__asks),
        CASE(icon__another_page_is_below__asks),
        CASE(icon__a_word_came_beside_it__asks),
        CASE(icon__the_toggle_beside_it_is_off_now__the_fuse_burns),
        CASE(icon__the_toggle_beside_it_is_another__asks),
        CASE(icon__another_window_has_closed_that_lay_below__the_fuse_burns),
        CASE(target__a_window_beside_it_has_gone__the_fuse_burns),
        CASE(target__at_the_screen_s_edge__a_word_away_from_it__the_fuse_burns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
