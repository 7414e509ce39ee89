/* How long the pointer rests at its target before the picture is compared, by what is seen of the program, on a virtual clock. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/hand_port.h"
#include "engine/hand/hover_settle.h"
#include "engine/hand/patience.h"

#define MS 1000
#define START (5 * G_USEC_PER_SEC)
#define NEVER 100000
#define GAP_MS 12

struct program {
    const char *name;
    bool pinged;
    int answers_ms; /* from then on */
    enum turn_says at_first;
    int until_ms; /* so long; where it is held up, it has waited for a processor all that time */
    enum turn_says then;
    int least_ms, most_ms; /* within which it is settled */
    int gap_ms;            /* then it sleeps for GAP_MS */
    bool hangs, tireless, unmoved;
    int now_ms, asked_ms;
    guint32 asked;
    gint64 aimed_at;
};

static bool aim(void *data, gint64 window)
{
    ((struct program *)data)->aimed_at = window;
    return ((const struct program *)data)->pinged;
}

static void rest(void *data)
{
    (void)data;
}

static guint32 ask(void *data)
{
    struct program *p = data;
    p->asked_ms = p->now_ms;
    return ++p->asked;
}

static bool answered(void *data, guint32 question)
{
    const struct program *p = data;
    return question == p->asked && p->now_ms > p->asked_ms && p->now_ms >= p->answers_ms;
}

static enum turn_says turn(void *data, struct turn_times *ret_times)
{
    const struct program *p = data;
    int slept_ms = p->gap_ms ? CLAMP(p->now_ms - p->gap_ms, 0, GAP_MS) : 0;
    *ret_times = (struct turn_times){0};
    if (p->at_first == TURN_HELD_UP)
        ret_times->waited_us = MIN(p->now_ms, p->until_ms) * MS;
    if (p->at_first == TURN_WORKS)
        ret_times->ran_us = (MIN(p->now_ms, p->until_ms) - slept_ms) * MS;
    if (slept_ms > 0 && slept_ms < GAP_MS)
        return TURN_RESTS;
    return p->now_ms < p->until_ms ? p->at_first : p->then;
}

static void settles__once_the_program_has_had_its_turn(void **state)
{
    (void)state;
    struct program rows[] = {
        {"answers at once", true, 0, TURN_RESTS, 0, TURN_RESTS, 50, 60},
        {"is not asked", false, 0, TURN_RESTS, 0, TURN_RESTS, 50, 60},
        {"answers late", true, 900, TURN_WORKS, 900, TURN_RESTS, 920, 940},
        {"gets no processor", true, 0, TURN_HELD_UP, 900, TURN_RESTS, 950, 960},
        {"gets no processor, is not asked", false, 0, TURN_HELD_UP, 900, TURN_RESTS, 950, 960},
        {"never gets one", true, 0, TURN_HELD_UP, NEVER, TURN_RESTS, 3000, 3010, .hangs = true},
        {"does not read its input for a while", false, 0, TURN_BEHIND, 900, TURN_RESTS, 900, 910},
        {"does not read some of its input", false, 0, TURN_BEHIND, NEVER, TURN_RESTS, 3000, 3010},
        {"hangs with its input unread", true, NEVER, TURN_BEHIND, NEVER, TURN_RESTS, 3000, 3010, .hangs = true},
        {"works and never answers", true, NEVER, TURN_WORKS, NEVER, TURN_RESTS, 3000, 3010, .hangs = true},
        {"answers and works all the time", true, 0, TURN_WORKS, NEVER, TURN_RESTS, 3000, 3010},
        {"works all the time", false, 0, TURN_WORKS, NEVER, TURN_RESTS, 3000, 3010, .hangs = true},
        {"answers and always works", true, 0, TURN_WORKS, NEVER, TURN_RESTS, 250, 260, .tireless = true},
        {"always works", false, 0, TURN_WORKS, NEVER, TURN_RESTS, 250, 260, .tireless = true},
        {"works for a while", false, 0, TURN_WORKS, 900, TURN_RESTS, 920, 940},
        {"works for a while, with a gap", false, 0, TURN_WORKS, 900, TURN_RESTS, 920, 940, .gap_ms = 100},
        {"answers, works for a while, with a gap", true, 0, TURN_WORKS, 900, TURN_RESTS, 920, 940, .gap_ms = 100},
        {"still draws when it has answered", true, 0, TURN_WORKS, 120, TURN_RESTS, 140, 150},
        {"takes part in pings, but never answers", true, NEVER, TURN_RESTS, 0, TURN_RESTS, 3000, 3010},
        {"is not visible", true, 0, TURN_UNKNOWN, NEVER, TURN_RESTS, 50, 60},
        {"is not visible, answers late", true, 900, TURN_UNKNOWN, NEVER, TURN_RESTS, 920, 940},
        {"is not visible, is not asked", false, 0, TURN_UNKNOWN, NEVER, TURN_RESTS, 250, 260},
        {"is not visible, the pointer does not move", false, 0, TURN_UNKNOWN, NEVER, TURN_RESTS, 20, 30, .unmoved = true},
        {"its server works", false, 0, TURN_LEFT, NEVER, TURN_RESTS, 250, 260},
        {"its server works, the pointer does not move", false, 0, TURN_LEFT, NEVER, TURN_RESTS, 20, 30, .unmoved = true},
        {"rests, the pointer does not move", false, 0, TURN_RESTS, 0, TURN_RESTS, 20, 30, .unmoved = true},
        {"works for a while, the pointer does not move", false, 0, TURN_WORKS, 900, TURN_RESTS, 920, 940, .unmoved = true},
        {"works all the time, the pointer does not move", false, 0, TURN_WORKS, NEVER, TURN_RESTS, 3000, 3010, .hangs = true,
         .unmoved = true},
        {"is not visible, never answers", true, NEVER, TURN_UNKNOWN, NEVER, TURN_RESTS, 3000, 3010},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct program *p = &rows[i];
        const struct program_port port = {.aim_at = aim, .rest = rest, .ask = ask, .answered = answered, .turn = turn, .data = p};
        struct hover_settle c = {.tireless = p->tireless, .unmoved = p->unmoved};
        gint64 at_us = START;
        hover_settle_moved(&c, START);
        for (gint64 next_us = at_us; next_us > 0;) {
            at_us = next_us;
            p->now_ms = (int)((at_us - START) / MS);
            next_us = hover_settle_wait_us(&c, &port, at_us);
            assert_true(next_us <= 0 || next_us > at_us);
            if (p->hangs != (next_us == HOVER_SETTLE_HANGS) && next_us <= 0)
                fail_msg("%s: it %s", p->name, p->hangs ? "settled" : "hangs");
        }
        if (p->now_ms < p->least_ms || p->now_ms > p->most_ms)
            fail_msg("%s: %d ms", p->name, p->now_ms);
    }
}

