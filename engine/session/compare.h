#ifndef ENGINE_SESSION_COMPARE_H
#define ENGINE_SESSION_COMPARE_H

/* Two runs, step by step: where a replay, a fork or a second try went another way. */

#include "engine/recall/screenshot_diff.h"
#include "memory/memory.h"

/* One step of both: 0 = the first run's, 1 = the other's. */
typedef struct compared_step {
    gint64 step;
    char *planned[2];  /* what the model proposed first, in words; NULL = nothing */
    char *acted[2];    /* what was fired or decided last, in words */
    char *digest[2];   /* of its timeline, as last proposed */
    char *verdict[2];  /* of the last proposal */
    char *by[2];       /* who decided: human, rule:NAME …; NULL = nobody */
    char *effect[2];   /* changed | no_effect | … */
    char *frame[2];    /* path of the last picture of the step; NULL = none is kept */
    double cost[2];    /* of its model calls */
    bool there[2];     /* the run has the step */
    bool again;        /* of a fork's past: the other run fired again what the first had fired */
    bool same_screen;  /* the last frame of the step shows the same pixels */
    const char *first; /* the first of planned, action, timeline, verdict, effect, end that differs; NULL = none does. Static */
} compared_step;

/* What both have in common, and all else side by side. */
typedef struct comparison {
    gint64 one, other;
    gint64 common_run, common_until; /* steps 1 … until are those of that run for both (a fork's past); 0 = none */
    bool replayed;   /* the other was answered by the first (--brain replay:ONE): timelines must be the same, too */
    GPtrArray *rows; /* compared_step*: the steps that either has of its own, in order */
} comparison;
void comparison_free(comparison *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(comparison, comparison_free)

/* Errors: those of memory. */
comparison *runs_compare(memory *m, gint64 one, gint64 other, GError **error);
/* The first that differs in what was planned, done or caused; the pictures alone do not count (a clock ticks), nor does who said
 * yes. NULL = none. Borrowed. */
const compared_step *runs_departure(const comparison *c);
/* What differs there, in words: "effect: no_effect, was changed". Caller frees. */
char *compared_step_words(const compared_step *row);

/* ---- a recorded run as a regression test (--brain replay:RUN) ---- */
/* The sentence with which such a run ends: that it did the same as RUN in all steps, or where and how it departs first. Caller
 * frees; *ret_departs. */
char *regression_sentence(const comparison *c, bool *ret_departs);

#endif
