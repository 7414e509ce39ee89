/* Commands: what each does, and that one which does not fit changes nothing. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"

#include "engine/display/display.h"
#include "engine/commands/drive.h"
#include "engine/commands/command.h"
#include "engine/run/deciding.h"
#include "engine/control/run_state.h"
#include "engine/step/procedural.h"
#include "engine/control/wait.h"

#include <string.h>

static void obey(struct scene *s, const char *json)
{
    GError *error = NULL;
    g_autoptr(command) c = command_from_json(json, strlen(json), &error);
    if (!c)
        fail_msg("%s: %s", json, error->message);
    command_obey(&s->run, c);
}

/* One more notice of level error than before. */
static void obey_refused(struct scene *s, const char *json)
{
    int before = scene_count(s, "\"level\":\"error\"");
    obey(s, json);
    if (scene_count(s, "\"level\":\"error\"") != before + 1)
        fail_msg("%s: nothing was refused", json);
}

static void waits(struct scene *s, int tier)
{
    gate_open(&s->run.judge->gate, 2, "abc", tier, tier == 3 ? "send" : "", 0, g_get_monotonic_time());
}

#define REJECT "{\"command\":\"reject\",\"id\":2,\"reason\":\"no\"}"
#define APPROVE "{\"command\":\"approve\",\"id\":2,\"digest\":\"abc\"}"

/* ---- what does not fit ---- */

static void command__with_nothing_to_it__is_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        APPROVE,
        REJECT,
        "{\"command\":\"hold\",\"id\":2}",
        "{\"command\":\"edit\",\"id\":2,\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"a\"}}}",
        "{\"command\":\"resume\"}",
        "{\"command\":\"handback\",\"note\":\"done\"}",
        "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"a\"}}}",
        "{\"command\":\"leave_out\"}",
        "{\"command\":\"animated\",\"scope\":\"everything\"}",
        "{\"command\":\"mode\",\"mode\":\"wild\"}",
        "{\"command\":\"grant\",\"until\":\"doomsday\",\"value\":1}",
        "{\"command\":\"revoke\",\"grant\":7}",
        "{\"command\":\"board\",\"board\":\"none\",\"verb\":\"go\",\"row\":1}",
        "{\"command\":\"module_edit\",\"module\":\"none\",\"output\":{}}",
        "{\"command\":\"terminal\",\"title\":\"short\"}",
    };
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
        obey_refused(&s, lines[i]);
    assert_int_equal(s.run.control->state, CONTROL_RUNNING);
    assert_int_equal(s.run.judge->mode, GATE_STEP);
    assert_int_equal(s.run.control->hint->len, 0);
    assert_false(s.run.control->interrupt || s.run.control->redo || s.run.control->stop);
    assert_null(s.run.proposing->edit);
    scene_close(&s);
}

/* ---- a decision ---- */

static void approve__wrong_digest_or_word__it_goes_on_waiting(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 3);
    obey_refused(&s, "{\"command\":\"approve\",\"id\":2,\"digest\":\"abd\",\"word\":\"send\"}");
    obey_refused(&s, "{\"command\":\"approve\",\"id\":1,\"digest\":\"abc\",\"word\":\"send\"}");
    obey_refused(&s, APPROVE);
    assert_true(s.run.judge->gate.open);
    obey(&s, "{\"command\":\"approve\",\"id\":2,\"digest\":\"abc\",\"word\":\"send\"}");
    assert_int_equal(s.run.judge->gate.verdict, GATE_APPROVED);
    obey_refused(&s, "{\"command\":\"approve\",\"id\":2,\"digest\":\"abc\",\"word\":\"send\"}");
    scene_close(&s);
}

