/* The likeness measure: what must be seen (one letter in a label, in every font there is, faint text, faint highlights), and what
 * must not count (scattered noise, what happens elsewhere, what the profile names, a caret). */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#define WIDTH 640
#define HEIGHT 480
#define GROUND 0xd9d9d9
#define INK 0x000000
#define POINT_X 320
#define POINT_Y 240

static struct screen_match_rules rules(void)
{
    return (struct screen_match_rules){.close = {POINT_X - 48, POINT_Y - 48, 96, 96},
                                       .core = {POINT_X - 24, POINT_Y - 24, 48, 48},
                                       .window = {200, 150, 300, 200},
                                       .tolerance = 24,
                                       .min_target = 0.98,
                                       .min_frame = 0.95};
}

static void fill(frame *f, struct area a, guint32 colour)
{
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            f->pixels[y * f->width + x] = colour;
}

/* A screen with a window, a button in it, and some strokes on it. */
static frame *scene(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    fill(f, (struct area){0, 0, WIDTH, HEIGHT}, 0x305070);
    fill(f, (struct area){200, 150, 300, 200}, 0xf0f0f0);
    fill(f, (struct area){POINT_X - 40, POINT_Y - 14, 80, 28}, GROUND);
    for (int i = 0; i < 8; i++)
        fill(f, (struct area){POINT_X - 30 + 8 * i, POINT_Y - 5, 2, 10}, INK);
    return f;
}

static bool changed(const frame *before, const frame *after, const struct screen_match_rules *r)
{
    struct screen_match l = screen_match_measure(before, after, r);
    g_autofree char *what = screen_match_changed(&l, r);
    return what != NULL;
}

static GArray *areas(struct area a)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof a);
    return g_array_append_val(list, a);
}

static void same_picture__is_alike(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) f = scene();
    struct screen_match l = screen_match_measure(f, f, &r);
    assert_true(l.target == 1 && l.program == 1 && l.frame == 1 && l.x == -1);
    assert_null(screen_match_changed(&l, &r));
}

static void one_pixel__of_the_target__is_a_change(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene();
    /* everywhere in the patch, whatever the raster */
    for (int y = r.close.y; y < r.close.y + 95; y += 5)
        for (int x = r.close.x; x < r.close.x + 95; x += 5) {
            g_autoptr(frame) after = frame_copy(before);
            after->pixels[y * WIDTH + x] ^= 0x404040;
            struct screen_match l = screen_match_measure(before, after, &r);
            assert_true(l.target == 1 - 1.0 / 32);
            if (!changed(before, after, &r))
                fail_msg("one pixel at %d,%d", x, y);
            r.min_target = 0.96; /* a profile may allow it */
            assert_false(changed(before, after, &r));
            r.min_target = 0.98;
        }
}

static guint32 grey(int level)
{
    return (guint32)level * 0x010101;
}

/* One pixel of each 16, by up to the tolerance, and every pixel by what nobody sees. */
static void scattered_noise__is_none(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = frame_new(WIDTH, HEIGHT), after = frame_new(WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool alone = i % WIDTH % 4 == 0 && i / WIDTH % 4 == 0;
        before->pixels[i] = grey(100);
        after->pixels[i] = grey(alone ? 124 : 101);
    }
    assert_false(changed(before, after, &r));
    after->pixels[POINT_Y * WIDTH + POINT_X] = grey(125);
    assert_true(changed(before, after, &r));
}

struct boundary {
    struct area at;
    int levels;
    bool seen;
};

