/* Runs, steps, calls, proposals, summaries: what goes in comes out, and what is not there is said. */

#include "tests/memory/common.h"

#include "memory/skills.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void runs__add__comes_back_whole(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 id = add_run(m, "compute 12 × 34");
    struct memory_run *run = memory_run_get(m, id, &error);
    assert_no_error(error);
    assert_string_equal(run->task, "compute 12 × 34");
    assert_string_equal(run->agent, "cradle");
    assert_string_equal(run->options, "{\"max_steps\":50}");
    assert_string_equal(run->status, "starting");
    assert_null(run->outcome);
    assert_null(run->sandbox);
    assert_true(run->started_us > 1000000000000000);
    assert_int_equal(run->ended_us, 0);
    assert_int_equal(run->steps, 0);
    memory_run_free(run);
    assert_true(memory_run_set_display(m, id, ":7", "{\"pid\":4711}", &error));
    assert_true(memory_run_end(m, id, "success", "it shows 408", &error));
    run = memory_run_get(m, id, &error);
    assert_string_equal(run->display, ":7");
    assert_string_equal(run->sandbox, "{\"pid\":4711}");
    assert_string_equal(run->status, "ended");
    assert_string_equal(run->outcome, "success");
    assert_true(run->ended_us >= run->started_us);
    memory_run_free(run);
}

static void runs__missing__is_not_found(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    GError *error = NULL;
    const struct memory_frame frame = {
        .run = 7, .step = 1, .hash = (char *)"0000000000000000000000000000000000000000000000000000000000000000"};
    const struct memory_call call = {.run = 7, .step = 1, .module = (char *)"plan"};
    const struct memory_proposal proposal = {.run = 7, .step = 1, .id = 1};
    gint64 id = -5;
    for (int i = 0; i < 13; i++) {
        bool ok = true;
        switch (i) {
        case 0:
            ok = memory_run_get(m, 7, &error) != NULL;
            break;
        case 1:
            ok = memory_run_set_status(m, 7, "running", &error);
            break;
        case 2:
            ok = memory_run_set_display(m, 7, ":1", NULL, &error);
            break;
        case 3:
            ok = memory_run_end(m, 7, "failed", NULL, &error);
            break;
        case 4:
            ok = memory_run_lock(m, 7, &error) >= 0;
            break;
        case 5:
            ok = memory_step_begin(m, 7, 1, &error);
            break;
        case 6:
            ok = memory_step_end(m, 7, 1, NULL, NULL, NULL, NULL, &error);
            break;
        case 7:
            ok = memory_state_set(m, 7, 1, "{}", &error);
            break;
        case 8:
            ok = memory_frame_add(m, &frame, &error);
            break;
        case 9:
            ok = memory_call_begin(m, &call, &id, &error);
            break;
        case 10:
            ok = memory_proposal_add(m, &proposal, &error);
            break;
        case 11:
            ok = memory_journal_add(m, 7, 0, 0, "note", NULL, NULL, NULL, &error);
            break;
        case 12:
            ok = memory_summary_add(m, 7, 1, "s", &error);
            break;
        default:
            break;
        }
        if (ok || !g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND))
            fail_msg("case %d: %s", i, error ? error->message : "no error");
        g_clear_error(&error);
    }
    assert_int_equal(id, -5); /* given back only on success */
    g_autoptr(GPtrArray) steps = memory_steps(m, 7, &error);
    assert_int_equal(steps->len, 0);
    g_autofree char *working = memory_state_at(m, 7, G_MAXINT64, NULL, &error);
    assert_null(working);
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_clean(m);
}

