/* The likeness measure: what must be seen (one letter in a label, in every font there is), and what must not count (smoothing,
 * a highlight, what happens elsewhere, what the profile names). */

#include "engine/eye/frame.h"
#include "engine/eye/likeness.h"
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

static struct likeness_rules rules(void)
{
    return (struct likeness_rules){.close = {POINT_X - 48, POINT_Y - 48, 96, 96},
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

static bool changed(const frame *before, const frame *after, const struct likeness_rules *r)
{
    struct likeness l = likeness_measure(before, after, r);
    g_autofree char *what = likeness_changed(&l, r);
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
    struct likeness_rules r = rules();
    g_autoptr(frame) f = scene();
    struct likeness l = likeness_measure(f, f, &r);
    assert_true(l.target == 1 && l.window == 1 && l.frame == 1 && l.x == -1);
    assert_null(likeness_changed(&l, &r));
}

static void one_pixel__of_the_target__is_a_change(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    /* everywhere in the patch, whatever the raster */
    for (int y = r.close.y; y < r.close.y + 95; y += 5)
        for (int x = r.close.x; x < r.close.x + 95; x += 5) {
            g_autoptr(frame) after = frame_copy(before);
            after->pixels[y * WIDTH + x] ^= 0x404040;
            struct likeness l = likeness_measure(before, after, &r);
            assert_true(l.target == 1 - 1.0 / 32);
            if (!changed(before, after, &r))
                fail_msg("one pixel at %d,%d", x, y);
            r.min_target = 0.96; /* a profile may allow it */
            assert_false(changed(before, after, &r));
            r.min_target = 0.98;
        }
}

static void smoothing__is_none(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    for (int i = 0; i < WIDTH * HEIGHT; i++) /* every channel by up to the tolerance, up and down */
        after->pixels[i] = before->pixels[i] & 0x808080 ? before->pixels[i] - (i % 3 ? 0x181818 & before->pixels[i] : 0)
                                                        : before->pixels[i] + (i % 2 ? 0x181818 : 0);
    assert_false(changed(before, after, &r));
}

static void highlight__is_none__and_its_letters_count(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    const guint32 grounds[] = {0xe8e8e8, 0xe5f1fb, 0xc8c8c8, 0xfff0d0};
    for (gsize i = 0; i < G_N_ELEMENTS(grounds); i++) {
        g_autoptr(frame) after = frame_copy(before);
        for (int p = 0; p < WIDTH * HEIGHT; p++)
            if (before->pixels[p] == GROUND)
                after->pixels[p] = grounds[i];
        if (changed(before, after, &r))
            fail_msg("ground %06x", grounds[i]);
        fill(after, (struct area){POINT_X - 36, POINT_Y - 5, 2, 10}, INK); /* a letter more */
        assert_true(changed(before, after, &r));
    }
    g_autoptr(frame) red = frame_copy(before);
    for (int p = 0; p < WIDTH * HEIGHT; p++)
        if (before->pixels[p] == GROUND)
            red->pixels[p] = 0xd04040;
    assert_true(changed(before, red, &r));
}

static void target__moved_by_a_pixel__is_a_change(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
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
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){20, 20, 100, 40}, 0xffffff); /* a clock */
    fill(after, (struct area){210, 155, 60, 13}, 0);       /* a status line of the same window */
    assert_false(changed(before, after, &r));
    fill(after, (struct area){210, 155, 280, 20}, 0xa0a0a0);
    struct likeness l = likeness_measure(before, after, &r);
    assert_true(l.target == 1 && l.window < 0.95 && l.frame > 0.95);
    assert_true(changed(before, after, &r));
    g_autoptr(frame) page = frame_copy(before);
    fill(page, (struct area){0, 0, WIDTH, 120}, 0xffffff);
    l = likeness_measure(before, page, &r);
    assert_true(l.target == 1 && l.window == 1 && l.frame < 0.95);
    assert_true(changed(before, page, &r));
}

