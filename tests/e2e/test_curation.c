/* A skill's life in a whole run: drafted from an instruction, accepted, asked about while on trial, trusted, changed in its file.
 */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "engine/curation/stage.h"
#include "memory/skills.h"
#include "skills/library/library_places.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* trust after two, so that a run shows it; fuses long enough that only the engine's own time decides */
static driver *start_with(const char *app, const char *mode, const char *task)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *mine = g_build_filename(own, "xcalc", "press_twelve.lua", NULL);
    g_unlink(mine);
    driver_configure("curation", "[eye]\nsettle_ms=100\n[gate]\nfuse_ms=300\n[skills]\ntrust_after=2");
    return driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", app, "--brain", "curation", "--mode", mode, task));
}

static driver *start_in(const char *mode, const char *task)
{
    return start_with("xcalc", mode, task);
}

static driver *start(const char *task)
{
    return start_in("watch", task);
}

static const event *skill_is(driver *d, const char *name, enum skill_stage stage)
{
    const event *e = driver_await(d, EVENT_SKILL);
    if (g_strcmp0(e->skill.name, name) != 0 || g_strcmp0(e->skill.stage, stage_name(stage)) != 0)
        fail_msg("skill %s is %s (%s), not %s %s", e->skill.name, e->skill.stage, e->text, name, stage_name(stage));
    return e;
}

static const event *proposed(driver *d, const char *skill, bool asks)
{
    const event *e = driver_await(d, EVENT_PROPOSAL);
    if (g_strcmp0(e->fire.action->skill, skill) != 0 || (e->judged.fuse_ms == 0) != asks)
        fail_msg("proposal of %s, fuse %d ms: %s", e->fire.action->skill, e->judged.fuse_ms, e->judged.explain);
    return e;
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
}

static void a_draft__that_is_accepted__asks_until_it_is_trusted(void **state)
{
    (void)state;
    driver *d = start("good");
    const event *draft = skill_is(d, "press_twelve", STAGE_DRAFT);
    assert_string_equal(draft->text, "Presses 1 and 2 on the calculator.");
    g_autofree char *accept =
        g_strdup_printf("{\"command\":\"skill_accept\",\"name\":\"press_twelve\",\"sha256\":\"%s\"}", draft->skill.sha256);
    driver_send(d, accept);
    proposed(d, "press_button", false); /* the step that drafted it still plans without it */
    skill_is(d, "press_twelve", STAGE_TRIAL);
    for (int i = 0; i < 2; i++) {
        const event *p = proposed(d, "press_twelve", true); /* whatever the mode */
        assert_non_null(strstr(p->judged.explain, "on-trial"));
        driver_approve(d, p);
    }
    skill_is(d, "press_twelve", STAGE_TRUSTED);
    proposed(d, "press_twelve", false);
    g_autofree char *own = skill_layer_folder(LAYER_OWN), *mine = g_build_filename(own, "xcalc", "press_twelve.lua", NULL);
    assert_true(g_file_set_contents(mine, "--- Presses 3.\nfunction press_twelve() press_button('3') end\n", -1, NULL));
    const event *changed = skill_is(d, "press_twelve", STAGE_TRIAL);
    assert_string_equal(changed->text, "Presses 3.");
    driver_approve_all(d);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

/* Only for that one proposal: the next step plans without it. */
static void a_draft__that_is_tried__asks_fires_and_is_a_draft_again(void **state)
{
    (void)state;
    driver *d = start_in("step", "five");
    const event *draft = skill_is(d, "press_five", STAGE_DRAFT);
    g_autofree char *sha256 = g_strdup(draft->skill.sha256);
    const event *p = proposed(d, "press_button", true);
    g_autofree char *wrong = g_strdup_printf("{\"command\":\"edit\",\"id\":%d,\"action\":{\"skill\":\"press_five\",\"args\":{},"
                                             "\"expectation\":\"\",\"reason\":\"\"},\"sha256\":\"0000000000\"}",
                                             p->id);
    g_autofree char *try = g_strdup_printf("{\"command\":\"edit\",\"id\":%d,\"action\":{\"skill\":\"press_five\",\"args\":{},"
                                           "\"expectation\":\"\",\"reason\":\"\"},\"sha256\":\"%s\"}",
                                           p->id, sha256);
    driver_send(d, wrong);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "no version"));
    driver_send(d, try);
    p = proposed(d, "press_five", true);
    assert_non_null(strstr(p->judged.explain, "a draft that is tried"));
    assert_int_equal(p->fire.timeline->events->len, 3); /* move, down, up */
    driver_approve(d, p);
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "done");
    proposed(d, "press_button", true); /* the next step plans without it */
    stop(d);
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    g_autoptr(memory_skill) v = memory_skill_get(m, "press_five", sha256, NULL);
    assert_string_equal(v->stage, "draft");
    g_autoptr(GPtrArray) counts = memory_outcome_counts(m, "press_five", NULL);
    assert_int_equal(counts->len, 1);
    assert_int_equal(((struct memory_counts *)g_ptr_array_index(counts, 0))->verified, 1);
    driver_free(d);
}

