#ifndef TUI_TERM_TEXT_H
#define TUI_TERM_TEXT_H

/* Text in columns of a terminal: width, cutting, wrapping. Everything goes through visible_text() here, so that whatever came
 * from a model, a title or a file can move nothing and hide nothing. Pure. */

#include <glib.h>

/* Columns of one character as the terminal counts them: 0 (combining), 1 or 2. */
int text_char_width(gunichar c);
int text_width(const char *text);
/* One line: newlines and tabs become visible too. NULL = "". Caller frees. */
char *text_line(const char *text);
/* text_line() cut to `width` columns, "…" at its end if something is missing. Caller frees. */
char *text_fit(const char *text, int width);
/* Appends the lines of a text, broken at blanks where there are any, to an array of char* with free function. */
void text_wrap(GPtrArray *lines, const char *text, int width);
/* "31.2k", "850" */
char *text_count(gint64 n);
/* "1.8 s", "850 ms", "2:05 min" */
char *text_duration(gint64 ms);
/* A time (µs since 1970) of the person's own clock, by a format of g_date_time_format(); 0 = "-". */
char *text_when(gint64 us, const char *format);
#define TEXT_MINUTE "%Y-%m-%d %H:%M"

#endif
