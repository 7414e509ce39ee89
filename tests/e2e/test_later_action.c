/* The later actions of a plan, on a screen that the earlier ones have changed: what is not what the plan was made on is said, and
 * asked. */
#include "tests/e2e/later_action.h"

static void at_the_first(void)
{
    sink_fill(shop, 40, 40, 60, 60, OTHER);
}

static void at_the_second(void)
{
    sink_fill(shop, 480, 380, 12, 3, OTHER);
}

static void another_menu(void)
{
    sink_text(shop, 120, menus_y + 11, 0, "x");
}

/* In the button's row, as what a dialog asks. */
static void a_text_beside_the_button(void)
{
    sink_text(shop, BUTTON_X + 14, LOWER_Y + 40, 0, "all files?");
}

static void a_window_comes(void)
{
    sink_move(over, 300, 300, 300, 150);
}

static void a_window_takes_the_focus(void)
{
    sink_move(over, 300, 20, 300, 150);
    sink_focus(over);
}

/* As a wizard does: another page, whose button lies where the last one lay. */
static void another_page(void)
{
    at_the_first();
    sink_title(shop, "sure?");
}

/* With the same title. */
static void another_view(void)
{
    sink_fill(shop, 0, 0, 600, 440, COLOUR);
    for (int i = 0; i < 8; i++)
        sink_text(shop, 30, 60 + 40 * i, 0, "Another page of this program, with other words");
}

static void it_is_modified(void)
{
    at_the_first();
    sink_title(shop, "*shop [modified]");
}

static void the_field_is_filled(void)
{
    sink_text(shop, FIELD_X + 6, UPPER_Y + 17, 0, "Some Words");
}

static void it_is_filled_and_moves(void)
{
    the_field_is_filled();
    sink_fill(shop, FIELD_X, UPPER_Y - 4, FIELD_WIDTH, 1, 0);
    sink_fill(shop, FIELD_X + 1, UPPER_Y - 3, FIELD_WIDTH - 2, 4, 0xffffff);
}

static void it_is_filled_and_says_more(void)
{
    the_field_is_filled();
    sink_fill(shop, FIELD_X + 6, UPPER_Y + FIELD_HEIGHT + 1, 40, 4, OTHER);
}

static void the_button_says_settings(void)
{
    draw_box(BUTTON_X, LOWER_Y, 80);
    sink_text(shop, BUTTON_X + 14, LOWER_Y + 17, 0, "Settings");
}

static void the_button_comes_out(void)
{
    the_field_is_filled();
    sink_text(shop, BUTTON_X + 14, LOWER_Y + 17, 0, "Continue");
}

static void another_button_comes_out(void)
{
    the_field_is_filled();
    the_button_says_settings();
}

static void it_comes_out_with_a_text(void)
{
    the_button_comes_out();
    a_text_beside_the_button();
}

static void a_popup_comes(void)
{
    sink_popup(shop, 440, 340, 120, 110, OTHER);
}

static void a_menu_comes_elsewhere(void)
{
    at_the_first();
    sink_popup(shop, 300, 60, 120, 110, OTHER);
}

static void a_dialog_comes(void)
{
    sink_dialog(shop, 200, 100, 200, 150, OTHER, "Edit task", true);
}

static void click__another_place_has_changed__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, at_the_first);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void click__the_first_one_has_changed_its_target__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, at_the_second);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
    g_autofree char *shown = run_shown(d->run);
    if (!strstr(shown, "\"asked\":\"since the plan was made, "))
        fail_msg("%s", shown);
}

/* In the very colour that was there. */
static void click__a_window_lies_there_now__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, a_window_comes);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window at the target is another");
}

static void click__a_menu_lies_there_now__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, a_popup_comes);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window at the target is another");
}

static void click__a_menu_lies_elsewhere__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, a_menu_comes_elsewhere);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

