#ifndef SKILLS_VISIBLE_H
#define SKILLS_VISIBLE_H

/* Text from outside, so that a person sees all of it: control, bidirectional, zero-width and unassigned characters by name. */

#include <glib.h>

/* Control characters as \n, \t, \e or \u{7f}; format characters (U+202E …) and spaces that look like none or like another as
 * \u{202e}; bytes that are no UTF-8 as \x{ff}. Caller frees. */
char *visible_text(const char *text);

#endif
