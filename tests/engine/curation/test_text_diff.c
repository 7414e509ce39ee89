/* A diff is right when diff(1) would print the same, and when both texts can be had back from it. */

#include "engine/curation/text_diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void is(const char *old_text, const char *new_text, const char *expected)
{
    g_autoptr(text_diff) d = text_diff_new(old_text, new_text);
    g_autofree char *text = text_diff_unified(d, "a", "b");
    assert_string_equal(text, expected);
}

static void diff__of_texts__is_as_diff_u_prints_it(void **state)
{
    (void)state;
    is("x\n", "x\n", "");
    is(NULL, NULL, "");
    is(NULL, "x\n", "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n");
    is("x\n", NULL, "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-x\n");
    is("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
       "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
    is("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
       "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
    is("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
       "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
}

/* Random texts of few different lines; also ones that are too large for the exact way. */
static void diff__of_random_texts__has_both_in_it(void **state)
{
    (void)state;
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    for (int round = 0; round < 200; round++) {
        int most = round == 0 ? 5000 : 40;
        GString *texts[2] = {g_string_new(NULL), g_string_new(NULL)};
        for (int side = 0; side < 2; side++)
            for (int n = round ? g_rand_int_range(rand, 0, most) : most; n > 0; n--)
                g_string_append_printf(texts[side], "line %d\n", g_rand_int_range(rand, 0, 6));
        g_autoptr(text_diff) d = text_diff_new(texts[0]->str, texts[1]->str);
        GString *back[2] = {g_string_new(NULL), g_string_new(NULL)};
        int at[2] = {0, 0};
        for (guint i = 0; i < d->lines->len; i++) {
            const struct text_diff_line *l = &g_array_index(d->lines, struct text_diff_line, i);
            const int numbers[2] = {l->old_line, l->new_line};
            for (int side = 0; side < 2; side++) {
                if (l->kind == (side ? '-' : '+'))
                    continue;
                g_string_append_printf(back[side], "%s\n", l->text);
                assert_int_equal(numbers[side], ++at[side]);
            }
        }
        assert_string_equal(back[0]->str, texts[0]->str);
        assert_string_equal(back[1]->str, texts[1]->str);
        for (int side = 0; side < 2; side++) {
            g_string_free(texts[side], TRUE);
            g_string_free(back[side], TRUE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diff__of_texts__is_as_diff_u_prints_it),
        cmocka_unit_test(diff__of_random_texts__has_both_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