/* Beside the target: nobody has planned with it, and each action that does not go into it is asked for. */
static void click__a_dialog_has_come__each_asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400) "," CLICK(540, 400));
    approve(SINK_BUTTON_PRESS, a_dialog_comes);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_asks(p, "the window \\\"Edit task\\\" has come");
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
    at_the_first();
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window \\\"Edit task\\\" has come");
}

static void click__into_the_dialog__asks_for_its_window(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(300, 200));
    approve(SINK_BUTTON_PRESS, a_dialog_comes);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window at the target is another: \\\"Edit task\\\"");
}

/* It lies beside all that is compared, and does not take the focus. */
static void fuse__a_dialog_comes_without_the_focus__asks(void **state)
{
    (void)state;
    plan(CLICK(500, 400));
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
    sink_dialog(shop, 100, 462, 200, 16, OTHER, "Edit task", false);
    const event *e = driver_await(d, EVENT_DECISION);
    assert_string_equal(e->decided.verdict, "stale");
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window \\\"Edit task\\\" has come");
}

static void fuse__a_menu_comes_beside__burns_on(void **state)
{
    (void)state;
    plan(CLICK(500, 400));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_fuse_burns(p);
    sink_popup(shop, 100, 462, 200, 16, OTHER);
    driver_await(d, EVENT_MATCH); /* it has been seen, and the same proposal waits */
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
}

static void click__the_window_has_another_title__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, another_page);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window \\\"shop\\\" has become \\\"sure?\\\"");
}

static void click__the_title_says_modified__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, it_is_modified);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void key__the_window_has_another_title__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("Return"));
    approve(SINK_BUTTON_PRESS, another_page);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window \\\"shop\\\" has become \\\"sure?\\\"");
}

static void key__the_click_has_opened_another_page__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("Return") "," KEY("Return"));
    approve(SINK_BUTTON_PRESS, another_view);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_asks(p, "most of what \\\"shop\\\" showed is gone");
    driver_approve(d, p);
    await_press(shop, SINK_KEY_PRESS);
    at_the_second(); /* that page is the one that the person has sent keys to */
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void key__a_key_that_moves_has_scrolled_it__the_fuse_burns(void **state)
{
    (void)state;
    plan(KEY("Next") "," KEY("Return"));
    approve(SINK_KEY_PRESS, another_view);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

/* What puts the fuse out does not give up the rest of the plan: a person decides. */
static void fuse__the_target_changes_and_more_is_planned__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
    at_the_first();
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "stale");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_asks(p, "has changed at");
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
}

/* A person has sent keys to that page, and it is there still; the next one is not. */
static void key__after_one_that_was_approved__asks_for_each_title(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F5") "," KEY("F6") "," KEY("F7"));
    approve(SINK_BUTTON_PRESS, another_page);
    approve(SINK_KEY_PRESS, at_the_second);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_fuse_burns(p);
    driver_approve(d, p);
    await_press(shop, SINK_KEY_PRESS);
    sink_title(shop, "erase all?");
    sink_fill(shop, 0, 0, 50, 50, OTHER);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the window \\\"shop\\\" has become \\\"erase all?\\\"");
}

/* The action between them changes nothing there, and the plan is the same: what it was made on stands. */
/* A folder that was entered: for its name a person is asked once. */
static void click__after_one_that_was_approved__asks_for_each_title(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(300, 400) "," CLICK(500, 400) "," CLICK(560, 330));
    approve(SINK_BUTTON_PRESS, another_page);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_asks(p, "has become");
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
    sink_fill(shop, 40, 40, 60, 60, COLOUR); /* it has an effect */
    p = driver_await(d, EVENT_PROPOSAL);
    assert_fuse_burns(p);
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
    at_the_first();
    sink_title(shop, "really sure?");
    assert_asks(driver_await(d, EVENT_PROPOSAL), "has become");
}

static void click__two_actions_later__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F5") "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, at_the_second);
    approve(SINK_KEY_PRESS, at_the_first);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

