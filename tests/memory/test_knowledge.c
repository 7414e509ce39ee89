/* Paragraphs of knowledge: versions, and a source that is read again. */

#include "tests/memory/common.h"

#include "memory/knowledge.h"

static struct memory_paragraph said(const char *subject, const char *text)
{
    return (struct memory_paragraph){.by = (char *)"import", .subject = (char *)subject, .text = (char *)text};
}

static struct memory_built build(memory *m, const char *source, const struct memory_paragraph *rows, guint n)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    struct memory_built built;
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(all, (gpointer)&rows[i]);
    assert_true(memory_knowledge_build(m, "world", source, all, &built, &error));
    return built;
}

static void assert_built(struct memory_built built, int added, int kept, int gone)
{
    assert_int_equal(built.added, added);
    assert_int_equal(built.kept, kept);
    assert_int_equal(built.gone, gone);
}

static const struct memory_paragraph *about(const GPtrArray *rows, const char *subject)
{
    for (guint i = 0; i < rows->len; i++)
        if (g_str_equal(((const struct memory_paragraph *)rows->pdata[i])->subject, subject))
            return rows->pdata[i];
    fail_msg("nothing about %s", subject);
    return NULL;
}

static void knowledge__built_again__follows_its_source_and_keeps_people_s_words(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    const struct memory_paragraph first[] = {said("stick", "of planks"), said("coal", "is mined"), said("iron", "is smelted"),
                                             said("gold", "shines")};
    assert_built(build(m, "file", first, 4), 4, 0, 0);
    assert_built(build(m, "file", first, 4), 0, 4, 0);
    g_autoptr(GPtrArray) rows = memory_knowledge(m, "world", false, &error);
    const struct memory_paragraph better = {.by = (char *)"ann", .text = (char *)"is mined below y 60"};
    gint64 coal = about(rows, "coal")->paragraph;
    assert_true(memory_paragraph_change(m, coal, &better, &error));
    assert_true(memory_paragraph_withdraw(m, about(rows, "gold")->paragraph, "wrong", &error));
    const struct memory_paragraph second[] = {said("stick", "of planks"), said("gold", "shines"), said("stick", "of planks")};
    assert_built(build(m, "file", second, 3), 0, 2, 1); /* iron is gone; a person's coal is not, nor comes their gold back */
    g_autoptr(GPtrArray) later = memory_knowledge(m, "world", false, &error);
    assert_int_equal(later->len, 2);
    assert_string_equal(about(later, "coal")->text, "is mined below y 60");
    assert_string_equal(about(later, "coal")->source, "file");
    assert_built(build(m, "file", first, 4), 1, 3, 0); /* iron is back */
    g_autoptr(GPtrArray) back = memory_knowledge(m, "world", false, &error), all = memory_knowledge(m, NULL, true, &error);
    assert_int_equal(back->len, 3);
    assert_int_equal(all->len, 4);
    assert_built(build(m, "other", second, 1), 1, 0, 0); /* another source has its own */
    g_autoptr(GPtrArray) versions = memory_paragraph_versions(m, coal, &error);
    assert_int_equal(versions->len, 2);
    assert_no_error(error);
    assert_clean(m);
}

static void knowledge__of_a_person__same_words_are_one(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    struct memory_paragraph own = said("stick", "burns");
    gint64 first = 0, again = 0;
    own.app = (char *)"world";
    own.by = (char *)"ann";
    assert_true(memory_paragraph_add(m, &own, &first, &error) && memory_paragraph_add(m, &own, &again, &error));
    assert_int_equal(first, again);
    assert_true(memory_paragraph_withdraw(m, first, "no", &error));
    assert_false(memory_paragraph_change(m, first, &own, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_null(memory_paragraph_get(m, 99, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knowledge__built_again__follows_its_source_and_keeps_people_s_words),
        cmocka_unit_test(knowledge__of_a_person__same_words_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
