#ifndef ENGINE_RECALL_DENSE_H
#define ENGINE_RECALL_DENSE_H

/* Cosines of one provider's vector with many others. Candidates for the best are found with byte vectors (a quarter of the
 * memory to read, which dominates the time), within an error bound that is stored for each; only candidates are computed with
 * the full vectors. Exact. Pure. */

#include <glib.h>
#include <stdbool.h>

#define DENSE_MAX 16384 /* dimension limit of a vector */

typedef struct dense dense;
/* n vectors of `dimension` finite numbers each; borrowed until dense_free(). NULL when the dimension is 0 or more than
 * DENSE_MAX. Caller frees. */
dense *dense_new(const float *const *vectors, guint n, guint dimension) G_GNUC_WARN_UNUSED_RESULT;
void dense_free(dense *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dense, dense_free)
guint dense_dimension(const dense *d);
/* ret_cosines (n elements): exact for each that can be among the k greatest of cosine + bonus (NULL = 0), -INFINITY for the
 * rest; 0 for a zero vector. */
void dense_cosines(const dense *d, const float *query, const float *bonus, guint k, float *ret_cosines);
/* The cosine of vector i, computed in the same order each time, so that equal vectors have equal cosines. */
float dense_cosine(const dense *d, guint i, const float *query);

#endif
