/* The kill campaign: random timelines (keys, holds, buttons, drags, wheels, texts that need another keyboard map), and at a
 * random moment the hand is killed, or whoever speaks to it is; or one of them is held up without dying, or the X server is.
 * Nothing stays down, ever, and the keyboard map is as it was, to the last bit. HAND_KILLS=1000 SEED=… is the whole campaign
 * (`make soak`); here a sample. It tells how long something was down; engine and hand together, with their limits of time:
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
#define MOMENT_MS 160     /* a timeline is about as long; some are killed before their first event and some after their last */
#define NO_ANSWER_MS 1000 /* as the engine waits (engine/devices/pulse.h) */

enum victim { HAND, HAND_AND_NEXT, PEER, TERM, STOPPED, SILENT, FROZEN, FROZEN_AND_NEXT, FROZEN_PEER, VICTIMS };
static const char *const victim_names[VICTIMS] = {
    [HAND] = "hand (kill -9)",
    [HAND_AND_NEXT] = "hand and the next one (kill -9)",
    [PEER] = "peer (end-of-file)",
    [TERM] = "hand (SIGTERM)",
    [STOPPED] = "hand (SIGSTOP, killed in vain for an answer)",
    [SILENT] = "peer (stopped: not a word)",
    [FROZEN] = "X server (SIGSTOP), and the hand (kill -9)",
    [FROZEN_AND_NEXT] = "X server (SIGSTOP), the hand and the next one (kill -9)",
    [FROZEN_PEER] = "X server (SIGSTOP), and the peer (end-of-file)",
};

static struct xvfb x;
static char *ledger;
static GRand *rnd;
static gint64 longest_us[VICTIMS];

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
    case TIMELINE_GESTURE:
    case TIMELINE_ACT:
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

struct round {
    int number;
    enum victim victim;
    int moment, second; /* ms: of the first blow, and of the one at the next hand */
    struct spawned hand;
    gint64 since_us;     /* from when on it counts how long something was down */
    bool hit;            /* a hand found something that was left for it */
    bool held, finished; /* as it has said */
};

static void start(struct round *r)
{
    spawned_start(&r->hand, x.display, ledger);
    g_autoptr(hand_answer) ready = spawned_await(&r->hand, HAND_READY);
    r->hit |= ready->keys[0] || ready->buttons[0];
}

/* False: it says nothing in time. */
static bool hear(struct round *r, int timeout_ms)
{
    g_autoptr(hand_answer) a = spawned_any(&r->hand, timeout_ms);
    if (a && a->kind == HAND_HELD)
        r->held = a->keys[0] || a->buttons[0];
    r->finished |= a && a->kind == HAND_FINISHED;
    return a != NULL;
}

static void live_on(struct round *r, int ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)ms * 1000;
    for (gint64 left; (left = until - g_get_monotonic_time()) > 0;)
        hear(r, (int)(left / 1000));
}

static void pulse(struct spawned *s)
{
    hand_request r = {.kind = HAND_PULSE};
    g_autofree char *json = hand_request_to_json(&r);
    spawned_line(s, json);
}

/* Asks for a release as the engine does, and waits for an answer: there is none. */
static void ask_in_vain(struct round *r, int ms)
{
    spawned_request(&r->hand, HAND_RELEASE);
    live_on(r, ms);
    spawned_kill(&r->hand);
}

/* Says nothing more to it, until its timeline is over and nothing of it is held. */
static void fall_silent(struct round *r)
{
    pulse(&r->hand);
    while (r->held || !r->finished) {
        if (!hear(r, SPAWN_WAIT_MS))
            fail_msg("round %d: it holds on although nobody speaks to it", r->number);
    }
}

static void end_of_file(struct spawned *s)
{
    int status;
    spawned_clear(s);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
}

/* With the server frozen no hand can do anything, and the next one cannot even connect. */
static void freeze(struct round *r)
{
    helper_halt(x.pid);
    if (r->victim == FROZEN_PEER) {
        line_stream_free(r->hand.line);
        r->hand.line = NULL;
        kill(x.pid, SIGCONT);
        r->since_us = g_get_monotonic_time();
        end_of_file(&r->hand);
        return;
    }
    ask_in_vain(r, r->second);
    spawned_start(&r->hand, x.display, ledger);
    if (r->victim == FROZEN_AND_NEXT) {
        live_on(r, r->second);
        spawned_kill(&r->hand);
        spawned_start(&r->hand, x.display, ledger);
    }
    kill(x.pid, SIGCONT);
    r->since_us = g_get_monotonic_time();
    g_autoptr(hand_answer) ready = spawned_await(&r->hand, HAND_READY);
    r->hit |= ready->keys[0] || ready->buttons[0];
    assert_int_equal(spawned_stop(&r->hand), 0);
}

/* The hand is no more when it returns, or has let go of everything. */
static void strike(struct round *r)
{
    r->since_us = g_get_monotonic_time();
    switch (r->victim) {
    case PEER:
        end_of_file(&r->hand);
        break;
    case TERM:
        kill(r->hand.pid, SIGTERM);
        assert_int_equal(spawned_end(&r->hand), 0);
        spawned_clear(&r->hand);
        break;
    case STOPPED:
        helper_halt(r->hand.pid);
        ask_in_vain(r, NO_ANSWER_MS);
        break;
    case SILENT:
        fall_silent(r);
        break;
    case FROZEN:
    case FROZEN_AND_NEXT:
    case FROZEN_PEER:
        freeze(r);
        break;
    case HAND:
    case HAND_AND_NEXT:
    case VICTIMS:
        spawned_kill(&r->hand);
        break;
    }
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

/* Those that had, or were given, the time to do it themselves. */
static bool does_it_itself(enum victim v)
{
    return v == PEER || v == TERM || v == SILENT || v == FROZEN || v == FROZEN_AND_NEXT || v == FROZEN_PEER;
}

static void assert_right(const struct round *r, const char *map)
{
    g_autofree char *after = wrong(map);
    if (after)
        fail_msg("round %d: %s after %d ms: %s", r->number, victim_names[r->victim], r->moment, after);
}

/* True when the hand left something to be done (so that the campaign can say that it hit something). */
static bool one_round(int number)
{
    struct round r = {.number = number, .victim = (enum victim)between(0, VICTIMS), .moment = between(0, MOMENT_MS)};
    r.second = between(0, 30);
    set_locks(between(0, 3) ? 0 : LockMask);
    g_autofree char *map = observer_keymap(x.display);
    start(&r);
    r.hit = false;
    request_send(&r.hand, random_request(number));
    live_on(&r, r.moment);
    strike(&r);
    if (does_it_itself(r.victim))
        assert_right(&r, map);
    if (r.victim == SILENT)
        assert_int_equal(spawned_stop(&r.hand), 0);
    if (r.victim == HAND_AND_NEXT) {
        spawned_start(&r.hand, x.display, ledger);
        live_on(&r, r.second);
        spawned_kill(&r.hand);
    }
    start(&r);
    longest_us[r.victim] = MAX(longest_us[r.victim], g_get_monotonic_time() - r.since_us);
    assert_right(&r, map);
    assert_int_equal(spawned_stop(&r.hand), 0);
    return r.hit;
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
    for (int v = 0; v < VICTIMS; v++)
        print_message("all up after at most %.2f s: %s\n", (double)longest_us[v] / G_USEC_PER_SEC, victim_names[v]);
    assert_true(hits > 0); /* or the campaign proves nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kills__nothing_stays_down__the_map_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
