/* What the modules of an agent have said: of this step, of the last time, corrected by a person. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/run/answers.h"

#include <string.h>

/* One of each rank that matters: two that do not need each other, and two that come after them. */
enum { EYES, EARS, MIND, MOUTH };
static const struct field fields[] = {{"word", FIELD_STRING, NULL, true, 0, "anything"}};
static const struct module modules[] = {
    [EYES] = {MODULE_FORM("eyes", fields), .rank = 0, .aside = true},
    [EARS] = {MODULE_FORM("ears", fields), .rank = 0, .always = true},
    [MIND] = {MODULE_FORM("mind", fields), .rank = 1},
    [MOUTH] = {MODULE_FORM("mouth", fields), .rank = 2},
    {{0}},
};

static form_output *output(const char *word)
{
    g_autofree char *json = g_strdup_printf("{\"word\":\"%s\"}", word);
    form_output *out = form_parse(&modules[EYES].form, json, strlen(json), NULL);
    assert_non_null(out);
    return out;
}

static void put(struct answers *a, guint m, const char *word, const char *digest, gint64 call)
{
    g_autoptr(form_output) out = output(word);
    answers_put(a, m, out, digest, call);
}

/* NULL = it says nothing. */
static void assert_said(const struct answers *a, guint m, const char *word)
{
    const form_output *said = answers_said(a, m, NULL);
    if (word)
        assert_string_equal(form_output_string(said, "word"), word);
    else
        assert_null(said);
}

static void assert_last(const struct answers *a, guint m, const char *word)
{
    assert_string_equal(form_output_string(a->of[m].last, "word"), word);
}

static int begin(void **state)
{
    struct answers *a = g_new0(struct answers, 1);
    answers_init(a, modules);
    put(a, EYES, "see", "d0", 10);
    put(a, EARS, "hear", "d1", 11);
    put(a, MIND, "think", "d2", 12);
    put(a, MOUTH, "speak", "d3", 13);
    *state = a;
    return 0;
}

static int end(void **state)
{
    answers_clear(*state);
    g_free(*state);
    return 0;
}

static void answers_init__nothing__is_said(void **state)
{
    (void)state;
    struct answers a;
    answers_init(&a, modules);
    assert_int_equal(a.n, 4);
    for (guint m = 0; m < a.n; m++) {
        assert_said(&a, m, NULL);
        assert_false(answers_unchanged(&a, m, NULL));
    }
    answers_clear(&a);
    answers_init(&a, NULL); /* an agent without modules, and reins do */
    assert_int_equal(a.n, 0);
    answers_begin_step(&a);
    answers_reconsider(&a);
    answers_clear(&a);
}

static void answers_put__is_said__and_copied(void **state)
{
    struct answers *a = *state;
    g_autoptr(form_output) out = output("look");
    answers_put(a, EYES, out, "d9", 20);
    assert_said(a, EYES, "look");
    assert_ptr_not_equal(answers_said(a, EYES, NULL), out);
    assert_last(a, EYES, "look");
    assert_int_equal(a->of[EYES].last_call, 20);
    answers_put(a, EYES, out, "d9", 0); /* left out as unchanged: the call is the earlier one */
    assert_int_equal(a->of[EYES].last_call, 20);
}

static void answers_begin_step__forgets_the_step__not_the_last_time(void **state)
{
    struct answers *a = *state;
    g_autoptr(form_output) key = output("key");
    answers_put_aside(a, EYES, "/f/key.png", key);
    answers_correct(a, MIND, output("better"));
    a->of[MIND].call = 12;
    answers_begin_step(a);
    for (guint m = 0; m < a->n; m++) {
        assert_said(a, m, NULL);
        assert_false(a->of[m].fixed);
        assert_int_equal(a->of[m].call, 0);
    }
    assert_null(answers_said(a, EYES, "/f/key.png"));
    assert_false(a->corrected);
    assert_last(a, EYES, "see");
    assert_last(a, MIND, "better"); /* with the same inputs it is the person's again */
    assert_true(answers_unchanged(a, MIND, "d2"));
}

