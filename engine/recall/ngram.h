#ifndef ENGINE_RECALL_NGRAM_H
#define ENGINE_RECALL_NGRAM_H

/* The built-in embedding, "ngram-1": what a text says as counts of hashed features: its words (cut to their stems), pairs of
 * neighbouring words, the 3-character pieces of each word, and for words of computer work the circle of words that mean the same
 * (ngram_words.c). A word behind "not" or "without" is another than without. Words that say nothing ("the", "to") have none. A
 * number is one, and which one: 042 is 42.
 * Deterministic, no model, no network. What a feature weighs depends on how rare it is in a library: engine/recall/postings.h.
 * Pure. */

#include <glib.h>
#include <stdbool.h>

#define NGRAM_KIND "ngram-1"
#define NGRAM_BITS 18 /* of a feature's hash */
#define NGRAM_FEATURES (1u << NGRAM_BITS)
#define NGRAM_TEXT_MAX (64 * 1024) /* bytes of one text that are read */

/* One feature of a text: the hash above, and in the low 8 bits how often it is there, each time by its weight (255 = as much or
 * more). */
typedef guint32 ngram;
#define NGRAM_ID(feature) ((feature) >> 8)
#define NGRAM_LEVEL(feature) ((feature)&255u)

typedef struct ngrams ngrams;
ngrams *ngrams_new(void);
void ngrams_free(ngrams *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ngrams, ngrams_free)
/* Adds a text (any bytes; NULL = none); weight 1..6: what it says counts so often. Names fall apart: press_keysCombined is three
 * words. */
void ngrams_add(ngrams *n, const char *text, guint weight);
/* The features, sorted, each once; the counts begin anew. Caller frees; *ret_length may be 0. */
ngram *ngrams_take(ngrams *n, guint *ret_length);

/* ---- words (ngram_words.c) ---- */
#define NGRAM_CIRCLES_MAX 8 /* that one word is in */
/* Says it nothing by itself? `word` in lower case. */
bool ngram_word_is_empty(const char *word);
/* Does it turn what follows into its opposite: "without saving"? */
bool ngram_word_negates(const char *word);
/* Cuts a word (lower case, NUL-terminated) to its stem, in place: plural, -ing, -ed, -ion, -ment, a last e; forms of irregular
 * verbs and comparatives; never longer than before. */
void ngram_word_stem(char *word);
/* The circles that a stem is in; ret_circles has room for NGRAM_CIRCLES_MAX. Returns how many. */
guint ngram_word_circles(const char *stem, guint *ret_circles);

#endif
