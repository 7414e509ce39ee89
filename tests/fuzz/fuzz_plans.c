/* A line of a file of plans: what is read is written and read back as it was. */

#include "engine/curation/plans_file.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
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
