#ifndef ENGINE_EXPORTS_SESSION_STATS_H
#define ENGINE_EXPORTS_SESSION_STATS_H

/* What sessions of the ScreenAgent layout are of: the numbers of the paper's Figures 4 (themes and categories of the tasks) and 5
 * (kinds of actions; length of the chosen replies). What the paper leaves open is decided here:
 *
 * - A session has the theme and the category that its first record names.
 * - The actions are those of the labels. Negatives and translations are left out.
 * - The chosen reply is LLM_response_editer, where that is empty LLM_response. Its length is estimated, a token for
 *   SESSION_STATS_TOKEN_BYTES bytes begun: the paper does not name its tokenizer. */

#include "engine/modules/vocabulary.h"
#include "memory/archive.h"

#define SESSION_STATS_TOKEN_BYTES 3
#define SESSION_STATS_BIN 50 /* tokens of a bin of the distribution; the last bin has all that is longer */
#define SESSION_STATS_BINS 11
#define SESSION_STATS_KINDS 8 /* at most, of an action */

/* Sessions of one theme and category. */
struct session_stats_task {
    char *theme, *category; /* NULL = not said */
    guint sessions, records;
};
typedef struct session_stats {
    guint sessions, records, unread; /* unread: files that are no records */
    GPtrArray *tasks;                /* struct session_stats_task *, by theme and category */
    guint actions[WORD_KIND_COUNT][SESSION_STATS_KINDS], n_actions;
    guint replies[SESSION_STATS_BINS];
    GArray *tokens; /* guint: of each reply, sorted */
} session_stats;

session_stats *session_stats_new(void);
void session_stats_free(session_stats *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(session_stats, session_stats_free)
/* Adds a session's folder, or a folder of sessions; every limit of an import holds. Error: it cannot be read, or there is no
 * session in it; it was stopped (MEMORY_ERROR_STOPPED). */
bool session_stats_add(session_stats *s, const char *path, const struct memory_watch *watch, GError **error);

#endif
