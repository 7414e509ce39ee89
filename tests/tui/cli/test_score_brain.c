/* reins score --brain, as a person calls it, against a server of a test's own. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/tui/cli/ask_fixture.h"

#include "engine/picture/frame.h"

#define SESSION "0123456789abcdef0123456789abcdef"
#define SAYS(ELEMENT) "```json\\n{\\\"action_type\\\":\\\"PlanAction\\\",\\\"element\\\":\\\"" ELEMENT "\\\"}\\n```"
#define ANSWER                                                                                                                   \
    {                                                                                                                            \
        MOCK_ANSWER, (char *)STREAM PIECE(SAYS("open it")) END                                                                   \
    }

static char *box, *labels, *out;

static char *in_session(const char *folder, const char *name)
{
    return g_build_filename(folder, SESSION, name, NULL);
}

static void put_label(int n, const char *actions)
{
    g_autofree char *name = g_strdup_printf("2024-01-14_17-43-4%d-000001.json", n), *path = in_session(labels, name);
    g_autofree char *text = g_strdup_printf(
        "{\"task_prompt\":\"t\",\"send_prompt\":\"question %d\",\"status\":\"planning\",\"saved_image_name\":\"%d.png\","
        "\"LLM_response\":\"\",\"LLM_response_editer\":\"\",\"video_width\":40,\"video_height\":30,\"actions\":%s}",
        n, n, actions);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void put_picture(int n)
{
    g_autofree char *name = g_strdup_printf("images/%d.png", n), *path = in_session(labels, name);
    g_autoptr(frame) f = frame_new(40 + n, 30);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    assert_true(g_file_set_contents(path, g_bytes_get_data(png, NULL), (gssize)g_bytes_get_size(png), NULL));
}

#define PLAN "[{\"action_type\":\"PlanAction\",\"element\":\"open it\"}]"

/* Three labels with their pictures, and one that has nothing to score; no answers. */
static int setup(void **state)
{
    (void)state;
    box = g_dir_make_tmp("score-brain-XXXXXX", NULL);
    labels = g_build_filename(box, "labels", NULL);
    out = g_build_filename(box, "out", NULL);
    g_autofree char *images = in_session(labels, "images");
    g_mkdir_with_parents(images, 0700);
    for (int n = 1; n <= 3; n++) {
        put_label(n, PLAN);
        put_picture(n);
    }
    put_label(4, "[]");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char *argv[] = {(char *)"rm", (char *)"-rf", box, NULL};
    assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
    g_free(box);
    g_free(labels);
    g_free(out);
    return 0;
}

static struct asked score(const char *options)
{
    g_autofree char *words = g_strdup_printf("score %s --brain t --out %s %s", labels, out, options);
    return reins_beside(words, "&1");
}

/* What it says, when the server does this. Caller frees. */
static char *scored(const struct mock_step *steps, gsize n, const char *options, int *ret_code, int *ret_asked)
{
    serve_steps(steps, n);
    char *text = rest(score(options), ret_code);
    g_free(mock_requests(&mock, ret_asked));
    mock_stop(&mock);
    return text;
}

static int answers(void)
{
    int n = 0;
    g_autofree char *folder = in_session(out, "");
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        n += g_str_has_suffix(name, ".json");
    return n;
}

static void has(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("no \"%s\" in: %s", words, text);
}

static const struct mock_step three[] = {ANSWER, ANSWER, ANSWER};

/* Each with its own prompt and picture; what has nothing to score is not paid for; the second time nothing is asked. */
static void score__brain__is_asked_and_scored(void **state)
{
    (void)state;
    int code, n;
    serve_steps(three, 3);
    g_autofree char *text = rest(score(""), &code), *asked = mock_requests(&mock, &n);
    mock_stop(&mock);
    assert_int_equal(code, 0);
    assert_int_equal(n, 3);
    for (int i = 1; i <= 3; i++) {
        g_autofree char *question = g_strdup_printf("question %d", i);
        has(asked, question);
    }
    assert_null(strstr(asked, "question 4"));
    has(asked, "data:image/png;base64,");
    has(text, "all        1.0000        3");
    has(text, "-000001.json is not scored: its label has nothing that is scored");
    has(text, "# 3 answers of brain t are in ");
    assert_int_equal(answers(), 3);
    g_autofree char *again = scored(three, 3, "--json", &code, &n);
    assert_int_equal(n, 0);
    has(again, "\"plan\":{\"mean\":1,\"n\":3}");
}

