#ifndef MEMORY_RECALLS_H
#define MEMORY_RECALLS_H

/* What was recalled of the past for a step's plan: with its score, why, and whether it came into the prompt. */

#include "memory/memory.h"

struct memory_recall {
    gint64 run, step;               /* for that step */
    gint64 place;                   /* rank, counts from 1 */
    char *kind;                     /* step | lesson */
    gint64 source_run, source_step; /* what was recalled */
    gint64 lesson;                  /* its id, 0 = a step */
    double score;
    char *why; /* JSON: {"text":0.71,"picture":0.94,"program":1,"words":["ok","field"]} */
    bool in_prompt;
};
void memory_recall_free(struct memory_recall *recall);
/* Replaces those of that step, in one transaction. */
bool memory_recalls_set(memory *m, gint64 run, gint64 step, const GPtrArray *recalls, GError **error);
/* In order of rank; owns its rows. */
GPtrArray *memory_recalls(memory *m, gint64 run, gint64 step, GError **error);
/* Where a step was recalled later, newest first. */
GPtrArray *memory_recalled_by(memory *m, gint64 source_run, gint64 source_step, GError **error);

#endif
