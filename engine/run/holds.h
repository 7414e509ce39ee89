#ifndef ENGINE_RUN_HOLDS_H
#define ENGINE_RUN_HOLDS_H

/* What is down now, and what the agent holds down beyond an action. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

typedef struct action action;

struct run_hold {
    bool button;
    char *name;      /* owned: of the key or button */
    gint64 until_us; /* CLOCK_MONOTONIC; 0 = not down */
    gint64 left_ms;  /* when it is not down: what was left when it was let go of */
    bool standing;   /* outlives its action */
};
struct run_holds {
    char **keys, **buttons; /* held now; NULL = none */
    GPtrArray *down;        /* struct run_hold*: the same, with their ends */
    GPtrArray *lost;        /* struct run_hold*: held by the agent when a pause or a death let go of them */
};
struct run_holds *run_holds_new(void);
void run_holds_free(struct run_holds *h);

struct run_hold *run_hold_new(bool button, const char *name, gint64 left_ms);
void run_hold_free(struct run_hold *h);
gint64 run_hold_left_ms(const struct run_hold *h);
/* "w (3.2 s were left)"; caller frees. */
char *run_hold_describe(const struct run_hold *h);
/* The action that presses it again for what is left; caller frees. */
action *run_hold_action(const struct run_hold *h);
/* {"w":1500}: what is down and for how long; NULL = nothing. Caller frees. (state_json.c) */
char *run_down_json(const struct run_holds *h);
/* The hand has said what is down now; `firing`: an action is being fired, to which what is new belongs. */
void holds_follow(struct run_holds *h, char **keys, char **buttons, const GArray *left_ms, bool firing);
/* An action has ended: what is down now outlives it. */
void holds_settle(struct run_holds *h);
/* Everything is being let go of and the run will go on later: what stands is remembered in `lost`. */
void holds_lose(struct run_holds *h);
/* The agent wants none of it any more: what is to be said of that, NULL = nothing was lost. Caller frees. */
char *holds_forget(struct run_holds *h, const char *why);

#endif
