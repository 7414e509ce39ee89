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

/* Takes one question. True: senses_take() has the answer, now or after reading. Error: the display. */
bool senses_ask(senses *s, const struct sense_question *q, GError **error);
/* While it reads: descriptors to poll, the deadline (monotonic µs), and one turn; true when done. */
bool senses_reading(const senses *s);
void senses_prepare(senses *s, GArray *pollfds);
gint64 senses_deadline(const senses *s);
bool senses_poll(senses *s);
/* The answer; caller clears. When words could not be read, they are missing and *ret_problem (caller frees) says why. */
sense_answer senses_take(senses *s, GError **ret_problem);

#endif
