#ifndef TUI_TERM_TERMINAL_H
#define TUI_TERM_TERMINAL_H

/* The terminal: opened through curses with as many colours as it has, restored whatever happens. One at a time. */

#include "tui/term/mouse.h"
#include "tui/term/thumbnails.h"

#include <glib.h>
#include <stdbool.h>

/* Whether there is a terminal that can be drawn on, before anything is started for it. Errors as terminal_open(). */
bool terminal_check(GError **error);
/* colours: auto | truecolor | 256 | off; pictures: auto | kitty | sixel | symbols. Error: not a terminal, or terminfo does not
 * know it. */
bool terminal_open(const char *colours, const char *pictures, GError **error);
/* The size of a cell in pixels, 0 = not known. True: pictures are shown as pixels. Otherwise once the terminal has answered. */
bool terminal_cell(int *ret_width, int *ret_height);
/* What cells of pictures are made of. wanted: auto | sextants | quadrants | halves. */
enum thumbnail_symbols terminal_symbols(const char *wanted);
/* In words, by asking the terminal on stdin and stdout, for doctor: "kitty, cells of 8×16 pixels". Waits for its answers, not for
 * long; keys that are typed meanwhile are lost. Caller frees. */
char *terminal_graphics(const char *wanted);
/* Also called at exit and, as far as that goes, on a crash. */
void terminal_close(void);
/* Takes the size anew after SIGWINCH. */
void terminal_size(int *ret_width, int *ret_height);
/* The keys that are there to be read (tui/console/keys.h); the content of a bracketed paste is dropped, one K_PASTE stands for
 * it, and what the terminal says itself is no key (tui/term/reader.h). */
void terminal_keys(GArray *keys, gint64 now_us);
/* Has the terminal report the mouse, until terminal_close(). */
void terminal_mouse(void);
/* What it has reported, one after the other, after terminal_keys(). False: no more. */
bool terminal_mouse_take(struct mouse *ret_mouse);
/* Asks the terminal for a sign of life (DSR 5); under GNU screen the terminals that show it, not screen. Its answer comes among
 * the keys and is none. */
void terminal_ask(void);
/* Once: it has answered. */
bool terminal_answered(void);
/* Whether all that was drawn has left us. */
bool terminal_drained(void);
/* Gives its window this title, until terminal_close(); false: it is one that may not understand that. */
bool terminal_title(const char *title);
/* When terminal_keys() has something to say although nothing has come; -1 = never. */
gint64 terminal_deadline(void);
/* Since when something that the terminal has begun waits for its end (reader_unfinished()); -1 = nothing does. */
gint64 terminal_unfinished(void);
/* Out of curses for another program, and back. */
void terminal_suspend(void);
void terminal_resume(void);
void terminal_bell(void);
/* Sends what has been drawn. everything: as if nothing had been on the screen. */
void terminal_update(bool everything);

#endif
