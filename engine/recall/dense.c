/* A vector v of length 1 is scale × bytes + rest; with a query x of length 1, rounded likewise,
 *   |v·x − scale × bytes·x| ≤ |rest|,  so that the bytes alone say: the cosine is within `error` of what they give.
 * The k-th greatest lower bound is a floor: what cannot reach it is not among the best. */

#include "engine/recall/dense.h"

#include "config/fast.h"

#include <math.h>
#include <string.h>

#define BYTE_MOST 127
#define SHORT_MOST 2047
#define ROUNDING 1e-5f /* of sums of floats */
#define BLOCK 32       /* bytes rows are padded to */

struct dense {
    guint n, dimension, stride;
    const float **vectors; /* borrowed */
    float *inverse;        /* 1 / length, 0 = it has none */
    gint8 *bytes;          /* n × stride */
    float *scale, *error;
};

/* lanes are added up in one order, whatever the machine */
#define LANES 8
static double product(const float *a, const float *b, guint n)
{
    double lane[LANES] = {0};
    guint whole = n - n % LANES;
    for (guint i = 0; i < whole; i += LANES)
        for (guint j = 0; j < LANES; j++)
            lane[j] += (double)a[i + j] * (double)b[i + j];
    double sum = 0;
    for (guint i = whole; i < n; i++)
        sum += (double)a[i] * (double)b[i];
    for (guint j = 0; j < LANES; j++)
        sum += lane[j];
    return sum;
}

static float inverse_length(const float *v, guint n)
{
    double square = product(v, v, n);
    return square > 0 ? (float)(1 / sqrt(square)) : 0;
}

static float greatest(const float *v, guint n)
{
    float most = 0;
    for (guint i = 0; i < n; i++)
        most = fmaxf(most, fabsf(v[i]));
    return most;
}

static void set_bytes(dense *d, guint i)
{
    const float *v = d->vectors[i];
    gint8 *bytes = d->bytes + (gsize)i * d->stride;
    float inverse = inverse_length(v, d->dimension), most = greatest(v, d->dimension) * inverse;
    double rest = 0;
    d->inverse[i] = inverse;
    d->scale[i] = most / BYTE_MOST;
    for (guint j = 0; inverse > 0 && j < d->dimension; j++) {
        float at = v[j] * inverse;
        bytes[j] = (gint8)lrintf(at / d->scale[i]);
        double off = (double)at - (double)d->scale[i] * bytes[j];
        rest += off * off;
    }
    d->error[i] = (float)sqrt(rest);
}

dense *dense_new(const float *const *vectors, guint n, guint dimension)
{
    if (dimension == 0 || dimension > DENSE_MAX)
        return NULL;
    dense *d = g_new0(dense, 1);
    d->n = n;
    d->dimension = dimension;
    d->stride = (dimension + BLOCK - 1) / BLOCK * BLOCK;
    d->vectors = g_memdup2(vectors, n * sizeof *vectors);
    d->inverse = g_new0(float, MAX(n, 1));
    d->scale = g_new0(float, MAX(n, 1));
    d->error = g_new0(float, MAX(n, 1));
    d->bytes = g_malloc0((gsize)MAX(n, 1) * d->stride);
    for (guint i = 0; i < n; i++)
        set_bytes(d, i);
    return d;
}

void dense_free(dense *d)
{
    if (!d)
        return;
    g_free(d->vectors);
    g_free(d->inverse);
    g_free(d->scale);
    g_free(d->error);
    g_free(d->bytes);
    g_free(d);
}

guint dense_dimension(const dense *d)
{
    return d->dimension;
}

static float cosine_of(const dense *d, guint i, const float *query, float query_inverse)
{
    return (float)(product(d->vectors[i], query, d->dimension) * (double)d->inverse[i] * (double)query_inverse);
}

float dense_cosine(const dense *d, guint i, const float *query)
{
    return cosine_of(d, i, query, inverse_length(query, d->dimension));
}

/* Whole rows at once, so that the choice of the machine's code is made once. */
FAST static void products(const gint8 *bytes, guint n, guint stride, const gint16 *query, gint32 *ret_products)
{
    for (guint i = 0; i < n; i++) {
        const gint8 *row = bytes + (gsize)i * stride;
        gint32 sum = 0;
        for (guint j = 0; j < stride; j++) {
            gint16 wide = row[j];
            sum += wide * query[j];
        }
        ret_products[i] = sum;
    }
}

struct rounded {
    gint16 *at; /* stride */
    float scale, error;
};

/* So coarse that a sum of products fits 32 bits. */
static struct rounded round_query(const dense *d, const float *query, float inverse)
{
    float most = greatest(query, d->dimension) * inverse;
    int fits = MIN(SHORT_MOST, G_MAXINT32 / BYTE_MOST / (int)d->stride);
    struct rounded r = {g_new0(gint16, d->stride), most / (float)fits, 0};
    double rest = 0;
    for (guint j = 0; j < d->dimension && most > 0; j++) {
        float at = query[j] * inverse;
        r.at[j] = (gint16)lrintf(at / r.scale);
        double off = (double)at - (double)r.scale * r.at[j];
        rest += off * off;
    }
    r.error = (float)sqrt(rest);
    return r;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The k-th greatest; a heap of k would do, but so does a sorted list that is hardly ever changed. */
static float kth_greatest(const float *values, guint n, guint k)
{
    if (k >= n)
        return -INFINITY;
    g_autofree float *best = g_memdup2(values, k * sizeof *best);
    qsort(best, k, sizeof *best, by_value);
    for (guint i = k; i < n; i++) {
        if (values[i] <= best[k - 1])
            continue;
        guint at = k - 1;
        for (; at > 0 && best[at - 1] < values[i]; at--)
            best[at] = best[at - 1];
        best[at] = values[i];
    }
    return best[k - 1];
}

void dense_cosines(const dense *d, const float *query, const float *bonus, guint k, float *ret_cosines)
{
    float inverse = inverse_length(query, d->dimension);
    struct rounded r = round_query(d, query, inverse);
    g_autofree gint16 *rounded = r.at;
    g_autofree gint32 *sums = g_new(gint32, MAX(d->n, 1));
    g_autofree float *low = g_new(float, MAX(d->n, 1));
    products(d->bytes, d->n, d->stride, rounded, sums);
    for (guint i = 0; i < d->n; i++) {
        float middle = d->scale[i] * r.scale * (float)sums[i] + (bonus ? bonus[i] : 0);
        float error = d->error[i] + (1 + d->error[i]) * r.error + ROUNDING;
        low[i] = middle - error;
        ret_cosines[i] = middle + error; /* the highest that it can be */
    }
    float floor = kth_greatest(low, d->n, MAX(k, 1));
    for (guint i = 0; i < d->n; i++)
        ret_cosines[i] = ret_cosines[i] >= floor ? cosine_of(d, i, query, inverse) : -INFINITY;
}
