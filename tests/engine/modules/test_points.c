#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/modules/points.h"
#include "skills/library/primitive.h"

#include <string.h>

static skill_library *lib;

static const char *const own =
    "--- Draw a line.\n-- @param x1 integer from there\n-- @param y1 integer from there\n"
    "-- @param x2 number to there\n-- @param y2 number to there\n"
    "-- @param path path and on\n-- @param max integer? how often\nfunction line(x1, y1, x2, y2, path, max) end\n";

static const struct coordinates thousand = {1920, 1080, 1920, 1080, COORDINATES_1000};
static const struct coordinates small = {1920, 1080, 960, 540, COORDINATES_PIXELS};
static const struct coordinates part = {1920, 1080, 1920, 1080, COORDINATES_PART};
static const struct coordinates same = {1920, 1080, 1920, 1080, COORDINATES_PIXELS};

static action *call(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) actions = actions_from_calls(text, &error);
    if (!actions)
        fail_msg("%s: %s", text, error->message);
    return action_copy(g_ptr_array_index(actions, 0));
}

/* What a model writes, and what is done. */
static const struct {
    const struct coordinates *c;
    const char *model, *screen;
} rows[] = {
    {&same, "click_at_position(x = 10, y = 20)", "click_at_position(x = 10, y = 20)"},
    {&thousand, "click_at_position(x = 500, y = 250)", "click_at_position(x = 960, y = 270)"},
    {&small, "click_at_position(x = 100, y = 200, mouse_button = \"left\")",
     "click_at_position(x = 201, y = 401, mouse_button = \"left\")"},
    {&part, "click_at_position(x = 0.5, y = 0.25)", "click_at_position(x = 960, y = 270)"},
    {&thousand, "mouse_drag(source_x = 0, source_y = 0, target_x = 1000, target_y = 1000)",
     "mouse_drag(source_x = 0, source_y = 0, target_x = 1919, target_y = 1079)"},
    {&thousand, "line(x1 = 100, y1 = 100, x2 = 200, y2 = 300, path = \"500,500 600,600\", max = 3)",
     "line(x1 = 192, y1 = 108, x2 = 384, y2 = 324, path = \"960,540 1152,648\", max = 3)"},
    /* no pixels: thousandths, degrees, wheel clicks, parts; nothing of a point alone */
    {&small, "gemini_click_at(x = 500, y = 250)", "gemini_click_at(x = 500, y = 250)"},
    {&small, "gemini35_drag_and_drop(start_x = 1, start_y = 2, end_x = 500, end_y = 250)",
     "gemini35_drag_and_drop(start_x = 1, start_y = 2, end_x = 500, end_y = 250)"},
    {&small, "mouse.turn(degrees_x = 30, degrees_y = -10)", "mouse.turn(degrees_x = 30, degrees_y = -10)"},
    {&small, "openai_scroll(x = 100, y = 200, scroll_x = 0, scroll_y = -120)",
     "openai_scroll(x = 201, y = 401, scroll_x = 0, scroll_y = -120)"},
    {&small, "mouse.move(x = 0.5, y = 0.5, origin = \"normalized\")", "mouse.move(x = 0.5, y = 0.5, origin = \"normalized\")"},
    {&small, "mouse.move(x = 10, y = -20, origin = \"window\")", "mouse.move(x = 20, y = -40, origin = \"window\")"},
    {&small, "mouse.move(x = 10, y = 20, monitor = \"2\")", "mouse.move(x = 20, y = 40, monitor = \"2\")"},
    {&thousand, "mouse.click(x = 500)", "mouse.click(x = 500)"},
    {&small, "click_at_position(x = true, y = 20)", "click_at_position(x = true, y = 20)"},
};

static void points__of_a_reply__become_pixels_of_the_screen(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(action) a = call(rows[i].model);
        g_autoptr(GError) error = NULL;
        g_autoptr(GString) told = g_string_new(NULL);
        const skill *s = skill_library_find_any(lib, a->skill);
        if (!s)
            fail_msg("no skill %s", a->skill);
        assert_true(points_to_screen(rows[i].c, s, a, told, &error));
        assert_null(error);
        g_autofree char *is = action_describe(a);
        assert_string_equal(is, rows[i].screen);
        assert_int_equal(told->len > 0, strcmp(rows[i].model, rows[i].screen) != 0);
        points_from_screen(rows[i].c, s, a);
        g_autofree char *back = action_describe(a);
        if (!strstr(rows[i].model, "1000") && strcmp(back, rows[i].model) != 0 && rows[i].c != &part)
            fail_msg("%s comes back as %s", rows[i].model, back);
    }
}