static void runs__list__newest_first_by_status_and_limit(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 ids[5];
    for (int i = 0; i < 5; i++) {
        g_autofree char *task = g_strdup_printf("task %d", i);
        ids[i] = add_run(m, task);
    }
    assert_true(memory_run_set_status(m, ids[1], "paused", &error));
    assert_true(memory_run_end(m, ids[3], "failed", NULL, &error));
    g_autoptr(GPtrArray) all = memory_runs(m, NULL, 0, &error);
    assert_int_equal(all->len, 5);
    assert_int_equal(((struct memory_run *)all->pdata[0])->id, ids[4]);
    assert_int_equal(((struct memory_run *)all->pdata[4])->id, ids[0]);
    g_autoptr(GPtrArray) two = memory_runs(m, NULL, 2, &error);
    assert_int_equal(two->len, 2);
    g_autoptr(GPtrArray) paused = memory_runs(m, "paused", 0, &error);
    assert_int_equal(paused->len, 1);
    assert_int_equal(((struct memory_run *)paused->pdata[0])->id, ids[1]);
    g_autoptr(GPtrArray) none = memory_runs(m, "no such status", 0, &error);
    assert_int_equal(none->len, 0);
}

static void runs__end__only_once_and_taken_up_again(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    GError *error = NULL;
    gint64 id = add_run(m, "t");
    assert_true(memory_run_end(m, id, "stopped", "q", &error));
    assert_false(memory_run_end(m, id, "success", "no", &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    struct memory_run *run = memory_run_get(m, id, &error);
    assert_string_equal(run->outcome, "stopped");
    memory_run_free(run);
    assert_true(memory_run_set_status(m, id, "running", &error));
    run = memory_run_get(m, id, &error);
    assert_null(run->outcome);
    assert_int_equal(run->ended_us, 0);
    memory_run_free(run);
    assert_clean(m);
    assert_true(memory_run_end(m, id, "success", NULL, &error));
    assert_clean(m);
}

static void steps__open_step__shows_what_was_last_proposed(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    assert_true(memory_step_set_success(m, run, 1, "true", &error));
    g_autoptr(GPtrArray) steps = memory_steps(m, run, &error);
    assert_int_equal(steps->len, 2);
    struct memory_step *one = steps->pdata[0], *two = steps->pdata[1];
    assert_string_equal(one->task, "press eight");
    assert_string_equal(one->verdict, "approved");
    assert_string_equal(one->effect, "changed");
    assert_string_equal(one->success, "true");
    assert_true(one->ended_us > 0);
    assert_int_equal(two->ended_us, 0);
    assert_string_equal(two->verdict, "rejected");
    assert_non_null(strstr(two->action, "type_text"));
    assert_true(memory_step_begin(m, run, 2, &error)); /* as resume does */
    assert_false(memory_step_end(m, run, 3, NULL, NULL, NULL, NULL, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void state__set__newest_step_wins(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t"), step = 0;
    assert_true(memory_state_set(m, run, 1, "{\"n\":1}", &error));
    assert_true(memory_state_set(m, run, 2, "{\"n\":2}", &error));
    assert_true(memory_state_set(m, run, 2, "{\"n\":3}", &error));
    g_autofree char *json = memory_state_at(m, run, G_MAXINT64, &step, &error);
    assert_string_equal(json, "{\"n\":3}");
    assert_int_equal(step, 2);
}

static void frames__add__refuses_what_is_no_hash(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_run(m, "t");
    static const char *const bad[] = {NULL,
                                      "",
                                      "../../etc/passwd",
                                      "ABCDEF",
                                      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                      "000000000000000000000000000000000000000000000000000000000000000/"};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        const struct memory_frame frame = {.run = run, .step = 1, .hash = (char *)bad[i], .width = 1, .height = 1};
        assert_false(memory_frame_add(m, &frame, &error));
        assert_error(error, MEMORY_ERROR_FAILED);
        assert_null(memory_frame_path(m, bad[i]));
    }
}

static void frames__list__of_a_step_and_of_the_run(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) all = memory_frames(m, run, 0, &error);
    g_autoptr(GPtrArray) second = memory_frames(m, run, 2, &error);
    assert_int_equal(all->len, 2);
    assert_int_equal(second->len, 1);
    struct memory_frame *frame = second->pdata[0];
    assert_int_equal(frame->width, 1280);
    assert_string_equal(frame->role, "after");
    assert_true(g_path_is_absolute(frame->path));
    assert_true(g_file_test(frame->path, G_FILE_TEST_EXISTS));
    assert_true(g_str_has_prefix(frame->path, memory_frames_dir(m)));
}

static void calls__end_and_correct__come_back(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    struct memory_call call = {
        .run = run, .step = 1, .module = (char *)"plan", .prompt = (char *)"{\"user\":\"u\"}", .attempt = 2};
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    g_autoptr(GPtrArray) begun = memory_calls(m, run, 1, &error);
    assert_string_equal(((struct memory_call *)begun->pdata[0])->status, "started");
    assert_int_equal(((struct memory_call *)begun->pdata[0])->attempt, 2);
    call.reply = (char *)"nonsense \xff bytes";
    call.status = (char *)"failed";
    call.error = (char *)"the reply is not JSON";
    call.cost = 0.125;
    assert_true(memory_call_end(m, &call, &error));
    assert_true(memory_call_correct(m, call.id, "{\"a\":1}", &error));
    assert_true(memory_call_correct(m, call.id, "{\"a\":2}", &error));
    g_autoptr(GPtrArray) calls = memory_calls(m, run, 0, &error);
    assert_int_equal(calls->len, 1);
    struct memory_call *got = calls->pdata[0];
    assert_string_equal(got->reply, "nonsense \xff bytes");
    assert_string_equal(got->status, "failed");
    assert_string_equal(got->correction, "{\"a\":2}");
    assert_null(got->output);
    struct memory_run *row = memory_run_get(m, run, &error);
    assert_true(row->cost == 0.125);
    memory_run_free(row);
    call.id = 99;
    assert_false(memory_call_end(m, &call, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_false(memory_call_correct(m, 99, "{}", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void proposals__edit__both_actions_stay(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) list = memory_proposals(m, run, 1, &error);
    assert_int_equal(list->len, 2);
    struct memory_proposal *first = list->pdata[0], *second = list->pdata[1];
    assert_non_null(strstr(first->action, "seven"));
    assert_string_equal(first->verdict, "edited");
    assert_string_equal(first->reason, "wrong place");
    assert_null(first->stage);
    assert_non_null(strstr(second->action, "eight"));
    assert_int_equal(second->edited_from, 1);
    assert_string_equal(second->by, "human");
    assert_string_equal(second->verdict, "approved");
    assert_string_equal(second->stage, "verified"); /* not the rows that only bind */
    assert_true(second->decided_us >= second->at_us);
}

static void proposals__stage__is_that_of_the_action(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    add_proposal(m, run, 1, 1, "{}", 0);
    add_entry(m, run, 1, 1, "fired");
    add_entry(m, run, 1, 1, "held");
    add_entry(m, run, 1, 1, "note");
    assert_true(memory_fired_add(m, run, 1, "[]", &error));
    add_decision(m, run, 1, "stale", NULL); /* a second look at it does not hide that it was fired */
    g_autoptr(GPtrArray) list = memory_proposals(m, run, 0, &error);
    assert_string_equal(((struct memory_proposal *)list->pdata[0])->stage, "fired");
    g_autofree char *events = memory_fired(m, run, 1, &error);
    assert_string_equal(events, "[]");
}

static void proposals__same_id_twice__is_refused_whole(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    add_proposal(m, run, 1, 1, "{}", 0);
    const struct memory_proposal again = {.run = run, .step = 1, .id = 1, .action = (char *)"{\"other\":1}"};
    assert_false(memory_proposal_add(m, &again, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    assert_false(memory_decision_add(m, run, 2, "approved", "human", NULL, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_false(memory_fired_add(m, run, 2, "[]", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    g_autoptr(GPtrArray) journal = memory_journal(m, run, &error);
    assert_int_equal(journal->len, 3); /* begun, display, proposed */
    assert_clean(m);
}

/* The second of two statements fails: the first one must be gone, too, and the next call works. */
static void proposals__failing_in_the_middle__keep_nothing(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    tamper(dir, "UPDATE runs SET journal_seq = 5 WHERE id = 1"); /* the journal row 6 is there already */
    const struct memory_proposal p = {.run = run, .step = 2, .id = 4, .action = (char *)"{}"};
    assert_false(memory_proposal_add(m, &p, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    assert_false(memory_decision_add(m, run, 3, "approved", "human", NULL, &error));
    g_clear_error(&error);
    assert_false(memory_run_set_status(m, run, "running", &error));
    g_clear_error(&error);
    tamper(dir, "UPDATE runs SET journal_seq = 22 WHERE id = 1");
    assert_clean(m);
    g_autoptr(GPtrArray) list = memory_proposals(m, run, 0, &error);
    assert_int_equal(list->len, 3);
    assert_string_equal(((struct memory_proposal *)list->pdata[2])->verdict, "rejected");
    assert_true(memory_proposal_add(m, &p, &error));
}

static void summaries__in_order(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    g_autoptr(GPtrArray) none = memory_summaries(m, run, 0, &error);
    assert_int_equal(none->len, 0);
    assert_true(memory_summary_add(m, run, 3, "three", &error));
    assert_true(memory_summary_add(m, run, 6, "six", &error));
    g_autoptr(GPtrArray) all = memory_summaries(m, run, 0, &error), one = memory_summaries(m, run, 6, &error);
    assert_int_equal(all->len, 2);
    assert_string_equal(((struct memory_summary_row *)all->pdata[0])->text, "three");
    assert_int_equal(one->len, 1);
    assert_string_equal(((struct memory_summary_row *)one->pdata[0])->text, "six");
    assert_true(memory_outcome_add(m, "click", NULL, "fired", run, 6, &error));
}

static void prune__old_runs__leave_a_tombstone(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 old = add_story(m), kept = add_story(m), open_run = add_run(m, "goes on");
    g_autofree char *shared = add_frame(m, old, 2, "shared");
    g_free(add_frame(m, kept, 2, "shared"));
    g_autofree char *only = add_frame(m, old, 2, "only the old one");
    g_autofree char *fresh = add_frame(m, old, 2, "fresh");
    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    assert_int_equal(utimensat(AT_FDCWD, shared, times, 0), 0);
    assert_int_equal(utimensat(AT_FDCWD, only, times, 0), 0);
    g_autofree char *sql = g_strdup_printf("UPDATE runs SET ended_us = 5 WHERE id = %d", (int)old);
    tamper(dir, sql);
    struct memory_pruned pruned = {0};
    assert_true(memory_prune(m, 10, true, &pruned, &error));
    assert_int_equal(pruned.runs, 1);
    assert_int_equal(pruned.frames, 1);
    assert_true(g_file_test(only, G_FILE_TEST_EXISTS));
    int lock = memory_run_lock(m, old, &error); /* held: stays */
    assert_true(memory_prune(m, 10, false, &pruned, &error));
    assert_int_equal(pruned.runs, 0);
    close(lock);
    assert_true(memory_prune(m, 10, false, &pruned, &error));
    assert_no_error(error);
    assert_int_equal(pruned.runs, 1);
    assert_false(g_file_test(only, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(shared, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(fresh, G_FILE_TEST_EXISTS));
    assert_null(memory_run_get(m, old, NULL));
    g_autoptr(GPtrArray) hits = memory_search(m, "\"why not\"", 0, &error);
    assert_int_equal(hits->len, 1); /* of the kept run only */
    assert_clean(m);
    assert_true(add_run(m, "new") > open_run); /* numbers are not used again */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs__add__comes_back_whole),
        cmocka_unit_test(runs__missing__is_not_found),
        cmocka_unit_test(runs__list__newest_first_by_status_and_limit),
        cmocka_unit_test(runs__end__only_once_and_taken_up_again),
        cmocka_unit_test(steps__open_step__shows_what_was_last_proposed),
        cmocka_unit_test(state__set__newest_step_wins),
        cmocka_unit_test(frames__add__refuses_what_is_no_hash),
        cmocka_unit_test(frames__list__of_a_step_and_of_the_run),
        cmocka_unit_test(calls__end_and_correct__come_back),
        cmocka_unit_test(proposals__edit__both_actions_stay),
        cmocka_unit_test(proposals__stage__is_that_of_the_action),
        cmocka_unit_test(proposals__same_id_twice__is_refused_whole),
        cmocka_unit_test(proposals__failing_in_the_middle__keep_nothing),
        cmocka_unit_test(summaries__in_order),
        cmocka_unit_test(prune__old_runs__leave_a_tombstone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
