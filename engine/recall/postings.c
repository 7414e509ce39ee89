#include "engine/recall/postings.h"

#include <math.h>
#include <string.h>

struct postings {
    guint n, of;
    guint *begin;   /* NGRAM_FEATURES + 1: where each feature's texts begin in `in` */
    guint32 *in;    /* text << 8 | level, by feature, then by text */
    float *idf;     /* by feature */
    float *inverse; /* 1 / length of text i's vector, 0 = it has none */
};

static void count_features(postings *p, const ngram *const *features, const guint *lengths)
{
    for (guint i = 0; i < p->n; i++)
        for (guint j = 0; j < lengths[i]; j++)
            p->begin[NGRAM_ID(features[i][j]) + 1]++;
    for (guint f = 0; f < NGRAM_FEATURES; f++) {
        guint df = p->begin[f + 1];
        p->idf[f] = logf((float)(p->of + 1) / ((float)df + 0.5f));
        p->begin[f + 1] += p->begin[f];
    }
}

static void place_texts(postings *p, const ngram *const *features, const guint *lengths)
{
    g_autofree guint *next = g_memdup2(p->begin, NGRAM_FEATURES * sizeof *next);
    p->in = g_new(guint32, MAX(p->begin[NGRAM_FEATURES], 1));
    for (guint i = 0; i < p->n; i++) {
        double norm = 0;
        for (guint j = 0; j < lengths[i]; j++) {
            ngram feature = features[i][j];
            double weight = postings_weight(p, feature);
            p->in[next[NGRAM_ID(feature)]++] = i << 8 | NGRAM_LEVEL(feature);
            norm += weight * weight;
        }
        p->inverse[i] = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
    }
}

postings *postings_new(const ngram *const *features, const guint *lengths, guint n, guint of)
{
    g_return_val_if_fail(n <= POSTINGS_MAX, NULL);
    postings *p = g_new0(postings, 1);
    p->n = n;
    p->of = MAX(n, of);
    p->begin = g_new0(guint, NGRAM_FEATURES + 1);
    p->idf = g_new(float, NGRAM_FEATURES);
    p->inverse = g_new(float, MAX(n, 1));
    count_features(p, features, lengths);
    place_texts(p, features, lengths);
    return p;
}

void postings_free(postings *p)
{
    if (!p)
        return;
    g_free(p->begin);
    g_free(p->in);
    g_free(p->idf);
    g_free(p->inverse);
    g_free(p);
}

double postings_weight(const postings *p, ngram feature)
{
    return sqrt(NGRAM_LEVEL(feature)) * (double)p->idf[NGRAM_ID(feature)];
}

void postings_cosines(const postings *p, const ngram *query, guint length, float *ret_cosines)
{
    double norm = 0;
    memset(ret_cosines, 0, p->n * sizeof *ret_cosines);
    for (guint j = 0; j < length; j++) {
        float by_level[256]; /* what the feature adds to a text that has it so often */
        guint id = NGRAM_ID(query[j]);
        double weight = postings_weight(p, query[j]);
        norm += weight * weight;
        for (guint level = 0; level < 256; level++)
            by_level[level] = (float)(weight * sqrt(level) * (double)p->idf[id]);
        const guint32 *end = p->in + p->begin[id + 1];
        for (const guint32 *in = p->in + p->begin[id]; in < end; in++)
            ret_cosines[*in >> 8] += by_level[*in & 255u];
    }
    float inverse = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
    for (guint i = 0; i < p->n; i++)
        ret_cosines[i] *= p->inverse[i] * inverse;
}
