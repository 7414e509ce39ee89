#ifndef TUI_ORIGIN_H
#define TUI_ORIGIN_H

/* Where a skill version came from, as console and command line tell it. */

#include "memory/memory.h"

/* The picture that the step began with, else any of it: a file. NULL = none is kept. Caller frees. */
char *origin_picture(memory *m, gint64 run, gint64 step);

#endif
