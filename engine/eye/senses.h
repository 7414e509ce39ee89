#ifndef ENGINE_EYE_SENSES_H
#define ENGINE_EYE_SENSES_H

/* Senses: answers a closed loop's questions about the screen (skills/timeline/sense.h) from one picture per turn and the one
 * before. Colours and changes are computed at once; words take a worker. */

#include "engine/eye/live.h"
#include "engine/eye/marks.h"
#include "skills/timeline/sense.h"

typedef struct senses senses;

/* Borrows both. Caller frees. */
senses *senses_new(live *l, marks *m);
void senses_free(senses *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(senses, senses_free)

/* Takes one question, a request of kind EYE_SENSE. The answer to send, which the caller frees; NULL = it reads first, and
 * senses_turn() has it then. It says what failed where words could not be read: words that are missing would say that nothing is
 * there. */
eye_answer *senses_ask(senses *s, const struct eye_request *r);
/* While it reads: descriptors to poll, the deadline (monotonic µs), and one turn, which returns the answer when it is done. */
bool senses_reading(const senses *s);
void senses_prepare(senses *s, GArray *pollfds);
gint64 senses_deadline(const senses *s);
eye_answer *senses_turn(senses *s);

#endif
