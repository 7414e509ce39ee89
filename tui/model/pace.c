#include "tui/model/pace.h"

#include <stdlib.h>
#include <string.h>

void pace_add(struct pace *p, gint64 ms)
{
    p->ms[p->next] = ms;
    p->next = (p->next + 1) % PACE_N;
    p->n = MIN(p->n + 1, PACE_N);
}

static int by_value(const void *a, const void *b)
{
    gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

gint64 pace_median_ms(const struct pace *p)
{
    if (p->n < PACE_N)
        return -1;
    gint64 sorted[PACE_N];
    memcpy(sorted, p->ms, sizeof sorted);
    qsort(sorted, PACE_N, sizeof *sorted, by_value);
    return (sorted[PACE_N / 2 - 1] + sorted[PACE_N / 2]) / 2;
}

bool pace_too_fast(const struct pace *p)
{
    gint64 median = pace_median_ms(p);
    return median >= 0 && median < PACE_FAST_MS;
}

int pace_quiet_ms(const struct pace *p, int tier, int quiet_ms)
{
    return tier >= 2 && pace_too_fast(p) ? quiet_ms * PACE_SLOWER : quiet_ms;
}
