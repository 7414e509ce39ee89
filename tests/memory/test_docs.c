/* Documents: versions, one of each kind and author, what forgetting takes. */

#include "tests/memory/common.h"

#include "memory/docs.h"
#include "memory/forget.h"

static const struct memory_doc tap = {.run = 1,
                                      .step = 2,
                                      .kind = DOC_TAP,
                                      .author = DOC_EXPLORED,
                                      .by = (char *)"model",
                                      .app = (char *)"xcalc",
                                      .element = (char *)"00ff",
                                      .name = (char *)"push button C",
                                      .before = (char *)"aa",
                                      .after = (char *)"bb",
                                      .text = (char *)"clears the display"};

static void docs__versions__keep_number_and_author(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 number = 0, again = 0;
    assert_true(memory_doc_add(m, &tap, &number, &error));
    assert_true(memory_doc_add(m, &tap, &again, &error));
    assert_int_equal(number, again);
    const struct memory_doc better = {.run = 3,
                                      .step = 4,
                                      .by = (char *)"model",
                                      .contradiction = (char *)"it clears all",
                                      .after = (char *)"cc",
                                      .text = (char *)"clears all"};
    assert_true(memory_doc_change(m, number, &better, &error));
    struct memory_doc *now = memory_doc_get(m, number, &error);
    assert_int_equal(now->version, 2);
    assert_int_equal(now->author, DOC_EXPLORED);
    assert_int_equal(now->run, 3);
    assert_string_equal(now->text, "clears all");
    assert_string_equal(now->contradiction, "it clears all");
    assert_string_equal(now->name, "push button C");
    assert_string_equal(now->before, "aa");
    assert_string_equal(now->after, "cc");
    assert_true(memory_doc_count(m, now->id, &(struct memory_doc){.uses = 2, .kept = 1, .broken = 1}, &error));
    memory_doc_free(now);
    const struct memory_doc settled = {.by = (char *)"ann", .text = (char *)"clears all of it"};
    assert_true(memory_doc_change(m, number, &settled, &error));
    g_autoptr(GPtrArray) versions = memory_doc_versions(m, number, &error);
    assert_int_equal(versions->len, 3);
    const struct memory_doc *newest = versions->pdata[0], *second = versions->pdata[1];
    assert_null(newest->contradiction);
    assert_true(newest->newest && !second->newest);
    assert_int_equal(newest->uses, 0); /* of that version */
    assert_int_equal(second->uses, 2);
    assert_int_equal(second->broken, 1);
    assert_no_error(error);
}

static void docs__author_and_kind__each_one_document(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 explored = 0, watched = 0, swipe = 0, none = 0;
    struct memory_doc doc = tap;
    assert_true(memory_doc_add(m, &doc, &explored, &error));
    doc.text = (char *)"something else";
    assert_false(memory_doc_add(m, &doc, &none, &error));
    assert_error(error, MEMORY_ERROR_FAILED);
    g_clear_error(&error);
    doc.author = DOC_WATCHED;
    assert_true(memory_doc_add(m, &doc, &watched, &error));
    doc.kind = DOC_V_SWIPE;
    assert_true(memory_doc_add(m, &doc, &swipe, &error));
    assert_false(memory_doc_merge(m, explored, swipe, "both", "ann", &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_true(memory_doc_merge(m, explored, watched, "both", "ann", &error));
    g_autoptr(GPtrArray) standing = memory_docs(m, "xcalc", "00ff", false, &error);
    assert_int_equal(standing->len, 2);
    assert_string_equal(((const struct memory_doc *)standing->pdata[0])->text, "both");
    g_autoptr(GPtrArray) elsewhere = memory_docs(m, "gimp", NULL, true, &error), all = memory_docs(m, NULL, NULL, true, &error);
    assert_int_equal(elsewhere->len, 0);
    assert_int_equal(all->len, 3);
    assert_true(memory_doc_withdraw(m, explored, "wrong", &error));
    assert_false(memory_doc_change(m, explored, &doc, &error));
    assert_error(error, MEMORY_ERROR_NOT_FOUND);
    g_clear_error(&error);
    assert_true(memory_doc_add(m, &tap, &none, &error)); /* its place is free */
    assert_int_not_equal(none, explored);
    assert_no_error(error);
}

static void docs__forget__takes_what_was_merged_from_it(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    g_auto(memory_forgotten) f = {0};
    gint64 run = add_run(m, "explore"), number = 0, other = 0;
    struct memory_doc doc = tap, beside = tap;
    doc.run = beside.run = run;
    doc.step = 1;
    beside.step = 2;
    doc.text = (char *)"shows hunter2";
    beside.kind = DOC_LONG_PRESS;
    for (gint64 step = 1; step <= 2; step++)
        assert_true(memory_step_begin(m, run, step, &error) &&
                    memory_step_end(m, run, step, "t", "{}", "approved", "changed", &error));
    assert_true(memory_doc_add(m, &doc, &number, &error) && memory_doc_add(m, &beside, &other, &error));
    const struct memory_doc later = {.run = run, .step = 2, .by = (char *)"model", .text = (char *)"shows hunter2 and more"};
    assert_true(memory_doc_change(m, number, &later, &error));
    assert_true(memory_run_end(m, run, "stopped", "enough", &error));
    assert_true(memory_forget(m, run, 1, "ann", "a password", false, false, &f, &error));
    assert_no_error(error);
    g_autoptr(GPtrArray) versions = memory_doc_versions(m, number, &error);
    for (guint i = 0; i < versions->len; i++) {
        const struct memory_doc *v = versions->pdata[i];
        assert_string_equal(v->text, "");
        assert_null(v->name);
        assert_true(v->withdrawn);
    }
    struct memory_doc *kept = memory_doc_get(m, other, &error);
    assert_string_equal(kept->text, "clears the display");
    assert_false(kept->withdrawn);
    memory_doc_free(kept);
    assert_clean(m);
}

static void docs__shared__by_the_place_in_the_id(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        bool shared;
    } ids[] = {{"4f0c9a1be2d35577", false},         {"4f0c9a1be2d35577-1c2d3e4f", true}, {"word:Save-1c2d3e4f", false},
               {"4f0c9a1be2d355770-1c2d3e", false}, {"com.example:id/save", false},      {"", false}};
    for (gsize i = 0; i < G_N_ELEMENTS(ids); i++)
        assert_int_equal(memory_doc_shared(&(struct memory_doc){.element = (char *)ids[i].id}), ids[i].shared);
    assert_true(doc_elements_alike(ids[0].id, ids[1].id));
    assert_false(doc_elements_alike("4f0c9a1be2d35577", "4f0c9a1be2d35578"));
    assert_false(doc_elements_alike("word:Save", "word:Save")); /* what the eye reads has no path */
    assert_false(doc_elements_alike("", ""));
}

static void docs__words__in_any_case(void **state)
{
    (void)state;
    const char *const found[] = {"BUTTON", "clears", "xcalc", NULL}, *const none[] = {"clears", "gimp", NULL};
    assert_true(memory_doc_has_words(&tap, found));
    assert_false(memory_doc_has_words(&tap, none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(docs__versions__keep_number_and_author),
        cmocka_unit_test(docs__author_and_kind__each_one_document),
        cmocka_unit_test(docs__forget__takes_what_was_merged_from_it),
        cmocka_unit_test(docs__shared__by_the_place_in_the_id),
        cmocka_unit_test(docs__words__in_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
