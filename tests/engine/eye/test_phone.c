/* A phone as the eye sees it: pictures by Debian's adb from a phone of ours, and phones that cannot be seen. */
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/elements_look.h"
#include "engine/eye/eye_source.h"
#include "tests/engine/eye/driver.h"
#include "tests/helper/phone.h"

#include <glib/gstdio.h>

#define WIDTH 240
#define HEIGHT 320

static struct phone_peer phone_peer;

static int start_phone(void **state)
{
    (void)state;
    xvfb_start(&x, WIDTH, HEIGHT, NULL);
    phone_start(&phone_peer, x.display);
    return 0;
}

static int stop_phone(void **state)
{
    (void)state;
    phone_stop(&phone_peer);
    xvfb_stop(&x);
    return 0;
}

static eye_source *opened(const char *display)
{
    g_autoptr(GError) error = NULL;
    eye_source *s = eye_source_open(display, &error);
    if (!s)
        fail_msg("%s", error->message);
    return s;
}

static frame *grabbed(const eye_source *s, const struct area *masks, gsize n_masks, const frame *before)
{
    const struct eye_port *eye = eye_source_eye(s);
    g_autoptr(GError) error = NULL;
    frame *f = eye->grab(eye->data, masks, n_masks, before, &error);
    if (error)
        fail_msg("%s", error->message);
    return f;
}

static void is_not_opened(const char *display, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_source) s = eye_source_open(display, &error);
    assert_null(s);
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY));
    if (!strstr(error->message, part))
        fail_msg("\"%s\" is not in: %s", part, error->message);
}

/* ---- what it shows ---- */

static void phone__the_screen__has_the_pixels_of_x(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "an app", 30, 30, 100, 100, 0xabcdef);
    sink_text(s, 10, 50, 0x102030, "by adb");
    g_autoptr(eye_source) phone = opened(phone_peer.name), x11 = opened(x.display);
    g_autoptr(frame) one = grabbed(phone, NULL, 0, NULL), other = grabbed(x11, NULL, 0, NULL);
    assert_true(frame_same(one, other));
    assert_null(grabbed(phone, NULL, 0, one));
    sink_fill(s, 0, 0, 20, 20, 0x000001);
    g_autoptr(frame) changed = grabbed(phone, &(struct area){0, 0, 40, 40}, 1, one);
    assert_int_equal(at(changed, 31, 31), 0);
    assert_int_equal(at(changed, 45, 45), 0x000001);
    sink_stop(s);
}

static void phone__a_look__finds_the_rows_that_differ(void **state)
{
    (void)state;
    int first, last;
    g_autoptr(GError) error = NULL;
    sink *s = sink_start(x.display, "an app", 30, 30, 100, 100, 0xabcdef);
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    const struct eye_port *eye = eye_source_eye(phone);
    g_autoptr(frame) before = grabbed(phone, NULL, 0, NULL);
    assert_true(eye->expect(eye->data, before, &error));
    assert_null(eye->look(eye->data, &first, &last, &error));
    assert_null(error);
    sink_fill(s, 10, 10, 5, 7, 0);
    assert_non_null(eye->look(eye->data, &first, &last, &error));
    assert_int_equal(first, 40);
    assert_int_equal(last, 46);
    sink_stop(s);
}

/* ---- the activity that stands for the window ---- */

static void phone__the_focused_activity__is_the_window(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    const struct display_port *d = eye_source_display(phone);
    g_autoptr(GPtrArray) one = d->windows(d->data, true);
    assert_int_equal(one->len, 1);
    const struct eye_window *w = one->pdata[0];
    assert_string_equal(w->title, "org.example.demo/org.example.demo.Main");
    assert_string_equal(w->class, "org.example.demo");
    assert_int_equal(w->width, WIDTH);
    assert_int_equal(w->height, HEIGHT);
    assert_true(d->focus(d->data, NULL) == w->id && w->id > 1);
    static const char *const others[] = {"Window{5c4b0f3 u0 org.example.demo/org.example.demo.Main}", /* another instance */
                                         "Window{77 u10 NotificationShade}"};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        phone_set(&phone_peer, "focus", others[i]);
        g_autoptr(frame) f = grabbed(phone, NULL, 0, NULL);
        assert_true(d->focus(d->data, NULL) != w->id);
    }
    g_autoptr(GPtrArray) shade = d->windows(d->data, true);
    assert_string_equal(((const struct eye_window *)shade->pdata[0])->title, "NotificationShade");
    static const char *const none[] = {"null", "", "Window{", "Window{1 u0 }", "Window{}", "x y z"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        phone_set(&phone_peer, "focus", none[i]);
        g_autoptr(frame) f = grabbed(phone, NULL, 0, NULL);
        assert_int_equal(d->focus(d->data, NULL), 0);
        g_autoptr(GPtrArray) list = d->windows(d->data, true);
        assert_int_equal(list->len, 0);
    }
    phone_set(&phone_peer, "focus", NULL);
}