/* They are sessions as any other: scored without the brain, and imported with their pictures. */
static void score__answers__are_a_session(void **state)
{
    (void)state;
    int code, n;
    g_free(scored(three, 3, "", &code, &n));
    g_autofree char *words = g_strdup_printf("score %s %s", labels, out);
    g_autofree char *text = rest(reins_beside(words, "&1"), &code);
    has(text, "all        1.0000        3");
    g_autofree char *import = g_strdup_printf("memory import %s", out);
    g_autofree char *told = rest(reins_beside(import, "&1"), &code);
    assert_int_equal(code, 0);
    has(told, "3 pictures");
}

/* Ctrl-C keeps what is there, and the next time only the rest is asked for. */
static void score__stopped__goes_on(void **state)
{
    (void)state;
    int code, n;
    const struct mock_step stalls[] = {{MOCK_STALL, (char *)STREAM PIECE("One")}, ANSWER, ANSWER};
    serve_steps(stalls, 3);
    struct asked asked = score("");
    while (answers() < 2) /* poll(): a file has no event that is worth one */
        poll(NULL, 0, 5);
    kill(asked.pid, SIGINT);
    g_autofree char *text = rest(asked, &code);
    mock_stop(&mock);
    assert_int_equal(code, 4);
    has(text, "# 2 answers of brain t are in ");
    has(text, ", 1 are to be asked for: the same command goes on\n");
    assert_int_equal(answers(), 2);
    g_autofree char *more = scored(three, 3, "", &code, &n);
    assert_int_equal(code, 0);
    assert_int_equal(n, 1);
    has(more, "all        1.0000        3");
}

/* A picture that is missing, or a link out of the folder, costs its own record alone, and is never sent. */
static void score__picture_missing__is_said(void **state)
{
    (void)state;
    int code, n;
    g_autofree char *first = in_session(labels, "images/1.png"), *second = in_session(labels, "images/2.png");
    g_autofree char *away = g_build_filename(box, "away.png", NULL);
    g_unlink(first);
    assert_int_equal(g_rename(second, away), 0);
    assert_int_equal(symlink(away, second), 0);
    g_autofree char *text = scored(three, 3, "", &code, &n);
    assert_int_equal(code, 0);
    assert_int_equal(n, 1);
    has(text, "all        1.0000        1");
    has(text, "41-000001.json is not scored: 1.png: No such file");
    has(text, "42-000001.json is not scored: 2.png: it is a link, and links are not followed");
}

/* What a service refuses of one record is this record's; its refusal to serve at all ends it. */
static void score__failure__of_a_record_or_of_all(void **state)
{
    (void)state;
    int code, n;
    g_autofree char *bad = mock_response("400 Bad", "", "{\"error\":{\"message\":\"not this one\"}}");
    const struct mock_step one_fails[] = {ANSWER, {MOCK_ANSWER, bad}, ANSWER};
    g_autofree char *text = scored(one_fails, 3, "", &code, &n);
    assert_int_equal(code, 0);
    has(text, "all        1.0000        2");
    has(text, "not this one");
    assert_int_equal(answers(), 2);
    g_autofree char *key = mock_response("401 Unauthorized", "", "{\"error\":{\"message\":\"no\"}}");
    const struct mock_step refused[] = {{MOCK_ANSWER, key}, {MOCK_ANSWER, key}};
    g_autofree char *none = scored(refused, 2, "", &code, &n);
    assert_int_equal(code, 1);
    assert_null(strstr(none, "CC-SCORE"));
    has(none, "# 2 answers of brain t are in ");
    has(none, "reins: brain t: ");
}

/* What a model does not say to the end scores as it is. */
static void score__answer_cut_off__is_its_answer(void **state)
{
    (void)state;
    int code, n;
    const struct mock_step cut[] = {ANSWER,
                                    ANSWER,
                                    {MOCK_ANSWER,
                                     (char *)STREAM PIECE("```json\\n{\\\"action_type\\\"") "data: {\"choices\":[{\"delta\":{},"
                                                                                            "\"finish_reason\":\"length\"}]}\n\n"
                                                                                            "data: [DONE]\n\n"}};
    g_autofree char *text = scored(cut, 3, "", &code, &n);
    assert_int_equal(code, 0);
    has(text, "all        0.6667        3");
}

