/* A line of a file of plans: what is read is written and read back as it was; and a memory that JARVIS-1 released. */

#include "engine/curation/plans_file.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_released(const char *text, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) refused = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) plans = plans_released_read(text, size, "world", refused, &error);
    g_assert_true(plans || error);
    for (guint i = 0; plans && i < plans->len; i++)
        g_assert_true(*((const struct memory_plan *)plans->pdata[i])->text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    read_released((const char *)data, size);
    struct memory_plan *plan = plans_json_read((const char *)data, size, &error);
    if (!plan) {
        g_assert_nonnull(error);
        return 0;
    }
    g_autofree char *line = plans_json(plan);
    struct memory_plan *again = plans_json_read(line, strlen(line), &error);
    g_assert_no_error(error);
    g_assert_cmpstr(plan->text, ==, again->text);
    g_assert_cmpstr(plan->goal, ==, again->goal);
    g_assert_cmpstr(plan->situation, ==, again->situation);
    g_assert_cmpint(plan->steps, ==, again->steps);
    memory_plan_free(plan);
    memory_plan_free(again);
    return 0;
}