static void point__as_text__is_a_number(void **state)
{
    (void)state;
    g_autoptr(action) a = call("click_at_position(x = \"500\", y = \"25 \")");
    g_autoptr(GString) told = g_string_new(NULL);
    assert_true(points_to_screen(&thousand, skill_library_find(lib, a->skill), a, told, NULL));
    g_autofree char *is = action_describe(a);
    assert_string_equal(is, "click_at_position(x = \"500\", y = \"25 \")"); /* one of them is none: the check says so */
    action_set_string(a, "y", "25");
    assert_true(points_to_screen(&thousand, skill_library_find(lib, a->skill), a, told, NULL));
    g_autofree char *now = action_describe(a);
    assert_string_equal(now, "click_at_position(x = 960, y = 27)");
    assert_string_equal(told->str, "click_at_position 500,25 is 960,27");
}

static void point__outside__is_told_and_stays_outside(void **state)
{
    (void)state;
    g_autoptr(action) a = call("mouse_drag(source_x = 1100, source_y = 0, target_x = -5, target_y = 3)");
    g_autoptr(GError) error = NULL;
    assert_false(points_to_screen(&thousand, skill_library_find(lib, a->skill), a, NULL, &error));
    assert_string_equal(error->message, "the point 1100,0 is outside of the picture: each goes from 0 to 1000");
    g_autofree char *is = action_describe(a);
    assert_string_equal(is, "mouse_drag(source_x = 2112, source_y = 0, target_x = -10, target_y = 3)");
}

static void path__of_any_writing__is_never_left_as_it_came(void **state)
{
    (void)state;
    g_autoptr(action) a = call("openai_drag(path = \"500,500; 600 , 600;\")"), none = call("openai_drag(path = \"500 500\")");
    const skill *s = skill_library_find(lib, "openai_drag");
    assert_true(points_to_screen(&thousand, s, a, NULL, NULL));
    g_autofree char *is = action_describe(a);
    assert_string_equal(is, "openai_drag(path = \"960,540 1152,648\")");
    g_autoptr(GError) error = NULL;
    assert_false(points_to_screen(&thousand, s, none, NULL, &error));
    assert_non_null(strstr(error->message, "path is no list of points"));
}

static void text__with_calls__is_told_as_the_model_counts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *told;
    } texts[] = {
        {"", ""},
        {"- step 3: click_at_position(x = 960, y = 270); expected: a (menu)",
         "- step 3: click_at_position(x = 500, y = 250); expected: a (menu)"},
        {"a person changed click_at_position(x = 0, y = 0) into type_text(text = \"click_at_position(x = 960, y = 270)\")",
         "a person changed click_at_position(x = 0, y = 0) into type_text(text = \"click_at_position(x = 960, y = 270)\")"},
        {"unclick_at_position(x = 960, y = 270)", "unclick_at_position(x = 960, y = 270)"},
        {"click_at_position(960, 270)", "click_at_position(960, 270)"},
        {"click_at_position(x = 960, y = …", "click_at_position(x = 960, y = …"},
        {"é click_at_position(x = 960, y = 270)", "é click_at_position(x = 500, y = 250)"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *told = points_in_text(&thousand, lib, texts[i].text);
        assert_string_equal(told, texts[i].told);
        g_autofree char *as_it_is = points_in_text(&same, lib, texts[i].text);
        assert_string_equal(as_it_is, texts[i].text);
    }
    assert_null(points_in_text(&thousand, lib, NULL));
}

static void skills__are_told__in_what_the_model_counts(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) some = g_ptr_array_new();
    static const char *const names[] = {"click_at_position", "gemini_click_at", "line"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(some, (gpointer)skill_library_find_any(lib, names[i]));
    g_autoptr(GPtrArray) told = points_skills(&part, some);
    g_autofree char *json = skill_library_describe(lib, told);
    static const char *const there[] = {
        "{\"name\":\"x\",\"type\":\"number\",\"meaning\":\"parts of a side (0 to 1) from the left edge of the screen\"}",
        "{\"name\":\"x\",\"type\":\"integer\",\"meaning\":\"thousandths of the screen's width\"}",
        "{\"name\":\"x1\",\"type\":\"number\",\"meaning\":\"from there; parts of a side (0 to 1)\"}",
        "{\"name\":\"max\",\"type\":\"integer\",\"meaning\":\"how often\",\"optional\":true}"};
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++)
        if (!strstr(json, there[i]))
            fail_msg("%s is not in %s", there[i], json);
    g_autofree char *before = skill_library_describe(lib, some);
    assert_non_null(strstr(before, "\"pixels from the left edge of the screen\"")); /* the library is as it was */
}

static int load(void **state)
{
    (void)state;
    static const char *const names[] = {"base", "computer_gemini", "computer_gemini35", "computer_openai", NULL};
    lib = skill_library_load_with(names, "own.lua", own, NULL, NULL);
    skill_library_add_primitives(lib);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    skill_library_free(lib);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points__of_a_reply__become_pixels_of_the_screen),
        cmocka_unit_test(point__as_text__is_a_number),
        cmocka_unit_test(point__outside__is_told_and_stays_outside),
        cmocka_unit_test(path__of_any_writing__is_never_left_as_it_came),
        cmocka_unit_test(text__with_calls__is_told_as_the_model_counts),
        cmocka_unit_test(skills__are_told__in_what_the_model_counts),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
