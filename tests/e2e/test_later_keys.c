/* What a plan's next keys go into: a list that the press before has opened, or the page of the text cursor. */
#include "tests/e2e/later_action.h"

static void lines_of_text(int ground, const char *line)
{
    sink_fill(shop, 60, 262, 150, 130, 0);
    sink_fill(shop, 61, 263, 148, 128, (guint32)ground);
    for (int i = 0; i < 4; i++)
        sink_text(shop, 75, 287 + 28 * i, 0, line);
}

/* As a popover of GTK: in the window of the program, with its keyboard. */
static void a_list_opens(void)
{
    lines_of_text(0xf6f5f4, "An entry of it");
}

static void a_page(void)
{
    lines_of_text(0xffffff, "some text in a page");
}

static void key__the_click_has_opened_a_list_in_the_window__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F6"));
    approve(SINK_BUTTON_PRESS, a_list_opens);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "something has opened in \\\"shop\\\"");
}

#define DRAG(x, y, to_x, to_y)                                                                                                   \
    "{\"skill\":\"mouse_drag\",\"args\":{\"source_x\":" #x ",\"source_y\":" #y ",\"target_x\":" #to_x ",\"target_y\":" #to_y     \
    ",\"mouse_button\":\"left\"},\"expectation\":\"\",\"reason\":\"x\"}"

/* A box, in a program that draws. */
static void key__the_drag_has_drawn_it__the_fuse_burns(void **state)
{
    (void)state;
    plan(DRAG(82, 280, 233, 415) "," KEY("F6"));
    approve(SINK_BUTTON_RELEASE, a_list_opens);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void key__something_has_opened_beside_the_drag__asks(void **state)
{
    (void)state;
    plan(DRAG(120, 240, 271, 375) "," KEY("F6"));
    approve(SINK_BUTTON_RELEASE, a_list_opens);
    assert_asks(driver_await(d, EVENT_PROPOSAL), "something has opened in \\\"shop\\\"");
}

static void key__the_click_has_closed_a_list__the_fuse_burns(void **state)
{
    (void)state;
    more = a_page;
    plan(CLICK(80, 80) "," CLICK(500, 400) "," KEY("F6"));
    more = NULL;
    approve(SINK_BUTTON_PRESS, a_list_opens);
    approve(SINK_BUTTON_PRESS, a_page);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void a_selected_page(void)
{
    lines_of_text(0x3584e4, "some text in a page");
}

/* Of LibreOffice Calc a click recolours the headers, and unselects columns. */
static void key__the_click_has_unselected_a_page__the_fuse_burns(void **state)
{
    (void)state;
    more = a_selected_page;
    plan(CLICK(80, 80) "," KEY("F6"));
    more = NULL;
    approve(SINK_BUTTON_PRESS, a_page);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

/* Shows nothing, and the text cursor is there already. */
static void click_beside_the_cursor(const char *actions, int caret_x, int caret_y)
{
    plan(actions);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    sink_blink(shop, caret_x, caret_y, 2, 16, 500);
    while (driver_await(d, EVENT_MATCH)->match >= 1)
        ;
    while (driver_await(d, EVENT_MATCH)->match < 1)
        ;
    driver_approve(d, p);
    await_press(shop, SINK_BUTTON_PRESS);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void click__into_the_field_of_the_cursor__the_plan_goes_on(void **state)
{
    (void)state;
    click_beside_the_cursor(CLICK(240, 213) "," KEY("F6"), FIELD_X + 6, UPPER_Y + 5);
}

static void draw_page(void)
{
    sink_fill(shop, 40, 260, 320, 140, 0);
    sink_fill(shop, 41, 261, 318, 138, 0xffffff);
}

static void click__into_the_page_of_the_cursor__the_plan_goes_on(void **state)
{
    (void)state;
    more = draw_page;
    click_beside_the_cursor(CLICK(90, 320) "," KEY("F6"), 50, 270);
    more = NULL;
}

static void click__onto_the_ground_of_the_cursor__the_plan_goes_on(void **state)
{
    (void)state;
    click_beside_the_cursor(CLICK(90, 320) "," KEY("F6"), 50, 270);
}

#define CHORD(keys_pressed)                                                                                                      \
    "{\"skill\":\"press_keys_combined\",\"args\":{\"keys\":\"" keys_pressed "\"},\"expectation\":\"\",\"reason\":\"x\"}"

static void nothing(void)
{
}

/* Most programs save without a sign, and go to where the cursor is already. */
static void chord__that_saves_or_goes_home__the_plan_goes_on(void **state)
{
    (void)state;
    plan(CHORD("ctrl+s") "," CHORD("ctrl+Home") "," KEY("F6"));
    approve(SINK_KEY_PRESS, nothing);
    approve(SINK_KEY_PRESS, nothing);
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

static void a_field_is_marked(void)
{
    sink_fill(shop, 60, 300, 40, 20, OTHER);
}

/* Between two actions of the plan the program shows what it has counted. */
static void click__the_program_reacts_late_elsewhere__the_fuse_burns(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," CLICK(500, 400));
    approve(SINK_BUTTON_PRESS, a_field_is_marked);
    driver_await_where(d, EVENT_FIRED, "done");
    sink_text(shop, 300, 100, 0, "Sum: 12");
    assert_fuse_burns(driver_await(d, EVENT_PROPOSAL));
}

/* While its fuse burns: it burns anew. */
static void key__the_program_reacts_late_to_the_click__the_fuse_burns_anew(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F6"));
    approve(SINK_BUTTON_PRESS, a_field_is_marked);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    const int id = p->id;
    assert_int_equal(p->judged.fuse_ms, FUSE_MS);
    sink_text(shop, 300, 100, 0, "Sum: 12");
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "voided");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->id, id + 1);
    assert_null(p->reason);
    assert_fuse_burns(p);
}

static void key__the_late_reaction_opens_a_list__asks(void **state)
{
    (void)state;
    plan(CLICK(80, 80) "," KEY("F6"));
    approve(SINK_BUTTON_PRESS, a_field_is_marked);
    driver_await(d, EVENT_PROPOSAL);
    a_list_opens();
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "voided");
    assert_asks(driver_await(d, EVENT_PROPOSAL), "something has opened in \\\"shop\\\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(key__the_click_has_opened_a_list_in_the_window__asks),
        CASE(key__the_drag_has_drawn_it__the_fuse_burns),
        CASE(key__something_has_opened_beside_the_drag__asks),
        CASE(key__the_click_has_closed_a_list__the_fuse_burns),
        CASE(key__the_click_has_unselected_a_page__the_fuse_burns),
        CASE(click__into_the_field_of_the_cursor__the_plan_goes_on),
        CASE(click__into_the_page_of_the_cursor__the_plan_goes_on),
        CASE(click__onto_the_ground_of_the_cursor__the_plan_goes_on),
        CASE(key__the_program_reacts_late_to_the_click__the_fuse_burns_anew),
        CASE(key__the_late_reaction_opens_a_list__asks),
        CASE(click__the_program_reacts_late_elsewhere__the_fuse_burns),
        CASE(chord__that_saves_or_goes_home__the_plan_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
