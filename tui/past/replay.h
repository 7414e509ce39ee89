#ifndef TUI_PAST_REPLAY_H
#define TUI_PAST_REPLAY_H

/* Replay: a recorded run as the events that its engine sent, at their times, without model, display or engine. The store is
 * opened for each step and closed again. Read-only: nothing in it can decide or fire. */

#include "engine/protocol/protocol.h"
#include "memory/memory.h"

#include <glib.h>
#include <stdbool.h>

typedef struct replayer replayer;

/* Plays a run from a step on. Steps of a fork's parent can be visited; from 0 = its own first step. speed: 1 = as recorded.
 * Errors: no such run, no such step. Caller frees. */
replayer *replayer_new(gint64 run, gint64 from, double speed, GError **error);
void replayer_free(replayer *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(replayer, replayer_free)

#define REPLAY_SPEED_MIN 0.125
#define REPLAY_SPEED_MAX 64

/* ---- replay_events.c: the rows of a run as events ---- */
struct replay_event {
    gint64 at_us; /* µs since 1970, as recorded */
    event *e;     /* owned; may be taken */
};
/* The events before the first step: hello. */
GPtrArray *replay_begin(memory *m, gint64 run, GError **error);
/* The boards with rows as they were before that step. When they cannot be read: none; the step reports why. */
GPtrArray *replay_boards(memory *m, gint64 run, gint64 step);
/* The events of one step in order of time; owns its rows (struct replay_event*). run: the run whose rows hold the step. spent:
 * cost of the steps before it; this step's is added. */
GPtrArray *replay_step(memory *m, gint64 run, gint64 step, struct memory_spent *spent, GError **error);
/* The events of the last `count` steps of a run, for a console that attaches later. Empty without a store. */
GPtrArray *replay_past(gint64 run, gint64 count, GError **error);
/* The end of the run; empty while it has not ended. */
GPtrArray *replay_end(memory *m, gint64 run, GError **error);

/* One notice of level error. */
GPtrArray *replay_notice(gint64 at_us, const char *text);

/* ---- replay_player.c: time ---- */
/* The next event; NULL = none left. Borrowed. When memory cannot be read, the last event is a notice about it. */
const struct replay_event *replayer_peek(replayer *r);
/* Takes the next event. Caller frees. */
event *replayer_take(replayer *r);
/* Jumps to the time of the next event. */
void replayer_skip(replayer *r);
/* Advances to `now_us` (any clock): while it plays, the recorded time advances by speed. */
void replayer_tick(replayer *r, gint64 now_us);
/* True when the next event is due. */
bool replayer_due(replayer *r);
/* When the next event is due, on the clock of replayer_tick(); -1 = never by itself. */
gint64 replayer_deadline(replayer *r, gint64 now_us);
/* The events that bring a new model to the `count`th event of that step (0 = its beginning): the run's beginning, the step
 * before, and those of the step. Deliver them at once; the replay continues after them. A missing step becomes the nearest one
 * before it. Owns its rows; NULL with an error. */
GPtrArray *replayer_seek(replayer *r, gint64 step, guint count, GError **error);
/* The next existing step, later or earlier; 0 = none. */
gint64 replayer_beside(replayer *r, bool later);
/* The next step with trouble or a change by a person; 0 = none, -1 with an error. */
gint64 replayer_trouble(replayer *r, bool later, GError **error);

struct replayer_state {
    gint64 run, step, last_step; /* step: of the next event, or of the last one */
    guint at, count;             /* events of that step so far, and in all */
    bool playing, squeeze, ended;
    double speed;
    gint64 past_us, whole_us; /* since the run began, and its whole duration */
    const char *kind;         /* "imported", "a fork of run 3 after step 2"; NULL = neither. Borrowed */
    const char *trouble;      /* why the replay stopped early; NULL = it did not. Borrowed */
};
struct replayer_state replayer_state(replayer *r);
void replayer_play(replayer *r, bool play);
void replayer_squeeze(replayer *r, bool squeeze);
/* Doubles or halves the speed, within the limits. */
void replayer_speed(replayer *r, bool faster);

#endif
