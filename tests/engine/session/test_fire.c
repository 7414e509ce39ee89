/* Fire: what the hand says, or does not say, of what it was given, and what is made of it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"
#include "engine/control/run_state.h"
#include "engine/run/deciding.h"

#include <string.h>

static char *approves(const event *e, void *data)
{
    (void)data;
    return e->kind == EVENT_PROPOSAL ? scene_approve(e) : NULL;
}

/* A proposal that the person has approved. */
static proposal *approved(struct scene *s)
{
    GError *error = NULL;
    proposal *p = NULL;
    g_autoptr(action) a = scene_press("a");
    if (!step_propose(&s->run, a, "model", &p, &error))
        fail_msg("%s", error->message);
    assert_int_equal(p->verdict, GATE_APPROVED);
    return p;
}

static proposal *begin(struct scene *s, const char *settings, const char *eye, const char *hand)
{
    scene_open(s, settings, NULL, approves, NULL);
    scene_look(s, eye, hand);
    return approved(s);
}

static void end(struct scene *s, proposal *p)
{
    assert_int_equal(s->run.control->activity, ACTIVITY_NONE);
    proposal_free(p);
    scene_close(s);
}

static void fire__done__effect_by_the_look_afterwards(void **state)
{
    (void)state;
    static const struct {
        const char *eye, *effect, *stage;
    } cases[] = {{"", "changed", "verified"}, {"begin=still", "no_effect", "no_effect"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        proposal *p = begin(&s, NULL, cases[i].eye, "");
        assert_true(step_fire(&s.run, p, NULL));
        assert_true(p->fired);
        assert_string_equal(p->status, "done");
        assert_string_equal(p->effect, cases[i].effect);
        assert_true(scene_journal_has(&s, "granted", "human"));
        assert_true(scene_journal_has(&s, "fired", "hand"));
        assert_true(scene_journal_has(&s, cases[i].stage, "eye"));
        assert_true(s.run.look->fresh);
        assert_int_equal(s.run.judge->repeats.fired, i); /* only what had no effect counts */
        assert_int_equal(scene_count(&s, "\"event\":\"fired\""), 1);
        g_autofree char *events = memory_fired(s.run.store, s.run.id, p->id, NULL);
        assert_non_null(strstr(events, "\"index\":0"));
        end(&s, p);
    }
}

/* Nothing was pressed: the picture that was decided on still is the run's, and nothing is told as fired. */
static void fire__refused_by_the_hand__lapses(void **state)
{
    (void)state;
    static const struct {
        const char *hand;
        enum gate_verdict verdict;
        const char *stage;
    } cases[] = {
        {"fire=stale", GATE_STALE, "stale"}, {"fire=expired", GATE_EXPIRED, "voided"}, {"fire=refused", GATE_VOIDED, "voided"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        proposal *p = begin(&s, NULL, "", cases[i].hand);
        const eye_observation *decided_on = s.run.look->observation;
        assert_true(step_fire(&s.run, p, NULL));
        assert_false(p->fired);
        assert_null(p->effect);
        assert_int_equal(p->verdict, cases[i].verdict);
        assert_true(scene_journal_has(&s, cases[i].stage, "hand"));
        assert_ptr_equal(s.run.look->observation, decided_on);
        assert_int_equal(scene_count(&s, "\"event\":\"fired\""), 0);
        assert_false(control_is_paused(s.run.control));
        end(&s, p);
    }
}

/* What may have been pressed, or half of it, is kept so and never fired again by itself. */
static void fire__without_a_clear_end__uncertain(void **state)
{
    (void)state;
    static const struct {
        const char *hand, *status, *said;
        enum control_state state;
    } cases[] = {
        {"fire=aborted", "uncertain", "it was stopped", CONTROL_RUNNING},
        {"fire=diverted", "aborted", "another window is in the way", CONTROL_RUNNING},
        {"fire=die", "uncertain", "the hand has died while firing", CONTROL_PAUSED},
        {"fire=late", "uncertain", "it was told to stop", CONTROL_RUNNING},
        {"fire=late release=mute", "uncertain", "the hand did not answer", CONTROL_RUNNING},
        {"fire=person", "aborted", "it was told to stop", CONTROL_YIELDED},
        {"fire=lost", "uncertain", "the hand has died while firing", CONTROL_PAUSED},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        proposal *p = begin(&s, NULL, "", cases[i].hand);
        s.run.devices->hand.grace_ms = strstr(cases[i].hand, "late") ? 50 : 5000;
        s.run.devices->hand.abort_ms = strstr(cases[i].hand, "mute") ? 50 : 5000;
        assert_true(step_fire(&s.run, p, NULL));
        assert_true(p->fired);
        if (strcmp(p->status, cases[i].status) != 0)
            fail_msg("%s: %s", cases[i].hand, p->status);
        assert_string_equal(p->effect, "unknown");
        assert_true(scene_journal_has(&s, cases[i].status, "hand"));
        assert_non_null(strstr(scene_told(&s), cases[i].said));
        if (s.run.control->state != cases[i].state)
            fail_msg("%s: %s", cases[i].hand, control_state_name(s.run.control->state));
        assert_non_null(s.run.look->observation);
        end(&s, p);
    }
}

/* The hand has said long after its time how the one before ended: that is not the end of this one. */
static void fire__answer_to_the_one_before__is_not_taken(void **state)
{
    (void)state;
    struct scene s;
    proposal *first = begin(&s, NULL, "", "fire=hoard release=mute");
    s.run.devices->hand.grace_ms = s.run.devices->hand.abort_ms = 50;
    assert_true(step_fire(&s.run, first, NULL));
    assert_string_equal(first->status, "uncertain");
    proposal *second = approved(&s);
    assert_true(step_fire(&s.run, second, NULL));
    assert_string_equal(second->status, "uncertain");
    proposal_free(first);
    end(&s, second);
}

static void fire__yes_taken_back__never_reaches_the_hand(void **state)
{
    (void)state;
    struct scene s;
    proposal *p = begin(&s, NULL, "", "");
    assert_true(gate_take_back(&s.run.judge->gate, GATE_REJECTED, "human", "not that"));
    assert_true(step_fire(&s.run, p, NULL));
    assert_false(p->fired);
    assert_int_equal(p->verdict, GATE_REJECTED);
    assert_non_null(strstr(p->person, "withdrew the approval"));
    assert_false(scene_journal_has(&s, "granted", "human"));
    run_hand_let_go(&s.run);
    assert_null(strstr(scene_hand_heard(&s, "\"release\""), "\"fire\""));
    end(&s, p);
}

static char *approves_then_pauses(const event *e, void *data)
{
    bool firing = e->kind == EVENT_STATE && g_strcmp0(e->state, "firing") == 0;
    return firing ? command_line(command_new(COMMAND_PAUSE)) : approves(e, data);
}

/* The eye does not answer, so the pause comes before the hand has anything. */
static void fire__pause_before_the_hand_has_it__voided(void **state)
{
    (void)state;
    struct scene s;
    GError *error = NULL;
    scene_open(&s, NULL, NULL, approves_then_pauses, NULL);
    scene_look(&s, "begin=mute", "");
    proposal *p = approved(&s);
    assert_false(step_fire(&s.run, p, &error));
    assert_true(g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED));
    assert_false(p->fired);
    assert_int_equal(p->verdict, GATE_VOIDED);
    assert_string_equal(p->reason, "paused before it was fired");
    assert_null(strstr(scene_hand_heard(&s, "\"release\""), "\"fire\""));
    g_clear_error(&error);
    end(&s, p);
}

static void fire__mode_dry__fires_nothing(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, approves, NULL);
    s.run.judge->mode = GATE_DRY;
    scene_look(&s, "", "");
    proposal *p = approved(&s);
    assert_true(step_fire(&s.run, p, NULL));
    assert_false(p->fired);
    assert_false(child_running(&s.run.devices->hand.process));
    assert_int_equal(scene_count(&s, "is approved and not fired"), 1);
    end(&s, p);
}

