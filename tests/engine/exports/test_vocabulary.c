/* The ScreenAgent dataset's actions: as JSON, and to and from timelines, held to what skills/lib/screenagent.lua really does. */

#include "tests/engine/exports/story.h"

#include "engine/exports/screenagent.h"
#include "skills/dryrun/dryrun.h"

#define MOUSE "{\"action_type\":\"MouseAction\",\"mouse_action_type\":"
#define KEY "{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":"
#define AT ",\"mouse_position\":{\"width\":110,\"height\":55}"

static words *parse(const char *json)
{
    g_autoptr(GError) error = NULL;
    words *w = vocabulary_words_from_json(json, strlen(json), &error);
    assert_no_error(error);
    return w;
}

/* Without blanks and line ends between actions. */
static char *printed(const words *w)
{
    g_autofree char *json = vocabulary_words_to_json(w);
    g_auto(GStrv) lines = g_strsplit(json, "\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i]; i++)
        g_string_append(out, g_strstrip(lines[i]));
    return g_string_free(out, FALSE);
}

static const char *const actions[] = {
    "[" MOUSE "\"down\",\"mouse_button\":\"left\"" AT "}]",
    "[" MOUSE "\"up\",\"mouse_button\":\"left\"}]",
    "[" MOUSE "\"move\"" AT "}]",
    "[" MOUSE "\"click\",\"mouse_button\":\"left\"" AT "}]",
    "[" MOUSE "\"click\",\"mouse_button\":\"right\"}]",
    "[" MOUSE "\"double_click\",\"mouse_button\":\"left\"" AT "}]",
    "[" MOUSE "\"scroll_up\"" AT ",\"scroll_repeat\":3}]",
    "[" MOUSE "\"scroll_down\",\"scroll_repeat\":1}]",
    "[" KEY "\"press\",\"keyboard_key\":\"Control_L+c\"}]",
    "[" KEY "\"press\",\"keyboard_key\":\"Return\"}]",
    "[" KEY "\"text\",\"keyboard_text\":\"héllo \\\"x\\\"\"}]",
    "[{\"action_type\":\"WaitAction\",\"wait_time\":2}]",
};

/* JSON → words → timeline → words → JSON. */
static void vocabulary__there_and_back(void **state)
{
    (void)state;
    for (guint i = 0; i < G_N_ELEMENTS(actions); i++) {
        g_autoptr(words) w = parse(actions[i]);
        g_autofree char *same = printed(w);
        assert_string_equal(same, actions[i]);
        if (i == 0)
            continue; /* what stays down is let go of after a minute: that is an action more */
        g_autoptr(timeline) t = vocabulary_words_to_timeline(w, 0, G_MAXUINT);
        g_autoptr(words) back = vocabulary_words_from_timeline(t, 640, 400, NULL);
        g_autofree char *again = printed(back);
        assert_string_equal(again, actions[i]);
        assert_int_equal(back->lost, 0);
    }
}

/* The timelines are those of the library's own calls. */
static void vocabulary__as_the_library(void **state)
{
    (void)state;
    static const char *const libraries[] = {"screenagent", NULL};
    g_autoptr(GPtrArray) problems = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = skill_library_load(libraries, &problems, &error);
    g_autoptr(screen) s = screen_blank();
    assert_no_error(error);
    static const char drag[] = "[" MOUSE "\"drag\",\"mouse_button\":\"left\"" AT "}]";
    for (guint i = 0; i <= G_N_ELEMENTS(actions); i++) {
        g_autoptr(words) w = parse(i < G_N_ELEMENTS(actions) ? actions[i] : drag);
        g_autoptr(timeline) ours = vocabulary_words_to_timeline(w, 0, G_MAXUINT);
        g_autoptr(action) call = vocabulary_word_to_action(&g_array_index(w->list, word, 0));
        g_autoptr(timeline) theirs = dryrun(lib, call, s, 1, 60000, &error);
        assert_no_error(error);
        g_autofree char *a = timeline_to_json(ours), *b = timeline_to_json(theirs);
        assert_string_equal(a, b);
    }
}

static void assert_words(const char *events, const char *expected, guint lost)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = timeline_from_json(events, strlen(events), &error);
    assert_no_error(error);
    const struct vocabulary_target target = {.x = 33, .y = 44};
    g_autoptr(words) w = vocabulary_words_from_timeline(t, 640, 400, &target);
    g_autofree char *got = printed(w);
    assert_string_equal(got, expected);
    assert_int_equal(w->lost, lost);
}

