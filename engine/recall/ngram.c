/* Text → hashed features. Counts are kept as squares: a word is worth 12 of its pieces, so 3.5 times one of them once the index
 * has taken the root. */

#include "engine/recall/ngram.h"

#include <string.h>

#define WORD_MAX 64 /* bytes; the rest of a longer one is let go */

enum { WORTH_PIECE = 1, WORTH_PAIR = 2, WORTH_NUMBER = 6, WORTH_CIRCLE = 6, WORTH_WORD = 12 };

struct ngrams {
    GArray *seen;          /* ngram, unsorted, the level one addition's */
    char last[WORD_MAX];   /* word */
    char before[WORD_MAX]; /* word or number: what stands right before the next */
    bool negated;          /* what comes next is what is not meant */
};

ngrams *ngrams_new(void)
{
    ngrams *n = g_new0(ngrams, 1);
    n->seen = g_array_new(FALSE, FALSE, sizeof(ngram));
    return n;
}

void ngrams_free(ngrams *n)
{
    if (!n)
        return;
    g_array_unref(n->seen);
    g_free(n);
}

static guint32 hash_bytes(guint32 hash, const char *bytes, gsize length)
{
    for (gsize i = 0; i < length; i++)
        hash = (hash ^ (guint8)bytes[i]) * 16777619u;
    return hash;
}

static void add(ngrams *n, guint32 hash, guint level)
{
    hash ^= hash >> 15; /* FNV's low bits know little of its last byte's high ones */
    ngram feature = ((hash & (NGRAM_FEATURES - 1)) << 8) | MIN(level, 255u);
    g_array_append_val(n->seen, feature);
}

static guint32 kind_hash(char kind)
{
    return hash_bytes(2166136261u, &kind, 1);
}

/* Every 3 characters in a row of "^word$". */
static void add_pieces(ngrams *n, const char *word, guint weight)
{
    char framed[WORD_MAX + 2];
    gsize length = (gsize)g_snprintf(framed, sizeof framed, "^%s$", word);
    const char *begin = framed, *end = framed + length;
    for (;;) {
        const char *p = begin;
        for (int i = 0; i < 3 && p < end; i++)
            p = g_utf8_next_char(p);
        add(n, hash_bytes(kind_hash('c'), begin, (gsize)(p - begin)), WORTH_PIECE * weight);
        if (p >= end)
            return;
        begin = g_utf8_next_char(begin);
    }
}

/* F1 … F24 are all of a kind. */
static bool is_function_key(const char *word)
{
    return *word == 'f' && g_ascii_isdigit(word[1]) && strlen(word) <= 3;
}

/* "without saving" says something else than "saving", and nothing that is like it. */
static bool add_negated(ngrams *n, const char *word, guint weight)
{
    bool negated = n->negated;
    n->negated = ngram_word_negates(word) || (negated && (ngram_word_is_empty(word) || g_str_equal(word, "t"))); /* don't */
    if (!negated || n->negated)
        return false;
    g_autofree char *stem = g_strdup(word);
    ngram_word_stem(stem);
    add(n, hash_bytes(kind_hash('n'), stem, strlen(stem)), WORTH_WORD * weight);
    return true;
}

static void add_circles(ngrams *n, const char *stem, guint weight)
{
    guint circles[NGRAM_CIRCLES_MAX];
    guint n_circles = ngram_word_circles(stem, circles);
    for (guint i = 0; i < n_circles; i++)
        add(n, hash_bytes(kind_hash('g'), (const char *)&circles[i], sizeof circles[i]), WORTH_CIRCLE * weight);
}

static void add_pair(ngrams *n, const char *first, const char *second, guint weight)
{
    guint32 hash = hash_bytes(kind_hash('b'), first, strlen(first) + 1);
    if (*first)
        add(n, hash_bytes(hash, second, strlen(second)), WORTH_PAIR * weight);
}

/* That it is one says something of what is to be done; which one, and of what, only where a text has the same. */
static void add_number(ngrams *n, const char *word, guint weight)
{
    const char *digits = word + MIN(strspn(word, "0"), strlen(word) - 1);
    add_circles(n, "number", weight);
    add(n, hash_bytes(kind_hash('d'), digits, strlen(digits)), WORTH_NUMBER * weight);
    add_pair(n, n->before, digits, weight);
    g_strlcpy(n->before, digits, sizeof n->before);
}

static void add_word(ngrams *n, char *word, guint weight)
{
    if (add_negated(n, word, weight) || ngram_word_is_empty(word) || ngram_word_negates(word))
        return;
    if (strspn(word, "0123456789") == strlen(word)) {
        add_number(n, word, weight);
        return;
    }
    add_pieces(n, word, weight);
    ngram_word_stem(word);
    add(n, hash_bytes(kind_hash('w'), word, strlen(word)), WORTH_WORD * weight);
    if (is_function_key(word))
        add(n, kind_hash('f'), WORTH_CIRCLE * weight);
    add_circles(n, word, weight);
    add_pair(n, n->last, word, weight);
    g_strlcpy(n->last, word, sizeof n->last);
    g_strlcpy(n->before, word, sizeof n->before);
}

void ngrams_add(ngrams *n, const char *text, guint weight)
{
    if (!text)
        return;
    g_autofree char *valid = g_utf8_make_valid(text, (gssize)strnlen(text, NGRAM_TEXT_MAX));
    char word[WORD_MAX];
    gsize length = 0;
    bool small = false; /* the character before was a small letter: a capital begins the next word of aName */
    *n->last = *n->before = '\0';
    n->negated = false;
    for (const char *p = valid;; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        bool letter = g_unichar_isalnum(c) || g_unichar_ismark(c);
        if (length > 0 && (!letter || (small && g_unichar_isupper(c)))) {
            word[length] = '\0';
            add_word(n, word, weight);
            length = 0;
        }
        if (*p == '\0')
            return;
        small = g_unichar_islower(c);
        if (!letter && c != ' ' && c != '_' && c != '\'' && c != '-')
            n->negated = false; /* a mark ends it */
        if (letter && length + 6 < sizeof word)
            length += (gsize)g_unichar_to_utf8(g_unichar_tolower(c), word + length);
    }
}

static int by_value(const void *a, const void *b)
{
    ngram x = *(const ngram *)a, y = *(const ngram *)b;
    return x < y ? -1 : x > y;
}

ngram *ngrams_take(ngrams *n, guint *ret_length)
{
    g_array_sort(n->seen, by_value);
    guint length = 0;
    ngram *at = (ngram *)(void *)n->seen->data;
    for (guint i = 0; i < n->seen->len; i++) {
        if (length > 0 && NGRAM_ID(at[length - 1]) == NGRAM_ID(at[i])) {
            guint level = MIN(NGRAM_LEVEL(at[length - 1]) + NGRAM_LEVEL(at[i]), 255u);
            at[length - 1] = (at[i] & ~255u) | level;
        } else {
            at[length++] = at[i];
        }
    }
    ngram *taken = g_memdup2(at, length * sizeof *at);
    g_array_set_size(n->seen, 0);
    *ret_length = length;
    return taken;
}
