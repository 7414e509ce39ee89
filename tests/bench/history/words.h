#ifndef TESTS_BENCH_HISTORY_WORDS_H
#define TESTS_BENCH_HISTORY_WORDS_H

/* Words as often as they are in real texts (Zipf), the same from the same seed. */

#include <glib.h>

#define WORDS 60000 /* in the vocabulary; the last of them come once in some hundred thousand words */

struct dice {
    guint64 state;
};
/* 64 random bits (splitmix64). */
guint64 dice_next(struct dice *d);
/* 0 … n - 1. */
guint dice_below(struct dice *d, guint n);
/* True in `permille` of 1000. */
gboolean dice_permille(struct dice *d, guint permille);

typedef struct words words;
words *words_new(void);
void words_free(words *w);
/* The word of that rank, 0 = the most common. Borrowed. */
const char *words_at(const words *w, guint rank);
/* Appends n words, each as often as its rank says. */
void words_append(const words *w, struct dice *d, GString *text, guint n);

#endif
