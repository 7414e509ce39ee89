#ifndef ENGINE_EXPORTS_MARKUP_H
#define ENGINE_EXPORTS_MARKUP_H

/* Untrusted text into HTML: none of it becomes markup, and invisible characters are shown (skills/timeline/visible.h). */

#include <glib.h>

/* As one line, for elements and quoted attributes. */
void markup_text(GString *out, const char *text);
/* With its lines, for <pre>. */
void markup_lines(GString *out, const char *text);
/* The differences by line, for <pre>: only in the old text as <del>, only in the new one as <ins>. */
void markup_difference(GString *out, const char *old_text, const char *new_text);
/* printf for numbers and literals only. */
void markup(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
