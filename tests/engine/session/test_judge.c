/* Judge: who decides on a proposal, before and without a person. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"

#include "engine/run/oneshot.h"
#include "engine/run/deciding.h"
#include "engine/control/granting.h"
#include "engine/picture/frame.h"

#include <string.h>

/* ---- what is given its part alone ---- */

static proposal *of(const char *key, enum gate_way way, enum gate_verdict verdict)
{
    proposal *p = g_new0(proposal, 1);
    p->action = scene_press(key);
    p->timeline = timeline_new();
    p->digest = g_strdup(key);
    p->way = way;
    p->verdict = verdict;
    return p;
}

static void fired(struct run_repeats *r, const char *key, const char *effect)
{
    g_autoptr(proposal) p = of(key, GATE_ASKS, GATE_APPROVED);
    p->fired = effect != NULL;
    p->effect = effect;
    proposal_note_effect(r, p);
}

static void repeats__no_effect__counted_for_the_same_action(void **state)
{
    (void)state;
    struct run_judge *j = run_judge_new();
    struct run_repeats *r = &j->repeats;
    fired(r, "a", "no_effect");
    fired(r, "a", "no_effect");
    assert_int_equal(r->fired, 2);
    fired(r, "a", NULL); /* that one was not fired */
    assert_int_equal(r->fired, 2);
    fired(r, "b", "no_effect");
    assert_int_equal(r->fired, 1);
    fired(r, "b", "changed");
    assert_int_equal(r->fired, 0);
    r->stale = 2;
    fired(r, "b", "unknown");
    assert_int_equal(r->stale, 0); /* something was fired */
    run_judge_free(j);
}

static char *stale(struct run_repeats *r, enum gate_way way, enum gate_verdict verdict, const char *by)
{
    g_autoptr(proposal) p = of("a", way, verdict);
    p->decided_by = g_strdup(by);
    p->reason = g_strdup("the target has changed");
    return proposal_note_stale(r, p);
}

static void repeats__stale_by_itself__three_pause(void **state)
{
    (void)state;
    struct run_judge *j = run_judge_new();
    struct run_repeats *r = &j->repeats;
    assert_null(stale(r, GATE_ASKS, GATE_STALE, "eye")); /* a person saw it: nothing is paid for in vain */
    assert_null(stale(r, GATE_FUSES, GATE_REJECTED, "human"));
    assert_null(stale(r, GATE_FUSES, GATE_VOIDED, "engine"));
    assert_int_equal(r->stale, 0);
    assert_null(stale(r, GATE_FUSES, GATE_STALE, "eye"));
    assert_null(stale(r, GATE_FIRES, GATE_STALE, "hand"));
    g_autofree char *why = stale(r, GATE_FUSES, GATE_STALE, "eye");
    assert_non_null(strstr(why, "went stale before they were fired, the last because the target has changed"));
    assert_int_equal(r->stale, 0);
    assert_null(stale(r, GATE_FIRES, GATE_VOIDED, "hand"));
    assert_null(stale(r, GATE_FIRES, GATE_VOIDED, "hand"));
    g_autofree char *cannot = stale(r, GATE_FIRES, GATE_VOIDED, "hand");
    assert_non_null(strstr(cannot, "could not be fired"));
    run_judge_free(j);
}

static const char *decided(struct run_repeats *r, enum gate_verdict verdict, bool refused)
{
    g_autoptr(proposal) p = of("a", GATE_ASKS, verdict);
    p->refused = refused;
    return proposal_note_verdict(r, p);
}