static void phone__what_it_tells__is_its_size_and_the_app(void **state)
{
    (void)state;
    struct display_probe p;
    display_probe(phone_peer.name, &p);
    assert_null(p.problem);
    assert_int_equal(p.width, WIDTH);
    assert_int_equal(p.height, HEIGHT);
    assert_int_equal(p.tells, DISPLAY_TELLS_APP);
    assert_string_equal(p.vendor, "Phone of Tests");
    display_probe_clear(&p);
    g_autoptr(eye_observation) o = eye_look("adb:", NULL, g_get_tmp_dir(), false, EYE_LOOK_STILL, NULL);
    assert_non_null(o);
    assert_true(o->settled);
    assert_int_equal(o->frame.width, WIDTH);
    g_unlink(o->frame.path);
}

/* ---- its elements ---- */

#define BUTTON(text, bounds)                                                                                                     \
    "<node package=\"org.example.demo\" class=\"android.widget.Button\" clickable=\"true\" text=\"" text "\" bounds=\"" bounds   \
    "\"/>"

static void look_for_elements(elements_look *l, const eye_source *phone, struct area mask)
{
    const struct display_port *d = eye_source_display(phone);
    g_autoptr(GPtrArray) windows = d->windows(d->data, true);
    g_autoptr(GArray) masked = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(masked, mask);
    const eye_observation o = {.windows = windows, .masked = masked};
    elements_look_start_tree(l, &o, d);
    elements_look_wait(l);
}

static void phone__its_elements__are_told_by_uiautomator(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    g_autoptr(elements_look) l = elements_look_new();
    phone_set(&phone_peer, "window.xml",
              "<?xml version='1.0'?><hierarchy rotation=\"0\">" BUTTON("One", "[10,10][110,60]")
                  BUTTON("Two", "[10,100][900,160]") BUTTON("Off", "[300,300][400,400]") "</hierarchy>");
    look_for_elements(l, phone, (struct area){10, 10, 5, 5});
    assert_string_equal(elements_look_note(l), "2, by uiautomator");
    const struct element *one = &g_array_index(elements_look_found(l), struct element, 0),
                         *two = &g_array_index(elements_look_found(l), struct element, 1);
    assert_string_equal(one->name, ELEMENTS_MASKED);
    assert_string_equal(two->name, "Two");
    assert_int_equal(two->width, WIDTH - 10);
    g_autofree char *left = g_build_filename(phone_peer.folder, "device", "reins-window.xml", NULL);
    assert_false(g_file_test(left, G_FILE_TEST_EXISTS));
    phone_set(&phone_peer, "reins-window.xml", "<hierarchy></hierarchy>"); /* of a dump that was broken off */
    phone_set(&phone_peer, "window.xml", NULL);
    look_for_elements(l, phone, (struct area){0});
    assert_int_equal(elements_look_found(l)->len, 0);
    assert_non_null(strstr(elements_look_note(l), "none, the phone's uiautomator says: null root node"));
}

/* Each try takes ten seconds of a real phone: it is left alone for some looks. */
static void phone__that_does_not_rest__none_and_says_so(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name), desktop = opened(x.display);
    g_autoptr(elements_look) l = elements_look_new();
    phone_set(&phone_peer, "window.xml", "<hierarchy>" BUTTON("One", "[10,10][110,60]") "</hierarchy>");
    phone_set(&phone_peer, "restless", "");
    look_for_elements(l, phone, (struct area){0});
    assert_string_equal(elements_look_note(l), "none, the phone's uiautomator says: could not get idle state");
    phone_set(&phone_peer, "restless", NULL);
    for (guint looks = 0; elements_look_found(l)->len == 0; looks++) {
        look_for_elements(l, phone, (struct area){0});
        assert_true(looks > 0 || strstr(elements_look_note(l), "is asked again later"));
        assert_true(looks < 40);
    }
    phone_set(&phone_peer, "focus", "null");
    g_autoptr(frame) f = grabbed(phone, NULL, 0, NULL);
    look_for_elements(l, phone, (struct area){0});
    assert_string_equal(elements_look_note(l), "none, the phone tells of no activity in front");
    phone_set(&phone_peer, "focus", NULL);
    phone_set(&phone_peer, "window.xml", NULL);
    look_for_elements(l, desktop, (struct area){0});
    assert_non_null(strstr(elements_look_note(l), "the display is no phone"));
}

