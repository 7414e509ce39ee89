/* Proposal: shown, decided, overtaken. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"
#include "engine/run/deciding.h"

#include <string.h>

static char *approves(const event *e, void *data)
{
    (void)data;
    return e->kind == EVENT_PROPOSAL ? scene_approve(e) : NULL;
}

static char *rejects(const event *e, void *data)
{
    command *c = command_new(COMMAND_REJECT);
    c->id = e->id;
    c->reason = g_strdup(data);
    if (e->kind == EVENT_PROPOSAL)
        return command_line(c);
    command_free(c);
    return NULL;
}

/* "pause", "stop" … when the proposal is there; "" = the eye dies. */
static char *commands(const event *e, void *data)
{
    if (e->kind == EVENT_PROPOSAL && !*(const char *)data)
        scene_kill_eye();
    return e->kind == EVENT_PROPOSAL && *(const char *)data ? g_strdup_printf("{\"command\":\"%s\"}\n", (const char *)data)
                                                            : NULL;
}

static char *edits(int id, const action *a)
{
    command *c = command_new(COMMAND_EDIT);
    c->id = id;
    c->action = action_copy(a);
    return command_line(c);
}

static proposal *proposed(struct scene *s, const char *key)
{
    GError *error = NULL;
    proposal *p = NULL;
    g_autoptr(action) a = scene_press(key);
    if (!step_propose(&s->run, a, "model", &p, &error))
        fail_msg("%s", error->message);
    assert_false(s->run.judge->gate.open);
    return p;
}

static struct memory_proposal *stored(struct scene *s, guint i, guint n)
{
    g_autoptr(GPtrArray) rows = memory_proposals(s->run.store, s->run.id, 0, NULL);
    assert_int_equal(rows->len, n);
    return g_ptr_array_steal_index(rows, i);
}

static void assert_stored(struct scene *s, guint i, guint n, const char *verdict, const char *by)
{
    struct memory_proposal *row = stored(s, i, n);
    assert_string_equal(row->verdict, verdict);
    assert_string_equal(row->decided_by, by);
    memory_proposal_free(row);
}

/* ---- decided ---- */

static void propose__approved__committed_before_it_is_shown(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, approves, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->verdict, GATE_APPROVED);
    assert_null(p->person);
    assert_stored(&s, 0, 1, "approved", "human");
    assert_true(scene_journal_has(&s, "prepared", "model"));
    assert_int_equal(scene_count(&s, "\"verdict\":\"approved\""), 1);
    assert_string_equal(s.run.state, "waiting");
    scene_close(&s);
}

static void propose__rejected__in_the_persons_words(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"wrong key", "the person rejected it: wrong key"},
                                           {"", "the person rejected it, without a reason"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        scene_open(&s, NULL, NULL, rejects, (void *)cases[i][0]);
        scene_look(&s, "", "");
        g_autoptr(proposal) p = proposed(&s, "a");
        assert_int_equal(p->verdict, GATE_REJECTED);
        assert_string_equal(p->person, cases[i][1]);
        assert_int_equal(s.run.judge->repeats.rejected, 1);
        assert_stored(&s, 0, 1, "rejected", "human");
        scene_close(&s);
    }
}

/* The wrong digest, an id of before and one of later open nothing; then the right ones do. */
static char *approves_wrongly_first(const event *e, void *data)
{
    (void)data;
    if (e->kind != EVENT_PROPOSAL)
        return NULL;
    g_autofree char *right = scene_approve(e);
    return g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%064d\"}\n"
                           "{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}\n"
                           "{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}\n%s",
                           e->id, 0, e->id - 1, e->fire.digest, e->id + 1, e->fire.digest, right);
}

static void approve__of_something_else__does_not_count(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, approves_wrongly_first, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->verdict, GATE_APPROVED);
    assert_int_equal(scene_count(&s, "\"level\":\"error\""), 3);
    scene_close(&s);
}

