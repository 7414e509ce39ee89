#ifndef ENGINE_GATE_GRANTS_H
#define ENGINE_GATE_GRANTS_H

/* Grants: a person's yes in advance, until a count, a time or a change of the window (design section 5). Pure: the time comes in.
 * A grant never covers tier 3; what it covers still passes the hand's comparison before it fires. */

#include <glib.h>
#include <stdbool.h>

#define GRANTS_ERROR (grants_error_quark())
GQuark grants_error_quark(void);
enum grants_error { GRANTS_ERROR_VALUE, GRANTS_ERROR_UNKNOWN };

#define GRANTS_MAX 8
#define GRANT_COUNT_MAX 100
#define GRANT_SECONDS_MAX 900
#define GRANT_TIER_DEFAULT 1

enum grant_until { GRANT_COUNT, GRANT_SECONDS, GRANT_WINDOW };

struct grant {
    int id;
    enum grant_until until;
    gint64 value;   /* as given: fires or seconds; WINDOW: 0 */
    int used;       /* how often it has decided */
    int tier;       /* the highest that it covers, 0..2 */
    gint64 ends_us; /* SECONDS */
    gint64 window;  /* WINDOW: the only one that it covers */
    guint64 mark;   /* …and of whom that was: X gives its id to the next client that comes (grants_mark) */
    gint64 focus;   /* WINDOW: who had the focus when it was given; another than these two ends it; 0 = not compared */
};

struct grants {
    GArray *list; /* struct grant, oldest first; NULL = none yet */
    int last_id;
};

void grants_drop(struct grants *g);
/* count|seconds|window */
const char *grant_kind_name(enum grant_until until);
/* "grant:3"; caller frees. */
char *grant_by(const struct grant *one);
/* Fires or whole seconds that are left; WINDOW: 0. */
gint64 grant_rest(const struct grant *one, gint64 now_us);
/* tier -1 = GRANT_TIER_DEFAULT. `window`, `focus` count for "window" only. Error: what does not fit, and what would. The answer
 * is borrowed, until the next call. */
const struct grant *grants_add(struct grants *g, const char *until, gint64 value, int tier, gint64 window, gint64 focus,
                               gint64 now_us, GError **error);
/* What `there` compares the window of that grant by, later. */
void grants_mark(struct grants *g, int id, guint64 mark);
/* The one that covers a proposal of that tier into that window now, of several the one that loses least by it; NULL = none. */
const struct grant *grants_cover(const struct grants *g, int tier, gint64 window, gint64 now_us);
/* Takes one use off. True: that was its last; it is to be removed then. */
bool grants_use(struct grants *g, int id, struct grant *ret_now);
/* Removes one that is over, the oldest first, into *ret_ended: by time, … */
bool grants_expire(struct grants *g, gint64 now_us, struct grant *ret_ended);
/* … by the window: its own is not there any more (`there` says so) or the focus is with a third one (0 = with none). */
bool grants_leave(struct grants *g, bool (*there)(const struct grant *one, void *data), void *data, gint64 focus,
                  struct grant *ret_ended);
/* … that covers a window other than the one that a proposal goes into, … */
bool grants_depart(struct grants *g, gint64 window, struct grant *ret_ended);
/* … by a person: id 0 = any. Error: there is none of that id (none at all). */
bool grants_withdraw(struct grants *g, int id, struct grant *ret_ended, GError **error);
/* When grants_expire() has something to do; 0 = never. */
gint64 grants_due(const struct grants *g);

#endif