/* A grant runs from the yes: what came too late is void, and the hand is told so. */
static void fire__grant_over__the_hand_is_given_nothing_left(void **state)
{
    (void)state;
    struct scene s;
    proposal *p = begin(&s, NULL, "", "fire=expired");
    s.run.judge->gate.approved_us -= 60 * G_USEC_PER_SEC;
    assert_true(step_fire(&s.run, p, NULL));
    assert_non_null(strstr(scene_hand_heard(&s, "\"fire\""), "\"approval_ms\":0,"));
    assert_int_equal(p->verdict, GATE_EXPIRED);
    end(&s, p);
}

/* It is done all the same: never again by itself. */
static void fire__eye_fails_afterwards__done_with_an_unknown_effect(void **state)
{
    (void)state;
    static const struct {
        const char *eye;
        enum run_error code;
    } cases[] = {{"verify=fail", RUN_ERROR_FAILED}, {"verify=die", RUN_ERROR_INTERRUPTED}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        GError *error = NULL;
        proposal *p = begin(&s, NULL, cases[i].eye, "");
        assert_false(step_fire(&s.run, p, &error));
        assert_true(g_error_matches(error, RUN_ERROR, (int)cases[i].code));
        assert_true(p->fired);
        assert_string_equal(p->status, "done");
        assert_string_equal(p->effect, "unknown");
        assert_true(scene_journal_has(&s, "uncertain", "eye"));
        assert_non_null(s.run.look->observation);
        g_clear_error(&error);
        end(&s, p);
    }
}

/* What is down when the action is over outlives it, and a pause remembers it. */
static void fire__key_held_on__is_lost_with_a_pause_and_kept(void **state)
{
    (void)state;
    struct scene s;
    proposal *p = begin(&s, NULL, "", "fire=hold");
    assert_true(step_fire(&s.run, p, NULL));
    assert_string_equal(s.run.holds->keys[0], "w");
    run_pause(&s.run, "human", "a break");
    assert_int_equal(s.run.holds->lost->len, 1);
    const struct run_hold *lost = g_ptr_array_index(s.run.holds->lost, 0);
    assert_string_equal(lost->name, "w");
    assert_true(run_hold_left_ms(lost) > 0);
    g_autofree char *kept = memory_state_at(s.run.store, s.run.id, G_MAXINT64, NULL, NULL);
    assert_non_null(strstr(kept, "\"w\"")); /* an engine that dies now asks for it again */
    end(&s, p);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fire__done__effect_by_the_look_afterwards),
        cmocka_unit_test(fire__refused_by_the_hand__lapses),
        cmocka_unit_test(fire__without_a_clear_end__uncertain),
        cmocka_unit_test(fire__answer_to_the_one_before__is_not_taken),
        cmocka_unit_test(fire__yes_taken_back__never_reaches_the_hand),
        cmocka_unit_test(fire__pause_before_the_hand_has_it__voided),
        cmocka_unit_test(fire__mode_dry__fires_nothing),
        cmocka_unit_test(fire__grant_over__the_hand_is_given_nothing_left),
        cmocka_unit_test(fire__eye_fails_afterwards__done_with_an_unknown_effect),
        cmocka_unit_test(fire__key_held_on__is_lost_with_a_pause_and_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
