#ifndef ENGINE_RECALL_EMBED_H
#define ENGINE_RECALL_EMBED_H

/* Vectors of texts from a brain of kind openai or gemini. Each text is requested once; its vector is kept here and in the
 * store, by kind and the text's SHA-256. All have length 1 (a zero vector stays zero). What a request took is added to the
 * store's day (memory_spent_add()). */

#include "engine/brain/brain.h"
#include "memory/memory.h"

#define EMBED_TEXT_MAX 8000 /* bytes of a text that are sent: at most 8,192 tokens (OpenAI's limit) */

typedef struct embedder embedder;
/* Borrows pool and m (NULL: no store). Caller frees. Error: no such brain, or its kind makes no vectors. */
embedder *embedder_new(const config *cfg, brain_pool *pool, memory *m, const char *brain,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
void embedder_free(embedder *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(embedder, embedder_free)
/* The kind, as in the store: "openai:MODEL URL", then the profile's `extra`. */
const char *embedder_kind(const embedder *e);
/* The SHA-256 that is the key of a text's vector. Caller frees. */
char *embedder_key(const char *text);
/* Requests the vector of a text unless it is known. */
void embedder_want(embedder *e, const char *text);
/* Call it after each poll of the pool. True: no request is running; *ret_error (caller frees) says why a vector is missing.
 * Those that arrived are kept. */
bool embedder_step(embedder *e, GError **ret_error);
/* Cancels running requests. */
void embedder_cancel(embedder *e);
/* The vector as floats; NULL = not known. Borrowed until embedder_renew(). */
GBytes *embedder_get(const embedder *e, const char *key);
/* Requests all vectors again, the store's too, because different dimensions were found. False: this was done before. */
bool embedder_renew(embedder *e);
/* Cost of the calls since the last time. */
void embedder_take_cost(embedder *e, struct brain_spent *ret_spent);

#endif
