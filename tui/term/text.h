#ifndef TUI_TERM_TEXT_H
#define TUI_TERM_TEXT_H

/* Text in columns of a terminal: width, cutting, wrapping. Every text passes through visible_text() here, so that text from a
 * model, a title or a file cannot move the cursor or hide anything. Pure. */

#include <glib.h>

/* Columns of a character on the terminal: 0 (combining), 1 or 2. */
int text_char_width(gunichar c);
int text_width(const char *text);
/* The text as one line: newlines and tabs become visible, too. NULL = "". Caller frees. */
char *text_line(const char *text);
/* text_line() cut to `width` columns, with "…" at its end when it is cut. Caller frees. */
char *text_fit(const char *text, int width);
/* The same of two names that differ, which get `width` columns together: each is cut where both are the same, if that is enough,
 * else in its middle. Caller frees both. */
void text_fit_two(const char *a, const char *b, int width, char **ret_a, char **ret_b);
/* Appends the lines of a text, broken at blanks where possible, to an array of char* with free function. */
void text_wrap(GPtrArray *lines, const char *text, int width);
/* "31.2k", "850". Caller frees. */
char *text_count(gint64 n);
/* " (2.1k cached, 3 pictures)", what there is of it; "" = nothing. Caller frees. */
char *text_of_tokens(gint64 cached, gint64 pictures);
/* "1.8 s", "850 ms", "2:05 min". Caller frees. */
char *text_duration(gint64 ms);
/* "retry 2 of 3 in 12 s: HTTP 429: slow down"; without the time where none is left. Caller frees. */
char *text_retry(int n, int of, gint64 left_us, const char *why);
/* A time (µs since 1970) as local time in a format of g_date_time_format(); 0 = "-". Caller frees. */
char *text_when(gint64 us, const char *format);
#define TEXT_MINUTE "%Y-%m-%d %H:%M"

#endif
