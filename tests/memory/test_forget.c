/* Forgetting: the bytes are gone from every file of the store, what stays is proven, and only what was asked for went. */

#include "tests/memory/common.h"

#include "memory/forget.h"
#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/pages.h"
#include "memory/recalls.h"

#include <unistd.h>

/* How many files below the store hold these bytes. */
static int files_with(const char *dir, const char *bytes)
{
    g_autoptr(GDir) folder = g_dir_open(dir, 0, NULL);
    const char *name;
    int found = 0;
    while (folder && (name = g_dir_read_name(folder))) {
        g_autofree char *path = g_build_filename(dir, name, NULL), *text = NULL;
        gsize length = 0;
        if (g_file_test(path, G_FILE_TEST_IS_DIR))
            found += files_with(path, bytes);
        else if (g_file_get_contents(path, &text, &length, NULL) && memmem(text, length, bytes, strlen(bytes)))
            found++;
    }
    return found;
}

/* A run of three ended steps that says "hunter2" wherever words go in step 2, and "harmless" in step 1. */
static gint64 add_secret(memory *m)
{
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "log in");
    for (gint64 step = 1; step <= 3; step++) {
        const char *word = step == 2 ? "hunter2" : "harmless";
        g_autofree char *json = g_strdup_printf("{\"text\":\"%s\"}", word);
        g_autofree char *picture = g_strdup_printf("picture of %s %d", word, (int)step);
        assert_true(memory_step_begin(m, run, step, &error));
        g_free(add_frame(m, run, step, picture));
        g_free(add_frame(m, run, step, "the same picture"));
        struct memory_call call = {
            .run = run, .step = step, .module = (char *)"plan", .prompt = json, .reply = json, .output = json};
        assert_true(memory_call_begin(m, &call, &call.id, &error));
        assert_true(memory_call_end(m, &call, &error));
        assert_true(memory_call_correct(m, call.id, json, &error));
        add_proposal(m, run, step, step, json, 0);
        add_decision(m, run, step, "rejected", word);
        assert_true(memory_fired_add(m, run, step, json, &error));
        assert_true(memory_journal_add(m, run, step, step, "note", "human", NULL, json, &error));
        assert_true(memory_summary_add(m, run, step, word, &error));
        assert_true(memory_state_set(m, run, step, json, &error));
        const struct memory_note note = {
            .run = run, .step = step, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)word};
        assert_true(memory_note_add(m, &note, NULL, &error));
        const struct memory_lesson lesson = {.run = run, .step = step, .by = (char *)"model", .text = (char *)word, .task = json};
        assert_true(memory_lesson_add(m, &lesson, NULL, &error));
        assert_true(memory_step_end(m, run, step, word, json, "rejected", "no_effect", &error));
    }
    assert_true(memory_run_end(m, run, "stopped", "enough", &error));
    assert_no_error(error);
    return run;
}

static void forget(memory *m, gint64 run, gint64 step, bool everywhere, memory_forgotten *f)
{
    g_autoptr(GError) error = NULL;
    bool ok = memory_forget(m, run, step, "ann", "a password", everywhere, false, f, &error);
    assert_no_error(error);
    assert_true(ok);
}

static void forget__step__leaves_no_byte_of_it(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_secret(m);
    assert_true(files_with(dir, "hunter2") > 0);
    forget(m, run, 2, false, &f);
    assert_int_equal(files_with(dir, "hunter2"), 0);
    assert_true(files_with(dir, "harmless") > 0);
    assert_int_equal(f.frames, 1);
    assert_int_equal(f.kept->len, 2); /* the same picture, in the steps beside it; what those after it were told */
    assert_non_null(strstr(f.kept->pdata[1], "step 3 on quote earlier steps and stay"));
    assert_clean(m);
    g_autoptr(GPtrArray) hits = memory_search(m, "hunter2", 0, &error), others = memory_search(m, "harmless", 0, &error);
    assert_int_equal(hits->len, 0);
    assert_true(others->len > 0);
    g_autoptr(GPtrArray) steps = memory_steps(m, run, &error);
    const struct memory_step *second = steps->pdata[1];
    assert_null(second->task);
    assert_null(second->action);
    assert_string_equal(second->effect, "no_effect"); /* numbers and verdicts stay */
    const char *const marks[] = {"forgotten", NULL};
    assert_int_equal(memory_mark_next(m, run, 0, marks, true, &error), 2);
    g_autoptr(GPtrArray) frames = memory_frames(m, run, 2, &error);
    assert_true(((struct memory_frame *)frames->pdata[0])->gone);
}

