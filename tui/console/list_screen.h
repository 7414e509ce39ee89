#ifndef TUI_CONSOLE_LIST_SCREEN_H
#define TUI_CONSOLE_LIST_SCREEN_H

/* What the skills screen (F3) and the memory screen (F4) share: a list, the detail of the selected row, and lines of keys. */

#include "tui/term/input.h"
#include "tui/term/paint.h"

typedef struct console console;

/* One key that does something with the selected row. */
struct list_key {
    int key;
    guint needs; /* what must be selected: an enum of the screen, 0 = nothing */
    void (*act)(console *c);
    const char *brief, *help; /* for the key lines; for the help screen */
};

struct list_keys {
    const struct list_key *rows;
    gsize n;
    bool (*fits)(const console *c, guint needs); /* whether the selected row has what a key needs */
    const char *const *missing;                  /* the message when it does not, by `needs` */
    const char *careful;                         /* keys that are dropped when many keys come at once; NULL = all */
};

/* Runs the key's function, or says why not. */
void list_keys_press(console *c, const struct list_keys *keys, int key, bool burst);
/* Draws one key with its brief text at *x, *y and moves both on. Starts a new line when the text does not fit; draws nothing when
 * r has no further line. */
void list_key_draw(const struct rect *r, int *x, int *y, const char *key, const char *brief);
/* Appends the help of all rows below `title`, then `other`: the help of keys without a row. */
void list_keys_help(const struct list_keys *keys, GString *text, const char *title, const char *other);

/* Where list, detail and key lines stand. */
struct list_layout {
    int one_key_row;         /* from this width on there is one line of keys, else two */
    int beside;              /* from this width on the detail stands beside the list, else below it */
    int narrowest, broadest; /* the list's width beside the detail */
};
/* flat: the number of rows of a list above its detail; 0 = two fifths of the screen. */
void list_split(const console *c, const struct list_layout *layout, int flat, struct rect *list, struct rect *detail,
                struct rect *keys);
/* Draws lines (of rich.h) inside a box from line *top on, and says on its lower edge how many more there are. Keeps *top inside
 * the text. focused: the keys scroll here. Returns the number of rows that stay free below the text. */
int list_detail_draw(const struct rect *box, GPtrArray *lines, int *top, bool focused);
/* A line that is typed, with its label and the cursor. */
void list_line_draw(const struct rect *line, const char *label, enum style style, const struct input *in);

#endif