/* Two brains' answers are never one prediction, and no file that is there is written over. */
static void score__folder_of_another__is_refused(void **state)
{
    (void)state;
    int code, n;
    g_free(scored(three, 3, "", &code, &n));
    g_autofree char *other = g_strdup_printf("score %s --brain u --out %s", labels, out);
    g_autofree char *text = rest(reins_beside(other, "&1"), &code);
    assert_int_equal(code, 1);
    has(text, "has answers of brain t: name another folder with --out");
    g_autofree char *own = g_strdup_printf("score %s --brain t --out %s", labels, labels);
    g_autofree char *same = rest(reins_beside(own, "&1"), &code);
    assert_int_equal(code, 1);
    has(same, "has answers of another making");
    put_label(2, PLAN);
    g_autofree char *path = in_session(out, "2024-01-14_17-43-42-000001.json"), *record = NULL;
    assert_true(g_file_get_contents(path, &record, NULL, NULL));
    g_auto(GStrv) parts = g_strsplit(record, "question 2", -1);
    g_autofree char *changed = g_strjoinv("question 5", parts);
    assert_true(g_file_set_contents(path, changed, -1, NULL));
    g_autofree char *stale = scored(three, 3, "", &code, &n);
    assert_int_equal(code, 1);
    assert_int_equal(n, 0);
    has(stale, "answers another prompt than its label has");
}

static void score__limit_of_the_day__ends_it(void **state)
{
    (void)state;
    int code, n;
    price = "price_in=1000\nprice_out=1000\n[run]\nmax_cost_day=0.0001\n";
    g_autofree char *text = scored(three, 3, "", &code, &n);
    price = "";
    assert_int_equal(code, 4);
    assert_int_equal(n, 0);
    has(text, "more than max_cost_day");
}

/* The name of a folder in `folder` that begins so; NULL = none. Caller frees. */
static char *folder_in(const char *folder, const char *begin)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (g_str_has_prefix(name, begin))
            return g_build_filename(folder, name, NULL);
    return NULL;
}

/* Records whose scores take a while: the session that a run was made into goes all the same. */
static void score__stopped_while_it_scores__leaves_nothing(void **state)
{
    (void)state;
    int code;
    g_autofree char *element = g_strnfill(400, 'a');
    GString *list = g_string_new("[");
    for (int i = 0; i < 25; i++)
        g_string_append_printf(list, "%s{\"action_type\":\"PlanAction\",\"element\":\"%s%d\"}", i ? "," : "", element, i);
    g_string_append_c(list, ']');
    g_autofree char *actions = g_string_free(list, FALSE), *said = g_strescape(actions, NULL);
    for (int i = 0; i < 10; i++) {
        g_autofree char *name = g_strdup_printf("2024-01-14_17-43-4%d-000001.json", i), *path = in_session(labels, name);
        g_autofree char *text =
            g_strdup_printf("{\"task_prompt\":\"t\",\"send_prompt\":\"p\",\"status\":\"planning\",\"saved_image_name\":\"1.png\","
                            "\"LLM_response\":\"%s\",\"LLM_response_editer\":\"%s\",\"actions\":%s}",
                            said, said, actions);
        assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    g_autofree char *import = g_strdup_printf("memory import %s", labels),
                    *words = g_strdup_printf("score last --labels %s", labels);
    g_free(rest(reins_beside(import, "&1"), &code));
    assert_int_equal(code, 0);
    struct asked asked = reins_beside(words, "&1");
    g_autofree char *made = NULL, *session = NULL;
    while (!session) { /* the run is a session now, and its records are scored */
        g_clear_pointer(&made, g_free);
        made = folder_in(g_get_tmp_dir(), "reins-score-");
        session = made ? folder_in(made, SESSION) : NULL;
        poll(NULL, 0, 5);
    }
    kill(asked.pid, SIGINT);
    g_autofree char *text = rest(asked, &code);
    assert_int_equal(code, 4);
    has(text, "reins: stopped");
    assert_false(g_file_test(made, G_FILE_TEST_EXISTS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(score__brain__is_asked_and_scored, setup, teardown),
        cmocka_unit_test_setup_teardown(score__answers__are_a_session, setup, teardown),
        cmocka_unit_test_setup_teardown(score__stopped__goes_on, setup, teardown),
        cmocka_unit_test_setup_teardown(score__picture_missing__is_said, setup, teardown),
        cmocka_unit_test_setup_teardown(score__failure__of_a_record_or_of_all, setup, teardown),
        cmocka_unit_test_setup_teardown(score__answer_cut_off__is_its_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(score__folder_of_another__is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(score__stopped_while_it_scores__leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(score__limit_of_the_day__ends_it, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
