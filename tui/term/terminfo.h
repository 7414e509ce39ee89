#ifndef TUI_TERM_TERMINFO_H
#define TUI_TERM_TERMINFO_H

/* The terminal database, without opening a terminal: for the console and for `reins doctor`. */

/* Number of colours of an entry, 0 = none, -1 = there is no such entry. */
int terminfo_colours(const char *term);
/* The name of the direct-colour entry that goes with a terminal: xterm-256color → xterm-direct; caller frees. */
char *terminfo_direct(const char *term);

#endif