static void ignored__is_not_compared__also_in_the_core(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(GArray) list G_GNUC_UNUSED = r.ignored = areas((struct area){POINT_X - 10, POINT_Y - 10, 20, 20});
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){POINT_X - 10, POINT_Y - 10, 20, 20}, 0xff0000);
    assert_false(changed(before, after, &r));
    fill(after, (struct area){POINT_X - 12, POINT_Y - 10, 20, 20}, 0xff0000);
    assert_true(changed(before, after, &r));
}

static void restless__counts_in_the_core__and_when_it_is_too_much(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) rim = frame_copy(before), core = frame_copy(before), large = frame_copy(before);
    struct area near_rim = {r.close.x, r.close.y, 16, 16};
    fill(rim, near_rim, 0xff0000);
    g_autoptr(GArray) first G_GNUC_UNUSED = r.restless = areas(near_rim);
    assert_false(changed(before, rim, &r));
    g_autoptr(GArray) second G_GNUC_UNUSED = r.restless = areas(r.close); /* all of it: then none of it */
    fill(core, (struct area){POINT_X, POINT_Y, 2, 2}, 0xff0000);
    assert_true(changed(before, core, &r));
    assert_true(changed(before, rim, &r));
    struct area third_of_it = {r.close.x, r.close.y, 96, 32};
    fill(large, third_of_it, 0x00ff00);
    g_autoptr(GArray) third G_GNUC_UNUSED = r.restless = areas(third_of_it);
    assert_true(changed(before, large, &r));
    r.restless = areas(r.core);
    assert_true(changed(before, core, &r));
    g_array_unref(r.restless);
}

static void keys_alone__the_whole_window_is_compared_closely(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    r.close = r.window;
    r.core = (struct area){0};
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_copy(before);
    fill(after, (struct area){20, 20, 100, 40}, 0xffffff);
    assert_false(changed(before, after, &r));
    fill(after, (struct area){480, 330, 2, 1}, INK);
    assert_true(changed(before, after, &r));
}

static void sizes_differ__nothing_is_alike(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) before = scene();
    g_autoptr(frame) after = frame_crop(before, 0, 0, WIDTH - 1, HEIGHT);
    struct likeness l = likeness_measure(before, after, &r);
    assert_true(l.target == 0 && l.frame == 0);
    assert_true(changed(before, after, &r));
    r.close = (struct area){0};
    assert_true(changed(before, after, &r));
}

static void odd_areas__off_the_screen__do_no_harm(void **state)
{
    (void)state;
    struct likeness_rules r = rules();
    g_autoptr(frame) f = scene();
    r.close = (struct area){-40, -40, 96, 96};
    r.window = (struct area){WIDTH + 5, 0, 10, 10};
    g_autoptr(GArray) list G_GNUC_UNUSED = r.ignored = areas((struct area){-5, HEIGHT - 3, 100, 100});
    struct likeness l = likeness_measure(f, f, &r);
    assert_true(l.target == 1 && l.window == -1 && l.frame == 1);
    r.close = (struct area){WIDTH, HEIGHT, 96, 96};
    l = likeness_measure(f, f, &r);
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
    const struct likeness_rules r = {.close = {0, 0, 128, 64}, .tolerance = 24, .min_target = 0.98};
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
        cmocka_unit_test(smoothing__is_none),
        cmocka_unit_test(highlight__is_none__and_its_letters_count),
        cmocka_unit_test(target__moved_by_a_pixel__is_a_change),
        cmocka_unit_test(elsewhere__is_none__up_to_the_share),
        cmocka_unit_test(ignored__is_not_compared__also_in_the_core),
        cmocka_unit_test(restless__counts_in_the_core__and_when_it_is_too_much),
        cmocka_unit_test(keys_alone__the_whole_window_is_compared_closely),
        cmocka_unit_test(sizes_differ__nothing_is_alike),
        cmocka_unit_test(odd_areas__off_the_screen__do_no_harm),
        cmocka_unit_test_setup_teardown(letters__every_pair__in_every_font, setup_display, teardown_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
