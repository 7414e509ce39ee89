#ifndef TUI_TERM_GRAPHICS_H
#define TUI_TERM_GRAPHICS_H

/* Pictures as pixels on terminals that support it: kitty's protocol, or sixel (made by chafa). The terminal is asked; names in
 * TERM do not decide. Pictures lie beside curses: its cells below them stay blank, and pictures are sent after its refresh, in
 * tiles, only those that changed. No descriptor, no clock, no curses: answers go in, bytes come out. */

#include "tui/term/paint.h"

typedef struct graphics graphics;

enum graphics_protocol { GRAPHICS_SYMBOLS, GRAPHICS_KITTY, GRAPHICS_SIXEL };

/* wanted: auto | kitty | sixel | symbols. */
graphics *graphics_new(const char *wanted);
void graphics_free(graphics *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(graphics, graphics_free)
/* The next question for the terminal, and the number of answers to expect at most; NULL = none. Static. */
const char *graphics_question(graphics *g, guint *ret_answers);
/* Handles an answer (tui/term/reader.h) or any report. */
void graphics_hear(graphics *g, const char *answer);
/* Sets the size of a cell in pixels from the kernel; the terminal's own answer takes precedence. */
void graphics_cell_is(graphics *g, int width, int height);
/* The protocol in use, and the size of a cell in pixels. */
enum graphics_protocol graphics_cell(const graphics *g, int *ret_width, int *ret_height);

/* The cells from `first` to `last` of a row are being rewritten: pixels that may be lost are sent again. */
void graphics_written(graphics *g, int row, int first, int last);
/* Call it before the refresh, with the terminal's rows: appends bytes that blank the cells which pictures have left; curses
 * assumes that they are blank. True: what curses assumes about its last two rows is no longer valid. */
bool graphics_erase(graphics *g, const struct paint_picture *pictures, guint n, int rows, GString *out);
/* Call it after the refresh: appends bytes that show exactly these pictures. */
void graphics_show(graphics *g, const struct paint_picture *pictures, guint n, GString *out);
/* Forgets what is shown. Returns the bytes that remove it; static. */
const char *graphics_wipe(graphics *g);

#endif