static void repeats__rejections__three_in_a_row_pause(void **state)
{
    (void)state;
    struct run_judge *j = run_judge_new();
    struct run_repeats *r = &j->repeats;
    assert_null(decided(r, GATE_REJECTED, false));
    assert_null(decided(r, GATE_REJECTED, false));
    assert_null(decided(r, GATE_APPROVED, false));
    assert_null(decided(r, GATE_REJECTED, false));
    assert_null(decided(r, GATE_REJECTED, true)); /* never shown to anybody */
    assert_null(decided(r, GATE_STALE, false));
    assert_null(decided(r, GATE_REJECTED, false));
    assert_non_null(decided(r, GATE_REJECTED, false));
    assert_null(decided(r, GATE_REJECTED, false)); /* counted anew */
    run_judge_free(j);
}

static void choose__mode_rules_grants_and_who_is_there(void **state)
{
    (void)state;
    static const struct {
        enum gate_mode mode;
        int tier;
        const char *denied, *asked, *allowed;
        bool granted, away;
        enum gate_way way;
        const char *by;
    } cases[] = {
        {GATE_STEP, 1, NULL, NULL, NULL, false, false, GATE_ASKS, NULL},
        {GATE_STEP, 1, NULL, NULL, "rule:r", false, true, GATE_FIRES, "rule:r"}, /* a rule holds with nobody there */
        {GATE_STEP, 2, NULL, NULL, "rule:r", false, false, GATE_ASKS, NULL},
        {GATE_STEP, 1, NULL, "why", "rule:r", true, false, GATE_ASKS, NULL},
        {GATE_STEP, 1, "rule:d", "why", "rule:r", true, false, GATE_DENIES, "rule:d"},
        {GATE_STEP, 1, NULL, NULL, NULL, true, false, GATE_FIRES, "grant:1"},
        {GATE_STEP, 1, NULL, NULL, NULL, true, true, GATE_ASKS, NULL},
        {GATE_STEP, 2, NULL, NULL, NULL, true, false, GATE_ASKS, NULL}, /* above the grant's tier */
        {GATE_RISK, 1, NULL, NULL, NULL, false, false, GATE_FUSES, NULL},
        {GATE_RISK, 1, NULL, NULL, NULL, false, true, GATE_ASKS, NULL},
        {GATE_RISK, 2, NULL, NULL, NULL, false, false, GATE_ASKS, NULL},
        {GATE_WATCH, 2, NULL, NULL, NULL, false, false, GATE_FUSES, NULL},
        {GATE_WATCH, 3, NULL, NULL, NULL, false, false, GATE_ASKS, NULL},
        {GATE_DRY, 0, NULL, NULL, "rule:r", false, false, GATE_ASKS, NULL},
    };
    g_autoptr(config) cfg = config_load_text("[gate]\nfuse_ms=1234\n", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct run_judge *j = run_judge_new();
        g_autoptr(proposal) p = of("a", GATE_ASKS, GATE_WAITING);
        j->mode = cases[i].mode;
        p->policy.tier = cases[i].tier;
        p->policy.reasons = g_ptr_array_new_with_free_func((GDestroyNotify)policy_reason_free);
        p->denied_by = cases[i].denied;
        p->asked = g_strdup(cases[i].asked);
        p->allowed_by = cases[i].allowed;
        p->allowed_tier = 1;
        if (cases[i].granted)
            assert_non_null(grants_add(&j->grants, "count", 2, 1, 0, 0, g_get_monotonic_time(), NULL));
        proposal_choose(j, cfg, p, !cases[i].away);
        if (p->way != cases[i].way || g_strcmp0(p->way_by, cases[i].by) != 0)
            fail_msg("case %d: way %d by %s", (int)i, (int)p->way, p->way_by ? p->way_by : "nobody");
        assert_int_equal(p->fuse_ms, p->way == GATE_FUSES ? 1234 : 0);
        assert_int_equal(p->grant, g_strcmp0(p->way_by, "grant:1") == 0);
        run_judge_free(j);
    }
}

