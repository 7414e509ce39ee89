/* The CC-Score: BLEU's measured values, the alignment against all alignments, folders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/exports/score.h"
#include "skills/timeline/key.h"

#include <glib/gstdio.h>
#include <math.h>

/* Measured on the released client (the reference page of the papers' code, 1.5). */
static void bleu__of_characters__as_released(void **state)
{
    (void)state;
    static const struct {
        const char *prediction, *reference;
        double bleu;
    } golden[] = {
        {"Open web browser.", "Open the web browser", 0.737988454},
        {"Click Search button.", "Click on the search bar.", 0.472071223},
        {"abc", "abcd", 0},
        {"Control_L+c", "Control_L+v", 0.893153982},
        {"notepad", "Notepad", 0.809106712},
        {"Return", "Escape", 0},
        {"hello world", "hello", 0.350843970},
        {"abcd", "abcd ", 0.778800783},
        {"", "abcd", 0},
        {"äöüß", "äöüß", 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(golden); i++)
        assert_true(fabs(score_bleu(golden[i].prediction, golden[i].reference, false) - golden[i].bleu) < 1e-8);
}

/* ---- the alignment ---- */

static word random_word(GRand *random)
{
    word one = {.kind = (enum word_kind)g_rand_int_range(random, 0, WORD_KIND_COUNT), .wait_s = 1};
    static const char *const texts[] = {"Open the file", "Open a file", "Close it", "abcd"};
    one.text = g_strdup(texts[g_rand_int_range(random, 0, 4)]);
    if (one.kind == WORD_MOUSE) {
        one.what = g_rand_int_range(random, 0, MOUSE_COUNT);
        one.button = g_rand_int_range(random, 0, 3);
        one.placed = g_rand_boolean(random);
        one.x = one.y = g_rand_int_range(random, 0, 4);
        one.right = one.bottom = g_rand_int_range(random, 0, 3);
    } else if (one.kind == WORD_KEYBOARD) {
        one.what = g_rand_int_range(random, 0, KEYBOARD_COUNT);
    } else if (one.kind == WORD_EVALUATE) {
        one.what = g_rand_int_range(random, 0, SITUATION_COUNT);
    }
    return one;
}

static words *random_words(GRand *random)
{
    words *w = vocabulary_words_new();
    for (int n = g_rand_int_range(random, 0, 5); n > 0; n--)
        vocabulary_words_add(w, random_word(random));
    return w;
}

static words *part_of(const words *w, guint from, guint count)
{
    words *part = vocabulary_words_new();
    for (guint i = from; i < from + count; i++) {
        word one = g_array_index(w->list, word, i);
        one.text = g_strdup(one.text);
        vocabulary_words_add(part, one);
    }
    return part;
}

static double points(const words *label, const words *said)
{
    struct score_sums sums = {0};
    score_words(label, said, false, &sums);
    return sums.points;
}

/* The best of all alignments, each enumerated. */
static double best_of_all(const words *label, guint i, const words *said, guint j)
{
    if (i == label->list->len || j == said->list->len)
        return 0;
    g_autoptr(words) one = part_of(label, i, 1), other = part_of(said, j, 1);
    double paired = points(one, other) + best_of_all(label, i + 1, said, j + 1);
    return MAX(paired, MAX(best_of_all(label, i + 1, said, j), best_of_all(label, i, said, j + 1)));
}

static void alignment__equals_the_best_of_all(void **state)
{
    (void)state;
    g_autoptr(GRand) random = g_rand_new_with_seed(5);
    int n = g_getenv("REINS_SOAK") ? 10000 : 300;
    for (int i = 0; i < n; i++) {
        g_autoptr(words) label = random_words(random), said = random_words(random);
        assert_true(fabs(points(label, said) - best_of_all(label, 0, said, 0)) < 1e-9);
    }
}

static words *words_of(const char *json)
{
    g_autoptr(GError) error = NULL;
    words *w = vocabulary_words_from_json(json, strlen(json), &error);
    if (!w)
        fail_msg("%s", error->message);
    return w;
}

#define CLICK(X, MORE)                                                                                                           \
    "{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"click\",\"mouse_button\":\"left\",\"mouse_position\":{"            \
    "\"width\":" X ",\"height\":10}" MORE "}"
#define BOX                                                                                                                      \
    ",\"clickable_area\":{\"upper_left_position\":{\"width\":5,\"height\":5},\"lower_right_position\":{\"width\":20,\"height\":" \
    "10}}"

static double cc(const char *label, const char *said, bool strict)
{
    g_autoptr(words) right = words_of(label), prediction = words_of(said);
    struct score_sums sums = {0};
    return score_words(right, prediction, strict, &sums);
}

static void click__four_points__edges_inclusive(void **state)
{
    (void)state;
    assert_true(cc("[" CLICK("10", BOX) "]", "[" CLICK("20", "") "]", false) == 1);
    assert_true(cc("[" CLICK("10", BOX) "]", "[" CLICK("21", "") "]", false) == 0.75);
    assert_true(cc("[" CLICK("10", "") "]", "[" CLICK("21", "") "]", false) == 1); /* no area: three points */
}

static void extra__actions__cost_only_where_it_is_strict(void **state)
{
    (void)state;
    const char *label = "[" CLICK("10", BOX) "]", *said = "[" CLICK("20", "") "," CLICK("30", "") "]";
    assert_true(cc(label, said, false) == 1);
    assert_true(fabs(cc(label, said, true) - 4.0 / 7) < 1e-9);
}

static void evaluation__retry_and_reformulate_are_one_class(void **state)
{
    (void)state;
#define SAYS(WHAT) "[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"" WHAT "\"}]"
    assert_true(cc(SAYS("need_retry"), SAYS("need_reformulate"), false) == 1);
    assert_true(cc(SAYS("sub_task_success"), SAYS("need_retry"), false) == 0);
    assert_true(isnan(cc("[{\"action_type\":\"WaitAction\",\"wait_time\":1}]", "[]", false)));
}

/* ---- the tables ---- */

static const struct score_attribute_sum *sum_of(const struct score_sums *sums, enum score_attribute attribute)
{
    return &sums->attributes[attribute];
}

/* Twenty clicks, each tenth beside its box, and each fourth with another button, which the reply does not even name in one; ten
 * shortcuts, one with another key; ten verdicts, two of them wrong; three labels that nothing is aligned with. */
static void tables__known_damage(void **state)
{
    (void)state;
    struct score_sums sums = {0};
    for (int i = 0; i < 20; i++) {
        g_autoptr(words) label = words_of("[" CLICK("10", BOX) "]");
        g_autoptr(words) said = words_of(i % 10 == 0 ? "[" CLICK("21", "") "]" : "[" CLICK("20", "") "]");
        word *one = &g_array_index(said->list, word, 0);
        one->button = i == 3 ? 0 : i % 4 == 3 ? BUTTON_RIGHT : one->button;
        score_words(label, said, false, &sums);
    }
#define KEY(NAME) "[{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":\"press\",\"keyboard_key\":\"" NAME "\"}]"
    for (int i = 0; i < 10; i++) {
        g_autoptr(words) label = words_of(KEY("Control_L+v")), said = words_of(i ? KEY("Control_L+v") : KEY("Control_L+c"));
        g_autoptr(words) right = words_of(SAYS("need_retry")), judged = words_of(SAYS("need_retry"));
        if (i < 2)
            g_array_index(judged->list, word, 0).what = SITUATION_SUCCESS;
        score_words(label, said, false, &sums);
        score_words(right, judged, false, &sums);
    }
    for (int i = 0; i < 3; i++) {
        g_autoptr(words) label = words_of(KEY("Return")), none = words_of("[]");
        score_words(label, none, false, &sums);
    }
    assert_int_equal(sum_of(&sums, SCORE_ACTION_TYPE)->labels, 33);
    assert_int_equal(sum_of(&sums, SCORE_ACTION_TYPE)->there, 30);
    assert_int_equal(sum_of(&sums, SCORE_MOUSE_BUTTON)->there, 19);
    assert_int_equal(sum_of(&sums, SCORE_KEYBOARD)->there, 10);
    assert_true(score_matched(&sums, SCORE_ACTION_TYPE) == 1 && score_matched(&sums, SCORE_MOUSE_TYPE) == 1);
    /* of 19 left ones 15 are left, 4 right: F1 of left 2·15/(19+15), of right 0 */
    assert_true(fabs(score_matched(&sums, SCORE_MOUSE_BUTTON) - 30.0 / 34 / 2) < 1e-9);
    assert_true(fabs(score_matched(&sums, SCORE_MOUSE_POSITION) - 0.9) < 1e-9);
    assert_true(fabs(score_matched(&sums, SCORE_KEYBOARD) - (9 + 0.893153982) / 10) < 1e-8);
    /* of 10 that failed 8 are said to: F1 2·8/(10+8); of success 0 */
    assert_true(fabs(score_matched(&sums, SCORE_SITUATION) - 16.0 / 18 / 2) < 1e-9);
    assert_true(isnan(score_matched(&sums, SCORE_ELEMENT)));
    assert_true(fabs(sums.points - (20 * 4 - 2 - 5 + 10 + 9 + 0.893153982 + 8)) < 1e-8);
}

/* A label that names no button is of the left one, as is its answer. */
static void tables__button_by_default(void **state)
{
    (void)state;
    static const struct {
        int label, said;
        double there, points, matched;
    } cases[] = {{0, 0, 1, 3, 1},
                 {0, BUTTON_LEFT, 1, 3, 1},
                 {0, BUTTON_RIGHT, 1, 2, 0},
                 {BUTTON_LEFT, BUTTON_LEFT, 1, 3, 1},
                 {BUTTON_LEFT, 0, 0, 2, NAN}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct score_sums sums = {0};
        g_autoptr(words) label = words_of("[" CLICK("10", "") "]"), said = words_of("[" CLICK("10", "") "]");
        g_array_index(label->list, word, 0).button = cases[i].label;
        g_array_index(said->list, word, 0).button = cases[i].said;
        score_words(label, said, false, &sums);
        double matched = score_matched(&sums, SCORE_MOUSE_BUTTON);
        if (score_share(&sums, SCORE_MOUSE_BUTTON) != cases[i].there || sums.points != cases[i].points ||
            (isnan(cases[i].matched) ? !isnan(matched) : matched != cases[i].matched))
            fail_msg("case %zu: share %g, points %g, matched %g", i, score_share(&sums, SCORE_MOUSE_BUTTON), sums.points,
                     matched);
    }
}

/* An action of another kind is a wrong kind, and has none of the other attributes. */
static void tables__another_kind(void **state)
{
    (void)state;
    struct score_sums sums = {0};
    g_autoptr(words) label = words_of("[" CLICK("10", BOX) "]"), said = words_of(KEY("Return"));
    assert_true(score_words(label, said, false, &sums) == 0);
    assert_int_equal(sum_of(&sums, SCORE_ACTION_TYPE)->there, 1);
    assert_int_equal(sum_of(&sums, SCORE_MOUSE_TYPE)->there, 0);
    assert_true(score_matched(&sums, SCORE_ACTION_TYPE) == 0);
    assert_true(isnan(score_matched(&sums, SCORE_MOUSE_TYPE)));
}

/* ---- folders ---- */

static void put_record(const char *folder, const char *name, const char *json)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    assert_true(g_file_set_contents(path, json, -1, NULL));
}

