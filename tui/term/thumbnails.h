#ifndef TUI_TERM_THUMBNAILS_H
#define TUI_TERM_THUMBNAILS_H

/* Thumbnails: a frame as cells (a character and two colours), made by chafa. Pure of curses. */

#include <glib.h>
#include <stdbool.h>

enum thumbnail_colours { THUMBNAIL_TRUECOLOUR, THUMBNAIL_256, THUMBNAIL_16, THUMBNAIL_8, THUMBNAIL_MONO };

/* What a cell is made of: parts of it side by side and above each other. */
enum thumbnail_symbols { THUMBNAIL_QUADRANTS, THUMBNAIL_SEXTANTS, THUMBNAIL_HALVES };
#define THUMBNAIL_SYMBOLS_NAMES ((const char *const[]){"quadrants", "sextants", "halves", NULL})

struct cell {
    gunichar c;
    gint32 fg, bg; /* 0x00RRGGBB for THUMBNAIL_TRUECOLOUR, else a palette index; -1 = the terminal's own */
};

struct thumbnail {
    int columns, rows;
    struct cell *cells;   /* owned, row by row */
    struct frame *pixels; /* owned: as many as its cells have on the terminal; NULL = cells is all that it shows */
};

/* A part of a picture, in pixels of the display that it shows (a preview may have fewer pixels than its display). */
struct pixel_rect {
    int x, y, width, height;
    int of_width, of_height; /* the display's size; 0 = the picture's own */
};

typedef struct thumbnails thumbnails;

/* Keeps the latest pictures and their frames; one for each console. */
thumbnails *thumbnails_new(enum thumbnail_colours colours);
void thumbnails_free(thumbnails *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(thumbnails, thumbnails_free)
/* A cell has so many pixels on the terminal, 0 = not known: of that shape pictures are. pixels: they are made of these, too.
 * True: that is not as before. */
bool thumbnails_set_cell(thumbnails *t, int width, int height, bool pixels);
/* THUMBNAIL_QUADRANTS until said otherwise. */
void thumbnails_set_symbols(thumbnails *t, enum thumbnail_symbols symbols);
/* How many pixels of a picture a column has where it is shown in its own size, and a cell's height in widths. True: as pixels
 * of the terminal; else a cell stands for a few of them. */
bool thumbnails_density(const thumbnails *t, double *ret_pixels, double *ret_shape);
/* How many pixels of a picture a column is to have of an enlarged part: as asked for; where the terminal shows pixels, no more
 * than in its own size, so that what is written there can be read. */
double thumbnails_enlarged(const thumbnails *t, double pixels);
/* Onto a canvas of chafa (ChafaCanvas), with rows below it that nothing is drawn in, up to that height. */
void thumbnails_onto(void *canvas, const struct frame *f, int height);
/* The screen is drawn anew. */
void thumbnails_turn(thumbnails *t);
/* A part of a PNG (NULL = all of it), `columns` × `rows` at most, its shape kept. `id` names the pixels: the same id is not read
 * twice. Borrowed until the next turn. Error: the file cannot be read. */
const struct thumbnail *thumbnails_get(thumbnails *t, const char *id, const char *path, const struct pixel_rect *part,
                                       int columns, int rows, GError **error);
/* Is a whole picture of that size there already, so that no file is read for it? */
bool thumbnails_known(thumbnails *t, const char *id, int columns, int rows);
/* The places where two pictures differ, each the smallest rectangle around pixels that belong together, in reading order, at most
 * `max`; how many. 0: they are alike, of different sizes, or cannot be read. */
int thumbnails_changed(thumbnails *t, const char *id, const char *path, const char *other_id, const char *other_path,
                       struct pixel_rect *ret_rects, int max);
/* The size that a picture of width × height pixels gets in that room (a cell is twice as high as wide, or as
 * thumbnails_set_cell() said last). */
void thumbnails_fit(int width, int height, int columns, int rows, int *ret_columns, int *ret_rows);

#endif
