#ifndef ENGINE_EXPORTS_MARKUP_H
#define ENGINE_EXPORTS_MARKUP_H

/* Text from anywhere into HTML: nothing of it is markup, and nothing of it hides (skills/timeline/visible.h). */

#include <glib.h>

/* On one line, for elements and quoted attributes. */
void markup_text(GString *out, const char *text);
/* Lines stay lines, for <pre>. */
void markup_lines(GString *out, const char *text);
/* What stands only in the old text as <del>, only in the new one as <ins>, line by line, for <pre>. */
void markup_difference(GString *out, const char *old_text, const char *new_text);
/* printf into it, for numbers and literals only. */
void markup(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
