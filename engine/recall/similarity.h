#ifndef ENGINE_RECALL_SIMILARITY_H
#define ENGINE_RECALL_SIMILARITY_H

/* How like a query each of many texts is: cosines of their vectors. What the texts are of (skills, memories) is the caller's;
 * each has a number, its place in the load. The vectors are the built-in ones ("ngram-1", engine/recall/ngram.h) or a brain's
 * (engine/recall/embed.h), never both in one answer: where a brain's are not all there, all of it is done with the built-in ones,
 * and said. Exact. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "engine/recall/ngram.h"
#include "memory/memory.h"

#include <glib.h>
#include <stdbool.h>

/* What a thing says. Called once for each text that was not there before. */
struct similarity_reader {
    void (*words)(ngrams *n, const void *thing); /* adds its texts, each by its weight */
    char *(*prose)(const void *thing);           /* the same for a model that makes vectors; caller frees */
    const char *what;                            /* for notices, plural: "skills" */
};

typedef struct similarity similarity;
/* The vectors are those of [skills] embeddings: "ngram", or a brain's. pool NULL: ngram. Vectors of a brain are kept in m (NULL:
 * only here). Borrows all four until it is freed; no call is under way after that. */
similarity *similarity_new(const struct similarity_reader *reader, const config *cfg, brain_pool *pool,
                           memory *m) G_GNUC_WARN_UNUSED_RESULT;
void similarity_free(similarity *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(similarity, similarity_free)

/* What is loaded from here on are those of so many that have words of the question (0, the default: all that there are): a word
 * that all of them have is not without meaning then. */
void similarity_chosen_from(similarity *a, guint n);

/* A new load: between these two each thing is added, number 0 first. `key` names what it says: the same key as in the load before
 * means the same text, which is not read again. Things are borrowed until the next load. False: there are too many
 * (POSTINGS_MAX); it is left out, and so must be what follows. */
void similarity_begin_load(similarity *a);
bool similarity_add(similarity *a, const char *key, const void *thing);
void similarity_end_load(similarity *a);

/* A question. Only with a brain's vectors does it take time: ask, then step after each brain_pool_poll() until it says true. A
 * new one gives up the one before; NULL = "", which nothing is like. */
void similarity_ask(similarity *a, const char *text);
/* The same with the built-in vectors, whatever is set: where another question has just found that the brain does not answer. */
void similarity_ask_builtin(similarity *a, const char *text);
bool similarity_step(similarity *a);
/* Steps until it is answered; polls the pool while it waits. */
void similarity_wait(similarity *a);
/* After that: ret_cosines[i] of each (room for the count), -1..1. Of a brain's vectors only those are sure to be there that can
 * be among the k greatest of cosine + bonus (NULL = 0); the others may be -INFINITY: similarity_cosine() reckons them. */
void similarity_cosines(similarity *a, const float *bonus, guint k, float *ret_cosines);
float similarity_cosine(const similarity *a, guint i);
/* Why the built-in vectors were used in a brain's place; NULL = they were not, or that was said already. Caller frees. */
char *similarity_take_notice(similarity *a);
/* What made the vectors of the answer: "ngram-1", "openai:MODEL URL". Borrowed. */
const char *similarity_kind(const similarity *a);
/* What the calls since the last time took. */
void similarity_take_cost(similarity *a, struct brain_spent *ret_spent);

#endif
