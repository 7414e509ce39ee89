/* Looking back over much: pages, filters, totals and marks; notes, lessons, recalls, pictures. */

#include "tests/memory/common.h"

#include "memory/lessons.h"
#include "memory/notes.h"
#include "memory/pages.h"
#include "memory/pictures.h"
#include "memory/recalls.h"
#include "memory/skills.h"

static GPtrArray *page(memory *m, const struct memory_filter *filter, gint64 before, gint64 limit)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *rows = memory_runs_page(m, filter, before, limit, &error);
    assert_no_error(error);
    assert_non_null(rows);
    return rows;
}

static gint64 count(memory *m, const struct memory_filter *filter)
{
    g_autoptr(GError) error = NULL;
    gint64 n = memory_runs_count(m, filter, &error);
    assert_no_error(error);
    return n;
}

static gint64 next_mark(memory *m, gint64 run, gint64 step, const char *what, bool forward)
{
    g_autoptr(GError) error = NULL;
    const char *const kinds[] = {what, NULL};
    gint64 found = memory_mark_next(m, run, step, kinds, forward, &error);
    assert_no_error(error);
    return found;
}

static void pages__runs__come_newest_first_and_go_on_where_the_last_ended(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    for (int i = 0; i < 5; i++)
        add_run(m, "a task");
    g_autoptr(GPtrArray) first = page(m, NULL, 0, 2);
    assert_int_equal(first->len, 2);
    const struct memory_run_row *last = first->pdata[1];
    assert_int_equal(last->id, 4);
    g_autoptr(GPtrArray) second = page(m, NULL, last->id, 2);
    assert_int_equal(((struct memory_run_row *)second->pdata[0])->id, 3);
    g_autoptr(GPtrArray) rest = page(m, NULL, 2, 0);
    assert_int_equal(rest->len, 1);
    assert_int_equal(count(m, NULL), 5);
}

