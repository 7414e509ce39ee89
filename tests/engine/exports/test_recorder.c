/* A run whose model answers in the dataset's own words: what was asked and said goes out to the letter, and scores 1. */

#include "tests/engine/exports/story.h"

#include "config/strict_json.h"
#include "engine/exports/score.h"
#include "engine/exports/screenagent.h"

#include <math.h>

#define FENCE(JSON) "I see it.\n```json\n" JSON "\n```\nThat is all."
#define CLICK_SAID                                                                                                               \
    "{\"action_type\": \"MouseAction\", \"mouse_action_type\": \"click\", \"mouse_button\": \"left\", \"mouse_position\": "      \
    "{\"width\": 110, \"height\": 55}}"
#define PRESS_SAID "{\"action_type\": \"KeyboardAction\", \"keyboard_action_type\": \"press\", \"keyboard_key\": \"ctrl+s\"}"
#define PLAN_SAID                                                                                                                \
    "{\"action_type\": \"PlanAction\", \"element\": \"open it\"}, {\"action_type\": \"PlanAction\", \"element\": \"read it\"}"
#define JUDGED_SAID "{\"action_type\": \"EvaluateSubTaskAction\", \"situation\": \"sub_task_success\"}"
#define CLICK_CALL                                                                                                               \
    "{\"skill\":\"screenagent_mouse_click\",\"args\":{\"mouse_button\":\"left\",\"x\":110,\"y\":55},\"expectation\":\"\","       \
    "\"reason\":\"\"}"
#define PRESS_CALL                                                                                                               \
    "{\"skill\":\"screenagent_keyboard_press\",\"args\":{\"keyboard_key\":\"Control_L+s\"},\"expectation\":\"\",\"reason\":"     \
    "\"\"}"
#define PRESS                                                                                                                    \
    "[{\"at_ms\":0,\"hold_ms\":0,\"key\":\"Control_L\",\"type\":\"key_down\"},{\"at_ms\":1,\"hold_ms\":0,\"key\":\"s\","         \
    "\"type\":\"key_down\"},{\"at_ms\":50,\"key\":\"s\",\"type\":\"key_up\"},{\"at_ms\":50,\"key\":\"Control_L\",\"type\":"      \
    "\"key_up\"}]"

struct told {
    memory *m;
    gint64 run, step;
    int n; /* changes of the screen */
};

static char *shown(const struct told *t)
{
    g_autoptr(frame) f = story_screen(t->n);
    char *hash = NULL;
    g_autofree char *path = NULL;
    assert_true(frame_store(f, memory_frames_dir(t->m), &hash, &path, NULL));
    return hash;
}

/* As the agent's calls are kept. */
static void say(const struct told *t, const char *module, const char *says, const char *status, const char *reply,
                const char *output)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *hash = shown(t);
    g_autofree char *prompt =
        g_strdup_printf("{\"system\":\"You are the %s.\",\"user\":\"Go on.\",\"images\":[{\"frame\":\"%s.png\","
                        "\"note\":\"The screen now:\"}]}",
                        module, hash);
    struct memory_call call = {.run = t->run,
                               .step = t->step,
                               .module = (char *)module,
                               .says = (char *)says,
                               .brain = (char *)"model",
                               .prompt = prompt,
                               .reply = (char *)reply,
                               .output = (char *)output,
                               .status = (char *)status,
                               .attempt = 1};
    assert_true(memory_call_begin(t->m, &call, &call.id, &error) && memory_call_end(t->m, &call, &error));
}

static void begin(struct told *t)
{
    t->step++;
    assert_true(memory_step_begin(t->m, t->run, t->step, NULL));
    g_free(story_frame(t->m, t->run, t->step, t->n, "observation", g_get_real_time()));
}

static void plan(struct told *t)
{
    begin(t);
    say(t, "planner", NULL, "failed", "I cannot see a plan.", NULL);
    say(t, "planner", NULL, "done", FENCE("[" PLAN_SAID "]"), "{\"subtasks\":[\"open it\",\"read it\"]}");
    assert_true(memory_step_end(t->m, t->run, t->step, "find it", NULL, "none", NULL, NULL));
}