static void explanation__tells__the_way_and_each_reason(void **state)
{
    (void)state;
    g_autoptr(proposal) p = of("a", GATE_DENIES, GATE_REJECTED);
    p->id = 7;
    p->way_by = "rule:no-a";
    p->policy.tier = 1;
    p->policy.rule = g_strdup("key");
    p->policy.evidence = g_strdup("a key is pressed");
    p->policy.reasons = g_ptr_array_new_with_free_func((GDestroyNotify)policy_reason_free);
    policy_add(&p->policy, "key", POLICY_TIER, 1, "a key is pressed");
    policy_add(&p->policy, "rule:no-a", POLICY_DENY, -1, "key=a");
    policy_add(&p->policy, "grant:1", POLICY_GRANT, -1, "a grant covers it");
    g_autofree char *text = proposal_explanation(p);
    assert_string_equal(text, "proposal 7: tier 1 by key (a key is pressed); denied by rule:no-a; deny rule:no-a: key=a; "
                              "grant:1: a grant covers it");
}

/* ---- whole proposals ---- */

static char *approves(const event *e, void *data)
{
    (void)data;
    return e->kind == EVENT_PROPOSAL ? scene_approve(e) : NULL;
}

static proposal *proposed(struct scene *s, const char *key)
{
    GError *error = NULL;
    proposal *p = NULL;
    g_autoptr(action) a = scene_press(key);
    if (!step_propose(&s->run, a, "model", &p, &error))
        fail_msg("%s", error->message);
    return p;
}

#define DENY_A "[rule no]\nverdict=deny\nkey=a\n"
#define ASK_A "[rule ask]\nverdict=ask\nkey=a\n"
#define ALLOW_A "[rule yes]\nverdict=allow\nkey=a\nmax_fires=1\n"

static void rules__deny_before_ask_before_allow(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        enum gate_mode mode;
        enum gate_verdict verdict;
        const char *by;
    } cases[] = {
        {ALLOW_A ASK_A DENY_A, GATE_STEP, GATE_REJECTED, "rule:no"},
        {ALLOW_A ASK_A, GATE_STEP, GATE_APPROVED, "human"},
        {ALLOW_A, GATE_STEP, GATE_AUTO, "rule:yes"},
        {DENY_A, GATE_WATCH, GATE_REJECTED, "rule:no"},
        {ASK_A, GATE_WATCH, GATE_APPROVED, "human"},
        {ALLOW_A, GATE_DRY, GATE_APPROVED, "human"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        scene_open(&s, cases[i].settings, NULL, strstr(cases[i].settings, "deny") ? NULL : approves, NULL);
        s.run.judge->mode = cases[i].mode;
        scene_look(&s, "", "");
        g_autoptr(proposal) p = proposed(&s, "a");
        assert_int_equal(p->verdict, cases[i].verdict);
        assert_string_equal(p->decided_by, cases[i].by);
        if (p->verdict == GATE_REJECTED) {
            assert_string_equal(p->person, "the person's rule:no forbids it");
            assert_int_equal(scene_count(&s, "\"event\":\"proposal\""), 1); /* shown all the same */
        }
        scene_close(&s);
    }
}

static void rules__max_fires__counted_in_the_run(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, ALLOW_A, NULL, approves, NULL);
    scene_look(&s, "", "");
    g_autoptr(proposal) first = proposed(&s, "a"), second = proposed(&s, "a"), other = NULL;
    assert_string_equal(first->decided_by, "rule:yes");
    assert_string_equal(second->decided_by, "human");
    other = proposed(&s, "b");
    assert_string_equal(other->decided_by, "human");
    scene_close(&s);
}

static void approve_at_once(const event *e, void *data)
{
    gate_approve(data, e->id, e->fire.digest, e->judged.word, g_get_monotonic_time(), NULL);
}

