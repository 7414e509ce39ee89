/* What was on the screen before and after a step, where a picture has the time since which the screen looks so. */

#include "tests/engine/exports/story.h"

#include "engine/exports/run_reader.h"

/* Approved; `at_us`: when its picture came to the screen that was looked at afterwards. */
static char *acted_on(memory *m, gint64 run, gint64 step, const char *effect, int n, gint64 at_us)
{
    g_autoptr(GError) error = NULL;
    const char *call = STORY_ACTION("click_at_position", "\"x\":110,\"y\":55", "");
    assert_true(memory_step_begin(m, run, step, &error));
    story_proposal(m, run, step, step, call, STORY_CLICK, 0);
    story_decide(m, run, step, step, "approved", NULL);
    char *hash = story_frame(m, run, step, n, "observation", at_us);
    assert_true(memory_step_end(m, run, step, "", call, "approved", effect, &error));
    assert_no_error(error);
    return hash;
}

static void pictures__no_effect__what_the_next_step_did_is_not_its_own(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder();
    g_autoptr(memory) m = story_store(folder);
    const struct memory_run row = {.task = (char *)"x",
                                   .agent = (char *)"cradle",
                                   .brain = (char *)"demo",
                                   .mode = (char *)"step",
                                   .status = (char *)"running"};
    gint64 run = 0;
    assert_true(memory_run_add(m, &row, &run, &error));
    const gint64 hour = 3600 * (gint64)G_USEC_PER_SEC; /* the steps take less, on however slow a machine */
    gint64 long_ago = g_get_real_time() - hour;
    g_autofree char *first = acted_on(m, run, 1, "changed", 1, g_get_real_time() + hour);
    g_autofree char *second = acted_on(m, run, 2, "no_effect", 1, long_ago); /* nothing has changed since the first */
    g_autofree char *third = acted_on(m, run, 3, "changed", 2, g_get_real_time() + hour);
    g_autoptr(run_reader) t = run_reader_new(m, run, NULL, &error);
    assert_no_error(error);
    g_autoptr(run_reader_step) without = NULL, with = NULL;
    assert_true(run_reader_read(t, 2, &without, &error) && run_reader_read(t, 3, &with, &error));
    assert_no_error(error);
    assert_string_equal(without->before, first);
    assert_string_equal(without->after, second);
    assert_string_equal(with->before, second);
    assert_string_equal(with->after, third);
}

/* A model that counts in a smaller picture: what a person corrects is in other pixels than what it said. */
static void call__of_a_model_that_counts_otherwise__is_told(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder();
    g_autoptr(memory) m = story_store(folder);
    const struct memory_run row = {
        .task = (char *)"x", .agent = (char *)"cradle", .brain = (char *)"demo", .mode = (char *)"step"};
    gint64 run = 0;
    assert_true(memory_run_add(m, &row, &run, &error));
    for (gint64 step = 1; step <= 2; step++) {
        assert_true(memory_step_begin(m, run, step, &error));
        story_points = step == 1 ? "" : ",\"points\":\"pixels of 1429x804\"";
        story_call(m, run, step, "plan", "hash", "{\"actions\":[]}", NULL);
        assert_true(memory_step_end(m, run, step, "", NULL, "none", "unknown", &error));
    }
    story_points = "";
    g_autoptr(run_reader) t = run_reader_new(m, run, NULL, &error);
    assert_no_error(error);
    for (gint64 step = 1; step <= 2; step++) {
        g_autoptr(run_reader_step) s = NULL;
        assert_true(run_reader_read(t, step, &s, &error));
        assert_int_equal(g_array_index(s->calls, struct run_reader_call, 0).scaled, step == 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(call__of_a_model_that_counts_otherwise__is_told),
        cmocka_unit_test(pictures__no_effect__what_the_next_step_did_is_not_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
