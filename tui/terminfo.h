#ifndef TUI_TERMINFO_H
#define TUI_TERMINFO_H

/* The terminal database, without opening a terminal: for `reins doctor`. */

/* Number of colours of an entry, 0 = none, -1 = there is no such entry. */
int terminfo_colours(const char *term);

#endif
