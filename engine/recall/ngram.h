#ifndef ENGINE_RECALL_NGRAM_H
#define ENGINE_RECALL_NGRAM_H

/* The built-in embedding, "ngram-1": a text as counts of hashed features: its words (stemmed), pairs of adjacent words, the
 * 3-character pieces of each word, and for words of computer work the groups of synonyms (ngram_words.c). A word after "not" or
 * "without" is a different feature. Stop words ("the", "to") have none. Numbers are features by value: 042 equals 42.
 * Deterministic, no model, no network. A feature's weight depends on how rare it is in a library: engine/recall/postings.h.
 * Pure. */

#include <glib.h>
#include <stdbool.h>

#define NGRAM_KIND "ngram-1"
#define NGRAM_BITS 18 /* of a feature's hash */
#define NGRAM_FEATURES (1u << NGRAM_BITS)
#define NGRAM_TEXT_MAX (64 * 1024) /* bytes of one text that are used */

/* One feature of a text: its hash, and in the low 8 bits its weighted count (255 = that or more). */
typedef guint32 ngram;
#define NGRAM_ID(feature) ((feature) >> 8)
#define NGRAM_LEVEL(feature) ((feature)&255u)

typedef struct ngrams ngrams;
ngrams *ngrams_new(void);
void ngrams_free(ngrams *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ngrams, ngrams_free)
/* Adds a text (any bytes; NULL = none) with a weight of 1..6. Names are split: press_keysCombined is three words. */
void ngrams_add(ngrams *n, const char *text, guint weight);
/* The features, sorted, each once; resets the counts. Caller frees; *ret_length may be 0. */
ngram *ngrams_take(ngrams *n, guint *ret_length);

/* ---- words (ngram_words.c) ---- */
#define NGRAM_CIRCLES_MAX 8 /* groups of one word */
/* True for a stop word. `word` in lower case. */
bool ngram_word_is_empty(const char *word);
/* True for a word that negates what follows: "without saving". */
bool ngram_word_negates(const char *word);
/* True for the stem of a word that says how something is done at a computer, and not what: write, click, open. */
bool ngram_word_is_way(const char *stem);
/* Stems a word (lower case, NUL-terminated) in place: plural, -ing, -ed, -ion, -ment, a last e; irregular verbs and
 * comparatives. Never makes it longer. */
void ngram_word_stem(char *word);
/* The groups of synonyms that a stem belongs to; ret_circles has NGRAM_CIRCLES_MAX elements. Returns their number. */
guint ngram_word_circles(const char *stem, guint *ret_circles);

#endif