static void propose__cannot_be_done__never_shown(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, approves, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "no-such-key");
    assert_true(p->refused);
    assert_int_equal(p->verdict, GATE_REJECTED);
    assert_null(p->person);
    assert_non_null(strstr(p->reason, "no-such-key"));
    assert_int_equal(scene_count(&s, "\"event\":\"proposal\""), 0);
    assert_int_equal(s.run.judge->repeats.rejected, 0); /* nobody has rejected it */
    assert_int_equal(s.run.proposing->last, 0);
    scene_close(&s);
}

/* ---- edited while it waits ---- */

/* The first is edited, and approved in the same breath: that yes was for what is replaced. Then an old yes for the first, and the
 * right one. */
static char *edits_to_b(const event *e, void *data)
{
    (void)data;
    if (e->kind != EVENT_PROPOSAL)
        return NULL;
    g_autofree char *yes = scene_approve(e);
    if (e->id > 1)
        return g_strdup_printf("{\"command\":\"approve\",\"id\":1,\"digest\":\"%s\"}\n%s", e->fire.digest, yes);
    g_autoptr(action) b = scene_press("b");
    g_autofree char *edit = edits(e->id, b);
    return g_strconcat(edit, yes, NULL);
}

static void edit__while_it_waits__a_proposal_of_its_own(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, edits_to_b, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->id, 2);
    assert_int_equal(p->edited_from, 1);
    assert_int_equal(p->verdict, GATE_APPROVED);
    assert_string_equal(action_get(p->action, "key")->string, "b");
    assert_non_null(strstr(p->person, "the person changed key.press(key = \"a\") into key.press(key = \"b\")"));
    assert_string_equal(p->asked, "an edit is to be approved");
    assert_stored(&s, 0, 2, "edited", "human");
    assert_stored(&s, 1, 2, "approved", "human");
    assert_int_equal(scene_count(&s, "is being edited"), 1);
    assert_int_equal(scene_count(&s, "\"level\":\"error\""), 2);
    assert_int_equal(s.run.control->activity, ACTIVITY_NONE);
    assert_null(s.run.proposing->edit);
    scene_close(&s);
}

/* What does not fit leaves the first one waiting; it is approved when the person has read why. */
static char *edits_wrongly(const event *e, void *data)
{
    static char *yes;
    (void)data;
    if (e->kind == EVENT_NOTICE && strstr(e->text, "still waits"))
        return g_strdup(yes);
    if (e->kind != EVENT_PROPOSAL)
        return NULL;
    yes = scene_approve(e);
    g_autoptr(action) unknown = scene_press("no-such-key");
    return edits(e->id, unknown);
}

static void edit__that_does_not_fit__the_first_still_waits(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, edits_wrongly, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->id, 1);
    assert_int_equal(p->verdict, GATE_APPROVED);
    assert_stored(&s, 0, 1, "approved", "human");
    scene_close(&s);
}

/* ---- overtaken ---- */

static void propose__screen_changes__stale_and_shown_again(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    scene_look(&s, "watch=stale", "");
    g_autoptr(proposal) p = proposed(&s, "a"), again = NULL;
    assert_int_equal(p->verdict, GATE_STALE);
    assert_string_equal(p->reason, "the target has changed");
    assert_stored(&s, 0, 1, "stale", "eye");
    assert_non_null(strstr(scene_told(&s), "\"before\":")); /* both pictures */
    assert_non_null(strstr(s.told, "\"after\":"));
    assert_true(step_propose_again(&s.run, p, "model", &again, NULL));
    assert_int_equal(again->id, 2);
    assert_string_equal(again->shown_again, "the target has changed");
    assert_int_equal(again->edited_from, 0);
    scene_close(&s);
}

static void propose__late_reaction__voided_by_the_eye(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    scene_look(&s, "watch=late", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->verdict, GATE_VOIDED);
    assert_string_equal(p->decided_by, "eye");
    assert_true(s.run.proposing->reacted);
    scene_close(&s);
}

