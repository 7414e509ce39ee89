/* Hostile skill files arrive while a person is at work: the console in a terminal (tmux) answers its keys, nothing is pressed,
 * and what was approved is what fires, whatever its file says by then. `make soak` drops LIVE=40 of them (SEED=); here is a
 * sample. And a skill that is stopped in its middle lets go of everything that it holds. */
#include "tests/e2e/driver.h"

#include "tests/helper/hostile.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define SAMPLE 4
#define HOLDS                                                                                                                    \
    "--- Hold much.\nfunction hold_much() key.hold('w') key.hold('shift') mouse.hold('left') wait(30) key.type('end') end\n"
#define MINE(text) "--- Type it.\nfunction mine() key.type('" text "') end\n"

static struct xvfb x;
static sink *window;
static char *folder; /* the person's skills */

static void put_skill(const char *file, const char *text, gssize length)
{
    g_autofree char *path = g_build_filename(folder, file, NULL);
    assert_true(g_file_set_contents(path, text, length, NULL));
}

static int setup(void **state)
{
    (void)state;
    folder = g_build_filename(g_get_user_data_dir(), "reins", "skills", NULL);
    g_mkdir_with_parents(folder, 0700);
    driver_configure("skiller", "[eye]\nsettle_ms=40");
    put_skill("z_mine.lua", MINE("as approved"), -1);
    put_skill("z_holds.lua", HOLDS, -1);
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 0, 0, 640, 480, 0x336699);
    sink_focus(window);
    return 0;
}

/* ---- the console in a terminal ---- */

static char *terminal(const char *const *words)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    static const char *const server[] = {"tmux", "-L", "reins-hostile", "-f", "/dev/null"};
    char *out = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(server); i++)
        g_ptr_array_add(argv, (gpointer)server[i]);
    for (; *words; words++)
        g_ptr_array_add(argv, (gpointer)*words);
    g_ptr_array_add(argv, NULL);
    helper_run(NULL, (const char *const *)argv->pdata, &out);
    return out;
}

static char *look(void)
{
    return terminal((const char *const[]){"capture-pane", "-p", NULL});
}

static bool shows(void *data)
{
    g_autofree char *now = look();
    return now && strstr(now, data);
}

static void await_text(const char *what, const char *text)
{
    if (helper_await(shows, (void *)text, DRIVER_TIMEOUT_MS))
        return;
    g_autofree char *now = look();
    printf("%s\n", now); /* fail_msg() would cut it off */
    fail_msg("%s: waited for \"%s\"", what, text);
}

static bool is_gone(void *data)
{
    return !shows(data);
}

static void press(const char *key)
{
    g_free(terminal((const char *const[]){"send-keys", key, NULL}));
}

/* A key and its answer: the help opens and closes. */
static double answers(const char *what)
{
    gint64 start = g_get_monotonic_time();
    press("?");
    await_text(what, "While a proposal waits");
    double ms = (double)(g_get_monotonic_time() - start) / 1000;
    press("?"); /* not Escape: with a key right behind it, it would be Alt */
    assert_true(helper_await(is_gone, (void *)"While a proposal waits", DRIVER_TIMEOUT_MS));
    return ms;
}

/* What was pressed or moved in the window, as text; the focus does not count. */
static char *felt(int timeout_ms)
{
    GString *out = g_string_new(NULL);
    for (struct sink_event e; sink_next(window, &e, timeout_ms);) {
        if (e.kind == SINK_KEY_PRESS)
            g_string_append(out, e.text);
        else if (!strchr("fFKB", e.kind))
            g_string_append_printf(out, "<%c>", e.kind);
    }
    return g_string_free(out, FALSE);
}

static bool typed(void *data)
{
    GString *all = data;
    g_autofree char *more = felt(10);
    g_string_append(all, more);
    return strstr(all->str, "approved") || strstr(all->str, "another");
}

static int by_size(gconstpointer a, gconstpointer b)
{
    double x1 = *(const double *)a, x2 = *(const double *)b;
    return (x1 > x2) - (x1 < x2);
}

/* After some rejections the run pauses by itself. */
static bool next_or_paused(void *data)
{
    g_autofree char *now = look();
    if (now && strstr(now, "‖ paused")) {
        press("Space"); /* once: a second one would pause it again, and void what it proposes */
        helper_await(is_gone, (void *)"‖ paused", DRIVER_TIMEOUT_MS);
    }
    return now && strstr(now, data);
}

/* The console has read the n: keys that come in one read decide nothing, and behind the n comes the next one. */
static bool is_decided(void *proposal)
{
    g_autofree char *now = look();
    return now && (!strstr(now, proposal) || !strstr(now, "n reject") || strstr(now, "the decision has been sent"));
}

