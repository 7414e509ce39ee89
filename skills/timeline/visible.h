#ifndef SKILLS_TIMELINE_VISIBLE_H
#define SKILLS_TIMELINE_VISIBLE_H

/* Makes untrusted text fully visible: control, bidirectional, zero-width and unassigned characters are shown by name. */

#include <glib.h>
#include <stdbool.h>

/* A newline as ⏎, a tab as ⇥; other control and format characters, and spaces that are invisible or look like another one, as
 * ‹U+202E›; invalid UTF-8 as ‹0xFF›. Caller frees. */
char *visible_text(const char *text);
/* Same in quotes, unambiguous, as calls are typed and read: a newline as \n, a tab as \t, a quote and a backslash after a
 * backslash; ⏎, ⇥, and ‹ before a name by their own names. Caller frees. */
char *visible_quoted(const char *text);
/* A command's words as they can be typed in a shell: "run --rule 'deny key=F9'". Caller frees. */
char *visible_command(char *const *words);
/* True when the character is invisible or changes how its neighbours show. Includes control characters, line feed and tab. */
bool visible_hides(gunichar c);

#endif
