/* Questions to the person: what was asked, answered, and of what use it was; in the chain, the search, an archive, and gone when
 * it is forgotten. */

#include "tests/memory/common.h"

#include "memory/archive.h"
#include "memory/forget.h"
#include "memory/pages.h"
#include "memory/questions.h"

#include <unistd.h>

static gint64 begun_run(memory *m, gint64 steps)
{
    g_autoptr(GError) error = NULL;
    gint64 run = add_run(m, "order a pizza");
    for (gint64 step = 1; step <= steps; step++)
        assert_true(memory_step_begin(m, run, step, &error));
    return run;
}

static void ask(memory *m, gint64 run, gint64 step, gint64 id, const char *question, const char *choices)
{
    g_autoptr(GError) error = NULL;
    const struct memory_question q = {
        .run = run, .step = step, .id = id, .question = (char *)question, .choices = (char *)choices};
    bool ok = memory_question_add(m, &q, &error);
    assert_no_error(error);
    assert_true(ok);
}

static void end(memory *m, gint64 run, gint64 id, const char *verdict, const char *by, const char *answer)
{
    g_autoptr(GError) error = NULL;
    bool ok = memory_question_end(m, run, id, verdict, by, answer, &error);
    assert_no_error(error);
    assert_true(ok);
}

static void used(memory *m, gint64 run, bool useful)
{
    g_autoptr(GError) error = NULL;
    assert_true(memory_questions_used(m, run, useful, &error));
    assert_no_error(error);
}

static void assert_count(memory *m, gint64 run, int asked, int answered, int useful)
{
    g_autoptr(GError) error = NULL;
    struct memory_asked n;
    assert_true(memory_questions_count(m, run, &n, &error));
    assert_int_equal(n.asked, asked);
    assert_int_equal(n.answered, answered);
    assert_int_equal(n.useful, useful);
}

static void questions__asked_answered_used__come_back_and_are_counted(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = begun_run(m, 4), other = begun_run(m, 1);
    assert_count(m, run, 0, 0, 0);
    ask(m, run, 1, 3, "Which size?", "[\"small\",\"large\"]");
    g_autoptr(GPtrArray) waiting = memory_questions(m, run, 1, &error);
    const struct memory_question *q = waiting->pdata[0];
    assert_string_equal(q->question, "Which size?");
    assert_string_equal(q->choices, "[\"small\",\"large\"]");
    assert_true(q->asked_us > 0);
    assert_null(q->verdict);
    assert_null(q->answer);
    assert_int_equal(q->answered_us, 0);
    assert_int_equal(q->useful, -1);
    assert_clean(m);
    used(m, run, true); /* one that waits was of no use yet */
    end(m, run, 3, "answered", "human", "large");
    assert_count(m, run, 1, 1, 0);
    used(m, run, true);
    ask(m, run, 2, 4, "Which street?", NULL);
    end(m, run, 4, "voided", "engine", NULL);
    ask(m, run, 3, 5, "Which door?", NULL);
    end(m, run, 5, "answered", "human", "the red one");
    used(m, run, false);
    ask(m, other, 1, 1, "And you?", NULL);
    assert_count(m, run, 3, 2, 1);
    assert_count(m, other, 1, 0, 0);
    g_autoptr(GPtrArray) all = memory_questions(m, run, 0, &error);
    assert_int_equal(all->len, 3);
    static const int useful[] = {1, -1, 0};
    for (guint i = 0; i < 3; i++)
        assert_int_equal(((struct memory_question *)all->pdata[i])->useful, useful[i]);
    q = all->pdata[0];
    assert_string_equal(q->answer, "large");
    assert_string_equal(q->verdict, "answered");
    assert_string_equal(q->by, "human");
    assert_true(q->answered_us >= q->asked_us);
    assert_clean(m);
    static const char *const human[] = {"human", NULL}; /* an answer is a person's help */
    assert_int_equal(memory_mark_next(m, run, 0, human, true, &error), 1);
    assert_int_equal(memory_mark_next(m, run, 1, human, true, &error), 3);
}

