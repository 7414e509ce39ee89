#ifndef ENGINE_PICTURE_WINDOW_TITLE_H
#define ENGINE_PICTURE_WINDOW_TITLE_H

/* Titles of windows, UTF-8. Pure. */

#include <stdbool.h>

/* Whether both are the same but for marks that a document has been modified: "*" or a bullet at a word, "[modified]" and the
 * like. NULL is an empty one. */
bool window_title_same(const char *a, const char *b);
/* Whether `is` is the title `was` with that text before or behind it, as of a dialog whose title repeats what is typed into its
 * field: nothing but spaces and marks joins the two. So it is where the text is the path that a document was saved under: both
 * titles end with a dash and the same name of the program, and before it is that path, or the file's name in some folder, with
 * no more than an ending and a folder in parentheses. The text is compared without spaces at its ends; an empty one is none. */
bool window_title_repeats(const char *was, const char *is, const char *text);

#endif
