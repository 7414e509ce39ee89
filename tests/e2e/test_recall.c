/* What one run learns, the next one's plan is told: failed steps, lessons, a person's rejections; not what was forgotten. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "memory/forget.h"
#include "memory/lessons.h"
#include "memory/pictures.h"
#include "memory/recalls.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Each test begins with an empty store. */
static int empty_store(void **state)
{
    (void)state;
    g_autofree char *dir = config_data_dir(NULL);
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL), *wal = g_strconcat(file, "-wal", NULL),
                    *shm = g_strconcat(file, "-shm", NULL);
    g_unlink(file);
    g_unlink(wal);
    g_unlink(shm);
    return 0;
}

static driver *start_app(const char *app, const char *more, const char *task)
{
    g_autofree char *ini = g_strconcat("[eye]\nsettle_ms=100\n[gate]\nfuse_ms=300\n", more, NULL);
    driver_configure("recall", ini);
    return driver_start(NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", app, "--brain", "recall", task));
}

static driver *start(const char *more, const char *task)
{
    return start_app("xcalc", more, task);
}

static void end(driver *d)
{
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void run_in_vain(const char *task)
{
    driver *d = start("", task);
    driver_approve_all(d);
    driver_exit(d);
    driver_free(d);
}

static memory *open_it(void)
{
    g_autofree char *dir = config_data_dir(NULL);
    memory *m = memory_open(dir, false, NULL);
    assert_non_null(m);
    return m;
}

/* The prompt of the step's plan as it was recorded. */
static char *plan_prompt(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GPtrArray) calls = memory_calls(m, run, step, NULL);
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *c = calls->pdata[i];
        if (g_str_equal(c->module, "plan"))
            return g_strdup(c->prompt);
    }
    fail_msg("step %d of run %d has no plan", (int)step, (int)run);
    return NULL;
}

static void assert_has(const char *text, const char *part, bool has)
{
    if ((strstr(text, part) != NULL) != has)
        fail_msg("\"%s\" is %s in: %s", part, has ? "not" : "", text);
}

static void run_2__is_told__what_failed_in_run_1(void **state)
{
    (void)state;
    run_in_vain("clear the calculator");
    driver *d = start("", "empty the display of the calculator");
    const event *plan = driver_await_where(d, EVENT_MODULE, "plan");
    assert_string_equal(plan->status, "started");
    assert_has(plan->module.recalled, "\"kind\":\"lesson\"", true);
    assert_has(plan->module.recalled, "\"end\":\"no_effect\"", true);
    driver_approve_all(d);
    driver_exit(d);
    driver_free(d);
    g_autoptr(memory) m = open_it();
    g_autofree char *first = plan_prompt(m, 1, 1), *second = plan_prompt(m, 2, 1);
    assert_has(first, "Earlier steps like this one", false);
    assert_has(first, "Lessons of earlier failures", false);
    assert_has(second, "## Lessons of earlier failures\\n- noted by an earlier run (run 1, step 1):\\n  > press_key(", true);
    assert_has(second, "F9 is no key of a calculator", true);
    assert_has(second, "- run 1, step 1, in xcalc, ", true);
    assert_has(second, "no example to follow\\n  > task: clear the calculator", true);
    g_autoptr(GPtrArray) recalls = memory_recalls(m, 2, 1, NULL);
    assert_int_equal(recalls->len, 2);
    const struct memory_recall *lesson = recalls->pdata[0], *step = recalls->pdata[1];
    assert_true(lesson->lesson > 0 && lesson->in_prompt && step->in_prompt);
    assert_int_equal(step->source_run, 1);
    assert_int_equal(step->source_step, 1);
    assert_has(step->why, "\"picture\":", true); /* the same screen */
    assert_has(step->why, "\"words\":[", true);
    g_autofree char *shown = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", "2:1", "--json"), &shown, NULL), 0);
    assert_has(shown, "\"recalled\":[{\"kind\":\"lesson\",\"run\":1,\"step\":1,\"lesson\":1,", true);
}

static void a_rejection__with_a_reason__is_a_lesson(void **state)
{
    (void)state;
    driver *d = start("", "clear the calculator");
    driver_reject(d, driver_await(d, EVENT_PROPOSAL), "use the C button");
    end(d);
    g_autoptr(memory) m = open_it();
    g_autoptr(GPtrArray) lessons = memory_lessons(m, "xcalc", false, NULL);
    assert_int_equal(lessons->len, 1); /* the model has none against it */
    const struct memory_lesson *l = lessons->pdata[0];
    assert_has(l->text, "a person rejected press_key(", true);
    assert_has(l->text, "use the C button", true);
    assert_string_equal(l->by, "human");
    assert_string_equal(l->skill, "press_key");
    run_in_vain("clear the calculator");
    g_autofree char *prompt = plan_prompt(m, 2, 1);
    assert_has(prompt, "A PERSON REJECTED IT", true);
    assert_has(prompt, "the person said: use the C button", true);
}

