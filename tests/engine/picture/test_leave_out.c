/* How a profile leaves a place out, told wherever a place is named. */
#include "engine/picture/leave_out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define CHANGED(PLACE) "the target's window has changed at " PLACE " px: something has gone (9 pixels, by up to 9 of 255 levels)"

static void advice__is_given_for_each_place(void **state)
{
    (void)state;
    static const struct {
        const char *sentence;
        struct area window;
        const char *group; /* NULL = the sentence as it is */
    } rows[] = {
        {CHANGED("30,40, 8×9"), {20, 20, 200, 100}, "[ignore NAME] x=10 y=20 width=8 height=9 from=window"},
        {CHANGED("3,4, 8×9"), {20, 20, 200, 100}, "[ignore NAME] x=3 y=4 width=8 height=9 from=screen"},
        {CHANGED("30,40, 8×9"), {0}, "[ignore NAME] x=30 y=40 width=8 height=9 from=screen"},
        {"while the pointer was on its way, " CHANGED("30,40, 8×9"), {0}, "[ignore NAME] x=30 y=40"},
        {CHANGED("95,45, 10×10"), {20, 20, 200, 100}, NULL},    /* 100,50 is pressed */
        {CHANGED("110,20, 110×100"), {20, 20, 200, 100}, NULL}, /* more than half of the window */
        {CHANGED("110,20, 60×40"), {20, 20, 200, 100}, NULL},   /* a list in it: more than a tenth */
        {CHANGED("30,40, 8×9") "; left out by [ignore NAME] x=1", {0}, NULL},
        {CHANGED("30,40, 8×9") LEAVE_OUT_POINTER, {0}, NULL},
        {CHANGED("30,40"), {0}, NULL},
        {"the focus has moved to another window", {0}, NULL},
        {"the windows have changed: \"A" CHANGED("30,40, 8×9") "\" is new", {0}, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *told = leave_out_advice(rows[i].sentence, rows[i].window, 100, 50);
        if (!g_str_has_prefix(told, rows[i].sentence))
            fail_msg("%s", told);
        const char *more = told + strlen(rows[i].sentence);
        if (rows[i].group ? !g_str_has_prefix(more, "; a profile leaves it out by ") || !strstr(more, rows[i].group) : *more)
            fail_msg("row %d: %s", (int)i, told);
    }
    assert_null(leave_out_advice(NULL, (struct area){0}, -1, -1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(advice__is_given_for_each_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
