#ifndef ENGINE_PICTURE_WINDOW_TITLE_H
#define ENGINE_PICTURE_WINDOW_TITLE_H

/* Titles of windows, UTF-8. Pure. */

#include <stdbool.h>

/* Whether both are the same but for marks that a document has been modified: "*" or a bullet at a word, "[modified]" and the
 * like. NULL is an empty one. */
bool window_title_same(const char *a, const char *b);

#endif
