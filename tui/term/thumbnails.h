#ifndef TUI_TERM_THUMBNAILS_H
#define TUI_TERM_THUMBNAILS_H

/* Thumbnails: a frame as terminal cells (a character and two colours), made by chafa. No curses. */

#include <glib.h>
#include <stdbool.h>

enum thumbnail_colours { THUMBNAIL_TRUECOLOUR, THUMBNAIL_256, THUMBNAIL_16, THUMBNAIL_8, THUMBNAIL_MONO };

/* The parts that a cell is divided into. */
enum thumbnail_symbols { THUMBNAIL_QUADRANTS, THUMBNAIL_SEXTANTS, THUMBNAIL_HALVES };
#define THUMBNAIL_SYMBOLS_NAMES ((const char *const[]){"quadrants", "sextants", "halves", NULL})

struct cell {
    gunichar c;
    gint32 fg, bg; /* 0x00RRGGBB for THUMBNAIL_TRUECOLOUR, else a palette index; -1 = the terminal's own */
};

struct thumbnail {
    int columns, rows;
    struct cell *cells;   /* owned, row by row */
    struct frame *pixels; /* owned: the pixels that its cells have on the terminal; NULL = only cells are shown */
};

/* A part of a picture, in pixels of the display (a preview may have fewer pixels than the display). */
struct pixel_rect {
    int x, y, width, height;
    int of_width, of_height; /* the display's size; 0 = the picture's own */
};

typedef struct thumbnails thumbnails;

/* A cache of the latest pictures and frames; one per console. Caller frees. */
thumbnails *thumbnails_new(enum thumbnail_colours colours);
void thumbnails_free(thumbnails *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(thumbnails, thumbnails_free)
/* Sets the size of a cell in pixels, 0 = unknown; pictures keep their shape with it. pixels: make pixels, too. True: this
 * changed something. */
bool thumbnails_set_cell(thumbnails *t, int width, int height, bool pixels);
/* The default is THUMBNAIL_QUADRANTS. */
void thumbnails_set_symbols(thumbnails *t, enum thumbnail_symbols symbols);
/* Pixels of a picture per column at original size, and a cell's height in widths. True: pixels of the terminal; else a cell
 * stands for a few pixels. */
bool thumbnails_density(const thumbnails *t, double *ret_pixels, double *ret_shape);
/* Pixels per column for an enlarged part: `pixels`; on a terminal with pixels at most the original size, so that text stays
 * readable. */
double thumbnails_enlarged(const thumbnails *t, double pixels);
/* Draws a frame onto a canvas of chafa (ChafaCanvas) and leaves the rows below it empty, up to `height`. */
void thumbnails_onto(void *canvas, const struct frame *f, int height);
/* A new drawing of the screen begins. */
void thumbnails_turn(thumbnails *t);
/* A part of a PNG (NULL = all of it) in at most `columns` × `rows`, with its shape kept. `id` names the pixels: an id is not
 * read twice. Borrowed until the next turn. Error: the file cannot be read. */
const struct thumbnail *thumbnails_get(thumbnails *t, const char *id, const char *path, const struct pixel_rect *part,
                                       int columns, int rows, GError **error);
/* True when a whole picture of that size is cached, so that no file is read. */
bool thumbnails_known(thumbnails *t, const char *id, int columns, int rows);
/* What of a frame the last drawing has shown, so that the same of the next one can be made elsewhere: struct thumbnail_want.
 * Caller unrefs. */
struct thumbnail_want {
    struct pixel_rect part; /* width 0 = all of it */
    int columns, rows;
};
GArray *thumbnails_shown(const thumbnails *t, const char *id);
/* In a child (task.h): makes them of that frame. In the parent: takes what the child wrote into the cache; false: it is not that.
 */
bool thumbnails_make(thumbnails *t, const char *id, const char *path, const GArray *wanted, GString *made, GError **error);
bool thumbnails_take(thumbnails *t, const char *id, const GArray *wanted, GBytes *made);
/* Finds where two pictures differ: the smallest rectangles around connected pixels, in reading order, at most `max`. Returns
 * their number; 0: equal, of different sizes, or unreadable. */
int thumbnails_changed(thumbnails *t, const char *id, const char *path, const char *other_id, const char *other_path,
                       struct pixel_rect *ret_rects, int max);
/* The size of a picture of width × height pixels in that room (a cell is twice as high as wide, or as set by
 * thumbnails_set_cell()). */
void thumbnails_fit(int width, int height, int columns, int rows, int *ret_columns, int *ret_rows);

#endif
