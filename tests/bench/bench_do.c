/* What one command costs: `reins do` with its gate, looks, journal and release, against xdotool at its
 * best, which has none of these. On a screen of 1920x1080; a key that nothing on the screen shows, and one that a program
 * answers. */
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

struct cost {
    GArray *walls, *cpus;
    const char *const *argv;
};

static bool measure(const struct xvfb *x, sink *s, struct cost *c)
{
    double wall, cpu;
    if (time_program(x->display, c->argv, &wall, &cpu)) {
        samples_add(c->walls, wall);
        samples_add(c->cpus, cpu);
    }
    drain(s, 20);
    return c->walls->len > 0;
}

static void tell(const char *who, const struct cost *c)
{
    printf("    %-8s whole: median %6.1f ms, most %6.1f ms   processor %6.1f ms   (%u of %d)\n", who, samples_median(c->walls),
           samples_max(c->walls), samples_median(c->cpus), c->walls->len, ROUNDS);
}

/* Turn by turn, so that both meet the same load; `other` NULL = nobody else does it. */
static void compare(const struct xvfb *x, sink *s, const char *what, const char *const *argv, const char *const *other)
{
    g_autoptr(GArray) walls = samples_new(), cpus = samples_new(), other_walls = samples_new(), other_cpus = samples_new();
    struct cost ours = {walls, cpus, argv}, theirs = {other_walls, other_cpus, other};
    bool both = other && installed(other[0]);
    for (int i = 0; i < ROUNDS; i++) {
        measure(x, s, &ours);
        both = both && measure(x, s, &theirs);
    }
    printf("  %s\n", what);
    tell("reins", &ours);
    if (both) {
        tell(other[0], &theirs);
        printf("    ratio    whole %.1f   processor %.1f\n", samples_median(walls) / samples_median(other_walls),
               samples_median(cpus) / samples_median(other_cpus));
    } else if (other) {
        printf("    skipped: %s is not installed (make deps-bench)\n", other[0]);
    }
}

/* It ends with its X server. */
static void focus_xterm(const struct xvfb *x)
{
    const char *start[] = {"sh", "-c", "xterm -e cat & xdotool search --sync --onlyvisible --class xterm windowfocus --sync",
                           NULL};
    double wall, cpu;
    if (!time_program(x->display, start, &wall, &cpu))
        printf("  xterm did not come\n");
}

int main(void)
{
    struct xvfb x;
    const char *reins = g_getenv("REINS_BIN");
    setvbuf(stdout, NULL, _IOLBF, 0);
    xvfb_start(&x, 1920, 1080, NULL);
    sink *s = sink_start(x.display, "keys", 0, 0, 640, 480, 0x808080);
    sink_focus(s);
    drain(s, 100);
    g_autofree char *text = g_strnfill(200, 'a'), *text_word = g_strconcat("text=", text, NULL);
    const char *nothing[] = {reins, "do", "--dry-run", "wait", "seconds=0", NULL};
    const char *key[] = {reins, "do", "--yes", "key.press", "key=a", "duration=0", NULL};
    const char *xkey[] = {"xdotool", "key", "--delay", "0", "a", NULL};
    const char *five[] = {reins,  "do",  "--yes", "key.press", "key=a",       "--", "key.press", "key=b", "--", "mouse.move",
                          "x=50", "y=5", "--",    "key.combo", "keys=ctrl+c", "--", "key.press", "key=d", NULL};
    const char *xfive[] = {"xdotool", "key", "--delay", "0", "a",      "b", "mousemove", "50",
                           "5",       "key", "--delay", "0", "ctrl+c", "d", NULL};
    const char *type[] = {reins, "do", "--yes", "key.type", text_word, NULL};
    const char *xtype[] = {"xdotool", "type", "--delay", "0", text, NULL};
    const char *click[] = {reins, "do", "--yes", "mouse.click", "x=200", "y=200", "duration=0", NULL};
    const char *xclick[] = {"xdotool", "mousemove", "200", "200", "click", "1", NULL};
    compare(&x, s, "--dry-run, without a display", nothing, NULL);
    compare(&x, s, "one key that nothing shows (the look afterwards waits 0.6 s for an effect)", key, xkey);
    compare(&x, s, "one click", click, xclick);
    compare(&x, s, "five actions", five, xfive);
    compare(&x, s, "a text of 200 characters", type, xtype);
    focus_xterm(&x);
    compare(&x, s, "one key that xterm shows", key, xkey);
    sink_stop(s);
    xvfb_stop(&x);
    return 0;
}
