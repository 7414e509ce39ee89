#ifndef ENGINE_RECALL_POSTINGS_H
#define ENGINE_RECALL_POSTINGS_H

/* Cosines of one n-gram text with many others: for each feature a list of the texts that have it, so that only those are
 * visited. A feature's weight is sqrt(count) × idf, idf = ln((of + 1) / (df + 0.5)), with df in these n texts, which were
 * chosen from `of`. Exact. Pure. */

#include "engine/recall/ngram.h"

#define POSTINGS_MAX (1u << 24) /* number of texts */

typedef struct postings postings;
/* features[i], lengths[i]: of text i, from ngrams_take(); copied. n is at most POSTINGS_MAX. of: n or more. Caller frees. */
postings *postings_new(const ngram *const *features, const guint *lengths, guint n, guint of) G_GNUC_WARN_UNUSED_RESULT;
void postings_free(postings *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(postings, postings_free)
/* ret_cosines has n elements: 0..1 each, 0 for a text without features. */
void postings_cosines(const postings *p, const ngram *query, guint length, float *ret_cosines);
/* The weight of a feature that occurs once; for a test that computes without postings. */
double postings_weight(const postings *p, ngram feature);

#endif