/* The yes may be taken back as long as the hand has nothing. */
static void reject__after_the_yes__until_it_is_sent(void **state)
{
    (void)state;
    for (int sent = 0; sent < 2; sent++) {
        struct scene s;
        scene_open(&s, NULL, NULL, NULL, NULL);
        waits(&s, 1);
        obey(&s, APPROVE);
        s.run.judge->gate.sent = sent;
        if (sent)
            obey_refused(&s, REJECT);
        else
            obey(&s, REJECT);
        assert_int_equal(s.run.judge->gate.verdict, sent ? GATE_APPROVED : GATE_REJECTED);
        scene_close(&s);
    }
}

static void edit__puts_the_fuse_out_and_takes_no_other(void **state)
{
    (void)state;
    static const char edit[] = "{\"command\":\"edit\",\"id\":2,\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"b\"}}}";
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 1);
    assert_true(gate_light(&s.run.judge->gate, 1000, g_get_monotonic_time()));
    obey(&s, edit);
    assert_int_equal(s.run.judge->gate.fuse_us, 0);
    assert_non_null(s.run.proposing->edit);
    obey_refused(&s, edit);
    obey_refused(&s, APPROVE);
    g_clear_pointer(&s.run.proposing->edit, action_free);
    activity_change(s.run.control, ACTIVITY_EDITING); /* the edit is being dry-run */
    obey_refused(&s, edit);
    obey_refused(&s, APPROVE);
    activity_change(s.run.control, ACTIVITY_NONE);
    obey(&s, REJECT);
    assert_int_equal(s.run.judge->gate.verdict, GATE_REJECTED);
    scene_close(&s);
}

static void hold__fuse_out_or_taken_back(void **state)
{
    (void)state;
    static const char hold[] = "{\"command\":\"hold\",\"id\":2}";
    struct scene s;
    gint64 now = g_get_monotonic_time();
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 1);
    obey_refused(&s, hold); /* it asks already */
    gate_light(&s.run.judge->gate, 1000, now);
    obey(&s, hold);
    assert_int_equal(s.run.judge->gate.fuse_us, 0);
    assert_true(s.run.judge->gate.open);
    gate_light(&s.run.judge->gate, 1, now - G_USEC_PER_SEC);
    gate_tick(&s.run.judge->gate, now);
    assert_int_equal(s.run.judge->gate.verdict, GATE_AUTO);
    obey(&s, hold); /* in the moment in which it fired by itself */
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED);
    scene_close(&s);
}

/* ---- whose turn it is ---- */

static void pause_takeover_handback__and_what_was_said(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 1);
    obey(&s, "{\"command\":\"pause\"}");
    assert_int_equal(s.run.control->state, CONTROL_PAUSED);
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED);
    assert_true(s.run.control->interrupt);
    obey_refused(&s, "{\"command\":\"pause\"}");
    obey(&s, "{\"command\":\"takeover\"}");
    assert_int_equal(s.run.control->state, CONTROL_TAKEN_OVER);
    assert_string_equal(s.run.control->pause_reason, "paused by the person"); /* of the pause that it is */
    obey(&s, "{\"command\":\"handback\",\"note\":\"I have logged in\"}");
    assert_int_equal(s.run.control->state, CONTROL_RUNNING); /* there is no hand that would have to let go */
    assert_non_null(strstr(s.run.control->hint->str, "says on handing back: I have logged in"));
    g_autofree char *kept = memory_state_at(s.run.store, s.run.id, G_MAXINT64, NULL, NULL);
    assert_non_null(strstr(kept, "I have logged in"));
    struct memory_run *row = memory_run_get(s.run.store, s.run.id, NULL);
    assert_string_equal(row->status, "running");
    memory_run_free(row);
    scene_close(&s);
}

/* With a hand, input from before it has let go is the person's own, and pauses nothing. */
static void resume__until_the_hand_has_let_go(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    scene_look(&s, "", "");
    obey(&s, "{\"command\":\"takeover\"}");
    obey(&s, "{\"command\":\"resume\"}");
    assert_int_equal(s.run.control->state, CONTROL_RESUMING);
    s.run.control->interrupt = false;
    while (s.run.control->state == CONTROL_RESUMING)
        assert_false(wait_until(&s.run, NULL, NULL, g_get_monotonic_time() + 20 * 1000, NULL));
    assert_int_equal(s.run.control->state, CONTROL_RUNNING);
    scene_close(&s);
}