#define RECORD(REPLY)                                                                                                            \
    "{\"task_prompt\":\"t\",\"send_prompt\":\"p\",\"status\":\"planning\",\"saved_image_name\":\"a.jpg\",\"LLM_response\":\""    \
    "```json\\n" REPLY "\\n```\",\"LLM_response_editer\":\"```json\\n[{\\\"action_type\\\":\\\"PlanAction\\\",\\\"element\\\":"  \
    "\\\"Open the web browser\\\"}]\\n```\",\"actions\":[{\"action_type\":\"PlanAction\",\"element\":\"Open the web "            \
    "browser\"}]}"

static void folder__scored__and_what_is_broken_is_said(void **state)
{
    (void)state;
    g_autofree char *folder = g_dir_make_tmp("reins-score-XXXXXX", NULL), *session = g_build_filename(folder, "one", NULL);
    g_autoptr(GError) error = NULL;
    assert_int_equal(g_mkdir(session, 0700), 0);
    put_record(session, "2024-01-14_17-43-40-818374.json",
               RECORD("[{\\\"action_type\\\":\\\"PlanAction\\\",\\\"element\\\":\\\"Open web browser.\\\"}]"));
    put_record(session, "2024-01-14_17-43-41-818374.json", "{\"actions\":");
    put_record(session, "2024-01-14_17-43-42-818374_neg_eval.json", "{");
    struct score_order order = {.labels = folder};
    g_autoptr(score_report) report = score_folder(&order, &error);
    assert_non_null(report);
    assert_int_equal(report->records->len, 2);
    assert_int_equal(report->n[0], 1);
    assert_int_equal(report->n[3], 1);
    assert_true(fabs(report->sum[0] - (1 + 0.737988454) / 2) < 1e-8);
    const struct score_record *broken = report->records->pdata[1];
    assert_true(isnan(broken->score));
    assert_non_null(broken->defect);
    order.corrected = true;
    g_autoptr(score_report) corrected = score_folder(&order, &error);
    assert_true(corrected->sum[3] == 1);
    order.labels = "/nowhere";
    assert_null(score_folder(&order, &error));
    assert_non_null(error);
}

