#ifndef ENGINE_GATE_CONFUSABLES_H
#define ENGINE_GATE_CONFUSABLES_H

/* Confusables: words as a person reads them, whatever characters they are made of. For comparing, never for showing. Pure. */

#include <glib.h>

/* Lower case, without marks that are no part of a letter; full-width and styled letters as plain ones; without zero-width,
 * bidirectional and control characters (a white space becomes one space); Cyrillic and Greek letters that look like Latin ones as
 * those. Caller frees. */
char *confusables_text(const char *text);
/* The words of confusables_text(): runs of letters and digits; caller frees with g_strfreev. */
char **confusables_words(const char *text);
/* A word of confusables_words() so that what OCR and trickery confuse is the same: 1 l i |, 0 o, 5 s, rn m … Caller frees. */
char *confusables_skeleton(const char *word);

#endif