/* What it wrote there is its own doing, and no part of the other field. */
static void field__the_plan_has_filled_the_one_above__the_fuse_burns(void **state)
{
    (void)state;
    plan(FILL(240, 212) "," CLICK(240, 244));
    approve(SINK_BUTTON_PRESS, the_field_is_filled);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void field__more_than_its_inside_has_changed__asks(void **state)
{
    (void)state;
    plan(FILL(240, 212) "," CLICK(240, 244));
    approve(SINK_BUTTON_PRESS, it_is_filled_and_says_more);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void field__its_edges_have_changed__asks(void **state)
{
    (void)state;
    plan(FILL(240, 212) "," CLICK(240, 244));
    approve(SINK_BUTTON_PRESS, it_is_filled_and_moves);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void field__the_plan_has_only_clicked_there__asks(void **state)
{
    (void)state;
    plan(CLICK(240, 212) "," CLICK(240, 244));
    approve(SINK_BUTTON_PRESS, the_field_is_filled);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void field__it_is_pressed_itself__asks(void **state)
{
    (void)state;
    plan(FILL(240, 212) "," CLICK(240, 212));
    approve(SINK_BUTTON_PRESS, the_field_is_filled);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void apples_are_written(void)
{
    sink_text(shop, FIELD_X + 10, UPPER_Y + 17, 0, "Apples");
    sink_text(shop, FIELD_X + 10, UPPER_Y + 43, 0, "Pears");
}

/* A cell of a table: the next line has gone into the one below. */
static void field__it_has_what_the_plan_wrote_there__the_fuse_burns(void **state)
{
    (void)state;
    plan(FILL_WITH(240, 212, "Apples\\nPears\\n") "," CLICK(243, 214));
    approve(SINK_BUTTON_PRESS, apples_are_written);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void field__it_has_other_words_than_the_plan_wrote_there__asks(void **state)
{
    (void)state;
    plan(FILL_WITH(240, 212, "Apple") "," CLICK(240, 212));
    approve(SINK_BUTTON_PRESS, apples_are_written);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void field__elsewhere_are_the_words_that_the_plan_wrote__asks(void **state)
{
    (void)state;
    plan(FILL_WITH(240, 244, "Apples") "," CLICK(240, 212));
    approve(SINK_BUTTON_PRESS, apples_are_written);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

/* The one thing that matters. */
static void button__has_another_word__says_both(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(460, 244));
    approve(SINK_BUTTON_PRESS, the_button_says_settings);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "at the target the words were \\\"Continue\\\", now \\\"Settings\\\"");
}

/* It opens what it says, whatever stands below it. */
static void menu__something_came_below_its_row__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(300, 300) "," CLICK(106, 30));
    approve(SINK_BUTTON_PRESS, at_the_first);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void menu__its_row_has_changed__asks(void **state)
{
    (void)state;
    plan(CLICK(300, 300) "," CLICK(106, 30));
    approve(SINK_BUTTON_PRESS, another_menu);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

/* Words of a page, which may be about what stands below them. */
static void menu__its_row_is_not_at_the_top__asks(void **state)
{
    (void)state;
    menus_y = 20;
    plan(CLICK(300, 300) "," CLICK(106, 46));
    menus_y = 4;
    approve(SINK_BUTTON_PRESS, at_the_first);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void button__a_text_came_beside_it__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(460, 244));
    approve(SINK_BUTTON_PRESS, a_text_beside_the_button);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

/* It was grey until the field was filled. */
static void plan_for_grey(void (*react)(void))
{
    button_colour = 0xb0b0b0;
    plan(FILL(240, 212) "," CLICK(460, 244));
    button_colour = 0;
    approve(SINK_BUTTON_PRESS, react);
}

static void button__was_grey__the_fuse_burns(void **state)
{
    (void)state;
    plan_for_grey(the_button_comes_out);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void button__was_grey_and_has_another_word__asks(void **state)
{
    (void)state;
    plan_for_grey(another_button_comes_out);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "at the target the words were \\\"Continue\\\", now \\\"Settings\\\"");
}

static void button__was_grey_and_a_text_came_beside_it__asks(void **state)
{
    (void)state;
    plan_for_grey(it_comes_out_with_a_text);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the target has changed");
}

static void key__the_same_window_has_the_focus__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F5"));
    approve(SINK_BUTTON_PRESS, at_the_first);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void key__another_window_has_taken_the_focus__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F5"));
    approve(SINK_BUTTON_PRESS, a_window_takes_the_focus);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the keys go to another window");
}

/* As a menu or a list of suggestions: it has the keys without the focus, which stays where it was. */
static void key__a_popup_of_the_program_has_opened__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("Return"));
    approve(SINK_BUTTON_PRESS, a_popup_comes);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "has opened, which takes the keys");
}

/* A person has sent one key there, and the next one may be a text for what the plan was made on. */
static void key__after_one_that_was_approved_there__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F5") "," KEY("F6"));
    approve(SINK_BUTTON_PRESS, a_window_takes_the_focus);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    await_press(over, SINK_KEY_PRESS);
    sink_fill(over, 0, 0, 50, 50, OTHER);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "the keys go to another window");
}