/* `reins do` and trials are recorded, and are no runs that one goes on with. */
static void pages__runs__of_reins_do__only_when_asked_for(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    const struct memory_run by_hand = {
        .task = (char *)"key.press", .agent = (char *)"do", .brain = (char *)"", .mode = (char *)"step"};
    const struct memory_filter tasks = {.tasks = true};
    gint64 id = add_run(m, "a task"), hand = 0, named = 0;
    assert_false(memory_run_named(NULL, "last", &named, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    assert_true(memory_run_add(m, &by_hand, &hand, &error));
    assert_int_equal(count(m, NULL), 2);
    assert_int_equal(count(m, &tasks), 1);
    g_autoptr(GPtrArray) rows = page(m, &tasks, 0, 2), up = memory_runs_page_up(m, &tasks, 0, 2, &error);
    assert_int_equal(rows->len, 1);
    assert_int_equal(((struct memory_run_row *)rows->pdata[0])->id, id);
    assert_int_equal(up->len, 1);
    assert_true(memory_run_named(m, "last", &named, &error));
    assert_int_equal(named, id);
    assert_true(memory_run_named(m, "12", &named, &error));
    assert_int_equal(named, 12);
    assert_false(memory_run_named(m, "latest", &named, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

static void pages__totals__follow_what_is_written(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) rows = page(m, NULL, 0, 0);
    const struct memory_run_row *row = rows->pdata[0];
    assert_int_equal(row->id, run);
    assert_int_equal(row->steps, 2);
    assert_int_equal(row->calls, 2);
    assert_int_equal(row->tokens_in, 200);
    assert_int_equal(row->tokens_out, 20);
    struct memory_spent spent, before;
    assert_true(memory_run_spent(m, run, &spent, NULL) && memory_run_spent_before(m, run, 3, &before, NULL));
    assert_true(spent.tokens_cached == 120 && spent.pictures == 4 && before.tokens_cached == 120 && before.pictures == 4);
    assert_int_equal(row->ms, 24);
    assert_true(row->cost > 0.49 && row->cost < 0.51);
    assert_int_equal(row->touched, 2); /* an edit in the first step, a rejection in the second */
    assert_string_equal(row->outcome, "stopped");
    assert_false(row->imported);
}

static bool is_human(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GPtrArray) marks = memory_marks(m, run, step, 1, NULL);
    for (guint i = 0; i < marks->len; i++)
        if (g_str_equal(((struct memory_mark *)marks->pdata[i])->what, "human"))
            return true;
    return false;
}

/* What a person helped with and no other row tells of counts once a step; before the first step it counts for that. */
static void pages__help__counts_for_its_step(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    const struct memory_run forked = {.task = (char *)"t",
                                      .agent = (char *)"direct",
                                      .brain = (char *)"demo",
                                      .mode = (char *)"step",
                                      .options = (char *)"{}",
                                      .parent = add_story(m),
                                      .parent_step = 2};
    gint64 fork = 0, run = add_run(m, "press keys");
    assert_true(memory_run_add(m, &forked, &fork, &error));
    for (gint64 step = 1; step <= 3; step++) {
        assert_true(memory_step_begin(m, run, step, &error));
        assert_true(memory_step_begin(m, fork, step + 2, &error));
    }
    const gint64 said[][2] = {{run, 0}, {run, 3}, {run, 3}, {fork, 2}, {fork, 4}};
    for (gsize i = 0; i < G_N_ELEMENTS(said); i++)
        assert_true(memory_help_add(m, said[i][0], said[i][1], "{\"text\":\"board keys: go row 1\"}", &error));
    assert_false(memory_help_add(m, 99, 1, "{}", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    const gint64 human[][2] = {{run, 1}, {run, 3}, {fork, 3}, {fork, 4}};
    for (gsize i = 0; i < G_N_ELEMENTS(human); i++)
        assert_true(is_human(m, human[i][0], human[i][1]));
    assert_false(is_human(m, run, 2));
    assert_false(is_human(m, fork, 2));
    g_autoptr(GPtrArray) rows = page(m, NULL, 0, 2), journal = memory_journal_step(m, run, 3, NULL);
    assert_int_equal(((struct memory_run_row *)rows->pdata[0])->touched, 2);
    assert_int_equal(((struct memory_run_row *)rows->pdata[1])->touched, 2);
    const struct memory_entry *last = journal->pdata[journal->len - 1];
    assert_string_equal(last->stage, "note");
    assert_string_equal(last->by, "human");
    assert_clean(m);
}

static void pages__filter__by_each_of_its_parts(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 story = add_story(m);
    gint64 other = add_run(m, "write a letter");
    assert_true(memory_outcome_add(m, "greet", "ab", "fired", other, 1, &error));
    const struct memory_note tag = {.run = other, .kind = (char *)"tag", .by = (char *)"ann", .text = (char *)"odd"};
    assert_true(memory_note_add(m, &tag, NULL, &error));
    assert_no_error(error);
    const struct {
        struct memory_filter filter;
        gint64 only; /* 0 = none, -1 = both */
    } cases[] = {
        {{.app = "xca"}, -1},
        {{.app = "gimp"}, 0},
        {{.skill = "greet"}, other},
        {{.skill = "other"}, 0},
        {{.outcome = "stopped"}, story},
        {{.outcome = "running"}, other},
        {{.tag = "odd"}, other},
        {{.tag = "even"}, 0},
        {{.words = "letter"}, other},
        {{.words = "digit"}, story},
        {{.words = "..."}, 0},
        {{.words = ""}, -1},
        {{.from_us = G_MAXINT64}, 0},
        {{.to_us = 1}, 0},
        {{.from_us = 1}, -1},
        {{.tag = "odd", .outcome = "stopped"}, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GPtrArray) rows = page(m, &cases[i].filter, 0, 0);
        guint expected = cases[i].only < 0 ? 2 : cases[i].only > 0;
        if (rows->len != expected || count(m, &cases[i].filter) != expected)
            fail_msg("filter %u found %u runs, not %u", i, rows->len, expected);
        if (cases[i].only > 0)
            assert_int_equal(((struct memory_run_row *)rows->pdata[0])->id, cases[i].only);
    }
    g_autoptr(GPtrArray) skills = memory_filter_values(m, "skill", &error);
    assert_int_equal(skills->len, 1);
    assert_string_equal(skills->pdata[0], "greet");
}

static void pages__steps__from_a_number_on(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    g_autoptr(GPtrArray) one = memory_steps_page(m, run, 2, 10, &error);
    assert_int_equal(one->len, 1);
    const struct memory_step *second = one->pdata[0];
    assert_int_equal(second->step, 2);
    assert_string_equal(second->verdict, "rejected"); /* not ended: what was last decided */
    assert_int_equal(memory_last_step(m, run, &error), 2);
    assert_int_equal(memory_last_step(m, 77, &error), 0);
}

static void marks__each__is_found_from_both_sides(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    assert_int_equal(next_mark(m, run, 0, "edited", true), 1);
    assert_int_equal(next_mark(m, run, 1, "edited", true), 0);
    assert_int_equal(next_mark(m, run, 1, "rejected", true), 2);
    assert_int_equal(next_mark(m, run, 2, "edited", false), 1);
    /* an effect that is told anew takes the mark of the old one away */
    assert_true(memory_step_end(m, run, 2, "t", NULL, "approved", "no_effect", &error));
    assert_int_equal(next_mark(m, run, 0, "no_effect", true), 2);
    assert_true(memory_step_end(m, run, 2, "t", NULL, "approved", "changed", &error));
    assert_int_equal(next_mark(m, run, 0, "no_effect", true), 0);
    assert_true(memory_step_set_success(m, run, 2, "no", &error));
    assert_int_equal(next_mark(m, run, 0, "failed", true), 2);
    struct memory_call call = {.run = run, .step = 1, .module = (char *)"plan", .status = (char *)"failed"};
    assert_true(memory_call_begin(m, &call, &call.id, &error));
    assert_true(memory_call_end(m, &call, &error));
    assert_int_equal(next_mark(m, run, 0, "error", true), 1);
    assert_true(memory_call_correct(m, call.id, "{}", &error));
    assert_int_equal(next_mark(m, run, 0, "corrected", true), 1);
    g_autoptr(GPtrArray) marks = memory_marks(m, run, 1, 1, &error);
    assert_int_equal(marks->len, 4); /* corrected, edited, error, human */
    assert_string_equal(((struct memory_mark *)marks->pdata[1])->what, "edited");
    assert_no_error(error);
}

static void notes__add__shown_found_and_taken_back(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m), id = 0, again = 0;
    struct memory_note note = {
        .run = run, .step = 1, .kind = (char *)"note", .by = (char *)"ann", .text = (char *)"the pointer was late"};
    assert_true(memory_note_add(m, &note, &id, &error));
    note.kind = (char *)"pin";
    note.text = (char *)"";
    assert_true(memory_note_add(m, &note, &id, &error));
    assert_true(memory_note_add(m, &note, &again, &error)); /* pinned is pinned */
    assert_int_equal(id, again);
    g_autoptr(GPtrArray) notes = memory_notes(m, run, -1, &error);
    assert_int_equal(notes->len, 2);
    g_autoptr(GPtrArray) hits = memory_search(m, "pointer late", 0, &error);
    assert_int_equal(hits->len, 1);
    assert_string_equal(((struct memory_hit *)hits->pdata[0])->kind, "note");
    assert_int_equal(next_mark(m, run, 0, "pin", true), 1);
    assert_clean(m);
    assert_true(memory_note_withdraw(m, id, "ann", &error));
    assert_int_equal(next_mark(m, run, 0, "pin", true), 0);
    assert_false(memory_note_withdraw(m, id, "ann", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    note.step = 9;
    assert_false(memory_note_add(m, &note, NULL, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    assert_clean(m);
    tamper(dir, "UPDATE notes SET text = 'the pointer was fine' WHERE kind = 'note'");
    assert_finding(m, "a note of step 1 was changed");
}

static void lessons__edit_and_withdraw__leave_what_was(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 id = 0, same = 0, edited = 0;
    const struct memory_lesson lesson = {
        .run = 3, .step = 4, .by = (char *)"model", .app = (char *)"xcalc", .text = (char *)"C clears the display first"};
    assert_true(memory_lesson_add(m, &lesson, &id, &error));
    assert_true(memory_lesson_add(m, &lesson, &same, &error));
    assert_int_equal(id, same);
    assert_true(memory_lesson_edit(m, id, "AC clears all", "human", &edited, &error));
    g_autoptr(GPtrArray) now = memory_lessons(m, "xcalc", false, &error);
    assert_int_equal(now->len, 1);
    const struct memory_lesson *row = now->pdata[0];
    assert_string_equal(row->text, "AC clears all");
    assert_int_equal(row->edited_from, id);
    assert_int_equal(row->step, 4);
    assert_true(memory_lesson_withdraw(m, edited, "wrong", &error));
    assert_false(memory_lesson_withdraw(m, edited, "wrong", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_true(memory_lesson_add(m, &lesson, &same, &error)); /* not learnt again in the same words */
    g_autoptr(GPtrArray) none = memory_lessons(m, NULL, false, &error), all = NULL;
    assert_int_equal(none->len, 0);
    all = memory_lessons(m, NULL, true, &error);
    assert_int_equal(all->len, 2);
    assert_no_error(error);
}

static void recalls__set__in_order_of_rank(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_story(m);
    struct memory_recall a = {.kind = (char *)"step", .source_run = run, .source_step = 1, .score = 0.75, .in_prompt = true},
                         b = {.kind = (char *)"lesson", .lesson = 4, .score = 0.5, .why = (char *)"{\"text\":0.5}"};
    g_autoptr(GPtrArray) both = g_ptr_array_new();
    g_ptr_array_add(both, &a);
    g_ptr_array_add(both, &b);
    assert_true(memory_recalls_set(m, run, 2, both, &error));
    assert_true(memory_recalls_set(m, run, 2, both, &error)); /* a step that is repeated */
    g_autoptr(GPtrArray) read = memory_recalls(m, run, 2, &error), by = NULL;
    assert_int_equal(read->len, 2);
    const struct memory_recall *first = read->pdata[0], *second = read->pdata[1];
    assert_true(first->in_prompt && !second->in_prompt);
    assert_int_equal(first->source_step, 1);
    assert_string_equal(second->why, "{\"text\":0.5}");
    by = memory_recalled_by(m, run, 1, &error);
    assert_int_equal(by->len, 1);
    assert_no_error(error);
}

static void pictures__like__nearest_first_and_only_what_is_still_there(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    const guint64 prints[] = {0xff00, 0xff01, 0x0, 0x8000000000000000u};
    for (guint i = 0; i < G_N_ELEMENTS(prints); i++) {
        g_autofree char *bytes = g_strdup_printf("frame %u", i);
        g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, bytes, -1);
        g_free(add_frame(m, run, i + 1, bytes));
        g_autoptr(GPtrArray) missing = memory_pictures_missing(m, 0, &error);
        assert_int_equal(missing->len, 1);
        assert_true(memory_picture_add(m, hash, prints[i], 10, &error));
        guint64 print = 0;
        assert_true(memory_picture_get(m, hash, &print, &error));
        assert_true(print == prints[i]);
    }
    g_autoptr(GPtrArray) near = memory_pictures_like(m, 0xff00, 8, 2, &error);
    assert_int_equal(near->len, 2);
    assert_int_equal(((struct memory_like *)near->pdata[0])->step, 1);
    assert_int_equal(((struct memory_like *)near->pdata[1])->distance, 1);
    g_autoptr(GPtrArray) high = memory_pictures_like(m, 0x8000000000000000u, 0, 5, &error);
    assert_int_equal(high->len, 1);
    tamper(dir, "UPDATE frames SET gone_us = 1 WHERE step = 1");
    g_autoptr(GPtrArray) left = memory_pictures_like(m, 0xff00, 8, 2, &error);
    assert_int_equal(((struct memory_like *)left->pdata[0])->step, 2);
    assert_no_error(error);
}

static void summaries__chain__each_points_to_what_it_folded_in(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "t");
    assert_true(memory_summary_add(m, run, 3, "one", &error));
    assert_true(memory_summary_add(m, run, 6, "two", &error));
    g_autoptr(GPtrArray) rows = memory_summaries(m, run, 0, &error);
    const struct memory_summary_row *one = rows->pdata[0], *two = rows->pdata[1];
    assert_int_equal(one->parent, 0);
    assert_int_equal(one->first_step, 1);
    assert_int_equal(two->parent, one->id);
    assert_int_equal(two->first_step, 4);
    assert_no_error(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages__runs__come_newest_first_and_go_on_where_the_last_ended),
        cmocka_unit_test(pages__runs__of_reins_do__only_when_asked_for),
        cmocka_unit_test(pages__totals__follow_what_is_written),
        cmocka_unit_test(pages__help__counts_for_its_step),
        cmocka_unit_test(pages__filter__by_each_of_its_parts),
        cmocka_unit_test(pages__steps__from_a_number_on),
        cmocka_unit_test(marks__each__is_found_from_both_sides),
        cmocka_unit_test(notes__add__shown_found_and_taken_back),
        cmocka_unit_test(lessons__edit_and_withdraw__leave_what_was),
        cmocka_unit_test(recalls__set__in_order_of_rank),
        cmocka_unit_test(pictures__like__nearest_first_and_only_what_is_still_there),
        cmocka_unit_test(summaries__chain__each_points_to_what_it_folded_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
