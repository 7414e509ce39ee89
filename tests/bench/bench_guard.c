/* The check at firing: picture, windows, window under the point, focus and pointer, from the grab of the X server to the verdict;
 * the check before each later press; and the reading of the picture that is done when the proposal is shown. Beside it what a
 * script would do: one look by maim, the windows by xdotool. */
#include "engine/display/display_x11.h"
#include "engine/display/windows.h"
#include "engine/eye/eye_x11.h"
#include "engine/picture/frame.h"
#include "engine/hand/guard.h"
#include "engine/hand/priority.h"
#include "engine/hand/route.h"
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <X11/Xutil.h>
#include <glib/gstdio.h>
#include <stdio.h>

#define ROUNDS 100

static char *picture_now(Display *dpy, const char *dir, int width, int height)
{
    XImage *image = XGetImage(dpy, DefaultRootWindow(dpy), 0, 0, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    g_autoptr(frame) f = frame_new(width, height);
    g_autofree char *hash = NULL;
    char *path = NULL;
    for (int i = 0; i < width * height; i++)
        f->pixels[i] = (guint32)XGetPixel(image, i % width, i / width) & 0xffffff;
    XDestroyImage(image);
    return frame_store(f, dir, &hash, &path, NULL) ? path : NULL;
}

static void look(guard *g, const struct display_port *display, const struct hand_fire *fire, const char *what)
{
    g_autoptr(GArray) whole = samples_new(), later = samples_new();
    for (int i = 0; i < ROUNDS; i++) {
        struct guard_look l = {.scene = true, .recipients = true};
        double begun = now_ms();
        guard_grab(g, true);
        g_autofree char *changed = guard_changed(g, fire, &l);
        guard_grab(g, false);
        samples_add(whole, now_ms() - begun);
        if (changed) {
            printf("  %s: %s\n", what, changed);
            return;
        }
    }
    g_autoptr(route) r = route_new(display, &fire->guard, guard_windows(g));
    for (int i = 0; i < ROUNDS; i++) {
        double begun = now_ms();
        g_free(route_keys(r, g_get_monotonic_time()));
        samples_add(later, now_ms() - begun);
    }
    printf("  %-34s check median %5.2f ms, most %5.2f ms   each later press median %5.3f ms, most %5.2f ms\n", what,
           samples_median(whole), samples_max(whole), samples_median(later), samples_max(later));
}

static void measure(int width, int height, int n_windows)
{
    struct xvfb x;
    sink *sinks[32];
    xvfb_start(&x, width, height, NULL);
    Display *dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    for (int i = 0; i < n_windows; i++) {
        sinks[i] = sink_start(x.display, "window", 20 + 20 * i, 20 + 10 * i, 600, 400, 0x336699 + 0x101u * (guint)i);
        for (int line = 0; line < 20; line++)
            sink_text(sinks[i], 10, 20 + 18 * line, 0xffffff, "the quick brown fox jumps over the lazy dog, and on");
    }
    sink *top = sinks[n_windows - 1];
    sink_focus(top);
    g_autofree char *dir = g_dir_make_tmp("bench-XXXXXX", NULL), *path = picture_now(dpy, dir, width, height);
    int left = 20 + 20 * (n_windows - 1), above = 20 + 10 * (n_windows - 1);
    struct hand_fire fire = {.timeline = timeline_new()};
    timeline_add(fire.timeline, (struct timeline_event){.type = TIMELINE_MOVE, .x = left + 300, .y = above + 200}, NULL);
    timeline_add(fire.timeline, (struct timeline_event){.type = TIMELINE_BUTTON_DOWN, .button = 1}, NULL);
    struct area window = {left, above, 600, 400};
    fire.guard =
        (struct hand_guard){.frame = path, .windows = windows_list(dpy), .focus = sink_window(top), .window = sink_window(top)};
    fire.guard.rules = (struct screen_match_rules){.close = {left + 252, above + 152, 96, 96},
                                                   .core = {left + 276, above + 176, 48, 48},
                                                   .window = window,
                                                   .tolerance = 24,
                                                   .min_target = 0.98,
                                                   .min_frame = 0.95};
    printf("%dx%d, %d windows\n", width, height, n_windows);
    g_autoptr(eye_x11) at = eye_x11_borrow(dpy);
    const struct display_port display = display_x11(dpy);
    guard *g = guard_new(&display, eye_x11_eye(at));
    double begun = now_ms();
    guard_prepare(g, path, NULL);
    printf("  reading the picture, while the proposal is shown: %.1f ms\n", now_ms() - begun);
    look(g, &display, &fire, "click: all is as it was");
    sink_fill(sinks[0], 0, 0, 16, 8, 0xff0000); /* no other window covers it, and it is of another program */
    look(g, &display, &fire, "click: something else has changed");
    sink_fill(sinks[0], 0, 0, 16, 8, 0x336699);
    fire.guard.rules.close = window;
    fire.guard.rules.core = (struct area){0};
    fire.guard.window = 0;
    look(g, &display, &fire, "keys: the whole window");
    g_autofree char *shot = g_build_filename(dir, "maim.png", NULL);
    const char *maim[] = {"maim", "-m", "1", shot, NULL};
    double wall, cpu;
    if (time_rounds(x.display, maim, 10, &wall, &cpu))
        printf("  %-34s %5.1f ms\n", "one look by maim", wall);
    const char *search[] = {"xdotool", "search", "--onlyvisible", "--name", "window", NULL};
    if (time_rounds(x.display, search, 10, &wall, &cpu))
        printf("  %-34s %5.1f ms\n", "the windows by xdotool search", wall);
    guard_free(g);
    g_clear_pointer(&at, eye_x11_free);
    g_ptr_array_unref(fire.guard.windows);
    timeline_free(fire.timeline);
    g_remove(shot);
    g_remove(path);
    g_rmdir(dir);
    XCloseDisplay(dpy);
    for (int i = 0; i < n_windows; i++)
        sink_stop(sinks[i]);
    xvfb_stop(&x);
}

int main(void)
{
    priority_raise(); /* as the hand has it */
    measure(1280, 720, 3);
    measure(1280, 720, 20);
    measure(1920, 1080, 3);
    measure(1920, 1080, 20);
    return 0;
}
