/* Marks that have moved along a ruler, and what looks like them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/ruler_mark.h"

#define WIDTH 400
#define HEIGHT 300
#define GROUND 0xdcdcdc

/* Tools to the left of x 100, a sheet from 128,126 on, rulers with ticks above it and to its left. */
static frame *window_new(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    frame_fill(f, 100, 0, 3, HEIGHT, 0); /* between tools and rulers */
    frame_fill(f, 0, 90, WIDTH, 1, 0);   /* below a row of tabs */
    frame_fill(f, 128, 126, WIDTH - 128, HEIGHT - 126, 0xffffff);
    for (int at = 140; at < WIDTH; at += 20)
        frame_fill(f, at, at % 100 ? 118 : 104, 1, at % 100 ? 6 : 20, 0);
    for (int at = 140; at < HEIGHT; at += 20)
        frame_fill(f, 118, at, 6, 1, 0);
    return f;
}

static void triangle(frame *f, int x, int y, bool flat)
{
    for (int k = 0; k < 6; k++) {
        if (flat)
            frame_fill(f, x - 5 + k, y + k, 11 - 2 * k, 1, 0);
        else
            frame_fill(f, x + k, y - 5 + k, 1, 11 - 2 * k, 0);
    }
}

struct scene {
    frame *before, *now;
    struct arrival way;
};

/* The pointer comes from 300,220 on the sheet to the tools; the marks stay where it has left the sheet. */
static struct scene scene_new(void)
{
    return (struct scene){window_new(), window_new(), {300, 220, 50, 150, {0, 0, WIDTH, HEIGHT}}};
}

static GArray *strips_of(struct scene *s, const GArray *ignored)
{
    GArray *strips = ruler_mark_strips(s->before, s->now, &s->way, ignored);
    frame_free(s->before);
    frame_free(s->now);
    return strips;
}

static void assert_area(const GArray *strips, guint i, int x, int y, int width, int height)
{
    const struct area a = g_array_index(strips, struct area, i);
    if (a.x != x || a.y != y || a.width != width || a.height != height)
        fail_msg("%d×%d at %d,%d", a.width, a.height, a.x, a.y);
}

static void ruler_mark__triangles__give_the_rulers_strips(void **state)
{
    (void)state;
    const struct area upper = {103, 112, WIDTH - 103, 6};
    g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof upper);
    g_array_append_val(known, upper);
    for (int left_out = 0; left_out < 2; left_out++) {
        struct scene s = scene_new();
        triangle(s.before, 300, 112, true);
        triangle(s.now, 135, 112, true);
        triangle(s.before, 112, 220, false);
        triangle(s.now, 112, 173, false);
        g_autoptr(GArray) strips = strips_of(&s, left_out ? known : NULL);
        assert_int_equal(strips->len, 2 - left_out);
        if (!left_out)
            assert_area(strips, 0, upper.x, upper.y, upper.width, upper.height);
        assert_area(strips, 1 - (guint)left_out, 112, 91, 6, HEIGHT - 91);
    }
}

/* From the tools to the sheet, above which there was no mark yet: it counts in the pointer's column, beside one that has moved.
 */
static void ruler_mark__other_one_has_only_come__gives_its_strip(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct scene s = {window_new(), window_new(), {50, 150, 250, 200, {0, 0, WIDTH, HEIGHT}}};
        triangle(s.now, i == 1 ? 190 : 250, 112, true);
        triangle(s.now, 112, 200, false);
        if (i < 2)
            triangle(s.before, 112, 140, false);
        g_autoptr(GArray) strips = strips_of(&s, NULL);
        assert_int_equal(strips->len, i == 0 ? 2 : i == 1 ? 1 : 0);
        if (i < 2)
            assert_area(strips, 0, 112, 91, 6, HEIGHT - 91);
        if (i < 1)
            assert_area(strips, 1, 103, 112, WIDTH - 103, 6);
    }
}

/* Each is at most as large as a mark. */
static void ruler_mark__anything_else__gives_none(void **state)
{
    (void)state;
    static const char *const whats[] = {"a digit becomes another", "one comes",         "one goes",       "another shape",
                                        "another colour",          "beyond the way",    "in another row", "there twice",
                                        "at the pointer",          "in what is pressed"};
    for (int i = 0; i < (int)G_N_ELEMENTS(whats); i++) {
        struct scene s = scene_new();
        switch (i) {
        case 0:
            frame_fill(s.before, 200, 112, 2, 8, 0);
            frame_fill(s.now, 200, 112, 6, 2, 0);
            break;
        case 1:
            triangle(s.now, 200, 112, true);
            break;
        case 2:
            triangle(s.before, 200, 112, true);
            break;
        case 3:
            triangle(s.before, 300, 112, true);
            frame_fill(s.now, 200, 112, 3, 6, 0);
            break;
        case 4:
            triangle(s.before, 300, 112, true);
            frame_fill(s.now, 195, 112, 11, 6, 0xff0000);
            break;
        case 5:
            triangle(s.before, 200, 112, true);
            triangle(s.now, 350, 112, true);
            break;
        case 6:
            triangle(s.before, 300, 112, true);
            triangle(s.now, 200, 104, true);
            break;
        case 7:
            triangle(s.before, 300, 112, true);
            triangle(s.now, 300, 112, true);
            triangle(s.now, 200, 112, true);
            break;
        case 8:
            triangle(s.before, 300, 140, true);
            triangle(s.now, 60, 140, true);
            break;
        default: /* the strip would be of the tools */
            triangle(s.before, 20, 147, true);
            triangle(s.now, 85, 147, true);
        }
        g_autoptr(GArray) strips = strips_of(&s, NULL);
        if (strips->len != 0)
            fail_msg("%s: %u", whats[i], strips->len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ruler_mark__triangles__give_the_rulers_strips),
        cmocka_unit_test(ruler_mark__other_one_has_only_come__gives_its_strip),
        cmocka_unit_test(ruler_mark__anything_else__gives_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
