#ifndef TUI_TERM_INPUT_H
#define TUI_TERM_INPUT_H

/* One line of typed text, for the command line and forms. Pure. */

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
/* Inserts a character at the cursor. */
void input_insert(struct input *in, gunichar c);
/* The visible part in `width` columns, scrolled to the cursor; *ret_cursor = the cursor's column. Caller frees. */
char *input_window(const struct input *in, int width, int *ret_cursor);

#endif
