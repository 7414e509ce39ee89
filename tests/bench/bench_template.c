/* A small picture in a screen of 1920×1080, in processor time: the same pixels, and what looks nearly the same in several sizes.
 * The screen and the icons are left in the home folder for OpenCV (bench_template.py). */
#include "engine/eye/capture.h"
#include "engine/eye/marks.h"
#include "engine/picture/template.h"
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <stdio.h>

#define ROUNDS 9

static const int sides[] = {24, 32, 64};

static void save(const frame *f, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(g_get_home_dir(), name, NULL);
    g_autoptr(GBytes) png = frame_to_png(f, &error);
    if (!png || !g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), &error))
        printf("  not written: %s\n", error->message);
}

static void measure(const frame *f, int side)
{
    g_autoptr(frame) icon = frame_crop(f, 706, 160, side, side); /* of xcalc's buttons */
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = icon ? frame_to_png(icon, &error) : NULL;
    g_autoptr(template) t = png ? template_new(png, &error) : NULL;
    if (!t) {
        printf("  skipped: no icon: %s\n", error ? error->message : "not on the screen");
        return;
    }
    g_autofree char *name = g_strdup_printf("icon%d.png", side);
    save(icon, name);
    g_autoptr(GArray) exact = samples_new(), alike = samples_new();
    guint found = 0, near = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double begun = processor_ms();
        g_autoptr(GArray) same = icon_find(f, icon);
        samples_add(exact, processor_ms() - begun);
        begun = processor_ms();
        g_autoptr(GArray) places = template_find(t, f, TEMPLATE_SCORE);
        samples_add(alike, processor_ms() - begun);
        found = same->len;
        near = places->len;
    }
    printf("  %d×%d: the same pixels %6.2f ms (%u found)   nearly the same, from half to double size %7.1f ms (%u found)\n", side,
           side, samples_median(exact), found, samples_median(alike), near);
}

int main(void)
{
    struct xvfb x;
    setvbuf(stdout, NULL, _IOLBF, 0);
    xvfb_start(&x, 1920, 1080, NULL);
    const char *term[] = {"xterm", "-geometry", "100x40+20+20", "-e", "sh", "-c", "ls -la /usr/bin | head -n 60; exec cat", NULL};
    const char *calc[] = {"xcalc", "-geometry", "+700+40", NULL};
    helper_spawn(x.display, term);
    helper_spawn(x.display, calc);
    g_autofree char *aside = g_build_filename(g_get_home_dir(), "settled.png", NULL);
    const char *wait[] = {(char *)g_getenv("REINS_BIN"), "see", "--display", x.display, "--out", aside, NULL};
    double wall, cpu; /* reins see waits until the screen has settled; twice: the programs are slow to start */
    time_program(x.display, wait, &wall, &cpu);
    g_usleep(500 * 1000);
    time_program(x.display, wait, &wall, &cpu);
    g_autoptr(GError) error = NULL;
    g_autoptr(capture) c = capture_open(x.display, true, &error);
    g_autoptr(frame) f = c ? capture_grab(c, NULL, 0, NULL, &error) : NULL;
    if (f)
        save(f, "screen.png");
    else
        printf("  skipped: no frame: %s\n", error->message);
    for (gsize i = 0; f && i < G_N_ELEMENTS(sides); i++)
        measure(f, sides[i]);
    g_clear_pointer(&c, capture_close);
    xvfb_stop(&x);
    return 0;
}
