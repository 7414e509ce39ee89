/* The memory screen's pure parts: the filter as typed, and what is read of the store's JSON. */

#include "tui/past/past_actions.h"
#include "tui/past/past_query.h"
#include "tui/past/past_story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void query__fields_and_words__are_told_apart(void **state)
{
    (void)state;
    struct past_query q;
    past_query_read(&q, " app:xcalc  outcome:failed red tag:nightly skill:press_button button");
    assert_string_equal(q.filter.app, "xcalc");
    assert_string_equal(q.filter.outcome, "failed");
    assert_string_equal(q.filter.tag, "nightly");
    assert_string_equal(q.filter.skill, "press_button");
    assert_string_equal(q.filter.words, "red button*"); /* the last may go on */
    assert_null(q.trouble);
    past_query_clear(&q);
}

static void query__a_field_without_its_value__filters_nothing(void **state)
{
    (void)state;
    struct past_query q;
    past_query_read(&q, "app: since: \"");
    assert_null(q.filter.app);
    assert_true(q.filter.from_us == 0);
    assert_string_equal(q.filter.words, "\""); /* finds nothing, and is no syntax error (memory/sqlite/texts.h) */
    assert_null(q.trouble);
    past_query_clear(&q);
    past_query_read(&q, "");
    assert_null(q.filter.words);
    past_query_clear(&q);
}

static void query__days__until_has_its_whole_day(void **state)
{
    (void)state;
    struct past_query q;
    past_query_read(&q, "since:2026-11-21 until:2026-11-21");
    assert_true(q.filter.to_us - q.filter.from_us == 24 * 3600 * (gint64)G_USEC_PER_SEC);
    past_query_clear(&q);
    static const char *const wrong[] = {"since:yesterday", "since:2026-13-01", "until:2026-02-30", "since:2026-1-1-1",
                                        "since:-1-1-1"};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        past_query_read(&q, wrong[i]);
        assert_non_null(q.trouble);
        assert_true(q.filter.from_us == 0 && q.filter.to_us == 0);
        past_query_clear(&q);
    }
}

static const char *const no_json[] = {
    "", "{", "null", "7", "[7]", "{\"x\":\"1\",\"y\":[]}", "[{\"index\":-1,\"at_ms\":0}]", "{\"reasoning\":7,\"x\":-1,\"y\":3}"};

static void json__what_is_not_as_expected__is_left_out(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(no_json); i++) {
        int x = 5, y = 6;
        g_autofree char *text = past_json_text(no_json[i], "reasoning"), *why = past_json_why(no_json[i]),
                        *prompt = past_json_prompt(no_json[i]), *shown = past_action_text(no_json[i]);
        g_autoptr(GArray) fired = past_json_fired(no_json[i]);
        assert_null(text);
        assert_non_null(prompt);
        assert_string_equal(shown, no_json[i]); /* as it stands there */
        assert_int_equal(fired->len, 0);
        assert_false(past_json_target(no_json[i], &x, &y));
        assert_true(x == 5 && y == 6);
    }
}

static void json__what_is__is_read(void **state)
{
    (void)state;
    int x, y;
    g_autoptr(GArray) fired =
        past_json_fired("[{\"index\":0,\"at_ms\":0,\"late_us\":90},{\"index\":1,\"at_ms\":7,\"late_us\":-3,\"turn\":2}]");
    assert_int_equal(fired->len, 2);
    const struct past_fired *second = &g_array_index(fired, struct past_fired, 1);
    assert_true(second->index == 1 && second->at_ms == 7 && second->late_us == -3 && second->turn == 2);
    assert_true(g_array_index(fired, struct past_fired, 0).turn == -1);
    assert_true(past_json_target("{\"x\":412,\"y\":388,\"match\":0.99}", &x, &y));
    assert_true(x == 412 && y == 388);
    g_autofree char *why = past_json_why("{\"text\":0.71,\"picture\":0.9,\"words\":[\"ok\"]}");
    assert_string_equal(why, "text 0.71, picture 0.90");
}

/* A step's picture has the time since which the screen looks so; the last one is what its own action led to. */
static void pictures__what_the_next_step_did__is_not_its_own(void **state)
{
    (void)state;
    enum { DECIDED = 100 };
    struct memory_frame began = {.hash = (char *)"a", .path = (char *)"/a", .role = (char *)"observation", .at_us = 50};
    struct memory_frame led_to = {.hash = (char *)"b", .path = (char *)"/b", .role = (char *)"observation", .at_us = 150};
    struct memory_proposal decided = {.decided_us = DECIDED};
    struct memory_step row = {.effect = NULL};
    g_autoptr(past_story) s = g_new0(struct past_story, 1);
    s->row = &row;
    s->proposals = g_ptr_array_new();
    s->frames = g_ptr_array_new();
    s->next = g_ptr_array_new();
    g_ptr_array_add(s->proposals, &decided);
    g_ptr_array_add(s->frames, &began);
    g_ptr_array_add(s->next, &began); /* rejected: the next one looked anew, and then did something */
    g_ptr_array_add(s->next, &led_to);
    assert_ptr_equal(past_story_after(s), &began);
    g_ptr_array_remove_index(s->next, 0); /* fired in vain: the next one went on from what this one had seen */
    row.effect = (char *)"no_effect";
    assert_ptr_equal(past_story_before(s), &began);
    assert_ptr_equal(past_story_after(s), &began);
    row.effect = (char *)"changed";
    g_ptr_array_add(s->frames, &led_to);
    assert_ptr_equal(past_story_after(s), &led_to);
}

