#include "engine/recall/skill_score.h"

#include <math.h>

#define DAY_US ((gint64)24 * 3600 * G_USEC_PER_SEC)
#define LEARNED_MOST 0.05
#define LEARNED_HALF_US (7 * DAY_US)
#define USED_MOST 0.03
#define USED_HALF_US (3 * DAY_US)
#define WORKED_MOST 0.05
#define FAILED_MOST 0.2
#define REJECTED_MOST 0.05
#define DOUBT 2.0 /* outcomes that count for nothing: one failure is not yet a habit */

static double fading(double most, gint64 half_us, gint64 at_us, gint64 now_us)
{
    if (at_us <= 0)
        return 0;
    gint64 age = MAX(now_us - at_us, 0); /* a clock that was put back */
    return age > 16 * half_us ? 0 : most * exp2(-(double)age / (double)half_us);
}

static double outcomes_part(const struct memory_counts *n)
{
    double failed = (double)(n->no_effect + n->unexpected), verified = (double)n->verified;
    double all = verified + failed + DOUBT;
    return verified >= failed ? WORKED_MOST * (verified - failed) / all : FAILED_MOST * (verified - failed) / all;
}

static double rejected_part(const struct memory_counts *n)
{
    return -REJECTED_MOST * (double)n->rejected / ((double)MAX(n->proposed, n->rejected) + DOUBT);
}

static gint64 learned_us(const struct catalog_row *row)
{
    return g_strcmp0(row->author, "shipped") == 0 ? 0 : row->learned_us;
}

struct skill_score skill_score_row(const struct catalog_row *row)
{
    return (struct skill_score){.learned_us = learned_us(row),
                                .verified_us = row->counts.verified_us,
                                .fixed = (float)(outcomes_part(&row->counts) + rejected_part(&row->counts))};
}

float skill_score_bonus(const struct skill_score *w, gint64 now_us)
{
    return w->fixed + (float)(fading(LEARNED_MOST, LEARNED_HALF_US, w->learned_us, now_us) +
                              fading(USED_MOST, USED_HALF_US, w->verified_us, now_us));
}

void skill_score_parts(const struct catalog_row *row, gint64 now_us, double ret_part[RETRIEVE_PART_COUNT])
{
    ret_part[RETRIEVE_LEARNED] = fading(LEARNED_MOST, LEARNED_HALF_US, learned_us(row), now_us);
    ret_part[RETRIEVE_USED] = fading(USED_MOST, USED_HALF_US, row->counts.verified_us, now_us);
    ret_part[RETRIEVE_OUTCOMES] = outcomes_part(&row->counts);
    ret_part[RETRIEVE_REJECTED] = rejected_part(&row->counts);
}

/* ---- the best k ---- */

struct heap {
    GArray *at; /* guint; the worst of the best on top */
    const float *values, *bonus;
};

static float score(const struct heap *h, guint i)
{
    return h->values[i] + (h->bonus ? h->bonus[i] : 0);
}

/* Is a to stand behind b? */
static bool worse(const struct heap *h, guint a, guint b)
{
    float x = score(h, a), y = score(h, b);
    return x < y || (x <= y && a > b);
}

static void sink(struct heap *h, guint top, guint n)
{
    guint *at = (guint *)(void *)h->at->data;
    for (;;) {
        guint worst = top;
        for (guint child = 2 * top + 1; child <= 2 * top + 2 && child < n; child++)
            worst = worse(h, at[child], at[worst]) ? child : worst;
        if (worst == top)
            return;
        guint moved = at[top];
        at[top] = at[worst];
        at[worst] = moved;
        top = worst;
    }
}

static void rise(struct heap *h)
{
    guint *at = (guint *)(void *)h->at->data;
    for (guint i = h->at->len - 1; i > 0 && worse(h, at[i], at[(i - 1) / 2]); i = (i - 1) / 2) {
        guint moved = at[i];
        at[i] = at[(i - 1) / 2];
        at[(i - 1) / 2] = moved;
    }
}

GArray *skill_score_best(const float *values, const float *bonus, guint n, guint k)
{
    struct heap h = {g_array_new(FALSE, FALSE, sizeof(guint)), values, bonus};
    for (guint i = 0; i < n && k > 0; i++) {
        if (isnan(score(&h, i)))
            continue;
        if (h.at->len < k) {
            g_array_append_val(h.at, i);
            rise(&h);
        } else if (worse(&h, g_array_index(h.at, guint, 0), i)) {
            g_array_index(h.at, guint, 0) = i;
            sink(&h, 0, k);
        }
    }
    guint *at = (guint *)(void *)h.at->data;
    for (guint left = h.at->len; left > 1; left--) { /* the worst goes to the end, and so on: greatest first */
        guint moved = at[0];
        at[0] = at[left - 1];
        at[left - 1] = moved;
        sink(&h, 0, left - 1);
    }
    return h.at;
}
