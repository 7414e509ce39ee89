/* How long a key is down, by the server's timestamps: `reins do press_key` against xdotool's keydown, sleep, keyup;
 * and how long a key combination takes. Idle, and with every core busy. */
#include "tests/bench/measure.h"
#include "tests/helper/xvfb.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 12

static const int asked_ms[] = {50, 200, 1000};

/* ms between the press and the release that came to the window; -1: they did not. */
static double held_ms(sink *s)
{
    struct sink_event e;
    guint32 down = 0;
    while (sink_next(s, &e, 3000)) {
        if (e.kind == SINK_KEY_PRESS && down == 0)
            down = e.time;
        if (e.kind == SINK_KEY_RELEASE && down != 0) {
            struct sink_event repeat; /* autorepeat sends a release and a press of the same moment */
            if (!sink_next(s, &repeat, 100))
                return e.time - down;
            if (repeat.kind != SINK_KEY_PRESS)
                return e.time - down;
        }
    }
    return -1;
}

static void series(const struct xvfb *x, sink *s, const char *what, const char *const *argv, int asked)
{
    g_autoptr(GArray) held = samples_new(), errors = samples_new(), walls = samples_new();
    if (!installed(argv[0])) {
        printf("  skipped: %s is not installed (make deps-bench)\n", argv[0]);
        return;
    }
    for (int i = 0; i < ROUNDS; i++) {
        double wall, cpu, ms;
        if (!time_program(x->display, argv, &wall, &cpu) || (ms = held_ms(s)) < 0)
            continue;
        samples_add(held, ms);
        samples_add(errors, fabs(ms - asked));
        samples_add(walls, wall - asked);
    }
    printf("  %4d ms  %-30s held %6.0f   error: median %5.1f ms, most %5.1f ms   all else %6.0f ms   (%u of %d)\n", asked, what,
           samples_median(held), samples_median(errors), samples_max(errors), samples_median(walls), held->len, ROUNDS);
}

/* ms from the first to the last event of a key combination, and until the last key of it is down; false: nothing came. */
static bool combo_ms(sink *s, double *ret_whole, double *ret_down)
{
    struct sink_event e;
    guint32 first = 0, last = 0, down = 0;
    int held = 0;
    while (sink_next(s, &e, first ? 200 : 3000)) {
        if (e.kind != SINK_KEY_PRESS && e.kind != SINK_KEY_RELEASE)
            continue;
        first = first ? first : e.time;
        last = e.time;
        held += e.kind == SINK_KEY_PRESS ? 1 : -1;
        if (e.kind == SINK_KEY_PRESS && held == 3)
            down = down ? down : e.time;
    }
    *ret_whole = last - first;
    *ret_down = down - first;
    return first && down;
}

static void combos(const struct xvfb *x, sink *s, const char *what, const char *const *argv)
{
    g_autoptr(GArray) wholes = samples_new(), downs = samples_new();
    for (int i = 0; installed(argv[0]) && i < ROUNDS; i++) {
        double wall, cpu, whole, down;
        if (!time_program(x->display, argv, &wall, &cpu) || !combo_ms(s, &whole, &down))
            continue;
        samples_add(wholes, whole);
        samples_add(downs, down);
    }
    if (wholes->len == 0)
        printf("  skipped: %s: nothing came, or it is not installed (make deps-bench)\n", what);
    else
        printf("  ctrl+shift+p  %-30s all down after: median %5.1f ms, most %5.1f ms   first to last event: median %5.1f ms, "
               "most %5.1f ms   (%u of %d)\n",
               what, samples_median(downs), samples_max(downs), samples_median(wholes), samples_max(wholes), wholes->len, ROUNDS);
}

static void all_series(const struct xvfb *x, sink *s)
{
    for (gsize i = 0; i < G_N_ELEMENTS(asked_ms); i++) {
        int asked = asked_ms[i];
        g_autofree char *duration = g_strdup_printf("duration=%d.%03d", asked / 1000, asked % 1000);
        g_autofree char *seconds = g_strdup_printf("%d.%03d", asked / 1000, asked % 1000);
        g_autofree char *script = g_strdup_printf("xdotool keydown a; sleep %s; xdotool keyup a", seconds);
        const char *ours[] = {g_getenv("REINS_BIN"), "do", "--yes", "press_key", "key=a", duration, NULL};
        const char *shell[] = {"sh", "-c", script, NULL};
        const char *chain[] = {"xdotool", "keydown", "a", "sleep", seconds, "keyup", "a", NULL};
        series(x, s, "reins do press_key", ours, asked);
        if (installed("xdotool"))
            series(x, s, "xdotool keydown; sleep; keyup", shell, asked);
        series(x, s, "xdotool, one chain", chain, asked);
    }
    const char *ours[] = {g_getenv("REINS_BIN"), "do", "--yes", "press_keys_combined", "keys=ctrl+shift+p", NULL};
    const char *theirs[] = {"xdotool", "key", "ctrl+shift+p", NULL};
    combos(x, s, "reins do press_keys_combined", ours);
    combos(x, s, "xdotool key", theirs);
}

/* One process a core that does nothing but compute; they end with this program. */
static void load_start(pid_t *ret_pids, guint n)
{
    for (guint i = 0; i < n; i++) {
        ret_pids[i] = fork();
        if (ret_pids[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (volatile guint64 count = 0;; count++) {
            }
        }
    }
}

static void load_stop(const pid_t *pids, guint n)
{
    for (guint i = 0; i < n; i++)
        if (pids[i] > 0 && kill(pids[i], SIGKILL) == 0)
            waitpid(pids[i], NULL, 0);
}

int main(void)
{
    struct xvfb x;
    setvbuf(stdout, NULL, _IOLBF, 0);
    xvfb_start(&x, 640, 480, NULL);
    sink *s = sink_start(x.display, "keys", 0, 0, 640, 480, 0x808080);
    sink_focus(s);
    struct sink_event e;
    while (sink_next(s, &e, 100)) {
    }
    printf("  idle:\n");
    all_series(&x, s);
    guint n = MAX(g_get_num_processors(), 1);
    g_autofree pid_t *load = g_new0(pid_t, n);
    load_start(load, n);
    printf("  with every core busy (%u processes that compute):\n", n);
    all_series(&x, s);
    load_stop(load, n);
    sink_stop(s);
    xvfb_stop(&x);
    return 0;
}
