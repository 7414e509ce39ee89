/* The kill campaign: random timelines (keys, holds, buttons, drags, wheels, texts that need another keyboard map), and at a
 * random moment the hand is killed, or whoever speaks to it is. Nothing stays down, ever, and the keyboard map is as it was, to
 * the last bit. HAND_KILLS=1000 SEED=… is the whole campaign (`make soak`); here a sample. The other processes' deaths:
 * tests/e2e. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>

#define SAMPLE 40
#define MOMENT_MS 160 /* a timeline is about as long; some are killed before their first event and some after their last */

enum victim { HAND, HAND_AND_NEXT, PEER, TERM, VICTIMS };
static const char *const victim_names[VICTIMS] = {"hand (kill -9)", "hand and the next one (kill -9)", "peer (end-of-file)",
                                                  "hand (SIGTERM)"};

static struct xvfb x;
static char *ledger;
static GRand *rnd;

static int setup(void **state)
{
    (void)state;
    const char *seed = g_getenv("SEED");
    guint32 start = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 20261121;
    print_message("SEED=%u\n", start);
    rnd = g_rand_new_with_seed(start);
    xvfb_start(&x, 640, 480, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    g_rand_free(rnd);
    return left != 0;
}

static int between(int from, int to)
{
    return g_rand_int_range(rnd, from, to);
}

/* ---- random timelines ---- */

static struct timeline_event random_event(void)
{
    static const char *const keys[] = {"a", "A", "w", "exclam", "Shift_L", "Control_L", "Alt_L", "F5", "Return", "Up", "Super_L"};
    static const char *const texts[] = {"plain", "Groß é", "中文字 и по-русски", "😀 ñ Ω", "a\tb\nC"};
    struct timeline_event e = {.type = (enum timeline_type)between(0, TIMELINE_LOOP)};
    e.key = keys[between(0, G_N_ELEMENTS(keys))];
    e.button = between(1, 4);
    switch (e.type) {
    case TIMELINE_KEY_DOWN:
    case TIMELINE_BUTTON_DOWN:
        e.hold_ms = between(0, 3) ? between(1, 5000) : 0;
        break;
    case TIMELINE_MOVE:
        e.x = between(0, 640);
        e.y = between(0, 480);
        e.duration_ms = between(0, 2) ? between(1, 80) : 0;
        break;
    case TIMELINE_SCROLL:
        e.dy = between(1, 6);
        e.duration_ms = between(0, 40);
        break;
    case TIMELINE_TEXT:
        e.text = (char *)texts[between(0, G_N_ELEMENTS(texts))];
        e.duration_ms = between(0, 60);
        break;
    case TIMELINE_WAIT:
        e.duration_ms = between(0, 20);
        break;
    case TIMELINE_KEY_UP:
    case TIMELINE_BUTTON_UP:
    case TIMELINE_LOOP:
    case TIMELINE_TYPE_COUNT:
        break;
    }
    return e;
}

static hand_request *random_request(int id)
{
    struct timeline_event events[24];
    int n = between(1, G_N_ELEMENTS(events) + 1);
    gint64 at_ms = 0;
    for (int i = 0; i < n; i++) {
        events[i] = random_event();
        events[i].at_ms = at_ms;
        at_ms += between(0, 12);
    }
    return request_new(id, events, (gsize)n);
}

static void set_locks(unsigned locked)
{
    Display *dpy = XOpenDisplay(x.display);
    XkbLockModifiers(dpy, XkbUseCoreKbd, LockMask, locked);
    XSync(dpy, False);
    XCloseDisplay(dpy);
}

/* ---- one round ---- */

static void start(struct spawned *s)
{
    spawned_start(s, x.display, ledger);
    spawned_skip(s, HAND_READY);
}

/* What the hand says meanwhile is of no interest; the moment is. */
static void live_on(struct spawned *s, int ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)ms * 1000;
    for (gint64 left; (left = until - g_get_monotonic_time()) > 0;)
        hand_answer_free(spawned_any(s, (int)(left / 1000)));
}

static void kill_it(struct spawned *s, enum victim victim)
{
    int status;
    if (victim == PEER) {
        spawned_clear(s);
        assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
        assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
        return;
    }
    kill(s->pid, victim == TERM ? SIGTERM : SIGKILL);
    assert_int_equal(spawned_end(s), victim == TERM ? 0 : -SIGKILL);
    spawned_clear(s);
}

/* NULL = nothing is down and the map is this one. */
static char *wrong(const char *map)
{
    int keys = observer_keys(x.display);
    unsigned buttons = observer_buttons(x.display, NULL, NULL);
    g_autofree char *now = observer_keymap(x.display);
    g_autofree char *changed = observer_keymap_difference(map, now);
    if (keys == 0 && buttons == 0 && !changed)
        return NULL;
    return g_strdup_printf("%d keys and buttons %x are down; the keyboard map: %s", keys, buttons,
                           changed ? changed : "as it was");
}

/* True when the hand left something to be done (so that the campaign can say that it hit something). */
static bool one_round(int round)
{
    enum victim victim = (enum victim)between(0, VICTIMS);
    int moment = between(0, MOMENT_MS), second = between(0, 30);
    struct spawned hand;
    set_locks(between(0, 3) ? 0 : LockMask);
    g_autofree char *map = observer_keymap(x.display);
    start(&hand);
    request_send(&hand, random_request(round));
    live_on(&hand, moment);
    kill_it(&hand, victim);
    g_autofree char *left = wrong(map);
    if (left && (victim == PEER || victim == TERM)) /* it had the time to do it itself */
        fail_msg("round %d: %s after %d ms: %s", round, victim_names[victim], moment, left);
    if (victim == HAND_AND_NEXT) {
        spawned_start(&hand, x.display, ledger);
        live_on(&hand, second);
        kill_it(&hand, HAND);
    }
    start(&hand);
    g_autofree char *after = wrong(map);
    if (after)
        fail_msg("round %d: %s after %d ms: %s", round, victim_names[victim], moment, after);
    assert_int_equal(spawned_stop(&hand), 0);
    return left != NULL;
}

/* Where no key is a Latin letter's: then keys are lent, too. */
static void second_half(void)
{
    const char *const layout[] = {"setxkbmap", "-layout", "ru", NULL};
    assert_int_equal(helper_run(x.display, layout, NULL), 0);
}

static void kills__nothing_stays_down__the_map_is_as_it_was(void **state)
{
    (void)state;
    const char *asked = g_getenv("HAND_KILLS");
    int rounds = asked ? (int)g_ascii_strtoll(asked, NULL, 10) : SAMPLE, hits = 0;
    for (int i = 0; i < rounds; i++) {
        if (i == rounds / 2)
            second_half();
        hits += one_round(i);
    }
    set_locks(0);
    print_message("%d kills; %d of them left something for the next hand to put right\n", rounds, hits);
    assert_true(hits > 0); /* or the campaign proves nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kills__nothing_stays_down__the_map_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
