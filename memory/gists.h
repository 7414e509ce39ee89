#ifndef MEMORY_GISTS_H
#define MEMORY_GISTS_H

/* Gists: short texts about past steps, by which a plan finds similar ones. The gist of a step that ended with an action has the
 * run's task, the subtask, the description of the screen, the action and the program. Triggers on `steps` maintain the rows
 * (sqlite/schema_tables.c); a step that was forgotten or pruned has none. */

#include "memory/memory.h"

struct memory_gist {
    gint64 id, run, step;
    char *frame;   /* hash of the frame that the step saw, NULL = none */
    char *text;    /* one line each: task, subtask, description, action, program */
    bool imported; /* the run came from outside (runs.origin) and is not trusted */
    double rarity; /* memory_gists_worded(): sum of the rarity of the words found; else 0 */
};
void memory_gist_free(struct memory_gist *gist);

/* Limits of the search, so that a million steps take as long as some thousands: */
#define GISTS_WORDS_MAX 24 /* words of a query that are searched */
#define GISTS_EACH 64      /* newest steps with each of them */
#define GISTS_PAIRS 4      /* rarest words that are also searched in pairs */
/* At most `limit` steps that have some of these words (ends with NULL, any case), those with many and rare words first. All
 * words of `of` (the program's name; NULL or "" = any) must occur, too. A step that has only one common word is found only when
 * it is among the newest. Caller unrefs; the array owns its rows. */
GPtrArray *memory_gists_worded(memory *m, const char *const *words, const char *of, gint64 limit, GError **error);
/* The newest steps that saw this picture. Caller unrefs; the array owns its rows. */
GPtrArray *memory_gists_of_frame(memory *m, const char *hash, gint64 limit, GError **error);
/* The words of a text for memory_gists_worded(): in order, each once, lower case. Takes the first 200 words of a long text; the
 * search uses the first GISTS_WORDS_MAX. Caller frees with g_strfreev(). */
char **memory_gist_words(const char *text);
/* Rebuilds the gists of a run whose steps were not written by memory_step_end() (an import). Runs in the open transaction. */
bool memory_gists_make(memory *m, gint64 run, GError **error);
/* Removes the gists of a run, so that no plan finds its steps. Runs in the open transaction. */
bool memory_gists_drop(memory *m, gint64 run, GError **error);

#endif