/* The correction is no answer of a prediction that has none. */
static void answer__that_is_not_there__scores_0_and_is_counted(void **state)
{
    (void)state;
    static const char *const answers[] = {"", "\"LLM_response\":null,"};
    g_autofree char *folder = g_dir_make_tmp("reins-score-XXXXXX", NULL), *session = g_build_filename(folder, "one", NULL);
    assert_int_equal(g_mkdir(session, 0700), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *record = g_strdup_printf(
            "{\"task_prompt\":\"t\",\"send_prompt\":\"p\",\"status\":\"planning\",\"saved_image_name\":\"a.jpg\",%s"
            "\"LLM_response_editer\":\"```json\\n[{\\\"action_type\\\":\\\"PlanAction\\\",\\\"element\\\":\\\"Open "
            "it\\\"}]\\n```\","
            "\"actions\":[{\"action_type\":\"PlanAction\",\"element\":\"Open it\"}]}",
            answers[i]);
        put_record(session, "2024-01-14_17-43-40-818374.json", record);
        struct score_order order = {.labels = folder};
        g_autoptr(score_report) report = score_folder(&order, &error);
        assert_non_null(report);
        assert_int_equal(report->n[3], 1);
        assert_true(report->sum[3] == 0);
        assert_int_equal(report->unanswered, 1);
        assert_true(((const struct score_record *)report->records->pdata[0])->unanswered);
        order.corrected = true;
        g_autoptr(score_report) corrected = score_folder(&order, &error);
        assert_true(corrected->sum[3] == 1);
        assert_int_equal(corrected->unanswered, 0);
    }
}

