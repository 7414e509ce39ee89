/* The eye as a process on a real display. */
#include "config/line.h"
#include "engine/eye/capture.h"
#include "engine/eye/eye.h"
#include "engine/eye/frame.h"
#include "tests/engine/eye/child.h"
#include "tests/helper/xvfb.h"

#include <X11/extensions/Xrandr.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define ANSWER_MS 15000

/* ---- driver ---- */
struct driver {
    pid_t pid;
    line_stream *line;
    GQueue answers; /* eye_answer*, previews left out unless wanted */
    bool previews;
    int seq;
    char *frames, *preview;
};

static struct xvfb x;
static rlim_t file_limit = RLIM_INFINITY; /* of the next eye */

static void take(const char *line, gsize length, void *data)
{
    struct driver *d = data;
    g_autoptr(GError) error = NULL;
    eye_answer *a = eye_answer_from_json(line, length, &error);
    if (!a)
        fail_msg("the eye said %s: %s", line, error->message);
    if (a->kind == EYE_PREVIEW && !d->previews)
        eye_answer_free(a);
    else
        g_queue_push_tail(&d->answers, a);
}

static void eye_process(int fd, GPtrArray *argv)
{
    char self[4096];
    gssize n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[MAX(n, 0)] = '\0';
    dup2(fd, STDIN_FILENO);
    const struct rlimit limit = {file_limit, file_limit};
    setrlimit(RLIMIT_FSIZE, &limit);
    execv(self, (char **)argv->pdata);
    _exit(99);
}

/* `extra`: more options, NULL-terminated. */
static struct driver *eye_begin(const char *display, const char *const *extra)
{
    struct driver *d = g_new0(struct driver, 1);
    d->frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    d->preview = g_build_filename(d->frames, "..", "preview.png", NULL);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    const char *fixed[] = {"test", "eye", "--display", display, "--frames", d->frames, "--preview", d->preview};
    for (gsize i = 0; i < G_N_ELEMENTS(fixed); i++)
        g_ptr_array_add(argv, (char *)fixed[i]);
    for (gsize i = 0; extra && extra[i]; i++)
        g_ptr_array_add(argv, (char *)extra[i]);
    g_ptr_array_add(argv, NULL);
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    d->pid = fork();
    if (d->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        eye_process(fds[1], argv);
    }
    close(fds[1]);
    d->line = line_stream_new(fds[0], fds[0]);
    return d;
}

/* The next answer, NULL at the end or when none comes in time. Caller frees. */
static eye_answer *next_answer(struct driver *d, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    while (g_queue_is_empty(&d->answers)) {
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        if (left <= 0 || !line_stream_alive(d->line))
            return NULL;
        struct pollfd p = {.fd = line_stream_fd(d->line), .events = POLLIN};
        poll(&p, 1, (int)left);
        line_stream_pump(d->line, take, d);
    }
    return g_queue_pop_head(&d->answers);
}

static eye_answer *expect(struct driver *d, enum eye_answer_kind kind)
{
    eye_answer *a = next_answer(d, ANSWER_MS);
    if (!a)
        fail_msg("no answer");
    if (a->kind != kind)
        fail_msg("answer of kind %d, not %d: %s", a->kind, kind, a->text ? a->text : "");
    return a;
}

static int ask(struct driver *d, struct eye_request r)
{
    r.seq = ++d->seq;
    g_autofree char *line = eye_request_to_json(&r);
    assert_true(line_stream_send(d->line, line));
    return r.seq;
}

static eye_observation *observe(struct driver *d, int settle_ms, int timeout_ms)
{
    int seq = ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = settle_ms, .timeout_ms = timeout_ms});
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    assert_int_equal(a->seq, seq);
    return g_steal_pointer(&a->observation);
}

static void begin(struct driver *d)
{
    ask(d, (struct eye_request){.kind = EYE_BEGIN});
    eye_answer_free(expect(d, EYE_BEGUN));
}

