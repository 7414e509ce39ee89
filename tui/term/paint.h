#ifndef TUI_TERM_PAINT_H
#define TUI_TERM_PAINT_H

/* Paint: the only place where curses draws. Text, boxes and cells on stdscr in a few named styles. */

#include "tui/term/thumbnails.h"

#include <glib.h>
#include <stdbool.h>

struct rect {
    int x, y, width, height;
};

enum style {
    STYLE_NORMAL,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_BAR, /* the status bar */
    STYLE_BAR_ALERT,
    STYLE_GOOD,
    STYLE_WARN,
    STYLE_BAD,
    STYLE_ACCENT, /* titles, selection */
    STYLE_KEY,    /* a key in a help line */
    STYLE_SELECTED,
    STYLE_BORDER,
    STYLE_BORDER_ALERT,
    STYLE_CODE_COMMENT,
    STYLE_CODE_STRING,
    STYLE_CODE_NUMBER,
    STYLE_CODE_KEYWORD,
    STYLE_CODE_OPERATOR,
    STYLE_ADDED, /* in a difference */
    STYLE_REMOVED,
    STYLE_COUNT
};

/* Sets up colours and styles as the terminal allows. Call it after newterm(). */
void paint_start(void);
/* The kind of colours for thumbnails on this terminal. */
enum thumbnail_colours paint_colours(void);
/* Draws one line of text, cut to `width` columns with "…". Invisible characters are made visible. Returns the columns used. */
int paint_text(int y, int x, int width, const char *text, enum style style);
int paint_format(int y, int x, int width, enum style style, const char *format, ...) G_GNUC_PRINTF(5, 6);
void paint_fill(const struct rect *r, enum style style);
/* Draws a frame with a title in its upper edge. */
void paint_box(const struct rect *r, const char *title, enum style style);
/* Draws a line with a title across a box. */
void paint_divider(const struct rect *r, int y, const char *title, enum style style);
/* Draws a title over an edge. */
void paint_edge_title(const struct rect *r, int y, const char *title, enum style style);
void paint_thumbnail(int y, int x, const struct thumbnail *t);

/* A numbered box, in shares of a picture's width and height. */
struct paint_number {
    double x, y, width, height;
    int number;
};

/* Marks in a picture, in shares of its width and height. */
struct paint_marks {
    bool crosshair, corners;
    bool on;                         /* the crosshair is drawn on its point */
    double x, y;                     /* of the crosshair */
    double gap;                      /* space above and below the point that stays free, so that the target can be read */
    double beside;                   /* same at the left and right */
    double left, top, right, bottom; /* area whose corners are marked */
    const GArray *numbers;           /* struct paint_number; borrowed until the next turn, NULL = none */
};

/* A picture to show as pixels, over cells of no-break spaces. */
struct paint_picture {
    int x, y, columns, rows;
    struct rect cut;            /* cells of the terminal that something lies over: no pixels there; width 0 = none */
    const struct frame *pixels; /* borrowed from its thumbnail */
    struct paint_marks marks;
};

/* Draws a thumbnail with marks. True: as pixels. False: as cells; use paint_mark() for the marks. */
bool paint_picture(int y, int x, const struct thumbnail *t, const struct paint_marks *marks);
/* paint_begin() starts a turn's drawing. paint_end() returns the pictures, cut where something covers them; one of which
 * nothing is left, and what is left inside the box that is cut out, are cells again.
 * Borrowed; may be called again until the next turn. */
void paint_begin(void);
/* Clears the screen. */
void paint_erase(void);
const struct paint_picture *paint_end(guint *ret_n);
/* Marks one cell of a drawn thumbnail and keeps its background. */
void paint_mark(int y, int x, const struct cell *under, gunichar c);
/* Writes over cells of a drawn thumbnail: a text on a ground of that colour (as in struct cell), in black or white, whichever can
 * be read on it. faint: nearer to the ground. Returns the columns used; 0 where pixels are shown. */
int paint_over(int y, int x, int width, const char *text, gint32 ground, bool faint);
/* The number of a mark, on a ground of its own. */
void paint_number(int y, int x, const char *number);
/* The cursor stands there after paint_end(), whatever is painted meanwhile. */
void paint_cursor(int y, int x);
void paint_no_cursor(void);

#endif
