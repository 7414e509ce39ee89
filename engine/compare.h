#ifndef ENGINE_COMPARE_H
#define ENGINE_COMPARE_H

/* Two runs, step by step: where a replay, a fork or a second try went another way. */

#include "memory/memory.h"

/* One step of both. */
typedef struct compared_step {
    gint64 step;
    char *planned[2];  /* what the model proposed first, in words; NULL = nothing */
    char *acted[2];    /* what was fired or decided last, in words */
    char *verdict[2];  /* of the last proposal */
    char *effect[2];   /* changed | no_effect | … */
    bool there[2];     /* the run has the step */
    bool same_screen;  /* the last frame of the step shows the same pixels */
    const char *first; /* the first of plan, action, verdict, effect, end that differs; NULL = none does. Static */
} compared_step;
void compared_step_free(compared_step *row);

/* Every step of either run, in order; owns its rows (compared_step*). Errors: those of memory. */
GPtrArray *runs_compare(memory *m, gint64 one, gint64 other, GError **error);
/* The first that differs in what was planned, done or caused; the pictures alone do not count (a clock ticks). NULL = none. */
const compared_step *runs_departure(const GPtrArray *rows);

#endif
