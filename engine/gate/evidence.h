#ifndef ENGINE_GATE_EVIDENCE_H
#define ENGINE_GATE_EVIDENCE_H

/* Evidence: what a screen says, as it stands in the reason that a person reads. Callers free. */

#include "engine/picture/window.h"

/* Visible characters: as many of the first as one evidence has, or a title or word in it. */
char *evidence_line(const char *text);
char *evidence_text(const char *text);
/* What a window is called in a sentence; NULL is one that is not known. */
char *evidence_window(const struct eye_window *w);

#endif