/* ---- phones that cannot be seen ---- */

static void phone__turned__has_another_size(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    g_autoptr(frame) upright = grabbed(phone, NULL, 0, NULL), wide = frame_new_raw(HEIGHT, WIDTH);
    memset(wide->pixels, 0, (gsize)HEIGHT * WIDTH * sizeof *wide->pixels);
    g_autoptr(GBytes) png = frame_to_png(wide, NULL);
    g_autofree char *path = g_build_filename(phone_peer.folder, "device", "screen.png", NULL);
    assert_true(g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL));
    g_autoptr(frame) turned = grabbed(phone, NULL, 0, upright);
    assert_int_equal(turned->width, HEIGHT);
    int width, height;
    eye_source_eye(phone)->size(eye_source_eye(phone)->data, &width, &height);
    assert_int_equal(width, HEIGHT);
    phone_set(&phone_peer, "screen.png", NULL);
}

static void phone__half_a_picture__is_one_sentence(void **state)
{
    (void)state;
    phone_set(&phone_peer, "screen.png", "\x89PNG\r\n\x1a\n");
    is_not_opened(phone_peer.name, "the phone sent no whole picture");
    phone_set(&phone_peer, "screen.png", "screencap: Permission denied");
    is_not_opened(phone_peer.name, "the phone sent no whole picture");
    phone_set(&phone_peer, "screen.png", NULL);
}

/* What had come of the picture tells of no error. */
static void phone__unplugged_within_a_picture__is_not_there(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    const struct eye_port *eye = eye_source_eye(phone);
    g_autoptr(GError) error = NULL;
    phone_set(&phone_peer, "unplugs", phone_peer.serial);
    frame *f = eye->grab(eye->data, NULL, 0, NULL, &error);
    phone_plug_in(&phone_peer);
    assert_null(f);
    assert_non_null(strstr(error->message, "is not there"));
}

static void phone__a_screen_that_is_off__is_one_sentence(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    const struct eye_port *eye = eye_source_eye(phone);
    g_autoptr(GError) error = NULL;
    phone_set(&phone_peer, "awake", "Asleep");
    is_not_opened(phone_peer.name, "the phone's screen is off");
    assert_null(eye->grab(eye->data, NULL, 0, NULL, &error));
    assert_non_null(strstr(error->message, "the phone's screen is off"));
    phone_set(&phone_peer, "awake", NULL);
    g_autoptr(frame) again = grabbed(phone, NULL, 0, NULL);
    assert_non_null(again);
}

static void phone__another_serial_number__is_not_there(void **state)
{
    (void)state;
    is_not_opened("adb:nobody", "the phone nobody is not there");
}

/* The last ones: from here on there are two phones, then one less. */
static void phone__two_phones__want_a_name_and_a_locked_one_a_word(void **state)
{
    (void)state;
    g_autofree char *locked = phone_add_locked(&phone_peer), *name = g_strconcat("adb:", locked, NULL);
    is_not_opened(name, "does not allow this computer to use it yet");
    is_not_opened("adb:", "write adb:SERIAL");
    g_autoptr(eye_source) named = opened(phone_peer.name);
    assert_non_null(named);
}

static void phone__unplugged__is_an_error_of_the_next_look(void **state)
{
    (void)state;
    g_autoptr(eye_source) phone = opened(phone_peer.name);
    const struct eye_port *eye = eye_source_eye(phone);
    g_autoptr(GError) error = NULL;
    phone_unplug(&phone_peer);
    assert_null(eye->grab(eye->data, NULL, 0, NULL, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY));
    assert_non_null(strstr(error->message, "is not there"));
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phone__the_screen__has_the_pixels_of_x),
        cmocka_unit_test(phone__a_look__finds_the_rows_that_differ),
        cmocka_unit_test(phone__the_focused_activity__is_the_window),
        cmocka_unit_test(phone__what_it_tells__is_its_size_and_the_app),
        cmocka_unit_test(phone__its_elements__are_told_by_uiautomator),
        cmocka_unit_test(phone__that_does_not_rest__none_and_says_so),
        cmocka_unit_test(phone__turned__has_another_size),
        cmocka_unit_test(phone__half_a_picture__is_one_sentence),
        cmocka_unit_test(phone__unplugged_within_a_picture__is_not_there),
        cmocka_unit_test(phone__a_screen_that_is_off__is_one_sentence),
        cmocka_unit_test(phone__another_serial_number__is_not_there),
        cmocka_unit_test(phone__two_phones__want_a_name_and_a_locked_one_a_word),
        cmocka_unit_test(phone__unplugged__is_an_error_of_the_next_look),
    };
    return cmocka_run_group_tests(tests, start_phone, stop_phone);
}
