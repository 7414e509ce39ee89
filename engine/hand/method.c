#include "engine/hand/method.h"

void method_pids(const struct method *m, GArray *pids)
{
    for (int i = 0; i < m->n; i++)
        family_pids(&m->servers[i], pids);
}

bool method_works(struct method *m, gint64 now_us)
{
    bool works = false;
    for (int i = 0; i < m->n; i++) {
        family_look(&m->servers[i], now_us);
        works |= m->servers[i].processes > 0 && m->servers[i].rests < FAMILY_RESTS;
    }
    return works;
}