static void forget__step_everywhere__takes_shared_frames_and_later_prompts(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_secret(m);
    forget(m, run, 2, true, &f);
    assert_int_equal(f.frames, 2);
    assert_int_equal(f.kept->len, 1);
    assert_non_null(strstr(f.kept->pdata[0], "step 3 on stay and may quote it"));
    assert_int_equal(files_with(dir, "the same picture"), 0);
    g_autoptr(GPtrArray) later = memory_calls(m, run, 3, &error), earlier = memory_calls(m, run, 1, &error);
    assert_null(((struct memory_call *)later->pdata[0])->prompt);
    assert_non_null(((struct memory_call *)later->pdata[0])->reply);
    assert_non_null(((struct memory_call *)earlier->pdata[0])->prompt);
    assert_clean(m);
}

/* Another run, whose plan was reminded of step 2 of `run`: its prompt quotes it. */
static gint64 add_reminded(memory *m, gint64 run)
{
    g_autoptr(GError) error = NULL;
    gint64 other = add_run(m, "log in again");
    struct memory_call call = {.run = other,
                               .step = 1,
                               .module = (char *)"plan",
                               .says = (char *)"{\"actions\":\"actions\",\"why\":\"reasoning\"}",
                               .prompt = (char *)"told of hunter2"};
    assert_true(memory_step_begin(m, other, 1, &error) && memory_call_begin(m, &call, &call.id, &error));
    struct memory_recall told = {.kind = (char *)"step", .source_run = run, .source_step = 2, .in_prompt = true};
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    g_ptr_array_add(rows, &told);
    assert_true(memory_recalls_set(m, other, 1, rows, &error));
    assert_no_error(error);
    return other;
}

static void forget__everywhere__takes_the_prompts_that_were_reminded(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_auto(memory_forgotten) f = {0}, all = {0};
    gint64 run = add_secret(m);
    add_reminded(m, run);
    forget(m, run, 2, false, &f);
    assert_non_null(strstr(f.kept->pdata[f.kept->len - 1], "it recalled this"));
    assert_true(files_with(dir, "hunter2") > 0);
    forget(m, run, 2, true, &all);
    assert_int_equal(files_with(dir, "hunter2"), 0);
    assert_clean(m);
}

/* Why such a prompt stays: somebody drives that run; or its lock cannot be had, which is another thing. */
static void forget__everywhere__says_why_a_prompt_stays(void **state)
{
    (void)state;
    for (int driven = 0; driven <= 1; driven++) {
        g_autofree char *dir = new_dir();
        g_autoptr(memory) m = open_store(dir);
        g_auto(memory_forgotten) f = {0};
        gint64 run = add_secret(m), other = add_reminded(m, run);
        g_autofree char *name = g_strdup_printf("locks/run-%" G_GINT64_FORMAT ".lock", other),
                        *path = g_build_filename(dir, name, NULL);
        int lock = driven ? memory_run_lock(m, other, NULL) : -1;
        if (!driven)
            assert_int_equal(g_mkdir_with_parents(path, 0700), 0); /* a folder in its place */
        forget(m, run, 2, true, &f);
        const char *last = f.kept->pdata[f.kept->len - 1], *why = driven ? "that run has not ended" : "cannot lock run";
        if (!strstr(last, "stays") || !strstr(last, why))
            fail_msg("\"%s\" without \"%s\"", last, why);
        if (driven)
            close(lock);
    }
}