/* What can be read is a change, however faint, wherever it lies on the raster. */
static void faint_changes__at_their_boundaries(void **state)
{
    (void)state;
    static const struct boundary cases[] = {
        {{0, 0, 60, 14}, 1, false}, {{0, 0, 60, 14}, 2, true}, {{0, 0, 3, 4}, 2, true},  {{0, 0, 1, 11}, 3, false},
        {{0, 0, 11, 1}, 7, false},  {{0, 0, 1, 10}, 8, true},  {{0, 0, 2, 1}, 8, true},  {{0, 0, 2, 1}, 7, false},
        {{0, 0, 1, 1}, 24, false},  {{0, 0, 1, 1}, 25, true},  {{0, 0, 1, 1}, 8, false},
    };
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = frame_new(WIDTH, HEIGHT);
    fill(before, (struct area){0, 0, WIDTH, HEIGHT}, grey(230));
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        for (int by = 0; by < 64; by++) { /* in the target, and elsewhere in its window */
            struct area at = cases[i].at;
            at.x = (by % 2 ? POINT_X - 20 : r.window.x + 10) + by / 2 % 4;
            at.y = (by % 2 ? POINT_Y - 20 : r.window.y + 10) + by / 8;
            g_autoptr(frame) after = frame_copy(before);
            fill(after, at, grey(230 - cases[i].levels));
            if (changed(before, after, &r) != cases[i].seen || changed(after, before, &r) != cases[i].seen)
                fail_msg("%d×%d by %d levels at %d,%d", at.width, at.height, cases[i].levels, at.x, at.y);
        }
}

static void strokes__joined_at_a_corner__are_one(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene(), after = frame_copy(before);
    after->pixels[(POINT_Y - 20) * WIDTH + POINT_X] ^= 8;
    assert_false(changed(before, after, &r));
    after->pixels[(POINT_Y - 19) * WIDTH + POINT_X - 1] ^= 8;
    assert_true(changed(before, after, &r));
}

/* The highlight of what is selected, of ten themes: coming, going, and moving from one row to another. */
static void highlight__is_a_change(void **state)
{
    (void)state;
    static const guint32 lit[] = {0xe8f0fe, 0xd2e3fc, 0xe5f3ff, 0xd4d4d4, 0xcce8ff,
                                  0x3584e4, 0xf5f5f5, 0xfafafa, 0xfcfcff, 0xffffe8};
    struct screen_match_rules r = rules();
    for (gsize i = 0; i < G_N_ELEMENTS(lit); i++) {
        g_autoptr(frame) none = scene();
        fill(none, r.window, 0xffffff);
        for (int n = 0; n < 8; n++)
            fill(none, (struct area){POINT_X - 30 + 8 * n, POINT_Y - 5, 2, 10}, INK);
        g_autoptr(frame) here = frame_copy(none), there = frame_copy(none);
        for (int y = 0; y < 20; y++)
            for (int x = r.window.x; x < r.window.x + r.window.width; x++) {
                guint32 *one = &here->pixels[(POINT_Y - 10 + y) * WIDTH + x],
                        *other = &there->pixels[(r.window.y + y) * WIDTH + x];
                *one = *one == 0xffffff ? lit[i] : *one;
                *other = *other == 0xffffff ? lit[i] : *other;
            }
        if (!changed(none, here, &r) || !changed(here, none, &r) || !changed(here, there, &r) || !changed(none, there, &r))
            fail_msg("highlight %06x", lit[i]);
    }
}

static void target__moved_by_a_pixel__is_a_change(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene();
    for (int by = 1; by <= 3; by++) {
        g_autoptr(frame) after = frame_copy(before);
        for (int y = POINT_Y - 20; y < POINT_Y + 20; y++)
            memcpy(after->pixels + y * WIDTH + POINT_X - 60 + by, before->pixels + y * WIDTH + POINT_X - 60,
                   120 * sizeof(guint32));
        assert_true(changed(before, after, &r));
    }
}

static void elsewhere__is_none__up_to_the_share(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){20, 20, 100, 40}, 0xffffff); /* a clock */
    assert_false(changed(before, after, &r));
    fill(after, (struct area){210, 155, 6, 1}, 0); /* anything in the same window */
    struct screen_match l = screen_match_measure(before, after, &r);
    assert_true(l.target == 1 && l.program == 1 - 6.0 / 32 && l.frame > 0.95);
    assert_true(changed(before, after, &r));
    g_autoptr(frame) page = frame_copy(before);
    fill(page, (struct area){0, 0, WIDTH, 120}, 0xffffff);
    l = screen_match_measure(before, page, &r);
    assert_true(l.target == 1 && l.program == 1 && l.frame < 0.95);
    assert_true(changed(before, page, &r));
}