/* Its exit code, after end-of-file from us. */
static int eye_finish(struct driver *d)
{
    int status = -1;
    line_stream_free(d->line);
    waitpid(d->pid, &status, 0);
    eye_answer *a;
    while ((a = g_queue_pop_head(&d->answers)))
        eye_answer_free(a);
    g_free(d->frames);
    g_free(d->preview);
    g_free(d);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static guint32 at(const frame *f, int px, int py)
{
    return f->pixels[py * f->width + px];
}

static frame *picture(const struct eye_frame *f)
{
    g_autoptr(GError) error = NULL;
    frame *p = frame_read(f->path, &error);
    if (!p)
        fail_msg("%s", error->message);
    return p;
}

static int start(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

/* ---- frames ---- */
static void observe__known_picture__exact_pixels(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "picture", 100, 80, 200, 100, 0x336699);
    sink_fill(s, 10, 20, 30, 40, 0xfedcba);
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    assert_true(o->settled);
    assert_true(o->changed);
    assert_int_equal(o->frame.width, 640);
    g_autoptr(frame) f = picture(&o->frame);
    assert_int_equal(f->height, 480);
    for (int y = 0; y < 480; y++)
        for (int px = 0; px < 640; px++) {
            bool inside = px >= 100 && px < 300 && y >= 80 && y < 180, patch = px >= 110 && px < 140 && y >= 100 && y < 140;
            assert_int_equal(at(f, px, y), patch ? 0xfedcba : inside ? 0x336699 : 0);
        }
    g_autofree char *name = g_path_get_basename(o->frame.path);
    assert_true(g_str_has_prefix(name, o->frame.hash));
    assert_int_equal(o->windows->len, 1);
    const struct eye_window *w = g_ptr_array_index(o->windows, 0);
    assert_string_equal(w->title, "picture");
    assert_string_equal(w->class, "Sink");
    assert_int_equal(w->id, sink_window(s));
    assert_int_equal(w->x, 100);
    assert_int_equal(w->height, 100);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void observe__nothing_new__not_changed_no_keyframes(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) one = observe(d, 30, 3000), two = observe(d, 30, 3000);
    assert_int_equal(one->keyframes->len, 1);
    assert_false(two->changed);
    assert_int_equal(two->keyframes->len, 0);
    assert_string_equal(one->frame.hash, two->frame.hash);
    assert_int_equal(eye_finish(d), 0);
}

static void observe__blinking_client__taken_as_it_is(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "blink", 0, 0, 100, 100, 0xffffff);
    sink_blink(s, 10, 10, 20, 20, 40);
    struct driver *d = eye_begin(x.display, NULL);
    gint64 before = g_get_monotonic_time();
    g_autoptr(eye_observation) o = observe(d, 200, 700);
    gint64 took = (g_get_monotonic_time() - before) / 1000;
    assert_false(o->settled);
    assert_true(took >= 690);
    sink_blink(s, 0, 0, 1, 1, 0);
    g_autoptr(eye_observation) still = observe(d, 200, 5000);
    assert_true(still->settled);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* A change within the settling time makes it wait for that long again. */
static void observe__late_change__waited_for(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "late", 0, 0, 100, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 30, 3000));
    sink_blink(s, 0, 0, 100, 100, 150); /* next change in 150 ms */
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 400, .timeout_ms = 5000});
    g_autoptr(eye_answer) none = next_answer(d, 1000);
    assert_null(none);
    sink_blink(s, 0, 0, 100, 100, 0);
    sink_fill(s, 0, 0, 100, 100, 0x00ff00);
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    assert_true(a->observation->settled);
    g_autoptr(frame) f = picture(&a->observation->frame);
    assert_int_equal(at(f, 50, 50), 0x00ff00);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* Waits until the eye's recorder has seen what is on the screen: the preview runs on the same clock here. */
static void await_preview(struct driver *d)
{
    d->previews = true;
    eye_answer_free(expect(d, EYE_PREVIEW));
    d->previews = false;
}