/* A wait that comes later has its own patience: the picture may have faded for longer than that. */
static void settled_before__waits_again(void **state)
{
    (void)state;
    struct program p = {.at_first = TURN_RESTS, .until_ms = 4000, .then = TURN_HELD_UP};
    const struct program_port port = {.aim_at = aim, .rest = rest, .ask = ask, .answered = answered, .turn = turn, .data = &p};
    struct hover_settle c = {0};
    hover_settle_moved(&c, START);
    hover_settle_wait_us(&c, &port, START);
    hover_settle_wait_us(&c, &port, START + 50 * MS);
    for (p.now_ms = 100; p.now_ms < 4000; p.now_ms += 100)
        assert_int_equal(hover_settle_wait_us(&c, &port, START + p.now_ms * MS), 0);
    for (p.now_ms = 4000; p.now_ms < 7000; p.now_ms += 100)
        assert_true(hover_settle_wait_us(&c, &port, START + p.now_ms * MS) > 0);
    assert_int_equal(hover_settle_wait_us(&c, &port, START + 7000 * MS), HOVER_SETTLE_HANGS);
}

/* Before the pointer enters a menu the program of that is waited for, which may not be the one under the pointer; also where the
 * pointer has made no step. The next step is waited for where it leads. */
static void another_window__is_waited_for_until_the_next_step(void **state)
{
    (void)state;
    struct program p = {.pinged = true, .then = TURN_RESTS, .aimed_at = -1};
    const struct program_port port = {.aim_at = aim, .rest = rest, .ask = ask, .answered = answered, .turn = turn, .data = &p};
    struct hover_settle c = {0};
    for (int ms = 0; ms < 60; ms += 4) {
        p.now_ms = ms;
        hover_settle_for(&c, 7, START + ms * MS);
        assert_true((hover_settle_wait_us(&c, &port, START + ms * MS) > 0) == (ms < 50));
        assert_int_equal(p.aimed_at, 7);
    }
    hover_settle_moved(&c, START + 60 * MS);
    assert_true(hover_settle_wait_us(&c, &port, START + 60 * MS) > 0);
    assert_int_equal(p.aimed_at, 0);
}

static void picture__rests_after_its_time(void **state)
{
    (void)state;
    struct patience p = {0};
    g_autoptr(frame) f = frame_new(8, 8);
    assert_false(patience_rests(&p, f, START));
    assert_false(patience_rests(&p, f, START + PATIENCE_STILL_US - 1));
    assert_true(patience_rests(&p, f, START + PATIENCE_STILL_US));
    f->pixels[9] ^= 0xff;
    assert_false(patience_rests(&p, f, START + PATIENCE_STILL_US));
    patience_clear(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settles__once_the_program_has_had_its_turn),
        cmocka_unit_test(settled_before__waits_again),
        cmocka_unit_test(another_window__is_waited_for_until_the_next_step),
        cmocka_unit_test(picture__rests_after_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
