/* The question that waits: what answers it, what does not, how its wait ends. */
#include "engine/run/question.h"

#include "engine/protocol/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct run_question *asked(int id, const char *const *choices)
{
    struct run_question *q = run_question_new();
    g_autoptr(GPtrArray) offered = g_ptr_array_new();
    for (const char *const *c = choices; c && *c; c++)
        g_ptr_array_add(offered, (gpointer)*c);
    question_ask(q, id, "Which size?", offered);
    return q;
}

static void question__answer__is_a_line_or_a_choice(void **state)
{
    (void)state;
    static const char *const sizes[] = {"small", " large ", "", "2", NULL};
    const struct {
        const char *const *choices;
        const char *said, *means;
    } rows[] = {
        {NULL, "  the blue one\n", "the blue one"},
        {NULL, "1", "1"},
        {sizes, "large", "large"},
        {sizes, "1", "small"},
        {sizes, " 3 ", "2"},
        {sizes, "2", "2"}, /* its words come before its number */
        {sizes, "4", "4"},
        {sizes, "0", "0"},
        {sizes, "01", "01"}, /* a text of digits */
        {sizes, "-1", "-1"},
        {sizes, "neither", "neither"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct run_question *q = asked(7, rows[i].choices);
        g_autoptr(GError) error = NULL;
        assert_true(question_waits(q));
        assert_string_equal(question_verdict(q), "none");
        assert_true(question_answer(q, 7, rows[i].said, &error));
        if (g_strcmp0(q->answer, rows[i].means))
            fail_msg("\"%s\" is \"%s\", not \"%s\"", rows[i].said, q->answer, rows[i].means);
        assert_false(question_waits(q));
        assert_string_equal(question_verdict(q), "answered");
        assert_string_equal(q->by, "human");
        run_question_free(q);
    }
}

static void question__unfit_answers__leave_it_waiting(void **state)
{
    (void)state;
    struct run_question *q = run_question_new();
    GError *error = NULL;
    g_autofree char *long_text = g_strnfill(QUESTION_TEXT_MAX + 1, 'a');
    assert_false(question_is(q, 0)); /* before the first one there is none */
    assert_false(question_answer(q, 0, "yes", &error));
    assert_true(g_error_matches(error, QUESTION_ERROR, QUESTION_ERROR_CLOSED));
    g_clear_error(&error);
    question_ask(q, 3, "Really?", NULL);
    assert_null(q->choices);
    const struct {
        int id;
        const char *said;
        int code;
    } rows[] = {{2, "yes", QUESTION_ERROR_CLOSED}, {4, "yes", QUESTION_ERROR_CLOSED}, {3, "", QUESTION_ERROR_TEXT},
                {3, " \n\t", QUESTION_ERROR_TEXT}, {3, NULL, QUESTION_ERROR_TEXT},    {3, long_text, QUESTION_ERROR_TEXT}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_false(question_answer(q, rows[i].id, rows[i].said, &error));
        assert_true(g_error_matches(error, QUESTION_ERROR, rows[i].code));
        g_clear_error(&error);
        assert_true(question_waits(q));
        assert_null(q->answer);
    }
    long_text[QUESTION_TEXT_MAX] = '\0';
    assert_true(question_answer(q, 3, long_text, &error));
    assert_false(question_answer(q, 3, "again", &error)); /* once */
    g_clear_error(&error);
    assert_true(question_is(q, 3));
    run_question_free(q);
}

static void question__close__ends_the_wait_once(void **state)
{
    (void)state;
    struct run_question *q = asked(1, NULL);
    question_close(q, QUESTION_VOIDED, "human", "paused by the person");
    question_close(q, QUESTION_UNANSWERED, "timeout", "later");
    assert_string_equal(question_verdict(q), "voided");
    assert_string_equal(q->by, "human");
    assert_string_equal(q->reason, "paused by the person");
    assert_false(question_answer(q, 1, "too late", NULL));
    question_ask(q, 2, "And now?", NULL); /* the next one has nothing of it */
    assert_true(question_waits(q));
    assert_null(q->by);
    assert_null(q->reason);
    question_close(q, QUESTION_UNANSWERED, "timeout", "nobody");
    assert_string_equal(question_verdict(q), "unanswered");
    run_question_free(q);
}

static void question__choices__at_most_nine(void **state)
{
    (void)state;
    static const char *const many[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", NULL};
    struct run_question *q = asked(1, many);
    assert_int_equal(g_strv_length(q->choices), QUESTION_CHOICES_MAX);
    assert_true(question_answer(q, 1, "10", NULL));
    assert_string_equal(q->answer, "10"); /* a line, not the tenth */
    run_question_free(q);
}

static void question__words__say_both(void **state)
{
    (void)state;
    g_autofree char *both = question_words("Which?", "that"), *one = question_words("Which?", NULL);
    assert_string_equal(both, "asked: Which?; the person answered: that");
    assert_non_null(strstr(one, "asked: Which?; nobody answered"));
}

static void question__protocol__to_the_letter(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "{\"event\":\"question\",\"id\":4,\"step\":2,\"question\":\"Which?\",\"choices\":[\"a\",\"b\"],\"expires_s\":0}",
        "{\"event\":\"question\",\"id\":4,\"step\":2,\"question\":\"Which?\",\"expires_s\":60}",
        "{\"event\":\"decision\",\"id\":4,\"verdict\":\"answered\",\"by\":\"human\",\"reason\":\"\",\"answer\":\"b\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(event) e = event_from_json(lines[i], strlen(lines[i]), &error);
        if (!e)
            fail_msg("%s: %s", lines[i], error->message);
        g_autofree char *again = event_to_json(e);
        assert_string_equal(again, lines[i]);
    }
    static const char command_line[] = "{\"command\":\"answer\",\"id\":4,\"text\":\"b\"}";
    g_autoptr(command) c = command_from_json(command_line, strlen(command_line), NULL);
    assert_int_equal(c->kind, COMMAND_ANSWER);
    g_autofree char *again = command_to_json(c);
    assert_string_equal(again, command_line);
    static const char *const unfit[] = {"{\"command\":\"answer\",\"id\":4}", "{\"command\":\"answer\",\"text\":\"b\"}",
                                        "{\"command\":\"answer\",\"id\":4,\"text\":[\"b\"]}"};
    for (gsize i = 0; i < G_N_ELEMENTS(unfit); i++)
        assert_null(command_from_json(unfit[i], strlen(unfit[i]), NULL));
    g_autofree char *json = protocol_strings_to_json((char *[]){(char *)"a\"b", (char *)"ü", NULL});
    g_auto(GStrv) back = protocol_strings_from_json(json);
    assert_string_equal(back[0], "a\"b");
    assert_string_equal(back[1], "ü");
    assert_null(protocol_strings_from_json(NULL));
    assert_null(protocol_strings_from_json("[]"));
    assert_null(protocol_strings_from_json("{\"x\":1}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(question__answer__is_a_line_or_a_choice),
        cmocka_unit_test(question__unfit_answers__leave_it_waiting),
        cmocka_unit_test(question__close__ends_the_wait_once),
        cmocka_unit_test(question__choices__at_most_nine),
        cmocka_unit_test(question__words__say_both),
        cmocka_unit_test(question__protocol__to_the_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
