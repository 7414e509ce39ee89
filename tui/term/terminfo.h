#ifndef TUI_TERM_TERMINFO_H
#define TUI_TERM_TERMINFO_H

/* Reads the terminal database without opening a terminal, for the console and `reins doctor`. */

/* Number of colours of an entry, 0 = none, -1 = no such entry. */
int terminfo_colours(const char *term);
/* The name of a terminal's direct-colour entry: xterm-256color → xterm-direct. Caller frees. */
char *terminfo_direct(const char *term);

#endif