/* A window of the same program that is asked about, and what lies over it. */
static void other_windows_of_the_program__are_evidence__where_they_are_visible(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene(), after = frame_copy(before);
    fill(after, (struct area){20, 400, 3, 4}, 0x335373); /* three levels more */
    assert_false(changed(before, after, &r));
    g_autoptr(GArray) program G_GNUC_UNUSED = r.program = areas(r.window);
    struct area other = {10, 380, 100, 40};
    g_array_append_val(r.program, other);
    struct screen_match l = screen_match_measure(before, after, &r);
    g_autofree char *what = screen_match_changed(&l, &r);
    assert_non_null(strstr(what, "another window of the target's program has changed at 2"));
    g_array_index(r.program, struct area, 1).width = 8; /* the rest of it is covered */
    assert_false(changed(before, after, &r));
}

static void ignored__is_not_compared__also_in_the_core(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(GArray) list G_GNUC_UNUSED = r.ignored = areas((struct area){POINT_X - 10, POINT_Y - 10, 20, 20});
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){POINT_X - 10, POINT_Y - 10, 20, 20}, 0xff0000);
    assert_false(changed(before, after, &r));
    fill(after, (struct area){POINT_X - 12, POINT_Y - 10, 20, 20}, 0xff0000);
    assert_true(changed(before, after, &r));
}

static void restless__is_not_compared(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene(), after = frame_copy(before);
    struct area spinner = {r.window.x + 8, r.window.y + 8, 16, 16};
    fill(after, spinner, 0xff0000);
    assert_true(changed(before, after, &r));
    g_autoptr(GArray) list G_GNUC_UNUSED = r.restless = areas(spinner);
    assert_false(changed(before, after, &r));
    fill(after, (struct area){spinner.x - 1, spinner.y, 1, 1}, 0xff0000);
    assert_true(changed(before, after, &r));
}

/* Both states of the one caret are the same; a third one is not, nor is half of it, nor what stands beside it. */
static void caret__in_its_other_state__is_none(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) off = scene(), on = frame_copy(off), moved = frame_copy(off);
    r.caret.at = (struct area){POINT_X + 20, POINT_Y - 8, 2, 16};
    fill(on, r.caret.at, INK);
    for (int i = 0; i < 32; i++)
        r.caret.pixels[i] = INK;
    assert_false(changed(off, on, &r));
    assert_false(changed(off, off, &r));
    struct screen_match l = screen_match_measure(off, on, &r);
    assert_true(l.target == 1 && l.x == -1);
    on->pixels[POINT_Y * WIDTH + POINT_X + 20] = 0x0000ff;
    assert_true(changed(off, on, &r));
    fill(on, r.caret.at, INK);
    fill(on, (struct area){POINT_X + 22, POINT_Y - 8, 1, 1}, INK);
    assert_true(changed(off, on, &r));
    fill(moved, (struct area){POINT_X + 21, POINT_Y - 8, 2, 16}, INK);
    assert_true(changed(off, moved, &r));
    r.caret.at.width = 0;
    fill(on, (struct area){POINT_X + 22, POINT_Y - 8, 1, 1}, GROUND);
    assert_true(changed(off, on, &r));
}

struct sentence {
    struct area at;
    guint32 before, after;
    const char *says;
};

