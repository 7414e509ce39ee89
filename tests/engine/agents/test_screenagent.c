/* ScreenAgent's state machine without a run, and the published form of its answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "config/config.h"
#include "engine/agents/screenagent/screenagent.h"
#include "engine/agents/screenagent/transitions.h"
#include "skills/timeline/action.h"

extern const struct agent agent_screenagent;

static const struct screenagent_limits limits = {.retries = 3, .reformulations = 3, .unusable = 3, .subtasks = 20, .same = 3};

static GPtrArray *texts(guint n)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(list, g_strdup_printf("subtask %u", i + 1));
    return list;
}

static struct screenagent *planned(guint n)
{
    struct screenagent *m = mind_new(&screenagent_mind);
    g_autoptr(GPtrArray) list = texts(n);
    assert_null(screenagent_planned(m, list, &limits).reason);
    return m;
}

static void done(struct screenagent *m)
{
    mind_free(&screenagent_mind, m);
}

static struct screenagent_end acted(struct screenagent *m, guint n)
{
    g_autoptr(GPtrArray) list = texts(n);
    return screenagent_acts(m, list, "/f/before.png", &limits);
}

static void assert_ends(struct screenagent_end end, enum agent_end how, const char *part)
{
    assert_int_equal(end.end, how);
    if (!end.reason || !strstr(end.reason, part))
        fail_msg("no \"%s\" in: %s", part, end.reason ? end.reason : "(nothing)");
    g_free(end.reason);
}

static gint64 state_of(const struct screenagent *m, guint i)
{
    return ((struct screenagent_subtask *)m->subtasks->pdata[i])->state;
}

static void success__of_each_subtask__ends_with_success(void **state)
{
    (void)state;
    struct screenagent *m = planned(2);
    assert_int_equal(m->phase, PHASE_ACTING);
    assert_null(acted(m, 1).reason);
    assert_int_equal(m->phase, PHASE_EVALUATING);
    assert_null(screenagent_evaluated(m, "sub_task_success", "", &limits).reason);
    assert_int_equal(m->phase, PHASE_ACTING);
    assert_int_equal(m->current, 1);
    assert_int_equal(state_of(m, 0), BOARD_DONE);
    assert_null(acted(m, 1).reason);
    assert_ends(screenagent_evaluated(m, "sub_task_success", "", &limits), AGENT_SUCCESS, "all 2 subtasks");
    done(m);
}

static void retry__keeps_the_advice__until_the_limit(void **state)
{
    (void)state;
    struct screenagent *m = planned(1);
    for (int i = 0; i < 3; i++) {
        assert_null(acted(m, 1).reason);
        assert_null(screenagent_evaluated(m, "need_retry", "click lower", &limits).reason);
        assert_int_equal(m->phase, PHASE_ACTING);
        assert_string_equal(m->advice, "click lower");
    }
    acted(m, 1);
    assert_ends(screenagent_evaluated(m, "need_retry", "click lower", &limits), AGENT_FAILED, "after 3 retries: click lower");
    done(m);
}

static void reformulate__keeps_what_is_done__and_plans_the_rest(void **state)
{
    (void)state;
    struct screenagent *m = planned(3);
    acted(m, 1);
    screenagent_evaluated(m, "sub_task_success", "", &limits);
    acted(m, 1);
    assert_null(screenagent_evaluated(m, "need_reformulate", "a dialog is open", &limits).reason);
    assert_int_equal(m->phase, PHASE_PLANNING);
    assert_string_equal(m->advice, "a dialog is open");
    g_autoptr(GPtrArray) list = texts(1);
    assert_null(screenagent_planned(m, list, &limits).reason);
    assert_int_equal(m->subtasks->len, 2);
    assert_int_equal(state_of(m, 0), BOARD_DONE);
    assert_int_equal(m->current, 1);
    assert_string_equal(m->advice, "");
    for (int i = 0; i < 2; i++) {
        acted(m, 1);
        assert_null(screenagent_evaluated(m, "need_reformulate", "", &limits).reason);
        assert_null(screenagent_planned(m, list, &limits).reason);
    }
    acted(m, 1);
    struct screenagent_end end = screenagent_evaluated(m, "need_reformulate", "", &limits);
    assert_true(g_str_has_suffix(end.reason, "did not succeed")); /* without advice nothing follows */
    assert_ends(end, AGENT_FAILED, "anew 3 times");
    done(m);
}