static void forget__run__leaves_its_numbers(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_secret(m), other = add_story(m);
    forget(m, run, 0, false, &f);
    assert_int_equal(files_with(dir, "hunter2") + files_with(dir, "harmless") + files_with(dir, "the same picture"), 0);
    assert_clean(m);
    struct memory_run *row = memory_run_get(m, run, &error), *untouched = memory_run_get(m, other, &error);
    assert_int_equal(row->steps, 3);
    assert_string_equal(row->outcome, "stopped");
    assert_string_equal(untouched->task, "compute 12 × 34");
    memory_run_free(row);
    memory_run_free(untouched);
}

static void forget__dry_run__counts_and_changes_nothing(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) dry = {0}, wet = {0};
    gint64 run = add_secret(m);
    assert_true(memory_forget(m, run, 2, "ann", "why", false, true, &dry, &error));
    assert_no_error(error);
    assert_true(files_with(dir, "hunter2") > 0);
    g_autoptr(GPtrArray) hits = memory_search(m, "hunter2", 0, &error);
    assert_true(hits->len > 0);
    forget(m, run, 2, false, &wet);
    assert_int_equal(dry.frames, wet.frames);
    assert_int_equal(dry.bytes, wet.bytes);
    assert_int_equal(dry.texts, wet.texts);
}

static void forget__running_or_missing__is_refused(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_secret(m), open = add_run(m, "still going");
    const struct {
        gint64 run, step;
        int code;
    } cases[] = {{open, 0, MEMORY_ERROR_FAILED}, {run, 9, MEMORY_ERROR_NOT_FOUND}, {77, 0, MEMORY_ERROR_NOT_FOUND}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(memory_forgotten) f = {0};
        assert_false(memory_forget(m, cases[i].run, cases[i].step, "ann", "why", false, false, &f, &error));
        assert_error(error, cases[i].code);
    }
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    int lock = memory_run_lock(m, run, &error);
    assert_true(lock >= 0);
    assert_false(memory_forget(m, run, 1, "ann", "why", false, false, &f, &error));
    assert_error(error, MEMORY_ERROR_BUSY);
    close(lock);
    assert_clean(m);
}

static void forget__twice_and_tampered__is_still_proven(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_auto(memory_forgotten) one = {0}, two = {0}, all = {0};
    gint64 run = add_secret(m);
    forget(m, run, 1, false, &one);
    forget(m, run, 1, false, &two);
    assert_clean(m);
    tamper(dir, "UPDATE decisions SET reason = 'x' WHERE proposal = 3");
    assert_finding(m, "the decision on proposal 3 was changed");
    tamper(dir, "UPDATE decisions SET reason = 'harmless' WHERE proposal = 3");
    tamper(dir, "UPDATE journal SET data = NULL WHERE step = 2 AND stage = 'note'"); /* no tombstone says so */
    assert_finding(m, "does not fit its hash");
    forget(m, run, 0, false, &all);
    tamper(dir, "UPDATE forgotten SET reason = 'for fun' WHERE step = 0");
    assert_finding(m, "the tombstone of step");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forget__step__leaves_no_byte_of_it),
        cmocka_unit_test(forget__step_everywhere__takes_shared_frames_and_later_prompts),
        cmocka_unit_test(forget__everywhere__takes_the_prompts_that_were_reminded),
        cmocka_unit_test(forget__everywhere__says_why_a_prompt_stays),
        cmocka_unit_test(forget__run__leaves_its_numbers),
        cmocka_unit_test(forget__dry_run__counts_and_changes_nothing),
        cmocka_unit_test(forget__running_or_missing__is_refused),
        cmocka_unit_test(forget__twice_and_tampered__is_still_proven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
