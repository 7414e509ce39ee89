#ifndef ENGINE_GATE_CONFUSABLES_H
#define ENGINE_GATE_CONFUSABLES_H

/* Confusables: maps text to what a person reads, so that look-alike characters compare equal (Unicode UTS 39). The result is for
 * comparison, never for display. Pure. */

#include <glib.h>

/* The text in lower case, NFKC. Maps Cyrillic and Greek letters that look like Latin ones to these. Removes zero-width,
 * bidirectional and control characters and marks that do not compose; white space becomes one space. Caller frees. */
char *confusables_text(const char *text);
/* The words of confusables_text(): runs of letters and digits. Caller frees with g_strfreev(). */
char **confusables_words(const char *text);
/* A word with characters that OCR confuses merged: 1 l i |, 0 o, 5 s, rn m … Two words with the same skeleton look alike.
 * Caller frees. */
char *confusables_skeleton(const char *word);

#endif
