/* The eye as a process on a real display. */
#include "engine/picture/difference.h"
#include "engine/picture/standing.h"
#include "tests/engine/eye/driver.h"

#include <math.h>

#include <X11/Xatom.h>
#include <X11/Xlib.h>

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
    g_autoptr(eye_observation) o = observe(d, 650, 700); /* a machine may stand still for a while: that is no rest */
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
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 1000, .timeout_ms = 20000});
    g_autoptr(eye_answer) none = next_answer(d, 1300);
    assert_null(none);
    sink_blink(s, 0, 0, 100, 100, 0);
    sink_fill(s, 0, 0, 100, 100, 0x00ff00);
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    assert_true(a->observation->settled && a->waited_ms >= 1300);
    g_autoptr(frame) f = picture(&a->observation->frame);
    assert_int_equal(at(f, 50, 50), 0x00ff00);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static eye_answer *look_again(struct driver *d)
{
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 50, .timeout_ms = 3000, .again = true});
    return next_answer(d, 10000);
}

static void observe_again__only_what_is_new(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "again", 0, 0, 100, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 50, 3000));
    g_autoptr(eye_answer) same = look_again(d);
    assert_int_equal(same->kind, EYE_SAME);
    sink_fill(s, 10, 10, 2, 16, 0); /* a caret */
    g_autoptr(eye_answer) caret = look_again(d);
    assert_int_equal(caret->kind, EYE_SAME);
    sink_fill(s, 0, 0, 50, 50, 0x00ff00);
    g_autoptr(eye_answer) new = look_again(d);
    assert_int_equal(new->kind, EYE_OBSERVED);
    g_autoptr(frame) f = picture(&new->observation->frame);
    assert_int_equal(at(f, 20, 20), 0x00ff00);
    g_autoptr(eye_answer) known = look_again(d);
    assert_int_equal(known->kind, EYE_SAME);
    sink *over = sink_start(x.display, "over", 300, 300, 20, 20, 0); /* black on black */
    g_autoptr(eye_answer) window = look_again(d);
    assert_int_equal(window->kind, EYE_OBSERVED);
    sink_stop(over);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void clip__three_changes__keyframes_and_samples_in_order(void **state)
{
    (void)state;
    const char *extra[] = {"--record-fps", "50", "--preview-fps", "10", NULL};
    sink *s = sink_start(x.display, "clip", 0, 0, 400, 300, 0);
    struct driver *d = eye_begin(x.display, extra);
    await_preview(d);
    eye_observation_free(observe(d, 30, 3000));
    begin(d);
    const guint32 colours[] = {0xff0000, 0x00ff00, 0x0000ff};
    for (gsize i = 0; i < 3; i++) {
        sink_fill(s, 0, 0, 400, 300, colours[i]);
        await_preview(d);
        g_autoptr(eye_answer) none = next_answer(d, STANDING_STILL_MS + 400); /* it stands still */
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
    assert_int_equal(o->different.width, 400 + DIFFERENCE_MARGIN);
    assert_true(!o->image_unchanged && o->pointer_unchanged);
    assert_true(o->change.box.width == 400 && o->change.box.height == 300 && !o->change.caret);
    assert_true(fabs(o->change.share - 400 * 300 / (640.0 * 480)) < 1e-9);
    assert_int_equal(o->different.height, 304 + DIFFERENCE_MARGIN);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* ---- watch ---- */
static struct eye_request watch_request(struct area close)
{
    struct screen_match_rules r = {.close = close, .core = close, .tolerance = 8, .min_target = 0.98};
    return (struct eye_request){.kind = EYE_WATCH, .rules = r};
}

static void watch__changed_label__match_falls_and_comes_back(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "label", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    ask(d, watch_request((struct area){120, 120, 40, 20}));
    g_autoptr(eye_answer) w = expect(d, EYE_WATCHING);
    assert_int_equal(w->restless->len, 0);
    g_autoptr(eye_answer) first = expect(d, EYE_MATCH);
    assert_true(first->match == 1);
    assert_true(first->windows_same);
    assert_string_equal(first->stack_hash, o->stack_hash);
    assert_int_equal(((struct eye_window *)g_ptr_array_index(first->windows, 0))->id, sink_window(s));
    sink_fill(s, 30, 25, 4, 2, 0);
    g_autoptr(eye_answer) changed = expect(d, EYE_MATCH);
    assert_true(changed->match == 0.75 && !changed->lasting);
    sink_fill(s, 0, 0, 200, 100, 0xfffefe); /* nobody sees that */
    g_autoptr(eye_answer) back = expect(d, EYE_MATCH);
    assert_true(back->match == 1 && !back->lasting);
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

/* What stays changed longer than a cursor is on or off is a change; what comes back is none. */
static void watch__blinking_cursor__never_lasts__a_letter_does(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "label", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 50, 3000));
    ask(d, watch_request((struct area){120, 120, 40, 40}));
    eye_answer_free(expect(d, EYE_WATCHING));
    eye_answer_free(expect(d, EYE_MATCH));
    sink_blink(s, 30, 30, 8, 16, 200);
    for (int i = 0; i < 6; i++) {
        g_autoptr(eye_answer) a = expect(d, EYE_MATCH);
        assert_false(a->lasting);
        assert_true((a->match < 1) == (i % 2 == 0));
    }
    sink_blink(s, 30, 30, 8, 16, 0);
    sink_fill(s, 30, 30, 8, 16, 0xffffff);
    sink_text(s, 30, 50, 0, "x");
    for (;;) {
        g_autoptr(eye_answer) a = expect(d, EYE_MATCH);
        if (a->lasting) {
            assert_non_null(strstr(a->text, "the target has changed"));
            break;
        }
    }
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static Window shown(Display *dpy, int left, int top, unsigned long colour, bool tip)
{
    XSetWindowAttributes direct = {.override_redirect = True, .background_pixel = colour};
    Window w = XCreateWindow(dpy, DefaultRootWindow(dpy), left, top, 80, 60, 0, CopyFromParent, InputOutput, CopyFromParent,
                             CWOverrideRedirect | CWBackPixel, &direct);
    Atom type = XInternAtom(dpy, "_NET_WM_WINDOW_TYPE_TOOLTIP", False);
    if (tip)
        XChangeProperty(dpy, w, XInternAtom(dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                        (unsigned char *)&type, 1);
    XMapRaised(dpy, w);
    XSync(dpy, False);
    return w;
}

/* The pointer rests on the target, and its program says what that is: beside the point that is none of it. */
static void watch__tooltip_beside_the_point__is_no_change(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, 140, 140);
    Window target = shown(dpy, 100, 100, 0xdddddd, false);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 50, 3000));
    ask(d, watch_request((struct area){120, 120, 40, 40}));
    eye_answer_free(expect(d, EYE_WATCHING));
    eye_answer_free(expect(d, EYE_MATCH));
    Window tip = shown(dpy, 146, 150, 0xffffcc, true);
    g_autoptr(eye_answer) beside = expect(d, EYE_MATCH);
    assert_true(beside->match == 1 && !beside->windows_same && !beside->text);
    Window over = shown(dpy, 130, 130, 0xffffcc, true);
    g_autoptr(eye_answer) covered = expect(d, EYE_MATCH);
    while (covered->match == 1) { /* the window may be told before the picture */
        eye_answer_free(covered);
        covered = expect(d, EYE_MATCH);
    }
    assert_true(covered->match < 1);
    XDestroyWindow(dpy, over);
    XDestroyWindow(dpy, tip);
    XDestroyWindow(dpy, target);
    XCloseDisplay(dpy);
    assert_int_equal(eye_finish(d), 0);
}

