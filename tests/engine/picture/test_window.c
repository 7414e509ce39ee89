/* Tooltips that the resting pointer has called while a person decides. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/window.h"

#define OWNER 77

static const struct screen_match_rules rules = {.core = {176, 176, 48, 48}}; /* the point is 200,200 */

static void add(GPtrArray *list, struct eye_window w)
{
    g_ptr_array_add(list, eye_window_copy(&w));
}

struct row {
    struct eye_window tip;
    int pointer_x, pointer_y;
    bool was, keys, counts; /* it was there; keys alone; what it covers is compared */
};

static void tooltip__comes(void **state)
{
    (void)state;
    const struct row rows[] = {
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 162, 200},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true},
         161,
         200,
         .counts = true}, /* the pointer is elsewhere */
        {{.pid = OWNER, .x = 190, .y = 190, .popup = true, .tooltip = true}, 205, 200, .counts = true}, /* over the point */
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .was = true, .counts = true},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .keys = true, .counts = true},
        {{.pid = OWNER, .x = 210, .y = 216, .popup = true}, 205, 200, .counts = true},
        {{.pid = OWNER + 1, .x = 210, .y = 216, .popup = true, .tooltip = true}, 205, 200, .counts = true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct screen_match_rules *r = rows[i].keys ? &(const struct screen_match_rules){0} : &rules;
        g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free),
                             now = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
        struct eye_window tip = rows[i].tip, target = {.id = 1, .pid = OWNER, .width = 800, .height = 600};
        tip.id = 2;
        tip.width = 80;
        tip.height = 24;
        add(now, tip);
        add(now, target);
        if (rows[i].was)
            add(before, tip);
        add(before, target);
        g_autoptr(GArray) tips = eye_window_tips(before, now, r, rows[i].pointer_x, rows[i].pointer_y);
        if (tips->len != !rows[i].counts)
            fail_msg("row %d: %u", (int)i, tips->len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tooltip__comes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
