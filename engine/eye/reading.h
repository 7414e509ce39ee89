#ifndef ENGINE_EYE_READING_H
#define ENGINE_EYE_READING_H

/* A reading: the words of some regions of a picture. Pixels that this process has had read before are not read again; what is
 * left goes to the worker "ocr" (its warm parent: skills/worker/worker.h). */

#include "engine/eye/ocr.h"
#include "skills/worker/worker.h"

#define READING_CPU_S 10 /* the usual limit; the clock gives it half as much again */

typedef struct reading reading;

/* Takes ownership of `regions` (ocr_regions_new()). Never NULL; when the worker could not be started, reading_finish() says why.
 * Caller frees. */
reading *reading_start(GArray *regions, int cpu_s);
void reading_free(reading *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(reading, reading_free)

/* Whether it reads those regions, or has read them: no other need be started. NULL is none. */
bool reading_is_of(const reading *r, const GArray *regions);
/* To be waited for (worker_prepare(), worker_deadline(), worker_poll()); borrowed. NULL: done already. */
worker *reading_worker(const reading *r);
/* True: reading_finish() has the answer. */
bool reading_poll(reading *r);
/* Appends the words of all regions that could be read to `words` (ocr_words_new()), in the regions' order. False: some could
 * not; the error says why. */
bool reading_finish(reading *r, GArray *words, GError **error);

#endif
