#ifndef TUI_TERM_INPUT_H
#define TUI_TERM_INPUT_H

/* One line of text being typed: used by the command line and by forms. Pure. */

#include <glib.h>
#include <stdbool.h>

#define INPUT_MAX 65536 /* bytes */

struct input {
    GString *text;
    gsize cursor; /* byte offset */
};

void input_init(struct input *in, const char *text);
void input_clear(struct input *in);
/* Replaces the text, cursor at its end. */
void input_set(struct input *in, const char *text);
/* True: the key was used (printable characters, cursor, delete, ctrl-a/e/u/w/k). */
bool input_key(struct input *in, int key);
/* Puts a character in at the cursor. */
void input_insert(struct input *in, gunichar c);
/* What is to be seen of it in `width` columns, scrolled so that the cursor is there; *ret_cursor = its column. Caller frees. */
char *input_window(const struct input *in, int width, int *ret_cursor);

#endif