/* first, second: the verdicts of the batch's actions; "refused" = it cannot be done, and nothing is proposed. */
static void act(struct told *t, const char *first, const char *second)
{
    gint64 id = t->step * 2 + 1;
    bool fires = g_str_equal(first, "approved") || g_str_equal(first, "auto");
    begin(t);
    say(t, "actor", "{\"actions\":\"actions\"}", "done", FENCE("[" CLICK_SAID ",\n" PRESS_SAID "]"),
        "{\"actions\":[" CLICK_CALL "," PRESS_CALL "]}");
    if (!g_str_equal(first, "refused")) {
        story_proposal(t->m, t->run, t->step, id, CLICK_CALL, STORY_CLICK, 0);
        story_decide(t->m, t->run, t->step, id, first, "");
        story_proposal(t->m, t->run, t->step, id + 1, PRESS_CALL, PRESS, 0);
        story_decide(t->m, t->run, t->step, id + 1, second, "");
    }
    t->n++;
    g_free(story_frame(t->m, t->run, t->step, t->n, "observation", g_get_real_time() + 10));
    assert_true(memory_step_end(t->m, t->run, t->step, "open it", PRESS_CALL, second, fires ? "changed" : NULL, NULL));
}

/* The click is stopped on its way and, where `again`, shown again and done, and then the keys. */
static void act_stopped(struct told *t, const char *fired, bool again)
{
    gint64 id = t->step * 3 + 1;
    begin(t);
    say(t, "actor", "{\"actions\":\"actions\"}", "done", FENCE("[" CLICK_SAID ",\n" PRESS_SAID "]"),
        "{\"actions\":[" CLICK_CALL "," PRESS_CALL "]}");
    story_proposal(t->m, t->run, t->step, id, CLICK_CALL, STORY_CLICK, 0);
    assert_true(memory_decision_add(t->m, t->run, id, "approved", "human", NULL, NULL) &&
                memory_journal_add(t->m, t->run, t->step, id, "granted", "human", NULL, NULL, NULL) &&
                memory_fired_add(t->m, t->run, id, fired, NULL) &&
                memory_journal_add(t->m, t->run, t->step, id, "aborted", "hand", NULL, NULL, NULL));
    if (again) {
        story_proposal(t->m, t->run, t->step, id + 1, CLICK_CALL, STORY_CLICK, 0);
        story_decide(t->m, t->run, t->step, id + 1, "approved", "");
        story_proposal(t->m, t->run, t->step, id + 2, PRESS_CALL, PRESS, 0);
        story_decide(t->m, t->run, t->step, id + 2, "approved", "");
    }
    t->n += again;
    g_free(story_frame(t->m, t->run, t->step, t->n, "observation", g_get_real_time() + 10));
    assert_true(memory_step_end(t->m, t->run, t->step, "open it", CLICK_CALL, "approved", again ? "changed" : "unknown", NULL));
}

static void evaluate(struct told *t)
{
    begin(t);
    say(t, "evaluator", "{\"success\":\"situation\"}", "done", FENCE(JUDGED_SAID), "{\"situation\":\"sub_task_success\"}");
    assert_true(memory_step_end(t->m, t->run, t->step, "open it", NULL, "none", NULL, NULL));
}

static struct told planned(const char *folder)
{
    struct told t = {.m = story_store(folder)};
    const struct memory_run row = {
        .task = (char *)"find it", .agent = (char *)"screenagent", .brain = (char *)"model", .options = (char *)"{}"};
    assert_true(memory_run_add(t.m, &row, &t.run, NULL));
    plan(&t);
    return t;
}

static struct told made(const char *folder, const char *first, const char *second)
{
    struct told t = planned(folder);
    act(&t, first, second);
    evaluate(&t);
    assert_true(memory_run_end(t.m, t.run, "success", "", NULL));
    return t;
}

static char *exported(const struct told *t, const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *out = g_build_filename(folder, "out", NULL);
    const struct export_order order = {.run = t->run, .out = out};
    struct export_report report = {0};
    bool ok = export_screenagent(t->m, &order, &report, &error);
    assert_no_error(error);
    assert_true(ok);
    char *path = g_strdup(report.path);
    export_report_clear(&report);
    return path;
}

/* The records of a session in their order, without the negatives. */
static GPtrArray *records_in(const char *place)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *files = screenagent_files(place, &error);
    assert_no_error(error);
    return files;
}

static const record *record_at(const GPtrArray *files, guint at)
{
    const struct screenagent_file *f = files->pdata[at];
    if (!f->record)
        fail_msg("%s", f->defect);
    return f->record;
}