static void unusable__answers_in_a_row__end_it(void **state)
{
    (void)state;
    struct screenagent *m = mind_new(&screenagent_mind);
    g_autoptr(GPtrArray) none = texts(0), many = texts(500);
    assert_null(screenagent_planned(m, none, &limits).reason);
    assert_int_equal(m->phase, PHASE_PLANNING);
    assert_null(screenagent_planned(m, many, &limits).reason);
    assert_string_equal(m->advice, "the plan had 500 subtasks; 20 are the most");
    assert_ends(screenagent_planned(m, none, &limits), AGENT_FAILED, "3 answers in a row");
    done(m);
}

static void the_same_action__without_an_effect__ends_it(void **state)
{
    (void)state;
    struct screenagent *m = planned(1);
    for (int i = 0; i < 3; i++) {
        assert_null(acted(m, 1).reason);
        screenagent_came(m, "click(x=1, y=2)", "done", true, false);
        if (i < 2)
            assert_null(screenagent_evaluated(m, "need_retry", "", &limits).reason);
    }
    assert_ends(screenagent_evaluated(m, "need_retry", "", &limits), AGENT_FAILED, "click(x=1, y=2) was done 3 times");
    done(m);
}

/* Each sequence of answers ends inside its limits, whatever comes. */
static void random__answers__all_end(void **state)
{
    (void)state;
    static const char *const verdicts[] = {"sub_task_success", "need_retry", "need_reformulate"};
    g_autoptr(GRand) random = g_rand_new_with_seed(17);
    int runs = g_getenv("REINS_SOAK") ? 100000 : 3000;
    guint longest = 0;
    for (int run = 0; run < runs; run++) {
        struct screenagent *m = mind_new(&screenagent_mind);
        struct screenagent_end end = {0};
        guint n = 0;
        for (; !end.reason && n < 2000; n++) {
            g_autoptr(GPtrArray) list = texts((guint)g_rand_int_range(random, 0, 25));
            bool unmoved = g_rand_boolean(random);
            if (m->phase == PHASE_PLANNING)
                end = screenagent_planned(m, list, &limits);
            else if (m->phase == PHASE_ACTING)
                end = screenagent_acts(m, list, "/f", &limits);
            else
                end = screenagent_evaluated(m, verdicts[g_rand_int_range(random, 0, 3)], "do otherwise", &limits);
            if (m->phase == PHASE_EVALUATING)
                screenagent_came(m, g_rand_boolean(random) ? "a" : "b", "done", unmoved, false);
        }
        assert_non_null(end.reason);
        assert_int_not_equal(end.end, AGENT_GOES_ON);
        longest = MAX(longest, n);
        g_free(end.reason);
        done(m);
    }
    assert_true(longest < 2000);
}

/* ---- the boards ---- */

static void board__go_edit_insert_move_remove(void **state)
{
    (void)state;
    struct screenagent *m = planned(3); /* ids 1, 2, 3 */
    g_autoptr(GError) error = NULL;
    assert_true(screenagent_subtask_change(NULL, m, 3, BOARD_GO, "", &error));
    assert_int_equal(m->current, 2);
    assert_int_equal(state_of(m, 0), BOARD_OPEN);
    assert_true(screenagent_subtask_change(NULL, m, 3, BOARD_MOVE, "1", &error)); /* the present one stays the present one */
    assert_int_equal(m->current, 0);
    assert_true(screenagent_subtask_change(NULL, m, 0, BOARD_INSERT, "the last", &error));
    assert_true(screenagent_subtask_change(NULL, m, 1, BOARD_EDIT, "otherwise", &error));
    assert_true(screenagent_subtask_change(NULL, m, 3, BOARD_REMOVE, "", &error)); /* the next open one begins */
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    screenagent_subtask_rows(m, rows);
    assert_int_equal(rows->len, 3);
    assert_string_equal(((struct board_row *)rows->pdata[0])->text, "otherwise");
    assert_int_equal(((struct board_row *)rows->pdata[0])->state, BOARD_DOING);
    assert_string_equal(((struct board_row *)rows->pdata[2])->text, "the last");
    assert_false(screenagent_subtask_change(NULL, m, 99, BOARD_GO, "", &error));
    assert_non_null(strstr(error->message, "no subtask 99"));
    done(m);
}