static void clip__three_changes__keyframes_and_samples_in_order(void **state)
{
    (void)state;
    const char *extra[] = {"--record-fps", "50", "--preview-fps", "10", "--keyframe-change", "0.01", NULL};
    sink *s = sink_start(x.display, "clip", 0, 0, 400, 300, 0);
    struct driver *d = eye_begin(x.display, extra);
    await_preview(d);
    eye_observation_free(observe(d, 30, 3000));
    begin(d);
    const guint32 colours[] = {0xff0000, 0x00ff00, 0x0000ff};
    for (gsize i = 0; i < 3; i++) {
        sink_fill(s, 0, 0, 400, 300, colours[i]);
        await_preview(d);
        g_autoptr(eye_answer) none = next_answer(d, 150); /* it stands still for seven ticks of the recorder */
        assert_null(none);
    }
    g_autoptr(eye_observation) o = observe(d, 60, 3000);
    assert_int_equal(o->keyframes->len, 3);
    for (guint i = 0; i < 3; i++) {
        g_autoptr(frame) f = picture(&g_array_index(o->keyframes, struct eye_frame, i));
        assert_int_equal(at(f, 200, 200), colours[i]);
    }
    assert_string_equal(g_array_index(o->keyframes, struct eye_frame, 2).hash, o->frame.hash);
    assert_in_range(o->samples->len, 4, 8);
    g_autoptr(frame) first = picture(&g_array_index(o->samples, struct eye_frame, 0));
    g_autoptr(frame) last = picture(&g_array_index(o->samples, struct eye_frame, o->samples->len - 1));
    assert_int_equal(at(first, 200, 200), 0); /* before the action */
    assert_int_equal(at(last, 200, 200), 0x0000ff);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

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
    const struct rect mask = {600, 400, 100, 100};
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
    XRRScreenResources *r = XRRGetScreenResources(dpy, DefaultRootWindow(dpy));
    XRRSetCrtcConfig(dpy, r, r->crtcs[0], CurrentTime, 0, 0, None, RR_Rotate_0, NULL, 0);
    XRRSetScreenSize(dpy, DefaultRootWindow(dpy), 400, 300, 100, 80);
    XSync(dpy, False);
    XRRFreeScreenResources(r);
    g_autoptr(eye_observation) after = observe(d, 30, 3000);
    assert_int_equal(after->frame.width, 400);
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

/* ---- windows ---- */
static void await__window__found_when_it_appears(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    int seq = ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^late [a-z]+$", .timeout_ms = 10000});
    sink *other = sink_start(x.display, "early", 0, 0, 50, 50, 0xff);
    sink *s = sink_start(x.display, "late comer", 60, 0, 50, 50, 0xff00);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->seq, seq);
    assert_true(a->found);
    assert_int_equal(a->window->id, sink_window(s));
    g_autoptr(eye_observation) o = observe(d, 30, 3000);
    assert_int_equal(o->target, sink_window(s)); /* no profile: what was awaited is the target */
    assert_int_equal(o->screen->window_x, 60);
    sink_stop(s);
    sink_stop(other);
    assert_int_equal(eye_finish(d), 0);
}

static void await__no_window__not_found_after_the_time(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 150});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_false(a->found);
    assert_null(a->window);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"(unclosed", .timeout_ms = 150});
    g_autoptr(eye_answer) bad = expect(d, EYE_FAILED);
    assert_non_null(strstr(bad->text, "(unclosed"));
    assert_int_equal(eye_finish(d), 0);
}

