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

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(button__the_pressed_one_beside_it_lights_up__the_fuse_burns),
        CASE(button__the_pressed_one_beside_it_has_another_word__asks),
        CASE(button__one_lights_up_that_was_not_pressed__asks),
        CASE(button__it_lights_up_itself__asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
