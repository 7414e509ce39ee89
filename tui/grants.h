#ifndef TUI_GRANTS_H
#define TUI_GRANTS_H

/* Grants: those that the engine tells of, and what a new one would have covered. Pure: the time comes in. */

#include "engine/protocol.h"

#include <glib.h>
#include <stdbool.h>

#define GRANT_TIER_MAX 2     /* tier 3 always asks */
#define GRANT_APPROVALS 20   /* that a preview looks back on */
#define GRANT_COUNT_MAX 1000 /* actions, seconds: no grant is for ever */
#define GRANT_SECONDS_MAX 3600

enum grant_until { GRANT_COUNT, GRANT_SECONDS, GRANT_WINDOW, GRANT_UNTIL_COUNT };

struct grant_view {
    int id, tier;
    enum grant_until until;
    gint64 value, left, at_us; /* left: as told at that time */
    bool active;
    char *status, *reason;
};

/* What a person approved. */
struct approval {
    int tier;
    gint64 window_id, at_us;
};

struct grants {
    GPtrArray *all;    /* struct grant_view*, the active ones and the last that ended, oldest first */
    GArray *approvals; /* struct approval, the last GRANT_APPROVALS */
};

void grants_init(struct grants *g);
void grants_clear(struct grants *g);
/* An event of kind EVENT_GRANT. */
void grants_event(struct grants *g, const event *e, gint64 now_us);
void grants_approved(struct grants *g, const struct approval *a);
guint grants_active(const struct grants *g);
/* Fires or seconds that are left now. */
gint64 grant_left(const struct grant_view *grant, gint64 now_us);
/* "4 left", "2:31", "this window". Caller frees. */
char *grant_left_text(const struct grant_view *grant, gint64 now_us);
/* "grant ≤1 · 4 left", "grant ≤1 · 2:31 +1"; short: "≤1·4 left". NULL: none is active. Caller frees. */
char *grants_status(const struct grants *g, bool brief, gint64 now_us);
/* When a countdown looks different; -1 = none runs. */
gint64 grants_deadline(const struct grants *g, gint64 now_us);
/* Of the last approvals: how many a grant given before them would have covered until its end; *ret_of = how many there were. */
int grants_preview(const struct grants *g, enum grant_until until, gint64 value, int tier, int *ret_of);
/* count | seconds | window */
const char *grant_until_name(enum grant_until until);

#endif