#define OF(BRAIN, THEME, REPLY)                                                                                                  \
    "{\"task_prompt\":\"t\",\"send_prompt\":\"p\",\"status\":\"evaluating\",\"saved_image_name\":\"a.jpg\"," BRAIN THEME         \
    "\"LLM_response\":\"{\\\"action_type\\\":\\\"EvaluateSubTaskAction\\\",\\\"situation\\\":\\\"" REPLY "\\\"}\","              \
    "\"LLM_response_editer\":\"\",\"actions\":[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"sub_task_success\"}]}"

static const struct score_group *group_at(const score_report *report, guint at, enum score_by by, const char *name, double mean)
{
    assert_true(at < report->groups->len);
    const struct score_group *g = report->groups->pdata[at];
    assert_int_equal(g->by, by);
    if (g_strcmp0(g->name, name) != 0 || fabs(g->sum / g->n - mean) > 1e-9)
        fail_msg("%u: %s with %g", at, g->name, g->sum / g->n);
    return g;
}

/* Rows by brain, by status and by theme; nothing of a name becomes markup on the page. */
static void groups__by_brain_status_and_theme(void **state)
{
    (void)state;
    g_autofree char *folder = g_dir_make_tmp("reins-score-XXXXXX", NULL), *session = g_build_filename(folder, "one", NULL);
    g_autoptr(GError) error = NULL;
    assert_int_equal(g_mkdir(session, 0700), 0);
    put_record(session, "2024-01-14_17-43-40-818374.json", OF("\"brain\":\"b\",", "\"theme\":\"<i>\",", "sub_task_success"));
    put_record(session, "2024-01-14_17-43-41-818374.json", OF("\"brain\":\"a\",", "\"theme\":\"<i>\",", "need_retry"));
    put_record(session, "2024-01-14_17-43-42-818374.json", OF("\"brain\":\"a\",", "", "sub_task_success"));
    struct score_order order = {.labels = folder};
    g_autoptr(score_report) report = score_folder(&order, &error);
    assert_non_null(report);
    assert_int_equal(report->groups->len, 5);
    const struct score_group *a = group_at(report, 0, SCORE_BY_BRAIN, "a", 0.5);
    assert_int_equal(a->sums.attributes[SCORE_SITUATION].labels, 2);
    group_at(report, 1, SCORE_BY_BRAIN, "b", 1);
    group_at(report, 2, SCORE_BY_STATUS, "evaluating", 2.0 / 3);
    group_at(report, 3, SCORE_BY_THEME, NULL, 1);
    group_at(report, 4, SCORE_BY_THEME, "<i>", 0.5);
    g_autofree char *file = g_build_filename(folder, "page.html", NULL), *page = NULL;
    const struct score_row row = {NULL, report};
    assert_true(score_page(&row, 1, &order, file, &error));
    assert_true(g_file_get_contents(file, &page, NULL, NULL));
    assert_non_null(strstr(page, "<tr><td>theme</td><td>&lt;i&gt;</td><td>0.5000</td>"));
    assert_null(strstr(page, "<i>"));
    assert_false(score_page(&row, 1, &order, file, &error)); /* what is there is not written over */
    g_clear_error(&error);
    put_record(session, "2024-01-14_17-43-40-818374.json", OF("", "", "sub_task_success"));
    put_record(session, "2024-01-14_17-43-41-818374.json", OF("", "", "need_retry"));
    put_record(session, "2024-01-14_17-43-42-818374.json", OF("", "", "need_retry"));
    g_autoptr(score_report) unsaid = score_folder(&order, &error);
    assert_int_equal(unsaid->groups->len, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bleu__of_characters__as_released),
        cmocka_unit_test(alignment__equals_the_best_of_all),
        cmocka_unit_test(click__four_points__edges_inclusive),
        cmocka_unit_test(extra__actions__cost_only_where_it_is_strict),
        cmocka_unit_test(evaluation__retry_and_reformulate_are_one_class),
        cmocka_unit_test(tables__known_damage),
        cmocka_unit_test(tables__button_by_default),
        cmocka_unit_test(tables__another_kind),
        cmocka_unit_test(folder__scored__and_what_is_broken_is_said),
        cmocka_unit_test(answer__that_is_not_there__scores_0_and_is_counted),
        cmocka_unit_test(groups__by_brain_status_and_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
