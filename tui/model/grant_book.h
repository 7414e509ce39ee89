#ifndef TUI_MODEL_GRANT_BOOK_H
#define TUI_MODEL_GRANT_BOOK_H

/* The grants that the engine reports, and a preview of what a new one would have covered. Pure: the time is an argument. */

#include "engine/protocol/protocol.h"

#include <glib.h>
#include <stdbool.h>

#define GRANT_TIER_MAX 2   /* tier 3 always asks */
#define GRANT_APPROVALS 20 /* approvals that a preview looks at */

enum until { UNTIL_COUNT, UNTIL_SECONDS, UNTIL_WINDOW, UNTIL_LIST, UNTIL_LOOP, UNTIL_N };

struct grant_view {
    int id, tier;
    enum until until;
    gint64 value, left, at_us; /* left: as reported at at_us */
    bool active;
    char *status, *reason;
};

/* An approval by a person. */
struct approval {
    int tier;
    gint64 window_id, at_us;
};

struct grant_book {
    GPtrArray *all;    /* struct grant_view*: the active ones and the last that ended, oldest first */
    GArray *approvals; /* struct approval, the last GRANT_APPROVALS */
};

void grant_book_init(struct grant_book *g);
void grant_book_clear(struct grant_book *g);
/* An event of kind EVENT_GRANT. */
void grant_book_event(struct grant_book *g, const event *e, gint64 now_us);
void grant_book_approved(struct grant_book *g, const struct approval *a);
guint grant_book_active(const struct grant_book *g);
/* "4 left", "2:31", "this window". Caller frees. */
char *grant_view_text(const struct grant_view *grant, gint64 now_us);
/* "grant ≤1 · 4 left", "grant ≤1 · 2:31 +1"; short: "≤1·4 left". NULL: none is active. Caller frees. */
char *grant_book_status(const struct grant_book *g, bool brief, gint64 now_us);
/* When a countdown's display changes; -1 = none runs. */
gint64 grant_book_deadline(const struct grant_book *g, gint64 now_us);
/* How many of the last approvals a grant given before them would have covered until its end; *ret_of = their number. Not of a
 * list. */
int grant_book_preview(const struct grant_book *g, enum until until, gint64 value, int tier, int *ret_of);
/* count | seconds | window | list */
const char *grant_book_until_name(enum until until);

#endif