#define MOVE(MS, X, Y)                                                                                                           \
    "{\"at_ms\":" #MS ",\"duration_ms\":0,\"origin\":\"absolute\",\"tween\":\"linear\",\"type\":\"move\",\"x\":" #X ",\"y\":" #Y \
    "}"
#define DOWN(MS) "{\"at_ms\":" #MS ",\"button\":\"left\",\"hold_ms\":0,\"type\":\"button_down\"}"
#define UP(MS) "{\"at_ms\":" #MS ",\"button\":\"left\",\"type\":\"button_up\"}"
#define KDOWN(MS, K) "{\"at_ms\":" #MS ",\"hold_ms\":0,\"key\":\"" K "\",\"type\":\"key_down\"}"
#define KUP(MS, K) "{\"at_ms\":" #MS ",\"key\":\"" K "\",\"type\":\"key_up\"}"

static void vocabulary__timelines_of_ours(void **state)
{
    (void)state;
    assert_words("[" MOVE(0, 5, 6) "," DOWN(1) "," MOVE(2, 50, 60) "," UP(3) "]",
                 "[" MOUSE "\"move\",\"mouse_position\":{\"width\":5,\"height\":6}}," MOUSE
                 "\"drag\",\"mouse_button\":\"left\",\"mouse_position\":{\"width\":50,\"height\":60}}]",
                 0);
    assert_words("[" KDOWN(0, "Control_L") "," DOWN(1) "," UP(2) "," KUP(3, "Control_L") "]",
                 "[" KEY "\"down\",\"keyboard_key\":\"Control_L\"}," MOUSE "\"click\",\"mouse_button\":\"left\"}," KEY
                 "\"up\",\"keyboard_key\":\"Control_L\"}]",
                 0);
    assert_words("[" KDOWN(0, "a") "," KUP(10, "a") "," KDOWN(20, "b") "," KUP(30, "b") "]",
                 "[" KEY "\"press\",\"keyboard_key\":\"a\"}," KEY "\"press\",\"keyboard_key\":\"b\"}]", 0);
    assert_words("[" DOWN(0) "," UP(3000) "]",
                 "[" MOUSE "\"down\",\"mouse_button\":\"left\"},{\"action_type\":\"WaitAction\",\"wait_time\":3}," MOUSE
                 "\"up\",\"mouse_button\":\"left\"}]",
                 0);
    assert_words("[" KDOWN(0, "a") "," KUP(10, "a") "," KDOWN(2010, "b") "," KUP(2020, "b") "]",
                 "[" KEY "\"press\",\"keyboard_key\":\"a\"},{\"action_type\":\"WaitAction\",\"wait_time\":2}," KEY
                 "\"press\",\"keyboard_key\":\"b\"}]",
                 0);
    /* from a window that nobody knows any more: where its first button went is kept */
    assert_words(
        "[{\"at_ms\":0,\"duration_ms\":0,\"origin\":\"window\",\"tween\":\"linear\",\"type\":\"move\",\"x\":1,\"y\":2}," DOWN(
            1) "," UP(2) "]",
        "[" MOUSE "\"click\",\"mouse_button\":\"left\",\"mouse_position\":{\"width\":33,\"height\":44}}]", 0);
    assert_words("[{\"at_ms\":0,\"duration_ms\":20,\"dx\":2,\"dy\":-3,\"type\":\"scroll\"}]",
                 "[" MOUSE "\"scroll_up\",\"scroll_repeat\":3}]", 1);
}

