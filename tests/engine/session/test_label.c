/* What a person is told is pressed: what is read there, with what the program says of it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/step/proposal.h"

static void label__of_an_element(void **state)
{
    (void)state;
    static const struct {
        const char *read, *role, *name, *says;
    } rows[] = {
        {"\"Save\"", "push button", "Save", "\"Save\" (button)"},
        {"\"Delete\"", "push button", "OK", "\"Delete\" (button, called \"OK\")"},
        {"nothing readable", "push button", "Save", "\"Save\" (button, as its program says)"},
        {"nothing readable", "password text", "", "nothing readable (password text)"},
        {"nothing readable, beside \"Confirm\"", "password text", "",
         "nothing readable, in the password field beside \"Confirm\""},
        {"nothing readable, below \"Memo\"", "text", "", "nothing readable, in the field below \"Memo\""},
        {"nothing readable, beside \"Hex\"", "check box", "", "nothing readable, beside \"Hex\" (check box)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct screen_mark m = {.role = (char *)rows[i].role,
                                      .text = (char *)rows[i].name,
                                      .id = (char *)"0123456789abcdef",
                                      .x = 10,
                                      .y = 10,
                                      .width = 200,
                                      .height = 30};
        g_autoptr(screen) s = screen_new(800, 600);
        g_array_append_val(s->marks, m);
        const proposal p = {.label = (char *)rows[i].read, .x = 100, .y = 20};
        g_autofree char *says = proposal_label(&p, s);
        g_array_set_clear_func(s->marks, NULL); /* its texts are ours */
        assert_string_equal(says, rows[i].says);
    }
}

/* On a VNC screen the pointer is in the picture. */
static void label__under_the_pointer(void **state)
{
    (void)state;
    static const struct {
        const char *read;
        int x;
        bool drawn;
        const char *says;
    } rows[] = {
        {"nothing readable", 100, true, "nothing readable (the pointer may cover it)"},
        {"nothing readable, beside \"Hex\"", 90, true, "nothing readable, beside \"Hex\" (the pointer may cover it)"},
        {"nothing readable", 100, false, "nothing readable"},
        {"nothing readable", 200, true, "nothing readable"},
        {"\"Save\"", 100, true, "\"Save\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(screen) s = screen_new(800, 600);
        s->pointer_x = 100;
        s->pointer_y = 20;
        s->pointer_drawn = rows[i].drawn;
        const proposal p = {.label = (char *)rows[i].read, .x = rows[i].x, .y = 20};
        g_autofree char *says = proposal_label(&p, s);
        assert_string_equal(says, rows[i].says);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(label__of_an_element), cmocka_unit_test(label__under_the_pointer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
