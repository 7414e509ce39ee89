/* What is pressed has a name on its card, and what has none is not reversible: real programs, by `reins do`. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void assert_in(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("\"%s\" is not in: %s", what, text);
}

static bool xcalc_is_there(void *display)
{
    g_autofree char *out = NULL;
    return reins_run(display, WORDS("see", "--json"), &out, NULL) == 0 && strstr(out, "\"class\":\"XCalc\"");
}

/* The root's key of xcalc: its sign is drawn. The wheel on it presses nothing. */
static void names__a_drawing_without_words__is_tier_2_but_by_a_profile(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 400, 450, NULL);
    helper_spawn(x.display, (const char *const[]){"xcalc", "-geometry", "+0+0", NULL});
    assert_true(helper_await(xcalc_is_there, x.display, 20000));
    driver_configure("gate", "[eye]\nsettle_ms=100\n");
    static const struct {
        const char *profile, *skill, *how, *judged;
    } rows[] = {
        {"default", "click_at_position", "mouse_button=left", "\"tier\":2,\"rule\":\"unnamed-drawing\""},
        {"xcalc", "click_at_position", "mouse_button=left", "\"tier\":1,\"rule\":\"input\""},
        {"default", "mouse.scroll", "down=1", "\"tier\":1,\"rule\":\"input\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = NULL, *err = NULL;
        if (reins_run(x.display,
                      WORDS("do", "--yes", "--json", "--profile", rows[i].profile, rows[i].skill, "x=112", "y=75", rows[i].how),
                      &out, &err) != 0)
            fail_msg("%s%s", out, err);
        assert_in(out, rows[i].judged);
    }
    xvfb_stop(&x);
}

/* Of the widget that the form tells in a line of this kind and text: the middle of its width from `left` px, -1 = of all. */
static struct footing {
    char *x, *y;
} place_of(const char *told, const char *kind, int skip, const char *text, int left)
{
    g_auto(GStrv) lines = g_strsplit(told, "\n", -1);
    for (char **line = lines; *line; line++) {
        int x, y, width, height, at = 0;
        if (sscanf(*line, "%*s %d %d %d %d %n", &x, &y, &width, &height, &at) == 4 && g_str_has_prefix(*line, kind) &&
            g_str_equal(*line + at, text) && skip-- == 0)
            return (struct footing){g_strdup_printf("x=%d", left < 0 ? x + width / 2 : x + left),
                                    g_strdup_printf("y=%d", y + height / 2)};
    }
    fail_msg("no %s \"%s\" in %s", kind, text, told);
    return (struct footing){0};
}

static bool form_has_told(void *path)
{
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* A wide list and a wide field have their text far to the left of the point. A radio button has a name, an icon has none. */
static void names__form__what_is_pressed_has_a_name_but_an_icon(void **state)
{
    (void)state;
    struct xvfb x;
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *script = g_build_filename(source ? source : ".", "tests/sinks/layout_gtk.py", NULL);
    g_autofree char *file = g_build_filename(g_get_tmp_dir(), "form", NULL), *told = NULL;
    xvfb_start(&x, 800, 700, NULL);
    helper_spawn(x.display, (const char *const[]){"/usr/bin/python3", "-BEs", script, file, NULL});
    assert_true(helper_await(form_has_told, file, 20000));
    assert_true(g_file_get_contents(file, &told, NULL, NULL));
    driver_configure("gate", "[eye]\nsettle_ms=100\n");
    static const struct {
        const char *kind, *text;
        int skip, left;
        const char *judged, *says;
    } rows[] = {
        {"field", "London", 0, -1, "\"tier\":1", "on \"London\""},
        {"button", "Small", 0, -1, "\"tier\":1", "on \"Small\""},
        {"radio", "Yearly", 0, 10, "\"tier\":1", "on \"Yearly\""},
        {"icon", "", 2, -1, "\"tier\":2,\"rule\":\"unnamed-drawing\"", "on nothing readable"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = NULL, *err = NULL, *story = NULL;
        struct footing at = place_of(told, rows[i].kind, rows[i].skip, rows[i].text, rows[i].left);
        if (reins_run(x.display, WORDS("do", "--yes", "--json", "click_at_position", at.x, at.y), &out, &err) != 0)
            fail_msg("%s%s", out, err);
        assert_in(out, rows[i].judged);
        assert_int_equal(reins_run(x.display, WORDS("memory", "show", "last"), &story, NULL), 0);
        assert_in(story, rows[i].says);
        g_free(at.x);
        g_free(at.y);
        reins_run(x.display, WORDS("do", "--yes", "press_key", "key=Escape"), NULL, NULL); /* an open list */
    }
    xvfb_stop(&x);
}

static void draw_box(sink *s, int x, int width)
{
    sink_fill(s, x, 20, width, 36, 0x404040);
    sink_fill(s, x + 1, 21, width - 2, 34, 0xdcdad5);
}

/* A picture of 18x18 px. */
static void draw_picture(sink *s, int x, int y)
{
    for (int i = 0; i < 36; i++)
        sink_fill(s, x + i % 6 * 3, y + i / 6 * 3, 3, 3, (i + i / 6) % 2 ? 0x6090d0 : 0x90b8f0);
}

/* A flat tool bar has edges as a button has: a word at its other end is not what an icon says, and the word beside it is. */
static void names__icon_in_a_bar__is_not_named_by_a_word_far_away(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 200, NULL);
    sink *s = sink_start(x.display, "bar", 0, 0, 600, 180, 0xdcdad5);
    sink_focus(s);
    draw_box(s, 20, 226);
    draw_box(s, 300, 90);
    sink_text(s, 30, 43, 0, "Settings");
    draw_picture(s, 170, 29);
    draw_picture(s, 310, 29);
    sink_text(s, 336, 43, 0, "Settings");
    driver_configure("gate", "[eye]\nsettle_ms=100\n");
    static const struct {
        const char *at, *judged;
    } rows[] = {{"x=179", "\"tier\":2,\"rule\":\"unnamed-drawing\""}, {"x=319", "\"tier\":1,\"rule\":\"input\""}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *out = NULL, *err = NULL;
        if (reins_run(x.display, WORDS("do", "--yes", "--json", "mouse.click", rows[i].at, "y=38"), &out, &err) != 0)
            fail_msg("%s%s", out, err);
        assert_in(out, rows[i].judged);
    }
    sink_stop(s);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names__a_drawing_without_words__is_tier_2_but_by_a_profile),
        cmocka_unit_test(names__icon_in_a_bar__is_not_named_by_a_word_far_away),
        cmocka_unit_test(names__form__what_is_pressed_has_a_name_but_an_icon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
