#include "engine/run/deciding.h"

#include "engine/gate/rules.h"

/* the same without effect; rejections in a row */

struct run_judge *run_judge_new(void)
{
    return g_new0(struct run_judge, 1);
}

void run_judge_free(struct run_judge *j)
{
    if (!j)
        return;
    gate_clear(&j->gate);
    grants_drop(&j->grants);
    g_clear_pointer(&j->rules, rules_free);
    g_clear_pointer(&j->session_rules, g_ptr_array_unref);
    char *owned[] = {j->policy_name, j->policy_source, j->repeats.action, j->repeats.digest, j->mode_told, j->explored};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(j);
}
