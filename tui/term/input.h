#ifndef TUI_TERM_INPUT_H
#define TUI_TERM_INPUT_H

/* Typed text, for the command line and forms. Pure. */

#include <glib.h>
#include <stdbool.h>

#define INPUT_MAX 65536 /* bytes */

struct input {
    GString *text;
    gsize cursor; /* byte offset */
};

void input_init(struct input *in, const char *text);
void input_clear(struct input *in);
/* Replaces the text and puts the cursor at its end. */
void input_set(struct input *in, const char *text);
/* Handles a key (printable characters, cursor, delete, ctrl-a/e/u/w/k). False: not used. */
bool input_key(struct input *in, int key);
/* Handles the digit of one of n ready-made texts (1-9): it takes the place of no text, or of another ready-made one. False: not
 * used, as behind words, where it is a digit. */
bool input_ready_made(struct input *in, const char *const *texts, guint n, int key);
/* Inserts a character at the cursor. */
void input_insert(struct input *in, gunichar c);
/* All of it in rows of `width` columns, broken behind blanks where possible. Where the cursor is: its row, and its column (<
 * width). Caller unrefs (char*, one at least). */
GPtrArray *input_rows(const struct input *in, int width, int *ret_row, int *ret_column);
/* Moves the cursor by rows, as near to its column as these have it. False, and nothing is moved: there is no such row. */
bool input_move_row(struct input *in, int width, int by);
/* The visible part in `width` columns, scrolled to the cursor; *ret_cursor = the cursor's column. Caller frees. */
char *input_window(const struct input *in, int width, int *ret_cursor);

#endif
