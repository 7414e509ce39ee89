/* The eye on displays that lack something, die, or fill the disk; and what nonsense does to it. */
#include "engine/eye/capture.h"
#include "tests/engine/eye/driver.h"

#include <X11/extensions/Xrandr.h>

/* ---- other servers ---- */
static void capture__shm_and_plain__same_pixels(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "two ways", 30, 30, 200, 200, 0xabcdef);
    sink_text(s, 20, 50, 0x102030, "the same either way");
    g_autoptr(GError) error = NULL;
    g_autoptr(capture) fast = capture_open(x.display, true, &error), plain = capture_open(x.display, false, &error);
    assert_non_null(fast);
    assert_non_null(plain);
    assert_true(capture_uses_shm(fast));
    assert_false(capture_uses_shm(plain));
    const struct area mask = {600, 400, 100, 100};
    g_autoptr(frame) a = capture_grab(fast, &mask, 1, NULL, &error), b = capture_grab(plain, &mask, 1, NULL, &error);
    assert_true(frame_similarity(a, b, 0) == 1);
    assert_int_equal(at(a, 40, 40), 0xabcdef);
    assert_null(capture_grab(fast, &mask, 1, b, &error));
    assert_null(error);
    sink_stop(s);
}

static void capture__server_without_shm_and_damage__works(void **state)
{
    (void)state;
    const char *without[] = {"-extension", "MIT-SHM", "-extension", "DAMAGE", NULL};
    struct xvfb other = {0};
    xvfb_start(&other, 320, 240, without);
    sink *s = sink_start(other.display, "plain", 0, 0, 50, 50, 0x445566);
    struct driver *d = eye_begin(other.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 60, 3000);
    assert_true(o->settled);
    g_autoptr(frame) f = picture(&o->frame);
    assert_int_equal(at(f, 49, 49), 0x445566);
    assert_int_equal(at(f, 50, 50), 0);
    sink_fill(s, 0, 0, 50, 50, 0x665544);
    g_autoptr(eye_observation) after = observe(d, 60, 3000);
    assert_true(after->changed);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
    xvfb_stop(&other);
    g_setenv("DISPLAY", x.display, TRUE);
}

static void capture__wrong_depth__refused_with_the_fix(void **state)
{
    (void)state;
    const char *shallow[] = {"-screen", "0", "320x240x16", NULL};
    struct xvfb other = {0};
    xvfb_start(&other, 320, 240, shallow);
    struct driver *d = eye_begin(other.display, NULL);
    g_autoptr(eye_answer) a = expect(d, EYE_LOST);
    assert_non_null(strstr(a->text, "24"));
    assert_int_equal(eye_finish(d), 3);
    xvfb_stop(&other);
    g_setenv("DISPLAY", x.display, TRUE);
}

static void capture__resolution_changes__next_frame_has_it(void **state)
{
    (void)state;
    struct xvfb other = {0};
    xvfb_start(&other, 640, 480, NULL);
    Display *dpy = XOpenDisplay(other.display);
    struct driver *d = eye_begin(other.display, NULL);
    g_autoptr(eye_observation) before = observe(d, 30, 3000);
    assert_int_equal(before->frame.width, 640);
    begin(d);
    XRRScreenResources *r = XRRGetScreenResources(dpy, DefaultRootWindow(dpy));
    XRRSetCrtcConfig(dpy, r, r->crtcs[0], CurrentTime, 0, 0, None, RR_Rotate_0, NULL, 0);
    XRRSetScreenSize(dpy, DefaultRootWindow(dpy), 400, 300, 100, 80);
    XSync(dpy, False);
    XRRFreeScreenResources(r);
    g_autoptr(eye_observation) after = observe(d, 30, 3000);
    assert_int_equal(after->frame.width, 400);
    assert_int_equal(after->samples->len, 2); /* the clip has frames of both sizes */
    assert_int_equal(g_array_index(after->samples, struct eye_frame, 0).width, 640);
    assert_int_equal(g_array_index(after->samples, struct eye_frame, 1).width, 400);
    assert_int_equal(after->different.width, 0);
    assert_int_equal(after->frame.height, 300);
    assert_int_equal(after->screen->width, 400);
    XRRSetScreenSize(dpy, DefaultRootWindow(dpy), 640, 480, 100, 80);
    XSync(dpy, False);
    g_autoptr(eye_observation) again = observe(d, 30, 3000);
    assert_int_equal(again->frame.width, 640);
    XCloseDisplay(dpy);
    assert_int_equal(eye_finish(d), 0);
    xvfb_stop(&other);
    g_setenv("DISPLAY", x.display, TRUE);
}

static void resize__larger_than_a_picture__lost_by_name(void **state)
{
    (void)state;
    struct xvfb other = {0};
    xvfb_start(&other, 16400, 64, NULL);
    Display *dpy = XOpenDisplay(other.display);
    XRRScreenResources *r = XRRGetScreenResources(dpy, DefaultRootWindow(dpy));
    XRRSetCrtcConfig(dpy, r, r->crtcs[0], CurrentTime, 0, 0, None, RR_Rotate_0, NULL, 0);
    XRRSetScreenSize(dpy, DefaultRootWindow(dpy), 640, 64, 100, 10);
    XSync(dpy, False);
    XRRFreeScreenResources(r);
    struct driver *d = eye_begin(other.display, NULL);
    g_autoptr(eye_observation) before = observe(d, 30, 3000);
    assert_int_equal(before->frame.width, 640);
    XRRSetScreenSize(dpy, DefaultRootWindow(dpy), 16400, 64, 100, 10);
    XSync(dpy, False);
    g_autoptr(eye_answer) a = expect(d, EYE_LOST);
    if (!strstr(a->text, "the screen has 16400×64 pixels"))
        fail_msg("%s", a->text);
    assert_int_equal(eye_finish(d), 3);
    XCloseDisplay(dpy);
    xvfb_stop(&other);
    g_setenv("DISPLAY", x.display, TRUE);
}

