/* What a learning may withdraw to keep its memory small. */

#include "tests/memory/common.h"

#include "engine/curation/plans_keep.h"
#include "memory/plans.h"

static gint64 add(memory *m, gint64 run, gint64 step, enum plan_outcome outcome, const char *origin)
{
    g_autoptr(GError) error = NULL;
    const struct memory_plan plan = {.run = run,
                                     .step = step,
                                     .outcome = outcome,
                                     .origin = (char *)origin,
                                     .by = (char *)"model",
                                     .app = (char *)"world",
                                     .goal = (char *)"stick",
                                     .text = (char *)"craft 4 stick"};
    gint64 number = 0;
    assert_true(memory_plan_add(m, &plan, &number, &error));
    return number;
}

static bool stands(memory *m, gint64 number)
{
    g_autoptr(GError) error = NULL;
    struct memory_plan *plan = memory_plan_get(m, number, &error);
    assert_non_null(plan);
    bool stands = !plan->withdrawn;
    memory_plan_free(plan);
    return stands;
}

static void plans_keep__own_runs_alone__no_plan_of_a_person(void **state)
{
    (void)state;
    g_autofree char *dir = new_dir();
    g_autoptr(memory) m = open_store(dir);
    g_autoptr(GError) error = NULL;
    gint64 runs[] = {5, 6};
    g_autoptr(GHashTable) own = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < G_N_ELEMENTS(runs); i++)
        g_hash_table_add(own, &runs[i]);
    const gint64 other = add(m, 1, 1, PLAN_FAILED, NULL), imported = add(m, 5, 9, PLAN_FAILED, "others.jsonl");
    const gint64 worked = add(m, 5, 1, PLAN_WORKED, NULL), failed = add(m, 6, 1, PLAN_FAILED, NULL);
    const gint64 edited = add(m, 5, 2, PLAN_FAILED, NULL), newer = add(m, 6, 2, PLAN_WORKED, NULL);
    const struct memory_plan version = {.by = (char *)"ann", .text = (char *)"craft 8 stick"};
    assert_true(memory_plan_change(m, edited, &version, &error));
    assert_true(plans_keep(m, "world", own, 2, "too many", &error));
    assert_false(stands(m, failed));
    assert_true(stands(m, worked) && stands(m, newer));
    assert_true(plans_keep(m, "world", own, 1, "too many", &error));
    assert_false(stands(m, worked));
    assert_true(stands(m, newer) && stands(m, other) && stands(m, imported) && stands(m, edited));
    assert_no_error(error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_keep__own_runs_alone__no_plan_of_a_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
