#ifndef ENGINE_RECALL_SKILL_SCORE_H
#define ENGINE_RECALL_SKILL_SCORE_H

/* The contribution of a skill's history to its score; retrieve.h has the amounts. Pure. */

#include "engine/recall/retrieve.h"

/* The relevant part of a catalog row, packed: each search visits up to 100,000. */
struct skill_score {
    gint64 learned_us, verified_us; /* 0 = never, or shipped */
    float fixed;                    /* outcomes and rejections */
};
struct skill_score skill_score_row(const struct catalog_row *row);
/* The sum of all parts except the cosine. */
float skill_score_bonus(const struct skill_score *w, gint64 now_us);
/* The same, part by part. */
void skill_score_parts(const struct catalog_row *row, gint64 now_us, double ret_part[RETRIEVE_PART_COUNT]);

/* The k greatest of values[i] + bonus[i] (bonus NULL = 0) among n, greatest first, equal ones by index. NaN is left out. guint;
 * caller unrefs. */
GArray *skill_score_best(const float *values, const float *bonus, guint n, guint k);

#endif
