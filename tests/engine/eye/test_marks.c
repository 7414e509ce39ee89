/* Words on the real xcalc, icons, one look. */
#include "engine/eye/eye.h"
#include "config/profile.h"
#include "engine/picture/frame.h"
#include "engine/eye/ocr.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

static struct xvfb x;
static char *frames;

static int start(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    g_clear_pointer(&frames, g_free);
    return 0;
}

static bool xcalc_is_there(void *data)
{
    (void)data;
    g_autoptr(eye_observation) o = eye_look(x.display, NULL, frames, false, EYE_LOOK_QUIET, NULL);
    return o && o->windows->len == 1 && g_str_equal(((struct eye_window *)g_ptr_array_index(o->windows, 0))->class, "XCalc");
}

static void type(Display *dpy, const char *keys)
{
    g_auto(GStrv) names = g_strsplit(keys, " ", -1);
    for (gsize i = 0; names[i]; i++) {
        KeyCode code = XKeysymToKeycode(dpy, XStringToKeysym(names[i]));
        assert_int_not_equal(code, 0);
        XTestFakeKeyEvent(dpy, code, True, CurrentTime);
        XTestFakeKeyEvent(dpy, code, False, CurrentTime);
        XSync(dpy, False);
    }
}

/* What is typed, and what xcalc then shows: every digit in every place, dots, signs, exponents. */
static const char *const shown[][2] = {
    {"0", "0"},
    {"1", "1"},
    {"2", "2"},
    {"3", "3"},
    {"4", "4"},
    {"5", "5"},
    {"6", "6"},
    {"7", "7"},
    {"8", "8"},
    {"9", "9"},
    {"1 2", "12"},
    {"3 4", "34"},
    {"4 4", "44"},
    {"9 4", "94"},
    {"1 1", "11"},
    {"9 0", "90"},
    {"7 7", "77"},
    {"1 1 1 1", "1111"},
    {"1 2 KP_Multiply 3 4 Return", "408"},
    {"1 2 3 4 5 6 7 8", "12345678"},
    {"9 0 1 2 3 4 5 6", "90123456"},
    {"8 8 8 8 8 8 8 8", "88888888"},
    {"KP_Decimal 5", "0.5"},
    {"2 KP_Decimal 0", "2.0"},
    {"6 KP_Decimal 0", "6.0"},
    {"8 9 9 7 KP_Decimal 5 9 2", "8997.592"},
    {"4 8 8 2 4 9 KP_Decimal 4", "488249.4"},
    {"4 KP_Divide 3 Return", "1.3333333"},
    {"7 KP_Subtract 1 4 Return", "-7"},
    {"0 KP_Subtract 9 Return", "-9"},
    {"1 KP_Subtract 3 KP_Divide 2 Return", "-0.5"},
    {"9 9 9 9 9 9 9 9 KP_Multiply 9 9 9 9 9 9 9 9 Return", "9.999999e+15"},
};

static void words__real_xcalc__every_digit_right(void **state)
{
    (void)state;
    const char *argv[] = {"xcalc", NULL};
    pid_t xcalc = helper_spawn(x.display, argv);
    assert_true(helper_await(xcalc_is_there, NULL, 10000));
    g_autoptr(GError) error = NULL;
    g_autoptr(profile) p = profile_load("xcalc", &error);
    assert_non_null(p);
    p->settle_ms = 60;
    Display *dpy = XOpenDisplay(x.display);
    XTestFakeMotionEvent(dpy, 0, 100, 200, CurrentTime);
    int wrong = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(shown); i++) {
        type(dpy, "space space");
        type(dpy, shown[i][0]);
        g_autoptr(eye_observation) o = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, &error);
        if (!o)
            fail_msg("%s", error->message);
        assert_int_not_equal(o->target, 0);
        g_autofree char *text = screen_text(o->screen, "display");
        if (!g_str_equal(text, shown[i][1])) {
            print_message("typed %s: read \"%s\", is \"%s\" (%s)\n", shown[i][0], text, shown[i][1], o->frame.path);
            wrong++;
        }
    }
    XCloseDisplay(dpy);
    helper_end(xcalc);
    assert_int_equal(wrong, 0);
}

