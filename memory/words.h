#ifndef MEMORY_WORDS_H
#define MEMORY_WORDS_H

#include <glib.h>
#include <stdbool.h>

/* True when the texts (NULL = none) together have each of the words, whatever their case. (docs.c) */
bool words_are_in(const char *const *texts, guint n, const char *const *words);

#endif
