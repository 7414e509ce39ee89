#ifndef MEMORY_RECALLS_H
#define MEMORY_RECALLS_H

/* What was recalled from memory for a step's plan: score, reasons, and whether it was put into the prompt. */

#include "memory/memory.h"

struct memory_recall {
    gint64 run, step;               /* the step that planned */
    gint64 place;                   /* rank, counts from 1 */
    char *kind;                     /* step | lesson */
    gint64 source_run, source_step; /* the recalled step */
    gint64 lesson;                  /* id of the recalled lesson, 0 = a step */
    double score;
    char *why; /* JSON: {"text":0.71,"picture":0.94,"program":1,"words":["ok","field"]} */
    bool in_prompt;
};
void memory_recall_free(struct memory_recall *recall);
/* Replaces the recalls of a step in one transaction. */
bool memory_recalls_set(memory *m, gint64 run, gint64 step, const GPtrArray *recalls, GError **error);
/* Recalls by rank. Caller unrefs; the array owns its rows. */
GPtrArray *memory_recalls(memory *m, gint64 run, gint64 step, GError **error);
/* The steps that recalled this step later, newest first. Same ownership. */
GPtrArray *memory_recalled_by(memory *m, gint64 source_run, gint64 source_step, GError **error);

#endif
