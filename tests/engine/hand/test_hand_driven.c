/* The last look before what a person drives is fired: what their own actions have changed is no change. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"

/* A person who drives by their own keys sees the cursor stop in either state; nothing else is let through for them. */
static void guard__driven__text_cursor_in_its_other_state(void **state)
{
    (void)state;
    hand_request *theirs = keys_request(2), *agents = keys_request(3), *letter = keys_request(4);
    theirs->fire.guard.driven = letter->fire.guard.driven = true;
    sink_fill(window, 100, 92, 2, 16, 0xffffff);
    refused(agents, HAND_STALE, "the target has changed");
    fires(theirs);
    sink_text(window, 20, 250, 0xffffff, "W");
    refused(letter, HAND_STALE, "the target has changed");
}

/* As the engine aims for a person who drives: what their own actions change elsewhere is no change. */
static hand_request *driven_click(int id)
{
    hand_request *r = click_request(id);
    struct hand_guard *g = &r->fire.guard;
    g->driven = true;
    g->rules.window = (struct area){0};
    g->rules.min_frame = 0;
    g_clear_pointer(&g->rules.program, g_array_unref);
    g->rules.program = g_array_new(FALSE, FALSE, sizeof(struct area));
    return r;
}

static void guard__driven__click(void **state)
{
    (void)state;
    hand_request *r = driven_click(2), *changed = driven_click(3), *covered = driven_click(4);
    sink *other = sink_start(x.display, "elsewhere", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    sink_text(window, 300, 290, 0xffffff, "line 3");
    fires(r);
    sink_fill(window, 91, 85, 6, 20, 0x336699);
    refused(changed, HAND_STALE, "the target has changed");
    sink *trap = sink_start(x.display, "trap", 150, 150, 200, 100, 0x336699);
    sink_focus(window);
    refused(covered, HAND_STALE, "another window is at 200,200");
    no_button_was_pressed(trap);
    sink_stop(trap);
    sink_stop(other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(guard__driven__text_cursor_in_its_other_state), TEST(guard__driven__click)};
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
