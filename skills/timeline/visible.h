#ifndef SKILLS_TIMELINE_VISIBLE_H
#define SKILLS_TIMELINE_VISIBLE_H

/* Text from outside, so that a person sees all of it: control, bidirectional, zero-width and unassigned characters by name. */

#include <glib.h>
#include <stdbool.h>

/* A newline as ⏎, a tab as ⇥; other control and format characters, and spaces that look like none or like another, as ‹U+202E›;
 * bytes that are no UTF-8 as ‹0xFF›. Caller frees. */
char *visible_text(const char *text);
/* The same in quotes, so that no two texts look alike, as calls are typed and read: a newline as \n, a tab as \t, a quote and a
 * backslash behind a backslash; ⏎, ⇥, and ‹ where a name could follow, by their own names. Caller frees. */
char *visible_quoted(const char *text);
/* Does the character show as nothing, or change how its neighbours show? Control characters, line feed and tab among them, do. */
bool visible_hides(gunichar c);

#endif
