#ifndef ENGINE_SESSION_COMPARE_H
#define ENGINE_SESSION_COMPARE_H

/* Compares two runs step by step: where a replay, a fork or a second try differs. */

#include "engine/recall/screenshot_diff.h"
#include "memory/memory.h"

/* One step of both runs; index 0 = the first run, 1 = the other. */
typedef struct compared_step {
    gint64 step;       /* of the first run, where it has it. Of a replay: those of the agent, by their order */
    char *planned[2];  /* the model's first proposal, as text; NULL = none */
    char *acted[2];    /* what was fired or decided last, as text */
    char *digest[2];   /* of its timeline, as last proposed */
    char *verdict[2];  /* of the last proposal */
    char *by[2];       /* who decided: human, rule:NAME …; NULL = nobody */
    char *effect[2];   /* changed | no_effect | … */
    char *frame[2];    /* path of the last picture of the step; NULL = none kept */
    double cost[2];    /* of its model calls */
    bool there[2];     /* the run has the step */
    bool again;        /* in a fork's past: the other run fired this again */
    bool same_screen;  /* the last frames of the step have the same pixels */
    const char *first; /* the first difference: planned, action, timeline, verdict, effect or end; NULL = none. Static */
} compared_step;

/* What both runs share, and the rest side by side. */
typedef struct comparison {
    gint64 one, other;
    gint64 common_run, common_until; /* steps 1 … until belong to that run for both (a fork's past); 0 = none */
    bool replayed;   /* the other run replayed the first one's answers (--brain replay:ONE): timelines must be equal, too */
    GPtrArray *rows; /* compared_step*: steps that are not shared, in order */
} comparison;
void comparison_free(comparison *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(comparison, comparison_free)

/* Errors: those of memory. Caller frees. */
comparison *compare_runs(memory *m, gint64 one, gint64 other, GError **error);
/* The first step with a difference in plan, action or effect. Pictures alone do not count (a clock ticks), nor who approved.
 * NULL = none. Borrowed. */
const compared_step *comparison_departure(const comparison *c);
/* The differences of a step as text: "effect: no_effect, was changed". Caller frees. */
char *compared_step_words(const compared_step *row);

/* ---- a recorded run as a regression test (--brain replay:RUN) ---- */
/* The final sentence of such a run: it did the same as RUN in all steps, or where and how it first departs (*ret_departs).
 * Caller frees. */
char *comparison_sentence(const comparison *c, bool *ret_departs);

#endif