/* A person points at what is there now. */
static void edited__its_target_had_changed__says_nothing_of_the_plan(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, at_the_second);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autoptr(action) other = action_copy(p->fire.action);
    action_set_integer(other, "x", 501);
    driver_edit(d, p, other);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.fuse_ms, 0);
    assert_null(strstr(p->judged.explain, "since the plan was made"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(click__another_place_has_changed__the_fuse_burns),
        CASE(click__the_first_one_has_changed_its_target__asks),
        CASE(click__a_window_lies_there_now__asks),
        CASE(click__a_menu_lies_there_now__asks),
        CASE(click__a_menu_lies_elsewhere__the_fuse_burns),
        CASE(click__a_dialog_has_come__each_asks),
        CASE(click__into_the_dialog__asks_for_its_window),
        CASE(fuse__a_dialog_comes_without_the_focus__asks),
        CASE(fuse__a_menu_comes_beside__burns_on),
        CASE(fuse__the_target_changes_and_more_is_planned__asks),
        CASE(click__the_window_has_another_title__asks),
        CASE(click__the_title_says_modified__the_fuse_burns),
        CASE(key__the_window_has_another_title__asks),
        CASE(key__the_click_has_opened_another_page__asks),
        CASE(key__a_key_that_moves_has_scrolled_it__the_fuse_burns),
        CASE(key__after_one_that_was_approved__asks_for_each_title),
        CASE(click__after_one_that_was_approved__asks_for_each_title),
        CASE(click__two_actions_later__asks),
        CASE(field__the_plan_has_filled_the_one_above__the_fuse_burns),
        CASE(field__more_than_its_inside_has_changed__asks),
        CASE(field__its_edges_have_changed__asks),
        CASE(field__the_plan_has_only_clicked_there__asks),
        CASE(field__it_is_pressed_itself__asks),
        CASE(field__it_has_what_the_plan_wrote_there__the_fuse_burns),
        CASE(field__it_has_other_words_than_the_plan_wrote_there__asks),
        CASE(field__elsewhere_are_the_words_that_the_plan_wrote__asks),
        CASE(button__has_another_word__says_both),
        CASE(menu__something_came_below_its_row__the_fuse_burns),
        CASE(menu__its_row_has_changed__asks),
        CASE(menu__its_row_is_not_at_the_top__asks),
        CASE(button__a_text_came_beside_it__asks),
        CASE(button__was_grey__the_fuse_burns),
        CASE(button__was_grey_and_has_another_word__asks),
        CASE(button__was_grey_and_a_text_came_beside_it__asks),
        CASE(key__the_same_window_has_the_focus__the_fuse_burns),
        CASE(key__another_window_has_taken_the_focus__asks),
        CASE(key__a_popup_of_the_program_has_opened__asks),
        CASE(key__after_one_that_was_approved_there__asks),
        CASE(edited__its_target_had_changed__says_nothing_of_the_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
