#ifndef TUI_TERM_PAINT_H
#define TUI_TERM_PAINT_H

/* Paint: the only place where curses draws. Text, boxes and cells on stdscr, in a few named styles. */

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
    STYLE_ACCENT, /* titles, what is selected */
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

/* After newterm(): colours and styles as far as the terminal has them. */
void paint_start(void);
/* What thumbnails should be made of on this terminal. */
enum thumbnail_colours paint_colours(void);
/* Draws one line of text, cut to `width` columns with "…"; returns the columns used. Everything is made visible first. */
int paint_text(int y, int x, int width, const char *text, enum style style);
int paint_format(int y, int x, int width, enum style style, const char *format, ...) G_GNUC_PRINTF(5, 6);
void paint_fill(const struct rect *r, enum style style);
/* A frame with a title in its upper edge. */
void paint_box(const struct rect *r, const char *title, enum style style);
/* A line across a box with a title in it. */
void paint_divider(const struct rect *r, int y, const char *title, enum style style);
/* Title on an edge, drawn over it. */
void paint_edge_title(const struct rect *r, int y, const char *title, enum style style);
void paint_thumbnail(int y, int x, const struct thumbnail *t);

/* What to draw in a picture, in shares of its width and height. */
struct paint_marks {
    bool crosshair, corners;
    bool on;                         /* the crosshair stands on its place */
    double x, y;                     /* of the crosshair */
    double gap;                      /* above and below that, left free: what is aimed at is to be read */
    double beside;                   /* the same at the left and right */
    double left, top, right, bottom; /* of the area whose corners are marked */
};

/* A picture that is to be shown as pixels over cells of no-break spaces. */
struct paint_picture {
    int x, y, columns, rows;
    const struct frame *pixels; /* borrowed from its thumbnail */
    struct paint_marks marks;
};

/* The same; true: as pixels, with these marks. False: as cells, and paint_mark() marks them. */
bool paint_picture(int y, int x, const struct thumbnail *t, const struct paint_marks *marks);
/* Begins a turn's drawing; and at its end: the pictures that nothing lies over. The others are cells again. Borrowed; may be
 * asked again until the next turn. */
void paint_begin(void);
/* Nothing is on the screen. */
void paint_erase(void);
const struct paint_picture *paint_end(guint *ret_n);
/* Marks one cell of a thumbnail that has been drawn: its background stays. */
void paint_mark(int y, int x, const struct cell *under, gunichar c);
void paint_cursor(int y, int x);
void paint_no_cursor(void);

#endif
