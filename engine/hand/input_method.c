#include "engine/hand/input_method.h"

void input_method_pids(const struct input_method *m, GArray *pids)
{
    for (int i = 0; i < m->n; i++)
        process_idle_pids(&m->servers[i], pids);
}

bool input_method_works(struct input_method *m, gint64 now_us)
{
    bool works = false;
    for (int i = 0; i < m->n; i++) {
        process_idle_look(&m->servers[i], now_us);
        works |= m->servers[i].processes > 0 && m->servers[i].rests < PROCESS_IDLE_RESTS;
    }
    return works;
}
