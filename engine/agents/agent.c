#include "engine/agents/agent.h"

static const struct agent agents[] = {
    {"cradle", cradle_step, cradle_catch_up},
};

const struct agent *agent_find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(agents); i++)
        if (g_strcmp0(agents[i].name, name) == 0)
            return &agents[i];
    return NULL;
}