static void board__phases__planning_again_and_none_without_a_subtask(void **state)
{
    (void)state;
    struct screenagent *m = planned(1);
    g_autoptr(GError) error = NULL;
    assert_true(screenagent_phase_change(NULL, m, 1, BOARD_GO, "", &error));
    assert_int_equal(m->phase, PHASE_PLANNING);
    done(m);
    m = mind_new(&screenagent_mind);
    assert_false(screenagent_phase_change(NULL, m, 2, BOARD_GO, "", &error));
    assert_non_null(strstr(error->message, "plan first"));
    done(m);
}

static int doing(const struct screenagent *m)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    int phase = -1;
    screenagent_phase_rows(m, rows);
    for (guint i = 0; i < rows->len; i++)
        phase = ((struct board_row *)rows->pdata[i])->state == BOARD_DOING ? (int)i : phase;
    return phase;
}

/* While a batch is done the board says so; whoever takes over from what was kept evaluates. */
static void board__phases__acting_until_the_batch_is_done(void **state)
{
    (void)state;
    struct screenagent *m = planned(1);
    assert_null(acted(m, 2).reason);
    screenagent_came(m, "click(1, 2)", "done", false, false);
    assert_int_equal(doing(m), PHASE_ACTING);
    struct screenagent *kept = mind_copy(&screenagent_mind, m);
    assert_int_equal(doing(kept), PHASE_EVALUATING);
    assert_null(screenagent_evaluated(kept, "need_retry", "", &limits).reason);
    assert_int_equal(doing(kept), PHASE_ACTING);
    done(kept);
    assert_true(screenagent_phase_change(NULL, m, PHASE_EVALUATING + 1, BOARD_GO, "", NULL));
    assert_int_equal(doing(m), PHASE_EVALUATING);
    done(m);
}

static void assert_notes(void (*board)(const void *mind, GPtrArray *rows), const struct screenagent *m, const char *wanted)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    g_autoptr(GString) notes = g_string_new(NULL);
    board(m, rows);
    for (guint i = 0; i < rows->len; i++) {
        const char *note = ((struct board_row *)rows->pdata[i])->note;
        g_string_append_printf(notes, "%s%s", i ? " | " : "", note ? note : "");
    }
    assert_string_equal(notes->str, wanted);
}

/* A person sees how far each loop is from its end, before it ends the run. */
static void boards__what_counts_towards_a_limit__stands_beside_it(void **state)
{
    (void)state;
    struct screenagent *m = planned(2);
    assert_notes(screenagent_phase_rows, m, " |  | ");
    assert_notes(screenagent_subtask_rows, m, " | ");
    assert_null(acted(m, 0).reason);
    assert_notes(screenagent_phase_rows, m, " | unusable answer 1 of 3 | ");
    for (int i = 0; i < 2; i++) {
        assert_null(acted(m, 1).reason);
        screenagent_came(m, "click(1, 2)", "done", true, false);
        assert_null(screenagent_evaluated(m, "need_retry", "lower", &limits).reason);
    }
    assert_notes(screenagent_subtask_rows, m, "retry 2 of 3 | ");
    assert_notes(screenagent_phase_rows, m, " | same action in vain 2 of 3 | ");
    assert_null(acted(m, 1).reason);
    screenagent_came(m, "click(1, 9)", "done", false, false);
    assert_null(screenagent_evaluated(m, "need_reformulate", "no way", &limits).reason);
    assert_notes(screenagent_phase_rows, m, "plan anew 1 of 3 |  | ");
    done(m);
}