/* The model judges what it proposed itself: an action that a person put in its place is theirs, whatever came of it. */
static void an_edit_that_fails__teaches_the_model_nothing(void **state)
{
    (void)state;
    driver *d = start("", "clear the calculator");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->expectation, "the display is empty");
    g_autoptr(action) other = action_copy(p->fire.action);
    action_set_string(other, "key", "F8");
    driver_edit(d, p, other);
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->expectation, ""); /* it was of F9 */
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    assert_string_equal(driver_await_where(d, EVENT_MODULE, "curate")->status, "skipped");
    end(d);
    g_autoptr(memory) m = open_it();
    g_autoptr(GPtrArray) lessons = memory_lessons(m, "xcalc", false, NULL);
    assert_int_equal(lessons->len, 0);
}

static void what_was_forgotten_or_withdrawn__is_told_no_more(void **state)
{
    (void)state;
    run_in_vain("clear the calculator");
    run_in_vain("clear the calculator");
    g_autoptr(memory) m = open_it();
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    g_autoptr(GPtrArray) lessons = memory_lessons(m, "xcalc", false, &error);
    assert_int_equal(lessons->len, 1); /* the same failure is one lesson */
    assert_true(memory_lesson_withdraw(m, ((struct memory_lesson *)lessons->pdata[0])->id, "wrong", &error));
    assert_true(memory_forget(m, 2, 1, "ann", "private", false, false, &f, &error));
    run_in_vain("clear the calculator");
    g_autofree char *prompt = plan_prompt(m, 3, 1);
    assert_has(prompt, "F9 is no key", false); /* not as the cause of that step either */
    assert_has(prompt, "- run 1, step 1", true);
    assert_has(prompt, "- run 2, step 1", false);
}

static void recall__switched_off__is_in_no_prompt(void **state)
{
    (void)state;
    run_in_vain("clear the calculator");
    driver *d = start("[recall]\nsteps=0\nlessons=0\nlearn=false", "clear the calculator");
    driver_approve_all(d);
    driver_exit(d);
    driver_free(d);
    g_autoptr(memory) m = open_it();
    g_autofree char *prompt = plan_prompt(m, 2, 1);
    assert_has(prompt, "run 1", false);
    g_autoptr(GPtrArray) recalls = memory_recalls(m, 2, 1, NULL);
    assert_int_equal(recalls->len, 0);
}

/* The eye prints what it stores, so that a picture is found at once. */
static void frames_of_a_run__have_their_prints(void **state)
{
    (void)state;
    run_in_vain("clear the calculator");
    g_autoptr(memory) m = open_it();
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) missing = memory_pictures_missing(m, 0, &error), frames = memory_frames(m, 1, 1, &error);
    assert_int_equal(missing->len, 0);
    assert_true(frames->len > 0);
    g_autofree char *out = NULL;
    const struct memory_frame *f = frames->pdata[0];
    assert_int_equal(reins_run(NULL, WORDS("memory", "search", "--like", f->path, "--json"), &out, NULL), 0);
    assert_has(out, f->hash, true);
}

/* Another digit on the display is the same screen; another program is not. */
static void picture__of_the_same_screen__is_found_and_no_other(void **state)
{
    (void)state;
    driver *d = start_app("xclock", "", "watch the clock");
    driver_approve_all(d);
    driver_exit(d);
    driver_free(d);
    run_in_vain("press seven");
    g_autoptr(memory) m = open_it();
    g_autoptr(GPtrArray) frames = memory_frames(m, 2, 0, NULL);
    guint i = frames->len - 1;
    const struct memory_frame *after = frames->pdata[i], *before = after;
    while (i > 0 && g_str_equal(before->hash, after->hash))
        before = frames->pdata[--i];
    assert_string_not_equal(before->hash, after->hash);
    g_autofree char *out = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "search", "--like", before->hash, "--json"), &out, NULL), 0);
    assert_has(out, before->hash, true);
    assert_has(out, after->hash, true);
    assert_has(out, "\"run\":\"1\"", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(run_2__is_told__what_failed_in_run_1, empty_store),
        cmocka_unit_test_setup(a_rejection__with_a_reason__is_a_lesson, empty_store),
        cmocka_unit_test_setup(an_edit_that_fails__teaches_the_model_nothing, empty_store),
        cmocka_unit_test_setup(what_was_forgotten_or_withdrawn__is_told_no_more, empty_store),
        cmocka_unit_test_setup(recall__switched_off__is_in_no_prompt, empty_store),
        cmocka_unit_test_setup(picture__of_the_same_screen__is_found_and_no_other, empty_store),
        cmocka_unit_test_setup(frames_of_a_run__have_their_prints, empty_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