static double scored(const char *place)
{
    g_autoptr(GError) error = NULL;
    const struct score_order order = {.labels = place};
    g_autoptr(score_report) report = score_folder(&order, &error);
    assert_no_error(error);
    return report->sum[3] / report->n[3];
}

static void recorder__prompts_and_replies__to_the_letter(void **state)
{
    (void)state;
    g_autofree char *folder = story_folder();
    struct told t = made(folder, "approved", "approved");
    g_autofree char *place = exported(&t, folder), *other = story_folder(), *text = NULL, *path = NULL;
    g_autoptr(GPtrArray) files = records_in(place);
    assert_int_equal(files->len, 3);
    static const struct {
        enum record_status status;
        const char *current, *prompt, *reply, *actions;
    } want[] = {
        {RECORD_PLANNING, "find it", "You are the planner.\n\nGo on.", FENCE("[" PLAN_SAID "]"), "[" PLAN_SAID "]"},
        {RECORD_ACTING, "open it", "You are the actor.\n\nGo on.", FENCE("[" CLICK_SAID ",\n" PRESS_SAID "]"),
         "[" CLICK_SAID "," PRESS_SAID "]"},
        {RECORD_EVALUATING, "open it", "You are the evaluator.\n\nGo on.", FENCE(JUDGED_SAID), "[" JUDGED_SAID "]"},
    };
    for (guint i = 0; i < files->len; i++) {
        const record *r = record_at(files, i);
        assert_int_equal(r->status, want[i].status);
        assert_string_equal(r->current, want[i].current);
        assert_string_equal(r->prompt, want[i].prompt);
        assert_string_equal(r->reply, want[i].reply);
        assert_string_equal(r->edited, want[i].reply);
        assert_string_equal(r->brain, "model");
        g_autoptr(words) right = vocabulary_words_from_json(want[i].actions, strlen(want[i].actions), NULL);
        assert_int_equal(r->actions->list->len, right->list->len);
    }
    const word *click = &g_array_index(record_at(files, 1)->actions->list, word, 0);
    const word *press = &g_array_index(record_at(files, 1)->actions->list, word, 1);
    assert_true(click->left == 80 && click->right == 140); /* of the target that was compared */
    assert_string_equal(press->text, "Control_L+s");
    assert_string_equal(press->before, record_at(files, 1)->image);
    assert_non_null(press->after);
    const struct screenagent_file *first = files->pdata[0];
    path = g_build_filename(place, first->name, NULL);
    assert_true(g_file_get_contents(path, &text, NULL, NULL));
    assert_non_null(strstr(text, "\"earlier\": [\n    \"I cannot see a plan.\"\n  ]"));
    assert_true(fabs(scored(place) - 1) < 1e-9);
    /* import, and out again from there */
    g_autoptr(memory) m = story_store(other);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func((GDestroyNotify)import_report_free);
    g_autoptr(GError) error = NULL;
    assert_true(screenagent_import(m, place, false, NULL, done, &error));
    const struct told again = {.m = m, .run = ((struct import_report *)done->pdata[0])->run};
    g_autofree char *back = exported(&again, other);
    assert_true(fabs(scored(back) - 1) < 1e-9);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, again.run, 1, NULL);
    assert_int_equal(proposals->len, 2); /* each action its own */
    memory_close(t.m);
}

/* What was not done is not the label; what the model said stays. */
static void recorder__part_of_a_batch__is_the_label(void **state)
{
    (void)state;
    g_autofree char *folder = story_folder();
    struct told t = made(folder, "approved", "rejected");
    g_autofree char *place = exported(&t, folder);
    g_autoptr(GPtrArray) files = records_in(place);
    const record *r = record_at(files, 1);
    assert_string_equal(r->reply, FENCE("[" CLICK_SAID ",\n" PRESS_SAID "]"));
    assert_int_equal(r->actions->list->len, 1);
    g_autoptr(words) chosen = vocabulary_words_from_reply(r->edited);
    assert_int_equal(chosen->list->len, 1);
    assert_int_equal(g_array_index(chosen->list, word, 0).kind, WORD_MOUSE);
    assert_true(g_str_has_prefix(r->edited, "I see it.\n\n```json\n"));
    memory_close(t.m);
}