static void answers_put_aside__is_of_that_frame_alone(void **state)
{
    struct answers *a = *state;
    g_autoptr(form_output) key = output("key"), other = output("other");
    answers_put_aside(a, EYES, "/f/a.png", key);
    answers_put_aside(a, EYES, "/f/b.png", other);
    assert_said(a, EYES, "see");
    assert_string_equal(form_output_string(answers_said(a, EYES, "/f/a.png"), "word"), "key");
    assert_string_equal(form_output_string(answers_said(a, EYES, "/f/b.png"), "word"), "other");
    assert_null(answers_said(a, EYES, "/f/c.png"));
    assert_null(answers_said(a, MIND, "/f/a.png"));
    answers_put_aside(a, EYES, "/f/a.png", other);
    assert_string_equal(form_output_string(answers_said(a, EYES, "/f/a.png"), "word"), "other");
}

static void answers_unchanged__by_the_digest__unless_it_is_always_asked(void **state)
{
    struct answers *a = *state;
    assert_true(answers_unchanged(a, EYES, "d0"));
    assert_false(answers_unchanged(a, EYES, "d1"));
    assert_false(answers_unchanged(a, EYES, NULL));
    assert_false(answers_unchanged(a, EARS, "d1"));
}

static void answers_correct__drops_what_is_of_a_higher_rank(void **state)
{
    struct answers *a = *state;
    answers_correct(a, MIND, output("better"));
    assert_said(a, EYES, "see");
    assert_said(a, EARS, "hear");
    assert_said(a, MIND, "better");
    assert_said(a, MOUTH, NULL);
    assert_true(a->corrected && a->of[MIND].fixed);
    assert_last(a, MOUTH, "speak");
    answers_correct(a, EYES, output("look")); /* what a person wrote stands; of the same rank, too */
    assert_said(a, MIND, "better");
    assert_said(a, EARS, "hear");
}

static void answers_correct__of_one_that_was_never_asked__is_of_this_step_only(void **state)
{
    (void)state;
    struct answers a;
    answers_init(&a, modules);
    answers_correct(&a, MOUTH, output("by hand"));
    assert_said(&a, MOUTH, "by hand");
    assert_null(a.of[MOUTH].last);
    answers_begin_step(&a);
    assert_said(&a, MOUTH, NULL);
    answers_clear(&a);
}

static void answers_put__where_a_person_wrote__keeps_the_inputs_of_before(void **state)
{
    struct answers *a = *state;
    answers_correct(a, MIND, output("better"));
    put(a, MIND, "worse", "d9", 30);
    assert_said(a, MIND, "worse");
    assert_last(a, MIND, "better");
    assert_string_equal(a->of[MIND].digest, "d2");
    assert_int_equal(a->of[MIND].last_call, 12);
}

static void answers_retry__is_asked_again__and_all_that_comes_after(void **state)
{
    struct answers *a = *state;
    answers_correct(a, MIND, output("better"));
    answers_retry(a, MIND);
    assert_said(a, EYES, "see");
    assert_said(a, MIND, NULL);
    assert_said(a, MOUTH, NULL);
    assert_false(a->of[MIND].fixed);
    assert_true(a->corrected);
    assert_false(answers_unchanged(a, MIND, "d2")); /* although its inputs are the same */
    answers_retry(a, EYES);
    assert_said(a, EARS, "hear");
}

static void answers_reconsider__only_a_person_s_words_stand(void **state)
{
    struct answers *a = *state;
    answers_correct(a, MIND, output("better"));
    put(a, MOUTH, "shout", "d3", 14);
    answers_reconsider(a);
    assert_said(a, EYES, NULL);
    assert_said(a, EARS, NULL);
    assert_said(a, MIND, "better");
    assert_said(a, MOUTH, NULL);
    assert_true(a->corrected);
    assert_true(answers_unchanged(a, EYES, "d0")); /* unlike a retry: the same inputs need no call */
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_init__nothing__is_said),
        WITH(answers_put__is_said__and_copied),
        WITH(answers_begin_step__forgets_the_step__not_the_last_time),
        WITH(answers_put_aside__is_of_that_frame_alone),
        WITH(answers_unchanged__by_the_digest__unless_it_is_always_asked),
        WITH(answers_correct__drops_what_is_of_a_higher_rank),
        cmocka_unit_test(answers_correct__of_one_that_was_never_asked__is_of_this_step_only),
        WITH(answers_put__where_a_person_wrote__keeps_the_inputs_of_before),
        WITH(answers_retry__is_asked_again__and_all_that_comes_after),
        WITH(answers_reconsider__only_a_person_s_words_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
