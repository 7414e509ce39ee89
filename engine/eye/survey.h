#ifndef ENGINE_EYE_SURVEY_H
#define ENGINE_EYE_SURVEY_H

/* A survey: all words of the last observation's screen, and its numbered marks with their texts. A new one begins at once or half
 * a second after it was wanted, when the one before has been read. What was read before is not read again
 * (reading.h). */

#include "engine/eye/eye.h"
#include "engine/eye/marks.h"
#include "engine/eye/recorder.h"

typedef struct survey survey;

/* Caller frees. Error: as marks_new(). */
survey *survey_new(const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void survey_free(survey *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(survey, survey_free)

/* The words of that observation are wanted: now, for a model that is about to be asked, or soon, for a person. References the
 * shot, copies what it needs of the observation. present: the words of the present picture, until the next call; not these, or
 * after these where they are wanted already, while it is another picture. */
void survey_want(survey *s, shot *of, const eye_observation *o, bool now, bool present);
/* This is the present picture, encoded or stored (else, and with NULL, it is not read). Where its words are wanted, they are read
 * when no other one has come for half a second; not those of an observation's picture, which have been read. References it. True:
 * that one is shown again, after others. */
bool survey_present(survey *s, shot *of);
/* The picture of the last answer, if that was of a present one and none of an observation was wanted since; *hash is the `of` of
 * that answer then. Else `otherwise`, and *hash stays. Borrowed until the next call. */
const shot *survey_live(const survey *s, const shot *otherwise, const char **hash);
/* An action begins: what is wanted and has not begun is not read; a present picture waits once more. */
void survey_forget(survey *s);
/* While it reads: descriptors to poll, and the deadline (monotonic µs). */
void survey_prepare(survey *s, GArray *pollfds);
gint64 survey_deadline(const survey *s);
/* One turn. Returns the answer "surveyed" when all is read, which the caller frees; else NULL. numbers: gives the marks of an
 * observation their numbers, NULL = it has no marks. A present picture has those of the last observation that was read which
 * look the same in it. */
eye_answer *survey_turn(survey *s, marks *numbers);

#endif
