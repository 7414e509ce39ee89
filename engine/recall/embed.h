#ifndef ENGINE_RECALL_EMBED_H
#define ENGINE_RECALL_EMBED_H

/* Vectors of texts by a brain (OpenAI-style embeddings), each asked for once: they are kept here and in the store, by kind and
 * the text's SHA-256. All have length 1 (a vector of zeros stays one). */

#include "engine/brain/brain.h"
#include "memory/memory.h"

#define EMBED_TEXT_MAX 8000 /* bytes of a text that are sent: at most 8,192 tokens (lmm-wire.md 1.2) */

typedef struct embedder embedder;
/* Borrows pool and m (NULL: nothing is kept in a store). Error: there is no such brain, or its kind makes no vectors. */
embedder *embedder_new(const config *cfg, brain_pool *pool, memory *m, const char *brain,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void embedder_free(embedder *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(embedder, embedder_free)
/* What made them, as in the store: "openai:MODEL URL". */
const char *embedder_kind(const embedder *e);
/* The SHA-256 that a text's vector is kept under; caller frees. */
char *embedder_key(const char *text);
/* Asks for it unless it is known. */
void embedder_want(embedder *e, const char *text);
/* To be called after each poll of the pool. True: nothing is under way any more; *ret_error (caller frees) says why something is
 * missing. What came until then is kept. */
bool embedder_step(embedder *e, GError **ret_error);
/* Ends what is under way. */
void embedder_cancel(embedder *e);
/* The vector's floats; NULL = not known. Borrowed until embedder_renew(). */
GBytes *embedder_get(const embedder *e, const char *key);
/* Vectors of different dimensions were found: all are asked for anew, the store's too. False: that was done before. */
bool embedder_renew(embedder *e);
/* Of the calls since the last time. */
void embedder_take_cost(embedder *e, struct brain_spent *ret_spent);

#endif
