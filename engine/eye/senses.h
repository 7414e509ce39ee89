#ifndef ENGINE_EYE_SENSES_H
#define ENGINE_EYE_SENSES_H

/* Senses: what a closed loop asks of the screen (skills/timeline/sense.h), from one picture a turn and the one before. Colours
 * and changes are counted at once; words take a worker. */

#include "engine/eye/live.h"
#include "engine/eye/marks.h"
#include "skills/timeline/sense.h"

typedef struct senses senses;

/* Borrows both. */
senses *senses_new(live *l, marks *m);
void senses_free(senses *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(senses, senses_free)

/* Takes one question. Error: the display. True: senses_take() has the answer, now or, while it reads, later. */
bool senses_ask(senses *s, const struct sense_question *q, GError **error);
/* While it reads: what it waits for, until when (monotonic µs), and one turn; true once done. */
bool senses_reading(const senses *s);
void senses_prepare(senses *s, GArray *pollfds);
gint64 senses_deadline(const senses *s);
bool senses_poll(senses *s);
/* The answer; caller clears. Words that could not be read are missing, and *ret_problem (caller frees) says why: then it is none.
 */
sense_answer senses_take(senses *s, GError **ret_problem);

#endif