/* Nothing of it was done: nobody has said what is right, and "do nothing" is not. */
static void recorder__nothing_done__is_no_record(void **state)
{
    static const char *const verdicts[] = {"rejected", "voided", "stale", "refused"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(verdicts); i++) {
        g_autofree char *folder = story_folder();
        struct told t = made(folder, verdicts[i], verdicts[i]);
        g_autofree char *place = exported(&t, folder);
        g_autoptr(GPtrArray) files = records_in(place);
        assert_int_equal(files->len, 2);
        assert_int_equal(record_at(files, 0)->status, RECORD_PLANNING);
        assert_int_equal(record_at(files, 1)->status, RECORD_EVALUATING);
        assert_string_equal(record_at(files, 1)->current, "open it");
        memory_close(t.m);
    }
}

#define MOVED "{\"index\":0,\"at_ms\":0,\"late_us\":12}"
#define PRESSED MOVED ",{\"index\":1,\"at_ms\":120,\"late_us\":9}"

/* Stopped while the pointer was on its way, and shown again: it was done once. */
static void recorder__shown_again__is_the_label_once(void **state)
{
    static const char *const fired[] = {"[]", "[" MOVED "]"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(fired); i++) {
        g_autofree char *folder = story_folder();
        struct told t = planned(folder);
        act_stopped(&t, fired[i], true);
        g_autofree char *place = exported(&t, folder);
        g_autoptr(GPtrArray) files = records_in(place);
        const record *r = record_at(files, 1);
        assert_int_equal(r->actions->list->len, 2);
        assert_string_equal(r->edited, r->reply);
        assert_true(fabs(scored(place) - 1) < 1e-9);
        memory_close(t.m);
    }
}

/* Stopped before anything was pressed: nothing was done. Stopped behind it: that is part of the label. */
static void recorder__stopped__what_was_pressed_counts(void **state)
{
    static const struct {
        const char *fired;
        guint records;
    } cases[] = {{"[]", 1}, {"[" MOVED "]", 1}, {"[" PRESSED "]", 2}};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *folder = story_folder();
        struct told t = planned(folder);
        act_stopped(&t, cases[i].fired, false);
        g_autofree char *place = exported(&t, folder);
        g_autoptr(GPtrArray) files = records_in(place);
        assert_int_equal(files->len, cases[i].records);
        if (files->len == 2)
            assert_int_equal(record_at(files, 1)->actions->list->len, 1);
        memory_close(t.m);
    }
}

/* What fired without a person's own key, by a grant, a rule or a fuse, was done as well. */
static void recorder__fired_by_itself__is_the_label(void **state)
{
    static const char *const firsts[] = {"approved", "auto"};
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(firsts); i++) {
        g_autofree char *folder = story_folder();
        struct told t = made(folder, firsts[i], "auto");
        g_autofree char *place = exported(&t, folder);
        g_autoptr(GPtrArray) files = records_in(place);
        const record *r = record_at(files, 1);
        assert_string_equal(r->edited, FENCE("[" CLICK_SAID ",\n" PRESS_SAID "]"));
        assert_int_equal(r->actions->list->len, 2);
        assert_true(fabs(scored(place) - 1) < 1e-9);
        memory_close(t.m);
    }
}

/* Of a run that was stopped comes none that succeeded. */
static void recorder__outcome__comes_back(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = story_folder(), *other = story_folder();
    struct told t = made(folder, "approved", "approved");
    assert_true(memory_run_set_status(t.m, t.run, "running", &error)); /* it went on, and was stopped */
    assert_true(memory_run_end(t.m, t.run, "stopped", "", &error));
    g_autofree char *place = exported(&t, folder);
    g_autoptr(memory) m = story_store(other);
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func((GDestroyNotify)import_report_free);
    assert_true(screenagent_import(m, place, false, NULL, done, &error));
    struct memory_run *run = memory_run_get(m, ((struct import_report *)done->pdata[0])->run, &error);
    assert_string_equal(run->outcome, "stopped");
    memory_run_free(run);
    memory_close(t.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorder__prompts_and_replies__to_the_letter),
        cmocka_unit_test(recorder__part_of_a_batch__is_the_label),
        cmocka_unit_test(recorder__nothing_done__is_no_record),
        cmocka_unit_test(recorder__outcome__comes_back),
        cmocka_unit_test(recorder__fired_by_itself__is_the_label),
        cmocka_unit_test(recorder__shown_again__is_the_label_once),
        cmocka_unit_test(recorder__stopped__what_was_pressed_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
