#ifndef ENGINE_RUN_HOLDS_H
#define ENGINE_RUN_HOLDS_H

/* Keys and buttons that are down, and those that the agent holds beyond an action. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

typedef struct action action;

struct run_hold {
    bool button;
    char *name;      /* owned: name of the key or button */
    gint64 until_us; /* CLOCK_MONOTONIC; 0 = not down */
    gint64 left_ms;  /* when it is up: remaining time when it was released */
    bool standing;   /* stays down after its action */
};
struct run_holds {
    char **keys, **buttons; /* down now; NULL = none */
    GPtrArray *down;        /* struct run_hold*: the same with their ends */
    GPtrArray *lost;        /* struct run_hold*: holds of the agent that a pause or a crash released */
};
struct run_holds *run_holds_new(void);
void run_holds_free(struct run_holds *h);

struct run_hold *run_hold_new(bool button, const char *name, gint64 left_ms);
void run_hold_free(struct run_hold *h);
gint64 run_hold_left_ms(const struct run_hold *h);
/* "w (3.2 s were left)". Caller frees. */
char *run_hold_describe(const struct run_hold *h);
/* The action that presses it again for the remaining time. Caller frees. */
action *run_hold_action(const struct run_hold *h);
/* {"w":1500}: what is down, with the remaining ms; NULL = nothing. Caller frees. (state_json.c) */
char *run_down_json(const struct run_holds *h);
/* The hand reported what is down. firing: an action is being fired, and new holds belong to it. */
void holds_follow(struct run_holds *h, char **keys, char **buttons, const GArray *left_ms, bool firing);
/* An action has ended: what is still down outlives it. */
void holds_settle(struct run_holds *h);
/* Everything is released and the run will continue later: standing holds move to `lost`. */
void holds_lose(struct run_holds *h);
/* Drops the lost holds because the agent does not want them. Returns a message, NULL = there were none. Caller frees. */
char *holds_forget(struct run_holds *h, const char *why);

#endif