static void sentences__name_the_place__and_what_has_changed(void **state)
{
    (void)state;
    static const struct sentence cases[] = {
        {{POINT_X - 8, POINT_Y - 24, 8, 2},
         GROUND,
         INK,
         "the target has changed at 312,216, 8×2 px: something has come (16 pixels, by up to 217 of 255 levels)"},
        {{POINT_X - 8, POINT_Y - 24, 8, 2}, INK, GROUND, "at 312,216, 8×2 px: something has gone (16 pixels"},
        {{POINT_X - 48, POINT_Y - 48, 96, 96},
         0xffffff,
         0xe8f0fe,
         "at 272,192, 96×96 px: an area has another colour (9216 pixels, by up to 23 of 255 levels)"},
        {{210, 160, 8, 2}, 0xf0f0f0, 0x808080, "the target's window has changed at 210,160, 8×2 px: something has come"},
    };
    struct screen_match_rules r = rules();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(frame) before = scene();
        fill(before, r.close, cases[i].before == INK ? GROUND : cases[i].before);
        g_autoptr(frame) after = frame_copy(before);
        fill(before, cases[i].at, cases[i].before);
        fill(after, cases[i].at, cases[i].after);
        struct screen_match l = screen_match_measure(before, after, &r);
        g_autofree char *what = screen_match_changed(&l, &r);
        if (!what || !strstr(what, cases[i].says))
            fail_msg("%s", what);
    }
}

static void keys_alone__the_whole_window_is_compared_closely(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    r.close = r.window;
    r.core = (struct area){0};
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){20, 20, 100, 40}, 0xffffff);
    assert_false(changed(before, after, &r));
    fill(after, (struct area){480, 330, 2, 1}, INK);
    assert_true(changed(before, after, &r));
}

static bool only_bar(const frame *before, const frame *after, const struct screen_match_rules *r)
{
    struct screen_match l = screen_match_measure(before, after, r);
    return screen_match_only_bar(&l, r);
}

/* A bar of its size and colours, alone: beside anything else that has changed it is none, however much larger it is. */
static void bar__that_may_be_a_caret__is_told_where_it_is_alone(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene(), letter_too = NULL, elsewhere_too = NULL;
    g_autoptr(frame) after = frame_copy(before), wide = frame_copy(before), low = frame_copy(before);
    assert_false(only_bar(before, after, &r));
    fill(after, (struct area){POINT_X - 44, POINT_Y - 20, 2, 16}, INK);
    letter_too = frame_copy(after);
    elsewhere_too = frame_copy(after);
    assert_true(changed(before, after, &r) && only_bar(before, after, &r) && only_bar(after, before, &r));
    letter_too->pixels[(POINT_Y + 30) * WIDTH + POINT_X] = INK;
    assert_false(only_bar(before, letter_too, &r));
    fill(elsewhere_too, (struct area){210, 160, 2, 2}, INK); /* in the window, not in the target */
    assert_false(only_bar(before, elsewhere_too, &r));
    fill(wide, (struct area){POINT_X - 44, POINT_Y - 20, 4, 16}, INK);
    fill(low, (struct area){POINT_X - 44, POINT_Y - 20, 2, 7}, INK);
    assert_false(only_bar(before, wide, &r) || only_bar(before, low, &r));
    fill(after, (struct area){0, 0, WIDTH, 100}, 0xffffff); /* too much of the rest of the screen */
    assert_false(only_bar(before, after, &r));
}

static void sizes_differ__nothing_is_alike(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_crop(before, 0, 0, WIDTH - 1, HEIGHT);
    struct screen_match l = screen_match_measure(before, after, &r);
    assert_true(l.target == 0 && l.frame == 0);
    assert_true(changed(before, after, &r));
    r.close = (struct area){0};
    assert_true(changed(before, after, &r));
}

static void odd_areas__off_the_screen__do_no_harm(void **state)
{
    (void)state;
    struct screen_match_rules r = rules();
    g_autoptr(frame) f = scene();
    r.close = (struct area){-40, -40, 96, 96};
    r.window = (struct area){WIDTH + 5, 0, 10, 10};
    g_autoptr(GArray) list G_GNUC_UNUSED = r.ignored = areas((struct area){-5, HEIGHT - 3, 100, 100});
    struct screen_match l = screen_match_measure(f, f, &r);
    assert_true(l.target == 1 && l.program == -1 && l.frame == 1);
    r.close = (struct area){WIDTH, HEIGHT, 96, 96};
    l = screen_match_measure(f, f, &r);
    assert_true(l.target == -1);
}

/* ---- letters as the X server draws them ---- */

static struct xvfb x;

