#ifndef ENGINE_RECALL_SIMILARITY_H
#define ENGINE_RECALL_SIMILARITY_H

/* Similarity of a query to many texts: cosines of their vectors. The caller knows what the texts are (skills, memories); each
 * has a number, its position in the load. The vectors are the built-in ones ("ngram-1", engine/recall/ngram.h) or a brain's
 * (engine/recall/embed.h), never both in one answer: when some of a brain's are missing, the built-in ones are used for
 * everything, with a notice. Exact. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "engine/recall/ngram.h"
#include "memory/memory.h"

#include <glib.h>
#include <stdbool.h>

/* Reads the texts of a thing. Called once for each text that was not loaded before. */
struct similarity_reader {
    void (*words)(ngrams *n, const void *thing); /* adds its texts with their weights */
    char *(*prose)(const void *thing);           /* same as one text for an embedding model; caller frees */
    const char *what;                            /* plural noun for notices: "skills" */
};

typedef struct similarity similarity;
/* Uses the vectors of [skills] embeddings: "ngram", or a brain's. pool NULL: ngram. Vectors of a brain are kept in m (NULL:
 * only in memory). Borrows all four until it is freed, and cancels its calls then. Caller frees. */
similarity *similarity_new(const struct similarity_reader *reader, const config *cfg, brain_pool *pool,
                           memory *m) G_GNUC_WARN_UNUSED_RESULT;
void similarity_free(similarity *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(similarity, similarity_free)

/* The following loads are chosen from n texts because they have words of the query (0, the default: they are all texts). A word
 * that all of them have then still has a weight. */
void similarity_chosen_from(similarity *a, guint n);

/* A new load: between these two calls each thing is added, number 0 first. key identifies its text: the same key as in the load
 * before means the same text, which is not read again. Things are borrowed until the next load. False: there are too many
 * (POSTINGS_MAX); stop adding. */
void similarity_begin_load(similarity *a);
bool similarity_add(similarity *a, const char *key, const void *thing);
void similarity_end_load(similarity *a);

/* Asks a query, and cancels the one before; NULL = "", to which nothing is similar. It takes time only with a brain's vectors:
 * call similarity_step() after each brain_pool_poll() until it returns true. */
void similarity_ask(similarity *a, const char *text);
/* Same with the built-in vectors, whatever is configured: when the brain has just failed to answer another query. */
void similarity_ask_builtin(similarity *a, const char *text);
bool similarity_step(similarity *a);
/* Steps until it is answered; polls the pool while it waits. */
void similarity_wait(similarity *a);
/* After that: ret_cosines[i] for each text, -1..1. With a brain's vectors only those that can be among the k greatest of cosine
 * + bonus (NULL = 0) are sure to be set; others may be -INFINITY: similarity_cosine() computes them. */
void similarity_cosines(similarity *a, const float *bonus, guint k, float *ret_cosines);
float similarity_cosine(const similarity *a, guint i);
/* Why the built-in vectors replaced a brain's; NULL = they did not, or this was reported before. Caller frees. */
char *similarity_take_notice(similarity *a);
/* The kind of vectors of the answer: "ngram-1", "openai:MODEL URL". Borrowed. */
const char *similarity_kind(const similarity *a);
/* Cost of the calls since the last time. */
void similarity_take_cost(similarity *a, struct brain_spent *ret_spent);

#endif