/* ---- the published form ---- */

static form_output *parsed(guint module, const char *reply, GError **error)
{
    return module_parse(&agent_screenagent.modules[module], reply, strlen(reply), error);
}

enum { PLANNER, ACTOR, EVALUATOR };

static void reply__of_the_planner__its_plan_actions(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out =
        parsed(PLANNER,
               "The desktop is empty.\n```json\n[{\"action\\_type\": \"PlanAction\", \"element\": \"Open it\"},\n"
               "{\"action_type\": \"PlanAction\", \"element\": \"Close it\"}]\n```",
               &error);
    assert_non_null(out);
    const GPtrArray *list = form_output_strings(out, "subtasks");
    assert_int_equal(list->len, 2);
    assert_string_equal(list->pdata[1], "Close it");
    assert_string_equal(form_output_string(out, "reasoning"), "The desktop is empty.");
}

static void reply__of_the_actor__calls__and_what_is_dropped_is_told(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out =
        parsed(ACTOR,
               "```json\n[{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"click\",\"mouse_button\":\"left\","
               "\"mouse_position\":{\"width\":412,\"height\":388}},"
               "{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":\"press\",\"keyboard_key\":[\"Control_L\",\"s\"]},"
               "{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"hover\"},"
               "{\"action_type\":\"WaitAction\",\"wait_time\":2,\"why\":\"x\"},"
               "{\"action_type\":\"PlanAction\",\"element\":\"more\"}]\n```",
               &error);
    assert_non_null(out);
    const GPtrArray *list = form_output_actions(out, "actions");
    assert_int_equal(list->len, 2);
    assert_string_equal(((action *)list->pdata[0])->skill, "screenagent_mouse_click");
    assert_string_equal(((action *)list->pdata[1])->skill, "screenagent_keyboard_press");
    assert_string_equal(action_get(list->pdata[1], "keyboard_key")->string, "Control_L+s");
    assert_non_null(strstr(form_output_bent(out), "mouse_action_type \"hover\" is none"));
    assert_non_null(strstr(form_output_bent(out), "attribute \"why\" is none"));
    assert_non_null(strstr(form_output_bent(out), "it is a PlanAction"));
}

static void reply__of_the_evaluator__goal_success_is_success(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(form_output) out =
        parsed(EVALUATOR, "```json\n{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"goal_success\"}\n```", &error);
    assert_non_null(out);
    assert_string_equal(form_output_string(out, "situation"), "sub_task_success");
}

static void reply__with_an_unknown_verdict__names_the_defect(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    assert_null(parsed(EVALUATOR, "```json\n{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"perhaps\"}\n```", &error));
    assert_non_null(strstr(error->message, "situation \"perhaps\" is none of sub_task_success, need_retry, need_reformulate"));
    g_clear_error(&error); /* in the form's own words */
    assert_null(parsed(EVALUATOR, "{\"reasoning\":\"no\",\"situation\":\"maybe\",\"advice\":\"again\"}", &error));
    assert_non_null(strstr(error->message, "situation"));
    assert_non_null(strstr(error->message, "need_retry"));
    assert_null(strstr(error->message, "attribute"));
}

/* Which one is meant is asked, not guessed; said twice, it is one. */
static void reply__with_two_situations__names_both(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
#define SITUATION(S) "{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"" S "\"}"
    assert_null(parsed(EVALUATOR, "```json\n[" SITUATION("need_retry") "," SITUATION("sub_task_success") "]\n```", &error));
    assert_string_equal(error->message, "two situations, need_retry and sub_task_success: give the one that holds");
    g_clear_error(&error);
    g_autoptr(form_output) out =
        parsed(EVALUATOR, "```json\n[" SITUATION("need_retry") "," SITUATION("need_retry") "]\n```", &error);
    assert_non_null(out);
    assert_string_equal(form_output_string(out, "situation"), "need_retry");
}

/* ---- the prompts ---- */