/* What was typed before the hand-back goes before it; a pause after it is what holds. */
static void resume__behind_what_is_still_to_be_driven(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    obey(&s, "{\"command\":\"takeover\"}");
    obey_refused(&s, "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"a\"}}}"); /* no sandbox */
    control_drive(s.run.control, scene_press("a"), 0, 0);
    obey(&s, "{\"command\":\"handback\",\"note\":\"\"}");
    assert_int_equal(s.run.control->state, CONTROL_TAKEN_OVER);
    assert_int_equal(s.run.control->to_obey->kind, COMMAND_HANDBACK);
    assert_true(drive_busy(&s.run));
    obey(&s, "{\"command\":\"pause\"}");
    assert_int_equal(s.run.control->state, CONTROL_PAUSED);
    assert_null(s.run.control->to_obey);
    assert_false(drive_busy(&s.run));
    scene_close(&s);
}

static void stop__the_first_reason_stays(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 1);
    obey(&s, "{\"command\":\"stop\"}");
    run_stop(&s.run, "engine", "signal SIGTERM");
    assert_string_equal(s.run.control->stop_reason, "stopped by the person");
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED);
    scene_close(&s);
}

/* ---- mode, grants ---- */

static void mode__dry__ends_grants_and_takes_back(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    obey(&s, "{\"command\":\"grant\",\"until\":\"count\",\"value\":3}");
    assert_non_null(grants_cover(&s.run.judge->grants, 1, 0, g_get_monotonic_time()));
    waits(&s, 1);
    gate_light(&s.run.judge->gate, 1000, g_get_monotonic_time());
    obey(&s, "{\"command\":\"mode\",\"mode\":\"risk\"}");
    assert_int_equal(s.run.judge->gate.fuse_us, 0); /* lit under the mode of before */
    assert_true(s.run.judge->gate.open);
    obey(&s, APPROVE);
    obey(&s, "{\"command\":\"mode\",\"mode\":\"dry\"}");
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED);
    assert_null(grants_cover(&s.run.judge->grants, 1, 0, g_get_monotonic_time()));
    obey_refused(&s, "{\"command\":\"grant\",\"until\":\"count\",\"value\":3}");
    assert_int_equal(scene_count(&s, "\"event\":\"mode\""), 2);
    scene_close(&s);
}

static void grant__paused__refused_and_all_ended(void **state)
{
    (void)state;
    static const char grant[] = "{\"command\":\"grant\",\"until\":\"count\",\"value\":3}";
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    obey(&s, grant);
    obey(&s, grant);
    obey(&s, "{\"command\":\"pause\"}");
    assert_int_equal(scene_count(&s, "\"status\":\"paused\""), 2);
    obey_refused(&s, grant);
    scene_close(&s);
}

/* What it has decided and the hand does not have is taken back with it. */
static void revoke__takes_back_what_it_decided(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    obey(&s, "{\"command\":\"grant\",\"until\":\"count\",\"value\":3}");
    waits(&s, 1);
    gate_pass(&s.run.judge->gate, "grant:1", g_get_monotonic_time());
    obey(&s, "{\"command\":\"revoke\",\"grant\":1}");
    assert_int_equal(s.run.judge->gate.verdict, GATE_VOIDED);
    assert_int_equal(scene_count(&s, "\"status\":\"revoked\""), 1);
    scene_close(&s);
}

/* ---- the rest ---- */

static void say__for_the_next_step__up_to_a_limit(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    obey(&s, "{\"command\":\"say\",\"text\":\"left\"}");
    obey(&s, "{\"command\":\"say\",\"text\":\"then right\"}");
    assert_string_equal(s.run.control->hint->str, "left\nthen right");
    g_autofree char *much = g_strnfill(9990, 'x'), *line = g_strdup_printf("{\"command\":\"say\",\"text\":\"%s\"}", much);
    obey_refused(&s, line);
    assert_string_equal(s.run.control->hint->str, "left\nthen right");
    scene_close(&s);
}

