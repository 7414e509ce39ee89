#ifndef ENGINE_EYE_READING_H
#define ENGINE_EYE_READING_H

/* A reading: the words of some regions of a picture. Pixels that this process has had read before are not read again; what is
 * left goes to workers "ocr" (of their warm parent: skills/worker/worker.h), to several where there are processors for them. */

#include "engine/eye/ocr.h"
#include "skills/worker/worker.h"

#define READING_CPU_S 10 /* the usual limit */

/* The limit of the clock, which on a busy machine comes first, in parts of that of the processor. */
enum reading_patience {
    READING_AWAITED,    /* one and a half: something waits that goes on without the words */
    READING_PATIENT,    /* three: what waits can be ended, and without the words it is less safe */
    READING_BACKGROUND, /* six, at a lower priority: nothing waits */
};

typedef struct reading reading;

/* The languages of all readings of this process (a profile's; NULL or empty: English), before its first: the warm parent has
 * them. */
void reading_set_languages(char *const *languages);

/* Takes ownership of `regions` (ocr_regions_new()). Never NULL; when the worker could not be started, reading_finish() says why.
 * Caller frees. */
reading *reading_start(GArray *regions, int cpu_s, enum reading_patience patience);
void reading_free(reading *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(reading, reading_free)

/* Whether it reads those regions, or has read all of them: no other need be started. NULL is none. */
bool reading_is_of(const reading *r, const GArray *regions);
/* A worker of it that is to be waited for; borrowed, until the next reading_poll(). NULL: all are done. */
worker *reading_worker(const reading *r);
/* What is to be polled, and the latest time for the next reading_poll(), µs of g_get_monotonic_time(). NULL is none. */
void reading_prepare(const reading *r, GArray *pollfds);
gint64 reading_deadline(const reading *r);
/* True: reading_finish() has the answer. */
bool reading_poll(reading *r);
/* Blocks until that is so (worker_wait()). */
void reading_wait(reading *r);
/* Appends the words of all regions that could be read to `words` (ocr_words_new()), in the regions' order. False: some could
 * not; the error says why. */
bool reading_finish(reading *r, GArray *words, GError **error);

#endif