/* A caret that was seen in both states is none in either, also when it stops in the other one; what comes beside it is. */
static void watch__caret__stops_in_its_other_state(void **state)
{
    (void)state;
    const struct area bar = {130, 130, 2, 16};
    sink *s = sink_start(x.display, "field", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 50, 3000));
    ask(d, watch_request((struct area){120, 120, 40, 40}));
    g_autoptr(eye_answer) w = expect(d, EYE_WATCHING), first = expect(d, EYE_MATCH);
    assert_int_equal(w->caret.at.width, 0);
    sink_fill(s, 30, 30, 2, 16, 0);
    g_autoptr(eye_answer) on = expect(d, EYE_MATCH);
    assert_true(on->match < 1 && on->bar && on->caret.at.width == 0);
    sink_fill(s, 30, 30, 2, 16, 0xffffff);
    g_autoptr(eye_answer) off = expect(d, EYE_MATCH);
    assert_true(off->match == 1 && memcmp(&off->caret.at, &bar, sizeof bar) == 0);
    sink_fill(s, 30, 30, 2, 16, 0);
    g_autoptr(eye_answer) none = next_answer(d, SCREEN_MATCH_PATIENCE_MS + 300);
    assert_null(none);
    sink_fill(s, 34, 30, 2, 16, 0);
    g_autoptr(eye_answer) beside = expect(d, EYE_MATCH), lasting = expect(d, EYE_MATCH);
    assert_true(beside->match < 1 && lasting->lasting);
    sink_fill(s, 38, 36, 1, 1, 0); /* beside a bar something else */
    g_autoptr(eye_answer) more = expect(d, EYE_MATCH);
    assert_true(beside->bar && !more->bar);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* An office that repaints half a second after the keys: it was no action without effect. */
