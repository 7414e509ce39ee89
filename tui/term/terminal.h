#ifndef TUI_TERM_TERMINAL_H
#define TUI_TERM_TERMINAL_H

/* The terminal: opened through curses with as many colours as it has, and always restored. One at a time. */

#include "tui/term/mouse.h"
#include "tui/term/thumbnails.h"

#include <glib.h>
#include <stdbool.h>

/* Checks whether the terminal can be drawn on, before anything is started. Errors as in terminal_open(). */
bool terminal_check(GError **error);
/* colours: auto | truecolor | 256 | off; pictures: auto | kitty | sixel | symbols. Errors: not a terminal, or unknown to
 * terminfo. */
bool terminal_open(const char *colours, const char *pictures, GError **error);
/* The size of a cell in pixels, 0 = unknown. True: pictures are shown as pixels. May change when the terminal has answered. */
bool terminal_cell(int *ret_width, int *ret_height);
/* The characters that pictures are made of. wanted: auto | sextants | quadrants | halves. */
enum thumbnail_symbols terminal_symbols(const char *wanted);
/* Asks the terminal on stdin and stdout and returns the result as text, for doctor: "kitty, cells of 8×16 pixels". Waits
 * briefly for the answers; keys typed meanwhile are lost. Caller frees. */
char *terminal_graphics(const char *wanted);
/* Restores the terminal. Also called at exit and, as far as possible, on a crash. */
void terminal_close(void);
/* Reads the size again after SIGWINCH. */
void terminal_size(int *ret_width, int *ret_height);
/* Appends the keys that can be read (tui/console/keys.h). A bracketed paste becomes one K_PASTE, its content is dropped.
 * Answers of the terminal are not keys (tui/term/reader.h). */
void terminal_keys(GArray *keys, gint64 now_us);
/* Turns on mouse reports until terminal_close(). */
void terminal_mouse(void);
/* The next mouse report, after terminal_keys(). False: none left. */
bool terminal_mouse_take(struct mouse *ret_mouse);
/* Asks the terminal whether it is alive (DSR 5); under GNU screen it asks the terminals that show screen. The answer is not
 * taken for a key. */
void terminal_ask(void);
/* True once after it has answered. */
bool terminal_answered(void);
/* True when everything that was drawn has been sent. */
bool terminal_drained(void);
/* Sets the title of its window until terminal_close(). False: the terminal may not support it. */
bool terminal_title(const char *title);
/* When terminal_keys() must be called without input; -1 = never. */
gint64 terminal_deadline(void);
/* Since when an unfinished sequence of the terminal swallows keys (reader_unfinished()); -1 = none. */
gint64 terminal_unfinished(void);
/* Leave curses for another program, and return to it. */
void terminal_suspend(void);
void terminal_resume(void);
void terminal_bell(void);
/* Sends what has been drawn. everything: redraw the whole screen. */
void terminal_update(bool everything);

#endif
