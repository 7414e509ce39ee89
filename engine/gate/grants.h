#ifndef ENGINE_GATE_GRANTS_H
#define ENGINE_GATE_GRANTS_H

/* Grants: a person's approval in advance, until a count, a time or a change of window, of listed actions, or of a closed loop.
 * Pure: times are arguments. A grant never covers tier 3, and none but that of a loop covers a closed loop. The hand still
 * compares the target before it fires what a grant covers. */

#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

#define GRANTS_ERROR (grants_error_quark())
GQuark grants_error_quark(void);
enum grants_error { GRANTS_ERROR_VALUE, GRANTS_ERROR_UNKNOWN };

#define GRANTS_MAX 8
#define GRANT_COUNT_MAX 100
#define GRANT_SECONDS_MAX 900
#define GRANT_TIER_DEFAULT 1

#define GRANT_LOOP_SECONDS 1800

enum grant_until { GRANT_COUNT, GRANT_SECONDS, GRANT_WINDOW, GRANT_LIST, GRANT_LOOP };

struct grant {
    int id;
    enum grant_until until;
    gint64 value;   /* as given: firings or seconds; WINDOW: 0; LIST: the number of its actions; LOOP: runs of it */
    int used;       /* number of approvals so far */
    int tier;       /* the highest tier that it covers, 0..2 */
    gint64 ends_us; /* SECONDS, LOOP */
    gint64 window;  /* WINDOW, LOOP: XID of the only window that it covers */
    guint64 mark;   /* WINDOW, LOOP: identity of its client, because X gives an XID again to a new client (grants_mark) */
    gint64 focus;   /* WINDOW: XID that had the focus at the start; focus on a third window ends it; 0 = not compared */
};

/* An action of a list, as the person has seen it: what is fired, its tier, and where it goes to. */
struct grant_action {
    char digest[65];
    int tier;
    gint64 window; /* XID; 0 = none */
    int x, y;      /* the target; -1 = keyboard only */
};

struct grants {
    GArray *list; /* struct grant, oldest first; NULL = none yet */
    int last_id;
    GArray *actions;     /* struct grant_action, in order: of the grant until list; NULL = there is none */
    timeline_loop *loop; /* the budget of the grant until loop; owned, NULL = there is none */
};

void grants_drop(struct grants *g);
/* count|seconds|window|list */
const char *grant_kind_name(enum grant_until until);
/* "grant:3"; caller frees. */
char *grant_by(const struct grant *one);
/* Remaining firings or whole seconds; WINDOW: 0. */
gint64 grant_rest(const struct grant *one, gint64 now_us);
/* Adds a grant. tier -1 = GRANT_TIER_DEFAULT. window, focus: for until "window" only. Error: which value is wrong, and which
 * would be right. The result is borrowed and valid until the next call. */
const struct grant *grants_add(struct grants *g, const char *until, gint64 value, int tier, gint64 window, gint64 focus,
                               gint64 now_us, GError **error);
/* Adds a grant for these actions (struct grant_action, copied), each once and in this order. Its tier is the highest of theirs.
 * Error: there is none, too many, one of tier 3, or a list is granted already. The result as of grants_add(). */
const struct grant *grants_add_list(struct grants *g, const GArray *actions, GError **error);
/* Adds a grant for so many runs of the loop's skill in this window, with at most this budget (copied), for GRANT_LOOP_SECONDS at
 * most. Only a display of our own making may have one, which is the caller's to know. tier: the loop's. Error: a value, a loop of
 * no skill or of tier 3, or a loop is granted already. */
const struct grant *grants_add_loop(struct grants *g, const timeline_loop *budget, gint64 runs, int tier, gint64 window,
                                    gint64 now_us, GError **error);
/* The loop of a timeline that such a grant can cover: before it come only waits, and moves within its area. Borrowed; NULL =
 * none. */
const timeline_loop *grants_loop_of(const timeline *t);
/* The grant until loop where it covers this timeline; NULL = it does not. */
const struct grant *grants_cover_loop(const struct grants *g, const timeline *t, int tier, gint64 window, gint64 now_us);
/* Stores the identity of a grant's window, for `there` of grants_leave(). */
void grants_mark(struct grants *g, int id, guint64 mark);
/* The grant until list; NULL = none. Borrowed until the next call. */
const struct grant *grants_list(const struct grants *g);
/* The same where `a` is the next action of the list: the same digest for the same window and target, of no higher tier. */
const struct grant *grants_cover_next(const struct grants *g, const struct grant_action *a);
/* The grant of another kind that covers a proposal of this tier for this window now; NULL = none. Prefers grants without a
 * count. */
const struct grant *grants_cover(const struct grants *g, int tier, gint64 window, gint64 now_us);
/* Counts one use and copies the grant to *ret_now. True: it was the last use, and the grant is removed. */
bool grants_use(struct grants *g, int id, struct grant *ret_now);
/* The next five remove at most one grant, the oldest first, and move it to *ret_ended. False: none was removed. */
/* Removes a grant whose time is over. */
bool grants_expire(struct grants *g, gint64 now_us, struct grant *ret_ended);
/* Removes a grant whose window no longer exists (`there` returns false), or with the focus on a third window (0 = on none). */
bool grants_leave(struct grants *g, bool (*there)(const struct grant *one, void *data), void *data, gint64 focus,
                  struct grant *ret_ended);
/* Removes a grant for another window than this one, into which a proposal goes. */
bool grants_depart(struct grants *g, gint64 window, struct grant *ret_ended);
/* Removes the grant until list. */
bool grants_end_list(struct grants *g, struct grant *ret_ended);
/* Removes a grant for a person: id 0 = any. Error: there is no grant with this id. */
bool grants_withdraw(struct grants *g, int id, struct grant *ret_ended, GError **error);
/* The next time at which grants_expire() does something; 0 = never. */
gint64 grants_due(const struct grants *g);

#endif