static void observe__repaints_after_it_would_have_settled__is_waited_for(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "late", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 50, 3000));
    begin(d);
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 50, .timeout_ms = 30000});
    g_autoptr(eye_answer) soon = next_answer(d, 300);
    assert_null(soon);
    sink_fill(s, 10, 10, 40, 20, 0);
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    assert_true(a->observation->changed && a->observation->settled);
    begin(d);
    g_autoptr(eye_observation) none = observe(d, 50, 3000);
    assert_true(!none->changed && none->settled);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* The first time that it lasts, where the machine was not busy elsewhere for three seconds. */
static void watch__reaction_to_our_action__is_told_once_it_is_at_rest(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "tool bar", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    gint64 until_us = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    bool reacted = false;
    for (guint32 colour = 0xff; !reacted && g_get_monotonic_time() < until_us; colour ^= 0xffffff) {
        begin(d);
        eye_observation_free(observe(d, 50, 3000));
        ask(d, watch_request((struct area){120, 120, 40, 40}));
        eye_answer_free(expect(d, EYE_WATCHING));
        sink_fill(s, 0, 0, 200, 100, colour);
        for (bool lasting = false; !reacted && !lasting;) {
            g_autoptr(eye_answer) a = expect(d, EYE_MATCH);
            reacted = a->reacted;
            lasting = a->lasting;
            assert_true(!reacted || a->match < 1);
        }
        ask(d, (struct eye_request){.kind = EYE_UNWATCH});
    }
    assert_true(reacted);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* An animation that was there before is told with the watch; what goes to and fro is none. */
static void watch__animation_before_it__restless(void **state)
{
    (void)state;
    const char *extra[] = {"--record-fps", "30", NULL};
    sink *s = sink_start(x.display, "film", 104, 104, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, extra);
    for (guint32 i = 0; i < 8; i++) { /* 0.5 s each */
        sink_fill(s, 0, 0, 16, 8, 0x100000 * i);
        sink_fill(s, 40, 30, 16, 8, 0xff00 * (i % 2));
        eye_observation_free(observe(d, 500, 3000));
    }
    ask(d, watch_request((struct area){120, 120, 40, 40}));
    g_autoptr(eye_answer) w = expect(d, EYE_WATCHING);
    assert_int_equal(w->restless->len, 1);
    assert_true(w->unsettled->len > 0);
    assert_int_equal(g_array_index(w->unsettled, struct area, 0).x, 144);
    const struct area *a = &g_array_index(w->restless, struct area, 0);
    assert_true(a->x == 96 && a->y == 104 && a->width == 32 && a->height == 8); /* with a cell on each side */
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void glance__stores__the_picture_of_now(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "seen", 100, 100, 200, 100, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    g_autoptr(eye_observation) o = observe(d, 50, 3000);
    sink_fill(s, 0, 0, 10, 10, 0xff0000);
    int seq = ask(d, (struct eye_request){.kind = EYE_GLANCE});
    g_autoptr(eye_answer) a = expect(d, EYE_GLANCED);
    assert_int_equal(a->seq, seq);
    assert_string_not_equal(a->frame.hash, o->frame.hash);
    g_autoptr(frame) f = picture(&a->frame);
    assert_int_equal(at(f, 105, 105), 0xff0000);
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
    ask(d, watch_request((struct area){0, 0, 10, 10}));
    eye_answer_free(expect(d, EYE_WATCHING));
    eye_answer_free(expect(d, EYE_MATCH));
    sink_focus(b);
    g_autoptr(eye_answer) moved = expect(d, EYE_MATCH);
    assert_int_equal(moved->focus, sink_window(b));
    assert_false(moved->windows_same);
    ask(d, (struct eye_request){.kind = EYE_UNWATCH});
    ask(d, (struct eye_request){.kind = EYE_GLANCE}); /* its answer: both have been read */
    eye_answer_free(expect(d, EYE_GLANCED));
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
    int seq = ask(d, watch_request((struct area){0, 0, 10, 10})); /* nothing observed yet */
    g_autoptr(eye_answer) a = expect(d, EYE_FAILED);
    assert_int_equal(a->seq, seq);
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
    sink *s = sink_start(x.display, "open", 0, 0, 100, 100, 0xffffff),
         *hidden = sink_start(x.display, "secret 1", 200, 100, 80, 60, 0xff0000);
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
    assert_int_equal(o->blind->len, 2); /* nothing that is black there is compared */
    assert_int_equal(o->masked->len, 2);
    assert_int_equal(g_array_index(o->masked, struct area, 1).x, 200);
    assert_int_equal(g_array_index(o->blind, struct area, 0).width, 20);
    assert_int_equal(g_array_index(o->blind, struct area, 1).x, 200);
    sink_stop(hidden);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* ---- what is recorded ---- */
/* The frames of a clip, by their sizes and the colour of a place. */
static void assert_frames(const GArray *frames, int width, int height, const guint32 *colours, guint n)
{
    assert_int_equal(frames->len, n);
    for (guint i = 0; i < n; i++) {
        g_autoptr(frame) f = picture(&g_array_index(frames, struct eye_frame, i));
        assert_int_equal(f->width, width);
        assert_int_equal(f->height, height);
        assert_int_equal(at(f, 50, 50), colours[i]);
    }
}

static void record__window__followed_and_its_end_is_told(void **state)
{
    (void)state;
    write_profile("followed", "[profile]\nwindow=^film$\nrecord=window\n");
    const char *extra[] = {"--profile", "followed", "--preview-fps", "20", NULL};
    sink *s = sink_start(x.display, "film", 0, 0, 200, 100, 0xff0000);
    struct driver *d = eye_begin(x.display, extra);
    await_preview(d);
    eye_observation_free(observe(d, 30, 3000));
    begin(d);
    sink_move(s, 300, 200, 200, 100); /* is no change of what it shows */
    await_preview(d);
    g_autoptr(eye_observation) moved = observe(d, 200, 3000);
    const guint32 red[] = {0xff0000}, both[] = {0xff0000, 0x0000ff};
    assert_frames(moved->samples, 200, 100, red, 1);
    assert_int_equal(moved->frame.width, 640);
    begin(d);
    sink_fill(s, 0, 0, 200, 100, 0x0000ff);
    g_autoptr(eye_observation) filled = observe(d, 200, 3000);
    assert_frames(filled->samples, 200, 100, both, 2);
    sink_stop(s);
    g_autoptr(eye_answer) gone = expect(d, EYE_FAILED);
    assert_non_null(strstr(gone->text, "the window that is recorded is gone"));
    g_autoptr(eye_observation) after = observe(d, 100, 3000);
    assert_frames(after->samples, 200, 100, both, 2); /* what there was of it */
    assert_int_equal(after->frame.width, 640);
    assert_int_equal(eye_finish(d), 0);
}

static void record__area__only_that(void **state)
{
    (void)state;
    write_profile("area", "[profile]\nrecord=10,20,100,80\n[mask all]\nx=0\ny=0\nwidth=30\nheight=40\n");
    const char *extra[] = {"--profile", "area", NULL};
    sink *s = sink_start(x.display, "part", 0, 0, 300, 300, 0xff0000);
    struct driver *d = eye_begin(x.display, extra);
    eye_observation_free(observe(d, 100, 3000));
    begin(d);
    sink_fill(s, 200, 200, 50, 50, 0x00ff00); /* outside */
    g_autoptr(eye_observation) outside = observe(d, 200, 3000);
    const guint32 red[] = {0xff0000}, both[] = {0xff0000, 0x0000ff};
    assert_frames(outside->samples, 100, 80, red, 1);
    begin(d);
    sink_fill(s, 40, 40, 200, 100, 0x0000ff);
    g_autoptr(eye_observation) inside = observe(d, 200, 3000);
    assert_frames(inside->samples, 100, 80, both, 2);
    g_autoptr(frame) f = picture(&g_array_index(inside->samples, struct eye_frame, 0));
    assert_int_equal(at(f, 19, 19), 0); /* the mask is where it is on the screen */
    assert_int_equal(at(f, 20, 20), 0xff0000);
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
        cmocka_unit_test(observe_again__only_what_is_new),
        cmocka_unit_test(watch__reaction_to_our_action__is_told_once_it_is_at_rest),
        cmocka_unit_test(clip__three_changes__keyframes_and_samples_in_order),
        cmocka_unit_test(watch__changed_label__match_falls_and_comes_back),
        cmocka_unit_test(watch__blinking_cursor__never_lasts__a_letter_does),
        cmocka_unit_test(observe__repaints_after_it_would_have_settled__is_waited_for),
        cmocka_unit_test(watch__caret__stops_in_its_other_state),
        cmocka_unit_test(watch__animation_before_it__restless),
        cmocka_unit_test(watch__tooltip_beside_the_point__is_no_change),
        cmocka_unit_test(glance__stores__the_picture_of_now),
        cmocka_unit_test(watch__focus_moves__told),
        cmocka_unit_test(watch__unfit__failed_with_its_seq),
        cmocka_unit_test(masks__rectangle_and_window__black_everywhere),
        cmocka_unit_test(record__window__followed_and_its_end_is_told),
        cmocka_unit_test(record__area__only_that),
        cmocka_unit_test(preview__screen_changes__whole_file_only_then),
    };
    return cmocka_run_group_tests(tests, start, end);
}
