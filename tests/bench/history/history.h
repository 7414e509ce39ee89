#ifndef TESTS_BENCH_HISTORY_HISTORY_H
#define TESTS_BENCH_HISTORY_HISTORY_H

/* A store as years of work would leave it: made through memory/'s own calls (chain, triggers and full-text index are what they
 * are in a real one), only with many steps in one transaction and a clock of its own. The same seed gives the same bytes. */

#include "memory/memory.h"
#include "tests/bench/history/words.h"

#include <stdio.h>

struct history {
    memory *m;
    words *words;
    struct dice dice;
    gint64 steps, frames; /* how many there are to be */
    gint64 made, pictures;
    FILE *lines; /* the same content as JSON lines, for grep; NULL = not asked for */
};

/* One run of so many steps; false with error. */
gboolean history_run(struct history *h, gint64 length, GError **error);
/* One step of it. (step.c) */
gboolean history_step(struct history *h, gint64 run, gint64 step, const char *app, GError **error);
/* Its picture's hash, the file written; caller frees. (picture.c) */
char *history_picture(struct history *h, const char *app, gint64 step, GError **error);
/* The clock that memory/ asks. */
void history_wait_us(gint64 us);

#define HISTORY_WIDTH 192
#define HISTORY_HEIGHT 108

#endif
