/* A caret that an action has moved, where its blinking hides it in the pictures before and after. */
#include "tests/engine/eye/driver.h"

#define GROUND 0xffffff

static sink *field;

static struct driver *d;

/* What the watch tells besides is no matter. */
static eye_answer *await(enum eye_answer_kind kind)
{
    eye_answer *a = next_answer(d, ANSWER_MS);
    while (a && a->kind == EYE_MATCH && kind != EYE_MATCH) {
        eye_answer_free(a);
        a = next_answer(d, ANSWER_MS);
    }
    assert_non_null(a);
    assert_int_equal(a->kind, kind);
    return a;
}

/* The caret is drawn, or not, and the eye has seen it. */
static void draw(int at_x, guint32 colour)
{
    sink_fill(field, at_x, 30, 2, 16, colour);
    for (bool seen = false; !seen;) {
        g_autoptr(eye_answer) a = await(EYE_MATCH);
        seen = (a->match < 1) == (colour != GROUND);
    }
}

static void blink(int at_x)
{
    draw(at_x, 0);
    draw(at_x, GROUND);
}

static void act(void)
{
    ask(d, (struct eye_request){.kind = EYE_BEGIN});
    eye_answer_free(await(EYE_BEGUN));
}

static eye_observation *look_at_effect(void)
{
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 50, .timeout_ms = 30000});
    g_autoptr(eye_answer) a = await(EYE_OBSERVED);
    return g_steal_pointer(&a->observation);
}

/* A field whose caret has blinked, and is dark. */
static eye_observation *begin_field(void)
{
    const struct area all = {100, 100, 200, 100};
    const struct screen_match_rules rules = {.close = all, .core = all, .tolerance = 8, .min_target = 0.98};
    field = sink_start(x.display, "field", 100, 100, 200, 100, GROUND);
    d = eye_begin(x.display, NULL);
    eye_observation *before = observe(d, 50, 3000);
    assert_false(before->caret_moved);
    ask(d, (struct eye_request){.kind = EYE_WATCH, .rules = rules});
    eye_answer_free(await(EYE_WATCHING));
    blink(30);
    return before;
}

static void end_field(void)
{
    sink_stop(field);
    assert_int_equal(eye_finish(d), 0);
}

static void caret__dark_before_and_after__has_moved(void **state)
{
    (void)state;
    g_autoptr(eye_observation) before = begin_field();
    act();
    blink(60);
    g_autoptr(eye_observation) after = look_at_effect();
    assert_string_equal(after->frame.hash, before->frame.hash);
    assert_true(after->caret_moved);
    act(); /* and nothing has changed since, as far as anybody has seen */
    g_autoptr(eye_observation) same = look_at_effect();
    assert_false(same->caret_moved);
    end_field();
}

/* Where it blinks, it has blinked before. */
static void caret__seen_where_it_was__has_not_moved(void **state)
{
    (void)state;
    g_autoptr(eye_observation) before = begin_field();
    act();
    sink_fill(field, 30, 30, 2, 16, 0);
    g_autoptr(eye_observation) after = look_at_effect();
    assert_string_not_equal(after->frame.hash, before->frame.hash);
    assert_false(after->caret_moved);
    end_field();
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caret__dark_before_and_after__has_moved),
        cmocka_unit_test(caret__seen_where_it_was__has_not_moved),
    };
    return cmocka_run_group_tests(tests, start, end);
}
