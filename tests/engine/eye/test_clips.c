/* Clips of a real program on a real display, recorded by a real eye: every message that was shown for 0.6 s is among the
 * keyframes, whatever moves beside it; what only moves floods nothing. Seeded; REINS_SOAK: CLIPS=20 of each. Issue 16, keyframes.
 */

#include "tests/engine/eye/driver.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH 640
#define HEIGHT 480
#define OVER_MS 20000

static const guint32 colours[] = {0xc02020, 0x208020, 0x2020c0, 0x802080}; /* tests/sinks/clips_gtk.py */
static const int places[][2] = {{20, 40}, {320, 40}, {20, 380}, {320, 380}};

struct program {
    GPid pid;
    int in, out;
};

static void await_over(struct program *p)
{
    char text[64];
    struct pollfd fd = {.fd = p->out, .events = POLLIN};
    assert_int_equal(poll(&fd, 1, OVER_MS), 1);
    assert_true(read(p->out, text, sizeof text) > 0);
}

static struct program program_start(void)
{
    char *argv[] = {(char *)"/usr/bin/python3", (char *)"-BEs", (char *)"tests/sinks/clips_gtk.py", NULL};
    g_auto(GStrv) env = g_environ_setenv(g_get_environ(), "DISPLAY", x.display, TRUE);
    g_autoptr(GError) error = NULL;
    struct program p = {0};
    if (!g_spawn_async_with_pipes(NULL, argv, env, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &p.pid, &p.in, &p.out, NULL, &error))
        fail_msg("%s", error->message);
    await_over(&p);
    return p;
}

static void program_end(struct program *p)
{
    close(p->in);
    close(p->out);
    waitpid(p->pid, NULL, 0);
}

static eye_observation *clip(struct driver *d, struct program *p, const char *kind, int ms, int place)
{
    g_autofree char *line = g_strdup_printf("%s %d %d\n", kind, ms, place);
    begin(d);
    assert_int_equal(write(p->in, line, strlen(line)), (gssize)strlen(line));
    await_over(p);
    return observe(d, 300, 3000);
}

static guint with_message(const eye_observation *o, int place)
{
    guint n = 0;
    for (guint i = 0; i < o->keyframes->len; i++) {
        g_autoptr(frame) f = picture(&g_array_index(o->keyframes, struct eye_frame, i));
        n += at(f, places[place][0] + 5, places[place][1] + 5) == colours[place];
    }
    return n;
}

static void each_message__is_among_the_keyframes__and_what_moves_is_not(void **state)
{
    (void)state;
    const char *clips = g_getenv("CLIPS"), *seed = g_getenv("SEED");
    const char *rates[] = {"--record-fps", "2", NULL}; /* the paper's rate; damage brings the rest */
    int n = clips ? (int)g_ascii_strtoll(clips, NULL, 10) : 20, missed = 0, worst = 0;
    if (!g_getenv("REINS_SOAK"))
        skip();
    g_autoptr(GRand) random = g_rand_new_with_seed(seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 1);
    struct program p = program_start();
    struct driver *d = eye_begin(x.display, rates);
    eye_observation_free(observe(d, 300, 5000));
    for (int i = 0; i < n; i++) {
        int place = g_rand_int_range(random, 0, 4), more = g_rand_int_range(random, 0, 800);
        g_autoptr(eye_observation) said = clip(d, &p, "message", 2000 + more, place);
        g_autoptr(eye_observation) walked = clip(d, &p, "walk+message", 2500 + more, place);
        missed += (with_message(said, place) == 0) + (with_message(walked, place) == 0);
        if (i % 2)
            continue;
        g_autoptr(eye_observation) spun = clip(d, &p, "spinner", 2000 + more, place);
        eye_observation_free(clip(d, &p, "focus", 100, place));
        g_autoptr(eye_observation) blinked = clip(d, &p, "caret", 2500 + more, place);
        worst = MAX(worst, (int)spun->keyframes->len);
        if (spun->keyframes->len > 3 || blinked->keyframes->len > 1) /* the last picture is one */
            fail_msg("clip %d: %u keyframes of a spinner, %u of a caret", i, spun->keyframes->len, blinked->keyframes->len);
    }
    print_message("%d messages, %d missed; a spinner: %d keyframes at most\n", 2 * n, missed, worst);
    assert_int_equal(missed, 0);
    assert_int_equal(eye_finish(d), 0);
    program_end(&p);
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message__is_among_the_keyframes__and_what_moves_is_not),
    };
    return cmocka_run_group_tests_name("clips", tests, start, end);
}