static void display__killed__lost_and_exit_3(void **state)
{
    (void)state;
    struct xvfb other = {0};
    xvfb_start(&other, 320, 240, NULL);
    struct driver *d = eye_begin(other.display, NULL);
    eye_observation_free(observe(d, 30, 3000));
    xvfb_kill(&other);
    g_autoptr(eye_answer) a = expect(d, EYE_LOST);
    assert_non_null(strstr(a->text, other.display));
    assert_int_equal(eye_finish(d), 3);
    xvfb_stop(&other);
    g_setenv("DISPLAY", x.display, TRUE);
}

static void display__none__lost_with_the_fix(void **state)
{
    (void)state;
    struct driver *d = eye_begin(":4712", NULL);
    g_autoptr(eye_answer) a = expect(d, EYE_LOST);
    assert_non_null(strstr(a->text, ":4712"));
    assert_int_equal(eye_finish(d), 3);
}

/* ---- trouble ---- */
static void store__disk_full__observe_fails_and_the_eye_goes_on(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "full", 0, 0, 300, 300, 0xffffff);
    file_limit = 600;
    struct driver *d = eye_begin(x.display, NULL);
    file_limit = RLIM_INFINITY;
    g_autoptr(eye_answer) preview = expect(d, EYE_FAILED); /* told once */
    assert_int_equal(preview->seq, 0);
    for (int i = 0; i < 2; i++) {
        int seq = ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 30, .timeout_ms = 2000});
        g_autoptr(eye_answer) a = expect(d, EYE_FAILED);
        assert_int_equal(a->seq, seq);
        assert_non_null(strstr(a->text, "make room"));
    }
    g_autoptr(GDir) dir = g_dir_open(d->frames, 0, NULL);
    assert_null(g_dir_read_name(dir));
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void requests__nonsense__failed_and_the_eye_goes_on(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "hello",
        "{}",
        "[1]",
        "{\"request\":\"fire\",\"seq\":1}",
        "{\"request\":\"observe\",\"seq\":\"one\"}",
        "{\"request\":\"observe\",\"seq\":1,\"settle_ms\":-1}",
        "{\"request\":\"watch\",\"seq\":1,\"width\":1e9}",
    };
    struct driver *d = eye_begin(x.display, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        line_stream_send(d->line, lines[i]);
        g_autoptr(eye_answer) a = expect(d, EYE_FAILED);
        assert_true(a->text && a->text[0]);
    }
    g_autofree char *longest = g_strnfill(LINE_MAX_BYTES + 10, 'x');
    line_stream_send(d->line, longest);
    line_stream_flush(d->line, 5000);
    g_autoptr(eye_answer) a = expect(d, EYE_FAILED);
    assert_non_null(strstr(a->text, "1 MiB"));
    eye_observation_free(observe(d, 30, 3000));
    assert_int_equal(eye_finish(d), 0);
}

static void observe__twice_at_once__the_second_is_refused(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    int first = ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 300, .timeout_ms = 3000});
    int second = ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 30, .timeout_ms = 3000});
    g_autoptr(eye_answer) refused = expect(d, EYE_FAILED), done = expect(d, EYE_OBSERVED);
    assert_int_equal(refused->seq, second);
    assert_int_equal(done->seq, first);
    assert_int_equal(eye_finish(d), 0);
}

static void options__unfit__exit_2(void **state)
{
    (void)state;
    const char *const unfit[][3] = {{"--record-fps", "0", NULL}, {"--preview-fps", "nan", NULL}, {"--what", "1", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(unfit); i++) {
        struct driver *d = eye_begin(x.display, unfit[i]);
        g_autoptr(eye_answer) a = expect(d, EYE_LOST);
        assert_true(a->text[0]);
        assert_int_equal(eye_finish(d), 2);
    }
}

static void engine__gone__eye_ends_at_once(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 30, 3000));
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 60000, .timeout_ms = 60000});
    gint64 before = g_get_monotonic_time();
    assert_int_equal(eye_finish(d), 0);
    assert_true(g_get_monotonic_time() - before < 30 * G_USEC_PER_SEC); /* the observation would have taken 60 s */
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capture__shm_and_plain__same_pixels),
        cmocka_unit_test(capture__server_without_shm_and_damage__works),
        cmocka_unit_test(capture__wrong_depth__refused_with_the_fix),
        cmocka_unit_test(capture__resolution_changes__next_frame_has_it),
        cmocka_unit_test(resize__larger_than_a_picture__lost_by_name),
        cmocka_unit_test(display__killed__lost_and_exit_3),
        cmocka_unit_test(display__none__lost_with_the_fix),
        cmocka_unit_test(store__disk_full__observe_fails_and_the_eye_goes_on),
        cmocka_unit_test(requests__nonsense__failed_and_the_eye_goes_on),
        cmocka_unit_test(observe__twice_at_once__the_second_is_refused),
        cmocka_unit_test(options__unfit__exit_2),
        cmocka_unit_test(engine__gone__eye_ends_at_once),
    };
    return cmocka_run_group_tests(tests, start, end);
}