static void actions__of_a_step__each_with_what_came_of_it(void **state)
{
    (void)state;
    static struct memory_proposal all[] = {
        {.step = 1, .id = 1, .action = (char *)"a", .verdict = (char *)"approved", .stage = (char *)"verified"},
        {.step = 2, .id = 2, .action = (char *)"b", .verdict = (char *)"stale"}, /* shown again */
        {.step = 2, .id = 3, .action = (char *)"b", .verdict = (char *)"edited"},
        {.step = 2,
         .id = 4,
         .action = (char *)"c",
         .edited_from = 3,
         .verdict = (char *)"approved",
         .stage = (char *)"no_effect"},
        {.step = 2,
         .id = 5,
         .action = (char *)"d",
         .verdict = (char *)"approved",
         .stage = (char *)"verified",
         .stage_data = (char *)"{\"text\":\"no_effect\"}"}, /* as expected */
        {.step = 2, .id = 6, .action = (char *)"e", .verdict = (char *)"rejected"},
        {.step = 2, .id = 7, .action = (char *)"f", .verdict = (char *)"voided"},
        {.step = 3, .id = 8, .action = (char *)"g", .verdict = (char *)"approved", .stage = (char *)"fired"},
    };
    static const struct {
        const char *text, *verdict, *effect;
    } expected[] = {
        {"b ▸ c", "edited", "no_effect"}, {"d", "approved", "no_effect"}, {"e", "rejected", NULL}, {"f", "voided", NULL}};
    g_autoptr(GPtrArray) proposals = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        g_ptr_array_add(proposals, &all[i]);
    struct memory_step step = {.step = 2, .verdict = (char *)"voided"};
    g_autoptr(GPtrArray) actions = past_actions(proposals, &step);
    assert_int_equal(actions->len, G_N_ELEMENTS(expected));
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        const struct memory_proposal *p = actions->pdata[i];
        g_autofree char *text = past_actions_text(proposals, p);
        assert_string_equal(text, expected[i].text);
        assert_string_equal(past_actions_verdict(p), expected[i].verdict);
        assert_int_equal(g_strcmp0(past_actions_effect(p), expected[i].effect), 0);
    }
    step.verdict = (char *)"rejected"; /* the step did not end with what was voided */
    g_autoptr(GPtrArray) fewer = past_actions(proposals, &step);
    assert_int_equal(fewer->len, 3);
    all[5].verdict = (char *)"approved";
    all[5].stage = (char *)"verified"; /* what a pause gives up of a plan comes after what was done of it */
    step.verdict = (char *)"approved";
    g_autoptr(GPtrArray) given_up = past_actions(proposals, &step);
    assert_int_equal(given_up->len, 4);
    assert_ptr_equal(given_up->pdata[3], &all[6]);
    step.step = 9;
    g_autoptr(GPtrArray) none = past_actions(proposals, &step);
    assert_int_equal(none->len, 0);
}

static void actions__who_planned_them__is_told_by_the_form(void **state)
{
    (void)state;
    struct memory_call of_model = {.says = (char *)"{\"actions\":\"actions\"}", .brain = (char *)"openai", .started_us = 10},
                       form = {.says = (char *)"{\"actions\":\"actions\"}", .brain = (char *)"human", .started_us = 20},
                       looks = {.says = (char *)"{\"screen\":\"text\"}", .brain = (char *)"openai", .started_us = 30};
    g_autoptr(GPtrArray) calls = g_ptr_array_new();
    g_ptr_array_add(calls, &of_model);
    g_ptr_array_add(calls, &form);
    g_ptr_array_add(calls, &looks);
    const struct memory_proposal early = {.by = (char *)"model", .at_us = 15}, late = {.by = (char *)"model", .at_us = 40},
                                 edit = {.by = (char *)"human", .at_us = 15}, held = {.by = (char *)"engine", .at_us = 40};
    assert_false(past_actions_by_person(&early, calls));
    assert_true(past_actions_by_person(&late, calls));
    assert_true(past_actions_by_person(&edit, calls));
    assert_false(past_actions_by_person(&held, calls));
    const struct memory_step nothing = {.verdict = (char *)"voided"},
                             voided = {.verdict = (char *)"voided", .action = (char *)"{}"},
                             rejected = {.verdict = (char *)"rejected"};
    assert_string_equal(past_actions_ending(&nothing), "given up");
    assert_string_equal(past_actions_ending(&voided), "voided");
    assert_string_equal(past_actions_ending(&rejected), "rejected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query__fields_and_words__are_told_apart),
        cmocka_unit_test(query__a_field_without_its_value__filters_nothing),
        cmocka_unit_test(query__days__until_has_its_whole_day),
        cmocka_unit_test(json__what_is_not_as_expected__is_left_out),
        cmocka_unit_test(json__what_is__is_read),
        cmocka_unit_test(actions__of_a_step__each_with_what_came_of_it),
        cmocka_unit_test(actions__who_planned_them__is_told_by_the_form),
        cmocka_unit_test(pictures__what_the_next_step_did__is_not_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
