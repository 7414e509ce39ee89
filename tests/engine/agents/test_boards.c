/* Boards: Cradle's task stack as rows, each change that a person makes, and what is refused; what every agent's board is told as.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/agents/agent.h"
#include "engine/run/run.h"

#include <string.h>

extern const struct agent agent_cradle;

static struct run run; /* no agent changes its board by it */

#define STACK                                                                                                                    \
    "{\"stack\":[{\"task\":\"write\",\"long\":true,\"id\":3},{\"task\":\"save\",\"long\":true,\"id\":5},"                        \
    "{\"task\":\"name it\",\"long\":false,\"id\":6}],\"tasks\":6}"

static int begin(void **state)
{
    *state = mind_from_json(agent_cradle.mind, STACK, strlen(STACK), NULL);
    return *state ? 0 : -1;
}

static int end(void **state)
{
    mind_free(agent_cradle.mind, *state);
    return 0;
}

static GPtrArray *rows_of(const void *mind)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
    agent_cradle.boards->rows(mind, rows);
    return rows;
}

/* "3 write, 5 save": ids and texts, in order. */
static void assert_rows(const void *mind, const char *expected)
{
    g_autoptr(GPtrArray) rows = rows_of(mind);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = rows->pdata[i];
        g_string_append_printf(text, "%s%d %s", i ? ", " : "", (int)row->id, row->text);
        assert_int_equal(row->depth, i);
        assert_int_equal(row->state, i + 1 == rows->len ? BOARD_DOING : BOARD_OPEN);
    }
    assert_string_equal(text->str, expected);
}

static void change(void *mind, gint64 row, enum board_verb verb, const char *text)
{
    g_autoptr(GError) error = NULL;
    if (!agent_cradle.boards->change(&run, mind, row, verb, text, &error))
        fail_msg("%s", error->message);
    assert_null(error);
}

static void rows__of_the_stack__the_current_task_last(void **state)
{
    g_autoptr(GPtrArray) rows = rows_of(*state);
    g_autofree char *json = board_rows_json(rows);
    assert_string_equal(json, "[{\"id\":3,\"depth\":0,\"state\":\"open\",\"text\":\"write\",\"note\":\"long\"},"
                              "{\"id\":5,\"depth\":1,\"state\":\"open\",\"text\":\"save\",\"note\":\"long\"},"
                              "{\"id\":6,\"depth\":2,\"state\":\"doing\",\"text\":\"name it\",\"note\":\"short\"}]");
    void *empty = mind_new(agent_cradle.mind);
    assert_rows(empty, "");
    mind_free(agent_cradle.mind, empty);
}

static void change__each_verb__does_what_it_says(void **state)
{
    void *mind = *state;
    assert_rows(mind, "3 write, 5 save, 6 name it");
    change(mind, 5, BOARD_EDIT, "save it");
    assert_rows(mind, "3 write, 5 save it, 6 name it");
    change(mind, 5, BOARD_INSERT, "look"); /* before it */
    assert_rows(mind, "3 write, 7 look, 5 save it, 6 name it");
    change(mind, 0, BOARD_INSERT, "type"); /* at the end: worked on now */
    assert_rows(mind, "3 write, 7 look, 5 save it, 6 name it, 8 type");
    change(mind, 7, BOARD_REMOVE, "");
    assert_rows(mind, "3 write, 5 save it, 6 name it, 8 type");
    change(mind, 5, BOARD_GO, ""); /* what lies on it is dropped */
    assert_rows(mind, "3 write, 5 save it");
    change(mind, 5, BOARD_GO, "");
    assert_rows(mind, "3 write, 5 save it");
    change(mind, 3, BOARD_REMOVE, "");
    change(mind, 5, BOARD_REMOVE, "");
    assert_rows(mind, "");
    change(mind, 0, BOARD_INSERT, "anew"); /* an id is not given twice */
    assert_rows(mind, "9 anew");
}

static void change__what_does_not_fit__is_a_sentence_and_changes_nothing(void **state)
{
    static const struct {
        gint64 row;
        enum board_verb verb;
        const char *text, *said;
        enum board_error code;
    } cases[] = {
        {4, BOARD_GO, "", "there is no task 4", BOARD_ERROR_ROW},
        {0, BOARD_GO, "", "there is no task 0", BOARD_ERROR_ROW},
        {0, BOARD_EDIT, "x", "there is no task 0", BOARD_ERROR_ROW},
        {0, BOARD_REMOVE, "", "there is no task 0", BOARD_ERROR_ROW},
        {-3, BOARD_REMOVE, "", "there is no task -3", BOARD_ERROR_ROW},
        {99, BOARD_INSERT, "x", "there is no task 99", BOARD_ERROR_ROW},
        {G_MAXINT64, BOARD_EDIT, "x", "there is no task 9223372036854775807", BOARD_ERROR_ROW},
        {3, BOARD_EDIT, "", "a task needs a text", BOARD_ERROR_TEXT},
        {3, BOARD_INSERT, "", "a task needs a text", BOARD_ERROR_TEXT},
        {0, BOARD_INSERT, "", "a task needs a text", BOARD_ERROR_TEXT},
    };
    g_autofree char *before = mind_to_json(agent_cradle.mind, *state);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(agent_cradle.boards->change(&run, *state, cases[i].row, cases[i].verb, cases[i].text, &error));
        assert_true(g_error_matches(error, BOARD_ERROR, (int)cases[i].code));
        assert_string_equal(error->message, cases[i].said);
        g_autofree char *after = mind_to_json(agent_cradle.mind, *state);
        assert_string_equal(before, after);
    }
}

static void verbs__by_name__and_back(void **state)
{
    (void)state;
    static const char *const names[] = {"go", "edit", "insert", "remove", "move"};
    guint all = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        enum board_verb verb;
        assert_true(board_verb_parse(names[i], &verb));
        assert_string_equal(board_verb_name(verb), names[i]);
        all |= verb;
    }
    enum board_verb none;
    assert_int_equal(all, BOARD_VERBS_ALL);
    assert_false(board_verb_parse("Go", &none));
    assert_false(board_verb_parse("", &none));
    assert_false(board_verb_parse(NULL, &none));
}

/* Whatever agent: a name once, a title, verbs that there are, and both functions. */
static void boards__of_every_agent__are_whole(void **state)
{
    (void)state;
    assert_null(board_find(NULL, "tasks"));
    assert_null(board_find(agent_cradle.boards, "task"));
    assert_null(board_find(agent_cradle.boards, NULL));
    for (const struct agent *const *a = agents; *a; a++) {
        g_autofree char *json = agent_boards_json(*a);
        assert_true((*a)->boards ? strlen(json) > 2 : g_str_equal(json, "[]"));
        for (const struct board *b = (*a)->boards; b && b->name; b++) {
            assert_ptr_equal(board_find((*a)->boards, b->name), b);
            assert_true(*b->title && b->rows && (b->verbs & ~BOARD_VERBS_ALL) == 0 && (!b->verbs || b->change));
        }
    }
    g_autofree char *cradle = agent_boards_json(&agent_cradle), *none = agent_boards_json(NULL);
    assert_string_equal(cradle, "[{\"name\":\"tasks\",\"title\":\"Tasks\",\"verbs\":[\"go\",\"edit\",\"insert\",\"remove\"]}]");
    assert_string_equal(none, "[]");
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(rows__of_the_stack__the_current_task_last),
        WITH(change__each_verb__does_what_it_says),
        WITH(change__what_does_not_fit__is_a_sentence_and_changes_nothing),
        cmocka_unit_test(verbs__by_name__and_back),
        cmocka_unit_test(boards__of_every_agent__are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