/* Only what a person does says that they are there: not what a console says by itself. */
static void sign__of_a_person__not_of_a_console(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        bool person;
    } cases[] = {{"{\"command\":\"present\"}", true},
                 {"{\"command\":\"watched\"}", false},
                 {"{\"command\":\"hold\",\"id\":2}", false},
                 {"{\"command\":\"terminal\",\"title\":\"\"}", false},
                 {"{\"command\":\"say\",\"text\":\"hm\"}", true}};
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        s.run.control->sign_us = 0;
        obey(&s, cases[i].line);
        assert_int_equal(s.run.control->sign_us != 0, cases[i].person);
    }
    scene_close(&s);
}

/* What waits was compared in another way. */
static void animated__changes__what_waits_is_shown_anew(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    waits(&s, 1);
    obey(&s, "{\"command\":\"animated\",\"scope\":\"none\"}"); /* as it is */
    assert_true(s.run.judge->gate.open);
    obey(&s, "{\"command\":\"animated\",\"scope\":\"window\"}");
    assert_int_equal(s.run.judge->gate.verdict, GATE_STALE);
    assert_int_equal(s.run.proposing->animated, PROFILE_ANIMATED_WINDOW);
    scene_close(&s);
}

/* From the window's corner where the place is inside of it. */
static void leave_out__what_followed_the_pointer(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    scene_look(&s, "", "");
    s.run.proposing->follows = (struct area){4, 6, 20, 8};
    waits(&s, 1);
    obey(&s, "{\"command\":\"leave_out\"}");
    assert_int_equal(s.run.judge->gate.verdict, GATE_STALE);
    assert_string_equal(s.run.judge->gate.reason, "20×8 at 4,6 is left out now");
    const struct profile_ignore *place = &g_array_index(s.run.proposing->left_out, struct left_out, 0).place;
    assert_false(place->from_screen);
    assert_int_equal(place->width, 20);
    obey_refused(&s, "{\"command\":\"leave_out\"}"); /* once */
    scene_close(&s);
}

static void skills__accepted_with_the_next_step__not_without_end(void **state)
{
    (void)state;
    g_autofree char *line = g_strdup_printf("{\"command\":\"skill_accept\",\"name\":\"x\",\"sha256\":\"%064d\"}", 1);
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    for (int i = 0; i < 100; i++)
        obey(&s, line);
    obey_refused(&s, line);
    assert_int_equal(s.run.skills->to_curate->len, 100);
    scene_close(&s);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command__with_nothing_to_it__is_refused),
        cmocka_unit_test(approve__wrong_digest_or_word__it_goes_on_waiting),
        cmocka_unit_test(reject__after_the_yes__until_it_is_sent),
        cmocka_unit_test(edit__puts_the_fuse_out_and_takes_no_other),
        cmocka_unit_test(hold__fuse_out_or_taken_back),
        cmocka_unit_test(pause_takeover_handback__and_what_was_said),
        cmocka_unit_test(resume__until_the_hand_has_let_go),
        cmocka_unit_test(resume__behind_what_is_still_to_be_driven),
        cmocka_unit_test(stop__the_first_reason_stays),
        cmocka_unit_test(mode__dry__ends_grants_and_takes_back),
        cmocka_unit_test(grant__paused__refused_and_all_ended),
        cmocka_unit_test(revoke__takes_back_what_it_decided),
        cmocka_unit_test(say__for_the_next_step__up_to_a_limit),
        cmocka_unit_test(sign__of_a_person__not_of_a_console),
        cmocka_unit_test(animated__changes__what_waits_is_shown_anew),
        cmocka_unit_test(leave_out__what_followed_the_pointer),
        cmocka_unit_test(skills__accepted_with_the_next_step__not_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