static void assert_reply(const char *reply, const char *expected)
{
    g_autoptr(words) w = vocabulary_words_from_reply(reply);
    g_autofree char *got = printed(w);
    assert_string_equal(got, expected);
}

#define PLAN(WHAT) "{\"action_type\":\"PlanAction\",\"element\":\"" WHAT "\"}"

/* The published client's rules, one by one. */
static void vocabulary__tolerant_replies(void **state)
{
    (void)state;
    assert_reply("[" PLAN("a") "]", "[" PLAN("a") "]");
    assert_reply("[{\"action\\_type\":\"PlanAction\",\"element\":\"a\"}]", "[" PLAN("a") "]");
    assert_reply("I will:\n```json\n" PLAN("a") "\n```\nand\n```json\n[" PLAN("b") "]\n```", "[" PLAN("a") "," PLAN("b") "]");
    assert_reply("```json\n[\n" PLAN("a") ",\n" PLAN("b") ",\n]\n```", "[" PLAN("a") "," PLAN("b") "]");
    assert_reply("no fence: " PLAN("a"), "[]");
    assert_reply("```json\n[" PLAN("a") ",{\"action_type\":\"PlanAction\",\"element\":\"b\",\"why\":1}]\n```", "[" PLAN("a") "]");
    assert_reply("```json\n{\"action_type\":\"Nothing\"}\n```", "[]");
    assert_reply("```json\n" MOUSE "\"CLICK\"}\n```", "[" MOUSE "\"click\"}]");
    assert_reply("```json\n{\"action_type\":\"KeyboardAction\",\"keyboard_text\":\"x\"}\n```",
                 "[" KEY "\"text\",\"keyboard_text\":\"x\"}]");
    assert_reply("```json\n" KEY "\"press\",\"keyboard_key\":\"Ctrl+A\"}\n```",
                 "[" KEY "\"press\",\"keyboard_key\":\"Control_L+a\"}]");
    assert_reply("```json\n" KEY "\"press\",\"keyboard_key\":\"nosuchkey\"}\n```", "[]");
    assert_reply("", "[]");
}

/* Behind any reply the fence is found again, and the reply is as it was. */
static void vocabulary__fence_behind_a_reply(void **state)
{
    (void)state;
    static const char *const replies[] = {"{\"reasoning\":\"I open ```json and wait\",\"actions\":[]}", "{\"a\":\"``` ```\"}",
                                          "{}"};
    g_autoptr(words) w = parse("[" PLAN("a") "]");
    for (guint i = 0; i < G_N_ELEMENTS(replies); i++) {
        g_autofree char *text = vocabulary_words_to_reply(replies[i], w), *own = screenagent_record_reply_own(text);
        assert_reply(text, "[" PLAN("a") "]");
        assert_string_equal(own, replies[i]);
    }
}

static void vocabulary__records_are_strict(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{}",
        "[1]",
        "[{\"action_type\":\"X\"}]",
        "[" MOUSE "\"wave\"}]",
        "[" MOUSE "\"move\"}]",
        "[" KEY "\"press\"}]",
        "[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"maybe\"}]",
        "[" MOUSE "\"click\",\"mouse_position\":{\"width\":1}}]",
        "[" MOUSE "\"click\",\"mouse_button\":\"fourth\"}]",
        "[" MOUSE "\"click\",\"clickable_area\":{\"upper_left_position\":{\"width\":9,\"height\":9},\"lower_right_position\":{"
        "\"width\":1,\"height\":1}}}]",
        "[{\"action_type\":\"WaitAction\",\"wait_time\":1e9}]",
    };
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(words) w = vocabulary_words_from_json(wrong[i], strlen(wrong[i]), &error);
        if (w)
            fail_msg("%s is taken", wrong[i]);
        assert_non_null(error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vocabulary__there_and_back),       cmocka_unit_test(vocabulary__as_the_library),
        cmocka_unit_test(vocabulary__timelines_of_ours),    cmocka_unit_test(vocabulary__tolerant_replies),
        cmocka_unit_test(vocabulary__fence_behind_a_reply), cmocka_unit_test(vocabulary__records_are_strict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