/* ---- watch ---- */
static void watch__changed_label__match_falls_and_comes_back(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "label", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    ask(d, (struct eye_request){.kind = EYE_WATCH, .x = 120, .y = 120, .width = 40, .height = 20});
    g_autoptr(eye_answer) w = expect(d, EYE_WATCHING);
    gsize n;
    g_autofree guchar *bytes = g_base64_decode(w->patch, &n);
    assert_int_equal(n, 40 * 20 * 3);
    for (gsize i = 0; i < n; i++)
        assert_int_equal(bytes[i], 0xff);
    g_autoptr(eye_answer) first = expect(d, EYE_MATCH);
    assert_true(first->match == 1);
    assert_true(first->windows_same);
    assert_string_equal(first->stack_hash, o->stack_hash);
    sink_fill(s, 30, 25, 20, 10, 0); /* 200 of 800 pixels */
    g_autoptr(eye_answer) changed = expect(d, EYE_MATCH);
    assert_true(changed->match == 0.75);
    sink_fill(s, 0, 0, 200, 100, 0xfffaf8); /* within the tolerance */
    g_autoptr(eye_answer) back = expect(d, EYE_MATCH);
    assert_true(back->match == 1);
    sink_fill(s, 150, 80, 20, 10, 0); /* outside of the patch */
    g_autoptr(eye_answer) none = next_answer(d, 300);
    assert_null(none);
    sink *cover = sink_start(x.display, "cover", 400, 300, 50, 50, 0);
    g_autoptr(eye_answer) covered = expect(d, EYE_MATCH);
    assert_false(covered->windows_same);
    assert_true(covered->match == 1);
    sink_stop(cover);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void watch__focus_moves__told(void **state)
{
    (void)state;
    sink *a = sink_start(x.display, "a", 0, 0, 100, 100, 0xff), *b = sink_start(x.display, "b", 200, 0, 100, 100, 0xff00);
    sink_focus(a);
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    assert_int_equal(o->focus, sink_window(a));
    assert_false(o->pointer_root);
    ask(d, (struct eye_request){.kind = EYE_WATCH, .x = 0, .y = 0, .width = 10, .height = 10});
    eye_answer_free(expect(d, EYE_WATCHING));
    eye_answer_free(expect(d, EYE_MATCH));
    sink_focus(b);
    g_autoptr(eye_answer) moved = expect(d, EYE_MATCH);
    assert_int_equal(moved->focus, sink_window(b));
    assert_false(moved->windows_same);
    ask(d, (struct eye_request){.kind = EYE_UNWATCH});
    sink_focus(a);
    g_autoptr(eye_answer) none = next_answer(d, 250);
    assert_null(none);
    sink_stop(a);
    sink_stop(b);
    assert_int_equal(eye_finish(d), 0);
}

static void watch__unfit__failed_with_its_seq(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    const struct eye_request unfit[] = {
        {.kind = EYE_WATCH, .width = 10, .height = 10}, /* nothing observed yet */
        {.kind = EYE_WATCH, .x = 700, .width = 10, .height = 10},
        {.kind = EYE_WATCH, .width = 600, .height = 400},
        {.kind = EYE_WATCH},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(unfit); i++) {
        int seq = ask(d, unfit[i]);
        g_autoptr(eye_answer) a = expect(d, EYE_FAILED);
        assert_int_equal(a->seq, seq);
        if (i == 0)
            eye_observation_free(observe(d, 30, 3000));
    }
    assert_int_equal(eye_finish(d), 0);
}

/* ---- masks ---- */
static void write_profile(const char *name, const char *text)
{
    g_autofree char *dir = g_build_filename(g_getenv("XDG_CONFIG_HOME"), "reins", "apps", NULL);
    g_autofree char *file = g_strdup_printf("%s/%s.ini", dir, name);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

static void masks__rectangle_and_window__black_everywhere(void **state)
{
    (void)state;
    write_profile("masked", "[profile]\nwindow=^open$\nmask_windows=^secret\n[mask corner]\nx=0\ny=0\nwidth=20\nheight=20\n");
    const char *extra[] = {"--profile", "masked", "--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "open", 0, 0, 100, 100, 0xffffff), *hidden = sink_start(x.display, "secret 1", 200, 100, 80, 60, 0xff0000);
    struct driver *d = eye_begin(x.display, extra);
    await_preview(d);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    g_autoptr(frame) f = picture(&o->frame), seen = frame_read(d->preview, NULL);
    assert_non_null(seen);
    for (int y = 0; y < 480; y++)
        for (int px = 0; px < 640; px++) {
            bool white = px < 100 && y < 100 && !(px < 20 && y < 20);
            assert_int_equal(at(f, px, y), white ? 0xffffff : 0);
            assert_int_equal(at(seen, px, y), white ? 0xffffff : 0);
        }
    ask(d, (struct eye_request){.kind = EYE_WATCH, .x = 190, .y = 90, .width = 30, .height = 30});
    g_autoptr(eye_answer) w = expect(d, EYE_WATCHING);
    gsize n;
    g_autofree guchar *bytes = g_base64_decode(w->patch, &n);
    for (gsize i = 0; i < n; i++)
        assert_int_equal(bytes[i], 0);
    sink_stop(hidden);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* ---- preview ---- */
static void preview__screen_changes__whole_file_only_then(void **state)
{
    (void)state;
    const char *extra[] = {"--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "preview", 0, 0, 100, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, extra);
    d->previews = true;
    g_autoptr(eye_answer) first = expect(d, EYE_PREVIEW);
    assert_string_equal(first->path, d->preview);
    assert_int_equal(first->width, 640);
    struct stat st;
    assert_int_equal(stat(d->preview, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    g_autoptr(eye_answer) quiet = next_answer(d, 400);
    assert_null(quiet);
    sink_fill(s, 0, 0, 100, 100, 0x00ff00);
    g_autoptr(eye_answer) second = expect(d, EYE_PREVIEW);
    g_autoptr(frame) f = frame_read(second->path, NULL);
    assert_int_equal(at(f, 50, 50), 0x00ff00);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
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
        "", "hello", "{}", "[1]", "{\"request\":\"fire\",\"seq\":1}", "{\"request\":\"observe\",\"seq\":\"one\"}",
        "{\"request\":\"observe\",\"seq\":1,\"settle_ms\":-1}", "{\"request\":\"watch\",\"seq\":1,\"width\":1e9}",
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
    assert_true(g_get_monotonic_time() - before < G_USEC_PER_SEC);
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observe__known_picture__exact_pixels),
        cmocka_unit_test(observe__nothing_new__not_changed_no_keyframes),
        cmocka_unit_test(observe__blinking_client__taken_as_it_is),
        cmocka_unit_test(observe__late_change__waited_for),
        cmocka_unit_test(clip__three_changes__keyframes_and_samples_in_order),
        cmocka_unit_test(capture__shm_and_plain__same_pixels),
        cmocka_unit_test(capture__server_without_shm_and_damage__works),
        cmocka_unit_test(capture__wrong_depth__refused_with_the_fix),
        cmocka_unit_test(capture__resolution_changes__next_frame_has_it),
        cmocka_unit_test(display__killed__lost_and_exit_3),
        cmocka_unit_test(display__none__lost_with_the_fix),
        cmocka_unit_test(await__window__found_when_it_appears),
        cmocka_unit_test(await__no_window__not_found_after_the_time),
        cmocka_unit_test(watch__changed_label__match_falls_and_comes_back),
        cmocka_unit_test(watch__focus_moves__told),
        cmocka_unit_test(watch__unfit__failed_with_its_seq),
        cmocka_unit_test(masks__rectangle_and_window__black_everywhere),
        cmocka_unit_test(preview__screen_changes__whole_file_only_then),
        cmocka_unit_test(store__disk_full__observe_fails_and_the_eye_goes_on),
        cmocka_unit_test(requests__nonsense__failed_and_the_eye_goes_on),
        cmocka_unit_test(observe__twice_at_once__the_second_is_refused),
        cmocka_unit_test(options__unfit__exit_2),
        cmocka_unit_test(engine__gone__eye_ends_at_once),
    };
    return cmocka_run_group_tests(tests, start, end);
}