/* What the Lua policy answers; `told`: among the events, or why it was denied. */
static void policy__answers__narrow_only(void **state)
{
    (void)state;
    static const struct {
        const char *lua;
        enum gate_mode mode;
        bool decided; /* by whoever has given the action: reins do */
        enum gate_verdict verdict;
        int tier;
        const char *told;
    } cases[] = {
        {"return {}", GATE_STEP, false, GATE_AUTO, 1, "\"verdict\":\"auto\""},
        {"return {verdict = 'ask', reason = 'mind it'}", GATE_STEP, false, GATE_APPROVED, 1, "mind it"},
        {"return {verdict = 'deny', reason = 'never'}", GATE_STEP, false, GATE_REJECTED, 1, "forbids it: never"},
        {"return {tier = 2, reason = 'dear'}", GATE_STEP, false, GATE_APPROVED, 2, "dear"},
        {"return {tier = 0}", GATE_STEP, false, GATE_AUTO, 1, "\"level\":\"warning\""},
        {"error('broken')", GATE_STEP, false, GATE_APPROVED, 1, "failed, so this asks"},
        {"return 7", GATE_STEP, false, GATE_APPROVED, 1, "failed, so this asks"},
        {"error('broken')", GATE_STEP, true, GATE_REJECTED, 1, "failed, and might have denied it"},
    };
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "policy.lua", NULL);
    g_autofree char *settings = g_strdup_printf("[gate]\npolicy=%s\n" ALLOW_A, path);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        g_autofree char *source = g_strdup_printf("function policy(case)\n%s\nend\n", cases[i].lua);
        assert_true(g_file_set_contents(path, source, -1, NULL));
        scene_open(&s, settings, NULL, approves, NULL);
        assert_true(judge_load_policy(s.run.judge, s.cfg, NULL));
        scene_look(&s, "", "");
        s.run.oneshot->decide = cases[i].decided ? approve_at_once : NULL;
        s.run.oneshot->data = &s.run.judge->gate;
        g_autoptr(proposal) p = proposed(&s, "a");
        if (p->verdict != cases[i].verdict || p->policy.tier != cases[i].tier)
            fail_msg("%s: %s, tier %d", cases[i].lua, gate_verdict_name(p->verdict), p->policy.tier);
        if (!strstr(scene_told(&s), cases[i].told) && !(p->denied_why && strstr(p->denied_why, cases[i].told)))
            fail_msg("%s: not told in %s", cases[i].lua, s.told);
        scene_close(&s);
    }
}

/* In mode watch it would fire by itself. */
static void repeats__no_effect_three_times__the_fourth_asks(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, "[gate]\nfuse_ms=500\n", NULL, approves, NULL);
    s.run.judge->mode = GATE_WATCH;
    scene_look(&s, "", "");
    for (int i = 0; i < 3; i++)
        fired(&s.run.judge->repeats, "a", "no_effect");
    g_autoptr(proposal) p = proposed(&s, "a"), other = NULL;
    assert_int_equal(p->way, GATE_ASKS);
    assert_string_equal(p->asked, "the same action has been fired 3 times in a row without a visible effect");
    other = proposed(&s, "b");
    assert_int_equal(other->way, GATE_FUSES);
    scene_close(&s);
}

static void grant__covers_used_and_spent(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, approves, NULL);
    scene_look(&s, "", "");
    const command c = {.kind = COMMAND_GRANT, .until = (char *)"count", .value = 2, .tier = -1};
    granting_give(&s.run, &c);
    for (int i = 0; i < 3; i++) {
        g_autoptr(proposal) p = proposed(&s, "a");
        assert_string_equal(p->decided_by, i < 2 ? "grant:1" : "human");
    }
    assert_int_equal(scene_count(&s, "\"status\":\"used\""), 2);
    assert_int_equal(scene_count(&s, "\"status\":\"spent\""), 1);
    assert_true(scene_journal_has(&s, "note", "grant:1"));
    scene_close(&s);
}

