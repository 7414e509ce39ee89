#ifndef TUI_PAST_REPLAY_H
#define TUI_PAST_REPLAY_H

/* Replay: a recorded run as the events that its engine told, in their time, with no model, no display and no engine. The store is
 * opened for each step and closed again. Only looked at: nothing of it can decide or fire anything. */

#include "engine/protocol/protocol.h"
#include "memory/memory.h"

#include <glib.h>
#include <stdbool.h>

typedef struct replayer replayer;

/* Of a fork the parent's steps can be walked back to; from 0 = its own first step. speed: 1 = as it was. Error: no such run, no
 * such step. */
replayer *replayer_new(gint64 run, gint64 from, double speed, GError **error);
void replayer_free(replayer *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(replayer, replayer_free)

#define REPLAY_SPEED_MIN 0.125
#define REPLAY_SPEED_MAX 64

/* ---- replay_events.c: what the store has of a run, as events ---- */
struct replay_event {
    gint64 at_us; /* µs since 1970, as recorded */
    event *e;     /* owned; may be taken */
};
/* What is told before the first step: hello. */
GPtrArray *replay_begin(memory *m, gint64 run, GError **error);
/* The boards as they were before that step, those that have rows: what no step from it on tells. Where they cannot be read none:
 * the step says why. */
GPtrArray *replay_boards(memory *m, gint64 run, gint64 step);
/* Of one step, in order of time; owns its rows (struct replay_event*). The run is the one whose rows tell of the step. spent: of
 * the steps before it; this one's is added. */
GPtrArray *replay_step(memory *m, gint64 run, gint64 step, struct memory_spent *spent, GError **error);
/* Of the last `count` steps of a run, what a console that comes later has not heard. Empty without
 * a store. */
GPtrArray *replay_past(gint64 run, gint64 count, GError **error);
/* The end, where it has ended; empty while it goes on. */
GPtrArray *replay_end(memory *m, gint64 run, GError **error);

/* One notice of level error. */
GPtrArray *replay_notice(gint64 at_us, const char *text);

/* ---- replay_player.c: time ---- */
/* The next event; NULL = there is none any more. Borrowed. Where memory cannot be read that is the last event, a notice. */
const struct replay_event *replayer_peek(replayer *r);
/* Takes it. */
event *replayer_take(replayer *r);
/* The recorded moment goes to that of the next event. */
void replayer_skip(replayer *r);
/* Lets `now_us` (any clock) come: the recorded moment moves on by the speed, while it plays. */
void replayer_tick(replayer *r, gint64 now_us);
/* True: the next event is due. */
bool replayer_due(replayer *r);
/* When something is due, on the clock of replayer_tick(); -1 = nothing by itself. */
gint64 replayer_deadline(replayer *r, gint64 now_us);
/* Events that lead to the `count`th event of that step (0 = to its beginning), from a new model on: the beginning, the step
 * before it, and those. They are to be told at once; the replay goes on behind them. Owns its rows; NULL with error. A step that
 * is not there: the nearest before it. */
GPtrArray *replayer_seek(replayer *r, gint64 step, guint count, GError **error);
/* The next step that is there, later or earlier; 0 = none. */
gint64 replayer_beside(replayer *r, bool later);
/* The next step in which something went wrong or a person changed something; 0 = none, -1 = error. */
gint64 replayer_trouble(replayer *r, bool later, GError **error);

struct replayer_state {
    gint64 run, step, last_step; /* step: of the next event or the last told */
    guint at, count;             /* events of that step told so far, and how many it has */
    bool playing, squeeze, ended;
    double speed;
    gint64 past_us, whole_us; /* since the run began; of all of it */
    const char *kind;         /* "imported", "a fork of run 3 after step 2"; NULL = plain. Borrowed */
    const char *trouble;      /* why it ended before its end; NULL = it did not. Borrowed */
};
struct replayer_state replayer_state(replayer *r);
void replayer_play(replayer *r, bool play);
void replayer_squeeze(replayer *r, bool squeeze);
/* ×2 or ÷2, within the limits. */
void replayer_speed(replayer *r, bool faster);

#endif