static void questions__wrong__are_refused(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    GError *error = NULL;
    gint64 run = begun_run(m, 1);
    assert_false(memory_question_end(m, run, 1, "answered", "human", "yes", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    ask(m, run, 1, 1, "Really?", NULL);
    end(m, run, 1, "answered", "human", "yes");
    assert_false(memory_question_end(m, run, 1, "answered", "human", "no", &error)); /* once */
    g_clear_error(&error);
    const struct memory_question again = {.run = run, .step = 1, .id = 1, .question = (char *)"Twice?"};
    assert_false(memory_question_add(m, &again, &error));
    g_clear_error(&error);
    const struct memory_question nowhere = {.run = 77, .step = 1, .id = 1, .question = (char *)"Who?"};
    assert_false(memory_question_add(m, &nowhere, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_count(m, run, 1, 1, 0);
    assert_clean(m);
}

static void questions__changed__are_found(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE questions SET question = 'Shall I?'",
        "UPDATE questions SET choices = '[\"no\"]'",
        "UPDATE questions SET answer = 'no'",
        "UPDATE questions SET useful = 0",
        "UPDATE questions SET author = 'model'",
        "UPDATE questions SET verdict = 'voided'",
        "DELETE FROM questions",
    };
    for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autofree char *dir = new_dir();
        g_autoptr(memory) m = open_store(dir);
        gint64 run = begun_run(m, 1);
        ask(m, run, 1, 1, "Really?", "[\"yes\",\"no\"]");
        end(m, run, 1, "answered", "human", "yes");
        used(m, run, true);
        assert_clean(m);
        tamper(dir, changes[i]);
        assert_finding(m, "a question of step 1");
    }
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    gint64 run = begun_run(m, 1);
    g_autofree char *sql = g_strdup_printf(
        "INSERT INTO questions(run, id, step, asked_us, question) VALUES (%" G_GINT64_FORMAT ", 1, 1, 5, 'Who?')", run);
    tamper(dir, sql);
    assert_finding(m, "does not know a question of step 1");
}

static void questions__search__finds_question_and_answer(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = begun_run(m, 1);
    ask(m, run, 1, 1, "Which anchovy?", NULL);
    end(m, run, 1, "answered", "human", "the salted herring");
    static const char *const words[] = {"anchovy", "herring"};
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) hits = memory_search(m, words[i], 0, &error);
        assert_int_equal(hits->len, 1);
        assert_string_equal(((struct memory_hit *)hits->pdata[0])->kind, "question");
        assert_int_equal(((struct memory_hit *)hits->pdata[0])->step, 1);
    }
}

static void questions__forgotten__leave_no_word(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 run = begun_run(m, 2);
    for (gint64 step = 1; step <= 2; step++) {
        ask(m, run, step, step, step == 1 ? "Which anchovy?" : "Which door?", "[\"kipper\"]");
        end(m, run, step, "answered", "human", "herring");
        used(m, run, true);
    }
    assert_true(memory_run_end(m, run, "success", "done", &error));
    memory_forgotten f;
    assert_true(memory_forget(m, run, 1, "ann", "a secret", false, false, &f, &error));
    memory_forgotten_clear(&f);
    g_autoptr(GPtrArray) rows = memory_questions(m, run, 0, &error);
    const struct memory_question *q = rows->pdata[0];
    assert_string_equal(q->question, "");
    assert_null(q->choices);
    assert_null(q->answer);
    assert_int_equal(q->useful, 1); /* numbers stay */
    assert_string_equal(((struct memory_question *)rows->pdata[1])->answer, "herring");
    g_autoptr(GPtrArray) hits = memory_search(m, "anchovy", 0, &error);
    assert_int_equal(hits->len, 0);
    assert_count(m, run, 2, 2, 2);
    assert_clean(m);
}

static void questions__archive__takes_them_along(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir(), *dir2 = new_dir(), *file = g_strconcat(dir, ".reins", NULL);
    g_autoptr(memory) m = open_store(dir), m2 = open_store(dir2);
    g_autoptr(GError) error = NULL;
    add_run(m2, "one that is there already");
    gint64 run = begun_run(m, 1);
    ask(m, run, 1, 2, "Which anchovy?", "[\"salted\"]");
    end(m, run, 1 + 1, "answered", "human", "salted");
    used(m, run, true);
    assert_true(memory_run_end(m, run, "success", "done", &error));
    g_auto(memory_archived) written = {0}, read = {0};
    assert_true(memory_archive_write(m, run, file, NULL, &written, &error));
    assert_no_error(error);
    bool ok = memory_archive_import(m2, file, false, NULL, &read, &error);
    assert_no_error(error);
    assert_true(ok);
    gint64 there = read.run;
    g_autoptr(GPtrArray) rows = memory_questions(m2, there, 1, &error);
    assert_int_equal(rows->len, 1);
    assert_string_equal(((struct memory_question *)rows->pdata[0])->answer, "salted");
    assert_int_equal(((struct memory_question *)rows->pdata[0])->useful, 1);
    assert_clean(m2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions__asked_answered_used__come_back_and_are_counted),
        cmocka_unit_test(questions__wrong__are_refused),
        cmocka_unit_test(questions__changed__are_found),
        cmocka_unit_test(questions__search__finds_question_and_answer),
        cmocka_unit_test(questions__forgotten__leave_no_word),
        cmocka_unit_test(questions__archive__takes_them_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
