/* The built-in embedding: what the features of a text are, and what numbers in it do. */

#include "engine/recall/ngram.h"
#include "engine/recall/postings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static ngram *features_of(const char *text, guint *ret_length)
{
    g_autoptr(ngrams) n = ngrams_new();
    ngrams_add(n, text, 1);
    return ngrams_take(n, ret_length);
}

static bool same_features(const char *a, const char *b)
{
    guint n, m;
    g_autofree ngram *x = features_of(a, &n), *y = features_of(b, &m);
    return n == m && (n == 0 || memcmp(x, y, n * sizeof *x) == 0);
}

static void ngrams__of_names_and_prose__are_the_same_words(void **state)
{
    (void)state;
    assert_true(same_features("press_key", "Press key"));
    assert_true(same_features("pressKey", "press the key"));
    assert_false(same_features("press key", "key press"));
    guint n;
    g_autofree ngram *none = features_of("the of  \t--", &n);
    assert_int_equal(n, 0);
}

static void words__in_their_forms__have_one_stem(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"windows", "window"},   {"copies", "copy"},   {"copied", "copy"}, {"stopped", "stop"},
        {"pressing", "press"},   {"moving", "move"},   {"boxes", "box"},   {"matches", "match"},
        {"selected", "select"},  {"pages", "page"},    {"filled", "fill"}, {"keys", "key"},
        {"selection", "select"}, {"movement", "move"}, {"wrote", "write"}, {"bigger", "big"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autofree char *a = g_strdup(pairs[i][0]), *b = g_strdup(pairs[i][1]);
        ngram_word_stem(a);
        ngram_word_stem(b);
        assert_string_equal(a, b);
    }
}

static void ngrams__behind_a_negation__are_not_those_of_the_word(void **state)
{
    (void)state;
    assert_true(same_features("close without saving", "close, without the saving"));
    guint n, m;
    g_autofree ngram *with = features_of("saving", &n), *without = features_of("don't save", &m);
    for (guint i = 0; i < n; i++)
        for (guint j = 0; j < m; j++)
            assert_int_not_equal(NGRAM_ID(with[i]), NGRAM_ID(without[j]));
    assert_false(same_features("do not. Save", "do not save")); /* a mark ends it */
}

static void ngrams__of_hostile_texts__end(void **state)
{
    (void)state;
    g_autofree char *vast = g_strnfill(8 << 20, 'x');
    guint n;
    g_autofree ngram *one = features_of(vast, &n);
    assert_true(n > 0 && n < 200);
    for (gsize i = 0; i < 8 << 20; i += 2)
        vast[i] = ' ';
    g_autofree ngram *many = features_of(vast, &n);
    assert_int_equal(NGRAM_LEVEL(many[0]), 255);
    g_autofree ngram *broken = features_of("\xff\xfe \xc3( \xe2\x82 abc\x80", &n);
    assert_true(n > 0);
}

/* ---- numbers ---- */

/* Which of so many texts "thing I of kind J" is nearest, as a skill's name and documentation say it. */
struct numbered {
    postings *index;
    guint things, kinds;
};

static struct numbered numbered_new(guint things, guint kinds, bool documented)
{
    guint n = things * kinds;
    g_autofree ngram **features = g_new(ngram *, n);
    g_autofree guint *lengths = g_new(guint, n);
    for (guint i = 0; i < n; i++) {
        g_autoptr(ngrams) counts = ngrams_new();
        g_autofree char *name = g_strdup_printf("thing_%u_%u", i / kinds, i % kinds);
        g_autofree char *said = g_strdup_printf("Thing %u of kind %u.", i / kinds, i % kinds);
        ngrams_add(counts, name, 6);
        ngrams_add(counts, documented ? said : "Does it.", 6);
        features[i] = ngrams_take(counts, &lengths[i]);
    }
    struct numbered t = {postings_new((const ngram *const *)features, lengths, n, 0), things, kinds};
    for (guint i = 0; i < n; i++)
        g_free(features[i]);
    return t;
}

/* What no other is as near to as that one is wanted. */
static void nearest_is(const struct numbered *t, const char *task, guint wanted)
{
    guint length;
    g_autofree ngram *query = features_of(task, &length);
    g_autofree float *cosines = g_new(float, t->things * t->kinds);
    postings_cosines(t->index, query, length, cosines);
    for (guint i = 0; i < t->things * t->kinds; i++) {
        if (i != wanted && cosines[i] >= cosines[wanted])
            fail_msg("\"%s\": thing_%u_%u is as near as thing_%u_%u", task, i / t->kinds, i % t->kinds, wanted / t->kinds,
                     wanted % t->kinds);
    }
}

static void numbers__in_names_and_tasks__say_which(void **state)
{
    (void)state;
    for (int documented = 0; documented < 2; documented++) {
        struct numbered t = numbered_new(100, 10, documented);
        for (guint i = 0; i < t.things * t.kinds; i++) {
            g_autofree char *task = g_strdup_printf("thing %u of kind %u", i / t.kinds, i % t.kinds);
            g_autofree char *zero = g_strdup_printf("please do thing %03u, the one of the %u. kind", i / t.kinds, i % t.kinds);
            nearest_is(&t, task, i);
            if (documented)
                nearest_is(&t, zero, i);
        }
        postings_free(t.index);
    }
}

/* Which number it is says little beside what is to be done. */
static void numbers__of_a_task__do_not_outweigh_its_words(void **state)
{
    (void)state;
    static const char *const texts[] = {"go to line: goes to a line of the text", "press 42: presses the button 42 times",
                                        "level 42", "close the window"};
    ngram *features[G_N_ELEMENTS(texts)];
    guint lengths[G_N_ELEMENTS(texts)], length;
    float cosines[G_N_ELEMENTS(texts)];
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        features[i] = features_of(texts[i], &lengths[i]);
    g_autoptr(postings) p = postings_new((const ngram *const *)features, lengths, G_N_ELEMENTS(texts), 0);
    g_autofree ngram *query = features_of("go to line 42", &length);
    postings_cosines(p, query, length, cosines);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        assert_true(i == 0 || cosines[i] < cosines[0]);
        g_free(features[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ngrams__of_names_and_prose__are_the_same_words),
        cmocka_unit_test(words__in_their_forms__have_one_stem),
        cmocka_unit_test(ngrams__behind_a_negation__are_not_those_of_the_word),
        cmocka_unit_test(ngrams__of_hostile_texts__end),
        cmocka_unit_test(numbers__in_names_and_tasks__say_which),
        cmocka_unit_test(numbers__of_a_task__do_not_outweigh_its_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
