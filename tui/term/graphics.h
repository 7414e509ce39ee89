#ifndef TUI_TERM_GRAPHICS_H
#define TUI_TERM_GRAPHICS_H

/* Graphics: pictures as pixels on terminals that can: by the protocol of kitty, or sixel (made by chafa). The terminal itself
 * says which; a name in TERM decides nothing. Pictures lie beside curses: its cells stay blank below them, they are sent after
 * its refresh, in tiles, and of those only the ones that are new. No descriptor, no clock, no curses: answers come in, bytes go
 * out. */

#include "tui/term/paint.h"

typedef struct graphics graphics;

enum graphics_protocol { GRAPHICS_SYMBOLS, GRAPHICS_KITTY, GRAPHICS_SIXEL };

/* wanted: auto | kitty | sixel | symbols. */
graphics *graphics_new(const char *wanted);
void graphics_free(graphics *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(graphics, graphics_free)
/* What the terminal is to be asked now, and how many answers that gives at most; NULL = nothing (more). Static. */
const char *graphics_question(graphics *g, guint *ret_answers);
/* An answer (tui/term/reader.h), or any report. */
void graphics_hear(graphics *g, const char *answer);
/* The size of a cell in pixels, as the kernel has it; the terminal's own word goes before. */
void graphics_cell_is(graphics *g, int width, int height);
/* What is used, and the size of a cell in pixels. */
enum graphics_protocol graphics_cell(const graphics *g, int *ret_width, int *ret_height);

/* The cells from `first` to `last` of a row are written anew: pixels that may have gone with them are sent again. */
void graphics_written(graphics *g, int row, int first, int last);
/* Before the refresh, on a terminal of so many rows: appends what makes the cells blank again that pictures have left; curses
 * believes them to be. True: what it says about its last two rows is true no more. */
bool graphics_erase(graphics *g, const struct paint_picture *pictures, guint n, int rows, GString *out);
/* After it and the refresh: appends what shows these pictures and no others. */
void graphics_show(graphics *g, const struct paint_picture *pictures, guint n, GString *out);
/* Forgets what is shown; what to send so that it is gone. Static. */
const char *graphics_wipe(graphics *g);

#endif
