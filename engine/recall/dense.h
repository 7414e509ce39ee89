#ifndef ENGINE_RECALL_DENSE_H
#define ENGINE_RECALL_DENSE_H

/* Cosines of one provider's vector with every one of many. What can be among the best is found with vectors of bytes (a quarter
 * of the memory to read, which is what takes the time), within a bound on their error that is kept with each; only that is
 * reckoned with the vectors themselves. Exact. Pure. */

#include <glib.h>
#include <stdbool.h>

#define DENSE_MAX 16384 /* numbers of a vector */

typedef struct dense dense;
/* n vectors of `dimension` finite numbers each; borrowed: keep them longer. NULL where the dimension is 0 or more than DENSE_MAX.
 */
dense *dense_new(const float *const *vectors, guint n, guint dimension) G_GNUC_WARN_UNUSED_RESULT;
void dense_free(dense *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(dense, dense_free)
guint dense_dimension(const dense *d);
/* ret_cosines (room for n): right for each that can be among the k greatest of cosine + bonus (NULL = 0), -INFINITY for the rest;
 * 0 for a vector without length. */
void dense_cosines(const dense *d, const float *query, const float *bonus, guint k, float *ret_cosines);
/* The cosine of vector i, as above: reckoned each time in the same order, so that equal vectors have equal cosines. */
float dense_cosine(const dense *d, guint i, const float *query);

#endif