/* One letter of a font as a screen of its own. */
static frame *letter(Display *dpy, Pixmap picture, GC gc, char c)
{
    char text[] = {'F', 'i', 'l', 'e', ' ', c, '\0'};
    XSetForeground(dpy, gc, GROUND);
    XFillRectangle(dpy, picture, gc, 0, 0, 128, 64);
    XSetForeground(dpy, gc, INK);
    XDrawString(dpy, picture, gc, 10, 40, text, (int)strlen(text));
    XImage *image = XGetImage(dpy, picture, 0, 0, 128, 64, AllPlanes, ZPixmap);
    frame *f = frame_new(128, 64);
    for (int i = 0; i < 128 * 64; i++)
        f->pixels[i] = (guint32)XGetPixel(image, i % 128, i / 128) & 0xffffff;
    XDestroyImage(image);
    return f;
}

/* Every pair of letters, digits and signs. */
static void letters__every_pair__in_every_font(void **state)
{
    (void)state;
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;!|-_ ";
    static const char *const fonts[] = {"5x7", "6x10", "6x13", "7x13bold", "8x13", "9x15", "10x20", "12x24"};
    const struct screen_match_rules r = {.close = {0, 0, 128, 64}, .tolerance = 24, .min_target = 0.98};
    Display *dpy = XOpenDisplay(x.display);
    Pixmap picture = XCreatePixmap(dpy, DefaultRootWindow(dpy), 128, 64, (unsigned)DefaultDepth(dpy, 0));
    int pairs = 0;
    for (gsize n = 0; n < G_N_ELEMENTS(fonts); n++) {
        XFontStruct *font = XLoadQueryFont(dpy, fonts[n]);
        assert_non_null(font);
        GC gc = XCreateGC(dpy, picture, 0, NULL);
        XSetFont(dpy, gc, font->fid);
        frame *drawn[sizeof letters] = {0};
        for (gsize i = 0; letters[i]; i++)
            drawn[i] = letter(dpy, picture, gc, letters[i]);
        for (gsize i = 0; letters[i]; i++)
            for (gsize j = 0; letters[j]; j++) {
                if (i == j)
                    continue;
                pairs++;
                if (!changed(drawn[i], drawn[j], &r))
                    fail_msg("%s: %c for %c is not seen", fonts[n], letters[j], letters[i]);
            }
        for (gsize i = 0; letters[i]; i++)
            frame_free(drawn[i]);
        XFreeGC(dpy, gc);
        XFreeFont(dpy, font);
    }
    XFreePixmap(dpy, picture);
    XCloseDisplay(dpy);
    assert_int_equal(pairs, 8 * 71 * 70);
}

static int setup_display(void **state)
{
    (void)state;
    xvfb_start(&x, 320, 240, NULL);
    return 0;
}

static int teardown_display(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_picture__is_alike),
        cmocka_unit_test(one_pixel__of_the_target__is_a_change),
        cmocka_unit_test(scattered_noise__is_none),
        cmocka_unit_test(faint_changes__at_their_boundaries),
        cmocka_unit_test(strokes__joined_at_a_corner__are_one),
        cmocka_unit_test(highlight__is_a_change),
        cmocka_unit_test(target__moved_by_a_pixel__is_a_change),
        cmocka_unit_test(elsewhere__is_none__up_to_the_share),
        cmocka_unit_test(other_windows_of_the_program__are_evidence__where_they_are_visible),
        cmocka_unit_test(ignored__is_not_compared__also_in_the_core),
        cmocka_unit_test(restless__is_not_compared),
        cmocka_unit_test(caret__in_its_other_state__is_none),
        cmocka_unit_test(sentences__name_the_place__and_what_has_changed),
        cmocka_unit_test(keys_alone__the_whole_window_is_compared_closely),
        cmocka_unit_test(bar__that_may_be_a_caret__is_told_where_it_is_alone),
        cmocka_unit_test(sizes_differ__nothing_is_alike),
        cmocka_unit_test(odd_areas__off_the_screen__do_no_harm),
        cmocka_unit_test_setup_teardown(letters__every_pair__in_every_font, setup_display, teardown_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