/* Whatever ends the wait, the proposal is void, and that is committed. */
static void propose__wait_ended__voided_in_the_store(void **state)
{
    (void)state;
    static const struct {
        const char *command, *by;
        enum run_error code;
    } cases[] = {{"pause", "human", RUN_ERROR_INTERRUPTED},
                 {"takeover", "human", RUN_ERROR_INTERRUPTED},
                 {"stop", "human", RUN_ERROR_STOPPED},
                 {"", "engine", RUN_ERROR_INTERRUPTED}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        GError *error = NULL;
        proposal *p = NULL;
        g_autoptr(action) a = scene_press("a");
        scene_open(&s, NULL, NULL, commands, (void *)cases[i].command);
        scene_look(&s, "", "");
        assert_false(step_propose(&s.run, a, "model", &p, &error));
        assert_true(g_error_matches(error, RUN_ERROR, (int)cases[i].code));
        assert_null(p);
        assert_stored(&s, 0, 1, "voided", cases[i].by);
        assert_false(s.run.judge->gate.open);
        g_clear_error(&error);
        scene_close(&s);
    }
}

static void propose__expires__voided_by_time(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, "[run]\nexpires_s=1\n", NULL, NULL, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) p = proposed(&s, "a");
    assert_int_equal(p->verdict, GATE_EXPIRED);
    assert_stored(&s, 0, 1, "expired", "timeout");
    scene_close(&s);
}

/* ---- by itself ---- */

static void propose__fuse__fires_by_itself_unless_vetoed(void **state)
{
    (void)state;
    for (int veto = 0; veto < 2; veto++) {
        struct scene s;
        scene_open(&s, "[gate]\nfuse_ms=500\n", NULL, veto ? rejects : NULL, (void *)"no");
        s.run.judge->mode = GATE_WATCH;
        scene_look(&s, "", "");
        g_autoptr(proposal) p = proposed(&s, "a");
        assert_int_equal(p->verdict, veto ? GATE_REJECTED : GATE_AUTO);
        assert_string_equal(p->decided_by, veto ? "human" : "fuse");
        scene_close(&s);
    }
}

static void propose__three_rejections__the_run_pauses(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, rejects, (void *)"no");
    scene_look(&s, "", "");
    for (int i = 0; i < 3; i++) {
        assert_false(control_is_paused(s.run.control));
        g_autoptr(proposal) p = proposed(&s, "a");
    }
    assert_int_equal(s.run.control->state, CONTROL_PAUSED);
    assert_non_null(strstr(s.run.control->pause_reason, "three proposals in a row were rejected"));
    scene_close(&s);
}

static void seed__a_replay__has_that_of_what_it_replays(void **state)
{
    (void)state;
    run_options own = {.brain = (char *)"script"}, replay = {.brain = (char *)"replay:7"};
    assert_int_equal(proposal_seed(&own, 9, 2), (9ULL << 32) | 2);
    assert_int_equal(proposal_seed(&replay, 9, 2), (7ULL << 32) | 2);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(propose__approved__committed_before_it_is_shown),
        cmocka_unit_test(propose__rejected__in_the_persons_words),
        cmocka_unit_test(approve__of_something_else__does_not_count),
        cmocka_unit_test(propose__cannot_be_done__never_shown),
        cmocka_unit_test(edit__while_it_waits__a_proposal_of_its_own),
        cmocka_unit_test(edit__that_does_not_fit__the_first_still_waits),
        cmocka_unit_test(propose__screen_changes__stale_and_shown_again),
        cmocka_unit_test(propose__late_reaction__voided_by_the_eye),
        cmocka_unit_test(propose__wait_ended__voided_in_the_store),
        cmocka_unit_test(propose__expires__voided_by_time),
        cmocka_unit_test(propose__fuse__fires_by_itself_unless_vetoed),
        cmocka_unit_test(propose__three_rejections__the_run_pauses),
        cmocka_unit_test(seed__a_replay__has_that_of_what_it_replays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
