#ifndef MEMORY_GISTS_H
#define MEMORY_GISTS_H

/* What past steps were about, to be found again by whoever plans a like one: of each step that ended with an action its run's
 * task, its subtask, what the screen was described as, the action, the program. The rows are kept by triggers on `steps`
 * (sqlite/schema_tables.c); a step that was forgotten or pruned has none. */

#include "memory/memory.h"

struct memory_gist {
    gint64 id, run, step;
    char *frame;   /* hash of the picture that the step looked at, NULL = none */
    char *text;    /* its lines: task, subtask, description, action, program */
    bool imported; /* its run came from outside (runs.origin), and nobody said that it is to be trusted */
    double rarity; /* memory_gists_worded(): how rare the words are that it has, summed up; else 0 */
};
void memory_gist_free(struct memory_gist *gist);

/* Where to look, so that a million steps take no longer than some thousands: */
#define GISTS_WORDS_MAX 24 /* words of a question that are looked for, */
#define GISTS_EACH 64      /* newest steps that have one of them, */
#define GISTS_PAIRS 4      /* rarest words that are also looked for two at a time */
/* At most `limit` of the steps that have words of these (strv; any letters), those with many and rare ones first. `of` (NULL or
 * "" = anything): all of its words must be there, too (the program's name). A step that has only common words of them, and only
 * one at a time, is found if it is among the newest. Owns its rows. */
GPtrArray *memory_gists_worded(memory *m, const char *const *words, const char *of, gint64 limit, GError **error);
/* The newest steps that looked at that picture. Owns its rows. */
GPtrArray *memory_gists_of_frame(memory *m, const char *hash, gint64 limit, GError **error);
/* The words of a text in the order of their first occurrence, each once, lower case, as memory_gists_worded() takes them (of a
 * long text its first 200; it looks for the first GISTS_WORDS_MAX that it is given). Caller frees with g_strfreev. */
char **memory_gist_words(const char *text);
/* After steps were written otherwise than by memory_step_end() (an import): makes those of a run anew. Within the transaction
 * that is open. */
bool memory_gists_make(memory *m, gint64 run, GError **error);
/* The same run is not to be found: no plan is told of it. */
bool memory_gists_drop(memory *m, gint64 run, GError **error);

#endif
