#ifndef ENGINE_RECALL_KNOWLEDGE_H
#define ENGINE_RECALL_KNOWLEDGE_H

/* Which paragraphs of a program's knowledge (memory/knowledge.h) are about something: those whose subject the question names,
 * then those with the most similar words, each with its score. Exact. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "memory/knowledge.h"

struct knowledge_hit {
    const struct memory_paragraph *paragraph; /* borrowed until the next question */
    double score;                             /* cosine, and 1 where its subject is named */
    bool named;
};

typedef struct knowledge_finder knowledge_finder;
/* Uses the vectors of [skills] embeddings (similarity.h). Borrows all three until it is freed; pool NULL: the built-in ones.
 * Caller frees. */
knowledge_finder *knowledge_finder_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void knowledge_finder_free(knowledge_finder *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(knowledge_finder, knowledge_finder_free)
/* Reads the paragraphs of the program (NULL = of all) and asks. Then call knowledge_finder_step() after each brain_pool_poll()
 * until it returns true (at once with the built-in vectors). */
bool knowledge_finder_begin(knowledge_finder *f, const char *app, const char *question, GError **error);
bool knowledge_finder_step(knowledge_finder *f);
/* Same, and waits; polls the pool. */
void knowledge_finder_wait(knowledge_finder *f);
/* After that: the best `most` with any likeness, best first: struct knowledge_hit. Caller unrefs. *ret_notice (optional; caller
 * frees): why the built-in vectors replaced a brain's. */
GArray *knowledge_finder_result(knowledge_finder *f, guint most, char **ret_notice);
void knowledge_finder_take_cost(knowledge_finder *f, struct brain_spent *ret_spent);

#endif
