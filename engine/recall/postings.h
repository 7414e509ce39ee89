#ifndef ENGINE_RECALL_POSTINGS_H
#define ENGINE_RECALL_POSTINGS_H

/* Cosines of one n-gram text with every one of many: for each feature the texts that have it, so that only those are looked at.
 * A feature weighs sqrt(count) × idf, idf = ln((of + 1) / (df + 0.5)), df in these n texts, which are
 * chosen from `of`. Exact. Pure. */

#include "engine/recall/ngram.h"

#define POSTINGS_MAX (1u << 24) /* texts */

typedef struct postings postings;
/* features[i], lengths[i]: of text i, as ngrams_take() gives them; copied. n is at most POSTINGS_MAX. of: n, or more. */
postings *postings_new(const ngram *const *features, const guint *lengths, guint n, guint of) G_GNUC_WARN_UNUSED_RESULT;
void postings_free(postings *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(postings, postings_free)
/* ret_cosines has room for n: 0..1 each, 0 for a text without features. */
void postings_cosines(const postings *p, const ngram *query, guint length, float *ret_cosines);
/* What a feature weighs once in these texts: for the test that reckons without postings. */
double postings_weight(const postings *p, ngram feature);

#endif