static void drop(const struct hostile *h, guint i, GArray *ms)
{
    g_autofree char *this = g_strdup_printf("proposal %u ", i + 1), *next = g_strdup_printf("proposal %u ", i + 2);
    put_skill("a_hostile.lua", h->text, (gssize)h->length);
    double one = answers(h->family);
    await_text(h->family, "mine");
    press("n");
    if (!helper_await(is_decided, this, DRIVER_TIMEOUT_MS))
        await_text(h->family, "the decision on the proposal");
    double two = answers(h->family); /* while the engine reads the library */
    if (!helper_await(next_or_paused, next, DRIVER_TIMEOUT_MS))
        await_text(h->family, next);
    g_array_append_val(ms, one);
    g_array_append_val(ms, two);
    g_autofree char *pressed = felt(0);
    if (*pressed)
        fail_msg("%s (%s): pressed %s", h->family, h->why, pressed);
}

static void hostile_files__while_a_proposal_waits__the_console_lives_and_nothing_fires(void **state)
{
    (void)state;
    const char *asked = g_getenv("REINS_SOAK") ? g_getenv("LIVE") : NULL, *seed = g_getenv("SEED");
    guint n = asked ? (guint)g_ascii_strtoull(asked, NULL, 10) : SAMPLE;
    g_autoptr(GPtrArray) all = hostile_make(seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 2, n);
    g_autoptr(GArray) ms = g_array_new(FALSE, FALSE, sizeof(double));
    g_autofree char *line =
        g_strdup_printf("TERM=screen-256color exec '%s' run --display %s --brain skiller mine", g_getenv("REINS_BIN"), x.display);
    g_setenv("TMUX_TMPDIR", g_get_home_dir(), TRUE);
    g_free(terminal((const char *const[]){"new-session", "-d", "-x", "120", "-y", "36", line, NULL}));
    await_text("the start", "proposal 1 ");
    g_free(felt(0));
    for (guint i = 0; i < all->len; i++)
        drop(g_ptr_array_index(all, i), i, ms);
    g_array_sort(ms, by_size);
    printf("%u hostile files beside a waiting proposal: the console answered in %.0f ms (median), %.0f ms (slowest)\n", n,
           g_array_index(ms, double, ms->len / 2), g_array_index(ms, double, ms->len - 1));
    put_skill("z_mine.lua", MINE("another text"), -1); /* after the proposal was made */
    await_text("the last proposal", " armed ");
    press("y");
    g_autoptr(GString) text = g_string_new(NULL);
    assert_true(helper_await(typed, text, DRIVER_TIMEOUT_MS));
    if (!g_str_equal(text->str, "as approved"))
        fail_msg("typed \"%s\"", text->str);
    press("Q"); /* an engine whose console goes away would wait for another one */
    await_text("the end", "ended stopped");
    g_autofree char *hostile = g_build_filename(folder, "a_hostile.lua", NULL);
    g_unlink(hostile);
}

/* ---- holds ---- */

static bool much_is_held(void *data)
{
    (void)data;
    return observer_key(x.display, "w") && observer_key(x.display, "Shift_L") && observer_buttons(x.display, NULL, NULL) == 2;
}

static bool nothing_is_held(void *data)
{
    (void)data;
    return observer_keys(x.display) == 0 && observer_buttons(x.display, NULL, NULL) == 0;
}

/* The skill is in its middle; *ret_d is a run that fires it. */
static driver *in_the_middle(void)
{
    const char *words[] = {"run", "--headless", "--display", x.display, "--brain", "skiller", "hold_much", NULL};
    driver *d = driver_start(NULL, words);
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    if (!helper_await(much_is_held, NULL, DRIVER_TIMEOUT_MS))
        fail_msg("it does not hold what it should: %d keys", observer_keys(x.display));
    return d;
}

static void let_go(driver *d)
{
    if (!helper_await(nothing_is_held, NULL, 10000))
        fail_msg("%d keys are still down", observer_keys(x.display));
    driver_free(d);
    g_autofree char *pressed = felt(50);
    if (strstr(pressed, "end"))
        fail_msg("it went on: %s", pressed);
}

static void a_skill__paused_in_the_middle__lets_go(void **state)
{
    (void)state;
    driver *d = in_the_middle();
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    assert_true(nothing_is_held(NULL));
    let_go(d);
}

static void a_skill__stopped_in_the_middle__lets_go(void **state)
{
    (void)state;
    driver *d = in_the_middle();
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_true(nothing_is_held(NULL));
    assert_int_equal(driver_exit(d), 4);
    let_go(d);
}

static void a_skill__whose_engine_is_killed__lets_go(void **state)
{
    (void)state;
    driver *d = in_the_middle();
    kill(d->pid, SIGKILL);
    let_go(d);
}

static void a_skill__whose_hand_is_killed__lets_go(void **state)
{
    (void)state;
    driver *d = in_the_middle();
    kill(child_named(d->pid, "hand"), SIGKILL);
    let_go(d);
}

static int teardown(void **state)
{
    (void)state;
    g_free(terminal((const char *const[]){"kill-server", NULL})); /* also after a failure */
    sink_stop(window);
    xvfb_stop(&x);
    g_free(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_files__while_a_proposal_waits__the_console_lives_and_nothing_fires),
        cmocka_unit_test(a_skill__paused_in_the_middle__lets_go),
        cmocka_unit_test(a_skill__stopped_in_the_middle__lets_go),
        cmocka_unit_test(a_skill__whose_engine_is_killed__lets_go),
        cmocka_unit_test(a_skill__whose_hand_is_killed__lets_go),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