static profile *bare_profile(void)
{
    profile *p = profile_load("default", NULL);
    assert_non_null(p);
    g_free(p->window);
    p->window = g_strdup("^words$");
    p->settle_ms = 60;
    return p;
}

static void words__place_on_the_screen__is_right(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "words", 100, 50, 300, 60, 0xffffff);
    sink_text(s, 120, 30, 0, "Hello");
    sink_text(s, 20, 55, 0, "Documents");
    g_autoptr(profile) p = bare_profile();
    struct profile_region region = {.name = g_strdup("line"), .x = 50, .y = 10, .width = 200, .height = 30, .scale = 4};
    g_array_append_val(p->regions, region);
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_observation) o = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, &error);
    if (!o)
        fail_msg("%s", error->message);
    g_autofree char *others = screen_text(o->screen, SCREEN_WHOLE); /* read too, and each place once */
    assert_string_equal(others, "Documents");
    assert_int_equal(o->screen->words->len, 2);
    const struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, 1);
    assert_string_equal(w->text, "Hello");
    assert_string_equal(w->region, "line");
    assert_in_range(w->x, 216, 224); /* drawn at 100 + 120, 30 wide, above the base line at 50 + 30 */
    assert_in_range(w->width, 26, 36);
    assert_in_range(w->y, 66, 74);
    assert_in_range(w->y + w->height, 77, 84);
    assert_true(w->confidence > 0.3 && w->confidence <= 1);
    sink_stop(s);
}

static void words__light_on_dark__read(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "words", 100, 50, 300, 60, 0x102030);
    sink_text(s, 20, 30, 0xf0f0a0, "4711");
    g_autoptr(profile) p = bare_profile();
    struct profile_region region = {
        .name = g_strdup("line"), .x = 0, .y = 10, .width = 200, .height = 30, .scale = 4, .whitelist = g_strdup("0123456789")};
    g_array_append_val(p->regions, region);
    g_autoptr(eye_observation) o = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, NULL);
    g_autofree char *text = screen_text(o->screen, "line");
    assert_string_equal(text, "4711");
    sink_stop(s);
}

static void words__region_outside_the_window__none(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "words", 700, 500, 100, 100, 0xffffff);
    g_autoptr(profile) p = bare_profile();
    struct profile_region region = {.name = g_strdup("far"), .x = 5000, .y = 10, .width = 200, .height = 30, .scale = 8};
    struct profile_region blank = {.name = g_strdup("blank"), .x = -20, .y = 10, .width = 500, .height = 30, .scale = 8};
    g_array_append_val(p->regions, region);
    g_array_append_val(p->regions, blank);
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_observation) o = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, &error);
    if (!o)
        fail_msg("%s", error->message);
    assert_int_equal(o->screen->words->len, 0);
    sink_stop(s);
}

/* No profile, or one without regions, says where words are: all of the screen is read, each place once. */
static void words__no_regions__of_the_whole_screen(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "words", 100, 50, 300, 60, 0xffffff),
         *low = sink_start(x.display, "low", 500, 345, 200, 60, 0xffffff);
    sink_text(s, 20, 30, 0, "Documents");
    sink_text(low, 20, 20, 0, "Downloads");
    for (int with = 0; with < 2; with++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = with ? bare_profile() : NULL;
        g_autoptr(eye_observation) o = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, &error);
        if (!o)
            fail_msg("%s", error->message);
        g_autofree char *text = screen_text(o->screen, "screen");
        assert_string_equal(text, "Documents Downloads");
        const struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, 0);
        assert_in_range(w->x, 115, 125);
        assert_in_range(w->y, 65, 80);
        g_autoptr(screen) later = eye_look_back_whole(o->frame.path, &error); /* of the stored picture */
        g_autofree char *same = later ? screen_text(later, "screen") : NULL;
        assert_string_equal(same, "Documents Downloads");
        assert_int_equal(later->marks->len, o->screen->marks->len);
    }
    sink_stop(s);
    sink_stop(low);
}