static void a_draft__that_does_not_pass__is_told_and_cannot_be_accepted(void **state)
{
    (void)state;
    driver *d = start("bad none");
    const event *draft = skill_is(d, "press_nothing", STAGE_DRAFT);
    assert_non_null(strstr(draft->text, "no such key"));
    g_autofree char *accept =
        g_strdup_printf("{\"command\":\"skill_accept\",\"name\":\"press_nothing\",\"sha256\":\"%s\"}", draft->skill.sha256);
    driver_await_where(d, EVENT_NOTICE, "warning"); /* the text that is no skill */
    driver_send(d, accept);
    driver_send(d, "{\"command\":\"skill_accept\",\"name\":\"press_twelve\",\"sha256\":\"0000\"}");
    const event *why = driver_await_where(d, EVENT_NOTICE, "error");
    assert_non_null(strstr(why->text, "no such key"));
    why = driver_await_where(d, EVENT_NOTICE, "error");
    assert_non_null(strstr(why->text, "press_twelve"));
    stop(d);
    driver_free(d);
}

static void a_draft__that_is_refused__is_not_brought_again(void **state)
{
    (void)state;
    driver *d = start("other");
    const event *draft = skill_is(d, "press_three", STAGE_DRAFT);
    g_autofree char *refuse =
        g_strdup_printf("{\"command\":\"skill_refuse\",\"name\":\"press_three\",\"sha256\":\"%s\",\"reason\":\"not wanted\"}",
                        draft->skill.sha256);
    driver_send(d, refuse);
    const event *refused = skill_is(d, "press_three", STAGE_REFUSED);
    assert_string_equal(refused->text, "not wanted");
    stop(d);
    driver_free(d);
    d = start("other"); /* the model drafts the same text once more */
    proposed(d, "press_button", false);
    stop(d);
    for (guint i = 0; i < d->heard->len; i++)
        assert_true(((event *)g_ptr_array_index(d->heard, i))->kind != EVENT_SKILL);
    driver_free(d);
}

/* The prompt as it was sent, from the store: the model is told what failed before it plans again. */
static void a_skill__that_failed__is_told_to_the_next_plan(void **state)
{
    (void)state;
    driver *d = start("press a key in vain");
    proposed(d, "press_key", false);
    assert_string_equal(driver_await(d, EVENT_FIRED)->effect, "no_effect");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "press_key");
    gint64 run = g_ascii_strtoll(d->run, NULL, 10);
    stop(d);
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) m = memory_open(dir, false, NULL);
    for (int step = 1; step <= 2; step++) {
        g_autoptr(GPtrArray) calls = memory_calls(m, run, step, NULL);
        int plans = 0;
        for (guint i = 0; i < calls->len; i++) {
            const struct memory_call *c = g_ptr_array_index(calls, i);
            if (!g_str_equal(c->module, "plan"))
                continue;
            const char *told = strstr(c->prompt, "What went wrong with these skills so far");
            plans++;
            assert_int_equal(told != NULL, step == 2);
            assert_true(step == 1 || strstr(told, "- press_key: fired 1, verified 0") != NULL);
            assert_int_equal(strstr(c->reply, "told: - press_key") != NULL, step == 2); /* a script gets it by name */
        }
        assert_int_equal(plans, 1);
    }
    driver_free(d);
}

/* What another program did with a key says nothing of this one. */
static void a_skill__that_failed__is_told_of_the_same_program_only(void **state)
{
    (void)state;
    static const char *const apps[] = {"xcalc", "xlogo", "xcalc -rpn"};
    for (int i = 0; i < 3; i++) {
        driver *d = start_with(apps[i], "watch", "press a key in vain");
        proposed(d, "press_key", false);
        if (i == 0)
            assert_string_equal(driver_await(d, EVENT_FIRED)->effect, "no_effect");
        gint64 run = g_ascii_strtoll(d->run, NULL, 10);
        stop(d);
        g_autofree char *dir = config_data_dir(NULL);
        g_autoptr(memory) m = memory_open(dir, false, NULL);
        g_autoptr(GPtrArray) calls = memory_calls(m, run, 1, NULL);
        const struct memory_call *c = g_ptr_array_index(calls, calls->len - 1);
        assert_string_equal(c->module, "plan");
        if (i > 0)
            assert_int_equal(strstr(c->reply, "told: - press_key") != NULL, i == 2);
        driver_free(d);
    }
}

static void a_sequence__that_worked__is_drafted(void **state)
{
    (void)state;
    driver *d = start("sequence");
    for (int i = 0; i < 3; i++)
        proposed(d, "press_button", false);
    assert_string_equal(skill_is(d, "press_sevens", STAGE_DRAFT)->text, "Presses 7 three times.");
    stop(d);
    driver_free(d);
}

/* What there is need not be written again. */
static void the_curator__is_told_the_skills_there_are(void **state)
{
    (void)state;
    driver *d = start("knows");
    skill_is(d, "press_four", STAGE_DRAFT);
    stop(d);
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draft__that_is_accepted__asks_until_it_is_trusted),
        cmocka_unit_test(a_draft__that_is_tried__asks_fires_and_is_a_draft_again),
        cmocka_unit_test(a_draft__that_does_not_pass__is_told_and_cannot_be_accepted),
        cmocka_unit_test(a_draft__that_is_refused__is_not_brought_again),
        cmocka_unit_test(a_skill__that_failed__is_told_to_the_next_plan),
        cmocka_unit_test(a_skill__that_failed__is_told_of_the_same_program_only),
        cmocka_unit_test(a_sequence__that_worked__is_drafted),
        cmocka_unit_test(the_curator__is_told_the_skills_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