/* The {{names}} of a prompt, in order. */
static char *names_of(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) file = config_file(path, NULL, &error);
    if (!file)
        fail_msg("%s", error->message);
    g_autofree char *text = g_strndup(g_bytes_get_data(file, NULL), g_bytes_get_size(file));
    g_autoptr(GString) names = g_string_new(NULL);
    for (const char *p = strstr(text, "{{"); p; p = strstr(p + 2, "{{"))
        g_string_append_len(names, p, strstr(p, "}}") - p);
    return g_string_free(g_steal_pointer(&names), FALSE);
}

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Word order differs; what is told does not. */
static char *sorted(char *names_take)
{
    g_auto(GStrv) list = g_strsplit(names_take, "{{", -1);
    g_autoptr(GPtrArray) order = g_ptr_array_new();
    for (guint i = 0; list[i]; i++)
        g_ptr_array_add(order, list[i]);
    g_ptr_array_sort(order, by_text);
    g_ptr_array_add(order, NULL);
    g_free(names_take);
    return g_strjoinv(" ", (char **)order->pdata);
}

static void prompts__in_chinese__are_told_the_same(void **state)
{
    (void)state;
    for (guint m = PLANNER; m <= EVALUATOR; m++) {
        const struct module *module = &agent_screenagent.modules[m];
        g_autofree char *en = agent_prompt_path(&agent_screenagent, module, "en"),
                        *zh = agent_prompt_path(&agent_screenagent, module, "zh");
        assert_string_not_equal(en, zh);
        g_autofree char *told = sorted(names_of(en)), *told_zh = sorted(names_of(zh));
        assert_string_equal(told, told_zh);
    }
}

/* English text has two words in a row somewhere; names of fields and values have not. */
static void forms__in_chinese__have_no_english_left(void **state)
{
    (void)state;
    static const char *const languages[] = {"en", "zh"};
    for (guint m = PLANNER; m <= EVALUATOR; m++)
        for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
            const situation s = {
                .modules = agent_screenagent.modules, .words = agent_words(&agent_screenagent, languages[i]), .task = ""};
            g_autoptr(GError) error = NULL;
            g_autoptr(brain_request) request =
                module_request(&agent_screenagent.modules[m], "{{fields}}\n\n{{pixels}}\n---\n", &s, &error);
            assert_null(error);
            bool english = i == 0;
            assert_int_equal(g_regex_match_simple("[a-z]{2,} [a-z]{2,}", request->system, 0, 0), english);
            assert_int_equal(g_regex_match_simple("[a-z]{2,} [a-z]{2,}", request->schema, 0, 0), english);
            assert_int_equal(g_regex_match_simple("string[,)]|pixels", request->system, 0, 0), english);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(success__of_each_subtask__ends_with_success),
        cmocka_unit_test(retry__keeps_the_advice__until_the_limit),
        cmocka_unit_test(reformulate__keeps_what_is_done__and_plans_the_rest),
        cmocka_unit_test(unusable__answers_in_a_row__end_it),
        cmocka_unit_test(the_same_action__without_an_effect__ends_it),
        cmocka_unit_test(random__answers__all_end),
        cmocka_unit_test(reply__with_two_situations__names_both),
        cmocka_unit_test(prompts__in_chinese__are_told_the_same),
        cmocka_unit_test(forms__in_chinese__have_no_english_left),
        cmocka_unit_test(board__go_edit_insert_move_remove),
        cmocka_unit_test(board__phases__planning_again_and_none_without_a_subtask),
        cmocka_unit_test(board__phases__acting_until_the_batch_is_done),
        cmocka_unit_test(boards__what_counts_towards_a_limit__stands_beside_it),
        cmocka_unit_test(reply__of_the_planner__its_plan_actions),
        cmocka_unit_test(reply__of_the_actor__calls__and_what_is_dropped_is_told),
        cmocka_unit_test(reply__of_the_evaluator__goal_success_is_success),
        cmocka_unit_test(reply__with_an_unknown_verdict__names_the_defect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