static void icons__profile__found_on_the_screen_flat_refused(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "words", 100, 50, 300, 60, 0xffffff);
    sink_fill(s, 30, 20, 10, 10, 0x2255aa);
    sink_fill(s, 33, 23, 2, 2, 0xff0000);
    g_autoptr(profile) p = bare_profile();
    g_autoptr(eye_observation) o = eye_look(x.display, p, frames, false, EYE_LOOK_QUIET, NULL);
    g_autoptr(frame) all = frame_read(o->frame.path, NULL);
    g_autoptr(frame) icon = frame_crop(all, 128, 68, 14, 14), flat = frame_crop(all, 300, 60, 14, 14);
    g_autofree char *hash = NULL, *path = NULL, *flat_hash = NULL, *flat_path = NULL;
    assert_true(frame_store(icon, frames, &hash, &path, NULL) && frame_store(flat, frames, &flat_hash, &flat_path, NULL));
    struct profile_icon known = {g_strdup("dot"), g_strdup(path)};
    g_array_append_val(p->icons, known);
    g_autoptr(eye_observation) with = eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, NULL);
    assert_int_equal(with->screen->icons->len, 1);
    const struct screen_icon *found = &g_array_index(with->screen->icons, struct screen_icon, 0);
    assert_string_equal(found->name, "dot");
    assert_int_equal(found->x, 128);
    assert_int_equal(found->y, 68);
    struct profile_icon plain = {g_strdup("plain"), g_strdup(flat_path)};
    g_array_append_val(p->icons, plain);
    g_autoptr(GError) error = NULL;
    assert_null(eye_look(x.display, p, frames, true, EYE_LOOK_QUIET, &error));
    assert_non_null(strstr(error->message, "one colour"));
    sink_stop(s);
}

static void ocr__request_that_lies__refused(void **state)
{
    (void)state;
    static const char *const requests[] = {
        "",
        "\n",
        "{}\n",
        "[]\n",
        "{\"regions\":[{}]}\n",
        "{\"regions\":[{\"width\":10,\"height\":10,\"scale\":1}]}\n123",
        "{\"regions\":[{\"width\":10,\"height\":10,\"scale\":1}]}",
        "{\"regions\":[{\"width\":1,\"height\":3,\"scale\":1}]}\n1234",
        "{\"regions\":[{\"width\":16000,\"height\":16000,\"scale\":8}]}\n123",
        "{\"regions\":[{\"width\":1,\"height\":3,\"scale\":9}]}\n123",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(requests); i++) {
        g_autoptr(GError) error = NULL;
        assert_null(ocr_request_from_bytes(requests[i], strlen(requests[i]), &error));
        assert_non_null(error);
    }
}

static void look__no_display__says_which_and_the_fix(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(eye_look(":4711", NULL, frames, false, EYE_LOOK_QUIET, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY));
    assert_non_null(strstr(error->message, ":4711"));
    assert_non_null(strstr(error->message, "--display :N"));
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words__real_xcalc__every_digit_right),
        cmocka_unit_test(words__place_on_the_screen__is_right),
        cmocka_unit_test(words__light_on_dark__read),
        cmocka_unit_test(words__region_outside_the_window__none),
        cmocka_unit_test(words__no_regions__of_the_whole_screen),
        cmocka_unit_test(icons__profile__found_on_the_screen_flat_refused),
        cmocka_unit_test(ocr__request_that_lies__refused),
        cmocka_unit_test(look__no_display__says_which_and_the_fix),
    };
    return cmocka_run_group_tests(tests, start, end);
}
