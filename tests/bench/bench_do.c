/* What one command costs: `reins do` with its gate, looks, journal and release, against xdotool, which has none of these. */
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <stdio.h>

#define ROUNDS 15

static void drain(sink *s, int timeout_ms)
{
    struct sink_event e;
    while (sink_next(s, &e, timeout_ms)) {
    }
}

static void compare(const struct xvfb *x, sink *s, const char *what, const char *const *argv)
{
    g_autoptr(GArray) walls = samples_new(), cpus = samples_new();
    if (!installed(argv[0])) {
        printf("  skipped: %s is not installed (make deps-bench)\n", argv[0]);
        return;
    }
    for (int i = 0; i < ROUNDS; i++) {
        double wall, cpu;
        if (time_program(x->display, argv, &wall, &cpu)) {
            samples_add(walls, wall);
            samples_add(cpus, cpu);
        }
        drain(s, 20);
    }
    printf("  %-46s whole: median %6.0f ms, most %6.0f ms   processor %5.0f ms   (%u of %d)\n", what, samples_median(walls),
           samples_max(walls), samples_median(cpus), walls->len, ROUNDS);
}

int main(void)
{
    struct xvfb x;
    const char *reins = g_getenv("REINS_BIN");
    setvbuf(stdout, NULL, _IOLBF, 0);
    xvfb_start(&x, 1280, 720, NULL);
    sink *s = sink_start(x.display, "keys", 0, 0, 640, 480, 0x808080);
    sink_focus(s);
    drain(s, 100);
    g_autofree char *text = g_strnfill(200, 'a'), *text_word = g_strconcat("text=", text, NULL);
    const char *nothing[] = {reins, "do", "--dry-run", "wait", "seconds=0", NULL};
    const char *key[] = {reins, "do", "--yes", "key.press", "key=a", "duration=0", NULL};
    const char *xkey[] = {"xdotool", "key", "a", NULL};
    const char *five[] = {reins,  "do",  "--yes", "key.press", "key=a",       "--", "key.press", "key=b", "--", "mouse.move",
                          "x=50", "y=5", "--",    "key.combo", "keys=ctrl+c", "--", "key.press", "key=d", NULL};
    const char *xfive[] = {"xdotool", "key", "a", "key", "b", "mousemove", "50", "5", "key", "ctrl+c", "key", "d", NULL};
    const char *type[] = {reins, "do", "--yes", "key.type", text_word, NULL};
    const char *xtype[] = {"xdotool", "type", text, NULL};
    compare(&x, s, "reins do --dry-run (no display)", nothing);
    compare(&x, s, "reins do key.press", key);
    compare(&x, s, "xdotool key", xkey);
    compare(&x, s, "reins do, five actions", five);
    compare(&x, s, "xdotool, five actions", xfive);
    compare(&x, s, "reins do key.type, 200 characters", type);
    compare(&x, s, "xdotool type, 200 characters", xtype);
    sink_stop(s);
    xvfb_stop(&x);
    return 0;
}