/* A person's edit is approved like any other, in the laxest mode. */
static void edit__always_asks(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, ALLOW_A, NULL, NULL, NULL);
    scene_look(&s, "", "");
    s.run.judge->mode = GATE_WATCH;
    g_autoptr(proposal) p = of("a", GATE_ASKS, GATE_WAITING);
    timeline_free(p->timeline);
    p->timeline = timeline_from_json("[]", 2, NULL);
    proposal_aim(&s.run, p);
    assert_true(proposal_judge(&s.run, p, true, NULL));
    proposal_choose(s.run.judge, s.cfg, p, true);
    assert_int_equal(p->way, GATE_ASKS);
    assert_string_equal(p->asked, "an edit is to be approved");
    scene_close(&s);
}

#define CLICK                                                                                                                    \
    "[{\"at_ms\":0,\"type\":\"move\",\"x\":20,\"y\":20,\"origin\":\"absolute\",\"tween\":\"linear\",\"duration_ms\":0},"         \
    "{\"at_ms\":0,\"type\":\"button_down\",\"button\":\"left\",\"hold_ms\":0}]"
#define KEY_A "[{\"at_ms\":0,\"type\":\"key_down\",\"key\":\"a\",\"hold_ms\":0}]"

/* A place is left out of the window, and not of the menu that lies over half of it; what is masked stays black. */
static void left_out__a_menu_lies_over_it__is_compared(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, "", NULL, NULL, NULL);
    scene_look(&s, "", "");
    eye_observation *o = s.run.look->observation;
    const struct area place = {0, 0, 30, 40}, mask = {40, 0, 10, 40}, menu = {10, 0, 50, 40};
    g_clear_pointer(&o->blind, g_array_unref);
    g_clear_pointer(&o->masked, g_array_unref);
    o->blind = g_array_new(FALSE, FALSE, sizeof(struct area));
    o->masked = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_val(o->blind, place);
    g_array_append_val(o->blind, mask);
    g_array_append_val(o->masked, mask);
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w = (struct eye_window){
        .id = 9, .pid = 1, .x = menu.x, .y = menu.y, .width = menu.width, .height = menu.height, .popup = true, .program = true};
    g_ptr_array_insert(o->windows, 0, w);
    g_autoptr(proposal) p = of("a", GATE_ASKS, GATE_WAITING);
    timeline_free(p->timeline);
    p->timeline = timeline_from_json(CLICK, strlen(CLICK), NULL);
    proposal_aim(&s.run, p);
    int black = 0;
    for (guint i = 0; i < p->guard.rules.ignored->len; i++) {
        const struct area a = g_array_index(p->guard.rules.ignored, struct area, i);
        const bool is_mask = memcmp(&a, &mask, sizeof a) == 0;
        black += is_mask;
        assert_true(is_mask || !area_overlaps(a, menu));
    }
    assert_int_equal(black, 1);
    assert_true(area_has(g_array_index(p->guard.rules.ignored, struct area, 0), 5, 20));
    scene_close(&s);
}

/* The present screen is the fake eye's: 64×48 of one colour, one window. What the plan was made on had a spot, another window or
 * title. */
static void planned__on_another_target__asks_in_watch(void **state)
{
    (void)state;
    static const struct {
        const char *timeline;
        int spot_x;
        gint64 window;
        const char *title;
        gint64 acted_in;
        const char *acted_title, *says; /* NULL = it has its fuse */
        const char *typed;              /* by the plan; NULL = nothing. Else the title says "Roof - ", too */
    } cases[] = {
        {CLICK, -1, 5, "Program", 0, NULL, NULL},
        {CLICK, 60, 5, "Program", 0, NULL, NULL}, /* elsewhere */
        {CLICK, 24, 5, "Program", 0, NULL, "since the plan was made, the target has changed"},
        {CLICK, -1, 6, "Program", 0, NULL, "since the plan was made, the window at the target is another"},
        {CLICK, -1, 6, "Program", 5, "Program", "since the plan was made, the window at the target is another"},
        {CLICK, -1, 5, "Page 1", 0, NULL, "since the plan was made, the window \"Page 1\" has become \"Program\""},
        {CLICK, -1, 5, "Page 1", 5, "Program", NULL}, /* it has acted under that title, for which a person was asked */
        {CLICK, -1, 5, "*Program", 0, NULL, NULL},
        {KEY_A, 24, 5, "Program", 0, NULL, NULL},
        {KEY_A, -1, 6, "Program", 0, NULL, "since the plan was made, the keys go to another window"},
        {KEY_A, -1, 6, "Other", 5, "Program", NULL}, /* the plan has acted there */
        {KEY_A, -1, 6, "Other", 5, "Page 1", "since the plan was made, the window \"Page 1\" has become \"Program\""},
        {KEY_A, -1, 5, "Page 1", 5, "Page 1", "since the plan was made, the window \"Page 1\" has become \"Program\""},
        {KEY_A, -1, 5, "Page 1", 5, "Program", NULL},
        {KEY_A, -1, 5, "Program", 5, "Page 1", NULL},
        {CLICK, -1, 5, "Page 1", 5, "Page 1", NULL, "Roof\n"},
        {KEY_A, -1, 5, "Page 1", 5, "Page 1", NULL, "Roof\n"},
        {CLICK, -1, 5, "Page 1", 5, "Page 1", "since the plan was made, the window \"Page 1\" has become \"Roof - Page 1\"", "R"},
        {KEY_A, -1, 5, "Page 1", 5, "Page 1", "since the plan was made, the window \"Page 1\" has become \"Roof - Page 1\"", "R"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        scene_open(&s, NULL, NULL, NULL, NULL);
        scene_look(&s, "", "");
        s.run.profile->patch_px = 16;
        s.run.judge->mode = GATE_WATCH;
        eye_observation *then = s.run.look->observation;
        g_autoptr(frame) seen = frame_open(then->frame.path, NULL, NULL);
        frame_fill(seen, cases[i].spot_x, 20, cases[i].spot_x < 0 ? 0 : 3, 3, 0xffffff);
        g_free(then->frame.hash);
        g_free(then->frame.path);
        assert_true(frame_store(seen, memory_frames_dir(s.run.store), &then->frame.hash, &then->frame.path, NULL));
        struct eye_window *was = g_ptr_array_index(then->windows, 0);
        was->id = then->focus = then->target = cases[i].window;
        g_free(was->title);
        was->title = g_strdup(cases[i].title);
        proposing_plan(s.run.proposing, then);
        assert_true(step_look(&s.run, NULL));
        proposing_acted(s.run.proposing, cases[i].acted_in, cases[i].acted_title, NULL, NULL);
        if (cases[i].typed) {
            struct eye_window *is = g_ptr_array_index(s.run.look->observation->windows, 0);
            g_free(is->title);
            is->title = g_strconcat("Roof - ", cases[i].title, NULL);
            g_ptr_array_add(s.run.proposing->typed, g_strdup(cases[i].typed));
        }
        g_autoptr(proposal) p = of("a", GATE_ASKS, GATE_WAITING);
        timeline_free(p->timeline);
        p->timeline = timeline_from_json(cases[i].timeline, strlen(cases[i].timeline), NULL);
        assert_non_null(p->timeline);
        proposal_aim(&s.run, p);
        assert_true(proposal_judge(&s.run, p, false, NULL));
        assert_true(proposal_compare_thought(&s.run, p, s.run.proposing->planned_on, NULL, NULL));
        proposal_choose(s.run.judge, s.cfg, p, true);
        if (cases[i].says ? !p->asked || !g_str_has_prefix(p->asked, cases[i].says) : p->asked != NULL)
            fail_msg("case %d: %s", (int)i, p->asked ? p->asked : "nothing");
        assert_int_equal(p->way, cases[i].says ? GATE_ASKS : GATE_FUSES);
        scene_close(&s);
    }
}

/* As a wizard's next page: the same title, the same at the target, and most of the rest is gone. */
static void planned__on_another_page_of_a_dialog__asks_in_watch(void **state)
{
    (void)state;
    static const struct {
        const char *timeline;
        bool dialog;
        gint64 acted_in;
        bool acted_on_it; /* the plan's last action was decided on the page that is there now */
        const char *says; /* NULL = it has its fuse */
    } cases[] = {
        {CLICK, true, 0, false, "since the plan was made, most of what \"Program\" showed is gone"},
        {CLICK, false, 0, false, NULL}, /* a document that has scrolled */
        {CLICK, true, 5, true, "since the plan was made, most of what \"Program\" showed is gone"},
        {KEY_A, true, 0, false, "since the plan was made, most of what \"Program\" showed is gone"},
        {KEY_A, true, 5, false, "since the plan was made, most of what \"Program\" showed is gone"},
        {KEY_A, true, 5, true, NULL}, /* somebody has seen it there */
        {KEY_A, false, 5, false, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct scene s;
        scene_open(&s, NULL, NULL, NULL, NULL);
        scene_look(&s, "", "");
        s.run.profile->patch_px = 16;
        s.run.judge->mode = GATE_WATCH;
        eye_observation *then = s.run.look->observation;
        g_autoptr(frame) seen = frame_open(then->frame.path, NULL, NULL);
        for (int row = 0; row < 5; row++)
            frame_fill(seen, 42, 8 * row + 2, 4, 4, 0xffffff);
        g_free(then->frame.hash);
        g_free(then->frame.path);
        assert_true(frame_store(seen, memory_frames_dir(s.run.store), &then->frame.hash, &then->frame.path, NULL));
        g_autofree char *page = g_strdup(then->frame.path);
        proposing_plan(s.run.proposing, then);
        assert_true(step_look(&s.run, NULL));
        const eye_observation *now = s.run.look->observation;
        ((struct eye_window *)g_ptr_array_index(now->windows, 0))->dialog = cases[i].dialog;
        proposing_acted(s.run.proposing, cases[i].acted_in, "Program", cases[i].acted_on_it ? now->frame.path : page, NULL);
        g_autoptr(proposal) p = of("a", GATE_ASKS, GATE_WAITING);
        timeline_free(p->timeline);
        p->timeline = timeline_from_json(cases[i].timeline, strlen(cases[i].timeline), NULL);
        proposal_aim(&s.run, p);
        assert_true(proposal_judge(&s.run, p, false, NULL));
        assert_true(proposal_compare_thought(&s.run, p, s.run.proposing->planned_on, NULL, NULL));
        proposal_choose(s.run.judge, s.cfg, p, true);
        if (cases[i].says ? !p->asked || !g_str_equal(p->asked, cases[i].says) : p->asked != NULL)
            fail_msg("case %d: %s", (int)i, p->asked ? p->asked : "nothing");
        assert_int_equal(p->way, cases[i].says ? GATE_ASKS : GATE_FUSES);
        scene_close(&s);
    }
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeats__no_effect__counted_for_the_same_action),
        cmocka_unit_test(repeats__stale_by_itself__three_pause),
        cmocka_unit_test(repeats__rejections__three_in_a_row_pause),
        cmocka_unit_test(choose__mode_rules_grants_and_who_is_there),
        cmocka_unit_test(explanation__tells__the_way_and_each_reason),
        cmocka_unit_test(rules__deny_before_ask_before_allow),
        cmocka_unit_test(rules__max_fires__counted_in_the_run),
        cmocka_unit_test(policy__answers__narrow_only),
        cmocka_unit_test(repeats__no_effect_three_times__the_fourth_asks),
        cmocka_unit_test(grant__covers_used_and_spent),
        cmocka_unit_test(edit__always_asks),
        cmocka_unit_test(left_out__a_menu_lies_over_it__is_compared),
        cmocka_unit_test(planned__on_another_target__asks_in_watch),
        cmocka_unit_test(planned__on_another_page_of_a_dialog__asks_in_watch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
